/* How good a position of Y looks, for searches by values. */
#ifndef Y_EVALUATE_H
#define Y_EVALUATE_H

#include "board.h"

extern const struct th_weight y_weights[];

int y_evaluate(const struct th_state *s, int seat, const int weight[]);
uint64_t y_key(const struct th_state *s);

#endif
