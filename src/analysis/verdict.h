/* What is known of the things that can happen in a position: a seat's actions, or chance's
 * outcomes, each with every seat's chance of winning behind it. */
#ifndef ANALYSIS_VERDICT_H
#define ANALYSIS_VERDICT_H

#include "tahur/game.h"

struct verdict {
    double value[TH_SEATS_MAX]; /* by seat; the values add up to 1. NaN: not looked at */
    double error[TH_SEATS_MAX]; /* standard errors; 0: exact, as far as is looked; NaN: unknown */
};

struct verdicts {
    int n, seats;
    int seat;           /* whose errors are compared */
    struct verdict *of; /* n of them */
    int best;           /* for `seat`; the first of equals */
    /* Of rollouts: the seat's result in each game, adjusted for luck, game by game in the order of
     * `of`: games share their luck, so that differences are surer than values. */
    const double *sample;
    int64_t games;
    bool varied;      /* of rollouts: chance or a bot's generator had a part in them */
    double reduction; /* how many times smaller the control made the variance; NaN: no control */
};

/* How much more the seat has after i than after k, with the standard error of that: 0 where both
 * are exact, NaN where it is unknown. */
struct verdict_gap {
    double mean, error;
};
struct verdict_gap verdicts_gap(const struct verdicts *v, int i, int k);

/* The least error that so many games can have, even if all had the same result. */
double verdict_least_error(double games);

/* Whether i is better than k beyond doubt: with 99 % for all pairs of actions together, since the
 * best of many is likely to be one that was lucky (Bonferroni). Where a search states no error, a
 * difference of VERDICT_DOUBT is nothing; exact values differ by anything. */
#define VERDICT_DOUBT 0.01
bool verdicts_better(const struct verdicts *v, int i, int k);
/* So many standard errors are that, among n actions. */
double verdict_sure(int n);

#endif
