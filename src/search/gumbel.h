/* Gumbel search at the root (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by
 * planning with Gumbel", 2022), for self-play with few iterations.
 *
 * It samples a few actions without replacement, by adding Gumbel noise to the logarithms of the
 * priors, and divides the iterations among them by sequential halving: all get the same number, the
 * better half stays, and so on. Below the root the search selects by PUCT (worlds.h). The action
 * that wins and the improved policy, which a network learns from, are better than the priors in
 * expectation for any number of iterations; counts of visits need many more. */
#ifndef SEARCH_GUMBEL_H
#define SEARCH_GUMBEL_H

#include "worlds.h"

struct gumbel_settings {
    int iterations; /* at least 1 */
    int considered; /* actions that are sampled, at most: at least 1 */
    /* The weight of values against logarithms of priors, for payoffs from 0 to 1. It is multiplied
     * with 50 + the visits of the most visited action. */
    double value_scale;
};

/* The scale of the paper. */
#define GUMBEL_VALUE_SCALE 0.2

/* Searches after worlds_begin of worlds with an evaluator; n is the number of legal actions.
 * Returns the place of the chosen action, and sets improved (n), the improved policy, with sum 1.
 * Chooses by what it has when `stop` is set. Does not allocate. */
int gumbel_search(struct worlds *w, int n, const struct gumbel_settings *settings,
                  struct th_rng *rng, const th_flag *stop, double improved[]);
/* The improved policy after any search of such worlds. */
void gumbel_improve(const struct worlds *w, int n, double value_scale, double improved[]);

#endif
