/* What somebody may see of a game: a seat's view, everything (TH_SEES_ALL), or what a stranger at
 * the table sees (TH_STRANGER).
 *
 * Steps have numbers, and numbers tell: how often chance had to turn a card shows how many cards
 * somebody had fixed before. So for whoever does not see all, a step that a stranger cannot see is
 * no step of its own, but a part of the one before it. What they count is what everybody at the
 * table can count. Whoever sees all counts the steps of the record. */
#ifndef SERVE_SIGHT_H
#define SERVE_SIGHT_H

#include "play/session.h"
#include <jansson.h>

/* The state as it is seen, as JSON. `room` is for one state. */
json_t *sight_state(const struct th_game *game, const struct th_state *s, int sight,
                    struct th_state *room);
/* What a board wants to show of it besides: `extra`. */
json_t *sight_extra(const struct record *r, const struct th_state *s, size_t steps, int sight,
                    struct th_state *room);

/* These walk through the record, and use its spare states and the session's room. */

/* How many steps those of the record up to this number are. */
size_t sight_count(const struct session *s, size_t steps, int sight);
/* How many of them stay as they are whatever was added to the record behind that number. */
size_t sight_settled(const struct session *s, size_t steps, int sight);
/* How many steps of the record so many are, with all that belong to them; SIZE_MAX: there are not
 * so many. */
size_t sight_place(const struct session *s, size_t count, int sight);
/* All but the first `from`, up to this number of the record. */
json_t *sight_steps(const struct session *s, size_t from, size_t steps, int sight);

#endif
