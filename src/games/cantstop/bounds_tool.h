/* What tahur solve shows of a race that it does not solve: a bracket for the optimum, and what
 * solving would take. The JSON is NULL if they fail, and set *e, or were stopped. */
#ifndef CANTSTOP_BOUNDS_TOOL_H
#define CANTSTOP_BOUNDS_TOOL_H

#include "core/tools.h"
#include "turn.h"

/* The largest turn that --bounds and --estimate take. */
#define BOUNDS_PLACES_MOST 2e6

/* Positions within the turn of a player who stands there. */
double cantstop_turn_places(const struct cantstop_race *race, const int from[]);

/* What solving would take: the one source for all texts. */
struct race_cost {
    struct race_size size;
    double within;       /* positions within turns */
    double measured;     /* of these, solved to measure the rate; 0: turns are too large for it */
    double rate;         /* positions a second and core */
    double core_seconds; /* mirror images are solved once */
};
bool cantstop_measure_cost(struct race_cost *cost, const struct cantstop_race *race,
                           const int from[], struct th_error *e);

json_t *cantstop_bounds_json(const struct cantstop_race *race, const struct race_position *p,
                             const struct solve_request *r, struct th_error *e);
/* The same as JSON. */
json_t *cantstop_cost_json(const struct cantstop_race *race, const struct race_position *p,
                           struct th_error *e);

#endif
