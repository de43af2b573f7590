/* Networks: shapes, parameters, one sample; the optimiser Adam. */
#include "network.h"

#include "core/wide.h"
#include <math.h>
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
 * 2 / inputs, which keeps the variance of signals constant. The weights of the last layer are
 * smaller, so that values are small before learning. Biases are 0. */
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

/* weights (ins, stride), of which `outs` columns count; in (ins), out (outs). By rows: the inner
 * loops have unit stride and no sum is reordered. Inputs that are 0 after ReLU are skipped; they
 * are listed first, without a branch that would be mispredicted half of the time. Four rows at a
 * time, so that a sum is read and written once for four products. */
WIDE static void layer_answer(const float *restrict weights, size_t stride,
                              const float *restrict biases, const float *restrict in, int ins,
                              float *restrict out, int outs) {
    uint16_t used[NETWORK_WIDTH_MAX + 1];
    int n = 0, k = 0;
    for (int i = 0; i < ins; i++) {
        used[n] = (uint16_t)i;
        n += in[i] != 0;
    }
    for (int o = 0; o < outs; o++) out[o] = biases[o];
    for (; k + 4 <= n; k += 4) {
        const int i0 = used[k], i1 = used[k + 1], i2 = used[k + 2], i3 = used[k + 3];
        const float x0 = in[i0], x1 = in[i1], x2 = in[i2], x3 = in[i3];
        const float *restrict row0 = weights + (size_t)i0 * stride;
        const float *restrict row1 = weights + (size_t)i1 * stride;
        const float *restrict row2 = weights + (size_t)i2 * stride;
        const float *restrict row3 = weights + (size_t)i3 * stride;
        for (int o = 0; o < outs; o++)
            out[o] = out[o] + x0 * row0[o] + x1 * row1[o] + x2 * row2[o] + x3 * row3[o];
    }
    for (; k < n; k++) {
        const float x = in[used[k]];
        const float *restrict row = weights + (size_t)used[k] * stride;
        for (int o = 0; o < outs; o++) out[o] += x * row[o];
    }
}

WIDE void network_relu(float *x, size_t count) {
    for (size_t i = 0; i < count; i++) x[i] = x[i] > 0 ? x[i] : 0;
}

void network_answer_from(const struct network *n, const float in[], int first, float out[]) {
    const struct network_shape *s = &n->shape;
    float room[2][NETWORK_WIDTH_MAX];
    const float *from = in;
    for (int l = 0; l < s->layers; l++) {
        const bool last = l + 1 == s->layers;
        const int outs = s->size[l + 1], skipped = last ? first : 0;
        float *to = last ? out : room[l % 2];
        layer_answer(n->parameters + network_weights_at(s, l) + skipped, (size_t)outs,
                     n->parameters + network_biases_at(s, l) + skipped, from, s->size[l], to,
                     outs - skipped);
        if (!last) network_relu(to, (size_t)outs);
        from = to;
    }
}

void network_answer(const struct network *n, const float in[], float out[]) {
    network_answer_from(n, in, 0, out);
}

/* ---- optimiser (Adam) ---- */

struct adam_settings adam_defaults(void) {
    return (struct adam_settings){
        .mean_decay = 0.9F, .square_decay = 0.999F, .epsilon = 1e-8F, .clip = 0};
}

bool adam_make(struct adam *a, const struct adam_settings *settings, size_t count,
               struct th_error *e) {
    *a = (struct adam){.settings = *settings, .count = count, .mean_left = 1, .square_left = 1};
    a->mean = calloc(count, sizeof *a->mean);
    a->square = calloc(count, sizeof *a->square);
    if (a->mean != NULL && a->square != NULL) return true;
    adam_drop(a);
    return th_fail(e, "there is no memory for the optimiser");
}

void adam_drop(struct adam *a) {
    free(a->mean);
    free(a->square);
    a->mean = a->square = NULL;
}

/* In lanes, so that the compiler can use vectors without changing the order of any sum. */
WIDE float adam_length(const float gradients[], size_t count) {
    enum { LANES = 16 };
    float lane[LANES] = {0};
    double sum = 0;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < LANES; k++) lane[k] += gradients[i + k] * gradients[i + k];
    for (; i < count; i++) sum += (double)gradients[i] * (double)gradients[i];
    for (size_t k = 0; k < LANES; k++) sum += (double)lane[k];
    return (float)sqrt(sum);
}

/* The factors of one step, the same for all parameters. */
struct step {
    float scale; /* of the gradients, by clipping */
    float mean_decay, square_decay;
    float rate;   /* with the correction of the mean */
    float square; /* correction of the root of the square */
    float epsilon;
};

WIDE static void update(const struct step *restrict s, size_t count, float *restrict parameters,
                        const float *restrict gradients, float *restrict mean,
                        float *restrict square) {
    const struct step f = *s;
    for (size_t i = 0; i < count; i++) {
        const float g = gradients[i] * f.scale;
        mean[i] = f.mean_decay * mean[i] + (1 - f.mean_decay) * g;
        square[i] = f.square_decay * square[i] + (1 - f.square_decay) * (g * g);
        parameters[i] -= f.rate * mean[i] / (sqrtf(square[i]) * f.square + f.epsilon);
    }
}

void adam_update(struct adam *a, float rate, float parameters[], const float gradients[]) {
    const struct adam_settings *s = &a->settings;
    a->mean_left *= (double)s->mean_decay;
    a->square_left *= (double)s->square_decay;
    float scale = 1;
    if (s->clip > 0) {
        const float length = adam_length(gradients, a->count);
        if (length > s->clip) scale = s->clip / length;
    }
    const struct step step = {
        .scale = scale,
        .mean_decay = s->mean_decay,
        .square_decay = s->square_decay,
        .rate = (float)((double)rate / (1 - a->mean_left)),
        .square = (float)(1 / sqrt(1 - a->square_left)),
        .epsilon = s->epsilon,
    };
    update(&step, a->count, parameters, gradients, a->mean, a->square);
}
