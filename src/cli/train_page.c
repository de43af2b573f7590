#include "train_page.h"

#include "core/file.h"
#include "report/chart.h"
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

static double share_at(const struct train_run *run, size_t point, const char *judge,
                       const json_t **interval) {
    const json_t *against = json_object_get(json_array_get(run->points, point), "against");
    const json_t *one = json_object_get(against, judge);
    *interval = json_object_get(one, "ci95");
    return json_number_value(json_object_get(one, "win_share"));
}

/* The share of wins against one judge by games: the mean over the seeds with 1.96 standard errors
 * between them; of one seed, the interval of its evaluation. */
static void fill_row(struct row *row, const char *judge, const struct train_run runs[], int count) {
    size_t points = json_array_size(runs[0].points);
    for (int i = 1; i < count; i++)
        if (json_array_size(runs[i].points) < points) points = json_array_size(runs[i].points);
    row->points = points < POINTS_MAX ? (int)points : POINTS_MAX;
    for (int k = 0; k < row->points; k++) {
        const json_t *interval = NULL, *point = json_array_get(runs[0].points, (size_t)k);
        double sum = 0, squares = 0;
        for (int i = 0; i < count; i++) {
            const double share = share_at(&runs[i], (size_t)k, judge, &interval);
            sum += share, squares += share * share;
        }
        const double mean = sum / count;
        const double variance = count > 1 ? fmax(0, squares - sum * mean) / (count - 1) : 0;
        row->x[k] = json_number_value(json_object_get(point, "games"));
        row->y[k] = mean;
        row->low[k] = count > 1 ? fmax(0, mean - 1.96 * sqrt(variance / count))
                                : json_number_value(json_array_get(interval, 0));
        row->high[k] = count > 1 ? fmin(1, mean + 1.96 * sqrt(variance / count))
                                 : json_number_value(json_array_get(interval, 1));
    }
}

static void write_curves(FILE *out, const struct train_plan *plan, const struct train_run runs[],
                         int count, struct row rows[]) {
    struct chart c = {.title = "Share of games won, by games learned from",
                      .x_title = "games",
                      .y_title = count > 1 ? "mean over the seeds, with its 95 % band"
                                           : "with the 95 % interval of each evaluation",
                      .percent = 1};
    for (int j = 0; j < plan->judges.count && j < CHART_SERIES_MAX; j++) {
        const char *name = plan->judges.bot[j].spec.text;
        fill_row(&rows[j], name, runs, count);
        c.series[c.series_count++] = (struct chart_series){name,      rows[j].points, rows[j].x,
                                                           rows[j].y, rows[j].low,    rows[j].high};
    }
    if (rows[0].points > 0) chart_write(out, &c);
}

/* ---- how it plays ---- */

static void watch(struct train_run *run, uint32_t taken[STAGES_MAX][TH_LEGAL_MAX]) {
    const struct th_game *game = run->plan->game;
    const struct environment world = versus_environment(game);
    const struct network *network = dqn_best(run->dqn);
    float seen[TH_OBSERVATION_MAX];
    bool legal[TH_LEGAL_MAX];
    for (uint64_t i = 0; i < WATCHED_GAMES; i++) {
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

/* The share of each action by stage, where there were enough decisions to tell. */
static void write_actions(FILE *out, const struct train_plan *plan, struct train_run runs[],
                          int count, struct row rows[]) {
    static uint32_t taken[STAGES_MAX][TH_LEGAL_MAX];
    const struct th_game *game = plan->game;
    char names[CHART_SERIES_MAX][64];
    struct chart c = {.title = "What the networks do",
                      .x_title = game->stage_name,
                      .y_title = "share of decisions, where there were enough to tell",
                      .y_low = 0,
                      .y_high = 1,
                      .percent = 1};
    for (int i = 0; i < count; i++) watch(&runs[i], taken);
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
            game->action_text(runs[0].versus.start, (th_action)a, names[a], sizeof names[a]),
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

static void write_summary(FILE *out, const struct train_plan *plan, const json_t *all, int count) {
    const char *judge;
    json_t *row;
    if (json_object_size(json_object_get(all, "summary")) == 0) return;
    fprintf(out,
            "<h2>What was learned</h2>\n<p>The network that was kept, on %llu other games "
            "against each, both seats; %d %s.</p>\n<table><tr><th>against</th><th>mean</th>"
            "<th>deviation</th><th>lowest</th><th>highest</th></tr>\n",
            (unsigned long long)plan->final_games, count, count > 1 ? "seeds" : "seed");
    json_object_foreach(json_object_get(all, "summary"), judge, row) {
        static const char *const columns[] = {"mean", "deviation", "lowest", "highest"};
        fprintf(out, "<tr><th>");
        html_text(out, judge);
        fprintf(out, "</th>");
        for (int i = 0; i < 4; i++) {
            const json_t *value = json_object_get(row, columns[i]);
            if (json_is_number(value))
                fprintf(out, "<td>%.2f %%</td>", 100 * json_number_value(value));
            else
                fprintf(out, "<td>–</td>");
        }
        fprintf(out, "</tr>\n");
    }
    fprintf(out, "</table>\n");
}

bool train_write_page(const char *path, const struct train_plan *plan, struct train_run runs[],
                      int count, struct th_error *e) {
    char *text = NULL, title[2 * TH_SPEC_BYTES + 64];
    size_t size = 0;
    struct row *rows = calloc(CHART_SERIES_MAX, sizeof *rows);
    FILE *out = open_memstream(&text, &size);
    json_t *all = train_json(plan, runs, count);
    bool done = rows != NULL && out != NULL;
    if (done) {
        snprintf(title, sizeof title, "Learning %s against %s", plan->game_spec.text,
                 plan->opponent_text);
        page_begin(out, title);
        write_summary(out, plan, all, count);
        write_curves(out, plan, runs, count, rows);
        if (plan->game->stage != NULL) write_actions(out, plan, runs, count, rows);
        write_settings(out, all);
        page_end(out);
    }
    if (out != NULL) done = fclose(out) == 0 && done;
    done = done ? file_replace(path, text, size, e)
                : th_fail(e, "there is no memory to write %s", path);
    json_decref(all);
    free(rows);
    free(text);
    return done;
}
