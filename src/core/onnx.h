/* Writes networks as ONNX files (https://onnx.ai), operator set 13. */
#ifndef CORE_ONNX_H
#define CORE_ONNX_H

#include "bytes.h"
#include "tahur/error.h"

/* A graph that grows; begin with {0}. onnx_write ends it. */
struct onnx {
    struct bytes graph;
};

/* A constant: float (rows, columns), or a vector if rows is 0. */
void onnx_tensor(struct onnx *o, const char *name, const float values[], int rows, int columns);
/* A constant vector of int64. */
void onnx_integers(struct onnx *o, const char *name, const int values[], int count);

struct onnx_attribute {
    const char *name;
    int value;
    bool list; /* the operator wants a list, here of one */
};
/* An operator. `inputs` ends with NULL; `attributes` with a NULL name, and may be NULL. */
void onnx_node(struct onnx *o, const char *operator, const char * const inputs[],
               const struct onnx_attribute attributes[], const char *output);

/* Writes the file, and frees the graph, from "observation", float (N, inputs), to "values", float
 * (N, outputs). */
bool onnx_write(struct onnx *o, int inputs, int outputs, const char *path, struct th_error *e);

#endif
