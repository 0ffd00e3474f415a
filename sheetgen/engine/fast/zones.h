/* One zone: which cells are open, what fits, what a mark earns and what the zone is worth; see engine/zones.py. */

static void find_open(const Zone *zone, ZoneState *now) {
    uint64_t left = zone->marks_again ? ~now->closed : ~now->marked;
    if (zone->cells < MAX_CELLS) left &= BIT(zone->cells) - 1;
    now->open = 0;
    for (; left; left &= left - 1) {
        int cell = lowest_bit(left);
        if (!(zone->needs[cell] & ~now->marked) && !(zone->blocks[cell] & now->marked)) now->open |= BIT(cell);
    }
}

static void set_state(const Zone *zone, ZoneState *now, int cell, int state) {
    now->state[cell] = (int16_t)state;
    if (state != OPEN)
        now->marked |= BIT(cell);
    else
        now->marked &= ~BIT(cell);
    if (state < OPEN || state >= zone->stages)
        now->closed |= BIT(cell);
    else
        now->closed &= ~BIT(cell);
}

static void start_zone(const Zone *zone, ZoneState *now) {
    memset(now, 0, sizeof *now);
    for (int cell = 0; cell < zone->cells; cell++) set_state(zone, now, cell, zone->start[cell]);
    find_open(zone, now);
}

static int neighbour_of(const Zone *zone, const ZoneState *now, int cell) {
    uint64_t marked = zone->before[cell] & now->marked;
    return marked ? highest_bit(marked) : -1;
}

static int fits(const Zone *zone, const ZoneState *now, int cell, int number) {
    int before, neighbour;
    if (zone->comparison[cell] < 0) return 1;
    neighbour = neighbour_of(zone, now, cell);
    before = neighbour >= 0 && now->state[neighbour] > 0 ? now->state[neighbour] : 0;
    return zone->fits[(zone->comparison[cell] * (zone->numbers + 1) + before) * (zone->numbers + 1) + number];
}

/* Push a move for every way to enter a value in one of `cells`; `like` has the fields that the moves share. */
static void push_options_in(Game *game, int zone_index, const ZoneState *now, int value, uint64_t cells, Move like) {
    const Zone *zone = &game->edition->zone[zone_index];
    if (value > zone->values) { /* the compiler has not foreseen it: report it rather than lose a move */
        game->status = BAD_TABLES;
        return;
    }
    cells &= zone->takes[value];
    like.zone = (int8_t)zone_index;
    for (; cells; cells &= cells - 1) {
        int cell = lowest_bit(cells), at = cell * (zone->values + 1) + value;
        const Option *option = &zone->options[at * WAYS];
        for (int way = 0; way < zone->ways[at]; way++, option++) {
            if (!fits(zone, now, cell, option->written)) continue;
            like.cell = (int8_t)cell;
            like.value = option->shown;
            like.badge = (int8_t)option->badge;
            if (!push_move(game, like)) return;
        }
    }
}

/* The same in all cells that are open for a die that is used from a place. */
static void push_options(Game *game, int zone, const ZoneState *now, int value, int place, Move like) {
    push_options_in(game, zone, now, value, now->open & game->edition->zone[zone].places[place - FIRST_PLACE], like);
}

static int is_earned(const Zone *zone, const ZoneState *now, const Trigger *trigger, int value, int badge) {
    if ((trigger->single_cell && !badge) || value < trigger->only_from) return 0;
    return !(trigger->needs & ~(zone->stage > 1 ? now->closed | zone->printed : now->marked));
}

/* Mark a cell; `earned` gets the bonuses, of which the number is returned. */
static int mark_zone(const Zone *zone, ZoneState *now, int cell, int value, int badge, int *earned) {
    int neighbour = neighbour_of(zone, now, cell), count = 0;
    if (zone->stages > 1) {
        set_state(zone, now, cell, now->state[cell] + 1);
    } else {
        set_state(zone, now, cell, zone->keeps_values ? value : 1);
        if (zone->keeps_values && neighbour >= 0 && now->state[neighbour] > OPEN && !(zone->printed & BIT(neighbour)))
            set_state(zone, now, neighbour, FILLED);
    }
    if (zone->writes) {
        now->number[cell] = (int16_t)value;
        if (badge)
            now->with_badge |= BIT(cell);
        else
            now->with_badge &= ~BIT(cell);
    }
    find_open(zone, now);
    if (zone->stages > 1 && now->state[cell] != zone->stage) return 0;
    for (int i = zone->first_trigger[cell]; i < zone->first_trigger[cell + 1]; i++) {
        const Trigger *trigger = &zone->trigger[zone->trigger_of_cell[i]];
        if (is_earned(zone, now, trigger, value, badge)) earned[count++] = trigger->bonus;
    }
    return count;
}

/* Points */

static int content_of(const Zone *zone, const ZoneState *now, int cell) {
    if (zone->writes) return now->number[cell];
    return now->state[cell] > 0 ? now->state[cell] : 0;
}

static uint64_t counted_cells(const Zone *zone, const ZoneState *now) {
    uint64_t cells = now->marked & ~zone->printed, counted = 0;
    for (; cells; cells &= cells - 1) {
        int cell = lowest_bit(cells), content = content_of(zone, now, cell);
        if (zone->writes ? content : content >= zone->stages) counted |= BIT(cell);
    }
    return counted;
}

static int part_points(const Zone *zone, const ZoneState *now, const Points *part, uint64_t counted) {
    const int32_t *data = part->data;
    int points = 0;
    uint64_t cells = counted;
    switch (part->function) {
    case SUM: /* weights of the cells */
        for (; cells; cells &= cells - 1) {
            int cell = lowest_bit(cells);
            points += data[cell] * content_of(zone, now, cell);
        }
        break;
    case COUNT: { /* groups of the cells, then a ladder */
        int marks[MAX_CELLS] = {0};
        for (; cells; cells &= cells - 1) marks[data[lowest_bit(cells)]]++;
        for (int group = 0; group < part->count; group++)
            if (marks[group]) points += data[zone->cells + marks[group] - 1];
        break;
    }
    case LINES: /* cells of each line, and its points */
        for (int line = 0; line < part->count; line++)
            if (!(part->lines[line] & ~counted)) points += data[line];
        break;
    case LAST: { /* points of the cells, of which the last one filled counts */
        int last = -1;
        for (; cells; cells &= cells - 1) {
            int cell = lowest_bit(cells);
            if (last < 0 || zone->rank[cell] > zone->rank[last]) last = cell;
        }
        points = last < 0 ? 0 : data[last];
        break;
    }
    case ENDS: { /* points of the cells; `other` is the middle */
        uint64_t all = counted | BIT(part->other);
        points = data[lowest_bit(all)] + data[highest_bit(all)];
        break;
    }
    case PAIRS: /* differences of cells 0 and 1, 2 and 3, and so on */
        for (int cell = 0; cell + 1 < zone->cells; cell += 2) {
            int first = content_of(zone, now, cell), second = content_of(zone, now, cell + 1);
            if (first && second) points += first - second;
        }
        break;
    case EACH: /* limits: at least, limit, points */
        for (; cells; cells &= cells - 1) {
            int content = content_of(zone, now, lowest_bit(cells)), best = 0, found = 0;
            for (int i = 0; i < part->count; i++) {
                const int32_t *limit = &data[3 * i];
                if (limit[0] ? content >= limit[1] : content <= limit[1]) {
                    if (!found || limit[2] > best) best = limit[2];
                    found = 1;
                }
            }
            points += best;
        }
        break;
    }
    return points;
}

static int zone_points(const Zone *zone, const ZoneState *now) {
    uint64_t counted = counted_cells(zone, now);
    int points = 0;
    for (int i = 0; i < zone->parts; i++) points += part_points(zone, now, &zone->part[i], counted);
    return points;
}
