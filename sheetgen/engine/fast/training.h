/* Training: the expert plays against itself and corrects its net, from nothing; see lab/training.py.

   Floats are added up in one order only and multiplying and adding are never joined, so the same seed gives the same
   weights on every platform that computes as IEEE 754 says. */

enum {
    MAX_SNAPSHOTS = 512, /* throws of one player in one game */
    GAMES_PER_STEP = 128,
    BATCH = 64,
    BUFFER = 1 << 16, /* snapshots to learn from */
    LANES = 8,        /* sums at once; the second layer is a multiple of it */
    PASSES = 4,       /* how often each one is learned from, on average */
    MOST_CAP = 6,     /* dice that may mark a capped zone */
    MOST_FAVOUR = 8   /* points that a mark in a favoured zone seems to be worth more */
};

typedef struct {
    int8_t *features; /* BUFFER rows */
    float *target;
    int64_t seen;
} Buffer;

typedef struct {
    float target, value;
    int points;
} Snapshot;

/* How a part of the games is played and learned from, each as it is at the beginning and at the end of the training */
typedef struct {
    double first_rate, last_rate;     /* how far a step goes */
    double first_random, last_random; /* share of moves by chance */
    double capped, capped_until;      /* share of games in which dice may mark some zones few times; until when */
    double capped_zones; /* the chance of each zone in such a game; 0: one zone, rather one that brings many points */
    double trace;                     /* the weight of later expectations in a target: lambda */
    double averaged;                  /* how slowly the averaged weights follow */
    double favoured; /* share of games in which marks of one zone seem to be worth more; fewer and fewer */
    double weak; /* share of games whose first rounds are played badly and not learned from, to know weak sheets, too */
} Schedule;

struct Trainer {
    const Edition *edition;
    struct Expert *expert; /* plays with the averaged weights */
    Game *game;
    Generator chance;
    FloatNet learned, averaged, gradient;
    float *weights[5]; /* learned, averaged, gradient, first and second moment of it */
    size_t count, width; /* how many weights; bytes of a row of features */
    double decay1, decay2, decay3; /* what is left of the beginning in moments and averages */
    Buffer buffer;
    Snapshot snapshot[MAX_SNAPSHOTS];
    int snapshots, overflow;
    int8_t *rows; /* features of the snapshots of a game */
    double *worths, *worth_counts;
    double zone_points[MAX_ZONES]; /* of the last games, on average */
    int64_t games, steps, points;
};

static void divide_net(FloatNet *net, float *weights) {
    net->w1 = weights;
    net->w2 = net->w1 + net->inputs * net->first;
    net->w3 = net->w2 + net->first * net->second;
    net->b1 = net->w3 + net->second;
    net->b2 = net->b1 + net->first;
    net->b3 = net->b2 + net->second;
}

static void free_trainer(struct Trainer *trainer) {
    if (!trainer) return;
    free_expert(trainer->expert);
    if (trainer->game) free(trainer->game->moves);
    free(trainer->game);
    for (int i = 0; i < 5; i++) free(trainer->weights[i]);
    free(trainer->buffer.features);
    free(trainer->buffer.target);
    free(trainer->rows);
    free(trainer->worths);
    free(trainer);
}

static void start_weights(struct Trainer *trainer) {
    FloatNet *net = &trainer->learned;
    int inputs = net->inputs * net->first, second = net->first * net->second;
    for (int i = 0; i < inputs; i++) net->w1[i] = (float)(next_random(&trainer->chance) - 0.5) * 0.25f;
    for (int i = 0; i < second; i++) net->w2[i] = (float)(next_random(&trainer->chance) - 0.5) * 0.4f;
    for (int i = 0; i < net->second; i++) net->w3[i] = (float)(next_random(&trainer->chance) - 0.5) * 0.5f;
    net->b3[0] = 2.0f;
    memcpy(trainer->weights[1], trainer->weights[0], trainer->count * sizeof(float));
}

static struct Trainer *new_trainer(const Edition *edition, int first, int second, uint64_t seed) {
    struct Trainer *trainer = edition->rounds[1] ? calloc(1, sizeof *trainer) : NULL;
    Generator generators[AT_ONCE];
    uint64_t seeds[AT_ONCE] = {seed};
    int missing = 0, inputs;
    FloatNet net = {0};
    size_t worths = (size_t)edition->bonuses * (MAX_ROUNDS + 1) + 1;
    if (!trainer) return NULL;
    trainer->edition = edition;
    trainer->expert = new_expert(edition, first, second);
    if (!trainer->expert) {
        free_trainer(trainer);
        return NULL;
    }
    inputs = net.inputs = trainer->expert->plan.count;
    trainer->width = ((size_t)inputs + 7) / 8 * 8;
    net.first = first;
    net.second = second;
    trainer->count = (size_t)inputs * (size_t)first + (size_t)first * (size_t)second;
    trainer->count += (size_t)second * 2 + (size_t)first + 1;
    for (int i = 0; i < 5; i++) missing |= !(trainer->weights[i] = calloc(trainer->count, sizeof(float)));
    missing |= !(trainer->game = calloc(1, sizeof *trainer->game));
    missing |= !(trainer->buffer.features = calloc(BUFFER, trainer->width));
    missing |= !(trainer->buffer.target = calloc(BUFFER, sizeof(float)));
    missing |= !(trainer->rows = calloc(MAX_SNAPSHOTS, trainer->width));
    missing |= !(trainer->worths = calloc(2 * worths, sizeof *trainer->worths));
    if (missing) {
        free_trainer(trainer);
        return NULL;
    }
    trainer->worth_counts = trainer->worths + worths;
    trainer->learned = trainer->averaged = trainer->gradient = net;
    divide_net(&trainer->learned, trainer->weights[0]);
    divide_net(&trainer->averaged, trainer->weights[1]);
    divide_net(&trainer->gradient, trainer->weights[2]);
    trainer->decay1 = trainer->decay2 = trainer->decay3 = 1.0;
    seed_generators(generators, edition->first_state, seeds);
    trainer->chance = generators[0];
    start_weights(trainer);
    trainer->expert->floats = &trainer->averaged;
    trainer->expert->shallow = 1;
    trainer->expert->shortlist = 4;
    return trainer;
}

/* Playing */

/* Keep the state before a throw; called by `throw_dice`. */
static void keep_snapshot(Game *game) {
    struct Trainer *trainer = game->trainer;
    struct Expert *expert = trainer->expert;
    Snapshot *snapshot = &trainer->snapshot[trainer->snapshots];
    if (trainer->snapshots == MAX_SNAPSHOTS) {
        trainer->overflow = 1;
        return;
    }
    snapshot->value = (float)sheet_value(expert, game, 0, 1) / (NET_POINTS * VALUE_UNIT);
    snapshot->points = expert->points;
    memcpy(trainer->rows + (size_t)trainer->snapshots * trainer->width, expert->base, trainer->width);
    trainer->snapshots++;
}

/* Note what the only bonus that waited turned out to be worth. */
static void note_worth(struct Trainer *trainer, int bonus, int round, int32_t gained) {
    int at = bonus * (MAX_ROUNDS + 1) + round;
    double *worth = &trainer->worths[at], *count = &trainer->worth_counts[at];
    if (*count < 2000.0) *count += 1.0;
    *worth += (gained - *worth) / *count;
    trainer->expert->worth[at] = (int32_t)*worth;
}

/* Choose one zone by its share of the points of the last games. */
static int tempting_zone(struct Trainer *trainer) {
    int zones = trainer->edition->zones;
    double sum = 0.0, chosen;
    for (int i = 0; i < zones; i++) sum += trainer->zone_points[i] > 0 ? trainer->zone_points[i] : 0.0;
    chosen = next_random(&trainer->chance) * sum;
    for (int i = 0; i < zones; i++) {
        chosen -= trainer->zone_points[i] > 0 ? trainer->zone_points[i] : 0.0;
        if (chosen < 0) return i;
    }
    return zones - 1;
}

/* Choose a zone: any one, or as often the one that brought the fewest points in the last games. */
static int favoured_zone(struct Trainer *trainer) {
    int zones = trainer->edition->zones, lowest = 0;
    if (next_below(&trainer->chance, 2)) return next_below(&trainer->chance, zones);
    for (int i = 1; i < zones; i++)
        if (trainer->zone_points[i] < trainer->zone_points[lowest]) lowest = i;
    return lowest;
}

static int random_move(struct Trainer *trainer, const Game *game) { return next_below(&trainer->chance, game->count); }

/* Play one game of the training, of which the snapshots are kept; return its points. */
static int play_to_learn(struct Trainer *trainer, uint64_t seed, double random_moves, double capped_games,
                         double favoured_games, const Schedule *schedule) {
    Game *game = trainer->game;
    struct Expert *expert = trainer->expert;
    Generator generators[AT_ONCE];
    uint64_t seeds[AT_ONCE] = {seed, seed + 1};
    int capped[MAX_ZONES] = {0}, left[MAX_ZONES], caps = next_random(&trainer->chance) < capped_games;
    int tempting = caps && schedule->capped_zones <= 0 ? tempting_zone(trainer) : -1, weak_rounds = 0;
    double usual = random_moves;
    seed_generators(generators, trainer->edition->first_state, seeds);
    trainer->snapshots = 0;
    for (int i = 0; i < trainer->edition->zones; i++) {
        int is_capped =
            i == tempting || (caps && tempting < 0 && next_random(&trainer->chance) < schedule->capped_zones);
        left[i] = is_capped ? next_below(&trainer->chance, MOST_CAP) + 1 : -1;
    }
    expert->favour = 0;
    if (favoured_games > 0 && next_random(&trainer->chance) < favoured_games) {
        expert->favoured = favoured_zone(trainer);
        expert->favour = VALUE_UNIT * (next_below(&trainer->chance, MOST_FAVOUR) + 1);
    }
    if (schedule->weak > 0 && next_random(&trainer->chance) < schedule->weak) {
        weak_rounds = next_below(&trainer->chance, trainer->edition->rounds[1]) + 1;
        random_moves = next_random(&trainer->chance);
    }
    expert->capped = caps ? capped : NULL;
    game->expert = expert;
    game->trainer = trainer;
    start(game, trainer->edition, 1, generators);
    while (game->phase != OVER && !game->status) {
        int chosen, bonus = -1, round = game->round;
        const Sheet *sheet = &game->sheet[0];
        int32_t before = 0;
        if (weak_rounds && round > weak_rounds) {
            weak_rounds = trainer->snapshots = 0;
            random_moves = usual;
        }
        if (game->moves[0].kind == M_NEAREST) {
            chosen = next_below(&game->chance, game->count);
        } else if (game->count > 1 && next_random(&trainer->chance) < random_moves) {
            chosen = random_move(trainer, game);
        } else {
            chosen = choose_as_expert(game);
            if (sheet->pending == 1 && game->count > 1 && !expert->favour && expert->values[chosen] != NOT_FOLLOWED) {
                bonus = sheet->waiting[0];
                before = sheet_value(expert, game, 0, 1);
                note_worth(trainer, bonus, round, expert->values[chosen] - before);
            }
        }
        if (caps && game->moves[chosen].kind == M_TAKE) {
            int zone = game->moves[chosen].zone;
            if (left[zone] > 0 && !--left[zone]) capped[zone] = 1;
        }
        play(game, game->moves[chosen]);
    }
    expert->capped = NULL;
    expert->favour = 0;
    game->trainer = NULL;
    if (weak_rounds) trainer->snapshots = 0;
    for (int i = 0; i < trainer->edition->zones; i++) {
        int points = zone_points(&trainer->edition->zone[i], &game->sheet[0].zone[i]);
        trainer->zone_points[i] += (points - trainer->zone_points[i]) / 500;
    }
    sheet_value(expert, game, 0, 1);
    return expert->points;
}

/* Put the snapshots of a game into the buffer, with what they should have expected. */
static void keep_targets(struct Trainer *trainer, int points, double trace) {
    size_t width = trainer->width;
    float target = (float)points / NET_POINTS, weight = (float)trace;
    for (int i = trainer->snapshots - 1; i >= 0; i--) {
        const Snapshot *snapshot = &trainer->snapshot[i];
        size_t at = (size_t)(trainer->buffer.seen++ % BUFFER);
        memcpy(trainer->buffer.features + at * width, trainer->rows + (size_t)i * width, width);
        trainer->buffer.target[at] = target - (float)snapshot->points / NET_POINTS;
        target = weight * target + (1.0f - weight) * snapshot->value;
    }
}

/* Learning */

/* Add the gradient of one snapshot's squared error; return the error. */
WIDE float add_gradient(struct Trainer *trainer, const int8_t *features, float target) {
    const FloatNet *net = &trainer->learned;
    FloatNet *gradient = &trainer->gradient;
    Changes *changes = &trainer->expert->changes;
    float first[MAX_HIDDEN], second[HIDDEN_2], of_first[MAX_HIDDEN], of_second[HIDDEN_2], error = net->b3[0];
    memcpy(first, net->b1, (size_t)net->first * sizeof *first);
    memcpy(second, net->b2, (size_t)net->second * sizeof *second);
    find_changes(changes, net->inputs, features, NO_FEATURES);
    add_float_changes(net, first, changes);
    for (int i = 0; i < net->first; i++) {
        const float *weights = &net->w2[i * net->second];
        if (first[i] > 0)
            for (int j = 0; j < net->second; j++) second[j] += first[i] * weights[j];
    }
    for (int j = 0; j < net->second; j++)
        if (second[j] > 0) error += second[j] * net->w3[j];
    error -= target;
    if (error > 1.0f) error = 1.0f;
    if (error < -1.0f) error = -1.0f;
    gradient->b3[0] += error;
    for (int j = 0; j < net->second; j++) {
        of_second[j] = second[j] > 0 ? error * net->w3[j] : 0.0f;
        gradient->b2[j] += of_second[j];
        if (second[j] > 0) gradient->w3[j] += error * second[j];
    }
    for (int i = 0; i < net->first; i++) {
        const float *weights = &net->w2[i * net->second];
        float *to = &gradient->w2[i * net->second], sums[LANES] = {0};
        of_first[i] = 0.0f;
        if (first[i] <= 0) continue;
        for (int j = 0; j < net->second; j += LANES)
            for (int lane = 0; lane < LANES; lane++) sums[lane] += of_second[j + lane] * weights[j + lane];
        for (int j = 0; j < net->second; j++) to[j] += first[i] * of_second[j];
        for (int lane = 0; lane < LANES; lane++) of_first[i] += sums[lane];
        gradient->b1[i] += of_first[i];
    }
    for (int i = 0; i < changes->count; i++) {
        float *to = &gradient->w1[changes->input[i] * net->first], factor = (float)changes->change[i] / FEATURE_UNIT;
        for (int j = 0; j < net->first; j++) to[j] += factor * of_first[j];
    }
    return error;
}

/* Correct the weights by the gradient of a batch (Adam), and let the averaged ones follow. */
WIDE void correct(struct Trainer *trainer, double rate, double averaged) {
    const float keep1 = 0.9f, keep2 = 0.999f, tiny = 1e-6f;
    float *weights = trainer->weights[0], *average = trainer->weights[1], *gradient = trainer->weights[2];
    float *moment = trainer->weights[3], *square = trainer->weights[4], step, scale, follow_by;
    trainer->decay1 *= keep1;
    trainer->decay2 *= keep2;
    trainer->decay3 *= averaged;
    step = (float)(rate / (1.0 - trainer->decay1));
    scale = (float)(1.0 / (1.0 - trainer->decay2));
    follow_by = (float)((1.0 - averaged) / (1.0 - trainer->decay3));
    for (size_t i = 0; i < trainer->count; i++) {
        float by = gradient[i] * (1.0f / BATCH);
        gradient[i] = 0.0f;
        moment[i] = keep1 * moment[i] + (1.0f - keep1) * by;
        square[i] = keep2 * square[i] + (1.0f - keep2) * (by * by);
        weights[i] -= step * moment[i] / (sqrtf(square[i] * scale) + tiny);
        average[i] += follow_by * (weights[i] - average[i]);
    }
    trainer->steps++;
}

static double between(double first, double last, double done) { return first + (last - first) * done; }

/* Play and learn `games` games, a multiple of GAMES_PER_STEP, of `all`; return the status. */
static int train(struct Trainer *trainer, int64_t games, int64_t all, uint64_t seed, const Schedule *schedule) {
    trainer->points = 0;
    for (int64_t end = trainer->games + games; trainer->games < end;) {
        double done = (double)trainer->games / (double)all;
        double capped = done < schedule->capped_until ? schedule->capped : 0;
        double random_moves = between(schedule->first_random, schedule->last_random, done);
        double rate = between(schedule->first_rate, schedule->last_rate, done);
        double favoured = schedule->favoured * (1.0 - done);
        int64_t before = trainer->buffer.seen, kept, batches;
        for (int i = 0; i < GAMES_PER_STEP; i++) {
            int points = play_to_learn(trainer, seed + 2 * (uint64_t)trainer->games, random_moves, capped, favoured,
                                       schedule);
            if (trainer->game->status) return trainer->game->status;
            if (trainer->overflow) return BAD_ARGUMENT;
            keep_targets(trainer, points, schedule->trace);
            trainer->points += points;
            trainer->games++;
        }
        kept = trainer->buffer.seen < BUFFER ? trainer->buffer.seen : BUFFER;
        batches = (trainer->buffer.seen - before) * PASSES / BATCH;
        for (int64_t i = 0; i < batches; i++) {
            for (int j = 0; j < BATCH; j++) {
                size_t at = (size_t)next_below(&trainer->chance, (int)kept);
                add_gradient(trainer, trainer->buffer.features + at * trainer->width, trainer->buffer.target[at]);
            }
            correct(trainer, rate, schedule->averaged);
        }
    }
    return FINE;
}

/* Whole numbers */

static int16_t rounded(float weight, float unit) {
    float scaled = weight * unit;
    scaled += scaled < 0 ? -0.5f : 0.5f;
    if (!(scaled >= -32767.0f)) return -32767; /* also what is no number */
    return (int16_t)(scaled > 32767.0f ? 32767.0f : scaled);
}

/* The same for what is added up, cut off; sound weights are far from the bounds. */
static int32_t cut(float weight, float unit) {
    float scaled = weight * unit;
    if (!(scaled > -2147483520.0f)) return -2147483520;
    return scaled < 2147483520.0f ? (int32_t)scaled : 2147483520;
}

/* Write the averaged weights as whole numbers into the expert's net. */
static void round_weights(struct Trainer *trainer) {
    const FloatNet *from = &trainer->averaged;
    Net *to = &trainer->expert->net;
    for (int i = 0; i < to->inputs * to->first; i++) to->w1[i] = rounded(from->w1[i], 4096.0f);
    for (int i = 0; i < to->first * to->second; i++) to->w2[i] = rounded(from->w2[i], 1024.0f);
    for (int i = 0; i < to->second; i++) to->w3[i] = rounded(from->w3[i], 1024.0f);
    for (int i = 0; i < to->first; i++) to->b1[i] = cut(from->b1[i], 65536.0f);
    for (int i = 0; i < to->second; i++) to->b2[i] = cut(from->b2[i], 262144.0f);
    to->b3[0] = cut(from->b3[0], 1048576.0f);
}
