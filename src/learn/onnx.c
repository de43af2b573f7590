/* ONNX is a message of Protocol Buffers (onnx.proto of the ONNX project). A message is a list of
 * fields, each a key, number * 8 + kind, and a value: a variable-length integer, or a length and as
 * many bytes. Weights go out as they are: (inputs, outputs) is what Gemm expects by default. */
#include "model.h"

#include "core/bytes.h"
#include "core/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIND_INTEGER = 0, KIND_BYTES = 2 };

/* The numbers of the fields in onnx.proto. */
enum {
    MODEL_IR_VERSION = 1,
    MODEL_PRODUCER = 2,
    MODEL_GRAPH = 7,
    MODEL_OPSET = 8,
    OPSET_VERSION = 2,
    GRAPH_NODE = 1,
    GRAPH_NAME = 2,
    GRAPH_INITIALIZER = 5,
    GRAPH_INPUT = 11,
    GRAPH_OUTPUT = 12,
    NODE_INPUT = 1,
    NODE_OUTPUT = 2,
    NODE_OPERATOR = 4,
    TENSOR_DIMENSION = 1,
    TENSOR_TYPE = 2,
    TENSOR_NAME = 8,
    TENSOR_RAW = 9,
    VALUE_NAME = 1,
    VALUE_TYPE = 2,
    TYPE_TENSOR = 1,
    TENSOR_TYPE_ELEMENT = 1,
    TENSOR_TYPE_SHAPE = 2,
    SHAPE_DIMENSION = 1,
    DIMENSION_VALUE = 1,
    DIMENSION_NAME = 2,
    ELEMENT_FLOAT = 1,
};

/* ---- Protocol Buffers ---- */

static void add_varint(struct bytes *b, uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_u8(b, (uint8_t)(value | 0x80));
    bytes_u8(b, (uint8_t)value);
}

static void add_integer(struct bytes *b, int field, uint64_t value) {
    add_varint(b, (uint64_t)field * 8 + KIND_INTEGER);
    add_varint(b, value);
}

static void add_bytes(struct bytes *b, int field, const void *data, size_t size) {
    add_varint(b, (uint64_t)field * 8 + KIND_BYTES);
    add_varint(b, size);
    bytes_add(b, data, size);
}

static void add_text(struct bytes *b, int field, const char *text) {
    add_bytes(b, field, text, strlen(text));
}

/* Adds a message as a field, and drops it. */
static void add_message(struct bytes *b, int field, struct bytes *message) {
    if (message->failed)
        b->failed = true;
    else
        add_bytes(b, field, message->data, message->size);
    free(message->data);
    *message = (struct bytes){0};
}

/* ---- the graph ---- */

static void add_tensor(struct bytes *graph, const char *name, const float values[], int rows,
                       int columns) {
    struct bytes tensor = {0}, raw = {0};
    if (rows > 0) add_integer(&tensor, TENSOR_DIMENSION, (uint64_t)rows); /* 0: a vector */
    add_integer(&tensor, TENSOR_DIMENSION, (uint64_t)columns);
    add_integer(&tensor, TENSOR_TYPE, ELEMENT_FLOAT);
    add_text(&tensor, TENSOR_NAME, name);
    bytes_floats(&raw, values, (size_t)(rows > 0 ? rows : 1) * (size_t)columns);
    add_message(&tensor, TENSOR_RAW, &raw);
    add_message(graph, GRAPH_INITIALIZER, &tensor);
}

static void add_node(struct bytes *graph, const char *operator, const char * const inputs[],
                     int count, const char *output) {
    struct bytes node = {0};
    for (int i = 0; i < count; i++) add_text(&node, NODE_INPUT, inputs[i]);
    add_text(&node, NODE_OUTPUT, output);
    add_text(&node, NODE_OPERATOR, operator);
    add_message(graph, GRAPH_NODE, &node);
}

/* What goes in or comes out: float (N, columns). */
static void add_value(struct bytes *graph, int field, const char *name, int columns) {
    struct bytes value = {0}, type = {0}, tensor = {0}, shape = {0}, any = {0}, fixed = {0};
    add_text(&any, DIMENSION_NAME, "N");
    add_message(&shape, SHAPE_DIMENSION, &any);
    add_integer(&fixed, DIMENSION_VALUE, (uint64_t)columns);
    add_message(&shape, SHAPE_DIMENSION, &fixed);
    add_integer(&tensor, TENSOR_TYPE_ELEMENT, ELEMENT_FLOAT);
    add_message(&tensor, TENSOR_TYPE_SHAPE, &shape);
    add_message(&type, TYPE_TENSOR, &tensor);
    add_text(&value, VALUE_NAME, name);
    add_message(&value, VALUE_TYPE, &type);
    add_message(graph, field, &value);
}

static void add_layer(struct bytes *graph, const struct network *n, int l) {
    const struct network_shape *s = &n->shape;
    const bool last = l + 1 == s->layers;
    char from[32], weights[32], biases[32], sum[32], to[32];
    snprintf(from, sizeof from, l == 0 ? "observation" : "hidden%d", l);
    snprintf(weights, sizeof weights, "weights%d", l);
    snprintf(biases, sizeof biases, "biases%d", l);
    snprintf(sum, sizeof sum, last ? "values" : "sum%d", l);
    snprintf(to, sizeof to, "hidden%d", l + 1);
    add_tensor(graph, weights, n->parameters + network_weights_at(s, l), s->size[l],
               s->size[l + 1]);
    add_tensor(graph, biases, n->parameters + network_biases_at(s, l), 0, s->size[l + 1]);
    add_node(graph, "Gemm", (const char *const[]){from, weights, biases}, 3, sum);
    if (!last) add_node(graph, "Relu", (const char *const[]){sum}, 1, to);
}

bool onnx_write(const struct network *n, const char *path, struct th_error *e) {
    struct bytes graph = {0}, opset = {0}, model = {0};
    for (int l = 0; l < n->shape.layers; l++) add_layer(&graph, n, l);
    add_text(&graph, GRAPH_NAME, "tahur");
    add_value(&graph, GRAPH_INPUT, "observation", n->shape.size[0]);
    add_value(&graph, GRAPH_OUTPUT, "values", n->shape.size[n->shape.layers]);
    add_integer(&opset, OPSET_VERSION, 13);
    add_integer(&model, MODEL_IR_VERSION, 7);
    add_text(&model, MODEL_PRODUCER, "tahur");
    add_message(&model, MODEL_GRAPH, &graph);
    add_message(&model, MODEL_OPSET, &opset);
    const bool done = model.failed ? th_fail(e, "there is no memory to write %s", path)
                                   : file_replace(path, model.data, model.size, e);
    free(model.data);
    return done;
}
