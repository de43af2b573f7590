/* What somebody may see of a game: a seat's view, everything (TH_SEES_ALL), or what a stranger at
 * the table sees (TH_STRANGER). */
#ifndef SERVE_SIGHT_H
#define SERVE_SIGHT_H

#include "record/record.h"
#include <jansson.h>

/* The state as it is seen, as JSON. `room` is for one state. */
json_t *sight_state(const struct th_game *game, const struct th_state *s, int sight,
                    struct th_state *room);
/* What a board wants to show of it besides: `extra`. */
json_t *sight_extra(const struct record *r, const struct th_state *s, size_t steps, int sight,
                    struct th_state *room);
/* The steps from one number up to another. */
json_t *sight_steps(const struct record *r, size_t from, size_t to, int sight);

#endif
