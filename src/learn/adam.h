/* Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015): every parameter goes
 * down its mean gradient, divided by how large its gradients have been. The rate is given with
 * every update, so that whoever trains may let it fall. */
#ifndef LEARN_ADAM_H
#define LEARN_ADAM_H

#include "tahur/error.h"
#include <stddef.h>
#include <stdint.h>

struct adam_settings {
    float mean_decay;   /* beta 1 of the paper */
    float square_decay; /* beta 2 */
    float epsilon;
    float clip; /* gradients longer than this are shortened to it; 0: never */
};

struct adam {
    struct adam_settings settings;
    size_t count;
    double mean_left, square_left; /* decay^updates: the weight the zeros at the start still have */
    float *mean, *square;          /* (count) each: of the gradients, and of their squares */
};

struct adam_settings adam_defaults(void);
bool adam_make(struct adam *a, const struct adam_settings *settings, size_t count,
               struct th_error *e);
void adam_drop(struct adam *a);

/* One step: parameters (count), gradients (count). Allocates nothing. */
void adam_update(struct adam *a, float rate, float parameters[], const float gradients[]);

/* The length of a gradient. */
float adam_length(const float gradients[], size_t count);

#endif
