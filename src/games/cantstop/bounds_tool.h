/* What tahur solve shows of a race that it does not solve: a bracket for the optimum, and what
 * solving would take. Both return NULL if they fail, and set *e, or were stopped. */
#ifndef CANTSTOP_BOUNDS_TOOL_H
#define CANTSTOP_BOUNDS_TOOL_H

#include "core/tools.h"
#include "turn.h"

json_t *cantstop_bounds_json(const struct cantstop_race *race, const struct race_position *p,
                             const struct solve_request *r, struct th_error *e);
json_t *cantstop_cost_json(const struct cantstop_race *race, const struct race_position *p,
                           struct th_error *e);

#endif
