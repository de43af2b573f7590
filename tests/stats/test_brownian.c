/* Brownian motion between barriers, against a walk of small steps. */
#include "cmocka_includes.h"
#include "stats/sprt.h"
#include <math.h>
#include <string.h>

/* The walk goes by ±1/FINE, which takes it (1/FINE)² of time: its barriers are met exactly, and all
 * its chances are added up, none drawn. */
enum { FINE = 20, PLACES = 8 * FINE };

struct walk {
    double high, low, above; /* left through the high barrier, through the low one; or above 0.5 */
};

static struct walk walk(struct brownian b, double time) {
    const int low = (int)lround(b.low * FINE), high = (int)lround(b.high * FINE);
    const double up = (1 + tanh(b.drift / FINE)) / 2;
    double here[PLACES + 1] = {0}, next[PLACES + 1];
    here[-low] = 1;
    struct walk w = {0, 0, 0};
    for (long step = lround(time * FINE * FINE); step > 0; step--) {
        memset(next, 0, sizeof next);
        for (int i = 1; i < high - low; i++) {
            next[i + 1] += here[i] * up;
            next[i - 1] += here[i] * (1 - up);
        }
        w.low += next[0];
        w.high += next[high - low];
        memcpy(here, next, sizeof here);
    }
    for (int i = 1; i < high - low; i++) {
        const double place = (i + low) / (double)FINE; /* every second place is empty */
        w.above += here[i] * (place > 0.5 + 0.5 / FINE ? 1 : place > 0.5 - 0.5 / FINE ? 0.5 : 0);
    }
    return w;
}

static void exits_and_stays_are_those_of_a_walk_of_small_steps(void **state) {
    (void)state;
    for (double drift = -2; drift <= 2; drift += 0.5) {
        for (double time = 0.5; time <= 8; time *= 2) {
            const struct brownian b = {drift, -1.5, 2};
            const struct walk w = walk(b, time);
            assert_true(fabs(brownian_leaves_high(b, time) - w.high) < 0.002);
            assert_true(fabs(brownian_leaves_low(b, time) - w.low) < 0.002);
            assert_true(fabs(brownian_stays_above(b, time, 0.5) - w.above) < 0.02);
        }
    }
}

/* The gambler's ruin: (1 − e^(−2·drift·down)) / (1 − e^(−2·drift·(down + up))). */
static void in_the_end_it_is_the_gamblers_ruin(void **state) {
    (void)state;
    for (double drift = -3; drift <= 3; drift += 0.25) {
        const struct brownian b = {drift, -1.5, 2};
        const double ruin = drift == 0 ? 1.5 / 3.5 : expm1(-3 * drift) / expm1(-7 * drift);
        assert_true(fabs(brownian_leaves_high(b, 1e9) - ruin) < 1e-12);
        assert_true(fabs(brownian_leaves_low(b, 1e9) - (1 - ruin)) < 1e-12);
    }
}

/* Also where the numbers are out of all proportion. */
static void it_leaves_above_or_below_or_stays(void **state) {
    (void)state;
    static const double drifts[] = {0, 1e-9, 0.01, 0.3, 1, 10, 1e3, 1e6};
    static const double times[] = {1e-9, 0.01, 0.5, 1, 7, 100, 1e4, 1e8};
    static const double barriers[] = {0.6, 3, 50, 1e4};
    for (int d = 0; d < 16; d++)
        for (int t = 0; t < 8; t++)
            for (int low = 0; low < 4; low++)
                for (int high = 0; high < 4; high++) {
                    const struct brownian b = {d < 8 ? drifts[d] : -drifts[d - 8], -barriers[low],
                                               barriers[high]};
                    const double sum = brownian_leaves_high(b, times[t]) +
                                       brownian_leaves_low(b, times[t]) +
                                       brownian_stays_above(b, times[t], b.low);
                    assert_true(fabs(sum - 1) < 1e-9);
                }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exits_and_stays_are_those_of_a_walk_of_small_steps),
        cmocka_unit_test(in_the_end_it_is_the_gamblers_ruin),
        cmocka_unit_test(it_leaves_above_or_below_or_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
