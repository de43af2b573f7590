/* The interval by betting: how often it is ever wrong, exactly and by simulation, and how soon it
 * is sure. */
#include "cmocka_includes.h"
#include "laws.h"
#include "scale.h"
#include "stats/sprt.h"
#include <math.h>
#include <string.h>

/* ---- what it says ---- */

static struct scores random_scores(struct th_rng *rng) {
    const int steps = 1 + (int)th_rng_below(rng, 20), units = (int)th_rng_below(rng, 300);
    const int most = (int)th_rng_below(rng, (uint32_t)steps + 1);
    struct scores s = new_scores(steps);
    for (int i = 0; i < units; i++) scores_add(&s, (int)th_rng_below(rng, (uint32_t)most + 1));
    return s;
}

static void the_mean_is_inside_and_more_confidence_is_wider(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (long round = 0; round < 20 + test_scale(500); round++) {
        struct scores s = random_scores(&rng);
        struct bets_interval inner = {0.5, 0.5};
        if (s.count > 0) inner.low = inner.high = scores_mean(&s);
        for (double doubt = 0.5; doubt > 1e-9; doubt /= 10) {
            const struct bets_interval i = bets_interval(&s, 1 - doubt);
            assert_true(i.low >= 0 && i.low <= inner.low && inner.high <= i.high && i.high <= 1);
            inner = i;
        }
        scores_drop(&s);
    }
}

static void the_verdict_is_that_of_the_interval(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (long round = 0; round < 20 + test_scale(500); round++) {
        struct scores s = random_scores(&rng);
        const struct bets_interval i = bets_interval(&s, 0.95);
        for (int r = 1; r < 100; r++) {
            const double required = r / 100.0;
            enum bets_verdict right = BETS_NOT_SURE;
            if (required <= i.low) right = BETS_AT_LEAST;
            if (required >= i.high) right = BETS_BELOW;
            assert_int_equal(bets_verdict(&s, required, 0.95), right);
        }
        assert_true(i.low == 0 || bets_verdict(&s, i.low, 0.95) == BETS_AT_LEAST);
        assert_true(i.high == 1 || bets_verdict(&s, i.high, 0.95) == BETS_BELOW);
        scores_drop(&s);
    }
}

static void seen_from_the_other_side_it_is_the_same(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    for (int round = 0; round < 50; round++) {
        struct scores s = random_scores(&rng), back = new_scores(s.steps);
        for (int v = 0; v <= s.steps; v++)
            for (uint64_t i = 0; i < s.times[v]; i++) scores_add(&back, s.steps - v);
        const struct bets_interval a = bets_interval(&s, 0.95), b = bets_interval(&back, 0.95);
        assert_true(fabs(a.low - (1 - b.high)) < 1e-9 && fabs(a.high - (1 - b.low)) < 1e-9);
        scores_drop(&s);
        scores_drop(&back);
    }
}

static void there_is_an_answer_to_everything(void **state) {
    (void)state;
    static const int units[] = {0, 1, 2, 1000, 1000000};
    for (int i = 0; i < 5 * 3; i++) {
        struct scores s = new_scores(10000);
        const int score = i / 5 * 5000;
        for (int u = 0; u < units[i % 5]; u++) scores_add(&s, score);
        const struct bets_interval b = bets_interval(&s, 0.999999);
        assert_true(b.low >= 0 && b.low <= b.high && b.high <= 1);
        if (units[i % 5] <= 1) assert_true(b.high - b.low > 0.9);
        if (units[i % 5] >= 1000) assert_true(b.high - b.low < 0.1);
        assert_true(b.low <= score / 10000.0 && score / 10000.0 <= b.high);
        scores_drop(&s);
    }
}

/* ---- ever wrong ---- */

enum { UNITS = 2000 };

struct ever {
    double above, below; /* the probability that a verdict is ever that */
};

/* Exactly, for games won with probability p against the requirement p: the probability of every
 * number of games won, without those runs that were sure of something before. */
static struct ever ever_wrong(double p, double confidence, int units) {
    static double here[UNITS + 1], next[UNITS + 1];
    memset(here, 0, sizeof here);
    here[0] = 1;
    struct scores s = new_scores(1);
    struct ever ever = {0, 0};
    for (int n = 1; n <= units; n++) {
        memset(next, 0, sizeof next);
        for (int won = 0; won <= n; won++) {
            next[won] = here[won] * (1 - p) + (won > 0 ? here[won - 1] * p : 0);
            if (next[won] < 1e-15) continue; /* all of them are not 1e-9 together */
            s.times[0] = (uint64_t)(n - won);
            s.times[1] = (uint64_t)won;
            s.count = (uint64_t)n;
            const enum bets_verdict verdict = bets_verdict(&s, p, confidence);
            if (verdict == BETS_NOT_SURE) continue;
            *(verdict == BETS_AT_LEAST ? &ever.above : &ever.below) += next[won];
            next[won] = 0;
        }
        memcpy(here, next, sizeof here);
    }
    scores_drop(&s);
    return ever;
}

static void of_single_games_it_is_ever_wrong_no_more_than_promised(void **state) {
    (void)state;
    static const double shares[] = {0.05, 0.5, 0.95};
    const int units = 100 + (int)test_scale(UNITS - 100);
    for (int i = 0; i < 3; i++) {
        const struct ever e = ever_wrong(shares[i], 0.95, units);
        print_message("# share %.2f, in %d units: ever wrong %.4f above, %.4f below\n", shares[i],
                      units, e.above, e.below);
        assert_true(e.above <= 0.025 && e.below <= 0.025);
        assert_true(e.above + e.below > 0.003); /* nor is it idle */
    }
}

static void of_blocks_it_is_ever_wrong_no_more_than_promised(void **state) {
    (void)state;
    const struct law laws[] = {law_of_two(0.05, 0.02), law_of_two(0.5, 0.1), law_of_two(0.5, 0.8),
                               law_of_two(0.95, 0.02), law_of_four(0.25)};
    const long runs = test_scale(400);
    for (int i = 0; i < 5; i++) {
        struct th_rng rng = th_rng_seeded(10 + (uint64_t)i);
        long wrong = 0;
        for (long run = 0; run < runs; run++) {
            struct scores s = new_scores(laws[i].steps);
            enum bets_verdict verdict = BETS_NOT_SURE;
            for (int n = 0; n < UNITS && verdict == BETS_NOT_SURE; n++) {
                scores_add(&s, law_draw(&laws[i], &rng));
                verdict = bets_verdict(&s, law_mean(&laws[i]), 0.95);
            }
            wrong += verdict != BETS_NOT_SURE;
            scores_drop(&s);
        }
        const double rate = (double)wrong / (double)runs;
        print_message("# law %d, mean %.2f: ever wrong in %.4f of %ld runs\n", i,
                      law_mean(&laws[i]), rate, runs);
        assert_true(rate <= 0.05 + 4 * sqrt(0.05 * 0.95 / (double)runs));
    }
}

/* ---- how soon ---- */

static void it_is_sure_before_long(void **state) {
    (void)state;
    static const struct {
        double share, required, most; /* mean units expected, with some margin */
    } cases[] = {{0.7, 0.6, 240}, {0.5, 0.6, 290}, {0.9, 0.6, 30}, {0.55, 0.5, 1150}};
    const long runs = test_scale(1000);
    for (int i = 0; i < 4; i++) {
        const struct law law = law_of_one(cases[i].share);
        const bool above = cases[i].share > cases[i].required;
        struct th_rng rng = th_rng_seeded(20 + (uint64_t)i);
        double units = 0;
        long right = 0;
        for (long run = 0; run < runs; run++) {
            struct scores s = new_scores(1);
            enum bets_verdict verdict = BETS_NOT_SURE;
            while (verdict == BETS_NOT_SURE) {
                scores_add(&s, law_draw(&law, &rng));
                verdict = bets_verdict(&s, cases[i].required, 0.95);
            }
            right += verdict == (above ? BETS_AT_LEAST : BETS_BELOW);
            units += (double)s.count / (double)runs;
            scores_drop(&s);
        }
        print_message("# share %.2f, %.2f required: sure after %.0f units, rightly in %.4f\n",
                      cases[i].share, cases[i].required, units, (double)right / (double)runs);
        assert_true(units < cases[i].most * (1 + 4 / sqrt((double)runs)));
        assert_true((double)right >= (double)runs * 0.975 - 4 * sqrt((double)runs * 0.025 * 0.975));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_is_inside_and_more_confidence_is_wider),
        cmocka_unit_test(the_verdict_is_that_of_the_interval),
        cmocka_unit_test(seen_from_the_other_side_it_is_the_same),
        cmocka_unit_test(there_is_an_answer_to_everything),
        cmocka_unit_test(of_single_games_it_is_ever_wrong_no_more_than_promised),
        cmocka_unit_test(of_blocks_it_is_ever_wrong_no_more_than_promised),
        cmocka_unit_test(it_is_sure_before_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
