/* Reading tables: a row of whole numbers, each of which is checked; see tables.py for their order. */

typedef struct {
    const int32_t *at, *end;
    Edition *edition;
    int bad;
} Reader;

static int read_number(Reader *reader, int least, int most) {
    if (reader->at == reader->end || *reader->at < least || *reader->at > most) {
        reader->bad = 1;
        return least;
    }
    return *reader->at++;
}

static int read_flag(Reader *reader) { return read_number(reader, 0, 1); }

static uint64_t read_mask(Reader *reader, int cells) {
    uint64_t low = (uint32_t)read_number(reader, INT32_MIN, INT32_MAX);
    uint64_t mask = low | (uint64_t)(uint32_t)read_number(reader, INT32_MIN, INT32_MAX) << 32;
    if (cells < MAX_CELLS && mask >> cells) reader->bad = 1;
    return mask;
}

static void *make_room(Reader *reader, int count, size_t size) {
    Edition *edition = reader->edition;
    size_t bytes = ((size_t)count * size + 15) / 16 * 16;
    void *room = edition->arena + edition->used;
    if (count < 0 || bytes > edition->room - edition->used) {
        reader->bad = 1;
        return NULL;
    }
    edition->used += bytes;
    return room;
}

static const int32_t *read_numbers(Reader *reader, int count, int least, int most) {
    int32_t *numbers = make_room(reader, count, sizeof *numbers);
    for (int i = 0; i < count && !reader->bad; i++) numbers[i] = read_number(reader, least, most);
    return numbers;
}

static const int16_t *read_codes(Reader *reader, int count, int values) {
    int16_t *codes = make_room(reader, count, sizeof *codes);
    for (int i = 0; i < count && !reader->bad; i++) {
        int code = read_number(reader, NO_MARK, (reader->edition->dice + 1) * DIE_STEP - 1);
        if (code >= 0 && code % DIE_STEP > values) reader->bad = 1;
        codes[i] = (int16_t)code;
    }
    return codes;
}

static void read_options(Reader *reader, Zone *zone) {
    int count = zone->cells * (zone->values + 1);
    Option *options = make_room(reader, count * WAYS, sizeof *options);
    uint8_t *ways = make_room(reader, count, sizeof *ways);
    uint64_t *takes = make_room(reader, zone->values + 1, sizeof *takes);
    if (reader->bad) return;
    memset(takes, 0, (size_t)(zone->values + 1) * sizeof *takes);
    for (int i = 0; i < count; i++) {
        ways[i] = (uint8_t)read_number(reader, 0, WAYS);
        for (int way = 0; way < ways[i]; way++) {
            Option *option = &options[i * WAYS + way];
            option->written = (int16_t)read_number(reader, 1, zone->numbers);
            option->shown = (int16_t)read_number(reader, 1, zone->numbers);
            option->badge = (uint8_t)read_flag(reader);
        }
        if (ways[i]) takes[i % (zone->values + 1)] |= BIT(i / (zone->values + 1));
    }
    zone->options = options;
    zone->ways = ways;
    zone->takes = takes;
}

static void read_triggers(Reader *reader, Zone *zone) {
    Trigger *triggers;
    int16_t *of_cell;
    int count = 0;
    zone->triggers = read_number(reader, 0, MAX_PENDING);
    triggers = make_room(reader, zone->triggers, sizeof *triggers);
    for (int i = 0; i < zone->triggers && !reader->bad; i++) {
        triggers[i].needs = read_mask(reader, zone->cells);
        triggers[i].bonus = read_number(reader, 0, reader->edition->bonuses - 1);
        triggers[i].only_from = read_number(reader, 0, INT32_MAX);
        triggers[i].single_cell = read_flag(reader);
        for (int cell = 0; cell < zone->cells; cell++) count += (int)(triggers[i].needs >> cell & 1);
        if (triggers[i].single_cell && !triggers[i].needs) reader->bad = 1;
    }
    of_cell = make_room(reader, count, sizeof *of_cell);
    if (reader->bad) return;
    count = 0;
    for (int cell = 0; cell < zone->cells; cell++) {
        zone->first_trigger[cell] = (int16_t)count;
        for (int i = 0; i < zone->triggers; i++)
            if (triggers[i].needs >> cell & 1) of_cell[count++] = (int16_t)i;
        zone->first_trigger[cell + 1] = (int16_t)count;
    }
    zone->trigger = triggers;
    zone->trigger_of_cell = of_cell;
}

static void read_points(Reader *reader, const Zone *zone, Points *part) {
    static const int cells_of[POINTS_FUNCTIONS] = {1, 1, 0, 1, 1, 0, 0}; /* whether the data begins with one per cell */
    uint64_t *lines;
    int count, groups[MAX_CELLS] = {0};
    part->function = read_number(reader, 0, POINTS_FUNCTIONS - 1);
    part->count = read_number(reader, 0, 480);
    part->other = read_number(reader, 0, 480);
    count = read_number(reader, 0, 4096);
    part->data = read_numbers(reader, count, -100000, 100000);
    lines = make_room(reader, part->function == LINES ? part->count : 0, sizeof *lines);
    for (int i = 0; part->function == LINES && i < part->count && !reader->bad; i++)
        lines[i] = read_mask(reader, zone->cells);
    part->lines = lines;
    if (reader->bad) return;
    if (count < cells_of[part->function] * zone->cells) reader->bad = 1;
    if (part->function == LINES && count < part->count) reader->bad = 1;
    if (part->function == EACH && count < 3 * part->count) reader->bad = 1;
    if (part->function == ENDS && part->other >= zone->cells) reader->bad = 1;
    if (part->function == COUNT && (part->count > MAX_CELLS || count < zone->cells + part->other)) reader->bad = 1;
    for (int cell = 0; part->function == COUNT && cell < zone->cells && !reader->bad; cell++)
        if (part->data[cell] < 0 || part->data[cell] >= part->count)
            reader->bad = 1;
        else if (!(zone->printed >> cell & 1) && ++groups[part->data[cell]] > part->other)
            reader->bad = 1;
}

static void read_cells(Reader *reader, Zone *zone) {
    for (int cell = 0; cell < zone->cells; cell++) {
        zone->needs[cell] = read_mask(reader, zone->cells);
        zone->blocks[cell] = read_mask(reader, zone->cells);
        zone->before[cell] = read_mask(reader, zone->cells);
        zone->start[cell] = (int16_t)read_number(reader, FILLED, zone->numbers);
        zone->number[cell] = (int16_t)read_number(reader, 0, zone->numbers);
        zone->row[cell] = (int16_t)read_number(reader, 0, 480);
        zone->comparison[cell] = (int16_t)read_number(reader, -1, MAX_CELLS - 1);
        zone->rank[cell] = (int16_t)read_number(reader, 0, MAX_CELLS - 1);
    }
}

static void read_zone(Reader *reader, Zone *zone) {
    int comparisons, square;
    uint8_t *table;
    zone->cells = read_number(reader, 1, MAX_CELLS);
    zone->values = read_number(reader, 6, MAX_VALUE);
    zone->numbers = read_number(reader, 2, MAX_VALUE);
    zone->writes = read_flag(reader);
    zone->stages = read_number(reader, 1, 2);
    zone->stage = read_number(reader, 1, zone->stages);
    zone->keeps_values = read_flag(reader);
    zone->marks_again = read_flag(reader);
    zone->printed = read_mask(reader, zone->cells);
    for (int place = 0; place < PLACES; place++) zone->places[place] = read_mask(reader, zone->cells);
    read_cells(reader, zone);
    for (int die = 0; die < reader->edition->dice; die++) zone->row_of_die[die] = (int16_t)read_number(reader, -1, 480);
    comparisons = read_number(reader, 0, MAX_CELLS);
    square = (zone->numbers + 1) * (zone->numbers + 1);
    table = make_room(reader, comparisons * square, sizeof *table);
    for (int i = 0; i < comparisons * square && !reader->bad; i++) table[i] = (uint8_t)read_flag(reader);
    zone->fits = table;
    for (int cell = 0; cell < zone->cells; cell++)
        if (zone->comparison[cell] >= comparisons) reader->bad = 1;
    read_options(reader, zone);
    read_triggers(reader, zone);
    zone->parts = read_number(reader, 0, (int)(sizeof zone->part / sizeof *zone->part));
    for (int i = 0; i < zone->parts; i++) read_points(reader, zone, &zone->part[i]);
    zone->has_extra_marks = read_flag(reader);
    zone->only_own_row = read_flag(reader);
    if (zone->has_extra_marks) {
        const int16_t *leaving;
        zone->at_once = read_codes(reader, (zone->numbers + 1) * reader->edition->dice * 7, zone->values);
        leaving = read_codes(reader, reader->edition->dice * 7, zone->values);
        if (!reader->bad) memcpy(zone->leaving, leaving, (size_t)reader->edition->dice * sizeof *zone->leaving);
    }
    if (!reader->bad) start_zone(zone, &zone->begin);
}

static void read_bonuses(Reader *reader) {
    Edition *edition = reader->edition;
    Bonus *bonuses = make_room(reader, edition->bonuses, sizeof *bonuses);
    Single *singles = make_room(reader, edition->singles, sizeof *singles);
    for (int i = 0; i < edition->bonuses && !reader->bad; i++) {
        Bonus *bonus = &bonuses[i];
        bonus->gives = read_number(reader, GIVES_POINTS, GIVES_MARK);
        bonus->index = read_number(reader, 0, MAX_SCORING - 1);
        if (bonus->index >= edition->scoring && bonus->gives == GIVES_POINTS) reader->bad = 1;
        bonus->tracks = read_number(reader, 0, edition->tracks);
        bonus->track = read_numbers(reader, bonus->tracks, 0, edition->tracks - 1);
        bonus->singles = read_number(reader, 0, edition->singles);
        bonus->single = read_numbers(reader, bonus->singles, 0, edition->singles - 1);
        bonus->lost = read_number(reader, 0, edition->lost_kinds - 1);
    }
    for (int i = 0; i < edition->singles && !reader->bad; i++) {
        Placement *placements;
        singles[i].placements = read_number(reader, 0, MAX_ZONES);
        placements = make_room(reader, singles[i].placements, sizeof *placements);
        for (int j = 0; j < singles[i].placements && !reader->bad; j++) {
            Placement *placement = &placements[j];
            placement->zone = read_number(reader, 0, edition->zones - 1);
            placement->how = read_number(reader, ANY_OPEN_CELL, ONE_MORE);
            placement->added_die = read_number(reader, -1, edition->dice - 1);
            placement->count = read_number(reader, placement->how == WITH_NUMBER_AS_PRINTED, MAX_VALUE);
            placement->values = read_numbers(reader, placement->count, 1, MAX_VALUE);
            placement->cells = read_mask(reader, MAX_CELLS);
        }
        singles[i].placement = placements;
    }
    edition->bonus = bonuses;
    edition->single = singles;
}

static void read_tracks(Reader *reader) {
    Edition *edition = reader->edition;
    for (int i = 0; i < edition->tracks; i++) {
        Track *track = &edition->track[i];
        track->kind = read_number(reader, 0, SLOT_KINDS - 1);
        track->slots = read_number(reader, 0, MAX_SLOTS);
        for (int slot = 0; slot < track->slots; slot++) track->printed[slot] = read_number(reader, 0, 7);
        track->end = read_number(reader, -1, edition->bonuses - 1);
        track->lost = read_number(reader, 0, edition->lost_kinds - 1);
        if (!reader->bad) edition->kind_track[track->kind][edition->kind_tracks[track->kind]++] = i;
    }
    edition->has_changes = edition->kind_tracks[JOKER_SLOT] || edition->kind_tracks[POLISH_SLOT];
}

static void read_edition(Reader *reader) {
    Edition *edition = reader->edition;
    read_number(reader, TABLES_VERSION, TABLES_VERSION);
    edition->dice = read_number(reader, 1, MAX_DICE);
    edition->throws = read_number(reader, 1, MAX_DICE);
    edition->zones = read_number(reader, 1, MAX_ZONES);
    edition->tracks = read_number(reader, 0, MAX_TRACKS);
    edition->bonuses = read_number(reader, 0, MAX_PENDING);
    edition->singles = read_number(reader, 0, MAX_PENDING);
    edition->scoring = read_number(reader, 0, MAX_SCORING);
    edition->lost_kinds = read_number(reader, 2, MAX_LOST);
    edition->lost_throw = read_number(reader, 0, edition->lost_kinds - 1);
    edition->lost_platter = read_number(reader, 0, edition->lost_kinds - 1);
    edition->may_pass_active = read_flag(reader);
    edition->may_pass_passive = read_flag(reader);
    edition->dice_leave = read_flag(reader);
    edition->with_actions = read_flag(reader);
    edition->printed_order = read_flag(reader);
    edition->several_returns = read_flag(reader);
    edition->equal_at_random = read_flag(reader);
    edition->last_sweep = read_flag(reader);
    edition->tinted_bonus = read_flag(reader);
    edition->extra_die_matches = read_flag(reader);
    edition->solo_platter = read_number(reader, 1, edition->dice);
    edition->solo_others = read_number(reader, 0, 2);
    edition->most_pending = read_number(reader, 0, MAX_PENDING);
    for (int players = 1; players <= MAX_PLAYERS; players++)
        edition->rounds[players] = read_number(reader, 0, MAX_ROUNDS);
    for (int i = 0; i < MAX_ROUNDS; i++) edition->round_bonus[i] = read_number(reader, -1, edition->bonuses - 1);
    for (int i = 0; i < edition->scoring; i++) {
        edition->follows_lowest[i] = read_flag(reader);
        edition->scoring_points[i] = read_number(reader, -100000, 100000);
        edition->has_least[i] = read_flag(reader);
        edition->least[i] = read_number(reader, -100000, 100000);
    }
    for (int die = 0; die < edition->dice; die++) {
        edition->uses[die] = read_number(reader, 0, edition->zones);
        for (int i = 0; i < edition->uses[die]; i++) {
            Use *use = &edition->use[die][i];
            use->zone = read_number(reader, 0, edition->zones - 1);
            use->partner = read_number(reader, -1, edition->dice - 1);
            use->platter = read_flag(reader);
            use->by_place = read_flag(reader);
        }
    }
    read_tracks(reader);
    read_bonuses(reader);
    for (int i = 0; i < edition->zones && !reader->bad; i++) read_zone(reader, &edition->zone[i]);
    for (int i = 0; i < edition->singles && !reader->bad; i++)
        for (int j = 0; j < edition->single[i].placements; j++) {
            const Placement *placement = &edition->single[i].placement[j];
            if (placement->how == WITH_NUMBER_AS_PRINTED &&
                placement->values[0] > edition->zone[placement->zone].numbers)
                reader->bad = 1;
        }
    if (reader->at != reader->end) reader->bad = 1;
}
