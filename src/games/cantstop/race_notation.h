/* Positions of the race of one player in writing, as in the game (notation.h) without what one
 * player does not need:
 *
 *   2:3,7:5                              at the start of a turn
 *   2:3,7:5 temp 6:2,8:1                 stop, or roll again?
 *   2:3,7:5 temp 6:2,8:1 roll            the dice are to be rolled
 *   2:3,7:5 temp 6:2,8:1 move 2 4 4 6    which move for these dice?
 *   -                                    nothing anywhere */
#ifndef CANTSTOP_RACE_NOTATION_H
#define CANTSTOP_RACE_NOTATION_H

#include "board.h"
#include "turn.h"

struct race_position {
    int progress[RACE_COLUMNS_MAX]; /* for good */
    int steps[RACE_COLUMNS_MAX];    /* of this turn */
    enum cantstop_phase phase;
    int roll; /* in CANTSTOP_MOVE */
};

/* A position that the race can be in and that is not over. */
bool cantstop_race_parse(const struct cantstop_race *r, const char *text, struct race_position *p,
                         struct th_error *e);
const char *cantstop_race_text(const struct cantstop_race *r, const struct race_position *p,
                               char *out, size_t size);
/* "6+8", "7+7", "6". Returns `out`. */
const char *cantstop_race_move_text(struct turn_move move, char out[16]);

#endif
