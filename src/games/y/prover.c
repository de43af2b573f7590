/* The solver as a prover of tree searches: boards of any size that it takes, a few positions at a
 * time. */
#include "solve.h"

static void *make(size_t bytes, struct th_error *e) {
    return y_solver_new(Y_SOLVER_SIZE_MAX, bytes, e);
}

static void drop(void *self) {
    y_solver_drop(self);
}

static void forget(void *self) {
    y_solver_reset(self, y_solver_size(self));
}

/* Results of the solver are without the swap, so that nothing is known while it may come. */
static int prove(void *self, const struct th_state *s, uint64_t work, const th_flag *stop,
                 th_action *action) {
    const struct y *board = (const struct y *)(const void *)s;
    if (board->size > Y_SOLVER_SIZE_MAX || (board->pie && board->stones < 2 && !board->swapped))
        return -1;
    int cell = -1;
    if (y_solver_size(self) != board->size) y_solver_reset(self, board->size);
    y_solver_stop_by(self, stop);
    y_solver_stop_after(self, work);
    const int winner = y_solve_winner(self, board, action != NULL ? &cell : NULL);
    if (cell >= 0) *action = (th_action)cell;
    return winner;
}

const struct th_prover y_prover = {.make = make, .drop = drop, .forget = forget, .prove = prove};
