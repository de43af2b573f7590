/* Response times of bots and rates of progress. */
#include "clock.h"

#include <stdio.h>
#include <time.h>

int64_t pace_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The octave is the position of the highest bit, the step in it the next three bits. Times below
 * eight nanoseconds have a step each. */
static int step_of(uint64_t ns) {
    if (ns < 8) return (int)ns;
    int octave = 0;
    while (ns >> (octave + 4) != 0) octave++;
    const int step = 8 * octave + (int)(ns >> octave);
    return step < PACE_STEPS ? step : PACE_STEPS - 1;
}

/* The middle of a step. */
static double middle_of(int step) {
    if (step < 16) return step + 0.5;
    const int octave = step / 8 - 1;
    return ((double)(step - 8 * octave) + 0.5) * (double)(UINT64_C(1) << octave);
}

void pace_add(struct pace *p, int64_t nanoseconds) {
    p->answers++;
    p->total += nanoseconds;
    if (nanoseconds > p->worst) p->worst = nanoseconds;
    p->step[step_of((uint64_t)nanoseconds)]++;
}

void pace_join(struct pace *p, const struct pace *more) {
    p->answers += more->answers;
    p->total += more->total;
    if (more->worst > p->worst) p->worst = more->worst;
    for (int i = 0; i < PACE_STEPS; i++) p->step[i] += more->step[i];
}

struct pace pace_since(const struct pace *now, const struct pace *earlier) {
    struct pace more = *now;
    more.answers -= earlier->answers;
    more.total -= earlier->total;
    for (int i = 0; i < PACE_STEPS; i++) more.step[i] -= earlier->step[i];
    return more;
}

double pace_mean(const struct pace *p) {
    return p->answers > 0 ? 1e-9 * (double)p->total / (double)p->answers : 0;
}

double pace_quantile(const struct pace *p, double share) {
    double left = share * (double)p->answers;
    for (int i = 0; i < PACE_STEPS; i++)
        if (p->step[i] > 0 && (left -= p->step[i]) <= 0) {
            const double middle = middle_of(i), worst = (double)p->worst;
            return 1e-9 * (middle < worst ? middle : worst);
        }
    return 0;
}

double pace_worst(const struct pace *p) {
    return 1e-9 * (double)p->worst;
}

struct th_pace pace_summary(const struct pace *p) {
    return (struct th_pace){.answers = p->answers,
                            .mean = pace_mean(p),
                            .p95 = pace_quantile(p, 0.95),
                            .worst = pace_worst(p)};
}

/* ---- progress ---- */

/* Seconds between samples; and the least samples and seconds for a defined rate. */
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

double rate_per_second(const struct rate *r, double now, uint64_t done) {
    if (r->samples == 0) return 0;
    const int oldest = r->samples > RATE_SAMPLES ? r->samples % RATE_SAMPLES : 0;
    const double seconds = now - r->sample[oldest].time;
    if (r->samples < ENOUGH_SAMPLES || seconds < ENOUGH_SECONDS) return 0;
    return (double)(done - r->sample[oldest].done) / seconds;
}

const char *rate_left(const struct rate *r, double now, uint64_t done, uint64_t total,
                      char out[RATE_TEXT]) {
    const double rate = rate_per_second(r, now, done);
    out[0] = 0;
    if (rate <= 0 || done > total) return out;
    const double seconds = (double)(total - done) / rate + 0.5;
    if (seconds < 1e9)
        snprintf(out, RATE_TEXT, "%ld:%02ld left", (long)seconds / 60, (long)seconds % 60);
    return out;
}
