/* Speed and identity of this build (bench); counting sequences of actions, depth by depth (perft).
 */
#include "command.h"
#include "contest/contest.h"
#include "core/clock.h"
#include "core/facets.h"
#include "core/text.h"
#include "core/tools.h"
#include "search/alphabeta.h"
#include "search/minimax.h"
#include "tahur/arena.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- perft ---- */

static const struct th_option perft_flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

struct counts {
    int depth;
    uint64_t sequences[PERFT_DEPTH_MAX + 1];
    double seconds, per_second; /* of the last depth, by processor time */
};

/* Counts, and shows each depth as soon as it is known. */
static bool count_sequences(const struct th_game *game, const struct th_state *s, struct counts *c,
                            bool show, struct th_error *e) {
    char number[27];
    if (show) printf("depth  %18s\n", "sequences");
    for (int d = 1; d <= c->depth; d++) {
        const double begun = clock_cpu_seconds();
        if (!perft(game, s, d, &c->sequences[d], e)) return false;
        c->seconds = clock_cpu_seconds() - begun;
        if (show) printf("%5d  %18s\n", d, text_thousands((int64_t)c->sequences[d], number));
        if (show) fflush(stdout);
    }
    c->per_second = c->seconds > 0 ? (double)c->sequences[c->depth] / c->seconds : 0;
    return true;
}

static void print_speed(const struct counts *c) {
    char number[27];
    printf("depth %d in %.2f s of processor time, %s a second\n", c->depth, c->seconds,
           text_thousands((int64_t)c->per_second, number));
}

static void print_counts_json(const char *game, const struct counts *c) {
    json_t *list = json_array();
    for (int d = 1; d <= c->depth; d++)
        json_array_append_new(list, json_integer((json_int_t)c->sequences[d]));
    print_json(json_pack("{s:s, s:o, s:f, s:f}", "game", game, "perft", list, "seconds", c->seconds,
                         "per_second", c->per_second));
}

static int run_perft(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    int64_t depth;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    if (!text_count(a->positional[1], &depth) || depth < 1 || depth > PERFT_DEPTH_MAX) {
        char wrong[TEXT_CLIP_BYTES];
        th_fail(e, "the depth is a whole number from 1 to %d, not '%s'", PERFT_DEPTH_MAX,
                text_clip(a->positional[1], wrong));
        return STATUS_USAGE;
    }
    struct th_state *s = th_state_new(game, &spec.options, e);
    struct counts counts = {.depth = (int)depth};
    const bool read = s != NULL && (a->count < 3 || game->parse_position(s, a->positional[2], e));
    const bool json = th_options_number(&a->flags, "json") != 0;
    const bool ok = read && count_sequences(game, s, &counts, !json, e);
    if (ok && json)
        print_counts_json(spec.text, &counts);
    else if (ok)
        print_speed(&counts);
    free(s);
    return ok ? STATUS_OK : read ? STATUS_FAILED : STATUS_USAGE;
}

const struct command perft_command = {
    .name = "perft",
    .positional = "GAME DEPTH [POSITION]",
    .summary = "counts the sequences of so many actions, from the start or a position",
    .details =
        "The classical check of a move generator and of its speed: every action is made, the\n"
        "last of a sequence too. What chance does counts as an action.",
    .flags = perft_flags,
    .min = 2,
    .max = 3,
    .examples = "  tahur perft parchis 4\n"
                "  tahur perft parchis:rules=course 5\n"
                "  tahur perft y:size=5 3 --json",
    .run = run_perft,
};

/* ---- bench: rates are measured in turns, one thread and several, so that a busy machine disturbs
 * both alike; the ratio is the figure to trust ---- */

static const struct th_option bench_flags[] = {
    {"threads", TH_INTEGER, 2, 1024, "2", NULL, "threads to compare with one"},
    {"rounds", TH_INTEGER, 1, 101, "5", NULL, "how often each rate is measured"},
    {"games", TH_INTEGER, 1, 1000000000, NULL, NULL,
     "games in each measurement; if not given, as many as take some tenths of a second"},
    {"depth", TH_INTEGER, 1, 12, "6", NULL, "plies that alpha-beta looks ahead in Parchís"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

/* What is measured for each game: four of this bot, so many games a round. */
static const struct workload {
    const char *game, *bot;
    uint64_t games;
} workloads[] = {{"cantstop", "max-rolls:n=4", 60000}};

struct rates {
    double one[MEASURE_ROUNDS_MAX], many[MEASURE_ROUNDS_MAX], ratio[MEASURE_ROUNDS_MAX];
};

static bool rate(struct th_arena *arena, int threads, double *out, struct th_error *e) {
    struct th_arena_result result;
    arena->threads = threads;
    if (!th_arena_run(arena, &result, e)) return false;
    *out = (double)result.games / result.seconds;
    return true;
}

static bool measure(const struct workload *w, uint64_t games, int threads, int rounds,
                    struct rates *r, struct th_error *e) {
    struct th_arena arena = {.games = games, .seed = th_seed_of(1), .max_turns = 4000};
    struct th_spec spec;
    arena.game = th_game_find(w->game, &spec, e);
    arena.game_options = spec.options;
    arena.players = arena.game->max_seats;
    const struct th_bot_kind *kind = th_bot_find(arena.game, w->bot, &spec, e);
    if (kind == NULL) return false;
    for (int i = 0; i < arena.players; i++)
        arena.player[i] = (struct th_arena_player){kind, spec.options};
    double warm_up;
    if (!rate(&arena, threads, &warm_up, e)) return false;
    for (int i = 0; i < rounds; i++) {
        if (!rate(&arena, 1, &r->one[i], e) || !rate(&arena, threads, &r->many[i], e)) return false;
        r->ratio[i] = r->many[i] / r->one[i];
    }
    measure_median(r->one, rounds);
    measure_median(r->many, rounds);
    measure_median(r->ratio, rounds);
    return true;
}

static void add_rate(struct table *t, const char *what, const double sorted[], int rounds) {
    char low[27], middle[27], high[27];
    table_add(t, "%s", what);
    table_add(t, "%s", text_thousands((int64_t)sorted[rounds / 2], middle));
    table_add(t, "%s – %s", text_thousands((int64_t)sorted[0], low),
              text_thousands((int64_t)sorted[rounds - 1], high));
}

static void print(const struct workload *w, const struct th_game *game, const struct rates *r,
                  int threads, int rounds, uint64_t signature) {
    char many[32];
    printf("%s, %s in every seat, rounds: %d\n", w->game, w->bot, rounds);
    struct table t = table_start("lrl");
    table_add(&t, "games/s");
    table_add(&t, "median");
    table_add(&t, "range");
    add_rate(&t, "1 thread", r->one, rounds);
    snprintf(many, sizeof many, "%d threads", threads);
    add_rate(&t, many, r->many, rounds);
    table_add(&t, "ratio");
    table_add(&t, "%.2f", r->ratio[rounds / 2]);
    table_add(&t, "%.2f – %.2f", r->ratio[0], r->ratio[rounds - 1]);
    table_end(&t, 2, stdout);
    printf("  a state has %zu bytes; signature of %s %016" PRIx64 "\n\n", game->state_size, w->game,
           signature);
}

static json_t *to_json(const struct workload *w, const struct th_game *game, const struct rates *r,
                       int threads, int rounds, uint64_t signature) {
    char hex[17];
    snprintf(hex, sizeof hex, "%016" PRIx64, signature);
    return json_pack("{s:s, s:s, s:f, s:i, s:f, s:f, s:I, s:s}", "game", w->game, "bot", w->bot,
                     "games_per_second", r->one[rounds / 2], "threads", threads,
                     "games_per_second_threads", r->many[rounds / 2], "ratio", r->ratio[rounds / 2],
                     "state_bytes", (json_int_t)game->state_size, "signature", hex);
}

/* Playouts of Y, by size. */
static json_t *bench_y(int rounds, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find("y", &spec, e);
    return game != NULL ? game->tools->bench(rounds) : NULL;
}

static void print_y(const json_t *list) {
    static const char *const figures[] = {"plain", "fills", "ratio", "fills_by_cell"};
    const char *const head[] = {"y, size", "plain playouts/s", "fills/s", "ratio",
                                "fills by cell/s"};
    struct table t = table_start("rrrrr");
    for (int i = 0; i < 5; i++) table_add(&t, "%s", head[i]);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *row = json_array_get(list, i);
        char number[27];
        table_add(&t, "%d", (int)json_integer_value(json_object_get(row, "size")));
        for (int k = 0; k < 4; k++)
            table_add(&t, "%s",
                      text_thousands((int64_t)(json_number_value(json_object_get(row, figures[k])) +
                                               (k == 2 ? 0.5 : 0)),
                                     number));
    }
    table_end(&t, 2, stdout);
    printf("\n");
}

/* ---- search in Parchís ---- */

/* Rates are by processor time of this thread, so that a busy machine does not spoil them. */

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

/* Of the evaluation that alpha-beta uses. */
static double evaluation_rate(const struct th_game *game, const struct th_state *s) {
    unsigned sum = 0;
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < EVALUATIONS; i++) sum += (unsigned)game->search->network(s, i & 1);
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
        alphabeta_clear(engine);
        const double begun = clock_cpu_seconds();
        alphabeta_search(engine, s, &deep, &f->fixed);
        f->seconds = clock_cpu_seconds() - begun;
        alphabeta_clear(engine);
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

static json_t *bench_parchis(int rounds, int depth, bool json, struct th_error *e) {
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

/* ---- the command ---- */

static int run_bench(const struct arguments *a, struct th_error *e) {
    const int threads = (int)th_options_number(&a->flags, "threads");
    const int rounds = (int)th_options_number(&a->flags, "rounds");
    const bool json = th_options_number(&a->flags, "json") != 0;
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        const struct workload *w = &workloads[i];
        struct th_spec spec;
        struct rates r;
        uint64_t signature;
        const struct th_game *game = th_game_find(w->game, &spec, e);
        const uint64_t games = th_options_given(&a->flags, "games")
                                   ? (uint64_t)th_options_number(&a->flags, "games")
                                   : w->games;
        if (!measure(w, games, threads, rounds, &r, e) || !signature_of_game(game, &signature, e))
            return STATUS_FAILED;
        if (json)
            json_array_append_new(list, to_json(w, game, &r, threads, rounds, signature));
        else
            print(w, game, &r, threads, rounds, signature);
    }
    json_t *y = bench_y(rounds, e);
    if (y == NULL) return STATUS_FAILED;
    if (!json) print_y(y);
    json_t *parchis = bench_parchis(rounds, (int)th_options_number(&a->flags, "depth"), json, e);
    if (parchis == NULL) return STATUS_FAILED;
    uint64_t signature;
    char hex[17];
    if (!signature_of_all(&signature, e)) return STATUS_FAILED;
    snprintf(hex, sizeof hex, "%016" PRIx64, signature);
    if (json) {
        print_json(json_pack("{s:o, s:o, s:o, s:s}", "games", list, "y", y, "parchis", parchis,
                             "signature", hex));
    } else {
        printf("\nsignature of the program %s\n", hex);
        json_decref(list);
        json_decref(y);
        json_decref(parchis);
    }
    return STATUS_OK;
}

const struct command bench_command = {
    .name = "bench",
    .positional = "",
    .summary = "speed of this build, and its signature",
    .details =
        "The signature is a digest over a fixed small run of every game with every bot. A change\n"
        "that is not meant to alter play must not alter it; it is the same on every machine.",
    .flags = bench_flags,
    .run = run_bench,
};
