/* What clients see of a room: states and steps by perspective, the state message of docs/api.md,
 * and events. Replaying steps uses the spare states of the record and the scratch state of the
 * session. */
#include "room.h"

#include "core/clock.h"
#include "core/facets.h"
#include "core/fields.h"
#include "core/json.h"
#include "hub.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

static bool sees_all(const struct th_game *game, int perspective) {
    return game->view == NULL || perspective == TH_SEES_ALL;
}

static const struct th_state *seen(const struct th_game *game, const struct th_state *s,
                                   int perspective, struct th_state *room) {
    if (sees_all(game, perspective)) return s;
    game->view(s, perspective, room);
    return room;
}

json_t *view_state(const struct th_game *game, const struct th_state *s, int perspective,
                   struct th_state *room) {
    return fields_to_json(game, seen(game, s, perspective, room));
}

/* Of a game that has nothing for boards: its picture for the terminal. */
static json_t *picture_json(const struct th_game *game, const struct th_state *view) {
    enum { COLUMNS = 40 };
    const struct th_look look = {.colour = false, .columns = COLUMNS, .rows = 0};
    char *picture = malloc(TH_PICTURE_BYTES);
    if (picture == NULL) return json_object();
    json_t *json =
        json_pack("{s:s}", "picture", screen_draw(game, view, &look, picture, TH_PICTURE_BYTES));
    free(picture);
    return json;
}

json_t *view_extra(const struct record *r, const struct th_state *s, size_t steps, int perspective,
                   struct th_state *room) {
    char text[TH_EXTRA_BYTES];
    const struct th_state *view = seen(r->game, s, perspective, room);
    if (screen_of(r->game)->extra == NULL) return picture_json(r->game, view);
    return json_loads(r->game->screen->extra(view, r->action, steps, text, sizeof text), 0, NULL);
}

/* ---- replaying the steps ---- */

struct replay {
    const struct record *record;
    bool all;              /* every step of the record is visible */
    size_t done;           /* steps of the record that were applied */
    struct th_state *at;   /* the state after them */
    struct th_state *now;  /* a stranger's view of it */
    struct th_state *then; /* and of the state before */
};

static struct replay replay_from(const struct session *s, size_t steps, int perspective) {
    const struct record *r = &s->record;
    const struct replay w = {.record = r,
                             .all = sees_all(s->game, perspective),
                             .done = steps,
                             .at = r->spare[0],
                             .now = r->spare[1],
                             .then = s->scratch};
    record_state(r, steps, w.at);
    if (!w.all) s->game->view(w.at, TH_STRANGER, w.now);
    return w;
}

/* Applies one step of the record; whether a stranger sees it as a separate step. */
static bool replay_step(struct replay *w) {
    const struct th_game *game = w->record->game;
    struct th_state *then = w->then;
    game->apply(w->at, w->record->action[w->done++]);
    if (w->all) return true;
    game->view(w->at, TH_STRANGER, then);
    w->then = w->now;
    w->now = then;
    return memcmp(w->now, w->then, game->state_size) != 0;
}

size_t view_count_steps(const struct session *s, size_t steps, int perspective) {
    if (sees_all(s->game, perspective)) return steps;
    struct replay w = replay_from(s, 0, perspective);
    size_t count = 0;
    while (w.done < steps) count += replay_step(&w);
    return count;
}

size_t view_settled_steps(const struct session *s, size_t steps, int perspective) {
    const size_t count = view_count_steps(s, steps, perspective);
    if (sees_all(s->game, perspective) || count == 0 || steps == s->record.steps) return count;
    struct replay w = replay_from(s, steps, perspective);
    return replay_step(&w) ? count : count - 1;
}

size_t view_record_steps(const struct session *s, size_t count, int perspective) {
    if (sees_all(s->game, perspective)) return count <= s->record.steps ? count : SIZE_MAX;
    struct replay w = replay_from(s, 0, perspective);
    while (w.done < s->record.steps)
        if (replay_step(&w) && count-- == 0) return w.done - 1;
    return count == 0 ? w.done : SIZE_MAX;
}

/* ---- steps as JSON ---- */

enum { TEXT_BYTES = 512, EVENTS_BYTES = 2048 };

/* A step as JSON, with its description in `text`. The move itself is included if the perspective
 * may know it: it is of the seat that decided, or its description is the same as with full
 * information. */
static json_t *step_json(const struct th_game *game, const struct th_state *before, th_action a,
                         int perspective, char text[TEXT_BYTES]) {
    char all[TEXT_BYTES] = "", action[TH_ACTION_BYTES], events[EVENTS_BYTES];
    const int mover = game->mover(before);
    const bool chance = mover == TH_CHANCE;
    text[0] = 0;
    screen_describe(game, before, a, perspective, text, TEXT_BYTES);
    if (game->view != NULL) screen_describe(game, before, a, TH_SEES_ALL, all, sizeof all);
    const bool knows =
        game->view == NULL || (!chance && mover == perspective) || strcmp(text, all) == 0;
    return json_pack("{s:i, s:b, s:s?, s:s, s:o?, s:I}", "seat",
                     chance ? game->luck_of(before) : mover, "chance", (int)chance, "move",
                     knows ? game->action_text(before, a, action, sizeof action) : NULL, "text",
                     text, "events",
                     json_loads(events_json(game, before, a, perspective, events, sizeof events),
                                JSON_DECODE_ANY, NULL),
                     "turn", (json_int_t)game->turns(before));
}

/* Appends what is reported of a hidden step to the visible step before it. */
static void append_hidden(json_t *step, const char *text, const json_t *hidden) {
    const char *before = json_string_value(json_object_get(step, "text"));
    json_array_extend(json_object_get(step, "events"), json_object_get(hidden, "events"));
    if (before == NULL || text[0] == 0) return;
    json_object_set_new(step, "text",
                        json_sprintf("%s%s%s", before, before[0] != 0 ? ", " : "", text));
}

json_t *view_steps(const struct session *s, size_t from, size_t steps, int perspective) {
    struct replay w = replay_from(s, sees_all(s->game, perspective) ? from : 0, perspective);
    json_t *list = json_array();
    char text[TEXT_BYTES];
    for (size_t count = w.done; w.done < steps;) {
        json_t *step = NULL; /* steps before `from` are only counted */
        if (count >= from)
            step = step_json(s->game, w.at, s->record.action[w.done], perspective, text);
        const bool own = replay_step(&w);
        count += own;
        if (count > from && own)
            json_array_append(list, step);
        else if (count > from)
            append_hidden(json_array_get(list, json_array_size(list) - 1), text, step);
        json_decref(step);
    }
    return list;
}

/* ---- parts of the message ---- */

/* A player; of a bot the spec that a short name stands for, and its name if it was given none. */
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
        if (session_stands_for(&entry) != NULL && strcmp(entry.name, p->bot) == 0)
            snprintf(bot, sizeof bot, "%s", session_stands_for(&entry));
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

/* The state after `steps` steps of the record, in its second spare state. */
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

/* The legal moves of the person that has to decide, if it is in one of these seats. */
static json_t *moves_json(const struct room *r, unsigned own) {
    const struct session *s = &r->session;
    const int seat = session_person_to_move(s);
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
    return json_pack("{s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "undo", room_can_undo(r, key),
                     "resign", room_can_resign(r, key), "switch", room_can_switch(r, key), "hint",
                     room_can_hint(r, key), "think", room_can_think(r, key), "record",
                     room_can_record(r), "review", room_can_review(r), "agree",
                     room_can_agree(r, key), "grant", room_can_answer(r, key));
}

/* can_json for a past position. */
static json_t *can_nothing_json(void) {
    return json_pack("{s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "undo", 0, "resign", 0,
                     "switch", 0, "hint", 0, "think", 0, "record", 0, "review", 0, "agree", 0,
                     "grant", 0);
}

/* ---- the message ---- */

/* The common part of messages about the present and the past: the position after `steps` steps of
 * the record and the visible steps from number `from` on, for a key, as `seat` sees it (-1: a
 * viewer). */
static json_t *common_json(const struct room *r, int key, int seat, size_t from, size_t steps) {
    const struct session *s = &r->session;
    const unsigned own = room_seats_of(r, key);
    const int perspective = room_perspective_of_seat(r, seat);
    json_t *list = view_steps(s, from, steps, perspective);
    const json_int_t total = (json_int_t)(from + json_array_size(list));
    const struct th_state *state = state_after(s, steps);
    static const char *const hints[] = {"none", "offered", "allowed"};
    return json_pack("{s:s, s:I, s:s, s:s, s:s, s:b, s:s, s:o, s:b, s:o, s:o, s:o, s:I, s:o, s:I}",
                     "id", r->id, "version", (json_int_t)r->version, "game", s->game->name, "spec",
                     s->record.spec.text, "title", s->game->title, "seeded", (int)r->seeded,
                     "hints", hints[room_hints(r)], "players", players_json(r, own), "owner",
                     key == ROOM_OWNER, "seat", seat >= 0 ? json_integer(seat) : json_null(),
                     "state", view_state(s->game, state, perspective, s->scratch), "extra",
                     view_extra(&s->record, state, steps, perspective, s->scratch), "from",
                     (json_int_t)from, "steps", list, "total", total);
}

static bool add(json_t *m, const char *name, json_t *value) {
    return json_object_set_new(m, name, value) == 0;
}

/* The part that changes only with the version; with the steps after the first `sent`. */
static json_t *lasting_json(const struct room *r, int key, size_t sent) {
    const struct session *s = &r->session;
    const int thinks = r->decision != NULL || r->has_answer ? session_bot_to_move(s) : -1;
    const int seat = room_seat_of(r, key);
    json_t *m =
        common_json(r, key, seat, view_settled_steps(s, sent, room_perspective_of_seat(r, seat)),
                    s->record.steps);
    const bool ok = m != NULL && add(m, "turn", turn_json(s, s->record.steps, s->over)) &&
                    add(m, "asks", json_boolean(session_person_to_move(s) >= 0)) &&
                    add(m, "thinking", thinks >= 0 ? json_integer(thinks) : json_null()) &&
                    add(m, "moves", moves_json(r, room_seats_of(r, key))) &&
                    add(m, "over", s->over ? over_json(&s->record) : json_null()) &&
                    add(m, "pace", json_integer(r->pace)) &&
                    add(m, "paused", json_boolean(r->paused)) &&
                    add(m, "takeback", room_takeback_json(r)) &&
                    add(m, "next", r->after[0] != 0 ? json_string(r->after) : json_null());
    if (ok) return m;
    json_decref(m);
    return NULL;
}

/* The part that changes with time: the clocks, what they allow to do, and who is here. */
static json_t *passing_json(const struct room *r, int key) {
    return json_pack("{s:o, s:o, s:o}", "clock", clock_json(r), "can", can_json(r, key), "presence",
                     room_presence_json(r));
}

json_t *room_message(const struct room *r, int key, size_t sent) {
    json_t *m = lasting_json(r, key, sent), *passing = passing_json(r, key);
    const bool ok = m != NULL && passing != NULL && json_object_update(m, passing) == 0;
    json_decref(passing);
    if (ok) return m;
    json_decref(m);
    return NULL;
}

/* The text of lasting_json with all steps, as a message with a reference for the caller; NULL: no
 * memory. Of a broken room it is not cached: its state does not match its version. */
static struct message *lasting_text(struct room *r, int key) {
    struct message_cache *cache = &r->hub->messages;
    const struct message *known = message_cache_find(cache, r->id, key, r->version);
    if (known != NULL) return message_ref((struct message *)(uintptr_t)known);
    json_t *json = lasting_json(r, key, 0);
    char *text = json_text(json);
    json_decref(json);
    const size_t size = text != NULL ? strlen(text) : 0;
    struct message *m = text != NULL ? message_new(size) : NULL;
    if (m != NULL) memcpy(m->bytes, text, size);
    free(text);
    if (m != NULL && size >= CACHED_MESSAGE_LEAST && !r->broken)
        message_cache_put(cache, r->id, key, r->version, m);
    return m;
}

char *room_text(struct room *r, int key) {
    struct message *lasting = lasting_text(r, key);
    json_t *json = passing_json(r, key);
    char *passing = json_text(json), *text = NULL;
    json_decref(json);
    if (lasting != NULL && passing != NULL) text = malloc(lasting->size + strlen(passing) + 1);
    if (text != NULL) { /* joins {A} and {B} to {A,B} */
        memcpy(text, lasting->bytes, lasting->size);
        text[lasting->size - 1] = ',';
        strcpy(text + lasting->size, passing + 1);
    }
    message_unref(lasting);
    free(passing);
    return text;
}

json_t *room_message_at(const struct room *r, int key, int seat, size_t steps) {
    const struct session *s = &r->session;
    json_t *m = common_json(r, key, seat, 0, steps);
    const bool ok =
        m != NULL && add(m, "turn", turn_json(s, steps, false)) && add(m, "asks", json_false()) &&
        add(m, "thinking", json_null()) && add(m, "moves", json_array()) &&
        add(m, "over", s->over && steps == s->record.steps ? over_json(&s->record) : json_null()) &&
        add(m, "clock", json_null()) && add(m, "pace", json_integer(r->pace)) &&
        add(m, "paused", json_boolean(r->paused)) && add(m, "can", can_nothing_json()) &&
        add(m, "presence", room_presence_json(r)) && add(m, "takeback", json_null()) &&
        add(m, "next", json_null());
    if (ok) return m;
    json_decref(m);
    return NULL;
}

/* ---- events ---- */

/* An event with this text, which is freed, or JSON, whose reference is dropped; NULL: no memory. */
static struct message *event_of_text(const char *name, char *text) {
    struct message *m = text != NULL ? message_event(name, text) : NULL;
    free(text);
    return m;
}

static struct message *event_of(const char *name, json_t *json) {
    char *text = json_text(json);
    json_decref(json);
    return event_of_text(name, text);
}

struct message *room_state_event(struct room *r, int key) {
    return event_of_text("state", room_text(r, key));
}

/* Queues a message for all streams with this key. */
static void post_to(struct room *r, int key, struct message *m) {
    for (struct stream *s = r->streams, *next; s != NULL; s = next) {
        next = s->next;
        if (s->key != key) continue;
        if (m != NULL)
            stream_post(s, m);
        else
            s->lagging = true; /* there was no memory for the message */
    }
}

void room_send_state(struct room *r) {
    for (int key = ROOM_VIEWER; key < r->keys; key++) {
        struct room_audience *a = &r->audience[1 + key];
        const int perspective = room_perspective(r, key);
        if (perspective != a->perspective) a->sent = 0; /* the same steps look different */
        if (a->streams > 0) {
            struct message *m = event_of("state", room_message(r, key, a->sent));
            post_to(r, key, m);
            message_unref(m);
        }
        a->perspective = perspective;
        a->sent = r->session.record.steps;
    }
}

/* Queues a message for all streams, and drops the caller's reference. */
static void post_to_all(struct room *r, struct message *m) {
    for (int key = ROOM_VIEWER; key < r->keys; key++) post_to(r, key, m);
    message_unref(m);
}

void room_send_presence(struct room *r) {
    post_to_all(r, event_of("presence", json_pack("{s:o, s:o}", "presence", room_presence_json(r),
                                                  "clock", clock_json(r))));
}

void room_send_review_progress(struct room *r, uint64_t done, uint64_t of) {
    struct message *m =
        event_of("review", json_pack("{s:I, s:I}", "done", (json_int_t)done, "of", (json_int_t)of));
    post_to_all(r, m);
}
