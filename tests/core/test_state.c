/* The flat functions of tahur/state.h: each gives what the slot gives, in all states of random
 * games, and refuses what the slot is not made for. */
#include "cmocka_includes.h"
#include "core/facets.h"
#include "core/fields.h"
#include "scale.h"
#include "tahur/registry.h"
#include "tahur/state.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[TH_PICTURE_BYTES], same[TH_PICTURE_BYTES];

struct walk {
    const struct th_game *game;
    struct th_state *s, *room, *other;
};

static struct walk begin(const char *spec) {
    struct walk w;
    struct th_error e;
    w.s = th_state_start(spec, &w.game, &e);
    if (w.s == NULL) fail_msg("%s: %s", spec, e.text);
    w.room = th_state_copy(w.game, w.s, &e);
    w.other = th_state_copy(w.game, w.s, &e);
    assert_true(w.room != NULL && w.other != NULL);
    return w;
}

static void end(struct walk *w) {
    th_state_free(w->s);
    th_state_free(w->room);
    th_state_free(w->other);
}

static bool equal(const struct walk *w, const struct th_state *a, const struct th_state *b) {
    return memcmp(a, b, w->game->state_size) == 0;
}

/* A sentence is there where a function has failed. */
static void assert_refused(bool result, struct th_error *e) {
    assert_false(result);
    assert_true(e->text[0] != 0);
    e->text[0] = 0;
}

/* ---- the same as the slots ---- */

static void assert_rules_agree(const struct walk *w) {
    const struct th_game *game = w->game;
    th_action legal[TH_LEGAL_MAX], there[TH_LEGAL_MAX];
    struct th_outcome outcome[TH_OUTCOMES_MAX], here[TH_OUTCOMES_MAX];
    struct th_error e = {""};
    const int mover = th_state_mover(game, w->s);
    assert_int_equal(mover, game->mover(w->s));
    assert_int_equal(th_state_seats(game, w->s), game->seats(w->s));
    assert_int_equal(th_state_turns(game, w->s), game->turns(w->s));
    const int n = th_state_legal(game, w->s, legal, TH_LEGAL_MAX, &e);
    assert_int_equal(n, mover >= 0 ? game->legal(w->s, there) : 0);
    if (n > 0) assert_memory_equal(legal, there, (size_t)n * sizeof *legal);
    if (n > 0) assert_refused(th_state_legal(game, w->s, legal, n - 1, &e) >= 0, &e);
    for (int i = 0; i < n; i++) assert_true(th_state_has_action(game, w->s, legal[i]));
    const int k = th_state_outcomes(game, w->s, outcome, TH_OUTCOMES_MAX, &e);
    assert_int_equal(k, mover == TH_CHANCE ? game->outcomes(w->s, here) : 0);
    if (k > 0) assert_memory_equal(outcome, here, (size_t)k * sizeof *outcome);
    uint64_t key;
    th_action picked;
    double payoff[TH_SEATS_MAX], share[TH_SEATS_MAX];
    if (mover == TH_CHANCE) {
        assert_true(th_state_chance_key(game, w->s, &key, &e) && key == game->chance_key(w->s));
        assert_int_equal(th_state_luck_of(game, w->s, &e), game->luck_of(w->s));
        assert_true(th_state_pick(game, w->s, 12345, &picked, &e));
        assert_int_equal(picked, th_chance_by_weight(game, w->s, 12345));
    } else {
        assert_refused(th_state_chance_key(game, w->s, &key, &e), &e);
        assert_refused(th_state_luck_of(game, w->s, &e) >= 0, &e);
        assert_refused(th_state_pick(game, w->s, 0, &picked, &e), &e);
    }
    if (mover != TH_OVER) {
        assert_refused(th_state_payoff(game, w->s, payoff, &e), &e);
        return;
    }
    assert_true(th_state_payoff(game, w->s, payoff, &e));
    game->payoff(w->s, share);
    assert_memory_equal(payoff, share, (size_t)game->seats(w->s) * sizeof *payoff);
}

static void assert_views_agree(const struct walk *w) {
    const struct th_game *game = w->game;
    struct th_error e = {""};
    assert_int_equal(th_state_viewer(game, w->s), TH_SEES_ALL);
    for (int seat = TH_STRANGER; seat < game->seats(w->s); seat++) {
        if (seat == TH_SEES_ALL) continue;
        assert_true(th_state_view(game, w->s, seat, w->room, &e));
        if (game->view == NULL) {
            assert_true(equal(w, w->room, w->s));
            continue;
        }
        game->view(w->s, seat, w->other);
        assert_true(equal(w, w->room, w->other));
        assert_int_equal(th_state_viewer(game, w->room), seat);
        assert_true(th_state_view(game, w->room, seat, w->other, &e)); /* a view of a view */
        assert_true(equal(w, w->room, w->other));
        if (seat == TH_STRANGER) {
            assert_refused(th_state_guess(game, w->room, 0, 1, w->other, &e), &e);
            continue;
        }
        assert_refused(th_state_view(game, w->room, !seat, w->other, &e), &e);
        assert_refused(th_state_guess(game, w->room, !seat, 1, w->other, &e), &e);
        /* From the view and from the whole state: the caller's knowledge does not leak in. */
        assert_true(th_state_guess(game, w->room, seat, 77, w->other, &e));
        assert_int_equal(th_state_viewer(game, w->other), TH_SEES_ALL);
        struct th_state *again = th_state_copy(game, w->s, &e);
        assert_true(th_state_guess(game, w->s, seat, 77, again, &e));
        assert_true(equal(w, again, w->other));
        th_state_free(again);
    }
}

static void assert_text_agrees(const struct walk *w, th_action a) {
    const struct th_game *game = w->game;
    struct th_error e = {""};
    th_action read;
    assert_true(th_state_action_text(game, w->s, a, text, sizeof text, &e));
    assert_string_equal(text, game->action_text(w->s, a, same, sizeof same));
    assert_true(th_state_parse_action(game, w->s, text, &read, &e) && read == a);
    assert_true(th_state_text(game, w->s, text, sizeof text, &e));
    assert_string_equal(text, game->position_text(w->s, same, sizeof same));
    assert_true(th_state_parse(game, w->room, text, &e));
    assert_string_equal(game->position_text(w->room, same, sizeof same), text);
    assert_refused(th_state_parse(game, w->room, "nonsense", &e), &e);
    assert_true(th_state_json(game, w->s, text, sizeof text, &e));
    assert_string_equal(text, fields_json(game, w->s, same, sizeof same));
    if (game->screen == NULL) {
        assert_refused(th_state_draw(game, w->s, false, 0, 0, text, sizeof text, &e), &e);
        return;
    }
    const struct th_look look = {.columns = 60};
    assert_true(th_state_draw(game, w->s, false, 60, 0, text, sizeof text, &e));
    assert_string_equal(text, game->screen->draw(w->s, &look, same, sizeof same));
    for (int viewer = TH_STRANGER; viewer < game->seats(w->s); viewer++) {
        assert_true(th_state_describe(game, w->s, a, viewer, text, sizeof text, &e));
        assert_string_equal(text, game->screen->describe(w->s, a, viewer, same, sizeof same));
    }
    if (game->screen->extra != NULL) {
        assert_true(th_state_extra(game, w->s, NULL, 0, text, sizeof text, &e));
        assert_string_equal(text, game->screen->extra(w->s, NULL, 0, same, sizeof same));
    }
    if (game->mover(w->s) >= 0 && game->screen->odds != NULL) {
        assert_true(th_state_view(game, w->s, game->mover(w->s), w->room, &e));
        assert_true(th_state_odds(game, w->room, text, sizeof text, &e));
        assert_string_equal(text, game->screen->odds(w->room, same, sizeof same));
    } else
        assert_refused(th_state_odds(game, w->s, text, sizeof text, &e), &e);
}

static void assert_learning_agrees(const struct walk *w) {
    const struct th_game *game = w->game;
    static float seen[TH_OBSERVATION_MAX], there[TH_OBSERVATION_MAX];
    struct th_error e = {""};
    uint64_t key;
    int stage;
    const int n = th_state_observations(game, w->s, &e), mover = game->mover(w->s);
    if (game->learning == NULL) {
        assert_refused(n >= 0, &e);
        assert_refused(th_state_observe(game, w->s, 0, seen, TH_OBSERVATION_MAX, &e), &e);
        assert_null(th_game_observation_layout(game));
        return;
    }
    assert_int_equal(n, game->learning->observations(w->s));
    assert_string_equal(th_game_observation_layout(game), game->learning->observation_layout);
    if (mover < 0) return;
    assert_true(th_state_observe(game, w->s, mover, seen, n, &e));
    game->learning->observe(w->s, mover, there);
    assert_memory_equal(seen, there, (size_t)n * sizeof *seen);
    assert_refused(th_state_observe(game, w->s, mover, seen, n - 1, &e), &e);
    assert_true(th_state_observation_name(game, w->s, n - 1, text, sizeof text, &e));
    game->learning->observation_name(w->s, n - 1, same, sizeof same);
    assert_string_equal(text, same);
    assert_string_equal(th_state_observation_meaning(game, w->s, 0, &e),
                        game->learning->observation_meaning(w->s, 0));
    assert_refused(th_state_observation_name(game, w->s, n, text, sizeof text, &e), &e);
    assert_refused(th_state_observation_meaning(game, w->s, -1, &e) != NULL, &e);
    assert_true(th_state_view(game, w->s, mover, w->room, &e));
    const bool keyed = th_state_summarise(game, w->room, mover, &key, &e);
    assert_true(keyed == (game->learning->summarise != NULL));
    assert_true(!keyed || key == game->learning->summarise(w->room, mover));
    const bool staged = th_state_stage(game, w->room, &stage, &e);
    assert_true(staged == (game->learning->stage != NULL));
    assert_true(!staged || stage == game->learning->stage(w->room));
}

static void assert_search_agrees(const struct walk *w, th_action a) {
    const struct th_game *game = w->game;
    const struct th_search *search = search_of(game);
    struct th_error e = {""};
    int value, weight[TH_WEIGHTS_MAX] = {0};
    uint64_t key;
    for (int i = 0; search->weights != NULL && search->weights[i].name != NULL; i++)
        weight[i] = search->weights[i].value;
    const bool valued = th_state_evaluate(game, w->s, 0, NULL, &value, &e);
    assert_true(valued == (search->evaluate != NULL));
    if (valued) {
        assert_int_equal(value, search->evaluate(w->s, 0, weight));
        weight[0] += 5;
        assert_true(th_state_evaluate(game, w->s, 1, weight, &value, &e));
        assert_int_equal(value, search->evaluate(w->s, 1, weight));
    }
    const bool keyed = th_state_key(game, w->s, &key, &e);
    assert_true(keyed == (search->key != NULL) && (!keyed || key == search->key(w->s)));
    const int urgency = th_state_urgency(game, w->s, a, &e);
    assert_int_equal(urgency, search->urgency != NULL ? search->urgency(w->s, a) : -1);
    assert_true(th_state_forced(game, w->s) ==
                (search->forced_ply != NULL && search->forced_ply(w->s)));
    double chance[TH_SEATS_MAX], there[TH_SEATS_MAX];
    const bool judged = th_state_estimate(game, w->s, chance, &e);
    assert_true(judged == (analysis_of(game)->estimate != NULL));
    if (judged) game->analysis->estimate(w->s, there);
    if (judged) assert_memory_equal(chance, there, (size_t)game->seats(w->s) * sizeof *chance);
}

static void assert_counts_agree(const struct walk *w, th_action a) {
    uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX] = {{0}}, there[4][TH_COUNTERS_MAX] = {{0}};
    struct th_error e = {""};
    if (w->game->metrics == NULL) {
        assert_refused(th_state_count(w->game, w->s, a, counters, &e), &e);
        return;
    }
    assert_true(th_state_count(w->game, w->s, a, counters, &e));
    w->game->metrics->count(w->s, a, there);
    assert_memory_equal(counters, there, sizeof counters);
}

static int play(struct walk *w, struct th_rng *rng) {
    struct th_error e = {""};
    int steps = 0;
    for (int mover; (mover = th_state_mover(w->game, w->s)) != TH_OVER && steps < 400; steps++) {
        th_action legal[TH_LEGAL_MAX], a;
        if (mover == TH_CHANCE)
            assert_true(th_state_pick(w->game, w->s, th_rng_next(rng), &a, &e));
        else
            a = legal[th_rng_below(
                rng, (uint32_t)th_state_legal(w->game, w->s, legal, TH_LEGAL_MAX, &e))];
        assert_rules_agree(w);
        assert_views_agree(w);
        assert_text_agrees(w, a);
        assert_learning_agrees(w);
        assert_search_agrees(w, a);
        assert_counts_agree(w, a);
        assert_true(th_state_assign(w->game, w->other, w->s, &e));
        assert_refused(th_state_apply(w->game, w->s, UINT32_MAX, &e), &e);
        assert_true(equal(w, w->s, w->other)); /* a refused action changes nothing */
        w->game->apply(w->other, a);
        assert_true(th_state_apply(w->game, w->s, a, &e));
        assert_true(equal(w, w->s, w->other));
    }
    assert_rules_agree(w);
    return steps;
}

static const char *const specs[] = {"cantstop:players=1",
                                    "cantstop:players=3",
                                    "y:size=4",
                                    "kittens",
                                    "kittens:deck=official",
                                    "parchis",
                                    "parchis:rules=course"};

static void every_function_gives_what_the_slot_gives(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (long k = 0; k < test_scale(8) + 1; k++) {
            struct walk w = begin(specs[i]);
            play(&w, &rng);
            end(&w);
        }
}

/* ---- facts ---- */

/* Random games of all rules and sizes; the shares of each sum to 1. */
static void no_game_is_longer_than_its_longest(void **state) {
    (void)state;
    static const char *const longest[] = {"y:size=2", "y:size=9,pie=1", "kittens",
                                          "kittens:rules=classic", "kittens:deck=official"};
    struct th_rng rng = th_rng_seeded(5);
    for (size_t i = 0; i < sizeof longest / sizeof *longest; i++)
        for (long k = 0; k < test_scale(300) + 10; k++) {
            struct walk w = begin(longest[i]);
            struct th_error e;
            int steps = 0;
            for (int mover; (mover = w.game->mover(w.s)) != TH_OVER; steps++) {
                th_action legal[TH_LEGAL_MAX], a;
                if (mover == TH_CHANCE)
                    a = th_chance_pick(w.game, w.s, th_rng_next(&rng));
                else
                    a = legal[th_rng_below(&rng, (uint32_t)w.game->legal(w.s, legal))];
                w.game->apply(w.s, a);
            }
            double payoff[TH_SEATS_MAX], sum = 0;
            assert_true(th_state_payoff(w.game, w.s, payoff, &e));
            for (int seat = 0; seat < w.game->seats(w.s); seat++) sum += payoff[seat];
            assert_true(sum == 1 && steps <= w.game->longest_game);
            end(&w);
        }
}

static void facts_are_those_of_the_table(void **state) {
    (void)state;
    struct th_game_facts f;
    struct th_error e = {""};
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game = th_game_at(i);
        assert_true(th_game_facts(game, &f, &e));
        assert_true(f.chance == (game->outcomes != NULL) && f.hidden == (game->view != NULL));
        assert_true(f.min_seats == game->min_seats && f.max_seats == game->max_seats);
        assert_true(f.longest_game == game->longest_game && f.draws == game->draws);
        assert_true(f.min_payoff == 0 && f.max_payoff == 1 && f.max_legal == game->max_legal);
        assert_true(f.learning == (game->learning != NULL) && f.search == (game->search != NULL));
        assert_true(f.analysis == (game->analysis != NULL) && f.screen == (game->screen != NULL));
        assert_string_equal(th_game_name(game), game->name);
        assert_string_equal(th_game_title(game), game->title);
        assert_string_equal(th_game_rules(game), game->rules);
        assert_string_equal(th_game_rules_version(game), game->rules_version);
        int counters = 0, metrics = 0;
        while (th_game_counter(game, counters) != NULL) counters++;
        while (th_game_metric(game, metrics) != NULL) metrics++;
        assert_true(f.metrics == (metrics > 0) && counters <= TH_COUNTERS_MAX);
        if (f.metrics) assert_ptr_equal(th_game_metric(game, 0), game->metrics->list);
        if (f.metrics) assert_string_equal(th_game_counter(game, 0), game->metrics->counters[0]);
    }
}

static void a_program_for_another_version_is_told_so(void **state) {
    (void)state;
    struct th_error e;
    assert_true(th_state_check_api(TH_STATE_API, &e));
    assert_false(th_state_check_api(TH_STATE_API + 1, &e));
    assert_non_null(strstr(e.text, "version 3 of tahur/state.h, and this library has version 2"));
}

/* ---- search that takes its time ---- */

static void playouts_and_solver_are_the_games_own(void **state) {
    (void)state;
    struct th_error e = {""};
    struct th_playouts one, two;
    double payoff[6];
    struct walk w = begin("y:size=3");
    assert_true(th_state_playouts(w.game, w.s, 1000, 9, &one, &e));
    assert_true(th_state_playouts(w.game, w.s, 1000, 9, &two, &e));
    assert_memory_equal(one.payoff, two.payoff, sizeof one.payoff);
    assert_true(one.payoff[0] + one.payoff[1] > 0.999 && one.payoff[0] + one.payoff[1] < 1.001);
    assert_refused(th_state_playouts(w.game, w.s, 0, 9, &one, &e), &e);
    assert_true(th_state_solve(w.game, w.s, payoff, 6, &e));
    for (int i = 0; i < 6; i++) assert_true(payoff[i] == 0 || payoff[i] == 1);
    assert_refused(th_state_solve(w.game, w.s, payoff, 5, &e), &e);
    end(&w);
    w = begin("parchis");
    assert_refused(th_state_playouts(w.game, w.s, 9, 9, &one, &e), &e);
    assert_refused(th_state_solve(w.game, w.s, payoff, 6, &e), &e);
    end(&w);
    w = begin("kittens");
    while (w.game->mover(w.s) < 0) w.game->apply(w.s, th_chance_pick(w.game, w.s, 7));
    assert_true(th_state_view(w.game, w.s, 0, w.room, &e));
    assert_refused(th_state_playouts(w.game, w.room, 9, 9, &one, &e), &e);
    assert_refused(th_state_describe(w.game, w.room, 0, 0, text, sizeof text, &e), &e);
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_gives_what_the_slot_gives),
        cmocka_unit_test(no_game_is_longer_than_its_longest),
        cmocka_unit_test(facts_are_those_of_the_table),
        cmocka_unit_test(a_program_for_another_version_is_told_so),
        cmocka_unit_test(playouts_and_solver_are_the_games_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
