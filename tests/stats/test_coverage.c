/* Whether intervals of ± 1.96 standard errors hold the truth 95 times of 100: leagues are played by
 * the model, with games of a block that share their luck in several ways, and rated. */
#include "cmocka_includes.h"
#include "results.h"
#include "scale.h"
#include <math.h>

/* What decides the games of a block. Each game by itself always goes by the model. */
enum luck {
    OWN,     /* each game by its own luck */
    SAME,    /* seven games of ten by the luck of the block: they go the same way */
    TURNED,  /* the luck of the block, turned from game to game: what helps one now, helps the
              * others next. This is what exchanging seats under the same dice does. */
    DIVERSE, /* each line-up another of these */
};

struct setting {
    const char *name;
    int bots, players, blocks, games; /* every choice of players from the bots; games of a block */
    double range;                     /* of the strengths, evenly spaced */
    enum luck luck;
    double hopeless; /* how far the first is below that, so that it hardly ever wins */
};

enum { BOTS_MAX = 8, LINE_UPS_MAX = 70 };

static double luck_of_game(enum luck luck, double of_block, int game, int games,
                           struct th_rng *rng) {
    if (luck == TURNED) return fmod(of_block + (double)game / games, 1);
    const double own = uniform(rng);
    return luck == SAME && uniform(rng) < 0.7 ? of_block : own;
}

static int winner_by(const struct rating_line_up *l, const double *strength, double luck) {
    double all = 0;
    for (int i = 0; i < l->players; i++) all += exp(strength[l->bot[i]]);
    luck *= all;
    int i = 0;
    for (; i < l->players - 1; i++) {
        luck -= exp(strength[l->bot[i]]);
        if (luck < 0) break;
    }
    return i;
}

/* Plays a line-up's blocks; `apart` counts each game as a block of its own. */
static void play(struct rating_line_up *l, const struct setting *s, enum luck luck, bool apart,
                 const double *strength, struct th_rng *rng) {
    for (int b = 0; b < s->blocks; b++) {
        const double of_block = uniform(rng);
        double won[TH_SEATS_MAX] = {0};
        for (int g = 0; g < s->games; g++) {
            const double by = luck_of_game(luck, of_block, g, s->games, rng);
            won[winner_by(l, strength, by)]++;
            if (!apart) continue;
            rating_add_block(l, won);
            for (int i = 0; i < l->players; i++) won[i] = 0;
        }
        if (!apart) rating_add_block(l, won);
    }
}

static int play_league(const struct setting *s, bool apart, const double *strength,
                       struct th_rng *rng, struct rating_line_up *l) {
    int count = 0;
    for (unsigned set = 0; set < 1U << s->bots; set++) {
        if (!line_up_of_set(set, s->bots, s->players, &l[count])) continue;
        const enum luck luck = s->luck == DIVERSE ? (enum luck)(count % DIVERSE) : s->luck;
        play(&l[count], s, luck, apart, strength, rng);
        count++;
        assert_true(count < LINE_UPS_MAX);
    }
    return count;
}

struct coverage {
    double strengths, leads; /* parts of the intervals that held the truth */
};

/* Of a bot that never won, or never lost, only a bound is known. */
static bool is_promised(const struct ratings *r, int i) {
    return !r->ghosts || r->bounded[i];
}

/* What the ratings call 0, in the strengths that the games were played by. */
static double true_zero(const struct ratings *r, const double *strength) {
    int bounded = 0, members = 0;
    double sum = 0;
    for (int i = 0; i < r->bots; i++) bounded += r->bounded[i];
    for (int i = 0; i < r->bots; i++)
        if (r->bounded[i] || bounded < 2) sum += strength[i], members++;
    return sum / members;
}

static struct coverage measure(const struct setting *s, bool apart, long leagues) {
    double strength[BOTS_MAX];
    for (int i = 0; i < s->bots; i++) strength[i] = s->range * ((double)i / (s->bots - 1) - 0.5);
    strength[0] -= s->hopeless;
    struct rating_line_up l[LINE_UPS_MAX];
    struct coverage held = {0, 0};
    double strengths = 0, leads = 0;
    for (long k = 0; k < leagues; k++) {
        struct th_rng rng = th_rng_seeded(th_mix2(11, (uint64_t)k));
        struct ratings r;
        struct th_error e;
        assert_true(ratings_fit(l, play_league(s, apart, strength, &rng, l), s->bots, &r, &e));
        const double zero = true_zero(&r, strength);
        for (int i = 0; i < s->bots; i++) {
            if (!is_promised(&r, i)) continue;
            const double truth = strength[i] - zero;
            held.strengths += fabs(r.strength[i] - truth) < 1.96 * ratings_se(&r, i);
            strengths++;
        }
        for (int i = 0; i + 1 < s->bots; i++) {
            if (!is_promised(&r, i) || !is_promised(&r, i + 1)) continue;
            const double lead = r.strength[i + 1] - r.strength[i];
            held.leads +=
                fabs(lead - (strength[i + 1] - strength[i])) < 1.96 * ratings_lead_se(&r, i + 1, i);
            leads++;
        }
        ratings_drop(&r);
    }
    held.strengths /= strengths;
    held.leads /= leads;
    print_message("# %-40s strengths %.3f, leads %.3f\n", s->name, held.strengths, held.leads);
    return held;
}

/* The intervals of a league depend on each other, so a league counts once. */
static double doubt(long leagues) {
    return 3 * sqrt(0.95 * 0.05 / (double)leagues);
}

static void assert_covers(const struct setting *settings, size_t count) {
    const long leagues = test_scale(4000);
    for (size_t i = 0; i < count; i++) {
        const struct coverage c = measure(&settings[i], false, leagues);
        const double margin = settings[i].blocks < 10 ? 0.02 : 0.01;
        assert_true(fabs(c.strengths - 0.95) < margin + doubt(leagues));
        assert_true(fabs(c.leads - 0.95) < margin + doubt(leagues));
    }
}

static void intervals_of_round_robins_hold_the_truth(void **state) {
    (void)state;
    static const struct setting settings[] = {
        {"30 pairs of games each, independent", 6, 2, 30, 2, 2, OWN, 0},
        {"30 pairs, going the same way", 6, 2, 30, 2, 2, SAME, 0},
        {"30 pairs, seats exchanged", 6, 2, 30, 2, 2, TURNED, 0},
        {"30 pairs, diverse", 6, 2, 30, 2, 2, DIVERSE, 0},
        {"10 pairs, independent", 6, 2, 10, 2, 2, OWN, 0},
        {"10 pairs, going the same way", 6, 2, 10, 2, 2, SAME, 0},
        {"10 pairs, seats exchanged", 6, 2, 10, 2, 2, TURNED, 0},
        {"10 pairs, strengths far apart", 6, 2, 10, 2, 4, SAME, 0},
        {"5 pairs, diverse", 6, 2, 5, 2, 2, DIVERSE, 0},
    };
    assert_covers(settings, sizeof settings / sizeof *settings);
}

static void intervals_of_tables_of_four_hold_the_truth(void **state) {
    (void)state;
    static const struct setting settings[] = {
        {"15 blocks of 4 games, independent", 6, 4, 15, 4, 2, OWN, 0},
        {"15 blocks of 4, going the same way", 6, 4, 15, 4, 2, SAME, 0},
        {"15 blocks of 4, seats exchanged", 6, 4, 15, 4, 2, TURNED, 0},
        {"15 blocks of 4, diverse", 6, 4, 15, 4, 2, DIVERSE, 0},
        {"5 blocks of 4, going the same way", 6, 4, 5, 4, 2, SAME, 0},
        {"5 blocks of 4, seats exchanged", 6, 4, 5, 4, 2, TURNED, 0},
        {"3 players, 10 blocks of 3, diverse", 6, 3, 10, 3, 2, DIVERSE, 0},
    };
    assert_covers(settings, sizeof settings / sizeof *settings);
}

static void intervals_of_a_single_line_up_hold_the_truth(void **state) {
    (void)state;
    static const struct setting settings[] = {
        {"2 bots, 40 pairs, independent", 2, 2, 40, 2, 1, OWN, 0},
        {"2 bots, 40 pairs, going the same way", 2, 2, 40, 2, 1, SAME, 0},
        {"2 bots, 40 pairs, seats exchanged", 2, 2, 40, 2, 1, TURNED, 0},
        {"2 bots, 6 blocks of 8, independent", 2, 2, 6, 8, 1, OWN, 0},
        {"4 bots, 8 blocks of 8, independent", 4, 4, 8, 8, 1, OWN, 0},
    };
    assert_covers(settings, sizeof settings / sizeof *settings);
}

/* With it the others' zero is their own mean, and they are rated as well as without it. */
static void intervals_hold_the_truth_beside_a_bot_that_hardly_ever_wins(void **state) {
    (void)state;
    static const struct setting settings[] = {
        {"30 pairs, one never wins", 6, 2, 30, 2, 2, OWN, 12},
        {"30 pairs, going the same way, one never wins", 6, 2, 30, 2, 2, SAME, 12},
        {"10 pairs, seats exchanged, one never wins", 6, 2, 10, 2, 2, TURNED, 12},
        {"15 blocks of 4, one never wins", 6, 4, 15, 4, 2, SAME, 12},
        {"200 pairs of 4 bots, one never wins", 4, 2, 200, 2, 2, OWN, 12},
    };
    assert_covers(settings, sizeof settings / sizeof *settings);
}

/* Where it wins once in a while, whether it is part of the zero is a matter of luck, and its
 * strength is a rough guess either way. */
static void intervals_suffer_little_from_a_bot_that_wins_once_in_a_while(void **state) {
    (void)state;
    const long leagues = test_scale(4000);
    static const struct setting settings[] = {
        {"30 pairs, one hardly ever", 6, 2, 30, 2, 2, OWN, 5},
        {"30 pairs, seats exchanged, one hardly ever", 6, 2, 30, 2, 2, TURNED, 5},
        {"30 pairs, seats exchanged, one rarely", 6, 2, 30, 2, 2, TURNED, 3.5},
        {"10 pairs, one hardly ever", 6, 2, 10, 2, 2, OWN, 4},
        {"15 blocks of 4, one hardly ever", 6, 4, 15, 4, 2, OWN, 5},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const struct coverage c = measure(&settings[i], false, leagues);
        assert_true(c.strengths > 0.92 - doubt(leagues) && c.leads > 0.92 - doubt(leagues));
    }
}

/* The same leagues with every game counted as an observation: this is what blocks are for, and
 * shows that the tests above would notice. */
static void games_counted_one_by_one_would_mislead(void **state) {
    (void)state;
    const long leagues = test_scale(4000);
    static const struct setting same = {
        "games one by one, going the same way", 6, 4, 15, 4, 2, SAME, 0};
    static const struct setting turned = {
        "games one by one, seats exchanged", 6, 4, 15, 4, 2, TURNED, 0};
    assert_true(measure(&same, true, leagues).strengths < 0.90 + doubt(leagues));
    assert_true(measure(&turned, true, leagues).strengths > 0.99 - doubt(leagues));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_of_round_robins_hold_the_truth),
        cmocka_unit_test(intervals_of_tables_of_four_hold_the_truth),
        cmocka_unit_test(intervals_of_a_single_line_up_hold_the_truth),
        cmocka_unit_test(intervals_hold_the_truth_beside_a_bot_that_hardly_ever_wins),
        cmocka_unit_test(intervals_suffer_little_from_a_bot_that_wins_once_in_a_while),
        cmocka_unit_test(games_counted_one_by_one_would_mislead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
