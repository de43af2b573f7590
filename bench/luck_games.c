/* Games that a comparison needs, with luck and without.
 *
 *   build/bench/luck_games GAME BLOCKS ELO0 ELO1 NEW OLD
 *
 * Plays so many blocks of a game of two once, and then runs the test of `tahur compare` a thousand
 * times with each kind of score, on blocks that are drawn from these with replacement. One JSON
 * object: the difference in Elo; the variance of block scores, plain over adjusted; skewness and
 * kurtosis of the adjusted ones, which their statistics depend on; and the quartiles of the games
 * to a decision, with how often it was that NEW is better. */
#include "stats/means.h"
#include "tahur/arena.h"
#include "tahur/rng.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 1001, GAMES_MAX = 10000000 };

/* Scores of the first player, block by block. */
struct collected {
    double *plain, *adjusted;
};

static void collect(void *context, const struct th_arena_game *game) {
    struct collected *c = context;
    const uint64_t block = game->number / 2;
    for (int seat = 0; seat < 2; seat++)
        if (game->player[seat] == 0) {
            c->plain[block] += game->payoff[seat] / 2;
            c->adjusted[block] += (game->payoff[seat] - game->luck[seat]) / 2;
        }
}

static double score_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

static double elo_of(double score) {
    return 400 * log10(score / (1 - score));
}

/* ---- the test, on blocks drawn again ---- */

struct decided {
    double games[RUNS];
    int better;
};

static void decide(const double score[], uint64_t blocks, bool real, double elo0, double elo1,
                   struct decided *out) {
    const struct sprt_bounds b = sprt_bounds(0.05, 0.05);
    const double mean0 = score_of(elo0), mean1 = score_of(elo1);
    struct th_rng rng = th_rng_seeded(1);
    struct th_error e;
    out->better = 0;
    for (int run = 0; run < RUNS; run++) {
        struct moments m = {0};
        struct scores s;
        double llr = 0, games = 0;
        if (!scores_make(&s, 4, &e)) abort();
        while (llr > b.lower && llr < b.upper && games < GAMES_MAX) {
            const double x = score[th_rng_next(&rng) % blocks];
            moments_add(&m, x);
            scores_add(&s, real ? 0 : (int)(4 * x + 0.5));
            llr = real ? means_llr(&m, mean0, mean1) : sprt_llr(&s, mean0, mean1);
            games += 2;
        }
        scores_drop(&s);
        out->games[run] = games;
        out->better += llr >= b.upper;
    }
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_decided(const char *name, struct decided *d) {
    qsort(d->games, RUNS, sizeof *d->games, by_size);
    printf(", \"%s\": {\"games\": [%.0f, %.0f, %.0f], \"better\": %.3f}", name, d->games[RUNS / 4],
           d->games[RUNS / 2], d->games[3 * RUNS / 4], (double)d->better / RUNS);
}

/* ---- */

static struct moments moments_of(const double x[], uint64_t n) {
    struct moments m = {0};
    for (uint64_t i = 0; i < n; i++) moments_add(&m, x[i]);
    return m;
}

static double kurtosis(const double x[], uint64_t n, const struct moments *m) {
    const double v = m->squares / (double)n;
    double sum = 0;
    for (uint64_t i = 0; i < n; i++) sum += pow(x[i] - m->mean, 4);
    return sum / (double)n / (v * v);
}

int main(int argc, char **argv) {
    struct th_error e = {"usage: luck_games GAME BLOCKS ELO0 ELO1 NEW OLD"};
    struct th_arena arena;
    static struct th_arena_result result;
    static struct decided plain, adjusted;
    const uint64_t blocks = argc == 7 ? strtoull(argv[2], NULL, 10) : 0;
    struct collected c = {calloc(blocks + 1, sizeof(double)), calloc(blocks + 1, sizeof(double))};
    if (blocks < 2 || c.plain == NULL || c.adjusted == NULL ||
        !th_arena_read(&arena, argv[1], (const char *const[]){argv[5], argv[6]}, 2, &e))
        return fprintf(stderr, "%s\n", e.text), 2;
    arena.games = 2 * blocks;
    arena.luck = TH_LUCK_ADJUSTED;
    arena.finished = collect;
    arena.context = &c;
    if (!th_arena_run(&arena, &result, &e)) return fprintf(stderr, "%s\n", e.text), 1;
    const double elo0 = atof(argv[3]), elo1 = atof(argv[4]);
    const struct moments p = moments_of(c.plain, blocks), a = moments_of(c.adjusted, blocks);
    const double v = a.squares / (double)blocks;
    decide(c.plain, blocks, false, elo0, elo1, &plain);
    decide(c.adjusted, blocks, true, elo0, elo1, &adjusted);
    printf("{\"blocks\": %" PRIu64
           ", \"elo\": %.1f, \"adjusted_elo\": %.1f, \"adjusted_se\": %.1f, "
           "\"variance_ratio\": %.2f, \"skewness\": %.2f, \"kurtosis\": %.1f",
           blocks, elo_of(p.mean), elo_of(a.mean),
           (elo_of(a.mean + 0.001) - elo_of(a.mean)) / 0.001 * sqrt(v / (double)blocks),
           p.squares / a.squares, a.cubes / (double)blocks / pow(v, 1.5),
           kurtosis(c.adjusted, blocks, &a));
    print_decided("plain", &plain);
    print_decided("adjusted", &adjusted);
    printf("}\n");
    return 0;
}
