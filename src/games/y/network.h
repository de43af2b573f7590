/* The network of Y: for a position, how good each cell looks and the chance of the mover. It is a
 * convolution on the hexagonal board, so one network serves boards of every size.
 *
 * Inputs are Y_NETWORK_INPUTS numbers a cell, seen by the mover. The first layer makes of a cell
 * and its neighbours Y_NETWORK_UNITS units. A block adds to each unit of a cell a mixture of the
 * cell and its neighbours (each unit by itself, then all units of the cell together) and of the
 * mean of the board. The output for a cell is a weighted sum of its units; the chance comes from
 * the mean and the maximum of each unit on the board by one hidden layer.
 *
 * Sums have a fixed order and products are not fused: the same bits on every machine. */
#ifndef Y_NETWORK_H
#define Y_NETWORK_H

#include "board.h"

enum {
    Y_NETWORK_INPUTS = 14,
    Y_NETWORK_UNITS = 32,
    Y_NETWORK_BLOCKS = 8,
    Y_NETWORK_HIDDEN = 32,
    Y_NETWORK_NEAR = 7, /* a cell and its neighbours */
    Y_NETWORK_LAYERS = Y_NETWORK_BLOCKS + 1,
};

struct y_network_block {
    float near[Y_NETWORK_NEAR][Y_NETWORK_UNITS];   /* each unit by itself */
    float cell[Y_NETWORK_UNITS][Y_NETWORK_UNITS];  /* from a unit, to a unit */
    float board[Y_NETWORK_UNITS][Y_NETWORK_UNITS]; /* from the mean of a unit, to a unit */
    float bias[Y_NETWORK_UNITS];
};

/* Floats only. */
struct y_network {
    float first[Y_NETWORK_NEAR][Y_NETWORK_INPUTS][Y_NETWORK_UNITS], first_bias[Y_NETWORK_UNITS];
    struct y_network_block block[Y_NETWORK_BLOCKS];
    float policy[Y_NETWORK_UNITS], policy_bias;
    /* From the means, then from the maxima. */
    float hidden[2 * Y_NETWORK_UNITS][Y_NETWORK_HIDDEN], hidden_bias[Y_NETWORK_HIDDEN];
    float value[Y_NETWORK_HIDDEN], value_bias;
};

/* The weights of the network that plays (network_weights.c), in the order of the struct. */
extern const float y_network_weights[sizeof(struct y_network) / sizeof(float)];
/* The network that plays. */
const struct y_network *y_network(void);

/* The cell itself, then its neighbours by direction; off the board, the number of cells. */
struct y_near {
    uint8_t of[Y_CELLS_MAX][Y_NETWORK_NEAR];
};
const struct y_near *y_network_near(int size);

/* Units by cell, and a row of zeros for what is off the board. */
typedef float y_units[Y_CELLS_MAX + 1][Y_NETWORK_UNITS];

struct y_network_output {
    float cell[Y_CELLS_MAX]; /* the logarithm of each cell's odds, up to a constant */
    float mean[Y_NETWORK_UNITS], most[Y_NETWORK_UNITS], hidden[Y_NETWORK_HIDDEN];
    float value; /* the logarithm of the mover's odds */
};

/* What the mover sees. */
void y_network_inputs(const struct y *s, float in[][Y_NETWORK_INPUTS]);
/* Evaluates inputs. layer[i] gets the units after layer i; layers next to each other must be
 * different memory, others may share it. */
void y_network_forward(const struct y_network *w, int size, const float in[][Y_NETWORK_INPUTS],
                       y_units *layer[Y_NETWORK_LAYERS], struct y_network_output *out);
/* The same with vectors of another width, from 0 to what this processor has, less one: the same
 * bits. */
void y_network_forward_by(int width, const struct y_network *w, int size,
                          const float in[][Y_NETWORK_INPUTS], y_units *layer[Y_NETWORK_LAYERS],
                          struct y_network_output *out);
/* How many widths of vectors this processor has. */
int y_network_widths(void);

/* Writes the network for a board of this size as an ONNX file. "observation" holds the inputs of
 * the cells, one cell after the other; "values" the logit of each cell, then the mover's logit. */
bool y_network_write_onnx(const struct y_network *w, int size, const char *path,
                          struct th_error *e);

/* For tree search (struct th_search). */
bool y_judge(const struct th_state *s, const th_action legal[], int n, float prior[],
             double payoff[]);

#endif
