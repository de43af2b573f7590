/* Random play to the end, for searches in games without playouts of their own; and arithmetic that
 * searches share. */
#ifndef SEARCH_ROLLOUT_H
#define SEARCH_ROLLOUT_H

#include "tahur/game.h"
#include "tahur/rng.h"
#include <math.h>

/* The mean payoffs of so many random games from s, which is not over; of fewer, but at least one,
 * if `stop` is set meanwhile. `room` is a state to play in. A game that does not end counts as
 * shared. */
void rollout_random(const struct th_game *game, const struct th_state *s, int count,
                    const th_flag *stop, struct th_rng *rng, struct th_state *room,
                    double payoff[TH_SEATS_MAX]);

/* The binary logarithm, straight between powers of two. All arithmetic of a decision is made of
 * operations that are the same to the last bit on every machine, and log is not. */
static inline double rough_log2(double n) {
    int exponent;
    const double mantissa = frexp(n, &exponent);
    return exponent + 2 * mantissa - 2;
}

#endif
