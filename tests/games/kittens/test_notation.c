/* Kittens in writing: what is written reads back exactly, and what is wrong is said. */
#include "written.h"

#include "beside.h"
#include "games/kittens/board.h"
#include "scale.h"
#include <math.h>
#include <string.h>

static const struct th_state *seen(const struct kittens *s) {
    return (const struct th_state *)(const void *)s;
}

static void assert_reads_back(const struct kittens *s) {
    char text[1024];
    struct th_error e = {""};
    struct kittens back = *s;
    kittens_position_text(seen(s), text, sizeof text);
    memset(&back.deck, 0, sizeof back.deck); /* only rules and start come from elsewhere */
    if (!kittens_parse_position((struct th_state *)(void *)&back, text, &e))
        fail_msg("%s: %s", text, e.text);
    if (memcmp(&back, s, sizeof back) != 0) fail_msg("%s reads back as another", text);
}

static void states_and_views_of_random_games_read_back_byte_for_byte(void **state) {
    (void)state;
    static const struct kittens_deck tricky = {
        "tricky", {3, 6, 2, 2, 6, 6, 4, 3}, {0, 1, 1, 1, 0, 0, 0, 0}, 0};
    struct th_rng rng = th_rng_seeded(1);
    for (long k = 0; k < test_scale(500); k++) {
        struct kittens s, view;
        kittens_begin(&s, k % 4 == 3 ? &tricky : &kittens_decks[k % 4],
                      (enum kittens_rules)(k / 4 % 2));
        for (int mover; (mover = kittens_game.mover(seen(&s))) != TH_OVER;) {
            th_action legal[KITTENS_ACTIONS];
            assert_reads_back(&s);
            for (int seat = TH_STRANGER; seat < 2 && mover != TH_CHANCE; seat++) {
                if (seat == TH_SEES_ALL) continue;
                kittens_view(&s, seat, &view);
                assert_reads_back(&view);
            }
            const int n = mover == TH_CHANCE ? 0 : kittens_game.legal(seen(&s), legal);
            kittens_game.apply((struct th_state *)(void *)&s,
                               n == 0 ? kittens_game.pick(seen(&s), th_rng_next(&rng))
                                      : legal[th_rng_below(&rng, (uint32_t)n)]);
        }
        assert_reads_back(&s);
    }
}

static void what_is_left_out_has_its_default(void **state) {
    (void)state;
    const struct kittens s = written("kittens", "deck 3*?; rest bomb+2*safe");
    assert_has(&s, "hands - / -");
    assert_has(&s, "played defuse+skip+attack / defuse+skip+attack");
    assert_has(&s, "last none / none; turns 0; seat 0; owes 1; waits decide");
}

static void wrong_positions_are_refused_with_the_reason(void **state) {
    (void)state;
    static const struct {
        const char *position, *reason;
    } wrong[] = {
        {"", "empty part"},
        {"deck 3*?; rest bomb+safe", "names 2 cards, but 3 are unknown"},
        {"deck 2*?; rest 2*safe", "always a bomb"},
        {"hands bomb / -; deck ?; rest bomb", "a hand never holds a bomb"},
        {"deck ?; rest bomb; deck ?", "twice"},
        {"deck 65*?; rest bomb+64*safe", "at most 64"},
        {"deck ?; rest bmb", "did you mean 'bomb'"},
        {"deck 0*?; rest bomb", "number of cards"},
        {"deck ?:0; rest bomb", "no seat knows an unknown card"},
        {"deck bomb:2", "0, 1 or 01"},
        {"deck ?; rest bomb; owes 3", "from 0 to 2"},
        {"deck ?; rest bomb; owes 0", "cannot be owed"},
        {"deck ?; rest bomb; seat 2", "from 0 to 1"},
        {"deck ?; rest bomb; waits lunch", "no thing to wait for"},
        {"deck ?; rest bomb; waits look 1", "no card to look at"},
        {"deck ?; rest bomb; maybe 1,no,no / -", "more cards above"},
        {"deck ?; rest bomb; maybe 0,0 / -", "three places"},
        {"deck bomb:0; maybe 0,no,no / -", "that seat 0 knows"},
        {"hands ? / -; deck ?; rest bomb+safe", "only a view"},
        {"hands ? / -; deck ?; rest bomb+safe; view 0", "its own hand"},
        {"deck bomb:1; view 0", "more than seat 0 may know"},
        {"deck bomb:1; view stranger", "more than a stranger may know"},
        {"hands 2*safe / -; deck ?; rest bomb; view stranger", "more than a stranger may know"},
        {"deck ?; rest bomb; view nobody", "'view' takes 0, 1 or stranger"},
        {"deck ?; rest bomb; played - / -", "neither holds nor has played the defuse"},
        {"deck ? ?; rest 2*bomb+safe", "names 3 cards"},
        {"deck ?; rest bomb nonsense", "too much"},
        {"hands 120*safe / -; deck ?; rest bomb", "at most 120"},
        {"deck 25*bomb:0 ; rest -", "at most 24 places"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct kittens s = started("kittens"), before = s;
        struct th_error e = {""};
        if (kittens_parse_position((struct th_state *)(void *)&s, wrong[i].position, &e))
            fail_msg("'%s' was accepted", wrong[i].position);
        if (strstr(e.text, wrong[i].reason) == NULL)
            fail_msg("'%s': no '%s' in '%s'", wrong[i].position, wrong[i].reason, e.text);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void wrong_actions_are_refused_with_what_is_possible(void **state) {
    (void)state;
    struct kittens s = written("kittens", "deck 2*?; rest bomb+safe");
    struct th_error e;
    th_action a;
    assert_false(kittens_parse_action(seen(&s), "skip", &a, &e));
    assert_non_null(strstr(e.text, "possible are: draw"));
    assert_false(kittens_parse_action(seen(&s), "drw", &a, &e));
    assert_non_null(strstr(e.text, "did you mean 'draw'"));
    does(&s, "draw");
    assert_false(kittens_parse_action(seen(&s), "skip", &a, &e));
    assert_non_null(strstr(e.text, "cannot be 'skip'"));
}

static void a_drawing_shows_one_seats_knowledge(void **state) {
    (void)state;
    const struct kittens s = written(
        "kittens", "hands defuse+safe / defuse+skip+shuffle; deck 2*? bomb:1 skip:0 ?; rest "
                   "2*bomb+safe; maybe 0,2,no / -");
    struct kittens view;
    char picture[2048];
    kittens_view(&s, 0, &view);
    kittens_draw(seen(&view), NULL, picture, sizeof picture);
    static const char *const words[] = {"what seat 0 knows", "defuse, skip, hidden",
                                        "3 bombs",           "perhaps as card 1 or 3",
                                        " 4       skip",     "seat 0 decides; 1 draw owed"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(picture, words[i]) == NULL) fail_msg("no '%s' in\n%s", words[i], picture);
    assert_null(strstr(picture, "       bomb\n"));
    kittens_draw(seen(&s), NULL, picture, sizeof picture);
    assert_non_null(strstr(picture, "bomb, seat 1 knows"));
}

/* ---- the numbers for learning ---- */

static void assert_number(const float *out, int at, double expected) {
    if (fabs((double)out[at] - expected) > 1e-6)
        fail_msg("number %d is %f, not %f", at, (double)out[at], expected);
}

static void an_observation_has_its_layout(void **state) {
    (void)state;
    const struct kittens s =
        written("kittens", "hands 2*defuse+skip+attack+see-future+draw-bottom+shuffle+8*safe / "
                           "defuse+3*safe; deck safe:0 3*? bomb:0 3*?; rest 2*bomb+4*safe; played "
                           "2*skip+shuffle / 2*attack+skip; last draw / attack; owes 2; maybe "
                           "1,found,7 / -");
    float out[KITTENS_OBSERVATION];
    kittens_observe(&s, 0, out);
    const double expected[KITTENS_OBSERVATION] = {
        0.5,
        0.25,
        0.25,
        0.25,
        0.25,
        0.25,
        0.5, /* own hand */
        4 / 16.0,
        8 / 32.0,
        0.75,
        3 / 8.0,
        1,
        0, /* sizes, bombs, owed, phase */
        0,
        0,
        1,
        0,
        0,
        0,
        0, /* attack */
        0,
        0.25,
        0.5,
        0,
        0,
        0, /* played by the other */
        0,
        0.5,
        0,
        0.25, /* and by itself */
        -1,
        0,
        0,
        0,       /* top three and bottom */
        1 / 5.0, /* the known bomb */
        1 / 2.0,
        0,
        1 / 8.0, /* where another may be */
        0,       /* the top is known to be safe */
        /* F = 6 unknown places, B = 2 bombs: at the second place (weight 2), found (6), at the
         * bottom (2). The bottom is one with 1/5, 1/3 and 1. */
        (2 * (1 / 5.0) + 6 * (1 / 3.0) + 2) / 10,
    };
    for (int i = 0; i < KITTENS_OBSERVATION; i++) assert_number(out, i, expected[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_and_views_of_random_games_read_back_byte_for_byte),
        cmocka_unit_test(what_is_left_out_has_its_default),
        cmocka_unit_test(wrong_positions_are_refused_with_the_reason),
        cmocka_unit_test(wrong_actions_are_refused_with_what_is_possible),
        cmocka_unit_test(a_drawing_shows_one_seats_knowledge),
        cmocka_unit_test(an_observation_has_its_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
