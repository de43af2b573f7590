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

/* From now on answers mean nothing once the flag is set, and come soon; y_solver_stopped tells.
 * What was found before is still good. NULL: never. */
void y_solver_stop_by(struct y_solver *s, const th_flag *stop);
bool y_solver_stopped(const struct y_solver *s);

/* Whether the side to move wins with perfect play; the position must not be over. */
bool y_solve(struct y_solver *s, const struct y *position);
/* The same for each move: `wins` of a cell is whether moving there wins, false for a cell that is
 * taken. Returns the number of winning moves. */
int y_solve_moves(struct y_solver *s, const struct y *position, bool wins[Y_CELLS_MAX]);

/* Of the game's table: the payoff behind each action by perfect play, swaps included, where that is
 * a matter of seconds at most; else false. */
bool y_solve_actions(const struct th_state *s, const th_action legal[], int n, double payoff[],
                     const th_flag *stop);

/* Positions searched since the solver was made. */
uint64_t y_solver_nodes(const struct y_solver *s);

#endif
