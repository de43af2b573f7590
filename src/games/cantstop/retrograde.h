/* The exact optimum of the race: the fewest turns that a player needs in the mean, from every
 * position at the start of a turn that can be come to, by retrograde analysis.
 *
 * A turn ends further on or, by a bust, where it began. So positions are solved in order of their
 * progress, from the end; what is left is one unknown a position, its own value v, which is the
 * cost of a bust: v = 1 + the cost of a turn with best play if a bust costs v. That is a fixed
 * point of a function which grows, is concave and has slope below 1, and is found exactly, to
 * rounding, in a few turns' solutions. The positions of equal progress are shared out to threads;
 * each is a function of those before, so the result is the same for any number of threads. */
#ifndef CANTSTOP_RETROGRADE_H
#define CANTSTOP_RETROGRADE_H

#include "layers.h"
#include "race.h"
#include "turn.h"
#include <stdatomic.h>
#include <stddef.h>

struct retrograde {
    const struct cantstop_race *race;
    int from[RACE_COLUMNS_MAX]; /* where the player stands */
    size_t stride[RACE_COLUMNS_MAX];
    size_t vectors; /* places of the table */
    double *value;  /* by place: turns still needed; 0 where three columns are completed */
    bool symmetric; /* mirror images share a value */
    uint64_t read;  /* of cantstop_retrograde_total: taken from the folder, not solved */
};

struct retrograde_watch {
    int threads;
    const struct layers *layers;                    /* keeps what is finished; NULL: nothing does */
    const atomic_bool *stop;                        /* gives up when it is set; NULL: never */
    void (*progress)(void *context, uint64_t done); /* positions so far; called by one thread */
    void *context;
};

/* Turn starts that are solved, of which mirror images count as one: the whole of the progress. */
uint64_t cantstop_retrograde_total(const struct cantstop_race *race, const int from[]);
/* Bytes it needs. */
double cantstop_retrograde_bytes(const struct cantstop_race *race, const int from[]);

/* Solves the race from there, which must not be won already. False and the reason if there is no
 * memory; false without a reason (e->text empty) if it was stopped. To be dropped in any case. */
bool cantstop_retrograde_solve(struct retrograde *g, const struct cantstop_race *race,
                               const int from[], const struct retrograde_watch *watch,
                               struct th_error *e);
void cantstop_retrograde_drop(struct retrograde *g);

/* What one more turn costs that ends further on, with best play, where a bust costs the same again:
 * the v = 1 + turn(v) of a turn that is laid out and its stops filled. The turn is left solved for
 * it, but for rounding. */
double cantstop_retrograde_fix(struct cantstop_turn *t, double guess);

/* Of a position that can be come to, by its progress. */
double cantstop_retrograde_value(const struct retrograde *g, const int progress[]);

/* Lays out the turn of a player who stands there and solves it: `start` is the value less 1. The
 * turn was made for where the race was solved from. */
void cantstop_retrograde_turn(const struct retrograde *g, const int progress[],
                              struct cantstop_turn *t);

#endif
