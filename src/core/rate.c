#include "rate.h"

#include <stdio.h>

/* Between samples; and what must be known before anything is said. */
#define APART 0.5
enum { ENOUGH_SAMPLES = 4 };
#define ENOUGH_SECONDS 1.5

void rate_note(struct rate *r, double now, uint64_t done) {
    if (done < r->skip) return;
    if (r->samples > 0) {
        const int last = (r->samples - 1) % RATE_SAMPLES;
        if (done == r->sample[last].done || now - r->sample[last].time < APART) return;
    }
    const int next = r->samples++ % RATE_SAMPLES;
    r->sample[next].time = now;
    r->sample[next].done = done;
}

double rate_a_second(const struct rate *r, double now, uint64_t done) {
    if (r->samples == 0) return 0;
    const int oldest = r->samples > RATE_SAMPLES ? r->samples % RATE_SAMPLES : 0;
    const double seconds = now - r->sample[oldest].time;
    if (r->samples < ENOUGH_SAMPLES || seconds < ENOUGH_SECONDS) return 0;
    return (double)(done - r->sample[oldest].done) / seconds;
}

const char *rate_left(const struct rate *r, double now, uint64_t done, uint64_t total,
                      char out[RATE_TEXT]) {
    const double rate = rate_a_second(r, now, done);
    out[0] = 0;
    if (rate <= 0 || done > total) return out;
    const double seconds = (double)(total - done) / rate + 0.5;
    if (seconds < 1e9)
        snprintf(out, RATE_TEXT, "%ld:%02ld left", (long)seconds / 60, (long)seconds % 60);
    return out;
}
