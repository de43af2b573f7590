#include "results.h"

#include "cmocka_includes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool line_up_of_set(unsigned set, int bots, int players, struct rating_line_up *l) {
    int chosen = 0;
    *l = (struct rating_line_up){.players = 0};
    for (int i = 0; i < bots; i++)
        if ((set >> i & 1) && chosen++ < players) l->bot[l->players++] = i;
    return chosen == players;
}

struct ratings fit(const struct rating_line_up *line_ups, int count, int bots) {
    struct ratings r;
    struct th_error e = {""};
    assert_true(ratings_fit(line_ups, count, bots, &r, &e));
    assert_int_equal(r.bots, bots);
    return r;
}

void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.15g, not %.15g", value, expected);
}

struct rating_line_up single_games(int players, const int bot[], const int won[]) {
    struct rating_line_up l = {.players = players};
    memcpy(l.bot, bot, (size_t)players * sizeof *bot);
    for (int i = 0; i < players; i++)
        for (int g = 0; g < won[i]; g++) {
            double block[TH_SEATS_MAX] = {0};
            block[i] = 1;
            rating_add_block(&l, block);
        }
    return l;
}

struct rating_line_up duel(int a, int b, int won_a, int won_b) {
    return single_games(2, (const int[]){a, b}, (const int[]){won_a, won_b});
}

void assert_sound(const struct ratings *r) {
    double sum = 0;
    int bounded = 0;
    for (int i = 0; i < r->bots; i++) bounded += r->bounded[i];
    for (int i = 0; i < r->bots; i++) {
        assert_true(isfinite(r->strength[i]));
        if (r->bounded[i] || bounded < 2) sum += r->strength[i];
        double row = 0;
        for (int j = 0; j < r->bots; j++) {
            const double *c = r->covariance;
            assert_true(isfinite(c[i * r->bots + j]));
            assert_near(c[i * r->bots + j], c[j * r->bots + i], 1e-9 * (1 + c[i * r->bots + i]));
            if (r->bounded[j] || bounded < 2) row += c[i * r->bots + j];
            const double better = ratings_superiority(r, i, j);
            assert_true(better >= 0 && better <= 1);
            assert_near(better + ratings_superiority(r, j, i), 1, 1e-12);
        }
        assert_near(row, 0, 1e-9 * (1 + r->covariance[i * r->bots + i]));
        assert_true(isfinite(ratings_se(r, i)));
        assert_true(r->bots == 1 || ratings_se(r, i) > 0);
    }
    assert_near(sum, 0, 1e-9 * r->bots);
}

void assert_wins_as_expected(const struct rating_line_up *l, int count, const struct ratings *r,
                             double tolerance) {
    double *slope = calloc((size_t)r->bots, sizeof *slope);
    assert_non_null(slope);
    for (int k = 0; k < count; k++) {
        double all = 0;
        for (int i = 0; i < l[k].players; i++) all += exp(r->strength[l[k].bot[i]]);
        for (int i = 0; i < l[k].players; i++) {
            const int bot = l[k].bot[i];
            slope[bot] += l[k].won[i] - l[k].games * exp(r->strength[bot]) / all;
        }
    }
    for (int i = 0; i < r->bots; i++) assert_near(slope[i], 0, tolerance);
    free(slope);
}

double uniform(struct th_rng *rng) {
    return (double)(th_rng_next(rng) >> 11) * 0x1p-53;
}
