#include "pages.h"

#include "core/file.h"
#include "page.h"
#include "stats/share.h"
#include <math.h>
#include <stdlib.h>

enum { POINTS_MAX = 4096, SELDOM = 100 };

/* Numbers of one line, with room for its band. */
struct row {
    int points;
    double x[POINTS_MAX], y[POINTS_MAX], low[POINTS_MAX], high[POINTS_MAX];
};

/* The trainings that began, which are shown: the evaluations of each. */
struct shown {
    const json_t **points; /* an array each */
    int count;
};

/* One judge's part of an evaluation; NULL: none. */
static const json_t *judged(const json_t *points, size_t point, const char *judge) {
    const json_t *against = json_object_get(json_array_get(points, point), "against");
    const json_t *one = json_object_get(against, judge);
    return json_is_object(one) ? one : NULL;
}

/* One point of a line: the mean over the seeds, with Student's interval of it; of one seed, the
 * interval of its evaluation. False: not all seeds have it. */
static bool fill_point(struct row *row, size_t point, const char *judge, struct shown runs) {
    double sum = 0, squares = 0;
    const json_t *interval = NULL;
    for (int i = 0; i < runs.count; i++) {
        const json_t *one = judged(runs.points[i], point, judge);
        if (one == NULL) return false;
        const double share = json_number_value(json_object_get(one, "win_share"));
        sum += share, squares += share * share;
        interval = json_object_get(one, "ci95");
    }
    const int k = row->points++, n = runs.count;
    const json_t *first = json_array_get(runs.points[0], point);
    row->x[k] = json_number_value(json_object_get(first, "games"));
    row->y[k] = sum / n;
    row->low[k] = json_number_value(json_array_get(interval, 0));
    row->high[k] = json_number_value(json_array_get(interval, 1));
    if (n == 1) return true;
    const double variance = fmax(0, squares - sum * row->y[k]) / (n - 1);
    const double half = student_95(n - 1) * sqrt(variance / n);
    row->low[k] = fmax(0, row->y[k] - half);
    row->high[k] = fmin(1, row->y[k] + half);
    return true;
}

/* Evaluations that all trainings have made. */
static size_t common_points(struct shown runs) {
    size_t points = SIZE_MAX;
    for (int i = 0; i < runs.count; i++) {
        const size_t n = json_array_size(runs.points[i]);
        if (n < points) points = n;
    }
    return points;
}

/* The share of wins against one judge by games: of too many evaluations, as many as there is room
 * for, at even distances. */
static void fill_row(struct row *row, const char *judge, struct shown runs) {
    const size_t points = common_points(runs);
    const size_t drawn = points < POINTS_MAX ? points : POINTS_MAX;
    row->points = 0;
    for (size_t k = 0; k < drawn; k++)
        fill_point(row, drawn < points ? k * (points - 1) / (drawn - 1) : k, judge, runs);
}

/* What of the curves is not in the chart. */
static void write_left_out(FILE *out, const struct training_page *page, struct shown runs) {
    const size_t points = common_points(runs);
    if (page->judges > CHART_SERIES_MAX)
        fprintf(out, "<p>The first %d of %d bots are drawn; --csv and --json have all.</p>\n",
                CHART_SERIES_MAX, page->judges);
    if (points > POINTS_MAX)
        fprintf(out, "<p>%d of %zu evaluations are drawn; --csv and --json have all.</p>\n",
                POINTS_MAX, points);
}

static void write_curves(FILE *out, const struct training_page *page, struct shown runs,
                         struct row rows[]) {
    const double fair = json_number_value(json_object_get(page->training, "fair_share"));
    char band[160];
    bool any = false;
    snprintf(
        band, sizeof band,
        runs.count > 1
            ? "mean over %d seeds; the band is the 95 %% interval of that mean by the spread "
              "between the seeds (Student's t)"
            : "one seed, so it says nothing about others; the band is the 95 %% interval of each "
              "evaluation",
        runs.count);
    struct chart c = {.title = "Share of games won, by games learned from",
                      .x_title = "games",
                      .y_title = band,
                      .percent = 1};
    if (fair > 0) { /* more than two seats */
        c.y_high = 1;
        c.mark[c.mark_count++] = (struct chart_mark){fair, "fair share"};
    }
    for (int j = 0; j < page->judges && j < CHART_SERIES_MAX; j++) {
        const char *name = page->judge[j];
        fill_row(&rows[j], name, runs);
        any = any || rows[j].points > 0;
        c.series[c.series_count++] = (struct chart_series){name,      rows[j].points, rows[j].x,
                                                           rows[j].y, rows[j].low,    rows[j].high};
    }
    if (any) chart_write(out, &c);
}

/* ---- how it plays ---- */

/* The share of each action by stage, where there were enough decisions. */
static void write_actions(FILE *out, const struct training_page *page, struct row rows[]) {
    struct chart c = {.title = "What the networks do",
                      .x_title = page->stage_name,
                      .y_title = "share of decisions, where there were enough of them",
                      .y_low = 0,
                      .y_high = 1,
                      .percent = 1};
    for (int a = 0; a < page->actions && a < TRAINING_PAGE_ACTIONS; a++) {
        struct row *row = &rows[a];
        row->points = 0;
        for (int stage = 0; stage < page->stages; stage++) {
            const uint32_t *taken = page->taken + (size_t)stage * (size_t)page->actions;
            double all = 0;
            for (int b = 0; b < page->actions; b++) all += taken[b];
            if (all < SELDOM) continue;
            row->x[row->points] = stage;
            row->y[row->points++] = taken[a] / all;
        }
        c.series[c.series_count++] =
            (struct chart_series){page->action[a], row->points, row->x, row->y, NULL, NULL};
    }
    if (rows[0].points > 0) chart_write(out, &c);
}

/* ---- tables ---- */

static void write_cell(FILE *out, const json_t *value) {
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
    fprintf(out, "<td>");
    html_text(out, json_is_string(value) ? json_string_value(value) : text != NULL ? text : "");
    fprintf(out, "</td>");
    free(text);
}

static void write_settings(FILE *out, const json_t *all) {
    const char *key;
    json_t *value;
    fprintf(out, "<h2>Settings</h2>\n<table>\n");
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"game", "method", "opponent"};
        fprintf(out, "<tr><th>%s</th>", names[i]);
        write_cell(out, json_object_get(all, names[i]));
        fprintf(out, "</tr>\n");
    }
    json_object_foreach(json_object_get(all, "settings"), key, value) {
        fprintf(out, "<tr><th>%s</th>", key);
        write_cell(out, value);
        fprintf(out, "</tr>\n");
    }
    fprintf(out, "</table>\n");
}

static void write_notes(FILE *out, const struct training_page *page) {
    for (int i = 0; i < page->notes; i++) {
        fprintf(out, "<p>");
        html_text(out, page->note[i]);
        fprintf(out, "</p>\n");
    }
}

static void write_summary(FILE *out, const struct training_page *page, int count) {
    static const char *const columns[] = {"against", "mean", "deviation", "lowest", "highest"};
    const int seats = (int)json_integer_value(json_object_get(page->training, "seats"));
    const char *judge;
    json_t *row;
    if (json_object_size(json_object_get(page->training, "summary")) == 0) return;
    page_heading(out, "What was learned");
    page_paragraph(out,
                   "The network that was kept, on %llu other games against each, %s seats; %d %s.",
                   (unsigned long long)page->final_games, seats > 2 ? "all" : "both", count,
                   count > 1 ? "seeds" : "seed");
    if (seats > 2)
        page_paragraph(out, "With %d seats, equal players win %.2f %% each: the fair share.", seats,
                       100.0 / seats);
    page_table_begin(out, columns, 5);
    json_object_foreach(json_object_get(page->training, "summary"), judge, row) {
        page_row(out, judge);
        for (int i = 1; i < 5; i++) {
            const json_t *value = json_object_get(row, columns[i]);
            if (json_is_number(value))
                page_cell(out, "%.2f %%", 100 * json_number_value(value));
            else
                page_cell(out, "–");
        }
        page_row_end(out);
    }
    page_table_end(out);
}

/* Those of the trainings that began; false: there is no memory. The caller frees shown->points. */
static bool find_shown(struct shown *shown, const json_t *training) {
    const json_t *seeds = json_object_get(training, "seeds");
    const size_t count = json_array_size(seeds);
    *shown = (struct shown){.points = calloc(count + 1, sizeof *shown->points)};
    for (size_t i = 0; shown->points != NULL && i < count; i++) {
        const json_t *one = json_array_get(seeds, i);
        if (json_is_true(json_object_get(one, "begun")))
            shown->points[shown->count++] = json_object_get(one, "points");
    }
    return shown->points != NULL;
}

static void write_title(FILE *out, const json_t *training) {
    char title[1200];
    snprintf(title, sizeof title, "Learning %s against %s",
             json_string_value(json_object_get(training, "game")),
             json_string_value(json_object_get(training, "opponent")));
    page_begin(out, title);
}

static void write_page(FILE *out, const struct training_page *page, struct shown runs,
                       struct row rows[]) {
    write_title(out, page->training);
    write_summary(out, page, runs.count);
    write_notes(out, page);
    page_charts_begin(out);
    if (runs.count > 0) write_curves(out, page, runs, rows);
    if (runs.count > 0 && page->stages > 0) write_actions(out, page, rows);
    page_charts_end(out);
    if (runs.count > 0) write_left_out(out, page, runs);
    write_settings(out, page->training);
    page_end(out);
}

bool training_page_write(const char *path, const struct training_page *page, struct th_error *e) {
    char *text = NULL;
    size_t size = 0;
    struct shown shown;
    struct row *rows = calloc(CHART_SERIES_MAX, sizeof *rows);
    FILE *out = open_memstream(&text, &size);
    bool done = find_shown(&shown, page->training) && rows != NULL && out != NULL;
    if (done) write_page(out, page, shown, rows);
    if (out != NULL) done = fclose(out) == 0 && done;
    done = done ? file_replace(path, text, size, e)
                : th_fail(e, "there is no memory to write %s", path);
    free(shown.points);
    free(rows);
    free(text);
    return done;
}
