/* How long a search by visits thinks about a move. It stops when no other action can get the most
 * visits in the time that is left, and saves this time. A close decision may take up to half as
 * long again from what was saved, so that moves take their time on average (Baier and Winands,
 * "Time management for Monte Carlo tree search", 2016: STOP and CLOSE).
 *
 * Times are seconds of any clock, which the caller passes. */
#ifndef SEARCH_TIME_CONTROL_H
#define SEARCH_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

struct time_control {
    double per_move, saved; /* saved: by the moves of this game */
    double begun, deadline;
    bool extended; /* this move has got more time */
};

/* The visits of the two actions that have most, and of all actions. */
struct visit_lead {
    uint64_t most, second, total;
};

void time_control_begin_game(struct time_control *c, double per_move);
void time_control_begin_move(struct time_control *c, double now);
/* Whether to stop now; `done` are the visits since the move began. May extend the move. */
bool time_control_stop(struct time_control *c, double now, const struct visit_lead *lead,
                       uint64_t done);
void time_control_end_move(struct time_control *c, double now);

#endif
