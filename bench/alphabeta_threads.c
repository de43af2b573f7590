/* What threads of alphabeta gain, on a machine with as many idle cores.
 *
 *   build/bench/alphabeta_threads GAME THREADS POSITIONS MILLISECONDS DEPTH GAMES
 *
 * Searches so many positions of random play with one thread and with THREADS, in turn. One JSON
 * object; each figure is a ratio of THREADS to one thread: nodes per second in MILLISECONDS per
 * position; nodes, CPU time and time to finish DEPTH; and the share of GAMES that THREADS win
 * against one thread with MILLISECONDS per move, with its 95 % interval. The games are pairs that
 * begin with the same 8 random plies, with seats exchanged. On a busy machine only the nodes to
 * DEPTH and nodes per CPU second have a meaning. */
#include "core/clock.h"
#include "core/facets.h"
#include "search/alphabeta.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLE_BYTES = 64 << 20, RANDOM_PLIES = 100, OPENING_PLIES = 8 };

struct cost {
    double nodes, cpu, seconds;
};

static double process_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void search(struct alphabeta *engine, const struct th_state *s,
                   const struct alphabeta_limits *limits, struct cost *sum) {
    struct alphabeta_result r;
    alphabeta_clear(engine);
    const double cpu = process_cpu_seconds(), begun = clock_seconds();
    alphabeta_search(engine, s, limits, &r);
    sum->nodes += (double)r.nodes;
    sum->cpu += process_cpu_seconds() - cpu;
    sum->seconds += clock_seconds() - begun;
}

/* A position of random play in which there is a choice. */
static struct th_state *position(const struct th_game *game, const struct th_options *o,
                                 struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    struct th_error e;
    for (;;) {
        struct th_state *s = th_state_new(game, o, &e);
        uint32_t plies = th_rng_below(rng, RANDOM_PLIES);
        for (; s != NULL && game->mover(s) != TH_OVER; plies -= plies > 0) {
            const int n = game->legal(s, legal);
            if (plies == 0 && n > 1) return s;
            game->apply(s, legal[th_rng_below(rng, (uint32_t)n)]);
        }
        free(s);
    }
}

static void print_positions(const struct th_game *game, const struct th_options *o, int threads,
                            int positions, int milliseconds, int depth) {
    struct th_rng rng = th_rng_seeded(1);
    struct th_error e;
    struct alphabeta *engine[2];
    struct cost timed[2] = {0}, fixed[2] = {0};
    const struct alphabeta_limits time = {.depth = SEARCH_DEPTH_MAX, .seconds = milliseconds / 1e3};
    const struct alphabeta_limits deep = {.depth = depth};
    for (int k = 0; k < 2; k++) {
        const struct alphabeta_settings settings = {.table_bytes = TABLE_BYTES,
                                                    .threads = k == 0 ? 1 : threads};
        engine[k] = alphabeta_new(game, &settings, &e);
        if (engine[k] == NULL) abort();
    }
    for (int i = 0; i < positions; i++) {
        struct th_state *s = position(game, o, &rng);
        for (int k = 0; k < 2; k++) search(engine[k ^ (i & 1)], s, &time, &timed[k ^ (i & 1)]);
        for (int k = 0; k < 2; k++) search(engine[k ^ (i & 1)], s, &deep, &fixed[k ^ (i & 1)]);
        free(s);
    }
    for (int k = 0; k < 2; k++) alphabeta_drop(engine[k]);
    const struct cost *a = timed, *b = fixed;
    printf("{\"nodes_per_second\": [%.0f, %.0f], \"ratio\": %.2f, \"ratio_per_cpu_second\": %.2f, "
           "\"cpu_per_second\": %.2f",
           a[0].nodes / a[0].seconds, a[1].nodes / a[1].seconds,
           a[1].nodes / a[1].seconds / (a[0].nodes / a[0].seconds),
           a[1].nodes / a[1].cpu / (a[0].nodes / a[0].cpu), a[1].cpu / a[1].seconds);
    printf(", \"to_depth\": {\"nodes\": %.2f, \"cpu\": %.2f, \"seconds\": %.2f}",
           b[1].nodes / b[0].nodes, b[1].cpu / b[0].cpu, b[1].seconds / b[0].seconds);
    fflush(stdout);
}

static bool print_games(const char *game, int threads, int milliseconds, uint64_t games,
                        struct th_error *e) {
    char many[64], one[64];
    struct th_arena arena;
    static struct th_arena_result result;
    snprintf(many, sizeof many, "alphabeta:time=%d,threads=%d", milliseconds, threads);
    snprintf(one, sizeof one, "alphabeta:time=%d", milliseconds);
    if (!th_arena_read(&arena, game, (const char *const[]){many, one}, 2, e)) return false;
    arena.games = games;
    arena.random_plies = OPENING_PLIES;
    if (!th_arena_run(&arena, &result, e)) return false;
    const struct th_arena_standing *of = &result.player[0];
    printf(", \"games\": %" PRIu64 ", \"share\": %.3f, \"low\": %.3f, \"high\": %.3f", result.games,
           of->share.mean, of->low, of->high);
    return true;
}

int main(int argc, char **argv) {
    struct th_error e = {
        "usage: alphabeta_threads GAME THREADS POSITIONS MILLISECONDS DEPTH GAMES"};
    struct th_spec spec;
    const struct th_game *game = argc == 7 ? th_game_find(argv[1], &spec, &e) : NULL;
    if (game == NULL) return fprintf(stderr, "%s\n", e.text), 2;
    if (!stack_supports(game)) return fprintf(stderr, "%s has no evaluation\n", argv[1]), 2;
    const int threads = atoi(argv[2]), milliseconds = atoi(argv[4]), depth = atoi(argv[5]);
    if (threads < 1 || milliseconds < 1 || depth < 1 || depth > SEARCH_DEPTH_MAX)
        return fprintf(stderr, "a number is out of its range\n"), 2;
    print_positions(game, &spec.options, threads, atoi(argv[3]), milliseconds, depth);
    const uint64_t games = strtoull(argv[6], NULL, 10);
    if (games > 0 && !print_games(argv[1], threads, milliseconds, games, &e))
        return fprintf(stderr, "%s\n", e.text), 1;
    printf("}\n");
    return 0;
}
