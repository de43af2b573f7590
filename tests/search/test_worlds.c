/* Searching many worlds: mcts in a game where something is hidden. */
#include "making.h"
#include "scale.h"
#include "written.h"
#include <string.h>

/* What mcts does in a position of Kittens, shown to it as the seat in turn sees it. */
static void assert_answer(const char *position, const char *accepted) {
    const struct kittens s = written("kittens", position);
    const struct th_state *state = (const struct th_state *)(const void *)&s;
    struct kittens view;
    struct bot bot = make_bot(&kittens_game, "mcts:iterations=3000,memory=16");
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct th_rng rng = th_rng_seeded(seed);
        th_action legal[KITTENS_ACTIONS];
        char name[32];
        kittens_view(&s, s.seat, &view);
        const int n = kittens_game.legal(state, legal);
        const struct th_ask ask = {&kittens_game,
                                   (const struct th_state *)(const void *)&view,
                                   s.seat,
                                   legal,
                                   n,
                                   &rng,
                                   NULL,
                                   NULL};
        bot.kind->begin(bot.self, ask.view, s.seat);
        kittens_action_text(state, legal[bot.kind->choose(bot.self, &ask)], name, sizeof name);
        if (strstr(accepted, name) == NULL) fail_msg("%s: %s, not %s", position, name, accepted);
    }
    drop_bot(&bot);
}

static void does_not_draw_a_bomb_that_it_knows(void **state) {
    (void)state;
    assert_answer("hands skip / defuse+safe; deck bomb:0 6*?; rest bomb+5*safe", "skip");
    assert_answer("hands see-future+draw-bottom / skip+attack+defuse; deck bomb:0 4*? safe:0; rest "
                  "4*safe",
                  "draw-bottom");
}

/* The other has no Defuse: it has spent its own, and the deck never held another. */
static void leaves_the_bomb_to_one_who_cannot_defuse_it(void **state) {
    (void)state;
    assert_answer("hands attack+shuffle / -; deck 2*safe:0 bomb:0 5*?; rest 5*safe; owes 2",
                  "draw attack");
    assert_answer("hands attack+shuffle+see-future / -; deck bomb:0 6*?; rest 6*safe; owes 2",
                  "attack");
}

static void draws_a_card_that_it_knows_to_be_safe(void **state) {
    (void)state;
    assert_answer("hands skip+attack / defuse; deck safe:0 8*?; rest 4*bomb+4*safe", "draw");
}

/* The other has just put a bomb back; it may be at the top. Shuffling it away beats drawing. */
static void fears_the_bomb_that_was_put_back(void **state) {
    (void)state;
    assert_answer("hands shuffle / -; deck 12*?; rest bomb+11*safe; maybe 0,6,11 / -; owes 2; "
                  "last none / defused",
                  "shuffle");
}

static void puts_the_bomb_where_the_other_must_draw_it(void **state) {
    (void)state;
    assert_answer("hands skip+attack / -; deck 9*?; rest 9*safe; owes 0; waits place", "top");
}

static void beats_the_heuristics(void **state) {
    (void)state;
    static const char *const opponents[] = {"random", "v1", "v2", "v3"};
    const long games = test_scale(300) + 50;
    for (int i = 0; i < 4; i++) {
        const char *const specs[] = {"mcts:iterations=300,memory=16", opponents[i]};
        const struct th_arena arena = make_arena("kittens", specs, (uint64_t)games);
        const struct th_arena_result result = run_arena(&arena);
        if (result.player[0].share.mean < 0.55)
            fail_msg("%s: only %.3f", opponents[i], result.player[0].share.mean);
    }
}

static void the_same_seed_gives_the_same_games_on_any_number_of_threads(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:iterations=50,memory=16", "v2"};
    struct th_arena arena = make_arena("kittens:rules=classic", specs, 40);
    const struct th_arena_result one = run_arena(&arena);
    arena.threads = 3;
    const struct th_arena_result three = run_arena(&arena);
    assert_true(one.digest == three.digest);
}

/* Little memory: when there is no room for more views, it goes on with those it has. */
static void goes_on_when_its_memory_is_full(void **state) {
    (void)state;
    const struct kittens s = started("kittens");
    struct kittens view;
    struct th_rng rng = th_rng_seeded(1);
    struct bot bot = make_bot(&kittens_game, "mcts:iterations=150000,memory=16,threads=2");
    th_action legal[KITTENS_ACTIONS];
    kittens_view(&s, 0, &view);
    const struct th_state *seen = (const struct th_state *)(const void *)&view;
    const int n = kittens_game.legal(seen, legal);
    const struct th_ask ask = {&kittens_game, seen, 0, legal, n, &rng, NULL, NULL};
    bot.kind->begin(bot.self, seen, 0);
    assert_in_range(bot.kind->choose(bot.self, &ask), 0, n - 1);
    drop_bot(&bot);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_not_draw_a_bomb_that_it_knows),
        cmocka_unit_test(leaves_the_bomb_to_one_who_cannot_defuse_it),
        cmocka_unit_test(draws_a_card_that_it_knows_to_be_safe),
        cmocka_unit_test(fears_the_bomb_that_was_put_back),
        cmocka_unit_test(puts_the_bomb_where_the_other_must_draw_it),
        cmocka_unit_test(beats_the_heuristics),
        cmocka_unit_test(the_same_seed_gives_the_same_games_on_any_number_of_threads),
        cmocka_unit_test(goes_on_when_its_memory_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
