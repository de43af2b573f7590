/* Laws of real-valued block scores, with mean 0 and standard deviation 1, to draw simulations from:
 * shapes that results less their luck have, and worse ones. */
#ifndef TESTS_STATS_REAL_LAWS_H
#define TESTS_STATS_REAL_LAWS_H

#include "stats/means.h"
#include "tahur/rng.h"
#include <math.h>

enum real_law {
    LAW_NORMAL,
    LAW_MIXED,   /* one block in ten varies three times as much: kurtosis 8.3 */
    LAW_IDLE,    /* four blocks in five are exactly equal, as between copies: kurtosis 15 */
    LAW_STUDENT, /* Student's, 3 degrees of freedom: no kurtosis */
    LAW_SKEWED,  /* skewness 1: sum of four exponential variables */
    LAW_SKEWED_DOWN,
    LAW_STEEP, /* skewness 2: exponential */
    LAW_STEEP_DOWN,
    LAW_RARE, /* one block in fifty is far above the others: skewness 4.9 */
    LAW_RARE_DOWN,
    REAL_LAWS
};

static const char *const real_law_names[REAL_LAWS] = {
    "normal",      "mixed",    "idle",       "Student 3", "skewed up",
    "skewed down", "steep up", "steep down", "rare up",   "rare down"};

static inline double draw_uniform(struct th_rng *rng) {
    return ((double)(th_rng_next(rng) >> 11) + 0.5) * 0x1p-53;
}

static inline double draw_exponential(struct th_rng *rng) {
    return -log(draw_uniform(rng));
}

/* Box and Muller 1958. */
static inline double draw_normal(struct th_rng *rng) {
    const double radius = sqrt(2 * draw_exponential(rng));
    return radius * cos(6.28318530717958647693 * draw_uniform(rng));
}

static inline double draw_real(enum real_law law, struct th_rng *rng) {
    double sum = 0;
    switch (law) {
    case LAW_NORMAL:
        return draw_normal(rng);
    case LAW_MIXED:
        return draw_normal(rng) * (draw_uniform(rng) < 0.1 ? 3 : 1) / sqrt(1.8);
    case LAW_IDLE:
        return draw_uniform(rng) < 0.2 ? draw_normal(rng) * sqrt(5) : 0;
    case LAW_STUDENT: {
        const double z = draw_normal(rng);
        for (int i = 0; i < 3; i++) sum += pow(draw_normal(rng), 2);
        return z / sqrt(sum);
    }
    case LAW_SKEWED:
        for (int i = 0; i < 4; i++) sum += draw_exponential(rng);
        return (sum - 4) / 2;
    case LAW_STEEP:
        return draw_exponential(rng) - 1;
    case LAW_RARE: /* 0.98 · −0.1 + 0.02 · 4.9 = 0; variance 0.51 within, 0.49 between */
        return draw_uniform(rng) < 0.02 ? 4.9 + draw_normal(rng) * sqrt(0.51)
                                        : -0.1 + draw_normal(rng) * sqrt(0.51);
    case LAW_SKEWED_DOWN:
        return -draw_real(LAW_SKEWED, rng);
    case LAW_STEEP_DOWN:
        return -draw_real(LAW_STEEP, rng);
    case LAW_RARE_DOWN:
        return -draw_real(LAW_RARE, rng);
    case REAL_LAWS:
        break;
    }
    return 0;
}

/* A sequential test of blocks with this law, until it decides: what it has seen, its evidence, and
 * the estimate after it. */
struct decided {
    struct moments seen;
    double llr;
    struct sprt_estimate estimate;
};

static inline struct decided decide_real(enum real_law law, double sd, double truth, double mean0,
                                         double mean1, struct sprt_bounds b, struct th_rng *rng) {
    struct decided d = {.llr = 0};
    while (d.llr > b.lower && d.llr < b.upper) {
        moments_add(&d.seen, truth + sd * draw_real(law, rng));
        d.llr = means_llr(&d.seen, mean0, mean1);
    }
    d.estimate = means_estimate(&d.seen, mean0, mean1, b.lower, b.upper, d.llr, MEANS_BLOCKS);
    return d;
}

#endif
