/* Fits the weights of Kittens' estimate (src/games/kittens/estimate_weights.h) to games, and tells
 * how good it is on others.
 *
 *   build/bench/kittens_estimate fit [GAMES] > src/games/kittens/estimate_weights.h
 *   build/bench/kittens_estimate check [GAMES]
 *
 * Fixed seeds: the same games everywhere. Weights are likeliest (Fisher scoring, with a
 * little ridge), a row of them for each kind of position. */
#include "games/kittens/estimate.h"
#include "luck.h"
#include "stats/dense.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const games[] = {"kittens",
                                    "kittens:deck=seed25",
                                    "kittens:deck=official",
                                    "kittens:rules=classic",
                                    "kittens:rules=classic,deck=seed25",
                                    "kittens:rules=classic,deck=official",
                                    "kittens:defuses=6"};
/* The last one is for positions with many defuses: fitted, but not checked. */
enum { FITTED = sizeof games / sizeof *games, GAMES = FITTED - 1 };

/* Who plays whom, and how many games for one of the command. The network puts its bombs on top and
 * v3 at the bottom, which no single judgement can foretell; with these shares it explains the
 * results of both about equally well. */
static const struct {
    const char *first, *second;
    double share;
} pairs[] = {{"dqn", "dqn", 2}, {"dqn", "v3", 0.15}, {"v3", "dqn", 0.15}, {"v3", "v3", 0.15}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

enum { RANDOM_PLIES = 8, SCORINGS = 12, ON_A_LINE = 10 };
#define RIDGE 4.0

/* ---- fitting ---- */

/* Positions of one row: what they look like and whether the seat in turn has won. */
struct sample {
    float feature[KITTENS_FEATURES];
    float won;
};
struct row {
    struct sample *sample;
    size_t samples, room;
};

struct fitting {
    struct row row[KITTENS_ROWS];
    /* Normal equations of results on what was dealt, with the 1 in front. */
    double deal[1 + KITTENS_DEAL_FEATURES][1 + KITTENS_DEAL_FEATURES];
    double deal_result[1 + KITTENS_DEAL_FEATURES];
};

static void keep(struct row *row, const struct kittens *s, double won) {
    double feature[KITTENS_FEATURES];
    if (row->samples == row->room) {
        row->room = row->room == 0 ? 1 << 12 : 2 * row->room;
        row->sample = realloc(row->sample, row->room * sizeof *row->sample);
        if (row->sample == NULL) exit(1);
    }
    struct sample *x = &row->sample[row->samples++];
    kittens_estimate_features(s, feature);
    for (int i = 0; i < KITTENS_FEATURES; i++) x->feature[i] = (float)feature[i];
    x->won = (float)won;
}

static void keep_deal(struct fitting *f, const struct kittens *s, double won) {
    double x[1 + KITTENS_DEAL_FEATURES] = {1};
    kittens_deal_features(s, x + 1);
    for (int i = 0; i <= KITTENS_DEAL_FEATURES; i++) {
        f->deal_result[i] += won * x[i];
        for (int k = 0; k <= KITTENS_DEAL_FEATURES; k++) f->deal[i][k] += x[i] * x[k];
    }
}

static void visit(void *context, const struct kittens *s, th_action a, const double payoff[]) {
    struct fitting *f = context;
    if (s->phase == KITTENS_DEALING && s->to_deal == 1) {
        struct kittens after = *s;
        kittens_turned(&after, (enum kittens_card)a);
        keep_deal(f, &after, payoff[0]);
    }
    if (s->phase == KITTENS_DECIDING || s->phase == KITTENS_PLACING)
        keep(&f->row[kittens_estimate_row(s)], s, payoff[s->seat]);
}

/* One step of Fisher scoring for the chance 1/2 + x / (2 √(1 + x²)), where the score of a result is
 * 2 (result - chance) / √(1 + x²) and the information 1 / (1 + x²)². Returns the loss before. */
static double score(const struct row *row, double weight[]) {
    double a[KITTENS_FEATURES][KITTENS_FEATURES] = {{0}}, b[KITTENS_FEATURES] = {0}, loss = 0;
    for (size_t i = 0; i < row->samples; i++) {
        const struct sample *s = &row->sample[i];
        double x = 0;
        for (int k = 0; k < KITTENS_FEATURES; k++) x += weight[k] * (double)s->feature[k];
        const double square = 1 + x * x, root = sqrt(square), chance = 0.5 + 0.5 * x / root;
        const double slope = 2 * ((double)s->won - chance) / root;
        loss -= log(s->won > 0.5F ? chance : 1 - chance);
        for (int k = 0; k < KITTENS_FEATURES; k++) {
            const double feature = (double)s->feature[k];
            if (feature == 0) continue;
            b[k] += slope * feature;
            for (int j = 0; j <= k; j++)
                a[k][j] += feature * (double)s->feature[j] / (square * square);
        }
    }
    for (int k = 0; k < KITTENS_FEATURES; k++) {
        a[k][k] += RIDGE;
        b[k] -= RIDGE * weight[k];
    }
    dense_factor(&a[0][0], KITTENS_FEATURES);
    dense_solve(&a[0][0], KITTENS_FEATURES, b);
    for (int k = 0; k < KITTENS_FEATURES; k++) weight[k] += b[k];
    return loss;
}

static const char *const kind_names[KITTENS_KINDS] = {"to decide", "to decide, a bomb on top",
                                                      "to put a bomb back"};
static const char *const defuse_names[KITTENS_DEFUSES] = {"none", "one", "more"};

static void print_row(const struct fitting *f, int row) {
    const int kind = row / (KITTENS_DEFUSES * KITTENS_DEFUSES);
    double weight[KITTENS_FEATURES] = {0}, loss = 0;
    for (int i = 0; i < SCORINGS; i++) loss = score(&f->row[row], weight);
    printf("    /* %s; defuses: own %s, other's %s */\n", kind_names[kind],
           defuse_names[row / KITTENS_DEFUSES % KITTENS_DEFUSES],
           defuse_names[row % KITTENS_DEFUSES]);
    for (int k = 0; k < KITTENS_FEATURES; k++)
        printf("%s%6.3f%s",
               k == 0               ? "    {"
               : k % ON_A_LINE == 0 ? "\n     "
                                    : " ",
               weight[k], k < KITTENS_FEATURES - 1 ? "," : "},\n");
    fprintf(stderr, "row %2d: %7zu positions, loss %.4f\n", row, f->row[row].samples,
            loss / (double)f->row[row].samples);
}

static void print_deal(struct fitting *f) {
    double *b = f->deal_result;
    dense_factor(&f->deal[0][0], 1 + KITTENS_DEAL_FEATURES);
    dense_solve(&f->deal[0][0], 1 + KITTENS_DEAL_FEATURES, b);
    printf("/* The first seat's chance, and what a Skip, an Attack, a trick more add to it. */\n"
           "static const double deal_first = %.4f;\n"
           "static const double deal_weights[KITTENS_DEAL_FEATURES] = {",
           b[0]);
    for (int i = 1; i <= KITTENS_DEAL_FEATURES; i++)
        printf("%.4f%s", b[i], i < KITTENS_DEAL_FEATURES ? ", " : "};\n");
}

static void fit(uint64_t count) {
    static struct fitting f;
    for (int g = 0; g < FITTED; g++)
        for (int p = 0; p < PAIRS; p++)
            luck_walk(&(struct luck_games){games[g], pairs[p].first, pairs[p].second,
                                           (uint64_t)((double)count * pairs[p].share),
                                           (uint64_t)(1 + p), RANDOM_PLIES},
                      visit, &f);
    printf("/* The numbers of the estimate, fitted to games of the bots dqn and v3 by\n"
           " * build/bench/kittens_estimate fit %llu, which wrote this file. */\n"
           "#ifndef KITTENS_ESTIMATE_WEIGHTS_H\n#define KITTENS_ESTIMATE_WEIGHTS_H\n\n"
           "/* By row and feature (estimate.h). */\n/* clang-format off */\n"
           "static const double weights[KITTENS_ROWS][KITTENS_FEATURES] = {\n",
           (unsigned long long)count);
    for (int row = 0; row < KITTENS_ROWS; row++) print_row(&f, row);
    printf("};\n/* clang-format on */\n\n");
    print_deal(&f);
    printf("\n#endif\n");
    for (int row = 0; row < KITTENS_ROWS; row++) free(f.row[row].sample);
}

/* ---- how good it is ---- */

static void check(uint64_t count) {
    static const struct {
        const char *bot;
        uint64_t divisor; /* of the number of games */
    } players[] = {{"v3", 1}, {"dqn", 1}, {"mcts:iterations=200", 40}};
    struct luck_sums all = {0};
    printf("| game | both seats | games | luck, mean | its coefficient | variance, less by |\n"
           "|---|---|---|---|---|---|\n");
    for (int p = 0; p < 3; p++)
        for (int g = 0; g < GAMES; g++) {
            struct luck_sums sums = {0};
            const uint64_t n = count / players[p].divisor;
            luck_walk(&(struct luck_games){games[g], players[p].bot, players[p].bot, n, 1001, 0},
                      luck_add, &sums);
            const struct luck_report r = luck_report(&sums);
            printf("| `%s` | %s | %llu | %+.4f ± %.4f | %.2f | %.2f |\n", games[g], players[p].bot,
                   (unsigned long long)n, r.luck, r.luck_error, r.coefficient, r.factor);
            fflush(stdout);
            for (int b = 0; b < LUCK_BINS; b++) {
                all.bin[b].states += sums.bin[b].states;
                all.bin[b].foretold += sums.bin[b].foretold;
                all.bin[b].won += sums.bin[b].won;
            }
        }
    printf("\n| foretold | won | positions |\n|---|---|---|\n");
    for (int b = 0; b < LUCK_BINS; b++)
        printf("| %.3f | %.3f | %.0f |\n", all.bin[b].foretold / all.bin[b].states,
               all.bin[b].won / all.bin[b].states, all.bin[b].states);
}

int main(int argc, char **argv) {
    const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000;
    if (argc < 2 || count == 0 || (strcmp(argv[1], "fit") != 0 && strcmp(argv[1], "check") != 0)) {
        fprintf(stderr, "usage: kittens_estimate fit|check [GAMES]\n");
        return 2;
    }
    (strcmp(argv[1], "fit") == 0 ? fit : check)(count);
    return 0;
}
