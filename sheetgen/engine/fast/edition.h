/* An edition as the fast engine keeps it: limits, codes and the tables that parts decide. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _MSC_VER
#include <intrin.h>
#endif

enum {
    TABLES_VERSION = 1,
    MAX_DICE = 9,
    MAX_ZONES = 12,
    MAX_CELLS = 64, /* of one zone: a bit each */
    MAX_PLAYERS = 9,
    MAX_TRACKS = 24,
    MAX_SLOTS = 16,
    MAX_SCORING = 4,
    MAX_PENDING = 512,
    MAX_LOST = 128,
    MAX_VALUE = 255, /* of a number in a cell, and of what dice add up to */
    MAX_ROUNDS = 12,
    FIRST_PLACE = -2, /* of a die: beside, pool, platter, slots 1 to 9 */
    PLACES = 12,
    WAYS = 2 /* in which a value can be entered in one cell */
};

enum { BESIDE = -2, POOL = -1, ON_PLATTER = 0 }; /* as in engine/dice.py */
enum { PLATTER = 0, ANYWHERE = -1 };             /* as in layout/parts/order.py */
enum { OPEN = 0, FILLED = -1 };                  /* as in layout/parts/cells.py */
enum { ROUND, BEFORE_THROW, TAKE, SEND, END_ACTIVE, EXTRA, SOLO, EQUALS, PASSIVE, END_TURN, FINAL, OVER, SOLO_THROW };
enum { REROLL_SLOT, RETURN_SLOT, JOKER_SLOT, POLISH_SLOT, EXTRA_SLOT, SLOT_KINDS }; /* as in layout/sheet.py */
enum { M_TAKE, M_EXTRA, M_PLACE, M_ALSO, M_DECLINE, M_UNLOCK, M_REROLL, M_RETURN, M_THROW, M_PASS, M_DONE, M_NEAREST };
enum { GIVES_POINTS, GIVES_ACTION, GIVES_MARK };
enum { ANY_OPEN_CELL, WITH_VALUES, WITH_NUMBER_AS_PRINTED, ONE_MORE };
enum { SUM, COUNT, LINES, LAST, ENDS, PAIRS, EACH, POINTS_FUNCTIONS };
enum { FINE, NO_MEMORY, TOO_MANY_PENDING, BAD_TABLES, BAD_ARGUMENT, NO_MOVE };
enum { RANDOM_BOT, GREEDY_BOT, EXPERT_BOT };

typedef struct {
    uint64_t marked, closed, open, with_badge; /* cells: not open any more; finished; that `order` opens; entries */
    int16_t state[MAX_CELLS], number[MAX_CELLS];
} ZoneState;

typedef struct {
    int16_t written, shown; /* the number, and what the move names: in zones with crosses the printed one */
    uint8_t badge;
} Option;

typedef struct {
    uint64_t needs;
    int bonus, only_from, single_cell;
} Trigger;

typedef struct {
    int function, count, other; /* how many groups, lines or limits; how many steps a ladder has, or the middle */
    const int32_t *data;
    const uint64_t *lines;
} Points;

typedef struct {
    int cells, values, numbers; /* how many cells; the highest value and the highest number in a cell */
    int writes, stages, stage, keeps_values, marks_again;
    uint64_t printed;
    uint64_t places[PLACES];
    uint64_t needs[MAX_CELLS], blocks[MAX_CELLS], before[MAX_CELLS];
    int16_t start[MAX_CELLS], number[MAX_CELLS], row[MAX_CELLS], comparison[MAX_CELLS], rank[MAX_CELLS];
    int16_t row_of_die[MAX_DICE];
    const uint64_t *takes; /* by value: the cells that can take it at all */
    const Option *options; /* by cell and value, WAYS each */
    const uint8_t *ways;   /* how many of them there are */
    const uint8_t *fits;   /* by comparison, entry before (0: none) and number */
    int triggers, parts, has_extra_marks, only_own_row;
    const Trigger *trigger;
    int16_t first_trigger[MAX_CELLS + 1];
    const int16_t *trigger_of_cell;
    Points part[10];
    const int16_t *at_once; /* by number, other die and its face: die + 1 and number of one more mark, or NO_MARK */
    int16_t leaving[MAX_DICE][7];
    ZoneState begin;
} Zone;

enum { NO_MARK = -1, DIE_STEP = 512 }; /* a further mark is (die + 1) * DIE_STEP + number */

typedef struct {
    int zone, how, added_die, count;
    uint64_t cells; /* those that take a number as printed */
    const int32_t *values;
} Placement;

typedef struct {
    int gives, index, tracks, singles, lost;
    const int32_t *track, *single;
} Bonus;

typedef struct {
    int placements;
    const Placement *placement;
} Single;

typedef struct {
    int zone, partner, platter, by_place;
} Use;

typedef struct {
    int kind, slots, end, lost;
    int printed[MAX_SLOTS];
} Track;

typedef struct {
    int dice, throws, zones, tracks, bonuses, singles, scoring, lost_kinds, lost_throw, lost_platter;
    int may_pass_active, may_pass_passive, dice_leave, with_actions, printed_order, several_returns, equal_at_random;
    int last_sweep, tinted_bonus, extra_die_matches, solo_platter, solo_others, most_pending;
    int rounds[MAX_PLAYERS + 1], round_bonus[MAX_ROUNDS];
    int scoring_points[MAX_SCORING], follows_lowest[MAX_SCORING], has_least[MAX_SCORING], least[MAX_SCORING];
    int uses[MAX_DICE];
    Use use[MAX_DICE][MAX_ZONES];
    Zone zone[MAX_ZONES];
    Track track[MAX_TRACKS];
    int kind_tracks[SLOT_KINDS], kind_track[SLOT_KINDS][MAX_TRACKS];
    int has_changes;
    const Bonus *bonus;
    const Single *single;
    uint32_t first_state[624]; /* of every generator, before its seed is mixed in */
    unsigned char *arena;
    size_t used, room;
} Edition;

/* Bits */

static int lowest_bit(uint64_t bits) {
#if defined(_MSC_VER) && defined(_WIN64)
    unsigned long index;
    _BitScanForward64(&index, bits);
    return (int)index;
#elif defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(bits);
#else
    int index = 0;
    while (!(bits >> index & 1)) index++;
    return index;
#endif
}

static int highest_bit(uint64_t bits) {
#if defined(_MSC_VER) && defined(_WIN64)
    unsigned long index;
    _BitScanReverse64(&index, bits);
    return (int)index;
#elif defined(__GNUC__) || defined(__clang__)
    return 63 - __builtin_clzll(bits);
#else
    int index = 63;
    while (!(bits >> index & 1)) index--;
    return index;
#endif
}

static int count_bits(uint32_t bits) {
    int count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

static int count_cells(uint64_t cells) {
    cells -= cells >> 1 & 0x5555555555555555u;
    cells = (cells & 0x3333333333333333u) + (cells >> 2 & 0x3333333333333333u);
    cells = (cells + (cells >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(cells * 0x0101010101010101u >> 56);
}

/* Loops over many weights are compiled twice, and a processor with wider registers takes the second; results are the
   same, since nothing is added up in another order. Joining steps of outer loops makes gcc compute number by number. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-loop-unroll-and-jam")
#endif
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
#define WIDE __attribute__((target_clones("avx2", "default"))) static
#else
#define WIDE static
#endif

#define BIT(cell) ((uint64_t)1 << (cell))
