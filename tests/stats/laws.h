/* Laws of units' scores, to draw tests from. */
#ifndef TESTS_STATS_LAWS_H
#define TESTS_STATS_LAWS_H

#include "stats/sprt.h"
#include "tahur/rng.h"
#include <stdlib.h>

enum { LAW_STEPS_MAX = 4 };

struct law {
    int steps;
    double probability[LAW_STEPS_MAX + 1];
};

/* One game. */
static inline struct law law_of_one(double mean) {
    return (struct law){1, {1 - mean, mean}};
}

/* Two games, which are shared, one win each, with this probability: 2 · mean · (1 − mean) where
 * they are independent, less where they tend to go the same way. */
static inline struct law law_of_two(double mean, double shared) {
    return (struct law){2, {1 - mean - shared / 2, shared, mean - shared / 2}};
}

/* Four independent games. */
static inline struct law law_of_four(double m) {
    const double l = 1 - m;
    return (struct law){
        4, {l * l * l * l, 4 * m * l * l * l, 6 * m * m * l * l, 4 * m * m * m * l, m * m * m * m}};
}

static inline double law_mean(const struct law *law) {
    double sum = 0;
    for (int i = 0; i <= law->steps; i++) sum += law->probability[i] * i / law->steps;
    return sum;
}

static inline double law_variance(const struct law *law) {
    const double mean = law_mean(law);
    double sum = 0;
    for (int i = 0; i <= law->steps; i++) {
        const double d = (double)i / law->steps - mean;
        sum += law->probability[i] * d * d;
    }
    return sum;
}

static inline int law_draw(const struct law *law, struct th_rng *rng) {
    double u = (double)(th_rng_next(rng) >> 11) * 0x1p-53;
    for (int i = 0; i < law->steps; i++)
        if ((u -= law->probability[i]) < 0) return i;
    return law->steps;
}

/* Empty scores, which must be dropped. */
static inline struct scores new_scores(int steps) {
    struct scores s;
    struct th_error e;
    if (!scores_make(&s, steps, &e)) abort();
    return s;
}

#endif
