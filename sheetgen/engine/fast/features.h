/* Features: a sheet and the throw to come as a row of small numbers, from which the expert's net expects points.

   They follow from the tables of an edition alone. `FEATURE_UNIT` stands for 1; all are within -127 and 127.
   lab/expert_features.py does the same in Python; a test compares both. */

enum {
    FEATURE_UNIT = 16,
    MAX_FEATURES = 2048,
    MAX_ACCEPTED = 12, /* the highest value of which a zone's features say whether it can be entered */
    MAX_SERIES = 8,    /* rows of a zone whose last entry is a feature */
    MAX_FEATURE_LINES = 32,
    MAX_GROUPS = 16
};

typedef struct {
    uint64_t needs, path; /* the cells of a badge or line; with those that must be marked before */
    int bonus, size;      /* the bonus, -1 for a line; how many cells it needs */
} Goal;

typedef struct {
    int goals, rows, pairs, groups, writable, values, value[MAX_ACCEPTED]; /* values that some cell can take */
    const Points *grouped;
    Goal goal[MAX_PENDING];
} ZoneFeatures;

typedef struct {
    int count, rounds, zones; /* how many features; the most rounds of a game */
    ZoneFeatures zone[MAX_ZONES];
} FeaturePlan;

/* The throw to come: its round, whose turn it is, its number in the turn (0: of another player's turn, or a passive
   one), its dice; and how many rounds are left after it, in rounds of a solo game and further marks. */
typedef struct {
    int round, active, throw_, left, part;
    uint32_t pool;
} Upcoming;

static int clamped(int number) { return number < -127 ? -127 : number > 127 ? 127 : number; }
static int halved(int number) { return clamped(number < 0 ? -(-number / 2) : number / 2); }

static uint64_t with_cells_before(const Zone *zone, uint64_t cells) {
    uint64_t all = cells;
    for (int i = 0; i < zone->cells; i++) {
        uint64_t before = all;
        for (int cell = 0; cell < zone->cells; cell++)
            if (all >> cell & 1) all |= zone->needs[cell];
        if (all == before) break;
    }
    return all;
}

static void plan_zone(const Zone *zone, ZoneFeatures *plan) {
    int lines = 0;
    memset(plan, 0, sizeof *plan);
    plan->writable = zone->cells - count_cells(zone->printed);
    for (int i = 0; i < zone->triggers && plan->goals < MAX_PENDING; i++) {
        Goal *goal = &plan->goal[plan->goals++];
        goal->needs = zone->trigger[i].needs;
        goal->path = with_cells_before(zone, goal->needs) & ~zone->printed;
        goal->bonus = zone->trigger[i].bonus;
        goal->size = count_cells(goal->needs);
    }
    for (int i = 0; i < zone->parts; i++) {
        const Points *part = &zone->part[i];
        if (part->function == PAIRS) plan->pairs = 1;
        if (part->function == COUNT && part->count > 1 && !plan->grouped) {
            plan->grouped = part;
            plan->groups = part->count < MAX_GROUPS ? part->count : MAX_GROUPS;
        }
        for (int line = 0; part->function == LINES && line < part->count; line++) {
            int seen = 0;
            for (int j = 0; j < plan->goals; j++) seen |= plan->goal[j].needs == part->lines[line];
            if (seen || lines == MAX_FEATURE_LINES || plan->goals == MAX_PENDING) continue;
            lines++;
            plan->goal[plan->goals].needs = part->lines[line];
            plan->goal[plan->goals].path = with_cells_before(zone, part->lines[line]) & ~zone->printed;
            plan->goal[plan->goals].bonus = -1;
            plan->goal[plan->goals++].size = count_cells(part->lines[line]);
        }
    }
    for (int value = 1; value <= MAX_ACCEPTED && value <= zone->values; value++)
        if (zone->takes[value]) plan->value[plan->values++] = value;
    for (int cell = 0; zone->keeps_values && cell < zone->cells; cell++)
        if (zone->row[cell] + 1 > plan->rows) plan->rows = zone->row[cell] + 1;
    if (plan->rows > MAX_SERIES) plan->rows = MAX_SERIES;
}

static int can_enter(const Zone *zone, const ZoneState *now, int value) {
    uint64_t cells = now->open & zone->places[ANYWHERE - FIRST_PLACE] & zone->takes[value];
    for (; cells; cells &= cells - 1) {
        int cell = lowest_bit(cells), at = cell * (zone->values + 1) + value;
        for (int way = 0; way < zone->ways[at]; way++)
            if (fits(zone, now, cell, zone->options[at * WAYS + way].written)) return 1;
    }
    return 0;
}

/* Features are written one after the other: each function gets where, and returns where the next ones go. */

static int flag(int set) { return set ? FEATURE_UNIT : 0; }

/* What was found out about a zone in some state: most zones stay as they are when a move is tried. */
typedef struct {
    ZoneState state;
    int points;
    uint8_t distance[MAX_PENDING]; /* cells that each goal still needs, with those before; 0 once it is reached */
    int8_t *features;
    int count;
} ZoneMemory;

static int is_same_zone(const Zone *zone, const ZoneState *a, const ZoneState *b) {
    size_t bytes = (size_t)zone->cells * sizeof *a->state;
    return a->marked == b->marked && a->closed == b->closed && !memcmp(a->state, b->state, bytes) &&
           !memcmp(a->number, b->number, bytes);
}

static int8_t *put_zone(int8_t *at, const Zone *zone, const ZoneFeatures *plan, const ZoneState *now, int points,
                        uint8_t *distance) {
    const uint64_t marked = now->marked, closed = now->closed, printed = zone->printed;
    const uint64_t left = ~(zone->stage > 1 ? closed : marked) & ~printed;
    const int cells = zone->cells, again = zone->stages > 1, goals = plan->goals;
    for (int cell = 0; cell < cells; cell++) {
        if (printed >> cell & 1) continue;
        *at++ = (int8_t)((marked >> cell & 1) * FEATURE_UNIT);
        if (again) *at++ = (int8_t)((closed >> cell & 1) * FEATURE_UNIT);
    }
    *at++ = (int8_t)(2 * FEATURE_UNIT * count_cells(marked & ~printed) / (plan->writable ? plan->writable : 1));
    *at++ = (int8_t)halved(points);
    for (int i = 0; i < plan->values; i++) *at++ = (int8_t)flag(can_enter(zone, now, plan->value[i]));
    if (plan->rows) {
        int last[MAX_SERIES] = {0};
        for (uint64_t open = now->open & zone->places[ANYWHERE - FIRST_PLACE]; open; open &= open - 1) {
            int cell = lowest_bit(open), neighbour = neighbour_of(zone, now, cell);
            if (zone->row[cell] < MAX_SERIES && neighbour >= 0 && now->state[neighbour] > 0)
                last[zone->row[cell]] = now->state[neighbour];
        }
        for (int row = 0; row < plan->rows; row++) *at++ = (int8_t)clamped(4 * last[row]);
    }
    for (int cell = 0; plan->pairs && cell + 1 < cells; cell += 2) {
        int first = content_of(zone, now, cell), second = content_of(zone, now, cell + 1);
        *at++ = (int8_t)flag(!first != !second);
        *at++ = (int8_t)clamped(!second ? 4 * first : !first ? -4 * second : 0);
    }
    if (plan->grouped) {
        int marks[MAX_CELLS] = {0};
        for (uint64_t counted = counted_cells(zone, now); counted; counted &= counted - 1)
            marks[plan->grouped->data[lowest_bit(counted)]]++;
        for (int group = 0; group < plan->groups; group++) *at++ = (int8_t)clamped(4 * marks[group]);
    }
    for (int i = 0; i < goals; i++) {
        const Goal *goal = &plan->goal[i];
        int missing = count_cells(goal->needs & left), size = goal->size;
        distance[i] = (uint8_t)(missing ? count_cells(goal->path & left) : 0);
        if (size < 2) continue;
        *at++ = (int8_t)flag(missing == 1);
        *at++ = (int8_t)flag(missing == 2);
        *at++ = (int8_t)(2 * FEATURE_UNIT * (size - missing) / size);
    }
    return at;
}

static int8_t *put_actions(int8_t *at, const Edition *edition, const Sheet *sheet) {
    for (int i = 0; i < edition->tracks; i++) {
        const Track *track = &edition->track[i];
        int unlocked = sheet->unlocked[i], left = unlocked - count_bits(sheet->used[i]), slots = track->slots;
        int end = track->end;
        for (int least = 1; least <= 3; least++) *at++ = (int8_t)flag(left >= least);
        *at++ = (int8_t)clamped(FEATURE_UNIT / 2 * left);
        *at++ = (int8_t)(slots ? 2 * FEATURE_UNIT * unlocked / slots : 0);
        *at++ = (int8_t)flag(end >= 0 && unlocked + 1 == slots);
    }
    return at;
}

static int badge_points(const Edition *edition, int kind, int lowest) {
    int each = edition->follows_lowest[kind] ? lowest : edition->scoring_points[kind];
    return edition->has_least[kind] && each < edition->least[kind] ? edition->least[kind] : each;
}

/* The distance to the nearest badge of each bonus, and how many of them are left. */
typedef struct {
    int distance, left;
} Nearest;

static void find_nearest(const ZoneFeatures *plan, const uint8_t *distance, Nearest *nearest) {
    for (int i = 0; i < plan->goals; i++) {
        int bonus = plan->goal[i].bonus;
        if (bonus < 0 || !distance[i]) continue;
        if (!nearest[bonus].left++ || distance[i] < nearest[bonus].distance) nearest[bonus].distance = distance[i];
    }
}

/* Write the features of a sheet before a throw, and find its points; return how many features there are. What is
   `known` of zones that have not changed is used again; with `keep` it is noted. */
static int find_features(const Edition *edition, const FeaturePlan *plan, const Sheet *sheet, const Upcoming *upcoming,
                         int8_t *features, int *sum, const ZoneMemory *known, ZoneMemory *keep) {
    Nearest nearest[MAX_PENDING];
    uint8_t distance[MAX_PENDING];
    const int zones = edition->zones, bonuses = edition->bonuses, throws = edition->throws, dice = edition->dice;
    const int coming = upcoming->throw_, all_rounds = plan->rounds, left = upcoming->left;
    const uint32_t pool = upcoming->pool;
    int points[MAX_ZONES], lowest = 0, total = 0;
    int8_t *at = features;
    for (int i = 0; i < bonuses; i++) nearest[i].distance = nearest[i].left = 0;
    for (int i = 0; i < zones; i++) {
        const Zone *zone = &edition->zone[i];
        const ZoneState *now = &sheet->zone[i];
        if (known && is_same_zone(zone, &known[i].state, now)) {
            points[i] = known[i].points;
            memcpy(at, known[i].features, (size_t)known[i].count);
            at += known[i].count;
            find_nearest(&plan->zone[i], known[i].distance, nearest);
        } else {
            int8_t *first = at;
            points[i] = zone_points(zone, now);
            at = put_zone(at, zone, &plan->zone[i], now, points[i], distance);
            find_nearest(&plan->zone[i], distance, nearest);
            if (keep) {
                keep[i].state = *now;
                keep[i].points = points[i];
                keep[i].features = first;
                keep[i].count = (int)(at - first);
                memcpy(keep[i].distance, distance, (size_t)plan->zone[i].goals);
            }
        }
        total += points[i];
        if (!i || points[i] < lowest) lowest = points[i];
    }
    for (int i = 0; i < bonuses; i++) {
        int distant = nearest[i].left ? nearest[i].distance : MAX_CELLS;
        for (int limit = 1; limit <= 3; limit++) *at++ = (int8_t)flag(distant <= limit);
        *at++ = (int8_t)clamped(4 * nearest[i].left);
    }
    at = put_actions(at, edition, sheet);
    *at++ = (int8_t)halved(lowest);
    for (int i = 0; i < zones; i++) *at++ = (int8_t)halved(points[i] - lowest);
    for (int i = 0; i < edition->scoring; i++) {
        int badges = sheet->counts[i], of_badges = badges * badge_points(edition, i, lowest);
        total += of_badges;
        for (int least = 1; least <= 4; least++) *at++ = (int8_t)flag(badges >= least);
        *at++ = (int8_t)clamped(4 * badges);
        *at++ = (int8_t)halved(of_badges);
    }
    /* from here on as `left_at` counts */
    for (int i = 0; i <= all_rounds; i++) *at++ = (int8_t)flag(left == i);
    *at++ = (int8_t)clamped(4 * left);
    for (int i = 0; i <= throws; i++) *at++ = (int8_t)flag(coming == i);
    for (int die = 0; die < dice; die++) *at++ = (int8_t)flag((int)(pool >> die & 1));
    *at++ = (int8_t)clamped(4 * count_bits(pool));
    *sum = total;
    return (int)(at - features);
}

/* Where the features about the rounds that are left begin */
static int left_at(const Edition *edition, const FeaturePlan *plan) {
    return plan->count - (edition->dice + 1) - (edition->throws + 1) - 1 - (plan->rounds + 1);
}

/* The most features that a sheet can have */
static int most_features(const Edition *edition, const FeaturePlan *plan) {
    int count = 5 * edition->bonuses + 6 * edition->tracks + 6 * MAX_SCORING;
    count += MAX_ROUNDS + 2 * MAX_DICE + MAX_ZONES + 8;
    for (int i = 0; i < edition->zones; i++)
        count += 3 * edition->zone[i].cells + 3 * plan->zone[i].goals + MAX_ACCEPTED + MAX_SERIES + MAX_GROUPS + 2;
    return count;
}

/* Plan the features of an edition; 0 if there are too many. */
static int plan_features(const Edition *edition, FeaturePlan *plan) {
    Upcoming upcoming = {0};
    Sheet *sheet = calloc(1, sizeof *sheet);
    int8_t *features;
    int sum;
    if (!sheet) return 0;
    memset(plan, 0, sizeof *plan);
    for (int players = 1; players <= MAX_PLAYERS; players++)
        if (edition->rounds[players] > plan->rounds) plan->rounds = edition->rounds[players];
    for (int i = 0; i < edition->zones; i++) {
        plan_zone(&edition->zone[i], &plan->zone[i]);
        sheet->zone[i] = edition->zone[i].begin;
    }
    features = malloc((size_t)most_features(edition, plan));
    if (features)
        plan->count = find_features(edition, plan, sheet, &upcoming, features, &sum, NULL, NULL);
    free(features);
    free(sheet);
    return features && plan->count <= MAX_FEATURES;
}

static int next_turn(const Game *game, int seat, Upcoming *upcoming) {
    upcoming->active++;
    if (upcoming->active == game->players) {
        upcoming->active = 0;
        upcoming->round++;
        if (upcoming->round > game->rounds) return 0;
    }
    if (game->players == 1 || seat == upcoming->active) {
        upcoming->throw_ = 1;
        upcoming->pool = ((uint32_t)1 << game->edition->dice) - 1;
    }
    return 1;
}

static int find_throw(const Game *game, int seat, Upcoming *upcoming) {
    int alone = game->players == 1, active = alone ? !game->solo_passive : seat == game->active;
    int throw_ = game->throw_ + (game->phase == SEND);
    upcoming->round = game->round;
    upcoming->active = game->active;
    upcoming->throw_ = 0;
    upcoming->pool = 0;
    switch (game->phase) {
    case ROUND:
        if (alone || seat == 0) {
            upcoming->throw_ = 1;
            upcoming->pool = ((uint32_t)1 << game->edition->dice) - 1;
        }
        return 1;
    case SOLO:
    case SOLO_THROW: return 1;
    case FINAL:
    case OVER: return 0;
    case TAKE:
    case SEND:
    case BEFORE_THROW:
        if (!active) return 1;
        for (int die = 0; throw_ <= game->edition->throws && die < game->edition->dice; die++)
            if (game->places[die] == POOL && (game->phase != SEND || game->faces[die] >= game->taken_face))
                upcoming->pool |= (uint32_t)1 << die;
        if (upcoming->pool) {
            upcoming->throw_ = throw_;
            return 1;
        }
    }
    if (alone && !game->solo_passive) return 1;
    return next_turn(game, seat, upcoming);
}

/* A player among others has one mark in each of their turns, and fewer rounds. What is left is told in rounds of a solo
   game, which the net knows: one active turn and one mark with a passive throw. */
static void count_rounds_left(const Game *game, int seat, Upcoming *upcoming) {
    const Edition *edition = game->edition;
    int throws = edition->throws, throw_ = upcoming->throw_, most = edition->rounds[1] - 1;
    int later = game->rounds - upcoming->round, own = later + (seat > upcoming->active);
    int others = later * game->players + game->players - 1 - upcoming->active - own;
    int marks = own * throws + others + (seat == upcoming->active ? throws - throw_ + 1 : 1);
    marks -= throw_ ? throws - throw_ + 2 : 1; /* those of the solo round with this throw */
    if (marks < 0) marks = 0;
    upcoming->left = marks / (throws + 1);
    upcoming->part = marks % (throws + 1);
    if (upcoming->left >= most) {
        upcoming->left = most > 0 ? most : 0;
        upcoming->part = 0;
    }
}

/* Find the throw to come for a player; 0 if none comes. No face counts but that of the die just taken. A player who
   considers the other players, `together`, counts their turns, too. */
static int find_upcoming(const Game *game, int seat, int together, Upcoming *upcoming) {
    int comes = find_throw(game, seat, upcoming);
    upcoming->left = comes ? game->rounds - upcoming->round : 0;
    upcoming->part = 0;
    if (comes && together && game->players > 1) count_rounds_left(game, seat, upcoming);
    return comes;
}
