/* A Monte Carlo tree for any game of the table with open information, chance included.
 *
 * One iteration walks from the root to a leaf, asks the game for a few playouts there, and adds
 * what they found to every edge on the way. A decision takes the edge with the best mixture of its
 * own mean, of what all-moves-as-first says of its action (Gelly and Silver 2011), and of how
 * seldom it was tried; chance is drawn anew each time. A node that is won for certain is not
 * searched further, and certainty is passed up: a forced win that was seen is never missed. */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "tahur/game.h"
#include "tahur/rng.h"

struct tree_settings {
    int playouts;       /* at a leaf */
    double exploration; /* weight of how seldom an edge was tried */
    double rave;        /* visits after which an edge's own mean weighs as much as the others' */
};

struct tree_edge {
    double sum;      /* of payoffs of the seat that decides */
    float made, won; /* all moves as first, in iterations */
    uint32_t child;  /* 0: not made yet */
    uint32_t visits;
    uint16_t action;
};

struct tree;

/* Room for nodes and edges in so many bytes; NULL and the reason if there is not. */
struct tree *tree_new(const struct th_game *game, const struct tree_settings *settings,
                      size_t bytes, struct th_error *e);
void tree_drop(struct tree *t);

/* Forgets everything and begins at this state. */
void tree_begin(struct tree *t, const struct th_state *root);
/* Begins at this state, and keeps what is known of it if it is at most two actions away from the
 * former root (without chance in between). */
void tree_move_on(struct tree *t, const struct th_state *root);
/* One iteration, with fewer playouts if `stop` is set meanwhile; false when the root is decided for
 * certain. */
bool tree_iterate(struct tree *t, struct th_rng *rng, const th_flag *stop);

/* The edges of the root, in the order of its legal actions; 0 before the first iterations. */
int tree_root_edges(const struct tree *t, const struct tree_edge **edges);
/* Who surely wins behind this edge of the root; -1: open. */
int tree_sure_behind(const struct tree *t, const struct tree_edge *edge);

#endif
