/* One turn of the race, exactly: what every position within it is worth with best play, when it is
 * known what every position is worth that the turn may end in.
 *
 * Worth is a cost, and less is better: turns still needed, or the chance of not winning. A turn is
 * laid out where a player stands; then its positions after a move are the places of one table, in
 * blocks by the columns of the runners. Whoever uses it writes into `stop` what stopping costs, for
 * each place; solving fills `best` with the cost of the better of stopping and rolling again. */
#ifndef CANTSTOP_TURN_H
#define CANTSTOP_TURN_H

#include "board.h"
#include "race.h"

/* The positions with runners on the same columns; those with 1..room steps each, the last column's
 * fastest. The columns ascend, but of three the one with the most room is last, so that rows are
 * long. A block of fewer than three columns has size 1 in the others. */
struct turn_block {
    int runners, first, size; /* columns in use; first place; how many */
    bool solved;
    int column[RACE_RUNNERS];
    int room[RACE_RUNNERS];
    int stride[RACE_RUNNERS];
    const struct race_triple *triple; /* of three runners: by which are at their top */
};

struct cantstop_turn {
    const struct cantstop_race *race;
    int room[RACE_COLUMNS_MAX]; /* steps to the top from where the turn begins */
    int blocks, places;
    struct turn_block *block; /* three runners first, then two, then one: the order of solving */
    /* The block with these columns, ascending, -1 for none; columns count from 1 here and 0 is no
     * column, so that [0][0][c + 1] is a single runner. */
    int16_t (*block_of)[RACE_COLUMNS_MAX + 1][RACE_COLUMNS_MAX + 1];
    double *stop, *best; /* (places) */
    double start;        /* of the first roll */
};

/* The solver reads whole vectors: beyond the last place, both tables have room for so many more. */
enum { TURN_BEYOND = 16 };

/* Where block_of holds the block with runners on these columns, ascending. */
static inline int16_t *cantstop_turn_block(const struct cantstop_turn *t, const int column[],
                                           int runners) {
    int at[RACE_RUNNERS] = {0};
    for (int i = 0; i < runners; i++) at[RACE_RUNNERS - runners + i] = column[i] + 1;
    return &t->block_of[at[0]][at[1]][at[2]];
}

/* Room for any turn of the race from where this much is left in the columns. */
bool cantstop_turn_make(struct cantstop_turn *t, const struct cantstop_race *race, const int room[],
                        struct th_error *e);
void cantstop_turn_drop(struct cantstop_turn *t);

/* Lays out the turn of a player with this much room in the columns, at most what it was made for;
 * 0 is a completed column. */
void cantstop_turn_lay_out(struct cantstop_turn *t, const int room[]);

/* From `stop`, which is finite, and what a bust costs to `best` and `start`, which it returns
 * (turn_solve.c, as cantstop_turn_roll). Where stopping is not allowed, TURN_NO_STOP. */
#define TURN_NO_STOP 1e30
double cantstop_turn_solve(struct cantstop_turn *t, double bust);
/* The same for one block only, when all those have been solved that have one runner more. */
void cantstop_turn_solve_block(struct cantstop_turn *t, struct turn_block *b, double bust);

/* Where the position with these steps in the columns stands in the table. */
int cantstop_turn_place(const struct cantstop_turn *t, const int steps[]);
/* What rolling costs there, after solving with the same cost of a bust; all steps 0: the first. */
double cantstop_turn_roll(const struct cantstop_turn *t, const int steps[], double bust);

/* A move: one step in `low` and one in `high`; the same twice is a double; high -1: a single step.
 * At most nine for a roll, in lexicographic order. */
struct turn_move {
    int low, high;
};
int cantstop_turn_moves(const struct cantstop_turn *t, const int steps[], int roll,
                        struct turn_move out[9]);
/* The steps after a move. */
void cantstop_turn_step(const struct cantstop_turn *t, int steps[], struct turn_move move);
/* After solving: which of these moves costs least, the first of equal ones. */
int cantstop_turn_best(const struct cantstop_turn *t, const int steps[],
                       const struct turn_move moves[], int n);

/* ---- positions of the race in writing (race.c) ---- */

/* Positions of the race of one player, as in the game (notation.h) without what one
 * player does not need:
 *
 *   2:3,7:5                              at the start of a turn
 *   2:3,7:5 temp 6:2,8:1                 stop, or roll again?
 *   2:3,7:5 temp 6:2,8:1 roll            the dice are to be rolled
 *   2:3,7:5 temp 6:2,8:1 move 2 4 4 6    which move for these dice?
 *   -                                    nothing anywhere */

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
