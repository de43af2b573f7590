/* A network with two heads as an evaluator: a policy over the game's actions, and the value of the
 * position. Both are outputs of the last layer of one fully connected network (network.h):
 *
 *     outputs 0 … actions - 1   logits of the actions, in the seat's own numbering (seat_action of
 *                               tahur/learning.h); those of illegal actions are not used
 *     then one per seat         logits of the payoffs, from the seat that looks on in play order
 *
 * The softmax of the legal logits is the prior of each action; the softmax of the last logits is
 * the expected payoff of each seat, as payoffs are shares of one win. The input is what the seat
 * observes. */
#ifndef LEARN_POLICY_VALUE_H
#define LEARN_POLICY_VALUE_H

#include "network.h"
#include "search/evaluator.h"

/* The outputs of such a network. */
static inline int policy_value_outputs(int actions, int seats) {
    return actions + seats;
}

/* The output of an action of the seat in turn. */
int policy_value_place(const struct th_game *game, const struct th_state *view, int seat,
                       th_action a);

/* The network as an evaluator, which must have the outputs above for the game's actions and seats,
 * and as many inputs as the game has observations. */
struct evaluator policy_value_evaluator(const struct network *n);

/* What a network learns from one position. policy (actions): 0 for illegal actions, positive for
 * legal ones, with sum 1; NULL: only the value is learned. value (seats): the payoffs, from the
 * seat that looks on. */
struct policy_value_target {
    const float *policy, *value;
};

/* Cross-entropy of both heads. */
struct policy_value_loss {
    double policy, value;
};

/* The loss of the outputs of a network, and its derivatives by them: slope (actions + seats). */
struct policy_value_loss policy_value_slopes(const float outputs[],
                                             const struct policy_value_target *target, int actions,
                                             int seats, float slope[]);

#endif
