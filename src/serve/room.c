/* The rules of a room: who may do what, decisions, clocks and pace, moves taken back. */
#include "room.h"

#include "core/clock.h"
#include "hub.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- keys and seats ---- */

int room_seats(const struct room *r) {
    return r->session.record.seats;
}

int room_key_of(const struct room *r, const char *text) {
    if (text == NULL) return ROOM_VIEWER;
    for (int i = 0; i < r->keys; i++)
        if (secrets_equal(r->key[i].text, text)) return i;
    return ROOM_NO_KEY;
}

unsigned room_seats_of(const struct room *r, int key) {
    return key >= 0 ? r->key[key].seats : 0;
}

unsigned room_persons(const struct room *r) {
    unsigned seats = 0;
    for (int i = 0; i < room_seats(r); i++) seats |= (unsigned)r->player[i].person << i;
    return seats;
}

bool room_is_open(const struct room *r) {
    return r->session.game->view == NULL || r->session.over || room_persons(r) == 0;
}

/* The key's seat whose turn it is, else the one that decided last, else its first. */
int room_seat_of(const struct room *r, int key) {
    const unsigned own = room_seats_of(r, key);
    const int mover = r->session.game->mover(r->session.record.last);
    if (own == 0) return -1;
    if (!r->session.over && mover >= 0 && (own >> mover & 1) != 0) return mover;
    if (r->key[key].decided >= 0) return r->key[key].decided;
    int seat = 0;
    while ((own >> seat & 1) == 0) seat++;
    return seat;
}

int room_perspective_of_seat(const struct room *r, int seat) {
    if (room_is_open(r)) return TH_SEES_ALL;
    return seat >= 0 ? seat : TH_STRANGER;
}

int room_perspective(const struct room *r, int key) {
    return room_perspective_of_seat(r, room_seat_of(r, key));
}

/* ---- taking moves back ---- */

/* The steps since a decision, including it. */
struct since {
    int decisions[TH_SEATS_MAX]; /* by seat; each gained time */
};

static struct since steps_since(const struct session *s, size_t from) {
    struct since since = {{0}};
    record_state(&s->record, from, s->scratch);
    for (size_t i = from; i < s->record.steps; i++) {
        const int mover = s->game->mover(s->scratch);
        if (mover >= 0) since.decisions[mover] += session_is_decision(s, s->scratch);
        s->game->apply(s->scratch, s->record.action[i]);
    }
    return since;
}

/* The time of a seat without what the decisions since then have gained. */
static double left_without(const struct room *r, const struct since *since, int seat) {
    return timer_left(&r->timer, seat, clock_seconds()) - r->timer.gain * since->decisions[seat];
}

size_t room_undo_target(const struct room *r, int key, struct th_error *e) {
    const struct session *s = &r->session;
    const unsigned own = room_seats_of(r, key), all = room_persons(r);
    th_fail(e, "there is nothing that you can take back now");
    if (own == 0 || r->foreign) return SIZE_MAX;
    /* The end of a game has revealed hidden cards. */
    if (s->over && (s->game->view != NULL || own != all || s->record.end != RECORD_WON))
        return SIZE_MAX;
    const size_t last = session_last_choice(s, own);
    if (last == SIZE_MAX) return SIZE_MAX;
    if (own != all && s->game->view != NULL) {
        th_fail(e, "there are other people in the game: where something is hidden, nobody takes a "
                   "move back");
        return SIZE_MAX;
    }
    const struct since since = steps_since(s, last);
    for (int i = 0; r->timer.on && i < room_seats(r); i++)
        if (left_without(r, &since, i) <= 0) {
            th_fail(e, "the time that the move has brought is used up already");
            return SIZE_MAX;
        }
    return last;
}

/* Keeps only the first `steps` steps, and takes back the time that later decisions gained. The time
 * that was used stays used. */
static void cut_steps(struct room *r, size_t steps) {
    const struct since since = steps_since(&r->session, steps);
    for (int i = 0; r->timer.on && i < room_seats(r); i++)
        r->timer.left[i] = left_without(r, &since, i);
    session_cut(&r->session, steps);
}

/* ---- what a key may do ---- */

/* While a request waits there is no other, and a player who was refused does not ask again. */
bool room_can_undo(const struct room *r, int key) {
    const struct room_takeback *t = room_takeback_now(r);
    struct th_error e;
    if (t != NULL && room_needs_consent(r, key) &&
        (t->stage == TAKEBACK_ASKED || (t->stage == TAKEBACK_REFUSED && t->key == key)))
        return false;
    return room_undo_target(r, key, &e) != SIZE_MAX;
}

/* A player who takes another seat sees its cards, so all people must have the same key. And no
 * person may have decided yet: decisions belong to the player who made them. */
bool room_can_switch(const struct room *r, int key) {
    return key == ROOM_OWNER && !r->session.over && room_seats(r) > 1 && room_persons(r) != 0 &&
           room_persons(r) == r->key[ROOM_OWNER].seats &&
           session_last_choice(&r->session, room_persons(r)) == SIZE_MAX;
}

bool room_can_resign(const struct room *r, int key) {
    return room_seats_of(r, key) != 0 && !r->session.over && room_seats(r) > 1;
}

bool room_can_think(const struct room *r, int key) {
    const struct session *s = &r->session;
    const int mover = s->over ? TH_OVER : s->game->mover(s->record.last);
    th_action legal[TH_LEGAL_MAX];
    /* Seats first: whether another seat has a choice may depend on hidden cards. */
    return mover >= 0 && room_hints(r) == ROOM_HINTS_ALLOWED &&
           ((room_seats_of(r, key) >> mover & 1) != 0 || room_is_open(r)) &&
           s->game->legal(s->record.last, legal) > 1;
}

bool room_can_hint(const struct room *r, int key) {
    return session_person_to_move(&r->session) >= 0 && room_can_think(r, key);
}

bool room_can_record(const struct room *r) {
    return room_is_open(r);
}

bool room_can_review(const struct room *r) {
    const enum record_end end = r->session.record.end;
    return r->session.over && end != RECORD_STOPPED && end != RECORD_UNFINISHED &&
           room_seats(r) > 1 && r->session.record.steps > 0;
}

/* ---- continuing the game ---- */

/* Cancels the decision of a bot, or drops its delayed move with the time that it gained. */
static void cancel_decision(struct room *r) {
    if (r->has_answer && r->timer.on)
        r->timer.left[session_bot_to_move(&r->session)] -= r->timer.gain;
    r->has_answer = false;
    if (r->decision == NULL) return;
    struct job *job = r->decision;
    r->decision = NULL;
    decision_job_detach(job);
    pool_cancel(&r->hub->pool, job);
}

/* Requests the decision of a bot, unless that is done already. */
static void ask_bot(struct room *r) {
    struct th_error e;
    if (r->decision != NULL || r->has_answer || r->paused || r->hub->pool.closing) return;
    r->decision = decision_job_new(r, &e);
    if (r->decision != NULL) pool_add(&r->hub->pool, r->decision);
}

void room_start_clock(struct room *r) {
    const int seat = session_person_to_move(&r->session);
    if (seat >= 0 && r->timer.running != seat && room_all_joined(r))
        timer_start(&r->timer, seat, clock_seconds());
}

/* A decision that was made before the clocks run brings its time, too. */
static void stop_clock(struct room *r, int seat, double now) {
    if (r->timer.on && r->timer.running < 0) r->timer.left[seat] += r->timer.gain;
    timer_stop(&r->timer, now, true);
}

/* Plays all steps until a seat has to decide. */
static void continue_game(struct room *r) {
    struct session *s = &r->session;
    for (;;) {
        if (!s->over && s->record.steps >= LIMIT_STEPS) session_end(s, RECORD_UNFINISHED, 0);
        switch (session_step(s)) {
        case SESSION_STEPPED:
            continue;
        case SESSION_AWAITS_PERSON:
            room_start_clock(r);
            return;
        case SESSION_AWAITS_BOT:
            ask_bot(r);
            return;
        default:
            return;
        }
    }
}

void room_start(struct room *r) {
    r->stepped = r->used = clock_seconds();
    for (int i = 0; i < 1 + ROOM_KEYS_MAX; i++) {
        r->audience[i].perspective = ROOM_NO_PERSPECTIVE;
        r->audience[i].sent = 0;
    }
    continue_game(r);
}

void room_unpark(struct room *r, int64_t service_began) {
    const int seat = session_person_to_move(&r->session);
    const int64_t from = r->parked > service_began ? r->parked : service_began;
    const double gone = (double)((int64_t)time(NULL) - from);
    if (r->parked > 0 && r->timer.on && seat >= 0 && gone > 0 && room_all_joined(r))
        r->timer.left[seat] = fmax(0, r->timer.left[seat] - gone);
    r->parked = 0;
}

bool room_changed(struct room *r, struct th_error *e) {
    continue_game(r);
    r->version++;
    if (!hub_store(r, e)) {
        r->broken = true;
        return false;
    }
    room_send_state(r);
    hub_wake_housekeeper(r->hub);
    return true;
}

/* ---- decisions ---- */

/* A person or a bot has decided, and its clock was stopped. */
static bool finish_decision(struct room *r, int seat, struct th_error *e) {
    const double now = clock_seconds();
    r->stepped = now;
    if (r->timer.on && r->timer.left[seat] <= 0) session_end(&r->session, RECORD_TIME, seat);
    return room_changed(r, e);
}

bool room_move(struct room *r, th_action a, struct th_error *e) {
    const int seat = session_person_to_move(&r->session);
    for (int i = 0; i < r->keys; i++)
        if ((r->key[i].seats >> seat & 1) != 0) r->key[i].decided = seat;
    if (!session_act(&r->session, a)) return th_fail(e, "there is no memory for a move");
    stop_clock(r, seat, clock_seconds());
    return finish_decision(r, seat, e);
}

void room_decision_started(struct room *r, int seat) {
    if (room_all_joined(r)) timer_start(&r->timer, seat, clock_seconds());
    hub_wake_housekeeper(r->hub);
}

/* Plays the decision of a bot. hub_store logs a failure. */
static void play_answer(struct room *r) {
    struct th_error e;
    const int seat = session_bot_to_move(&r->session);
    r->has_answer = false;
    if (!session_answer(&r->session, r->answer))
        r->broken = true;
    else
        finish_decision(r, seat, &e);
}

void room_decision_done(struct room *r, int answer) {
    const double now = clock_seconds();
    stop_clock(r, session_bot_to_move(&r->session), now);
    r->decision = NULL;
    r->has_answer = true;
    r->answer = answer;
    if (r->timer.on && r->timer.left[session_bot_to_move(&r->session)] <= 0)
        r->stepped = -INFINITY; /* its time is over: the pace does not delay the end */
    room_tick(r, now);
    hub_wake_housekeeper(r->hub);
}

bool room_undo(struct room *r, size_t steps, struct th_error *e) {
    cancel_decision(r);
    timer_stop(&r->timer, clock_seconds(), false);
    cut_steps(r, steps);
    review_job_cancel(r);
    r->reviewed = false;
    for (int i = 0; i < 1 + ROOM_KEYS_MAX; i++)
        if (r->audience[i].sent > r->session.record.steps)
            r->audience[i].sent = r->session.record.steps;
    return room_changed(r, e);
}

bool room_end(struct room *r, enum record_end end, int seat, struct th_error *e) {
    cancel_decision(r);
    timer_stop(&r->timer, clock_seconds(), false);
    session_end(&r->session, end, seat);
    return room_changed(r, e);
}

bool room_switch(struct room *r, struct th_error *e) {
    struct session *s = &r->session, old;
    const int n = room_seats(r);
    struct room_player player[TH_SEATS_MAX];
    struct timer timer;
    cancel_decision(r);
    timer_stop(&r->timer, clock_seconds(), false);
    cut_steps(r, 0); /* removes what bots have played in the seats that they leave */
    old = *s;
    timer = r->timer;
    memcpy(player, r->player, sizeof player);
    for (int i = 0; i < n; i++) {
        const int to = (i + 1) % n;
        r->player[to] = player[i];
        s->bot[to] = old.bot[i];
        s->spec[to] = old.spec[i];
        strcpy(s->record.player[to], old.record.player[i]);
        r->timer.left[to] = timer.left[i];
    }
    for (int k = 0; k < r->keys; k++) {
        struct room_key *key = &r->key[k];
        key->seats = (key->seats << 1 | key->seats >> (n - 1)) & ((1U << n) - 1);
        if (key->decided >= 0) key->decided = (key->decided + 1) % n;
    }
    for (int i = 0; i < 1 + ROOM_KEYS_MAX; i++) r->audience[i].perspective = ROOM_NO_PERSPECTIVE;
    return room_changed(r, e);
}

bool room_set_pace(struct room *r, int pace, bool paused, struct th_error *e) {
    r->pace = pace;
    r->paused = paused;
    if (paused && r->decision != NULL) {
        cancel_decision(r);
        timer_stop(&r->timer, clock_seconds(), false);
    }
    return room_changed(r, e);
}

/* ---- time ---- */

/* When the clock of the seat that decides runs out. */
static double clock_due(const struct room *r) {
    const struct timer *t = &r->timer;
    return t->on && t->running >= 0 && !r->session.over ? t->since + t->left[t->running] : INFINITY;
}

static double answer_due(const struct room *r) {
    return r->has_answer && !r->paused ? r->stepped + r->pace / 1000.0 : INFINITY;
}

double room_due(const struct room *r, double now) {
    (void)now;
    return fmin(clock_due(r), answer_due(r));
}

void room_tick(struct room *r, double now) {
    struct th_error e;
    if (r->broken) return;
    if (clock_due(r) <= now) {
        room_end(r, RECORD_TIME, r->timer.running, &e);
    } else if (answer_due(r) <= now) {
        play_answer(r);
    }
}

bool room_is_active(const struct room *r) {
    return !r->session.over && ((r->timer.on && r->timer.running >= 0) ||
                                (session_bot_to_move(&r->session) >= 0 && !r->paused));
}

void room_close(struct room *r) {
    cancel_decision(r);
    review_job_cancel(r);
    while (r->streams != NULL) {
        struct stream *s = r->streams;
        stream_leave(s);
        s->wake(s);
    }
}

void room_free(struct room *r) {
    session_drop(&r->session);
    free(r);
}
