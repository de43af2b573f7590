#include "bench_y.h"

#include "core/clock.h"
#include "core/text.h"
#include "games/y/fill.h"
#include "games/y/playout.h"
#include "measure.h"
#include "table.h"
#include <string.h>

/* How long a rate is measured. */
#define SECONDS 0.02

static double plain_rate(const struct y *s, struct th_rng *rng) {
    const double begun = clock_seconds();
    double games = 0, seconds;
    do {
        for (int i = 0; i < 50; i++) y_playout(s, rng);
        games += 50;
    } while ((seconds = clock_seconds() - begun) < SECONDS);
    return games / seconds;
}

static double fill_rate(const struct y *s, bool by_cell, struct th_rng *rng) {
    const double begun = clock_seconds();
    double fills = 0, seconds;
    do {
        struct y_fills sums;
        memset(&sums, 0, sizeof sums);
        y_fill(s, NULL, 200, by_cell, rng, &sums);
        fills += sums.fills;
    } while ((seconds = clock_seconds() - begun) < SECONDS);
    return fills / seconds;
}

json_t *bench_y(int rounds, bool json) {
    struct th_rng rng = th_rng_seeded(1);
    json_t *list = json_array();
    struct table t = table_start("rrrrr");
    const char *const head[] = {"y, size", "plain playouts/s", "fills/s", "ratio",
                                "fills by cell/s"};
    for (int i = 0; i < 5; i++) table_add(&t, "%s", head[i]);
    for (int size = 5; size <= 15; size += 2) {
        double plain[MEASURE_ROUNDS_MAX], fills[MEASURE_ROUNDS_MAX], by_cell[MEASURE_ROUNDS_MAX],
            ratio[MEASURE_ROUNDS_MAX];
        struct y s;
        y_start(&s, size, 0);
        for (int i = 0; i < rounds; i++) {
            plain[i] = plain_rate(&s, &rng);
            fills[i] = fill_rate(&s, false, &rng);
            by_cell[i] = fill_rate(&s, true, &rng);
            ratio[i] = fills[i] / plain[i];
        }
        char a[27], b[27], c[27];
        const double p = measure_median(plain, rounds), f = measure_median(fills, rounds);
        const double r = measure_median(ratio, rounds), v = measure_median(by_cell, rounds);
        table_add(&t, "%d", size);
        table_add(&t, "%s", text_thousands((int64_t)p, a));
        table_add(&t, "%s", text_thousands((int64_t)f, b));
        table_add(&t, "%.0f", r);
        table_add(&t, "%s", text_thousands((int64_t)v, c));
        json_array_append_new(list, json_pack("{s:i, s:f, s:f, s:f, s:f}", "size", size, "plain", p,
                                              "fills", f, "ratio", r, "fills_by_cell", v));
    }
    table_end(&t, 2, json ? NULL : stdout);
    return list;
}
