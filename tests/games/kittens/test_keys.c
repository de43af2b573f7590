/* Keys: of decisions, for learning in a table, and of luck, which the games of a block share. */
#include "games/kittens/board.h"
#include "written.h"
#include <stdio.h>

/* ---- decisions ---- */

/* Where nobody starts with more than a defuse, hands are free. */
#define SPEC   "kittens:deck=official"
#define HANDS  "hands defuse+skip / defuse+skip+attack"
#define REST   "rest 3*bomb+2*skip+7*safe"
#define DECK   "deck 12*?"
#define PLAYED "played attack / -"

static uint64_t key_of(const char *position) {
    struct kittens s = written(SPEC, position), view;
    kittens_view(&s, s.seat, &view);
    assert_true(kittens_abstract(&s, s.seat) == kittens_abstract(&view, s.seat));
    return kittens_abstract(&view, s.seat);
}

static const char *const base = HANDS "; " DECK "; " REST "; " PLAYED;

static void decisions_are_told_apart_by_what_counts(void **state) {
    (void)state;
    static const struct {
        const char *what, *position;
    } others[] = {
        {"a card of the hand",
         "hands defuse+attack / defuse+skip+attack; " DECK "; " REST "; " PLAYED},
        {"two of a kind", "hands defuse+2*skip / defuse+skip+attack; " DECK "; " REST "; " PLAYED},
        {"the size of the deck", HANDS "; deck 11*?; rest 3*bomb+2*skip+6*safe; " PLAYED},
        {"bombs", HANDS "; " DECK "; rest 2*bomb+2*skip+8*safe; " PLAYED},
        {"draws owed", HANDS "; " DECK "; " REST "; " PLAYED "; owes 2"},
        {"a bomb to put back", HANDS "; " DECK "; " REST "; " PLAYED "; waits place"},
        {"the top card, a bomb", HANDS "; deck bomb:0 11*?; rest 2*bomb+2*skip+7*safe; " PLAYED},
        {"the top card, none", HANDS "; deck safe:0 11*?; rest 3*bomb+2*skip+6*safe; " PLAYED},
        {"the second", HANDS "; deck ? bomb:0 10*?; rest 2*bomb+2*skip+7*safe; " PLAYED},
        {"the third", HANDS "; deck 2*? bomb:0 9*?; rest 2*bomb+2*skip+7*safe; " PLAYED},
        {"the last", HANDS "; deck 11*? bomb:0; rest 2*bomb+2*skip+7*safe; " PLAYED},
        {"where the other may have put a bomb",
         HANDS "; " DECK "; " REST "; " PLAYED "; maybe 0,6,11 / -"},
        {"how near that is", HANDS "; " DECK "; " REST "; " PLAYED "; maybe no,2,11 / -"},
        {"a large hand of the other",
         "hands defuse+skip / defuse+skip+attack+2*safe; " DECK "; " REST "; " PLAYED},
        {"defuses of the other", HANDS "; " DECK "; " REST "; played attack / defuse"},
        {"attacks of the other", HANDS "; " DECK "; " REST "; played attack / attack"},
        {"skips of the other", HANDS "; " DECK "; " REST "; played attack / skip"},
    };
    enum { OTHERS = sizeof others / sizeof *others };
    uint64_t keys[OTHERS + 1] = {key_of(base)};
    for (int i = 0; i < OTHERS; i++) {
        keys[i + 1] = key_of(others[i].position);
        for (int j = 0; j <= i; j++)
            if (keys[j] == keys[i + 1])
                fail_msg("'%s' makes no difference to number %d", others[i].what, j);
    }
}

static void decisions_are_held_for_the_same_whatever_else_there_is(void **state) {
    (void)state;
    static const struct {
        const char *what, *position;
    } same[] = {
        {"cards without effect",
         "hands defuse+skip+safe / defuse+skip+attack; " DECK "; " REST "; " PLAYED},
        {"what only the other knows",
         HANDS "; deck bomb:1 11*?; rest 2*bomb+2*skip+7*safe; " PLAYED},
        {"which cards the other holds",
         "hands defuse+skip / defuse+2*safe; " DECK "; " REST "; " PLAYED},
        {"a bomb known far below",
         HANDS "; deck 5*? bomb:0 6*?; rest 2*bomb+2*skip+7*safe; " PLAYED},
        {"a bomb that may be far below",
         HANDS "; " DECK "; " REST "; " PLAYED "; maybe no,6,11 / -"},
        {"own cards played", HANDS "; " DECK "; " REST "; played attack+skip / -"},
        {"turns", HANDS "; " DECK "; " REST "; " PLAYED "; turns 8"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (key_of(same[i].position) != key_of(base))
            fail_msg("'%s' makes a difference", same[i].what);
}

/* ---- luck ---- */

static uint64_t luck_of(const char *position) {
    const struct kittens s = written(SPEC, position);
    return kittens_game.chance_key((const struct th_state *)(const void *)&s);
}

/* What a seat's n-th SeeFuture shows is its own luck, whatever was drawn before; and none of the
 * luck of draws. */
static void luck_of_see_future_is_by_seat_and_number(void **state) {
    (void)state;
#define LOOK(hand, played, seat)                                                                   \
    "hands " hand "; deck 12*?; rest 3*bomb+9*safe; played " played "; waits look 0; seat " seat
    const uint64_t first = luck_of(LOOK("defuse / defuse", "see-future / -", "0"));
    assert_true(luck_of(LOOK("defuse+4*safe / defuse", "see-future+skip / attack", "0")) == first);
    assert_true(luck_of(LOOK("defuse / defuse", "2*see-future / -", "0")) != first);
    assert_true(luck_of(LOOK("defuse / defuse", "- / see-future", "1")) != first);
    assert_true(luck_of(LOOK("defuse / defuse", "see-future / see-future", "0")) == first);
#undef LOOK
    for (int cards = 1; cards < 8; cards++) {
        char position[160];
        snprintf(position, sizeof position,
                 "hands defuse+%d*safe / defuse; deck 12*?; rest 3*bomb+9*safe; waits draw", cards);
        assert_true(luck_of(position) != first);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_told_apart_by_what_counts),
        cmocka_unit_test(decisions_are_held_for_the_same_whatever_else_there_is),
        cmocka_unit_test(luck_of_see_future_is_by_seat_and_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
