/* New games: from the wishes of a request, from a record, and from one that was played. */
#include "call.h"
#include "core/text.h"
#include "offer.h"
#include "room_file.h"
#include "room_message.h"
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* A seed that cannot be guessed: it decides the luck to come. */
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

/* Whether a bot can be made with its options, which may not fit together. A bot that takes
 * any options is not made for that: the tables of a search take memory and time, while every other
 * client waits for the lock. */
static bool check_bot(const struct th_game *game, const struct th_options *options,
                      const char *text, struct th_error *e) {
    struct th_spec spec;
    const struct th_bot_kind *kind = offer_bot(game, text, &spec, e);
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
    names_tidy(out);
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
    return offer_bot_spec(game, bot, json_object_get(json, "options"), p->bot, e);
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

/* Those that a record names. */
static bool players_of(struct room *r, const struct record *record, bool over, struct th_error *e) {
    struct th_spec spec;
    for (int i = 0; i < record->seats; i++) {
        struct room_player *p = &r->player[i];
        *p = (struct room_player){.person = strcmp(record->player[i], SESSION_PERSON) == 0};
        p->here = p->person;
        if (p->person) continue;
        snprintf(p->bot, sizeof p->bot, "%s", record->player[i]);
        if (!over && offer_bot(record->game, p->bot, &spec, e) == NULL) return false;
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
    bool ok = true;
    for (int k = 0; k < r->keys; k++) ok = ok && names_new(r->key[k].text);
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

/* ---- the game itself ---- */

static bool begin_new(struct record *record, const char *game, const json_t *options, int players,
                      struct th_seed seed, struct th_error *e) {
    char given[TH_SPEC_BYTES], spec[TH_SPEC_BYTES];
    if (!offer_game_spec(game, options, given, e) || !session_spec(given, players, spec, e) ||
        !record_begin(record, spec, NULL, e))
        return false;
    record->has_seed = true;
    record->seed = seed;
    return true;
}

static bool begin_with(struct record *record, const char *text, struct th_seed seed,
                       struct th_error *e) {
    char *taken = strdup(text);
    if (taken == NULL) return th_fail(e, "out of memory");
    struct record_reader reader = record_reader_of(taken);
    reader.most_steps = LIMIT_STEPS;
    const enum record_found found = record_next(&reader, record, e);
    if (found == RECORD_WRONG && record->game != NULL) record_drop(record);
    if (found == RECORD_NONE) th_fail(e, "there is no record in that text");
    free(taken);
    if (found != RECORD_GOOD) return false;
    if (record->end == RECORD_UNFINISHED) record->end = RECORD_STOPPED;
    if (!record->has_seed) record->seed = seed;
    record->has_seed = true;
    return true;
}

/* What a request says besides: a clock, a pace, a seed. */
static bool read_rest(struct room *r, const json_t *body, struct th_seed *seed,
                      struct th_error *e) {
    const char *clock = json_string_value(json_object_get(body, "clock"));
    const json_t *pace = json_object_get(body, "pace"), *given = json_object_get(body, "seed");
    const bool record = json_object_get(body, "record") != NULL;
    *seed = given != NULL ? th_seed_of((uint64_t)json_integer_value(given)) : fresh_seed();
    r->seeded = given != NULL || record;
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

static bool fill(struct room *r, const json_t *body, struct th_error *e) {
    const char *game = json_string_value(json_object_get(body, "game"));
    const char *text = json_string_value(json_object_get(body, "record"));
    const json_t *players = json_object_get(body, "players");
    struct record record;
    struct th_seed seed;
    if ((game == NULL) == (text == NULL))
        return th_fail(e, "the body needs either \"game\" or \"record\"");
    if (text != NULL && json_object_get(body, "options") != NULL)
        return th_fail(e, "a record has its own options");
    if (text == NULL && players == NULL) return th_fail(e, "the body has no field \"players\"");
    if (!read_rest(r, body, &seed, e)) return false;
    if (text != NULL ? !begin_with(&record, text, seed, e)
                     : !begin_new(&record, game, json_object_get(body, "options"),
                                  (int)json_array_size(players), seed, e))
        return false;
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

/* ---- requests ---- */

static bool check_room(struct call *c) {
    switch (house_has_room(c->house, c->request->client)) {
    case HOUSE_ROOM:
        return true;
    case HOUSE_FULL:
        call_refuse(c, 503, "full", "there are too many games already");
        return false;
    case HOUSE_CLIENT_FULL:
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
    if (!check_room(c)) return API_ANSWERED;
    struct room *r = calloc(1, sizeof *r);
    if (r == NULL) return call_refuse(c, 503, "full", "there is no memory for a game");
    if (!fill(r, c->body, &e)) {
        free(r);
        return call_refuse(c, 400, "bad-value", "%s", e.text);
    }
    r->client = c->request->client;
    if (!make_keys(r) || !names_new(r->id) || !house_add(c->house, r, &e)) {
        house_drop_room(r);
        return call_refuse(c, 503, "full", "the game cannot be kept");
    }
    api_tell(c->answer, 201,
             json_pack("{s:s, s:s, s:o, s:o}", "id", r->id, "key", r->key[ROOM_OWNER].text, "links",
                       links_json(r), "state", room_message(r, ROOM_OWNER, 0)));
    return API_ANSWERED;
}

/* The same players with the same keys, and other luck. */
static bool repeat(struct room *r, const struct room *old, struct th_error *e) {
    const struct record *was = &old->session.record;
    struct record record;
    r->pace = old->pace;
    r->seeded = was->own_start && was->game->outcomes != NULL;
    r->timer = r->given = old->given;
    r->keys = old->keys;
    memcpy(r->player, old->player, sizeof r->player);
    memcpy(r->key, old->key, sizeof r->key);
    for (int k = 0; k < r->keys; k++) r->key[k].decided = -1;
    if (!record_begin(&record, was->spec.text, was->own_start ? was->start : NULL, e)) return false;
    record.has_seed = true;
    record.seed = fresh_seed();
    if (room_begin(r, &record, e)) return true;
    record_drop(&record);
    return false;
}

static enum api_result tell_next(struct call *c) {
    struct room *r = house_find(c->house, c->room->after);
    if (r == NULL) return call_refuse_missing(c);
    api_tell(c->answer, 201,
             json_pack("{s:s, s:o}", "id", r->id, "state", room_message(r, c->key, 0)));
    return API_ANSWERED;
}

enum api_result call_again(struct call *c) {
    struct room *old = c->room;
    struct th_error e;
    if (c->key == ROOM_VIEWER)
        return call_refuse(c, 403, "not-yours", "only a player asks for another game");
    if (old->after[0] != 0 &&
        (house_find(c->house, old->after) != NULL || c->house->missing != HOUSE_UNKNOWN))
        return tell_next(c); /* else it has expired */
    if (!old->session.over && c->key != ROOM_OWNER)
        return call_refuse(c, 409, "not-now", "the game is not over yet");
    if (old->foreign) return call_refuse(c, 409, "not-now", "its players are not known here");
    if (!check_room(c)) return API_ANSWERED;
    struct room *r = calloc(1, sizeof *r);
    if (r == NULL || !repeat(r, old, &e)) {
        free(r);
        return call_refuse(c, 503, "full", "there is no memory for a game");
    }
    r->client = c->request->client;
    if (!names_new(r->id) || !house_add(c->house, r, &e)) {
        house_drop_room(r);
        return call_refuse(c, 503, "full", "the game cannot be kept");
    }
    strcpy(old->after, r->id);
    if (!room_changed(old, &e)) return call_refuse_unstored(c);
    return tell_next(c);
}
