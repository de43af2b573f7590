/* Writes and parses the lines of the protocol. */
#include "messages.h"

#include "core/fields.h"
#include "core/json.h"
#include "core/text.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- writing ---- */

static void add(struct bytes *out, const char *text) {
    bytes_add(out, text, strlen(text));
}

__attribute__((format(printf, 2, 3))) static void add_format(struct bytes *out, const char *format,
                                                             ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add(out, text);
}

static int add_part(const char *bytes, size_t size, void *out) {
    bytes_add(out, bytes, size);
    return 0;
}

/* Appends a JSON object as a line, and drops the reference to it. Without memory, out->failed is
 * set and nothing must be sent. */
static void add_line(struct bytes *out, json_t *object) {
    const int dumped = json_dump_callback(object, add_part, out, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (dumped != 0 || json_memory_lacked()) out->failed = true;
    add(out, "\n");
    json_decref(object);
}

/* Games write valid JSON, and action texts without quotes or control characters. */
static void add_view(struct bytes *out, const struct th_game *game, const struct th_state *view) {
    char text[TH_POSITION_BYTES];
    add(out, ",\"view\":");
    add(out, fields_json(game, view, text, sizeof text));
}

static json_t *option_value(const struct th_options *o, const struct th_option *option) {
    const int64_t number = th_options_number(o, option->name);
    const bool known = option->initial != NULL || th_options_given(o, option->name);
    if (!known) return json_null();
    switch (option->kind) {
    case TH_DECIMAL:
        return json_real((double)number / TH_MILLION);
    case TH_CHOICE:
        return json_string(option->choices[number]);
    case TH_TEXT:
    case TH_REST:
        return json_string(th_options_text(o, option->name));
    default:
        return json_integer((json_int_t)number);
    }
}

void message_hello(struct bytes *out, const struct message_hello *h) {
    char spec[TH_SPEC_BYTES];
    json_t *options = json_object();
    for (const struct th_option *o = h->game->options; o != NULL && o->name != NULL; o++)
        if (json_object_set_new(options, o->name, option_value(h->options, o)) != 0)
            out->failed = true;
    th_options_write(h->game->name, h->options, false, spec, sizeof spec);
    add_line(out,
             json_pack("{s:s, s:i, s:s, s:s, s:o, s:i, s:i, s:I, s:I}", "type", "hello", "protocol",
                       PROTOCOL_VERSION, "game", spec, "rules_version", h->game->rules_version,
                       "options", options, "players", h->players, "seat", h->seat, "time",
                       (json_int_t)h->time, "start_time", (json_int_t)h->start_time));
}

void message_start(struct bytes *out, const struct th_game *game, const struct th_state *view,
                   int seat, int64_t seed) {
    add_format(out, "{\"type\":\"start\",\"seat\":%d,\"seed\":%" PRId64, seat, seed);
    add_view(out, game, view);
    add(out, "}\n");
}

void message_choose(struct bytes *out, const struct th_ask *ask, int64_t id, int64_t time,
                    int64_t clock) {
    char text[TH_ACTION_BYTES];
    add_format(out, "{\"type\":\"choose\",\"id\":%" PRId64 ",\"seat\":%d,\"time\":%" PRId64, id,
               ask->seat, time);
    if (clock != MESSAGE_NO_CLOCK) add_format(out, ",\"clock\":%" PRId64, clock);
    add(out, ",\"moves\":[");
    for (int i = 0; i < ask->n; i++) {
        add(out, i == 0 ? "\"" : ",\"");
        add(out, ask->game->action_text(ask->view, ask->legal[i], text, sizeof text));
        add(out, "\"");
    }
    add(out, "]");
    add_view(out, ask->game, ask->view);
    add(out, "}\n");
}

void message_end(struct bytes *out, const double payoff[], int seats, enum th_fault fault) {
    json_t *result = json_array();
    for (int i = 0; i < seats; i++)
        if (json_array_append_new(result, json_real(payoff[i])) != 0) out->failed = true;
    json_t *end = json_pack("{s:s, s:o}", "type", "end", "result", result);
    if (fault != TH_NO_FAULT &&
        json_object_set_new(end, "fault", json_string(th_fault_name(fault))) != 0)
        out->failed = true;
    add_line(out, end);
}

void message_quit(struct bytes *out) {
    add(out, "{\"type\":\"quit\"}\n");
}

void message_name(struct bytes *out, const char *name, const char *version) {
    add_line(out, json_pack("{s:s, s:s}", "name", name, "version", version));
}

void message_move(struct bytes *out, int64_t id, const char *move) {
    add_line(out, json_pack("{s:I, s:s}", "id", (json_int_t)id, "move", move));
}

int message_place(const struct th_ask *ask, const char *move) {
    char text[TH_ACTION_BYTES];
    for (int i = 0; i < ask->n; i++)
        if (strcmp(ask->game->action_text(ask->view, ask->legal[i], text, sizeof text), move) == 0)
            return i;
    return -1;
}

/* ---- reading ---- */

/* Parses a line as a JSON object; NULL with the reason if it is none. */
static json_t *read_object(const char *line, size_t size, struct th_error *e) {
    json_error_t error;
    char clipped[TEXT_CLIP_BYTES];
    json_t *json = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(json)) return json;
    if (json != NULL)
        th_fail(e, "'%s' is JSON, but no object: { … }", text_clip(line, clipped));
    else
        th_fail(e, "'%s' is no JSON: %s", text_clip(line, clipped), error.text);
    json_decref(json);
    return NULL;
}

/* Reads a field that must be a string of fewer than `size` bytes. */
static bool read_text(const json_t *json, const char *field, char *out, size_t size,
                      struct th_error *e) {
    const json_t *value = json_object_get(json, field);
    if (!json_is_string(value)) return th_fail(e, "it has no text \"%s\"", field);
    if (json_string_length(value) >= size)
        return th_fail(e, "its \"%s\" is longer than %zu bytes", field, size - 1);
    strcpy(out, json_string_value(value));
    return true;
}

static bool read_whole(const json_t *json, const char *field, int64_t *out, struct th_error *e) {
    const json_t *value = json_object_get(json, field);
    if (!json_is_integer(value)) return th_fail(e, "it has no whole number \"%s\"", field);
    *out = json_integer_value(value);
    return true;
}

bool message_read_name(const char *line, size_t size, struct message_name *name,
                       struct th_error *e) {
    json_t *json = read_object(line, size, e);
    const bool ok = json != NULL && read_text(json, "name", name->name, sizeof name->name, e) &&
                    read_text(json, "version", name->version, sizeof name->version, e);
    json_decref(json);
    if (!ok) return false;
    text_clean(name->name);
    text_clean(name->version);
    return true;
}

bool message_read_move(const char *line, size_t size, int64_t id, char move[TH_ACTION_BYTES],
                       struct th_error *e) {
    int64_t answered = 0;
    json_t *json = read_object(line, size, e);
    bool ok = json != NULL && read_whole(json, "id", &answered, e);
    if (ok && answered != id)
        ok = th_fail(e, "it answers question %" PRId64 ", but was asked question %" PRId64,
                     answered, id);
    ok = ok && read_text(json, "move", move, TH_ACTION_BYTES, e);
    json_decref(json);
    return ok;
}

/* ---- reading as a bot ---- */

static bool read_kind(const json_t *json, enum message_kind *kind, struct th_error *e) {
    static const char *const names[] = {"hello", "start", "choose", "end", "quit"};
    const char *type = json_string_value(json_object_get(json, "type"));
    if (type == NULL) return th_fail(e, "it has no text \"type\"");
    *kind = MESSAGE_HELLO;
    while (*kind < MESSAGE_OTHER && strcmp(names[*kind], type) != 0) (*kind)++;
    return true;
}

static bool read_view(const json_t *json, char out[TH_POSITION_BYTES], struct th_error *e) {
    const json_t *view = json_object_get(json, "view");
    if (!json_is_object(view)) return th_fail(e, "it has no object \"view\"");
    const size_t size = json_dumpb(view, out, TH_POSITION_BYTES - 1, JSON_COMPACT);
    if (size >= TH_POSITION_BYTES) return th_fail(e, "its \"view\" is too long");
    out[size] = 0;
    return true;
}

static bool read_result(const json_t *json, struct message *m, struct th_error *e) {
    const json_t *result = json_object_get(json, "result");
    m->results = (int)json_array_size(result);
    if (m->results < 1 || m->results > TH_SEATS_MAX)
        return th_fail(e, "it has no list \"result\" with a number for each seat");
    for (int i = 0; i < m->results; i++)
        m->result[i] = json_number_value(json_array_get(result, (size_t)i));
    return true;
}

static bool read_fields(const json_t *json, struct message *m, struct th_error *e) {
    switch (m->kind) {
    case MESSAGE_HELLO:
        return read_whole(json, "protocol", &m->protocol, e) &&
               read_text(json, "game", m->game, sizeof m->game, e);
    case MESSAGE_START:
        return read_whole(json, "seat", &m->seat, e) && read_whole(json, "seed", &m->seed, e) &&
               read_view(json, m->view, e);
    case MESSAGE_CHOOSE:
        m->moves = (int)json_array_size(json_object_get(json, "moves"));
        return read_whole(json, "id", &m->id, e) && read_whole(json, "seat", &m->seat, e) &&
               read_view(json, m->view, e);
    case MESSAGE_END:
        return read_result(json, m, e);
    default:
        return true;
    }
}

bool message_read(const char *line, size_t size, struct message *m, struct th_error *e) {
    json_t *json = read_object(line, size, e);
    const bool ok = json != NULL && read_kind(json, &m->kind, e) && read_fields(json, m, e);
    json_decref(json);
    return ok;
}
