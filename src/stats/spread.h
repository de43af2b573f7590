/* How values spread: a histogram of values from 0 on whose range need not be known before. Its bars
 * are as wide as a power of two; when a value comes that is beyond the last, neighbours are joined
 * and all bars are twice as wide. So no value is ever counted in a wrong bar. */
#ifndef STATS_SPREAD_H
#define STATS_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

enum { SPREAD_BARS = 4096 };

struct spread {
    double width; /* of a bar; 0: nothing counted yet */
    uint64_t count;
    bool fractions; /* not all values were whole numbers */
    uint32_t bar[SPREAD_BARS];
};

/* A finite value, 0 or more; anything else is not counted. */
void spread_add(struct spread *s, double value);

/* The value below which (at least) that share of the values is: the end of a bar. 0 of nothing. */
double spread_below(const struct spread *s, double share);
/* The beginning of the first bar with something in it. */
double spread_least(const struct spread *s);
/* The share of values from `low` to below `high`, which are ends of bars. */
double spread_share(const struct spread *s, double low, double high);

#endif
