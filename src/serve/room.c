#include "room.h"

#include "core/clock.h"
#include "decide.h"
#include "house.h"
#include "reviewing.h"
#include "room_message.h"
#include "sight.h"
#include "takeback.h"
#include <math.h>
#include <string.h>
#include <time.h>

/* ---- who is who ---- */

int room_seats(const struct room *r) {
    return r->session.record.seats;
}

int room_key_of(const struct room *r, const char *text) {
    if (text == NULL) return ROOM_VIEWER;
    for (int i = 0; i < r->keys; i++)
        if (names_equal(r->key[i].text, text)) return i;
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

/* Of the key's seats the one in turn, else the one that decided last, else the first. */
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

int room_sight_of(const struct room *r, int seat) {
    if (room_is_open(r)) return TH_SEES_ALL;
    return seat >= 0 ? seat : TH_STRANGER;
}

int room_sight(const struct room *r, int key) {
    return room_sight_of(r, room_seat_of(r, key));
}

/* ---- what can be done ---- */

bool room_can_undo(const struct room *r, int key) {
    struct th_error e;
    return takeback_to(r, key, &e) != SIZE_MAX;
}

/* Whoever sits down in another seat sees its cards: only where all people are of one key. And only
 * before one of them has decided: what somebody has played stays that player's. */
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
    const int asks = session_asks(s);
    th_action legal[TH_LEGAL_MAX];
    return asks >= 0 && s->game->legal(s->record.last, legal) > 1 &&
           ((room_seats_of(r, key) >> asks & 1) != 0 || room_is_open(r));
}

bool room_can_record(const struct room *r) {
    return room_is_open(r);
}

bool room_can_review(const struct room *r) {
    const enum record_end end = r->session.record.end;
    return r->session.over && end != RECORD_STOPPED && end != RECORD_UNFINISHED &&
           room_seats(r) > 1 && r->session.record.steps > 0;
}

/* ---- going on ---- */

static void forget_thinking(struct room *r) {
    /* What is thought of and not played has brought no time. */
    if (r->holds && r->timer.on) r->timer.left[session_thinks(&r->session)] -= r->timer.gain;
    r->holds = false;
    if (r->thinking == NULL) return;
    struct job *job = r->thinking;
    r->thinking = NULL;
    decide_forget(job);
    pool_cancel(&r->house->pool, job);
}

/* A bot is asked, unless it has been already. */
static void ask_bot(struct room *r) {
    struct th_error e;
    if (r->thinking != NULL || r->holds || r->paused || r->house->pool.closing) return;
    r->thinking = decide_new(r, &e);
    if (r->thinking != NULL) pool_add(&r->house->pool, r->thinking);
}

/* As far as nobody has to decide. */
static void go_on(struct room *r) {
    struct session *s = &r->session;
    for (;;) {
        if (!s->over && s->record.steps >= LIMIT_STEPS) session_end(s, RECORD_UNFINISHED, 0);
        switch (session_step(s)) {
        case SESSION_WENT_ON:
            continue;
        case SESSION_ASKS:
            if (r->timer.running != session_asks(s))
                timer_start(&r->timer, session_asks(s), clock_seconds());
            return;
        case SESSION_THINKS:
            ask_bot(r);
            return;
        default:
            return;
        }
    }
}

void room_wake(struct room *r) {
    r->stepped = r->used = clock_seconds();
    for (int i = 0; i < 1 + ROOM_KEYS_MAX; i++) {
        r->audience[i].sight = ROOM_NO_SIGHT;
        r->audience[i].told = 0;
    }
    go_on(r);
}

void room_unpark(struct room *r, int64_t service_began) {
    const int seat = session_asks(&r->session);
    const int64_t from = r->parked > service_began ? r->parked : service_began;
    const double gone = (double)((int64_t)time(NULL) - from);
    if (r->parked > 0 && r->timer.on && seat >= 0 && gone > 0)
        r->timer.left[seat] = fmax(0, r->timer.left[seat] - gone);
    r->parked = 0;
}

bool room_changed(struct room *r, struct th_error *e) {
    go_on(r);
    r->version++;
    if (!house_store(r, e)) {
        r->broken = true;
        return false;
    }
    room_announce(r);
    house_look_again(r->house);
    return true;
}

/* ---- decisions ---- */

/* A decision has been made, by a person or a bot: its clock stops. */
static bool decided(struct room *r, int seat, struct th_error *e) {
    const double now = clock_seconds();
    timer_stop(&r->timer, now, true);
    r->stepped = now;
    if (r->timer.on && r->timer.left[seat] <= 0) session_end(&r->session, RECORD_TIME, seat);
    return room_changed(r, e);
}

bool room_move(struct room *r, th_action a, struct th_error *e) {
    const int seat = session_asks(&r->session);
    for (int i = 0; i < r->keys; i++)
        if ((r->key[i].seats >> seat & 1) != 0) r->key[i].decided = seat;
    if (!session_act(&r->session, a)) return th_fail(e, "there is no memory for a move");
    return decided(r, seat, e);
}

void room_thinks(struct room *r, int seat) {
    timer_start(&r->timer, seat, clock_seconds());
    house_look_again(r->house);
}

/* What the bot has decided; of a failure only the log has a line. */
static void play_answer(struct room *r, int place) {
    struct th_error e;
    const int seat = session_thinks(&r->session);
    r->holds = false;
    if (!session_answer(&r->session, place))
        r->broken = true;
    else
        decided(r, seat, &e);
}

void room_answered(struct room *r, int place) {
    const double now = clock_seconds();
    timer_stop(&r->timer, now, true);
    r->thinking = NULL;
    r->holds = true;
    r->held = place;
    if (r->timer.on && r->timer.left[session_thinks(&r->session)] <= 0)
        r->stepped = -INFINITY; /* its time is over: nothing to wait for */
    room_tick(r, now);
    house_look_again(r->house);
}

bool room_undo(struct room *r, size_t steps, struct th_error *e) {
    forget_thinking(r);
    timer_stop(&r->timer, clock_seconds(), false);
    takeback_cut(r, steps);
    reviewing_forget(r);
    r->reviewed = false;
    for (int i = 0; i < 1 + ROOM_KEYS_MAX; i++)
        if (r->audience[i].told > r->session.record.steps)
            r->audience[i].told = r->session.record.steps;
    return room_changed(r, e);
}

bool room_end(struct room *r, enum record_end end, int seat, struct th_error *e) {
    forget_thinking(r);
    timer_stop(&r->timer, clock_seconds(), false);
    session_end(&r->session, end, seat);
    return room_changed(r, e);
}

bool room_switch(struct room *r, struct th_error *e) {
    struct session *s = &r->session, old;
    const int n = room_seats(r);
    struct room_player player[TH_SEATS_MAX];
    struct timer timer;
    forget_thinking(r);
    timer_stop(&r->timer, clock_seconds(), false);
    takeback_cut(r, 0); /* what bots have played in the seats that they leave */
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
    for (int i = 0; i < 1 + ROOM_KEYS_MAX; i++) r->audience[i].sight = ROOM_NO_SIGHT;
    return room_changed(r, e);
}

bool room_set_pace(struct room *r, int pace, bool paused, struct th_error *e) {
    r->pace = pace;
    r->paused = paused;
    if (paused && r->thinking != NULL) {
        forget_thinking(r);
        timer_stop(&r->timer, clock_seconds(), false);
    }
    return room_changed(r, e);
}

/* ---- time ---- */

/* When the clock of whoever decides runs out. */
static double flag_falls(const struct room *r) {
    const struct timer *t = &r->timer;
    return t->on && t->running >= 0 && !r->session.over ? t->since + t->left[t->running] : INFINITY;
}

static double answer_due(const struct room *r) {
    return r->holds && !r->paused ? r->stepped + r->pace / 1000.0 : INFINITY;
}

double room_due(const struct room *r, double now) {
    (void)now;
    return fmin(flag_falls(r), answer_due(r));
}

void room_tick(struct room *r, double now) {
    struct th_error e;
    if (r->broken) return;
    if (flag_falls(r) <= now) {
        room_end(r, RECORD_TIME, r->timer.running, &e);
    } else if (answer_due(r) <= now) {
        play_answer(r, r->held);
    }
}

bool room_is_lively(const struct room *r) {
    return !r->session.over && ((r->timer.on && r->timer.running >= 0) ||
                                (session_thinks(&r->session) >= 0 && !r->paused));
}

void room_close(struct room *r) {
    forget_thinking(r);
    reviewing_forget(r);
    while (r->streams != NULL) {
        struct stream *s = r->streams;
        stream_leave(s);
        s->wake(s);
    }
}
