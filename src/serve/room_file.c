/* A room in the file, both ways: JSON for all but the steps, which are bytes of their own.
 * Everything that is read is checked. */
#include "room.h"

#include "api.h"
#include "core/clock.h"
#include "core/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names of players ---- */

/* Decodes the UTF-8 character that begins here, and its length; an invalid byte is a character. */
static unsigned long read_character(const char *text, size_t *bytes) {
    const unsigned char *b = (const unsigned char *)text;
    const size_t n = b[0] < 0xc0 ? 1 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : 4;
    unsigned long c = n == 1 ? b[0] : b[0] & (0x7fUL >> n);
    for (size_t i = 1; i < n; i++) {
        if ((b[i] & 0xc0) != 0x80) return *bytes = 1, b[0];
        c = c << 6 | (b[i] & 0x3fUL);
    }
    *bytes = n;
    return c;
}

static bool is_invisible(unsigned long c) {
    static const unsigned long ranges[][2] = {
        {0x34f, 0x34f},   {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
        {0xfe00, 0xfe0f}, {0xffa0, 0xffa0}, {0x00, 0x1f},     {0x7f, 0x9f},
        {0xad, 0xad},     {0x61c, 0x61c},   {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

static bool is_blank(unsigned long c) {
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x2800 || c == 0x3000 || c == 0x3164;
}

void room_clean_name(char *name) {
    char *const first = name, *out = name, *end = name;
    for (size_t n; *name != 0; name += n) {
        const unsigned long c = read_character(name, &n);
        if (is_invisible(c) || (is_blank(c) && out == first)) continue;
        memmove(out, name, n);
        out += n;
        if (!is_blank(c)) end = out;
    }
    *end = 0;
}

/* ---- writing ---- */

static json_t *players_json(const struct room *r) {
    json_t *list = json_array();
    for (int i = 0; i < room_seats(r); i++) {
        const struct room_player *p = &r->player[i];
        json_array_append_new(list,
                              json_pack("{s:b, s:b, s:s, s:s}", "person", (int)p->person, "here",
                                        (int)p->here, "name", p->name, "bot", p->bot));
    }
    return list;
}

static json_t *keys_json(const struct room *r) {
    json_t *list = json_array();
    for (int i = 0; i < r->keys; i++)
        json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:b, s:b}", "key", r->key[i].text,
                                              "seats", (int)r->key[i].seats, "decided",
                                              r->key[i].decided, "joined", (int)r->key[i].joined,
                                              "agrees", (int)r->key[i].agrees));
    return list;
}

static json_t *timer_json(const struct timer *t) {
    const double now = clock_seconds();
    if (!t->on) return json_null();
    json_t *left = json_array();
    for (int i = 0; i < TH_SEATS_MAX; i++)
        json_array_append_new(left, json_real(timer_left(t, i, now)));
    return json_pack("{s:f, s:o}", "gain", t->gain, "left", left);
}

/* The record without its steps. */
static json_t *record_json(const struct record *r) {
    char position[TH_POSITION_BYTES];
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:i, s:i, s:i}", "spec", r->spec.text, "seed", seed_json(r->seed),
        "number", r->has_number ? json_integer((json_int_t)r->number) : json_null(), "start",
        r->own_start ? json_string(r->game->position_text(r->start, position, sizeof position))
                     : json_null(),
        "end", (int)r->end, "end_seat", r->end_seat, "fault", (int)r->fault);
}

char *room_file_write(const struct room *r, struct bytes *steps) {
    const struct record *record = &r->session.record;
    for (size_t i = 0; i < record->steps; i++) bytes_varint(steps, record->action[i]);
    json_t *json =
        json_pack("{s:I, s:o, s:b, s:o, s:o, s:o, s:o, s:i, s:b, s:s, s:I, s:I, s:b, s:b}",
                  "version", (json_int_t)r->version, "record", record_json(record), "over",
                  (int)r->session.over, "players", players_json(r), "keys", keys_json(r), "timer",
                  timer_json(&r->timer), "given", timer_json(&r->given), "pace", r->pace, "paused",
                  (int)r->paused, "after", r->after, "client", (json_int_t)r->client, "parked",
                  (json_int_t)r->parked, "seeded", (int)r->seeded, "hints", (int)r->hints);
    char *text = json_text(json);
    json_decref(json);
    return text;
}

/* ---- reading ---- */

enum { STEP_BYTES = 5 }; /* the most bytes of a step, with seven bits per byte */

/* The file may be damaged, or written by another program. The message names what is wrong, and the
 * game is not opened. */
static bool damaged(struct th_error *e, const char *what) {
    return th_fail(e, "its %s in the file is damaged", what);
}

static json_int_t integer(const json_t *json, const char *name) {
    return json_integer_value(json_object_get(json, name));
}

static bool is_integer(const json_t *json, const char *name, json_int_t least, json_int_t most) {
    return json_is_integer(json_object_get(json, name)) && integer(json, name) >= least &&
           integer(json, name) <= most;
}

static const char *text(const json_t *json, const char *name) {
    const char *value = json_string_value(json_object_get(json, name));
    return value != NULL ? value : "";
}

/* Whether a field is a string of fewer than `size` bytes. */
static bool is_text(const json_t *json, const char *name, size_t size) {
    const json_t *value = json_object_get(json, name);
    return json_is_string(value) && json_string_length(value) < size;
}

static bool is_boolean(const json_t *json, const char *name) {
    return json_is_boolean(json_object_get(json, name));
}

static bool is_true(const json_t *json, const char *name) {
    return json_is_true(json_object_get(json, name));
}

static bool read_players(struct room *r, const json_t *list, int seats, struct th_error *e) {
    if ((int)json_array_size(list) != seats) return damaged(e, "list of players");
    for (int i = 0; i < seats; i++) {
        const json_t *p = json_array_get(list, (size_t)i);
        struct room_player *player = &r->player[i];
        if (!is_boolean(p, "person") || !is_boolean(p, "here") ||
            !is_text(p, "name", sizeof player->name) || !is_text(p, "bot", sizeof player->bot))
            return damaged(e, "player");
        *player = (struct room_player){.person = is_true(p, "person"), .here = is_true(p, "here")};
        strcpy(player->name, text(p, "name"));
        room_clean_name(player->name);
        strcpy(player->bot, text(p, "bot"));
    }
    return true;
}

/* The first key is the owner's, and no seat has two keys. */
static bool read_keys(struct room *r, const json_t *list, int seats, struct th_error *e) {
    const size_t keys = json_array_size(list);
    unsigned taken = 0;
    if (keys < 1 || keys > ROOM_KEYS_MAX) return damaged(e, "list of keys");
    for (r->keys = 0; (size_t)r->keys < keys; r->keys++) {
        const json_t *k = json_array_get(list, (size_t)r->keys);
        if (!is_text(k, "key", ID_BYTES) || !id_is_valid(text(k, "key")) ||
            !is_integer(k, "seats", 0, (1 << seats) - 1) ||
            !is_integer(k, "decided", -1, seats - 1) ||
            (taken & (unsigned)integer(k, "seats")) != 0)
            return damaged(e, "key");
        struct room_key *key = &r->key[r->keys];
        strcpy(key->text, text(k, "key"));
        key->seats = (unsigned)integer(k, "seats");
        key->decided = (int)integer(k, "decided");
        /* Older files do not have these: clocks ran from the start. */
        key->joined = json_object_get(k, "joined") == NULL || is_true(k, "joined");
        key->agrees = is_true(k, "agrees");
        taken |= key->seats;
    }
    return true;
}

static bool read_timer(struct timer *t, const json_t *json, struct th_error *e) {
    const json_t *gain = json_object_get(json, "gain"), *left = json_object_get(json, "left");
    *t = (struct timer){.running = -1};
    if (json_is_null(json)) return true;
    if (!json_is_number(gain) || !(json_number_value(gain) >= 0) ||
        json_array_size(left) != TH_SEATS_MAX)
        return damaged(e, "clock");
    t->on = true;
    t->gain = json_number_value(gain);
    for (int i = 0; i < TH_SEATS_MAX; i++) {
        const json_t *seconds = json_array_get(left, (size_t)i);
        t->left[i] = json_number_value(seconds);
        if (!json_is_number(seconds) || !(t->left[i] >= 0)) return damaged(e, "clock");
    }
    return true;
}

/* Reads the record with its steps; the caller drops it if this succeeds. */
static bool read_record(struct record *r, const json_t *json, const void *steps, size_t size,
                        struct th_error *e) {
    const char *start = json_string_value(json_object_get(json, "start"));
    const json_t *number = json_object_get(json, "number"), *own = json_object_get(json, "start");
    struct th_seed seed;
    if (!is_text(json, "spec", TH_SPEC_BYTES) ||
        !seed_from_json(json_object_get(json, "seed"), &seed) ||
        (!json_is_null(number) && !json_is_integer(number)) ||
        (!json_is_null(own) && start == NULL) || size > (size_t)LIMIT_STEPS * STEP_BYTES)
        return damaged(e, "record");
    if (!record_begin(r, text(json, "spec"), NULL, e)) return false;
    bool ok = true;
    if (start != NULL) {
        ok = th_read_start(r->game, r->spare[0], start, e);
        if (ok) record_begin_from(r, r->spare[0]);
    }
    ok = ok && (record_add_tape(r, steps, size) ||
                th_fail(e, "a step in the file is not possible: the rules have changed since"));
    if (!ok) {
        record_drop(r);
        return false;
    }
    r->has_seed = true;
    r->seed = seed;
    r->has_number = json_is_integer(json_object_get(json, "number"));
    r->number = (uint64_t)integer(json, "number");
    return true;
}

/* Reads the end of the game into the record. */
static bool read_end(struct record *r, const json_t *json, struct th_error *e) {
    if (!is_integer(json, "end", RECORD_WON, RECORD_STOPPED) ||
        !is_integer(json, "end_seat", 0, r->seats - 1) ||
        !is_integer(json, "fault", TH_FAULT_MEMORY, TH_NO_FAULT) ||
        (integer(json, "end") == RECORD_WON && !record_is_over(r)))
        return damaged(e, "end");
    r->fault = (enum th_fault)integer(json, "fault");
    record_finish(r, (enum record_end)integer(json, "end"), (int)integer(json, "end_seat"));
    return true;
}

/* Whether the service offers all its bots. Those of a game in progress will be asked, and a file
 * must not make the service run another program or a library. */
static bool has_known_bots(const struct room *r, const struct record *record, struct th_error *e) {
    struct th_spec spec;
    for (int i = 0; i < record->seats; i++)
        if (!r->player[i].person && catalog_bot(record->game, r->player[i].bot, &spec, e) == NULL)
            return false;
    return true;
}

bool room_begin(struct room *r, struct record *record, struct th_error *e) {
    const bool over = record->end != RECORD_STOPPED;
    const enum record_end end = record->end;
    const int seat = record->end_seat;
    const char *players[TH_SEATS_MAX];
    for (int i = 0; i < record->seats; i++)
        players[i] = r->player[i].person ? SESSION_PERSON : r->player[i].bot;
    record->end = RECORD_STOPPED;
    if ((!over && !has_known_bots(r, record, e)) ||
        !session_resume_deferred(&r->session, record, players, record->seats, record->seed, e)) {
        record->end = end;
        if (!over) return false;
        r->foreign = true; /* played by bots that are unknown here */
        return session_open_finished(&r->session, record, e);
    }
    if (over) session_end(&r->session, end, seat);
    return true;
}

/* Reads everything except the record. */
static bool read_room(struct room *r, const json_t *data, int seats, struct th_error *e) {
    if (!is_integer(data, "version", 0, INT64_MAX) || !is_integer(data, "pace", 0, LIMIT_PACE) ||
        !is_boolean(data, "paused") || !is_boolean(data, "over") ||
        !is_integer(data, "client", INT64_MIN, INT64_MAX) || !is_text(data, "after", ID_BYTES) ||
        (*text(data, "after") != 0 && !id_is_valid(text(data, "after"))))
        return damaged(e, "data");
    r->version = integer(data, "version");
    r->pace = (int)integer(data, "pace");
    r->paused = is_true(data, "paused");
    r->client = (uint64_t)integer(data, "client");
    /* Older files have none of these: then they are 0 and false. */
    r->parked = integer(data, "parked");
    r->seeded = is_true(data, "seeded");
    r->hints = is_true(data, "hints");
    strcpy(r->after, text(data, "after"));
    return read_players(r, json_object_get(data, "players"), seats, e) &&
           read_keys(r, json_object_get(data, "keys"), seats, e) &&
           read_timer(&r->timer, json_object_get(data, "timer"), e) &&
           read_timer(&r->given, json_object_get(data, "given"), e);
}

bool room_file_read(struct room *r, const char *json, const void *steps, size_t size,
                    struct th_error *e) {
    json_t *data = json != NULL ? json_loads(json, 0, NULL) : NULL;
    const json_t *played = json_object_get(data, "record");
    struct record record;
    bool ok = false;
    if (data == NULL) return th_fail(e, "the game cannot be read from the file");
    if (read_record(&record, played, steps, size, e)) {
        ok = read_room(r, data, record.seats, e) &&
             (!is_true(data, "over") || read_end(&record, played, e)) && room_begin(r, &record, e);
        if (!ok) record_drop(&record);
    }
    json_decref(data);
    return ok;
}
