/* onnx_sample MODEL SAMPLES: writes a network as ONNX, and what it says of 1,000 observations, for
 * tests/onnx/compare.mjs. */
#include "core/bytes.h"
#include "core/file.h"
#include "learn/model.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 1000, INPUTS = 24, OUTPUTS = 9 };

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const struct network_shape shape = {.layers = 3, .size = {INPUTS, 128, 128, OUTPUTS}};
    struct th_rng rng = th_rng_seeded(1);
    struct network n;
    struct th_error e;
    if (!network_make(&n, &shape, &e)) return 1;
    network_begin(&n, &rng);
    for (int l = 0; l < shape.layers; l++) /* biases, too */
        for (int i = 0; i < shape.size[l + 1]; i++)
            n.parameters[network_biases_at(&shape, l) + (size_t)i] =
                (float)th_rng_below(&rng, 2001) / 1000 - 1;
    float in[ROWS][INPUTS], out[ROWS][OUTPUTS];
    for (int r = 0; r < ROWS; r++) {
        for (int i = 0; i < INPUTS; i++) in[r][i] = (float)th_rng_below(&rng, 2001) / 1000 - 1;
        network_answer(&n, in[r], out[r]);
    }
    struct bytes samples = {0};
    bytes_u32(&samples, ROWS);
    bytes_u32(&samples, INPUTS);
    bytes_u32(&samples, OUTPUTS);
    bytes_floats(&samples, &in[0][0], (size_t)ROWS * INPUTS);
    bytes_floats(&samples, &out[0][0], (size_t)ROWS * OUTPUTS);
    const bool done =
        network_write_onnx(&n, argv[1], &e) && file_replace(argv[2], samples.data, samples.size, &e);
    if (!done) fprintf(stderr, "%s\n", e.text);
    free(samples.data);
    network_drop(&n);
    return done ? 0 : 1;
}
