/* Bots are asked for moves without a choice, too, where something is hidden (see session.h). */
#include "cmocka_includes.h"
#include "play/session.h"
#include "serve/api.h"
#include <stdlib.h>
#include <string.h>

/* A state of the game in which the seat in turn has one legal action; NULL if random play finds
 * none. The caller frees it. */
static struct th_state *forced_state(const struct th_game *game, const struct th_options *o) {
    struct th_error e;
    struct th_state *s = th_state_new(game, o, &e);
    struct th_rng rng = th_rng_seeded(1);
    th_action legal[TH_LEGAL_MAX];
    assert_non_null(s);
    for (int games = 0; games < 200; games++) {
        assert_true(game->setup(s, o, &e));
        for (int mover; (mover = game->mover(s)) != TH_OVER;) {
            if (mover == TH_CHANCE) {
                game->apply(s, th_chance_pick(game, s, th_rng_next(&rng)));
                continue;
            }
            const int n = game->legal(s, legal);
            if (n == 1) return s;
            game->apply(s, legal[th_rng_below(&rng, (uint32_t)n)]);
        }
    }
    free(s);
    return NULL;
}

static void ask_forced(const struct th_game *game, const struct th_options *options,
                       const struct th_state *s, const char *name) {
    struct th_spec spec;
    struct th_error e;
    th_action legal[TH_LEGAL_MAX];
    struct th_rng rng = th_rng_seeded(2);
    const int seat = game->mover(s);
    struct th_state *view = th_state_new(game, options, &e);
    const struct th_bot_kind *kind = catalog_bot(game, name, &spec, &e);
    assert_non_null(view);
    assert_non_null(kind);
    void *self = th_bot_make(kind, game, options, &spec.options, &e);
    if (self == NULL) fail_msg("%s: %s", name, e.text);
    game->view(s, seat, view);
    const int n = game->legal(view, legal);
    const struct th_ask ask = {
        .game = game, .view = view, .seat = seat, .legal = legal, .n = n, .rng = &rng};
    if (kind->begin != NULL) kind->begin(self, view, seat);
    assert_int_equal(n, 1);
    assert_int_equal(kind->choose(self, &ask), 0);
    if (kind->drop != NULL) kind->drop(self);
    free(view);
}

static void every_bot_that_is_offered_answers_where_it_has_one_action(void **state) {
    int hidden_games = 0, bots = 0;
    (void)state;
    for (int g = 0; th_game_at(g) != NULL; g++) {
        const struct th_game *game = th_game_at(g);
        struct th_options options;
        struct th_bot_entry entry;
        if (game->view == NULL) continue;
        th_options_init(&options, game->options);
        struct th_state *s = forced_state(game, &options);
        assert_non_null(s);
        hidden_games++;
        for (int i = 0; th_bot_at(game, i, &entry); i++) {
            if (entry.kind != NULL && th_bot_needs_options(entry.kind, game)) continue;
            ask_forced(game, &options, s, entry.name);
            bots++;
        }
        free(s);
    }
    assert_true(hidden_games > 0 && bots > 3);
}

/* The smallest and the largest value of every number, one option at a time and all together; a
 * choice is left as it is. */
static void make_with(const struct th_game *game, const struct th_bot_kind *kind, bool large) {
    struct th_options o, game_options;
    struct th_error e;
    th_options_init(&o, kind->options);
    th_options_init(&game_options, game->options);
    for (int i = 0; o.table != NULL && o.table[i].name != NULL; i++) {
        const bool memory = strcmp(o.table[i].name, "memory") == 0; /* the test has little of it */
        if (o.table[i].kind != TH_INTEGER && o.table[i].kind != TH_DECIMAL &&
            o.table[i].kind != TH_SWITCH)
            continue;
        o.value[i].given = true;
        if (o.table[i].kind == TH_SWITCH)
            o.value[i].number = large;
        else
            o.value[i].number = large && !memory ? o.table[i].max : o.table[i].min;
    }
    void *self = th_bot_make(kind, game, &game_options, &o, &e);
    if (self == NULL) fail_msg("%s in %s: %s", kind->name, game->name, e.text);
    if (kind->drop != NULL) kind->drop(self);
}

static void bots_that_take_any_options_do(void **state) {
    int bots = 0;
    (void)state;
    for (int g = 0; th_game_at(g) != NULL; g++) {
        struct th_bot_entry entry;
        for (int i = 0; th_bot_at(th_game_at(g), i, &entry); i++) {
            if (entry.kind == NULL || !entry.kind->takes_any_options) continue;
            make_with(th_game_at(g), entry.kind, false);
            make_with(th_game_at(g), entry.kind, true);
            bots++;
        }
    }
    assert_true(bots >= 4);
}

/* Options that let a search take any time or memory. */
static void every_search_has_limits_for_services(void **state) {
    static const char *const costly[] = {"iterations", "time",   "nodes",
                                         "depth",      "memory", "threads"};
    int limits = 0;
    (void)state;
    for (int g = 0; th_game_at(g) != NULL; g++) {
        struct th_bot_entry entry;
        for (int i = 0; th_bot_at(th_game_at(g), i, &entry); i++) {
            if (entry.kind == NULL || entry.kind->outside) continue;
            for (const struct th_option *o = entry.kind->options; o != NULL && o->name != NULL; o++)
                for (size_t k = 0; k < sizeof costly / sizeof *costly; k++) {
                    if (strcmp(o->name, costly[k]) != 0) continue;
                    const struct th_shared_limit *l = entry.kind->shared_limits;
                    while (l != NULL && l->option != NULL && strcmp(l->option, o->name) != 0) l++;
                    if (l == NULL || l->option == NULL)
                        fail_msg("%s of %s has no limit", o->name, entry.name);
                    limits++;
                }
        }
    }
    assert_true(limits >= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_that_is_offered_answers_where_it_has_one_action),
        cmocka_unit_test(bots_that_take_any_options_do),
        cmocka_unit_test(every_search_has_limits_for_services),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
