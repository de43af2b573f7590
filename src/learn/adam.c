#include "adam.h"

#include "core/wide.h"
#include <math.h>
#include <stdlib.h>

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

/* In lanes, so that the compiler may use its vectors without changing the order of any sum. */
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
