/* Symmetries of games (include/tahur/learning.h): random games and their images are played side by
 * side, and have the same movers, legal actions, chances, observations and ends. */
#include "cmocka_includes.h"
#include "core/facets.h"
#include "learn/symmetries.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <stdlib.h>
#include <string.h>

/* A game, and its image by symmetry k. */
struct pair {
    const struct th_game *game;
    struct th_state *start, *s, *image, *room;
    int k;
    struct th_rng rng;
};

static struct pair pair_of(const char *spec_text) {
    struct th_spec spec;
    struct th_error e = {""};
    struct pair p = {.game = th_game_find(spec_text, &spec, &e), .rng = th_rng_seeded(11)};
    if (p.game == NULL) fail_msg("%s", e.text);
    struct th_state **const all[] = {&p.start, &p.s, &p.image, &p.room};
    for (int i = 0; i < 4; i++) {
        *all[i] = th_state_new(p.game, &spec.options, &e);
        assert_non_null(*all[i]);
    }
    return p;
}

static void drop(struct pair *p) {
    free(p->start);
    free(p->s);
    free(p->image);
    free(p->room);
}

static int seat_number(const struct pair *p, const struct th_state *s, th_action a) {
    const struct th_learning *l = p->game->learning;
    return l->seat_action != NULL ? l->seat_action(s, p->game->mover(s), a) : (int)a;
}

/* Whether every seat observes in t the numbers of s in their new places. */
static bool same_numbers(const struct pair *p, const struct th_state *t) {
    const struct th_learning *l = p->game->learning;
    float from[TH_OBSERVATION_MAX], to[TH_OBSERVATION_MAX];
    const int n = l->observations(p->s);
    for (int seat = 0; seat < p->game->seats(p->s); seat++) {
        l->observe(p->s, seat, from);
        l->observe(t, seat, to);
        for (int i = 0; i < n; i++)
            if (to[l->symmetric_number(p->s, p->k, i)] != from[i]) return false;
    }
    return true;
}

/* The legal action of the image that corresponds to an action; fails if there is none. */
static th_action image_of(const struct pair *p, th_action a) {
    th_action legal[TH_LEGAL_MAX];
    const int n = p->game->legal(p->image, legal);
    const int to = p->game->learning->symmetric_action(p->s, p->k, seat_number(p, p->s, a));
    for (int i = 0; i < n; i++)
        if (seat_number(p, p->image, legal[i]) == to) return legal[i];
    fail_msg("%s: the image of a legal action is not legal", p->game->name);
    return 0;
}

static void step_of_a_seat(struct pair *p) {
    th_action legal[TH_LEGAL_MAX], other[TH_LEGAL_MAX];
    bool taken[1 << 16] = {false};
    const int n = p->game->legal(p->s, legal);
    assert_int_equal(p->game->legal(p->image, other), n);
    for (int i = 0; i < n; i++) {
        const th_action to = image_of(p, legal[i]);
        assert_false(taken[to]);
        taken[to] = true;
    }
    const th_action a = legal[th_rng_below(&p->rng, (uint32_t)n)], to = image_of(p, a);
    p->game->apply(p->s, a);
    p->game->apply(p->image, to);
}

/* An outcome, and one of the same weight in the image after which the numbers agree. */
static void step_of_chance(struct pair *p) {
    struct th_outcome outcome[TH_OUTCOMES_MAX], other[TH_OUTCOMES_MAX];
    const int n = p->game->outcomes(p->s, outcome);
    assert_int_equal(p->game->outcomes(p->image, other), n);
    const th_action drawn = th_chance_pick(p->game, p->s, th_rng_next(&p->rng));
    int i = 0;
    while (outcome[i].action != drawn) i++;
    p->game->apply(p->s, drawn);
    for (int j = 0; j < n; j++) {
        if (other[j].weight != outcome[i].weight) continue;
        memcpy(p->room, p->image, p->game->state_size);
        p->game->apply(p->room, other[j].action);
        if (p->game->mover(p->room) != p->game->mover(p->s) || !same_numbers(p, p->room)) continue;
        memcpy(p->image, p->room, p->game->state_size);
        return;
    }
    fail_msg("%s: no outcome corresponds", p->game->name);
}

static void play_side_by_side(struct pair *p) {
    int mover;
    memcpy(p->s, p->start, p->game->state_size);
    memcpy(p->image, p->start, p->game->state_size);
    for (int plies = 0; plies < 3000; plies++) {
        mover = p->game->mover(p->s);
        assert_int_equal(p->game->mover(p->image), mover);
        if (!same_numbers(p, p->image)) fail_msg("%s: other numbers", p->game->name);
        if (mover == TH_OVER) break;
        if (mover == TH_CHANCE)
            step_of_chance(p);
        else
            step_of_a_seat(p);
    }
    assert_int_equal(p->game->turns(p->image), p->game->turns(p->s));
    if (mover != TH_OVER) return;
    double won[TH_SEATS_MAX], image[TH_SEATS_MAX];
    p->game->payoff(p->s, won);
    p->game->payoff(p->image, image);
    for (int i = 0; i < p->game->seats(p->s); i++) assert_true(won[i] == image[i]);
}

static void assert_symmetric(const char *spec_text, int count, int games) {
    struct th_error e = {""};
    struct pair p = pair_of(spec_text);
    assert_int_equal(symmetries_count(p.game, p.start), count);
    if (!symmetries_check(p.game, p.start, &e)) fail_msg("%s", e.text);
    for (p.k = 0; p.k < count && count > 1; p.k++)
        for (int g = 0; g < games; g++) play_side_by_side(&p);
    drop(&p);
}

static void y_has_those_of_the_triangle(void **state) {
    (void)state;
    static const char *const specs[] = {"y:size=2", "y:size=3", "y:size=5,pie=1", "y:size=8",
                                        "y:size=19,pie=1"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) assert_symmetric(specs[i], 6, 10);
}

static void cantstop_has_a_mirror(void **state) {
    (void)state;
    static const char *const specs[] = {"cantstop:players=1",
                                        "cantstop:players=2",
                                        "cantstop:players=3,forced=1",
                                        "cantstop:players=4",
                                        "cantstop:players=2,rules=official",
                                        "cantstop:players=4,blocking=jump",
                                        "cantstop:players=3,blocking=stop,forced=1",
                                        "cantstop:players=2,closed=1,columns=5"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) assert_symmetric(specs[i], 2, 5);
}

/* Every card of Kittens has an effect of its own; in Parchis ties between pieces go by their
 * numbers, and the quarters of the board differ. */
static void kittens_and_parchis_have_none(void **state) {
    (void)state;
    assert_symmetric("kittens", 1, 0);
    assert_symmetric("parchis", 1, 0);
}

/* A new game is held to what the slot promises without a line here. */
static void every_game_keeps_its_symmetries(void **state) {
    (void)state;
    for (int g = 0; th_game_at(g) != NULL; g++) {
        struct pair p = pair_of(th_game_at(g)->name);
        if (p.game->learning != NULL)
            assert_symmetric(p.game->name, symmetries_count(p.game, p.start), 3);
        drop(&p);
    }
}

/* ---- tables ---- */

static int none(const struct th_state *s) {
    (void)s;
    return 0;
}

static int two(const struct th_state *s) {
    (void)s;
    return 2;
}

static int same(const struct th_state *s, int k, int i) {
    (void)s;
    (void)k;
    return i;
}

static int next(const struct th_state *s, int k, int i) {
    (void)s;
    return i + k;
}

static int half(const struct th_state *s, int k, int i) {
    (void)s;
    return k == 0 ? i : i / 2;
}

static int shifted(const struct th_state *s, int k, int i) {
    (void)s;
    (void)k;
    return i == 0 ? 1 : i == 1 ? 0 : i;
}

static void wrong_symmetries_are_refused(void **state) {
    (void)state;
    struct pair p = pair_of("y:size=3");
    const struct th_learning right = *p.game->learning;
    struct th_learning wrong[6];
    static const char *const why[6] = {"0 symmetries",      "number 14 to 15", "two numbers",
                                       "action 191 to 192", "the identity",    "symmetric_action"};
    for (int i = 0; i < 6; i++) wrong[i] = right;
    wrong[0].symmetries = none;
    for (int i = 1; i < 5; i++) {
        wrong[i].symmetries = two;
        wrong[i].symmetric_number = i == 1 ? next : i == 2 ? half : i == 3 ? same : shifted;
        wrong[i].symmetric_action = i == 3 ? next : same;
    }
    wrong[5].symmetric_action = NULL;
    for (int i = 0; i < 6; i++) {
        struct th_game game = *p.game;
        struct th_error e = {""};
        struct th_options any;
        game.learning = &wrong[i];
        th_options_init(&any, game.options);
        if (i < 5)
            assert_false(symmetries_check(&game, p.start, &e));
        else
            assert_null(th_state_new(&game, &any, &e));
        if (strstr(e.text, why[i]) == NULL) fail_msg("%s", e.text);
    }
    drop(&p);
}

static void tables_turn_numbers_and_policies(void **state) {
    (void)state;
    struct pair p = pair_of("y:size=3");
    struct th_error e = {""};
    struct symmetries m;
    const int numbers = p.game->learning->observations(p.start), actions = p.game->action_count;
    assert_true(symmetries_make(&m, TH_SYMMETRIES_MAX, numbers, actions, &e));
    assert_int_equal(m.count, 1);
    symmetries_set(&m, p.game, p.start);
    assert_int_equal(m.count, 6);
    float from[TH_OBSERVATION_MAX], to[TH_OBSERVATION_MAX];
    for (int i = 0; i < TH_OBSERVATION_MAX; i++) from[i] = (float)i;
    for (int k = 0; k < 6; k++) {
        symmetries_observation(&m, k, from, to);
        for (int i = 0; i < numbers; i++)
            assert_true(to[p.game->learning->symmetric_number(p.start, k, i)] == (float)i);
        assert_true(to[numbers - 1] == (float)(numbers - 1)); /* no cell */
        symmetries_policy(&m, k, from, to);
        for (int i = 0; i < actions; i++)
            assert_true(to[p.game->learning->symmetric_action(p.start, k, i)] == (float)i);
    }
    symmetries_drop(&m);
    drop(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(y_has_those_of_the_triangle),
        cmocka_unit_test(cantstop_has_a_mirror),
        cmocka_unit_test(kittens_and_parchis_have_none),
        cmocka_unit_test(every_game_keeps_its_symmetries),
        cmocka_unit_test(wrong_symmetries_are_refused),
        cmocka_unit_test(tables_turn_numbers_and_policies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
