/* What the files that solve a turn share: LANES positions at once. */
#ifndef CANTSTOP_TURN_LANES_H
#define CANTSTOP_TURN_LANES_H

#include "core/wide.h"
#include "turn.h"
#include <string.h>

enum { LANES = 4 };

typedef double lanes __attribute__((vector_size(8 * LANES)));

/* Vectors are passed only between functions that are inlined: how else depends on the processor. */
#define INLINED static inline __attribute__((always_inline))

INLINED lanes lanes_at(const double *from) {
    lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline double least(double x, double y) {
    return x < y ? x : y;
}

INLINED lanes lanes_least(lanes x, lanes y) {
    lanes out;
    for (int l = 0; l < LANES; l++) out[l] = x[l] < y[l] ? x[l] : y[l];
    return out;
}

/* A block of three runners (turn_three.c). */
void cantstop_solve_three(struct cantstop_turn *t, const struct turn_block *b, double bust);
/* What rolling costs with three runners, of which these are at their top: after[] is where each
 * step leads to. */
double cantstop_roll_three(const struct cantstop_race *r, const struct race_triple *t,
                           const double after[9], double bust);

#endif
