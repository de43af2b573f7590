/* Perfect play for analysis: the solver on boards that are small, or late enough. */
#include "solve.h"

enum {
    SIZE_AT_ONCE = 7, /* boards up to this size are solved from their start in a fraction of a
                         second */
    EMPTY_MAX = 26,   /* and larger ones when so few cells are left */
};
#define TABLE_BYTES ((size_t)32 << 20)

/* Whether the side to move wins, a swap included where it may. */
static bool mover_wins(struct y_solver *solver, const struct y *s) {
    if (s->over) return s->winner == s->mover;
    if (y_solve(solver, s)) return true;
    if (!y_may_swap(s)) return false;
    struct y swapped = *s;
    y_swap(&swapped);
    return !y_solve(solver, &swapped);
}

bool y_solve_actions(const struct th_state *s, const th_action legal[], int n, double payoff[],
                     const th_flag *stop) {
    const struct y *board = (const struct y *)(const void *)s;
    struct th_error ignored;
    if (board->size > Y_SOLVER_SIZE_MAX ||
        (board->size > SIZE_AT_ONCE && y_cells(board->size) - board->stones > EMPTY_MAX))
        return false;
    struct y_solver *solver = y_solver_new(board->size, TABLE_BYTES, &ignored);
    if (solver == NULL) return false;
    y_solver_stop_by(solver, stop);
    for (int i = 0; i < n && !y_solver_stopped(solver); i++) {
        struct y after = *board;
        y_game.apply((struct th_state *)(void *)&after, legal[i]);
        const bool mine = after.over ? after.winner == board->mover
                                     : mover_wins(solver, &after) == (after.mover == board->mover);
        payoff[i] = mine ? 1.0 : 0.0;
    }
    const bool solved = !y_solver_stopped(solver);
    y_solver_drop(solver);
    return solved;
}
