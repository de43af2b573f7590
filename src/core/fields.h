/* The fields of a state (tahur/fields.h) as JSON text. */
#ifndef CORE_FIELDS_H
#define CORE_FIELDS_H

#include "tahur/game.h"

/* Writes the state as a JSON object in one line, in the game's own form (docs/protocol.md). What
 * does not fit is dropped; TH_POSITION_BYTES are enough. Returns `out`. */
const char *fields_json(const struct th_game *game, const struct th_state *s, char *out,
                        size_t size);

/* Writes what happens by the step as a JSON list of events (screen.h) in one line; [] if the viewer
 * does not see it, "null" if the game reports no events. What does not fit is dropped. Returns
 * `out`. */
const char *events_json(const struct th_game *game, const struct th_state *before, th_action a,
                        int viewer, char *out, size_t size);

#endif
