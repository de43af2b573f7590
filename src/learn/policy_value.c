/* Networks with a policy head and a value head: evaluating positions, and the loss. */
#include "policy_value.h"

#include "core/exact_math.h"
#include "core/facets.h"

int policy_value_place(const struct th_game *game, const struct th_state *view, int seat,
                       th_action a) {
    const struct th_learning *learning = learning_of(game);
    return learning->seat_action != NULL ? learning->seat_action(view, seat, a) : (int)a;
}

/* Turns logits into probabilities, in place. The largest is subtracted first, so that nothing
 * overflows. Of logits that are not finite, as those of a network that has diverged, all are equal.
 */
static void softmax(double x[], int n) {
    double most = x[0], sum = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > most) most = x[i];
    for (int i = 0; i < n; i++) sum += x[i] = exact_exp(x[i] - most);
    for (int i = 0; i < n; i++) x[i] = sum > 0 ? x[i] / sum : 1.0 / n;
}

static void evaluate(const void *self, const struct th_game *game, const struct th_state *view,
                     int seat, const th_action legal[], int n, float prior[], double payoff[]) {
    const struct network *network = self;
    const int seats = game->seats(view), first = n > 0 ? 0 : game->action_count;
    float seen[TH_OBSERVATION_MAX], outputs[NETWORK_WIDTH_MAX];
    double policy[TH_LEGAL_MAX], value[TH_SEATS_MAX];
    game->learning->observe(view, seat, seen);
    network_answer_from(network, seen, first, outputs + first);
    for (int k = 0; k < seats; k++) value[k] = (double)outputs[game->action_count + k];
    softmax(value, seats);
    for (int k = 0; k < seats; k++) payoff[(seat + k) % seats] = value[k];
    if (n == 0) return;
    for (int i = 0; i < n; i++)
        policy[i] = (double)outputs[policy_value_place(game, view, seat, legal[i])];
    softmax(policy, n);
    for (int i = 0; i < n; i++) prior[i] = (float)policy[i];
}

struct evaluator policy_value_evaluator(const struct network *n) {
    return (struct evaluator){.self = n, .evaluate = evaluate};
}

/* ---- learning ---- */

/* The cross-entropy of the softmax of the logits with the target, whose sum is 1. Its derivative by
 * a logit is the probability minus the target. With `legal_only`, entries with target 0 do not
 * count. */
static double cross_entropy(const float logits[], const float target[], int n, bool legal_only,
                            float slope[]) {
    double most = -INFINITY, sum = 0, loss = 0;
    for (int i = 0; i < n; i++)
        if ((!legal_only || target[i] > 0) && (double)logits[i] > most) most = (double)logits[i];
    for (int i = 0; i < n; i++)
        if (!legal_only || target[i] > 0) sum += exact_exp((double)logits[i] - most);
    const double log_sum = exact_log(sum) + most;
    for (int i = 0; i < n; i++) {
        slope[i] = 0;
        if (legal_only && !(target[i] > 0)) continue;
        const double log_share = (double)logits[i] - log_sum;
        loss -= (double)target[i] * log_share;
        slope[i] = (float)(exact_exp(log_share) - (double)target[i]);
    }
    return loss;
}

struct policy_value_loss policy_value_slopes(const float outputs[],
                                             const struct policy_value_target *target, int actions,
                                             int seats, float slope[]) {
    struct policy_value_loss loss = {
        .value = cross_entropy(outputs + actions, target->value, seats, false, slope + actions)};
    if (target->policy != NULL)
        loss.policy = cross_entropy(outputs, target->policy, actions, true, slope);
    else
        for (int a = 0; a < actions; a++) slope[a] = 0;
    return loss;
}
