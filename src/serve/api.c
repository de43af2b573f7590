/* The table of routes and its dispatch; request bodies; answers; requests that change nothing. */
#include "api.h"

#include "core/error.h"
#include "core/player_rules.h"
#include "core/text.h"
#include "room.h"
#include "tahur/version.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- bodies ---- */

json_t *body_parse(const char *bytes, size_t size, struct th_error *e) {
    json_error_t why;
    json_t *json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &why);
    if (json == NULL) {
        th_fail(e, "the body is no JSON: line %d, column %d: %s", why.line, why.column, why.text);
        return NULL;
    }
    if (json_is_object(json)) return json;
    json_decref(json);
    th_fail(e, "the body must be a JSON object");
    return NULL;
}

static bool is_kind(const json_t *value, enum body_kind kind) {
    switch (kind) {
    case BODY_TEXT:
        return json_is_string(value);
    case BODY_INTEGER:
        return json_is_integer(value);
    case BODY_SWITCH:
        return json_is_boolean(value);
    case BODY_OBJECT:
        return json_is_object(value);
    default:
        return json_is_array(value);
    }
}

static const struct body_field *find_field(const struct body_field *fields, const char *name) {
    while (fields->name != NULL && strcmp(fields->name, name) != 0) fields++;
    return fields->name != NULL ? fields : NULL;
}

static bool unknown_field(const char *where, const struct body_field *fields, const char *name,
                          struct th_error *e) {
    char list[200], wrong[TEXT_CLIP_BYTES];
    struct text t = text_in(list, sizeof list);
    for (const struct body_field *f = fields; f->name != NULL; f++)
        text_add(&t, "%s\"%s\"", f == fields ? "" : ", ", f->name);
    return th_fail(e, "%s has an unknown field \"%s\"; there are: %s", where,
                   text_clip(name, wrong), list);
}

bool body_check(const json_t *json, const char *where, const struct body_field *fields,
                struct th_error *e) {
    static const char *const kinds[] = {"a text", "a whole number", "true or false", "an object",
                                        "a list"};
    const char *name;
    json_t *value;
    if (!json_is_object(json)) return th_fail(e, "%s must be a JSON object", where);
    json_object_foreach((json_t *)json, name, value) {
        const struct body_field *f = find_field(fields, name);
        if (f == NULL) return unknown_field(where, fields, name, e);
        if (!is_kind(value, f->kind))
            return th_fail(e, "\"%s\" of %s must be %s", name, where, kinds[f->kind]);
    }
    for (const struct body_field *f = fields; f->name != NULL; f++)
        if (f->needed && json_object_get(json, f->name) == NULL)
            return th_fail(e, "%s has no field \"%s\"", where, f->name);
    return true;
}

/* ---- answers ---- */

void api_answer_text(struct api_answer *a, int status, char *text) {
    *a = (struct api_answer){.status = status, .body = text, .type = "application/json"};
    if (a->body == NULL) {
        a->status = 503;
        a->body = strdup("{\"error\":\"there is no memory for the answer\",\"code\":\"full\"}");
    }
    a->size = a->body != NULL ? strlen(a->body) : 0;
}

void api_answer_json(struct api_answer *a, int status, json_t *json) {
    char *text = json_text(json);
    json_decref(json);
    api_answer_text(a, status, text);
}

/* The protocol of the course projects has another name for the field of errors. */
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
    th_fail(&e, "%s", line); /* makes the text valid UTF-8, whatever it quotes */
    json_t *json = json_pack("{s:s, s:s}", field_of(path), e.text, "code", code);
    const struct error_detail *detail = error_detail(e.text);
    if (detail != NULL) {
        json_t *arguments = json_array();
        for (int i = 0; i < detail->n; i++)
            json_array_append_new(arguments, json_string(detail->argument[i]));
        json_object_set_new(json, "key", json_string(detail->key));
        json_object_set_new(json, "arguments", arguments);
    }
    api_answer_json(a, status, json);
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
    switch (c->hub->missing) {
    case HUB_DAMAGED:
        return call_refuse(c, 500, "damaged", "the game is in the file, but cannot be read");
    case HUB_NO_PLACE:
        return call_refuse(c, 503, "full", "there are too many games under way already");
    default:
        return call_refuse(c, 404, "no-such-game", "there is no such game");
    }
}

enum api_result call_answer_state(struct call *c, int status) {
    api_answer_text(c->answer, status, room_text(c->room, c->key));
    return API_ANSWERED;
}

enum api_result call_refuse_not_stored(struct call *c) {
    return call_refuse(c, 503, "full", "the game cannot be stored: it stays as it was");
}

static void cancel(struct api_waiter *w) {
    pool_cancel(w->pool, w->job);
}

void api_wait_for_job(struct api_waiter *w, struct pool *pool, struct job *job) {
    w->pool = pool;
    w->job = job;
    w->gone = cancel;
}

/* ---- requests that change nothing ---- */

static enum api_result health(struct call *c) {
    const struct hub *h = c->hub;
    api_answer_json(c->answer, 200,
                    json_pack("{s:b, s:s, s:I, s:i, s:i, s:i, s:i}", "ok", 1, "version", TH_VERSION,
                              "games", (json_int_t)h->store.games, "rooms", h->room_count,
                              "viewers", h->viewers, "thinking", h->pool.busy, "waiting",
                              h->pool.queue.waiting));
    return API_ANSWERED;
}

static enum api_result catalog(struct call *c) {
    api_answer_json(c->answer, 200, catalog_json());
    return API_ANSWERED;
}

/* The rules for players, in English, that hold with the options of the query. */
static enum api_result rules(struct call *c) {
    const struct th_game *game = NULL;
    char text[TH_SPEC_BYTES + 1];
    const char *given = c->request->options != NULL ? c->request->options : "";
    struct th_spec spec;
    struct th_error e;
    for (int i = 0; th_game_at(i) != NULL; i++)
        if (strcmp(th_game_at(i)->name, c->word) == 0) game = th_game_at(i);
    if (game == NULL) return call_refuse(c, 404, "no-such-path", "there is no such game");
    snprintf(text, sizeof text, "%s%s%s", game->name, given[0] != 0 ? ":" : "", given);
    if (th_game_find(text, &spec, &e) == NULL || th_game_seats(game, &spec.options, &e) == 0)
        return call_refuse(c, 400, "bad-value", "%s", e.text);
    char *lines = game->rules != NULL ? rules_with_options(game->rules, &spec.options) : NULL;
    if (game->rules != NULL && lines == NULL)
        return call_refuse(c, 503, "busy", "there is no memory for the rules");
    api_answer_json(
        c->answer, 200,
        json_pack("{s:s, s:s, s:s?}", "game", game->name, "title", game->title, "rules", lines));
    free(lines);
    return API_ANSWERED;
}

/* What a link for others needs. Only clients that have the token get this far. */
static enum api_result invitation(struct call *c) {
    const struct access *a = c->hub->access;
    json_t *list = json_array();
    for (int i = 0; a != NULL && a->remote && i < a->addresses; i++)
        json_array_append_new(list, json_string(a->address[i]));
    api_answer_json(c->answer, 200,
                    json_pack("{s:o, s:s?}", "addresses", list, "token",
                              a != NULL && a->token[0] != 0 ? a->token : NULL));
    return API_ANSWERED;
}

static enum api_result state(struct call *c) {
    return call_answer_state(c, 200);
}

static enum api_result events(struct call *c) {
    if (!stream_is_admitted(c->hub, c->room, c->key, c->request->client))
        return call_refuse(c, 503, "full", "there are too many viewers already");
    *c->answer = (struct api_answer){.status = 200, .room = c->room, .key = c->key};
    return API_STREAMS;
}

static enum api_result at_step(struct call *c) {
    const struct session *s = &c->room->session;
    uint64_t seat = 0;
    int view = room_seat_of(c->room, c->key);
    if (c->request->seat != NULL) {
        if (!text_natural(c->request->seat, &seat) || seat >= (uint64_t)room_seats(c->room))
            return call_refuse(c, 400, "bad-value", "there is no such seat: seats are 0 to %d",
                               room_seats(c->room) - 1);
        if ((room_seats_of(c->room, c->key) >> seat & 1) == 0)
            return call_refuse(c, 403, "not-yours", "seat %d is not yours", (int)seat);
        view = (int)seat;
    }
    const int perspective = room_perspective_of_seat(c->room, view);
    const size_t place = view_record_steps(s, (size_t)c->number, perspective);
    if (place == SIZE_MAX)
        return call_refuse(c, 404, "bad-value", "the game has %zu steps",
                           view_count_steps(s, s->record.steps, perspective));
    api_answer_json(c->answer, 200, room_message_at(c->room, c->key, view, place));
    return API_ANSWERED;
}

/* The seed determines future chance, so it is included only after the end of the game. */
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

/* ---- routes ---- */

static const struct body_field
    game_fields[] = {{"game", BODY_TEXT, false},    {"options", BODY_OBJECT, false},
                     {"players", BODY_LIST, false}, {"record", BODY_TEXT, false},
                     {"clock", BODY_TEXT, false},   {"pace", BODY_INTEGER, false},
                     {"seed", BODY_INTEGER, false}, {"hints", BODY_SWITCH, false},
                     {"step", BODY_INTEGER, false}, {0}},
    line_fields[] = {{"key", BODY_TEXT, false},
                     {"step", BODY_INTEGER, true},
                     {"moves", BODY_LIST, true},
                     {0}},
    move_fields[] = {{"key", BODY_TEXT, false},
                     {"version", BODY_INTEGER, true},
                     {"move", BODY_TEXT, true},
                     {0}},
    undo_fields[] = {{"key", BODY_TEXT, false}, {"version", BODY_INTEGER, true}, {0}},
    takeback_fields[] = {{"key", BODY_TEXT, false},
                         {"version", BODY_INTEGER, true},
                         {"grant", BODY_SWITCH, true},
                         {0}},
    resign_fields[] = {{"key", BODY_TEXT, false}, {"seat", BODY_INTEGER, true}, {0}},
    key_fields[] = {{"key", BODY_TEXT, false}, {0}},
    pace_fields[] = {{"key", BODY_TEXT, false},
                     {"pace", BODY_INTEGER, false},
                     {"paused", BODY_SWITCH, false},
                     {0}},
    think_fields[] = {
        {"key", BODY_TEXT, false}, {"bot", BODY_TEXT, false}, {"step", BODY_INTEGER, false}, {0}};

/* In a pattern, * is the id of a game, # a number and ~ a word. */
static const struct route {
    const char *method, *pattern;
    enum api_result (*answer)(struct call *c);
    const struct body_field *fields; /* of a POST with a JSON body */
} routes[] = {
    {"GET", "/healthz", health, NULL},
    {"GET", "/api/v1/catalog", catalog, NULL},
    {"GET", "/api/v1/rules/~", rules, NULL},
    {"GET", "/api/v1/invitation", invitation, NULL},
    {"POST", "/api/v1/games", call_make_game, game_fields},
    {"GET", "/api/v1/games/*", state, NULL},
    {"GET", "/api/v1/games/*/events", events, NULL},
    {"GET", "/api/v1/games/*/at/#", at_step, NULL},
    {"GET", "/api/v1/games/*/record", record, NULL},
    {"POST", "/api/v1/games/*/move", call_move, move_fields},
    {"POST", "/api/v1/games/*/undo", call_undo, undo_fields},
    {"POST", "/api/v1/games/*/takeback", call_takeback, takeback_fields},
    {"POST", "/api/v1/games/*/agree", call_agree, key_fields},
    {"POST", "/api/v1/games/*/resign", call_resign, resign_fields},
    {"POST", "/api/v1/games/*/switch", call_switch_seats, key_fields},
    {"POST", "/api/v1/games/*/again", call_again, key_fields},
    {"POST", "/api/v1/games/*/pace", call_set_pace, pace_fields},
    {"POST", "/api/v1/games/*/hint", call_hint, key_fields},
    {"POST", "/api/v1/games/*/think", call_think, think_fields},
    {"POST", "/api/v1/games/*/review", call_review, key_fields},
    {"POST", "/api/v1/games/*/line", call_line, line_fields},
    {"GET", "/status", call_course_status, NULL},
    {"POST", "/v1/ybot/choose/~", call_course_choose, NULL},
    {"GET", "/play", call_course_play, NULL},
};
enum { ROUTES = sizeof routes / sizeof *routes };

size_t api_body_limit(const char *path) {
    return strcmp(path, "/api/v1/games") == 0 ? LIMIT_RECORD_BODY : LIMIT_BODY;
}

/* The variable parts of a path. */
struct match_parts {
    char id[ID_BYTES], word[256];
    bool has_id;
    uint64_t number;
};

static bool match_part(char kind, const char *path, size_t n, struct match_parts *parts) {
    char number[24];
    if (kind == '~') {
        if (n == 0 || n >= sizeof parts->word) return false;
        memcpy(parts->word, path, n);
        parts->word[n] = 0;
        return true;
    }
    if (n == 0 || n >= ID_BYTES) return false;
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
            if (!match_part(*pattern, path, n, parts)) return false;
            path += n;
        } else if (*pattern != *path++) {
            return false;
        }
    }
    return *path == 0;
}

/* The route of a request. If only the method is wrong: NULL, and *other is a route with another. */
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

/* Finds and pins the room, and finds the key. The room stays pinned even if the key is wrong. */
static bool find_room(struct call *c, const char *id) {
    const char *key =
        c->body != NULL ? json_string_value(json_object_get(c->body, "key")) : c->request->key;
    c->room = hub_find(c->hub, id);
    if (c->room == NULL) {
        call_refuse_missing(c);
        return false;
    }
    c->room->pins++;
    struct th_error e;
    c->key = room_key_of(c->room, key);
    if (c->key == ROOM_NO_KEY)
        call_refuse(c, 403, "no-such-key", "that is no key of this game");
    else if (room_join(c->room, c->key, &e))
        return true;
    else
        call_refuse_not_stored(c);
    return false;
}

enum api_result api_handle(struct hub *h, const struct api_request *request,
                           struct api_answer *answer) {
    struct call c = {.hub = h, .request = request, .answer = answer, .key = ROOM_VIEWER};
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
    else if (!parts.has_id || find_room(&c, parts.id)) {
        c.number = parts.number;
        c.word = parts.word;
        result = route->answer(&c);
    }
    if (c.room != NULL) c.room->pins--;
    json_decref(c.body);
    return result;
}
