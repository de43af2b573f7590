/* Reviews: the sum is an identity for every player, and what is wrong is found. */
#include "analysis/review.h"

#include "cmocka_includes.h"
#include "core/match.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A game between bots, with a random move now and then, so that there is something to find. */
static struct record played(const char *spec, const char *bot, uint64_t seed) {
    struct record r;
    struct th_error e;
    if (!record_begin(&r, spec, NULL, &e)) fail_msg("%s", e.text);
    struct bot player = make_bot(r.game, bot);
    struct th_rng rng = th_rng_seeded(seed);
    struct th_state *view = r.spare[1];
    while (r.game->mover(r.last) != TH_OVER) {
        th_action legal[TH_LEGAL_MAX], action;
        const int mover = r.game->mover(r.last);
        if (mover == TH_CHANCE) {
            action = th_chance_pick(r.game, r.last, th_rng_next(&rng));
        } else {
            const int n = r.game->legal(r.last, legal);
            memcpy(view, r.last, r.game->state_size);
            if (r.game->view != NULL) r.game->view(r.last, mover, view);
            const struct th_ask ask = {r.game, view, mover, legal, n, &rng, NULL, NULL};
            const int place = n == 1                       ? 0
                              : th_rng_below(&rng, 4) == 0 ? (int)th_rng_below(&rng, (uint32_t)n)
                                                           : player.kind->choose(player.self, &ask);
            action = legal[place];
        }
        assert_true(record_add(&r, action));
    }
    record_finish(&r, RECORD_WON, 0);
    drop_bot(&player);
    return r;
}

static struct judge *judge_of(const struct record *r, const char *bot, enum judge_by by,
                              int64_t games) {
    struct th_spec spec;
    struct th_error e;
    struct judge_settings set = {.by = by,
                                 .rollouts = {.game = r->game,
                                              .game_options = r->spec.options,
                                              .games = games,
                                              .seed = 1,
                                              .max_turns = 4000,
                                              .threads = 2}};
    set.rollouts.bot.kind = th_bot_find(r->game, bot, &spec, &e);
    if (set.rollouts.bot.kind == NULL) fail_msg("%s", e.text);
    set.rollouts.bot.options = spec.options;
    struct judge *j = judge_new(&set, &e);
    if (j == NULL) fail_msg("%s", e.text);
    return j;
}

/* What must hold of every review, whatever the judge is worth. */
static void check_identity(const struct record *record, const struct review *r) {
    const bool open = record->game->view == NULL;
    for (int i = 0; i < r->seats; i++) {
        const struct review_player *p = &r->player[i];
        double luck = 0, hidden = 0, hindsight = 0, errors = 0, own = 0, value = p->start;
        double accuracy = 0;
        for (size_t k = 0; k < r->steps; k++) {
            const struct review_step *s = &r->step[k];
            assert_true(fabs(s->value[i] - value) < 1e-9);
            value += s->change[i];
            if (s->kind == REVIEW_CHANCE) {
                luck += s->change[i];
                assert_true(s->error[i] == 0 && s->hidden[i] == 0 && s->hindsight[i] == 0);
                assert_true(s->probability > 0 && s->probability <= 1);
            } else {
                hidden += s->hidden[i];
                hindsight += s->hindsight[i];
                errors += s->error[i];
                assert_true(fabs(s->change[i] - (s->hidden[i] + s->hindsight[i] - s->error[i])) <
                            1e-9);
                assert_true((open ? s->hidden[i] : s->hindsight[i]) == 0);
                assert_true(fabs(s->hindsight[i]) <= fabs(s->error[i]));
            }
            if (i == s->seat) {
                assert_true(review_lost(s) >= 0);
                own += review_lost(s);
                if (s->kind == REVIEW_DECISION || s->kind == REVIEW_GIVEN_UP)
                    accuracy += exp(-5 * review_lost(s));
            }
            if (i == s->seat && s->kind == REVIEW_DECISION && review_lost(s) > 0)
                assert_true(fabs(s->hoped - s->had - review_lost(s)) < 1e-12);
            assert_true(s->value[i] > -1e-9 && s->value[i] < 1 + 1e-9);
        }
        assert_true(fabs(value - p->result) < 1e-9);
        assert_true(fabs(p->start + luck + hidden + hindsight - errors - p->result) < 1e-9);
        assert_true(fabs(p->start + p->luck + p->hidden + p->hindsight - p->errors + p->gifts -
                         p->result) < 1e-9);
        assert_true(fabs(p->errors - own) < 1e-9); /* all that is listed, and no more */
        assert_true(p->decisions == 0 ? isnan(p->accuracy)
                                      : fabs(p->accuracy - accuracy / p->decisions) < 1e-9);
        assert_true(review_adjusted(p) >= 0 && review_adjusted(p) <= 1);
        assert_true(p->result == record->result[i]);
    }
    for (size_t k = 0; k < r->steps; k++) {
        double value = 0, change = 0;
        for (int i = 0; i < r->seats; i++) {
            value += r->step[k].value[i];
            change += r->step[k].change[i];
        }
        assert_true(fabs(value - 1) < 1e-6 && fabs(change) < 1e-6);
    }
}

static void result_is_start_and_luck_and_hidden_and_hindsight_less_errors(void **state) {
    (void)state;
    static const struct {
        const char *game, *bot, *judge;
        enum judge_by by;
        int games;
    } cases[] = {
        {"kittens", "v3", "v3", JUDGE_BY_ROLLOUTS, 12},
        {"kittens:rules=classic", "v2", "v3", JUDGE_BY_ROLLOUTS, 12},
        {"kittens:deck=official,bombs=2", "v1", "dqn", JUDGE_BY_ROLLOUTS, 12},
        {"cantstop:players=2", "hard", "max-rolls", JUDGE_BY_ROLLOUTS, 12},
        {"cantstop:players=3,forced=1", "easy", "max-rolls", JUDGE_BY_ROLLOUTS, 8},
        {"cantstop", "easy", "max-rolls", JUDGE_BY_ROLLOUTS, 4},
        {"y:size=5", "easy", "mcts:iterations=50", JUDGE_BY_SEARCH, 0},
        {"y:size=8,pie=1", "easy", "mcts:iterations=50", JUDGE_BY_SEARCH, 0},
        {"y:size=9", "easy", "random", JUDGE_BY_ROLLOUTS, 10},
        {"parchis", "greedy", "alphabeta:depth=1", JUDGE_BY_SEARCH, 0},
        {"parchis:rules=course", "greedy", "alphabeta:depth=1", JUDGE_BY_SEARCH, 0},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (uint64_t seed = 0; seed < 2; seed++) {
            struct record record = played(cases[c].game, cases[c].bot, seed);
            struct judge *j = judge_of(&record, cases[c].judge, cases[c].by, cases[c].games);
            struct review r;
            struct th_error e;
            if (!review_make(&r, &record, j, NULL, NULL, &e)) fail_msg("%s", e.text);
            assert_int_equal(r.steps, record.steps);
            check_identity(&record, &r);
            review_drop(&r);
            judge_drop(j);
            record_drop(&record);
        }
}

/* A judge that sees a mistake in a game that was won all the same: it is listed, it counts as an
 * error of that size, and hindsight takes it off again. */
static void errors_are_the_listed_mistakes_also_of_the_winner(void **state) {
    (void)state;
    static const struct {
        const char *game, *bot, *judge;
        enum judge_by by;
        int games;
    } cases[] = {
        {"y:size=7", "easy", "mcts:iterations=200", JUDGE_BY_SEARCH, 0},
        {"y:size=7", "random", "random", JUDGE_BY_ROLLOUTS, 100},
        {"parchis", "greedy", "alphabeta:depth=1", JUDGE_BY_SEARCH, 0},
    };
    int unpunished = 0;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            struct record record = played(cases[c].game, cases[c].bot, seed);
            struct judge *j = judge_of(&record, cases[c].judge, cases[c].by, cases[c].games);
            struct review r;
            struct th_error e;
            if (!review_make(&r, &record, j, NULL, NULL, &e)) fail_msg("%s", e.text);
            check_identity(&record, &r);
            for (size_t k = 0; k < r.steps; k++) {
                const struct review_step *s = &r.step[k];
                assert_int_equal(s->better, review_lost(s) > 0);
                unpunished += s->hindsight[s->seat] > 0 && r.result[s->seat] > 0.5;
            }
            review_drop(&r);
            judge_drop(j);
            record_drop(&record);
        }
    assert_true(unpunished > 0); /* or nothing was tested */
}

static struct record record_of(const char *text) {
    struct record r;
    struct th_error e;
    char *copy = strdup(text);
    struct record_reader reader = record_reader_of(copy);
    if (record_next(&reader, &r, &e) != RECORD_GOOD) fail_msg("%s", e.text);
    free(copy);
    return r;
}

/* On the board of three cells a side the middle of the second row wins; every other answer is
 * judged by perfect play. */
static void perfect_play_finds_every_mistake(void **state) {
    (void)state;
    struct record record = played("y:size=4", "random", 4);
    struct judge *j = judge_of(&record, "random", JUDGE_BY_SEARCH, 0);
    struct review r;
    struct th_error e;
    if (!review_make(&r, &record, j, NULL, NULL, &e)) fail_msg("%s", e.text);
    check_identity(&record, &r);
    for (size_t k = 0; k < r.steps; k++) {
        const struct review_step *s = &r.step[k];
        th_action legal[TH_LEGAL_MAX];
        double payoff[TH_LEGAL_MAX], best = 0;
        record_state(&record, k, record.spare[0]);
        const int n = record.game->legal(record.spare[0], legal);
        assert_true(record.game->analysis->solve(record.spare[0], legal, n, payoff, NULL));
        for (int i = 0; i < n; i++)
            if (payoff[i] > best) best = payoff[i];
        const double got = payoff[th_place_of(s->played, legal, n)];
        assert_true(s->value[s->seat] == best);
        assert_true(s->error[s->seat] == best - got);
        assert_int_equal(s->grade, best > got ? REVIEW_BLUNDER : REVIEW_FINE);
    }
    review_drop(&r);
    judge_drop(j);
    record_drop(&record);
}

static const char *const won_and_resigned = "tahur record 1\n"
                                            "game: y:size=3\nrules: 1\n"
                                            "seat 0: human\nseat 1: human\n"
                                            "end: resigned seat 0\nresult: 0 1\n"
                                            "moves:\n1. seat 0: b2\n2. seat 1: a1\n";

static void giving_up_a_won_game_is_an_error(void **state) {
    (void)state;
    struct record record = record_of(won_and_resigned);
    struct judge *j = judge_of(&record, "random", JUDGE_BY_SEARCH, 0);
    struct review r;
    struct th_error e;
    if (!review_make(&r, &record, j, NULL, NULL, &e)) fail_msg("%s", e.text);
    check_identity(&record, &r);
    const struct review_step *last = &r.step[r.steps - 1];
    assert_int_equal(last->seat, 0);
    assert_int_equal(last->grade, REVIEW_BLUNDER);
    assert_true(last->error[0] == 1);
    review_drop(&r);
    judge_drop(j);
    record_drop(&record);
}

/* The winner of the same game gives up nothing when the other resigns in a lost position. */
static void giving_up_a_lost_game_is_none(void **state) {
    (void)state;
    struct record record = record_of("tahur record 1\n"
                                     "game: y:size=3\nrules: 1\n"
                                     "seat 0: human\nseat 1: human\n"
                                     "end: resigned seat 1\nresult: 1 0\n"
                                     "moves:\n1. seat 0: b2\n");
    struct judge *j = judge_of(&record, "random", JUDGE_BY_SEARCH, 0);
    struct review r;
    struct th_error e;
    if (!review_make(&r, &record, j, NULL, NULL, &e)) fail_msg("%s", e.text);
    check_identity(&record, &r);
    assert_true(r.step[r.steps - 1].error[1] == 0 && r.player[1].errors == 0);
    review_drop(&r);
    judge_drop(j);
    record_drop(&record);
}

/* A decision's loss is what analysis says of the position, whatever came of it later; and luck is
 * that of the event, whatever was done with it. */
static void losses_and_luck_do_not_depend_on_what_comes_later(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 2; seed++) {
        struct record record = played("kittens", "v3", seed), other;
        struct judge *j = judge_of(&record, "v3", JUDGE_BY_ROLLOUTS, 30);
        struct review r, r_other;
        struct th_error e;
        assert_true(record_begin(&other, "kittens", NULL, &e));
        /* The same game up to its middle, and then at random. */
        struct th_rng rng = th_rng_seeded(seed + 100);
        const size_t same = record.steps / 2;
        while (!record_is_over(&other)) {
            th_action legal[TH_LEGAL_MAX], action;
            if (other.steps < same)
                action = record.action[other.steps];
            else if (other.game->mover(other.last) == TH_CHANCE)
                action = th_chance_pick(other.game, other.last, th_rng_next(&rng));
            else
                action = legal[th_rng_below(&rng, (uint32_t)other.game->legal(other.last, legal))];
            assert_true(record_add(&other, action));
        }
        record_finish(&other, RECORD_WON, 0);
        assert_true(review_make(&r, &record, j, NULL, NULL, &e));
        assert_true(review_make(&r_other, &other, j, NULL, NULL, &e));
        check_identity(&other, &r_other);
        for (size_t k = 0; k + 1 < same; k++) {
            assert_true(fabs(review_lost(&r.step[k]) - review_lost(&r_other.step[k])) < 1e-12);
            if (r.step[k].kind == REVIEW_CHANCE && r.step[k + 1].kind == REVIEW_DECISION)
                assert_true(fabs(r.step[k].change[0] - r_other.step[k].change[0]) < 1e-12);
        }
        review_drop(&r);
        review_drop(&r_other);
        judge_drop(j);
        record_drop(&record);
        record_drop(&other);
    }
}

static void a_game_without_a_result_is_refused(void **state) {
    (void)state;
    struct record record;
    struct review r;
    struct th_error e;
    assert_true(record_begin(&record, "y:size=3", NULL, &e));
    record_finish(&record, RECORD_STOPPED, 0);
    assert_false(review_make(&r, &record, NULL, NULL, NULL, &e));
    assert_non_null(strstr(e.text, "no result"));
    record_drop(&record);
}

/* What is judged is what the seat could know: two games that differ only in a card that nobody has
 * seen have the same errors up to there, and the difference is hidden or luck. */
static void decisions_are_judged_by_what_is_known(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct record record = played("kittens", "random", seed);
        struct judge *j = judge_of(&record, "v3", JUDGE_BY_ROLLOUTS, 40);
        struct th_state *room = record.spare[1];
        struct review r;
        struct th_error e;
        if (!review_make(&r, &record, j, NULL, NULL, &e)) fail_msg("%s", e.text);
        for (size_t k = 0; k < r.steps; k++) {
            const struct review_step *s = &r.step[k];
            struct th_rng rng = th_rng_seeded(k);
            struct review_loss loss;
            if (s->kind != REVIEW_DECISION) continue;
            record_state(&record, k, record.spare[0]);
            record.game->view(record.spare[0], s->seat, room);
            record.game->guess(room, s->seat, &rng, record.spare[0]); /* another world */
            assert_true(review_decide(j, record.game, record.spare[0], s->played, room, &loss, &e));
            assert_true(fabs(loss.lost[s->seat] - review_lost(s)) < 1e-12);
        }
        review_drop(&r);
        judge_drop(j);
        record_drop(&record);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(result_is_start_and_luck_and_hidden_and_hindsight_less_errors),
        cmocka_unit_test(errors_are_the_listed_mistakes_also_of_the_winner),
        cmocka_unit_test(perfect_play_finds_every_mistake),
        cmocka_unit_test(giving_up_a_won_game_is_an_error),
        cmocka_unit_test(giving_up_a_lost_game_is_none),
        cmocka_unit_test(losses_and_luck_do_not_depend_on_what_comes_later),
        cmocka_unit_test(a_game_without_a_result_is_refused),
        cmocka_unit_test(decisions_are_judged_by_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
