/* Speed and identity of this build. Rates are measured in turns, one thread and several, so
 * that a busy machine disturbs both alike; the ratio is the figure to trust. */
#include "arena/signature.h"
#include "bench_parchis.h"
#include "bench_y.h"
#include "commands.h"
#include "core/text.h"
#include "describe.h"
#include "measure.h"
#include "table.h"
#include "tahur/arena.h"
#include "tahur/registry.h"
#include <inttypes.h>
#include <stdio.h>

static const struct th_option flags[] = {
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

static int run(const struct arguments *a, struct th_error *e) {
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
    json_t *y = bench_y(rounds, json);
    if (!json) printf("\n");
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
    .flags = flags,
    .run = run,
};
