/* A network as an ONNX model, for other programs: a chain of Gemm and Relu, operator set 13. Input
 * "observation" (N, inputs), output "values" (N, outputs), for any N. */
#ifndef LEARN_ONNX_H
#define LEARN_ONNX_H

#include "network.h"

bool onnx_write(const struct network *n, const char *path, struct th_error *e);

#endif
