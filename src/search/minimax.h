/* Exhaustive search: plain minimax, the reference for alpha-beta, and perft. */
#ifndef SEARCH_MINIMAX_H
#define SEARCH_MINIMAX_H

#include "tahur/game.h"

struct minimax_result {
    int value;      /* for the seat in turn; the scale is in stack.h */
    int place;      /* index of the best action in the list of legal ones; the first of equals */
    uint64_t nodes; /* states generated */
};

struct minimax;

/* `weight` for the game's evaluation is borrowed, not copied; NULL: as in
 * alphabeta.h. Returns NULL and sets *e if there is no memory. */
struct minimax *minimax_new(const struct th_game *game, const int *weight, struct th_error *e);
void minimax_drop(struct minimax *m);

/* Searches a state that is not terminal, `depth` plies deep, 1 to SEARCH_DEPTH_MAX; forced plies do
 * not count. If `stop` is set meanwhile, the result is that of the actions searched so far; if
 * there is none, that of a search of one ply. */
struct minimax_result minimax_search(struct minimax *m, const struct th_state *s, int depth,
                                     const th_flag *stop);

/* ---- perft ---- */

enum { PERFT_DEPTH_MAX = 32 };

/* Counts the sequences of exactly `depth` actions from a state: the classical test of a move
 * generator and of its speed. A chance outcome counts as an action; a terminal state has none.
 * Every action is applied, the last of a sequence too. Returns false and sets *e if there is no
 * memory. */
bool perft(const struct th_game *game, const struct th_state *s, int depth, uint64_t *sequences,
           struct th_error *e);

#endif
