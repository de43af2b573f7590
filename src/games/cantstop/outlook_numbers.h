/* What bench/cantstop_fit.c has fitted, by move rule (0: one of two sums may be left, 1: forced),
 * in the order in which outlook.c takes it. Numbers of networks are in units of 1/OUTLOOK_SCALE. */
#ifndef CANTSTOP_OUTLOOK_NUMBERS_H
#define CANTSTOP_OUTLOOK_NUMBERS_H

#include "outlook.h"

#define OUTLOOK_SCALE 4096.0F
enum {
    OUTLOOK_ROWS = 94, /* heights of all columns, 0 among them */
    OUTLOOK_NUMBERS = (OUTLOOK_ROWS + 1) * OUTLOOK_UNITS + 1 +
                      (2 * OUTLOOK_ROWS - CANTSTOP_COLUMNS + CANTSTOP_RUNNERS + 2 + GOING_RESULTS) *
                          OUTLOOK_GOING_UNITS +
                      GOING_RESULTS,
};
extern const int16_t cantstop_outlook_numbers[2][OUTLOOK_NUMBERS];
extern const uint16_t cantstop_outlook_ends[2][OUTLOOK_MEANS][OUTLOOK_TIMES];

#endif
