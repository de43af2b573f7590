/* The search facet of a game: what makes tree searches fast and strong in it. Everything in it is
 * optional. */
#ifndef TAHUR_SEARCH_H
#define TAHUR_SEARCH_H

#include "tahur/error.h"
#include "tahur/flag.h"
#include "tahur/types.h"

#define TH_PLAYOUT_ACTIONS 192
#define TH_WEIGHTS_MAX     64
/* Evaluations stay strictly below; values above are games that are won or lost. */
#define TH_SURE_VALUE 1000000

/* The result of playouts from a state. */
struct th_playouts {
    double payoff[TH_SEATS_MAX]; /* mean payoff of each seat */
    int sure_winner;             /* a seat that wins for certain, as the game can see; else -1 */
    /* All moves as first: how often the seat made the action at any time, as a share of the
     * playouts, and the mean payoff this brought it in all of them (so at most the share). Only if
     * `by_action`, and only for actions below TH_PLAYOUT_ACTIONS. */
    bool by_action;
    bool prior_only; /* later moves in playouts say nothing about the actions of this state */
    float made[TH_SEATS_MAX][TH_PLAYOUT_ACTIONS], won[TH_SEATS_MAX][TH_PLAYOUT_ACTIONS];
};

/* A number in a game's evaluation, for programs that tune it. */
struct th_weight {
    const char *name;
    int value;
    const char *help;
};

/* An exact solver that a tree search asks about its nodes, in games of two seats without chance or
 * hidden information. */
struct th_prover {
    /* A prover for any options of the game, with about `bytes` bytes for what it remembers. Returns
     * NULL and sets *e if there is no memory. */
    void *(*make)(size_t bytes, struct th_error *e);
    void (*drop)(void *self); /* accepts NULL */
    /* Forgets everything: the answers that follow are those of a new prover. */
    void (*forget)(void *self);
    /* The seat that wins s by perfect play; -1 if that takes more than about `work` positions, or
     * `stop` is set meanwhile. s is not over. If the seat in turn wins and `action` is not NULL, it
     * is set to an action that wins. The same questions in the same order have the same answers. */
    int (*prove)(void *self, const struct th_state *s, uint64_t work, const th_flag *stop,
                 th_action *action);
};

struct th_search {
    /* The game's own fast playouts, about `count` of them, from a state that is not over. Fewer,
     * but at least one, if `stop` is set meanwhile. NULL: random actions to the end. */
    void (*playouts)(const struct th_state *s, int count, struct th_rng *rng, const th_flag *stop,
                     struct th_playouts *out);
    /* The best settings of a tree search: playouts at a leaf (0: one), and the weight of actions
     * that were seldom tried (0: 0.5). */
    int leaf_playouts;
    double exploration;
    const struct th_prover *prover; /* NULL: the game has none */
    /* A learned judgement for tree search, in games of two seats without hidden information: how
     * good each of the legal actions of a state looks (at least 0, with sum 1), and the expected
     * payoffs. Returns false if it has none for this state. A function of the state alone, with the
     * same bits on every machine. NULL: the game has none. */
    bool (*judge)(const struct th_state *s, const th_action legal[], int n, float prior[],
                  double payoff[]);

    /* For search by values, in games of two seats without chance or hidden information: the value
     * for a seat of a state that is not over, the negative of its value for the other seat.
     * `weight` holds a value for each entry of `weights`. NULL: the game has no evaluation. */
    int (*evaluate)(const struct th_state *s, int seat, const int weight[]);
    const struct th_weight *weights; /* ends with a NULL name; NULL: none */
    /* A learned evaluation to be used instead, under the same conditions and on the same scale; it
     * has no weights to choose. NULL: none. */
    int (*network)(const struct th_state *s, int seat);
    /* Fitted to games: a position of value v is won with probability
     * 1 / (1 + exp(-v / value_scale)). 0: not measured. */
    double value_scale;
    /* Comes with `evaluate`. States with equal futures have equal keys; other states have
     * different ones, except for collisions of 64 bits. */
    uint64_t (*key)(const struct th_state *s);
    /* How urgent an action looks before it is tried: 0 (quiet) to 255. */
    int (*urgency)(const struct th_state *s, th_action a);
    /* The ply is forced by the last one and does not count as depth. */
    bool (*forced_ply)(const struct th_state *s);
};

/* For playouts that add up payoffs as shares of `count`: whether to stop after `done` of them. If
 * so, turns the sums into means of those. */
static inline bool th_playouts_stop(const th_flag *stop, int done, int count, int seats,
                                    double payoff[]) {
    if (done == count || !th_is_set(stop)) return false;
    for (int i = 0; i < seats; i++) payoff[i] *= (double)count / done;
    return true;
}

#endif
