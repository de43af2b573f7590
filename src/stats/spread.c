#include "spread.h"

#include <assert.h>
#include <math.h>

static void widen(struct spread *s) {
    for (int i = 0; i < SPREAD_BARS; i++)
        s->bar[i] = i < SPREAD_BARS / 2 ? s->bar[2 * i] + s->bar[2 * i + 1] : 0;
    s->width *= 2;
}

void spread_add(struct spread *s, double value) {
    assert(value >= 0 && isfinite(value));
    if (!(value >= 0 && isfinite(value))) return;
    if (s->width <= 0) s->width = 1.0 / SPREAD_BARS;
    while (value >= s->width * SPREAD_BARS) widen(s);
    s->bar[(int)(value / s->width)]++;
    s->count++;
    s->fractions = s->fractions || value != floor(value);
}

double spread_below(const struct spread *s, double share) {
    const double wanted = share * (double)s->count;
    double sum = 0;
    for (int i = 0; i < SPREAD_BARS && s->count > 0; i++) {
        sum += s->bar[i];
        if (sum >= wanted && sum > 0) return (i + 1) * s->width;
    }
    return 0;
}

double spread_least(const struct spread *s) {
    for (int i = 0; i < SPREAD_BARS; i++)
        if (s->bar[i] > 0) return i * s->width;
    return 0;
}

double spread_share(const struct spread *s, double low, double high) {
    double sum = 0;
    if (s->count == 0) return 0;
    const int first = (int)(low / s->width);
    for (int i = first; i < SPREAD_BARS && i * s->width < high; i++) sum += s->bar[i];
    return sum / (double)s->count;
}
