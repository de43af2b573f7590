/* Time: clocks, medians of repeated measurements, response times of bots, rate of progress.
 * Measured time is for reports only: no result depends on it, except under a time budget. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include "tahur/arena.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* Seconds of the monotonic clock. */
static inline double clock_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Seconds of CPU time of this thread. */
static inline double clock_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- repeated measurements ---- */

enum { MEASURE_ROUNDS_MAX = 101 };

static inline int measure_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values in ascending order and returns the median. */
static inline double measure_median(double values[], int n) {
    qsort(values, (size_t)n, sizeof *values, measure_compare);
    return values[n / 2];
}

/* ---- response times ---- */

/* The response times of a bot: count, mean, quantiles, maximum. A histogram with eight buckets per
 * octave: quantiles have an error of at most 9 % at any scale, memory is small and fixed, and
 * histograms can be added. */

enum { PACE_STEPS = 320 }; /* 2^40 ns are 18 minutes */

struct pace {
    uint64_t answers;
    int64_t total, worst; /* nanoseconds */
    uint32_t step[PACE_STEPS];
};

int64_t pace_clock(void);
void pace_add(struct pace *p, int64_t nanoseconds);
void pace_join(struct pace *p, const struct pace *more);
/* The difference to an earlier state of the same histogram. */
struct pace pace_since(const struct pace *now, const struct pace *earlier);
/* In seconds; 0 if there was no answer. */
double pace_mean(const struct pace *p);
double pace_quantile(const struct pace *p, double share);
double pace_worst(const struct pace *p);
/* All of these, for reports. */
struct th_pace pace_summary(const struct pace *p);

/* ---- progress ---- */

/* The rate of progress over about the last 15 seconds, and the time left. Both are undefined until
 * there are enough samples. */

enum { RATE_SAMPLES = 32 };

/* Initialized with 0, except `skip`. Times are seconds of any monotonic clock. */
struct rate {
    uint64_t skip; /* work done before, which is only read: it is not counted */
    struct {
        double time;
        uint64_t done;
    } sample[RATE_SAMPLES]; /* a ring buffer; at least half a second apart */
    int samples;            /* taken so far */
};

/* Records that `done` units are done at this time. */
void rate_note(struct rate *r, double now, uint64_t done);
/* Units per second; 0: undefined. */
double rate_per_second(const struct rate *r, double now, uint64_t done);
/* "1:05 left", or "" while that is undefined. */
enum { RATE_TEXT = 32 };
const char *rate_left(const struct rate *r, double now, uint64_t done, uint64_t total,
                      char out[RATE_TEXT]);

#endif
