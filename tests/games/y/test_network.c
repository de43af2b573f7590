/* The network of Y against a slow version, its gradients against differences, and what holds of its
 * judgements. */
#include "cmocka_includes.h"
#include "games/y/network_gradient.h"
#include "games/y/notation.h"
#include "making.h"
#include "scale.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = Y_NETWORK_UNITS, INPUTS = Y_NETWORK_INPUTS };

static const struct th_state *general(const struct y *s) {
    return (const struct th_state *)(const void *)s;
}

/* A position that is not over, of so many random stones or a few less. */
static void random_position(struct y *s, int size, int stones, struct th_rng *rng) {
    y_start(s, size, 0);
    while (stones-- > 0) {
        struct y next = *s;
        const int cell = (int)th_rng_below(rng, (uint32_t)y_cells(size));
        if (s->cell[cell] != Y_EMPTY) continue;
        y_place(&next, cell);
        if (next.over) return;
        *s = next;
    }
}

/* Every size in turn, with few stones and with many. */
static void any_position(struct y *s, int i, struct th_rng *rng) {
    const int size = 3 + i % (Y_SIZE_MAX - 2);
    random_position(s, size, (int)th_rng_below(rng, (uint32_t)y_cells(size)), rng);
}

/* ---- by the slow way ---- */

static bool next_to(int row, int column, int other_row, int other_column) {
    const int down = other_row - row, right = other_column - column;
    return abs(down) <= 1 && abs(right) <= 1 && down * right >= 0;
}

/* The cell in this direction, as the first layer and the blocks number them; -1: none. */
static int beside(int size, int row, int column, int direction) {
    static const int down[Y_NETWORK_NEAR] = {0, 0, -1, -1, 0, 1, 1},
                     right[Y_NETWORK_NEAR] = {0, -1, -1, 0, 1, 1, 0};
    const int r = row + down[direction], c = column + right[direction];
    if (r < 0 || c < 0 || r >= size || c > r) return -1;
    assert_true(next_to(row, column, r, c));
    return y_index(r, c);
}

struct plain {
    double unit[Y_CELLS_MAX][UNITS];
};

static void plain_first(const struct y_network *w, int size, const float in[][INPUTS],
                        struct plain *out) {
    for (int r = 0; r < size; r++)
        for (int c = 0; c <= r; c++)
            for (int j = 0; j < UNITS; j++) {
                double sum = (double)w->first_bias[j];
                for (int k = 0; k < Y_NETWORK_NEAR; k++) {
                    const int from = beside(size, r, c, k);
                    for (int m = 0; from >= 0 && m < INPUTS; m++)
                        sum += (double)in[from][m] * (double)w->first[k][m][j];
                }
                out->unit[y_index(r, c)][j] = fmax(sum, 0);
            }
}

static double mean_of(const struct plain *x, int cells, int unit) {
    double sum = 0;
    for (int i = 0; i < cells; i++) sum += x->unit[i][unit];
    return sum / cells;
}

static void plain_block(const struct y_network_block *b, int size, const struct plain *x,
                        struct plain *out) {
    double mean[UNITS];
    for (int j = 0; j < UNITS; j++) mean[j] = mean_of(x, y_cells(size), j);
    for (int r = 0; r < size; r++)
        for (int c = 0; c <= r; c++) {
            const int at = y_index(r, c);
            double mixed[UNITS] = {0};
            for (int k = 0; k < Y_NETWORK_NEAR; k++) {
                const int from = beside(size, r, c, k);
                for (int j = 0; from >= 0 && j < UNITS; j++)
                    mixed[j] += (double)b->near[k][j] * x->unit[from][j];
            }
            for (int j = 0; j < UNITS; j++) {
                double sum = x->unit[at][j] + (double)b->bias[j];
                for (int m = 0; m < UNITS; m++)
                    sum += mixed[m] * (double)b->cell[m][j] + mean[m] * (double)b->board[m][j];
                out->unit[at][j] = fmax(sum, 0);
            }
        }
}

static double plain_value(const struct y_network *w, int cells, const struct plain *x) {
    double value = (double)w->value_bias;
    for (int h = 0; h < Y_NETWORK_HIDDEN; h++) {
        double sum = (double)w->hidden_bias[h];
        for (int j = 0; j < UNITS; j++) {
            double most = 0;
            for (int i = 0; i < cells; i++) most = fmax(most, x->unit[i][j]);
            sum += mean_of(x, cells, j) * (double)w->hidden[j][h] +
                   most * (double)w->hidden[UNITS + j][h];
        }
        value += fmax(sum, 0) * (double)w->value[h];
    }
    return value;
}

static void evaluate(const struct y_network *w, const struct y *s, struct y_network_output *out) {
    float in[Y_CELLS_MAX][INPUTS];
    static y_units even, odd;
    y_units *layer[Y_NETWORK_LAYERS];
    for (int i = 0; i < Y_NETWORK_LAYERS; i++) layer[i] = i % 2 == 0 ? &even : &odd;
    y_network_inputs(s, in);
    y_network_forward(w, s->size, (const float(*)[INPUTS])in, layer, out);
}

static void answers_agree_with_a_slow_version(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    const struct y_network *w = y_network();
    static struct plain x[2];
    for (int i = 0; i < (int)test_scale(60); i++) {
        struct y s;
        struct y_network_output out;
        float in[Y_CELLS_MAX][INPUTS];
        any_position(&s, i, &rng);
        y_network_inputs(&s, in);
        evaluate(w, &s, &out);
        plain_first(w, s.size, (const float(*)[INPUTS])in, &x[0]);
        for (int b = 0; b < Y_NETWORK_BLOCKS; b++)
            plain_block(&w->block[b], s.size, &x[b % 2], &x[1 - b % 2]);
        const struct plain *last = &x[Y_NETWORK_BLOCKS % 2];
        assert_true(fabs(plain_value(w, y_cells(s.size), last) - (double)out.value) < 1e-3);
        for (int cell = 0; cell < y_cells(s.size); cell++) {
            double sum = (double)w->policy_bias;
            for (int j = 0; j < UNITS; j++) sum += last->unit[cell][j] * (double)w->policy[j];
            assert_true(fabs(sum - (double)out.cell[cell]) < 1e-3);
        }
    }
}

static void vectors_of_every_width_give_the_same_bits(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    static y_units even, odd;
    y_units *layer[Y_NETWORK_LAYERS];
    for (int i = 0; i < Y_NETWORK_LAYERS; i++) layer[i] = i % 2 == 0 ? &even : &odd;
    for (int i = 0; i < (int)test_scale(200); i++) {
        struct y s;
        struct y_network_output first, other;
        float in[Y_CELLS_MAX][INPUTS];
        any_position(&s, i, &rng);
        y_network_inputs(&s, in);
        memset(&first, 0, sizeof first);
        memset(&other, 0, sizeof other);
        y_network_forward_by(0, y_network(), s.size, (const float(*)[INPUTS])in, layer, &first);
        for (int width = 1; width < y_network_widths(); width++) {
            y_network_forward_by(width, y_network(), s.size, (const float(*)[INPUTS])in, layer,
                                 &other);
            assert_memory_equal(&first, &other, sizeof first);
        }
    }
}

/* ---- gradients ---- */

static double loss_of(struct y_gradient *g, const struct y_network *w) {
    y_gradient_begin(g, w);
    y_gradient_add(g, w);
    return g->policy_loss + g->value_loss;
}

/* A step may cross the corner of a unit, where the slope changes: a few directions may differ. */
static void gradients_agree_with_differences(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    struct y_network *w = malloc(sizeof *w), *by = malloc(sizeof *by);
    struct y_gradient *g = calloc(1, sizeof *g);
    struct y s;
    assert_true(w != NULL && by != NULL && g != NULL);
    *w = *y_network();
    float total = 0;
    int tried = 0, wrong = 0;
    random_position(&s, 7, 9, &rng);
    y_network_inputs(&s, g->example.in);
    g->example.size = s.size;
    g->example.chance = 0.3F;
    for (int i = 0; i < y_cells(s.size); i++) {
        g->example.empty[i] = s.cell[i] == Y_EMPTY;
        g->example.policy[i] = g->example.empty[i] ? (float)th_rng_below(&rng, 1000) : 0;
        total += g->example.policy[i];
    }
    for (int i = 0; i < y_cells(s.size); i++) g->example.policy[i] /= total;
    loss_of(g, w);
    *by = g->by;
    for (int i = 0; i < Y_NETWORK_WEIGHTS; i += 7) {
        float *weight = &((float *)w)[i];
        const float kept = *weight;
        const double step = 2e-3, slope = (double)((const float *)by)[i];
        *weight = kept + (float)step;
        const double up = loss_of(g, w);
        *weight = kept - (float)step;
        const double measured = (up - loss_of(g, w)) / (2 * step);
        *weight = kept;
        const double size = fabs(slope) + fabs(measured);
        if (size < 0.02) continue;
        tried++;
        wrong += fabs(slope - measured) > 0.1 * size + 2e-3;
    }
    if (tried < 300 || wrong * 10 > tried) fail_msg("%d of %d directions differ", wrong, tried);
    free(g);
    free(by);
    free(w);
}

static void nothing_is_learned_from_a_position_without_a_policy_but_its_chance(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    struct y_gradient *g = calloc(1, sizeof *g);
    struct y s;
    assert_non_null(g);
    random_position(&s, 5, 4, &rng);
    y_network_inputs(&s, g->example.in);
    g->example.size = s.size;
    g->example.chance = 1;
    for (int i = 0; i < y_cells(s.size); i++) g->example.empty[i] = s.cell[i] == Y_EMPTY;
    loss_of(g, y_network());
    assert_int_equal(g->policies, 0);
    assert_int_equal(g->values, 1);
    assert_true(g->by.policy_bias == 0 && g->by.value_bias < 0);
    free(g);
}

static void symmetries_keep_neighbours_and_sides_apart(void **state) {
    (void)state;
    for (int size = 3; size <= Y_SIZE_MAX; size++)
        for (int symmetry = 0; symmetry < Y_SYMMETRIES; symmetry++) {
            uint8_t to[Y_CELLS_MAX];
            bool used[Y_CELLS_MAX] = {false};
            int row[Y_CELLS_MAX], column[Y_CELLS_MAX];
            y_turned_cells(size, symmetry, to);
            for (int r = 0, i = 0; r < size; r++)
                for (int c = 0; c <= r; c++, i++) row[i] = r, column[i] = c;
            for (int i = 0; i < y_cells(size); i++) {
                assert_true(to[i] < y_cells(size) && !used[to[i]]);
                used[to[i]] = true;
                assert_true(symmetry != 0 || to[i] == i);
                for (int k = 0; k < i; k++)
                    assert_int_equal(next_to(row[i], column[i], row[k], column[k]),
                                     next_to(row[to[i]], column[to[i]], row[to[k]], column[to[k]]));
            }
        }
}

/* ---- judgements ---- */

static bool judged(const struct y *s, float prior[], double payoff[2]) {
    th_action legal[Y_ACTIONS];
    const int n = y_game.legal(general(s), legal);
    return y_judge(general(s), legal, n, prior, payoff);
}

static void judgements_are_shares_and_chances_at_every_size(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(5);
    for (int i = 0; i < (int)test_scale(400); i++) {
        struct y s;
        float prior[Y_ACTIONS];
        double payoff[2], sum = 0;
        any_position(&s, i, &rng);
        assert_true(judged(&s, prior, payoff));
        for (int k = 0; k < y_cells(s.size) - s.stones; k++) {
            assert_true(prior[k] >= 0);
            sum += (double)prior[k];
        }
        assert_true(fabs(sum - 1) < 1e-4);
        assert_true(payoff[0] >= 0 && payoff[1] >= 0 && payoff[0] + payoff[1] == 1);
    }
}

static void colours_exchanged_make_no_difference(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(6);
    for (int i = 0; i < (int)test_scale(100); i++) {
        struct y s, other;
        struct y_network_output a, b;
        any_position(&s, i, &rng);
        other = s;
        other.mover ^= 1;
        for (int cell = 0; cell < y_cells(s.size); cell++)
            if (s.cell[cell] != Y_EMPTY) other.cell[cell] ^= 1;
        y_rebuild(&other);
        evaluate(y_network(), &s, &a);
        evaluate(y_network(), &other, &b);
        assert_memory_equal(a.cell, b.cell, (size_t)y_cells(s.size) * sizeof *a.cell);
        assert_true(a.value == b.value);
    }
}

static void a_stone_that_may_be_swapped_is_not_judged(void **state) {
    (void)state;
    float prior[Y_ACTIONS];
    double payoff[2];
    struct y s;
    y_start(&s, 9, 1);
    assert_false(judged(&s, prior, payoff));
    y_place(&s, 17);
    assert_false(judged(&s, prior, payoff));
    y_place(&s, 30);
    assert_true(judged(&s, prior, payoff));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_agree_with_a_slow_version),
        cmocka_unit_test(vectors_of_every_width_give_the_same_bits),
        cmocka_unit_test(gradients_agree_with_differences),
        cmocka_unit_test(nothing_is_learned_from_a_position_without_a_policy_but_its_chance),
        cmocka_unit_test(symmetries_keep_neighbours_and_sides_apart),
        cmocka_unit_test(judgements_are_shares_and_chances_at_every_size),
        cmocka_unit_test(colours_exchanged_make_no_difference),
        cmocka_unit_test(a_stone_that_may_be_swapped_is_not_judged),
    };
    y_prepare();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
