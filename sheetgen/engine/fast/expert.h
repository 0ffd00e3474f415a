/* The expert: a net that expects the points still to come, and a player that takes the move with the best expectation.

   The net is asked about states before a throw, in which no faces matter. Weights and sums are whole numbers, so every
   platform, and lab/expert.py in Python, computes the same. While a trainer learns, its net of floats is asked. */

enum {
    VALUE_UNIT = 1024,    /* of an expectation: a point */
    MAX_HIDDEN = 128,     /* of the first layer */
    HIDDEN_2 = 32,        /* of the second one */
    BLOCK = 32,           /* the first layer is a multiple of it */
    FIRST_SHIFT = 8,      /* sums of the first layer are in 1/65536, its outputs in 1/256 */
    SECOND_SHIFT = 8,     /* sums of the second layer are in 1/262144, its outputs in 1/1024 */
    FIRST_MOST = 8191,    /* the highest outputs */
    SECOND_MOST = 32767,
    OUTPUT_SHIFT = 5,     /* from sums in 1/1048576, which stand for 32 points, to VALUE_UNIT */
    NET_POINTS = 32,      /* what an output of 1 stands for */
    SHORTLIST = 8,        /* how many moves that lead to further decisions are followed to their end */
    MAX_FOLLOWED = 64,    /* decisions in a row */
    MAX_PLATTERS = 32     /* that are remembered during a decision */
};

typedef struct {
    int inputs, first, second;
    int16_t *w1, *w2, *w3; /* in 1/4096, 1/1024, 1/1024; by input, then by output */
    int32_t *b1, *b2, *b3; /* in the units of the sums */
} Net;

typedef struct {
    int inputs, first, second;
    float *w1, *w2, *w3, *b1, *b2, *b3;
} FloatNet;

/* The features that have changed, and by how much */
typedef struct {
    int count;
    int16_t input[MAX_FEATURES], change[MAX_FEATURES];
} Changes;

struct Expert {
    const Edition *edition;
    FeaturePlan plan;
    Net net;
    FloatNet *floats; /* of a trainer; else NULL */
    int32_t *worth;   /* of a pending bonus, by bonus and round */
    int shallow;      /* whether extra dice and returns are not looked ahead at */
    int shortlist;
    const int *capped; /* zones that dice may mark no more, in games of a trainer; else NULL */
    int favoured;      /* the zone whose marks seem to be worth `favour` more, in games of a trainer */
    int32_t favour;    /* in VALUE_UNIT; else 0 */
    int8_t base[MAX_FEATURES + 8], now[MAX_FEATURES + 8]; /* of the decision, and of what is tried; then zeros */
    Changes changes;
    ZoneMemory memory[MAX_ZONES];
    int32_t sums[MAX_HIDDEN];
    float float_sums[MAX_HIDDEN];
    int together;   /* whether it considers the other players */
    int last_throw; /* whether it decides about the last throw of its turn */
    int platters;
    uint32_t platter[MAX_PLATTERS]; /* dice that it may leave on the platter, and what the others gain there */
    int64_t gained[MAX_PLATTERS];
    Game *tried, *followed, *table, *taken;
    int32_t *values; /* of the moves of a decision */
    int round;       /* the present one of the sheet last asked about, as in a solo game */
    int room, points; /* how many values there is room for; the present points of the sheet last asked about */
};

static void copy_sheet(const Edition *edition, Sheet *to, const Sheet *from) {
    memcpy(to->zone, from->zone, (size_t)edition->zones * sizeof *to->zone);
    memcpy(to->unlocked, from->unlocked, offsetof(Sheet, waiting) - offsetof(Sheet, unlocked));
    memcpy(to->waiting, from->waiting, (size_t)from->pending * sizeof *to->waiting);
}

/* Copy what a look ahead needs: neither the generators of the dice nor what was counted. */
static void copy_for_look_ahead(Game *to, const Game *from) {
    memcpy(to, from, offsetof(Game, dice));
    for (int i = 0; i < from->players; i++) copy_sheet(from->edition, &to->sheet[i], &from->sheet[i]);
    to->thinking = 1;
    to->stopped = 0;
    to->count = 0;
}

/* The net of whole numbers */

WIDE int32_t output_of(const Net *net, const int32_t *sums) {
    int32_t second[HIDDEN_2];
    int64_t out = net->b3[0];
    memcpy(second, net->b2, sizeof second);
    for (int i = 0; i < net->first; i++) {
        int32_t hidden = sums[i] >> FIRST_SHIFT;
        const int16_t *weights = &net->w2[i * HIDDEN_2];
        hidden = hidden < 0 ? 0 : hidden > FIRST_MOST ? FIRST_MOST : hidden;
        for (int j = 0; j < HIDDEN_2; j++) second[j] += hidden * weights[j];
    }
    for (int i = 0; i < net->second; i++) {
        int32_t hidden = second[i] >> SECOND_SHIFT;
        if (hidden <= 0) continue;
        if (hidden > SECOND_MOST) hidden = SECOND_MOST;
        out += (int64_t)hidden * net->w3[i];
    }
    return (int32_t)(out >> OUTPUT_SHIFT);
}

static const int8_t NO_FEATURES[MAX_FEATURES + 8];

/* Find what has changed since `before`; both have zeros after their end. */
static void find_changes(Changes *changes, int inputs, const int8_t *now, const int8_t *before) {
    int count = 0;
    for (int i = 0; i < inputs; i += 8) {
        uint64_t a, b;
        memcpy(&a, now + i, sizeof a);
        memcpy(&b, before + i, sizeof b);
        if (a == b) continue;
        for (int j = i; j < i + 8; j++) {
            changes->input[count] = (int16_t)j;
            changes->change[count] = (int16_t)(now[j] - before[j]);
            count += now[j] != before[j];
        }
    }
    changes->count = count;
}

/* Add the weights of what has changed; by BLOCK sums at a time, which stay in registers. */
WIDE void add_changes(const Net *net, int32_t *sums, const Changes *changes) {
    for (int block = 0; block < net->first; block += BLOCK) {
        int32_t own[BLOCK];
        memcpy(own, sums + block, sizeof own);
        for (int i = 0; i < changes->count; i++) {
            const int16_t *weights = &net->w1[changes->input[i] * net->first + block];
            int32_t change = changes->change[i];
            for (int j = 0; j < BLOCK; j++) own[j] += change * weights[j];
        }
        memcpy(sums + block, own, sizeof own);
    }
}

/* The net of floats; sums are added up in one order only, so that every platform rounds alike. */

WIDE float float_output(const FloatNet *net, const float *first) {
    float second[HIDDEN_2], out = net->b3[0];
    memcpy(second, net->b2, sizeof second);
    for (int i = 0; i < net->first; i++) {
        const float *weights = &net->w2[i * HIDDEN_2];
        float hidden = first[i] > 0 ? first[i] : 0.0f;
        for (int j = 0; j < HIDDEN_2; j++) second[j] += hidden * weights[j];
    }
    for (int i = 0; i < net->second; i++)
        if (second[i] > 0) out += second[i] * net->w3[i];
    return out;
}

WIDE void add_float_changes(const FloatNet *net, float *sums, const Changes *changes) {
    for (int block = 0; block < net->first; block += BLOCK) {
        float own[BLOCK];
        memcpy(own, sums + block, sizeof own);
        for (int i = 0; i < changes->count; i++) {
            const float *weights = &net->w1[changes->input[i] * net->first + block];
            float factor = (float)changes->change[i] / FEATURE_UNIT;
            for (int j = 0; j < BLOCK; j++) own[j] += factor * weights[j];
        }
        memcpy(sums + block, own, sizeof own);
    }
}

/* Weights that grow without bound lead to what no whole number can hold; sound ones never come near these bounds. */
static int32_t as_value(float out) {
    float value = out * (NET_POINTS * VALUE_UNIT);
    if (!(value > -268435456.0f)) return -(1 << 28); /* also what is no number */
    return value < 268435456.0f ? (int32_t)value : 1 << 28;
}

/* The output for rounds that are left and a part of one more: between those for whole rounds. */
static int32_t output_between(struct Expert *expert, int32_t *sums, const Upcoming *upcoming) {
    const Net *net = &expert->net;
    Changes *changes = &expert->changes;
    int at = left_at(expert->edition, &expert->plan), left = upcoming->left, whole = expert->edition->throws + 1;
    int32_t out = output_of(net, sums);
    int64_t more;
    if (!upcoming->part) return out;
    changes->count = 3;
    changes->input[0] = (int16_t)(at + left);
    changes->change[0] = -FEATURE_UNIT;
    changes->input[1] = (int16_t)(at + left + 1);
    changes->change[1] = FEATURE_UNIT;
    changes->input[2] = (int16_t)(at + expert->plan.rounds + 1);
    changes->change[2] = (int16_t)(clamped(4 * (left + 1)) - clamped(4 * left));
    add_changes(net, sums, changes);
    more = ((int64_t)output_of(net, sums) - out) * upcoming->part;
    if (more < 0) more -= whole - 1; /* rounded down, as Python does */
    return out + (int32_t)(more / whole);
}

/* What a sheet can expect: points at the end of the game in VALUE_UNIT, without bonuses that wait. */
static int32_t sheet_value(struct Expert *expert, const Game *game, int seat, int is_base) {
    const Edition *edition = expert->edition;
    const Sheet *sheet = &game->sheet[seat];
    Upcoming upcoming;
    int left = find_upcoming(game, seat, expert->together, &upcoming), points;
    int8_t *now = is_base ? expert->base : expert->now;
    find_features(edition, &expert->plan, sheet, &upcoming, now, &points, is_base ? NULL : expert->memory,
                  is_base ? expert->memory : NULL);
    expert->points = points;
    expert->round = game->players > 1 && expert->together ? edition->rounds[1] - upcoming.left : game->round;
    if (!left && !is_base) return points * VALUE_UNIT;
    find_changes(&expert->changes, expert->plan.count, now, is_base ? NO_FEATURES : expert->base);
    if (expert->floats) {
        float sums[MAX_HIDDEN];
        const FloatNet *net = expert->floats;
        memcpy(sums, is_base ? net->b1 : expert->float_sums, (size_t)net->first * sizeof *sums);
        add_float_changes(net, sums, &expert->changes);
        if (is_base) memcpy(expert->float_sums, sums, (size_t)net->first * sizeof *sums);
        return points * VALUE_UNIT + (left ? as_value(float_output(net, sums)) : 0);
    } else {
        int32_t sums[MAX_HIDDEN];
        const Net *net = &expert->net;
        memcpy(sums, is_base ? net->b1 : expert->sums, (size_t)net->first * sizeof *sums);
        add_changes(net, sums, &expert->changes);
        if (is_base) memcpy(expert->sums, sums, (size_t)net->first * sizeof *sums);
        return points * VALUE_UNIT + (left ? output_between(expert, sums, &upcoming) : 0);
    }
}

static int32_t waiting_worth(const struct Expert *expert, const Game *game, int seat) {
    const Sheet *sheet = &game->sheet[seat];
    int32_t worth = 0;
    for (int i = 0; i < sheet->pending; i++)
        worth += expert->worth[sheet->waiting[i] * (MAX_ROUNDS + 1) + expert->round];
    return worth;
}

static int32_t own_value(struct Expert *expert, const Game *game, int seat) {
    int32_t value = sheet_value(expert, game, seat, 0);
    return value + waiting_worth(expert, game, seat);
}

/* What another player gains with the best die of a platter. */
static int32_t gain_of(struct Expert *expert, const Game *game, int seat, uint32_t platter) {
    Game *table = expert->table, *taken = expert->taken;
    int32_t before, most;
    copy_for_look_ahead(table, game);
    send_to_platter(table, platter);
    table->actor = seat;
    table->phase = PASSIVE;
    push_passive_moves(table);
    before = most = own_value(expert, table, seat);
    for (int i = 0; i < table->count; i++) {
        int32_t value;
        if (table->moves[i].kind != M_TAKE || table->places[table->moves[i].die] != ON_PLATTER) continue;
        copy_for_look_ahead(taken, table);
        play_take(taken, &taken->sheet[seat], &table->moves[i]);
        value = own_value(expert, taken, seat);
        if (value > most) most = value;
    }
    return most - before;
}

/* What the dice cost that a player leaves to the others after the last throw: on average, what these gain. A reroll
   counts like dice that stay as they are. */
static int32_t platter_cost(struct Expert *expert, const Game *game, int seat) {
    uint32_t platter = dice_at(game, ON_PLATTER) | dice_at(game, POOL);
    int64_t gained = 0;
    int i = 0;
    if (!expert->last_throw || game->active != seat) return 0;
    while (i < expert->platters && expert->platter[i] != platter) i++;
    if (i < expert->platters) {
        gained = expert->gained[i];
    } else {
        for (int other = 0; other < game->players; other++)
            if (other != seat) gained += gain_of(expert, game, other, platter);
        if (i < MAX_PLATTERS) {
            expert->platter[i] = platter;
            expert->gained[i] = gained;
            expert->platters++;
        }
    }
    return (int32_t)(gained / (game->players - 1));
}

static int32_t game_value(struct Expert *expert, const Game *game, int seat) {
    int32_t value = own_value(expert, game, seat);
    return value - platter_cost(expert, game, seat);
}

/* Whether nothing is left to decide for a player before the next throw. */
static int is_settled(const Game *game, int seat) {
    return game->stopped || game->phase == OVER || game->actor != seat || !game->count || game->status;
}

/* Follow the best decisions up to the next throw; return the expectation there. */
static int32_t follow(struct Expert *expert, Game *game, int seat) {
    for (int depth = 0; depth < MAX_FOLLOWED && !is_settled(game, seat); depth++) {
        int best = 0, last = game->count - 1;
        int32_t most = 0;
        Game *tried = expert->tried;
        if (expert->shallow && (game->moves[0].kind == M_EXTRA || game->moves[0].kind == M_RETURN)) {
            best = last;
        } else {
            for (int i = 0; last && i <= last; i++) {
                int32_t value;
                copy_for_look_ahead(tried, game);
                play(tried, game->moves[i]);
                value = game_value(expert, tried, seat);
                if (!i || value > most) {
                    most = value;
                    best = i;
                }
            }
        }
        play(game, game->moves[best]);
    }
    return game_value(expert, game, seat);
}

enum { NOT_FOLLOWED = INT32_MIN };

static int32_t favour_of(const struct Expert *expert, const Move *move) {
    int marks = move->kind == M_TAKE || move->kind == M_EXTRA || move->kind == M_PLACE;
    return marks && move->zone == expert->favoured ? expert->favour : 0;
}

/* Find what every legal move is worth, in `values`; those that are not promising are NOT_FOLLOWED. */
static int find_values(struct Expert *expert, Game *game) {
    int count = game->count, seat = game->actor;
    int32_t *values;
    if (count > expert->room) {
        int32_t *larger = realloc(expert->values, (size_t)count * 2 * sizeof *larger);
        if (!larger) {
            game->status = NO_MEMORY;
            return 0;
        }
        expert->values = larger;
        expert->room = count;
    }
    values = expert->values;
    expert->platters = 0;
    expert->last_throw = expert->together && game->players > 1 && seat == game->active && game->phase == TAKE &&
                         game->throw_ == game->edition->throws;
    sheet_value(expert, game, seat, 1);
    for (int i = 0; i < count; i++) {
        Game *tried = expert->tried;
        int32_t *open = &values[count + i]; /* what leads to further decisions, until it is followed */
        copy_for_look_ahead(tried, game);
        play(tried, game->moves[i]);
        values[i] = *open = NOT_FOLLOWED;
        if (expert->capped && game->moves[i].kind == M_TAKE && expert->capped[game->moves[i].zone]) continue;
        if (is_settled(tried, seat))
            values[i] = game_value(expert, tried, seat) + favour_of(expert, &game->moves[i]);
        else
            *open = game_value(expert, tried, seat) + favour_of(expert, &game->moves[i]);
        if (tried->status) game->status = tried->status;
    }
    for (int followed = 0; followed < expert->shortlist; followed++) {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (values[count + i] != NOT_FOLLOWED && (best < 0 || values[count + i] > values[count + best])) best = i;
        if (best < 0) break;
        values[count + best] = NOT_FOLLOWED;
        copy_for_look_ahead(expert->followed, game);
        play(expert->followed, game->moves[best]);
        values[best] = follow(expert, expert->followed, seat) + favour_of(expert, &game->moves[best]);
        if (expert->followed->status) game->status = expert->followed->status;
    }
    return !game->status;
}

static int choose_as_expert(Game *game) {
    struct Expert *expert = game->expert;
    int best = 0;
    if (game->count == 1 || !find_values(expert, game)) return 0;
    for (int i = 1; i < game->count; i++)
        if (expert->values[i] > expert->values[best]) best = i;
    return best;
}

/* Making one */

static void free_expert(struct Expert *expert) {
    if (!expert) return;
    if (expert->tried) free(expert->tried->moves);
    if (expert->followed) free(expert->followed->moves);
    if (expert->table) free(expert->table->moves);
    if (expert->taken) free(expert->taken->moves);
    free(expert->tried);
    free(expert->followed);
    free(expert->table);
    free(expert->taken);
    free(expert->net.w1);
    free(expert->net.b1);
    free(expert->worth);
    free(expert->values);
    free(expert);
}

static struct Expert *new_expert(const Edition *edition, int first, int second) {
    struct Expert *expert = calloc(1, sizeof *expert);
    size_t worths = (size_t)edition->bonuses * (MAX_ROUNDS + 1) + 1, inputs;
    Net *net;
    if (!expert) return NULL;
    net = &expert->net;
    expert->edition = edition;
    expert->shortlist = SHORTLIST;
    expert->together = 1;
    expert->tried = calloc(1, sizeof *expert->tried);
    expert->followed = calloc(1, sizeof *expert->followed);
    expert->table = calloc(1, sizeof *expert->table);
    expert->taken = calloc(1, sizeof *expert->taken);
    expert->worth = calloc(worths, sizeof *expert->worth);
    if (!plan_features(edition, &expert->plan) || first < 1 || first > MAX_HIDDEN || first % BLOCK ||
        second != HIDDEN_2) {
        free_expert(expert);
        return NULL;
    }
    inputs = (size_t)expert->plan.count;
    net->inputs = expert->plan.count;
    net->first = first;
    net->second = second;
    net->w1 = calloc(inputs * (size_t)first + (size_t)first * (size_t)second + (size_t)second, sizeof *net->w1);
    net->b1 = calloc((size_t)first + (size_t)second + 1, sizeof *net->b1);
    if (!expert->tried || !expert->followed || !expert->table || !expert->taken || !expert->worth || !net->w1 ||
        !net->b1) {
        free_expert(expert);
        return NULL;
    }
    net->w2 = net->w1 + inputs * (size_t)first;
    net->w3 = net->w2 + first * second;
    net->b2 = net->b1 + first;
    net->b3 = net->b2 + second;
    return expert;
}
