/* Figures measured several times: sorted, with the median to trust. */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include <stdlib.h>

enum { MEASURE_ROUNDS_MAX = 101 };

static inline int measure_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts, ascending, and returns the one in the middle. */
static inline double measure_median(double values[], int n) {
    qsort(values, (size_t)n, sizeof *values, measure_compare);
    return values[n / 2];
}

#endif
