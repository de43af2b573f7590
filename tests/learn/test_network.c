/* The network: gradients against differences, batches against single samples and textbook loops. */
#include "cmocka_includes.h"
#include "learn/dqn.h"
#include "learn/network.h"
#include "plain_network.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct network_shape shapes[] = {
    {.layers = 1, .size = {3, 2}},
    {.layers = 2, .size = {4, 7, 3}},
    {.layers = 3, .size = {5, 9, 6, 4}},
    {.layers = 3, .size = {24, 33, 17, 9}},
    {.layers = 5, .size = {2, 8, 1, 8, 5, 1}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static float uniform(struct th_rng *rng) { /* in -1..1 */
    return (float)th_rng_below(rng, 2000001) / 1000000 - 1;
}

static void fill(struct th_rng *rng, float values[], int count) {
    for (int i = 0; i < count; i++) values[i] = uniform(rng);
}

/* A network with biases, too, and rooms for batches. */
struct made {
    struct network network;
    struct network_pass pass;
    float *input, *slope, *gradients;
};

static struct made make(const struct network_shape *shape, int rows, struct th_rng *rng) {
    struct made m;
    struct th_error e;
    if (!network_make(&m.network, shape, &e)) fail_msg("%s", e.text);
    if (!network_pass_make(&m.pass, shape, rows, &e)) fail_msg("%s", e.text);
    network_begin(&m.network, rng);
    for (int l = 0; l < shape->layers; l++)
        fill(rng, m.network.parameters + network_biases_at(shape, l), shape->size[l + 1]);
    m.input = calloc((size_t)(rows * shape->size[0]), sizeof *m.input);
    m.slope = calloc((size_t)(rows * shape->size[shape->layers]), sizeof *m.slope);
    m.gradients = calloc(m.network.count, sizeof *m.gradients);
    fill(rng, m.input, rows * shape->size[0]);
    fill(rng, m.slope, rows * shape->size[shape->layers]);
    return m;
}

static void drop(struct made *m) {
    network_drop(&m->network);
    network_pass_drop(&m->pass);
    free(m->input);
    free(m->slope);
    free(m->gradients);
}

static void assert_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance * (1 + fabs(expected))))
        fail_msg("%.9g where %.9g was expected", found, expected);
}

/* ---- gradients ---- */

/* The loss in double precision, straight from the definition: mean over the rows of Huber's loss
 * of every output. parameters (count), input (rows, size[0]), wanted (rows, size[layers]). */
static double loss_of(const struct network_shape *s, const double *parameters, const float *input,
                      const float *wanted, int rows, double delta) {
    double sum = 0;
    for (int r = 0; r < rows; r++) {
        double from[64], to[64];
        for (int i = 0; i < s->size[0]; i++) from[i] = (double)input[r * s->size[0] + i];
        for (int l = 0; l < s->layers; l++) {
            const double *weights = parameters + network_weights_at(s, l);
            const double *biases = parameters + network_biases_at(s, l);
            for (int o = 0; o < s->size[l + 1]; o++) {
                to[o] = biases[o];
                for (int i = 0; i < s->size[l]; i++)
                    to[o] += from[i] * weights[i * s->size[l + 1] + o];
                if (l + 1 < s->layers && to[o] < 0) to[o] = 0;
            }
            memcpy(from, to, sizeof from);
        }
        for (int o = 0; o < s->size[s->layers]; o++) {
            const double error = fabs(from[o] - (double)wanted[r * s->size[s->layers] + o]);
            sum += error <= delta ? error * error / 2 : delta * (error - delta / 2);
        }
    }
    return sum / rows;
}

/* Every parameter of every layer, with errors on both sides of delta. */
static void gradients_are_the_slopes_of_the_loss(void **state) {
    (void)state;
    enum { ROWS = 6 };
    struct th_rng rng = th_rng_seeded(1);
    for (int k = 0; k < SHAPES; k++) {
        const struct network_shape *s = &shapes[k];
        const int outs = ROWS * s->size[s->layers];
        struct made m = make(s, ROWS, &rng);
        float wanted[ROWS * 16];
        fill(&rng, wanted, outs);
        const float delta = 0.5F;
        const float *values = network_forward(&m.network, &m.pass, m.input, ROWS);
        for (int i = 0; i < outs; i++)
            m.slope[i] = huber_slope(values[i] - wanted[i], delta) / ROWS;
        network_backward(&m.network, &m.pass, m.slope, ROWS, m.gradients);

        double *parameters = calloc(m.network.count, sizeof *parameters);
        for (size_t i = 0; i < m.network.count; i++)
            parameters[i] = (double)m.network.parameters[i];
        for (size_t i = 0; i < m.network.count; i++) {
            const double step = 1e-6, here = parameters[i];
            parameters[i] = here + step;
            const double above = loss_of(s, parameters, m.input, wanted, ROWS, (double)delta);
            parameters[i] = here - step;
            const double below = loss_of(s, parameters, m.input, wanted, ROWS, (double)delta);
            parameters[i] = here;
            assert_near((double)m.gradients[i], (above - below) / (2 * step), 1e-5);
        }
        free(parameters);
        drop(&m);
    }
}

static void the_slope_of_the_loss_is_its_slope(void **state) {
    (void)state;
    for (float error = -3; error <= 3; error += 0.125F)
        for (float delta = 0.5F; delta <= 2; delta *= 2) {
            const float step = 1 / 64.0F; /* exact, and off delta on both sides or on it */
            const float above = huber_loss(error + step, delta),
                        below = huber_loss(error - step, delta);
            const double slope = (double)((above - below) / (2 * step));
            assert_near((double)huber_slope(error, delta), slope,
                        fabsf(error) == delta ? 1e-2 : 1e-5);
        }
    assert_true(huber_loss(0.5F, 1) == 0.125F && huber_loss(-3, 1) == 2.5F);
}

/* ---- batches, single samples, textbook loops ---- */

static void a_batch_is_as_one_sample_after_the_other(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (int k = 0; k < SHAPES; k++)
        for (int rows = 1; rows <= 70; rows += 23) {
            const struct network_shape *s = &shapes[k];
            const int outs = s->size[s->layers];
            struct made m = make(s, rows, &rng);
            const float *values = network_forward(&m.network, &m.pass, m.input, rows);
            for (int r = 0; r < rows; r++) {
                float single[16];
                network_answer(&m.network, m.input + r * s->size[0], single);
                for (int o = 0; o < outs; o++)
                    assert_near((double)values[r * outs + o], (double)single[o], 1e-5);
            }
            drop(&m);
        }
}

static void batches_are_as_by_textbook_loops(void **state) {
    (void)state;
    enum { ROWS = 64 };
    const struct network_shape large = {.layers = 3, .size = {24, 128, 128, 9}};
    struct th_rng rng = th_rng_seeded(3);
    for (int k = 0; k <= SHAPES; k++) {
        const struct network_shape *s = k < SHAPES ? &shapes[k] : &large;
        const int outs = ROWS * s->size[s->layers];
        struct made m = make(s, ROWS, &rng);
        float *activation[NETWORK_LAYERS_MAX + 1], *slope[NETWORK_LAYERS_MAX + 1];
        float *rooms[] = {plain_rooms(s, ROWS, activation), plain_rooms(s, ROWS, slope)};
        float *gradients = calloc(m.network.count, sizeof *gradients);
        memcpy(activation[0], m.input, (size_t)(ROWS * s->size[0]) * sizeof *m.input);
        memcpy(slope[s->layers], m.slope, (size_t)outs * sizeof *m.slope);
        plain_forward(&m.network, activation, ROWS);
        plain_backward(&m.network, activation, slope, ROWS, gradients);
        const float *values = network_forward(&m.network, &m.pass, m.input, ROWS);
        for (int i = 0; i < outs; i++)
            assert_near((double)values[i], (double)activation[s->layers][i], 1e-5);
        network_backward(&m.network, &m.pass, m.slope, ROWS, m.gradients);
        for (size_t i = 0; i < m.network.count; i++)
            assert_near((double)m.gradients[i], (double)gradients[i], 1e-4);
        free(gradients);
        free(rooms[0]);
        free(rooms[1]);
        drop(&m);
    }
}

static void going_back_may_leave_out_the_last_rows(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    struct made m = make(&shapes[2], 20, &rng);
    float *first = calloc(m.network.count, sizeof *first);
    network_forward(&m.network, &m.pass, m.input, 12);
    network_backward(&m.network, &m.pass, m.slope, 12, first);
    network_forward(&m.network, &m.pass, m.input, 20);
    network_backward(&m.network, &m.pass, m.slope, 12, m.gradients);
    for (size_t i = 0; i < m.network.count; i++)
        assert_near((double)m.gradients[i], (double)first[i], 1e-5);
    free(first);
    drop(&m);
}

/* ---- threads, beginnings, shapes ---- */

static void *forward_and_back(void *context) {
    struct made *m = context;
    for (int i = 0; i < 50; i++) {
        network_forward(&m->network, &m->pass, m->input, m->pass.rows);
        network_backward(&m->network, &m->pass, m->slope, m->pass.rows, m->gradients);
    }
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state) {
    (void)state;
    enum { THREADS = 3 };
    const struct network_shape large = {.layers = 3, .size = {24, 128, 128, 9}};
    struct made m[THREADS + 1];
    pthread_t thread[THREADS];
    for (int i = 0; i <= THREADS; i++) {
        struct th_rng rng = th_rng_seeded(5);
        m[i] = make(&large, 64, &rng);
    }
    for (int i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, forward_and_back, &m[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    forward_and_back(&m[THREADS]);
    for (int i = 0; i <= THREADS; i++) {
        assert_memory_equal(m[i].gradients, m[THREADS].gradients,
                            m[i].network.count * sizeof(float));
        if (i < THREADS) drop(&m[i]);
    }
    drop(&m[THREADS]);
}

static void it_begins_as_he_says(void **state) {
    (void)state;
    const struct network_shape s = {.layers = 2, .size = {200, 300, 50}};
    struct network a, b;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(6), same = th_rng_seeded(6);
    assert_true(network_make(&a, &s, &e) && network_make(&b, &s, &e));
    network_begin(&a, &rng);
    network_begin(&b, &same);
    assert_memory_equal(a.parameters, b.parameters, a.count * sizeof(float));
    network_begin(&b, &rng);
    assert_memory_not_equal(a.parameters, b.parameters, a.count * sizeof(float));
    double sum = 0, squares = 0;
    for (size_t i = 0; i < 60000; i++) {
        sum += (double)a.parameters[i];
        squares += (double)a.parameters[i] * (double)a.parameters[i];
    }
    assert_near(squares / 60000 * 200, 2, 0.02); /* the variance is 2 / inputs */
    assert_near(sum / 60000, 0, 0.002);
    for (size_t i = 60000; i < 60300; i++) assert_true(a.parameters[i] == 0);
    network_copy(&b, &a);
    assert_memory_equal(a.parameters, b.parameters, a.count * sizeof(float));
    network_drop(&a);
    network_drop(&b);
}

static void impossible_shapes_are_refused(void **state) {
    (void)state;
    const struct network_shape wrong[] = {
        {.layers = 0, .size = {3}},
        {.layers = -1},
        {.layers = 9},
        {.layers = 2, .size = {3, 0, 2}},
        {.layers = 2, .size = {3, 4097, 2}},
        {.layers = 1, .size = {-5, 2}},
    };
    struct network n;
    struct th_error e;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        e.text[0] = 0;
        assert_false(network_make(&n, &wrong[i], &e));
        assert_true(strstr(e.text, "there can be 1 to") != NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_the_slopes_of_the_loss),
        cmocka_unit_test(the_slope_of_the_loss_is_its_slope),
        cmocka_unit_test(a_batch_is_as_one_sample_after_the_other),
        cmocka_unit_test(batches_are_as_by_textbook_loops),
        cmocka_unit_test(going_back_may_leave_out_the_last_rows),
        cmocka_unit_test(threads_do_not_disturb_each_other),
        cmocka_unit_test(it_begins_as_he_says),
        cmocka_unit_test(impossible_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
