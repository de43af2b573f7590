/* What threads of mcts gain on one tree.
 *
 *   build/bench/tree_threads speed GAME BOT THREADS POSITIONS [ROUNDS]
 *   build/bench/tree_threads games GAME BOT THREADS GAMES OPENINGS
 *
 * BOT is mcts with iterations= (per move and thread) and without threads=.
 *
 * `speed` searches positions of random play in three ways, in turn: with one thread and THREADS
 * times the iterations; with THREADS threads on one tree; and with THREADS separate trees at the
 * same time, which share nothing, so that they show what the machine can give. GAME needs playouts
 * of its own (Y). Iterations per second are those of a machine without other work, however busy
 * this one is: only pieces of PIECE playouts count during which neither this thread nor any other
 * of the search was interrupted. `sleeps` says how often a thread gave its processor up by itself,
 * per 1,000 iterations, and `cpu` is the CPU time of an iteration, in all of the search. Figures
 * are ratios to one thread. Each is the median of ROUNDS (5) rounds, with the lowest and the
 * highest; `pieces` are those of the round that has fewest.
 *
 * `games` plays GAMES of THREADS threads against one thread, from the positions of the file
 * OPENINGS (build/bench/y_network openings), two games each with the seats exchanged: against one
 * with THREADS times the iterations, which is as many in all, and against one with the same
 * iterations. With a time= in BOT, once, at equal time. The iterations are fixed, so it does not
 * matter how busy the machine is. One JSON object a line. */
#include "core/clock.h"
#include "core/facets.h"
#include "core/openings.h"
#include "making.h"
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { PLIES_MIN = 2, PLIES_MAX = 16, THREADS_MAX = 16, SPEC_MAX = 300 };

static void fail(const char *reason) {
    fprintf(stderr, "tree_threads: %s\n", reason);
    exit(1);
}

/* BOT with these options in place of its own iterations. */
static void make_spec(char out[SPEC_MAX], const char *bot, int threads, int64_t iterations) {
    char rest[SPEC_MAX] = "";
    const char *from = strchr(bot, ':');
    while (from != NULL && *++from != '\0') {
        const size_t n = strcspn(from, ",");
        if (strncmp(from, "iterations=", 11) != 0 && strlen(rest) + n + 2 < sizeof rest) {
            strcat(rest, ",");
            strncat(rest, from, n);
        }
        from = strchr(from, ',');
    }
    int n =
        snprintf(out, SPEC_MAX, "%.*s:threads=%d%s", (int)strcspn(bot, ":"), bot, threads, rest);
    if (iterations > 0 && n > 0 && n < SPEC_MAX)
        n += snprintf(out + n, (size_t)(SPEC_MAX - n), ",iterations=%" PRId64, iterations);
    if (n <= 0 || n >= SPEC_MAX) fail("the spec of the bot is too long");
}

static int64_t iterations_of(const char *bot) {
    const char *at = strstr(bot, "iterations=");
    return at != NULL ? strtoll(at + 11, NULL, 10) : 0;
}

/* ---- what was not interrupted ---- */

enum { PIECE = 32, PIECES_MAX = 1 << 14 };
#define WHOLE 0.97 /* share of the time of a piece in which the thread had a processor */

struct piece {
    double from, to;
    bool whole;
};

/* The pieces of one search, by thread. */
static struct {
    _Atomic int search, threads;
    struct piece piece[THREADS_MAX][PIECES_MAX];
    int n[THREADS_MAX];
} watch;

static void begin_watch(void) {
    memset(watch.n, 0, sizeof watch.n);
    watch.threads = 0;
    watch.search++;
}

/* Called by every thread before each of its playouts. */
static void count_playout(void) {
    static _Thread_local int search, thread, playouts;
    static _Thread_local double from, cpu;
    if (search != watch.search) {
        search = watch.search;
        thread = watch.threads++;
        playouts = -1;
    }
    if (++playouts % PIECE != 0) return;
    const double to = clock_seconds(), cpu_to = clock_cpu_seconds();
    if (playouts > 0 && thread < THREADS_MAX && watch.n[thread] < PIECES_MAX)
        watch.piece[thread][watch.n[thread]++] =
            (struct piece){from, to, cpu_to - cpu >= WHOLE * (to - from)};
    from = to;
    cpu = cpu_to;
}

/* Whether this thread was not interrupted in that time, of which *place is a lower bound. */
static bool went_on(int thread, const struct piece *during, int *place) {
    const struct piece *piece = watch.piece[thread];
    const int n = watch.n[thread];
    while (*place < n && piece[*place].to <= during->from) ++*place;
    if (*place == n || piece[*place].from > during->from) return false;
    for (int i = *place; i < n && piece[i].whole; i++)
        if (piece[i].to >= during->to) return true;
    return false;
}

/* Adds up the pieces in which no thread was interrupted. */
static void count_pieces(double *pieces, double *seconds) {
    for (int t = 0; t < watch.threads; t++) {
        int place[THREADS_MAX] = {0};
        for (int i = 0; i < watch.n[t]; i++) {
            const struct piece *piece = &watch.piece[t][i];
            bool counts = piece->whole;
            for (int other = 0; other < watch.threads && counts; other++)
                counts = other == t || went_on(other, piece, &place[other]);
            if (!counts) continue;
            *pieces += 1;
            *seconds += piece->to - piece->from;
        }
    }
}

/* ---- speed ---- */

struct cost {
    double visits, cpu, sleeps;
    double pieces, seconds; /* not interrupted */
};

static const struct th_game *plain;

static void counted_playouts(const struct th_state *s, int count, struct th_rng *rng,
                             const th_flag *stop, struct th_playouts *out) {
    count_playout();
    plain->search->playouts(s, count, rng, stop, out);
}

/* A search of one position on a thread of its own. */
struct search {
    const struct bot *bot;
    const struct th_game *game;
    const struct th_state *state;
    uint64_t seed;
    double visits;
    pthread_t thread;
};

static void *run(void *argument) {
    struct search *s = argument;
    static _Thread_local struct th_thoughts thoughts;
    th_action legal[TH_LEGAL_MAX];
    struct th_rng rng = th_rng_seeded(s->seed);
    const int n = s->game->legal(s->state, legal), seat = s->game->mover(s->state);
    const struct th_ask ask = {s->game, s->state, seat, legal, n, &rng, &thoughts, NULL};
    memset(&thoughts, 0, sizeof thoughts);
    s->bot->kind->begin(s->bot->self, s->state, seat);
    s->bot->kind->choose(s->bot->self, &ask);
    for (int i = 0; i < n; i++) s->visits += thoughts.of[i].own;
    return NULL;
}

static void add_use(struct cost *sum, double sign) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    sum->cpu += sign * ((double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                        (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6);
    sum->sleeps += sign * (double)use.ru_nvcsw;
}

/* All bots search the position at the same time. */
static void measure(const struct bot bot[], int bots, const struct th_game *game,
                    const struct th_state *state, uint64_t seed, struct cost *sum) {
    struct search search[THREADS_MAX];
    begin_watch();
    add_use(sum, -1);
    for (int i = 0; i < bots; i++) {
        search[i] = (struct search){
            .bot = &bot[i], .game = game, .state = state, .seed = seed + (uint64_t)i};
        if (i > 0 && pthread_create(&search[i].thread, NULL, run, &search[i]) != 0)
            fail("the system has no more threads");
    }
    run(&search[0]);
    for (int i = 1; i < bots; i++) pthread_join(search[i].thread, NULL);
    add_use(sum, 1);
    for (int i = 0; i < bots; i++) sum->visits += search[i].visits;
    count_pieces(&sum->pieces, &sum->seconds);
}

/* A position of random play in which there is a choice. */
static struct th_state *position(const struct th_game *game, const struct th_options *o,
                                 struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    struct th_error e;
    for (;;) {
        struct th_state *s = th_state_new(game, o, &e);
        if (s == NULL) fail(e.text);
        uint32_t plies = PLIES_MIN + th_rng_below(rng, PLIES_MAX - PLIES_MIN + 1);
        for (int mover; (mover = game->mover(s)) != TH_OVER; plies -= plies > 0) {
            const int n = mover == TH_CHANCE ? 0 : game->legal(s, legal);
            if (plies == 0 && n > 1) return s;
            game->apply(s, mover == TH_CHANCE ? th_chance_pick(game, s, th_rng_next(rng))
                                              : legal[th_rng_below(rng, (uint32_t)n)]);
        }
        free(s);
    }
}

/* A bot of the plain game, which plays this one. */
static struct bot make_counted(const struct th_game *game, const char *text) {
    struct th_spec spec;
    struct th_error e = {""};
    struct bot bot = {.kind = th_bot_find(plain, text, &spec, &e)};
    if (bot.kind != NULL) bot.self = bot.kind->make(game, &spec.options, &e);
    if (bot.self == NULL) fail(e.text);
    return bot;
}

static void print_figure(const char *way, const char *name, double value[], int n) {
    const double median = measure_median(value, n);
    printf(", \"%s_%s\": [%.2f, %.2f, %.2f]", way, name, median, value[0], value[n - 1]);
}

static void speed(const struct th_game *game, const struct th_options *o, const char *spec,
                  int threads, int positions, int rounds) {
    enum { ONE, SHARED, SEPARATE, WAYS };
    static const char *const names[WAYS] = {"one", "shared", "separate"};
    double faster[WAYS][MEASURE_ROUNDS_MAX], cpu[WAYS][MEASURE_ROUNDS_MAX];
    double sleeps[WAYS][MEASURE_ROUNDS_MAX], rate[MEASURE_ROUNDS_MAX], fewest = INFINITY;
    struct bot one, shared, separate[THREADS_MAX];
    struct th_rng rng = th_rng_seeded(1);
    char text[SPEC_MAX];
    const int64_t iterations = iterations_of(spec);
    make_spec(text, spec, 1, iterations * threads);
    one = make_counted(game, text);
    make_spec(text, spec, threads, iterations);
    shared = make_counted(game, text);
    make_spec(text, spec, 1, iterations);
    for (int i = 0; i < threads; i++) separate[i] = make_counted(game, text);
    const struct bot *const bot[WAYS] = {&one, &shared, separate};
    for (int r = 0; r < rounds; r++) {
        struct cost cost[WAYS] = {{0}};
        for (int i = 0; i < positions; i++) {
            struct th_state *s = position(game, o, &rng);
            const uint64_t seed = th_rng_next(&rng);
            for (int k = 0; k < WAYS; k++) {
                const int way = (k + i) % WAYS;
                measure(bot[way], way == SEPARATE ? threads : 1, game, s, seed, &cost[way]);
            }
            free(s);
        }
        for (int k = 0; k < WAYS; k++) {
            const struct cost *c = &cost[k], *base = &cost[ONE];
            const double per_second = (k == ONE ? 1 : threads) * c->pieces * PIECE / c->seconds;
            if (k == ONE) rate[r] = per_second;
            faster[k][r] = per_second / rate[r];
            cpu[k][r] = c->cpu / c->visits / (base->cpu / base->visits);
            sleeps[k][r] = 1000 * c->sleeps / c->visits;
            fewest = fmin(fewest, c->pieces);
        }
    }
    printf("{\"bot\": \"%s\", \"threads\": %d, \"one_per_second\": %.0f, \"pieces\": %.0f", spec,
           threads, measure_median(rate, rounds), fewest);
    for (int k = SHARED; k < WAYS; k++) {
        print_figure(names[k], "per_second", faster[k], rounds);
        print_figure(names[k], "cpu", cpu[k], rounds);
        print_figure(names[k], "sleeps", sleeps[k], rounds);
    }
    printf("}\n");
    drop_bot(&one);
    drop_bot(&shared);
    for (int i = 0; i < threads; i++) drop_bot(&separate[i]);
}

/* ---- games ---- */

static void play(const char *game, const char *many, const char *one, uint64_t games,
                 const struct openings *openings) {
    const char *const specs[] = {many, one};
    struct th_arena arena = make_arena(game, specs, games);
    arena.opening = openings->state;
    arena.openings = openings->count;
    const struct th_arena_result result = run_arena(&arena);
    const struct th_arena_standing *of = &result.player[0];
    printf("{\"bot\": \"%s\", \"against\": \"%s\", \"games\": %" PRIu64
           ", \"share\": %.3f, \"low\": %.3f, \"high\": %.3f}\n",
           many, one, result.games, of->share.mean, of->low, of->high);
    fflush(stdout);
}

static void play_all(const char *name, const struct th_game *game, const struct th_options *o,
                     const char *bot, int threads, uint64_t games, const char *path) {
    struct openings openings = {0};
    struct th_error e;
    char many[SPEC_MAX], one[SPEC_MAX];
    const int64_t iterations = iterations_of(bot);
    if (!openings_read(&openings, path, game, o, &e)) fail(e.text);
    make_spec(many, bot, threads, iterations);
    for (int times = threads; times >= 1; times -= threads - 1) {
        if (iterations == 0 && times > 1) continue;
        make_spec(one, bot, 1, iterations * times);
        play(name, many, one, games, &openings);
    }
    openings_drop(&openings);
}

int main(int argc, char **argv) {
    struct th_error e = {"usage: tree_threads speed GAME BOT THREADS POSITIONS [ROUNDS]\n"
                         "       tree_threads games GAME BOT THREADS GAMES OPENINGS"};
    struct th_spec spec;
    const bool games = argc == 7 && strcmp(argv[1], "games") == 0;
    const bool valid = games || ((argc == 6 || argc == 7) && strcmp(argv[1], "speed") == 0);
    const struct th_game *game = valid ? th_game_find(argv[2], &spec, &e) : NULL;
    if (game == NULL) return fprintf(stderr, "%s\n", e.text), 2;
    const int threads = atoi(argv[4]), count = atoi(argv[5]);
    const int rounds = argc == 7 && !games ? atoi(argv[6]) : 5;
    if (threads < 2 || threads > THREADS_MAX || count < 1 || rounds < 1 ||
        rounds > MEASURE_ROUNDS_MAX || (!games && iterations_of(argv[3]) < 1))
        return fprintf(stderr, "a number is out of its range\n"), 2;
    if (games) {
        play_all(argv[2], game, &spec.options, argv[3], threads, (uint64_t)count, argv[6]);
        return 0;
    }
    if (search_of(game)->playouts == NULL)
        return fprintf(stderr, "%s has no playouts of its own\n", argv[2]), 2;
    struct th_game counted = *game;
    struct th_search facet = *game->search;
    plain = game;
    facet.playouts = counted_playouts;
    counted.search = &facet;
    speed(&counted, &spec.options, argv[3], threads, count, rounds);
    return 0;
}
