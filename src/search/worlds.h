/* Monte Carlo tree search with hidden information, by determinization.
 *
 * Each iteration samples a state (a world) consistent with the view of the seat to move, and plays
 * through it. Statistics are stored by the view of the seat that decides, so no decision depends on
 * information that its seat does not have. This is MO-ISMCTS (Cowling, Powley and Whitehouse,
 * "Information Set Monte Carlo Tree Search", 2012) with a hash table of views in place of a tree
 * per observer. Chance outcomes are drawn at random in every iteration. */
#ifndef SEARCH_WORLDS_H
#define SEARCH_WORLDS_H

#include "tahur/game.h"
#include "tahur/rng.h"

struct worlds_settings {
    int playouts;       /* per new view */
    double exploration; /* weight of the exploration bonus */
};

struct worlds;

/* For a game with `view` and `guess`, with `bytes` bytes for views. Returns NULL and sets *e if
 * there is no memory. */
struct worlds *worlds_new(const struct th_game *game, const struct worlds_settings *settings,
                          size_t bytes, struct th_error *e);
void worlds_drop(struct worlds *w);

/* Clears everything; the root is the view of this seat, which has to decide. */
void worlds_begin(struct worlds *w, const struct th_state *view, int seat);
void worlds_iterate(struct worlds *w, struct th_rng *rng, const th_flag *stop);

/* Visits of the i-th legal action at the root. */
uint32_t worlds_visits(const struct worlds *w, int i);
/* The sum of the seat's payoffs after it. */
double worlds_sum(const struct worlds *w, int i);

#endif
