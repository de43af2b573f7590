/* Brownian motion from 0 between two barriers, with drift and with variance 1 a unit of time. The
 * first exit is a sum over reflected paths, each term in closed form (Siegmund, Sequential
 * Analysis, 1985, chapter III). */
#ifndef STATS_BROWNIAN_H
#define STATS_BROWNIAN_H

struct brownian {
    double drift, low, high; /* low < 0 < high */
};

/* The probability to meet the high barrier until `time`, and before the low one. */
double brownian_leaves_high(struct brownian b, double time);
/* The same of the low one. */
double brownian_leaves_low(struct brownian b, double time);
/* The probability to meet neither until `time`, and to be above `place`, within the barriers. */
double brownian_stays_above(struct brownian b, double time, double place);

#endif
