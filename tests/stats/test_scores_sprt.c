/* The sequential test: its ratio against a slow judge, and by simulation how often it errs, when it
 * stops, and what it says of the mean afterwards. */
#include "cmocka_includes.h"
#include "laws.h"
#include "scale.h"
#include "stats/sprt.h"
#include <math.h>

/* ---- scores ---- */

static void scores_that_came_are_listed_in_order(void **state) {
    (void)state;
    struct scores s = new_scores(10000);
    static const int added[] = {7000, 3, 7000, 0, 9999, 3, 3};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) scores_add(&s, added[i]);
    static const int listed[] = {0, 3, 7000, 9999, 10000}, times[] = {1, 3, 2, 1, 0};
    assert_true(s.count == 7);
    assert_int_equal(s.values, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(s.value[i], listed[i]);
        assert_true(scores_times(&s, i) == times[i]);
    }
    scores_drop(&s);
}

static void mean_and_variance_are_those_worked_out_by_hand(void **state) {
    (void)state;
    struct scores s = new_scores(4);
    assert_true(scores_mean(&s) == 0 && scores_variance(&s) == 0);
    scores_add(&s, 3);
    assert_true(scores_mean(&s) == 0.75 && scores_variance(&s) == 0);
    scores_add(&s, 1); /* deviations 1/4, −1/4 */
    assert_true(scores_mean(&s) == 0.5 && fabs(scores_variance(&s) - 0.125) < 1e-15);
    scores_drop(&s);
}

/* ---- the ratio ---- */

static struct scores scores_of(int steps, const int *times) {
    struct scores s = new_scores(steps);
    for (int score = 0; score <= steps; score++)
        for (int i = 0; i < times[score]; i++) scores_add(&s, score);
    return s;
}

/* Where all is won or lost there is one law of each mean, and nothing to maximise. */
static void with_two_scores_it_is_the_ratio_of_bernoulli(void **state) {
    (void)state;
    for (int lost = 0; lost < 200; lost += 19)
        for (int won = 0; won < 200; won += 13) {
            struct scores s = scores_of(1, (int[]){lost, won});
            const double m0 = 0.45, m1 = 0.6, guess = (m0 + m1) / 2;
            const double right =
                (won + guess) * log(m1 / m0) + (lost + 1 - guess) * log((1 - m1) / (1 - m0));
            assert_true(fabs(sprt_llr(&s, m0, m1) - right) < 1e-9);
            scores_drop(&s);
        }
}

/* The judge: the greatest likelihood of a mean, by moving probability between three scores at a
 * time, so that sum and mean stay, as far as that helps; for all threes, again and again. */
enum { SIX = 6 };

static void improve(double q[SIX], const double w[SIX], int i, int j, int k) {
    double v[SIX] = {0}; /* sums to 0, and so does v · score */
    v[i] = k - j, v[j] = i - k, v[k] = j - i;
    double low = -1, high = 1;
    for (int a = 0; a < SIX; a++) {
        if (v[a] > 0) low = fmax(low, -q[a] / v[a]);
        if (v[a] < 0) high = fmin(high, -q[a] / v[a]);
    }
    for (int halving = 0; halving < 60; halving++) {
        const double t = (low + high) / 2;
        double slope = 0;
        for (int a = 0; a < SIX; a++)
            if (v[a] != 0) slope += w[a] * v[a] / (q[a] + t * v[a]);
        if (slope > 0)
            low = t;
        else
            high = t;
    }
    for (int a = 0; a < SIX; a++) q[a] += low * v[a];
}

static double greatest_log_likelihood(const double w[SIX], double mean) {
    double q[SIX], sum = 0;
    for (int i = 1; i < SIX - 1; i++) q[i] = 0.01; /* some law of this mean */
    q[SIX - 1] = mean - 0.01 * (1 + 2 + 3 + 4) / 5;
    q[0] = 1 - 0.04 - q[SIX - 1];
    for (int round = 0; round < 400; round++)
        for (int i = 0; i < SIX; i++)
            for (int j = i + 1; j < SIX; j++)
                for (int k = j + 1; k < SIX; k++) improve(q, w, i, j, k);
    for (int i = 0; i < SIX; i++) sum += w[i] * log(q[i]);
    return sum;
}

static void it_is_the_judges_ratio_of_greatest_likelihoods(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (long round = 0; round < 10 + test_scale(90); round++) {
        int times[SIX];
        for (int i = 0; i < SIX; i++) times[i] = 1 + (int)th_rng_below(&rng, round % 2 ? 5 : 60);
        struct scores s = scores_of(SIX - 1, times);
        const double m0 = 0.1 + 0.08 * th_rng_below(&rng, 8), m1 = m0 + 0.15, guess = (m0 + m1) / 2;
        double w[SIX];
        for (int i = 0; i < SIX; i++) w[i] = times[i];
        w[0] += 1 - guess;
        w[SIX - 1] += guess;
        const double right = greatest_log_likelihood(w, m1) - greatest_log_likelihood(w, m0);
        assert_true(fabs(sprt_llr(&s, m0, m1) - right) < 1e-6);
        scores_drop(&s);
    }
}

static void it_rises_with_every_step_won(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (int round = 0; round < 200; round++) {
        int times[5];
        for (int i = 0; i < 5; i++) times[i] = 1 + (int)th_rng_below(&rng, 30);
        struct scores before = scores_of(4, times);
        const int one = (int)th_rng_below(&rng, 4);
        times[one]--;
        times[one + 1]++;
        struct scores after = scores_of(4, times);
        assert_true(sprt_llr(&after, 0.48, 0.52) > sprt_llr(&before, 0.48, 0.52));
        scores_drop(&before);
        scores_drop(&after);
    }
}

static void seen_from_the_other_side_it_is_the_opposite(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    for (int round = 0; round < 200; round++) {
        int times[5], back[5];
        for (int i = 0; i < 5; i++) times[i] = back[4 - i] = (int)th_rng_below(&rng, 30);
        struct scores s = scores_of(4, times), other = scores_of(4, back);
        assert_true(fabs(sprt_llr(&s, 0.25, 0.28) + sprt_llr(&other, 0.72, 0.75)) < 1e-8);
        scores_drop(&s);
        scores_drop(&other);
    }
}

static void what_lies_even_between_the_means_speaks_for_neither(void **state) {
    (void)state;
    struct scores s = new_scores(4);
    assert_true(fabs(sprt_llr(&s, 0.45, 0.55)) < 1e-12);
    struct th_rng rng = th_rng_seeded(4);
    for (int i = 0; i < 200; i++) {
        const int score = (int)th_rng_below(&rng, 5);
        scores_add(&s, score);
        scores_add(&s, 4 - score);
        assert_true(fabs(sprt_llr(&s, 0.45, 0.55)) < 1e-8);
    }
    scores_drop(&s);
}

static void bounds_are_walds(void **state) {
    (void)state;
    const struct sprt_bounds b = sprt_bounds(0.05, 0.1);
    assert_true(fabs(b.lower - log(0.1 / 0.95)) < 1e-15);
    assert_true(fabs(b.upper - log(0.9 / 0.05)) < 1e-15);
}

/* Nothing, one unit, units all alike, means at the edge: always numbers, in order, from 0 to 1. */
static void there_is_an_answer_to_everything(void **state) {
    (void)state;
    static const int steps[] = {1, 2, 10000}, units[] = {0, 1, 2, 3, 40, 100000};
    static const double means[][2] = {{0.5, 0.5144}, {0.001, 0.002}, {0.98, 0.999}, {0.1, 0.9}};
    for (int i = 0; i < 3 * 6 * 4 * 3; i++) {
        const int most = steps[i % 3], n = units[i / 3 % 6], score = i / 72 * most / 2;
        const double m0 = means[i / 18 % 4][0], m1 = means[i / 18 % 4][1];
        struct scores s = new_scores(most);
        for (int u = 0; u < n; u++) scores_add(&s, score);
        const double llr = sprt_llr(&s, m0, m1);
        assert_true(isfinite(llr));
        for (int k = -1; k <= 1; k++) { /* also taken for an end at a bound */
            const double end = k == 0 ? fmin(fmax(llr, -2.9), 2.9) : 3.0 * k;
            const struct sprt_estimate e = sprt_estimate(&s, m0, m1, -2.94, 2.94, end);
            assert_true(e.low >= 0 && e.low <= e.mean && e.mean <= e.high && e.high <= 1);
        }
        scores_drop(&s);
    }
}

/* ---- many tests ---- */

struct many {
    long tests, at_upper, at_lower;
    double units;           /* mean */
    long covered, below;    /* intervals with the true mean in them, estimates below it */
    long too_low, too_high; /* intervals that end below it, that begin above it */
};

/* Tests of this law, each ended after `most` units if it has not by then. */
static struct many simulate(const struct law *law, double m0, double m1, long tests, uint64_t most,
                            uint64_t seed) {
    const struct sprt_bounds b = sprt_bounds(0.05, 0.05);
    const double truth = law_mean(law);
    struct th_rng rng = th_rng_seeded(seed);
    struct many many = {.tests = tests};
    for (long test = 0; test < tests; test++) {
        struct scores s = new_scores(law->steps);
        double llr = 0;
        while (llr > b.lower && llr < b.upper && s.count < most) {
            scores_add(&s, law_draw(law, &rng));
            llr = sprt_llr(&s, m0, m1);
        }
        const struct sprt_estimate e = sprt_estimate(&s, m0, m1, b.lower, b.upper, llr);
        many.at_upper += llr >= b.upper;
        many.at_lower += llr <= b.lower;
        many.units += (double)s.count / (double)tests;
        many.covered += e.low <= truth && truth <= e.high;
        many.below += e.mean < truth;
        many.too_low += e.high < truth;
        many.too_high += e.low > truth;
        scores_drop(&s);
    }
    return many;
}

/* Four standard errors of a rate in so many tests. */
static double allowance(double rate, long tests) {
    return 4 * sqrt(rate * (1 - rate) / (double)tests);
}

enum games { ONE, INDEPENDENT, ALIKE, OPPOSED, FOUR };

static struct law law_of(enum games games, double mean) {
    switch (games) {
    case ONE:
        return law_of_one(mean);
    case INDEPENDENT:
        return law_of_two(mean, 2 * mean * (1 - mean));
    case ALIKE:
        return law_of_two(mean, 0.1);
    case OPPOSED:
        return law_of_two(mean, 0.8);
    case FOUR:
        return law_of_four(mean);
    }
    abort();
}

struct rivalry {
    const char *name;
    enum games games;
    double m0, m1;
    long tests;
    bool brief; /* so few units that the approximations are on the safe side */
};

static const struct rivalry rivalries[] = {
    {"10 Elo, two independent games", INDEPENDENT, 0.5, 0.5144, 1000, false},
    {"10 Elo, two games much alike", ALIKE, 0.5, 0.5144, 1000, false},
    {"10 Elo, two games opposed", OPPOSED, 0.5, 0.5144, 1000, false},
    {"40 Elo, two independent games", INDEPENDENT, 0.5, 0.557, 3000, false},
    {"40 Elo, two games much alike", ALIKE, 0.5, 0.557, 3000, false},
    {"40 Elo, two games opposed", OPPOSED, 0.5, 0.557, 3000, true},
    {"25 % and 28 % of four games", FOUR, 0.25, 0.28, 3000, false},
    {"60 % and 70 % of one game", ONE, 0.6, 0.7, 3000, false},
    {"50 % and 70 %, two games", INDEPENDENT, 0.5, 0.7, 3000, true},
    {"25 % and 35 % of four games", FOUR, 0.25, 0.35, 3000, true},
};
enum { RIVALRIES = sizeof rivalries / sizeof *rivalries };

/* Units that a test of fixed size with the same errors needs: 1.645 is the normal 95 % point. */
static double fixed_size(const struct law *law, double m0, double m1) {
    const double z = 2 * 1.6448536269514722 / (m1 - m0);
    return law_variance(law) * z * z;
}

static void it_errs_as_rarely_as_promised_and_stops_early(void **state) {
    (void)state;
    for (int i = 0; i < RIVALRIES; i++) {
        const struct rivalry *r = &rivalries[i];
        const long tests = test_scale(r->tests);
        const struct law law0 = law_of(r->games, r->m0), law1 = law_of(r->games, r->m1);
        const double fixed = fixed_size(&law0, r->m0, r->m1);
        const uint64_t most = (uint64_t)(40 * fixed);
        const struct many at0 = simulate(&law0, r->m0, r->m1, tests, most, 100 + (uint64_t)i);
        const struct many at1 = simulate(&law1, r->m0, r->m1, tests, most, 200 + (uint64_t)i);
        const double n = (double)tests;
        print_message("# %s: errors %.4f %.4f, units %.0f %.0f; of fixed size %.0f\n", r->name,
                      (double)at0.at_upper / n, (double)at1.at_lower / n, at0.units, at1.units,
                      fixed);
        assert_true(at0.at_upper + at0.at_lower == tests);
        assert_true(at1.at_upper + at1.at_lower == tests);
        assert_true((double)at0.at_upper / n <= 0.05 + allowance(0.05, tests));
        assert_true((double)at1.at_lower / n <= 0.05 + allowance(0.05, tests));
        /* The units of a test vary about as much as their mean. */
        if (!r->brief) assert_true(at0.units < fixed * (0.65 + 4 / sqrt(n)));
    }
}

/* Wherever the truth is; where the tests are brief, the interval is rather too wide. */
static void the_interval_covers_and_the_median_is_right(void **state) {
    (void)state;
    for (int i = 3; i < RIVALRIES; i++) {
        const struct rivalry *r = &rivalries[i];
        const long tests = test_scale(1000);
        const double gap = r->m1 - r->m0;
        for (int k = -2; k <= 4; k++) {
            const double truth = r->m0 + k * gap / 2;
            if (r->games == OPPOSED && fabs(truth - 0.5) > 0.1) continue; /* no such law */
            const struct law law = law_of(r->games, truth);
            const struct many m =
                simulate(&law, r->m0, r->m1, tests, UINT64_MAX, 300 + (uint64_t)i);
            const double covered = (double)m.covered / (double)tests;
            const double below = (double)m.below / (double)tests;
            print_message("# %s, truth %.4f: covered %.3f, estimates below it %.3f\n", r->name,
                          truth, covered, below);
            assert_true(covered > 0.94 - allowance(0.05, tests));
            if (r->brief) continue;
            assert_true(covered < 0.98 + allowance(0.02, tests));
            assert_true(fabs(below - 0.5) < 0.05 + allowance(0.5, tests));
        }
    }
}

/* Tests that are broken off: some have ended by then, the others are undecided. */
static void it_covers_also_where_tests_are_broken_off(void **state) {
    (void)state;
    for (int i = 3; i < RIVALRIES; i++) {
        const struct rivalry *r = &rivalries[i];
        if (r->brief) continue;
        const long tests = test_scale(1000);
        const struct law law = law_of(r->games, (r->m0 + r->m1) / 2);
        const uint64_t most = (uint64_t)(fixed_size(&law, r->m0, r->m1) / 2);
        const struct many m = simulate(&law, r->m0, r->m1, tests, most, 400 + (uint64_t)i);
        const double covered = (double)m.covered / (double)tests;
        const double below = (double)m.below / (double)tests;
        print_message("# %s, %ld of %ld undecided: covered %.3f, below %.3f\n", r->name,
                      tests - m.at_upper - m.at_lower, tests, covered, below);
        assert_true(covered > 0.94 - allowance(0.05, tests));
        assert_true(fabs(below - 0.5) < 0.05 + allowance(0.5, tests));
    }
}

/* Each end of the interval by itself misses in about 2.5 %, or fewer. */
static void each_end_of_the_interval_misses_as_rarely_as_promised(void **state) {
    (void)state;
    const long tests = test_scale(6000);
    const double n = (double)tests, m0 = 0.5, m1 = 0.557;
    double outwards = 0; /* estimates too far out, beyond half of them, for four truths */
    for (int k = -1; k <= 3; k++) {
        const double truth = m0 + k * (m1 - m0) / 2;
        const struct law law = law_of(INDEPENDENT, truth);
        const struct many m = simulate(&law, m0, m1, tests, UINT64_MAX, 501 + (uint64_t)k);
        const double low = (double)m.too_low / n, high = (double)m.too_high / n;
        const double below = (double)m.below / n;
        print_message("# truth %.4f: too low %.4f, too high %.4f, below %.3f\n", truth, low, high,
                      below);
        assert_true(low < 0.033 + allowance(0.025, tests));
        assert_true(high < 0.033 + allowance(0.025, tests));
        assert_true(low + high > 0.025 - allowance(0.025, tests));
        if (k != 1) outwards += k < 1 ? below - 0.5 : 0.5 - below;
    }
    /* Were it not allowed for that the walk oversteps its bounds, or twice over, this would be
     * about 0.1 one way or the other. */
    print_message("# too far out, in all: %+.3f\n", outwards);
    assert_true(fabs(outwards) < 0.02 + 3 * sqrt(4 * 0.25 / n));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_that_came_are_listed_in_order),
        cmocka_unit_test(mean_and_variance_are_those_worked_out_by_hand),
        cmocka_unit_test(with_two_scores_it_is_the_ratio_of_bernoulli),
        cmocka_unit_test(it_is_the_judges_ratio_of_greatest_likelihoods),
        cmocka_unit_test(it_rises_with_every_step_won),
        cmocka_unit_test(seen_from_the_other_side_it_is_the_opposite),
        cmocka_unit_test(what_lies_even_between_the_means_speaks_for_neither),
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(there_is_an_answer_to_everything),
        cmocka_unit_test(it_errs_as_rarely_as_promised_and_stops_early),
        cmocka_unit_test(the_interval_covers_and_the_median_is_right),
        cmocka_unit_test(it_covers_also_where_tests_are_broken_off),
        cmocka_unit_test(each_end_of_the_interval_misses_as_rarely_as_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
