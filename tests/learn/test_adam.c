/* The optimiser against the paper's formulas, and the replay memory. */
#include "cmocka_includes.h"
#include "learn/dqn.h"
#include "learn/network.h"
#include <math.h>
#include <string.h>

static struct adam make(const struct adam_settings *s, size_t count) {
    struct adam a;
    struct th_error e;
    if (!adam_make(&a, s, count, &e)) fail_msg("%s", e.text);
    return a;
}

/* Algorithm 1 of the paper, in double precision. */
static void it_follows_the_paper(void **state) {
    (void)state;
    enum { COUNT = 37 };
    const struct adam_settings s = adam_defaults();
    struct adam a = make(&s, COUNT);
    struct th_rng rng = th_rng_seeded(1);
    float parameters[COUNT] = {0}, gradients[COUNT];
    double theta[COUNT] = {0}, m[COUNT] = {0}, v[COUNT] = {0};
    for (int t = 1; t <= 200; t++) {
        const float rate = 0.01F / (float)t;
        for (int i = 0; i < COUNT; i++) {
            gradients[i] = ((float)th_rng_below(&rng, 2001) - 1000) / 500;
            const double g = (double)gradients[i];
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            theta[i] -= (double)rate * (m[i] / (1 - pow(0.9, t))) /
                        (sqrt(v[i] / (1 - pow(0.999, t))) + 1e-8);
        }
        adam_update(&a, rate, parameters, gradients);
        for (int i = 0; i < COUNT; i++)
            assert_true(fabs((double)parameters[i] - theta[i]) < 2e-6 * t);
    }
    adam_drop(&a);
}

static void it_finds_the_lowest_point(void **state) {
    (void)state;
    const struct adam_settings s = adam_defaults();
    struct adam a = make(&s, 2);
    float at[2] = {5, -3}, gradients[2];
    for (int i = 0; i < 5000; i++) { /* of (x - 1)² + 100 (y - 2)² */
        gradients[0] = 2 * (at[0] - 1);
        gradients[1] = 200 * (at[1] - 2);
        adam_update(&a, i < 4000 ? 0.01F : 0.0001F, at, gradients);
    }
    assert_true(fabsf(at[0] - 1) < 1e-3F && fabsf(at[1] - 2) < 1e-3F);
    adam_drop(&a);
}

static void long_gradients_are_clipped(void **state) {
    (void)state;
    enum { COUNT = 50 };
    struct adam_settings s = adam_defaults();
    s.clip = 1;
    struct adam clipped = make(&s, COUNT);
    s.clip = 0;
    struct adam free_of_it = make(&s, COUNT);
    float large[COUNT], small[COUNT], a[COUNT] = {0}, b[COUNT] = {0};
    for (int i = 0; i < COUNT; i++) {
        large[i] = (float)(i - 20);
        small[i] = large[i] * 0.001F;
    }
    const float length = adam_length(large, COUNT);
    float sum = 0;
    for (int i = 0; i < COUNT; i++) sum += large[i] * large[i];
    assert_true(fabsf(length - sqrtf(sum)) < 1e-3F);
    adam_update(&clipped, 0.1F, a, small); /* short enough: as it is */
    adam_update(&free_of_it, 0.1F, b, small);
    assert_memory_equal(a, b, sizeof a);
    adam_update(&clipped, 0.1F, a, large); /* shortened to length 1 */
    for (int i = 0; i < COUNT; i++) large[i] *= 1 / length;
    adam_update(&free_of_it, 0.1F, b, large);
    assert_memory_equal(a, b, sizeof a);
    adam_drop(&clipped);
    adam_drop(&free_of_it);
}

/* ---- the replay memory ---- */

/* Step i, whose every number tells i. */
static void add(struct replay *m, int i) {
    const float before[2] = {(float)i, 1}, after[2] = {(float)i + 1, 2};
    const bool legal[3] = {i % 2 == 0, true, false};
    const struct replay_step step = {before, after, legal, i % 3, (float)-i, i % 5 == 4};
    replay_add(m, &step);
}

static void assert_step(const struct replay_step *s, int i) {
    assert_true(s->before[0] == (float)i && s->before[1] == 1);
    assert_true(s->action == i % 3 && s->reward == (float)-i && s->done == (i % 5 == 4));
    assert_true(s->after[0] == (s->done ? 0 : (float)i + 1) && s->after[1] == (s->done ? 0 : 2));
    assert_true(s->legal_after[0] == (!s->done && i % 2 == 0) && !s->legal_after[2]);
    assert_true(s->legal_after[1] == !s->done);
}

static void the_memory_keeps_the_last_steps(void **state) {
    (void)state;
    struct replay m;
    struct th_error e;
    assert_true(replay_make(&m, 7, 2, 3, &e));
    for (int i = 0; i < 40; i++) {
        add(&m, i);
        const int filled = replay_filled(&m);
        assert_int_equal(filled, i < 7 ? i + 1 : 7);
        for (int k = 0; k < filled; k++) {
            const struct replay_step step = replay_at(&m, (i - k) % 7);
            assert_step(&step, i - k);
        }
    }
    replay_drop(&m);
}

static void every_step_is_drawn_as_often(void **state) {
    (void)state;
    enum { STEPS = 10, DRAWS = 100000 };
    struct replay m;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(2);
    int count[STEPS] = {0};
    assert_true(replay_make(&m, 16, 2, 3, &e));
    for (int i = 0; i < STEPS; i++) add(&m, i);
    for (int i = 0; i < DRAWS; i++) count[replay_draw(&m, &rng)]++;
    for (int i = 0; i < STEPS; i++) assert_in_range(count[i], 9600, 10400); /* ± 4 deviations */
    replay_drop(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_follows_the_paper),
        cmocka_unit_test(it_finds_the_lowest_point),
        cmocka_unit_test(long_gradients_are_clipped),
        cmocka_unit_test(the_memory_keeps_the_last_steps),
        cmocka_unit_test(every_step_is_drawn_as_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
