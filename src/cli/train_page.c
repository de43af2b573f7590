#include "train_page.h"

#include "core/file.h"
#include "report/chart.h"
#include "report/page.h"
#include "stats/student.h"
#include "train_report.h"
#include <math.h>
#include <stdlib.h>

enum { POINTS_MAX = 4096, STAGES_MAX = 256, WATCHED_GAMES = 2000, SELDOM = 100 };
#define WATCHING_SEED UINT64_C(0x3a7c4)

/* Numbers of one line, with room for its band. */
struct row {
    int points;
    double x[POINTS_MAX], y[POINTS_MAX], low[POINTS_MAX], high[POINTS_MAX];
};

/* The trainings that began, which are shown, and all of them. */
struct shown {
    struct train_run **run;
    int count;
    const struct train_run *all;
    int all_count;
};

/* One judge's part of an evaluation; NULL if it was not asked then. */
static const json_t *judged(const struct train_run *run, size_t point, const char *judge) {
    const json_t *against = json_object_get(json_array_get(run->points, point), "against");
    const json_t *one = json_object_get(against, judge);
    return json_is_object(one) ? one : NULL;
}

/* One point of a line: the mean over the seeds, with Student's interval of it; of one seed, the
 * interval of its evaluation. False: not all seeds have it. */
static bool fill_point(struct row *row, size_t point, const char *judge, struct shown runs) {
    double sum = 0, squares = 0;
    const json_t *interval = NULL;
    for (int i = 0; i < runs.count; i++) {
        const json_t *one = judged(runs.run[i], point, judge);
        if (one == NULL) return false;
        const double share = json_number_value(json_object_get(one, "win_share"));
        sum += share, squares += share * share;
        interval = json_object_get(one, "ci95");
    }
    const int k = row->points++, n = runs.count;
    const json_t *first = json_array_get(runs.run[0]->points, point);
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
        const size_t n = json_array_size(runs.run[i]->points);
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
static void write_left_out(FILE *out, const struct train_plan *plan, struct shown runs) {
    const size_t points = common_points(runs);
    if (plan->judges.count > CHART_SERIES_MAX)
        fprintf(out, "<p>The first %d of %d bots are drawn; --csv and --json have all.</p>\n",
                CHART_SERIES_MAX, plan->judges.count);
    if (points > POINTS_MAX)
        fprintf(out, "<p>%d of %zu evaluations are drawn; --csv and --json have all.</p>\n",
                POINTS_MAX, points);
}

static void write_curves(FILE *out, const struct train_plan *plan, struct shown runs,
                         struct row rows[]) {
    char band[160];
    bool any = false;
    snprintf(band, sizeof band,
             runs.count > 1
                 ? "mean over %d seeds; the band is the 95 %% interval of that mean by the spread "
                   "between the seeds (Student's t)"
                 : "one seed, so nothing is told of others; the band is the 95 %% interval of each "
                   "evaluation",
             runs.count);
    struct chart c = {.title = "Share of games won, by games learned from",
                      .x_title = "games",
                      .y_title = band,
                      .percent = 1};
    for (int j = 0; j < plan->judges.count && j < CHART_SERIES_MAX; j++) {
        const char *name = plan->judges.bot[j].spec.text;
        fill_row(&rows[j], name, runs);
        any = any || rows[j].points > 0;
        c.series[c.series_count++] = (struct chart_series){name,      rows[j].points, rows[j].x,
                                                           rows[j].y, rows[j].low,    rows[j].high};
    }
    if (any) chart_write(out, &c);
}

/* ---- how it plays ---- */

/* Plays games and counts; stops at Control-C. */
static void watch(struct train_run *run, uint32_t taken[STAGES_MAX][TH_LEGAL_MAX]) {
    const struct th_game *game = run->plan->game;
    const struct environment world = versus_environment(&run->versus);
    const struct network *network = train_run_kept(run);
    float seen[TH_OBSERVATION_MAX];
    bool legal[TH_LEGAL_MAX];
    for (uint64_t i = 0; i < WATCHED_GAMES && !atomic_load(run->plan->stop); i++) {
        struct environment_step step = {.done = false};
        if (!world.reset(&run->versus, th_mix2(WATCHING_SEED, i))) continue;
        while (!step.done) {
            world.observe(&run->versus, seen);
            world.legal(&run->versus, legal);
            const int action = dqn_greedy(network, seen, legal);
            const int stage = game->stage(run->versus.view);
            if (stage >= 0 && stage < STAGES_MAX) taken[stage][action]++;
            step = world.step(&run->versus, action);
        }
    }
}

/* A state in which a seat decides, where actions have their names; NULL: there is none. It is good
 * until the training plays again. */
static const struct th_state *some_decision(struct train_run *run) {
    const struct environment world = versus_environment(&run->versus);
    for (uint64_t i = 0; i < WATCHED_GAMES; i++)
        if (world.reset(&run->versus, th_mix2(WATCHING_SEED, i))) return run->versus.state;
    return NULL;
}

/* The share of each action by stage, where there were enough decisions to tell. */
static void write_actions(FILE *out, const struct train_plan *plan, struct shown runs,
                          struct row rows[]) {
    static uint32_t taken[STAGES_MAX][TH_LEGAL_MAX];
    const struct th_game *game = plan->game;
    for (int i = 0; i < runs.count; i++) watch(runs.run[i], taken);
    const struct th_state *decision = some_decision(runs.run[0]);
    if (decision == NULL || atomic_load(plan->stop)) return;
    char names[CHART_SERIES_MAX][64];
    struct chart c = {.title = "What the networks do",
                      .x_title = game->stage_name,
                      .y_title = "share of decisions, where there were enough to tell",
                      .y_low = 0,
                      .y_high = 1,
                      .percent = 1};
    for (int a = 0; a < game->action_count && a < CHART_SERIES_MAX; a++) {
        struct row *row = &rows[a];
        row->points = 0;
        for (int stage = 0; stage < STAGES_MAX; stage++) {
            double all = 0;
            for (int b = 0; b < game->action_count; b++) all += taken[stage][b];
            if (all < SELDOM) continue;
            row->x[row->points] = stage;
            row->y[row->points++] = taken[stage][a] / all;
        }
        c.series[c.series_count++] = (struct chart_series){
            game->action_text(decision, (th_action)a, names[a], sizeof names[a]),
            row->points,
            row->x,
            row->y,
            NULL,
            NULL};
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

static void write_repeats(FILE *out, const struct train_plan *plan, struct shown runs) {
    char sentence[TRAIN_REPEATS_BYTES];
    for (int i = 0; i < plan->judges.count; i++) {
        if (!train_repeats(plan, runs.all, runs.all_count, i, sentence)) continue;
        fprintf(out, "<p>");
        html_text(out, sentence);
        fprintf(out, "</p>\n");
    }
}

static void write_summary(FILE *out, const struct train_plan *plan, const json_t *all, int count) {
    static const char *const columns[] = {"against", "mean", "deviation", "lowest", "highest"};
    const char *judge;
    json_t *row;
    if (json_object_size(json_object_get(all, "summary")) == 0) return;
    page_heading(out, "What was learned");
    page_paragraph(
        out, "The network that was kept, on %llu other games against each, both seats; %d %s.",
        (unsigned long long)plan->final_games, count, count > 1 ? "seeds" : "seed");
    page_table_begin(out, columns, 5);
    json_object_foreach(json_object_get(all, "summary"), judge, row) {
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

/* Those of the trainings that began; false: there is no memory. */
static bool find_shown(struct shown *shown, struct train_run runs[], int count) {
    *shown = (struct shown){
        .run = calloc((size_t)count, sizeof(struct train_run *)), .all = runs, .all_count = count};
    for (int i = 0; shown->run != NULL && i < count; i++)
        if (train_run_begun(&runs[i])) shown->run[shown->count++] = &runs[i];
    return shown->run != NULL;
}

static void write_page(FILE *out, const struct train_plan *plan, const json_t *all,
                       struct shown runs, struct row rows[]) {
    char title[2 * TH_SPEC_BYTES + 64];
    snprintf(title, sizeof title, "Learning %s against %s", plan->game_spec.text,
             plan->opponent_text);
    page_begin(out, title);
    write_summary(out, plan, all, runs.count);
    write_repeats(out, plan, runs);
    page_charts_begin(out);
    if (runs.count > 0) write_curves(out, plan, runs, rows);
    if (runs.count > 0 && plan->game->stage != NULL) write_actions(out, plan, runs, rows);
    page_charts_end(out);
    if (runs.count > 0) write_left_out(out, plan, runs);
    write_settings(out, all);
    page_end(out);
}

bool train_write_page(const char *path, const struct train_plan *plan, struct train_run runs[],
                      int count, struct th_error *e) {
    char *text = NULL;
    size_t size = 0;
    struct shown shown;
    struct row *rows = calloc(CHART_SERIES_MAX, sizeof *rows);
    FILE *out = open_memstream(&text, &size);
    json_t *all = train_json(plan, runs, count);
    bool done = find_shown(&shown, runs, count) && rows != NULL && out != NULL;
    if (done) write_page(out, plan, all, shown, rows);
    if (out != NULL) done = fclose(out) == 0 && done;
    done = done ? file_replace(path, text, size, e)
                : th_fail(e, "there is no memory to write %s", path);
    json_decref(all);
    free(shown.run);
    free(rows);
    free(text);
    return done;
}
