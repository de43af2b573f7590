/* The generalised sequential probability ratio test of the mean of score / steps: mean1 against
 * mean0, where nothing but the means is known of the scores' law. Play, look at sprt_llr after
 * every unit, stop where it leaves the bounds.
 *
 * Wald, "Sequential tests of statistical hypotheses", 1945, for the bounds; Van den Bergh, "A
 * practical introduction to the GSPRT", for maximised likelihoods, as Fishtest uses them.
 *
 * Units should be as small as their independence allows, one block each: that a rare unit might be
 * all lost or all won is never excluded, and takes dozens of units to become unlikely, however many
 * games are in them. */
#ifndef STATS_SPRT_H
#define STATS_SPRT_H

#include "scores.h"

/* The log-likelihood ratio, 0 < mean0 < mean1 < 1: each likelihood is the greatest that any law of
 * this mean on the scores that came gives them. */
double sprt_llr(const struct scores *s, double mean0, double mean1);

struct sprt_bounds {
    double lower, upper;
};

/* At or above `upper` mean1 is accepted, wrongly with probability about alpha or less; at or below
 * `lower` mean0 is, wrongly with probability about beta or less. */
struct sprt_bounds sprt_bounds(double alpha, double beta);

struct sprt_estimate {
    double mean, low, high;
};

/* What is known of the mean after such a test, which ended with `llr` at a bound, or undecided in
 * between: a median-unbiased estimate and a 95 % interval. (The plain mean of a test that stops at
 * a bound is on average too far out.) All in 0..1, with low ≤ mean ≤ high. */
struct sprt_estimate sprt_estimate(const struct scores *s, double mean0, double mean1, double lower,
                                   double upper, double llr);

#endif
