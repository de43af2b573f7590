/* Fits the network of Y (src/games/y/network.h) to games of tree search against itself.
 *
 *   build/bench/y_network play FILE [GAMES [ITERATIONS [SEED [NETWORK]]]]
 *   build/bench/y_network fit EPOCHS FILE… > src/games/y/network_weights.c
 *   build/bench/y_network refit EPOCHS FILE… > src/games/y/network_weights.c
 *   build/bench/y_network openings SIZE COUNT
 *   build/bench/y_network onnx SIZE FILE
 *   build/bench/y_network speed
 *
 * `play` adds the positions of so many games to FILE, each with the visits of the search, its value
 * and the result of the game. Sizes are drawn from 5 to 13; games have random stones at the start,
 * and some moves are drawn in proportion to their visits. NETWORK is the share of the network in
 * the values of the search, 0 by default. Different seeds may play at the same time.
 *
 * `fit` minimises the cross-entropy between the outputs and the visits, plus that between the
 * network's chance and the mean of value and result, by Adam (Kingma and Ba 2015) with a rate that
 * falls to 0. Every time a position is used, the board is turned by one of its six symmetries. One
 * position of HELD, in runs of a file, is held out; their losses are printed on standard error. The
 * same files give the same weights. `refit` begins with the weights that the program has, at a
 * third of the rate.
 *
 * `openings` prints the positions of one stone each, different ones by symmetry, that look most
 * even to a search with the network, for `tahur arena --openings`; and how far from 1/2 the chance
 * of the last of them is.
 *
 * `onnx` writes the network for boards of this size, for other programs.
 *
 * `speed` counts evaluations per second, and iterations of searches without and with the network.
 */
#include "core/clock.h"
#include "games/y/network_gradient.h"
#include "games/y/notation.h"
#include "search/tree.h"
#include "tahur/rng.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 13, CELLS = LARGEST * (LARGEST + 1) / 2 };

/* A position that was searched. */
struct sample {
    uint8_t size, mover;
    uint8_t won;            /* 1 if the mover won the game */
    uint8_t sure : 1;       /* 1 if the value is proven */
    uint8_t quick : 1;      /* 1 if the search was short: its visits teach nothing */
    uint8_t strayed : 1;    /* 1 if a random move came later: the result teaches nothing */
    float value;            /* of the search, the mover's chance */
    uint8_t cell[CELLS];    /* as in struct y */
    uint16_t visits[CELLS]; /* shares of 65535 */
};

static void *grabbed(void *memory) {
    if (memory != NULL) return memory;
    fprintf(stderr, "y_network: out of memory\n");
    exit(1);
}

static const struct th_state *general(const struct y *s) {
    return (const struct th_state *)(const void *)s;
}

/* ---- games ---- */

struct searcher {
    struct tree *tree;
    struct tree_worker *worker;
};

static struct searcher new_searcher(double network) {
    struct th_error e;
    const struct tree_settings settings = {.playouts = y_game.search->leaf_playouts,
                                           .exploration = y_game.search->exploration,
                                           .rave = network > 0 ? 300 : 2000,
                                           .proof = 0.02,
                                           .network = network,
                                           .prior = 1,
                                           .judge_visits = 1};
    struct tree *tree = grabbed(tree_new(&y_game, &settings, 64 << 20, &e));
    return (struct searcher){tree, grabbed(tree_worker_new(tree, &e))};
}

static void drop_searcher(struct searcher x) {
    tree_worker_drop(x.worker);
    tree_drop(x.tree);
}

static int random_cell(const struct y *s, struct th_rng *rng) {
    for (;;) {
        const int cell = (int)th_rng_below(rng, (uint32_t)y_cells(s->size));
        if (s->cell[cell] == Y_EMPTY) return cell;
    }
}

static int draw_size(struct th_rng *rng) {
    /* Larger boards have more to learn, and are what players play. */
    static const uint8_t sizes[] = {5, 6, 7, 8, 8, 9, 9, 9, 10, 10, 11, 11, 11, 12, 12, 13, 13, 13};
    return sizes[th_rng_below(rng, sizeof sizes)];
}

/* Fills in the sample from the root; returns the cell with the most visits, or that wins. */
static int read_root(const struct tree *t, const struct y *s, struct sample *out) {
    const struct tree_edge *edge;
    const int n = tree_root_edges(t, &edge);
    uint32_t most = 0, total = 0;
    int best = -1;
    *out = (struct sample){.size = s->size, .mover = s->mover};
    memcpy(out->cell, s->cell, (size_t)y_cells(s->size));
    for (int i = 0; i < n; i++) {
        total += edge[i].visits;
        const int winner = tree_proven_winner(t, &edge[i]);
        if (winner < 0 && edge[i].visits >= most) best = i, most = edge[i].visits;
        if (winner == s->mover) {
            out->value = 1;
            out->sure = 1;
            out->visits[edge[i].action] = 65535;
            return edge[i].action;
        }
    }
    for (int i = 0; i < n; i++)
        out->visits[edge[i].action] = (uint16_t)(65535.0 * edge[i].visits / total);
    if (best < 0) { /* every action loses */
        out->sure = 1;
        return edge[0].action;
    }
    if (most > 0) out->value = (float)(edge[best].sum / most);
    return edge[best].action;
}

/* A cell in proportion to its visits. */
static int draw_cell(const struct sample *x, struct th_rng *rng, int otherwise) {
    uint32_t total = 0;
    for (int i = 0; i < y_cells(x->size); i++) total += x->visits[i];
    if (total == 0) return otherwise;
    uint32_t left = th_rng_below(rng, total);
    for (int i = 0; i < y_cells(x->size); i++) {
        if (left < x->visits[i]) return i;
        left -= x->visits[i];
    }
    return otherwise;
}

/* Most searches are short, so that there are more games with less work (playout caps: Wu 2019). */
enum { SEARCHED_IN = 3, QUICKER = 6 };

/* Leaves of a search are not positions of good games: one move in so many is random. */
static const uint32_t straying_in[] = {UINT32_MAX, 30, 10};

/* One game; returns the number of positions. */
static int play_game(struct searcher x, struct th_rng *rng, int iterations,
                     struct sample out[CELLS]) {
    struct y s;
    y_start(&s, draw_size(rng), 0);
    const uint32_t drawn = th_rng_below(rng, (uint32_t)y_cells(s.size) / 3 + 1);
    for (uint32_t left = th_rng_below(rng, 7); left > 0; left--) y_place(&s, random_cell(&s, rng));
    const uint32_t straying = straying_in[th_rng_below(rng, 3)];
    int n = 0, strayed = -1;
    tree_begin(x.tree, general(&s));
    for (uint32_t ply = 0; !s.over; ply++) {
        const bool quick = th_rng_below(rng, SEARCHED_IN) != 0;
        tree_advance(x.tree, general(&s));
        for (int i = 0;
             i < (quick ? iterations / QUICKER : iterations) && tree_iterate(x.worker, rng, NULL);)
            i++;
        int cell = read_root(x.tree, &s, &out[n]);
        const bool lost = out[n].sure && out[n].value == 0;
        if (ply < drawn) cell = draw_cell(&out[n], rng, cell);
        if (th_rng_below(rng, straying) == 0) {
            cell = random_cell(&s, rng);
            strayed = n;
        }
        out[n].quick = quick && !out[n].sure;
        n++;
        if (lost) { /* the rest teaches nothing */
            s.over = 1;
            s.winner = s.mover ^ 1;
            break;
        }
        y_place(&s, cell);
    }
    for (int i = 0; i < n; i++) {
        out[i].won = out[i].mover == s.winner;
        out[i].strayed = i <= strayed;
    }
    return n;
}

/* Two stones, and how far from even the position looks. */
struct opening {
    uint8_t first, second;
    float uneven;
};

/* Whether no symmetry of the board gives a pair of cells that comes earlier. */
static bool comes_first(int size, int first, int second) {
    uint8_t to[CELLS];
    for (int symmetry = 1; symmetry < Y_SYMMETRIES; symmetry++) {
        y_turned_cells(size, symmetry, to);
        if (to[first] < first || (to[first] == first && to[second] < second)) return false;
    }
    return true;
}

static void place_opening(struct y *s, int size, const struct opening *o) {
    y_start(s, size, 0);
    y_place(s, o->first);
    y_place(s, o->second);
}

static int by_evenness(const void *a, const void *b) {
    const struct opening *x = a, *y = b;
    if (x->uneven != y->uneven) return x->uneven < y->uneven ? -1 : 1;
    const int at = x->first * CELLS + x->second, other = y->first * CELLS + y->second;
    return (at > other) - (at < other);
}

enum { LOOKED = 6000 }; /* iterations for each opening */

static int openings(int size, int count) {
    struct th_rng rng = th_rng_seeded(1);
    const struct searcher by = new_searcher(0.7);
    struct opening *opening = grabbed(calloc((size_t)CELLS * CELLS, sizeof *opening));
    int n = 0;
    for (int i = 0; i < y_cells(size); i++)
        for (int j = 0; j < y_cells(size); j++) {
            struct y s;
            struct sample x;
            if (i == j || !comes_first(size, i, j)) continue;
            opening[n] = (struct opening){.first = (uint8_t)i, .second = (uint8_t)j};
            place_opening(&s, size, &opening[n]);
            tree_begin(by.tree, general(&s));
            for (int k = 0; k < LOOKED && tree_iterate(by.worker, &rng, NULL);) k++;
            read_root(by.tree, &s, &x);
            opening[n++].uneven = fabsf(x.value - 0.5F);
        }
    qsort(opening, (size_t)n, sizeof *opening, by_evenness);
    for (int i = 0; i < n && i < count; i++) {
        struct y s;
        char text[1024];
        place_opening(&s, size, &opening[i]);
        puts(y_position_text(general(&s), text, sizeof text));
    }
    if (n > 0)
        fprintf(stderr, "the last of them: %.3f\n",
                (double)opening[(n < count ? n : count) - 1].uneven);
    free(opening);
    drop_searcher(by);
    return 0;
}

static int play(const char *path, int games, int iterations, uint64_t seed, double network) {
    struct th_rng rng = th_rng_seeded(seed);
    struct searcher by = new_searcher(network);
    struct sample *sample = grabbed(calloc(CELLS, sizeof *sample));
    FILE *file = fopen(path, "ab");
    bool ok = file != NULL;
    for (int i = 0; ok && i < games; i++) {
        const size_t n = (size_t)play_game(by, &rng, iterations, sample);
        ok = fwrite(sample, sizeof *sample, n, file) == n && fflush(file) == 0;
    }
    if (file != NULL) ok = fclose(file) == 0 && ok;
    drop_searcher(by);
    free(sample);
    if (!ok) fprintf(stderr, "y_network: %s cannot be written\n", path);
    return ok ? 0 : 1;
}

/* ---- samples as the network sees them ---- */

static void make_example(const struct sample *x, int symmetry, struct y_example *out) {
    struct y s;
    uint8_t to[CELLS];
    float total = 0;
    const int cells = y_cells(x->size);
    y_start(&s, x->size, 0);
    s.mover = x->mover;
    y_turned_cells(x->size, symmetry, to);
    for (int i = 0; i < cells; i++) s.cell[to[i]] = x->cell[i];
    y_rebuild(&s);
    y_network_inputs(&s, out->in);
    out->size = x->size;
    out->chance = x->sure || x->strayed ? x->value
                  : x->quick            ? (float)x->won
                                        : 0.5F * (x->value + (float)x->won);
    for (int i = 0; i < cells; i++) {
        out->empty[to[i]] = x->cell[i] == Y_EMPTY;
        out->policy[to[i]] = x->quick || (x->sure && x->value < 0.5F) ? 0 : (float)x->visits[i];
        total += out->policy[to[i]];
    }
    for (int i = 0; i < cells; i++)
        if (total > 0) out->policy[i] /= total;
}

/* ---- fitting ---- */

enum { HELD = 20, RUN = 2000, BATCH = 128, WORKERS = 2 };
#define RATE       0.003F
#define REFIT_RATE 0.001F

struct data {
    struct sample *sample;
    size_t n;
};

static bool is_held(size_t i) {
    return i / RUN % HELD == HELD - 1;
}

static void random_numbers(float to[], size_t n, float scale, struct th_rng *rng) {
    for (size_t i = 0; i < n; i++) to[i] = scale * ((float)th_rng_below(rng, 20001) / 10000 - 1);
}
#define RANDOM(field, scale)                                                                       \
    random_numbers((float *)(field), sizeof(field) / sizeof(float), scale, rng)

static void start(struct y_network *w, struct th_rng *rng) {
    memset(w, 0, sizeof *w);
    RANDOM(w->first, 0.3F);
    for (int b = 0; b < Y_NETWORK_BLOCKS; b++) {
        RANDOM(w->block[b].near, 0.4F);
        RANDOM(w->block[b].cell, 0.12F);
        RANDOM(w->block[b].board, 0.03F);
    }
    RANDOM(w->policy, 0.1F);
    RANDOM(w->hidden, 0.15F);
    RANDOM(w->value, 0.15F);
}

struct share {
    const struct data *data;
    const struct y_network *w;
    struct y_gradient *work;
    const uint32_t *order;
    size_t n;
    uint64_t seed;
    pthread_t thread;
    double policy_loss, value_loss; /* since they were printed */
    int policies, values;
};

static void *fit_share(void *argument) {
    struct share *s = argument;
    struct th_rng rng = th_rng_seeded(s->seed);
    y_gradient_begin(s->work, s->w);
    for (size_t i = 0; i < s->n; i++) {
        make_example(&s->data->sample[s->order[i]], (int)th_rng_below(&rng, Y_SYMMETRIES),
                     &s->work->example);
        y_gradient_add(s->work, s->w);
    }
    s->policy_loss += s->work->policy_loss, s->value_loss += s->work->value_loss;
    s->policies += s->work->policies, s->values += s->work->values;
    return NULL;
}

static void run_shares(struct share share[WORKERS]) {
    for (int i = 1; i < WORKERS; i++)
        if (pthread_create(&share[i].thread, NULL, fit_share, &share[i]) != 0) exit(1);
    fit_share(&share[0]);
    for (int i = 1; i < WORKERS; i++) pthread_join(share[i].thread, NULL);
}

static void adam_step(struct y_network *w, struct share share[WORKERS], float mean[],
                      float square[], int step, float rate) {
    float *x = (float *)w;
    const float one = 1 - powf(0.9F, (float)step), two = 1 - powf(0.999F, (float)step);
    for (int i = 0; i < Y_NETWORK_WEIGHTS; i++) {
        float g = 0;
        for (int k = 0; k < WORKERS; k++) g += ((const float *)&share[k].work->by)[i];
        g /= BATCH;
        mean[i] = 0.9F * mean[i] + 0.1F * g;
        square[i] = 0.999F * square[i] + 0.001F * g * g;
        x[i] -= rate * (mean[i] / one / (sqrtf(square[i] / two) + 1e-8F) + 0.01F * x[i]);
    }
}

/* Prints the mean losses since the last call. */
static void print_losses(const char *of, struct share share[WORKERS]) {
    double policy = 0, value = 0;
    int policies = 0, values = 0;
    for (int k = 0; k < WORKERS; k++) {
        struct share *s = &share[k];
        policy += s->policy_loss, value += s->value_loss;
        policies += s->policies, values += s->values;
        s->policy_loss = s->value_loss = 0;
        s->policies = s->values = 0;
    }
    fprintf(stderr, "  %s: policy %.4f, value %.4f", of, policy / policies, value / values);
}

/* Prints the losses of what is held out. */
static void judge_held(struct share share[WORKERS], const uint32_t *held, size_t n) {
    for (int k = 0; k < WORKERS; k++) {
        share[k].order = &held[(size_t)k * (n / WORKERS)];
        share[k].n = n / WORKERS;
        share[k].seed = 1;
    }
    run_shares(share);
    print_losses("held out", share);
    fprintf(stderr, "\n");
}

static void fit(const struct data *d, int epochs, float highest_rate, struct th_rng rng,
                struct y_network *w) {
    struct share share[WORKERS];
    float *moments = grabbed(calloc(2 * Y_NETWORK_WEIGHTS, sizeof *moments));
    uint32_t *order = grabbed(malloc(d->n * sizeof *order)), *held;
    size_t n = 0, m = d->n;
    for (size_t i = 0; i < d->n; i++)
        if (is_held(i))
            order[--m] = (uint32_t)i;
        else
            order[n++] = (uint32_t)i;
    held = &order[n];
    m = d->n - n;
    for (int k = 0; k < WORKERS; k++)
        share[k] =
            (struct share){.data = d, .w = w, .work = grabbed(calloc(1, sizeof *share[k].work))};
    fprintf(stderr, "at first");
    judge_held(share, held, m);
    const int steps = (int)(n / BATCH) * epochs;
    int step = 0;
    for (int epoch = 0; epoch < epochs; epoch++) {
        for (size_t i = n - 1; i > 0; i--) {
            const uint32_t k = th_rng_below(&rng, (uint32_t)i + 1), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        for (size_t i = 0; i + BATCH <= n; i += BATCH) {
            for (int k = 0; k < WORKERS; k++) {
                share[k].order = &order[i + (size_t)k * (BATCH / WORKERS)];
                share[k].n = BATCH / WORKERS;
                share[k].seed = th_rng_next(&rng);
            }
            run_shares(share);
            const float rate = highest_rate * (1 - (float)step / (float)steps);
            adam_step(w, share, moments, moments + Y_NETWORK_WEIGHTS, ++step, rate);
        }
        fprintf(stderr, "epoch %d", epoch + 1);
        print_losses("fitted", share);
        judge_held(share, held, m);
    }
    for (int k = 0; k < WORKERS; k++) free(share[k].work);
    free(order);
    free(moments);
}

static void print_network(const struct y_network *w) {
    const float *x = (const float *)w;
    printf("/* The weights of the network, fitted by build/bench/y_network, which wrote this file. "
           "*/\n"
           "#include \"network.h\"\n\n/* clang-format off */\n"
           "const float y_network_weights[sizeof(struct y_network) / sizeof(float)] = {");
    for (int i = 0; i < Y_NETWORK_WEIGHTS; i++)
        printf("%s%.5eF,", i % 50 == 0 ? "\n" : "", (double)x[i]);
    printf("\n};\n");
}

static void read_samples(struct data *d, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "y_network: %s cannot be read\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    const size_t more = (size_t)ftell(file) / sizeof *d->sample;
    rewind(file);
    d->sample = grabbed(realloc(d->sample, (d->n + more) * sizeof *d->sample));
    d->n += fread(&d->sample[d->n], sizeof *d->sample, more, file);
    fclose(file);
}

static int fit_files(bool again, int epochs, int files, char **path) {
    struct data d = {NULL, 0};
    struct th_rng rng = th_rng_seeded(1);
    struct y_network *w = grabbed(malloc(sizeof *w));
    for (int i = 0; i < files; i++) read_samples(&d, path[i]);
    if (d.n < (size_t)RUN * HELD || epochs < 1) {
        fprintf(stderr, "y_network: fit needs at least %d positions and one epoch\n", RUN * HELD);
        return 1;
    }
    fprintf(stderr, "%zu positions, %d weights\n", d.n, Y_NETWORK_WEIGHTS);
    if (again)
        *w = *y_network();
    else
        start(w, &rng);
    fit(&d, epochs, again ? REFIT_RATE : RATE, rng, w);
    print_network(w);
    free(w);
    free(d.sample);
    return 0;
}

/* ---- speed ---- */

/* A position with stones on a quarter of its cells. */
static void quarter_filled(struct y *s, int size, struct th_rng *rng) {
    y_start(s, size, 0);
    for (int left = y_cells(size) / 4; left > 0; left--) y_place(s, random_cell(s, rng));
}

static double evaluations_per_second(const struct y *s) {
    th_action legal[Y_ACTIONS];
    float prior[Y_ACTIONS];
    double payoff[2];
    const int n = y_game.legal(general(s), legal);
    int done = 0;
    const double from = clock_seconds();
    for (; clock_seconds() < from + 0.3; done++) y_judge(general(s), legal, n, prior, payoff);
    return done / (clock_seconds() - from);
}

/* In searches of so many iterations, from an empty tree. */
static double iterations_per_second(const struct y *s, int iterations, double network,
                                    struct th_rng *rng) {
    struct searcher by = new_searcher(network);
    int done = 0;
    const double from = clock_seconds();
    while (clock_seconds() < from + 0.3) {
        tree_begin(by.tree, general(s));
        for (int i = 0; i < iterations && tree_iterate(by.worker, rng, NULL); i++) done++;
    }
    const double seconds = clock_seconds() - from;
    drop_searcher(by);
    return done / seconds;
}

static int speed(void) {
    struct th_rng rng = th_rng_seeded(4);
    printf("size  evaluations/s  iterations/s  with the network\n");
    for (int size = 5; size <= LARGEST; size += 2) {
        struct y s;
        quarter_filled(&s, size, &rng);
        printf("%4d  %13.0f  %12.0f  %16.0f\n", size, evaluations_per_second(&s),
               iterations_per_second(&s, 10000, 0, &rng),
               iterations_per_second(&s, 10000, 0.7, &rng));
    }
    return 0;
}

int main(int argc, char **argv) {
    y_prepare();
    if (argc > 2 && strcmp(argv[1], "play") == 0)
        return play(argv[2], argc > 3 ? atoi(argv[3]) : 1000, argc > 4 ? atoi(argv[4]) : 5000,
                    argc > 5 ? strtoull(argv[5], NULL, 10) : 1, argc > 6 ? atof(argv[6]) : 0);
    if (argc > 3 && (strcmp(argv[1], "fit") == 0 || strcmp(argv[1], "refit") == 0))
        return fit_files(argv[1][0] == 'r', atoi(argv[2]), argc - 3, argv + 3);
    if (argc > 3 && strcmp(argv[1], "openings") == 0 && atoi(argv[2]) >= 5 &&
        atoi(argv[2]) <= LARGEST)
        return openings(atoi(argv[2]), atoi(argv[3]));
    if (argc == 4 && strcmp(argv[1], "onnx") == 0 && atoi(argv[2]) >= Y_SIZE_MIN &&
        atoi(argv[2]) <= LARGEST) {
        struct th_error e;
        if (y_network_write_onnx(y_network(), atoi(argv[2]), argv[3], &e)) return 0;
        fprintf(stderr, "y_network: %s\n", e.text);
        return 1;
    }
    if (argc == 2 && strcmp(argv[1], "speed") == 0) return speed();
    fprintf(stderr, "usage: y_network play FILE [GAMES [ITERATIONS [SEED [NETWORK]]]]\n"
                    "       y_network fit|refit EPOCHS FILE…\n"
                    "       y_network openings SIZE COUNT\n"
                    "       y_network onnx SIZE FILE\n       y_network speed\n");
    return 2;
}
