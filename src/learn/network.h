/* Fully connected networks and their optimiser: ReLU in the hidden layers, a linear last layer.
 *
 * Layer l takes size[l] numbers to size[l + 1]. All parameters are one block, layer by layer:
 *     weights (size[l], size[l + 1])   row by row: a row is what one input gives to every output
 *     biases  (size[l + 1])
 * and gradients are a block of the same layout. Batches are matrix products (OpenBLAS, on one
 * thread; network_batch.c); a single sample is a loop, which is faster in that case. Nothing is
 * allocated after network_make and network_pass_make. Threads may use different passes at once. */
#ifndef LEARN_NETWORK_H
#define LEARN_NETWORK_H

#include "tahur/error.h"
#include "tahur/rng.h"
#include <stddef.h>
#include <stdint.h>

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

/* Whether the shape is within the limits; if not, returns false and sets *e. */
bool network_shape_check(const struct network_shape *shape, struct th_error *e);
size_t network_count(const struct network_shape *shape);
bool network_same_shape(const struct network_shape *a, const struct network_shape *b);
/* The offset of the weights of a layer in a block; its biases follow them. */
size_t network_weights_at(const struct network_shape *shape, int layer);
size_t network_biases_at(const struct network_shape *shape, int layer);

/* All parameters 0. */
bool network_make(struct network *n, const struct network_shape *shape, struct th_error *e);
void network_drop(struct network *n);
/* Initializes the parameters at random. */
void network_begin(struct network *n, struct th_rng *rng);
void network_copy(struct network *to, const struct network *from); /* of the same shape */

/* One sample: in (size[0]), out (size[layers]). */
void network_answer(const struct network *n, const float in[], float out[]);
/* Only the outputs from `first` on: out (size[layers] - first). They are the same bits. */
void network_answer_from(const struct network *n, const float in[], int first, float out[]);

/* Sets negative numbers to 0. */
void network_relu(float *x, size_t count);

/* Buffers for a batch, forward and backward, through networks of this shape. */
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

/* in (rows, size[0]), which must stay unchanged until after network_backward. The result
 * (rows, size[layers]) belongs to the pass, and is valid until its next use. */
const float *network_forward(const struct network *n, struct network_pass *p, const float in[],
                             int rows);
/* After network_forward, for the first `rows` of its samples: from the derivatives of the loss by
 * the outputs, `slope` (rows, size[layers]), computes those by the parameters, `gradients` (count),
 * summed over the rows. */
void network_backward(const struct network *n, struct network_pass *p, const float slope[],
                      int rows, float gradients[]);

/* ---- optimiser ---- */

/* Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015). The learning rate is an
 * argument of every update, so that the caller can decrease it. */

struct adam_settings {
    float mean_decay;   /* beta 1 of the paper */
    float square_decay; /* beta 2 */
    float epsilon;
    float clip; /* the largest norm of a gradient; longer ones are scaled down; 0: no limit */
};

struct adam {
    struct adam_settings settings;
    size_t count;
    double mean_left, square_left; /* decay^updates, for bias correction */
    float *mean, *square;          /* (count) each: moving averages of gradients and squares */
};

struct adam_settings adam_defaults(void);
bool adam_make(struct adam *a, const struct adam_settings *settings, size_t count,
               struct th_error *e);
void adam_drop(struct adam *a);

/* One step: parameters (count), gradients (count). Does not allocate. */
void adam_update(struct adam *a, float rate, float parameters[], const float gradients[]);

/* The norm of a gradient. */
float adam_length(const float gradients[], size_t count);

#endif
