/* The layers of the network for vectors of LANES floats. Included by network.c once for each width,
 * with these macros, which it undefines again:
 *
 *   LANES       floats in a vector
 *   TOGETHER    cells that share the loads of weights: as many as there are registers for
 *   TARGET      the attribute of functions that may use such vectors
 *   NAME(name)  the name of a function for this width
 *
 * All widths add in the same order and give the same bits. */

#include "network_vectors.h"

/* Where x is positive, else 0. */
INLINE lanes NAME(positive)(lanes x) {
    typedef int32_t masks __attribute__((vector_size(4 * LANES)));
    const lanes zero = {0};
    const masks mask = x > zero;
    return (lanes)((masks)x & mask);
}

TARGET static void NAME(first_layer)(const struct y_network *w, int size, const float in[][IN],
                                     y_units out) {
    const struct y_near *near = y_network_near(size);
    const int cells = y_cells(size);
    /* Most inputs are 0 in most cells: a set of the others. */
    uint32_t some[Y_CELLS_MAX];
    for (int i = 0; i < cells; i++) {
        some[i] = 0;
        for (int j = 0; j < SLOPE; j++) some[i] |= (uint32_t)(in[i][j] != 0) << j;
    }
    /* What is the same in all cells. */
    float same[NEAR][UNITS];
    for (int k = 0; k < NEAR; k++)
        for (int v = 0; v < VECTORS; v++) {
            const lanes reduced = NAME(load)(&w->first[k][REDUCED][LANES * v]);
            const lanes scale = NAME(load)(&w->first[k][SIZE][LANES * v]);
            NAME(store)(&same[k][LANES * v], in[0][REDUCED] * reduced + in[0][SIZE] * scale);
        }
    for (int i = 0; i < cells; i++) {
        lanes sum[VECTORS];
        for (int v = 0; v < VECTORS; v++) sum[v] = NAME(load)(&w->first_bias[LANES * v]);
        for (int k = 0; k < NEAR; k++) {
            const int from = near->of[i][k];
            if (from == cells) continue;
            for (int v = 0; v < VECTORS; v++)
                sum[v] += NAME(load)(&same[k][LANES * v]) +
                          in[from][SLOPE] * NAME(load)(&w->first[k][SLOPE][LANES * v]);
            for (uint32_t set = some[from]; set != 0; set &= set - 1) {
                const int j = __builtin_ctz(set);
                for (int v = 0; v < VECTORS; v++)
                    sum[v] += in[from][j] * NAME(load)(&w->first[k][j][LANES * v]);
            }
        }
        for (int v = 0; v < VECTORS; v++) NAME(store)(&out[i][LANES * v], NAME(positive)(sum[v]));
    }
    memset(out[cells], 0, sizeof out[cells]);
}

/* The mean of each unit on the board. */
TARGET static void NAME(means)(const y_units x, int cells, float mean[UNITS]) {
    lanes sum[VECTORS] = {{0}};
    for (int i = 0; i < cells; i++)
        for (int v = 0; v < VECTORS; v++) sum[v] += NAME(load)(&x[i][LANES * v]);
    for (int v = 0; v < VECTORS; v++) NAME(store)(&mean[LANES * v], sum[v] / (float)cells);
}

INLINE void NAME(some_cells)(const struct y_network_block *b, const struct y_near *near,
                             const y_units x, const float everywhere[UNITS], int first, int count,
                             y_units out) {
    float mixed[TOGETHER][UNITS];
    lanes sum[TOGETHER][VECTORS];
    for (int i = 0; i < count; i++) {
        lanes mix[VECTORS] = {{0}};
        for (int k = 0; k < NEAR; k++)
            for (int v = 0; v < VECTORS; v++)
                mix[v] += NAME(load)(&b->near[k][LANES * v]) *
                          NAME(load)(&x[near->of[first + i][k]][LANES * v]);
        for (int v = 0; v < VECTORS; v++) {
            NAME(store)(&mixed[i][LANES * v], mix[v]);
            sum[i][v] = NAME(load)(&x[first + i][LANES * v]) + NAME(load)(&everywhere[LANES * v]);
        }
    }
    for (int j = 0; j < UNITS; j++)
        for (int v = 0; v < VECTORS; v++) {
            const lanes weight = NAME(load)(&b->cell[j][LANES * v]);
            for (int i = 0; i < count; i++) sum[i][v] += mixed[i][j] * weight;
        }
    for (int i = 0; i < count; i++)
        for (int v = 0; v < VECTORS; v++)
            NAME(store)(&out[first + i][LANES * v], NAME(positive)(sum[i][v]));
}

TARGET static void NAME(one_block)(const struct y_network_block *b, int size, const y_units x,
                                   y_units out) {
    const struct y_near *near = y_network_near(size);
    const int cells = y_cells(size);
    float mean[UNITS], everywhere[UNITS];
    lanes sum[VECTORS];
    NAME(means)(x, cells, mean);
    for (int v = 0; v < VECTORS; v++) sum[v] = NAME(load)(&b->bias[LANES * v]);
    for (int j = 0; j < UNITS; j++)
        for (int v = 0; v < VECTORS; v++) sum[v] += mean[j] * NAME(load)(&b->board[j][LANES * v]);
    for (int v = 0; v < VECTORS; v++) NAME(store)(&everywhere[LANES * v], sum[v]);
    int i = 0;
    for (; i + TOGETHER <= cells; i += TOGETHER)
        NAME(some_cells)(b, near, x, everywhere, i, TOGETHER, out);
    for (; i < cells; i++) NAME(some_cells)(b, near, x, everywhere, i, 1, out);
    memset(out[cells], 0, sizeof out[cells]);
}

#undef lanes
#undef VECTORS
#undef INLINE
#undef LANES
#undef TOGETHER
#undef TARGET
#undef NAME
