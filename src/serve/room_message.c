#include "room_message.h"

#include "core/clock.h"
#include "house.h"
#include "sight.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts of the message ---- */

/* The bot behind a short name, and a name for a bot that was given none. */
static json_t *player_json(const struct room *r, int seat, unsigned own) {
    const struct room_player *p = &r->player[seat];
    const bool yours = (own >> seat & 1) != 0;
    if (p->person)
        return json_pack("{s:i, s:s, s:s, s:b, s:b}", "seat", seat, "kind", "person", "name",
                         p->name, "yours", (int)yours, "here", (int)p->here);
    char name[TH_SPEC_BYTES], bot[TH_SPEC_BYTES];
    struct th_bot_entry entry;
    snprintf(name, sizeof name, "%s", p->bot);
    name[strcspn(name, ":")] = 0;
    snprintf(bot, sizeof bot, "%s", p->bot);
    for (int i = 0; th_bot_at(r->session.game, i, &entry); i++)
        if (entry.stands_for != NULL && strcmp(entry.name, p->bot) == 0)
            snprintf(bot, sizeof bot, "%s", entry.stands_for);
    return json_pack("{s:i, s:s, s:s, s:s, s:b}", "seat", seat, "kind", "bot", "name",
                     p->name[0] != 0 ? p->name : name, "bot", bot, "yours", 0);
}

static json_t *players_json(const struct room *r, unsigned own) {
    json_t *list = json_array();
    for (int i = 0; i < room_seats(r); i++) json_array_append_new(list, player_json(r, i, own));
    return list;
}

static json_t *over_json(const struct record *r) {
    const bool has_seat =
        r->end == RECORD_RESIGNED || r->end == RECORD_TIME || r->end == RECORD_FAULT;
    json_t *result = json_array();
    for (int i = 0; i < r->seats; i++) json_array_append_new(result, json_real(r->result[i]));
    return json_pack("{s:s, s:o, s:s?, s:o}", "end", record_ends[r->end], "seat",
                     has_seat ? json_integer(r->end_seat) : json_null(), "fault",
                     r->end == RECORD_FAULT ? th_fault_name(r->fault) : NULL, "result", result);
}

static json_t *clock_json(const struct room *r) {
    const struct timer *t = &r->timer;
    const double now = clock_seconds();
    if (!t->on) return json_null();
    json_t *left = json_array();
    for (int i = 0; i < room_seats(r); i++)
        json_array_append_new(left, json_real(timer_left(t, i, now)));
    return json_pack("{s:o, s:o, s:f}", "left", left, "running",
                     t->running >= 0 ? json_integer(t->running) : json_null(), "gain", t->gain);
}

/* The state after so many steps of the record, in the second of its spare states. */
static const struct th_state *state_after(const struct session *s, size_t steps) {
    if (steps == s->record.steps) return s->record.last;
    record_state(&s->record, steps, s->record.spare[1]);
    return s->record.spare[1];
}

static json_t *turn_json(const struct session *s, size_t steps, bool over) {
    const int mover = s->game->mover(state_after(s, steps));
    if (over || mover == TH_OVER) return json_null();
    return mover == TH_CHANCE ? json_string("chance") : json_integer(mover);
}

/* The moves of the person that has to decide, if it is one of these seats. */
static json_t *moves_json(const struct room *r, unsigned own) {
    const struct session *s = &r->session;
    const int seat = session_asks(s);
    json_t *list = json_array();
    th_action legal[TH_LEGAL_MAX];
    char text[TH_ACTION_BYTES];
    if (seat < 0 || (own >> seat & 1) == 0) return list;
    const int n = s->game->legal(s->record.last, legal);
    for (int i = 0; i < n; i++)
        json_array_append_new(
            list, json_string(s->game->action_text(s->record.last, legal[i], text, sizeof text)));
    return list;
}

static json_t *can_json(const struct room *r, int key) {
    return json_pack("{s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "undo", room_can_undo(r, key), "resign",
                     room_can_resign(r, key), "switch", room_can_switch(r, key), "hint",
                     room_can_think(r, key), "think", room_can_think(r, key), "record",
                     room_can_record(r), "review", room_can_review(r));
}

static json_t *nothing_json(void) {
    return json_pack("{s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "undo", 0, "resign", 0, "switch", 0,
                     "hint", 0, "think", 0, "record", 0, "review", 0);
}

/* ---- the message ---- */

/* What is the same now and then: after so many steps of the record, with the steps that this key
 * counts from one number on, as this seat sees it; -1: as a viewer does. */
static json_t *message(const struct room *r, int key, int seat, size_t from, size_t steps) {
    const struct session *s = &r->session;
    const unsigned own = room_seats_of(r, key);
    const int sight = room_sight_of(r, seat);
    json_t *list = sight_steps(s, from, steps, sight);
    const json_int_t total = (json_int_t)(from + json_array_size(list));
    const struct th_state *state = state_after(s, steps);
    return json_pack("{s:s, s:I, s:s, s:s, s:s, s:b, s:o, s:b, s:o, s:o, s:o, s:I, s:o, s:I}", "id",
                     r->id, "version", (json_int_t)r->version, "game", s->game->name, "spec",
                     s->record.spec.text, "title", s->game->title, "seeded", (int)r->seeded,
                     "players", players_json(r, own), "owner", key == ROOM_OWNER, "seat",
                     seat >= 0 ? json_integer(seat) : json_null(), "state",
                     sight_state(s->game, state, sight, s->room), "extra",
                     sight_extra(&s->record, state, steps, sight, s->room), "from",
                     (json_int_t)from, "steps", list, "total", total);
}

static bool add(json_t *m, const char *name, json_t *value) {
    return json_object_set_new(m, name, value) == 0;
}

/* What changes only with the version; with the steps that are new since so many of the record. */
static json_t *lasting_json(const struct room *r, int key, size_t told) {
    const struct session *s = &r->session;
    const int thinks = r->thinking != NULL || r->holds ? session_thinks(s) : -1;
    const int seat = room_seat_of(r, key);
    json_t *m =
        message(r, key, seat, sight_settled(s, told, room_sight_of(r, seat)), s->record.steps);
    const bool ok = m != NULL && add(m, "turn", turn_json(s, s->record.steps, s->over)) &&
                    add(m, "asks", json_boolean(session_asks(s) >= 0)) &&
                    add(m, "thinking", thinks >= 0 ? json_integer(thinks) : json_null()) &&
                    add(m, "moves", moves_json(r, room_seats_of(r, key))) &&
                    add(m, "over", s->over ? over_json(&s->record) : json_null()) &&
                    add(m, "pace", json_integer(r->pace)) &&
                    add(m, "paused", json_boolean(r->paused)) &&
                    add(m, "next", r->after[0] != 0 ? json_string(r->after) : json_null());
    if (ok) return m;
    json_decref(m);
    return NULL;
}

/* What changes with time: the clocks, and what they leave to be done. */
static json_t *passing_json(const struct room *r, int key) {
    return json_pack("{s:o, s:o}", "clock", clock_json(r), "can", can_json(r, key));
}

json_t *room_message(const struct room *r, int key, size_t told) {
    json_t *m = lasting_json(r, key, told), *passing = passing_json(r, key);
    const bool ok = m != NULL && passing != NULL && json_object_update(m, passing) == 0;
    json_decref(passing);
    if (ok) return m;
    json_decref(m);
    return NULL;
}

/* The text of what lasts, with all steps, as a letter that the caller drops; NULL: no memory. A
 * broken room is not what its version says. */
static struct letter *lasting_text(struct room *r, int key) {
    struct messages *kept = &r->house->messages;
    const struct letter *known = messages_find(kept, r->id, key, r->version);
    if (known != NULL) return letter_hold((struct letter *)(uintptr_t)known);
    json_t *json = lasting_json(r, key, 0);
    char *text = letter_json(json);
    json_decref(json);
    const size_t size = text != NULL ? strlen(text) : 0;
    struct letter *l = text != NULL ? letter_new(size) : NULL;
    if (l != NULL) memcpy(l->bytes, text, size);
    free(text);
    if (l != NULL && size >= MESSAGES_LEAST && !r->broken)
        messages_keep(kept, r->id, key, r->version, l);
    return l;
}

char *room_text(struct room *r, int key) {
    struct letter *lasting = lasting_text(r, key);
    json_t *json = passing_json(r, key);
    char *passing = letter_json(json), *text = NULL;
    json_decref(json);
    if (lasting != NULL && passing != NULL) text = malloc(lasting->size + strlen(passing) + 1);
    if (text != NULL) { /* {A} and {B} are {A,B} */
        memcpy(text, lasting->bytes, lasting->size);
        text[lasting->size - 1] = ',';
        strcpy(text + lasting->size, passing + 1);
    }
    letter_drop(lasting);
    free(passing);
    return text;
}

json_t *room_message_at(const struct room *r, int key, int seat, size_t steps) {
    const struct session *s = &r->session;
    json_t *m = message(r, key, seat, 0, steps);
    const bool ok =
        m != NULL && add(m, "turn", turn_json(s, steps, false)) && add(m, "asks", json_false()) &&
        add(m, "thinking", json_null()) && add(m, "moves", json_array()) &&
        add(m, "over", s->over && steps == s->record.steps ? over_json(&s->record) : json_null()) &&
        add(m, "clock", json_null()) && add(m, "pace", json_integer(r->pace)) &&
        add(m, "paused", json_boolean(r->paused)) && add(m, "can", nothing_json()) &&
        add(m, "next", json_null());
    if (ok) return m;
    json_decref(m);
    return NULL;
}

/* ---- letters ---- */

/* An event with this text, or JSON, which is dropped; NULL: no memory. */
static struct letter *letter_of_text(const char *name, char *text) {
    struct letter *l = text != NULL ? letter_event(name, text) : NULL;
    free(text);
    return l;
}

static struct letter *letter_of(const char *name, json_t *json) {
    char *text = letter_json(json);
    json_decref(json);
    return letter_of_text(name, text);
}

struct letter *room_letter_whole(struct room *r, int key) {
    return letter_of_text("state", room_text(r, key));
}

static void post_to(struct room *r, int key, struct letter *l) {
    for (struct stream *s = r->streams, *next; s != NULL; s = next) {
        next = s->next;
        if (s->key != key) continue;
        if (l != NULL)
            stream_post(s, l);
        else
            s->behind = true; /* there was no memory for it */
    }
}

void room_announce(struct room *r) {
    for (int key = ROOM_VIEWER; key < r->keys; key++) {
        struct room_audience *a = &r->audience[1 + key];
        const int sight = room_sight(r, key);
        if (sight != a->sight) a->told = 0; /* the steps read otherwise to other eyes */
        if (a->streams > 0) {
            struct letter *l = letter_of("state", room_message(r, key, a->told));
            post_to(r, key, l);
            letter_drop(l);
        }
        a->sight = sight;
        a->told = r->session.record.steps;
    }
}

void room_announce_review(struct room *r, uint64_t done, uint64_t of) {
    struct letter *l = letter_of(
        "review", json_pack("{s:I, s:I}", "done", (json_int_t)done, "of", (json_int_t)of));
    for (int key = ROOM_VIEWER; key < r->keys; key++) post_to(r, key, l);
    letter_drop(l);
}
