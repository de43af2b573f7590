/* Seconds of the monotonic clock: for measuring and showing, never for deciding. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <time.h>

static inline double clock_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Seconds of processor time that this thread has had. */
static inline double clock_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
