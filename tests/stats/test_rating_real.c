/* Ratings from real scores: where strengths of counts exist they are the same; impossible totals
 * give finite strengths; and by simulation, intervals hold the truth. */
#include "cmocka_includes.h"
#include "real_laws.h"
#include "results.h"
#include "scale.h"
#include <math.h>

static struct ratings fit_real(const struct rating_line_up *line_ups, int count, int bots) {
    struct ratings r;
    struct th_error e = {""};
    assert_true(ratings_fit_real(line_ups, count, bots, &r, &e));
    return r;
}

static void strengths_of_counts_are_the_same(void **state) {
    (void)state;
    const struct rating_line_up l[] = {
        duel(0, 1, 60, 40), duel(1, 2, 70, 30), duel(0, 2, 55, 45),
        single_games(4, (const int[]){0, 1, 1, 2}, (const int[]){30, 20, 25, 25})};
    struct ratings plain = fit(l, 4, 3), real = fit_real(l, 4, 3);
    assert_sound(&real);
    assert_false(real.ghosts);
    for (int i = 0; i < 3; i++) {
        assert_near(real.strength[i], plain.strength[i], 1e-12);
        assert_true(real.bounded[i]);
        assert_near(ratings_se(&real, i), ratings_se(&plain, i), 0.1 * ratings_se(&plain, i));
    }
    ratings_drop(&plain);
    ratings_drop(&real);
}

/* Only totals matter: one cell is below 0, and the totals are those of equals. */
static void a_negative_score_in_one_meeting_is_no_harm(void **state) {
    (void)state;
    struct rating_line_up l[3];
    static const double won[3][2] = {{-0.2, 2.2}, {-0.2, 2.2}, {-0.2, 2.2}};
    for (int k = 0; k < 3; k++) {
        l[k] = (struct rating_line_up){.players = 2, .bot = {k, (k + 1) % 3}};
        for (int b = 0; b < 50; b++) {
            const double by = b % 2 ? 0.3 : -0.3;
            rating_add_block(&l[k], (const double[]){won[k][0] + by, won[k][1] - by});
        }
    }
    struct ratings r = fit_real(l, 3, 3);
    assert_sound(&r);
    assert_false(r.ghosts);
    for (int i = 0; i < 3; i++) assert_near(r.strength[i], 0, 1e-9);
    ratings_drop(&r);
}

/* A bot whose total is below 0 or above its games, and a pair that has less than nothing against
 * the rest: finite, far off, and the others are hardly touched. */
static void impossible_totals_give_finite_strengths(void **state) {
    (void)state;
    for (int sets = 0; sets < 2; sets++) {
        struct rating_line_up l[6];
        int count = 0;
        for (int i = 0; i < 4; i++)
            for (int j = i + 1; j < 4; j++) {
                struct rating_line_up *now = &l[count++];
                *now = (struct rating_line_up){.players = 2, .bot = {i, j}};
                const bool hopeless = sets ? i < 2 && j >= 2 : j == 3;
                for (int b = 0; b < 60; b++) {
                    const double by = b % 2 ? 0.2 : -0.2;
                    double first = 1 + by;
                    if (hopeless) first = (sets ? 2.2 : 2.01) + by;
                    rating_add_block(now, (const double[]){first, 2 - first});
                }
            }
        struct ratings r = fit_real(l, count, 4);
        assert_sound(&r);
        assert_int_equal(r.ghosts, sets);
        assert_near(r.strength[0], r.strength[1], 0.05);
        if (sets) {
            assert_true(r.strength[0] - r.strength[2] > 2 && r.strength[0] - r.strength[2] < 20);
        } else {
            assert_near(r.strength[0], 0, 0.05);
            assert_false(r.bounded[3]);
            assert_true(r.bounded[0] && r.bounded[1] && r.bounded[2]);
            assert_true(r.strength[3] < -3 && r.strength[3] > -20);
            assert_true(ratings_se(&r, 3) > 0.3 && ratings_se(&r, 3) < 3);
        }
        ratings_drop(&r);
    }
}

static void bots_that_never_met_are_compared_by_ghosts(void **state) {
    (void)state;
    const struct rating_line_up l[] = {duel(0, 1, 30, 20), duel(2, 3, 30, 20)};
    struct ratings r = fit_real(l, 2, 4);
    assert_sound(&r);
    assert_true(r.ghosts);
    ratings_drop(&r);
    r = fit_real(l, 0, 3);
    assert_sound(&r);
    assert_true(r.ghosts);
    ratings_drop(&r);
}

/* ---- coverage ---- */

struct setting {
    const char *name;
    int bots, players, blocks;
    double range; /* of the strengths, evenly spaced */
    double sd;    /* of a game's score */
    enum real_law law;
    double hopeless; /* how far the first is below that */
};

/* Blocks of a line-up: as many games as players; expected shares, and noise that sums to 0. */
static void play(struct rating_line_up *l, const struct setting *s, const double *strength,
                 struct th_rng *rng) {
    double p[TH_SEATS_MAX], all = 0;
    for (int i = 0; i < l->players; i++) all += p[i] = exp(strength[l->bot[i]]);
    for (int b = 0; b < s->blocks; b++) {
        double won[TH_SEATS_MAX], noise[TH_SEATS_MAX], mean = 0;
        for (int i = 0; i < l->players; i++) {
            noise[i] = s->sd * l->players * draw_real(s->law, rng);
            mean += noise[i] / l->players;
        }
        for (int i = 0; i < l->players; i++) won[i] = l->players * p[i] / all + noise[i] - mean;
        rating_add_block(l, won);
    }
}

static int play_league(const struct setting *s, const double *strength, struct th_rng *rng,
                       struct rating_line_up *l) {
    int count = 0;
    for (unsigned set = 0; set < 1U << s->bots; set++) {
        if (!line_up_of_set(set, s->bots, s->players, &l[count])) continue;
        play(&l[count++], s, strength, rng);
    }
    return count;
}

static void intervals_hold_the_truth(void **state) {
    (void)state;
    static const struct setting settings[] = {
        {"30 pairs of games", 6, 2, 30, 2, 0.15, LAW_NORMAL, 0},
        {"30 pairs, four of five equal", 6, 2, 30, 2, 0.15, LAW_IDLE, 0},
        {"30 pairs, steep", 6, 2, 30, 2, 0.15, LAW_STEEP, 0},
        {"10 pairs, mixed", 6, 2, 10, 2, 0.15, LAW_MIXED, 0},
        {"30 pairs, much noise", 6, 2, 30, 2, 0.4, LAW_NORMAL, 0},
        {"15 blocks of 4", 6, 4, 15, 2, 0.15, LAW_NORMAL, 0},
        {"2 bots, 40 pairs", 2, 2, 40, 1, 0.15, LAW_NORMAL, 0},
        {"30 pairs, one never wins", 6, 2, 30, 2, 0.15, LAW_NORMAL, 12},
    };
    const long leagues = test_scale(1000);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        const struct setting *s = &settings[k];
        double strength[8], held = 0, all = 0, leads = 0, pairs = 0;
        struct rating_line_up l[70];
        for (int i = 0; i < s->bots; i++)
            strength[i] = s->range * ((double)i / (s->bots - 1) - 0.5);
        strength[0] -= s->hopeless;
        for (long run = 0; run < leagues; run++) {
            struct th_rng rng = th_rng_seeded(th_mix2(11, (uint64_t)run));
            struct ratings r = fit_real(l, play_league(s, strength, &rng, l), s->bots);
            double zero = 0, members = 0;
            for (int i = 0; i < s->bots; i++)
                if (r.bounded[i]) zero += strength[i], members++;
            for (int i = 0; i < s->bots; i++) {
                if (!r.bounded[i]) continue;
                const double truth = strength[i] - zero / members;
                held += fabs(r.strength[i] - truth) < 1.96 * ratings_se(&r, i);
                all++;
                if (i == 0 || !r.bounded[i - 1]) continue;
                const double lead = r.strength[i] - r.strength[i - 1];
                leads += fabs(lead - (strength[i] - strength[i - 1])) <
                         1.96 * ratings_lead_se(&r, i, i - 1);
                pairs++;
            }
            ratings_drop(&r);
        }
        print_message("# %-32s strengths %.3f, leads %.3f\n", s->name, held / all, leads / pairs);
        /* The intervals of a league depend on each other, so a league counts once. */
        const double doubt = 3 * sqrt(0.95 * 0.05 / (double)leagues);
        assert_true(fabs(held / all - 0.9525) < 0.0125 + doubt);
        assert_true(fabs(leads / pairs - 0.9525) < 0.0125 + doubt);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strengths_of_counts_are_the_same),
        cmocka_unit_test(a_negative_score_in_one_meeting_is_no_harm),
        cmocka_unit_test(impossible_totals_give_finite_strengths),
        cmocka_unit_test(bots_that_never_met_are_compared_by_ghosts),
        cmocka_unit_test(intervals_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
