/* Games of four seats without chance: openings, repeated games, a table. The game is Ties: each
 * seat says 0, 1 or 2, and the highest share the win. */
#include "cmocka_includes.h"
#include "games/pig/ties.h"
#include "learn/train.h"
#include <stdio.h>

static void no_numbers(const struct th_state *view, int seat, float out[]) {
    (void)view, (void)seat;
    out[0] = 1;
}

static int one_number(const struct th_state *s) {
    (void)s;
    return 1;
}

static const char *number_name(const struct th_state *s, int i, char *out, size_t size) {
    (void)s, (void)i;
    snprintf(out, size, "one");
    return out;
}

static const char *number_meaning(const struct th_state *s, int i) {
    (void)s, (void)i;
    return "1";
}

static uint64_t one_key(const struct th_state *view, int seat) {
    (void)view, (void)seat;
    return 1;
}

static void *says_make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    static int zero;
    (void)game, (void)o, (void)e;
    return &zero;
}

static int says_same(void *self, const struct th_ask *ask) {
    (void)ask;
    return *(const int *)self;
}

static const struct th_bot_kind same_bot = {.name = "0", .make = says_make, .choose = says_same};

static int says_0_or_1(void *self, const struct th_ask *ask) {
    (void)self;
    return (int)th_rng_below(ask->rng, 2);
}

static void no_progress(void *context, const struct train_run *run, bool evaluated) {
    (void)context, (void)run, (void)evaluated;
}

/* One opponent always says 0, and one says 0 or 1. */
static struct train_plan plan_of(const struct learner *learner, uint64_t games) {
    static const struct th_learning learning = {.observe = no_numbers,
                                                .observation_layout = "none",
                                                .observations = one_number,
                                                .observation_name = number_name,
                                                .observation_meaning = number_meaning,
                                                .summarise = one_key};
    static const struct th_bot_kind other_bot = {
        .name = "0-1", .make = says_make, .choose = says_0_or_1};
    static struct th_game game;
    static const atomic_bool never;
    struct th_error e = {""};
    game = ties_game;
    game.learning = &learning;
    struct train_plan plan = {.learner = learner,
                              .game = &game,
                              .game_spec.text = "ties:players=4",
                              .observations = 1,
                              .opponent_text = "0,0-1",
                              .opponents = {.count = 2,
                                            .bot = {{.kind = &same_bot, .spec.text = "0"},
                                                    {.kind = &other_bot, .spec.text = "0-1"}}},
                              .games = games,
                              .evaluate_every = 1000,
                              .evaluate_games = 20,
                              .final_games = 2000,
                              .stop = &never,
                              .progress = no_progress};
    plan.judges = plan.opponents;
    th_options_init(&plan.options, learner->options);
    th_options_init(&plan.game_spec.options, game.options);
    assert_true(th_options_set(&plan.game_spec.options, "ties", "players", "4", &e));
    return plan;
}

static json_t *train(const struct learner *learner, uint64_t games) {
    const struct train_plan plan = plan_of(learner, games);
    struct train_run run;
    struct th_error e = {""};
    if (!train_new(&run, &plan, 0, NULL, &e)) fail_msg("%s", e.text);
    train_all(&run);
    json_t *found = train_json(&plan, &run, 1);
    train_drop(&run);
    return found;
}

/* Else the four games against a bot that always does the same would come again and again. */
static void games_against_a_bot_that_never_varies_begin_at_random(void **state) {
    (void)state;
    json_t *found = train(&dqn_learner, 20);
    const json_t *seed = json_array_get(json_object_get(found, "seeds"), 0);
    const json_t *final = json_object_get(seed, "final"), *fixed = json_object_get(final, "0");
    const json_int_t different = json_integer_value(json_object_get(fixed, "different_games"));
    const json_t *interval = json_object_get(fixed, "ci95");
    assert_int_equal(json_integer_value(json_object_get(fixed, "random_plies")), 2); /* of four */
    assert_in_range(different, 9, 27); /* nine openings, and what the learner says after them */
    assert_true(json_number_value(json_array_get(interval, 1)) -
                    json_number_value(json_array_get(interval, 0)) >
                0.1);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(final, "0-1"), "random_plies")), 0);
    json_decref(found);
}

static void a_table_is_learned(void **state) {
    (void)state;
    json_t *found = train(&table_learner, 2000);
    const json_t *share = json_object_get(json_object_get(found, "final"), "win_share");
    assert_true(json_number_value(share) == 1); /* it says 2 */
    assert_true(json_number_value(json_object_get(found, "fair_share")) == 0.25);
    json_decref(found);
}

/* An evaluation of four games, one per seat, whatever the number of games. */
static void a_repeated_game_counts_once(void **state) {
    (void)state;
    const struct train_plan plan = plan_of(&table_learner, 1);
    const struct th_options *options = &plan.game_spec.options;
    struct opponent bots[VERSUS_OPPONENTS_MAX] = {{{{0}}}};
    int number = 2;
    const struct bot player = {.kind = &same_bot, .self = &number};
    struct th_error e = {""};
    struct versus v;
    double low, high;
    if (!versus_make(&v, plan.game, options, &e) ||
        !bot_list_make(&plan.opponents, plan.game, options, 3, bots, &e))
        fail_msg("%s", e.text);
    const struct match_rules rules = {
        .game = v.game, .start = v.start, .seed = th_seed_of(1), .max_turns = UINT32_MAX};
    struct evaluation found = evaluate_bot(player, &rules, bots, 1, 4000, v.state, v.view);
    th_wilson(4, 4, &low, &high);
    assert_true(found.share == 1 && found.wins == 4000 && found.different == 4);
    assert_true(found.low == low && found.high == high);
    for (int s = 0; s < 4; s++) assert_int_equal(found.seat_wins[s], 1000);
    number = 0; /* all say 0 and share the win, always in the same game */
    found = evaluate_bot(player, &rules, bots, 1, 4000, v.state, v.view);
    th_wilson(0.25, 1, &low, &high);
    assert_true(found.share == 0.25 && found.wins == 0 && found.different == 1);
    assert_true(found.low == low && found.high == high);
    bot_list_drop(bots);
    versus_drop(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_against_a_bot_that_never_varies_begin_at_random),
        cmocka_unit_test(a_table_is_learned),
        cmocka_unit_test(a_repeated_game_counts_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
