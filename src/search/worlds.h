/* Monte Carlo tree search over views: with hidden information, by determinization; and with an
 * evaluator for any game.
 *
 * Each iteration samples a state (a world) consistent with the view of the seat to move, and plays
 * through it. Statistics are stored by the view of the seat that decides, so no decision depends on
 * information that its seat does not have. This is MO-ISMCTS (Cowling, Powley and Whitehouse,
 * "Information Set Monte Carlo Tree Search", 2012) with a hash table of views in place of a tree
 * per observer. Chance outcomes are drawn at random in every iteration, or chance events are nodes
 * with an expectation (chance_nodes.h). In a game without hidden information there is one world,
 * and the view is the state.
 *
 * A new view is evaluated by playouts, and actions are selected by UCB1. With an evaluator, it
 * gives the value of a new view and the priors of its actions, which are selected by PUCT (Silver
 * et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through
 * self-play", 2018): the mean of an action plus
 *     exploration * prior * sqrt(visits of the view) / (1 + visits of the action)
 * where an action that was not visited counts as the mean of the view so far. */
#ifndef SEARCH_WORLDS_H
#define SEARCH_WORLDS_H

#include "evaluator.h"
#include "tahur/game.h"
#include "tahur/rng.h"

struct worlds_settings {
    int playouts;       /* per new view */
    double exploration; /* weight of the exploration bonus */
    /* Instead of playouts; NULL: none. It must stay valid as long as the worlds. */
    const struct evaluator *evaluator;
    /* Chance events are nodes. Only with an evaluator, and if chance_nodes_check
     * accepts the game. */
    bool chance_nodes;
};

struct worlds;

/* Without an evaluator only for a game with hidden information. Has `bytes` bytes for views.
 * Returns NULL and sets *e if there is no memory. */
struct worlds *worlds_new(const struct th_game *game, const struct worlds_settings *settings,
                          size_t bytes, struct th_error *e);
void worlds_drop(struct worlds *w);

/* Clears everything; the root is the view of this seat, which has to decide. */
void worlds_begin(struct worlds *w, const struct th_state *view, int seat);
void worlds_iterate(struct worlds *w, struct th_rng *rng, const th_flag *stop);
/* An iteration that begins with the i-th legal action. */
void worlds_iterate_action(struct worlds *w, int i, struct th_rng *rng, const th_flag *stop);

/* Visits of the i-th legal action at the root. */
uint32_t worlds_visits(const struct worlds *w, int i);
/* The sum of the seat's payoffs after it. */
double worlds_sum(const struct worlds *w, int i);
/* The mean payoff of every seat after the i-th legal action, which has visits. */
void worlds_payoff(const struct worlds *w, int i, double payoff[]);
/* With an evaluator: the prior of the i-th legal action at the root, rounded to a multiple of
 * 1 / 65535 but at least that, and the value of the root for its seat before the search. */
double worlds_prior(const struct worlds *w, int i);
double worlds_value(const struct worlds *w);

#endif
