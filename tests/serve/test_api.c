/* Requests without the network: a hub without threads, in which bots never answer, and what a
 * stream is sent. */
#include "cmocka_includes.h"
#include "serve/api.h"
#include "serve/room.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct hub hub;
static char path[64];
static uint64_t client;

static int open_hub(void **state) {
    struct th_error e;
    (void)state;
    snprintf(path, sizeof path, "test-api-%ld.db", (long)getpid());
    unlink(path);
    client = 7;
    return hub_open(&hub, path, 0, 0, &e) ? 0 : -1;
}

static int close_hub(void **state) {
    char other[80];
    (void)state;
    hub_close(&hub);
    unlink(path);
    snprintf(other, sizeof other, "%s-wal", path);
    unlink(other);
    return 0;
}

#define in_a_hub(test) cmocka_unit_test_setup_teardown(test, open_hub, close_hub)

static json_t *ask(const char *method, const char *where, const char *body, int status) {
    struct api_answer answer = {0};
    const struct api_request request = {
        .method = method, .path = where, .body = body, .size = strlen(body), .client = client};
    pthread_mutex_lock(&hub.lock);
    assert_int_equal(api_handle(&hub, &request, &answer), API_ANSWERED);
    pthread_mutex_unlock(&hub.lock);
    if (answer.status != status) print_message("%s\n", answer.body);
    assert_int_equal(answer.status, status);
    json_t *json = json_loadb(answer.body, answer.size, 0, NULL);
    assert_non_null(json);
    free(answer.body);
    return json;
}

static const char *text(const json_t *json, const char *name) {
    return json_string_value(json_object_get(json, name));
}

static void unknown_paths_and_methods(void **state) {
    (void)state;
    static const struct {
        const char *method, *path;
        int status;
    } asked[] = {{"GET", "/", 404},
                 {"GET", "", 404},
                 {"GET", "/healthz", 200},
                 {"POST", "/healthz", 405},
                 {"GET", "/healthz/", 404},
                 {"GET", "/api/v1/games/*", 404},
                 {"GET", "/api/v1/games//at/1", 404},
                 {"GET", "/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA/at/", 404},
                 {"POST", "/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA", 405}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        json_decref(ask(asked[i].method, asked[i].path, "{}", asked[i].status));
}

static const char two_people[] = "{\"game\":\"y\",\"options\":{\"size\":3},\"players\":[{\"kind\":"
                                 "\"here\"},{\"kind\":\"here\"}]}";

static json_t *move(const char *id, const char *key, json_int_t version, const char *to,
                    int status) {
    char where[80], body[200];
    snprintf(where, sizeof where, "/api/v1/games/%s/move", id);
    snprintf(body, sizeof body, "{\"key\":\"%s\",\"version\":%lld,\"move\":\"%s\"}", key,
             (long long)version, to);
    return ask("POST", where, body, status);
}

static void a_game_is_made_moved_in_and_forgotten(void **state) {
    (void)state;
    json_t *made = ask("POST", "/api/v1/games", two_people, 201);
    json_t *moved = move(text(made, "id"), text(made, "key"), 1, "a1", 200);
    assert_int_equal(json_integer_value(json_object_get(moved, "version")), 2);
    json_decref(moved);
    json_decref(move(text(made, "id"), text(made, "key"), 1, "a2", 409));
    /* From the file it is the same. */
    while (hub.rooms != NULL) {
        struct room *r = hub.rooms;
        hub.rooms = r->next;
        hub.room_count--;
        room_free(r);
    }
    char where[80];
    snprintf(where, sizeof where, "/api/v1/games/%s", text(made, "id"));
    json_t *again = ask("GET", where, "", 200);
    assert_int_equal(json_integer_value(json_object_get(again, "total")), 1);
    json_decref(again);
    json_decref(move(text(made, "id"), text(made, "key"), 2, "a2", 200));
    json_decref(made);
}

/* ---- rooms in memory ---- */

static const char bot_first[] = "{\"game\":\"y\",\"options\":{\"size\":3},\"players\":[{\"kind\":"
                                "\"bot\",\"bot\":\"easy\"},{\"kind\":\"here\"}]}";

static bool is_in_memory(const char *id) {
    for (const struct room *r = hub.rooms; r != NULL; r = r->next)
        if (strcmp(r->id, id) == 0) return true;
    return false;
}

static json_t *ask_again(const json_t *made, int status) {
    char where[80], body[80];
    snprintf(where, sizeof where, "/api/v1/games/%s/again", text(made, "id"));
    snprintf(body, sizeof body, "{\"key\":\"%s\"}", text(made, "key"));
    return ask("POST", where, body, status);
}

/* The room that a request is about must not make way for the one that it looks up. */
static void a_room_in_use_by_a_request_is_not_evicted(void **state) {
    (void)state;
    json_t *first = ask("POST", "/api/v1/games", two_people, 201);
    json_t *second = ask_again(first, 201);
    hub.room_limit = 1;
    json_t *other = ask("POST", "/api/v1/games", two_people, 201);
    json_t *refused = ask_again(first, 503);
    assert_string_equal(text(refused, "code"), "full");
    assert_true(is_in_memory(text(first, "id")));
    assert_false(is_in_memory(text(second, "id")));
    json_decref(refused);
    hub.room_limit = 2; /* now both fit */
    json_t *found = ask_again(first, 201);
    assert_string_equal(text(found, "id"), text(second, "id"));
    json_decref(found);
    for (const struct room *r = hub.rooms; r != NULL; r = r->next) assert_int_equal(r->pins, 0);
    json_decref(other);
    json_decref(second);
    json_decref(first);
}

static json_t *look_at(const json_t *made) {
    char where[80];
    snprintf(where, sizeof where, "/api/v1/games/%s", text(made, "id"));
    return ask("GET", where, "", 200);
}

/* Neither a clock that runs for a day nor a bot that has to move keeps a game in memory. */
static void a_client_with_many_games_evicts_its_own(void **state) {
    static const char clocked[] =
        "{\"game\":\"y\",\"options\":{\"size\":3},\"clock\":\"24h\",\"players\":[{\"kind\":"
        "\"here\"},{\"kind\":\"here\"}]}";
    (void)state;
    hub.room_limit = 8;
    client = 1;
    json_t *own[2];
    for (int i = 0; i < 2; i++) own[i] = ask("POST", "/api/v1/games", i ? clocked : bot_first, 201);
    client = 2;
    json_t *first = ask("POST", "/api/v1/games", clocked, 201);
    for (int i = 0; i < 40; i++)
        json_decref(ask("POST", "/api/v1/games", i % 2 ? clocked : bot_first, 201));
    assert_int_equal(hub.room_count, 8);
    for (int i = 0; i < 2; i++) assert_true(is_in_memory(text(own[i], "id")));
    assert_false(is_in_memory(text(first, "id")));
    json_t *again = look_at(first); /* comes back */
    assert_int_equal(json_array_size(json_object_get(json_object_get(again, "clock"), "left")), 2);
    assert_true(is_in_memory(text(first, "id")));
    json_decref(again);
    json_decref(first);
    for (int i = 0; i < 2; i++) json_decref(own[i]);
}

/* The clock of an evicted game keeps running, and may run out. */
static void a_clock_runs_on_while_a_game_is_not_in_memory(void **state) {
    static const char clocked[] =
        "{\"game\":\"y\",\"options\":{\"size\":3},\"clock\":\"1000s\",\"players\":[{\"kind\":"
        "\"here\"},{\"kind\":\"here\"}]}";
    (void)state;
    for (int late = 0; late < 2; late++) {
        hub.room_limit = 1;
        json_t *made = ask("POST", "/api/v1/games", clocked, 201);
        json_decref(ask("POST", "/api/v1/games", two_people, 201));
        assert_false(is_in_memory(text(made, "id")));
        hub.room_limit = 9;
        struct th_error e;
        struct room *r = calloc(1, sizeof *r); /* as if it had been evicted so long ago */
        assert_true(store_load(&hub.store, text(made, "id"), r, &e));
        assert_true(r->parked > 0);
        r->parked -= late ? 2000 : 300;
        hub.began -= 5000;
        r->hub = &hub;
        assert_true(hub_store(r, &e));
        room_free(r);
        json_t *state_now = look_at(made);
        const json_t *over = json_object_get(state_now, "over");
        const json_t *left = json_object_get(json_object_get(state_now, "clock"), "left");
        const double first = json_number_value(json_array_get(left, 0));
        if (late)
            assert_string_equal(text(over, "end"), "time");
        else
            assert_true(json_is_null(over) && first > 0 && first <= 700);
        json_decref(state_now);
        json_decref(made);
    }
}

static void a_client_has_its_limit_of_games_and_others_do_not_notice(void **state) {
    (void)state;
    hub.client_games = 3;
    client = 1;
    json_t *first = ask("POST", "/api/v1/games", two_people, 201);
    for (int i = 0; i < 2; i++) json_decref(ask("POST", "/api/v1/games", two_people, 201));
    json_t *refused = ask("POST", "/api/v1/games", two_people, 503);
    assert_string_equal(text(refused, "code"), "full");
    json_decref(refused);
    client = 2;
    json_decref(ask("POST", "/api/v1/games", two_people, 201));
    client = 1;
    /* A game that was left for a week makes way. */
    char sql[200];
    snprintf(sql, sizeof sql, "UPDATE game SET changed = changed - 700000 WHERE id = '%s'",
             text(first, "id"));
    assert_int_equal(sqlite3_exec(hub.store.db, sql, NULL, NULL, NULL), SQLITE_OK);
    json_decref(ask("POST", "/api/v1/games", two_people, 201));
    char where[80];
    snprintf(where, sizeof where, "/api/v1/games/%s", text(first, "id"));
    json_decref(ask("GET", where, "", 404));
    assert_int_equal(hub.store.games, 4);
    json_decref(ask("POST", "/api/v1/games", two_people, 503));
    json_decref(first);
}

static void games_expire_unless_they_are_watched(void **state) {
    struct stream s = {.wake = NULL};
    (void)state;
    json_t *old = ask("POST", "/api/v1/games", two_people, 201);
    json_t *watched = ask("POST", "/api/v1/games", two_people, 201);
    stream_join(&s, hub_find(&hub, text(watched, "id")), ROOM_VIEWER, 1);
    assert_int_equal(
        sqlite3_exec(hub.store.db, "UPDATE game SET changed = changed - 1000", NULL, NULL, NULL),
        SQLITE_OK);
    json_t *young = ask("POST", "/api/v1/games", two_people, 201);
    hub_expire(&hub); /* all are kept for ever */
    assert_int_equal(hub.store.games, 3);
    hub.keep_seconds = 900;
    hub_expire(&hub);
    assert_int_equal(hub.store.games, 2);
    json_decref(look_at(watched));
    json_decref(look_at(young));
    assert_false(is_in_memory(text(old, "id")));
    stream_leave(&s);
    hub_expire(&hub);
    assert_int_equal(hub.store.games, 1);
    json_decref(old);
    json_decref(watched);
    json_decref(young);
}

/* ---- messages ---- */

/* A game of hundreds of steps, which is written once a version and view. */
static void a_long_message_is_written_once(void **state) {
    static char record[40000];
    (void)state;
    size_t n = (size_t)snprintf(record, sizeof record,
                                "{\"game\":\"cantstop\",\"players\":[{\"kind\":\"here\"},{\"kind\":"
                                "\"here\"}]}");
    assert_true(n < sizeof record);
    json_t *made = ask("POST", "/api/v1/games", record, 201);
    struct room *r = hub_find(&hub, text(made, "id"));
    struct th_error e;
    while (!r->session.over && r->session.record.steps < 400) {
        th_action legal[TH_LEGAL_MAX];
        const int count = r->session.game->legal(r->session.record.last, legal);
        assert_true(room_move(r, legal[count - 1], &e));
    }
    const uint64_t before = hub.messages.hits;
    char *texts[3];
    for (int i = 0; i < 3; i++) texts[i] = room_text(r, ROOM_VIEWER);
    assert_int_equal(hub.messages.hits - before, 2);
    assert_string_equal(texts[0], texts[2]);
    json_t *whole = room_message(r, ROOM_VIEWER, 0), *read = json_loads(texts[1], 0, NULL);
    assert_true(json_equal(whole, read));
    char *other = room_text(r, ROOM_OWNER); /* another view is another message */
    assert_string_not_equal(other, texts[0]);
    assert_true(room_set_pace(r, 77, false, &e)); /* and so is another version */
    char *later = room_text(r, ROOM_VIEWER);
    assert_non_null(strstr(later, "\"pace\":77"));
    assert_null(strstr(texts[0], "\"pace\":77"));
    for (int i = 0; i < 3; i++) free(texts[i]);
    free(other);
    free(later);
    json_decref(whole);
    json_decref(read);
    json_decref(made);
}

/* ---- streams ---- */

static int woken;
static void wake(struct stream *s) {
    (void)s;
    woken++;
}

/* Reads what the stream has to send now: the number of messages, and the last version. */
static int read_all(struct stream *s, char *out, size_t room) {
    size_t used = 0;
    long n;
    int messages = 0;
    while ((n = stream_read(s, out + used, 1000 < room - used ? 1000 : room - used)) > 0)
        used += (size_t)n;
    out[used] = 0;
    for (const char *at = out; (at = strstr(at, "event: state\n")) != NULL; at++) messages++;
    return messages;
}

static void a_stream_has_every_letter_or_one_whole_state(void **state) {
    (void)state;
    static char bytes[1 << 20];
    struct th_error e;
    struct stream s = {.wake = wake}, slow = {.wake = wake};
    json_t *made = ask("POST", "/api/v1/games", two_people, 201);
    pthread_mutex_lock(&hub.lock);
    struct room *r = hub_find(&hub, text(made, "id"));
    stream_join(&s, r, ROOM_OWNER, 1);
    stream_join(&slow, r, ROOM_VIEWER, 2);
    assert_int_equal(read_all(&s, bytes, sizeof bytes), 1);
    assert_int_equal(read_all(&slow, bytes, sizeof bytes), 1);
    woken = 0;
    for (int i = 0; i < LIMIT_STREAM_MESSAGES; i++) assert_true(room_set_pace(r, i, false, &e));
    assert_int_equal(woken, 2 * LIMIT_STREAM_MESSAGES);
    assert_int_equal(read_all(&s, bytes, sizeof bytes), LIMIT_STREAM_MESSAGES);
    /* One message more than fits into the queue; the first of them is partly sent. */
    assert_int_equal(stream_read(&slow, bytes, 10), 10);
    assert_true(room_set_pace(r, 9999, false, &e));
    assert_int_equal(read_all(&slow, bytes + 10, sizeof bytes - 10), 1); /* the whole one */
    assert_memory_equal(bytes, "event: sta", 10);
    assert_non_null(strstr(bytes, "\"pace\":9999"));
    assert_int_equal(stream_read(&slow, bytes, 100), 0);
    room_close(r);
    assert_int_equal(stream_read(&s, bytes, 100), -1);
    assert_int_equal(stream_read(&slow, bytes, 100), -1);
    stream_leave(&s);
    stream_leave(&slow);
    pthread_mutex_unlock(&hub.lock);
    json_decref(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        in_a_hub(unknown_paths_and_methods),
        in_a_hub(a_game_is_made_moved_in_and_forgotten),
        in_a_hub(a_room_in_use_by_a_request_is_not_evicted),
        in_a_hub(a_client_with_many_games_evicts_its_own),
        in_a_hub(a_clock_runs_on_while_a_game_is_not_in_memory),
        in_a_hub(a_client_has_its_limit_of_games_and_others_do_not_notice),
        in_a_hub(games_expire_unless_they_are_watched),
        in_a_hub(a_long_message_is_written_once),
        in_a_hub(a_stream_has_every_letter_or_one_whole_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
