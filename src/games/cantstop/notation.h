/* Can't Stop in writing.
 *
 *   moves      6+8   7+7   6
 *   decisions  stop  roll
 *   rolls      d 2 4 4 6
 *   positions  2:3,7:5/-/6:1/- temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6
 *
 * A position names the permanent progress of each seat, the temporary progress of the seat in
 * turn ("-" for none), the seat, the turns it has had, the rolls of this turn, and what it waits
 * for: "roll", "move" with the dice, "decide", or "over". By other rules than the default ones they
 * follow, as in "… roll rules closed=1,blocking=jump,columns=4"; a line without them is read by the
 * rules of the game. (forced is not among them: it changes which moves there are, not what a
 * position means.) */
#ifndef CANTSTOP_NOTATION_H
#define CANTSTOP_NOTATION_H

#include "board.h"

const char *cantstop_action_text(const struct th_state *s, th_action a, char *out, size_t size);
bool cantstop_parse_action(const struct th_state *s, const char *text, th_action *a,
                           struct th_error *e);
const char *cantstop_position_text(const struct th_state *s, char *out, size_t size);
bool cantstop_parse_position(struct th_state *s, const char *text, struct th_error *e);
void cantstop_fields(const struct th_state *s, struct th_writer *w);
/* A position that is a JSON object, for so many players, as a line; false and the reason. */
bool cantstop_json_as_line(const char *text, int players, char *out, size_t size,
                           struct th_error *e);
const char *cantstop_draw(const struct th_state *s, const struct th_look *look, char *out,
                          size_t size);
int cantstop_luck_of(const struct th_state *s);
const char *cantstop_describe(const struct th_state *before, th_action a, int seat, char *out,
                              size_t size);
void cantstop_events(const struct th_state *before, th_action a, int seat, struct th_writer *w);
const char *cantstop_odds(const struct th_state *view, char *out, size_t size);
const char *cantstop_extra(const struct th_state *view, const th_action done[], size_t steps,
                           char *out, size_t size);

/* "closed=1,blocking=jump": the options that say what a position means, where they are not the
 * default ones; "" if there are none. */
#define CANTSTOP_RULES_BYTES 64
const char *cantstop_rules_text_of(const struct cantstop *s, char *out, size_t size);

/* "6,7,8": a set of columns, each once. `what` names it in messages. */
bool cantstop_parse_columns(const char *text, const char *what, unsigned *set, struct th_error *e);
/* "6 7 8"; "none" for the empty set. */
const char *cantstop_columns_text(unsigned set, char *out, size_t size);

#endif
