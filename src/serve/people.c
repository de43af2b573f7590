/* Several people at one game: who has joined and who is away, whether all have agreed to hints, and
 * moves taken back by consent. */
#include "core/clock.h"
#include "hub.h"
#include "room.h"

/* ---- presence ---- */

/* The key of a person's seat. */
static int key_of_seat(const struct room *r, int seat) {
    for (int k = 0; k < r->keys; k++)
        if ((r->key[k].seats >> seat & 1) != 0) return k;
    return ROOM_VIEWER;
}

bool room_all_joined(const struct room *r) {
    for (int k = 0; k < r->keys; k++)
        if (r->key[k].seats != 0 && !r->key[k].joined) return false;
    return true;
}

/* A change of its own kind: what clients have seen of the game stays, and so does its version. */
bool room_join(struct room *r, int key, struct th_error *e) {
    if (key < 0 || r->key[key].joined || r->key[key].seats == 0) return true;
    r->key[key].joined = true;
    room_start_clock(r);
    if (!hub_store(r, e)) {
        r->broken = true;
        return false;
    }
    room_send_presence(r);
    hub_wake_housekeeper(r->hub);
    return true;
}

enum room_presence room_presence(const struct room *r, int seat) {
    const int key = r->player[seat].person ? key_of_seat(r, seat) : ROOM_VIEWER;
    if (key == ROOM_VIEWER) return ROOM_BOT;
    if (r->audience[1 + key].streams > 0) return ROOM_PRESENT;
    return r->key[key].joined ? ROOM_AWAY : ROOM_AWAITED;
}

json_t *room_presence_json(const struct room *r) {
    static const char *const names[] = {NULL, "awaited", "here", "away"};
    json_t *list = json_array();
    for (int i = 0; i < room_seats(r); i++) {
        const char *name = names[room_presence(r, i)];
        json_array_append_new(list, name != NULL ? json_string(name) : json_null());
    }
    return list;
}

/* ---- hints ---- */

static bool is_between_people(const struct room *r) {
    const unsigned persons = room_persons(r);
    return (persons & (persons - 1)) != 0;
}

enum room_hints room_hints(const struct room *r) {
    if (!is_between_people(r) || r->session.over) return ROOM_HINTS_ALLOWED;
    if (!r->hints) return ROOM_HINTS_NONE;
    for (int k = 0; k < r->keys; k++)
        if (k != ROOM_OWNER && r->key[k].seats != 0 && !r->key[k].agrees) return ROOM_HINTS_OFFERED;
    return ROOM_HINTS_ALLOWED;
}

bool room_can_agree(const struct room *r, int key) {
    return room_seats_of(r, key) != 0 && room_hints(r) == ROOM_HINTS_OFFERED && key != ROOM_OWNER &&
           !r->key[key].agrees && r->key[key].decided < 0;
}

bool room_agree(struct room *r, int key, struct th_error *e) {
    r->key[key].agrees = true;
    return room_changed(r, e);
}

/* ---- moves taken back by consent ---- */

bool room_needs_consent(const struct room *r, int key) {
    return room_seats_of(r, key) != room_persons(r);
}

/* A request lapses with the next step, and with the end of the game. */
const struct room_takeback *room_takeback_now(const struct room *r) {
    const struct room_takeback *t = &r->takeback;
    return t->stage != TAKEBACK_NONE && t->steps == r->session.record.steps && !r->session.over
               ? t
               : NULL;
}

bool room_can_answer(const struct room *r, int key) {
    const struct room_takeback *t = room_takeback_now(r);
    return t != NULL && t->stage == TAKEBACK_ASKED && key >= 0 && room_seats_of(r, key) != 0 &&
           (t->granted >> key & 1) == 0;
}

bool room_ask_takeback(struct room *r, int key, struct th_error *e) {
    r->takeback = (struct room_takeback){.stage = TAKEBACK_ASKED,
                                         .key = key,
                                         .seat = r->key[key].decided,
                                         .by = -1,
                                         .granted = 1U << key,
                                         .steps = r->session.record.steps};
    return room_changed(r, e);
}

bool room_answer_takeback(struct room *r, int key, bool grant, struct th_error *e) {
    struct room_takeback *t = &r->takeback;
    bool all = true;
    t->granted |= grant ? 1U << key : 0;
    for (int k = 0; k < r->keys; k++)
        all = all && (r->key[k].seats == 0 || (t->granted >> k & 1) != 0);
    if (!grant) {
        t->stage = TAKEBACK_REFUSED;
        t->by = room_seat_of(r, key);
    }
    if (!grant || !all) return room_changed(r, e);
    const size_t steps = room_undo_target(r, t->key, e);
    if (steps == SIZE_MAX) { /* a clock has run too far since */
        t->stage = TAKEBACK_NONE;
        return room_changed(r, e);
    }
    t->stage = TAKEBACK_GRANTED;
    t->by = room_seat_of(r, key);
    t->steps = steps;
    return room_undo(r, steps, e);
}

json_t *room_takeback_json(const struct room *r) {
    static const char *const names[] = {"", "asked", "refused", "granted"};
    const struct room_takeback *t = room_takeback_now(r);
    if (t == NULL) return json_null();
    return json_pack("{s:i, s:s, s:o}", "seat", t->seat, "state", names[t->stage], "by",
                     t->by >= 0 ? json_integer(t->by) : json_null());
}
