/* The gradient of a block for vectors of LANES floats. Included by network_gradient.c once for each
 * width, with these macros, which it undefines again:
 *
 *   LANES       floats in a vector
 *   TARGET      the attribute of functions that may use such vectors
 *   NAME(name)  the name of a function for this width
 *
 * All widths add in the same order and give the same bits. */

#include "network_vectors.h"

enum { NAME(ROWS) = 4 }; /* of a matrix that share the loads of vectors */

/* Adds to each row the sum over cells of x[cell][row] * y[cell]. */
TARGET static void NAME(add_products)(const float x[][UNITS], const float y[][UNITS], int cells,
                                      float to[UNITS][UNITS]) {
    for (int row = 0; row < UNITS; row += NAME(ROWS)) {
        lanes sum[NAME(ROWS)][VECTORS] = {{{0}}};
        for (int i = 0; i < cells; i++)
            for (int v = 0; v < VECTORS; v++) {
                const lanes other = NAME(load)(&y[i][LANES * v]);
                for (int k = 0; k < NAME(ROWS); k++) sum[k][v] += x[i][row + k] * other;
            }
        for (int k = 0; k < NAME(ROWS); k++)
            for (int v = 0; v < VECTORS; v++) {
                float *at = &to[row + k][LANES * v];
                NAME(store)(at, NAME(load)(at) + sum[k][v]);
            }
    }
}

INLINE void NAME(some_products)(const float x[][UNITS], const float by[UNITS][UNITS], int first,
                                int count, float to[][UNITS]) {
    lanes sum[NAME(ROWS)][VECTORS] = {{{0}}};
    for (int m = 0; m < UNITS; m++)
        for (int v = 0; v < VECTORS; v++) {
            const lanes weight = NAME(load)(&by[m][LANES * v]);
            for (int i = 0; i < count; i++) sum[i][v] += x[first + i][m] * weight;
        }
    for (int i = 0; i < count; i++)
        for (int v = 0; v < VECTORS; v++) NAME(store)(&to[first + i][LANES * v], sum[i][v]);
}

/* Each cell's row times the matrix. */
TARGET static void NAME(products)(const float x[][UNITS], const float by[UNITS][UNITS], int cells,
                                  float to[][UNITS]) {
    int i = 0;
    for (; i + NAME(ROWS) <= cells; i += NAME(ROWS)) NAME(some_products)(x, by, i, NAME(ROWS), to);
    for (; i < cells; i++) NAME(some_products)(x, by, i, 1, to);
}

/* `back` is the gradient by the units after the block; afterwards `before` is that by the units
 * before it. */
TARGET static void NAME(back_block)(const struct y_network_block *b,
                                    const struct y_network_block *turned, int size, const y_units x,
                                    const y_units out, y_units back, y_units before,
                                    struct back_work *work, struct y_network_block *gradient) {
    const struct y_near *near = y_network_near(size);
    const int cells = y_cells(size);
    float mean[UNITS] = {0}, sum[UNITS] = {0}, by_mean[UNITS] = {0};
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < UNITS; j++) {
            back[i][j] = out[i][j] > 0 ? back[i][j] : 0;
            sum[j] += back[i][j];
            mean[j] += x[i][j];
        }
    for (int j = 0; j < UNITS; j++) mean[j] /= (float)cells;
    for (int j = 0; j < UNITS; j++) gradient->bias[j] += sum[j];
    for (int i = 0; i < UNITS; i++)
        for (int j = 0; j < UNITS; j++) {
            gradient->board[i][j] += mean[i] * sum[j];
            by_mean[j] += sum[i] * turned->board[i][j];
        }
    for (int j = 0; j < UNITS; j++) by_mean[j] /= (float)cells;
    for (int i = 0; i < cells; i++)
        for (int v = 0; v < VECTORS; v++) {
            lanes mix = {0};
            for (int k = 0; k < NEAR; k++)
                mix +=
                    NAME(load)(&b->near[k][LANES * v]) * NAME(load)(&x[near->of[i][k]][LANES * v]);
            NAME(store)(&work->mixed[i][LANES * v], mix);
        }
    NAME(add_products)
    ((const float(*)[UNITS])work->mixed, (const float(*)[UNITS])back, cells, gradient->cell);
    NAME(products)((const float(*)[UNITS])back, turned->cell, cells, work->by_mixed);
    memset(work->by_mixed[cells], 0, sizeof work->by_mixed[cells]);
    for (int v = 0; v < VECTORS; v++) {
        lanes by_near[NEAR];
        for (int k = 0; k < NEAR; k++) by_near[k] = NAME(load)(&gradient->near[k][LANES * v]);
        const lanes everywhere = NAME(load)(&by_mean[LANES * v]);
        for (int i = 0; i < cells; i++) {
            const lanes own = NAME(load)(&work->by_mixed[i][LANES * v]);
            lanes to = NAME(load)(&back[i][LANES * v]) + everywhere;
            for (int k = 0; k < NEAR; k++) {
                const int other = near->of[i][k];
                by_near[k] += own * NAME(load)(&x[other][LANES * v]);
                /* The cell is seen by its neighbour in the opposite direction. */
                to += NAME(load)(&b->near[k == 0 ? 0 : (k + 2) % 6 + 1][LANES * v]) *
                      NAME(load)(&work->by_mixed[other][LANES * v]);
            }
            NAME(store)(&before[i][LANES * v], to);
        }
        for (int k = 0; k < NEAR; k++) NAME(store)(&gradient->near[k][LANES * v], by_near[k]);
    }
}

#undef lanes
#undef VECTORS
#undef INLINE
#undef LANES
#undef TARGET
#undef NAME
