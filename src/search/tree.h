/* Monte Carlo tree search for any game with perfect information, chance included.
 *
 * One iteration descends from the root to a leaf, makes a few playouts there, and backs their
 * results up along the path. Selection weighs the mean of an edge, its all-moves-as-first (AMAF)
 * mean (RAVE: Gelly and Silver 2011), and an exploration bonus; chance outcomes are drawn at random
 * in every iteration. A node whose winner is proven is not searched further, and proofs are
 * propagated to its parents, as in MCTS-Solver (Winands, Björnsson and Saito 2008). Nodes that are
 * visited often are put to the game's exact solver, if it has one.
 *
 * A learned judgement of the game costs more than playouts, so a node gets it only after some
 * visits. Its prior then adds to the selection of an edge as in PUCT (Rosin 2011), and its value is
 * mixed with the playouts of all leaves below, down to the next node that is judged. */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "tahur/game.h"
#include "tahur/rng.h"
#include "time_control.h"
#include <math.h>

struct tree_settings {
    int playouts;       /* per leaf */
    double exploration; /* weight of the exploration bonus */
    double rave;        /* visits after which an edge's own mean weighs as much as its AMAF mean */
    double proof; /* positions that the game's prover may search per visit of a node; 0: none */
    /* If the game has a learned judgement: its share in the value of a leaf, the rest being
     * playouts; the weight of its prior; and the visits after which a node is judged. A share of 0:
     * it is not asked. */
    double network, prior;
    uint32_t judge_visits;
};

struct tree_edge {
    double sum;     /* of payoffs of the seat that decides */
    uint32_t child; /* 0: none yet */
    uint32_t visits;
    float prior; /* 0 until the node is judged */
    uint16_t action;
};

struct tree;

/* A tree with `bytes` bytes for nodes and edges. Returns NULL and sets *e if there is no memory. */
struct tree *tree_new(const struct th_game *game, const struct tree_settings *settings,
                      size_t bytes, struct th_error *e);
void tree_drop(struct tree *t);

/* Clears the tree and makes this state its root. */
void tree_begin(struct tree *t, const struct th_state *root);
/* Makes this state the root, and keeps its subtree if it is at most two actions below the former
 * root, without chance in between. */
void tree_advance(struct tree *t, const struct th_state *root);

/* The search state of one thread. Several workers may search a tree at the same time; tree_own.h
 * says how. With one worker the same seeds give the same tree. A worker is dropped before its tree.
 */
struct tree_worker;
struct tree_worker *tree_worker_new(struct tree *t, struct th_error *e);
void tree_worker_drop(struct tree_worker *w);
/* One iteration, with fewer playouts if `stop` is set meanwhile. Returns false when the winner of
 * the root is proven. */
bool tree_iterate(struct tree_worker *w, struct th_rng *rng, const th_flag *stop);

/* The visits of the root's actions, proven losses left out. Other threads may search meanwhile. */
struct visit_lead tree_lead(struct tree *t);
/* The edges of the root, in the order of its legal actions; returns 0 before the first iteration.
 */
int tree_root_edges(const struct tree *t, const struct tree_edge **edges);
/* The mean of an edge of the root by all moves as first; 0 without any. */
double tree_amaf_mean(const struct tree *t, const struct tree_edge *edge);
/* The seat that provably wins after this edge of the root; -1: not proven. */
int tree_proven_winner(const struct tree *t, const struct tree_edge *edge);

/* ---- random playouts ---- */

/* The mean payoffs of `count` random games from s, which is not terminal; of fewer, but at least
 * one, if `stop` is set meanwhile. For games without `playouts` of their own. `room` is a state to
 * play in. A game that does not end counts as a draw. */
void rollout_random(const struct th_game *game, const struct th_state *s, int count,
                    const th_flag *stop, struct th_rng *rng, struct th_state *room,
                    double payoff[TH_SEATS_MAX]);

/* The binary logarithm, interpolated linearly between powers of two. Decisions use only operations
 * whose results are the same bits on every machine, and log is not one of them. */
static inline double approximate_log2(double n) {
    int exponent;
    const double mantissa = frexp(n, &exponent);
    return exponent + 2 * mantissa - 2;
}

#endif
