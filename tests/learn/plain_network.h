/* The network slow and obvious: three loops a product, as in a textbook. The judge of
 * src/learn/network.c, and what bench/network_speed.c measures it against. */
#ifndef TESTS_PLAIN_NETWORK_H
#define TESTS_PLAIN_NETWORK_H

#include "learn/network.h"

/* Forward: fills activation[l], (rows, size[l]) for each l ≥ 1; activation[0] is the input. */
void plain_forward(const struct network *n, float *const activation[], int rows);
/* Back: from slope[layers], (rows, size[layers]), fills slope[l], l ≥ 1, and gradients (count). */
void plain_backward(const struct network *n, float *const activation[], float *const slope[],
                    int rows, float gradients[]);

/* Rooms of (rows, size[l]) for each l, in one block to be dropped with free. */
float *plain_rooms(const struct network_shape *shape, int rows, float *room[]);

#endif
