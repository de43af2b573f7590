/* How long a bot's answers take: count, mean, quantiles, worst. A histogram with eight steps an
 * octave, so that a quantile is right to 9 % whatever the scale, in a fixed and small memory; two
 * of them are added up step by step. Measured time never decides anything. */
#ifndef CORE_PACE_H
#define CORE_PACE_H

#include "tahur/arena.h"

enum { PACE_STEPS = 320 }; /* 2^40 ns are 18 minutes */

struct pace {
    uint64_t answers;
    int64_t total, worst; /* nanoseconds */
    uint32_t step[PACE_STEPS];
};

int64_t pace_clock(void);
void pace_add(struct pace *p, int64_t nanoseconds);
void pace_join(struct pace *p, const struct pace *more);
/* What was added since an earlier state of the same figures. */
struct pace pace_since(const struct pace *now, const struct pace *earlier);
/* In seconds; 0 where there was no answer. */
double pace_mean(const struct pace *p);
double pace_quantile(const struct pace *p, double share);
double pace_worst(const struct pace *p);
/* All of these, for reports. */
struct th_pace pace_summary(const struct pace *p);

#endif
