/* Can't Stop as it lies on a table: a board of squares, a list of what stands on each of them, and
 * people who look at it. The judge of all rules, written from docs/rules/cantstop.md ("Turn",
 * "Runners", "Other rules") and nothing else; slow, without a number that could be derived. */
#ifndef CANTSTOP_TABLETOP_H
#define CANTSTOP_TABLETOP_H

enum tabletop_blocking { TABLETOP_NONE, TABLETOP_JUMP, TABLETOP_STOP };

struct tabletop {
    int players, forced, closed, columns; /* the options */
    enum tabletop_blocking blocking;
    /* What stands on each square, by column 2..12 and square 1..13: players as "A".."D", a runner
     * as "*", in any order. */
    char square[13][14][8];
    int player; /* whose turn it is; after the end who made the last one */
    int over;
};

void tabletop_start(struct tabletop *t, int players);

/* The moves for four dice, each as "6", "6+8" or "7+7", without duplicates, by ascending columns.
 */
int tabletop_moves(const struct tabletop *t, const int dice[4], char out[9][8]);
void tabletop_move(struct tabletop *t, const char *move);

int tabletop_may_stop(const struct tabletop *t);
/* Runners become markers, or leave the board; the next player has the turn, if the game goes on. */
void tabletop_stop(struct tabletop *t);
void tabletop_bust(struct tabletop *t);

/* The square of a player's marker in the column, and of the runner; 0: there is none. */
int tabletop_marker(const struct tabletop *t, int player, int column);
int tabletop_runner(const struct tabletop *t, int column);
/* At the end: whether this player has won, or shares the win. */
int tabletop_has_won(const struct tabletop *t, int player);

#endif
