#include "model.h"

#include "core/onnx.h"
#include <stdio.h>

/* Weights go out as they are: (inputs, outputs) is what Gemm expects by default. */
static void add_layer(struct onnx *o, const struct network *n, int l) {
    const struct network_shape *s = &n->shape;
    const bool last = l + 1 == s->layers;
    char from[32], weights[32], biases[32], sum[32], to[32];
    snprintf(from, sizeof from, l == 0 ? "observation" : "hidden%d", l);
    snprintf(weights, sizeof weights, "weights%d", l);
    snprintf(biases, sizeof biases, "biases%d", l);
    snprintf(sum, sizeof sum, last ? "values" : "sum%d", l);
    snprintf(to, sizeof to, "hidden%d", l + 1);
    onnx_tensor(o, weights, n->parameters + network_weights_at(s, l), s->size[l], s->size[l + 1]);
    onnx_tensor(o, biases, n->parameters + network_biases_at(s, l), 0, s->size[l + 1]);
    onnx_node(o, "Gemm", (const char *const[]){from, weights, biases, NULL}, NULL, sum);
    if (!last) onnx_node(o, "Relu", (const char *const[]){sum, NULL}, NULL, to);
}

bool network_write_onnx(const struct network *n, const char *path, struct th_error *e) {
    struct onnx o = {0};
    for (int l = 0; l < n->shape.layers; l++) add_layer(&o, n, l);
    return onnx_write(&o, n->shape.size[0], n->shape.size[n->shape.layers], path, e);
}
