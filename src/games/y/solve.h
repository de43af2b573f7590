/* The exact solver of the Game of Y, for boards up to size Y_SOLVER_SIZE_MAX. Results are without
 * the swap. The same questions in the same order always visit the same nodes. */
#ifndef Y_SOLVE_H
#define Y_SOLVE_H

#include "board.h"

enum { Y_SOLVER_SIZE_MAX = 10 }; /* its 55 cells fit a machine word */

#define Y_SOLVER_TABLE_BYTES ((size_t)256 << 20) /* a good size for the table */

struct y_solver;

/* A solver for boards of this size. Its table takes at most `table_bytes` (but never less than one
 * place) and is all the memory it ever uses; answers found are remembered from one question to the
 * next. NULL and the reason if the size is too large or the memory is not there. */
struct y_solver *y_solver_new(int size, size_t table_bytes, struct th_error *e);
void y_solver_drop(struct y_solver *s);
/* From now on for boards of this size, from 2 to Y_SOLVER_SIZE_MAX. Forgets all answers. */
void y_solver_reset(struct y_solver *s, int size);
int y_solver_size(const struct y_solver *s);

/* From now on answers mean nothing once the flag is set, and come soon; y_solver_stopped returns
 * it. What was found before is still good. NULL: never. */
void y_solver_stop_by(struct y_solver *s, const th_flag *stop);
bool y_solver_stopped(const struct y_solver *s);
/* The same after so many more positions. */
void y_solver_stop_after(struct y_solver *s, uint64_t nodes);

/* Whether the side to move wins with perfect play; the position must not be over. */
bool y_solve(struct y_solver *s, const struct y *position);
/* The same for each move: `wins` of a cell is whether moving there wins, false for a cell that is
 * taken. Returns the number of winning moves. */
int y_solve_moves(struct y_solver *s, const struct y *position, bool wins[Y_CELLS_MAX]);

/* Who wins, as y_solve; -1 if the solver was stopped first. If the side to move wins and `cell` is
 * not NULL, it is set to a move that wins. */
int y_solve_winner(struct y_solver *s, const struct y *position, int *cell);

/* Of the game's table: for tree searches (prover.c). */
extern const struct th_prover y_prover;
/* Of the game's table: the payoff after each action by perfect play, swaps included, where that is
 * a matter of seconds at most; else false. */
bool y_solve_actions(const struct th_state *s, const th_action legal[], int n, double payoff[],
                     const th_flag *stop);

/* Positions searched since the solver was made. */
uint64_t y_solver_nodes(const struct y_solver *s);

/* What the solver sees in a position without playing on: wins by bridges, the opponent's threats,
 * moves that cannot matter, and which cells weigh most.
 *
 * Sets of cells are 64-bit masks. A carrier of a player's win is a set of empty cells that is
 * enough for it: the player wins even if every empty cell outside it is given to the opponent. */

enum {
    Y_SIGHT_CELLS = Y_SOLVER_SIZE_MAX * (Y_SOLVER_SIZE_MAX + 1) / 2,
    Y_SIGHT_CHAINS = 30, /* every other cell of each row: there cannot be more */
};

/* A board of one size, made once. */
struct y_sight_board {
    int size, cells;
    uint64_t all, near[Y_SIGHT_CELLS], side[3];
    uint8_t row[Y_SIGHT_CELLS], sides[Y_SIGHT_CELLS];
    uint8_t ring[Y_SIGHT_CELLS][6]; /* the neighbours in their order around the cell, */
    uint8_t around[Y_SIGHT_CELLS];  /* 6, 4 on a side, or 2 in a corner */
    /* Whether a cell is dead, by its number of neighbours / 2 − 1 and their stones: the mover's in
     * bits 0..5, the opponent's in bits 6..11. */
    bool dead[3][1 << 12];
};
void y_sight_prepare(struct y_sight_board *b, int size);

/* A player's stones and chains; a chain is what it is next to, and the sides it touches. */
struct y_side {
    uint64_t stones;
    int chains;
    uint64_t reach[Y_SIGHT_CHAINS];
    uint8_t sides[Y_SIGHT_CHAINS];
};
/* The side with one more stone. `to` is another struct than `from`. */
void y_side_add(const struct y_sight_board *b, const struct y_side *from, int cell,
                struct y_side *to);

enum y_verdict { Y_OPEN, Y_MOVER_WINS, Y_MOVER_LOSES };

struct y_sight {
    enum y_verdict verdict;
    uint64_t carrier; /* of the winner; while it is open, of the threats that made `must` */
    uint64_t must;    /* while it is open: every move outside loses */
};

/* A first look at the position: the mover's wins with one more stone, and the opponent's. */
struct y_sight y_look(const struct y_sight_board *b, const struct y_side *mover,
                      const struct y_side *opponent);

/* Moves left out because the opponent has an answer that makes them worthless. */
struct y_vulnerable {
    uint64_t cells;
    uint8_t killer[Y_SIGHT_CELLS]; /* the answer */
};
/* Of the moves in sight->must, leaves out those that need no search: if any wins, one that stays
 * does. */
void y_leave_out(const struct y_sight_board *b, uint64_t own, uint64_t other, struct y_sight *sight,
                 struct y_vulnerable *v);
/* Makes the opponent's carrier good against the moves left out, too. */
uint64_t y_carrier_with_killers(uint64_t carrier, const struct y_vulnerable *v);

/* How much each cell weighs: the slope, by its probability of being the mover's, of the winning
 * probability that the Y-reduction gives when every empty cell is 1/2. */
void y_weigh(const struct y_sight_board *b, uint64_t own, uint64_t other,
             float weight[Y_SIGHT_CELLS]);

/* The lowest cell of a set that is not empty. */
static inline int y_first(uint64_t set) {
    return __builtin_ctzll(set);
}

static inline uint64_t y_bit(int cell) {
    return UINT64_C(1) << cell;
}

#endif
