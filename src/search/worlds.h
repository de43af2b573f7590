/* Monte Carlo search where something is hidden: many worlds for one decision.
 *
 * Each iteration guesses a world that agrees with what the seat sees, and plays through it. Every
 * seat decides by what it could see in that world: what is known of an action is kept by the
 * seat's view, so that no decision can depend on what its seat does not know (the trees of all
 * observers of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012,
 * with views in place of their trees). Chance is drawn anew each time. */
#ifndef SEARCH_WORLDS_H
#define SEARCH_WORLDS_H

#include "tahur/game.h"
#include "tahur/rng.h"

struct worlds_settings {
    int playouts;       /* where a view is new */
    double exploration; /* weight of how seldom an action was tried */
};

struct worlds;

/* For a game with `view` and `guess`, with room for views in so many bytes; NULL and the reason if
 * there is not. */
struct worlds *worlds_new(const struct th_game *game, const struct worlds_settings *settings,
                          size_t bytes, struct th_error *e);
void worlds_drop(struct worlds *w);

/* Forgets everything and begins at what this seat, which is to decide, sees. */
void worlds_begin(struct worlds *w, const struct th_state *view, int seat);
void worlds_iterate(struct worlds *w, struct th_rng *rng, const th_flag *stop);

/* How often the i-th legal action was tried first. */
uint32_t worlds_visits(const struct worlds *w, int i);
/* And what the seat's payoffs behind it add up to. */
double worlds_sum(const struct worlds *w, int i);

#endif
