/* Environments: when games begin anew, actions that are not legal, openings, seeds of single games,
 * numbers of actions, and which bots the games share. */
#include "env/env_own.h"
#include "games/parchis/board.h"
#include "making.h"
#include "world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_includes.h"

static const char *const v2[] = {"v2"};

static struct th_env_settings kittens_against_v2(int games) {
    return (struct th_env_settings){.game = "kittens",
                                    .opponents = v2,
                                    .opponent_count = 1,
                                    .games = games,
                                    .seat = TH_ENV_ROTATES};
}

static const float *row_of(const struct world *w, int g, const float *rows) {
    return rows + (size_t)g * (size_t)w->shape.observation;
}

static void assert_same_row(const struct world *a, const float *row, const float *other) {
    assert_memory_equal(row, other, (size_t)a->shape.observation * sizeof *row);
}

/* ---- autoreset ---- */

/* The same games as in the other mode: each end takes one step more, which takes no action. */
static void the_next_step_begins_a_game(void **state) {
    (void)state;
    enum { GAMES = 6 };
    struct th_env_settings settings = kittens_against_v2(1);
    for (uint64_t g = 0; g < GAMES; g++) {
        struct th_error e;
        settings.first = g;
        settings.autoreset = TH_ENV_SAME_STEP;
        struct world same = world_open(&settings);
        settings.autoreset = TH_ENV_NEXT_STEP;
        struct world next = world_open(&settings);
        world_reset(&same, 4);
        world_reset(&next, 4);
        int ends = 0;
        for (uint64_t i = 0; i < 200; i++) {
            assert_same_row(&same, same.to.observations, next.to.observations);
            assert_int_equal(same.to.seats[0], next.to.seats[0]);
            assert_memory_equal(same.to.masks, next.to.masks, (size_t)same.shape.actions);
            const int acted = same.to.seats[0];
            next.actions[0] = same.actions[0] = world_random_action(&same, 0, g, i);
            world_step(&same);
            world_step(&next);
            assert_true(same.to.rewards[0] == next.to.rewards[0]);
            assert_int_equal(same.to.terminals[0], next.to.terminals[0]);
            if (!same.to.terminals[0]) continue;
            ends++;
            assert_same_row(&same, same.to.finals, next.to.observations);
            assert_int_equal(next.to.seats[0], acted);
            for (int a = 0; a < next.shape.actions; a++) assert_int_equal(next.to.masks[a], 1);
            char text[TH_ACTION_BYTES];
            assert_string_equal(th_env_action(next.env, 0, 0, text, sizeof text), "");
            th_env_sample(next.env, i, next.actions);
            assert_int_equal(next.actions[0], 0);
            next.actions[0] = (int32_t)i * 1000 - 77; /* whatever it is */
            assert_true(th_env_step(next.env, &e));
            assert_true(next.to.rewards[0] == 0 && next.to.terminals[0] == 0);
        }
        const struct th_env_counts a = th_env_counts(same.env), b = th_env_counts(next.env);
        assert_true(ends > 10 && a.steps == b.steps && a.episodes == b.episodes);
        world_close(&same);
        world_close(&next);
    }
}

/* ---- actions that are not legal ---- */

static void an_illegal_action_loses(void **state) {
    (void)state;
    struct th_env_settings settings = kittens_against_v2(4);
    settings.illegal = TH_ENV_LOSE;
    struct world w = world_open(&settings);
    world_reset(&w, 1);
    float before[TH_OBSERVATION_MAX];
    memcpy(before, row_of(&w, 2, w.to.observations), (size_t)w.shape.observation * sizeof(float));
    const int seat = w.to.seats[2];
    world_random_actions(&w, 0, 0);
    w.actions[2] = 4; /* a place for a bomb, which nobody holds at the start */
    assert_int_equal(w.to.masks[2 * w.shape.actions + 4], 0);
    world_step(&w);
    assert_int_equal(w.to.terminals[2], 1);
    assert_int_equal(w.to.illegals[2], 1);
    assert_true(w.to.rewards[2] == -1 && w.to.seat_rewards[4 + seat] == -1);
    assert_true(w.to.seat_rewards[4 + 1 - seat] == 1);
    assert_same_row(&w, before, row_of(&w, 2, w.to.finals)); /* nothing was done */
    assert_int_equal(w.to.illegals[0] + w.to.illegals[1] + w.to.illegals[3], 0);
    const struct th_env_counts counts = th_env_counts(w.env);
    assert_true(counts.illegal == 1 && counts.faults == 0 && counts.steps == 4);
    assert_int_equal(w.env->origins[2].number, 1);
    world_close(&w);
}

/* Alone there is no loser: the end is worth nothing. With three, the others share the win. */
static void losing_by_an_illegal_action_among_any_number(void **state) {
    (void)state;
    static const struct {
        const char *game;
        float loser, other;
    } rows[] = {{"cantstop:players=1", 0, 0}, {"cantstop:players=3", -0.5F, 0.25F}};
    for (int i = 0; i < 2; i++) {
        const struct th_env_settings settings = {
            .game = rows[i].game, .games = 1, .seat = TH_ENV_ROTATES, .illegal = TH_ENV_LOSE};
        struct world w = world_open(&settings);
        world_reset(&w, 1);
        w.actions[0] = 0;
        while (w.to.masks[w.actions[0]] != 0) w.actions[0]++;
        world_step(&w);
        assert_true(w.to.terminals[0] == 1 && w.to.rewards[0] == rows[i].loser);
        for (int seat = 1; seat < w.shape.seats; seat++)
            assert_true(w.to.seat_rewards[seat] == rows[i].other);
        world_close(&w);
    }
}

/* A legal one is taken instead, the same for the same seed, and all of them come. */
static void an_illegal_action_is_replaced(void **state) {
    (void)state;
    struct th_env_settings settings = kittens_against_v2(200);
    settings.illegal = TH_ENV_RANDOM;
    struct world w = world_open(&settings), again = world_open(&settings);
    world_reset(&w, 3);
    world_reset(&again, 3);
    for (int i = 0; i < 30; i++) {
        for (int g = 0; g < 200; g++) {
            int32_t wrong = 0;
            while (wrong < w.shape.actions && w.to.masks[g * w.shape.actions + wrong]) wrong++;
            w.actions[g] = again.actions[g] = wrong < w.shape.actions ? wrong : 0;
        }
        world_step(&w);
        world_step(&again);
        assert_memory_equal(w.to.observations, again.to.observations,
                            200 * (size_t)w.shape.observation * sizeof(float));
    }
    const struct th_env_counts counts = th_env_counts(w.env);
    assert_true(counts.illegal > 5000 && counts.illegal <= counts.steps && counts.episodes > 500);
    world_close(&w);
    world_close(&again);
}

static void numbers_beyond_the_actions_are_always_refused(void **state) {
    (void)state;
    static const int32_t wrong[] = {-1, 9, 1 << 30, INT32_MIN};
    for (int i = 0; i < 8; i++) {
        struct th_env_settings settings = kittens_against_v2(2);
        settings.illegal = i % 2 == 0 ? TH_ENV_LOSE : TH_ENV_RANDOM;
        struct world w = world_open(&settings);
        struct th_error e = {""};
        world_reset(&w, 1);
        w.actions[1] = wrong[i / 2];
        assert_false(th_env_step(w.env, &e));
        assert_non_null(strstr(e.text, "is not legal in game 1; legal are 0 (draw)"));
        assert_int_equal(th_env_counts(w.env).steps, 0);
        world_close(&w);
    }
}

/* ---- beginnings ---- */

static void texts_of_positions(struct world *w, uint64_t seed, int games, char (*out)[200]) {
    world_reset(w, seed);
    for (int g = 0; g < games; g++) th_env_position(w->env, g, out[g], sizeof out[g]);
}

/* How many of them differ. */
static int distinct(int games, char (*text)[200]) {
    int n = 0;
    for (int g = 0; g < games; g++) {
        bool seen = false;
        for (int k = 0; k < g; k++) seen |= strcmp(text[g], text[k]) == 0;
        n += !seen;
    }
    return n;
}

static void games_begin_at_openings(void **state) {
    (void)state;
    enum { GAMES = 40 };
    static const char *const openings[] = {"moves a1; b2", "moves c1", "moves a1; a2; c1"};
    static char text[GAMES][200], again[GAMES][200];
    const struct th_env_settings settings = {.game = "y:size=4",
                                             .games = GAMES,
                                             .seat = TH_ENV_ROTATES,
                                             .openings = openings,
                                             .opening_count = 3};
    struct world w = world_open(&settings);
    texts_of_positions(&w, 1, GAMES, text);
    assert_int_equal(distinct(GAMES, text), 3);
    texts_of_positions(&w, 1, GAMES, again);
    assert_memory_equal(text, again, sizeof text);
    texts_of_positions(&w, 2, GAMES, again);
    assert_memory_not_equal(text, again, sizeof text);

    struct th_error e = {""};
    char position[200];
    snprintf(position, sizeof position, "%s", text[0]);
    assert_true(th_env_start_at(w.env, position, &e));
    texts_of_positions(&w, 1, GAMES, again);
    assert_int_equal(distinct(GAMES, again), 1);
    assert_string_equal(again[0], position);
    assert_false(th_env_start_at(w.env, "moves a1; a1", &e));
    assert_true(e.text[0] != 0);
    texts_of_positions(&w, 1, GAMES, again);
    assert_string_equal(again[GAMES - 1], position); /* the refused one has changed nothing */
    assert_true(th_env_start_at(w.env, NULL, &e));
    texts_of_positions(&w, 1, GAMES, again);
    assert_memory_equal(text, again, sizeof text);
    world_close(&w);
}

/* Without them every game against a deterministic bot begins alike. */
static void random_plies_vary_the_games(void **state) {
    (void)state;
    enum { GAMES = 40 };
    static const char *const greedy[] = {"greedy"};
    static char text[GAMES][200];
    for (uint32_t plies = 0; plies < 4; plies++) {
        const struct th_env_settings settings = {.game = "y:size=5",
                                                 .opponents = greedy,
                                                 .opponent_count = 1,
                                                 .games = GAMES,
                                                 .seat = 0,
                                                 .random_plies = plies};
        struct world w = world_open(&settings);
        texts_of_positions(&w, 1, GAMES, text);
        const int kinds = distinct(GAMES, text);
        if (plies == 0) assert_int_equal(kinds, 1);
        if (plies > 1) assert_true(kinds > 20);
        world_close(&w);
    }
}

static void wrong_beginnings_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *opening;
        int count;
        const char *says;
    } wrong[] = {
        {"moves a1; a1", 1, "opening 0: "},
        {"moves a1; z9", 1, "opening 0: "},
        {"nonsense", 1, "opening 0: "},
        {NULL, 1, "opening 0 has no text"},
        {"moves", -1, "an environment has 0 to 1048576 openings, not -1"},
        {"moves a1; b1; a2; b2; a3; c1; a4", 1, "opening 0: the game is over there"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct th_error e = {""};
        const struct th_env_settings settings = {.game = "y:size=4",
                                                 .games = 1,
                                                 .seat = TH_ENV_ROTATES,
                                                 .openings = &wrong[i].opening,
                                                 .opening_count = wrong[i].count};
        assert_null(th_env_new(&settings, &e));
        if (strstr(e.text, wrong[i].says) == NULL) fail_msg("%s: %s", wrong[i].says, e.text);
    }
    struct th_error e = {""};
    struct th_env_settings settings = kittens_against_v2(1);
    settings.random_plies = 100000; /* longer than any game */
    struct world w = world_open(&settings);
    assert_false(th_env_reset(w.env, 1, &e));
    assert_non_null(strstr(e.text, "random_plies too large"));
    world_close(&w);
}

/* ---- a seed for each game ---- */

static void seeds_of_single_games(void **state) {
    (void)state;
    enum { GAMES = 5 };
    static const uint64_t seeds[GAMES] = {7, 8, 7, 9, UINT64_MAX}, from[GAMES] = {0, 1, 0, 3, 2};
    const struct th_env_settings settings = kittens_against_v2(GAMES), one = kittens_against_v2(1);
    struct world w = world_open(&settings), single = world_open(&one);
    struct th_error e = {""};
    for (int g = 0; g < GAMES; g++) {
        assert_true(th_env_reset_each(w.env, seeds, from, &e));
        assert_true(th_env_reset_to(single.env, seeds[g], from[g], &e));
        for (uint64_t i = 0; i < 60; i++) {
            assert_same_row(&w, row_of(&w, g, w.to.observations), single.to.observations);
            assert_int_equal(w.to.seats[g], single.to.seats[0]);
            for (int k = 0; k < GAMES; k++) w.actions[k] = world_random_action(&w, k, seeds[k], i);
            single.actions[0] = w.actions[g];
            world_step(&w);
            world_step(&single);
        }
        assert_same_row(&w, row_of(&w, 0, w.to.observations), row_of(&w, 2, w.to.observations));
    }
    assert_true(th_env_reset_each(w.env, seeds, NULL, &e));
    assert_false(th_env_reset_each(w.env, NULL, NULL, &e));
    assert_string_equal(e.text, "there are no seeds for the games: they are NULL");
    world_close(&w);
    world_close(&single);
}

/* ---- numbers of actions ---- */

static void only_actions_that_exist_are_numbered(void **state) {
    (void)state;
    static const struct {
        const char *game;
        int actions;
    } rows[] = {{"y:size=5", 15},
                {"y:size=5,pie=1", 16},
                {"y:size=11", 66},
                {"kittens", 9},
                {"cantstop", 79},
                {"parchis", 119},
                {"parchis:rules=course", 119}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct th_env_settings settings = {
            .game = rows[i].game, .games = 1, .seat = TH_ENV_ROTATES};
        struct th_error e;
        struct th_env *env = th_env_new(&settings, &e);
        const struct th_env_shape shape = th_env_shape(env);
        assert_int_equal(shape.actions, rows[i].actions);
        for (int seat = 0; seat < shape.seats; seat++)
            for (int a = 0, last = -1; a < shape.actions; a++) {
                const int of_game = th_env_game_action(env, seat, a);
                assert_int_equal(th_env_own_action(env, seat, of_game), a);
                if (seat == 0) assert_true(of_game > last); /* ascending */
                last = of_game;
            }
        th_env_drop(env);
    }
}

/* The same number is yellow for seat 0 and blue for seat 1, its first colour, or red and green. */
static void actions_of_parchis_are_the_seats(void **state) {
    (void)state;
    const struct th_env_settings settings = {.game = "parchis", .games = 1, .seat = TH_ENV_ROTATES};
    struct th_error e;
    struct th_env *env = th_env_new(&settings, &e);
    for (int die = PARCHIS_ONE; die < PARCHIS_DICE; die++)
        for (int piece = PARCHIS_PASS; piece < PARCHIS_PIECES; piece++) {
            const int a = (int)parchis_action(die, piece);
            const int first = th_env_own_action(env, 0, a), second = th_env_own_action(env, 1, a);
            const bool passes = piece == PARCHIS_PASS;
            assert_int_equal(first >= 0, passes || parchis_colour(piece) % 2 == 0);
            assert_int_equal(second >= 0, passes || parchis_colour(piece) % 2 == 1);
            if (passes) assert_int_equal(first, second);
            if (passes || first < 0) continue;
            const int next = (int)parchis_action(die, piece + PARCHIS_EACH); /* the next colour */
            assert_int_equal(th_env_own_action(env, 1, next), first);
        }
    th_env_drop(env);
}

/* ---- bots that the games share ---- */

static void games_share_bots_that_do_not_remember(void **state) {
    (void)state;
    static const struct {
        const char *game, *bot;
        bool shared;
    } rows[] = {
        {"y:size=5", "alphabeta:depth=2", true},
        {"y:size=5", "alphabeta", true},
        {"y:size=5", "alphabeta:nodes=100,memory=1", false},
        {"y:size=5", "alphabeta:depth=2,time=5,memory=1", false},
        {"y:size=5", "minimax", true},
        {"y:size=5", "mcts:iterations=5,memory=16", false},
        {"kittens", "mcts:iterations=5,memory=16", true},
        {"cantstop", "turn-optimal", true},
        {"cantstop", "hard", true},
        {"y:size=5", "exec:command=cat", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct th_env_settings settings = {.game = rows[i].game,
                                                 .opponents = &rows[i].bot,
                                                 .opponent_count = 1,
                                                 .games = 3,
                                                 .seat = TH_ENV_ROTATES};
        struct th_error e = {""};
        struct th_env *env = th_env_new(&settings, &e);
        if (env == NULL) fail_msg("%s", e.text);
        assert_int_equal(env->pool[0].copies, rows[i].shared ? 1 : 3);
        th_env_drop(env);
    }
}

static void a_seat_sees_a_game_at_any_time(void **state) {
    (void)state;
    const struct th_env_settings settings = {.game = "kittens", .games = 2, .seat = TH_ENV_ROTATES};
    struct world w = world_open(&settings);
    float seen[TH_OBSERVATION_MAX], other[TH_OBSERVATION_MAX];
    world_reset(&w, 1);
    for (uint64_t i = 0; i < 5; i++) {
        world_random_actions(&w, 0, i);
        world_step(&w);
    }
    assert_true(th_env_observe(w.env, 1, w.to.seats[1], seen));
    assert_same_row(&w, seen, row_of(&w, 1, w.to.observations));
    assert_true(th_env_observe(w.env, 1, 1 - w.to.seats[1], other));
    assert_memory_not_equal(seen, other, (size_t)w.shape.observation * sizeof *seen);
    assert_false(th_env_observe(w.env, 2, 0, seen) || th_env_observe(w.env, 0, 2, seen));
    assert_false(th_env_observe(w.env, 0, -1, seen) || th_env_observe(w.env, 0, 0, NULL));
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_step_begins_a_game),
        cmocka_unit_test(an_illegal_action_loses),
        cmocka_unit_test(losing_by_an_illegal_action_among_any_number),
        cmocka_unit_test(an_illegal_action_is_replaced),
        cmocka_unit_test(numbers_beyond_the_actions_are_always_refused),
        cmocka_unit_test(games_begin_at_openings),
        cmocka_unit_test(random_plies_vary_the_games),
        cmocka_unit_test(wrong_beginnings_are_refused),
        cmocka_unit_test(seeds_of_single_games),
        cmocka_unit_test(only_actions_that_exist_are_numbered),
        cmocka_unit_test(actions_of_parchis_are_the_seats),
        cmocka_unit_test(games_share_bots_that_do_not_remember),
        cmocka_unit_test(a_seat_sees_a_game_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
