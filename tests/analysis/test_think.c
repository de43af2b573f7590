/* What somebody at a screen is told: all moves, nothing hidden, and soon. */
#include "analysis/think.h"

#include "cmocka_includes.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scene {
    const struct th_game *game;
    struct th_spec spec;
    struct th_state *state, *view;
};

static void make_scene(struct scene *s, const char *spec, const char *position) {
    struct th_error e;
    s->game = th_game_find(spec, &s->spec, &e);
    s->state = th_state_new(s->game, &s->spec.options, &e);
    s->view = th_state_new(s->game, &s->spec.options, &e);
    if (position != NULL && !s->game->parse_position(s->state, position, &e))
        fail_msg("%s", e.text);
}

static void drop_scene(struct scene *s) {
    free(s->state);
    free(s->view);
}

/* Random steps on to where a seat has a choice; false at the end. */
static bool go_on(struct scene *s, int steps, struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    for (int k = 0;; k++) {
        const int mover = s->game->mover(s->state);
        if (mover == TH_OVER) return false;
        const int n = mover >= 0 ? s->game->legal(s->state, legal) : 0;
        if (n > 0 && k >= steps) return true;
        s->game->apply(s->state, n > 0 ? legal[th_rng_below(rng, (uint32_t)n)]
                                       : th_chance_pick(s->game, s->state, th_rng_next(rng)));
    }
}

static struct think_question question(const struct scene *s, const char *bot) {
    return (struct think_question){
        .game = s->game, .options = &s->spec.options, .state = s->state, .bot = bot, .seed = 3};
}

static json_t *thoughts_of(const struct think_question *q) {
    struct th_error e;
    json_t *json = think_json(q, &e);
    if (json == NULL) fail_msg("%s: %s", q->bot != NULL ? q->bot : "default", e.text);
    return json;
}

static const char *text_in(const json_t *json, const char *field) {
    return json_string_value(json_object_get(json, field));
}

/* All legal moves are there, each once, with numbers that can be; the best is the first. */
static void assert_whole(const struct think_question *q, const json_t *json) {
    const json_t *moves = json_object_get(json, "moves"), *move;
    th_action legal[TH_LEGAL_MAX], action;
    bool seen[TH_LEGAL_MAX] = {false};
    struct th_error e;
    const int n = q->game->legal(q->state, legal);
    size_t i;
    assert_int_equal(json_array_size(moves), n);
    assert_int_equal(json_integer_value(json_object_get(json, "seat")), q->game->mover(q->state));
    assert_string_equal(text_in(json, "best"), text_in(json_array_get(moves, 0), "move"));
    assert_non_null(text_in(json, "bot"));
    assert_non_null(strstr("search rollouts exact", text_in(json, "by")));
    assert_true(json_is_integer(json_object_get(json, "depth")));
    json_array_foreach((json_t *)moves, i, move) {
        const json_t *value = json_object_get(move, "value"), *line = json_object_get(move, "line");
        assert_true(th_read_action(q->game, q->state, text_in(move, "move"), &action, &e));
        const int place = th_place_of(action, legal, n);
        assert_true(place >= 0 && !seen[place]);
        seen[place] = true;
        if (!json_is_null(value)) assert_true(json_number_value(value) >= 0);
        if (!json_is_null(value)) assert_true(json_number_value(value) <= 1);
        if (json_array_size(line) > 0)
            assert_string_equal(json_string_value(json_array_get(line, 0)), text_in(move, "move"));
        assert_non_null(json_object_get(move, "error"));
        assert_non_null(json_object_get(move, "own"));
    }
}

static const char *const specs[] = {
    "cantstop:players=2",  "cantstop:players=1", "y:size=8", "y:size=4,pie=1", "kittens", "parchis",
    "parchis:rules=course"};
enum { SPECS = sizeof specs / sizeof *specs };

/* Budgets that a test has time for. */
static const char *quick(const struct th_bot_entry *entry, char out[64]) {
    snprintf(out, 64, "%s", entry->name);
    for (const struct th_option *o = entry->kind->options; o != NULL && o->name != NULL; o++) {
        if (strcmp(o->name, "iterations") == 0) snprintf(out, 64, "%s:iterations=200", entry->name);
        if (strcmp(o->name, "depth") == 0) snprintf(out, 64, "%s:depth=2", entry->name);
    }
    return out;
}

static void every_bot_tells_of_every_move(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int g = 0; g < SPECS; g++) {
        struct scene s;
        struct th_bot_entry entry;
        char bot[64];
        make_scene(&s, specs[g], NULL);
        assert_true(go_on(&s, 3, &rng));
        for (int i = 0; th_bot_at(s.game, i, &entry); i++) {
            if (entry.kind == NULL || th_bot_needs_options(entry.kind, s.game)) continue;
            const struct think_question q = question(&s, quick(&entry, bot));
            json_t *json = thoughts_of(&q);
            assert_whole(&q, json);
            assert_string_equal(text_in(json, "bot"), bot);
            json_decref(json);
            struct th_error e;
            json_t *hint = think_hint(&q, &e);
            th_action a;
            assert_true(th_read_action(s.game, s.state, text_in(hint, "move"), &a, &e));
            assert_string_equal(text_in(hint, "bot"), bot);
            json_decref(hint);
        }
        drop_scene(&s);
    }
}

/* The whole state, and what its seat knows of it: the same bytes. */
static void nobody_thinks_with_what_the_seat_may_not_know(void **state) {
    (void)state;
    static const char *const bots[] = {NULL, "mcts:iterations=100", "v2", "dqn", "random"};
    struct th_rng rng = th_rng_seeded(2);
    long asked = 0;
    for (long games = 0; games < test_scale(6); games++) {
        struct scene s;
        struct th_error e;
        make_scene(&s, games % 2 == 0 ? "kittens" : "kittens:rules=classic", NULL);
        for (; go_on(&s, 2, &rng); asked++) {
            struct think_question q = question(&s, bots[asked % 5]);
            json_t *(*const answers[])(const struct think_question *,
                                       struct th_error *) = {think_json, think_hint};
            for (int k = 0; k < 2; k++) {
                q.state = s.state;
                json_t *whole = answers[k](&q, &e);
                s.game->view(s.state, s.game->mover(s.state), s.view);
                q.state = s.view;
                json_t *seen = answers[k](&q, &e);
                assert_non_null(whole);
                if (k == 0) assert_whole(&q, seen);
                char *a = json_dumps(whole, 0), *b = json_dumps(seen, 0);
                assert_string_equal(a, b);
                free(a);
                free(b);
                json_decref(whole);
                json_decref(seen);
            }
        }
        drop_scene(&s);
    }
    assert_true(asked > 5);
}

static double number_in(const json_t *json, const char *field) {
    assert_true(json_is_number(json_object_get(json, field)));
    return json_number_value(json_object_get(json, field));
}

static void each_game_has_somebody_who_tells(void **state) {
    (void)state;
    struct scene s;
    size_t i;
    const json_t *move;

    make_scene(&s, "y:size=8", NULL); /* a heat map of all cells */
    struct think_question q = question(&s, NULL);
    json_t *json = thoughts_of(&q);
    assert_string_equal(text_in(json, "by"), "search");
    assert_string_equal(text_in(json, "own"), "visits");
    assert_true(json_is_true(json_object_get(json, "complete")));
    int searched = 0;
    json_array_foreach(json_object_get(json, "moves"), i, move) {
        /* One kind of value: what the search has hardly visited has none. */
        assert_true(json_is_null(json_object_get(move, "value")) ||
                    json_is_number(json_object_get(move, "error")));
        searched += json_is_number(json_object_get(move, "value"));
        assert_true(number_in(move, "own") >= 0);
    }
    assert_true(searched > 0);
    json_decref(json);
    drop_scene(&s);

    make_scene(&s, "y:size=4", NULL); /* small: l/WW/WWW/lWWl */
    q = question(&s, NULL);
    json = thoughts_of(&q);
    assert_string_equal(text_in(json, "by"), "exact");
    double won = 0;
    json_array_foreach(json_object_get(json, "moves"), i, move) won += number_in(move, "value");
    assert_true(won == 7);
    json_decref(json);
    drop_scene(&s);

    make_scene(&s, "cantstop:players=2", "2:1/- temp 6:1,7:3,8:1 seat 0 round 1 rolls 3 decide");
    q = question(&s, NULL);
    json = thoughts_of(&q);
    assert_string_equal(text_in(json, "reach"), "exact within the turn");
    assert_int_equal(json_array_size(json_object_get(json, "moves")), 2);
    json_array_foreach(json_object_get(json, "moves"), i, move)
        assert_true(number_in(move, "value") > 0.3 && number_in(move, "error") == 0);
    json_decref(json);
    drop_scene(&s);

    make_scene(&s, "kittens", NULL);
    q = question(&s, NULL);
    json = thoughts_of(&q);
    assert_string_equal(text_in(json, "bot"), "v3");
    assert_string_equal(text_in(json, "by"), "rollouts");
    json_array_foreach(json_object_get(json, "moves"), i, move)
        assert_true(number_in(move, "value") > 0 && number_in(move, "error") > 0);
    json_decref(json);
    drop_scene(&s);

    make_scene(&s, "parchis", NULL);
    q = question(&s, "alphabeta:depth=3");
    json = thoughts_of(&q);
    assert_int_equal(json_integer_value(json_object_get(json, "depth")), 3);
    json_array_foreach(json_object_get(json, "moves"), i, move) assert_true(
        number_in(move, "value") > 0 && json_array_size(json_object_get(move, "line")) >= 3);
    json_decref(json);
    drop_scene(&s);
}

/* The chance behind a hint is that which the bot tells when it tells of all moves. */
static void a_hint_is_the_choice_with_its_chance(void **state) {
    (void)state;
    static const char *const all[][2] = {{"parchis", "alphabeta:depth=3"},
                                         {"parchis:rules=course", "alphabeta:depth=3"},
                                         {"cantstop:players=3", "turn-optimal"},
                                         {"y:size=8", "mcts:iterations=500"}};
    struct th_rng rng = th_rng_seeded(6);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct scene s;
        struct th_error e;
        make_scene(&s, all[i][0], NULL);
        for (int k = 0; k < 5 && go_on(&s, 4, &rng); k++) {
            const struct think_question q = question(&s, all[i][1]);
            json_t *hint = think_hint(&q, &e), *thoughts = thoughts_of(&q);
            const json_t *first = json_array_get(json_object_get(thoughts, "moves"), 0);
            assert_string_equal(text_in(hint, "move"), text_in(first, "move"));
            if (json_array_size(json_object_get(thoughts, "moves")) > 1)
                assert_true(number_in(hint, "chance") == number_in(first, "value"));
            json_decref(hint);
            json_decref(thoughts);
        }
        drop_scene(&s);
    }
}

/* ---- one judgement ---- */

/* Seat 0 gives a longer game up. */
static void make_random_game(struct record *r, const char *spec, uint64_t seed, size_t most) {
    struct th_error e;
    struct th_rng rng = th_rng_seeded(seed);
    th_action legal[TH_LEGAL_MAX];
    assert_true(record_begin(r, spec, NULL, &e));
    while (r->game->mover(r->last) != TH_OVER && r->steps < most) {
        const bool chance = r->game->mover(r->last) == TH_CHANCE;
        const int n = chance ? 0 : r->game->legal(r->last, legal);
        assert_true(record_add(r, chance ? th_chance_pick(r->game, r->last, th_rng_next(&rng))
                                         : legal[th_rng_below(&rng, (uint32_t)n)]));
    }
    record_finish(r, RECORD_RESIGNED, 0);
}

static const json_t *move_in(const json_t *thoughts, const char *name) {
    const json_t *moves = json_object_get(thoughts, "moves"), *move;
    size_t i;
    json_array_foreach((json_t *)moves, i,
                       move) if (strcmp(text_in(move, "move"), name) == 0) return move;
    fail_msg("no move %s", name);
    return NULL;
}

/* Every decision of a review, next to the thoughts and the hint of its position, which are asked
 * with other seeds and by the view of the seat. */
static void hints_thoughts_and_reviews_are_one_judgement(void **state) {
    (void)state;
    static const char *const games[] = {"y:size=8", "y:size=5", "parchis", "cantstop:players=2",
                                        "kittens"};
    for (int g = 0; g < (int)(sizeof games / sizeof *games); g++) {
        struct record r;
        struct scene s;
        struct th_error e;
        const json_t *step;
        size_t k;
        int compared = 0;
        make_random_game(&r, games[g], 11, 24);
        const struct think_review how = {0};
        json_t *review = think_review(&r, &how, &e);
        if (review == NULL) fail_msg("%s: %s", games[g], e.text);
        make_scene(&s, games[g], NULL);
        json_array_foreach(json_object_get(review, "steps"), k, step) {
            if (strcmp(text_in(step, "kind"), "decision") != 0 || k % 4 > 1) continue;
            const json_t *chances = json_object_get(step, "chances");
            record_state(&r, k, s.state);
            struct think_question q = question(&s, NULL);
            q.seed = k;
            if (s.game->view != NULL) {
                s.game->view(s.state, s.game->mover(s.state), s.view);
                q.state = s.view;
            }
            json_t *thoughts = thoughts_of(&q), *hint = think_hint(&q, &e);
            const json_t *best = json_array_get(json_object_get(thoughts, "moves"), 0);
            const json_t *played = move_in(thoughts, text_in(step, "action"));
            assert_string_equal(text_in(hint, "move"), text_in(best, "move"));
            assert_true(number_in(hint, "chance") == number_in(best, "value"));
            assert_true(number_in(chances, "best") == number_in(best, "value"));
            if (!json_is_null(json_object_get(played, "value")))
                assert_true(number_in(chances, "played") == number_in(played, "value"));
            if (number_in(step, "loss") > 0)
                assert_true(fabs(number_in(chances, "best") - number_in(chances, "played") -
                                 number_in(step, "loss")) < 1e-12);
            json_decref(thoughts);
            json_decref(hint);
            compared++;
        }
        assert_true(compared > 3);
        json_decref(review);
        drop_scene(&s);
        record_drop(&r);
    }
}

/* ---- stopping, reviews ---- */

static void stopped_it_tells_what_it_has_or_that_it_is_nothing(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    th_flag set;
    atomic_init(&set, true);
    for (int g = 0; g < SPECS; g++) {
        struct scene s;
        struct th_error e = {""};
        make_scene(&s, specs[g], NULL);
        assert_true(go_on(&s, 2, &rng));
        struct think_question q = question(&s, NULL);
        q.stop = &set;
        json_t *json = think_json(&q, &e);
        if (json != NULL) assert_whole(&q, json);
        if (json == NULL) assert_true(e.text[0] != 0);
        json_decref(json);
        json = think_hint(&q, &e);
        assert_non_null(json);
        json_decref(json);
        drop_scene(&s);
    }
}

static void count(void *context, uint64_t done) {
    *(uint64_t *)context = done;
}

static void a_review_tells_how_far_it_is_and_can_be_stopped(void **state) {
    (void)state;
    static const char *const games[] = {"cantstop:players=2", "y:size=4", "kittens"};
    for (int g = 0; g < 3; g++) {
        struct record r;
        struct th_error e;
        uint64_t done = 0;
        th_flag set;
        make_random_game(&r, games[g], 5, SIZE_MAX);
        struct think_review how = {.progress = count, .context = &done};
        json_t *json = think_review(&r, &how, &e);
        if (json == NULL) fail_msg("%s", e.text);
        assert_int_equal(done, r.steps);
        assert_int_equal(json_array_size(json_object_get(json, "steps")), r.steps);
        json_decref(json);
        atomic_init(&set, true);
        how.stop = &set;
        assert_null(think_review(&r, &how, &e));
        assert_string_equal(e.text, "stopped");
        record_drop(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_tells_of_every_move),
        cmocka_unit_test(nobody_thinks_with_what_the_seat_may_not_know),
        cmocka_unit_test(each_game_has_somebody_who_tells),
        cmocka_unit_test(a_hint_is_the_choice_with_its_chance),
        cmocka_unit_test(hints_thoughts_and_reviews_are_one_judgement),
        cmocka_unit_test(stopped_it_tells_what_it_has_or_that_it_is_nothing),
        cmocka_unit_test(a_review_tells_how_far_it_is_and_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
