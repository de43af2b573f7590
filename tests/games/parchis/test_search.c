/* Searching Parchís: alpha-beta against minimax in both rule sets, the evaluation, and games of the
 * bots that must end. */
#include "cmocka_includes.h"
#include "games/parchis/board.h"
#include "games/parchis/switches.h"
#include "making.h"
#include "scale.h"
#include "search/alphabeta.h"
#include "search/minimax.h"
#include <string.h>

static const struct th_state *general(const struct parchis *s) {
    return (const struct th_state *)(const void *)s;
}

/* A position of random play that is not over: from openings to the last squares. */
static struct parchis position(struct th_rng *rng, uint64_t course) {
    for (;;) {
        struct parchis s;
        th_action legal[PARCHIS_LEGAL_MAX];
        parchis_start(&s, course, true);
        for (uint32_t plies = th_rng_below(rng, 300); plies > 0; plies--) {
            const int n = parchis_legal(&s, legal);
            if (n == 0) break;
            parchis_apply(&s, legal[th_rng_below(rng, (uint32_t)n)]);
        }
        if (s.winner == PARCHIS_NOBODY) return s;
    }
}

/* So many positions at each depth; the engines remember from one to the next. */
static void assert_as_minimax(uint64_t course, uint64_t seed) {
    static const long positions[] = {0, 400, 300, 120, 30};
    struct th_error e;
    struct th_rng rng = th_rng_seeded(seed);
    const struct alphabeta_settings none = {.table_bytes = 0}, some = {.table_bytes = 1 << 22};
    const struct alphabeta_settings on_threads = {.table_bytes = 1 << 22, .threads = 3};
    struct minimax *judge = minimax_new(&parchis_game, NULL, &e);
    struct alphabeta *without = alphabeta_new(&parchis_game, &none, &e);
    struct alphabeta *with = alphabeta_new(&parchis_game, &some, &e);
    struct alphabeta *threads = alphabeta_new(&parchis_game, &on_threads, &e);
    assert_true(judge != NULL && without != NULL && with != NULL && threads != NULL);
    uint64_t judged = 0, searched = 0;
    for (int depth = 1; depth <= 4; depth++)
        for (long i = 0; i < test_scale(positions[depth]); i++) {
            const struct parchis s = position(&rng, course);
            const struct alphabeta_limits limits = {.depth = depth};
            struct alphabeta_result a, b, c;
            const struct minimax_result m = minimax_search(judge, general(&s), depth, NULL);
            alphabeta_search(without, general(&s), &limits, &a);
            alphabeta_search(with, general(&s), &limits, &b);
            alphabeta_search(threads, general(&s), &limits, &c);
            assert_int_equal(a.value, m.value);
            assert_int_equal(a.place, m.place);
            assert_int_equal(b.value, m.value);
            assert_int_equal(b.place, m.place);
            assert_int_equal(c.value, m.value);
            assert_int_equal(c.place, m.place);
            judged += m.nodes, searched += b.nodes;
        }
    assert_true(searched * 2 < judged); /* far fewer in the mean; a short run may be unlucky */
    minimax_drop(judge);
    alphabeta_drop(without);
    alphabeta_drop(with);
    alphabeta_drop(threads);
}

static void alphabeta_is_minimax_by_the_text(void **state) {
    (void)state;
    assert_as_minimax(PARCHIS_TEXT, 1);
}

static void alphabeta_is_minimax_by_the_course(void **state) {
    (void)state;
    assert_as_minimax(PARCHIS_COURSE, 2);
}

/* What the weights do not name must not matter, and both players are seen alike: with the colours
 * turned by a quarter of the board the value is the other player's. */
static struct parchis turned(const struct parchis *s) {
    struct parchis t = *s;
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const int q = (p + PARCHIS_EACH) % PARCHIS_PIECES, place = s->place[p];
        const int in_corridor = place - parchis_corridor(parchis_colour(p), 0);
        t.place[q] =
            (uint8_t)(place > PARCHIS_TRACK ? parchis_corridor(parchis_colour(q), in_corridor)
                      : place == 0          ? 0
                                            : (place + 16) % PARCHIS_TRACK + 1);
        t.condition[q] = s->condition[p];
    }
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        t.bounces[(c + 1) % PARCHIS_COLOURS] = s->bounces[c];
        if (!parchis_in_course(s)) t.pool[(c + 1) % PARCHIS_COLOURS] = s->pool[c];
    }
    for (int player = 0; player < 2; player++) {
        memcpy(t.hand[player ^ 1], s->hand[player], PARCHIS_HAND);
        if (parchis_in_course(s)) t.pool[player ^ 1] = s->pool[player];
    }
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++)
        t.traps[i] = (uint8_t)((s->traps[i] + 16) % PARCHIS_TRACK + 1);
    t.items = 0; /* the items do not lie alike on all sides */
    t.colour = (uint8_t)(parchis_in_course(s) ? s->colour ^ 1 : (s->colour + 1) % PARCHIS_COLOURS);
    return t;
}

static void the_evaluation_sees_both_players_alike(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    int weight[TH_WEIGHTS_MAX], n = 0;
    for (; parchis_game.search->weights[n].name != NULL; n++)
        weight[n] = parchis_game.search->weights[n].value;
    for (long i = 0; i < test_scale(5000); i++) {
        struct parchis s = position(&rng, i % 2 == 0 ? PARCHIS_TEXT : PARCHIS_COURSE);
        s.items = 0;
        const struct parchis t = turned(&s);
        const int value = parchis_game.search->evaluate(general(&s), 0, weight);
        assert_int_equal(parchis_game.search->evaluate(general(&s), 1, weight), -value);
        assert_int_equal(parchis_game.search->evaluate(general(&t), 1, weight), value);
    }
}

/* Every weight changes the value of some position: none is dead. */
static void every_weight_matters(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(4);
    int weight[TH_WEIGHTS_MAX], n = 0, found = 0;
    bool matters[TH_WEIGHTS_MAX] = {false};
    for (; parchis_game.search->weights[n].name != NULL; n++)
        weight[n] = parchis_game.search->weights[n].value;
    for (int i = 0; i < 20000 && found < n; i++) {
        const struct parchis s = position(&rng, PARCHIS_TEXT);
        const int value = parchis_game.search->evaluate(general(&s), 0, weight);
        for (int k = 0; k < n; k++) {
            if (matters[k]) continue;
            weight[k] -= 64;
            matters[k] = parchis_game.search->evaluate(general(&s), 0, weight) != value;
            weight[k] += 64;
            found += matters[k];
        }
    }
    for (int k = 0; k < n; k++)
        if (!matters[k])
            fail_msg("the weight %s never matters", parchis_game.search->weights[k].name);
}

/* ---- games ---- */

static void greedy_games_end(void **state) {
    (void)state;
    static const char *const games[] = {"parchis", "parchis:rules=course"};
    static const char *const bots[] = {"greedy", "greedy", NULL};
    for (int i = 0; i < 2; i++) {
        struct th_arena arena = make_arena(games[i], bots, (uint64_t)test_scale(1000));
        arena.random_plies = 6;
        const struct th_arena_result result = run_arena(&arena);
        assert_int_equal(result.unfinished, 0);
    }
}

static void searching_beats_greed_and_greed_beats_chance(void **state) {
    (void)state;
    static const char *const pairs[][3] = {{"greedy", "random", NULL},
                                           {"alphabeta:depth=4", "greedy", NULL}};
    for (int i = 0; i < 2; i++) {
        struct th_arena arena = make_arena("parchis", pairs[i], 40);
        arena.random_plies = 8;
        const struct th_arena_result result = run_arena(&arena);
        assert_true(result.player[0].wins >= 36);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_is_minimax_by_the_text),
        cmocka_unit_test(alphabeta_is_minimax_by_the_course),
        cmocka_unit_test(the_evaluation_sees_both_players_alike),
        cmocka_unit_test(every_weight_matters),
        cmocka_unit_test(greedy_games_end),
        cmocka_unit_test(searching_beats_greed_and_greed_beats_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
