/* A bracket for the optimum of the race, where it is too large to be solved: an upper bound by
 * playing, a lower bound by a player who knows the dice and pays for it. Both start from a function
 * V that says about how many turns are needed (approx.h), and hold whatever V is. The proofs are in
 * docs/cantstop-optimum.md, "A bracket for the real board".
 *
 * For a position x at the start of a turn let w(x) be the cost of best play of the turns until one
 * ends further on, if V is right there: the fixed point that retrograde.h solves. */
#ifndef CANTSTOP_BOUNDS_H
#define CANTSTOP_BOUNDS_H

#include "approx.h"
#include "race.h"
#include <stdatomic.h>
#include <stdint.h>

struct bounds_settings {
    int games;     /* played for the upper bound; at least 2 */
    int scenarios; /* of dice for the lower bound; at least 2 */
    double regret; /* paths that lose more than this to the best one are given up */
    int paths;     /* and all but so many of the best, each turn */
    uint64_t seed;
    int threads;
    const atomic_bool *stop;                        /* gives up when it is set; NULL: never */
    void (*progress)(void *context, uint64_t done); /* games and scenarios; called by one thread */
    void *context;
};

/* A mean over games or scenarios, and its standard error. */
struct bounds_mean {
    double mean, error;
    uint64_t turns; /* turns that were solved for it */
};

struct bounds {
    double start; /* w of where it begins */
    struct bounds_mean upper, lower;
    uint64_t given_up;    /* paths, in all scenarios, because of `regret` and `paths` */
    bool complete;        /* no path was given up that could have become the best one */
    double least_residue; /* w − V: of the positions that were solved for the lower bound */
    double proved;        /* a lower bound without simulation, far from the optimum */
};

/* With at most so many positions at the start of a turn, w − V is known for all of them. Then paths
 * are given up only when it is certain that they cannot become the best, and these limits are not
 * used: the lower bound is complete. */
enum { BOUNDS_COMPLETE = 400 };

/* Three columns take at least 3 / G turns, where G is what a turn brings at most in the mean: in
 * columns, if all were without end and either sum may be left. At least 1. False and the reason if
 * there is no memory. */
bool cantstop_bounds_proved(const struct cantstop_race *race, const int from[], double *turns,
                            struct th_error *e);

/* The result is the same for any number of threads. False and the reason, or without a reason
 * (e->text empty) if it was stopped. */
bool cantstop_bounds(struct bounds *b, const struct approx *v, const int from[],
                     const struct bounds_settings *s, struct th_error *e);

#endif
