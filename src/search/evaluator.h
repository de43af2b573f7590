/* An evaluator: what a tree search asks about a position, in place of playouts. It is the interface
 * between search and learning: a search knows evaluators, a network is one of them
 * (learn/policy_value.h). */
#ifndef SEARCH_EVALUATOR_H
#define SEARCH_EVALUATOR_H

#include "tahur/game.h"

struct evaluator {
    const void *self;
    /* Evaluates the view of a seat that has to choose one of legal[0..n-1] (of a game without
     * hidden information, the state):
     *   prior   (n) how good each action looks before it is searched: at least 0, with sum 1
     *   payoff  (seats) the expected payoff of every seat: at least 0, with sum 1
     * With n = 0 only the payoffs are wanted, and the state may wait for chance (worlds.h).
     * A function of the view alone, with the same bits on every machine. Does not allocate. Called
     * by several threads at once if several searches share an evaluator. */
    void (*evaluate)(const void *self, const struct th_game *game, const struct th_state *view,
                     int seat, const th_action legal[], int n, float prior[], double payoff[]);
};

#endif
