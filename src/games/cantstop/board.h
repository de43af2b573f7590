/* Can't Stop: the board, the state and the rules as functions on it (docs/rules/cantstop.md).
 *
 * A column is held by its index 0..10 and named 2..12 only in text. Sets of columns are bit masks,
 * because every question of the game is one about sets: which columns can take a step now, does a
 * roll touch one of them, how many of the 1296 rolls do. */
#ifndef CANTSTOP_BOARD_H
#define CANTSTOP_BOARD_H

#include "core/tools.h"
#include "tahur/bot.h"
#include "tahur/game.h"
#include <stdint.h>

enum {
    CANTSTOP_COLUMNS = 11,
    CANTSTOP_NONE = CANTSTOP_COLUMNS, /* no column: where a table wants one all the same */
    CANTSTOP_RUNNERS = 3,
    CANTSTOP_RUNNER = 16, /* above all heights: the mark of a runner on a place */
    CANTSTOP_TO_WIN = 3,
    CANTSTOP_ROLLS = 126, /* of four dice, sorted */
    CANTSTOP_ALL = 1296,  /* of four dice in order */
    CANTSTOP_SETS = 2048, /* of columns */
    CANTSTOP_MOVES = 77,  /* [x], [x, x] and [x, y], in lexicographic order */
    CANTSTOP_STOP = CANTSTOP_MOVES,
    CANTSTOP_GO_ON, /* roll again */
    CANTSTOP_ACTIONS,
    CANTSTOP_LEGAL_MAX = 9,
    CANTSTOP_FIRST_COLUMN = 2, /* the name of column 0 */
};

enum cantstop_phase {
    CANTSTOP_ROLL,   /* chance rolls */
    CANTSTOP_MOVE,   /* the seat chooses a move for the roll */
    CANTSTOP_DECIDE, /* the seat stops or rolls again */
    CANTSTOP_OVER,   /* the bank of the seat has ended the game */
};

/* What other players' markers do where a runner lands. The top of a column is the goal, never
 * occupied. */
enum cantstop_blocking {
    CANTSTOP_SHARED, /* nothing */
    CANTSTOP_JUMPED, /* the runner moves on to the next free square, in the same step */
    CANTSTOP_NO_STOP /* a seat with a runner on an occupied square must roll again */
};

/* The rules of a game (docs/rules/cantstop.md). */
struct cantstop_rules {
    bool forced; /* both sums of a pairing move when both can */
    bool closed; /* a completed column is closed to all, and the others' markers leave it */
    enum cantstop_blocking blocking;
    int columns; /* completed that win, 3..5 */
};

struct cantstop {
    uint8_t permanent[TH_SEATS_MAX][CANTSTOP_COLUMNS];
    /* Where the seat in turn stands: permanent + temporary progress, plus CANTSTOP_RUNNER in the
     * columns with a runner. Behind the last column, in CANTSTOP_NONE, always 0. */
    uint8_t place[CANTSTOP_COLUMNS + 1];
    uint8_t players, forced; /* options */
    uint8_t seat, phase;
    uint8_t roll;             /* in CANTSTOP_MOVE: which of the 126 */
    uint8_t rolls;            /* this turn, the current one counts */
    uint8_t closed, blocking; /* options, as in struct cantstop_rules */
    uint32_t turns;           /* finished, by all seats */
    /* Derived, kept at hand for speed: cantstop_derive makes them from the above. */
    uint16_t completed[TH_SEATS_MAX]; /* columns at their top for good */
    uint16_t active;                  /* columns with a runner */
    uint16_t open;                    /* columns with room for a step of the seat */
    uint8_t steps;                    /* temporary progress in all columns */
    uint8_t more;                     /* option: columns needed beyond CANTSTOP_TO_WIN */
    uint16_t shut;                    /* columns completed by any seat, if that closes them */
};

/* One of the 126 sorted rolls. Its pairings have the same total, so they are ordered by the lower
 * column, share no column, and only the last can be a double. A place without a pairing holds
 * CANTSTOP_NONE, in which no step is ever legal. */
struct cantstop_roll {
    uint8_t dice[4]; /* ascending */
    uint8_t weight;  /* of the 1296 ordered rolls */
    uint8_t twin;    /* the column of a double */
    uint8_t low[3], high[3];
    uint8_t both[3]; /* the move that takes both steps */
    uint16_t columns;
};

/* A move: one or two steps in column a; [x, y] also takes one in column b, which is CANTSTOP_NONE
 * for [x] and [x, x]. */
struct cantstop_move {
    uint8_t a, b, steps_a, steps; /* steps: in all */
};

/* All that can be known without a position; made once by cantstop_prepare. */
struct cantstop_tables {
    struct cantstop_roll rolls[CANTSTOP_ROLLS];
    struct cantstop_move moves[CANTSTOP_MOVES];
    uint8_t single[CANTSTOP_COLUMNS + 1]; /* the move [x] */
    uint8_t roll_by_rank[CANTSTOP_ALL];   /* roll i stands weight(i) times, in order */
    uint16_t successes[CANTSTOP_SETS];    /* of 1296 rolls, those with a step in the set */
    uint8_t size[CANTSTOP_SETS];          /* columns in the set */
};
extern struct cantstop_tables cantstop_tables;
extern const uint8_t cantstop_height[CANTSTOP_COLUMNS + 1];
void cantstop_prepare(void);

/* The roll with these dice, in any order. */
int cantstop_roll_of(const int dice[4]);

static inline int cantstop_count(unsigned set) {
    return cantstop_tables.size[set];
}

/* Permanent and temporary progress of the seat in turn. */
static inline int cantstop_reached(const struct cantstop *s, int column) {
    return s->place[column] & (CANTSTOP_RUNNER - 1);
}
static inline int cantstop_temporary(const struct cantstop *s, int column) {
    return cantstop_reached(s, column) - s->permanent[s->seat][column];
}

/* Puts the seat in turn there; a runner where it is beyond its permanent progress. */
static inline void cantstop_put(struct cantstop *s, int column, int reached) {
    const bool runner = reached > s->permanent[s->seat][column];
    s->place[column] = (uint8_t)(reached + (runner ? CANTSTOP_RUNNER : 0));
}

/* The start of a game, by any rules, or by the default ones but for `forced`. */
void cantstop_start_rules(struct cantstop *s, int players, struct cantstop_rules rules);
void cantstop_start(struct cantstop *s, int players, int forced);
struct cantstop_rules cantstop_rules_of(const struct cantstop *s);
/* Makes the derived fields after the others were set. */
void cantstop_derive(struct cantstop *s);

/* Columns in which a step is legal now (“Runners”). */
static inline unsigned cantstop_steppable(const struct cantstop *s) {
    return cantstop_count(s->active) < CANTSTOP_RUNNERS ? s->open : (unsigned)(s->open & s->active);
}

/* Of the 1296 rolls, those with a legal move; the others bust. */
static inline int cantstop_successes(const struct cantstop *s) {
    return cantstop_tables.successes[cantstop_steppable(s)];
}

/* Columns the seat would have completed if it banked now. */
static inline unsigned cantstop_banked(const struct cantstop *s) {
    return s->completed[s->seat] | (unsigned)(s->active & ~s->open);
}
/* Columns that a seat must complete. */
static inline int cantstop_needed(const struct cantstop *s) {
    return CANTSTOP_TO_WIN + s->more;
}
/* A bank that completes these columns leaves none open, which ends the game: the seat in turn has
 * the most columns then, and no other as many. */
bool cantstop_wins_by_most(const struct cantstop *s, unsigned banked);
static inline bool cantstop_bank_wins(const struct cantstop *s) {
    const unsigned banked = cantstop_banked(s);
    const int completed = cantstop_count(banked);
    if (completed < CANTSTOP_TO_WIN) return false; /* nor has it the most of eleven columns */
    return completed >= cantstop_needed(s) || (s->closed != 0 && cantstop_wins_by_most(s, banked));
}
/* The seats that have won, a bit each, when the game is over. */
unsigned cantstop_winners(const struct cantstop *s);

/* Whether the marker of another seat stands there. */
bool cantstop_occupied(const struct cantstop *s, int column, int square);
/* Where one step leads the seat in turn from a square below the top. */
int cantstop_jump(const struct cantstop *s, int column, int from);
static inline int cantstop_landing(const struct cantstop *s, int column, int from) {
    return s->blocking != CANTSTOP_JUMPED ? from + 1 : cantstop_jump(s, column, from);
}
/* How many steps of the seat in turn lead from one square to another. */
int cantstop_steps_between(const struct cantstop *s, int column, int from, int to);

/* Whether a runner stands on an occupied square; whether the seat may stop all the same. */
bool cantstop_blocked(const struct cantstop *s);
static inline bool cantstop_may_stop(const struct cantstop *s) {
    return s->blocking != CANTSTOP_NO_STOP || !cantstop_blocked(s);
}

/* The moves for the roll in lexicographic order; `forced`: both sums must move if both can. */
int cantstop_moves(const struct cantstop *s, bool forced, th_action out[CANTSTOP_LEGAL_MAX]);

void cantstop_rolled(struct cantstop *s, int roll); /* a move to choose, or a bust */
void cantstop_make_move(struct cantstop *s, th_action move);
void cantstop_bank(struct cantstop *s);

extern const struct th_game cantstop_game;

/* ---- bots (bots.c, optimal.c) ---- */

extern const struct th_bot_kind cantstop_turn_optimal;
/* Ended by NULL. */
extern const struct th_bot_kind *const cantstop_bots[];

/* ---- observations (observe.c) ---- */

/* clang-format off */
/* What a seat sees as a row of numbers, for learning. The layout is fixed: networks depend on it, so
 * a change of it is a new CANTSTOP_OBSERVATION_LAYOUT. With p players there are 13p + 33 numbers, 45
 * in solitaire. Seats come in play order from the one that looks: own, other1, other2, other3.
 *
 *   at      numbers
 *    0      11p     for each seat, for each column: banked progress / height
 *   11p     p       for each seat: columns completed / 5 (with columns=4 / 6, with columns=5 / 7)
 *   12p     11      for each column: steps of this turn by the seat in turn / height
 *   12p+11  1       runners left / 3
 *   12p+12  1       columns the seat in turn would have completed if it banked now / as above
 *   12p+13  1       the probability that the next roll of this turn does not bust
 *   12p+14  1       1 if a move is to be chosen for a roll, else 0
 *   12p+15  1       1 if the seat in turn decides whether to stop, else 0
 *   12p+16  6       of the roll a move is to be chosen for: how many dice show 1, 2 … 6, / 4
 *   12p+22  11      for each column: 1 if the roll allows a step in it, else 0
 *   12p+33  p       for each seat: 1 if it is in turn, else 0; not in solitaire
 *
 * The numbers of turns and of rolls in this one are left out: they do not matter for what
 * follows. So are the options, which do not change in a game: whether both sums of a
 * pairing must move, or stopping is forbidden, shows in which actions are legal. A closed column is
 * one in which a seat has 1, and the others have 0. */
/* clang-format on */

#define CANTSTOP_OBSERVATION_LAYOUT "cantstop 1, 13 numbers a player and 33"
enum { CANTSTOP_OBSERVATION_MAX = 13 * TH_SEATS_MAX + 33 };

/* Writes the numbers for this seat, which need not be in turn. */
void cantstop_observe(const struct th_state *s, int seat, float out[]);
/* How many there are, and what the i-th is called and means. */
int cantstop_observations(const struct th_state *s);
const char *cantstop_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *cantstop_observation_meaning(const struct th_state *s, int i);
/* The identity and the mirror (tahur/learning.h): column c becomes 14 - c, a die d 7 - d. */
int cantstop_symmetries(const struct th_state *s);
int cantstop_symmetric_number(const struct th_state *s, int k, int i);
int cantstop_symmetric_action(const struct th_state *s, int k, int action);

/* ---- tools (tools.c, core/tools.h) ---- */

/* The 165 triples of active columns, best first; or, if columns are given, the odds of one
 * position. */
json_t *cantstop_odds_tool(const struct th_options *flags, struct th_error *e);
/* The race of one player. */
json_t *cantstop_solve_tool(struct solve_request *r, struct th_error *e);

#endif
