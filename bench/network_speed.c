/* How many times as fast a batch goes through the network, forward and back, as by the plain loops
 * of the tests; and one sample by its own loop as in a batch of one. Both are measured in turns in
 * one run, by processor time; the ratio is the figure. */
#include "core/clock.h"
#include "plain_network.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 9, BATCH = 64, FAST_BATCHES = 1000, PLAIN_BATCHES = 30, ANSWERS = 50000 };

static const struct network_shape shape = {.layers = 3, .size = {24, 128, 128, 9}};

struct bench {
    struct network network;
    struct network_pass pass;
    float *gradients;                                                          /* (count) */
    float *activation[NETWORK_LAYERS_MAX + 1], *slope[NETWORK_LAYERS_MAX + 1]; /* plain's rooms */
};

/* Samples per second, forward and back. */
static double fast_rate(struct bench *b) {
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < FAST_BATCHES; i++) {
        network_forward(&b->network, &b->pass, b->activation[0], BATCH);
        network_backward(&b->network, &b->pass, b->slope[shape.layers], BATCH, b->gradients);
    }
    return FAST_BATCHES * BATCH / (clock_cpu_seconds() - begun);
}

static double plain_rate(struct bench *b) {
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < PLAIN_BATCHES; i++) {
        plain_forward(&b->network, b->activation, BATCH);
        plain_backward(&b->network, b->activation, b->slope, BATCH, b->gradients);
    }
    return PLAIN_BATCHES * BATCH / (clock_cpu_seconds() - begun);
}

/* One sample after the other, forward only. */
static double answer_rate(struct bench *b) {
    float out[9];
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < ANSWERS; i++)
        network_answer(&b->network, b->activation[0] + i % BATCH * shape.size[0], out);
    return ANSWERS / (clock_cpu_seconds() - begun);
}

static double batch_of_one_rate(struct bench *b) {
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < ANSWERS; i++)
        network_forward(&b->network, &b->pass, b->activation[0] + i % BATCH * shape.size[0], 1);
    return ANSWERS / (clock_cpu_seconds() - begun);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *what, double values[ROUNDS], int decimals) {
    qsort(values, ROUNDS, sizeof *values, ascending);
    printf("%-34s %12.*f   (%.*f to %.*f)\n", what, decimals, values[ROUNDS / 2], decimals,
           values[0], decimals, values[ROUNDS - 1]);
}

int main(void) {
    struct bench b;
    struct th_error e;
    if (!network_make(&b.network, &shape, &e) || !network_pass_make(&b.pass, &shape, BATCH, &e)) {
        fprintf(stderr, "%s\n", e.text);
        return 1;
    }
    struct th_rng rng = th_rng_seeded(1);
    network_begin(&b.network, &rng);
    b.gradients = calloc(b.network.count, sizeof *b.gradients);
    float *rooms[] = {plain_rooms(&shape, BATCH, b.activation),
                      plain_rooms(&shape, BATCH, b.slope)};
    if (b.gradients == NULL || rooms[0] == NULL || rooms[1] == NULL) return 1;
    for (int i = 0; i < BATCH * shape.size[0]; i++)
        b.activation[0][i] = (float)th_rng_below(&rng, 1000) / 1000;
    for (int i = 0; i < BATCH * shape.size[shape.layers]; i++)
        b.slope[shape.layers][i] = (float)th_rng_below(&rng, 1000) / 1000;
    double fast[ROUNDS], plain[ROUNDS], ratio[ROUNDS], answer[ROUNDS], one[ROUNDS], single[ROUNDS];
    fast_rate(&b); /* warm */
    for (int i = 0; i < ROUNDS; i++) {
        fast[i] = fast_rate(&b);
        plain[i] = plain_rate(&b);
        ratio[i] = fast[i] / plain[i];
        answer[i] = answer_rate(&b);
        one[i] = batch_of_one_rate(&b);
        single[i] = answer[i] / one[i];
    }
    printf("24-128-128-9, samples per second of processor time, median of %d rounds (and range)\n",
           ROUNDS);
    print("batch of 64, forward and back", fast, 0);
    print("the same by plain loops", plain, 0);
    print("ratio", ratio, 1);
    print("one sample, forward", answer, 0);
    print("batch of one, forward", one, 0);
    print("ratio", single, 1);
    network_drop(&b.network);
    network_pass_drop(&b.pass);
    free(b.gradients);
    free(rooms[0]);
    free(rooms[1]);
    return 0;
}
