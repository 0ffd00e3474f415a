/* The fast engine: plays games of one edition from tables that sheetgen.engine.fast.tables compiles.

   It follows sheetgen/engine/turns.py step by step, and bots of sheetgen/lab/players.py: the same seed gives the same
   game, move for move. A test compares both after every move. Where a function here has the name of one there, it does
   the same; the reasons and the numbers of the rules are there.

   Nothing here knows an edition or a kind of part. What parts decide comes in tables: which cells open after which,
   what a value becomes in a cell, which number may follow which. Only points are added up by functions, which parts
   name (`counting`), as they do for the script of the site.

   Plain C99 without Python's headers, so that one binary serves every version of Python. Tables are checked when they
   are read, and all sizes are bounded; what does not fit is reported (`status`), never cut off. */

#include "edition.h"
#include "game.h"
#include "zones.h"
#include "turns.h"
#include "bots.h"
#include "features.h"
#include "expert.h"
#include "training.h"
#include "worth.h"
#include "reading.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#ifndef SOURCE_DIGEST
#define SOURCE_DIGEST "unknown"
#endif

static int choose(Game *game, int bot) {
    if (bot == EXPERT_BOT && game->expert) return choose_as_expert(game);
    return bot == GREEDY_BOT ? choose_greedily(game) : choose_randomly(game);
}

/* Play to the end; which of equal dice is nearest is decided by chance, not by the bot. */
static void play_to_end(Game *game, int bot) {
    while (game->phase != OVER && !game->status) {
        int chosen = game->moves[0].kind == M_NEAREST ? next_below(&game->chance, game->count) : choose(game, bot);
        play(game, game->moves[chosen]);
    }
}

/* Everything below is called from core.py. This is the digest of the sources that the binary was made from. */
EXPORT const char *sg_digest(void) { return SOURCE_DIGEST; }

EXPORT void sg_free_edition(Edition *edition) {
    if (edition) free(edition->arena);
    free(edition);
}

/* Return an edition from its tables; NULL if they are wrong or memory is missing. */
EXPORT Edition *sg_new_edition(const int32_t *tables, int64_t length) {
    Edition *edition = calloc(1, sizeof *edition);
    Reader reader = {0};
    if (!edition || length <= 0 || length > 1 << 26) {
        free(edition);
        return NULL;
    }
    edition->room = (size_t)length * 48 + 65536;
    edition->arena = malloc(edition->room);
    first_state(edition->first_state);
    reader.at = tables;
    reader.end = tables + length;
    reader.edition = edition;
    if (edition->arena) read_edition(&reader);
    if (!edition->arena || reader.bad) {
        sg_free_edition(edition);
        return NULL;
    }
    return edition;
}

EXPORT void sg_free_game(Game *game) { free_game(game); }

/* Return a game before its first decision; NULL if so many cannot play, or memory is missing. */
EXPORT Game *sg_new_game(const Edition *edition, int players, uint64_t seed) {
    Game *game = players >= 1 && players <= MAX_PLAYERS && edition->rounds[players] ? calloc(1, sizeof *game) : NULL;
    Generator generators[AT_ONCE];
    uint64_t seeds[AT_ONCE] = {seed, seed + 1};
    if (!game) return NULL;
    seed_generators(generators, edition->first_state, seeds);
    start(game, edition, players, generators);
    return game;
}

/* Let an expert play; it must live as long as the game. */
EXPORT void sg_set_expert(Game *game, struct Expert *expert) { game->expert = expert; }

/* Tell the greedy bot what things are worth. */
EXPORT void sg_set_worths(Game *game, const double *worths) {
    game->worths.average = worths[0];
    game->worths.scoring = worths[1];
    game->worths.action = worths[2];
    game->worths.mark = worths[3];
    game->worths.die = worths[4];
    game->worths.chain = (int)worths[5];
}

/* Return how many legal moves there are; 0 at the end of a game. */
EXPORT int sg_count_moves(const Game *game) { return game->count; }

enum { MOVE_FIELDS = 10 };

/* Write the legal moves: kind, die, zone, cell, value, badge, joker, polish, partner, what. */
EXPORT void sg_get_moves(const Game *game, int32_t *fields) {
    for (int i = 0; i < game->count; i++) {
        const Move *move = &game->moves[i];
        int marks = is_marking(move);
        int32_t of_move[MOVE_FIELDS] = {move->kind,
                                        move->die,
                                        marks ? move->zone : -1,
                                        marks ? move->cell : -1,
                                        move->value,
                                        move->badge,
                                        move->joker,
                                        move->polish,
                                        move->partner,
                                        move->what};
        memcpy(&fields[i * MOVE_FIELDS], of_move, sizeof of_move);
    }
}

/* Play a legal move, given by its index; return the status. */
EXPORT int sg_play(Game *game, int index) {
    if (index < 0 || index >= game->count) return NO_MOVE;
    play(game, game->moves[index]);
    return game->status;
}

/* Return the index of the move that a bot chooses; -1 at the end of a game. */
EXPORT int sg_choose(Game *game, int bot) {
    return game->count ? choose(game, bot) : -1;
}

/* Write the whole state as numbers, if there is room for them; return how many there are. */
EXPORT int sg_get_state(const Game *game, int32_t *numbers, int room) {
    const Edition *edition = game->edition;
    int count = 0;
#define PUT(number)                                                                                                    \
    do {                                                                                                               \
        if (count < room) numbers[count] = (int32_t)(number);                                                          \
        count++;                                                                                                       \
    } while (0)
    PUT(game->round);
    PUT(game->active);
    PUT(game->actor);
    PUT(game->throw_);
    PUT(game->phase);
    PUT(game->solo_passive);
    PUT(game->returned);
    PUT(game->taken_face);
    PUT(game->sweeping_zone);
    PUT(game->extra_marks_zone);
    for (int die = 0; die < edition->dice; die++) PUT(game->faces[die]);
    for (int die = 0; die < edition->dice; die++) PUT(game->places[die]);
    PUT(game->ordered);
    for (int i = 0; i < game->ordered; i++) PUT(game->order[i]);
    PUT(game->extra_marks);
    for (int i = 0; i < game->extra_marks; i++) {
        PUT(game->left[i].die);
        PUT(game->left[i].number);
    }
    for (int i = 0; i < edition->lost_kinds; i++) PUT(game->lost[i]);
    for (int i = 0; i < game->players; i++) {
        const Sheet *sheet = &game->sheet[i];
        for (int j = 0; j < edition->zones; j++)
            for (int cell = 0; cell < edition->zone[j].cells; cell++) {
                PUT(sheet->zone[j].state[cell]);
                PUT(sheet->zone[j].number[cell]);
                PUT(sheet->zone[j].with_badge >> cell & 1);
            }
        for (int j = 0; j < edition->zones; j++) PUT(zone_points(&edition->zone[j], &sheet->zone[j]));
        for (int j = 0; j < edition->tracks; j++) {
            PUT(sheet->unlocked[j]);
            PUT(sheet->used[j]);
        }
        for (int j = 0; j < edition->scoring; j++) PUT(sheet->counts[j]);
        PUT(sheet->extras);
        PUT(sheet->pending);
        for (int j = 0; j < sheet->pending; j++) PUT(sheet->waiting[j]);
    }
#undef PUT
    return count;
}

/* How many numbers `sg_play_games` writes for each game: 2 and what was lost, then for each seat 3 and its sheet. */
EXPORT int sg_row_width(const Edition *edition, int players) {
    return 2 + edition->lost_kinds + players * (3 + edition->zones + 2 * edition->scoring + 2 * edition->tracks);
}

static void count_marks(const Edition *edition, const Sheet *sheet, int64_t *marks, int64_t *badges) {
    for (int i = 0; i < edition->zones; i++) {
        const Zone *zone = &edition->zone[i];
        const ZoneState *now = &sheet->zone[i];
        uint64_t marked = now->marked & ~zone->printed, counts = zone->stage > 1 ? now->closed : now->marked;
        for (; marked; marked &= marked - 1) marks[lowest_bit(marked)]++;
        for (int j = 0; j < zone->triggers; j++) {
            const Trigger *trigger = &zone->trigger[j];
            if (trigger->needs & ~counts) continue;
            if (trigger->single_cell && zone->writes) {
                int cell = lowest_bit(trigger->needs);
                if (!(now->with_badge >> cell & 1) || now->number[cell] < trigger->only_from) continue;
            }
            badges[j]++;
        }
        marks += zone->cells;
        badges += zone->triggers;
    }
}

/* Write the final numbers of a sheet, except for the first two, which compare it with others; return what follows. */
static int32_t *put_sheet(const Edition *edition, const Sheet *sheet, int32_t *row, int *total, int *highest) {
    int lowest = 0, least = 0;
    int32_t *points = row + 3;
    *total = 0;
    for (int i = 0; i < edition->zones; i++) {
        points[i] = zone_points(&edition->zone[i], &sheet->zone[i]);
        *total += points[i];
        if (!i || points[i] < least) {
            least = points[i];
            lowest = i;
        }
        if (!i || points[i] > *highest) *highest = points[i];
    }
    row[2] = lowest;
    row = points + edition->zones;
    for (int i = 0; i < edition->scoring; i++) {
        int each = edition->follows_lowest[i] ? least : edition->scoring_points[i];
        if (edition->has_least[i] && each < edition->least[i]) each = edition->least[i];
        *row++ = sheet->counts[i];
        *row++ = sheet->counts[i] * each;
        *total += sheet->counts[i] * each;
    }
    for (int i = 0; i < edition->tracks; i++) {
        *row++ = sheet->unlocked[i];
        *row++ = count_bits(sheet->used[i]);
    }
    return row;
}

static void put_row(const Game *game, int32_t *row) {
    const Edition *edition = game->edition;
    int32_t *seats[MAX_PLAYERS];
    int totals[MAX_PLAYERS], highest[MAX_PLAYERS] = {0}, best = 0, winners = 0;
    row[0] = (int32_t)game->moves_played;
    row[1] = game->longest_chain;
    for (int i = 0; i < edition->lost_kinds; i++) row[2 + i] = (int32_t)game->lost[i];
    row += 2 + edition->lost_kinds;
    for (int i = 0; i < game->players; i++) {
        seats[i] = row;
        row = put_sheet(edition, &game->sheet[i], row, &totals[i], &highest[i]);
        seats[i][1] = totals[i];
        if (totals[i] > totals[best] || (totals[i] == totals[best] && highest[i] > highest[best])) best = i;
    }
    for (int i = 0; i < game->players; i++) winners += totals[i] == totals[best] && highest[i] == highest[best];
    for (int i = 0; i < game->players; i++)
        seats[i][0] = totals[i] != totals[best] || highest[i] != highest[best] ? 0 : winners > 1 ? 2 : 1;
}

/* Play `count` games to their ends, with seeds from `seed` on; write a row for each, and add up how often each cell
   was marked and each badge was earned; return the status. */
EXPORT int sg_play_games(const Edition *edition, int players, int bot, const double *worths, uint64_t seed, int count,
                         int32_t *rows, int64_t *marks, int64_t *badges, struct Expert *expert) {
    Game *game = players >= 1 && players <= MAX_PLAYERS && edition->rounds[players] ? calloc(1, sizeof *game) : NULL;
    int status = game ? FINE : BAD_ARGUMENT, width = sg_row_width(edition, players);
    enum { GAMES_AT_ONCE = AT_ONCE / 2 };
    Generator generators[AT_ONCE];
    if (game) sg_set_worths(game, worths);
    if (game) game->expert = expert;
    for (int i = 0; i < count && status == FINE; i++) {
        Generator *own = &generators[i % GAMES_AT_ONCE * 2];
        if (i % GAMES_AT_ONCE == 0) {
            uint64_t next = seed + (uint64_t)i, seeds[AT_ONCE] = {next, next + 1, next + 1, next + 2};
            seed_generators(generators, edition->first_state, seeds);
        }
        start(game, edition, players, own);
        play_to_end(game, bot);
        put_row(game, rows + (size_t)i * (size_t)width);
        for (int j = 0; j < players; j++) count_marks(edition, &game->sheet[j], marks, badges);
        status = game->status;
    }
    sg_free_game(game);
    return status;
}

/* Return a copy of a game, which goes on by itself with the same expert; NULL if memory is missing. */
EXPORT Game *sg_copy_game(const Game *game) { return copy_game(game); }

/* Mark a cell for nothing, with the one of some values that the expert expects most from, and earn what the mark
   earns; without values, with one more than the number before. NO_MOVE if the cell is not open; return the status. */
EXPORT int sg_mark_for_nothing(Game *game, int zone, int cell, const int32_t *values, int count) {
    if (!game->count || zone < 0 || zone >= game->edition->zones || cell < 0 || count < 0 ||
        cell >= game->edition->zone[zone].cells)
        return NO_MOVE;
    return mark_for_nothing(game, zone, cell, values, count);
}

/* Let a bot play to the end, with dice from `seed` on if `new_dice`; write the total of the first player; return the
   status. */
EXPORT int sg_play_on(Game *game, int bot, int new_dice, uint64_t seed, int32_t *total) {
    int32_t row[3 + MAX_ZONES + 2 * MAX_SCORING + 2 * MAX_TRACKS];
    int highest = 0, points = 0;
    if (new_dice) {
        Generator generators[AT_ONCE];
        uint64_t seeds[AT_ONCE] = {seed, seed + 1};
        seed_generators(generators, game->edition->first_state, seeds);
        game->dice = generators[0];
        game->chance = generators[1];
    }
    play_to_end(game, bot);
    put_sheet(game->edition, &game->sheet[0], row, &points, &highest);
    *total = points;
    return game->status;
}

/* Return how many features a sheet of an edition has; 0 if there are too many for an expert. */
EXPORT int sg_count_features(const Edition *edition) {
    FeaturePlan *plan = malloc(sizeof *plan);
    int count = plan && plan_features(edition, plan) ? plan->count : 0;
    free(plan);
    return count;
}

/* How many numbers the weights of an expert are: those of its net, then what bonuses that wait are worth. */
EXPORT int64_t sg_count_weights(const Edition *edition, int first, int second) {
    int64_t inputs = sg_count_features(edition);
    return inputs * first + first * second + 2 * second + first + 1 + edition->bonuses * (MAX_ROUNDS + 1);
}

EXPORT void sg_free_expert(struct Expert *expert) { free_expert(expert); }

/* Return an expert with these weights, in the order of `Net`; NULL if it cannot be, or memory is missing. */
EXPORT struct Expert *sg_new_expert(const Edition *edition, int first, int second, const int32_t *weights) {
    struct Expert *expert = new_expert(edition, first, second);
    Net *net;
    int small, large;
    if (!expert) return NULL;
    net = &expert->net;
    small = net->inputs * first + first * second + second;
    large = first + second + 1;
    for (int i = 0; i < small; i++) net->w1[i] = (int16_t)*weights++;
    for (int i = 0; i < large; i++) net->b1[i] = *weights++;
    for (int i = 0; i < edition->bonuses * (MAX_ROUNDS + 1); i++) expert->worth[i] = *weights++;
    return expert;
}

/* Let an expert consider the other players, or play as if it were alone. */
EXPORT void sg_set_together(struct Expert *expert, int together) { expert->together = together; }

/* Write what each legal move is worth to the expert, in 1/1024 points; the least number where it did not look. */
EXPORT int sg_get_values(Game *game, int32_t *values) {
    if (!game->expert || !game->count || !find_values(game->expert, game)) return BAD_ARGUMENT;
    memcpy(values, game->expert->values, (size_t)game->count * sizeof *values);
    return FINE;
}

/* Write the features of a player's sheet before the throw to come; return its points. */
EXPORT int sg_get_features(Game *game, int seat, int8_t *features) {
    sheet_value(game->expert, game, seat, 1);
    memcpy(features, game->expert->base, (size_t)game->expert->plan.count);
    return game->expert->points;
}

EXPORT struct Trainer *sg_new_trainer(const Edition *edition, int first, int second, uint64_t seed) {
    return new_trainer(edition, first, second, seed);
}

EXPORT void sg_free_trainer(struct Trainer *trainer) { free_trainer(trainer); }

/* Play and learn some of `all` games; `points` gets the sum of their totals; return the status. */
EXPORT int sg_train(struct Trainer *trainer, int64_t games, int64_t all, uint64_t seed, const double *schedule,
                    int64_t *points) {
    Schedule how = {schedule[0], schedule[1], schedule[2], schedule[3], schedule[4], schedule[5],
                    schedule[6], schedule[7], schedule[8], schedule[9], schedule[10]};
    int status = train(trainer, games, all, seed, &how);
    *points = trainer->points;
    return status;
}

/* Write the weights for `sg_new_expert`. */
EXPORT void sg_get_weights(struct Trainer *trainer, int32_t *weights) {
    const Net *net = &trainer->expert->net;
    int small = net->inputs * net->first + net->first * net->second + net->second, large = net->first + net->second + 1;
    round_weights(trainer);
    for (int i = 0; i < small; i++) *weights++ = net->w1[i];
    for (int i = 0; i < large; i++) *weights++ = net->b1[i];
    for (int i = 0; i < trainer->edition->bonuses * (MAX_ROUNDS + 1); i++) *weights++ = trainer->expert->worth[i];
}

/* Return how many games a trainer has learned from. */
EXPORT int64_t sg_count_trained(const struct Trainer *trainer) { return trainer->games; }

static void carry(unsigned char **state, void *part, size_t bytes, int restore) {
    if (*state && restore)
        memcpy(part, *state, bytes);
    else if (*state)
        memcpy(*state, part, bytes);
    if (*state) *state += bytes;
}

static int are_within(const float *numbers, size_t count, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(numbers[i] >= -most && numbers[i] <= most)) return 0; /* also what is no number */
    return 1;
}

static int doubles_are_within(const double *numbers, size_t count, double most) {
    for (size_t i = 0; i < count; i++)
        if (!(numbers[i] >= -most && numbers[i] <= most)) return 0;
    return 1;
}

/* Whether a training can go on with a state that was read: the file may be damaged, or made to harm. */
static int is_sound(const struct Trainer *trainer) {
    const int64_t most = INT64_C(1) << 48, counts[3] = {trainer->buffer.seen, trainer->games, trainer->steps};
    size_t worths = (size_t)trainer->edition->bonuses * (MAX_ROUNDS + 1);
    const double decays[3] = {trainer->decay1, trainer->decay2, trainer->decay3};
    for (int i = 0; i < 3; i++)
        if (counts[i] < 0 || counts[i] > most) return 0;
    for (size_t i = 0; i <= worths; i++) /* by which is divided after one was added */
        if (!(trainer->worth_counts[i] >= 0.0 && trainer->worth_counts[i] <= 2000.0)) return 0;
    if (trainer->chance.next < 0 || trainer->chance.next > 623) return 0;
    for (int i = 0; i < 2; i++) /* learned and averaged weights become whole numbers */
        if (!are_within(trainer->weights[i], trainer->count, 1000.0f)) return 0;
    for (int i = 2; i < 5; i++)
        if (!are_within(trainer->weights[i], trainer->count, 1e12f)) return 0;
    for (size_t i = 0; i < worths; i++)
        if (trainer->expert->worth[i] < -(1 << 22) || trainer->expert->worth[i] > 1 << 22) return 0;
    return are_within(trainer->buffer.target, BUFFER, 1e6f) && doubles_are_within(decays, 3, 1.0) &&
           doubles_are_within(trainer->worths, worths + 1, (1 << 22) + 1.0) &&
           doubles_are_within(trainer->zone_points, MAX_ZONES, 1e6);
}

/* Write the state of a trainer, or read it with `restore`, if `room` is what it needs; return how many bytes it has,
   -1 if a state that was read is unsound: the trainer must not be used then. */
EXPORT int64_t sg_save_trainer(struct Trainer *trainer, unsigned char *state, int64_t room, int restore) {
    size_t rows = BUFFER * trainer->width, targets = BUFFER * sizeof(float);
    size_t worths = 2 * ((size_t)trainer->edition->bonuses * (MAX_ROUNDS + 1) + 1) * sizeof(double);
    size_t weights = trainer->count * sizeof(float), worth = (size_t)trainer->edition->bonuses * (MAX_ROUNDS + 1);
    size_t all = rows + targets + worths + 5 * weights + worth * sizeof(int32_t) + sizeof trainer->chance +
                 3 * sizeof(double) + 3 * sizeof(int64_t) + sizeof trainer->zone_points;
    if ((int64_t)all != room) return (int64_t)all;
    carry(&state, trainer->buffer.features, rows, restore);
    carry(&state, trainer->buffer.target, targets, restore);
    carry(&state, trainer->worths, worths, restore);
    for (int i = 0; i < 5; i++) carry(&state, trainer->weights[i], weights, restore);
    carry(&state, trainer->expert->worth, worth * sizeof(int32_t), restore);
    carry(&state, &trainer->chance, sizeof trainer->chance, restore);
    carry(&state, &trainer->decay1, sizeof(double), restore);
    carry(&state, &trainer->decay2, sizeof(double), restore);
    carry(&state, &trainer->decay3, sizeof(double), restore);
    carry(&state, &trainer->buffer.seen, sizeof(int64_t), restore);
    carry(&state, &trainer->games, sizeof(int64_t), restore);
    carry(&state, &trainer->steps, sizeof(int64_t), restore);
    carry(&state, trainer->zone_points, sizeof trainer->zone_points, restore);
    return restore && !is_sound(trainer) ? -1 : (int64_t)all;
}
