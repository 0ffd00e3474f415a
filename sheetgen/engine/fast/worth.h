/* What a cell is worth: a copy of a game in which it is marked for nothing is played on. */

static void free_game(Game *game) {
    if (game) free(game->moves);
    free(game);
}

/* Return a copy that goes on by itself, with the same expert; NULL if memory is missing. */
static Game *copy_game(const Game *game) {
    Game *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    memcpy(copy, game, sizeof *copy);
    copy->trainer = NULL;
    copy->capacity = game->count ? game->count : 1;
    copy->moves = malloc((size_t)copy->capacity * sizeof *copy->moves);
    if (!copy->moves) {
        free(copy);
        return NULL;
    }
    if (game->count) memcpy(copy->moves, game->moves, (size_t)game->count * sizeof *copy->moves);
    return copy;
}

/* Push a move for every way to enter one of some values in a cell, if it is open; without values, one more than the
   number before. */
static void push_ways(Game *game, int zone_index, int cell, const int32_t *values, int count) {
    const Zone *zone = &game->edition->zone[zone_index];
    const ZoneState *now = &actor_sheet(game)->zone[zone_index];
    uint64_t cells = now->open & zone->places[ANYWHERE - FIRST_PLACE] & BIT(cell);
    int neighbour = neighbour_of(zone, now, cell);
    int32_t following = neighbour >= 0 && now->state[neighbour] > 0 ? now->state[neighbour] + 1 : 1;
    Move like = die_move(M_PLACE, -1);
    if (!count) {
        values = &following;
        count = 1;
    }
    for (int i = 0; i < count; i++) /* other values do not occur in the zone */
        if (values[i] > 0 && values[i] <= zone->values) push_options_in(game, zone_index, now, values[i], cells, like);
}

/* Mark a cell for the player whose decision it is, in the way that the expert expects most from; what the mark earns
   comes first, then the decision. NO_MOVE if the cell is not open; then nothing has changed. */
static int mark_for_nothing(Game *game, int zone, int cell, const int32_t *values, int count) {
    struct Expert *expert = game->expert;
    int first = game->count, ways, best = first, seat = game->actor;
    int32_t most = 0;
    Move chosen;
    push_ways(game, zone, cell, values, count);
    ways = game->count - first;
    game->count = first;
    if (game->status) return game->status;
    if (!ways) return NO_MOVE;
    if (ways > 1 && !expert) return BAD_ARGUMENT;
    if (ways > 1) sheet_value(expert, game, seat, 1);
    for (int i = first; ways > 1 && i < first + ways; i++) {
        Game *tried = expert->tried;
        int32_t value;
        copy_for_look_ahead(tried, game);
        mark(tried, &tried->sheet[seat], &game->moves[i]);
        if (tried->status) return game->status = tried->status;
        value = own_value(expert, tried, seat);
        if (i == first || value > most) {
            most = value;
            best = i;
        }
    }
    chosen = game->moves[best];
    mark(game, &game->sheet[seat], &chosen);
    advance(game);
    return game->status;
}
