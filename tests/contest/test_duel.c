/* Comparing two bots: expected scores, the test's error rates and estimates on made-up results, for
 * two and more seats, with and without others and luck; verdicts of grades without luck; and what a
 * league adds up. */
#include "cmocka_includes.h"
#include "contest/contest.h"
#include "contest/duel.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <string.h>

/* ---- made-up results ---- */

/* Results of a block as Plackett and Luce have it: everybody has strength + luck (Gumbel's law),
 * and the greatest wins. The luck is of the seat and new in each game, or, where it is shared, in
 * about half of the games the same for the block. */
struct world {
    struct plan plan;
    double strength[8]; /* by bot, natural logarithms */
    bool shared_luck;
    /* How results are adjusted: with a known luck that explains two thirds of each result, and
     * some noise. */
    enum th_luck luck;
    struct th_rng rng;
    struct match_result result[BLOCK_GAMES_MAX];
};

static double gumbel(struct th_rng *rng) {
    const double u = ((double)(th_rng_next(rng) >> 11) + 0.5) * 0x1p-53;
    return -log(-log(u));
}

/* The luck of a game: nine tenths of what its result was more than expected, and noise of mean 0.
 */
static void make_luck(struct world *w, const struct series_block *b, int game) {
    const struct plan *s = &w->plan;
    struct match_result *r = &w->result[game];
    double odds[TH_SEATS_MAX], sum = 0;
    for (int seat = 0; seat < s->seats; seat++)
        sum += odds[seat] = exp(w->strength[plan_bot(s, b, game, seat)]);
    for (int seat = 0; seat < s->seats; seat++)
        r->luck[seat] = (r->payoff[seat] - odds[seat] / sum) * 2 / 3;
    const double noise = 0.1 * ((double)th_rng_below(&w->rng, 3) - 1);
    r->luck[0] += noise;
    r->luck[1] -= noise;
    r->plies = 10;
    r->work = 10;
}

static struct series_block make_block(struct world *w, uint64_t round, int fixture) {
    const struct plan *s = &w->plan;
    const struct series_block b = {
        .round = round, .fixture = fixture, .games = plan_block_games(s), .result = w->result};
    double luck[TH_SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++) luck[seat] = gumbel(&w->rng);
    for (int game = 0; game < b.games; game++) {
        const bool shared = w->shared_luck && th_rng_below(&w->rng, 2) == 0;
        int best = 0;
        double most = -INFINITY;
        for (int seat = 0; seat < s->seats; seat++) {
            const double here =
                w->strength[plan_bot(s, &b, game, seat)] + (shared ? luck[seat] : gumbel(&w->rng));
            if (here > most) most = here, best = seat;
        }
        w->result[game] = (struct match_result){.end = MATCH_WON, .varied = true};
        w->result[game].payoff[best] = 1;
        if (w->luck != TH_LUCK_PLAIN) make_luck(w, &b, game);
    }
    return b;
}

/* For bots that are slow, so that it pays to measure luck. */
static void begin_luck(struct world *w, struct luck_choice *luck) {
    struct th_arena_player bots[8];
    struct th_spec spec;
    struct th_error e;
    if (w->luck == TH_LUCK_PLAIN) return;
    w->plan.game = th_game_find("kittens", &spec, &e);
    for (int i = 0; i < w->plan.bots; i++)
        bots[i].kind = th_bot_find(w->plan.game, "mcts", &spec, &e);
    w->plan.bot = bots;
    w->plan.luck = w->luck;
    assert_true(luck_choice_begin(luck, &w->plan, 1, &e));
    w->plan.bot = NULL;
}

/* Plays a duel to its end, in which NEW is stronger by `elo`; the others are as strong as OLD, or
 * each somewhat stronger than the one before. */
static struct duel play_duel(struct world *w, int seats, int others, double elo, double elo1) {
    struct duel d;
    struct th_error e;
    assert_true(duel_make(&d, seats, others, 0, elo1, 0.05, 0.05, &e));
    w->plan = (struct plan){.seats = seats,
                            .bots = 2 + others,
                            .fixture = d.fixture,
                            .fixtures = d.fixtures,
                            .line_ups = d.line_ups,
                            .all_orders = true};
    d.plan = &w->plan;
    begin_luck(w, &d.luck);
    w->strength[DUEL_NEW] = elo * log(10) / 400;
    for (int i = 0; i < others; i++) w->strength[2 + i] = 0.2 * i;
    bool more = true;
    for (uint64_t round = 0; more && round < 1000000; round++)
        for (int f = 0; f < d.fixtures; f++) {
            const struct series_block b = make_block(w, round, f);
            more = duel_count(&d, &b);
        }
    return d;
}

static const struct kind {
    int seats, others;
    bool shared_luck;
    double elo1;
} kinds[] = {
    {2, 0, false, 40}, {2, 0, true, 60},  {3, 0, true, 60},  {4, 0, false, 60},
    {4, 0, true, 60},  {2, 1, true, 60},  {2, 2, false, 90}, {2, 2, true, 60},
    {4, 1, true, 90},  {4, 3, false, 90}, {3, 2, true, 90},
};

/* At elo0 the test may accept elo1 in 5 % of all cases, at elo1 elo0; beyond that only by the
 * accident of this sample: three standard errors. */
static void check_errors(const struct kind *kind, enum th_luck luck, uint64_t seed) {
    const long tests = test_scale(300);
    const double most = 0.05 + 3 * sqrt(0.05 * 0.95 / (double)tests);
    struct world w = {.shared_luck = kind->shared_luck, .luck = luck, .rng = th_rng_seeded(seed)};
    long wrong[2] = {0, 0}, adjusted = 0;
    double games = 0;
    for (long i = 0; i < 2 * tests; i++) {
        const bool better = i % 2 == 1;
        struct duel d =
            play_duel(&w, kind->seats, kind->others, better ? kind->elo1 : 0, kind->elo1);
        const enum duel_decision decision = duel_decision(&d);
        assert_true(decision != DUEL_OPEN);
        wrong[better] += decision != (better ? DUEL_BETTER : DUEL_NOT_BETTER);
        games += (double)d.games;
        adjusted += luck_is_adjusted(&d.luck);
        duel_drop(&d);
    }
    print_message("# %d seats, %d others, luck %s, %s, 0 or %g Elo: errors %.3f and %.3f, %.0f "
                  "games, without luck at the end %.2f\n",
                  kind->seats, kind->others, kind->shared_luck ? "shared" : "own", luck_modes[luck],
                  kind->elo1, (double)wrong[0] / (double)tests, (double)wrong[1] / (double)tests,
                  games / (double)(2 * tests), (double)adjusted / (double)(2 * tests));
    assert_true((double)wrong[0] / (double)tests <= most);
    assert_true((double)wrong[1] / (double)tests <= most);
}

static void error_rates_hold_in_every_kind_of_line_up(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        check_errors(&kinds[k], TH_LUCK_PLAIN, k);
}

/* The hypotheses are so near that many tests outlast the trial in which luck is measured: they
 * begin with plain results and end with adjusted ones. */
static void error_rates_hold_without_luck(void **state) {
    (void)state;
    static const struct kind near[] = {
        {2, 0, true, 40}, {4, 0, true, 40}, {2, 2, true, 60}, {2, 0, false, 60}};
    for (size_t k = 0; k < sizeof near / sizeof *near; k++)
        for (int luck = TH_LUCK_ADJUSTED; luck <= TH_LUCK_AUTO; luck++)
            check_errors(&near[k], (enum th_luck)luck, 20 + k);
}

/* A bot that wins exactly what is required must not pass or fail, within a thousand blocks, in more
 * than 5 % of all cases, whatever the results are that its verdict begins and ends with. */
static void verdicts_hold_without_luck(void **state) {
    (void)state;
    const long tests = test_scale(300);
    const double most = 0.05 + 3 * sqrt(0.05 * 0.95 / (double)tests);
    for (int luck = TH_LUCK_PLAIN; luck <= TH_LUCK_AUTO; luck++) {
        struct world w = {.strength = {log(2), 0}, .shared_luck = true};
        long wrong = 0;
        w.luck = (enum th_luck)luck;
        w.rng = th_rng_seeded(40 + (uint64_t)luck);
        for (long i = 0; i < tests; i++) {
            const struct line_up l = {{0, 1}};
            struct th_error e;
            struct exam x;
            bool more = true;
            w.plan = (struct plan){.seats = 2, .bots = 2};
            assert_true(exam_make(&x, &l, 2, 2.0 / 3, 0.95, &e));
            exam_set(&x, &w.plan, 2000);
            begin_luck(&w, &x.luck);
            for (uint64_t round = 0; more && round < 1000; round++) {
                const struct series_block b = make_block(&w, round, 0);
                more = exam_count(&x, &w.plan, &b);
            }
            wrong += !more;
            exam_drop(&x);
        }
        print_message("# luck %s: verdicts on a bot that wins what is required: %.3f\n",
                      luck_modes[luck], (double)wrong / (double)tests);
        assert_true((double)wrong / (double)tests <= most);
    }
}

/* The truth lies in the interval 95 times of 100, and the estimates on either side of it. */
static void estimates_allow_for_the_stop(void **state) {
    (void)state;
    const long tests = test_scale(300);
    const double se = sqrt(0.05 * 0.95 / (double)tests), half = 0.5 / sqrt((double)tests);
    static const double truths[] = {-30, 0, 30, 60, 120};
    for (size_t k = 0; k < sizeof truths / sizeof *truths; k++) {
        struct world w = {.shared_luck = true, .rng = th_rng_seeded(50 + k)};
        long inside = 0, above = 0;
        for (long i = 0; i < tests; i++) {
            struct duel d = play_duel(&w, k % 2 == 0 ? 2 : 4, k % 2 == 0 ? 0 : 1, truths[k], 60);
            const struct duel_estimate x = duel_estimate(&d);
            assert_true(x.low <= x.elo && x.elo <= x.high);
            inside += x.low <= truths[k] && truths[k] <= x.high;
            above += x.elo > truths[k];
            duel_drop(&d);
        }
        print_message("# truth %+g Elo: inside %.3f, estimated above %.3f\n", truths[k],
                      (double)inside / (double)tests, (double)above / (double)tests);
        assert_true((double)inside / (double)tests > 0.93 - 3 * se);
        assert_true(fabs((double)above / (double)tests - 0.5) < 0.06 + 3 * half);
    }
}

/* Far beyond the hypotheses, also where the test is looked at for the first time after the trial of
 * luck. */
static void estimates_without_luck_hold_the_truth(void **state) {
    (void)state;
    const long tests = test_scale(300);
    const double se = sqrt(0.05 * 0.95 / (double)tests);
    static const double truths[] = {0, 60, 180};
    for (size_t k = 0; k < sizeof truths / sizeof *truths; k++)
        for (int luck = TH_LUCK_ADJUSTED; luck <= TH_LUCK_AUTO; luck++) {
            struct world w = {.shared_luck = true, .luck = (enum th_luck)luck};
            long inside = 0;
            w.rng = th_rng_seeded(60 + k);
            for (long i = 0; i < tests; i++) {
                struct duel d = play_duel(&w, 2, 0, truths[k], 10);
                const struct duel_estimate x = duel_estimate(&d);
                inside += x.low <= truths[k] && truths[k] <= x.high;
                duel_drop(&d);
            }
            print_message("# luck %s, truth %+g Elo: inside %.3f\n", luck_modes[luck], truths[k],
                          (double)inside / (double)tests);
            assert_true((double)inside / (double)tests > 0.93 - 3 * se);
        }
}

/* ---- scores and Elo ---- */

static void make_duel(struct duel *d, int seats, int others) {
    struct th_error e;
    assert_true(duel_make(d, seats, others, 0, 10, 0.05, 0.05, &e));
}

static void equal_strength_is_half_the_score(void **state) {
    (void)state;
    for (int seats = 2; seats <= 4; seats++)
        for (int others = 0; others <= 3; others++) {
            struct duel d;
            make_duel(&d, seats, others);
            assert_true(fabs(duel_score(&d, 0) - 0.5) < 1e-12);
            for (double elo = -800; elo <= 800; elo += 100) {
                assert_true(fabs(duel_score(&d, elo) + duel_score(&d, -elo) - 1) < 1e-8);
                assert_true(fabs(duel_elo(&d, duel_score(&d, elo)) - elo) < 1e-3);
            }
            duel_drop(&d);
        }
}

static void the_expected_scores_are_those_of_plackett_and_luce(void **state) {
    (void)state;
    struct duel d;
    const double ten = 400; /* ten times as strong */
    make_duel(&d, 2, 0);
    assert_true(fabs(duel_score(&d, ten) - 10.0 / 11) < 1e-12);
    duel_drop(&d);
    make_duel(&d, 4, 0); /* two against two */
    assert_true(fabs(duel_score(&d, ten) - 20.0 / 22) < 1e-12);
    duel_drop(&d);
    make_duel(&d, 3, 0); /* two against one, and one against two */
    assert_true(fabs(duel_score(&d, ten) - (20.0 / 21 + 10.0 / 12) / 2) < 1e-12);
    duel_drop(&d);
    /* Beside others: NEW won 3/4 of its games, OLD 1/4; odds of 3 and 1/3 are 9 to 1 apart. */
    make_duel(&d, 2, 1);
    d.seats[0] = d.seats[1] = 1000000;
    d.won[0] = 750000, d.won[1] = 250000;
    assert_true(fabs(duel_elo(&d, 0.75) - 400 * log10(9)) < 0.01);
    duel_drop(&d);
}

static void a_bot_that_always_wins_is_finitely_better(void **state) {
    (void)state;
    struct world w = {.shared_luck = true, .rng = th_rng_seeded(1)};
    for (int others = 0; others < 2; others++) {
        struct duel d = play_duel(&w, 2, others, 5000, 10);
        const struct duel_estimate x = duel_estimate(&d);
        assert_int_equal(duel_decision(&d), DUEL_BETTER);
        assert_true(x.low > 0 && x.elo >= x.low && x.high >= x.elo && x.high <= 4000);
        duel_drop(&d);
    }
}

/* ---- leagues ---- */

/* One block of each pair of three: a beats b twice, b and c one each, a beats c and faults once. */
static void a_league_adds_up_bot_by_bot_and_pair_by_pair(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    const struct fixture fixture[] = {
        {{{{0, 1}}}}, {{{{1, 2}}}}, {{{{0, 2}}}}}; /* in game 1 the second begins */
    const struct plan plan = {.game = th_game_find("kittens", &spec, &e),
                              .seats = 2,
                              .bots = 3,
                              .fixture = fixture,
                              .fixtures = 3,
                              .line_ups = 1,
                              .games = 6};
    struct league l;
    assert_true(league_make(&l, &plan, &e));
    const struct match_result first = {.end = MATCH_WON, .varied = true, .payoff = {1, 0}},
                              second = {.end = MATCH_WON, .varied = true, .payoff = {0, 1}},
                              fault = {.end = MATCH_FAULT,
                                       .varied = true,
                                       .fault_seat = 1,
                                       .payoff = {1, 0}};
    const struct match_result games[3][2] = {{first, second}, {first, first}, {first, fault}};
    for (int f = 0; f < 3; f++) {
        const struct series_block b = {.round = 0, .fixture = f, .games = 2, .result = games[f]};
        assert_true(league_count(&l, &b));
    }
    assert_true(l.games == 6 && l.faults == 1 && l.unfinished == 0);
    assert_true(league_odds(&l, 0, 1) == 1 && league_odds(&l, 1, 0) == 0);
    assert_true(league_odds(&l, 1, 2) == 0.5 && league_odds(&l, 0, 2) == 0.5);
    assert_true(isnan(league_odds(&l, 0, 0)));
    static const uint64_t wins[] = {3, 1, 2};
    for (int i = 0; i < 3; i++) {
        struct th_arena_standing s;
        league_standing(&l, i, &s);
        assert_true(s.wins == wins[i] && l.unit[i].games == 4);
        assert_true(s.faults == (i == 0));
    }
    assert_true(l.line_up[0].won[0] == 2 && l.line_up[0].won[1] == 0);
    assert_true(l.line_up[0].products[0][0] == 4 && l.line_up[1].products[0][1] == 1);
    league_drop(&l);
}

/* In a game of four with one bot in two seats, odds are those of a seat against a seat. */
static void odds_in_a_league_are_seat_against_seat(void **state) {
    (void)state;
    struct th_spec spec;
    struct th_error e;
    const struct fixture fixture = {{{{0, 0, 1, 2}}}};
    struct world w = {.strength = {log(3), 0, log(2)}, .rng = th_rng_seeded(3)};
    w.plan = (struct plan){.game = th_game_find("kittens", &spec, &e),
                           .seats = 4,
                           .bots = 3,
                           .fixture = &fixture,
                           .fixtures = 1,
                           .line_ups = 1,
                           .all_orders = true};
    struct league l;
    assert_true(league_make(&l, &w.plan, &e));
    const long rounds = test_scale(20000) + 2000;
    for (long i = 0; i < rounds; i++) {
        const struct series_block b = make_block(&w, (uint64_t)i, 0);
        league_count(&l, &b);
    }
    const double allow = 4 * 0.5 / sqrt(2.0 * (double)rounds);
    assert_true(fabs(league_odds(&l, 0, 1) - 3.0 / 4) < allow);
    assert_true(fabs(league_odds(&l, 0, 2) - 3.0 / 5) < allow);
    assert_true(fabs(league_odds(&l, 2, 1) - 2.0 / 3) < allow);
    assert_true(l.unit[0].games == 8.0 * (double)rounds);
    struct ratings r;
    assert_true(ratings_fit(l.line_up, 1, 3, &r, &e));
    assert_true(fabs(r.strength[0] - r.strength[1] - log(3)) < 4 * ratings_lead_se(&r, 0, 1));
    ratings_drop(&r);
    league_drop(&l);
}

/* ---- games that come again ---- */

/* A block of two games without chance, of which the first bot wins both, or each bot
 * one. The digest is the number of the game. */
static struct series_block same_block(struct match_result result[2], uint64_t round,
                                      uint64_t number, bool split) {
    result[0] = (struct match_result){.end = MATCH_WON, .digest = number, .payoff = {1, 0}};
    result[1] = result[0]; /* in game 1 the other one begins */
    if (!split) result[1].payoff[0] = 0, result[1].payoff[1] = 1;
    result[1].digest++;
    return (struct series_block){.round = round, .games = 2, .result = result};
}

static void all_games_are_told_apart(void **state) {
    (void)state;
    struct distinct k = {0};
    enum { GAMES = 5000 };
    for (int round = 0; round < 2; round++)
        for (uint64_t game = 0; game < GAMES; game++) {
            const struct match_result r = {.digest = game}, varied = {.digest = 7, .varied = true};
            assert_true(distinct_add(&k, &r, 0, 0) == (round == 0));
            assert_true(distinct_add(&k, &varied, 0, 0));
        }
    assert_true(k.kept == GAMES && k.count == 3 * GAMES);
    /* The same actions in another line-up, or from another opening, are another game. */
    const struct match_result r = {.digest = 1};
    assert_true(distinct_add(&k, &r, 1, 0) && distinct_add(&k, &r, 0, 1));
    assert_false(distinct_add(&k, &r, 1, 0));
    distinct_drop(&k);
}

static void a_duel_ends_when_nothing_new_comes(void **state) {
    (void)state;
    struct match_result result[2];
    struct duel d;
    struct th_error e;
    assert_true(duel_make(&d, 2, 0, 0, 10, 0.05, 0.05, &e));
    const struct plan s = {
        .seats = 2, .bots = 2, .fixture = d.fixture, .fixtures = 1, .line_ups = 1};
    d.plan = &s;
    uint64_t rounds = 0;
    for (bool more = true; more; rounds++) { /* five different blocks, all of them won */
        const struct series_block b = same_block(result, rounds, 10 * (rounds % 5), false);
        more = duel_count(&d, &b);
        assert_true(rounds < 1000);
    }
    assert_true(duel_is_stale(&d) && duel_decision(&d) == DUEL_OPEN);
    assert_true(rounds == 5 + DISTINCT_STALE_BLOCKS && d.games == 2 * rounds);
    assert_true(d.scores.count == 5 && d.seats[0] == 10 && d.won[0] == 10);
    assert_true(d.distinct.count == 10);
    duel_drop(&d);
}

/* The evidence of a round is looked at when all its fixtures have been played. */
static void a_duel_is_looked_at_after_whole_rounds(void **state) {
    (void)state;
    for (int seed = 0; seed < 20; seed++) {
        struct world w = {.rng = th_rng_seeded((uint64_t)seed)};
        struct duel d;
        struct th_error e;
        assert_true(duel_make(&d, 2, 3, 0, 200, 0.05, 0.05, &e));
        w.plan = (struct plan){.seats = 2,
                               .bots = 5,
                               .fixture = d.fixture,
                               .fixtures = d.fixtures,
                               .line_ups = d.line_ups};
        d.plan = &w.plan;
        w.strength[DUEL_NEW] = 3;
        int fixture = 0;
        bool more = true;
        for (uint64_t round = 0; more; round++)
            for (fixture = 0; more && fixture < d.fixtures; fixture++) {
                const struct series_block b = make_block(&w, round, fixture);
                more = duel_count(&d, &b);
            }
        assert_int_equal(fixture, d.fixtures);
        assert_true(d.games % (uint64_t)(d.fixtures * 4) == 0);
        duel_drop(&d);
    }
}

/* NEW, OLD and the one they play against each give illegal answers. */
static void faults_of_all_are_counted(void **state) {
    (void)state;
    struct duel d;
    struct th_error e;
    assert_true(duel_make(&d, 2, 1, 0, 10, 0.05, 0.05, &e));
    const struct plan s = {
        .seats = 2, .bots = 3, .fixture = d.fixture, .fixtures = 1, .line_ups = 2};
    d.plan = &s;
    struct match_result r[4]; /* NEW first, second, OLD first, second */
    for (int i = 0; i < 4; i++)
        r[i] = (struct match_result){.end = MATCH_FAULT, .varied = true, .payoff = {1, 0}};
    r[0].fault_seat = 0; /* NEW */
    r[1].fault_seat = 1; /* NEW */
    r[2].fault_seat = 0; /* OLD */
    r[3].fault_seat = 0; /* the other */
    const struct series_block b = {.games = 4, .result = r};
    duel_count(&d, &b);
    assert_true(d.faults[DUEL_NEW] == 2 && d.faults[DUEL_OLD] == 1 && d.faults[2] == 1);
    duel_drop(&d);
}

static void a_league_counts_repeats_but_learns_nothing_of_them(void **state) {
    (void)state;
    struct match_result result[2];
    struct th_spec spec;
    struct th_error e;
    const struct fixture fixture = {{{{0, 1}}}};
    const struct plan s = {.game = th_game_find("kittens", &spec, &e),
                           .seats = 2,
                           .bots = 2,
                           .fixture = &fixture,
                           .fixtures = 1,
                           .line_ups = 1};
    struct league once, often;
    assert_true(league_make(&once, &s, &e) && league_make(&often, &s, &e));
    for (uint64_t round = 0; round < 300; round++) {
        const struct series_block b = same_block(result, round, 10 * (round % 3), round % 3 > 0);
        if (round < 3) league_count(&once, &b);
        league_count(&often, &b);
    }
    assert_true(often.games == 600 && often.distinct.count == 6 && often.repeats[0] == 297);
    assert_int_equal(league_repeats(&once), 0);
    assert_int_equal(league_repeats(&often), 1);
    struct ratings a, b;
    assert_true(league_rate(&once, &a, &e) && league_rate(&often, &b, &e));
    assert_true(a.strength[0] > 0 && a.strength[0] == b.strength[0]);
    assert_true(ratings_se(&a, 0) == ratings_se(&b, 0));
    struct th_arena_standing standing;
    league_standing(&often, 0, &standing);
    assert_true(standing.wins == 400 && standing.high - standing.low > 0.4);
    ratings_drop(&a);
    ratings_drop(&b);
    league_drop(&once);
    league_drop(&often);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_strength_is_half_the_score),
        cmocka_unit_test(the_expected_scores_are_those_of_plackett_and_luce),
        cmocka_unit_test(error_rates_hold_in_every_kind_of_line_up),
        cmocka_unit_test(error_rates_hold_without_luck),
        cmocka_unit_test(verdicts_hold_without_luck),
        cmocka_unit_test(estimates_allow_for_the_stop),
        cmocka_unit_test(estimates_without_luck_hold_the_truth),
        cmocka_unit_test(a_bot_that_always_wins_is_finitely_better),
        cmocka_unit_test(a_league_adds_up_bot_by_bot_and_pair_by_pair),
        cmocka_unit_test(odds_in_a_league_are_seat_against_seat),
        cmocka_unit_test(all_games_are_told_apart),
        cmocka_unit_test(a_duel_ends_when_nothing_new_comes),
        cmocka_unit_test(a_duel_is_looked_at_after_whole_rounds),
        cmocka_unit_test(faults_of_all_are_counted),
        cmocka_unit_test(a_league_counts_repeats_but_learns_nothing_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
