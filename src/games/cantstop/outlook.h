/* How long a player still needs to complete three columns, on the real board: the basis of
 * turn-optimal and of the game's own estimate of positions.
 *
 * By the default rules no player blocks another, so all that a player's progress says is when it
 * will be done. With closed columns that is not the whole truth: network.h corrects it. Three
 * things are fitted to the bot's own play (bench/cantstop_fit.c), once for each move rule: turns
 * the mean number of turns still needed by one who plays to need few ends     how the number of
 * turns spreads, for every mean going_on what rolling again brings in the middle of a turn The
 * first and the last are small networks: every column adds a row of numbers to the units, which are
 * cut off at 0 and summed up with weights. Only additions and products: the same everywhere. */
#ifndef CANTSTOP_OUTLOOK_H
#define CANTSTOP_OUTLOOK_H

#include "board.h"
#include "turn.h"
#include "units.h"

enum {
    OUTLOOK_HEIGHTS = 14, /* 0..13 */
    OUTLOOK_UNITS = UNITS,
    OUTLOOK_GOING_UNITS = 32,
    OUTLOOK_MEANS = 25, /* 0, 1/2, 1, …, 12 turns */
    OUTLOOK_TIMES = 32, /* 0, 1, …, 31 turns; the last one is that or more */
};
#define OUTLOOK_MEANS_A_TURN 2

struct outlook_turns {
    float column[CANTSTOP_COLUMNS][OUTLOOK_HEIGHTS][OUTLOOK_UNITS];
    float weight[OUTLOOK_UNITS];
    float base;
};

/* What the numbers that come out are. */
enum outlook_result {
    GOING_GAIN, /* turns that going on saves in the mean, against a bust at once */
    GOING_BUST, /* the chance that the turn ends with a bust */
    GOING_WIN,  /* the chance that it ends with a win */
    GOING_RESULTS
};

struct outlook_going_on {
    float column[CANTSTOP_COLUMNS][OUTLOOK_HEIGHTS][OUTLOOK_GOING_UNITS]; /* by progress for good */
    float runner[CANTSTOP_COLUMNS][OUTLOOK_HEIGHTS][OUTLOOK_GOING_UNITS]; /* where one stands */
    float runners[CANTSTOP_RUNNERS + 1][OUTLOOK_GOING_UNITS];             /* by their number */
    float success[OUTLOOK_GOING_UNITS]; /* times the chance that the next roll is no bust */
    float weight[GOING_RESULTS][OUTLOOK_GOING_UNITS];
    float base[GOING_RESULTS];
};

struct outlook {
    struct outlook_turns turns;
    struct outlook_going_on going_on;
    /* [mean][t]: the chance of needing exactly t turns. Between two means, a mixture of both. */
    double ends[OUTLOOK_MEANS][OUTLOOK_TIMES];
};

/* The fitted one for a move rule. */
const struct outlook *cantstop_outlook(int forced);

/* Turns still needed with this progress; 0 with three columns completed, else 1 at least. */
double cantstop_outlook_turns(const struct outlook_turns *n, const uint8_t progress[]);
/* The units for all ends of a turn: their sums are turns, where no three columns are completed.
 * squares[c][i]: where i steps lead in column c, of `room`. */
void cantstop_outlook_units(const struct outlook_turns *n,
                            const uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER],
                            const int room[CANTSTOP_COLUMNS], struct units *out);

/* The turns at every place of a turn that is laid out for this progress, into `stop`. */
void cantstop_outlook_fill(const struct outlook_turns *n, const uint8_t progress[],
                           struct cantstop_turn *t);

/* What rolling again brings to the seat in turn, which has a runner somewhere. */
void cantstop_outlook_going_on(const struct outlook_going_on *n, const struct cantstop *s,
                               double out[GOING_RESULTS]);

/* The power of the chances of independent players, in eighths, that foretells best who wins
 * (bench/cantstop_power.c): players who trail take risks. 8: as they are. */
int cantstop_outlook_power(int forced, int players);

/* Who wins when the mean of every seat is known. Its rows are filled when they are asked for: the
 * chances of all seats, in the order of play from the seat in turn on, when that seat ends its turn
 * with so many half turns to go in the mean. */
struct outlook_race {
    const struct outlook *outlook;
    int players, forced;
    /* Of all seats in that order: turns needed as the turn began, by one who plays to need few, and
     * how many times as long this one needs; usually 1. */
    double turns[TH_SEATS_MAX], pace[TH_SEATS_MAX];
    double ends[TH_SEATS_MAX][OUTLOOK_TIMES];
    bool filled[OUTLOOK_MEANS];
    double chance[OUTLOOK_MEANS][TH_SEATS_MAX];
};
void cantstop_outlook_race(struct outlook_race *r, const struct cantstop *s);
/* The same for seats of which the paces are known, by seat. */
void cantstop_outlook_race_at(struct outlook_race *r, const struct cantstop *s,
                              const double pace[]);
/* The chances before the first roll of the turn. */
void cantstop_outlook_start(const struct outlook_race *r, double out[]);
/* Adds share times the chances at the end of the turn, by what is left to the seat then. */
void cantstop_outlook_after(struct outlook_race *r, double turns, double share, double out[]);

/* For n ends of the turn, none of them a win: from turns still needed, 1 at least, to the chance of
 * the seat in turn, sign turned. */
void cantstop_outlook_costs(struct outlook_race *r, double cost[], int n);

/* Each seat's chance of winning: the estimate of the game's table (estimate.c). */
void cantstop_estimate(const struct th_state *s, double out[]);

/* ---- fitted numbers (outlook_numbers.c) ---- */

/* What bench/cantstop_fit.c has fitted, by move rule (0: one of two sums may be left, 1: forced),
 * in the order in which outlook.c takes it. Numbers of networks are in units of 1/OUTLOOK_SCALE. */

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
