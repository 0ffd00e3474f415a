/* A game: dice, sheets and the list of its legal moves; random numbers as Python has them. */

/* Random numbers: the Mersenne Twister as Python's random.Random uses it */

typedef struct {
    uint32_t state[624];
    int next;
} Generator;

static void first_state(uint32_t *state) {
    state[0] = 19650218u;
    for (int i = 1; i < 624; i++) state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + (uint32_t)i;
}

enum { AT_ONCE = 4 };

/* Seed several generators as Python does. One step needs the result of the step before, so a processor would mostly
   wait; with several generators at once it has something to do meanwhile. */
static void seed_generators(Generator *generators, const uint32_t *start, const uint64_t *seeds) {
    uint32_t key[2][AT_ONCE], last[AT_ONCE];
    int i = 1;
    for (int g = 0; g < AT_ONCE; g++) {
        key[0][g] = (uint32_t)seeds[g];
        key[1][g] = seeds[g] >> 32 ? (uint32_t)(seeds[g] >> 32) + 1 : key[0][g];
        memcpy(generators[g].state, start, sizeof generators[g].state);
        last[g] = start[0];
    }
    for (int k = 0; k < 624; k++) {
        for (int g = 0; g < AT_ONCE; g++) {
            uint32_t *state = generators[g].state;
            last[g] = state[i] = (state[i] ^ (last[g] ^ last[g] >> 30) * 1664525u) + key[k & 1][g];
        }
        if (++i == 624) i = 1; /* the first number is always that of the last */
    }
    for (int k = 0; k < 623; k++) {
        for (int g = 0; g < AT_ONCE; g++) {
            uint32_t *state = generators[g].state;
            last[g] = state[i] = (state[i] ^ (last[g] ^ last[g] >> 30) * 1566083941u) - (uint32_t)i;
        }
        if (++i == 624) i = 1;
    }
    for (int g = 0; g < AT_ONCE; g++) {
        generators[g].state[0] = 0x80000000u;
        generators[g].next = 0;
    }
}

static uint32_t next_word(Generator *generator) {
    uint32_t *state = generator->state, word;
    int i = generator->next, following = i == 623 ? 0 : i + 1, far = i < 227 ? i + 397 : i - 227;
    word = (state[i] & 0x80000000u) | (state[following] & 0x7fffffffu);
    word = state[far] ^ word >> 1 ^ (word & 1 ? 0x9908b0dfu : 0);
    state[i] = word;
    generator->next = following;
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c5680u;
    word ^= word << 15 & 0xefc60000u;
    return word ^ word >> 18;
}

static double next_random(Generator *generator) {
    uint32_t high = next_word(generator) >> 5, low = next_word(generator) >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

static int next_below(Generator *generator, int limit) { return (int)(next_random(generator) * limit); }

/* Games */

typedef struct {
    ZoneState zone[MAX_ZONES];
    int unlocked[MAX_TRACKS], counts[MAX_SCORING], extras, pending;
    uint32_t used[MAX_TRACKS];
    int16_t waiting[MAX_PENDING]; /* the pending bonuses */
} Sheet;

typedef struct {
    int8_t kind, die, zone, cell, badge, joker, polish, partner;
    int16_t value, what, left; /* `what` is a single bonus or a track, `left` the extra mark that is used up */
} Move;

typedef struct {
    int die, number; /* die -1: the one that was taken */
} FurtherMark;

typedef struct {
    double average, scoring, action, mark, die; /* what things are worth to the greedy bot */
    int chain;
} Worths;

struct Expert;
struct Trainer;

typedef struct {
    const Edition *edition;
    int players, rounds, round, active, actor, throw_, phase, solo_passive, returned, taken_face, sweeping_zone;
    int extra_marks_zone, extra_marks, status;
    int thinking, stopped; /* a look ahead: it ends where dice would be thrown */
    FurtherMark left[MAX_DICE];
    int faces[MAX_DICE], places[MAX_DICE], order[MAX_DICE], ordered;
    Generator dice, chance;
    Worths worths;
    Sheet sheet[MAX_PLAYERS];
    uint32_t lost[MAX_LOST], moves_played; /* a look ahead counts on and on, and nobody reads it */
    int chain, longest_chain;
    Move *moves;
    int count, capacity;
    struct Expert *expert;   /* the bot, if it plays */
    struct Trainer *trainer; /* whoever wants to see states before throws; else NULL */
} Game;

static Sheet *actor_sheet(Game *game) { return &game->sheet[game->actor]; }
static int is_active(const Game *game) { return game->actor == game->active && !game->solo_passive; }

static int push_move(Game *game, Move move) {
    if (game->count == game->capacity) {
        int capacity = game->capacity ? 2 * game->capacity : 256;
        Move *moves = realloc(game->moves, (size_t)capacity * sizeof *moves);
        if (!moves) {
            game->status = NO_MEMORY;
            return 0;
        }
        game->moves = moves;
        game->capacity = capacity;
    }
    game->moves[game->count++] = move;
    return 1;
}

static void push_plain(Game *game, int kind, int die) {
    Move move = {0};
    move.kind = (int8_t)kind;
    move.die = (int8_t)die;
    move.zone = move.cell = -1;
    move.badge = 1;
    move.what = move.left = -1;
    push_move(game, move);
}

static int same_mark(const Move *a, const Move *b) {
    return a->cell == b->cell && a->value == b->value && a->badge == b->badge && a->joker == b->joker &&
           a->polish == b->polish && a->partner == b->partner && a->die == b->die && a->zone == b->zone &&
           a->what == b->what;
}

/* Keep one of equal moves among those from `first` on. */
static void drop_repeated(Game *game, int first) {
    int kept = first;
    for (int i = first; i < game->count; i++) {
        int seen = 0;
        for (int j = first; j < kept && !seen; j++) seen = same_mark(&game->moves[j], &game->moves[i]);
        if (!seen) game->moves[kept++] = game->moves[i];
    }
    game->count = kept;
}
