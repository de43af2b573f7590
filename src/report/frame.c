/* What the charts for pages and for the terminal share: which points can be drawn, the range of the
 * axes, scales, ticks and their numbers. */
#include "chart_own.h"

#include <math.h>
#include <stdio.h>

/* ---- scales ---- */

static double within(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

double frame_across(const struct frame *f, double x) {
    const double part = (within(x, f->x_low, f->x_high) - f->x_low) / (f->x_high - f->x_low);
    return f->left + (f->right - f->left) * part;
}

double frame_down(const struct frame *f, double y) {
    const double part = (f->y_high - within(y, f->y_low, f->y_high)) / (f->y_high - f->y_low);
    return f->top + (f->bottom - f->top) * part;
}

double chart_step(double low, double high, int ticks) {
    const double rough = (high - low) / ticks, power = pow(10, floor(log10(rough)));
    const double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

bool chart_tick(double low, double high, double step, int k, double *value) {
    *value = (ceil(low / step - 1e-6) + k) * step + 0.0; /* no -0 */
    return *value <= high + step / 1e6;
}

const char *chart_number(double value, double largest, int percent, char out[32]) {
    const double size = value != 0 ? fabs(largest) : 0;
    if (percent)
        snprintf(out, 32, "%.4g %%", 100 * value);
    else if (size >= 1e6 && size < 1e11)
        snprintf(out, 32, "%.5gM", value / 1e6);
    else if (size >= 1e4 && size < 1e6)
        snprintf(out, 32, "%.5gk", value / 1e3);
    else
        snprintf(out, 32, "%.4g", value);
    return out;
}

/* ---- what can be drawn ---- */

bool chart_is_number(double value) {
    return fabs(value) < 1e300;
}

static bool can_draw(const struct chart_series *one, int k, bool band) {
    if (!chart_is_number(one->x[k])) return false;
    if (band) return chart_is_number(one->low[k]) && chart_is_number(one->high[k]);
    return chart_is_number(one->y[k]);
}

struct stretch chart_stretch(const struct chart_series *one, int from, bool band) {
    if (band && one->low == NULL) return (struct stretch){one->points, one->points};
    while (from < one->points && !can_draw(one, from, band)) from++;
    struct stretch s = {from, from};
    while (s.end < one->points && can_draw(one, s.end, band)) s.end++;
    return s;
}

bool chart_has_note(const struct chart_note *note) {
    return chart_is_number(note->x) && chart_is_number(note->y);
}

bool chart_is_empty(const struct chart *c) {
    for (int i = 0; i < c->series_count; i++) {
        const struct stretch s = chart_stretch(&c->series[i], 0, false);
        if (s.begin < s.end) return false;
    }
    for (int i = 0; i < c->note_count; i++)
        if (chart_has_note(&c->note[i])) return false;
    return true;
}

static void take(double value, double *low, double *high) {
    if (!chart_is_number(value)) return;
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

bool chart_has_one_x(const struct chart *c) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->series_count; i++)
        for (int k = 0; k < c->series[i].points; k++) take(c->series[i].x[k], &low, &high);
    for (int i = 0; i < c->note_count; i++) take(c->note[i].x, &low, &high);
    return c->step <= 0 && low == high;
}

/* Of a single value, an axis with it in the middle. */
static void widen(double *low, double *high, double around) {
    if (*low < *high) return;
    around = fmax(around, 1e-6 * fabs(*low)); /* less would be lost in rounding */
    *low -= around, *high += around;
}

struct frame chart_span(const struct chart *c) {
    struct frame f = {
        .x_low = INFINITY, .x_high = -INFINITY, .y_low = INFINITY, .y_high = -INFINITY};
    for (int i = 0; i < c->series_count; i++) {
        const struct chart_series *one = &c->series[i];
        for (int k = 0; k < one->points; k++) {
            take(one->x[k] - c->bars / 2, &f.x_low, &f.x_high);
            take(one->x[k] + c->bars / 2 + c->step, &f.x_low, &f.x_high);
            take(one->y[k], &f.y_low, &f.y_high);
            if (one->low == NULL) continue;
            take(one->low[k], &f.y_low, &f.y_high);
            take(one->high[k], &f.y_low, &f.y_high);
        }
    }
    for (int i = 0; i < c->note_count; i++) {
        if (!chart_has_note(&c->note[i])) continue;
        take(c->note[i].x, &f.x_low, &f.x_high);
        take(c->note[i].y, &f.y_low, &f.y_high);
    }
    if (c->step > 0) f.y_low = 0;
    if (c->bars > 0) take(0, &f.y_low, &f.y_high);
    if (f.x_low > f.x_high) f.x_low = 0, f.x_high = 1;
    if (f.y_low > f.y_high) f.y_low = 0, f.y_high = 1;
    if (c->x_names != NULL) f.x_low = -0.5, f.x_high = c->x_name_count - 0.5;
    if (c->y_low < c->y_high) f.y_low = c->y_low, f.y_high = c->y_high;
    const bool share = c->percent && f.y_low >= 0 && f.y_high <= 1;
    widen(&f.x_low, &f.x_high, 0.5);
    widen(&f.y_low, &f.y_high, c->percent ? 0.05 : 0.5);
    if (share) f.y_low = fmax(0, f.y_low), f.y_high = fmin(1, f.y_high);
    return f;
}

double chart_aside(const struct chart *c, int i) {
    const double room = fmin(0.6, 0.1 * c->series_count);
    return c->series_count > 1 ? room * (i / (c->series_count - 1.0) - 0.5) : 0;
}

bool chart_tone_occurs(const struct chart *c, enum tone tone) {
    if (c->tone_name[tone] == NULL) return false;
    for (int i = 0; i < c->note_count; i++)
        if (c->note[i].tone == tone && chart_has_note(&c->note[i])) return true;
    return false;
}
