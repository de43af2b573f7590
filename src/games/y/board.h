/* The Game of Y: the board, the state and the rules as functions on it (docs/rules/y.md).
 *
 * A cell is held by its index r(r+1)/2 + c, rows from the apex. Chains of stones are a forest of
 * parent links with the sides each chain touches at its root, so that a stone costs a few steps and
 * a win shows at once. */
#ifndef Y_BOARD_H
#define Y_BOARD_H

#include "core/tools.h"
#include "tahur/bot.h"
#include "tahur/game.h"
#include <stdint.h>

enum {
    Y_SIZE_MIN = 2,
    Y_SIZE_MAX = 19,
    Y_CELLS_MAX = Y_SIZE_MAX * (Y_SIZE_MAX + 1) / 2,
    Y_SWAP = Y_CELLS_MAX, /* player 1's first move, with pie=1 */
    Y_RESIGN,             /* never listed among the legal actions, always accepted */
    Y_ACTIONS,
    Y_ALL_SIDES = 7,
};

enum { Y_EMPTY = 2 }; /* what a cell holds: 0, 1 or this */

/* What never changes on a board of one size; made once by y_prepare. */
struct y_shape {
    int size, cells;
    uint8_t row[Y_CELLS_MAX], column[Y_CELLS_MAX];
    uint8_t sides[Y_CELLS_MAX]; /* bits 1, 2, 4 for x = 0, y = 0, z = 0 */
    uint8_t neighbour[Y_CELLS_MAX][6], neighbours[Y_CELLS_MAX];
};
/* The shape of this size, 1 to Y_SIZE_MAX. */
const struct y_shape *y_shape(int size);
void y_prepare(void);

static inline int y_cells(int size) {
    return size * (size + 1) / 2;
}
static inline int y_index(int row, int column) {
    return row * (row + 1) / 2 + column;
}

struct y {
    uint8_t cell[Y_CELLS_MAX];   /* 0 or 1, whose stone, or Y_EMPTY */
    uint8_t parent[Y_CELLS_MAX]; /* of a stone: another of its chain, the root is its own */
    uint8_t sides[Y_CELLS_MAX];  /* of a root: what its chain touches */
    uint8_t size, pie;           /* options */
    uint8_t mover;               /* whose turn it is */
    uint8_t over, winner;        /* 1 and who, at the end */
    uint8_t stones;              /* on the board */
    uint8_t swapped, resigned;   /* 1 if so */
};

/* The start of a game. */
void y_start(struct y *s, int size, int pie);

/* Whether player 1 may answer with swap now. */
static inline bool y_may_swap(const struct y *s) {
    return s->pie && s->mover == 1 && s->stones == 1 && !s->swapped && !s->over;
}

/* Puts the mover's stone on an empty cell and passes the turn; the winner shows at once. */
void y_place(struct y *s, int cell);
void y_swap(struct y *s);
void y_resign(struct y *s);

/* Makes chains, stones, over and winner anew from the cells. Returns the set of players who have a
 * winning chain: 0, 1, 2, or 3 for a position that cannot be. */
int y_rebuild(struct y *s);

extern const struct th_game y_game;

/* ---- bots (bots.c) ---- */

/* Ended by NULL. */
extern const struct th_bot_kind *const y_bots[];

/* ---- evaluation (evaluate.c) ---- */

extern const struct th_weight y_weights[];

int y_evaluate(const struct th_state *s, int seat, const int weight[]);
uint64_t y_key(const struct th_state *s);

/* ---- observations (observe.c) ---- */

/* clang-format off */
/* What a seat sees as a row of numbers, for learning. The layout is fixed: networks depend on it, so
 * a change of it is a new Y_OBSERVATION_LAYOUT. On a board of n cells there are 2n + 3 numbers:
 *
 *   at    numbers
 *    0    n       1 where the seat has a stone, else 0; in the order of the cells' indices, which
 *                 are the numbers of the actions
 *    n    n       the same for the other's stones
 *   2n    1       1 if the seat is in turn, else -1
 *   2n+1  1       1 if the seat in turn may swap, else 0 (always 0 without pie)
 *   2n+2  1       1 if the stone played now may be taken over by a swap, else 0 (likewise)
 *
 * Colours do not matter: a seat sees its own stones and the other's. Which sides a cell lies on
 * follows from its index, so it needs no number. */
/* clang-format on */

#define Y_OBSERVATION_LAYOUT "y 1, 2 numbers a cell and 3"
enum { Y_OBSERVATION_MAX = 2 * Y_CELLS_MAX + 3 };

/* Writes the numbers for this seat, which need not be in turn. */
void y_observe(const struct th_state *s, int seat, float out[]);
/* How many there are, and what the i-th is called and means. */
int y_observations(const struct th_state *s);
const char *y_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *y_observation_meaning(const struct th_state *s, int i);
/* The rotations and reflections of the triangle (tahur/learning.h). */
int y_symmetries(const struct th_state *s);
int y_symmetric_number(const struct th_state *s, int k, int i);
int y_symmetric_action(const struct th_state *s, int k, int action);

/* ---- tools (tools.c, core/tools.h) ---- */

json_t *y_solve_tool(struct solve_request *r, struct th_error *e);
json_t *y_bench(int rounds);

#endif
