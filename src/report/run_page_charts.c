/* The charts of a page about a run. */
#include "run_page_own.h"

#include "chart.h"
#include "page.h"
#include "tahur/state.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)PAGE_BOTS <= (int)CHART_SERIES_MAX, "every line has its colour");

enum { ROWS_MAX = 40, BARS_MAX = 32, BANDS_MAX = 6 };

static const char *shown_name(const struct page_data *d, int place) {
    return d->name[d->order[place]];
}

/* ---- how good they are ---- */

/* A share of the results, with its interval, of the bot in this place. */
static struct chart_row row_of(const struct page_data *d, int place, const char *value,
                               const char *interval) {
    const json_t *one = page_result_of(d, d->order[place]);
    return (struct chart_row){shown_name(d, place), page_number(one, value),
                              page_number_at(one, interval, 0), page_number_at(one, interval, 1)};
}

static void strengths_chart(FILE *out, const struct page_data *d, struct chart_rows c,
                            const char *what) {
    char title[96];
    if (c.rows < d->bots)
        snprintf(title, sizeof title, "%s of the strongest %d of %d", what, c.rows, d->bots);
    else
        snprintf(title, sizeof title, "%s", what);
    c.title = title;
    chart_rows_write(out, &c);
}

static void ratings_chart(FILE *out, const struct page_data *d) {
    struct chart_row row[ROWS_MAX];
    struct chart_rows c = {.x_title = "Elo points, with the 95 % interval", .row = row};
    for (; c.rows < d->bots && c.rows < ROWS_MAX; c.rows++)
        row[c.rows] = row_of(d, c.rows, "rating", "rating_ci95");
    strengths_chart(out, d, c, "Ratings");
}

static void shares_chart(FILE *out, const struct page_data *d) {
    struct chart_row plain[ROWS_MAX], adjusted[ROWS_MAX];
    struct chart_rows c = {.x_title = "95 % interval; dashed: an equal share",
                           .percent = 1,
                           .mark = 1.0 / d->contest->plan.seats,
                           .row = plain,
                           .second = d->adjusted ? adjusted : NULL,
                           .first_name = "plain",
                           .second_name = "without luck"};
    for (; c.rows < d->bots && c.rows < ROWS_MAX; c.rows++) {
        struct th_arena_standing s;
        page_standing(d, &d->unit[d->order[c.rows]], &s);
        plain[c.rows] = row_of(d, c.rows, "win_share", "ci95");
        if (isnan(plain[c.rows].low)) /* a comparison has no interval of its shares */
            plain[c.rows] = (struct chart_row){shown_name(d, c.rows), s.share.mean, s.low, s.high};
        adjusted[c.rows] = row_of(d, c.rows, "adjusted_share", "adjusted_ci95");
    }
    strengths_chart(out, d, c, "Share of games won");
}

void page_strengths(FILE *out, const struct page_data *d) {
    const bool league = strcmp(d->contest->command, "league") == 0;
    if (d->contest->plan.seats < 2) return;
    if (league) ratings_chart(out, d);
    if (!league || d->adjusted) shares_chart(out, d);
}

/* The axis fits what follows the first tenth, in which intervals are still wide. */
static void fit_axis(struct chart *c, const struct page_line line[], int lines, double most) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < lines; i++)
        for (int k = 0; k < line[i].points; k++) {
            if (line[i].x[k] < line[i].x[line[i].points - 1] / 10) continue;
            low = fmin(low, line[i].low[k]);
            high = fmax(high, line[i].high[k]);
        }
    if (!(low < high)) return;
    const double around = (high - low) / 20;
    c->y_low = c->percent ? fmax(0, low - around) : low - around;
    c->y_high = c->percent ? fmin(most, high + around) : high + around;
}

static void share_chart(FILE *out, const struct page_data *d) {
    const bool bands = d->shown <= BANDS_MAX; /* more cannot be distinguished */
    struct chart c = {.title = "Share of games won, as the run went on",
                      .x_title = "games of the run",
                      .y_title = bands ? "of all games so far; the band is the 95 % interval, "
                                         "with a block as one observation"
                                       : "of all games so far",
                      .percent = 1};
    if (d->contest->plan.seats < 2) return;
    for (int i = 0; i < d->shown; i++) {
        const struct page_line *l = &d->line[i];
        c.series[c.series_count++] = (struct chart_series){
            shown_name(d, i), l->points, l->x, l->y, bands ? l->low : NULL, bands ? l->high : NULL};
    }
    fit_axis(&c, d->line, d->shown, 1);
    chart_write(out, &c);
}

/* ---- by seat ---- */

static void seat_chart(FILE *out, const struct page_data *d) {
    static const char *const names[] = {"first", "second", "third", "fourth"};
    struct chart c = {.title = "Share of games won, by seat",
                      .x_title = "play order",
                      .y_title = "with the 95 % interval",
                      .percent = 1,
                      .x_names = names,
                      .x_name_count = d->contest->plan.seats};
    struct page_line *line = calloc((size_t)d->shown, sizeof *line);
    if (d->contest->plan.seats < 2 || line == NULL) {
        free(line);
        return;
    }
    for (int i = 0; i < d->shown; i++) {
        struct page_line *l = &line[i];
        for (int seat = 0; seat < d->contest->plan.seats; seat++) {
            struct th_arena_standing s;
            const struct tally_unit *u = &d->seat[d->order[i] * TH_SEATS_MAX + seat];
            if (u->games <= 0) continue;
            page_standing(d, u, &s);
            const int k = l->points++;
            l->x[k] = seat, l->y[k] = s.share.mean, l->low[k] = s.low, l->high[k] = s.high;
        }
        c.series[c.series_count++] =
            (struct chart_series){shown_name(d, i), l->points, l->x, l->y, l->low, l->high};
    }
    chart_write(out, &c);
    free(line);
}

/* ---- how values spread ---- */

/* What the bars of several histograms have in common. */
struct bars {
    double low, width;
    double aside; /* bars of single whole numbers stand over them */
    int count;
    double left_out; /* the largest share that one of them has above the last bar */
};

/* Few enough to be read. Of 1,000 values the one or two that are far above the others are left
 * out, which would make all others one bar. */
static struct bars bars_of(const struct spread *const list[], int count) {
    struct bars b = {.low = INFINITY};
    double high = 0;
    bool whole = true;
    for (int i = 0; i < count; i++) {
        if (list[i]->count == 0) continue;
        b.low = fmin(b.low, spread_least(list[i]));
        high = fmax(high, spread_below(list[i], 0.998));
        b.width = fmax(b.width, list[i]->width);
        whole = whole && !list[i]->fractions;
    }
    if (whole) b.width = fmax(b.width, 1);
    if (!(b.low < high)) return (struct bars){0};
    while (ceil(high / b.width) - floor(b.low / b.width) > BARS_MAX) b.width *= 2;
    if (whole && b.width <= 1) b.aside = -0.5;
    b.low = floor(b.low / b.width) * b.width;
    b.count = (int)(ceil(high / b.width) - b.low / b.width);
    for (int i = 0; i < count; i++)
        if (list[i]->count > 0)
            b.left_out = fmax(b.left_out, 1 - spread_share(list[i], 0, b.low + b.count * b.width));
    return b;
}

/* False: there is nothing to see, all values being about the same. */
static bool spread_chart(FILE *out, struct chart *c, const struct spread *const list[],
                         const char *const name[], int count, const char *what) {
    const struct bars b = bars_of(list, count);
    double x[BARS_MAX + 1], y[PAGE_SPREADS][BARS_MAX + 1];
    char caption[200];
    if (b.count < 2) return false;
    for (int k = 0; k < b.count; k++) x[k] = b.low + k * b.width + b.aside;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < b.count; k++)
            y[i][k] = spread_share(list[i], x[k] - b.aside, x[k] - b.aside + b.width);
        c->series[c->series_count++] =
            (struct chart_series){name[i], list[i]->count > 0 ? b.count : 0, x, y[i], NULL, NULL};
    }
    snprintf(caption, sizeof caption, "%s", what);
    if (b.left_out > 1e-9)
        snprintf(caption, sizeof caption, "%s; up to %.2g %% are further right", what,
                 100 * b.left_out);
    c->y_title = caption;
    c->step = b.width;
    c->percent = 1;
    chart_write(out, c);
    return true;
}

static void turns_chart(FILE *out, const struct page_data *d) {
    const struct spread *const list[] = {&d->turns};
    static const char *const name[] = {""};
    struct chart c = {.title = "Length of the games", .x_title = "turns"};
    spread_chart(out, &c, list, name, 1, "share of games");
}

static bool metric_chart(FILE *out, const struct page_data *d, int i) {
    const struct th_metric *m = th_game_metric(d->contest->plan.game, i);
    const struct spread *list[PAGE_SPREADS];
    const char *name[PAGE_SPREADS];
    char title[120];
    for (int place = 0; place < d->spreads; place++) {
        list[place] = &d->metric[place * TH_METRICS_MAX + i];
        name[place] = shown_name(d, place);
    }
    snprintf(title, sizeof title, "%s, game by game", m->title);
    struct chart c = {.title = title, .x_title = m->help, .x_percent = m->percent};
    return spread_chart(out, &c, list, name, d->spreads, "share of games");
}

void page_spreads(FILE *out, const struct page_data *d) {
    const struct th_game *game = d->contest->plan.game;
    bool drawn[TH_METRICS_MAX] = {false};
    const char *between = "<p class=\"small\">About the same in every game, and not drawn: ";
    if (d->spreads < d->bots)
        fprintf(out, "<p class=\"small\">Drawn for the best %d of %d bots.</p>\n", d->spreads,
                d->bots);
    page_charts_begin(out);
    for (int i = 0; th_game_metric(game, i) != NULL; i++) drawn[i] = metric_chart(out, d, i);
    page_charts_end(out);
    for (int i = 0; th_game_metric(game, i) != NULL; i++) {
        if (drawn[i]) continue;
        fprintf(out, "%s", between);
        html_text(out, th_game_metric(game, i)->title);
        between = ", ";
    }
    if (between[0] == ',') fprintf(out, ".</p>\n");
}

/* ---- a comparison ---- */

static void test_charts(FILE *out, const struct page_data *d) {
    const struct page_line *l = &d->evidence, *elo = &d->elo;
    const double low = page_number_at(d->results, "llr_bounds", 0);
    const double high = page_number_at(d->results, "llr_bounds", 1);
    double least = low, most = high;
    for (int k = 0; k < l->points; k++) least = fmin(least, l->y[k]), most = fmax(most, l->y[k]);
    if (l->points == 0) return;
    struct chart evidence = {.title = "Evidence, as the test went on",
                             .x_title = "games",
                             .y_title = "log likelihood ratio; the test ends at a dashed line",
                             .y_low = least - (most - least) / 20,
                             .y_high = most + (most - least) / 20,
                             .mark = {{high, "better"}, {low, "not better"}},
                             .mark_count = 2,
                             .series_count = 1,
                             .series = {{"", l->points, l->x, l->y, NULL, NULL}}};
    chart_write(out, &evidence);
    struct chart difference = {
        .title = "Difference, as the test went on",
        .x_title = "games",
        .y_title = "Elo points, with the 95 % interval if the test had been left there",
        .series_count = 1,
        .series = {{"", elo->points, elo->x, elo->y, elo->low, elo->high}}};
    fit_axis(&difference, elo, 1, INFINITY);
    chart_write(out, &difference);
}

void page_charts(FILE *out, const struct page_data *d) {
    if (d->shown < d->bots && d->contest->plan.seats > 1)
        fprintf(out, "<p class=\"small\">Lines are drawn for the best %d of %d bots.</p>\n",
                d->shown, d->bots);
    page_charts_begin(out);
    if (strcmp(d->contest->command, "compare") == 0) test_charts(out, d);
    share_chart(out, d);
    seat_chart(out, d);
    turns_chart(out, d);
    page_order(out, d);
    page_charts_end(out);
}
