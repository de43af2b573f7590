/* Boards drawn in the tests, columns lying on their side from the foot to the top:
 *
 *     drawn(2, 1, "2 .1."
 *                 "7 2....*.......")
 *
 * is a game of two in which player 1 stands on step 2 of column 2, and player 2, who is in turn,
 * has step 1 of column 7 for good and its runner on step 6. A column may be drawn twice, where two
 * players share a step. The player in turn is about to decide whether to roll again. */
#ifndef TESTS_CANTSTOP_DRAWN_H
#define TESTS_CANTSTOP_DRAWN_H

#include "cmocka_includes.h"
#include "games/cantstop/board.h"

struct cantstop drawn(int players, int seat_in_turn, const char *columns);
/* By other rules. */
struct cantstop drawn_by(struct cantstop_rules rules, int players, int seat_in_turn,
                         const char *columns);

/* Rolls these dice, with whatever they lead to. */
void roll(struct cantstop *s, int d1, int d2, int d3, int d4);
/* Makes the move written so; it must be legal. */
void move(struct cantstop *s, const char *text);
void stop(struct cantstop *s);

/* The legal moves, written in their order with a space between. */
#define assert_moves(s, expected) assert_string_equal(legal_text(s), expected)
const char *legal_text(const struct cantstop *s);

/* Permanent and temporary steps by the column's own name, 2..12. */
int permanent(const struct cantstop *s, int seat, int column);
int temporary(const struct cantstop *s, int column);

static inline struct th_state *state_of(struct cantstop *s) {
    return (struct th_state *)(void *)s;
}

#endif
