/* Batches through a network, for learning. Separate from network.c, so that the shared library and
 * programs that only play do not need OpenBLAS, which starts threads when it is loaded. */
#include "core/wide.h"
#include "network.h"
#include <assert.h>
#include <cblas.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int widest(const struct network_shape *shape) {
    int most = 0;
    for (int l = 0; l <= shape->layers; l++)
        if (shape->size[l] > most) most = shape->size[l];
    return most;
}

/* By default OpenBLAS uses all cores, which is slower for products this small. */
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
        if (l + 1 < s->layers) network_relu(to, (size_t)rows * (size_t)outs);
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
