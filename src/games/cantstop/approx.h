/* About how many turns one player still needs, for the race with any dice: a network of one hidden
 * layer over the steps in every column. On the real board it is the fitted one of turn-optimal
 * (outlook.h); for other dice it is fitted on the spot. The bounds of the optimum (bounds.h) hold
 * whatever it says; the nearer it is, the tighter they are. */
#ifndef CANTSTOP_APPROX_H
#define CANTSTOP_APPROX_H

#include "outlook.h"
#include "race.h"
#include "turn.h"
#include <stdatomic.h>

enum { APPROX_UNITS = 64 };

struct approx {
    const struct cantstop_race *race;
    const struct outlook_turns *outlook; /* of the real board: the same numbers, faster; or NULL */
    int first[RACE_COLUMNS_MAX];         /* the row of a column at 0 steps */
    int rows;
    float (*row)[APPROX_UNITS];
    float weight[APPROX_UNITS];
    float base;
};

/* For the real board with heights 3 … 13 the fitted numbers, else untrained ones. To be dropped. */
bool cantstop_approx_make(struct approx *a, const struct cantstop_race *race, struct th_error *e);
void cantstop_approx_drop(struct approx *a);
bool cantstop_approx_is_fitted(const struct cantstop_race *race);

/* Turns still needed; 0 with three columns completed, else 1 at least. */
double cantstop_approx_turns(const struct approx *a, const int progress[]);
/* The same for every place of a turn that is laid out for this progress, into `stop`. */
void cantstop_approx_fill(const struct approx *a, const int progress[], struct cantstop_turn *t);

/* Fits it in rounds to the solutions of its own turns. The result is the same for any number of
 * threads. False and the reason if there is no memory or no thread; without a reason if stopped. */
struct approx_watch {
    int threads;
    const atomic_bool *stop;
};
bool cantstop_approx_fit(struct approx *a, const struct approx_watch *w, struct th_error *e);

#endif
