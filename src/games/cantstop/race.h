/* The race of one player, with dice of any number of sides: four dice of N sides, columns 2..2N,
 * heights K, K+2, … towards the middle. N = 6 and K = 3 is the real board.
 *
 * By the default rules no player blocks another, so this is all there is to a game but for who is
 * first (docs/rules, "A free consistency law"). Closed columns and occupied squares are not part of
 * it. Here are the tables of a variant, and how large it is; turn.h solves
 * one turn of it, retrograde.h all of it. Columns are held by their index, as in board.h. */
#ifndef CANTSTOP_RACE_H
#define CANTSTOP_RACE_H

#include "tahur/error.h"
#include <stdint.h>

enum {
    RACE_SIDES_MAX = 8,
    RACE_SHORTEST_MAX = 50,
    RACE_COLUMNS_MAX = 2 * RACE_SIDES_MAX - 1,
    RACE_PAIRINGS_MAX = RACE_COLUMNS_MAX * (RACE_COLUMNS_MAX + 1) / 2,
    RACE_ROLLS_MAX = 330, /* of four dice with eight sides, sorted */
    RACE_TRIPLES_MAX = 455,
    RACE_RUNNERS = 3,
    RACE_TO_WIN = 3,
    RACE_WITH_MAX = 64, /* choices with [c] or [c, c] of a triple */
};

/* Two sums; equal ones are a double. */
struct race_pairing {
    uint8_t low, high;
};

struct race_roll {
    uint8_t dice[4];    /* ascending */
    uint8_t pairing[3]; /* the last one again, where there are fewer */
    double chance;
};

/* With three runners on the columns a, b, c a turn can go on in nine ways: one step in a column,
 * one in each of two, two in one. Any of the three may be c, for the others a < b. */
enum race_step { STEP_A, STEP_B, STEP_C, STEP_AB, STEP_AC, STEP_BC, STEP_AA, STEP_BB, STEP_CC };

/* All rolls that leave the same choice of steps, together. */
struct race_choice {
    double chance;
    uint8_t step[4]; /* the last one again, where there are fewer */
};

/* What can happen with three runners, by which of them are at their top (bit 0: a). The choices are
 * sorted by what a solver needs that goes through the steps of column c one by one and computes the
 * rest for many positions at once: first those without a step in c alone, by their number of steps;
 * then those with [c], which is their step[3], and those with [c, c]. */
struct race_triple {
    double bust, only_c, only_cc; /* chances: no step; nothing but [c]; nothing but [c, c] */
    double single;                /* of [a], [b] and [c] only, or fewer of them */
    int first;                    /* in `choices` */
    int one, two, more;           /* without [c] and [c, c]: with one step, two, three or four */
    int with_c, with_cc;
};

/* A roll again, for positions with fewer runners: its distinct pairings. */
struct race_outcome {
    double chance;
    uint8_t pairing[3];
};

struct cantstop_race {
    int sides, shortest, columns, forced;
    int height[RACE_COLUMNS_MAX];
    int pairings, rolls;
    struct race_pairing pairing[RACE_PAIRINGS_MAX];
    struct race_roll roll[RACE_ROLLS_MAX];
    struct race_outcome outcome[RACE_ROLLS_MAX]; /* those with one pairing first, then two, three */
    int outcomes[3];                             /* how many there are of each */
    /* By the place of the triple in lexicographic order; which of its columns, ascending, is c. */
    struct race_triple triple[RACE_TRIPLES_MAX][3][8];
    struct race_choice *choices;
};

/* The tables of a variant, or NULL and the reason. To be dropped. */
struct cantstop_race *cantstop_race_new(int sides, int shortest, int forced, struct th_error *e);
void cantstop_race_drop(struct cantstop_race *r);

/* Where the roll with these dice, in any order, stands in `roll`; -1: it is none. */
int cantstop_race_roll_of(const struct cantstop_race *r, const int dice[4]);

/* How many positions there are that a player who stands at `from` can come to: at the start of a
 * turn and not over, those that are their own mirror image, and within a turn with so many runners.
 * As doubles, since they can be very large; exact below 2^53. */
struct race_size {
    double vectors; /* of progress, whether over or not: the places of a table */
    double starts, mirrored;
    double within[RACE_RUNNERS + 1];
};
struct race_size cantstop_race_size(const struct cantstop_race *r, const int from[]);

#endif
