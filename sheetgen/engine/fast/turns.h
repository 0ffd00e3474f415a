/* The course of a turn: actions, legal moves, steps and the effects of moves; see engine/turns.py. */

/* Actions */

static int has_free(const Game *game, const Sheet *sheet, int kind) {
    const Edition *edition = game->edition;
    for (int i = 0; i < edition->kind_tracks[kind]; i++) {
        int track = edition->kind_track[kind][i];
        if (count_bits(sheet->used[track]) < sheet->unlocked[track]) return 1;
    }
    return 0;
}

static int free_slots(const Game *game, const Sheet *sheet, int kind) {
    const Edition *edition = game->edition;
    int count = 0;
    for (int i = 0; i < edition->kind_tracks[kind]; i++) {
        int track = edition->kind_track[kind][i];
        for (int slot = 0; slot < sheet->unlocked[track]; slot++) count += !(sheet->used[track] >> slot & 1);
    }
    return count;
}

static void use_slot(Game *game, Sheet *sheet, int kind) {
    const Edition *edition = game->edition;
    for (int i = 0; i < edition->kind_tracks[kind]; i++) {
        int track = edition->kind_track[kind][i];
        for (int slot = 0; slot < sheet->unlocked[track]; slot++)
            if (!(sheet->used[track] >> slot & 1)) {
                sheet->used[track] |= (uint32_t)1 << slot;
                return;
            }
    }
}

static void use_changes(Game *game, Sheet *sheet, const Move *move) {
    if (move->joker) sheet->used[game->edition->kind_track[JOKER_SLOT][0]] |= (uint32_t)1 << (move->joker - 1);
    for (int i = abs(move->polish) + abs(move->partner); i; i--) use_slot(game, sheet, POLISH_SLOT);
}

static void earn(Game *game, Sheet *sheet, int bonus);

static void unlock(Game *game, Sheet *sheet, int index) {
    const Track *track = &game->edition->track[index];
    if (sheet->unlocked[index] == track->slots) {
        game->lost[track->lost]++;
        return;
    }
    sheet->unlocked[index]++;
    if (sheet->unlocked[index] == track->slots && track->end >= 0) earn(game, sheet, track->end);
}

static void earn(Game *game, Sheet *sheet, int index) {
    const Bonus *bonus = &game->edition->bonus[index];
    if (bonus->gives == GIVES_POINTS) {
        sheet->counts[bonus->index]++;
    } else if (bonus->gives == GIVES_ACTION && bonus->tracks == 1) {
        unlock(game, sheet, bonus->track[0]);
    } else if (sheet->pending >= game->edition->most_pending) {
        game->status = TOO_MANY_PENDING;
    } else {
        sheet->waiting[sheet->pending++] = (int16_t)index;
    }
}

static void forget_pending(Sheet *sheet, int index) {
    sheet->pending--;
    memmove(&sheet->waiting[index], &sheet->waiting[index + 1], (size_t)(sheet->pending - index) * sizeof(int16_t));
}

static void mark(Game *game, Sheet *sheet, const Move *move) {
    const Zone *zone = &game->edition->zone[move->zone];
    int earned[MAX_PENDING],
        count = mark_zone(zone, &sheet->zone[move->zone], move->cell, move->value, move->badge, earned);
    for (int i = 0; i < count; i++) earn(game, sheet, earned[i]);
}

/* Legal moves */

static int platter_sum(const Game *game, int die) {
    int sum = 0;
    for (int other = 0; other < game->edition->dice; other++)
        if (game->places[other] == ON_PLATTER && other != die) sum += game->faces[other];
    return sum;
}

static int place_for_cells(const Game *game, int die, int kind, const Use *use) {
    if (!use->by_place) return PLATTER;
    if (kind == M_EXTRA) return game->places[die];
    return is_active(game) ? game->throw_ : PLATTER;
}

static Move die_move(int kind, int die) {
    Move move = {0};
    move.kind = (int8_t)kind;
    move.die = (int8_t)die;
    move.what = move.left = -1;
    return move;
}

static int added_to(const Game *game, int die, const Use *use) {
    if (use->partner >= 0) return game->faces[use->partner];
    return use->platter ? platter_sum(game, die) : 0;
}

static void push_die_moves(Game *game, Sheet *sheet, int kind, uint32_t dice) {
    const Edition *edition = game->edition;
    for (int die = 0; die < edition->dice; die++) {
        if (!(dice >> die & 1)) continue;
        for (int i = 0; i < edition->uses[die]; i++) {
            const Use *use = &edition->use[die][i];
            int value = game->faces[die] + added_to(game, die, use);
            push_options(game, use->zone, &sheet->zone[use->zone], value, place_for_cells(game, die, kind, use),
                         die_move(kind, die));
        }
    }
}

typedef struct {
    int slot, printed;
} Joker;

static int free_jokers(const Game *game, const Sheet *sheet, Joker *jokers) {
    const Edition *edition = game->edition;
    int count = 0;
    for (int i = 0; i < edition->kind_tracks[JOKER_SLOT]; i++) {
        int track = edition->kind_track[JOKER_SLOT][i];
        for (int slot = 0; slot < sheet->unlocked[track]; slot++) {
            int printed = edition->track[track].printed[slot], seen = sheet->used[track] >> slot & 1;
            for (int j = 0; j < count && !seen; j++) seen = jokers[j].printed == printed;
            if (!seen) {
                jokers[count].slot = slot + 1;
                jokers[count++].printed = printed;
            }
        }
    }
    return count;
}

static int is_face(int face) { return face >= 1 && face <= 6; }

/* The moves of one use of a die whose number is changed; `most` and `partner_most` are the most that polish changes. */
static void push_polished(Game *game, Sheet *sheet, const Use *use, Move like, int face, int any_face, int polish,
                          int most, int partner_most) {
    int place = place_for_cells(game, like.die, like.kind, use);
    if (any_face) most = 0;
    for (int delta = -most; delta <= most; delta++)
        for (int partner = -partner_most; partner <= partner_most; partner++) {
            int spent = abs(delta) + abs(partner), value = face + delta;
            if (spent > polish || !(like.joker || spent) || !is_face(value)) continue;
            if (use->partner >= 0 && !is_face(game->faces[use->partner] + partner)) continue;
            value += added_to(game, like.die, use) + partner;
            like.polish = (int8_t)delta;
            like.partner = (int8_t)partner;
            push_options(game, use->zone, &sheet->zone[use->zone], value, place, like);
        }
}

static void push_changed_die_moves(Game *game, Sheet *sheet, int kind, uint32_t dice) {
    const Edition *edition = game->edition;
    Joker jokers[8];
    int polish = free_slots(game, sheet, POLISH_SLOT), count = free_jokers(game, sheet, jokers);
    if (!polish && !count) return;
    for (int die = 0; die < edition->dice; die++) {
        int most = game->places[die] == ON_PLATTER ? polish : 0;
        if (!(dice >> die & 1)) continue;
        for (int i = 0; i < edition->uses[die]; i++) {
            const Use *use = &edition->use[die][i];
            int partner_most = use->partner >= 0 && game->places[use->partner] == ON_PLATTER ? polish : 0,
                first = game->count;
            Move like = die_move(kind, die);
            push_polished(game, sheet, use, like, game->faces[die], 0, polish, most, partner_most);
            for (int j = 0; j < count; j++) {
                int any_face = !is_face(jokers[j].printed);
                like.joker = (int8_t)jokers[j].slot;
                for (int face = any_face ? 1 : jokers[j].printed; face <= (any_face ? 6 : jokers[j].printed); face++)
                    if (face != game->faces[die])
                        push_polished(game, sheet, use, like, face, any_face, polish, most, partner_most);
            }
            drop_repeated(game, first);
        }
    }
}

static uint32_t dice_at(const Game *game, int place) {
    uint32_t dice = 0;
    for (int die = 0; die < game->edition->dice; die++)
        if (game->places[die] == place) dice |= (uint32_t)1 << die;
    return dice;
}

static void push_all_die_moves(Game *game, Sheet *sheet, int kind, uint32_t dice) {
    push_die_moves(game, sheet, kind, dice);
    if (game->edition->has_changes) push_changed_die_moves(game, sheet, kind, dice);
}

static void push_take_moves(Game *game) {
    Sheet *sheet = actor_sheet(game);
    push_all_die_moves(game, sheet, M_TAKE, dice_at(game, POOL));
    if (!game->count || game->edition->may_pass_active) push_plain(game, M_PASS, -1);
    if (has_free(game, sheet, REROLL_SLOT)) push_plain(game, M_REROLL, -1);
}

static void push_passive_moves(Game *game) {
    Sheet *sheet = actor_sheet(game);
    uint32_t platter = dice_at(game, ON_PLATTER), slots = 0;
    int usable;
    push_die_moves(game, sheet, M_TAKE, platter);
    usable = game->count;
    push_changed_die_moves(game, sheet, M_TAKE, platter);
    if (game->edition->with_actions) usable = game->count;
    if (!usable) {
        for (int die = 0; die < game->edition->dice; die++)
            if (game->places[die] > 0) slots |= (uint32_t)1 << die;
        push_all_die_moves(game, sheet, M_TAKE, slots);
    }
    if (game->count && (!usable || game->edition->may_pass_passive)) push_plain(game, M_PASS, -1);
}

static void push_extra_die_moves(Game *game) {
    Sheet *sheet = actor_sheet(game);
    if (!has_free(game, sheet, EXTRA_SLOT)) return;
    push_all_die_moves(game, sheet, M_EXTRA, ~(uint32_t)sheet->extras & (((uint32_t)1 << game->edition->dice) - 1));
    if (game->count) push_plain(game, M_DONE, -1);
}

static void push_extra_mark_moves(Game *game) {
    const Zone *zone = &game->edition->zone[game->extra_marks_zone];
    const ZoneState *now = &actor_sheet(game)->zone[game->extra_marks_zone];
    for (int i = 0; i < game->extra_marks; i++) {
        int die = game->left[i].die, row = die < 0 ? -1 : zone->row_of_die[die], kept = game->count;
        Move like = die_move(M_ALSO, die);
        like.left = (int16_t)i;
        push_options(game, game->extra_marks_zone, now, game->left[i].number, PLATTER, like);
        for (int j = kept; j < game->count; j++)
            if (row < 0 || zone->row[game->moves[j].cell] == row) game->moves[kept++] = game->moves[j];
        game->count = kept;
    }
    drop_repeated(game, 0);
    if (game->count) push_plain(game, M_DONE, -1);
}

static void push_placement(Game *game, const ZoneState *now, const Placement *placement, int what) {
    const Edition *edition = game->edition;
    const Zone *zone = &edition->zone[placement->zone];
    int place = edition->tinted_bonus ? PLATTER : ANYWHERE, first = game->count;
    uint64_t cells = now->open & zone->places[place - FIRST_PLACE];
    Move like = die_move(M_PLACE, -1);
    like.what = (int16_t)what;
    like.zone = (int8_t)placement->zone;
    like.badge = 1;
    if (placement->how == WITH_VALUES) {
        int added = placement->added_die >= 0 ? game->faces[placement->added_die] : 0;
        for (int i = 0; i < placement->count; i++)
            push_options(game, placement->zone, now, placement->values[i] + added, place, like);
        if (placement->count > 1) drop_repeated(game, first);
    } else if (placement->how == ONE_MORE) {
        uint64_t open = now->open & zone->places[ANYWHERE - FIRST_PLACE];
        for (; open; open &= open - 1) {
            int cell = lowest_bit(open), neighbour = neighbour_of(zone, now, cell);
            int before = neighbour >= 0 && now->state[neighbour] > 0 ? now->state[neighbour] : 0;
            push_options_in(game, placement->zone, now, before + 1, cells & BIT(cell), like);
        }
    } else {
        if (placement->how == WITH_NUMBER_AS_PRINTED) cells &= placement->cells;
        for (; cells; cells &= cells - 1) {
            int cell = lowest_bit(cells);
            like.cell = (int8_t)cell;
            like.value = placement->how == ANY_OPEN_CELL ? zone->number[cell] : (int16_t)placement->values[0];
            if (placement->how == ANY_OPEN_CELL || fits(zone, now, cell, like.value)) push_move(game, like);
        }
    }
}

static void push_placements(Game *game, const Sheet *sheet, int index) {
    const Bonus *bonus = &game->edition->bonus[index];
    for (int i = 0; i < bonus->singles; i++) {
        const Single *single = &game->edition->single[bonus->single[i]];
        for (int j = 0; j < single->placements; j++)
            push_placement(game, &sheet->zone[single->placement[j].zone], &single->placement[j], bonus->single[i]);
    }
}

/* Offer to unlock a slot; a list of the same kind in another group would be the same move. */
static void push_unlock(Game *game, int track) {
    const Track *tracks = game->edition->track;
    for (int i = 0; i < game->count; i++)
        if (game->moves[i].kind == M_UNLOCK && tracks[game->moves[i].what].kind == tracks[track].kind) return;
    push_plain(game, M_UNLOCK, -1);
    if (!game->status) game->moves[game->count - 1].what = (int16_t)track;
}

static void push_bonus_moves(Game *game) {
    const Edition *edition = game->edition;
    Sheet *sheet = actor_sheet(game);
    int waiting = edition->printed_order ? 1 : sheet->pending, different = 0;
    for (int i = 0; i < waiting; i++) {
        const Bonus *bonus = &edition->bonus[sheet->waiting[i]];
        int seen = 0;
        for (int j = 0; j < i && !seen; j++) seen = sheet->waiting[j] == sheet->waiting[i];
        if (seen) continue;
        different++;
        if (bonus->gives == GIVES_ACTION) {
            for (int j = 0; j < bonus->tracks; j++)
                if (sheet->unlocked[bonus->track[j]] < edition->track[bonus->track[j]].slots)
                    push_unlock(game, bonus->track[j]);
        } else {
            push_placements(game, sheet, sheet->waiting[i]);
        }
    }
    if (different > 1) drop_repeated(game, 0);
}

/* Steps: what happens in a phase without a decision */

static void send_to_platter(Game *game, uint32_t dice) {
    for (int die = 0; die < game->edition->dice; die++)
        if (dice >> die & 1) game->places[die] = ON_PLATTER;
}

static void take_round_bonus(Game *game) {
    int bonus = game->round <= MAX_ROUNDS ? game->edition->round_bonus[game->round - 1] : -1;
    if (bonus >= 0) earn(game, actor_sheet(game), bonus);
}

static void start_round(Game *game) {
    game->phase = ROUND;
    game->actor = 0;
    take_round_bonus(game);
}

static void all_to_pool(Game *game) {
    for (int die = 0; die < game->edition->dice; die++) game->places[die] = POOL;
}

static void start_turn(Game *game) {
    game->actor = game->active;
    game->solo_passive = 0;
    all_to_pool(game);
    game->throw_ = 1;
    game->phase = BEFORE_THROW;
    for (int i = 0; i < game->players; i++) game->sheet[i].extras = 0;
}

static void round_step(Game *game) {
    if (game->actor + 1 < game->players) {
        game->actor++;
        take_round_bonus(game);
    } else {
        start_turn(game);
    }
}

static void end_turn_step(Game *game) {
    int last_turn = game->active + 1 == game->players;
    if (last_turn && game->round == game->rounds) {
        game->actor = game->active;
        game->phase = FINAL;
    } else if (last_turn) {
        game->round++;
        game->active = 0;
        start_round(game);
    } else {
        game->active++;
        start_turn(game);
    }
}

static void keep_snapshot(Game *game); /* see training.h */

/* Throw the dice of the pool; 0 if a look ahead ends here. */
static int throw_dice(Game *game) {
    if (game->thinking) {
        game->stopped = 1;
        return 0;
    }
    if (game->trainer) keep_snapshot(game);
    for (int die = 0; die < game->edition->dice; die++)
        if (game->places[die] == POOL) game->faces[die] = next_below(&game->dice, 6) + 1;
    return 1;
}

static void throw_or_end(Game *game) {
    if (dice_at(game, POOL)) {
        if (!throw_dice(game)) return;
        game->phase = TAKE;
    } else {
        game->phase = END_ACTIVE;
    }
    game->returned = 0;
}

static void before_throw_step(Game *game) {
    int allowed = !game->returned || game->edition->several_returns;
    uint32_t platter = dice_at(game, ON_PLATTER);
    if (allowed && platter && has_free(game, actor_sheet(game), RETURN_SLOT)) {
        for (int die = 0; die < game->edition->dice; die++)
            if (platter >> die & 1) push_plain(game, M_RETURN, die);
        push_plain(game, dice_at(game, POOL) ? M_THROW : M_DONE, -1);
    } else {
        throw_or_end(game);
    }
}

static void next_throw(Game *game) {
    game->throw_++;
    game->phase = game->throw_ <= game->edition->throws ? BEFORE_THROW : END_ACTIVE;
}

static void lose_throw(Game *game) {
    game->lost[game->edition->lost_throw]++;
    if (game->edition->dice_leave) send_to_platter(game, dice_at(game, POOL));
    next_throw(game);
}

static void take_step(Game *game) {
    push_take_moves(game);
    if (game->count == 1 && game->moves[0].kind == M_PASS) {
        game->count = 0;
        lose_throw(game);
    }
}

static void add_further_mark(Game *game, int code) {
    if (code == NO_MARK) return;
    game->left[game->extra_marks].die = code / DIE_STEP - 1;
    game->left[game->extra_marks++].number = code % DIE_STEP;
}

static void send_step(Game *game) {
    const Edition *edition = game->edition;
    uint32_t pool = dice_at(game, POOL), lower = 0, swept;
    for (int die = 0; die < edition->dice; die++)
        if (pool >> die & 1 && game->faces[die] < game->taken_face) lower |= (uint32_t)1 << die;
    send_to_platter(game, lower);
    swept = game->throw_ == edition->throws && edition->last_sweep ? pool : lower;
    if (game->sweeping_zone >= 0 && swept) {
        game->extra_marks_zone = game->sweeping_zone;
        game->extra_marks = 0;
        for (int die = 0; die < edition->dice; die++)
            if (swept >> die & 1)
                add_further_mark(game, edition->zone[game->sweeping_zone].leaving[die][game->faces[die]]);
    }
    next_throw(game);
}

static void after_extra(Game *game) {
    int following = (game->actor + 1) % game->players;
    if (game->phase == FINAL) {
        game->phase = OVER;
    } else if (game->players == 1) {
        game->phase = game->solo_passive ? END_TURN : SOLO;
    } else if (following == game->active) {
        game->phase = END_TURN;
    } else {
        game->actor = following;
        game->phase = PASSIVE;
    }
}

static void extra_step(Game *game) {
    push_extra_die_moves(game);
    if (!game->count) after_extra(game);
}

static void passive_step(Game *game) {
    push_passive_moves(game);
    if (!game->count) {
        game->lost[game->edition->lost_platter]++;
        game->phase = EXTRA;
    }
}

static void ask_order(Game *game) {
    int left[MAX_DICE], count = game->ordered;
    memcpy(left, game->order, sizeof left);
    for (int i = 0; i < game->ordered; i++) {
        int drawn = next_below(&game->dice, count);
        game->order[i] = left[drawn];
        count--;
        memmove(&left[drawn], &left[drawn + 1], (size_t)(count - drawn) * sizeof *left);
    }
}

static void solo_throw_step(Game *game) {
    if (!throw_dice(game)) return;
    game->ordered = game->edition->dice;
    for (int die = 0; die < game->ordered; die++) game->order[die] = die;
    if (game->edition->equal_at_random) ask_order(game);
    game->phase = EQUALS;
}

static void place_other_dice(Game *game) {
    enum { NOWHERE, ON_SLOTS, NEAREST_ON_TOP };
    const Edition *edition = game->edition;
    int kept = 0;
    for (int i = 0; i < game->ordered; i++)
        if (game->places[game->order[i]] == POOL) game->order[kept++] = game->order[i];
    game->ordered = kept;
    if (edition->solo_others == NEAREST_ON_TOP && !edition->equal_at_random) ask_order(game);
    for (int i = 0; i < kept; i++) game->places[game->order[i]] = edition->solo_others == NOWHERE ? BESIDE : i + 1;
}

static void equals_step(Game *game) {
    const Edition *edition = game->edition;
    int left = edition->solo_platter - count_bits(dice_at(game, ON_PLATTER));
    if (left > 0) {
        uint32_t pool = dice_at(game, POOL), sure = 0, tied = 0;
        int limit = 0, count = 0; /* the face of the die that takes the last place */
        while (count < left && limit < 6) {
            limit++;
            count = 0;
            for (int die = 0; die < edition->dice; die++) count += (pool >> die & 1) && game->faces[die] <= limit;
        }
        for (int die = 0; die < edition->dice; die++) {
            if (!(pool >> die & 1)) continue;
            if (game->faces[die] < limit) sure |= (uint32_t)1 << die;
            if (game->faces[die] == limit) tied |= (uint32_t)1 << die;
        }
        send_to_platter(game, sure);
        left -= count_bits(sure);
        if (left == count_bits(tied)) {
            send_to_platter(game, tied);
        } else if (edition->equal_at_random) {
            for (int i = 0; i < game->ordered && left; i++)
                if (tied >> game->order[i] & 1) {
                    game->places[game->order[i]] = ON_PLATTER;
                    left--;
                }
        } else {
            for (int die = 0; die < edition->dice; die++)
                if (tied >> die & 1) push_plain(game, M_NEAREST, die);
            return;
        }
    }
    place_other_dice(game);
    game->phase = PASSIVE;
}

static void step(Game *game) {
    switch (game->phase) {
    case ROUND: round_step(game); break;
    case BEFORE_THROW: before_throw_step(game); break;
    case TAKE: take_step(game); break;
    case SEND: send_step(game); break;
    case END_ACTIVE:
        send_to_platter(game, dice_at(game, POOL));
        game->phase = EXTRA;
        break;
    case EXTRA: extra_step(game); break;
    case SOLO:
        game->solo_passive = 1;
        game->sheet[0].extras = 0;
        all_to_pool(game);
        game->phase = SOLO_THROW;
        break;
    case SOLO_THROW: solo_throw_step(game); break;
    case EQUALS: equals_step(game); break;
    case PASSIVE: passive_step(game); break;
    case END_TURN: end_turn_step(game); break;
    case FINAL:
        if (game->players > 1)
            extra_step(game);
        else
            game->phase = OVER;
        break;
    }
}

static void lose_bonuses(Game *game, Sheet *sheet) {
    int lost = game->edition->printed_order ? 1 : sheet->pending;
    for (int i = 0; i < lost; i++) game->lost[game->edition->bonus[sheet->waiting[i]].lost]++;
    while (lost--) forget_pending(sheet, 0);
}

/* Run the steps that need no decision, up to the next decision or the end. */
static void advance(Game *game) {
    game->count = 0;
    while (!game->count && !game->status && !game->stopped) {
        Sheet *sheet = actor_sheet(game);
        if (sheet->pending) {
            push_bonus_moves(game);
            if (!game->count) lose_bonuses(game, sheet);
        } else if (game->extra_marks) {
            push_extra_mark_moves(game);
            if (!game->count) game->extra_marks = 0;
        } else if (game->phase == OVER) {
            return;
        } else {
            step(game);
        }
    }
}

/* Moves */

static void set_extra_marks(Game *game, int die, const Move *move, int on_slots) {
    const Edition *edition = game->edition;
    const Zone *zone = &edition->zone[move->zone];
    game->extra_marks_zone = move->zone;
    game->extra_marks = 0;
    for (int other = 0; other < edition->dice; other++)
        if (other != die && (on_slots ? game->places[other] > 0 : game->places[other] == ON_PLATTER))
            add_further_mark(game, zone->at_once[(move->value * edition->dice + other) * 7 + game->faces[other]]);
}

static void play_take(Game *game, Sheet *sheet, const Move *move) {
    const Zone *zone = &game->edition->zone[move->zone];
    use_changes(game, sheet, move);
    if (game->phase == TAKE) {
        game->places[move->die] = game->throw_;
        game->taken_face = game->faces[move->die];
        game->sweeping_zone = zone->has_extra_marks ? move->zone : -1;
        game->phase = SEND;
    } else {
        game->phase = EXTRA;
    }
    mark(game, sheet, move);
    if (zone->has_extra_marks) set_extra_marks(game, move->die, move, game->places[move->die] > 0 && is_active(game));
}

static void play_extra(Game *game, Sheet *sheet, const Move *move) {
    use_slot(game, sheet, EXTRA_SLOT);
    use_changes(game, sheet, move);
    sheet->extras |= 1 << move->die;
    mark(game, sheet, move);
    if (game->edition->zone[move->zone].has_extra_marks && game->edition->extra_die_matches)
        set_extra_marks(game, move->die, move, game->places[move->die] > 0);
}

static void play_place(Game *game, Sheet *sheet, const Move *move) {
    const Edition *edition = game->edition;
    int used = -1;
    for (int i = 0; i < sheet->pending; i++) {
        const Bonus *bonus = &edition->bonus[sheet->waiting[i]];
        int fits = 0;
        for (int j = 0; j < bonus->singles; j++) fits |= bonus->single[j] == move->what;
        if (!fits || (used >= 0 && edition->printed_order)) continue;
        if (used < 0 || bonus->singles < edition->bonus[sheet->waiting[used]].singles) used = i;
    }
    if (used >= 0) forget_pending(sheet, used);
    mark(game, sheet, move);
}

static void play_also(Game *game, Sheet *sheet, const Move *move) {
    game->extra_marks--;
    memmove(&game->left[move->left], &game->left[move->left + 1],
            (size_t)(game->extra_marks - move->left) * sizeof *game->left);
    mark(game, sheet, move);
}

static void play_unlock(Game *game, Sheet *sheet, const Move *move) {
    const Edition *edition = game->edition;
    for (int i = 0; i < sheet->pending; i++) {
        const Bonus *bonus = &edition->bonus[sheet->waiting[i]];
        if (bonus->gives != GIVES_ACTION) continue;
        for (int j = 0; j < bonus->tracks; j++)
            if (edition->track[bonus->track[j]].kind == edition->track[move->what].kind &&
                sheet->unlocked[bonus->track[j]] < edition->track[bonus->track[j]].slots) {
                forget_pending(sheet, i);
                unlock(game, sheet, bonus->track[j]);
                return;
            }
    }
}

static void play_done(Game *game) {
    if (game->extra_marks)
        game->extra_marks = 0;
    else if (game->phase == BEFORE_THROW)
        game->phase = END_ACTIVE;
    else
        after_extra(game);
}

static void play_pass(Game *game) {
    if (game->phase == TAKE) {
        lose_throw(game);
    } else {
        game->lost[game->edition->lost_platter]++;
        game->phase = EXTRA;
    }
}

static void play(Game *game, Move move) {
    Sheet *sheet = actor_sheet(game);
    game->moves_played++;
    game->chain = move.kind == M_PLACE ? game->chain + 1 : 0;
    if (game->chain > game->longest_chain) game->longest_chain = game->chain;
    switch (move.kind) {
    case M_TAKE: play_take(game, sheet, &move); break;
    case M_EXTRA: play_extra(game, sheet, &move); break;
    case M_PLACE: play_place(game, sheet, &move); break;
    case M_ALSO: play_also(game, sheet, &move); break;
    case M_UNLOCK: play_unlock(game, sheet, &move); break;
    case M_REROLL:
        use_slot(game, sheet, REROLL_SLOT);
        throw_dice(game);
        break;
    case M_RETURN:
        use_slot(game, sheet, RETURN_SLOT);
        game->places[move.die] = POOL;
        game->returned = 1;
        break;
    case M_THROW: throw_or_end(game); break;
    case M_PASS: play_pass(game); break;
    case M_DONE: play_done(game); break;
    case M_NEAREST: game->places[move.die] = ON_PLATTER; break;
    }
    advance(game);
}

/* Start a game with its generators: that of the dice, and that of other choices by chance. */
static void start(Game *game, const Edition *edition, int players, const Generator *generators) {
    memset(game, 0, offsetof(Game, dice));
    game->edition = edition;
    game->players = players;
    game->rounds = edition->rounds[players];
    game->round = 1;
    game->sweeping_zone = -1;
    game->dice = generators[0];
    game->chance = generators[1];
    memset(game->lost, 0, sizeof game->lost);
    game->moves_played = 0;
    game->chain = game->longest_chain = 0;
    for (int die = 0; die < edition->dice; die++) {
        game->faces[die] = 1;
        game->places[die] = ON_PLATTER;
    }
    for (int i = 0; i < players; i++) {
        Sheet *sheet = &game->sheet[i];
        for (int zone = 0; zone < edition->zones; zone++) sheet->zone[zone] = edition->zone[zone].begin;
        memset((char *)sheet + offsetof(Sheet, unlocked), 0, offsetof(Sheet, waiting) - offsetof(Sheet, unlocked));
    }
    start_round(game);
    advance(game);
}
