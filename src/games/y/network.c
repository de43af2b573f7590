#include "network.h"

#include "core/exact_math.h"
#include <pthread.h>
#include <string.h>

enum { IN = Y_NETWORK_INPUTS, UNITS = Y_NETWORK_UNITS, NEAR = Y_NETWORK_NEAR };

/* ---- neighbours ---- */

static struct y_near nears[Y_SIZE_MAX + 1];

static void make_nears(void) {
    static const int8_t steps[NEAR][2] = {{0, 0}, {0, -1}, {-1, -1}, {-1, 0},
                                          {0, 1}, {1, 1},  {1, 0}};
    for (int size = 1; size <= Y_SIZE_MAX; size++)
        for (int r = 0; r < size; r++)
            for (int c = 0; c <= r; c++)
                for (int k = 0; k < NEAR; k++) {
                    const int row = r + steps[k][0], column = c + steps[k][1];
                    const bool there = row >= 0 && row < size && column >= 0 && column <= row;
                    nears[size].of[y_index(r, c)][k] =
                        (uint8_t)(there ? y_index(row, column) : y_cells(size));
                }
}

const struct y_near *y_network_near(int size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_nears);
    return &nears[size];
}

/* ---- inputs ---- */

enum {
    OWN,
    OTHER,
    SIDE,                   /* three: the cell lies on this side */
    OWN_TOUCHES = SIDE + 3, /* three: the stone's chain touches this side */
    OTHER_TOUCHES = OWN_TOUCHES + 3,
    SLOPE = OTHER_TOUCHES + 3, /* how much the cell changes the value of the Y-reduction */
    REDUCED,                   /* this value */
    SIZE,                      /* 8 / size */
};
_Static_assert(SIZE + 1 == IN, "every input is named");

enum { LEVELS = Y_SIZE_MAX * (Y_SIZE_MAX + 1) * (Y_SIZE_MAX + 2) / 6 };

/* The Y-reduction of evaluate.c, with its derivative by each cell. Returns the value. */
static float reduce(const float board[], int size, float slope[]) {
    float value[LEVELS], by[LEVELS];
    int at = 0;
    memcpy(value, board, (size_t)y_cells(size) * sizeof *value);
    for (int n = size; n > 1; n--) {
        const float *from = value + at;
        float *to = value + at + y_cells(n);
        for (int r = 0, i = 0; r < n - 1; r++)
            for (const int end = i + r + 1; i < end; i++) {
                const float a = from[i], b = from[i + r + 1], c = from[i + r + 2];
                to[i] = 0.5F * ((a + b + c) - a * b * c);
            }
        at += y_cells(n);
    }
    const float result = value[at];
    by[at] = 1;
    for (int n = 2; n <= size; n++) {
        const float *above = by + at;
        at -= y_cells(n);
        const float *from = value + at;
        float *to = by + at;
        memset(to, 0, (size_t)y_cells(n) * sizeof *to);
        for (int r = 0, i = 0; r < n - 1; r++)
            for (const int end = i + r + 1; i < end; i++) {
                const float a = from[i], b = from[i + r + 1], c = from[i + r + 2];
                const float half = 0.5F * above[i];
                to[i] += half * (1 - b * c);
                to[i + r + 1] += half * (1 - a * c);
                to[i + r + 2] += half * (1 - a * b);
            }
    }
    memcpy(slope, by, (size_t)y_cells(size) * sizeof *slope);
    return result;
}

static int chain_sides(const struct y *s, int cell) {
    while (s->parent[cell] != cell) cell = s->parent[cell];
    return s->sides[cell];
}

void y_network_inputs(const struct y *s, float in[][Y_NETWORK_INPUTS]) {
    const struct y_shape *shape = y_shape(s->size);
    float board[Y_CELLS_MAX], slope[Y_CELLS_MAX];
    memset(in, 0, (size_t)shape->cells * sizeof *in);
    for (int i = 0; i < shape->cells; i++)
        board[i] = s->cell[i] == Y_EMPTY ? 0.0F : s->cell[i] == s->mover ? 1.0F : -1.0F;
    const float reduced = reduce(board, s->size, slope);
    for (int i = 0; i < shape->cells; i++) {
        float *x = in[i];
        for (int k = 0; k < 3; k++) x[SIDE + k] = (float)(shape->sides[i] >> k & 1);
        x[SLOPE] = slope[i] * (float)s->size;
        x[REDUCED] = reduced;
        x[SIZE] = 8.0F / (float)s->size;
        if (s->cell[i] == Y_EMPTY) continue;
        const int sides = chain_sides(s, i), own = s->cell[i] == s->mover;
        x[own ? OWN : OTHER] = 1;
        for (int k = 0; k < 3; k++)
            x[(own ? OWN_TOUCHES : OTHER_TOUCHES) + k] = (float)(sides >> k & 1);
    }
}

/* ---- layers ---- */

/* The layers are compiled for vectors of each width. A vector that is wider than the processor's is
 * slow with some compilers, so the width is chosen when the program runs. */
typedef void layer_first(const struct y_network *w, int size, const float in[][IN], y_units out);
typedef void layer_block(const struct y_network_block *b, int size, const y_units x, y_units out);
typedef void layer_means(const y_units x, int cells, float mean[UNITS]);

struct layers {
    layer_first *first;
    layer_block *block;
    layer_means *means;
};

#define LANES    4
#define TOGETHER 1
#define TARGET
#define NAME(name) name##_4
#include "network_layers.h"

#if defined(__x86_64__)
#define LANES      8
#define TOGETHER   2
#define TARGET     __attribute__((target("avx2")))
#define NAME(name) name##_8
#include "network_layers.h"

#define LANES      16
#define TOGETHER   4
#define TARGET     __attribute__((target("avx512f")))
#define NAME(name) name##_16
#include "network_layers.h"
#endif

static const struct layers layers_of_width[] = {
    {first_layer_4, one_block_4, means_4},
#if defined(__x86_64__)
    {first_layer_8, one_block_8, means_8},
    {first_layer_16, one_block_16, means_16},
#endif
};

int y_network_widths(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return 3;
    if (__builtin_cpu_supports("avx2")) return 2;
#endif
    return 1;
}

/* The sum of 32 products, halved again and again: the same order for vectors of any width. */
static float dot(const float x[UNITS], const float y[UNITS]) {
    float sum[UNITS];
    for (int j = 0; j < UNITS; j++) sum[j] = x[j] * y[j];
    for (int half = UNITS / 2; half > 0; half /= 2)
        for (int j = 0; j < half; j++) sum[j] += sum[j + half];
    return sum[0];
}

static void heads(const struct layers *by, const struct y_network *w, int cells, const y_units x,
                  struct y_network_output *out) {
    by->means(x, cells, out->mean);
    memset(out->most, 0, sizeof out->most); /* units are not negative */
    for (int i = 0; i < cells; i++) {
        for (int j = 0; j < UNITS; j++)
            out->most[j] = x[i][j] > out->most[j] ? x[i][j] : out->most[j];
        out->cell[i] = w->policy_bias + dot(x[i], w->policy);
    }
    memcpy(out->hidden, w->hidden_bias, sizeof out->hidden);
    for (int j = 0; j < UNITS; j++)
        for (int h = 0; h < Y_NETWORK_HIDDEN; h++)
            out->hidden[h] +=
                out->mean[j] * w->hidden[j][h] + out->most[j] * w->hidden[UNITS + j][h];
    out->value = w->value_bias;
    for (int h = 0; h < Y_NETWORK_HIDDEN; h++) {
        if (!(out->hidden[h] > 0)) out->hidden[h] = 0;
        out->value += out->hidden[h] * w->value[h];
    }
}

void y_network_forward_by(int width, const struct y_network *w, int size, const float in[][IN],
                          y_units *layer[Y_NETWORK_LAYERS], struct y_network_output *out) {
    const struct layers *by = &layers_of_width[width];
    by->first(w, size, in, *layer[0]);
    for (int i = 0; i < Y_NETWORK_BLOCKS; i++)
        by->block(&w->block[i], size, (const float(*)[UNITS]) * layer[i], *layer[i + 1]);
    heads(by, w, y_cells(size), (const float(*)[UNITS]) * layer[Y_NETWORK_BLOCKS], out);
}

void y_network_forward(const struct y_network *w, int size, const float in[][IN],
                       y_units *layer[Y_NETWORK_LAYERS], struct y_network_output *out) {
    y_network_forward_by(y_network_widths() - 1, w, size, in, layer, out);
}

/* ---- for search ---- */

_Static_assert(sizeof(struct y_network) == sizeof y_network_weights, "floats only");

const struct y_network *y_network(void) {
    return (const struct y_network *)(const void *)y_network_weights;
}

bool y_judge(const struct th_state *state, const th_action legal[], int n, float prior[],
             double payoff[]) {
    const struct y *s = (const struct y *)(const void *)state;
    /* What a stone is worth that may be swapped, the network was not taught. */
    if (s->pie && !s->swapped && s->stones < 2) return false;
    float in[Y_CELLS_MAX][IN];
    y_units even, odd;
    y_units *layer[Y_NETWORK_LAYERS];
    struct y_network_output out;
    for (int i = 0; i < Y_NETWORK_LAYERS; i++) layer[i] = i % 2 == 0 ? &even : &odd;
    y_network_inputs(s, in);
    y_network_forward(y_network(), s->size, (const float(*)[IN])in, layer, &out);
    float most = out.cell[legal[0]];
    double sum = 0;
    for (int i = 1; i < n; i++)
        if (out.cell[legal[i]] > most) most = out.cell[legal[i]];
    for (int i = 0; i < n; i++) {
        prior[i] = (float)exact_exp((double)(out.cell[legal[i]] - most));
        sum += (double)prior[i];
    }
    for (int i = 0; i < n; i++) prior[i] = (float)((double)prior[i] / sum);
    payoff[s->mover] = 1 / (1 + exact_exp(-(double)out.value));
    payoff[s->mover ^ 1] = 1 - payoff[s->mover];
    return true;
}
