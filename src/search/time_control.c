#include "time_control.h"

enum { DONE_MIN = 64 }; /* visits before the speed is known */
#define CLOSE     0.7   /* the second action has this share of the visits of the first */
#define EXTENSION 0.5   /* of the time of a move */

void time_control_begin_game(struct time_control *c, double per_move) {
    *c = (struct time_control){.per_move = per_move};
}

void time_control_begin_move(struct time_control *c, double now) {
    c->begun = now;
    c->deadline = now + c->per_move;
    c->extended = false;
}

static bool is_close(const struct visit_lead *lead) {
    return (double)lead->second >= CLOSE * (double)lead->most;
}

bool time_control_stop(struct time_control *c, double now, const struct visit_lead *lead,
                       uint64_t done) {
    if (now >= c->deadline) {
        if (c->extended || c->saved <= 0 || !is_close(lead)) return true;
        const double most = EXTENSION * c->per_move;
        c->extended = true;
        c->deadline = c->begun + c->per_move + (c->saved < most ? c->saved : most);
        return now >= c->deadline;
    }
    if (done < DONE_MIN || now <= c->begun) return false;
    const double to_come = (double)done * (c->deadline - now) / (now - c->begun);
    return (double)(lead->most - lead->second) > to_come;
}

void time_control_end_move(struct time_control *c, double now) {
    c->saved += c->per_move - (now - c->begun);
    if (c->saved < 0) c->saved = 0;
}
