/* Results without luck: means stay what they are, whatever the estimate, the bots, the beginnings
 * and the ends; the same bits on any number of threads and from a tape. */
#include "cmocka_includes.h"
#include "contest/contest.h"
#include "contest/luck_choice.h"
#include "core/luck.h"
#include "games/cantstop/board.h"
#include "games/cantstop/outlook.h"
#include "games/kittens/board.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- bots and estimates that are made for the tests ---- */

/* A bot that is at fault now and then. */
static int choose_or_fail(void *self, const struct th_ask *ask) {
    (void)self;
    if (th_rng_below(ask->rng, 40) == 0) return TH_FAULT_ILLEGAL;
    return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
}
static const struct th_bot_kind faulty = {.name = "faulty", .choose = choose_or_fail};

/* Who is ahead in Can't Stop, at a glance: a poor estimate, and a fast one. */
static void steps_ahead(const struct th_state *state, double out[]) {
    const struct cantstop *s = (const struct cantstop *)(const void *)state;
    double sum = 0;
    for (int p = 0; p < s->players; p++) {
        out[p] = 10;
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) out[p] += s->permanent[p][c];
        if (p == s->seat) out[p] += s->phase == CANTSTOP_OVER ? 1000 : s->steps;
        sum += out[p];
    }
    for (int p = 0; p < s->players; p++) out[p] /= sum;
}
static void steps_ahead_again(const struct th_state *state, double out[], void *memory) {
    (void)memory;
    steps_ahead(state, out);
}
static const struct th_analysis poor = {.estimate = steps_ahead, .value = steps_ahead_again};

/* No estimate at all, but a number that jumps with every card. */
static void nonsense(const struct th_state *state, double out[]) {
    const unsigned char *byte = (const unsigned char *)state;
    uint64_t hash = 1;
    for (size_t i = 0; i < sizeof(struct kittens); i++) hash = th_mix2(hash, byte[i]);
    out[0] = (double)(hash >> 40) / (1 << 24);
    out[1] = 1 - out[0];
}
static void nonsense_again(const struct th_state *state, double out[], void *memory) {
    (void)memory;
    nonsense(state, out);
}
static const struct th_analysis wrong = {.estimate = nonsense, .value = nonsense_again};

static void constant(const struct th_state *s, double out[]) {
    (void)s;
    for (int i = 0; i < TH_SEATS_MAX; i++) out[i] = 0.25;
}
static void constant_again(const struct th_state *s, double out[], void *memory) {
    (void)memory;
    constant(s, out);
}
static const struct th_analysis useless = {.estimate = constant, .value = constant_again};

/* ---- means ---- */

struct trial {
    const char *game;
    const char *bots[TH_SEATS_MAX];     /* NULL: faulty */
    long games;                         /* scaled, unless `whole` */
    const struct th_analysis *analysis; /* NULL: the game's own */
    uint32_t random_plies, max_turns;   /* 0: 4,000 */
    bool alone;                         /* every game has luck of its own */
    bool openings;                      /* begins after some moves of other games */
    bool whole;
};

struct table {
    const struct th_game *own; /* as the program has it */
    struct th_game game;       /* with the estimate of the trial */
    struct th_spec spec;
    struct th_state *start, *state, *view;
    struct luck_meter *meter;
    int seats;
};

static struct table table_for(const struct trial *t) {
    struct table made;
    struct th_error e = {""};
    const struct th_game *found = th_game_find(t->game, &made.spec, &e);
    if (found == NULL) fail_msg("%s", e.text);
    made.own = found;
    made.game = *found;
    if (t->analysis != NULL) made.game.analysis = t->analysis;
    made.start = th_state_new(found, &made.spec.options, &e);
    made.state = th_state_new(found, &made.spec.options, &e);
    made.view = th_state_new(found, &made.spec.options, &e);
    made.meter = luck_meter_new(found, &made.spec.options, &e);
    if (made.start == NULL || made.state == NULL || made.view == NULL || made.meter == NULL)
        fail_msg("%s", e.text);
    made.seats = found->seats(made.start);
    return made;
}

static void drop_table(struct table *t) {
    free(t->start);
    free(t->state);
    free(t->view);
    luck_meter_drop(t->meter);
}

/* Moves on at random, to a position in the middle of a game. */
static void move_on(const struct table *t, struct th_state *s, uint64_t seed) {
    struct th_rng rng = th_rng_seeded(seed);
    for (int left = 12; left > 0 && t->game.mover(s) != TH_OVER; left--) {
        th_action legal[TH_LEGAL_MAX];
        if (t->game.mover(s) == TH_CHANCE) {
            t->game.apply(s, th_chance_pick(&t->game, s, th_rng_next(&rng)));
        } else {
            const int n = t->game.legal(s, legal);
            t->game.apply(s, legal[th_rng_below(&rng, (uint32_t)n)]);
        }
    }
}

struct sums {
    double n, sum, squares;
};

static void add(struct sums *m, double x) {
    m->n++;
    m->sum += x;
    m->squares += x * x;
}

static double mean_of(const struct sums *m) {
    return m->sum / m->n;
}

static double variance_of(const struct sums *m) {
    return m->squares / m->n - mean_of(m) * mean_of(m);
}

struct found {
    struct sums luck[TH_SEATS_MAX], plain[TH_SEATS_MAX], adjusted[TH_SEATS_MAX]; /* by bot */
    long ends[MATCH_FORFEIT];
};

static void play_block(const struct trial *t, struct table *table, const struct bot bots[],
                       uint64_t block, struct found *f) {
    const int seats = table->seats;
    double luck[TH_SEATS_MAX] = {0}, plain[TH_SEATS_MAX] = {0};
    struct match_rules rules = {.game = &table->game,
                                .start = table->start,
                                .seed = th_seed_of(5),
                                .max_turns = t->max_turns > 0 ? t->max_turns : 4000,
                                .random_plies = t->random_plies,
                                .meter = table->meter};
    for (int g = 0; g < seats; g++) {
        struct bot sits[TH_SEATS_MAX];
        struct match_result r;
        const uint64_t game = block * (uint64_t)seats + (uint64_t)g;
        for (int s = 0; s < seats; s++) sits[s] = bots[match_player(s, game, seats)];
        match_play(&rules, sits, (struct match_number){t->alone ? game : block, game}, table->state,
                   table->view, &r);
        assert_true(r.measured);
        f->ends[r.end]++;
        for (int s = 0; s < seats; s++) {
            luck[match_player(s, game, seats)] += r.luck[s] / seats;
            plain[match_player(s, game, seats)] += r.payoff[s] / seats;
        }
    }
    for (int i = 0; i < seats; i++) {
        add(&f->luck[i], luck[i]);
        add(&f->plain[i], plain[i]);
        add(&f->adjusted[i], plain[i] - luck[i]);
    }
}

static struct found run_trial(const struct trial *t) {
    struct found f = {0};
    struct table table = table_for(t);
    struct bot bots[TH_SEATS_MAX];
    struct th_error e;
    struct th_state *beginning = th_state_new(&table.game, &table.spec.options, &e);
    for (int i = 0; i < table.seats; i++)
        bots[i] =
            t->bots[i] != NULL ? make_bot(table.own, t->bots[i]) : (struct bot){.kind = &faulty};
    table.meter->game = &table.game;
    const uint64_t blocks =
        (uint64_t)((t->whole ? t->games : test_scale(t->games)) / table.seats + 2);
    for (uint64_t b = 0; b < blocks; b++) {
        if (t->openings) {
            memcpy(table.start, beginning, table.game.state_size);
            move_on(&table, table.start, b % 8);
            if (table.game.mover(table.start) == TH_OVER) continue;
        }
        play_block(t, &table, bots, b, &f);
    }
    for (int i = 0; i < table.seats; i++)
        if (t->bots[i] != NULL) drop_bot(&bots[i]);
    free(beginning);
    drop_table(&table);
    return f;
}

/* Plain and adjusted means differ by the mean of luck. */
static void check_means(const struct trial *t, const struct found *f) {
    for (int i = 0; i < TH_SEATS_MAX && f->luck[i].n > 0; i++) {
        const double mean = mean_of(&f->luck[i]),
                     error = sqrt(variance_of(&f->luck[i]) / (f->luck[i].n - 1));
        if (fabs(mean) > 4 * error + 1e-12)
            fail_msg("%s, bot %d: luck %.6f ± %.6f", t->game, i, mean, error);
    }
}

static const struct trial trials[] = {
    {"kittens", {"v3", "v1"}, .games = 36000},
    {"kittens", {"dqn", "v3"}, .games = 8000},
    {"kittens", {"mcts:iterations=20", "dqn"}, .games = 600},
    {"kittens", {"random", "v2"}, .games = 8000, .alone = true},
    {"kittens:rules=classic", {"v3", "random"}, .games = 10000, .random_plies = 5},
    {"kittens:deck=official", {"v3", "v2"}, .games = 8000, .random_plies = 2, .alone = true},
    {"kittens:deck=seed25", {NULL, "v3"}, .games = 8000},
    {"kittens", {NULL, NULL}, .games = 6000, .openings = true},
    {"kittens", {"v3", "v2"}, .games = 6000, .max_turns = 8},
    {"kittens", {"v3", "v1"}, .games = 6000, .openings = true, .max_turns = 30},
    {"kittens", {"v3", "v1"}, .games = 3000, .analysis = &wrong},
    {"kittens", {NULL, "v1"}, .games = 3000, .analysis = &wrong, .max_turns = 12},
    {"cantstop:players=2", {"risk-stop", "glenn-aloi"}, .games = 400, .analysis = &poor},
    {"cantstop:players=2", {"random", NULL}, .games = 300, .analysis = &poor, .alone = true},
    {"cantstop:players=3", {"risk-stop", "max-rolls:n=3", NULL}, .games = 300, .analysis = &poor},
    {"cantstop",
     {"risk-stop", "max-rolls:n=4", "rule-of-28", "random"},
     .games = 300,
     .analysis = &poor},
    {"cantstop:forced=1",
     {"easy", "hard", "medium", NULL},
     .games = 300,
     .analysis = &poor,
     .random_plies = 6},
    {"cantstop",
     {"risk-stop", "hard", "easy", "medium"},
     .games = 300,
     .analysis = &poor,
     .max_turns = 20},
    {"cantstop:players=2", {"hard", "easy"}, .games = 300, .analysis = &poor, .openings = true},
    {"kittens", {"random", "v1"}, .games = 3000, .analysis = &wrong},
    {"kittens", {"random", NULL}, .games = 3000, .analysis = &wrong, .random_plies = 4},
    {"cantstop:players=2",
     {"max-rolls:n=3,moves=random", "random"},
     .games = 600,
     .analysis = &poor,
     .random_plies = 9},
    {"cantstop:players=2", {"risk-stop", "glenn-aloi"}, .games = 16},
    {"cantstop:players=2", {"random", "turn-optimal:error=0.2"}, .games = 12, .random_plies = 3},
    {"cantstop:players=3", {"hard", "max-rolls:n=3", NULL}, .games = 12, .random_plies = 3},
};

static void means_stay(void **state) {
    (void)state;
    long unfinished = 0, faults = 0;
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        const struct found f = run_trial(&trials[i]);
        check_means(&trials[i], &f);
        unfinished += f.ends[MATCH_UNFINISHED];
        faults += f.ends[MATCH_FAULT];
    }
    assert_true(unfinished > 0 && faults > 0);
}

static void a_constant_estimate_leaves_results_as_they_are(void **state) {
    (void)state;
    const struct trial t = {"kittens", {"v3", "random"}, .games = 200, .analysis = &useless};
    const struct found f = run_trial(&t);
    assert_true(f.luck[0].squares == 0 && f.luck[1].squares == 0);
}

static void good_estimates_lower_the_variance(void **state) {
    (void)state;
    const struct trial kittens = {"kittens", {"v3", "v3"}, .games = 2000, .whole = true};
    const struct trial cantstop = {
        "cantstop:players=2", {"turn-optimal", "risk-stop"}, .games = 40, .whole = true};
    const struct found k = run_trial(&kittens), c = run_trial(&cantstop);
    assert_true(variance_of(&k.adjusted[0]) < variance_of(&k.plain[0]) / 1.5);
    assert_true(variance_of(&c.adjusted[0]) < variance_of(&c.plain[0]) / 8);
}

/* Most of what is left without them are moves at random. */
static void the_draws_of_bots_are_luck(void **state) {
    (void)state;
    const struct trial t = {"cantstop:players=2",
                            {"turn-optimal", "turn-optimal:error=0.05"},
                            .games = 40,
                            .whole = true};
    const struct found f = run_trial(&t);
    assert_true(variance_of(&f.adjusted[0]) < variance_of(&f.plain[0]) / 16);
}

/* ---- one event ---- */

/* Calls back at every chance event of some games at random. */
static void visit_events(const char *game, int games,
                         void (*visit)(const struct table *t, const struct th_state *s)) {
    const struct trial t = {.game = game};
    struct table table = table_for(&t);
    struct th_rng rng = th_rng_seeded(3);
    for (int g = 0; g < games; g++) {
        memcpy(table.state, table.start, table.game.state_size);
        for (int mover; (mover = table.game.mover(table.state)) != TH_OVER;) {
            th_action legal[TH_LEGAL_MAX], a;
            if (mover == TH_CHANCE) {
                if (th_rng_below(&rng, 8) == 0) visit(&table, table.state);
                a = th_chance_pick(&table.game, table.state, th_rng_next(&rng));
            } else {
                a = legal[th_rng_below(&rng, (uint32_t)table.game.legal(table.state, legal))];
            }
            table.game.apply(table.state, a);
        }
    }
    drop_table(&table);
}

static void luck_is_zero_in_the_mean(const struct table *t, const struct th_state *s) {
    struct th_outcome outcome[TH_OUTCOMES_MAX];
    const int n = t->game.outcomes(s, outcome);
    double sum[TH_SEATS_MAX] = {0};
    for (int i = 0; i < n; i++) {
        double luck[TH_SEATS_MAX] = {0};
        luck_meter_add(t->meter, s, outcome[i].action, luck);
        for (int k = 0; k < t->seats; k++) sum[k] += outcome[i].weight * luck[k];
    }
    for (int k = 0; k < t->seats; k++) assert_true(fabs(sum[k]) < 1e-9);
}

static void the_luck_of_an_event_is_zero_in_the_mean(void **state) {
    (void)state;
    visit_events("kittens", 20, luck_is_zero_in_the_mean);
    visit_events("kittens:rules=classic", 20, luck_is_zero_in_the_mean);
    visit_events("cantstop:players=2", 1, luck_is_zero_in_the_mean);
}

/* ---- one decision ---- */

/* Calls back at some decisions of a game at random. */
static void visit_decisions(const char *game, const char *bot,
                            void (*visit)(const struct table *t, const struct bot *bot,
                                          const struct th_state *s)) {
    const struct trial t = {.game = game};
    struct table table = table_for(&t);
    struct bot made = make_bot(table.own, bot);
    for (uint64_t g = 0; g < 60; g++) {
        memcpy(table.state, table.start, table.game.state_size);
        for (int i = 0; i < 3; i++) {
            move_on(&table, table.state, 3 * g + (uint64_t)i);
            if (table.game.mover(table.state) >= 0) visit(&table, &made, table.state);
        }
    }
    drop_bot(&made);
    drop_table(&table);
}

static void answers_have_their_chances(const struct table *t, const struct bot *bot,
                                       const struct th_state *s) {
    enum { TIMES = 400 };
    th_action legal[TH_LEGAL_MAX];
    double probability[TH_LEGAL_MAX], sum = 0;
    int count[TH_LEGAL_MAX] = {0};
    struct th_rng rng = th_rng_seeded(8);
    struct th_ask ask = {.game = t->own,
                         .view = seat_view(t->own, s, t->game.mover(s), t->view),
                         .seat = t->game.mover(s),
                         .legal = legal,
                         .n = t->game.legal(s, legal)};
    if (ask.n < 2) return;
    assert_true(bot->kind->chances(bot->self, &ask, probability));
    ask.rng = &rng;
    for (int i = 0; i < TIMES; i++) count[bot->kind->choose(bot->self, &ask)]++;
    for (int i = 0; i < ask.n; i++) {
        const double p = probability[i], error = sqrt(p * (1 - p) / TIMES);
        sum += p;
        assert_true(fabs(count[i] / (double)TIMES - p) <= 5 * error);
    }
    assert_true(fabs(sum - 1) < 1e-12);
}

static const char *const open_bots[] = {
    "random",     "turn-optimal", "turn-optimal:error=0.3",     "risk-stop",
    "glenn-aloi", "rule-of-28",   "max-rolls:n=3,moves=random", "greedy-aggressive"};

static void chances_are_those_of_answers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof open_bots / sizeof *open_bots; i++)
        visit_decisions("cantstop:players=2", open_bots[i], answers_have_their_chances);
    visit_decisions("kittens", "random", answers_have_their_chances);
}

static int lucky_decisions;

static void decision_is_zero_in_the_mean(const struct table *t, const struct bot *bot,
                                         const struct th_state *s) {
    const struct bot bots[TH_SEATS_MAX] = {*bot, *bot, *bot, *bot};
    th_action legal[TH_LEGAL_MAX];
    const int n = t->game.legal(s, legal);
    double sum = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        double luck[TH_SEATS_MAX] = {0};
        luck_meter_begin(t->meter, bots, 0);
        assert_true(luck_meter_decided(t->meter, s, legal[i], luck));
        sum += luck[0];
        largest = fabs(luck[0]) > largest ? fabs(luck[0]) : largest;
        if (t->seats == 2) assert_true(fabs(luck[0] + luck[1]) < 1e-12);
    }
    assert_true(fabs(sum) < 1e-9);
    lucky_decisions += largest > 0;
}

static void the_luck_of_a_decision_is_zero_in_the_mean(void **state) {
    (void)state;
    visit_decisions("cantstop:players=2", "random", decision_is_zero_in_the_mean);
    assert_true(lucky_decisions > 20);
}

/* The plain version: every outcome is applied, and what it leads to estimated. */
static void values_are_estimates(const struct table *t, const struct th_state *s) {
    const int n = luck_meter_values(t->meter, s);
    for (int i = 0; n > 1 && i < n; i++) {
        double value[TH_SEATS_MAX];
        memcpy(t->view, s, t->game.state_size);
        t->game.apply(t->view, t->meter->outcome[i].action);
        t->game.analysis->estimate(t->view, value);
        for (int k = 0; k < t->seats; k++) assert_true(t->meter->value[i][k] == value[k]);
    }
}

static void values_of_outcomes_are_those_of_the_plain_version(void **state) {
    (void)state;
    visit_events("kittens", 20, values_are_estimates);
    visit_events("kittens:rules=classic,deck=official", 20, values_are_estimates);
}

/* In Can't Stop, what turn-optimal thinks of its best move; after a bust, the chances of a race. */
static void values_are_those_of_turn_optimal(const struct table *t, const struct th_state *s) {
    static struct th_thoughts thoughts;
    struct bot bot = make_bot(&cantstop_game, "turn-optimal");
    const int n = luck_meter_values(t->meter, s);
    const int seat = ((const struct cantstop *)(const void *)s)->seat;
    for (int i = 0; i < n; i += 5) {
        th_action legal[TH_LEGAL_MAX];
        double best = 0, sum = 0;
        memcpy(t->view, s, t->game.state_size);
        t->game.apply(t->view, t->meter->outcome[i].action);
        for (int k = 0; k < t->seats; k++) sum += t->meter->value[i][k];
        assert_true(fabs(sum - 1) < 1e-9);
        if (t->game.mover(t->view) == TH_CHANCE) {
            struct outlook_race race;
            double bust[TH_SEATS_MAX] = {0};
            cantstop_outlook_race(&race, (const struct cantstop *)(const void *)s);
            cantstop_outlook_after(&race, race.turns[0], 1, bust);
            best = bust[0];
        } else {
            const struct th_ask ask = {.game = &cantstop_game,
                                       .view = t->view,
                                       .seat = seat,
                                       .legal = legal,
                                       .n = t->game.legal(t->view, legal),
                                       .thoughts = &thoughts};
            th_thoughts_clear(&thoughts, ask.n);
            best = thoughts.of[bot.kind->choose(bot.self, &ask)].value;
        }
        assert_true(fabs(t->meter->value[i][seat] - best) < 1e-12);
    }
    drop_bot(&bot);
}

static void values_of_rolls_are_those_of_turn_optimal(void **state) {
    (void)state;
    visit_events("cantstop:players=2", 1, values_are_those_of_turn_optimal);
    visit_events("cantstop:players=3,forced=1", 1, values_are_those_of_turn_optimal);
}

/* ---- a whole game ---- */

static void a_tape_has_the_luck_of_its_game(void **state) {
    (void)state;
    const struct trial of[] = {{"kittens", {"v3", "v1"}, .games = 0},
                               {"cantstop:players=2", {"hard", "easy"}, .games = 0},
                               {"cantstop:players=2",
                                {"turn-optimal:error=0.1", "max-rolls:n=3,moves=random"},
                                .random_plies = 5}};
    for (int g = 0; g < 3; g++) {
        struct table t = table_for(&of[g]);
        struct luck_meter *fresh;
        struct th_error e;
        struct bot bots[] = {make_bot(t.own, of[g].bots[0]), make_bot(t.own, of[g].bots[1])};
        struct bytes tape = {0};
        struct match_rules rules = {.game = &t.game,
                                    .start = t.start,
                                    .seed = th_seed_of(9),
                                    .max_turns = 4000,
                                    .random_plies = of[g].random_plies,
                                    .tape = &tape};
        for (uint64_t i = 0; i < 3; i++) {
            struct match_result plain, measured;
            double luck[TH_SEATS_MAX];
            rules.meter = NULL;
            match_play(&rules, bots, match_number(i, 2), t.state, t.view, &plain);
            tape.size = 0;
            rules.meter = t.meter;
            match_play(&rules, bots, match_number(i, 2), t.state, t.view, &measured);
            assert_true(plain.digest == measured.digest && !plain.measured);
            assert_true(plain.luck[0] == 0 && measured.luck[0] != 0);
            fresh = luck_meter_new(&t.game, &t.spec.options, &e);
            assert_non_null(fresh);
            luck_meter_begin(fresh, bots, rules.random_plies);
            assert_true(luck_of_tape(fresh, t.start, tape.data, tape.size, t.state, luck));
            assert_memory_equal(luck, measured.luck, 2 * sizeof *luck);
            assert_true(fresh->work == measured.work);
            tape.data[tape.size - 1] ^= 0x40; /* another move, which is impossible */
            assert_false(luck_of_tape(fresh, t.start, tape.data, tape.size, t.state, luck));
            tape.data[tape.size - 1] ^= 0x40;
            const struct bot others[] = {bots[1], bots[0]}; /* who never move like that */
            luck_meter_begin(fresh, others, rules.random_plies);
            assert_true(luck_of_tape(fresh, t.start, tape.data, tape.size, t.state, luck) ==
                        (g == 0));
            luck_meter_drop(fresh);
            tape.size = 0;
        }
        free(tape.data);
        for (int i = 0; i < 2; i++) drop_bot(&bots[i]);
        drop_table(&t);
    }
}

/* ---- arenas ---- */

static void assert_same(struct th_arena_result a, struct th_arena_result b) {
    a.seconds = b.seconds = 0;
    memset(a.player_pace, 0, sizeof a.player_pace);
    memset(b.player_pace, 0, sizeof b.player_pace);
    assert_memory_equal(&a, &b, sizeof a);
}

static void adjusted_shares_do_not_depend_on_threads(void **state) {
    (void)state;
    static const char *const bots[] = {"v3", "v1"};
    for (enum th_luck luck = TH_LUCK_ADJUSTED; luck <= TH_LUCK_AUTO; luck++) {
        struct th_arena arena = make_arena("kittens", bots, 1001);
        arena.luck = luck;
        const struct th_arena_result one = run_arena(&arena);
        arena.threads = 3;
        assert_same(one, run_arena(&arena));
        arena.luck = TH_LUCK_PLAIN;
        const struct th_arena_result plain = run_arena(&arena);
        assert_true(plain.digest == one.digest &&
                    plain.player[0].share.mean == one.player[0].share.mean);
        assert_true(isnan(plain.player[0].adjusted.mean) && plain.luck_blocks == 0);
        if (luck != TH_LUCK_ADJUSTED) continue;
        assert_true(one.player[0].adjusted.se < one.player[0].share.se);
        assert_true(fabs(one.player[0].adjusted.mean + one.player[1].adjusted.mean - 1) < 1e-9);
        assert_true(one.player[0].adjusted_low < one.player[0].adjusted.mean &&
                    one.player[0].adjusted_high > one.player[0].adjusted.mean);
    }
}

/* A bot that is slow by its kind makes measuring cheap against its answers. */
static void the_choice_weighs_variance_and_counts(void **state) {
    (void)state;
    static const char *const bots[] = {"v3", "v1"};
    struct th_arena arena = make_arena("kittens", bots, 400);
    arena.luck = TH_LUCK_AUTO;
    const struct th_arena_result fast = run_arena(&arena);
    assert_true(fast.luck_blocks == LUCK_BLOCKS && fast.luck_variance_ratio > 1);
    assert_true((fast.luck == TH_LUCK_ADJUSTED) ==
                (fast.luck_variance_ratio > fast.luck_time_ratio));
    struct th_bot_kind slow = *arena.player[0].kind;
    slow.slow = true;
    arena.player[0].kind = &slow;
    const struct th_arena_result slowly = run_arena(&arena);
    assert_true(slowly.luck == TH_LUCK_ADJUSTED && slowly.luck_time_ratio < 1.1);
    assert_true(slowly.luck_variance_ratio == fast.luck_variance_ratio);
}

static void nothing_is_measured_where_it_cannot_pay(void **state) {
    (void)state;
    static const char *const dice[] = {"risk-stop", "hard"};
    static const char *const stones[] = {"random", NULL};
    struct th_arena arena = make_arena("cantstop:players=2", dice, 300);
    arena.luck = TH_LUCK_AUTO;
    struct th_arena_result r = run_arena(&arena);
    assert_true(r.luck == TH_LUCK_PLAIN && r.luck_blocks == 0);
    arena = make_arena("y:size=5", stones, 20);
    arena.luck = TH_LUCK_ADJUSTED; /* no chance, no luck */
    r = run_arena(&arena);
    assert_true(r.luck == TH_LUCK_PLAIN && isnan(r.player[0].adjusted.mean));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_stay),
        cmocka_unit_test(a_constant_estimate_leaves_results_as_they_are),
        cmocka_unit_test(good_estimates_lower_the_variance),
        cmocka_unit_test(the_draws_of_bots_are_luck),
        cmocka_unit_test(the_luck_of_an_event_is_zero_in_the_mean),
        cmocka_unit_test(chances_are_those_of_answers),
        cmocka_unit_test(the_luck_of_a_decision_is_zero_in_the_mean),
        cmocka_unit_test(values_of_outcomes_are_those_of_the_plain_version),
        cmocka_unit_test(values_of_rolls_are_those_of_turn_optimal),
        cmocka_unit_test(a_tape_has_the_luck_of_its_game),
        cmocka_unit_test(adjusted_shares_do_not_depend_on_threads),
        cmocka_unit_test(the_choice_weighs_variance_and_counts),
        cmocka_unit_test(nothing_is_measured_where_it_cannot_pay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
