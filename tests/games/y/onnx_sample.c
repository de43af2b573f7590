/* onnx_sample MODEL SAMPLES: writes the network of Y as ONNX, and what it says of random positions,
 * for tests/onnx/compare.mjs. */
#include "core/bytes.h"
#include "core/file.h"
#include "games/y/network.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 300, SIZE = 7, CELLS = SIZE * (SIZE + 1) / 2 };

static void random_position(struct y *s, int stones, struct th_rng *rng) {
    do {
        y_start(s, SIZE, 0);
        while (s->stones < stones && !s->over) {
            const int cell = (int)th_rng_below(rng, CELLS);
            if (s->cell[cell] == Y_EMPTY) y_place(s, cell);
        }
    } while (s->over);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    struct th_rng rng = th_rng_seeded(1);
    struct th_error e;
    static float in[ROWS][CELLS][Y_NETWORK_INPUTS];
    static y_units even, odd;
    struct bytes samples = {0}, answers = {0};
    y_prepare();
    for (int r = 0; r < ROWS; r++) {
        struct y s;
        y_units *layer[Y_NETWORK_LAYERS];
        struct y_network_output out;
        for (int i = 0; i < Y_NETWORK_LAYERS; i++) layer[i] = i % 2 == 0 ? &even : &odd;
        random_position(&s, r % (CELLS / 2), &rng);
        y_network_inputs(&s, in[r]);
        y_network_forward(y_network(), SIZE, (const float(*)[Y_NETWORK_INPUTS])in[r], layer, &out);
        bytes_floats(&answers, out.cell, CELLS);
        bytes_f32(&answers, out.value);
    }
    bytes_u32(&samples, ROWS);
    bytes_u32(&samples, CELLS * Y_NETWORK_INPUTS);
    bytes_u32(&samples, CELLS + 1);
    bytes_floats(&samples, &in[0][0][0], (size_t)ROWS * CELLS * Y_NETWORK_INPUTS);
    bytes_add(&samples, answers.data, answers.size);
    const bool done = y_network_write_onnx(y_network(), SIZE, argv[1], &e) &&
                      file_replace(argv[2], samples.data, samples.size, &e);
    if (!done) fprintf(stderr, "%s\n", e.text);
    free(samples.data);
    free(answers.data);
    return done ? 0 : 1;
}
