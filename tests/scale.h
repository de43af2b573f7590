/* How much of a long test to run: TAHUR_TEST_SCALE is a percentage, 100 if not set. Slow builds
 * (sanitizers) run a small part of it, a long check more. */
#ifndef TESTS_SCALE_H
#define TESTS_SCALE_H

#include <stdlib.h>

static inline long test_scale(long full) {
    const char *percent = getenv("TAHUR_TEST_SCALE");
    const long n = full * (percent != NULL ? atol(percent) : 100) / 100;
    return n < 1 ? 1 : n;
}

#endif
