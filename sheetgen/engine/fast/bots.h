/* Bots: the random and the greedy player of lab/players.py; each returns the index of a legal move. */

static int choose_randomly(Game *game) {
    int count = game->count, waiving = game->moves[count - 1].kind == M_REROLL ? count - 2 : count - 1;
    if (waiving > 0 && (game->moves[waiving].kind == M_PASS || game->moves[waiving].kind == M_DONE)) {
        int chosen = next_below(&game->chance, count - 1);
        return chosen >= waiving ? chosen + 1 : chosen;
    }
    return next_below(&game->chance, count);
}

static double mark_gain(Game *game, Sheet *sheet, Move move, int depth);

static double best_gain(Game *game, Sheet *sheet, int first, int depth, int *best) {
    double most = 0.0;
    int end = game->count;
    *best = -1;
    for (int i = first; i < end; i++) {
        double gain = mark_gain(game, sheet, game->moves[i], depth);
        if (*best < 0 || gain > most) {
            most = gain;
            *best = i;
        }
    }
    return most;
}

static double badge_worth(Game *game, Sheet *sheet, int index, int depth) {
    const Bonus *bonus = &game->edition->bonus[index];
    const Worths *worths = &game->worths;
    int first = game->count, best;
    double worth;
    if (bonus->gives == GIVES_POINTS) return worths->average * worths->scoring;
    if (bonus->gives == GIVES_ACTION) return worths->average * worths->action;
    if (depth <= 0) return worths->average * worths->mark;
    push_placements(game, sheet, index);
    worth = best_gain(game, sheet, first, depth, &best);
    game->count = first;
    return worth;
}

/* What the badges that are worth the lowest zone gain, if a mark adds points to a zone. */
static double lowest_zone_gain(const Game *game, const Sheet *sheet, int zone, int points) {
    const Edition *edition = game->edition;
    int badges = 0, before = 0, after = 0;
    for (int i = 0; i < edition->scoring; i++)
        if (edition->follows_lowest[i]) badges += sheet->counts[i];
    if (!badges || !points) return 0.0;
    for (int i = 0; i < edition->zones; i++) {
        int of_zone = zone_points(&edition->zone[i], &sheet->zone[i]),
            with_mark = i == zone ? of_zone + points : of_zone;
        if (!i || of_zone < before) before = of_zone;
        if (!i || with_mark < after) after = with_mark;
    }
    return badges * (double)(after - before);
}

/* The further marks of a die that is about to be used; returns their number. */
static int further_marks(const Game *game, const Move *move, int *codes) {
    const Edition *edition = game->edition;
    const Zone *zone = &edition->zone[move->zone];
    int count = 0, is_taken = game->phase == TAKE, die = move->die;
    int on_slots = is_taken || (move->kind == M_EXTRA && game->places[die] > 0);
    if (!zone->has_extra_marks || (move->kind != M_TAKE && move->kind != M_EXTRA)) return 0;
    for (int other = 0; other < edition->dice; other++)
        if (other != die && (on_slots ? game->places[other] > 0 : game->places[other] == ON_PLATTER))
            codes[count++] = zone->at_once[(move->value * edition->dice + other) * 7 + game->faces[other]];
    for (int other = 0; is_taken && other < edition->dice; other++)
        if (game->places[other] == POOL && game->faces[other] < game->faces[die])
            codes[count++] = zone->leaving[other][game->faces[other]];
    return count;
}

/* What a mark gains at once, with its badges and further marks; the sheet is the same afterwards. */
static double mark_gain(Game *game, Sheet *sheet, Move move, int depth) {
    const Zone *zone = &game->edition->zone[move.zone];
    ZoneState *now = &sheet->zone[move.zone], before = *now;
    int earned[MAX_PENDING], codes[2 * MAX_DICE], further = further_marks(game, &move, codes);
    int points = -zone_points(zone, now), count = mark_zone(zone, now, move.cell, move.value, move.badge, earned);
    double gain, badges = 0.0;
    ZoneState after = *now;
    points += zone_points(zone, now);
    *now = before;
    gain = points + lowest_zone_gain(game, sheet, move.zone, points);
    *now = after;
    for (int i = 0; i < count; i++) badges += badge_worth(game, sheet, earned[i], depth - 1);
    gain += badges;
    for (int i = 0; i < further; i++) {
        int first = game->count, kept = first, best, die = codes[i] / DIE_STEP - 1;
        int row = zone->only_own_row && die >= 0 ? zone->row_of_die[die] : -1;
        double most;
        if (codes[i] == NO_MARK) continue;
        push_options(game, move.zone, now, codes[i] % DIE_STEP, PLATTER, die_move(M_ALSO, die));
        for (int j = first; j < game->count; j++)
            if (row < 0 || zone->row[game->moves[j].cell] == row) game->moves[kept++] = game->moves[j];
        game->count = kept;
        most = best_gain(game, sheet, first, 1, &best);
        if (best >= 0 && most > 0) {
            gain += most;
            mark_zone(zone, now, game->moves[best].cell, game->moves[best].value, game->moves[best].badge, earned);
        }
        game->count = first;
    }
    *now = before;
    return gain;
}

static int is_marking(const Move *move) {
    return move->kind == M_TAKE || move->kind == M_EXTRA || move->kind == M_PLACE || move->kind == M_ALSO;
}

static double greedy_gain(Game *game, const Move *move) {
    const Worths *worths = &game->worths;
    double gain = move->kind == M_REROLL ? worths->action * worths->average : 0.0, lost_dice = 0.0;
    if (is_marking(move)) {
        int spent = (move->joker > 0) + abs(move->polish) + abs(move->partner) + (move->kind == M_EXTRA);
        gain = mark_gain(game, actor_sheet(game), *move, worths->chain) - spent * worths->action * worths->average;
    }
    if (game->phase == TAKE && move->kind == M_TAKE && game->throw_ != game->edition->throws) {
        int lost = 0;
        for (int die = 0; die < game->edition->dice; die++)
            lost += game->places[die] == POOL && game->faces[die] < game->faces[move->die];
        lost_dice = lost * worths->die * worths->average;
    }
    return gain - lost_dice;
}

static int choose_greedily(Game *game) {
    int best = 0, best_marks = 0, best_face = 0, end = game->count;
    double most = 0.0;
    for (int i = 0; i < end; i++) {
        Move move = game->moves[i];
        int marks = is_marking(&move), face = move.kind == M_TAKE ? game->faces[move.die] : 0;
        double gain = greedy_gain(game, &move);
        if (!i || gain > most || (gain == most && (marks > best_marks || (marks == best_marks && face < best_face)))) {
            best = i;
            most = gain;
            best_marks = marks;
            best_face = face;
        }
    }
    return best;
}
