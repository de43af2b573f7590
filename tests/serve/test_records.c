/* Records that the service exports can be loaded again, whatever was done to their games: games of
 * all kinds with random options, in which random moves, bots' answers and faults, undos,
 * resignations, lost clocks, switched seats and repeated games come in random order. There are no
 * threads: the test answers for the bots. */
#include "cmocka_includes.h"
#include "core/clock.h"
#include "scale.h"
#include "serve/api.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct hub hub;
static char path[64];
static struct th_rng rng;

static int open_hub(void **state) {
    struct th_error e;
    (void)state;
    snprintf(path, sizeof path, "test-records-%ld.db", (long)getpid());
    unlink(path);
    return hub_open(&hub, path, 0, 0, &e) ? 0 : -1;
}

static int close_hub(void **state) {
    (void)state;
    hub_close(&hub);
    return unlink(path);
}

static uint32_t below(uint32_t n) {
    return th_rng_below(&rng, n);
}

/* ---- requests ---- */

struct game {
    char id[ID_BYTES], key[ID_BYTES];
};

/* The status; `body` of the answer is to be freed. */
static int request(const char *method, const char *where, const char *sent, char **body) {
    struct api_answer answer = {0};
    const struct api_request it = {
        .method = method, .path = where, .body = sent, .size = strlen(sent), .client = 7};
    memset(&hub.clients, 0, sizeof hub.clients); /* no limit of games a minute */
    assert_int_equal(api_handle(&hub, &it, &answer), API_ANSWERED);
    *body = strndup(answer.body, answer.size);
    assert_non_null(*body);
    free(answer.body);
    return answer.status;
}

static const char *text(const json_t *json, const char *name) {
    return json_string_value(json_object_get(json, name));
}

static char refusal[400]; /* the last */

static bool make(struct game *g, json_t *wish) {
    char *body, *sent = json_dumps(wish, 0);
    const int status = request("POST", "/api/v1/games", sent, &body);
    if (status == 201) {
        json_t *made = json_loads(body, 0, NULL);
        snprintf(g->id, sizeof g->id, "%s", text(made, "id"));
        snprintf(g->key, sizeof g->key, "%s", text(made, "key"));
        json_decref(made);
    } else {
        snprintf(refusal, sizeof refusal, "%s", body);
    }
    json_decref(wish);
    free(sent);
    free(body);
    return status == 201;
}

/* POST of an action, which may be refused; false: it was. */
static bool act(const struct game *g, const char *what, json_t *fields) {
    char where[80], *body;
    snprintf(where, sizeof where, "/api/v1/games/%s/%s", g->id, what);
    json_object_set_new(fields, "key", json_string(g->key));
    char *sent = json_dumps(fields, 0);
    const int status = request("POST", where, sent, &body);
    if (status == 500 || status == 503) fail_msg("%s %s: %s", where, sent, body);
    json_decref(fields);
    free(sent);
    free(body);
    return status < 400;
}

/* The record; NULL if it is not to be had while something is hidden. */
static char *export_record(const struct game *g) {
    char where[80], *body;
    snprintf(where, sizeof where, "/api/v1/games/%s/record", g->id);
    const int status = request("GET", where, "", &body);
    if (status == 200) return body;
    assert_int_equal(status, 409);
    free(body);
    return NULL;
}

/* ---- what games are made of ---- */

static json_t *option_value(const struct th_option *o) {
    switch (o->kind) {
    case TH_SWITCH:
        return json_integer(below(2));
    case TH_CHOICE: {
        uint32_t n = 0;
        while (o->choices[n] != NULL) n++;
        return json_string(o->choices[below(n)]);
    }
    default: {
        const int64_t most = o->max < o->min + 6 ? o->max : o->min + 6;
        return json_integer(o->min + (int64_t)below((uint32_t)(most - o->min + 1)));
    }
    }
}

static json_t *player(void) {
    switch (below(4)) {
    case 0:
        return json_pack("{s:s, s:s}", "kind", "bot", "bot", below(2) ? "easy" : "random");
    case 1:
        return json_pack("{s:s, s:s}", "kind", "here", "name", "Ana; María\n#1:");
    default:
        return json_pack("{s:s}", "kind", below(4) > 0 ? "here" : "link");
    }
}

/* A wish for a new game; options that do not fit together are refused, and others tried. */
static json_t *wish(const struct th_game *game) {
    json_t *options = json_object(), *players = json_array();
    const uint32_t spread = (uint32_t)(game->max_seats - game->min_seats + 1);
    const int seats = game->min_seats + (int)below(spread);
    for (int i = 0; i < seats; i++) json_array_append_new(players, player());
    for (const struct th_option *o = game->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, "players") != 0 && below(3) == 0)
            json_object_set_new(options, o->name, option_value(o));
    json_t *all =
        json_pack("{s:s, s:o, s:o}", "game", game->name, "options", options, "players", players);
    if (below(3) == 0) json_object_set_new(all, "clock", json_string("60+5"));
    if (below(3) == 0) json_object_set_new(all, "seed", json_integer(below(1000)));
    return all;
}

/* ---- what happens to them ---- */

static void move(const struct game *g, struct room *r) {
    const struct session *s = &r->session;
    th_action legal[TH_LEGAL_MAX];
    char action[TH_ACTION_BYTES];
    const int n = s->game->legal(s->record.last, legal);
    const th_action a = legal[below((uint32_t)n)];
    const json_int_t version = r->version;
    s->game->action_text(s->record.last, a, action, sizeof action);
    act(g, "move", json_pack("{s:I, s:s}", "version", version, "move", action));
}

static void answer_for_bot(struct room *r) {
    th_action legal[TH_LEGAL_MAX];
    const int n = r->session.game->legal(r->session.record.last, legal);
    struct job *job = r->decision;
    if (job == NULL || r->has_answer) return;
    assert_true(queue_remove(&hub.pool.queue, job));
    job->begun = 1;
    room_decision_done(r, below(60) == 0 ? -1 - (int)below(4) : (int)below((uint32_t)n));
    decision_job_detach(job);
    job->done(job);
}

/* Forgets what is in memory, as after a restart. */
static void restart(void) {
    struct th_error e;
    hub_close(&hub);
    if (!hub_open(&hub, path, 0, 0, &e)) fail_msg("%s", e.text);
}

static void something_happens(struct game *g) {
    struct room *r = hub_find(&hub, g->id);
    assert_non_null(r);
    switch (below(30)) {
    case 0:
    case 1:
    case 2:
        act(g, "undo", json_pack("{s:I}", "version", (json_int_t)r->version));
        break;
    case 3:
        act(g, "switch", json_object());
        break;
    case 4:
        if (below(6) == 0)
            act(g, "resign", json_pack("{s:i}", "seat", (int)below((uint32_t)room_seats(r))));
        break;
    case 5:
        if (below(6) == 0) room_tick(r, clock_seconds() + 1000); /* a clock has run out */
        break;
    case 6:
        if (below(10) == 0) restart();
        break;
    case 7:
        if (below(6) == 0 && act(g, "again", json_object())) strcpy(g->id, r->after);
        break;
    default:
        if (r->session.over) break;
        if (session_person_to_move(&r->session) >= 0)
            move(g, r);
        else
            answer_for_bot(r);
    }
}

/* ---- what must hold ---- */

/* Exports, loads, and exports again: it must be the same text. Sometimes it goes on with the game
 * that was loaded. */
static bool reloads(struct game *g) {
    char *first = export_record(g);
    if (first == NULL) return true;
    struct game again;
    bool ok = make(&again, json_pack("{s:s}", "record", first));
    char *second = ok ? export_record(&again) : NULL;
    ok = ok && second != NULL && strcmp(first, second) == 0;
    if (!ok) print_message("%s\nis loaded as\n%s\n", first, second != NULL ? second : refusal);
    if (ok && below(4) == 0) *g = again;
    free(first);
    free(second);
    return ok;
}

static void any_record_of_a_game_can_be_loaded_again(void **state) {
    (void)state;
    const long games = test_scale(120);
    for (long i = 0; i < games; i++) {
        rng = th_rng_seeded((uint64_t)i);
        int kinds = 0;
        while (th_game_at(kinds) != NULL) kinds++;
        struct game g;
        while (!make(&g, wish(th_game_at((int)(i % kinds))))) {
        }
        const uint32_t steps = 10 + below(150);
        for (uint32_t k = 0; k < steps; k++) {
            something_happens(&g);
            if (below(25) == 0 && !reloads(&g)) fail_msg("game %ld, after %u events", i, k + 1);
        }
        if (!reloads(&g)) fail_msg("game %ld, at the end", i);
    }
}

/* A player who never stops in Can't Stop never ends the game. */
static void a_game_of_the_greatest_length_can_be_loaded_again(void **state) {
    (void)state;
    struct game g;
    rng = th_rng_seeded(1);
    assert_true(
        make(&g, json_pack("{s:s, s:[{s:s}]}", "game", "cantstop", "players", "kind", "here")));
    struct room *r = hub_find(&hub, g.id);
    while (!r->session.over) {
        th_action legal[TH_LEGAL_MAX], a;
        struct th_error e;
        const struct session *s = &r->session;
        s->game->legal(s->record.last, legal);
        if (!s->game->parse_action(s->record.last, "roll", &a, &e)) a = legal[0];
        assert_true(room_move(r, a, &e));
    }
    assert_int_equal(r->session.record.end, RECORD_UNFINISHED);
    assert_int_equal(r->session.record.steps, LIMIT_STEPS);
    assert_true(reloads(&g));
    char *record = export_record(&g), *longer = malloc(strlen(record) + 20);
    assert_non_null(longer);
    sprintf(longer, "%sroll\n", record);
    assert_false(make(&g, json_pack("{s:s}", "record", longer)));
    assert_non_null(strstr(refusal, "a game has at most 4000 steps here"));
    free(longer);
    free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_record_of_a_game_can_be_loaded_again, open_hub,
                                        close_hub),
        cmocka_unit_test_setup_teardown(a_game_of_the_greatest_length_can_be_loaded_again, open_hub,
                                        close_hub),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
