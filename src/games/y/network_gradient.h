/* Gradients of the network of Y, for fitting it (bench/y_network.c). */
#ifndef Y_NETWORK_GRADIENT_H
#define Y_NETWORK_GRADIENT_H

#include "network.h"

enum { Y_SYMMETRIES = 6, Y_NETWORK_WEIGHTS = sizeof(struct y_network) / sizeof(float) };

/* Where each cell of a board goes by a symmetry, 0 being the identity. */
void y_turned_cells(int size, int symmetry, uint8_t to[]);

/* A position with what the network should answer. */
struct y_example {
    int size;
    bool empty[Y_CELLS_MAX];
    float in[Y_CELLS_MAX][Y_NETWORK_INPUTS];
    float policy[Y_CELLS_MAX]; /* shares of the empty cells; all 0: nothing to learn */
    float chance;              /* of the mover */
};

/* Memory for gradients, and the sums over the examples so far. */
struct y_gradient {
    struct y_network by; /* of the loss, by each weight */
    double policy_loss, value_loss;
    int policies, values; /* examples that had each */

    struct y_example example; /* filled in by the caller */
    y_units layer[Y_NETWORK_LAYERS], back[2];
    struct y_network_output out;
    struct y_network turned; /* weights from unit to unit, exchanged */
};

/* Before the first example, and after every change of the weights: the sums are 0 again. */
void y_gradient_begin(struct y_gradient *g, const struct y_network *w);
/* Evaluates g->example, and adds its losses (cross-entropies) and their gradient. */
void y_gradient_add(struct y_gradient *g, const struct y_network *w);

#endif
