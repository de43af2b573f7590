/* How good a position looks, for searching bots. */
#ifndef PARCHIS_EVALUATE_H
#define PARCHIS_EVALUATE_H

#include "board.h"

extern const struct th_weight parchis_weights[];

/* The slots of the game's table. */
int parchis_evaluate(const struct th_state *s, int seat, const int weight[]);
int parchis_urgency(const struct th_state *s, th_action a);

#endif
