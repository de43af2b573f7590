#include "room_file.h"

#include "core/clock.h"
#include "letter.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        json_array_append_new(list, json_pack("{s:s, s:i, s:i}", "key", r->key[i].text, "seats",
                                              (int)r->key[i].seats, "decided", r->key[i].decided));
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

/* As record_write has it: what the steps do not tell. */
static json_t *record_json(const struct record *r) {
    char position[TH_POSITION_BYTES];
    return json_pack(
        "{s:s, s:I, s:o, s:o, s:i, s:i, s:i}", "spec", r->spec.text, "seed", (json_int_t)r->seed,
        "number", r->has_number ? json_integer((json_int_t)r->number) : json_null(), "start",
        r->own_start ? json_string(r->game->position_text(r->start, position, sizeof position))
                     : json_null(),
        "end", (int)r->end, "end_seat", r->end_seat, "fault", (int)r->fault);
}

char *room_file_write(const struct room *r, struct bytes *steps) {
    const struct record *record = &r->session.record;
    for (size_t i = 0; i < record->steps; i++) bytes_varint(steps, record->action[i]);
    json_t *json =
        json_pack("{s:I, s:o, s:b, s:o, s:o, s:o, s:o, s:i, s:b, s:s, s:I}", "version",
                  (json_int_t)r->version, "record", record_json(record), "over",
                  (int)r->session.over, "players", players_json(r), "keys", keys_json(r), "timer",
                  timer_json(&r->timer), "given", timer_json(&r->given), "pace", r->pace, "paused",
                  (int)r->paused, "after", r->after, "client", (json_int_t)(r->client >> 1));
    char *text = letter_json(json);
    json_decref(json);
    return text;
}

/* ---- reading ---- */

static json_int_t integer(const json_t *json, const char *name) {
    return json_integer_value(json_object_get(json, name));
}

static const char *text(const json_t *json, const char *name) {
    const char *value = json_string_value(json_object_get(json, name));
    return value != NULL ? value : "";
}

static bool is_true(const json_t *json, const char *name) {
    return json_is_true(json_object_get(json, name));
}

static void read_players(struct room *r, const json_t *list) {
    for (int i = 0; i < TH_SEATS_MAX; i++) {
        const json_t *p = json_array_get(list, (size_t)i);
        r->player[i] =
            (struct room_player){.person = is_true(p, "person"), .here = is_true(p, "here")};
        snprintf(r->player[i].name, sizeof r->player[i].name, "%s", text(p, "name"));
        snprintf(r->player[i].bot, sizeof r->player[i].bot, "%s", text(p, "bot"));
    }
}

static void read_keys(struct room *r, const json_t *list) {
    for (r->keys = 0; r->keys < ROOM_KEYS_MAX && (size_t)r->keys < json_array_size(list);
         r->keys++) {
        const json_t *k = json_array_get(list, (size_t)r->keys);
        struct room_key *key = &r->key[r->keys];
        snprintf(key->text, sizeof key->text, "%s", text(k, "key"));
        key->seats = (unsigned)integer(k, "seats") & SESSION_ALL_SEATS;
        key->decided = (int)integer(k, "decided");
        if (key->decided < -1 || key->decided >= TH_SEATS_MAX) key->decided = -1;
    }
}

static void read_timer(struct timer *t, const json_t *json) {
    *t = (struct timer){.running = -1};
    if (!json_is_object(json)) return;
    t->on = true;
    t->gain = json_number_value(json_object_get(json, "gain"));
    for (int i = 0; i < TH_SEATS_MAX; i++)
        t->left[i] = json_number_value(json_array_get(json_object_get(json, "left"), (size_t)i));
}

/* The record as far as it was played; record_drop is due if it succeeds. */
static bool read_record(struct record *r, const json_t *json, const void *steps, size_t size,
                        struct th_error *e) {
    const char *start = json_string_value(json_object_get(json, "start"));
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
    r->seed = (uint64_t)integer(json, "seed");
    r->has_number = json_is_integer(json_object_get(json, "number"));
    r->number = (uint64_t)integer(json, "number");
    return true;
}

/* The end that it had, which is none of the record's yet. */
static void read_end(struct record *r, const json_t *json) {
    const json_int_t end = integer(json, "end"), seat = integer(json, "end_seat");
    const json_int_t fault = integer(json, "fault");
    r->fault = fault < 0 && fault >= TH_FAULT_MEMORY ? (enum th_fault)fault : TH_NO_FAULT;
    record_finish(r,
                  end > RECORD_WON && end <= RECORD_STOPPED ? (enum record_end)end
                  : record_is_over(r)                       ? RECORD_WON
                                                            : RECORD_STOPPED,
                  seat >= 0 && seat < r->seats ? (int)seat : 0);
}

bool room_begin(struct room *r, struct record *record, struct th_error *e) {
    const bool over = record->end != RECORD_STOPPED;
    const enum record_end end = record->end;
    const int seat = record->end_seat;
    const char *players[TH_SEATS_MAX];
    for (int i = 0; i < record->seats; i++)
        players[i] = r->player[i].person ? SESSION_PERSON : r->player[i].bot;
    record->end = RECORD_STOPPED;
    if (!session_resume_named(&r->session, record, players, record->seats, record->seed, e)) {
        record->end = end;
        if (!over) return false;
        r->foreign = true; /* played by bots that are not known here */
        return session_look(&r->session, record, e);
    }
    if (over) session_end(&r->session, end, seat);
    return true;
}

bool room_file_read(struct room *r, const char *json, const void *steps, size_t size,
                    struct th_error *e) {
    json_t *data = json_loads(json, 0, NULL);
    struct record record;
    bool ok = false;
    if (data == NULL) return th_fail(e, "the game cannot be read from the file");
    r->version = integer(data, "version");
    r->pace = (int)integer(data, "pace");
    r->paused = is_true(data, "paused");
    r->client = (uint64_t)integer(data, "client");
    snprintf(r->after, sizeof r->after, "%s", text(data, "after"));
    read_players(r, json_object_get(data, "players"));
    read_keys(r, json_object_get(data, "keys"));
    read_timer(&r->timer, json_object_get(data, "timer"));
    read_timer(&r->given, json_object_get(data, "given"));
    if (read_record(&record, json_object_get(data, "record"), steps, size, e)) {
        if (is_true(data, "over")) read_end(&record, json_object_get(data, "record"));
        ok = room_begin(r, &record, e);
        if (!ok) record_drop(&record);
    }
    json_decref(data);
    return ok;
}
