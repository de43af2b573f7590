/* Fits the weights of Kittens' estimate (src/games/kittens/estimate_weights.h) to games, and tells
 * how good it is on others.
 *
 *   build/bench/kittens_estimate fit [GAMES] > src/games/kittens/estimate_weights.h
 *   build/bench/kittens_estimate check [GAMES]
 *   build/bench/kittens_estimate time [GAMES]
 *
 * Fixed seeds: the same games everywhere.
 *
 * The network is fitted for what it is for. A game's adjusted result is its result less all luck,
 * and luck is a sum of the network's chances with known factors: +1 after the card that came, minus
 * its weight after each card that could have come. So the variance of adjusted results has an exact
 * gradient, which Adam follows. A second part of the loss makes chances of what the network says:
 * squared differences to the result less the luck to come, which is as right as the result on
 * average and varies much less. */
#include "core/clock.h"
#include "games/kittens/estimate.h"
#include "luck.h"
#include "stats/dense.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is played, and how many games of each pair for one of the command. */
static const struct {
    const char *name;
    double share;
} games[] = {{"kittens", 1},
             {"kittens:deck=seed25", 0.4},
             {"kittens:deck=official", 0.4},
             {"kittens:rules=classic", 0.4},
             {"kittens:rules=classic,deck=seed25", 0.3},
             {"kittens:rules=classic,deck=official", 0.3},
             {"kittens:defuses=6", 0.1}};
/* The last one is for positions with many defuses: fitted, but not checked. */
enum { FITTED = sizeof games / sizeof *games, GAMES = FITTED - 1 };

#define SEARCH "mcts:iterations=200"

/* Who plays whom, and how often. Who it is shows only in how they have played so far: when a bomb
 * is defused, dqn puts it on top and v3 at the bottom. These shares decide for whom the estimate is
 * right in between. */
static const struct {
    const char *first, *second;
    double share;
} pairs[] = {{"dqn", "dqn", 3},      {"dqn", "v3", 1},       {"v3", "dqn", 1},
             {"v3", "v3", 1},        {"v3", "v1", 0.5},      {"v1", "v3", 0.5},
             {"v2", "dqn", 0.25},    {"dqn", "v2", 0.25},    {"v1", "v2", 0.25},
             {"dqn", "random", 0.1}, {"random", "dqn", 0.1}, {SEARCH, "dqn", 0.15},
             {"dqn", SEARCH, 0.15},  {SEARCH, SEARCH, 0.06}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

enum { RANDOM_PLIES = 16, ROUNDS = 5, EPOCHS = 2, BATCH = 64 };
#define RATE        0.006F /* of Adam, falling to 0 */
#define CALIBRATION 0.3F   /* the weight of the second part of the loss */

/* ---- games as sums of chances ---- */

/* A position in a sum, or a number. */
struct term {
    size_t rows;   /* where they begin; the kind of position comes first */
    float factor;  /* of seat 0's chance in the adjusted result */
    uint8_t n;     /* rows; 0: the game is over, and the factor is all */
    bool second;   /* seat 1 is in turn */
    bool happened; /* it was reached, and not only possible */
};

struct played {
    size_t first, end; /* terms, in the order of the game */
    int line_up;
};

struct deal_fit {
    /* Normal equations of results on what was dealt, with the 1 in front. */
    double a[1 + KITTENS_DEAL_FEATURES][1 + KITTENS_DEAL_FEATURES], b[1 + KITTENS_DEAL_FEATURES];
};

struct sample {
    uint8_t *row;
    struct term *term;
    struct played *game;
    size_t rows, terms, games, row_room, term_room, game_room;
    int line_up;
    bool chance; /* moved last */
    struct deal_fit *deal;
};

static void *room_for(void *all, size_t n, size_t *room, size_t size) {
    if (n <= *room) return all;
    *room = 2 * n;
    all = realloc(all, *room * size);
    if (all == NULL) exit(1);
    return all;
}

static void add_term(struct sample *x, const struct kittens *s, double factor, bool happened) {
    x->term = room_for(x->term, x->terms + 1, &x->term_room, sizeof *x->term);
    struct term *t = &x->term[x->terms++];
    *t = (struct term){x->rows, (float)factor, 0, s->seat == 1, happened};
    if (s->phase == KITTENS_OVER) {
        t->factor = (float)(factor * s->seat);
        return;
    }
    x->row = room_for(x->row, x->rows + 1 + KITTENS_TRUE_MAX, &x->row_room, 1);
    x->row[x->rows] = (uint8_t)kittens_estimate_kind(s);
    t->n = (uint8_t)kittens_estimate_rows(s, x->row + x->rows + 1);
    x->rows += 1U + t->n;
}

static bool is_leaf(const struct kittens *s) {
    return s->phase == KITTENS_OVER || s->phase == KITTENS_DECIDING || s->phase == KITTENS_PLACING;
}

/* The mean over all cards, as terms. */
static void add_mean(struct sample *x, const struct kittens *s, double factor) {
    if (is_leaf(s)) {
        add_term(x, s, factor, false);
        return;
    }
    struct th_outcome all[KITTENS_CARDS];
    const int n = kittens_game.outcomes((const struct th_state *)(const void *)s, all);
    double total = 0;
    for (int i = 0; i < n; i++) total += all[i].weight;
    for (int i = 0; i < n; i++) {
        struct kittens after = *s;
        kittens_turned(&after, (enum kittens_card)all[i].action);
        add_mean(x, &after, factor * all[i].weight / total);
    }
}

static void add_deal(struct deal_fit *f, const struct kittens *s, double won) {
    double x[1 + KITTENS_DEAL_FEATURES] = {1};
    kittens_deal_features(s, x + 1);
    for (int i = 0; i <= KITTENS_DEAL_FEATURES; i++) {
        f->b[i] += won * x[i];
        for (int k = 0; k <= KITTENS_DEAL_FEATURES; k++) f->a[i][k] += x[i] * x[k];
    }
}

/* Cards that are turned one after the other are one event. The deal is left out: it has a judgement
 * of its own. At the end, the result and what the last card was worth cancel out. */
static void visit(void *context, const struct kittens *s, th_action a, const double payoff[]) {
    struct sample *x = context;
    if (s->phase == KITTENS_DEALING) {
        struct kittens after = *s;
        kittens_turned(&after, (enum kittens_card)a);
        if (s->to_deal == 1) add_deal(x->deal, &after, payoff[0]);
    } else if (s->phase == KITTENS_OVER) {
        x->game = room_for(x->game, x->games + 1, &x->game_room, sizeof *x->game);
        x->game[x->games] =
            (struct played){x->games > 0 ? x->game[x->games - 1].end : 0, x->terms, x->line_up};
        x->games++;
        x->chance = false;
    } else if (is_leaf(s)) {
        add_term(x, s, x->chance ? -1 : 0, true);
        x->chance = false;
    } else if (!x->chance) {
        add_mean(x, s, 1);
        x->chance = true;
    }
}

static void play(struct sample *x, double count, int round) {
    x->rows = x->terms = x->games = 0;
    for (int g = 0; g < FITTED; g++)
        for (int p = 0; p < PAIRS; p++) {
            x->line_up = g * PAIRS + p;
            luck_walk(&(struct luck_games){games[g].name, pairs[p].first, pairs[p].second,
                                           (uint64_t)(count * games[g].share * pairs[p].share),
                                           (uint64_t)(round * FITTED * PAIRS + x->line_up + 1),
                                           RANDOM_PLIES},
                      visit, x);
        }
}

/* ---- the network ---- */

struct network {
    float unit[KITTENS_ROWS][KITTENS_UNITS], kind[KITTENS_KINDS][KITTENS_UNITS],
        first[KITTENS_KINDS];
};
enum { WEIGHTS = sizeof(struct network) / sizeof(float) };

struct fitting {
    union parameters {
        struct network net;
        float all[WEIGHTS];
    } weight, slope, mean, square; /* the last two are Adam's */
    float unmean, unsquare;        /* 0.9 and 0.999, to the power of the steps */
    /* By line-up: the mean of adjusted results, and how many there were. */
    double result[FITTED * PAIRS], results[FITTED * PAIRS];
    struct th_rng rng;
};

/* What the network says of a term; for the seat in turn, and what it was to be. */
struct judged {
    float unit[KITTENS_UNITS], x, chance, target;
};

static void judge(const struct network *net, const uint8_t *row, int n, struct judged *j) {
    memset(j->unit, 0, sizeof j->unit);
    for (int i = 1; i <= n; i++)
        for (int k = 0; k < KITTENS_UNITS; k++) j->unit[k] += net->unit[row[i]][k];
    j->x = net->first[row[0]];
    for (int k = 0; k < KITTENS_UNITS; k++) {
        if (j->unit[k] < 0) j->unit[k] = 0;
        j->x += net->kind[row[0]][k] * j->unit[k];
    }
    j->chance = 0.5F + 0.5F * j->x / sqrtf(1 + j->x * j->x);
}

/* Returns the adjusted result. Backwards, so that at each position the sum is the result less the
 * luck to come. */
static double judge_game(const struct network *net, const struct sample *x,
                         const struct played *game, struct judged *j) {
    double sum = 0;
    for (size_t i = game->end; i-- > game->first;) {
        const struct term *t = &x->term[i];
        struct judged *one = &j[i - game->first];
        if (t->n == 0) {
            sum += (double)t->factor;
            continue;
        }
        judge(net, x->row + t->rows, t->n, one);
        one->target = (float)(t->second ? 1 - sum : sum);
        sum += (double)(t->factor * (t->second ? 1 - one->chance : one->chance));
    }
    return sum;
}

/* Adds to the slope of the loss, which changes by `by` with the chance of the seat in turn. */
static void add_slope(struct fitting *f, const uint8_t *row, int n, const struct judged *j,
                      float by) {
    const struct network *net = &f->weight.net;
    struct network *slope = &f->slope.net;
    const float square = 1 + j->x * j->x, by_x = by * 0.5F / (square * sqrtf(square));
    float by_unit[KITTENS_UNITS];
    for (int k = 0; k < KITTENS_UNITS; k++) {
        by_unit[k] = j->unit[k] > 0 ? by_x * net->kind[row[0]][k] : 0;
        slope->kind[row[0]][k] += by_x * j->unit[k];
    }
    slope->first[row[0]] += by_x;
    for (int i = 1; i <= n; i++)
        for (int k = 0; k < KITTENS_UNITS; k++) slope->unit[row[i]][k] += by_unit[k];
}

static void learn_game(struct fitting *f, const struct sample *x, const struct played *game,
                       struct judged *j) {
    const double result = judge_game(&f->weight.net, x, game, j);
    double *mean = &f->result[game->line_up], *n = &f->results[game->line_up];
    if (*n < 2000) ++*n; /* later ones weigh more, since the network changes */
    *mean += (result - *mean) / *n;
    const float error = (float)(result - *mean);
    for (size_t i = game->first; i < game->end; i++) {
        const struct term *t = &x->term[i];
        const struct judged *one = &j[i - game->first];
        float by = error * (t->second ? -t->factor : t->factor);
        if (t->happened) by += CALIBRATION * (one->chance - one->target);
        if (t->n > 0) add_slope(f, x->row + t->rows, t->n, one, by);
    }
}

/* A step of Adam (Kingma and Ba, 2015). */
static void step(struct fitting *f, float rate) {
    f->unmean *= 0.9F;
    f->unsquare *= 0.999F;
    for (int i = 0; i < WEIGHTS; i++) {
        const float slope = f->slope.all[i] / BATCH;
        float *mean = &f->mean.all[i], *square = &f->square.all[i];
        *mean += 0.1F * (slope - *mean);
        *square += 0.001F * (slope * slope - *square);
        f->weight.all[i] -=
            rate * *mean / (1 - f->unmean) / (sqrtf(*square / (1 - f->unsquare)) + 1e-8F);
        f->slope.all[i] = 0;
    }
}

static struct judged *judged_room(const struct sample *x) {
    size_t most = 0;
    for (size_t i = 0; i < x->games; i++)
        if (x->game[i].end - x->game[i].first > most) most = x->game[i].end - x->game[i].first;
    return room_for(NULL, most + 1, &(size_t){0}, sizeof(struct judged));
}

/* All games in random order, with a rate that falls from `rate` by `fall`. */
static void learn(struct fitting *f, const struct sample *x, struct judged *j, float rate,
                  float fall) {
    for (size_t i = 0; i < x->games; i++) {
        const size_t other = i + th_rng_below(&f->rng, (uint32_t)(x->games - i));
        const struct played game = x->game[other];
        x->game[other] = x->game[i];
        x->game[i] = game;
        learn_game(f, x, &game, j);
        if ((i + 1) % BATCH == 0) step(f, rate - fall * (float)i / (float)x->games);
    }
}

static float random_weight(struct th_rng *rng) {
    return ((float)th_rng_below(rng, 1 << 20) / (1 << 20) - 0.5F) * 0.4F;
}

/* ---- the header ---- */

static float largest(const float *all, int n, int stride) {
    float most = 1e-6F;
    for (int i = 0; i < n; i++)
        if (fabsf(all[i * stride]) > most) most = fabsf(all[i * stride]);
    return most;
}

static void print_rows(const char *name, const char *rows, int n, const float *all) {
    printf("static const int16_t %s[%s][KITTENS_UNITS] = {\n", name, rows);
    for (int i = 0; i < n * KITTENS_UNITS; i++) {
        const int k = i % KITTENS_UNITS;
        printf("%s%.0f%s", k == 0 ? "    {" : " ", (double)rintf(all[i]),
               k < KITTENS_UNITS - 1 ? "," : "},\n");
    }
    printf("};\n\n");
}

/* In whole numbers as large as they may be. What multiplies a unit divides what it counts. */
static void print_network(struct network *net) {
    for (int k = 0; k < KITTENS_UNITS; k++) {
        const float scale =
            KITTENS_WEIGHT_MAX / largest(&net->unit[0][k], KITTENS_ROWS, KITTENS_UNITS);
        for (int r = 0; r < KITTENS_ROWS; r++) net->unit[r][k] *= scale;
        for (int r = 0; r < KITTENS_KINDS; r++) net->kind[r][k] /= scale;
    }
    const float unit =
        largest(&net->kind[0][0], KITTENS_KINDS * KITTENS_UNITS, 1) / KITTENS_COUNT_MAX;
    for (int r = 0; r < KITTENS_KINDS; r++) {
        for (int k = 0; k < KITTENS_UNITS; k++) net->kind[r][k] /= unit;
        net->first[r] /= unit;
    }
    printf("/* By row and unit (estimate.h). */\n");
    print_rows("unit_weights", "KITTENS_ROWS", KITTENS_ROWS, &net->unit[0][0]);
    printf("/* What the units count by kind of position, what is added, and by what it is "
           "multiplied. */\n");
    print_rows("kind_weights", "KITTENS_KINDS", KITTENS_KINDS, &net->kind[0][0]);
    printf("static const int32_t kind_first[KITTENS_KINDS] = {\n    ");
    for (int r = 0; r < KITTENS_KINDS; r++)
        printf("%.0f%s", (double)rintf(net->first[r]),
               r == KITTENS_KINDS - 1 ? "};\n"
               : r % 9 == 8           ? ",\n    "
                                      : ", ");
    printf("static const double kind_scale = %.5g;\n", (double)unit);
}

static void print_deal(struct deal_fit *f) {
    dense_factor(&f->a[0][0], 1 + KITTENS_DEAL_FEATURES);
    dense_solve(&f->a[0][0], 1 + KITTENS_DEAL_FEATURES, f->b);
    printf("/* The first seat's chance, and what a Skip, an Attack, a trick more add to it. */\n"
           "static const double deal_first = %.4f;\n"
           "static const double deal_weights[KITTENS_DEAL_FEATURES] = {",
           f->b[0]);
    for (int i = 1; i <= KITTENS_DEAL_FEATURES; i++)
        printf("%.4f%s", f->b[i], i < KITTENS_DEAL_FEATURES ? ", " : "};\n");
}

static void fit(uint64_t count) {
    static struct fitting f = {.unmean = 1, .unsquare = 1};
    static struct deal_fit deal;
    struct sample x = {.deal = &deal};
    f.rng = th_rng_seeded(1);
    for (int i = 0; i < WEIGHTS; i++) f.weight.all[i] = random_weight(&f.rng);
    for (int round = 0; round < ROUNDS; round++) {
        play(&x, (double)count, round);
        struct judged *j = judged_room(&x);
        for (int e = 0; e < EPOCHS; e++)
            learn(&f, &x, j,
                  RATE * (float)(ROUNDS * EPOCHS - round * EPOCHS - e) / (ROUNDS * EPOCHS),
                  RATE / (ROUNDS * EPOCHS));
        free(j);
        fprintf(stderr, "round %d: %zu games, %zu positions\n", round + 1, x.games, x.terms);
    }
    printf("/* The numbers of the estimate, fitted to games of the bots by\n"
           " * build/bench/kittens_estimate fit %llu, which wrote this file. */\n"
           "#ifndef KITTENS_ESTIMATE_WEIGHTS_H\n#define KITTENS_ESTIMATE_WEIGHTS_H\n\n"
           "/* clang-format off */\n",
           (unsigned long long)count);
    print_network(&f.weight.net);
    printf("/* clang-format on */\n\n");
    print_deal(&deal);
    printf("\n#endif\n");
    free(x.row);
    free(x.term);
    free(x.game);
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
            luck_walk(
                &(struct luck_games){games[g].name, players[p].bot, players[p].bot, n, 1001, 0},
                luck_add, &sums);
            const struct luck_report r = luck_report(&sums);
            printf("| `%s` | %s | %llu | %+.4f ± %.4f | %.2f | %.2f |\n", games[g].name,
                   players[p].bot, (unsigned long long)n, r.luck, r.luck_error, r.coefficient,
                   r.factor);
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

/* ---- how long it takes ---- */

enum { TIMED = 20000, REPEATS = 20 };
struct timed {
    struct kittens state[TIMED];
    int n;
};

/* Keeps states: where a seat decides in the first, where chance does in the second. */
static void keep(void *context, const struct kittens *s, th_action a, const double payoff[]) {
    (void)a, (void)payoff;
    struct timed *t = (struct timed *)context + !is_leaf(s);
    if (t->n < TIMED && s->phase != KITTENS_OVER) t->state[t->n++] = *s;
}

static void measure_time(uint64_t count) {
    static struct timed kept[2];
    double sum = 0;
    luck_walk(&(struct luck_games){"kittens", "dqn", "v3", count, 1001, 0}, keep, kept);
    for (int k = 0; k < 2; k++) {
        const double begun = clock_cpu_seconds();
        for (int r = 0; r < REPEATS; r++)
            for (int i = 0; i < kept[k].n; i++) {
                double chance[2];
                kittens_estimate(&kept[k].state[i], chance);
                sum += chance[0];
            }
        printf("%s: %.0f ns\n", k == 0 ? "a seat decides" : "a card is to be turned",
               1e9 * (clock_cpu_seconds() - begun) / REPEATS / kept[k].n);
    }
    if (sum < 0) puts(""); /* never: it keeps the estimates from being left out */
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(uint64_t count);
    } commands[] = {{"fit", fit}, {"check", check}, {"time", measure_time}};
    const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000;
    for (int i = 0; i < 3 && argc > 1 && count > 0; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            commands[i].run(count);
            return 0;
        }
    fprintf(stderr, "usage: kittens_estimate fit|check|time [GAMES]\n");
    return 2;
}
