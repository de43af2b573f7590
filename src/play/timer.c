#include "timer.h"

#include "core/text.h"
#include <stdio.h>
#include <string.h>

enum { MOST_HOURS = 24 };

/* A number with a unit, or without one: seconds. */
static bool parse_seconds(const char *text, double *seconds) {
    static const struct {
        char name;
        int seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
    char number[24];
    const size_t n = strlen(text);
    int64_t millionths;
    int unit = 1;
    if (n == 0 || n >= sizeof number) return false;
    strcpy(number, text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (number[n - 1] == units[i].name) {
            unit = units[i].seconds;
            number[n - 1] = 0;
            break;
        }
    if (!text_millionths(number, &millionths) || millionths < 0 || millionths > 86400 * TH_MILLION)
        return false;
    *seconds = (double)millionths / (double)TH_MILLION * unit;
    return *seconds <= MOST_HOURS * 3600;
}

bool timer_parse(const char *text, struct timer *t, struct th_error *e) {
    char time[48], clipped[TEXT_CLIP_BYTES];
    const char *plus = strchr(text, '+');
    const size_t n = plus != NULL ? (size_t)(plus - text) : strlen(text);
    double left = 0, gain = 0;
    snprintf(time, sizeof time, "%.*s", (int)(n < sizeof time ? n : sizeof time - 1), text);
    if (n >= sizeof time || !parse_seconds(time, &left) || left <= 0 ||
        (plus != NULL && !parse_seconds(plus + 1, &gain)))
        return th_fail(e,
                       "'%s' is no clock: write the time of a player, and behind a + what each "
                       "decision brings, as in 5m, 5m+3s or 300+3 (at most %d hours)",
                       text_clip(text, clipped), MOST_HOURS);
    *t = (struct timer){.on = true, .gain = gain, .running = -1};
    for (int i = 0; i < TH_SEATS_MAX; i++) t->left[i] = left;
    return true;
}

void timer_start(struct timer *t, int seat, double now) {
    t->running = seat;
    t->since = now;
}

void timer_stop(struct timer *t, double now, bool decided) {
    if (t->running < 0) return;
    t->left[t->running] = timer_left(t, t->running, now);
    if (decided && t->left[t->running] > 0) t->left[t->running] += t->gain;
    t->running = -1;
}

double timer_left(const struct timer *t, int seat, double now) {
    const double left = t->left[seat] - (t->running == seat ? now - t->since : 0);
    return left > 0 ? left : 0;
}

const char *timer_text(double seconds, char out[24]) {
    if (seconds < 10) {
        snprintf(out, 24, "%.1f", seconds);
        return out;
    }
    const int s = (int)seconds + (seconds > (int)seconds); /* a second that has begun counts */
    if (s < 3600)
        snprintf(out, 24, "%d:%02d", s / 60, s % 60);
    else
        snprintf(out, 24, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    return out;
}
