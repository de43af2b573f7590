#include "api.h"

#include "audience.h"
#include "call.h"
#include "core/text.h"
#include "offer.h"
#include "room_message.h"
#include "sight.h"
#include "tahur/version.h"
#include "takeback.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

void api_tell_text(struct api_answer *a, int status, char *text) {
    *a = (struct api_answer){.status = status, .body = text, .type = "application/json"};
    if (a->body == NULL) {
        a->status = 503;
        a->body = strdup("{\"error\":\"there is no memory for the answer\",\"code\":\"full\"}");
    }
    a->size = a->body != NULL ? strlen(a->body) : 0;
}

void api_tell(struct api_answer *a, int status, json_t *json) {
    char *text = letter_json(json);
    json_decref(json);
    api_tell_text(a, status, text);
}

/* The course projects have a word of their own for what went wrong. */
static const char *field_of(const char *path) {
    const bool course =
        strncmp(path, "/v1/", 4) == 0 || strcmp(path, "/play") == 0 || strcmp(path, "/status") == 0;
    return course ? "message" : "error";
}

static void refuse(struct api_answer *a, const char *path, int status, const char *code,
                   const char *format, va_list list) {
    char line[400];
    struct th_error e;
    vsnprintf(line, sizeof line, format, list);
    th_fail(&e, "%s", line); /* clean UTF-8, whatever it quotes */
    api_tell(a, status, json_pack("{s:s, s:s}", field_of(path), e.text, "code", code));
}

void api_refuse(struct api_answer *a, const char *path, int status, const char *code,
                const char *format, ...) {
    va_list list;
    va_start(list, format);
    refuse(a, path, status, code, format, list);
    va_end(list);
}

enum api_result call_refuse(struct call *c, int status, const char *code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    refuse(c->answer, c->request->path, status, code, format, list);
    va_end(list);
    return API_ANSWERED;
}

enum api_result call_refuse_missing(struct call *c) {
    switch (c->house->missing) {
    case HOUSE_DAMAGED:
        return call_refuse(c, 500, "damaged", "the game is in the file, but cannot be read");
    case HOUSE_NO_PLACE:
        return call_refuse(c, 503, "full", "there are too many games under way already");
    default:
        return call_refuse(c, 404, "no-such-game", "there is no such game");
    }
}

enum api_result call_tell_state(struct call *c, int status) {
    api_tell_text(c->answer, status, room_text(c->room, c->key));
    return API_ANSWERED;
}

enum api_result call_refuse_unstored(struct call *c) {
    return call_refuse(c, 503, "full", "the game cannot be stored: it stays as it was");
}

/* After a change: the new state, or that it could not be stored. */
static enum api_result tell_change(struct call *c, bool ok) {
    return ok ? call_tell_state(c, 200) : call_refuse_unstored(c);
}

static void cancel(struct api_waiter *w) {
    pool_cancel(w->pool, w->job);
}

void api_await(struct api_waiter *w, struct pool *pool, struct job *job) {
    w->pool = pool;
    w->job = job;
    w->gone = cancel;
}

/* ---- looking ---- */

static enum api_result health(struct call *c) {
    const struct house *h = c->house;
    api_tell(c->answer, 200,
             json_pack("{s:b, s:s, s:I, s:i, s:i, s:i, s:i}", "ok", 1, "version", TH_VERSION,
                       "games", (json_int_t)h->store.games, "rooms", h->room_count, "viewers",
                       h->viewers, "thinking", h->pool.busy, "waiting", h->pool.queue.waiting));
    return API_ANSWERED;
}

static enum api_result catalog(struct call *c) {
    api_tell(c->answer, 200, offer_catalog());
    return API_ANSWERED;
}

static enum api_result state(struct call *c) {
    return call_tell_state(c, 200);
}

static enum api_result events(struct call *c) {
    if (!audience_admits(c->house, c->room, c->key, c->request->client))
        return call_refuse(c, 503, "full", "there are too many viewers already");
    *c->answer = (struct api_answer){.status = 200, .room = c->room, .key = c->key};
    return API_STREAMS;
}

static enum api_result at_step(struct call *c) {
    const struct session *s = &c->room->session;
    uint64_t seat = 0;
    int eyes = room_seat_of(c->room, c->key);
    if (c->request->seat != NULL) {
        if (!text_natural(c->request->seat, &seat) || seat >= (uint64_t)room_seats(c->room))
            return call_refuse(c, 400, "bad-value", "there is no such seat: seats are 0 to %d",
                               room_seats(c->room) - 1);
        if ((room_seats_of(c->room, c->key) >> seat & 1) == 0)
            return call_refuse(c, 403, "not-yours", "seat %d is not yours", (int)seat);
        eyes = (int)seat;
    }
    const int sight = room_sight_of(c->room, eyes);
    const size_t place = sight_place(s, (size_t)c->number, sight);
    if (place == SIZE_MAX)
        return call_refuse(c, 404, "bad-value", "the game has %zu steps",
                           sight_count(s, s->record.steps, sight));
    api_tell(c->answer, 200, room_message_at(c->room, c->key, eyes, place));
    return API_ANSWERED;
}

/* Whoever has the seed knows what luck is to come: it is told when all is over. */
static enum api_result record(struct call *c) {
    struct record *r = &c->room->session.record;
    char *text = NULL;
    size_t size = 0;
    if (!room_can_record(c->room))
        return call_refuse(c, 409, "not-now", "cards are hidden until the game is over");
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return call_refuse(c, 503, "full", "there is no memory for the record");
    const bool had_seed = r->has_seed;
    r->has_seed = had_seed && c->room->session.over;
    record_write(out, r);
    r->has_seed = had_seed;
    fclose(out);
    *c->answer = (struct api_answer){
        .status = 200, .body = text, .size = size, .type = "text/plain; charset=utf-8"};
    return API_ANSWERED;
}

/* ---- acting ---- */

/* Whether the version that a request brings is that of now. */
static bool is_current(struct call *c) {
    if (json_integer_value(json_object_get(c->body, "version")) == c->room->version) return true;
    call_refuse(c, 409, "not-now", "the game has gone on since: this is version %" PRId64,
                c->room->version);
    return false;
}

static enum api_result move(struct call *c) {
    const struct session *s = &c->room->session;
    const char *text = json_string_value(json_object_get(c->body, "move"));
    const int seat = session_asks(s);
    struct th_error e;
    th_action a, legal[TH_LEGAL_MAX];
    char wrong[TEXT_CLIP_BYTES];
    if (!is_current(c)) return API_ANSWERED;
    if (s->over) return call_refuse(c, 409, "not-now", "the game is over");
    if (seat < 0) return call_refuse(c, 409, "not-now", "nobody has to decide at the moment");
    if ((room_seats_of(c->room, c->key) >> seat & 1) == 0)
        return call_refuse(c, 403, "not-yours", "it is the turn of seat %d", seat);
    if (strlen(text) >= TH_ACTION_BYTES || !s->game->parse_action(s->record.last, text, &a, &e) ||
        th_place_of(a, legal, s->game->legal(s->record.last, legal)) < 0)
        return call_refuse(c, 422, "illegal-move", "'%s' is no legal move here",
                           text_clip(text, wrong));
    return tell_change(c, room_move(c->room, a, &e));
}

static enum api_result undo(struct call *c) {
    struct th_error e;
    if (!is_current(c)) return API_ANSWERED;
    if (room_seats_of(c->room, c->key) == 0)
        return call_refuse(c, 403, "not-yours", "only a player takes a move back");
    const size_t steps = takeback_to(c->room, c->key, &e);
    if (steps == SIZE_MAX) return call_refuse(c, 409, "not-now", "%s", e.text);
    return tell_change(c, room_undo(c->room, steps, &e));
}

static enum api_result resign(struct call *c) {
    const json_int_t seat = json_integer_value(json_object_get(c->body, "seat"));
    struct th_error e;
    if (seat < 0 || seat >= room_seats(c->room))
        return call_refuse(c, 400, "bad-value", "there is no such seat: seats are 0 to %d",
                           room_seats(c->room) - 1);
    if ((room_seats_of(c->room, c->key) >> seat & 1) == 0)
        return call_refuse(c, 403, "not-yours", "seat %d is not yours", (int)seat);
    if (!room_can_resign(c->room, c->key))
        return call_refuse(c, 409, "not-now", "there is nothing to give up");
    return tell_change(c, room_end(c->room, RECORD_RESIGNED, (int)seat, &e));
}

static bool is_owner(struct call *c) {
    if (c->key == ROOM_OWNER) return true;
    call_refuse(c, 403, "not-yours", "that is for whoever made the game");
    return false;
}

static enum api_result switch_seats(struct call *c) {
    struct th_error e;
    if (!is_owner(c)) return API_ANSWERED;
    if (!room_can_switch(c->room, c->key))
        return call_refuse(c, 409, "not-now",
                           "seats are switched where all people are at one screen, and before one "
                           "of them has decided");
    return tell_change(c, room_switch(c->room, &e));
}

static enum api_result set_pace(struct call *c) {
    const json_t *pace = json_object_get(c->body, "pace");
    const json_t *paused = json_object_get(c->body, "paused");
    const json_int_t wanted = pace != NULL ? json_integer_value(pace) : c->room->pace;
    struct th_error e;
    if (!is_owner(c)) return API_ANSWERED;
    if (wanted < 0 || wanted > LIMIT_PACE)
        return call_refuse(c, 400, "bad-value", "\"pace\" is 0 to %d milliseconds", LIMIT_PACE);
    return tell_change(c,
                       room_set_pace(c->room, (int)wanted,
                                     paused != NULL ? json_is_true(paused) : c->room->paused, &e));
}

/* ---- routes ---- */

static const struct body_field
    game_fields[] = {{"game", BODY_TEXT, false},    {"options", BODY_OBJECT, false},
                     {"players", BODY_LIST, false}, {"record", BODY_TEXT, false},
                     {"clock", BODY_TEXT, false},   {"pace", BODY_INTEGER, false},
                     {"seed", BODY_INTEGER, false}, {0}},
    move_fields[] = {{"key", BODY_TEXT, false},
                     {"version", BODY_INTEGER, true},
                     {"move", BODY_TEXT, true},
                     {0}},
    undo_fields[] = {{"key", BODY_TEXT, false}, {"version", BODY_INTEGER, true}, {0}},
    resign_fields[] = {{"key", BODY_TEXT, false}, {"seat", BODY_INTEGER, true}, {0}},
    key_fields[] = {{"key", BODY_TEXT, false}, {0}},
    pace_fields[] = {{"key", BODY_TEXT, false},
                     {"pace", BODY_INTEGER, false},
                     {"paused", BODY_SWITCH, false},
                     {0}},
    think_fields[] = {
        {"key", BODY_TEXT, false}, {"bot", BODY_TEXT, false}, {"step", BODY_INTEGER, false}, {0}};

/* In a pattern * is the name of a game, # a number and ~ a word. */
static const struct route {
    const char *method, *pattern;
    enum api_result (*answer)(struct call *c);
    const struct body_field *fields; /* of a POST with a body of ours */
} routes[] = {
    {"GET", "/healthz", health, NULL},
    {"GET", "/api/v1/catalog", catalog, NULL},
    {"POST", "/api/v1/games", call_make_game, game_fields},
    {"GET", "/api/v1/games/*", state, NULL},
    {"GET", "/api/v1/games/*/events", events, NULL},
    {"GET", "/api/v1/games/*/at/#", at_step, NULL},
    {"GET", "/api/v1/games/*/record", record, NULL},
    {"POST", "/api/v1/games/*/move", move, move_fields},
    {"POST", "/api/v1/games/*/undo", undo, undo_fields},
    {"POST", "/api/v1/games/*/resign", resign, resign_fields},
    {"POST", "/api/v1/games/*/switch", switch_seats, key_fields},
    {"POST", "/api/v1/games/*/again", call_again, key_fields},
    {"POST", "/api/v1/games/*/pace", set_pace, pace_fields},
    {"POST", "/api/v1/games/*/hint", call_hint, key_fields},
    {"POST", "/api/v1/games/*/think", call_think, think_fields},
    {"POST", "/api/v1/games/*/review", call_review, key_fields},
    {"GET", "/status", call_course_status, NULL},
    {"POST", "/v1/ybot/choose/~", call_course_choose, NULL},
    {"GET", "/play", call_course_play, NULL},
};
enum { ROUTES = sizeof routes / sizeof *routes };

size_t api_body_limit(const char *path) {
    return strcmp(path, "/api/v1/games") == 0 ? LIMIT_RECORD_BODY : LIMIT_BODY;
}

/* The parts of a path that a pattern leaves open. */
struct match_parts {
    char id[NAME_BYTES], word[256];
    bool has_id;
    uint64_t number;
};

static bool take_part(char kind, const char *path, size_t n, struct match_parts *parts) {
    char number[24];
    if (kind == '~') {
        if (n == 0 || n >= sizeof parts->word) return false;
        memcpy(parts->word, path, n);
        parts->word[n] = 0;
        return true;
    }
    if (n == 0 || n >= NAME_BYTES) return false;
    if (kind == '*') {
        memcpy(parts->id, path, n);
        parts->id[n] = 0;
        return parts->has_id = true;
    }
    memcpy(number, path, n);
    number[n] = 0;
    return text_natural(number, &parts->number);
}

static bool matches(const char *pattern, const char *path, struct match_parts *parts) {
    parts->has_id = false;
    for (; *pattern != 0; pattern++) {
        if (strchr("*#~", *pattern) != NULL) {
            const size_t n = strcspn(path, "/");
            if (!take_part(*pattern, path, n, parts)) return false;
            path += n;
        } else if (*pattern != *path++) {
            return false;
        }
    }
    return *path == 0;
}

/* The route of a request; or, where only the method is wrong, NULL and one with another. */
static const struct route *find_route(const char *method, const char *path,
                                      struct match_parts *parts, const struct route **other) {
    *other = NULL;
    for (int i = 0; i < ROUTES; i++) {
        if (!matches(routes[i].pattern, path, parts)) continue;
        if (strcmp(routes[i].method, method) == 0) return &routes[i];
        *other = &routes[i];
    }
    return NULL;
}

bool api_has_path(const char *path) {
    struct match_parts parts;
    const struct route *other;
    return find_route("", path, &parts, &other) != NULL || other != NULL;
}

/* Finds and pins the room, and finds the key. The room stays pinned if the key is wrong, too. */
static bool enter(struct call *c, const char *id) {
    const char *key =
        c->body != NULL ? json_string_value(json_object_get(c->body, "key")) : c->request->key;
    c->room = house_find(c->house, id);
    if (c->room == NULL) {
        call_refuse_missing(c);
        return false;
    }
    c->room->pins++;
    c->key = room_key_of(c->room, key);
    if (c->key != ROOM_NO_KEY) return true;
    call_refuse(c, 403, "no-such-key", "that is no key of this game");
    return false;
}

enum api_result api_handle(struct house *h, const struct api_request *request,
                           struct api_answer *answer) {
    struct call c = {.house = h, .request = request, .answer = answer, .key = ROOM_VIEWER};
    const struct route *other;
    struct match_parts parts = {.has_id = false};
    struct th_error e;
    const struct route *route = find_route(request->method, request->path, &parts, &other);
    if (route == NULL && other != NULL) {
        call_refuse(&c, 405, "not-allowed", "that path takes %s only", other->method);
        answer->allow = other->method;
        return API_ANSWERED;
    }
    if (route == NULL) return call_refuse(&c, 404, "no-such-path", "there is no such path");
    if (h->closing) return call_refuse(&c, 503, "busy", "the service is ending");
    if (route->fields != NULL) {
        c.body = body_parse(request->body, request->size, &e);
        if (c.body == NULL) return call_refuse(&c, 400, "bad-json", "%s", e.text);
    }
    enum api_result result = API_ANSWERED;
    if (route->fields != NULL && !body_check(c.body, "the body", route->fields, &e))
        call_refuse(&c, 400, "bad-value", "%s", e.text);
    else if (!parts.has_id || enter(&c, parts.id)) {
        c.number = parts.number;
        c.word = parts.word;
        result = route->answer(&c);
    }
    if (c.room != NULL) c.room->pins--;
    json_decref(c.body);
    return result;
}
