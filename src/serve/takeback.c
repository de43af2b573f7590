#include "takeback.h"

#include "core/clock.h"

/* What has happened since a decision, itself included. */
struct since {
    int decisions[TH_SEATS_MAX]; /* by seat: each brought time */
    bool chance;
    unsigned seats; /* who else has made a step */
};

static struct since look_back(const struct session *s, size_t from) {
    struct since since = {.chance = false};
    record_state(&s->record, from, s->room);
    for (size_t i = from; i < s->record.steps; i++) {
        const int mover = s->game->mover(s->room);
        if (mover < 0)
            since.chance = true;
        else if (i > from)
            since.seats |= 1U << mover;
        if (mover >= 0) since.decisions[mover] += session_is_decision(s, s->room);
        s->game->apply(s->room, s->record.action[i]);
    }
    return since;
}

/* Who has taken a decision back knows what came of it. Alone with bots that is everybody's own
 * affair; among people only as long as nothing has come of it. */
static bool is_fair(const struct session *s, const struct since *since, unsigned own,
                    struct th_error *e) {
    if (s->game->view != NULL)
        return th_fail(e, "there are other people in the game: where something is hidden, nobody "
                          "takes a move back");
    if (s->game->outcomes == NULL || (!since->chance && (since->seats & ~own) == 0)) return true;
    return th_fail(e, "there are other people in the game: nobody takes back what luck or another "
                      "player has answered");
}

static double left_without(const struct room *r, const struct since *since, int seat) {
    return timer_left(&r->timer, seat, clock_seconds()) - r->timer.gain * since->decisions[seat];
}

size_t takeback_to(const struct room *r, int key, struct th_error *e) {
    const struct session *s = &r->session;
    const unsigned own = room_seats_of(r, key), all = room_persons(r);
    th_fail(e, "there is nothing that you can take back now");
    if (own == 0 || r->foreign) return SIZE_MAX;
    /* Where cards were hidden, the end has shown them. */
    if (s->over && (s->game->view != NULL || own != all || s->record.end != RECORD_WON))
        return SIZE_MAX;
    const size_t last = session_last_choice(s, own);
    if (last == SIZE_MAX) return SIZE_MAX;
    const struct since since = look_back(s, last);
    if (own != all && (last != session_last_choice(s, all) || !is_fair(s, &since, own, e)))
        return SIZE_MAX;
    for (int i = 0; r->timer.on && i < room_seats(r); i++)
        if (left_without(r, &since, i) <= 0) {
            th_fail(e, "the time that the move has brought is used up already");
            return SIZE_MAX;
        }
    return last;
}

void takeback_cut(struct room *r, size_t steps) {
    const struct since since = look_back(&r->session, steps);
    for (int i = 0; r->timer.on && i < room_seats(r); i++)
        r->timer.left[i] = left_without(r, &since, i);
    session_cut(&r->session, steps);
}
