/* Results of units: a histogram. A unit is one observation, a round of blocks of games that share
 * their luck; its score is a whole number of steps, from 0 (all lost) to `steps` (all won). Few
 * different scores come up, and those that do are listed, so that loops over them are short. */
#ifndef STATS_SCORES_H
#define STATS_SCORES_H

#include "tahur/error.h"
#include <stdint.h>

struct scores {
    int steps;
    uint64_t count;  /* of units */
    uint64_t *times; /* (steps + 1) how often each score came */
    int *value;      /* (steps + 1) of which the first `values` are the scores that came, in rising
                        order; 0 and `steps` are always among them, whether they came or not */
    int values;
};

/* False and the reason where steps < 1, or there is no memory. */
bool scores_make(struct scores *s, int steps, struct th_error *e);
void scores_drop(struct scores *s);
/* 0 to steps; anything else is not counted. */
void scores_add(struct scores *s, int score);

/* Of score / steps; 0 where there are too few units, none or fewer than two. The variance is the
 * unbiased estimate, divided by count − 1. */
double scores_mean(const struct scores *s);
double scores_variance(const struct scores *s);

/* The i-th listed score as a share, 0 to 1, and how often it came. */
static inline double scores_share(const struct scores *s, int i) {
    return (double)s->value[i] / s->steps;
}
static inline double scores_times(const struct scores *s, int i) {
    return (double)s->times[s->value[i]];
}

#endif
