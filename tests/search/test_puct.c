/* Search with an evaluator: exact functions, PUCT, the Gumbel search at the root. */
#include "cmocka_includes.h"
#include "core/exact_math.h"
#include "games/kittens/board.h"
#include "games/y/board.h"
#include "made.h"
#include "making.h"
#include "search/gumbel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- exact functions ---- */

static void exp_and_log_are_those_of_the_library(void **state) {
    (void)state;
    for (double x = -690; x < 690; x += 0.37) assert_true(fabs(exact_exp(x) / exp(x) - 1) < 1e-12);
    for (double x = 1e-300; x < 1e300; x *= 1.7)
        assert_true(fabs(exact_log(x) - log(x)) < 1e-12 * (1 + fabs(log(x))));
    assert_true(exact_exp(0) == 1 && exact_log(1) == 0);
    assert_true(exact_exp(-INFINITY) == 0 && exact_exp(NAN) == 0 && isfinite(exact_exp(INFINITY)));
}

/* Other bits would change decisions between machines. */
static void exp_and_log_have_these_bits(void **state) {
    (void)state;
    assert_true(exact_exp(1) == 0x1.5bf0a8b145763p+1);
    assert_true(exact_exp(-7.3) == 0x1.622d4792b6a8p-11);
    assert_true(exact_log(10) == 0x1.26bb1bbb55515p+1);
    assert_true(exact_log(0.003) == -0x1.73c8ffae4beddp+2);
}

/* ---- an evaluator of the test's own ---- */

/* Priors by action, and a payoff for seat 0 that is the same everywhere. */
struct fixed {
    float prior[MADE_CHILDREN];
    double first_seat;
};

static void evaluate(const void *self, const struct th_game *game, const struct th_state *view,
                     int seat, const th_action legal[], int n, float prior[], double payoff[]) {
    const struct fixed *f = self;
    (void)game, (void)view, (void)seat;
    float sum = 0;
    for (int i = 0; i < n; i++) sum += f->prior[legal[i] % MADE_CHILDREN];
    for (int i = 0; i < n; i++) prior[i] = f->prior[legal[i] % MADE_CHILDREN] / sum;
    payoff[0] = f->first_seat;
    payoff[1] = 1 - f->first_seat;
}

static const struct fixed even = {{1, 1, 1, 1}, 0.5};

struct setup {
    struct evaluator evaluator;
    struct worlds *worlds;
};

static struct setup *search_of(const struct th_game *game, const struct fixed *f,
                               double exploration) {
    struct th_error e = {""};
    struct setup *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->evaluator = (struct evaluator){.self = f, .evaluate = evaluate};
    const struct worlds_settings settings = {.playouts = 1,
                                             .exploration = exploration,
                                             .evaluator = &s->evaluator,
                                             .chance_nodes = game == &made_chance_game};
    s->worlds = worlds_new(game, &settings, 1 << 20, &e);
    assert_non_null(s->worlds);
    return s;
}

static void drop_search(struct setup *s) {
    worlds_drop(s->worlds);
    free(s);
}

/* 0 ─ four actions of seat 0: 1 loses at once; 2 loses to the answer of seat 1; 3 wins whatever the
 * answer; 4 is a draw. */
static void make_puzzle(void) {
    memset(made, 0, sizeof made);
    made[0] = (struct made){.mover = 0, .children = 4, .child = {1, 2, 3, 4}};
    made[1] = (struct made){.mover = TH_OVER, .value = -1};
    made[2] = (struct made){.mover = 1, .children = 2, .child = {5, 6}};
    made[3] = (struct made){.mover = 1, .children = 2, .child = {6, 7}};
    made[4] = (struct made){.mover = TH_OVER, .value = 0};
    made[5] = (struct made){.mover = TH_OVER, .value = -1};
    made[6] = (struct made){.mover = TH_OVER, .value = 1};
    made[7] = (struct made){.mover = TH_OVER, .value = 1};
}

/* ---- PUCT ---- */

static void the_winning_action_gets_the_visits(void **state) {
    (void)state;
    static const struct fixed misled = {{4, 3, 0.5F, 2}, 0.5};
    make_puzzle();
    const struct fixed *const both[] = {&even, &misled};
    for (int k = 0; k < 2; k++) {
        struct setup *s = search_of(&made_game, both[k], 1);
        struct th_rng rng = th_rng_seeded(1);
        worlds_begin(s->worlds, made_state(0), 0);
        for (int i = 0; i < 400; i++) worlds_iterate(s->worlds, &rng, NULL);
        uint32_t all = 0;
        for (int i = 0; i < 4; i++) all += worlds_visits(s->worlds, i);
        assert_int_equal(all, 400);
        assert_true(worlds_visits(s->worlds, 2) > 300);
        /* The first visit of a view counts what the evaluator says. */
        assert_true(worlds_sum(s->worlds, 2) == worlds_visits(s->worlds, 2) - 0.5);
        assert_true(worlds_sum(s->worlds, 0) == 0);
        drop_search(s);
    }
}

/* Where all values are equal, only priors tell actions apart. */
static void visits_follow_the_priors(void **state) {
    (void)state;
    static const struct fixed f = {{0.5F, 0.25F, 0.15F, 0.1F}, 0.5};
    struct setup *s = search_of(&made_game, &f, 1);
    struct th_rng rng = th_rng_seeded(1);
    memset(made, 0, sizeof made);
    made[0] = (struct made){.mover = 0, .children = 4, .child = {1, 1, 1, 1}};
    made[1] = (struct made){.mover = TH_OVER, .value = 0};
    worlds_begin(s->worlds, made_state(0), 0);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(worlds_prior(s->worlds, i) - (double)f.prior[i]) < 1e-5);
    assert_true(worlds_value(s->worlds) == 0.5);
    for (int i = 0; i < 1000; i++) worlds_iterate(s->worlds, &rng, NULL);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(worlds_visits(s->worlds, i) - 1000 * (double)f.prior[i]) < 10);
    drop_search(s);
}

static void a_prior_of_zero_is_still_tried(void **state) {
    (void)state;
    static const struct fixed f = {{1, 1, 0, 1}, 0.5};
    struct setup *s = search_of(&made_game, &f, 1);
    struct th_rng rng = th_rng_seeded(1);
    make_puzzle();
    worlds_begin(s->worlds, made_state(0), 0);
    assert_true(worlds_prior(s->worlds, 2) > 0);
    for (int i = 0; i < 8; i++) worlds_iterate_action(s->worlds, 2, &rng, NULL);
    assert_int_equal(worlds_visits(s->worlds, 2), 8);
    drop_search(s);
}

/* Circles, several moves in a row, forced plies: whatever the table has, every iteration counts. */
static void any_game_can_be_searched(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    struct setup *s = search_of(&made_game, &even, 1);
    for (int k = 0; k < 200; k++) {
        made_at_random(&rng);
        for (int i = 0; i < MADE_STATES; i++) { /* no circles without a choice */
            if (made[i].children == 1) made[i].child[1] = made[i].child[0];
            if (made[i].children == 1) made[i].children = 2;
        }
        made[0].children = MADE_CHILDREN;
        for (int i = 0; i < MADE_CHILDREN; i++) made[0].child[i] = i + 1;
        worlds_begin(s->worlds, made_state(0), made[0].mover);
        for (int i = 0; i < 50; i++) worlds_iterate(s->worlds, &rng, NULL);
        uint32_t all = 0;
        for (int i = 0; i < MADE_CHILDREN; i++) all += worlds_visits(s->worlds, i);
        assert_true(all >= 50); /* more, if a circle leads back */
    }
    drop_search(s);
}

/* A million bytes are soon full; the search goes on with the views it has. */
static void it_goes_on_when_its_memory_is_full(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    struct setup *s = search_of(&y_game, &even, 1);
    struct y start;
    y_start(&start, 9, 0);
    worlds_begin(s->worlds, (const struct th_state *)(const void *)&start, 0);
    for (int i = 0; i < 20000; i++) worlds_iterate(s->worlds, &rng, NULL);
    uint32_t all = 0;
    for (int i = 0; i < y_cells(9); i++) all += worlds_visits(s->worlds, i);
    assert_int_equal(all, 20000);
    drop_search(s);
}

/* ---- chance nodes ---- */

/* 0 ─ two actions of seat 0: 1 is a bet that wins with the weights 3 of 8, and draws with 1; 2 asks
 * seat 1, who can only win. */
static void make_bet(void) {
    memset(made, 0, sizeof made);
    made[0] = (struct made){.mover = 0, .children = 2, .child = {1, 2}};
    made[1] =
        (struct made){.mover = TH_CHANCE, .children = 3, .child = {3, 4, 5}, .weight = {3, 1, 4}};
    made[2] = (struct made){.mover = 1, .children = 2, .child = {5, 5}};
    made[3] = (struct made){.mover = TH_OVER, .value = 1};
    made[4] = (struct made){.mover = TH_OVER, .value = 0};
    made[5] = (struct made){.mover = TH_OVER, .value = -1};
}

static const double bet_value = 3.5 / 8;

/* The first visit counts what the evaluator says about the event, all others the expectation. */
static void a_bet_is_worth_its_expectation(void **state) {
    (void)state;
    struct setup *s = search_of(&made_chance_game, &even, 1);
    make_bet();
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct th_rng rng = th_rng_seeded(seed);
        double payoff[TH_SEATS_MAX];
        worlds_begin(s->worlds, made_state(0), 0);
        for (int i = 0; i < 100; i++) worlds_iterate_action(s->worlds, 0, &rng, NULL);
        assert_int_equal(worlds_visits(s->worlds, 0), 100);
        assert_true(fabs(worlds_sum(s->worlds, 0) - (0.5 + 99 * bet_value)) < 1e-6);
        worlds_payoff(s->worlds, 0, payoff);
        assert_true(fabs(payoff[0] - (0.5 + 99 * bet_value) / 100) < 1e-6);
        assert_true(fabs(payoff[0] + payoff[1] - 1) < 1e-6);
    }
    drop_search(s);
}

/* A decision after the event: what is found there replaces the evaluator's value, so the
 * expectation tends to the best answers. */
static void decisions_after_chance_are_searched(void **state) {
    (void)state;
    struct setup *s = search_of(&made_chance_game, &even, 0.1);
    struct th_rng rng = th_rng_seeded(1);
    double payoff[TH_SEATS_MAX];
    make_bet();
    made[4] = (struct made){.mover = 0, .children = 2, .child = {3, 5}}; /* seat 0 wins */
    worlds_begin(s->worlds, made_state(0), 0);
    for (int i = 0; i < 4000; i++) worlds_iterate_action(s->worlds, 0, &rng, NULL);
    worlds_payoff(s->worlds, 0, payoff);
    assert_true(fabs(payoff[0] - 0.5) < 0.01);
    assert_true(payoff[0] > bet_value);
    drop_search(s);
}

/* Circles of chance and decisions, forced ones too: every iteration ends and counts. */
static void any_game_of_chance_can_be_searched(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    struct setup *s = search_of(&made_chance_game, &even, 1);
    for (int k = 0; k < 200; k++) {
        made_at_random(&rng);
        for (int i = 0; i < MADE_STATES; i++) {
            for (int c = 0; c < MADE_CHILDREN; c++)
                made[i].weight[c] = 1 + (int)th_rng_below(&rng, 5);
            if (made[i].children == 1) made[i].child[1] = made[i].child[0];
            if (made[i].children == 1) made[i].children = 2;
            if (i > 0 && made[i].mover != TH_OVER && th_rng_below(&rng, 3) == 0)
                made[i].mover = TH_CHANCE;
        }
        made[0].children = MADE_CHILDREN;
        made[0].mover = 0;
        for (int c = 0; c < MADE_CHILDREN; c++) made[0].child[c] = 1 + c;
        worlds_begin(s->worlds, made_state(0), 0);
        for (int i = 0; i < 300; i++) worlds_iterate(s->worlds, &rng, NULL);
        uint32_t all = 0;
        for (int i = 0; i < MADE_CHILDREN; i++) {
            double payoff[TH_SEATS_MAX];
            const uint32_t visits = worlds_visits(s->worlds, i);
            all += visits;
            if (visits == 0) continue;
            worlds_payoff(s->worlds, i, payoff);
            assert_true(payoff[0] > -1e-6 && payoff[1] > -1e-6);
            assert_true(fabs(payoff[0] + payoff[1] - 1) < 1e-6);
        }
        assert_true(all >= 300); /* more, if a circle leads back */
    }
    drop_search(s);
}

/* ---- Gumbel search ---- */

static void it_finds_the_winning_action_and_a_better_policy(void **state) {
    (void)state;
    static const struct fixed misled = {{4, 3, 0.5F, 2}, 0.5};
    const struct gumbel_settings settings = {
        .iterations = 64, .considered = 4, .value_scale = GUMBEL_VALUE_SCALE};
    struct setup *s = search_of(&made_game, &misled, 1);
    make_puzzle();
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct th_rng rng = th_rng_seeded(seed);
        double improved[4], sum = 0;
        worlds_begin(s->worlds, made_state(0), 0);
        assert_int_equal(gumbel_search(s->worlds, 4, &settings, &rng, NULL, improved), 2);
        for (int i = 0; i < 4; i++) sum += improved[i];
        assert_true(fabs(sum - 1) < 1e-9);
        assert_true(improved[2] > 0.5 && improved[2] > improved[3] && improved[3] > improved[0]);
    }
    drop_search(s);
}

static void it_spends_its_iterations_on_what_it_considers(void **state) {
    (void)state;
    struct setup *s = search_of(&y_game, &even, 1);
    struct y start;
    y_start(&start, 5, 0);
    for (int iterations = 1; iterations <= 70; iterations++)
        for (int considered = 1; considered <= 20; considered++) {
            struct th_rng rng = th_rng_seeded((uint64_t)iterations);
            const struct gumbel_settings settings = {iterations, considered, GUMBEL_VALUE_SCALE};
            double improved[15], sum = 0;
            uint32_t all = 0;
            int visited = 0;
            worlds_begin(s->worlds, (const struct th_state *)(const void *)&start, 0);
            const int place = gumbel_search(s->worlds, 15, &settings, &rng, NULL, improved);
            for (int i = 0; i < 15; i++) {
                all += worlds_visits(s->worlds, i);
                visited += worlds_visits(s->worlds, i) > 0;
                sum += improved[i];
            }
            const int most = considered < 15 ? considered : 15;
            assert_int_equal(all, iterations);
            assert_int_equal(visited, most < iterations ? most : iterations);
            assert_true(worlds_visits(s->worlds, place) > 0 && fabs(sum - 1) < 1e-9);
        }
    drop_search(s);
}

/* Where values tell nothing, an action is chosen as often as its prior says: this is what the noise
 * is for. */
static void actions_are_sampled_by_their_priors(void **state) {
    (void)state;
    enum { TIMES = 4000 };
    static const struct fixed f = {{0.5F, 0.25F, 0.15F, 0.1F}, 0.5};
    const struct gumbel_settings settings = {
        .iterations = 4, .considered = 4, .value_scale = GUMBEL_VALUE_SCALE};
    struct setup *s = search_of(&made_game, &f, 1);
    int chosen[4] = {0};
    memset(made, 0, sizeof made);
    made[0] = (struct made){.mover = 0, .children = 4, .child = {1, 1, 1, 1}};
    made[1] = (struct made){.mover = TH_OVER, .value = 0};
    struct th_rng rng = th_rng_seeded(9);
    for (int k = 0; k < TIMES; k++) {
        double improved[4];
        worlds_begin(s->worlds, made_state(0), 0);
        chosen[gumbel_search(s->worlds, 4, &settings, &rng, NULL, improved)]++;
        for (int i = 0; i < 4; i++) assert_true(fabs(improved[i] - (double)f.prior[i]) < 1e-4);
    }
    for (int i = 0; i < 4; i++) {
        const double p = (double)f.prior[i];
        assert_true(fabs(chosen[i] - TIMES * p) < 4 * sqrt(TIMES * p * (1 - p)));
    }
    drop_search(s);
}

/* In a game with hidden information the same functions search many worlds. */
static void hidden_information_is_searched_in_worlds(void **state) {
    (void)state;
    struct setup *s = search_of(&kittens_game, &even, 1);
    struct th_error e = {""};
    struct th_options options;
    th_options_init(&options, kittens_game.options);
    struct th_state *full = th_state_new(&kittens_game, &options, &e);
    struct th_state *view = th_state_new(&kittens_game, &options, &e);
    th_action legal[TH_LEGAL_MAX];
    struct th_rng rng = th_rng_seeded(5);
    assert_true(full != NULL && view != NULL);
    while (kittens_game.mover(full) == TH_CHANCE)
        kittens_game.apply(full, th_chance_pick(&kittens_game, full, th_rng_next(&rng)));
    const int seat = kittens_game.mover(full), n = kittens_game.legal(full, legal);
    const struct gumbel_settings settings = {
        .iterations = 200, .considered = 8, .value_scale = GUMBEL_VALUE_SCALE};
    double improved[TH_LEGAL_MAX];
    kittens_game.view(full, seat, view);
    worlds_begin(s->worlds, view, seat);
    assert_in_range(gumbel_search(s->worlds, n, &settings, &rng, NULL, improved), 0, n - 1);
    free(full);
    free(view);
    drop_search(s);
}

static void a_stop_ends_it_with_an_answer(void **state) {
    (void)state;
    const th_flag stop = true;
    const struct gumbel_settings settings = {
        .iterations = 100000, .considered = 4, .value_scale = GUMBEL_VALUE_SCALE};
    struct setup *s = search_of(&made_game, &even, 1);
    struct th_rng rng = th_rng_seeded(1);
    double improved[4];
    make_puzzle();
    worlds_begin(s->worlds, made_state(0), 0);
    assert_in_range(gumbel_search(s->worlds, 4, &settings, &rng, &stop, improved), 0, 3);
    for (int i = 0; i < 4; i++) assert_true(fabs(improved[i] - 0.25) < 1e-4);
    drop_search(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_and_log_are_those_of_the_library),
        cmocka_unit_test(exp_and_log_have_these_bits),
        cmocka_unit_test(the_winning_action_gets_the_visits),
        cmocka_unit_test(visits_follow_the_priors),
        cmocka_unit_test(a_prior_of_zero_is_still_tried),
        cmocka_unit_test(any_game_can_be_searched),
        cmocka_unit_test(it_goes_on_when_its_memory_is_full),
        cmocka_unit_test(a_bet_is_worth_its_expectation),
        cmocka_unit_test(decisions_after_chance_are_searched),
        cmocka_unit_test(any_game_of_chance_can_be_searched),
        cmocka_unit_test(it_finds_the_winning_action_and_a_better_policy),
        cmocka_unit_test(it_spends_its_iterations_on_what_it_considers),
        cmocka_unit_test(actions_are_sampled_by_their_priors),
        cmocka_unit_test(hidden_information_is_searched_in_worlds),
        cmocka_unit_test(a_stop_ends_it_with_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
