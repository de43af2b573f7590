/* Q-learning: a maze learned to its exact optimum, masks, schedules, one update by hand. */
#include "allocations.h"
#include "cmocka_includes.h"
#include "grid.h"
#include "learn/dqn.h"
#include "scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct dqn *make(const struct dqn_settings *s, const struct environment *environment) {
    struct th_error e;
    struct dqn *d = dqn_new(s, environment->observation, environment->actions, &e);
    if (d == NULL) fail_msg("%s", e.text);
    return d;
}

static struct dqn_settings for_the_maze(uint64_t seed) {
    struct dqn_settings s = dqn_defaults();
    s.seed = seed;
    s.hidden[0] = s.hidden[1] = 32;
    s.replay = 5000;
    s.warm_up = 200;
    s.copy_every = 100;
    s.gamma = 0.9F;
    s.epsilon_last = 0.5F;
    s.epsilon_games = s.rate_games = 800;
    s.batch = 32;
    return s;
}

/* ---- the maze ---- */

/* In every cell the action taken is a best one, and what it is worth is known. */
static void the_maze_is_learned_to_its_optimum(void **state) {
    (void)state;
    double value[GRID_CELLS][GRID_ACTIONS];
    grid_solve((double)0.9F, value);
    for (uint64_t seed = 1; seed <= (uint64_t)test_scale(3); seed++) {
        struct grid grid = {0};
        const struct dqn_settings settings = for_the_maze(seed);
        struct dqn *d = make(&settings, &grid_environment);
        dqn_train(d, &grid_environment, &grid, 1000);
        assert_int_equal(grid.illegal, 0);
        for (int c = 0; c < GRID_CELLS; c++) {
            if (!grid_open(c)) continue;
            float look[GRID_CELLS], found[GRID_ACTIONS];
            bool legal[GRID_ACTIONS];
            grid_look(c, look);
            grid_legal(c, legal);
            network_answer(&d->online, look, found);
            const int chosen = dqn_greedy(&d->online, look, legal);
            assert_true(legal[chosen]);
            for (int a = 0; a < GRID_ACTIONS; a++) {
                if (!legal[a]) continue;
                assert_true(value[c][a] <= value[c][chosen] + 1e-9);
                assert_true(fabs((double)found[a] - value[c][a]) < 0.1);
            }
        }
        dqn_drop(d);
    }
}

static void training_allocates_nothing(void **state) {
    (void)state;
    struct grid grid = {0};
    const struct dqn_settings settings = for_the_maze(1);
    struct dqn *d = make(&settings, &grid_environment);
    assert_true(allocations > 0);
    allocations = 0;
    dqn_train(d, &grid_environment, &grid, 50);
    assert_true(d->updates > 0);
    assert_int_equal(allocations, 0);
    dqn_drop(d);
}

static void the_same_seed_learns_the_same(void **state) {
    (void)state;
    struct dqn *d[3];
    for (int i = 0; i < 3; i++) {
        struct grid grid = {0};
        const struct dqn_settings settings = for_the_maze(i < 2 ? 7 : 8);
        d[i] = make(&settings, &grid_environment);
        dqn_train(d[i], &grid_environment, &grid, 60);
    }
    const size_t size = d[0]->online.count * sizeof(float);
    assert_memory_equal(d[0]->online.parameters, d[1]->online.parameters, size);
    assert_memory_not_equal(d[0]->online.parameters, d[2]->online.parameters, size);
    for (int i = 0; i < 3; i++) dqn_drop(d[i]);
}

static void epsilon_one_takes_every_legal_action_as_often(void **state) {
    (void)state;
    struct grid grid = {0};
    struct dqn_settings settings = for_the_maze(1);
    settings.epsilon_last = 1;
    settings.warm_up = 1000000;
    struct dqn *d = make(&settings, &grid_environment);
    dqn_train(d, &grid_environment, &grid, 1000);
    long all = 0;
    for (int a = 0; a < GRID_ACTIONS; a++) all += grid.taken[a];
    assert_int_equal(grid.illegal, 0);
    assert_true((uint64_t)all == d->replay.added && d->updates == 0);
    for (int a = 0; a < GRID_ACTIONS; a++) assert_true(grid.taken[a] > all / 6);
    dqn_drop(d);
}

/* ---- one update by hand ---- */

/* Two decisions, action 2 illegal in both. The first is worth 3, the second 0. */
static bool crossing_reset(void *self, uint64_t seed) {
    (void)seed;
    *(int *)self = 0;
    return true;
}

static void crossing_observe(const void *self, float out[]) {
    (void)self;
    out[0] = 1;
}

static void crossing_legal(const void *self, bool out[]) {
    (void)self;
    out[0] = out[1] = true;
    out[2] = false;
}

static struct environment_step crossing_step(void *self, int action) {
    (void)action;
    const int decisions = ++*(int *)self;
    return (struct environment_step){.reward = decisions == 1 ? 3 : 0, .done = decisions == 2};
}

static const struct environment crossing = {
    1, 3, crossing_reset, crossing_observe, crossing_legal, crossing_step};

/* A network without hidden layers and with zero weights: its values are its biases. A memory of
 * one step: every update learns from the step just taken. */
static struct dqn *by_hand(float rate) {
    struct dqn_settings s = dqn_defaults();
    s.hidden_layers = 0;
    s.replay = s.warm_up = 1;
    s.batch = 4;
    s.epsilon = s.epsilon_last = 0;
    s.huber_delta = 1000;
    s.gamma = 0.5F;
    s.rate = s.rate_last = rate;
    struct dqn *d = make(&s, &crossing);
    const float online[] = {0, 0, 0, 1, 0.5F, 100}, target[] = {0, 0, 0, 8, 20, 50};
    memcpy(d->online.parameters, online, sizeof online);
    memcpy(d->target.parameters, target, sizeof target);
    return d;
}

/* The online network takes action 0, at 1, and would take it again: action 1 is worth more only to
 * the target, action 2 is illegal. So the first step should have been worth 3 + 8 / 2. */
static void the_network_chooses_and_the_target_values(void **state) {
    (void)state;
    int decisions;
    struct dqn *d = by_hand(0);
    dqn_train(d, &crossing, &decisions, 1);
    const struct dqn_tally tally = dqn_take_tally(d);
    assert_true(tally.games == 1 && tally.steps == 2 && tally.updates == 2 && tally.reward == 3);
    const float expected = huber_loss(1 - (3 + 0.5F * 8), 1000) + huber_loss(1, 1000);
    assert_true(fabs(tally.loss - (double)expected) < 1e-4);
    assert_true(dqn_take_tally(d).updates == 0);
    dqn_drop(d);
}

static void only_the_action_taken_is_learned(void **state) {
    (void)state;
    int decisions;
    struct dqn *d = by_hand(0.01F);
    dqn_train(d, &crossing, &decisions, 1);
    assert_true(d->online.parameters[3] != 1);
    assert_true(d->online.parameters[4] == 0.5F && d->online.parameters[5] == 100);
    assert_true(d->target.parameters[3] == 8);
    dqn_drop(d);
}

static void the_target_is_copied_in_time(void **state) {
    (void)state;
    int decisions;
    struct dqn *d = by_hand(0.01F);
    d->settings.copy_every = 6;
    dqn_train(d, &crossing, &decisions, 2); /* two updates a game */
    assert_true(d->target.parameters[3] == 8);
    dqn_train(d, &crossing, &decisions, 1);
    assert_memory_equal(d->target.parameters, d->online.parameters, 6 * sizeof(float));
    dqn_drop(d);
}

/* ---- settings ---- */

static void rates_fall_evenly_by_games(void **state) {
    (void)state;
    const struct dqn_settings s = dqn_defaults();
    struct dqn *d = make(&s, &crossing);
    const struct {
        uint64_t games;
        float epsilon, rate;
    } rows[] = {{0, 1, 1e-3F},           {500, 0.525F, 0.00091F}, {1000, 0.05F, 0.00082F},
                {2500, 0.05F, 0.00055F}, {5000, 0.05F, 1e-4F},    {UINT64_MAX, 0.05F, 1e-4F}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        d->games = rows[i].games;
        assert_true(fabsf(dqn_epsilon(d) - rows[i].epsilon) < 1e-6F);
        assert_true(fabsf(dqn_rate(d) - rows[i].rate) < 1e-8F);
    }
    dqn_drop(d);
}

static void the_best_network_is_kept(void **state) {
    (void)state;
    int decisions;
    struct dqn *d = by_hand(0.01F);
    assert_ptr_equal(dqn_best(d), &d->online);
    assert_true(dqn_keep_best(d, -0.5));
    dqn_train(d, &crossing, &decisions, 1);
    assert_false(dqn_keep_best(d, -0.5));
    assert_true(dqn_best(d)->parameters[3] == 1);
    assert_true(dqn_keep_best(d, 0.25));
    assert_true(dqn_best(d)->parameters[3] == d->online.parameters[3]);
    assert_false(dqn_keep_best(d, (double)NAN));
    dqn_drop(d);
}

static void settings_out_of_range_are_refused(void **state) {
    (void)state;
    struct th_error e;
    struct dqn_settings s;
#define ASSERT_REFUSED(change, word)                                                               \
    s = dqn_defaults(), (change), e.text[0] = 0;                                                   \
    assert_null(dqn_new(&s, 24, 9, &e));                                                           \
    if (strstr(e.text, word) == NULL) fail_msg("“%s” does not tell of %s", e.text, word)
    ASSERT_REFUSED(s.gamma = 1.5F, "gamma");
    ASSERT_REFUSED(s.gamma = (float)NAN, "gamma");
    ASSERT_REFUSED(s.epsilon = -1, "epsilon");
    ASSERT_REFUSED(s.rate = 2, "rate");
    ASSERT_REFUSED(s.batch = 0, "batch");
    ASSERT_REFUSED(s.replay = 0, "replay");
    ASSERT_REFUSED(s.replay = 99999999, "gigabyte");
    ASSERT_REFUSED((s.hidden[0] = 4096, s.batch = 65536), "batch");
    ASSERT_REFUSED(s.hidden_layers = 8, "hidden layers");
    ASSERT_REFUSED(s.hidden[1] = 0, "layer");
    ASSERT_REFUSED(s.adam.mean_decay = 1, "Adam");
    s = dqn_defaults();
    assert_true(dqn_check(&s, 24, 9, &e));
    assert_false(dqn_check(&s, 0, 9, &e));
    assert_false(dqn_check(&s, 24, 5000, &e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_maze_is_learned_to_its_optimum),
        cmocka_unit_test(training_allocates_nothing),
        cmocka_unit_test(the_same_seed_learns_the_same),
        cmocka_unit_test(epsilon_one_takes_every_legal_action_as_often),
        cmocka_unit_test(the_network_chooses_and_the_target_values),
        cmocka_unit_test(only_the_action_taken_is_learned),
        cmocka_unit_test(the_target_is_copied_in_time),
        cmocka_unit_test(rates_fall_evenly_by_games),
        cmocka_unit_test(the_best_network_is_kept),
        cmocka_unit_test(settings_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
