/* Every public function with arguments that no careful caller gives: NULL, numbers out of range,
 * texts that are too long, lists that are too short. None of them ends the program, also where
 * assertions are compiled out, and each answers as its header says. tests/install/test_install.py
 * checks that no public function is left out here. */
#include "cmocka_includes.h"
#include "tahur/arena.h"
#include "tahur/env.h"
#include "tahur/player.h"
#include "tahur/registry.h"
#include "tahur/state.h"
#include "tahur/version.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_game *y_and_options(struct th_spec *spec) {
    const struct th_game *game = th_game_find("y:size=4", spec, NULL);
    assert_non_null(game);
    return game;
}

/* Whether the sentence is there, and says this. */
static void assert_says(const struct th_error *e, const char *part) {
    if (strstr(e->text, part) == NULL) fail_msg("'%s' does not say '%s'", e->text, part);
}

/* ---- errors, versions, faults ---- */

static void a_sentence_may_be_lost_and_is_cut_where_it_is_long(void **state) {
    (void)state;
    struct th_error e;
    char longer[2 * sizeof e.text];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    assert_false(th_fail(NULL, "%s", longer));
    assert_false(th_fail(&e, "%s", longer));
    assert_int_equal(strlen(e.text), sizeof e.text - 1);
    assert_non_null(th_version());
    assert_int_equal(th_env_abi(), TH_ENV_ABI);
}

static void there_are_no_other_faults(void **state) {
    (void)state;
    assert_null(th_fault_name(1));
    assert_null(th_fault_name(-6));
    assert_null(th_fault_name(INT_MIN));
    assert_null(th_fault_name(INT_MAX));
}

static void seeds_that_are_not_there(void **state) {
    (void)state;
    struct th_seed seed;
    assert_false(th_seed_read(NULL, &seed));
    assert_false(th_seed_read("1", NULL));
    assert_false(th_seed_draw(NULL));
    assert_null(th_seed_write(th_seed_of(1), NULL));
}

static void thoughts_have_room_for_so_many_actions(void **state) {
    (void)state;
    struct {
        struct th_thoughts thoughts;
        unsigned char after[256];
    } room;
    memset(&room, 7, sizeof room);
    th_thoughts_clear(NULL, 3);
    th_thoughts_clear(&room.thoughts, -1);
    th_thoughts_clear(&room.thoughts, TH_LEGAL_MAX + 2);
    assert_true(isnan(room.thoughts.of[TH_LEGAL_MAX - 1].value));
    for (size_t i = 0; i < sizeof room.after; i++) assert_int_equal(room.after[i], 7);
}

static void an_interval_is_within_0_and_1(void **state) {
    (void)state;
    static const double wins[] = {-1, 0, 5, 11, NAN, INFINITY}, games[] = {-1, 0, 10, NAN};
    double low, high;
    th_wilson(1, 2, NULL, &high);
    th_wilson(1, 2, &low, NULL);
    for (size_t i = 0; i < sizeof wins / sizeof *wins; i++)
        for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
            th_wilson(wins[i], games[k], &low, &high);
            assert_true(low >= 0 && low <= high && high <= 1);
        }
}

/* ---- options and specs ---- */

static const char *const sizes[] = {"small", "large", NULL};
static const struct th_option table[] = {
    {"n", TH_INTEGER, 1, 9, "3", NULL, "how many"},
    {"size", TH_CHOICE, 0, 0, "small", sizes, "how large"},
    {"first", TH_TEXT, 0, 0, NULL, NULL, "a text"},
    {"second", TH_TEXT, 0, 0, NULL, NULL, "another"},
    {0},
};

static void texts_that_do_not_fit_are_refused(void **state) {
    (void)state;
    struct {
        struct th_options options;
        unsigned char after[2048];
    } room;
    char text[1500];
    struct th_error e;
    memset(text, 'x', sizeof text);
    for (size_t n = TH_SPEC_BYTES - 2; n < sizeof text; n++) {
        text[n] = 0;
        memset(room.after, 7, sizeof room.after);
        th_options_init(&room.options, table);
        const bool fits = n < TH_SPEC_BYTES;
        assert_int_equal(th_options_set(&room.options, "bot", "first", text, &e), fits);
        if (!fits) assert_says(&e, "bot: first is too long");
        assert_int_equal(th_options_given(&room.options, "first"), fits);
        if (n == TH_SPEC_BYTES - 1) { /* of the second one only the end would have to fit */
            assert_false(th_options_set(&room.options, "bot", "second", "", &e));
            assert_says(&e, "bot: second is too long");
        }
        for (size_t i = 0; i < sizeof room.after; i++) assert_int_equal(room.after[i], 7);
        text[n] = 'x';
    }
}

static void a_table_with_too_many_options_is_refused(void **state) {
    (void)state;
    enum { MANY = TH_OPTIONS_MAX + 8 };
    static char names[MANY][8];
    struct th_option many[MANY + 1] = {0};
    struct {
        struct th_options options;
        unsigned char after[1024];
    } room;
    struct th_error e;
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "o%d", i);
        many[i] = (struct th_option){names[i], TH_INTEGER, 0, 9, "1", NULL, "a number"};
    }
    memset(room.after, 7, sizeof room.after);
    th_options_init(&room.options, many);
    for (int i = 0; i < MANY; i++) {
        assert_false(th_options_set(&room.options, NULL, names[i], "2", &e));
        assert_says(&e, "more than 32 options");
        th_options_unset(&room.options, names[i]);
        assert_int_equal(th_options_number(&room.options, names[i]), i < TH_OPTIONS_MAX ? 1 : 0);
    }
    for (size_t i = 0; i < sizeof room.after; i++) assert_int_equal(room.after[i], 7);
    many[TH_OPTIONS_MAX] = (struct th_option){0}; /* as many as there may be */
    th_options_init(&room.options, many);
    assert_true(th_options_set(&room.options, NULL, names[TH_OPTIONS_MAX - 1], "2", &e));
}

static void options_that_are_not_there_are_not_read(void **state) {
    (void)state;
    struct th_options o, other;
    struct th_error e;
    th_options_init(NULL, table);
    th_options_init(&other, NULL);
    th_options_init(&o, table);
    assert_false(th_options_set(NULL, "bot", "n", "1", &e));
    assert_false(th_options_set(&o, "bot", NULL, "1", &e));
    assert_false(th_options_set(&o, "bot", "n", NULL, &e));
    assert_false(th_options_set(&o, "bot", "m", NULL, NULL));
    assert_false(th_options_set(&other, NULL, "n", "1", &e));
    th_options_unset(NULL, "n");
    th_options_unset(&o, NULL);
    th_options_unset(&o, "m");
    assert_int_equal(th_options_number(&o, "m"), 0);
    assert_int_equal(th_options_number(&o, NULL), 0);
    assert_int_equal(th_options_number(NULL, "n"), 0);
    assert_null(th_options_text(&o, "m"));
    assert_null(th_options_text(&o, "n")); /* is no text */
    assert_null(th_options_text(NULL, "first"));
    assert_false(th_options_given(NULL, "n"));
    assert_true(th_options_equal(NULL, NULL));
    assert_false(th_options_equal(&o, NULL));
    assert_false(th_options_equal(&o, &other));
}

static void options_are_written_where_there_is_room(void **state) {
    (void)state;
    struct th_options o;
    char out[40];
    th_options_init(&o, table);
    assert_true(th_options_set(&o, "bot", "n", "7", NULL));
    o.value[1].number = 12; /* no such choice */
    o.value[1].given = true;
    assert_string_equal(th_options_write("bot", &o, true, NULL, 40), "");
    assert_string_equal(th_options_write("bot", &o, true, out, 0), "");
    assert_string_equal(th_options_write(NULL, &o, true, out, sizeof out), "");
    assert_string_equal(th_options_write("bot", NULL, true, out, sizeof out), "");
    assert_string_equal(th_options_write("bot", &o, true, out, 6), "bot:n");
    assert_string_equal(th_options_write("bot", &o, true, out, sizeof out), "bot:n=7,size=");
    assert_string_equal(th_option_describe(NULL, out, sizeof out), "");
    assert_string_equal(th_option_describe(table, NULL, 7), "");
    assert_string_equal(th_option_describe(table, out, 0), "");
    assert_string_equal(th_option_describe(table, out, 8), "a whole");
}

static void specs_that_do_not_fit_are_refused(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    char text[4 * TH_SPEC_BYTES];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_false(th_spec_name(NULL, &spec, &e));
    assert_false(th_spec_name("y", NULL, &e));
    assert_false(th_spec_name("", &spec, NULL));
    assert_false(th_spec_name(text, &spec, &e));
    text[3] = ':';
    assert_false(th_spec_name(text, &spec, &e));
    assert_false(th_spec_options(NULL, table, &e));
    memset(&spec, 'x', sizeof spec); /* no text in it has an end */
    assert_false(th_spec_options(&spec, table, &e));
    memset(&spec, 0, sizeof spec);
    assert_false(th_spec_options(&spec, table, &e));
    strcpy(spec.name, "other");
    strcpy(spec.text, "y");
    assert_false(th_spec_options(&spec, table, &e));
}

/* ---- games and bots ---- */

static void games_and_bots_that_are_not_there(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    struct th_bot_entry entry;
    const struct th_game *game = th_game_at(0);
    const struct th_game unknown = *game;
    assert_null(th_game_at(-1));
    assert_null(th_game_at(INT_MIN));
    assert_null(th_game_at(INT_MAX));
    assert_false(th_bot_at(NULL, 0, &entry));
    assert_false(th_bot_at(&unknown, 0, &entry));
    assert_false(th_bot_at(game, -1, &entry));
    assert_false(th_bot_at(game, INT_MIN, &entry));
    assert_false(th_bot_at(game, INT_MAX, &entry));
    assert_false(th_bot_at(game, 0, NULL));
    assert_null(th_game_find(NULL, &spec, &e));
    assert_null(th_game_find("y", NULL, &e));
    assert_null(th_game_find("z", &spec, NULL));
    assert_null(th_bot_find(NULL, "random", &spec, &e));
    assert_null(th_bot_find(&unknown, "random", &spec, &e));
    assert_null(th_bot_find(game, NULL, &spec, &e));
    assert_null(th_bot_find(game, "random", NULL, &e));
    assert_null(th_bot_find(game, "nothing", &spec, NULL));
}

static void bots_that_cannot_be_registered(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    const struct th_bot_kind *random = th_bot_find(th_game_at(0), "random", &spec, &e);
    assert_non_null(random);
    const struct th_bot_kind nothing = {0}, own = {.name = "own",
                                                   .summary = "plays as random does",
                                                   .make = random->make,
                                                   .choose = random->choose};
    const struct th_bot_kind *const empty[] = {&nothing, NULL}, *const known[] = {random, NULL};
    const struct th_bot_kind *const twice[] = {&own, &own, NULL}, *const good[] = {&own, NULL};
    assert_false(th_bots_register(empty, &e));
    assert_false(th_bots_register(known, &e));
    assert_false(th_bots_register(twice, NULL));
    assert_null(th_bot_find(th_game_at(0), "own", &spec, &e));
    assert_true(th_bots_register(good, &e));
    assert_ptr_equal(th_bot_find(th_game_at(0), "own", &spec, &e), &own);
    assert_true(th_bots_register(NULL, NULL));
    assert_null(th_bot_find(th_game_at(0), "own", &spec, &e));
}

static void states_are_made_by_the_games_own_options(void **state) {
    (void)state;
    struct th_spec spec, other;
    struct th_error e;
    const struct th_game *game = y_and_options(&spec);
    struct th_game broken = *game;
    assert_null(th_state_new(NULL, &spec.options, &e));
    assert_null(th_state_new(game, NULL, &e));
    assert_non_null(th_game_find("kittens", &other, &e));
    assert_null(th_state_new(game, &other.options, &e));
    assert_says(&e, "not those of y");
    assert_int_equal(th_game_seats(NULL, &spec.options, NULL), 0);
    assert_int_equal(th_game_seats(game, NULL, &e), 0);
    assert_int_equal(th_game_observations(NULL, &spec.options, &e), 0);
    assert_int_equal(th_game_observations(game, NULL, NULL), 0);
    broken.mover = NULL;
    assert_null(th_state_new(&broken, &spec.options, &e));
    assert_says(&e, "'mover'");
    broken = *game;
    broken.max_legal = TH_LEGAL_MAX + 1;
    assert_null(th_state_new(&broken, &spec.options, &e));
    spec.options.value[0].number = 1 << 20; /* the size of the board, past th_options_set */
    assert_null(th_state_new(game, &spec.options, &e));
    assert_says(&e, "out of its range");
}

static void states_that_are_not_there_are_not_read(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    const struct th_game *game = y_and_options(&spec);
    struct th_state *s = th_state_new(game, &spec.options, &e);
    char text[2000];
    th_action a;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_false(th_is_possible(NULL, s, 0));
    assert_false(th_is_possible(game, NULL, 0));
    assert_false(th_is_possible(game, s, UINT32_MAX));
    assert_false(th_read_action(NULL, s, "a1", &a, &e));
    assert_false(th_read_action(game, NULL, "a1", &a, &e));
    assert_false(th_read_action(game, s, NULL, &a, &e));
    assert_false(th_read_action(game, s, "a1", NULL, &e));
    assert_false(th_read_action(game, s, text, &a, NULL));
    assert_false(th_read_start(NULL, s, "", &e));
    assert_false(th_read_start(game, NULL, "", &e));
    assert_false(th_read_start(game, s, NULL, &e));
    assert_false(th_read_start(game, s, text, NULL));
    assert_false(th_check_view(NULL, s, &e));
    assert_false(th_check_view(game, NULL, NULL));
    assert_int_equal(th_chance_by_weight(game, s, 7), 0); /* nothing is left to chance there */
    free(s);
}

/* ---- flat functions ---- */

static void flat_functions_have_no_game_and_no_state(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    const struct th_game *y = y_and_options(&spec), *other = NULL;
    struct th_state *real = th_state_new(y, &spec.options, &e);
    struct th_game_facts facts;
    static struct th_playouts playouts;
    th_action a = 0, list[TH_LEGAL_MAX];
    struct th_outcome outcomes[TH_OUTCOMES_MAX];
    uint64_t key;
    int number;
    double numbers[TH_LEGAL_MAX];
    float seen[TH_OBSERVATION_MAX];
    uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX] = {{0}};
    char text[100];
    assert_false(th_state_check_api(-1, NULL));
    assert_false(th_game_facts(NULL, &facts, &e) || th_game_facts(y, NULL, NULL));
    assert_true(th_game_name(NULL) == NULL && th_game_title(NULL) == NULL);
    assert_true(th_game_rules(NULL) == NULL && th_game_rules_version(NULL) == NULL);
    assert_true(th_game_observation_layout(NULL) == NULL && th_game_counter(NULL, 0) == NULL);
    assert_true(th_game_metric(NULL, 0) == NULL && th_game_metric(y, -1) == NULL);
    assert_true(th_game_counter(y, INT_MIN) == NULL && th_game_counter(y, INT_MAX) == NULL);
    assert_null(th_state_start(NULL, &other, &e));
    assert_null(th_state_start("z", &other, NULL));
    assert_null(other);
    th_state_free(th_state_start("y", NULL, NULL));
    assert_int_equal(th_state_size(NULL), 0);
    th_state_free(NULL);
    assert_false(th_state_assign(y, NULL, real, &e) || th_state_assign(NULL, real, real, &e));
    /* Without a game, and without a state. */
    for (int i = 0; i < 2; i++) {
        const struct th_game *game = i == 0 ? NULL : y;
        struct th_state *s = i == 0 ? real : NULL;
        assert_null(th_state_copy(game, s, &e));
        assert_int_equal(th_state_seats(game, s), 0);
        assert_int_equal(th_state_mover(game, s), TH_OVER);
        assert_int_equal(th_state_turns(game, s), 0);
        assert_int_equal(th_state_legal(game, s, list, TH_LEGAL_MAX, &e), -1);
        assert_int_equal(th_state_outcomes(game, s, outcomes, TH_OUTCOMES_MAX, &e), -1);
        assert_false(th_state_pick(game, s, 1, &a, &e));
        assert_false(th_state_apply(game, s, 0, &e));
        assert_false(th_state_has_action(game, s, 0));
        assert_false(th_state_chance_key(game, s, &key, &e));
        assert_int_equal(th_state_luck_of(game, s, &e), -1);
        assert_false(th_state_payoff(game, s, numbers, &e));
        assert_false(th_state_view(game, s, 0, real, &e));
        assert_int_equal(th_state_viewer(game, s), TH_SEES_ALL);
        assert_false(th_state_guess(game, s, 0, 1, real, &e));
        assert_false(th_state_action_text(game, s, 0, text, sizeof text, &e));
        assert_false(th_state_parse_action(game, s, "a1", &a, &e));
        assert_false(th_state_text(game, s, text, sizeof text, &e));
        assert_false(th_state_parse(game, s, "x", &e));
        assert_false(th_state_json(game, s, text, sizeof text, &e));
        assert_false(th_state_fields(game, s, NULL, &e));
        assert_false(th_state_draw(game, s, true, 0, 0, text, sizeof text, &e));
        assert_false(th_state_describe(game, s, 0, 0, text, sizeof text, &e));
        assert_false(th_state_odds(game, s, text, sizeof text, &e));
        assert_false(th_state_extra(game, s, NULL, 0, text, sizeof text, &e));
        assert_int_equal(th_state_observations(game, s, &e), -1);
        assert_false(th_state_observe(game, s, 0, seen, TH_OBSERVATION_MAX, &e));
        assert_false(th_state_observation_name(game, s, 0, text, sizeof text, &e));
        assert_null(th_state_observation_meaning(game, s, 0, &e));
        assert_false(th_state_summarise(game, s, 0, &key, &e));
        assert_false(th_state_stage(game, s, &number, &e));
        assert_false(th_state_playouts(game, s, 1, 1, &playouts, &e));
        assert_false(th_state_evaluate(game, s, 0, NULL, &number, &e));
        assert_false(th_state_key(game, s, &key, &e));
        assert_int_equal(th_state_urgency(game, s, 0, &e), -1);
        assert_false(th_state_forced(game, s));
        assert_false(th_state_estimate(game, s, numbers, &e));
        assert_false(th_state_solve(game, s, numbers, 1, &e));
        assert_false(th_state_count(game, s, 0, counters, &e));
    }
    th_state_free(real);
}

static void flat_functions_need_room_and_seats(void **state) {
    (void)state;
    struct th_error e;
    const struct th_game *game;
    struct th_state *s = th_state_start("y:size=4", &game, &e);
    float seen[TH_OBSERVATION_MAX];
    int number;
    char text[100];
    assert_int_equal(th_state_legal(game, s, NULL, 100, &e), -1);
    assert_int_equal(th_state_legal(game, s, NULL, -1, NULL), -1);
    for (int i = 0; i < 3; i++) {
        const int seat = i == 0 ? 2 : i == 1 ? INT_MIN : INT_MAX;
        assert_false(th_state_view(game, s, seat, s, &e));
        assert_false(th_state_guess(game, s, seat, 1, s, &e));
        assert_false(th_state_observe(game, s, seat, seen, TH_OBSERVATION_MAX, &e));
        assert_false(th_state_evaluate(game, s, seat, NULL, &number, &e));
        assert_false(th_state_describe(game, s, 0, seat, text, sizeof text, &e));
    }
    assert_false(th_state_view(game, s, 0, NULL, &e));
    assert_false(th_state_observe(game, s, 0, seen, INT_MIN, &e));
    assert_false(th_state_observe(game, s, 0, NULL, INT_MAX, &e));
    assert_false(th_state_text(game, s, NULL, 100, &e));
    assert_false(th_state_text(game, s, text, 0, &e));
    assert_false(th_state_draw(game, s, false, -1, 0, text, sizeof text, &e));
    assert_false(th_state_extra(game, s, NULL, 3, text, sizeof text, &e));
    assert_false(th_state_action_text(game, s, UINT32_MAX, text, sizeof text, &e));
    assert_false(th_state_parse(game, s, NULL, NULL));
    assert_false(th_state_evaluate(game, s, 0, NULL, NULL, NULL));
    th_state_free(s);
}

/* ---- players ---- */

static void players_without_a_seat_have_no_action(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    const struct th_game *game = y_and_options(&spec);
    struct th_state *s = th_state_new(game, &spec.options, &e);
    static const double payoff[TH_SEATS_MAX] = {1};
    th_action a;
    assert_null(th_player_new(NULL, &spec.options, "random", &e));
    assert_null(th_player_new(game, NULL, "random", &e));
    assert_null(th_player_new(game, &spec.options, NULL, &e));
    assert_null(th_player_new(game, &spec.options, "exec", NULL));
    th_player_begin(NULL, s, 0, 1);
    assert_int_equal(th_player_ask(NULL, s, &a), TH_FAULT_ILLEGAL);
    th_player_end(NULL, payoff);
    th_player_drop(NULL);
    struct th_player *p = th_player_new(game, &spec.options, "mcts:iterations=10", &e);
    assert_int_equal(th_player_ask(p, s, &a), TH_FAULT_ILLEGAL); /* no game has begun */
    th_player_end(p, payoff);
    th_player_begin(p, NULL, 0, 1);
    th_player_begin(p, s, -1, 1);
    th_player_begin(p, s, 2, 1);
    th_player_begin(p, s, INT_MAX, 1);
    assert_int_equal(th_player_ask(p, s, &a), TH_FAULT_ILLEGAL);
    th_player_begin(p, s, 1, 1);
    assert_int_equal(th_player_ask(p, s, &a), TH_FAULT_ILLEGAL); /* it is the other's turn */
    th_player_begin(p, s, 0, 1);
    assert_int_equal(th_player_ask(p, NULL, &a), TH_FAULT_ILLEGAL);
    assert_int_equal(th_player_ask(p, s, NULL), TH_FAULT_ILLEGAL);
    assert_int_equal(th_player_ask(p, s, &a), TH_NO_FAULT);
    th_player_end(p, NULL);
    th_player_drop(p);
    free(s);
}

/* ---- the arena ---- */

static const char *const two[] = {"random", "random"};

static void arenas_that_cannot_be_read(void **state) {
    (void)state;
    struct th_arena arena;
    struct th_error e;
    static const char *const none[] = {NULL, NULL};
    assert_false(th_arena_read(NULL, "y", two, 2, &e));
    assert_false(th_arena_read(&arena, NULL, two, 2, &e));
    assert_false(th_arena_read(&arena, "y", NULL, 2, &e));
    assert_false(th_arena_read(&arena, "y", none, 2, &e));
    assert_false(th_arena_read(&arena, "y", two, -1, &e));
    assert_false(th_arena_read(&arena, "y", two, 0, &e));
    assert_false(th_arena_read(&arena, "y", two, 3, NULL));
}

static void assert_not_run(const struct th_arena *arena, const char *why) {
    struct th_arena_result out;
    struct th_error e;
    assert_false(th_arena_run(arena, &out, &e));
    assert_says(&e, why);
    assert_int_equal(out.games, 0);
    assert_false(th_arena_run(arena, &out, NULL));
}

static void arenas_that_cannot_be_played(void **state) {
    (void)state;
    struct th_arena good, bad;
    struct th_arena_result out;
    struct th_spec other;
    struct th_error e;
    struct th_state *no_opening[] = {NULL};
    const struct th_bot_kind nothing = {.name = "nothing"};
    assert_true(th_arena_read(&good, "y:size=3", two, 2, &e));
    good.games = 4;
    assert_false(th_arena_run(&good, NULL, &e));
    assert_not_run(NULL, "NULL");
    bad = good, bad.game = NULL, assert_not_run(&bad, "no game");
    bad = good, bad.players = 3, assert_not_run(&bad, "2 seats");
    bad = good, bad.players = -1, assert_not_run(&bad, "2 seats");
    bad = good, bad.games = 0, assert_not_run(&bad, "games");
    bad = good, bad.games = UINT64_MAX, assert_not_run(&bad, "games");
    bad = good, bad.threads = 0, assert_not_run(&bad, "threads");
    bad = good, bad.threads = TH_THREADS_MAX + 1, assert_not_run(&bad, "threads");
    bad = good, bad.max_turns = 0, assert_not_run(&bad, "max_turns");
    bad = good, bad.openings = 1, assert_not_run(&bad, "openings");
    bad = good, bad.openings = 1, bad.opening = no_opening, assert_not_run(&bad, "opening 0");
    bad = good, bad.from = 3, assert_not_run(&bad, "blocks 0 to 1");
    bad = good, bad.to = 3, assert_not_run(&bad, "blocks 0 to 1");
    bad = good, bad.from = 2, bad.to = 1, assert_not_run(&bad, "blocks 0 to 1");
    bad = good, bad.player[1].kind = NULL, assert_not_run(&bad, "player 1");
    bad = good, bad.player[1].kind = &nothing, assert_not_run(&bad, "player 1");
    assert_non_null(th_bot_find(good.game, "mcts", &other, &e));
    bad = good, bad.player[0].options = other.options, assert_not_run(&bad, "player 0");
    bad = good, bad.game_options = other.options, assert_not_run(&bad, "not those of y");
    assert_true(th_arena_run(&good, &out, NULL));
    assert_int_equal(out.games, 4);
}

/* ---- environments ---- */

static void assert_not_made(const struct th_env_settings *settings, const char *why) {
    struct th_error e;
    assert_null(th_env_new(settings, &e));
    assert_says(&e, why);
    assert_null(th_env_new(settings, NULL));
}

static void environments_that_cannot_be_made(void **state) {
    (void)state;
    static const char *const bots[] = {"random", NULL};
    const struct th_env_settings good = {
        .game = "y:size=3", .opponents = bots, .opponent_count = 1, .games = 2};
    struct th_env_settings bad;
    assert_not_made(NULL, "NULL");
    bad = good, bad.game = NULL, assert_not_made(&bad, "no name");
    bad = good, bad.opponents = NULL, assert_not_made(&bad, "NULL");
    bad = good, bad.opponent_count = 2, assert_not_made(&bad, "opponent 1");
    bad = good, bad.opponent_count = -1, assert_not_made(&bad, "opponents");
    bad = good, bad.opponent_count = INT_MAX, assert_not_made(&bad, "opponents");
    bad = good, bad.games = 0, assert_not_made(&bad, "games");
    bad = good, bad.games = INT_MAX, assert_not_made(&bad, "games");
    bad = good, bad.seat = 2, assert_not_made(&bad, "seat 2");
    bad = good, bad.seat = -2, assert_not_made(&bad, "seat -2");
    bad = good, bad.opening_count = 1, assert_not_made(&bad, "NULL");
    bad = good, bad.opening_count = -1, assert_not_made(&bad, "openings");
    bad = good, bad.opening_count = INT_MAX, assert_not_made(&bad, "openings");
    bad.openings = &bots[1], bad.opening_count = 1, assert_not_made(&bad, "opening 0 has no text");
    bad = good, bad.autoreset = 7, assert_not_made(&bad, "autoreset");
    bad = good, bad.illegal = 7, assert_not_made(&bad, "illegal actions");
}

static void an_environment_that_is_not_there(void **state) {
    (void)state;
    struct th_env_buffers buffers = {0};
    struct th_error e;
    char out[40];
    int32_t actions[2];
    float numbers[2];
    assert_int_equal(th_env_shape(NULL).games, 0);
    assert_int_equal(th_env_counts(NULL).steps, 0);
    assert_string_equal(th_env_fault(NULL), "");
    th_env_attach(NULL, &buffers);
    th_env_sample(NULL, 1, actions);
    assert_false(th_env_reset(NULL, 1, &e));
    assert_false(th_env_reset_to(NULL, 1, 1, NULL));
    assert_false(th_env_reset_each(NULL, NULL, NULL, NULL));
    assert_false(th_env_start_at(NULL, NULL, &e));
    assert_false(th_env_step(NULL, &e));
    assert_false(th_env_observe(NULL, 0, 0, numbers));
    assert_int_equal(th_env_game_action(NULL, 0, 0), -1);
    assert_int_equal(th_env_own_action(NULL, 0, 0), -1);
    assert_string_equal(th_env_observation_name(NULL, 0, out, sizeof out), "");
    assert_string_equal(th_env_draw(NULL, 0, false, out, sizeof out), "");
    assert_string_equal(th_env_position(NULL, 0, out, sizeof out), "");
    assert_string_equal(th_env_action(NULL, 0, 0, out, sizeof out), "");
    th_env_drop(NULL);
}

/* Every buffer that is needed is missed by its name. */
static void an_environment_without_buffers(void **state) {
    (void)state;
    static float numbers[4096];
    static uint8_t bytes[4096];
    static int32_t whole[16];
    const struct th_env_settings settings = {
        .game = "y:size=3", .games = 2, .seat = TH_ENV_ROTATES};
    const struct th_env_buffers all = {.observations = numbers,
                                       .masks = bytes,
                                       .actions = whole,
                                       .rewards = numbers,
                                       .terminals = bytes,
                                       .truncations = bytes,
                                       .seats = whole};
    struct th_env_buffers some;
    struct th_error e;
    struct th_env *env = th_env_new(&settings, &e);
    assert_false(th_env_reset(env, 1, &e));
    assert_says(&e, "observations");
    th_env_attach(env, NULL);
    assert_false(th_env_reset(env, 1, NULL));
    th_env_attach(env, &all);
    assert_false(th_env_step(env, &e));
    assert_says(&e, "reset");
    th_env_sample(env, 1, whole);
    th_env_sample(env, 1, NULL);
#define WITHOUT(field)                                                                             \
    th_env_attach(env, &all);                                                                      \
    assert_true(th_env_reset(env, 1, &e));                                                         \
    some = all, some.field = NULL;                                                                 \
    th_env_attach(env, &some);                                                                     \
    assert_false(th_env_reset(env, 1, &e));                                                        \
    assert_says(&e, #field);                                                                       \
    assert_false(th_env_step(env, &e));                                                            \
    assert_says(&e, #field)
    WITHOUT(observations);
    WITHOUT(masks);
    WITHOUT(actions);
    WITHOUT(rewards);
    WITHOUT(terminals);
    WITHOUT(truncations);
    WITHOUT(seats);
    th_env_attach(env, &all);
    static const int32_t wrong[] = {-1, 1 << 20, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_true(th_env_reset(env, 1, &e));
        whole[0] = wrong[i];
        assert_false(th_env_step(env, &e));
        assert_says(&e, "not legal");
    }
    assert_false(th_env_reset_each(env, NULL, NULL, &e));
    assert_says(&e, "NULL");
    assert_false(th_env_start_at(env, "nonsense", NULL));
    static const int none[] = {-1, 2, 1 << 20, INT_MIN, INT_MAX};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_false(th_env_observe(env, none[i], 0, numbers));
        assert_false(th_env_observe(env, 0, none[i], numbers));
        assert_int_equal(th_env_game_action(env, none[i], 0), -1);
        assert_int_equal(th_env_own_action(env, none[i], 0), -1);
        if (none[i] == 2) continue;
        assert_int_equal(th_env_game_action(env, 0, none[i]), -1);
        assert_int_equal(th_env_own_action(env, 0, none[i]), -1);
    }
    assert_false(th_env_observe(env, 0, 0, NULL));
    th_env_drop(env);
}

/* Writes nothing beyond the room that there is, whatever the room. */
static void texts_of_an_environment_stay_in_their_room(void **state) {
    (void)state;
    static const int none[] = {-1, 2, INT_MIN, INT_MAX};
    static char out[200];
    for (int g = 0; th_game_at(g) != NULL; g++) {
        const struct th_env_settings settings = {
            .game = th_game_at(g)->name, .games = 2, .seat = TH_ENV_ROTATES};
        struct th_error e;
        struct th_env *env = th_env_new(&settings, &e);
        if (env == NULL) continue; /* nothing can be learned of it */
        for (int i = 0; i < 4; i++) {
            assert_string_equal(th_env_draw(env, none[i], true, out, sizeof out), "");
            assert_string_equal(th_env_position(env, none[i], out, sizeof out), "");
            assert_string_equal(th_env_action(env, none[i], 0, out, sizeof out), "");
            assert_string_equal(th_env_action(env, 0, none[i], out, sizeof out), "");
        }
        const int observations = th_env_shape(env).observation;
        assert_string_equal(th_env_observation_name(env, -1, out, sizeof out), "");
        assert_string_equal(th_env_observation_name(env, observations, out, sizeof out), "");
        assert_string_equal(th_env_draw(env, 0, false, NULL, 9), "");
        assert_string_equal(th_env_position(env, 0, out, 0), "");
        assert_string_equal(th_env_action(env, 0, 0, NULL, 0), "");
        assert_string_equal(th_env_observation_name(env, 0, out, 0), "");
        for (size_t size = 1; size < sizeof out; size++) {
            memset(out, 7, sizeof out);
            assert_true(strlen(th_env_draw(env, 0, true, out, size)) < size);
            assert_true(strlen(th_env_position(env, 0, out, size)) < size);
            assert_true(strlen(th_env_observation_name(env, 0, out, size)) < size);
            for (size_t i = size; i < sizeof out; i++) assert_int_equal(out[i], 7);
        }
        th_env_drop(env);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_may_be_lost_and_is_cut_where_it_is_long),
        cmocka_unit_test(there_are_no_other_faults),
        cmocka_unit_test(seeds_that_are_not_there),
        cmocka_unit_test(thoughts_have_room_for_so_many_actions),
        cmocka_unit_test(an_interval_is_within_0_and_1),
        cmocka_unit_test(texts_that_do_not_fit_are_refused),
        cmocka_unit_test(a_table_with_too_many_options_is_refused),
        cmocka_unit_test(options_that_are_not_there_are_not_read),
        cmocka_unit_test(options_are_written_where_there_is_room),
        cmocka_unit_test(specs_that_do_not_fit_are_refused),
        cmocka_unit_test(games_and_bots_that_are_not_there),
        cmocka_unit_test(bots_that_cannot_be_registered),
        cmocka_unit_test(states_are_made_by_the_games_own_options),
        cmocka_unit_test(states_that_are_not_there_are_not_read),
        cmocka_unit_test(flat_functions_have_no_game_and_no_state),
        cmocka_unit_test(flat_functions_need_room_and_seats),
        cmocka_unit_test(players_without_a_seat_have_no_action),
        cmocka_unit_test(arenas_that_cannot_be_read),
        cmocka_unit_test(arenas_that_cannot_be_played),
        cmocka_unit_test(environments_that_cannot_be_made),
        cmocka_unit_test(an_environment_that_is_not_there),
        cmocka_unit_test(an_environment_without_buffers),
        cmocka_unit_test(texts_of_an_environment_stay_in_their_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
