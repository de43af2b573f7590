/* How strong bots are, from the results of a league.
 *
 * The model: where bots of strengths s sit down together, each wins with probability
 * exp(s) / (the sum of exp over all who sit). For two that is Bradley and Terry's ("Rank analysis
 * of incomplete block designs", Biometrika 1952), for more the first choice of Luce's (Individual
 * Choice Behavior, 1959) and Plackett's ("The analysis of permutations", 1975): the games here name
 * one winner and do not rank the rest.
 *
 * Only differences of strengths mean anything. The plain mean of the bots that have both won and
 * lost something is called 0; of the others only a bound is known, which would blur all the rest.
 * Where there are not two such bots, it is the mean of all. */
#ifndef STATS_RATING_H
#define STATS_RATING_H

#include "tahur/error.h"
#include "tahur/game.h"

/* What the games of one line-up came to. A block is a few games that share their luck, with seats
 * exchanged: they depend on each other, so a block is one observation. Blocks are taken to be
 * independent of each other, also of those of other line-ups. */
struct rating_line_up {
    int players;                                 /* slots, 2..TH_SEATS_MAX */
    int bot[TH_SEATS_MAX];                       /* who sits in the slot; may repeat */
    double games, blocks;                        /* every block has the same number of games */
    double won[TH_SEATS_MAX];                    /* games won by the slot; they sum to `games` */
    double products[TH_SEATS_MAX][TH_SEATS_MAX]; /* sum over blocks of won_i · won_j in the block */
};

/* Another block, given the games each slot won in it. A game without a winner counts 1/players for
 * each, so that the wins of a block sum to its games. */
void rating_add_block(struct rating_line_up *l, const double won[]);

struct ratings {
    int bots;
    double *strength;   /* natural logarithms */
    double *covariance; /* bots × bots, of the strengths as they are here, relative to their zero */
    bool *bounded;      /* by bot: has both won and lost something */
    /* Results alone made a bot infinitely better than another, or did not compare them at all. So
     * every bot was given one more game, half won and half lost, against one and the same average
     * player. */
    bool ghosts;
};

/* The strengths under which the results are most likely, to about ten digits. Bots are numbered
 * from 0; bots ≥ 1; line-ups come in any order, the same one more than once if need be. All that is
 * returned is finite, whatever the results were. Fails only when memory runs out. */
bool ratings_fit(const struct rating_line_up *line_ups, int count, int bots, struct ratings *out,
                 struct th_error *e);
void ratings_drop(struct ratings *r);

/* Moves the zero to the mean of the bots that count, at least one. Differences stay. */
void ratings_center(struct ratings *r, const bool counts[]);

/* Standard errors: of a strength, relative to the zero, and of i's lead over j. They
 * are made so that ± 1.96 of them hold the truth about 95 times of 100, also with few blocks; with
 * ghosts this is not promised. */
double ratings_se(const struct ratings *r, int i);
double ratings_lead_se(const struct ratings *r, int i, int j);

/* How probable it is that i is stronger than j, their lead taken as normal. */
double ratings_superiority(const struct ratings *r, int i, int j);

/* A strength, or its error, in points of Elo's scale, where 400 points are odds of 10 : 1. */
double rating_elo(double strength);

#endif
