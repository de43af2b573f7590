/* A fully connected network of any sizes: ReLU in the hidden layers, the last layer as it is.
 *
 * Layer l takes size[l] numbers to size[l + 1]. All parameters are one block, layer by layer:
 *     weights (size[l], size[l + 1])   row by row: a row is what one input gives to every output
 *     biases  (size[l + 1])
 * and gradients are a block of the same layout. Batches are products of matrices (OpenBLAS, on one
 * thread); a single sample is a loop of its own, which is faster there. Nothing is allocated after
 * the making, and different threads may work on different passes at once. */
#ifndef LEARN_NETWORK_H
#define LEARN_NETWORK_H

#include "tahur/error.h"
#include "tahur/rng.h"
#include <stddef.h>

#define NETWORK_LAYERS_MAX 8
#define NETWORK_WIDTH_MAX  4096

struct network_shape {
    int layers;                       /* of weights, 1 at least: one more than hidden layers */
    int size[NETWORK_LAYERS_MAX + 1]; /* inputs, hidden layers, outputs */
};

struct network {
    struct network_shape shape;
    size_t count;      /* of parameters */
    float *parameters; /* (count) */
};

/* Whether there can be such a network; if not, the reason. */
bool network_shape_check(const struct network_shape *shape, struct th_error *e);
size_t network_count(const struct network_shape *shape);
bool network_same_shape(const struct network_shape *a, const struct network_shape *b);
/* Where the weights of a layer begin in a block; its biases follow them. */
size_t network_weights_at(const struct network_shape *shape, int layer);
size_t network_biases_at(const struct network_shape *shape, int layer);

/* All parameters 0. */
bool network_make(struct network *n, const struct network_shape *shape, struct th_error *e);
void network_drop(struct network *n);
/* The parameters to begin learning with, from the generator alone. */
void network_begin(struct network *n, struct th_rng *rng);
void network_copy(struct network *to, const struct network *from); /* of the same shape */

/* One sample: in (size[0]), out (size[layers]). */
void network_answer(const struct network *n, const float in[], float out[]);

/* What is below 0 becomes 0. */
void network_relu(float *x, size_t count);

/* Room for a batch going through a network of this shape, forward and back. */
struct network_pass {
    struct network_shape shape;
    int rows; /* at most */
    float *memory;
    const float *input;                        /* (rows, size[0]): the caller's */
    float *activation[NETWORK_LAYERS_MAX + 1]; /* l ≥ 1: (rows, size[l]), after ReLU */
    float *slope[2];                           /* (rows, widest layer) */
};

bool network_pass_make(struct network_pass *p, const struct network_shape *shape, int rows,
                       struct th_error *e);
void network_pass_drop(struct network_pass *p);

/* in (rows, size[0]), which must stay as it is until after network_backward. The result
 * (rows, size[layers]) is in the pass, until the next one. */
const float *network_forward(const struct network *n, struct network_pass *p, const float in[],
                             int rows);
/* After network_forward, for the first `rows` of its samples: from the slope of the loss by every
 * output, (rows, size[layers]), to its slope by every parameter, (count), summed over the rows. */
void network_backward(const struct network *n, struct network_pass *p, const float slope[],
                      int rows, float gradients[]);

#endif
