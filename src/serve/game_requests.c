/* Requests that change games: make one, play again, move, take back and grant that,
 * agree to hints, resign, switch seats, set the pace. */
#include "api.h"
#include "core/error.h"
#include "core/text.h"
#include "room.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An unguessable seed: it determines all chance of the game. */
static struct th_seed fresh_seed(void) {
    struct th_seed seed;
    if (!th_seed_draw(&seed)) abort();
    return seed;
}

/* ---- players ---- */

static const struct body_field player_fields[] = {{"kind", BODY_TEXT, true},
                                                  {"name", BODY_TEXT, false},
                                                  {"bot", BODY_TEXT, false},
                                                  {"options", BODY_OBJECT, false},
                                                  {0}};

/* Whether a bot can be made with its options, which may be incompatible. A bot that accepts any
 * combination is not made: the tables of a search take memory and time, while all other clients
 * wait for the mutex. */
static bool check_bot(const struct th_game *game, const struct th_options *options,
                      const char *text, struct th_error *e) {
    struct th_spec spec;
    const struct th_bot_kind *kind = catalog_bot(game, text, &spec, e);
    if (kind == NULL) return false;
    if (kind->takes_any_options) return true;
    void *self = th_bot_make(kind, game, options, &spec.options, e);
    if (self == NULL) return false;
    if (kind->drop != NULL) kind->drop(self);
    return true;
}

static bool read_name(const json_t *name, char out[LIMIT_NAME_BYTES + 1], struct th_error *e) {
    if (name == NULL) return true;
    if (json_string_length(name) > LIMIT_NAME_BYTES)
        return th_fail(e, "a name has at most %d bytes", LIMIT_NAME_BYTES);
    strcpy(out, json_string_value(name));
    room_clean_name(out);
    return true;
}

static bool read_player(struct room_player *p, const struct th_game *game, const json_t *json,
                        struct th_error *e) {
    if (!body_check(json, "a player", player_fields, e)) return false;
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const char *bot = json_string_value(json_object_get(json, "bot"));
    char wrong[TEXT_CLIP_BYTES];
    *p = (struct room_player){0};
    if (!read_name(json_object_get(json, "name"), p->name, e)) return false;
    p->here = strcmp(kind, "here") == 0;
    p->person = p->here || strcmp(kind, "link") == 0;
    if (!p->person && strcmp(kind, "bot") != 0)
        return th_fail(e, "a player's kind is \"here\", \"link\" or \"bot\", not \"%s\"",
                       text_clip(kind, wrong));
    if (p->person && (bot != NULL || json_object_get(json, "options") != NULL))
        return th_fail(e, "a person has no \"bot\" and no \"options\"");
    if (p->person) return true;
    if (bot == NULL) return th_fail(e, "a player of kind \"bot\" needs a \"bot\"");
    return catalog_bot_spec(game, bot, json_object_get(json, "options"), p->bot, e);
}

static bool read_players(struct room *r, const struct th_game *game, const json_t *list, int seats,
                         struct th_error *e) {
    if ((int)json_array_size(list) != seats)
        return th_fail(e, "this game has %d seat%s: \"players\" names one for each", seats,
                       seats == 1 ? "" : "s");
    for (int i = 0; i < seats; i++)
        if (!read_player(&r->player[i], game, json_array_get(list, (size_t)i), e)) return false;
    return true;
}

/* Takes the players from a record. */
static bool players_of(struct room *r, const struct record *record, bool over, struct th_error *e) {
    struct th_spec spec;
    for (int i = 0; i < record->seats; i++) {
        struct room_player *p = &r->player[i];
        *p = (struct room_player){.person = strcmp(record->player[i], SESSION_PERSON) == 0};
        p->here = p->person;
        if (p->person) continue;
        snprintf(p->bot, sizeof p->bot, "%s", record->player[i]);
        if (!over && catalog_bot(record->game, p->bot, &spec, e) == NULL) return false;
    }
    return true;
}

/* ---- keys ---- */

static bool make_keys(struct room *r) {
    r->keys = 1;
    r->key[ROOM_OWNER] = (struct room_key){.decided = -1};
    for (int i = 0; i < room_seats(r); i++) {
        if (!r->player[i].person) continue;
        if (r->player[i].here)
            r->key[ROOM_OWNER].seats |= 1U << i;
        else
            r->key[r->keys++] = (struct room_key){.seats = 1U << i, .decided = -1};
    }
    r->key[ROOM_OWNER].joined = true;
    bool ok = true;
    for (int k = 0; k < r->keys; k++) ok = ok && id_new(r->key[k].text);
    return ok;
}

static json_t *links_json(const struct room *r) {
    json_t *list = json_array();
    for (int i = 0; i < room_seats(r); i++)
        for (int k = 1; k < r->keys; k++)
            if ((r->key[k].seats >> i & 1) != 0)
                json_array_append_new(list,
                                      json_pack("{s:i, s:s}", "seat", i, "key", r->key[k].text));
    return list;
}

/* ---- the record ---- */

static bool new_record(struct record *record, const char *game, const json_t *options, int players,
                       struct th_seed seed, struct th_error *e) {
    char given[TH_SPEC_BYTES], spec[TH_SPEC_BYTES];
    if (!catalog_game_spec(game, options, given, e) || !session_spec(given, players, spec, e) ||
        !record_begin(record, spec, NULL, e))
        return false;
    record->has_seed = true;
    record->seed = seed;
    return true;
}

static bool parse_record(struct record *record, const char *text, struct th_seed seed,
                         struct th_error *e) {
    char *copy = strdup(text);
    if (copy == NULL) return th_fail(e, "out of memory");
    struct record_reader reader = record_reader_of(copy);
    reader.most_steps = LIMIT_STEPS;
    const enum record_found found = record_next(&reader, record, e);
    if (found == RECORD_WRONG && record->game != NULL) record_drop(record);
    if (found == RECORD_NONE) {
        th_fail(e, "there is no record in that text");
        error_attach(e, "record-none", NULL);
    }
    free(copy);
    if (found != RECORD_GOOD) return false;
    if (record->end == RECORD_UNFINISHED) record->end = RECORD_STOPPED;
    if (!record->has_seed) record->seed = seed;
    record->has_seed = true;
    return true;
}

/* Keeps the first steps of a record, to go on from there with other luck. */
static bool go_back_to(struct record *record, json_int_t step, struct th_seed seed,
                       struct th_error *e) {
    if (step < 0 || (size_t)step > record->steps)
        return th_fail(e, "\"step\" is 0 to %zu", record->steps);
    record_cut(record, (size_t)step);
    record_finish(record, RECORD_STOPPED, -1);
    record->has_number = false;
    record->seed = seed;
    return true;
}

/* Reads the optional clock, pace, seed and offer of hints of a request. */
static bool read_settings(struct room *r, const json_t *body, struct th_seed *seed,
                          struct th_error *e) {
    const char *clock = json_string_value(json_object_get(body, "clock"));
    const json_t *pace = json_object_get(body, "pace"), *given = json_object_get(body, "seed");
    const bool record = json_object_get(body, "record") != NULL;
    *seed = given != NULL ? th_seed_of((uint64_t)json_integer_value(given)) : fresh_seed();
    r->seeded = given != NULL || record;
    r->hints = json_is_true(json_object_get(body, "hints"));
    r->pace = pace != NULL ? (int)json_integer_value(pace) : 0;
    r->timer.running = r->given.running = -1;
    if (given != NULL && json_integer_value(given) < 0)
        return th_fail(e, "\"seed\" is a whole number from 0 on");
    if (pace != NULL && (json_integer_value(pace) < 0 || json_integer_value(pace) > LIMIT_PACE))
        return th_fail(e, "\"pace\" is 0 to %d milliseconds", LIMIT_PACE);
    if (clock != NULL && !timer_parse(clock, &r->timer, e)) return false;
    r->given = r->timer;
    return true;
}

/* Fills a zeroed room from the body of a request. */
static bool fill_room(struct room *r, const json_t *body, struct th_error *e) {
    const char *game = json_string_value(json_object_get(body, "game"));
    const char *text = json_string_value(json_object_get(body, "record"));
    const json_t *players = json_object_get(body, "players"), *step = json_object_get(body, "step");
    struct record record;
    struct th_seed seed;
    if ((game == NULL) == (text == NULL))
        return th_fail(e, "the body needs either \"game\" or \"record\"");
    if (text != NULL && json_object_get(body, "options") != NULL)
        return th_fail(e, "a record has its own options");
    if (text == NULL && step != NULL) return th_fail(e, "\"step\" is of a record");
    if (text == NULL && players == NULL) return th_fail(e, "the body has no field \"players\"");
    if (!read_settings(r, body, &seed, e)) return false;
    if (text != NULL ? !parse_record(&record, text, seed, e)
                     : !new_record(&record, game, json_object_get(body, "options"),
                                   (int)json_array_size(players), seed, e))
        return false;
    if (step != NULL && !go_back_to(&record, json_integer_value(step), seed, e)) {
        record_drop(&record);
        return false;
    }
    const bool over = record.end != RECORD_STOPPED;
    bool ok = players != NULL ? read_players(r, record.game, players, record.seats, e)
                              : players_of(r, &record, over, e);
    for (int i = 0; ok && !over && i < record.seats; i++)
        ok = r->player[i].person ||
             check_bot(record.game, &record.spec.options, r->player[i].bot, e);
    r->seeded = r->seeded && record.game->outcomes != NULL;
    if (ok && room_begin(r, &record, e)) return true;
    record_drop(&record);
    return false;
}

/* ---- making a game ---- */

static bool check_admission(struct call *c) {
    switch (hub_admit_game(c->hub, c->request->client)) {
    case HUB_ADMITTED:
        return true;
    case HUB_FULL:
        call_refuse(c, 503, "full", "there are too many games already");
        return false;
    case HUB_CLIENT_FULL:
        call_refuse(c, 503, "full",
                    "this address has %d games here, and none of them was left for %d days",
                    LIMIT_CLIENT_GAMES, LIMIT_IDLE_DAYS);
        return false;
    default:
        call_refuse(c, 503, "busy", "this address makes too many games: wait a minute");
        return false;
    }
}

enum api_result call_make_game(struct call *c) {
    struct th_error e;
    if (json_object_get(c->body, "record") == NULL && c->request->size > LIMIT_BODY)
        return call_refuse(c, 413, "too-large", "a body has at most %d bytes", LIMIT_BODY);
    if (!check_admission(c)) return API_ANSWERED;
    struct room *r = calloc(1, sizeof *r);
    if (r == NULL) return call_refuse(c, 503, "full", "there is no memory for a game");
    if (!fill_room(r, c->body, &e)) {
        free(r);
        return call_refuse(c, 400, "bad-value", "%s", e.text);
    }
    r->client = c->request->client;
    if (!make_keys(r) || !id_new(r->id) || !hub_add(c->hub, r, &e)) {
        room_free(r);
        return call_refuse(c, 503, "full", "the game cannot be kept");
    }
    api_answer_json(c->answer, 201,
                    json_pack("{s:s, s:s, s:o, s:o}", "id", r->id, "key", r->key[ROOM_OWNER].text,
                              "links", links_json(r), "state", room_message(r, ROOM_OWNER, 0)));
    return API_ANSWERED;
}

/* ---- playing again ---- */

/* Fills a room with the same players and keys, and a new seed. */
static bool repeat(struct room *r, const struct room *old, struct th_error *e) {
    const struct record *was = &old->session.record;
    struct record record;
    r->pace = old->pace;
    r->hints = old->hints;
    r->seeded = was->own_start && was->game->outcomes != NULL;
    r->timer = r->given = old->given;
    r->keys = old->keys;
    memcpy(r->player, old->player, sizeof r->player);
    memcpy(r->key, old->key, sizeof r->key);
    for (int k = 0; k < r->keys; k++) {
        r->key[k].decided = -1;
        r->key[k].joined = false;
    }
    if (!record_begin(&record, was->spec.text, was->own_start ? was->start : NULL, e)) return false;
    record.has_seed = true;
    record.seed = fresh_seed();
    if (room_begin(r, &record, e)) return true;
    record_drop(&record);
    return false;
}

static enum api_result answer_next(struct call *c) {
    struct room *r = hub_find(c->hub, c->room->after);
    if (r == NULL) return call_refuse_missing(c);
    api_answer_json(c->answer, 201,
                    json_pack("{s:s, s:o}", "id", r->id, "state", room_message(r, c->key, 0)));
    return API_ANSWERED;
}

enum api_result call_again(struct call *c) {
    struct room *old = c->room;
    struct th_error e;
    if (c->key == ROOM_VIEWER)
        return call_refuse(c, 403, "not-yours", "only a player asks for another game");
    if (old->after[0] != 0 &&
        (hub_find(c->hub, old->after) != NULL || c->hub->missing != HUB_UNKNOWN))
        return answer_next(c); /* otherwise that game has expired */
    if (!old->session.over && c->key != ROOM_OWNER)
        return call_refuse(c, 409, "not-now", "the game is not over yet");
    if (old->foreign) return call_refuse(c, 409, "not-now", "its players are not known here");
    if (!check_admission(c)) return API_ANSWERED;
    struct room *r = calloc(1, sizeof *r);
    if (r == NULL || !repeat(r, old, &e)) {
        free(r);
        return call_refuse(c, 503, "full", "there is no memory for a game");
    }
    r->client = c->request->client;
    if (!id_new(r->id) || !hub_add(c->hub, r, &e)) {
        room_free(r);
        return call_refuse(c, 503, "full", "the game cannot be kept");
    }
    strcpy(old->after, r->id);
    if (!room_changed(old, &e)) return call_refuse_not_stored(c);
    return answer_next(c);
}

/* ---- changing a game ---- */

/* After a change: the new state, or that it could not be stored. */
static enum api_result answer_change(struct call *c, bool ok) {
    return ok ? call_answer_state(c, 200) : call_refuse_not_stored(c);
}

/* Whether the version in the request is the current one. */
static bool is_current(struct call *c) {
    if (json_integer_value(json_object_get(c->body, "version")) == c->room->version) return true;
    call_refuse(c, 409, "not-now", "the game has gone on since: this is version %" PRId64,
                c->room->version);
    return false;
}

enum api_result call_move(struct call *c) {
    const struct session *s = &c->room->session;
    const char *text = json_string_value(json_object_get(c->body, "move"));
    const int seat = session_person_to_move(s);
    struct th_error e;
    th_action a, legal[TH_LEGAL_MAX];
    char wrong[TEXT_CLIP_BYTES];
    if (!is_current(c)) return API_ANSWERED;
    if (s->over) return call_refuse(c, 409, "not-now", "the game is over");
    if (seat < 0) return call_refuse(c, 409, "not-now", "no player has to decide at the moment");
    if ((room_seats_of(c->room, c->key) >> seat & 1) == 0)
        return call_refuse(c, 403, "not-yours", "it is the turn of seat %d", seat);
    if (strlen(text) >= TH_ACTION_BYTES || !s->game->parse_action(s->record.last, text, &a, &e) ||
        th_place_of(a, legal, s->game->legal(s->record.last, legal)) < 0)
        return call_refuse(c, 422, "illegal-move", "'%s' is no legal move here",
                           text_clip(text, wrong));
    return answer_change(c, room_move(c->room, a, &e));
}

enum api_result call_undo(struct call *c) {
    struct th_error e;
    if (!is_current(c)) return API_ANSWERED;
    if (room_seats_of(c->room, c->key) == 0)
        return call_refuse(c, 403, "not-yours", "only a player takes a move back");
    const size_t steps = room_undo_target(c->room, c->key, &e);
    if (steps == SIZE_MAX) return call_refuse(c, 409, "not-now", "%s", e.text);
    if (!room_can_undo(c->room, c->key))
        return call_refuse(c, 409, "not-now", "there is such a request already");
    if (room_needs_consent(c->room, c->key))
        return answer_change(c, room_ask_takeback(c->room, c->key, &e));
    return answer_change(c, room_undo(c->room, steps, &e));
}

enum api_result call_takeback(struct call *c) {
    struct th_error e;
    if (!is_current(c)) return API_ANSWERED;
    if (!room_can_answer(c->room, c->key))
        return call_refuse(c, 409, "not-now", "nobody asks you to take a move back");
    return answer_change(
        c,
        room_answer_takeback(c->room, c->key, json_is_true(json_object_get(c->body, "grant")), &e));
}

enum api_result call_agree(struct call *c) {
    struct th_error e;
    if (room_seats_of(c->room, c->key) == 0)
        return call_refuse(c, 403, "not-yours", "only a player agrees to hints");
    if (!room_can_agree(c->room, c->key))
        return call_refuse(c, 409, "not-now",
                           "hints are agreed to where they are offered, and before the first move");
    return answer_change(c, room_agree(c->room, c->key, &e));
}

enum api_result call_resign(struct call *c) {
    const json_int_t seat = json_integer_value(json_object_get(c->body, "seat"));
    struct th_error e;
    if (seat < 0 || seat >= room_seats(c->room))
        return call_refuse(c, 400, "bad-value", "there is no such seat: seats are 0 to %d",
                           room_seats(c->room) - 1);
    if ((room_seats_of(c->room, c->key) >> seat & 1) == 0)
        return call_refuse(c, 403, "not-yours", "seat %d is not yours", (int)seat);
    if (!room_can_resign(c->room, c->key))
        return call_refuse(c, 409, "not-now", "there is nothing to give up");
    return answer_change(c, room_end(c->room, RECORD_RESIGNED, (int)seat, &e));
}

static bool is_owner(struct call *c) {
    if (c->key == ROOM_OWNER) return true;
    call_refuse(c, 403, "not-yours", "only the player who made the game can do that");
    return false;
}

enum api_result call_switch_seats(struct call *c) {
    struct th_error e;
    if (!is_owner(c)) return API_ANSWERED;
    if (!room_can_switch(c->room, c->key))
        return call_refuse(c, 409, "not-now",
                           "seats are switched where all people are at one screen, and before one "
                           "of them has decided");
    return answer_change(c, room_switch(c->room, &e));
}

enum api_result call_set_pace(struct call *c) {
    const json_t *pace = json_object_get(c->body, "pace");
    const json_t *paused = json_object_get(c->body, "paused");
    const json_int_t wanted = pace != NULL ? json_integer_value(pace) : c->room->pace;
    struct th_error e;
    if (!is_owner(c)) return API_ANSWERED;
    if (wanted < 0 || wanted > LIMIT_PACE)
        return call_refuse(c, 400, "bad-value", "\"pace\" is 0 to %d milliseconds", LIMIT_PACE);
    return answer_change(c, room_set_pace(c->room, (int)wanted,
                                          paused != NULL ? json_is_true(paused) : c->room->paused,
                                          &e));
}
