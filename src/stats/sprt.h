/* Sequential statistics of scores: the generalised sequential probability ratio test (GSPRT), the
 * estimate after it has stopped, and confidence sequences by betting. */
#ifndef STATS_SPRT_H
#define STATS_SPRT_H

#include "tahur/error.h"
#include <stdint.h>

/* ---- scores ---- */

/* A histogram of results. A unit is one observation: a round of blocks of games that share their
 * luck. Its score is a whole number of steps, from 0 (all lost) to `steps` (all won). Few distinct
 * scores occur, and these are listed, so that loops over them are short.
 *
 * Units should be as small as their independence allows, one block each: a unit that is all lost or
 * all won is never ruled out, and it takes dozens of units to make it improbable, however many
 * games a unit has. */

struct scores {
    int steps;
    uint64_t count;  /* of units */
    uint64_t *times; /* (steps + 1) frequency of each score */
    int *value;      /* (steps + 1) of which the first `values` are the scores that occurred, in
                        ascending order; 0 and `steps` are always included */
    int values;
};

/* Returns false and sets *e if steps < 1, or there is no memory. */
bool scores_make(struct scores *s, int steps, struct th_error *e);
void scores_drop(struct scores *s);
/* Adds a score from 0 to steps; anything else is ignored. */
void scores_add(struct scores *s, int score);

/* Mean and variance of score / steps; 0 with too few units (none, or fewer than two). The variance
 * is the unbiased estimate, divided by count − 1. */
double scores_mean(const struct scores *s);
double scores_variance(const struct scores *s);

/* The i-th listed score as a share, 0 to 1, and its frequency. */
static inline double scores_share(const struct scores *s, int i) {
    return (double)s->value[i] / s->steps;
}
static inline double scores_times(const struct scores *s, int i) {
    return (double)s->times[s->value[i]];
}

/* ---- sequential probability ratio test ---- */

/* The test of the mean of score / steps: mean1 against mean0, with no assumption about the
 * distribution of scores except its mean. The caller plays, computes sprt_llr after every unit, and
 * stops when it is outside the bounds.
 *
 * Wald, "Sequential tests of statistical hypotheses", 1945, for the bounds; Van den Bergh, "A
 * practical introduction to the GSPRT", for maximised likelihoods, as in Fishtest. */

/* The log-likelihood ratio, 0 < mean0 < mean1 < 1: each likelihood is the maximum over all
 * distributions of this mean on the scores that occurred. */
double sprt_llr(const struct scores *s, double mean0, double mean1);

struct sprt_bounds {
    double lower, upper;
};

/* mean1 is accepted at or above `upper`, wrongly with probability at most about alpha; mean0 at or
 * below `lower`, wrongly with probability at most about beta. */
struct sprt_bounds sprt_bounds(double alpha, double beta);

struct sprt_estimate {
    double mean, low, high;
};

/* The mean after such a test, which ended with `llr` at a bound, or undecided in between: a
 * median-unbiased estimate and a 95 % interval. (The sample mean of a test that stops at a bound is
 * biased outwards.) All in 0..1, with low ≤ mean ≤ high. */
struct sprt_estimate sprt_estimate(const struct scores *s, double mean0, double mean1, double lower,
                                   double upper, double llr);

/* The same for other statistics. Outcomes of a test are ordered, from the best: stopped at the
 * upper bound, sooner is better; undecided, higher is better; stopped at the lower bound, later is
 * better. */

/* A random walk oversteps a bound. The correction moves the bound outwards by this number of
 * standard deviations of a step (Siegmund 1985, chapter X, for normal steps). */
#define SPRT_OVERSTEP 0.583

/* The probability of an outcome better than the observed one, if each unit changes the ratio by
 * `drift` on average, with this standard deviation. The last unit of the test is included (1),
 * excluded (0), or half: tests stop at whole units, so others may stop at the same one. */
double sprt_better(double lower, double upper, double llr, double units, double drift,
                   double deviation, double last);
/* The estimate, from the probability of a better outcome if the mean is m, 0 to 1. */
struct sprt_estimate sprt_invert(double (*better)(const void *context, double m, double last),
                                 const void *context);

/* ---- Brownian motion ---- */

/* Brownian motion from 0 between two barriers, with drift and with variance 1 per unit of time. The
 * distribution of the first exit is a sum over reflected paths, each term in closed form (Siegmund,
 * Sequential Analysis, 1985, chapter III). */

struct brownian {
    double drift, low, high; /* low < 0 < high */
};

/* The probability to hit the high barrier until `time`, and before the low one. */
double brownian_leaves_high(struct brownian b, double time);
/* The same for the low barrier. */
double brownian_leaves_low(struct brownian b, double time);
/* The probability to hit neither until `time`, and to be above `place` then. */
double brownian_stays_above(struct brownian b, double time, double place);

/* ---- confidence sequences by betting ---- */

/* A confidence sequence for the mean of score / steps: an interval that holds at every moment of a
 * run of any length (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
 * betting", JRSS B 86, 2024).
 *
 * Betting against the true mean at fair odds does not increase the expected wealth, so the
 * probability to ever multiply it by k is at most 1/k (Ville 1939). A mean against which a bettor
 * does get that rich is ruled out. The only assumption is that every unit has the same mean given
 * the units before it, and nothing is approximate: the probability that the interval or the verdict
 * is ever wrong is at most 1 − confidence, for any number of looks and any rule to stop.
 *
 * Results depend on the scores alone, not on their order. */

struct bets_interval {
    double low, high;
};

/* The interval, with half of the error probability on each side. It always contains the sample
 * mean; 0 to 1 without units. */
struct bets_interval bets_interval(const struct scores *s, double confidence);

enum bets_verdict { BETS_NOT_SURE, BETS_AT_LEAST, BETS_BELOW };

/* Whether the whole interval is above `required`, 0 < required < 1, or below it. The caller must
 * stop at the first verdict: after more units it may become BETS_NOT_SURE again. */
enum bets_verdict bets_verdict(const struct scores *s, double required, double confidence);

#endif
