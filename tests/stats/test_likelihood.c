/* Leagues at large: the strengths found are the likeliest, as a slow judge finds them too. */
#include "cmocka_includes.h"
#include "results.h"
#include "scale.h"
#include <math.h>

enum { LEAGUE_BOTS = 7, LEAGUE_LINE_UPS = 30 };

/* Line-ups of two to four slots, bots repeated or not, blocks of one to four games, some games
 * without a winner. The first ones make a circle, so that there is a maximum. */
static void random_league(struct rating_line_up l[LEAGUE_LINE_UPS], struct th_rng *rng) {
    for (int k = 0; k < LEAGUE_LINE_UPS; k++) {
        l[k] = (struct rating_line_up){.players = 2 + (int)th_rng_below(rng, TH_SEATS_MAX - 1)};
        for (int i = 0; i < l[k].players; i++) l[k].bot[i] = (int)th_rng_below(rng, LEAGUE_BOTS);
        if (k < LEAGUE_BOTS) l[k].bot[0] = k, l[k].bot[1] = (k + 1) % LEAGUE_BOTS;
        const int games = 1 + (int)th_rng_below(rng, 4);
        const int blocks = 1 + (int)th_rng_below(rng, 12);
        for (int b = 0; b < blocks; b++) {
            double won[TH_SEATS_MAX] = {0};
            for (int g = 0; g < games; g++) {
                const int winner = (int)th_rng_below(rng, (uint32_t)l[k].players + 1);
                for (int i = 0; i < l[k].players; i++)
                    won[i] += winner == l[k].players ? 1.0 / l[k].players : winner == i;
                if (b == 0 && g == 0)
                    for (int i = 0; i < l[k].players; i++) won[i] = i == 0;
            }
            rating_add_block(&l[k], won);
        }
    }
}

/* The model, word for word. */
static double log_likelihood(const struct rating_line_up *l, int count, const double *strength) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
        double all = 0;
        for (int i = 0; i < l[k].players; i++) all += exp(strength[l[k].bot[i]]);
        for (int i = 0; i < l[k].players; i++)
            sum += l[k].won[i] * log(exp(strength[l[k].bot[i]]) / all);
    }
    return sum;
}

/* The slow judge: Hunter's MM iteration (2004), each bot's wins divided by its chances of them,
 * over and over. */
static void plain_strengths(const struct rating_line_up *l, int count, double *strength) {
    double g[LEAGUE_BOTS];
    for (int i = 0; i < LEAGUE_BOTS; i++) g[i] = 1;
    for (int round = 0; round < 20000; round++) {
        double wins[LEAGUE_BOTS] = {0}, weight[LEAGUE_BOTS] = {0}, product = 1;
        for (int k = 0; k < count; k++) {
            double all = 0;
            for (int i = 0; i < l[k].players; i++) all += g[l[k].bot[i]];
            for (int i = 0; i < l[k].players; i++) {
                wins[l[k].bot[i]] += l[k].won[i];
                weight[l[k].bot[i]] += l[k].games / all;
            }
        }
        for (int i = 0; i < LEAGUE_BOTS; i++) product *= g[i] = wins[i] / weight[i];
        for (int i = 0; i < LEAGUE_BOTS; i++) g[i] /= pow(product, 1.0 / LEAGUE_BOTS);
    }
    for (int i = 0; i < LEAGUE_BOTS; i++) strength[i] = log(g[i]);
}

static void the_slow_judge_finds_the_same_strengths(void **state) {
    (void)state;
    struct rating_line_up l[LEAGUE_LINE_UPS];
    for (long k = 0; k < test_scale(30); k++) {
        struct th_rng rng = th_rng_seeded(th_mix2(1, (uint64_t)k));
        random_league(l, &rng);
        struct ratings r = fit(l, LEAGUE_LINE_UPS, LEAGUE_BOTS);
        assert_sound(&r);
        assert_false(r.ghosts);
        double plain[LEAGUE_BOTS];
        plain_strengths(l, LEAGUE_LINE_UPS, plain);
        for (int i = 0; i < LEAGUE_BOTS; i++) assert_near(r.strength[i], plain[i], 1e-9);
        ratings_drop(&r);
    }
}

static void nothing_near_is_likelier(void **state) {
    (void)state;
    struct rating_line_up l[LEAGUE_LINE_UPS];
    for (long k = 0; k < test_scale(300); k++) {
        struct th_rng rng = th_rng_seeded(th_mix2(2, (uint64_t)k));
        random_league(l, &rng);
        struct ratings r = fit(l, LEAGUE_LINE_UPS, LEAGUE_BOTS);
        const double best = log_likelihood(l, LEAGUE_LINE_UPS, r.strength);
        for (double step = 1; step > 1e-4; step /= 10) {
            double other[LEAGUE_BOTS], shift = 10 * uniform(&rng);
            for (int i = 0; i < LEAGUE_BOTS; i++)
                other[i] = r.strength[i] + step * (uniform(&rng) - 0.5);
            assert_true(log_likelihood(l, LEAGUE_LINE_UPS, other) < best);
            for (int i = 0; i < LEAGUE_BOTS; i++) other[i] = r.strength[i] + shift;
            assert_near(log_likelihood(l, LEAGUE_LINE_UPS, other), best, 1e-10 * -best);
        }
        ratings_drop(&r);
    }
}

static void every_bot_has_won_as_often_as_expected(void **state) {
    (void)state;
    struct rating_line_up l[LEAGUE_LINE_UPS];
    for (long k = 0; k < test_scale(300); k++) {
        struct th_rng rng = th_rng_seeded(th_mix2(3, (uint64_t)k));
        random_league(l, &rng);
        struct ratings r = fit(l, LEAGUE_LINE_UPS, LEAGUE_BOTS);
        assert_wins_as_expected(l, LEAGUE_LINE_UPS, &r, 1e-9);
        ratings_drop(&r);
    }
}

static void assert_same_ratings(const struct ratings *a, const struct ratings *b) {
    assert_int_equal(a->bots, b->bots);
    for (int i = 0; i < a->bots; i++) assert_near(a->strength[i], b->strength[i], 1e-9);
    for (int i = 0; i < a->bots * a->bots; i++)
        assert_near(a->covariance[i], b->covariance[i], 1e-9);
}

static void neither_the_order_of_line_ups_nor_of_slots_matters(void **state) {
    (void)state;
    struct rating_line_up l[LEAGUE_LINE_UPS], back[LEAGUE_LINE_UPS];
    struct th_rng rng = th_rng_seeded(4);
    random_league(l, &rng);
    for (int k = 0; k < LEAGUE_LINE_UPS; k++) {
        const struct rating_line_up *from = &l[LEAGUE_LINE_UPS - 1 - k];
        const int last = from->players - 1;
        back[k] = *from;
        for (int i = 0; i <= last; i++) {
            back[k].bot[i] = from->bot[last - i];
            back[k].won[i] = from->won[last - i];
            for (int j = 0; j <= last; j++)
                back[k].products[i][j] = from->products[last - i][last - j];
        }
    }
    struct ratings forth = fit(l, LEAGUE_LINE_UPS, LEAGUE_BOTS);
    struct ratings reversed = fit(back, LEAGUE_LINE_UPS, LEAGUE_BOTS);
    assert_same_ratings(&forth, &reversed);
    ratings_drop(&forth);
    ratings_drop(&reversed);
}

static void a_bot_against_itself_tells_nothing(void **state) {
    (void)state;
    struct rating_line_up l[LEAGUE_LINE_UPS + 1];
    struct th_rng rng = th_rng_seeded(5);
    random_league(l, &rng);
    l[LEAGUE_LINE_UPS] = duel(3, 3, 30, 10);
    struct ratings without = fit(l, LEAGUE_LINE_UPS, LEAGUE_BOTS);
    struct ratings with = fit(l, LEAGUE_LINE_UPS + 1, LEAGUE_BOTS);
    assert_same_ratings(&without, &with);
    ratings_drop(&without);
    ratings_drop(&with);
}

/* ---- extremes ---- */

/* A ladder on which everyone beats the next a million to one, or to none: strengths apart by
 * hundreds, whose powers no double holds. */
static void a_ladder_beyond_all_powers_stays_finite(void **state) {
    (void)state;
    enum { RUNGS = 60 };
    struct rating_line_up l[RUNGS];
    for (int lost = 0; lost <= 1; lost++) {
        for (int i = 0; i + 1 < RUNGS; i++) {
            l[i] = (struct rating_line_up){
                .players = 2, .bot = {i, i + 1}, .games = 1e6, .blocks = 1e6};
            l[i].won[0] = l[i].products[0][0] = 1e6 - lost;
            l[i].won[1] = l[i].products[1][1] = lost;
        }
        struct ratings r = fit(l, RUNGS - 1, RUNGS);
        assert_sound(&r);
        assert_true(r.ghosts == (lost == 0));
        for (int i = 0; lost > 0 && i + 1 < RUNGS; i++)
            assert_near(r.strength[i] - r.strength[i + 1], log(1e6 - 1), 1e-7);
        ratings_drop(&r);
    }
}

/* Whole steps of Newton's method run away here, past where the curvature was felt. */
static void lopsided_results_are_climbed_in_measured_steps(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(1, 0, 10000, 1), duel(2, 0, 10000, 1),
                                       duel(3, 1, 1, 100000), duel(3, 2, 10, 10)};
    struct ratings r = fit(l, 4, 4);
    assert_sound(&r);
    assert_wins_as_expected(l, 4, &r, 1e-8);
    ratings_drop(&r);
}

static void two_hundred_bots_in_a_round_robin(void **state) {
    (void)state;
    enum { BOTS = 200 };
    static struct rating_line_up l[BOTS * (BOTS - 1) / 2];
    struct th_rng rng = th_rng_seeded(6);
    int count = 0;
    for (int i = 0; i < BOTS; i++)
        for (int j = 0; j < i; j++) {
            l[count] = (struct rating_line_up){.players = 2, .bot = {i, j}};
            const double p = 1 / (1 + exp((j - i) * 0.02));
            for (int b = 0; b < 4; b++) {
                double won[2] = {0};
                for (int g = 0; g < 2; g++) won[uniform(&rng) >= p]++;
                rating_add_block(&l[count], won);
            }
            count++;
        }
    struct ratings r = fit(l, count, BOTS);
    assert_sound(&r);
    assert_false(r.ghosts);
    assert_wins_as_expected(l, count, &r, 1e-8);
    ratings_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slow_judge_finds_the_same_strengths),
        cmocka_unit_test(nothing_near_is_likelier),
        cmocka_unit_test(every_bot_has_won_as_often_as_expected),
        cmocka_unit_test(neither_the_order_of_line_ups_nor_of_slots_matters),
        cmocka_unit_test(a_bot_against_itself_tells_nothing),
        cmocka_unit_test(a_ladder_beyond_all_powers_stays_finite),
        cmocka_unit_test(lopsided_results_are_climbed_in_measured_steps),
        cmocka_unit_test(two_hundred_bots_in_a_round_robin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
