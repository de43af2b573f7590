/* What is sure of the mean of score / steps, at every moment of a run of any length: an interval by
 * betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
 * JRSS B 86, 2024).
 *
 * Whoever bets against a true mean, at fair odds, has no more money in expectation after any unit,
 * so that the chance to ever multiply it by k is at most 1/k (Ville 1939). A mean against which
 * somebody did get rich is ruled out. Nothing is assumed but that units have the same mean whatever
 * came before, and nothing is approximate: the probability that the interval is ever wrong, or the
 * verdict, is at most 1 − confidence, however often one looks and whenever one stops.
 *
 * All depends on the scores alone, not on their order; look after every unit, or now and then. */
#ifndef STATS_BETS_H
#define STATS_BETS_H

#include "scores.h"

struct bets_interval {
    double low, high;
};

/* Half the doubt on each side. The mean of the units is always inside; 0 to 1 where there are no
 * units. */
struct bets_interval bets_interval(const struct scores *s, double confidence);

enum bets_verdict { BETS_NOT_SURE, BETS_AT_LEAST, BETS_BELOW };

/* Whether the interval is all above `required`, 0 < required < 1, or all below. To be used as a
 * rule to stop: a verdict that is sure may not be after more units. */
enum bets_verdict bets_verdict(const struct scores *s, double required, double confidence);

#endif
