#include "room_file.h"

#include "core/clock.h"
#include "core/seed_json.h"
#include "letter.h"
#include "offer.h"
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
        "{s:s, s:o, s:o, s:o, s:i, s:i, s:i}", "spec", r->spec.text, "seed", seed_json(r->seed),
        "number", r->has_number ? json_integer((json_int_t)r->number) : json_null(), "start",
        r->own_start ? json_string(r->game->position_text(r->start, position, sizeof position))
                     : json_null(),
        "end", (int)r->end, "end_seat", r->end_seat, "fault", (int)r->fault);
}

char *room_file_write(const struct room *r, struct bytes *steps) {
    const struct record *record = &r->session.record;
    for (size_t i = 0; i < record->steps; i++) bytes_varint(steps, record->action[i]);
    json_t *json = json_pack(
        "{s:I, s:o, s:b, s:o, s:o, s:o, s:o, s:i, s:b, s:s, s:I, s:I, s:b}", "version",
        (json_int_t)r->version, "record", record_json(record), "over", (int)r->session.over,
        "players", players_json(r), "keys", keys_json(r), "timer", timer_json(&r->timer), "given",
        timer_json(&r->given), "pace", r->pace, "paused", (int)r->paused, "after", r->after,
        "client", (json_int_t)r->client, "parked", (json_int_t)r->parked, "seeded", (int)r->seeded);
    char *text = letter_json(json);
    json_decref(json);
    return text;
}

/* ---- reading ---- */

enum { STEP_BYTES = 5 }; /* of a number in seven bits a byte, at most */

/* Nothing that is read is believed: the file may be damaged, or written by another program. What is
 * wrong is named, and the game is not opened. */
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

/* A text of less than so many bytes. */
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
        names_tidy(player->name);
        strcpy(player->bot, text(p, "bot"));
    }
    return true;
}

/* The owner's key is there in any case, and no seat has two. */
static bool read_keys(struct room *r, const json_t *list, int seats, struct th_error *e) {
    const size_t keys = json_array_size(list);
    unsigned taken = 0;
    if (keys < 1 || keys > ROOM_KEYS_MAX) return damaged(e, "list of keys");
    for (r->keys = 0; (size_t)r->keys < keys; r->keys++) {
        const json_t *k = json_array_get(list, (size_t)r->keys);
        if (!is_text(k, "key", NAME_BYTES) || !names_valid(text(k, "key")) ||
            !is_integer(k, "seats", 0, (1 << seats) - 1) ||
            !is_integer(k, "decided", -1, seats - 1) ||
            (taken & (unsigned)integer(k, "seats")) != 0)
            return damaged(e, "key");
        struct room_key *key = &r->key[r->keys];
        strcpy(key->text, text(k, "key"));
        key->seats = (unsigned)integer(k, "seats");
        key->decided = (int)integer(k, "decided");
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

/* The record as far as it was played; record_drop is due if it succeeds. */
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

/* The end that it had, which is none of the record's yet. */
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

/* Whether all its bots are offered here: those of a game that goes on will be asked, and what they
 * name, another program or a library, is not this service's to run. */
static bool has_known_bots(const struct room *r, const struct record *record, struct th_error *e) {
    struct th_spec spec;
    for (int i = 0; i < record->seats; i++)
        if (!r->player[i].person && offer_bot(record->game, r->player[i].bot, &spec, e) == NULL)
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
        !session_resume_named(&r->session, record, players, record->seats, record->seed, e)) {
        record->end = end;
        if (!over) return false;
        r->foreign = true; /* played by bots that are not known here */
        return session_look(&r->session, record, e);
    }
    if (over) session_end(&r->session, end, seat);
    return true;
}

/* All but the record. */
static bool read_room(struct room *r, const json_t *data, int seats, struct th_error *e) {
    if (!is_integer(data, "version", 0, INT64_MAX) || !is_integer(data, "pace", 0, LIMIT_PACE) ||
        !is_boolean(data, "paused") || !is_boolean(data, "over") ||
        !is_integer(data, "client", INT64_MIN, INT64_MAX) || !is_text(data, "after", NAME_BYTES) ||
        (*text(data, "after") != 0 && !names_valid(text(data, "after"))))
        return damaged(e, "data");
    r->version = integer(data, "version");
    r->pace = (int)integer(data, "pace");
    r->paused = is_true(data, "paused");
    r->client = (uint64_t)integer(data, "client");
    /* Older files have neither: then these are 0 and false. */
    r->parked = integer(data, "parked");
    r->seeded = is_true(data, "seeded");
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
