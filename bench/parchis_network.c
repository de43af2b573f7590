/* Fits the network that evaluates positions of Parchís (src/games/parchis/network_weights.h) to
 * games of alpha-beta against itself, and tells how well it foretells results.
 *
 *   build/bench/parchis_network play FILE [GAMES [NODES [SEED]]]
 *   build/bench/parchis_network fit FILE… > src/games/parchis/network_weights.h
 *
 * `play` writes positions with the value of a search of NODES nodes and the result of the game, and
 * positions beside the game with the value only. Games have random plies at the start and random
 * moves now and then, half of them in each rule set, a few without items. Different seeds may play
 * at the same time.
 *
 * `fit` minimises the cross-entropy between the network's chance and a mixture of the result and
 * the chance that the value stands for, by Adam (Kingma and Ba 2015) with a rate that falls to 0.
 * Weights are floating-point numbers there, and rounded in the end. Positions of the course are
 * seen from both colours of the mover in turns: a player may move either. One game of HELD is held
 * out; for these the losses are printed on standard error. The same file gives the same weights. */
#include "games/parchis/network.h"
#include "games/parchis/switches.h"
#include "search/alphabeta.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sample {
    struct parchis s;
    int32_t value; /* of the search, for the seat in turn */
    float result;  /* 1 if this seat wins, else 0; BESIDE: not known. In `fit` the target */
};
#define BESIDE (-1.0F)

static void *grabbed(void *memory) {
    if (memory != NULL) return memory;
    fprintf(stderr, "parchis_network: out of memory\n");
    exit(1);
}

/* ---- games ---- */

enum { OPENING_PLIES = 24, LONGEST = 3000, SAMPLES_MAX = 3 * LONGEST, TABLE_BYTES = 2 << 20 };

static const struct th_state *general(const struct parchis *s) {
    return (const struct th_state *)(const void *)s;
}

static th_action random_action(const struct parchis *s, struct th_rng *rng) {
    th_action legal[PARCHIS_LEGAL_MAX];
    return legal[th_rng_below(rng, (uint32_t)parchis_legal(s, legal))];
}

/* Adds two positions beside a game: one to four random plies on, and to the end of forced ones. The
 * leaves of a search are such positions, and a network that has seen only good moves plays far
 * worse than it foretells. Returns how many it added. */
static int play_beside(struct alphabeta *engine, struct th_rng *rng, const struct parchis *from,
                       const struct alphabeta_limits *limits, struct sample out[2]) {
    int n = 0;
    for (int i = 0; i < 2; i++) {
        struct alphabeta_result found;
        struct parchis s = *from;
        uint32_t plies = 1 + th_rng_below(rng, 4);
        for (; (plies > 0 || s.forced != 0) && s.winner == PARCHIS_NOBODY; plies -= plies > 0)
            parchis_apply(&s, random_action(&s, rng));
        if (s.winner != PARCHIS_NOBODY) continue;
        alphabeta_search(engine, general(&s), limits, &found);
        out[n++] = (struct sample){s, found.value, BESIDE};
    }
    return n;
}

/* One game; returns the number of positions, or 0 if it does not end. */
static int play_game(struct alphabeta *engine, struct th_rng *rng, int game, uint64_t nodes,
                     struct sample out[SAMPLES_MAX]) {
    const struct alphabeta_limits limits = {.depth = SEARCH_DEPTH_MAX, .nodes = nodes};
    const uint32_t opening = th_rng_below(rng, OPENING_PLIES + 1);
    const uint32_t random_moves = 8 + 8 * th_rng_below(rng, 3); /* one of so many */
    struct parchis s;
    int n = 0;
    parchis_start(&s, game % 2 == 0 ? PARCHIS_TEXT : PARCHIS_COURSE, game % 16 != 15);
    alphabeta_clear(engine);
    for (uint32_t ply = 0; ply < LONGEST && s.winner == PARCHIS_NOBODY; ply++) {
        th_action legal[PARCHIS_LEGAL_MAX];
        struct alphabeta_result found = {.place = 0};
        const int actions = parchis_legal(&s, legal);
        if (ply < opening || (actions > 1 && th_rng_below(rng, random_moves) == 0)) {
            found.place = (int)th_rng_below(rng, (uint32_t)actions);
        } else if (actions > 1) {
            alphabeta_search(engine, general(&s), &limits, &found);
            if (s.forced == 0) out[n++] = (struct sample){s, found.value, 0};
            n += play_beside(engine, rng, &s, &limits, &out[n]);
        }
        parchis_apply(&s, legal[found.place]);
    }
    for (int i = 0; i < n; i++)
        if (out[i].result != BESIDE) out[i].result = s.winner == parchis_player(&out[i].s);
    return s.winner == PARCHIS_NOBODY ? 0 : n;
}

static int play(const char *path, int games, uint64_t nodes, uint64_t seed) {
    struct th_error e;
    struct th_rng rng = th_rng_seeded(seed);
    const struct alphabeta_settings settings = {.table_bytes = TABLE_BYTES};
    struct alphabeta *engine = grabbed(alphabeta_new(&parchis_game, &settings, &e));
    struct sample *sample = grabbed(calloc(SAMPLES_MAX, sizeof *sample));
    FILE *file = fopen(path, "wb");
    size_t total = 0;
    bool ok = file != NULL;
    for (int i = 0; ok && i < games; i++) {
        const size_t n = (size_t)play_game(engine, &rng, i, nodes, sample);
        ok = fwrite(sample, sizeof *sample, n, file) == n;
        total += n;
    }
    if (file != NULL) ok = fclose(file) == 0 && ok;
    alphabeta_drop(engine);
    free(sample);
    if (!ok) fprintf(stderr, "parchis_network: %s cannot be written\n", path);
    fprintf(stderr, "%zu positions of %d games\n", total, games);
    return ok ? 0 : 1;
}

/* ---- the network in floating point ---- */

/* A row is fitted as a sum of its own and of shared rows, which are true more often: a colour at a
 * distance in any danger, a side's piece whichever its colour, single dice and items. In play it is
 * one row. */
enum {
    SHARED_PLACE = PARCHIS_ROWS,                            /* colour, distance */
    SHARED_SIDE = SHARED_PLACE + PARCHIS_COLOURS * 77,      /* side, distance, danger */
    SHARED_DANGER = SHARED_SIDE + 2 * 77 * PARCHIS_DANGERS, /* colour, distance / 8, danger */
    SHARED_STATE =
        SHARED_DANGER + PARCHIS_COLOURS * 10 * PARCHIS_DANGERS, /* side, condition, turns */
    SHARED_DIE = SHARED_STATE + 2 * 5 * 8,                      /* colour, die in its pool */
    SHARED_HAND = SHARED_DIE + PARCHIS_COLOURS * 5,             /* side, special die */
    SHARED_ITEM = SHARED_HAND + 2 * 11,                         /* colour, kind, item */
    ALL_ROWS = SHARED_ITEM + PARCHIS_COLOURS * 2 * 6,
    SHARED_MAX = 6
};

/* A unit is 1 where it is clipped; the sum of the outputs is the logarithm of the odds. */
struct network {
    float row[ALL_ROWS][PARCHIS_UNITS], first[PARCHIS_UNITS];
    float kind[PARCHIS_KINDS][PARCHIS_UNITS], kind_first[PARCHIS_KINDS];
};
enum { NUMBERS = sizeof(struct network) / sizeof(float) };

/* The shared rows of a row; returns how many. */
static int shared_rows(int row, int out[SHARED_MAX]) {
    int n = 0;
    if (row < PARCHIS_ROW_STATE) {
        const int danger = row % PARCHIS_DANGERS, distance = row / PARCHIS_DANGERS % 77;
        const int colour = row / PARCHIS_DANGERS / 77;
        out[n++] = SHARED_PLACE + colour * 77 + distance;
        out[n++] = SHARED_SIDE + (colour % 2 * 77 + distance) * PARCHIS_DANGERS + danger;
        out[n++] = SHARED_DANGER + (colour * 10 + distance / 8) * PARCHIS_DANGERS + danger;
    } else if (row < PARCHIS_ROW_POOL) {
        out[n++] = SHARED_STATE + (row - PARCHIS_ROW_STATE) % (2 * 5 * 8);
    } else if (row < PARCHIS_ROW_HAND) {
        const int pool = (row - PARCHIS_ROW_POOL) % 32, colour = (row - PARCHIS_ROW_POOL) / 32;
        for (int i = 0; i < 5; i++)
            if ((pool >> i & 1) != 0) out[n++] = SHARED_DIE + colour * 5 + i;
    } else if (row < PARCHIS_ROW_ITEMS) {
        const int hand = (row - PARCHIS_ROW_HAND) % 121, side = (row - PARCHIS_ROW_HAND) / 121;
        if (hand / 11 != 0) out[n++] = SHARED_HAND + side * 11 + hand / 11;
        if (hand % 11 != 0) out[n++] = SHARED_HAND + side * 11 + hand % 11;
    } else if (row < PARCHIS_ROW_BOUNCES) {
        const int items = (row - PARCHIS_ROW_ITEMS) % 64, quarter = (row - PARCHIS_ROW_ITEMS) / 64;
        for (int i = 0; i < 6; i++)
            if ((items >> i & 1) != 0) out[n++] = SHARED_ITEM + quarter * 6 + i;
    }
    return n;
}

/* Each row with its shared rows added. */
static void sum_rows(const struct network *w, struct network *sum) {
    *sum = *w;
    for (int row = 0; row < PARCHIS_ROWS; row++) {
        int shared[SHARED_MAX];
        const int n = shared_rows(row, shared);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < PARCHIS_UNITS; k++) sum->row[row][k] += w->row[shared[i]][k];
    }
}

/* The gradient of the sums, passed on to the shared rows. */
static void share_gradient(struct network *gradient) {
    for (int row = 0; row < PARCHIS_ROWS; row++) {
        int shared[SHARED_MAX];
        const int n = shared_rows(row, shared);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < PARCHIS_UNITS; k++)
                gradient->row[shared[i]][k] += gradient->row[row][k];
    }
}

/* In whole numbers an output weight of 1 is OUT_ONE, and the value VALUE_ONE, nearly, where the
 * logarithm of the odds is 1. */
enum { OUT_ONE = 64, VALUE_ONE = 10000 };
enum {
    PRODUCT_ONE = OUT_ONE * PARCHIS_ONE_UNIT * PARCHIS_ONE_UNIT,
    DIVISOR = PRODUCT_ONE / VALUE_ONE
};

struct seen {
    int n, kind;
    uint16_t row[PARCHIS_TRUE_MAX];
    float unit[PARCHIS_UNITS]; /* clipped, not squared */
};

static float clip(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static float forward(const struct network *w, const struct parchis *s, int turn, struct seen *v) {
    float sum[PARCHIS_UNITS], value;
    v->n = parchis_network_rows(s, turn, v->row);
    v->kind = parchis_network_kind(s);
    memcpy(sum, w->first, sizeof sum);
    for (int i = 0; i < v->n; i++)
        for (int k = 0; k < PARCHIS_UNITS; k++) sum[k] += w->row[v->row[i]][k];
    value = w->kind_first[v->kind];
    for (int k = 0; k < PARCHIS_UNITS; k++) {
        v->unit[k] = clip(sum[k]);
        value += w->kind[v->kind][k] * v->unit[k] * v->unit[k];
    }
    return value;
}

/* Adds the gradient of `error` times the value. */
static void backward(const struct network *w, const struct seen *v, float error,
                     struct network *gradient) {
    float back[PARCHIS_UNITS];
    gradient->kind_first[v->kind] += error;
    for (int k = 0; k < PARCHIS_UNITS; k++) {
        const float x = v->unit[k];
        gradient->kind[v->kind][k] += error * x * x;
        back[k] = x > 0 && x < 1 ? error * w->kind[v->kind][k] * 2 * x : 0;
        gradient->first[k] += back[k];
    }
    for (int i = 0; i < v->n; i++)
        for (int k = 0; k < PARCHIS_UNITS; k++) gradient->row[v->row[i]][k] += back[k];
}

/* ---- fitting ---- */

enum { HELD = 20, EPOCHS = 6, BATCH = 1024 };
#define RATE   0.002F
#define RESULT 0.3 /* the share of the result in the target; the rest is the value */

struct data {
    struct sample *sample;
    size_t n, fitted; /* the samples from `fitted` on are held out */
};

static double chance(double x) {
    return 1 / (1 + exp(-x));
}

static double cross_entropy(double target, double p) {
    return -target * log(p + 1e-9) - (1 - target) * log(1 - p + 1e-9);
}

/* How well values at this scale foretell results. */
static double scale_loss(const struct data *d, bool course, double scale) {
    double sum = 0;
    for (size_t i = 0; i < d->n; i += 7)
        if (parchis_in_course(&d->sample[i].s) == course && !value_is_sure(d->sample[i].value) &&
            d->sample[i].result != BESIDE)
            sum += cross_entropy(d->sample[i].result, chance(d->sample[i].value / scale));
    return sum;
}

static double best_scale(const struct data *d, bool course) {
    double best = 5000;
    for (double scale = best; scale < 40000; scale *= 1.05)
        if (scale_loss(d, course, scale) < scale_loss(d, course, best)) best = scale;
    return best;
}

static void set_targets(struct data *d) {
    const double scale[2] = {best_scale(d, false), best_scale(d, true)};
    fprintf(stderr, "%zu positions; a value is worth its chance at scale %.0f (text), %.0f\n", d->n,
            scale[0], scale[1]);
    for (size_t i = 0; i < d->n; i++) {
        struct sample *x = &d->sample[i];
        const double p = value_is_sure(x->value)
                             ? x->value > 0
                             : chance(x->value / scale[parchis_in_course(&x->s)]);
        x->result = (float)(x->result == BESIDE ? p : RESULT * x->result + (1 - RESULT) * p);
    }
}

static void start(struct network *w, struct th_rng *rng) {
    memset(w, 0, sizeof *w);
    /* Shared rows and outputs; all others begin at 0. */
    for (int row = SHARED_PLACE; row < ALL_ROWS; row++)
        for (int k = 0; k < PARCHIS_UNITS; k++)
            w->row[row][k] = 0.1F * ((float)th_rng_below(rng, 20001) / 10000 - 1);
    for (int k = 0; k < PARCHIS_UNITS; k++) {
        w->first[k] = 0.4F;
        for (int kind = 0; kind < PARCHIS_KINDS; kind++)
            w->kind[kind][k] = k % 2 == 0 ? 0.5F : -0.5F;
    }
}

static void adam_step(struct network *w, const struct network *gradient, struct network *m,
                      struct network *v, int step, float rate) {
    float *x = (float *)w, *mean = (float *)m, *square = (float *)v;
    const float *g = (const float *)gradient;
    const float one = 1 - powf(0.9F, (float)step), two = 1 - powf(0.999F, (float)step);
    for (int i = 0; i < NUMBERS; i++) {
        mean[i] = 0.9F * mean[i] + 0.1F * g[i];
        square[i] = 0.999F * square[i] + 0.001F * g[i] * g[i];
        x[i] -= rate * (mean[i] / one) / (sqrtf(square[i] / two) + 1e-8F);
    }
    const float out_max = (float)PARCHIS_OUT_MAX / OUT_ONE;
    for (int kind = 0; kind < PARCHIS_KINDS; kind++)
        for (int k = 0; k < PARCHIS_UNITS; k++)
            w->kind[kind][k] = fmaxf(-out_max, fminf(out_max, w->kind[kind][k]));
}

static double held_loss(const struct data *d, const struct network *w) {
    struct seen v;
    double sum = 0;
    for (size_t i = d->fitted; i < d->n; i++) {
        const struct sample *x = &d->sample[i];
        sum += cross_entropy(x->result, chance(forward(w, &x->s, x->s.colour, &v)));
    }
    return sum / (double)(d->n - d->fitted);
}

/* What is left if nothing but the targets' own spread were. */
static double least_loss(const struct data *d) {
    double sum = 0;
    for (size_t i = d->fitted; i < d->n; i++)
        sum += cross_entropy(d->sample[i].result, d->sample[i].result);
    return sum / (double)(d->n - d->fitted);
}

static void fit_batch(const struct data *d, const uint32_t order[], size_t n, struct th_rng *rng,
                      const struct network *w, struct network *gradient, double *loss) {
    memset(gradient, 0, sizeof *gradient);
    for (size_t i = 0; i < n; i++) {
        const struct sample *x = &d->sample[order[i]];
        struct seen v;
        int turn = x->s.colour;
        if (parchis_in_course(&x->s) && th_rng_below(rng, 2) == 0) turn += 2;
        const double p = chance(forward(w, &x->s, turn, &v));
        *loss += cross_entropy(x->result, p);
        backward(w, &v, (float)(p - x->result) / (float)n, gradient);
    }
}

/* Leaves the sums of rows in *sum. */
static void fit(const struct data *d, struct network *sum) {
    struct network *gradient = grabbed(calloc(4, sizeof *gradient)), *w = gradient + 3;
    struct th_rng rng = th_rng_seeded(1);
    uint32_t *order = grabbed(malloc(d->fitted * sizeof *order));
    const int steps = (int)((size_t)EPOCHS * (d->fitted / BATCH));
    int step = 0;
    for (size_t i = 0; i < d->fitted; i++) order[i] = (uint32_t)i;
    start(w, &rng);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double loss = 0;
        for (size_t i = d->fitted - 1; i > 0; i--) {
            const uint32_t k = th_rng_below(&rng, (uint32_t)i + 1), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        for (size_t i = 0; i + BATCH <= d->fitted; i += BATCH) {
            sum_rows(w, sum);
            fit_batch(d, &order[i], BATCH, &rng, sum, gradient, &loss);
            share_gradient(gradient);
            const float rate = RATE * (1 - (float)step / (float)steps);
            adam_step(w, gradient, gradient + 1, gradient + 2, ++step, rate);
        }
        sum_rows(w, sum);
        fprintf(stderr, "epoch %d: loss %.5f, held out %.5f, of which %.5f is in the targets\n",
                epoch + 1, loss / (double)d->fitted, held_loss(d, sum), least_loss(d));
    }
    free(order);
    free(gradient);
}

/* ---- files ---- */

static void print_row(const float row[PARCHIS_UNITS], float one, long most) {
    printf("    {");
    for (int k = 0; k < PARCHIS_UNITS; k++) {
        const long x = lroundf(row[k] * one);
        printf("%s%ld", k > 0 ? "," : "", x > most ? most : x < -most ? -most : x);
    }
    printf("},\n");
}

static void print_network(const struct network *w) {
    printf("/* The numbers of the learned evaluation, fitted to games of alpha-beta by\n"
           " * build/bench/parchis_network fit, which wrote this file. */\n"
           "#ifndef PARCHIS_NETWORK_WEIGHTS_H\n#define PARCHIS_NETWORK_WEIGHTS_H\n\n"
           "enum { VALUE_DIVISOR = %d };\n\n/* clang-format off */\n"
           "/* By row and unit (network.h). */\n"
           "static const int16_t unit_weights[PARCHIS_ROWS][PARCHIS_UNITS] = {\n",
           DIVISOR);
    for (int i = 0; i < PARCHIS_ROWS; i++) print_row(w->row[i], PARCHIS_ONE_UNIT, PARCHIS_ROW_MAX);
    printf("};\nstatic const int16_t unit_first[1][PARCHIS_UNITS] = {\n");
    print_row(w->first, PARCHIS_ONE_UNIT, PARCHIS_ROW_MAX);
    printf("};\n/* By kind of position. */\n"
           "static const int16_t kind_weights[PARCHIS_KINDS][PARCHIS_UNITS] = {\n");
    for (int i = 0; i < PARCHIS_KINDS; i++) print_row(w->kind[i], OUT_ONE, PARCHIS_OUT_MAX);
    printf("};\nstatic const int32_t kind_first[PARCHIS_KINDS] = {");
    for (int i = 0; i < PARCHIS_KINDS; i++)
        printf("%s%ld", i > 0 ? ", " : "", lroundf(w->kind_first[i] * PRODUCT_ONE));
    printf("};\n/* clang-format on */\n\n#endif\n");
}

static void read_samples(struct data *d, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "parchis_network: %s cannot be read\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    const size_t more = (size_t)ftell(file) / sizeof *d->sample;
    rewind(file);
    d->sample = grabbed(realloc(d->sample, (d->n + more) * sizeof *d->sample));
    d->n += fread(&d->sample[d->n], sizeof *d->sample, more, file);
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "play") == 0)
        return play(argv[2], argc > 3 ? atoi(argv[3]) : 1000,
                    argc > 4 ? strtoull(argv[4], NULL, 10) : 600,
                    argc > 5 ? strtoull(argv[5], NULL, 10) : 1);
    if (argc > 2 && strcmp(argv[1], "fit") == 0) {
        struct data d = {NULL, 0, 0};
        struct network *w = grabbed(malloc(sizeof *w));
        for (int i = 2; i < argc; i++) read_samples(&d, argv[i]);
        d.fitted = d.n - d.n / HELD;
        set_targets(&d);
        fit(&d, w);
        print_network(w);
        free(w);
        free(d.sample);
        return 0;
    }
    fprintf(stderr, "usage: parchis_network play FILE [GAMES [NODES [SEED]]]\n"
                    "       parchis_network fit FILE…\n");
    return 2;
}
