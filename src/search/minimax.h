/* Plain minimax: every line of a tree to its full width, the honest judge of what alpha-beta may
 * leave out. */
#ifndef SEARCH_MINIMAX_H
#define SEARCH_MINIMAX_H

#include "tahur/game.h"

struct minimax_result {
    int value;      /* for the seat in turn (search/walk.h tells the scale) */
    int place;      /* of the best action, in the list of legal ones; the first of equals */
    uint64_t nodes; /* states made */
};

struct minimax;

/* `weight` for the game's evaluation is kept, not copied; NULL: the game's own. NULL and the reason
 * if there is no memory. */
struct minimax *minimax_new(const struct th_game *game, const int *weight, struct th_error *e);
void minimax_drop(struct minimax *m);

/* Looks at a state that is not over, `depth` plies ahead, 1 to SEARCH_DEPTH_MAX; forced plies do
 * not count. If `stop` is set meanwhile, the result is that of the actions it has looked at; of one
 * ply if there is none. */
struct minimax_result minimax_search(struct minimax *m, const struct th_state *s, int depth,
                                     const th_flag *stop);

#endif
