/* Rates are by processor time of this thread, so that a busy machine does not spoil them. */
#include "bench_parchis.h"

#include "core/clock.h"
#include "core/text.h"
#include "measure.h"
#include "search/alphabeta.h"
#include "search/minimax.h"
#include "search/perft.h"
#include "table.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PERFT_DEPTH = 3, PERFT_TIMES = 4, MINIMAX_DEPTH = 3, EVALUATIONS = 100000 };

struct figures {
    const char *rules;
    int depth;
    double nodes_per_second, evaluations_per_second;
    struct alphabeta_result fixed, timed; /* `depth` plies; one second */
    double seconds;                       /* for `depth` plies */
    double fewer; /* nodes of minimax for one of alpha-beta, MINIMAX_DEPTH */
};

static bool perft_rate(const struct th_game *game, const struct th_state *s, double *out,
                       struct th_error *e) {
    uint64_t nodes;
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < PERFT_TIMES; i++)
        if (!perft(game, s, PERFT_DEPTH, &nodes, e)) return false;
    *out = PERFT_TIMES * (double)nodes / (clock_cpu_seconds() - begun);
    return true;
}

static double evaluation_rate(const struct th_game *game, const struct th_state *s) {
    int weight[TH_WEIGHTS_MAX];
    unsigned sum = 0;
    for (int i = 0; game->weights[i].name != NULL; i++) weight[i] = game->weights[i].value;
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < EVALUATIONS; i++) sum += (unsigned)game->evaluate(s, i & 1, weight);
    const double seconds = clock_cpu_seconds() - begun;
    return sum == 1 ? 0 : EVALUATIONS / seconds; /* asked for, so that it is computed */
}

static bool search_figures(const struct th_game *game, const struct th_state *s, struct figures *f,
                           struct th_error *e) {
    const struct alphabeta_settings settings = {.table_bytes = (size_t)64 << 20};
    struct alphabeta *engine = alphabeta_new(game, &settings, e);
    struct minimax *judge = minimax_new(game, NULL, e);
    const bool ok = engine != NULL && judge != NULL;
    if (ok) {
        const struct alphabeta_limits small = {.depth = MINIMAX_DEPTH}, deep = {.depth = f->depth};
        const struct alphabeta_limits second = {.depth = SEARCH_DEPTH_MAX, .seconds = 1.0};
        alphabeta_search(engine, s, &small, &f->fixed);
        f->fewer =
            (double)minimax_search(judge, s, MINIMAX_DEPTH, NULL).nodes / (double)f->fixed.nodes;
        alphabeta_forget(engine);
        const double begun = clock_cpu_seconds();
        alphabeta_search(engine, s, &deep, &f->fixed);
        f->seconds = clock_cpu_seconds() - begun;
        alphabeta_forget(engine);
        alphabeta_search(engine, s, &second, &f->timed);
    }
    if (engine != NULL) alphabeta_drop(engine);
    if (judge != NULL) minimax_drop(judge);
    return ok;
}

static bool measure_rules(const char *spec_text, int rounds, struct figures *f,
                          struct th_error *e) {
    struct th_spec spec;
    double perfts[MEASURE_ROUNDS_MAX], evaluations[MEASURE_ROUNDS_MAX];
    const struct th_game *game = th_game_find(spec_text, &spec, e);
    struct th_state *s = game != NULL ? th_state_new(game, &spec.options, e) : NULL;
    bool ok = s != NULL;
    for (int i = 0; ok && i < rounds; i++) {
        ok = perft_rate(game, s, &perfts[i], e);
        if (ok) evaluations[i] = evaluation_rate(game, s);
    }
    ok = ok && search_figures(game, s, f, e);
    if (ok) {
        f->nodes_per_second = measure_median(perfts, rounds);
        f->evaluations_per_second = measure_median(evaluations, rounds);
    }
    free(s);
    return ok;
}

/* The number b with b^depth nodes. */
static double branching(const struct alphabeta_result *r) {
    return pow((double)r->nodes, 1.0 / r->depth);
}

static json_t *figures_json(const struct figures *f) {
    return json_pack("{s:s, s:f, s:f, s:i, s:f, s:I, s:f, s:f, s:i}", "rules", f->rules,
                     "perft_nodes_per_second", f->nodes_per_second, "evaluations_per_second",
                     f->evaluations_per_second, "depth", f->depth, "depth_seconds", f->seconds,
                     "depth_nodes", (json_int_t)f->fixed.nodes, "branching", branching(&f->fixed),
                     "minimax_nodes_ratio", f->fewer, "depth_in_a_second", f->timed.depth);
}

static void add_row(struct table *t, const struct figures *f) {
    char a[27], b[27], c[27];
    table_add(t, "%s", f->rules);
    table_add(t, "%s", text_thousands((int64_t)f->nodes_per_second, a));
    table_add(t, "%s", text_thousands((int64_t)f->evaluations_per_second, b));
    table_add(t, "%.2f s", f->seconds);
    table_add(t, "%s", text_thousands((int64_t)f->fixed.nodes, c));
    table_add(t, "%.1f", branching(&f->fixed));
    table_add(t, "%.0f", f->fewer);
    table_add(t, "%d", f->timed.depth);
}

json_t *bench_parchis(int rounds, int depth, bool json, struct th_error *e) {
    static const char *const specs[2] = {"parchis:rules=text", "parchis:rules=course"};
    char deep[16];
    const char *const head[] = {
        "parchis, rules", "perft nodes/s", "evaluations/s",           deep,
        "nodes",          "branching",     "minimax/alpha-beta at 3", "depth in 1 s"};
    json_t *list = json_array();
    struct table t = table_start("lrrrrrrr");
    snprintf(deep, sizeof deep, "depth %d", depth);
    for (int i = 0; i < 8; i++) table_add(&t, "%s", head[i]);
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        struct figures f = {.rules = i == 0 ? "text" : "course", .depth = depth};
        ok = measure_rules(specs[i], rounds, &f, e);
        if (!ok) break;
        add_row(&t, &f);
        json_array_append_new(list, figures_json(&f));
    }
    table_end(&t, 2, json || !ok ? NULL : stdout);
    if (ok) return list;
    json_decref(list);
    return NULL;
}
