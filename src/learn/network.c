#include "network.h"

#include "core/wide.h"
#include <cblas.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- shapes and parameters ---- */

bool network_shape_check(const struct network_shape *shape, struct th_error *e) {
    if (shape->layers < 1 || shape->layers > NETWORK_LAYERS_MAX)
        return th_fail(e, "a network of %d layers; there can be 1 to %d", shape->layers,
                       NETWORK_LAYERS_MAX);
    for (int l = 0; l <= shape->layers; l++)
        if (shape->size[l] < 1 || shape->size[l] > NETWORK_WIDTH_MAX)
            return th_fail(e, "a network layer of %d units; there can be 1 to %d", shape->size[l],
                           NETWORK_WIDTH_MAX);
    return true;
}

size_t network_weights_at(const struct network_shape *shape, int layer) {
    size_t at = 0;
    for (int l = 0; l < layer; l++) at += ((size_t)shape->size[l] + 1) * (size_t)shape->size[l + 1];
    return at;
}

size_t network_biases_at(const struct network_shape *shape, int layer) {
    return network_weights_at(shape, layer) +
           (size_t)shape->size[layer] * (size_t)shape->size[layer + 1];
}

size_t network_count(const struct network_shape *shape) {
    return network_weights_at(shape, shape->layers);
}

bool network_same_shape(const struct network_shape *a, const struct network_shape *b) {
    if (a->layers != b->layers) return false;
    for (int l = 0; l <= a->layers; l++)
        if (a->size[l] != b->size[l]) return false;
    return true;
}

static int widest(const struct network_shape *shape) {
    int most = 0;
    for (int l = 0; l <= shape->layers; l++)
        if (shape->size[l] > most) most = shape->size[l];
    return most;
}

bool network_make(struct network *n, const struct network_shape *shape, struct th_error *e) {
    *n = (struct network){.shape = *shape};
    if (!network_shape_check(shape, e)) return false;
    n->count = network_count(shape);
    n->parameters = calloc(n->count, sizeof *n->parameters);
    return n->parameters != NULL || th_fail(e, "there is no memory for the network");
}

void network_drop(struct network *n) {
    free(n->parameters);
    n->parameters = NULL;
}

/* Uniform in -1..1. */
static float uniform(struct th_rng *rng) {
    return (float)(th_rng_next(rng) >> 40) * 0x1p-23F - 1;
}

/* He et al., "Delving deep into rectifiers", 2015: the variance of weights before a ReLU is
 * 2 / inputs, so that signals neither grow nor fade. The last layer begins small, so that what is
 * learned weighs more than what is made up. Biases are 0. */
void network_begin(struct network *n, struct th_rng *rng) {
    const struct network_shape *s = &n->shape;
    for (int l = 0; l < s->layers; l++) {
        const float range = sqrtf((l + 1 < s->layers ? 6.0F : 1.0F) / (float)s->size[l]);
        const size_t biases = network_biases_at(s, l), end = network_weights_at(s, l + 1);
        for (size_t i = network_weights_at(s, l); i < biases; i++)
            n->parameters[i] = range * uniform(rng);
        for (size_t i = biases; i < end; i++) n->parameters[i] = 0;
    }
}

void network_copy(struct network *to, const struct network *from) {
    memcpy(to->parameters, from->parameters, from->count * sizeof *from->parameters);
}

/* ---- one sample ---- */

/* weights (ins, outs), in (ins), out (outs). By rows, so that the inner loop goes through
 * neighbours and no sum is reordered; what ReLU has cut off is skipped. */
WIDE static void layer_answer(const float *restrict weights, const float *restrict biases,
                              const float *restrict in, int ins, float *restrict out, int outs) {
    for (int o = 0; o < outs; o++) out[o] = biases[o];
    for (int i = 0; i < ins; i++) {
        const float *restrict row = weights + (size_t)i * (size_t)outs;
        const float x = in[i];
        if (x == 0) continue;
        for (int o = 0; o < outs; o++) out[o] += x * row[o];
    }
}

WIDE static void relu(float *x, size_t count) {
    for (size_t i = 0; i < count; i++) x[i] = x[i] > 0 ? x[i] : 0;
}

void network_answer(const struct network *n, const float in[], float out[]) {
    const struct network_shape *s = &n->shape;
    float room[2][NETWORK_WIDTH_MAX];
    const float *from = in;
    for (int l = 0; l < s->layers; l++) {
        float *to = l + 1 < s->layers ? room[l % 2] : out;
        layer_answer(n->parameters + network_weights_at(s, l),
                     n->parameters + network_biases_at(s, l), from, s->size[l], to, s->size[l + 1]);
        if (l + 1 < s->layers) relu(to, (size_t)s->size[l + 1]);
        from = to;
    }
}

/* ---- batches ---- */

/* OpenBLAS would use all processors for products this small, and lose by it. */
static void one_blas_thread(void) {
    openblas_set_num_threads(1);
}

bool network_pass_make(struct network_pass *p, const struct network_shape *shape, int rows,
                       struct th_error *e) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, one_blas_thread);
    *p = (struct network_pass){.shape = *shape, .rows = rows};
    if (!network_shape_check(shape, e)) return false;
    size_t columns = 2 * (size_t)widest(shape);
    for (int l = 1; l <= shape->layers; l++) columns += (size_t)shape->size[l];
    p->memory = calloc(columns * (size_t)rows, sizeof *p->memory);
    if (p->memory == NULL) return th_fail(e, "there is no memory for a batch of %d", rows);
    float *at = p->memory;
    for (int l = 1; l <= shape->layers; l++) {
        p->activation[l] = at;
        at += (size_t)rows * (size_t)shape->size[l];
    }
    p->slope[0] = at;
    p->slope[1] = at + (size_t)rows * (size_t)widest(shape);
    return true;
}

void network_pass_drop(struct network_pass *p) {
    free(p->memory);
    p->memory = NULL;
}

const float *network_forward(const struct network *n, struct network_pass *p, const float in[],
                             int rows) {
    const struct network_shape *s = &n->shape;
    assert(rows <= p->rows && network_same_shape(s, &p->shape));
    p->input = in;
    for (int l = 0; l < s->layers; l++) {
        const int ins = s->size[l], outs = s->size[l + 1];
        const float *from = l == 0 ? in : p->activation[l]; /* (rows, ins) */
        float *to = p->activation[l + 1];                   /* (rows, outs) */
        const float *biases = n->parameters + network_biases_at(s, l);
        for (int r = 0; r < rows; r++)
            memcpy(to + (size_t)r * (size_t)outs, biases, (size_t)outs * sizeof *to);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, outs, ins, 1, from, ins,
                    n->parameters + network_weights_at(s, l), outs, 1, to, outs);
        if (l + 1 < s->layers) relu(to, (size_t)rows * (size_t)outs);
    }
    return p->activation[s->layers];
}

/* x (rows, columns), sums (columns). */
WIDE static void column_sums(const float *restrict x, int rows, int columns, float *restrict sums) {
    memset(sums, 0, (size_t)columns * sizeof *sums);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) sums[c] += x[(size_t)r * (size_t)columns + (size_t)c];
}

/* Where ReLU has cut off an activation, nothing goes back. */
WIDE static void relu_back(const float *restrict activation, float *restrict slope, size_t count) {
    for (size_t i = 0; i < count; i++) slope[i] = activation[i] > 0 ? slope[i] : 0;
}

void network_backward(const struct network *n, struct network_pass *p, const float slope[],
                      int rows, float gradients[]) {
    const struct network_shape *s = &n->shape;
    for (int l = s->layers - 1; l >= 0; l--) {
        const int ins = s->size[l], outs = s->size[l + 1];
        const float *from = l == 0 ? p->input : p->activation[l]; /* (rows, ins) */
        float *by_weight = gradients + network_weights_at(s, l);  /* (ins, outs) */
        cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, ins, outs, rows, 1, from, ins, slope,
                    outs, 0, by_weight, outs);
        column_sums(slope, rows, outs, gradients + network_biases_at(s, l));
        if (l == 0) return;
        float *before = p->slope[l % 2]; /* (rows, ins): slope by what went into the layer */
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, ins, outs, 1, slope, outs,
                    n->parameters + network_weights_at(s, l), outs, 0, before, ins);
        relu_back(from, before, (size_t)rows * (size_t)ins);
        slope = before;
    }
}
