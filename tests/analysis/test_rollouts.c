/* Rollouts: true on average, the same for any number of threads, and blind to what is hidden. */
#include "analysis/judge.h"

#include "cmocka_includes.h"
#include "core/bytes.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A player whose answer depends on all that it sees and on nothing else, so that the value of a
 * position can be found by looking at everything chance can do. */
static int choose_by_sight(void *self, const struct th_ask *ask) {
    uint64_t hash = 1;
    (void)self;
    for (int i = 0; i < ask->n; i++) hash = th_mix2(hash, ask->legal[i]);
    char text[TH_POSITION_BYTES];
    ask->game->position_text(ask->view, text, sizeof text);
    for (const char *c = text; *c != 0; c++) hash = th_mix2(hash, (uint64_t)(unsigned char)*c);
    return (int)(hash % (uint64_t)ask->n);
}

static void *make_sighted(const struct th_game *game, const struct th_options *o,
                          struct th_error *e) {
    (void)game, (void)o, (void)e;
    static char nothing;
    return &nothing;
}

static const struct th_bot_kind sighted = {
    .name = "sighted", .make = make_sighted, .choose = choose_by_sight};

struct world {
    const struct th_game *game;
    struct th_spec spec;
    struct th_state *state, *room;
};

static struct world world_of(const char *spec, const char *position) {
    struct world w;
    struct th_error e;
    w.game = th_game_find(spec, &w.spec, &e);
    assert_non_null(w.game);
    w.state = th_state_new(w.game, &w.spec.options, &e);
    w.room = th_state_new(w.game, &w.spec.options, &e);
    if (position != NULL && !w.game->parse_position(w.state, position, &e)) fail_msg("%s", e.text);
    return w;
}

static void world_drop(struct world *w) {
    free(w->state);
    free(w->room);
}

static struct rollouts_settings settings_of(const struct world *w, const struct th_bot_kind *kind,
                                            int64_t games) {
    struct rollouts_settings set = {.game = w->game,
                                    .game_options = w->spec.options,
                                    .bot = {.kind = kind},
                                    .games = games,
                                    .seed = 5,
                                    .max_turns = 4000,
                                    .threads = 1};
    th_options_init(&set.bot.options, kind->options);
    return set;
}

/* The first seat's chance by all that can happen. */
static double exactly(const struct world *w, const struct th_state *s) {
    unsigned char after[4096];
    struct th_state *next = (struct th_state *)(void *)after;
    const int mover = w->game->mover(s);
    double payoff[TH_SEATS_MAX];
    assert_true(w->game->state_size <= sizeof after);
    if (mover == TH_OVER) {
        w->game->payoff(s, payoff);
        return payoff[0];
    }
    if (mover == TH_CHANCE) {
        struct th_outcome outcome[TH_LEGAL_MAX];
        double sum = 0, total = 0;
        const int n = w->game->outcomes(s, outcome);
        for (int i = 0; i < n; i++) {
            memcpy(next, s, w->game->state_size);
            w->game->apply(next, outcome[i].action);
            sum += outcome[i].weight * exactly(w, next);
            total += outcome[i].weight;
        }
        return sum / total;
    }
    th_action legal[TH_LEGAL_MAX];
    unsigned char seen[4096];
    struct th_state *view = (struct th_state *)(void *)seen;
    const int n = w->game->legal(s, legal);
    w->game->view(s, mover, view);
    const struct th_ask ask = {
        .game = w->game, .view = view, .seat = mover, .legal = legal, .n = n};
    memcpy(next, s, w->game->state_size);
    w->game->apply(next, legal[n == 1 ? 0 : choose_by_sight(NULL, &ask)]);
    return exactly(w, next);
}

static const char *const late =
    "hands defuse+skip+attack / defuse+safe; deck 6*?; rest 2*bomb+defuse+skip+2*safe; played - / "
    "skip+attack; last none / none; turns 9; seat 0; owes 1; waits decide";
static void means_are_true_with_and_without_the_control(void **state) {
    (void)state;
    struct world w = world_of("kittens", late);
    th_action legal[TH_LEGAL_MAX];
    const int n = w.game->legal(w.state, legal);
    double left[2] = {0, 0};
    for (int plain = 0; plain < 2; plain++) {
        struct rollouts_settings set = settings_of(&w, &sighted, 400 + test_scale(4000));
        struct th_error e;
        struct verdicts v;
        set.control = plain != 0 ? ROLLOUTS_CONTROL_OFF : ROLLOUTS_CONTROL_ON;
        struct rollouts *r = rollouts_new(&set, &e);
        const struct rollouts_question q = {.state = w.state, .action = legal, .n = n, .seat = 0};
        assert_true(rollouts_ask(r, &q, &v, &e));
        assert_true(v.varied);
        for (int i = 0; i < n; i++) {
            memcpy(w.room, w.state, w.game->state_size);
            w.game->apply(w.room, legal[i]);
            const double truth = exactly(&w, w.room);
            assert_true(fabs(v.of[i].value[0] - truth) < 4.5 * v.of[i].error[0]);
            assert_true(fabs(v.of[i].value[0] + v.of[i].value[1] - 1) < 1e-9);
            left[plain] += v.of[i].error[0];
        }
        assert_true(plain ? isnan(v.reduction) : v.reduction > 1);
        rollouts_drop(r);
    }
    assert_true(left[0] < left[1]); /* the control does something */
    world_drop(&w);
}

static void differences_are_surer_than_values(void **state) {
    (void)state;
    struct world w = world_of("cantstop:players=2",
                              "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6");
    struct th_spec spec;
    struct th_error e;
    struct verdicts v;
    const struct th_bot_kind *kind = th_bot_find(w.game, "risk-stop", &spec, &e);
    struct rollouts_settings set = settings_of(&w, kind, 500);
    set.bot.options = spec.options;
    set.control = ROLLOUTS_CONTROL_OFF;
    struct rollouts *r = rollouts_new(&set, &e);
    th_action legal[TH_LEGAL_MAX];
    const struct rollouts_question q = {
        .state = w.state, .action = legal, .n = w.game->legal(w.state, legal), .seat = 1};
    assert_true(rollouts_ask(r, &q, &v, &e));
    double paired = 0, alone = 0;
    for (int i = 1; i < v.n; i++) {
        paired += verdicts_gap(&v, 0, i).error;
        alone += hypot(v.of[0].error[1], v.of[i].error[1]);
    }
    assert_true(paired < 0.95 * alone);
    assert_true(verdicts_gap(&v, 1, 1).error == 0);
    rollouts_drop(r);
    world_drop(&w);
}

/* Everything that was found, as bytes. */
static uint64_t print_of(const struct verdicts *v) {
    uint64_t hash = (uint64_t)v->games;
    for (int i = 0; i < v->n; i++)
        for (int s = 0; s < v->seats; s++) {
            uint64_t bits[2];
            memcpy(&bits[0], &v->of[i].value[s], 8);
            memcpy(&bits[1], &v->of[i].error[s], 8);
            hash = th_mix2(th_mix2(hash, bits[0]), bits[1]);
        }
    return hash;
}

static uint64_t found(const struct world *w, const char *bot, int threads, bool as_seen) {
    struct th_spec spec;
    struct th_error e;
    struct verdicts v;
    const struct th_bot_kind *kind = th_bot_find(w->game, bot, &spec, &e);
    struct rollouts_settings set = settings_of(w, kind, 100);
    set.bot.options = spec.options;
    set.threads = threads;
    struct rollouts *r = rollouts_new(&set, &e);
    th_action legal[TH_LEGAL_MAX];
    const struct rollouts_question q = {.state = w->state,
                                        .as_seen = as_seen,
                                        .action = legal,
                                        .n = w->game->legal(w->state, legal),
                                        .seat = w->game->mover(w->state)};
    assert_true(rollouts_ask(r, &q, &v, &e));
    const uint64_t print = print_of(&v);
    rollouts_drop(r);
    return print;
}

static void threads_change_nothing(void **state) {
    (void)state;
    struct world w = world_of("kittens", late), y = world_of("y:size=3", NULL);
    const uint64_t cards = found(&w, "v3", 1, true), stones = found(&y, "random", 1, false);
    for (int threads = 2; threads <= 5; threads++) {
        assert_true(found(&w, "v3", threads, true) == cards);
        assert_true(found(&y, "random", threads, false) == stones);
    }
    world_drop(&w);
    world_drop(&y);
}

static void nobody_peeks(void **state) {
    (void)state;
    /* Two worlds that look the same to seat 0: only the other's hand differs. */
    struct world w = world_of("kittens", late);
    struct world other =
        world_of("kittens",
                 "hands defuse+skip+attack / defuse+skip; deck 6*?; rest 2*bomb+defuse+3*safe; "
                 "played - / skip+attack; last none / none; turns 9; seat 0; owes 1; waits decide");
    assert_true(found(&w, "v3", 1, true) == found(&other, "v3", 1, true));
    assert_true(found(&w, "v3", 1, false) != found(&other, "v3", 1, false));
    world_drop(&w);
    world_drop(&other);
}

/* What is hidden is guessed anew in every game: the value is the mean over all guesses. */
static void as_seen_is_the_mean_over_worlds(void **state) {
    (void)state;
    enum { GUESSES = 60 };
    struct world w = world_of("kittens", late);
    struct rollouts_settings set = settings_of(&w, &sighted, 400 + test_scale(4000));
    struct th_error e;
    struct verdicts v;
    struct rollouts *r = rollouts_new(&set, &e);
    th_action legal[TH_LEGAL_MAX];
    const int n = w.game->legal(w.state, legal);
    const struct rollouts_question q = {
        .state = w.state, .as_seen = true, .action = legal, .n = n, .seat = 0};
    assert_true(rollouts_ask(r, &q, &v, &e));
    struct th_state *view = th_state_new(w.game, &w.spec.options, &e);
    w.game->view(w.state, 0, view);
    for (int i = 0; i < n; i++) {
        double sum = 0, squares = 0;
        for (uint64_t g = 0; g < GUESSES; g++) {
            struct th_rng rng = th_rng_seeded(g);
            w.game->guess(view, 0, &rng, w.room);
            w.game->apply(w.room, legal[i]);
            const double truth = exactly(&w, w.room);
            sum += truth;
            squares += truth * truth;
        }
        const double mean = sum / GUESSES, spread = squares / GUESSES - mean * mean;
        const double error = hypot(v.of[i].error[0], sqrt(spread / GUESSES));
        assert_true(fabs(v.of[i].value[0] - mean) < 4.5 * error);
    }
    free(view);
    rollouts_drop(r);
    world_drop(&w);
}

static struct judge *judge_by(const struct world *w, const char *bot, enum judge_by by) {
    struct th_spec spec;
    struct th_error e;
    struct judge_settings set = {.by = by};
    const struct th_bot_kind *kind = th_bot_find(w->game, bot, &spec, &e);
    set.rollouts = settings_of(w, kind, 50);
    set.rollouts.bot.options = spec.options;
    return judge_new(&set, &e);
}

static void a_search_is_shown_the_view(void **state) {
    (void)state;
    struct world worlds[] = {world_of("kittens", late), world_of("kittens", NULL)};
    struct th_rng rng = th_rng_seeded(1);
    struct th_error e;
    uint64_t print[2];
    worlds[0].game->view(worlds[0].state, 0, worlds[0].room);
    char text[2][TH_POSITION_BYTES];
    worlds[0].game->position_text(worlds[0].state, text[0], sizeof text[0]);
    do { /* another one, alike */
        worlds[0].game->guess(worlds[0].room, 0, &rng, worlds[1].state);
        worlds[1].game->position_text(worlds[1].state, text[1], sizeof text[1]);
    } while (strcmp(text[0], text[1]) == 0);
    for (int i = 0; i < 2; i++) {
        struct judge *j = judge_by(&worlds[i], "mcts:iterations=300", JUDGE_BY_SEARCH);
        struct judge_opinion opinion;
        th_action legal[TH_LEGAL_MAX];
        const int n = worlds[i].game->legal(worlds[i].state, legal);
        assert_true(judge_actions(j, worlds[i].state, legal, n, &opinion, &e));
        print[i] = print_of(&opinion.verdicts);
        judge_drop(j);
    }
    assert_true(print[0] == print[1]);
    world_drop(&worlds[0]);
    world_drop(&worlds[1]);
}

/* With many outcomes what was to be expected comes from a sample of them, which must be fair. */
static void a_sample_of_outcomes_distorts_nothing(void **state) {
    (void)state;
    struct world w = world_of("cantstop:players=2", NULL);
    struct th_spec spec;
    struct th_error e;
    double value[2], error[2];
    const struct th_bot_kind *kind = th_bot_find(w.game, "max-rolls", &spec, &e);
    for (int i = 0; i < 2; i++) {
        struct rollouts_settings set =
            settings_of(&w, kind, 200 + test_scale(i == 0 ? 300 : 20000));
        struct verdicts v;
        set.bot.options = spec.options;
        set.control = i == 0 ? ROLLOUTS_CONTROL_ON : ROLLOUTS_CONTROL_OFF;
        struct rollouts *r = rollouts_new(&set, &e);
        const struct rollouts_question q = {.state = w.state, .n = 1};
        assert_true(rollouts_ask(r, &q, &v, &e));
        value[i] = v.of[0].value[0];
        error[i] = v.of[0].error[0];
        if (i == 0) assert_true(v.reduction > 1.5);
        rollouts_drop(r);
    }
    assert_true(fabs(value[0] - value[1]) < 4.5 * hypot(error[0], error[1]));
    world_drop(&w);
}

/* Seat 0 has all but won: every game says so, and still it is not certain. */
static void a_value_is_never_certain(void **state) {
    (void)state;
    struct world w =
        world_of("y:size=4",
                 "{\"size\":4,\"turn\":0,\"players\":[\"B\",\"R\"],\"layout\":\"B/BR/BR./...R\"}");
    struct th_spec spec;
    struct th_error e;
    struct verdicts v;
    const struct th_bot_kind *kind = th_bot_find(w.game, "random", &spec, &e);
    struct rollouts_settings set = settings_of(&w, kind, 50);
    struct rollouts *r = rollouts_new(&set, &e);
    th_action legal[TH_LEGAL_MAX];
    const struct rollouts_question q = {
        .state = w.state, .action = legal, .n = w.game->legal(w.state, legal)};
    assert_true(rollouts_ask(r, &q, &v, &e));
    int at_once = 0, open = 0;
    for (int i = 0; i < v.n; i++) {
        memcpy(w.room, w.state, w.game->state_size);
        w.game->apply(w.room, legal[i]);
        const bool over = w.game->mover(w.room) == TH_OVER;
        at_once += over;
        open += !over;
        if (over)
            assert_true(v.of[i].error[0] == 0 && v.of[i].value[0] == 1);
        else
            assert_true(v.of[i].error[0] >= verdict_least_error(50));
    }
    assert_true(at_once > 0 && open > 0);
    rollouts_drop(r);
    world_drop(&w);
}

/* In games of more than two, what one seat does not have is shared as the game judges the others.
 */
static void the_others_share_by_the_estimate(void **state) {
    (void)state;
    struct world w = world_of("cantstop:players=3",
                              "6:8,7:9/-/6:9,8:9 temp 4:1,6:2,8:1 seat 0 round 3 rolls 3 decide");
    struct judge *j = judge_by(&w, "turn-optimal", JUDGE_BY_SEARCH);
    struct judge_opinion opinion;
    struct th_error e;
    th_action legal[TH_LEGAL_MAX];
    const int n = w.game->legal(w.state, legal);
    assert_true(judge_actions(j, w.state, legal, n, &opinion, &e));
    for (int i = 0; i < n; i++) {
        const double *value = opinion.verdicts.of[i].value;
        assert_true(value[2] > value[1] + 0.01); /* who is ahead of the other */
        assert_true(fabs(value[0] + value[1] + value[2] - 1) < 1e-9);
    }
    judge_drop(j);
    world_drop(&w);
}

static void rollouts_go_on_until_they_are_sure(void **state) {
    (void)state;
    struct world w = world_of("kittens", late);
    struct rollouts_settings set = settings_of(&w, &sighted, 10);
    struct th_error e;
    struct verdicts v;
    set.until = 0.03;
    struct rollouts *r = rollouts_new(&set, &e);
    th_action legal[TH_LEGAL_MAX];
    const struct rollouts_question q = {
        .state = w.state, .action = legal, .n = w.game->legal(w.state, legal), .seat = 0};
    assert_true(rollouts_ask(r, &q, &v, &e));
    for (int i = 0; i < v.n; i++) assert_true(v.of[i].error[0] <= 0.03);
    assert_true(v.games > 10 && v.games < 2000);
    rollouts_drop(r);
    world_drop(&w);
}

static void a_game_without_chance_is_played_once(void **state) {
    (void)state;
    struct world w = world_of("parchis", NULL);
    struct th_spec spec;
    struct th_error e;
    struct verdicts v;
    const struct th_bot_kind *kind = th_bot_find(w.game, "greedy", &spec, &e);
    struct rollouts_settings set = settings_of(&w, kind, 100);
    struct rollouts *r = rollouts_new(&set, &e);
    const struct rollouts_question q = {.state = w.state, .n = 1};
    assert_true(rollouts_ask(r, &q, &v, &e));
    assert_false(v.varied);
    assert_int_equal(v.games, 1);
    assert_true(isnan(v.of[0].error[0])); /* one line of play, no probability */
    rollouts_drop(r);
    world_drop(&w);
}

static void nothing_is_certain_by_having_been_seen_often(void **state) {
    (void)state;
    struct verdict of[2] = {{.value = {1, 0}}, {.value = {1, 0}}};
    double sample[20];
    for (int i = 0; i < 20; i++) sample[i] = 1;
    struct verdicts v = {.n = 2, .seats = 2, .of = of, .sample = sample, .games = 10};
    assert_true(verdicts_gap(&v, 0, 1).error > 0.05);
    for (int i = 0; i < 20; i += 2) sample[i + 1] = 0.5;
    of[1].value[0] = 0.5;
    assert_true(verdicts_better(&v, 0, 1));
    assert_false(verdicts_better(&v, 1, 0));
}

static void errors_of_differences_are_those_of_the_pairs(void **state) {
    (void)state;
    struct verdict of[2] = {{.value = {0.5, 0.5}}, {.value = {0.5, 0.5}}};
    double sample[200];
    for (int g = 0; g < 100; g++) sample[2 * g] = g % 2, sample[2 * g + 1] = 1 - g % 2;
    const struct verdicts v = {.n = 2, .seats = 2, .of = of, .sample = sample, .games = 100};
    /* Differences are 1 and −1: their deviation is √(100 / 99), their mean 0. */
    assert_true(fabs(verdicts_gap(&v, 0, 1).error - sqrt(100.0 / 99 / 100)) < 1e-12);
    assert_true(verdicts_gap(&v, 0, 1).mean == 0);
}

/* The best of many equals is one that was lucky: it must not be told apart more often than said. */
static void the_luckiest_is_not_called_best(void **state) {
    (void)state;
    enum { ACTIONS = 12, GAMES = 200 };
    struct verdict of[ACTIONS];
    static double sample[GAMES * ACTIONS];
    const long runs = 20 + test_scale(400);
    struct th_rng rng = th_rng_seeded(1);
    long wrong = 0;
    for (long k = 0; k < runs; k++) {
        struct verdicts v = {.n = ACTIONS, .seats = 2, .of = of, .sample = sample, .games = GAMES};
        for (int i = 0; i < ACTIONS; i++) of[i] = (struct verdict){.value = {0, 1}};
        for (int g = 0; g < GAMES; g++)
            for (int i = 0; i < ACTIONS; i++) {
                sample[g * ACTIONS + i] = th_rng_below(&rng, 2);
                of[i].value[0] += sample[g * ACTIONS + i] / GAMES;
            }
        for (int i = 1; i < ACTIONS; i++)
            if (of[i].value[0] > of[v.best].value[0]) v.best = i;
        bool told = false;
        for (int i = 0; i < ACTIONS; i++) told = told || verdicts_better(&v, v.best, i);
        wrong += told;
    }
    assert_true((double)wrong <= 0.01 * (double)runs + 4 * sqrt(0.01 * (double)runs));
    assert_true(fabs(verdict_critical(2) - 2.5758) < 0.001);
    assert_true(fabs(verdict_critical(6) - 3.4029) < 0.001);
    assert_true(fabs(verdict_critical(30) - 4.2337) < 0.001);
}

/* A search's thoughts must not change what it answers, and must make sense. */
static void thoughts_do_not_change_the_answer(void **state) {
    (void)state;
    static const struct {
        const char *game, *bot;
    } cases[] = {{"y:size=6", "mcts:iterations=300"}, {"y:size=6", "flat-mc:iterations=500"},
                 {"y:size=6", "alphabeta:depth=3"},   {"y:size=6", "greedy"},
                 {"parchis", "alphabeta:depth=2"},    {"parchis", "greedy"},
                 {"kittens", "mcts:iterations=300"},  {"kittens", "dqn"},
                 {"cantstop", "mcts:iterations=200"}};
    struct th_thoughts *thoughts = malloc(sizeof *thoughts);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = world_of(cases[c].game, NULL);
        struct bot bot = make_bot(w.game, cases[c].bot);
        struct th_rng path = th_rng_seeded(3);
        for (int ply = 0; ply < 30 && w.game->mover(w.state) != TH_OVER; ply++) {
            th_action legal[TH_LEGAL_MAX];
            const int mover = w.game->mover(w.state);
            if (mover == TH_CHANCE) {
                w.game->apply(w.state, th_chance_pick(w.game, w.state, th_rng_next(&path)));
                continue;
            }
            const int n = w.game->legal(w.state, legal);
            if (n > 1) {
                memcpy(w.room, w.state, w.game->state_size);
                if (w.game->view != NULL) w.game->view(w.state, mover, w.room);
                struct th_rng rng = th_rng_seeded(9), same = rng;
                struct th_ask ask = {w.game, w.room, mover, legal, n, &rng, NULL, NULL};
                if (bot.kind->begin != NULL) bot.kind->begin(bot.self, w.room, mover);
                const int silent = bot.kind->choose(bot.self, &ask);
                ask.thoughts = thoughts;
                ask.rng = &same;
                th_thoughts_clear(thoughts, n);
                if (bot.kind->begin != NULL) bot.kind->begin(bot.self, w.room, mover);
                assert_int_equal(bot.kind->choose(bot.self, &ask), silent);
                for (int i = 0; i < n; i++) {
                    const struct th_thought *t = &thoughts->of[i];
                    assert_true(isnan(t->value) || (t->value >= 0 && t->value <= 1));
                    assert_true(t->line_n == 0 || t->line[0] == legal[i]);
                }
                assert_false(isnan(thoughts->of[silent].value) && isnan(thoughts->of[silent].own));
            }
            w.game->apply(w.state, legal[th_rng_below(&path, (uint32_t)n)]);
        }
        drop_bot(&bot);
        world_drop(&w);
    }
    free(thoughts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_are_true_with_and_without_the_control),
        cmocka_unit_test(differences_are_surer_than_values),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(nobody_peeks),
        cmocka_unit_test(rollouts_go_on_until_they_are_sure),
        cmocka_unit_test(a_game_without_chance_is_played_once),
        cmocka_unit_test(nothing_is_certain_by_having_been_seen_often),
        cmocka_unit_test(as_seen_is_the_mean_over_worlds),
        cmocka_unit_test(a_search_is_shown_the_view),
        cmocka_unit_test(a_sample_of_outcomes_distorts_nothing),
        cmocka_unit_test(a_value_is_never_certain),
        cmocka_unit_test(the_others_share_by_the_estimate),
        cmocka_unit_test(errors_of_differences_are_those_of_the_pairs),
        cmocka_unit_test(the_luckiest_is_not_called_best),
        cmocka_unit_test(thoughts_do_not_change_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
