/* Strengths from results that can be worked out by hand, and from such as have no likeliest
 * strengths. test_likelihood.c has leagues at large; how far the standard errors are to be trusted
 * is for test_coverage.c. */
#include "cmocka_includes.h"
#include "results.h"
#include <math.h>

/* ---- by hand ---- */

static void three_wins_of_four_are_a_lead_of_ln_3(void **state) {
    (void)state;
    const struct rating_line_up l = duel(0, 1, 75, 25);
    struct ratings r = fit(&l, 1, 2);
    assert_near(r.strength[0] - r.strength[1], log(3), 1e-10);
    assert_near(r.strength[0] + r.strength[1], 0, 1e-12);
    assert_false(r.ghosts);
    assert_near(rating_elo(r.strength[0] - r.strength[1]), 190.848, 0.001);
    ratings_drop(&r);
}

static void of_three_players_strengths_are_the_logarithms_of_their_wins(void **state) {
    (void)state;
    const struct rating_line_up l = single_games(3, (const int[]){2, 0, 1}, (const int[]){5, 3, 2});
    struct ratings r = fit(&l, 1, 3);
    assert_near(r.strength[2] - r.strength[0], log(5.0 / 3), 1e-10);
    assert_near(r.strength[0] - r.strength[1], log(3.0 / 2), 1e-10);
    ratings_drop(&r);
}

/* Two slots of a against one of b: b wins e^b / (2 e^a + e^b). */
static void a_bot_in_two_slots_has_two_chances(void **state) {
    (void)state;
    const struct rating_line_up l =
        single_games(3, (const int[]){0, 0, 1}, (const int[]){40, 26, 34});
    struct ratings r = fit(&l, 1, 2);
    assert_near(r.strength[0] - r.strength[1], log(66.0 / 2 / 34), 1e-10);
    const double p = 0.34, se = sqrt(1 / (100 * p * (1 - p)));
    assert_near(ratings_lead_se(&r, 0, 1), se, 0.03 * se);
    ratings_drop(&r);
}

static void who_beats_in_a_circle_is_equal(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(0, 1, 9, 1), duel(1, 2, 9, 1), duel(2, 0, 9, 1)};
    struct ratings r = fit(l, 3, 3);
    for (int i = 0; i < 3; i++) assert_near(r.strength[i], 0, 1e-10);
    assert_near(ratings_superiority(&r, 0, 1), 0.5, 1e-9);
    ratings_drop(&r);
}

/* For two bots the information on the lead is n p (1 − p). What is added for not knowing the
 * spread of blocks is of the order of 1/n. */
static void independent_games_give_the_error_of_the_model(void **state) {
    (void)state;
    for (int n = 100; n <= 10000; n *= 10) {
        const struct rating_line_up l = duel(0, 1, n * 7 / 10, n * 3 / 10);
        struct ratings r = fit(&l, 1, 2);
        const double se = sqrt(1 / (n * 0.7 * 0.3));
        assert_near(ratings_lead_se(&r, 0, 1), se, se * 2 / n);
        assert_near(ratings_se(&r, 0), ratings_lead_se(&r, 0, 1) / 2, 1e-12);
        assert_near(ratings_se(&r, 1), ratings_se(&r, 0), 1e-12);
        const double z = log(7.0 / 3) / ratings_lead_se(&r, 0, 1);
        assert_near(ratings_superiority(&r, 0, 1), (1 + erf(z / sqrt(2))) / 2, 1e-12);
        ratings_drop(&r);
    }
}

/* N equal bots, n games a pair: the information is n/4 (N I − 1 1ᵀ), its inverse beside the
 * constants 4/(n N) (I − 1 1ᵀ / N). */
static void a_round_robin_of_equals_has_the_covariance_of_the_book(void **state) {
    (void)state;
    enum { BOTS = 5, GAMES = 2000 };
    struct rating_line_up l[BOTS * BOTS];
    int count = 0;
    for (int i = 0; i < BOTS; i++)
        for (int j = 0; j < i; j++) l[count++] = duel(i, j, GAMES / 2, GAMES / 2);
    struct ratings r = fit(l, count, BOTS);
    const double unit = 4.0 / (GAMES * BOTS);
    for (int i = 0; i < BOTS; i++)
        for (int j = 0; j < BOTS; j++)
            assert_near(r.covariance[i * BOTS + j], unit * ((i == j) - 1.0 / BOTS), 0.001 * unit);
    ratings_drop(&r);
}

/* Pairs of games of two bots, of which n were won two to none by each and `split` one to one. */
static double lead_error_of_pairs(int n, int split) {
    struct rating_line_up l = {.players = 2, .bot = {0, 1}};
    for (int b = 0; b < n; b++) {
        rating_add_block(&l, (const double[]){2, 0});
        rating_add_block(&l, (const double[]){0, 2});
    }
    for (int b = 0; b < split; b++) rating_add_block(&l, (const double[]){1, 1});
    struct ratings r = fit(&l, 1, 2);
    assert_near(r.strength[0], 0, 1e-10);
    const double se = ratings_lead_se(&r, 0, 1);
    ratings_drop(&r);
    return se;
}

static void games_of_a_block_that_go_the_same_way_count_as_one(void **state) {
    (void)state;
    const double alone = sqrt(1 / (20000 * 0.25)); /* 20,000 independent games */
    assert_near(lead_error_of_pairs(5000, 0), alone * sqrt(2), alone * 0.001);
    assert_near(lead_error_of_pairs(2500, 5000), alone, alone * 0.001);
    /* A tenth of the blocks tell one from the other: a fifth of the variance. */
    assert_near(lead_error_of_pairs(500, 9000), alone * sqrt(0.2), alone * 0.001);
    /* Never one to none is seen, yet some doubt stays. */
    assert_true(lead_error_of_pairs(0, 10000) > 0);
    assert_true(lead_error_of_pairs(0, 10000) < alone * 0.05);
}

/* Four games as one block, won two and two: were they independent, the variance would be 1. */
static void one_block_says_nothing_of_its_spread_and_more_is_allowed_for(void **state) {
    (void)state;
    struct rating_line_up l = {.players = 2, .bot = {0, 1}};
    rating_add_block(&l, (const double[]){2, 2});
    struct ratings r = fit(&l, 1, 2);
    assert_true(ratings_lead_se(&r, 0, 1) > 1.1 && ratings_lead_se(&r, 0, 1) < 1.5);
    ratings_drop(&r);
}

/* ---- where there is no maximum ---- */

static void who_never_lost_is_far_ahead_but_not_infinitely(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(0, 1, 20, 0), duel(1, 2, 12, 8), duel(0, 2, 20, 0)};
    struct ratings r = fit(l, 3, 3);
    assert_sound(&r);
    assert_true(r.ghosts);
    assert_true(r.strength[0] - r.strength[1] > 2 && r.strength[0] - r.strength[1] < 10);
    assert_near(r.strength[1] - r.strength[2], log(12.0 / 8), 0.1); /* the ghosts weigh little */
    assert_true(ratings_lead_se(&r, 0, 1) > 2 * ratings_lead_se(&r, 1, 2));
    assert_true(ratings_superiority(&r, 0, 1) > 0.9);
    ratings_drop(&r);
}

static void who_never_won_is_far_behind_but_not_infinitely(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(0, 1, 0, 20), duel(1, 2, 12, 8), duel(0, 2, 0, 20)};
    struct ratings r = fit(l, 3, 3);
    assert_sound(&r);
    assert_true(r.ghosts);
    assert_true(r.strength[2] - r.strength[0] > 2 && r.strength[2] - r.strength[0] < 10);
    ratings_drop(&r);
}

/* Half a win and half a loss against the average player, and n wins against the other: by symmetry
 * the average player is in the middle, and n / (1 + e^(2x)) + 1/2 = 1 / (1 + e^(-x)). */
static void two_bots_with_ghosts_are_where_the_equation_says(void **state) {
    (void)state;
    const struct rating_line_up l = duel(0, 1, 10, 0);
    struct ratings r = fit(&l, 1, 2);
    const double x = r.strength[0];
    assert_near(r.strength[1], -x, 1e-10);
    assert_near(10 / (1 + exp(2 * x)) + 0.5, 1 / (1 + exp(-x)), 1e-9);
    ratings_drop(&r);
}

static void groups_that_never_lost_to_each_other_need_ghosts(void **state) {
    (void)state;
    const struct rating_line_up one_way[] = {duel(0, 1, 5, 5), duel(2, 3, 5, 5), duel(0, 2, 4, 0),
                                             duel(1, 3, 4, 0)};
    struct ratings r = fit(one_way, 4, 4);
    assert_sound(&r);
    assert_true(r.ghosts);
    assert_near(r.strength[0], r.strength[1], 1e-9);
    assert_true(r.strength[1] > r.strength[2] + 1);
    ratings_drop(&r);
    const struct rating_line_up strangers[] = {duel(0, 1, 8, 4), duel(2, 3, 8, 4)};
    r = fit(strangers, 2, 4);
    assert_sound(&r);
    assert_true(r.ghosts);
    assert_near(r.strength[0], r.strength[2], 1e-9);
    assert_near(ratings_superiority(&r, 1, 3), 0.5, 1e-9);
    assert_true(ratings_lead_se(&r, 0, 2) > ratings_lead_se(&r, 0, 1));
    ratings_drop(&r);
}

/* One win the other way round, even in a table of four, and there is a maximum. */
static void one_win_back_is_enough(void **state) {
    (void)state;
    const struct rating_line_up l[] = {
        duel(0, 1, 5, 5), duel(2, 3, 5, 5), duel(0, 2, 4, 0),
        single_games(4, (const int[]){0, 1, 2, 3}, (const int[]){0, 0, 0, 1})};
    struct ratings r = fit(l, 4, 4);
    assert_sound(&r);
    assert_false(r.ghosts);
    assert_wins_as_expected(l, 4, &r, 1e-9);
    ratings_drop(&r);
}

static void without_games_all_are_equal_and_nothing_is_known(void **state) {
    (void)state;
    const struct rating_line_up unplayed = {.players = 2, .bot = {0, 2}};
    for (int count = 0; count <= 1; count++) {
        struct ratings r = fit(&unplayed, count, 3);
        assert_sound(&r);
        assert_true(r.ghosts);
        for (int i = 0; i < 3; i++) assert_near(r.strength[i], 0, 1e-12);
        assert_true(ratings_lead_se(&r, 0, 1) > 2);
        ratings_drop(&r);
    }
}

static void one_bot_alone_is_average(void **state) {
    (void)state;
    const struct rating_line_up l = duel(0, 0, 3, 4);
    struct ratings r = fit(&l, 1, 1);
    assert_sound(&r);
    assert_false(r.ghosts);
    assert_true(r.strength[0] == 0 && ratings_se(&r, 0) == 0);
    assert_true(ratings_superiority(&r, 0, 0) == 0.5);
    ratings_drop(&r);
}

/* Not counts any more, but the numbers that come out are numbers. */
static void a_win_of_next_to_nothing_is_survived(void **state) {
    (void)state;
    for (double part = 1e-3; part > 1e-300; part *= 1e-3) {
        const struct rating_line_up l = {.players = 2,
                                         .bot = {0, 1},
                                         .games = 1,
                                         .blocks = 1,
                                         .won = {1 - part, part},
                                         .products = {{1 - part, 0}, {0, part}}};
        struct ratings r = fit(&l, 1, 2);
        assert_true(isfinite(r.strength[0]) && isfinite(r.strength[1]));
        assert_true(r.strength[0] > r.strength[1]);
        assert_true(isfinite(ratings_lead_se(&r, 0, 1)));
        ratings_drop(&r);
    }
}

/* ---- memory ---- */

static int until_failure = -1; /* callocs that still succeed; below 0: all */

void *__wrap_calloc(size_t count, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) {
    if (until_failure == 0) return NULL;
    if (until_failure > 0) until_failure--;
    return __real_calloc(count, size);
}

static void without_memory_there_is_a_sentence(void **state) {
    (void)state;
    const struct rating_line_up l = duel(0, 1, 3, 2);
    struct ratings r;
    struct th_error e = {""};
    int failures = 0;
    for (bool ok = false; !ok; failures++) {
        until_failure = failures;
        ok = ratings_fit(&l, 1, 2, &r, &e);
        until_failure = -1;
        if (!ok) assert_true(r.strength == NULL && r.covariance == NULL);
        if (!ok) assert_string_equal(e.text, "out of memory");
        assert_true(failures < 100);
    }
    assert_true(failures > 1);
    ratings_drop(&r);
}

/* ---- the zero ---- */

/* Three that know each other well, and one that never won: it is not part of the zero, and does not
 * blur the others, who are as sure of themselves as without it. */
static void a_bot_of_which_only_a_bound_is_known_does_not_blur_the_others(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(0, 1, 500, 500), duel(1, 2, 600, 400),
                                       duel(0, 2, 600, 400), duel(0, 3, 1000, 0),
                                       duel(1, 3, 1000, 0),  duel(2, 3, 1000, 0)};
    struct ratings with = fit(l, 6, 4), without = fit(l, 3, 3);
    assert_sound(&with);
    assert_true(with.ghosts && !without.ghosts);
    assert_near(with.strength[0] + with.strength[1] + with.strength[2], 0, 1e-9);
    assert_true(with.strength[3] < -3);
    assert_true(ratings_se(&with, 3) > 0.5); /* nothing but a bound is known */
    for (int i = 0; i < 3; i++) {
        assert_near(with.strength[i], without.strength[i], 0.01);
        assert_near(ratings_se(&with, i), ratings_se(&without, i), 0.02 * ratings_se(&without, i));
        assert_true(with.bounded[i] && without.bounded[i]);
    }
    assert_false(with.bounded[3]);
    ratings_drop(&with);
    ratings_drop(&without);
}

/* Of 0 > 1 > 2 only 1 has won and lost: a zero of its own would leave it without an error. */
static void with_fewer_than_two_bounded_bots_zero_is_the_mean_of_all(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(0, 1, 9, 0), duel(1, 2, 9, 0), duel(0, 2, 9, 0)};
    struct ratings r = fit(l, 3, 3);
    assert_sound(&r);
    assert_true(!r.bounded[0] && r.bounded[1] && !r.bounded[2]);
    assert_near(r.strength[0] + r.strength[1] + r.strength[2], 0, 1e-9);
    assert_true(ratings_se(&r, 1) > 0.1);
    ratings_drop(&r);
}

static void another_zero_changes_no_difference(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(0, 1, 30, 50), duel(1, 2, 60, 40), duel(0, 2, 70, 10)};
    struct ratings old = fit(l, 3, 3), new = fit(l, 3, 3);
    ratings_center(&new, (const bool[]){false, true, false});
    assert_near(new.strength[1], 0, 1e-12);
    assert_near(ratings_se(&new, 1), 0, 1e-9);
    for (int i = 0; i < 3; i++) {
        assert_near(ratings_se(&new, i), ratings_lead_se(&old, i, 1), 1e-9);
        for (int j = 0; j < i; j++) {
            assert_near(new.strength[i] - new.strength[j], old.strength[i] - old.strength[j], 1e-9);
            assert_near(ratings_lead_se(&new, i, j), ratings_lead_se(&old, i, j), 1e-9);
        }
    }
    ratings_drop(&old);
    ratings_drop(&new);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_wins_of_four_are_a_lead_of_ln_3),
        cmocka_unit_test(of_three_players_strengths_are_the_logarithms_of_their_wins),
        cmocka_unit_test(a_bot_in_two_slots_has_two_chances),
        cmocka_unit_test(who_beats_in_a_circle_is_equal),
        cmocka_unit_test(independent_games_give_the_error_of_the_model),
        cmocka_unit_test(a_round_robin_of_equals_has_the_covariance_of_the_book),
        cmocka_unit_test(games_of_a_block_that_go_the_same_way_count_as_one),
        cmocka_unit_test(one_block_says_nothing_of_its_spread_and_more_is_allowed_for),
        cmocka_unit_test(who_never_lost_is_far_ahead_but_not_infinitely),
        cmocka_unit_test(who_never_won_is_far_behind_but_not_infinitely),
        cmocka_unit_test(two_bots_with_ghosts_are_where_the_equation_says),
        cmocka_unit_test(groups_that_never_lost_to_each_other_need_ghosts),
        cmocka_unit_test(one_win_back_is_enough),
        cmocka_unit_test(without_games_all_are_equal_and_nothing_is_known),
        cmocka_unit_test(one_bot_alone_is_average),
        cmocka_unit_test(a_win_of_next_to_nothing_is_survived),
        cmocka_unit_test(without_memory_there_is_a_sentence),
        cmocka_unit_test(a_bot_of_which_only_a_bound_is_known_does_not_blur_the_others),
        cmocka_unit_test(with_fewer_than_two_bounded_bots_zero_is_the_mean_of_all),
        cmocka_unit_test(another_zero_changes_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
