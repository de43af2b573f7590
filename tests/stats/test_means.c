/* The sequential test and the interval of real-valued scores: what they say, and by simulation how
 * often they err. */
#include "cmocka_includes.h"
#include "laws.h"
#include "real_laws.h"
#include "scale.h"
#include "stats/means.h"
#include <math.h>

static void assert_close(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.15g, not %.15g", value, expected);
}

static struct moments sample_of(enum real_law law, double mean, double sd, int blocks,
                                uint64_t seed) {
    struct th_rng rng = th_rng_seeded(seed);
    struct moments m = {0};
    for (int i = 0; i < blocks; i++) moments_add(&m, mean + sd * draw_real(law, &rng));
    return m;
}

/* ---- moments ---- */

static void moments_are_those_of_the_definition(void **state) {
    (void)state;
    static const double x[] = {1e6 + 0.5, 1e6 - 1.25, 1e6 + 3, 1e6 + 0.125, 1e6 - 0.75};
    struct moments m = {0};
    assert_true(moments_variance(&m) == 0);
    double mean = 0, squares = 0, cubes = 0;
    for (int i = 0; i < 5; i++) moments_add(&m, x[i]), mean += x[i] / 5;
    for (int i = 0; i < 5; i++) squares += pow(x[i] - mean, 2), cubes += pow(x[i] - mean, 3);
    assert_true(m.count == 5);
    assert_close(m.mean, mean, 1e-9);
    assert_close(m.squares, squares, 1e-8);
    assert_close(m.cubes, cubes, 1e-7);
    assert_close(moments_variance(&m), squares / 4, 1e-8);
}

/* ---- the ratio ---- */

/* Without skewness: blocks in pairs about their mean, and the one that was not played. */
static void without_skewness_it_is_the_ratio_of_normal_laws(void **state) {
    (void)state;
    const double m0 = 0.5, m1 = 0.53;
    struct moments m = {0};
    for (int i = 0; i < 40; i++) moments_add(&m, (m0 + m1) / 2 + (i % 2 ? 0.2 : -0.2));
    assert_close(means_llr(&m, m0, m1), 0, 1e-12);
    struct moments far = {0};
    double about0 = 0, about1 = 0;
    for (int i = 0; i < 1000000; i++) {
        const double x = 0.54 + (i % 2 ? 0.2 : -0.2);
        moments_add(&far, x);
        about0 += (x - m0) * (x - m0);
        about1 += (x - m1) * (x - m1);
    }
    const double right = 5e5 * log(about0 / about1);
    assert_close(means_llr(&far, m0, m1) / right, 1, 1e-4);
}

static void seen_from_the_other_side_it_is_the_opposite(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    struct moments m = {0}, back = {0};
    for (int i = 0; i < 100; i++) {
        const double x = 0.4 + 0.3 * draw_real(LAW_STEEP, &rng);
        moments_add(&m, x);
        moments_add(&back, 1 - x);
        assert_close(means_llr(&m, 0.45, 0.5), -means_llr(&back, 0.5, 0.55), 1e-9);
        const struct bets_interval a = means_interval(&m, 0.95), b = means_interval(&back, 0.95);
        assert_close(a.low, 1 - b.high, 1e-9);
        assert_close(a.high, 1 - b.low, 1e-9);
    }
}

/* Blocks that are all equal are no proof: an event that comes in one block of a hundred would not
 * have shown. */
static void equal_blocks_decide_late(void **state) {
    (void)state;
    const struct sprt_bounds b = sprt_bounds(0.05, 0.05);
    struct moments m = {0};
    while (means_llr(&m, 0.5, 0.5144) < b.upper) moments_add(&m, 0.52);
    assert_true(m.count > 50 && m.count < 200);
    m = (struct moments){0};
    while (means_verdict(&m, 0.5, 0.95) == BETS_NOT_SURE) moments_add(&m, 0.6);
    assert_true(m.count >= MEANS_BLOCKS && m.count < 100);
}

static void there_is_no_decision_before_the_least_number_of_blocks(void **state) {
    (void)state;
    struct moments m = {0};
    for (int i = 1; i < MEANS_BLOCKS; i++) {
        moments_add(&m, 0.9);
        assert_true(means_llr(&m, 0.1, 0.8) == 0);
        assert_true(means_verdict(&m, 0.1, 0.95) == BETS_NOT_SURE);
        const struct bets_interval all = means_interval(&m, 0.95);
        assert_true(all.low == 0 && all.high == 1);
    }
    moments_add(&m, 0.9);
    assert_true(means_llr(&m, 0.1, 0.8) > 3);
    assert_true(means_verdict(&m, 0.1, 0.95) == BETS_AT_LEAST);
}

/* Scores far outside 0..1, all alike, of any size: always numbers in order, from 0 to 1. */
static void there_is_an_answer_to_everything(void **state) {
    (void)state;
    static const int blocks[] = {0, 1, 2, MEANS_BLOCKS, 1000};
    static const double means[] = {-50, -0.1, 0, 0.5, 1, 3}, deviations[] = {0, 1e-9, 0.1, 30};
    for (int i = 0; i < 5 * 6 * 4; i++) {
        const struct moments m = sample_of((enum real_law)(i % REAL_LAWS), means[i / 5 % 6],
                                           deviations[i / 30], blocks[i % 5], (uint64_t)i);
        const double llr = means_llr(&m, 0.5, 0.5144);
        assert_true(isfinite(llr));
        for (int k = -1; k <= 1; k++) {
            const double end = k == 0 ? fmin(fmax(llr, -2.9), 2.9) : 3.0 * k;
            const struct sprt_estimate e =
                means_estimate(&m, 0.5, 0.5144, -2.94, 2.94, end, MEANS_BLOCKS);
            assert_true(e.low >= 0 && e.low <= e.mean && e.mean <= e.high && e.high <= 1);
        }
        const struct bets_interval inner = means_interval(&m, 0.5);
        const struct bets_interval outer = means_interval(&m, 0.999999);
        assert_true(outer.low >= 0 && outer.low <= inner.low && inner.low <= inner.high);
        assert_true(inner.high <= outer.high && outer.high <= 1);
    }
}

static void the_verdict_is_that_of_the_interval(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        const struct moments m =
            sample_of((enum real_law)(i % REAL_LAWS), 0.3, 0.4, 20 + i, (uint64_t)i);
        const struct bets_interval interval = means_interval(&m, 0.95);
        for (int r = 1; r < 100; r++) {
            enum bets_verdict right = BETS_NOT_SURE;
            if (r / 100.0 <= interval.low) right = BETS_AT_LEAST;
            if (r / 100.0 >= interval.high) right = BETS_BELOW;
            assert_int_equal(means_verdict(&m, r / 100.0, 0.95), right);
        }
    }
}

/* Lai's constant: with Student's law of 30 degrees of freedom, 2 (1 − F(a) + a f(a)) is 0.05 at
 * a = 2.960884. At the start the interval reaches a · √(v / 30) to either side; here v is 0.04,
 * with the block that was not played. */
static void at_the_start_the_interval_is_lais(void **state) {
    (void)state;
    assert_int_equal(MEANS_BLOCKS, 31);
    const struct moments m = {.count = 31, .mean = 0.5, .squares = 32 * 0.04 - 0.25};
    const struct bets_interval i = means_interval(&m, 0.95);
    const double reach = 2.960884 * sqrt(0.04 / 30);
    assert_close(i.low, 0.5 - reach, 1e-6);
    assert_close(i.high, 0.5 + reach, 1e-6);
}

/* ---- many tests ---- */

/* Four standard errors of a rate in so many tests. */
static double allowance(double rate, long tests) {
    return 4 * sqrt(rate * (1 - rate) / (double)tests);
}

struct many {
    double at_upper, at_lower, covered, below; /* rates */
};

static struct many simulate(enum real_law law, double sd, double truth, double m0, double m1,
                            long tests) {
    const struct sprt_bounds b = sprt_bounds(0.05, 0.05);
    struct th_rng rng = th_rng_seeded(100 + (uint64_t)law);
    struct many many = {0};
    for (long test = 0; test < tests; test++) {
        const struct decided d = decide_real(law, sd, truth, m0, m1, b, &rng);
        const struct sprt_estimate *e = &d.estimate;
        many.at_upper += (double)(d.llr >= b.upper) / (double)tests;
        many.at_lower += (double)(d.llr <= b.lower) / (double)tests;
        many.covered += (double)(e->low <= truth && truth <= e->high) / (double)tests;
        many.below += (double)(e->mean < truth) / (double)tests;
    }
    return many;
}

/* Laws with a skewness of at most 1, as those of results less their luck. */
static bool is_mild(enum real_law law) {
    return law <= LAW_SKEWED_DOWN;
}

static void it_errs_as_rarely_as_promised_and_the_interval_covers(void **state) {
    (void)state;
    const long tests = test_scale(1000);
    for (int law = 0; law < REAL_LAWS; law++) {
        const double m0 = 0.5, m1 = 0.557, sd = 0.2;
        const struct many at0 = simulate((enum real_law)law, sd, m0, m0, m1, tests);
        const struct many at1 = simulate((enum real_law)law, sd, m1, m0, m1, tests);
        print_message("# %s: errors %.4f %.4f, covered %.3f %.3f, below %.3f %.3f\n",
                      real_law_names[law], at0.at_upper, at1.at_lower, at0.covered, at1.covered,
                      at0.below, at1.below);
        const double rate = is_mild((enum real_law)law) ? 0.05 : 0.08;
        const double held = is_mild((enum real_law)law) ? 0.94 : 0.91;
        assert_true(at0.at_upper <= rate + allowance(rate, tests));
        assert_true(at1.at_lower <= rate + allowance(rate, tests));
        assert_true(at0.covered > held - allowance(held, tests));
        assert_true(at1.covered > held - allowance(held, tests));
    }
}

/* Tests of hypotheses far from the truth, and near its middle. */
static void the_interval_covers_wherever_the_truth_is(void **state) {
    (void)state;
    const long tests = test_scale(1000);
    for (int k = -2; k <= 6; k += 2) {
        const double m0 = 0.5, m1 = 0.557, truth = m0 + k * (m1 - m0) / 4;
        const struct many m = simulate(LAW_NORMAL, 0.3, truth, m0, m1, tests);
        print_message("# truth %.4f: covered %.3f, estimates below it %.3f\n", truth, m.covered,
                      m.below);
        assert_true(m.covered > 0.94 - allowance(0.05, tests));
        assert_true(m.covered < 0.98 + allowance(0.02, tests));
        assert_true(fabs(m.below - 0.5) < 0.05 + allowance(0.5, tests));
    }
}

/* Bots that are far apart, of which each block says much: the test is decided by the first blocks
 * that it looks at, and its ratio is far beyond the bound. */
static void the_interval_covers_a_truth_far_beyond_the_hypotheses(void **state) {
    (void)state;
    static const enum real_law laws[] = {LAW_NORMAL, LAW_MIXED, LAW_SKEWED, LAW_SKEWED_DOWN};
    const long tests = test_scale(1000);
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
        for (int side = -1; side <= 1; side += 2) {
            const double truth = 0.5 + side * 0.24;
            const struct many m = simulate(laws[k], 0.15, truth, 0.5, 0.5144, tests);
            print_message("# %s, truth %.2f: covered %.3f, estimates below it %.3f\n",
                          real_law_names[laws[k]], truth, m.covered, m.below);
            assert_true(m.covered > 0.94 - allowance(0.05, tests));
            assert_true(fabs(m.below - 0.5) < 0.1 + allowance(0.5, tests));
        }
}

static void the_interval_is_ever_wrong_no_more_than_promised(void **state) {
    (void)state;
    enum { BLOCKS = 500 };
    const long runs = test_scale(800);
    for (int law = 0; law < REAL_LAWS; law++) {
        struct th_rng rng = th_rng_seeded(10 + (uint64_t)law);
        long wrong = 0;
        for (long run = 0; run < runs; run++) {
            struct moments m = {0};
            enum bets_verdict verdict = BETS_NOT_SURE;
            for (int n = 0; n < BLOCKS && verdict == BETS_NOT_SURE; n++) {
                moments_add(&m, 0.6 + 0.3 * draw_real((enum real_law)law, &rng));
                verdict = means_verdict(&m, 0.6, 0.95);
            }
            wrong += verdict != BETS_NOT_SURE;
        }
        const double rate = (double)wrong / (double)runs;
        print_message("# %s: ever wrong in %.4f of %ld runs\n", real_law_names[law], rate, runs);
        assert_true(rate <= 0.05 + allowance(0.05, runs));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_those_of_the_definition),
        cmocka_unit_test(without_skewness_it_is_the_ratio_of_normal_laws),
        cmocka_unit_test(seen_from_the_other_side_it_is_the_opposite),
        cmocka_unit_test(equal_blocks_decide_late),
        cmocka_unit_test(there_is_no_decision_before_the_least_number_of_blocks),
        cmocka_unit_test(there_is_an_answer_to_everything),
        cmocka_unit_test(the_verdict_is_that_of_the_interval),
        cmocka_unit_test(at_the_start_the_interval_is_lais),
        cmocka_unit_test(it_errs_as_rarely_as_promised_and_the_interval_covers),
        cmocka_unit_test(the_interval_covers_wherever_the_truth_is),
        cmocka_unit_test(the_interval_covers_a_truth_far_beyond_the_hypotheses),
        cmocka_unit_test(the_interval_is_ever_wrong_no_more_than_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
