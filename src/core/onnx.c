/* ONNX is a message of Protocol Buffers (onnx.proto of the ONNX project). A message is a list of
 * fields, each a key, number * 8 + kind, and a value: a variable-length integer, or a length and as
 * many bytes. */
#include "onnx.h"

#include "file.h"
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
    NODE_ATTRIBUTE = 5,
    ATTRIBUTE_NAME = 1,
    ATTRIBUTE_INTEGER = 3,
    ATTRIBUTE_INTEGERS = 8,
    ATTRIBUTE_TYPE = 20,
    ATTRIBUTE_IS_INTEGER = 2,
    ATTRIBUTE_IS_INTEGERS = 7,
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
    ELEMENT_INT64 = 7,
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

void onnx_tensor(struct onnx *o, const char *name, const float values[], int rows, int columns) {
    struct bytes tensor = {0}, raw = {0};
    if (rows > 0) add_integer(&tensor, TENSOR_DIMENSION, (uint64_t)rows);
    add_integer(&tensor, TENSOR_DIMENSION, (uint64_t)columns);
    add_integer(&tensor, TENSOR_TYPE, ELEMENT_FLOAT);
    add_text(&tensor, TENSOR_NAME, name);
    bytes_floats(&raw, values, (size_t)(rows > 0 ? rows : 1) * (size_t)columns);
    add_message(&tensor, TENSOR_RAW, &raw);
    add_message(&o->graph, GRAPH_INITIALIZER, &tensor);
}

void onnx_integers(struct onnx *o, const char *name, const int values[], int count) {
    struct bytes tensor = {0}, raw = {0};
    add_integer(&tensor, TENSOR_DIMENSION, (uint64_t)count);
    add_integer(&tensor, TENSOR_TYPE, ELEMENT_INT64);
    add_text(&tensor, TENSOR_NAME, name);
    for (int i = 0; i < count; i++) bytes_u64(&raw, (uint64_t)values[i]);
    add_message(&tensor, TENSOR_RAW, &raw);
    add_message(&o->graph, GRAPH_INITIALIZER, &tensor);
}

static void add_attribute(struct bytes *node, const struct onnx_attribute *a) {
    struct bytes attribute = {0};
    add_text(&attribute, ATTRIBUTE_NAME, a->name);
    add_integer(&attribute, a->list ? ATTRIBUTE_INTEGERS : ATTRIBUTE_INTEGER, (uint64_t)a->value);
    add_integer(&attribute, ATTRIBUTE_TYPE, a->list ? ATTRIBUTE_IS_INTEGERS : ATTRIBUTE_IS_INTEGER);
    add_message(node, NODE_ATTRIBUTE, &attribute);
}

void onnx_node(struct onnx *o, const char *operator, const char * const inputs[],
               const struct onnx_attribute attributes[], const char *output) {
    struct bytes node = {0};
    for (; *inputs != NULL; inputs++) add_text(&node, NODE_INPUT, *inputs);
    add_text(&node, NODE_OUTPUT, output);
    add_text(&node, NODE_OPERATOR, operator);
    for (; attributes != NULL && attributes->name != NULL; attributes++)
        add_attribute(&node, attributes);
    add_message(&o->graph, GRAPH_NODE, &node);
}

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

bool onnx_write(struct onnx *o, int inputs, int outputs, const char *path, struct th_error *e) {
    struct bytes opset = {0}, model = {0};
    add_text(&o->graph, GRAPH_NAME, "tahur");
    add_value(&o->graph, GRAPH_INPUT, "observation", inputs);
    add_value(&o->graph, GRAPH_OUTPUT, "values", outputs);
    add_integer(&opset, OPSET_VERSION, 13);
    add_integer(&model, MODEL_IR_VERSION, 7);
    add_text(&model, MODEL_PRODUCER, "tahur");
    add_message(&model, MODEL_GRAPH, &o->graph);
    add_message(&model, MODEL_OPSET, &opset);
    const bool done = model.failed ? th_fail(e, "there is no memory to write %s", path)
                                   : file_replace(path, model.data, model.size, e);
    free(model.data);
    return done;
}
