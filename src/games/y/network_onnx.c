/* A layer of the network as ONNX: the units of a cell and its neighbours in a row (a row of zeros
 * for what is off the board), times a matrix. In a block this matrix is the product of its two
 * steps, from a cell and its neighbours to the mixture, and from there to the units. */
#include "network.h"

#include "core/onnx.h"
#include <stdio.h>

enum { IN = Y_NETWORK_INPUTS, UNITS = Y_NETWORK_UNITS, NEAR = Y_NETWORK_NEAR };

struct name {
    char text[32];
};

static struct name named(const char *what, int layer) {
    struct name out;
    snprintf(out.text, sizeof out.text, "%s%d", what, layer);
    return out;
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* `weights` have NEAR * inputs rows. */
static void add_mixture(struct onnx *o, int layer, const char *from, const char *shape,
                        const float *weights, int inputs, const char *to) {
    const struct name padded = named("padded", layer), gathered = named("gathered", layer),
                      rows = named("rows", layer), matrix = named("weights", layer);
    const struct onnx_attribute axis[] = {{"axis", 1, false}, {0}};
    onnx_tensor(o, matrix.text, weights, NEAR * inputs, UNITS);
    onnx_node(o, "Pad", NAMES(from, "pads"), NULL, padded.text);
    onnx_node(o, "Gather", NAMES(padded.text, "near"), axis, gathered.text);
    onnx_node(o, "Reshape", NAMES(gathered.text, shape), NULL, rows.text);
    onnx_node(o, "MatMul", NAMES(rows.text, matrix.text), NULL, to);
}

static void add_block(struct onnx *o, int layer, const struct y_network_block *b) {
    const struct name from = named("layer", layer - 1), to = named("layer", layer),
                      mixture = named("mixture", layer), mean = named("mean", layer),
                      board = named("board", layer), everywhere = named("everywhere", layer),
                      bias = named("bias", layer), biased = named("biased", layer),
                      changed = named("changed", layer), sum = named("sum", layer);
    const struct onnx_attribute over_cells[] = {{"axes", 1, true}, {"keepdims", 1, false}, {0}};
    float weights[NEAR][UNITS][UNITS];
    for (int k = 0; k < NEAR; k++)
        for (int i = 0; i < UNITS; i++)
            for (int j = 0; j < UNITS; j++) weights[k][i][j] = b->near[k][i] * b->cell[i][j];
    add_mixture(o, layer, from.text, "units", &weights[0][0][0], UNITS, mixture.text);
    onnx_tensor(o, board.text, &b->board[0][0], UNITS, UNITS);
    onnx_tensor(o, bias.text, b->bias, 0, UNITS);
    onnx_node(o, "ReduceMean", NAMES(from.text), over_cells, mean.text);
    onnx_node(o, "MatMul", NAMES(mean.text, board.text), NULL, everywhere.text);
    onnx_node(o, "Add", NAMES(everywhere.text, bias.text), NULL, biased.text);
    onnx_node(o, "Add", NAMES(mixture.text, biased.text), NULL, changed.text);
    onnx_node(o, "Add", NAMES(changed.text, from.text), NULL, sum.text);
    onnx_node(o, "Relu", NAMES(sum.text), NULL, to.text);
}

static void add_heads(struct onnx *o, const struct y_network *w) {
    const struct name last = named("layer", Y_NETWORK_BLOCKS);
    const struct onnx_attribute over_cells[] = {{"axes", 1, true}, {"keepdims", 0, false}, {0}};
    const struct onnx_attribute axis[] = {{"axis", 1, false}, {0}};
    onnx_tensor(o, "policy_weights", w->policy, UNITS, 1);
    onnx_tensor(o, "policy_bias", &w->policy_bias, 0, 1);
    onnx_node(o, "MatMul", NAMES(last.text, "policy_weights"), NULL, "policy_sums");
    onnx_node(o, "Add", NAMES("policy_sums", "policy_bias"), NULL, "policy_column");
    onnx_node(o, "Reshape", NAMES("policy_column", "flat"), NULL, "policy");
    onnx_tensor(o, "hidden_weights", &w->hidden[0][0], 2 * UNITS, Y_NETWORK_HIDDEN);
    onnx_tensor(o, "hidden_bias", w->hidden_bias, 0, Y_NETWORK_HIDDEN);
    onnx_tensor(o, "value_weights", w->value, Y_NETWORK_HIDDEN, 1);
    onnx_tensor(o, "value_bias", &w->value_bias, 0, 1);
    onnx_node(o, "ReduceMean", NAMES(last.text), over_cells, "means");
    onnx_node(o, "ReduceMax", NAMES(last.text), over_cells, "maxima");
    onnx_node(o, "Concat", NAMES("means", "maxima"), axis, "board");
    onnx_node(o, "Gemm", NAMES("board", "hidden_weights", "hidden_bias"), NULL, "hidden_sums");
    onnx_node(o, "Relu", NAMES("hidden_sums"), NULL, "hidden");
    onnx_node(o, "Gemm", NAMES("hidden", "value_weights", "value_bias"), NULL, "value");
    onnx_node(o, "Concat", NAMES("policy", "value"), axis, "values");
}

bool y_network_write_onnx(const struct y_network *w, int size, const char *path,
                          struct th_error *e) {
    const struct name first = named("mixture", 0), sum = named("sum", 0), to = named("layer", 0);
    const int cells = y_cells(size);
    const struct y_near *near = y_network_near(size);
    struct onnx o = {0};
    int of[Y_CELLS_MAX * NEAR];
    for (int i = 0; i < cells; i++)
        for (int k = 0; k < NEAR; k++) of[i * NEAR + k] = near->of[i][k];
    onnx_integers(&o, "near", of, cells * NEAR);
    onnx_integers(&o, "pads", (const int[]){0, 0, 0, 0, 1, 0}, 6); /* a row after the cells */
    /* 0: as it is. */
    onnx_integers(&o, "cells", (const int[]){0, cells, IN}, 3);
    onnx_integers(&o, "inputs", (const int[]){0, cells, NEAR * IN}, 3);
    onnx_integers(&o, "units", (const int[]){0, cells, NEAR * UNITS}, 3);
    onnx_integers(&o, "flat", (const int[]){0, cells}, 2);
    onnx_node(&o, "Reshape", NAMES("observation", "cells"), NULL, "seen");
    add_mixture(&o, 0, "seen", "inputs", &w->first[0][0][0], IN, first.text);
    onnx_tensor(&o, "bias0", w->first_bias, 0, UNITS);
    onnx_node(&o, "Add", NAMES(first.text, "bias0"), NULL, sum.text);
    onnx_node(&o, "Relu", NAMES(sum.text), NULL, to.text);
    for (int b = 0; b < Y_NETWORK_BLOCKS; b++) add_block(&o, b + 1, &w->block[b]);
    add_heads(&o, w);
    return onnx_write(&o, cells * IN, cells + 1, path, e);
}
