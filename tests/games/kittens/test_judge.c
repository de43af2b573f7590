/* The engine against the plain version, in random play of both rule sets and all decks; and what
 * must hold in every game. */
#include "beside.h"

#include "cmocka_includes.h"
#include "games/kittens/board.h"
#include "games/kittens/notation.h"
#include "scale.h"
#include <string.h>

static const struct th_state *state_of(const struct kittens *s) {
    return (const struct th_state *)(const void *)s;
}

static void assert_same_hands(const struct beside *b) {
    const struct kittens *f = &b->fast;
    const struct plain_kittens *p = &b->plain;
    for (int seat = 0; seat < 2; seat++) {
        for (int c = 0; c < KITTENS_CARDS; c++) {
            assert_int_equal(f->hand[seat][c], p->hand[seat][c]);
            assert_int_equal(f->played[seat][c], p->played[seat][c]);
        }
        assert_int_equal(f->hand_size[seat], plain_hand_size(p, seat));
        assert_int_equal(f->last[seat], p->last[seat]);
    }
}

/* Fixed places hold what lies there, the multiset is that of the other places, and each seat knows
 * the same places. */
static void assert_same_deck(const struct beside *b) {
    const struct kittens *f = &b->fast;
    const struct plain_kittens *p = &b->plain;
    int unknown[KITTENS_CARDS] = {0}, known[2] = {0};
    assert_int_equal(f->deck_size, p->deck_size);
    assert_int_equal(f->bombs, plain_bombs(p));
    for (int i = 0; i < p->deck_size; i++) {
        const int place = p->deck_size - 1 - i, card = kittens_card_at(f, place);
        if (card == KITTENS_UNKNOWN)
            unknown[p->deck[i]]++;
        else
            assert_int_equal(card, p->deck[i]);
        for (int seat = 0; seat < 2; seat++) {
            assert_int_equal(kittens_knows(f, seat, place), p->known[seat][i]);
            known[seat] += p->known[seat][i];
        }
    }
    for (int c = 0; c < KITTENS_CARDS; c++) assert_int_equal(f->unknown[c], unknown[c]);
    for (int seat = 0; seat < 2; seat++) assert_int_equal(f->known[seat], known[seat]);
    for (int i = f->deck_size; i < KITTENS_DECK_MAX; i++) assert_int_equal(f->deck[i], 0);
}

static void assert_same_turn(const struct beside *b) {
    const struct kittens *f = &b->fast;
    const struct plain_kittens *p = &b->plain;
    th_action legal[KITTENS_ACTIONS];
    int actions[9];
    assert_int_equal(f->turns, p->turns);
    assert_int_equal(kittens_game.mover(state_of(f)), p->loser >= 0 ? TH_OVER : p->seat);
    if (p->loser >= 0) {
        double payoff[2];
        kittens_game.payoff(state_of(f), payoff);
        assert_true(payoff[p->loser] == 0.0 && payoff[1 - p->loser] == 1.0);
        return;
    }
    assert_int_equal(f->pending, p->pending);
    assert_int_equal(f->phase, p->placing ? KITTENS_PLACING : KITTENS_DECIDING);
    const int n = plain_legal(p, actions);
    assert_int_equal(kittens_game.legal(state_of(f), legal), n);
    for (int i = 0; i < n; i++) assert_int_equal(legal[i], actions[i]);
}

/* Every seat's view: its own hand, sizes, what it knows of the deck, and not one card more. */
static void assert_views_tell_what_the_page_lists(const struct beside *b) {
    const struct plain_kittens *p = &b->plain;
    for (int seat = 0; seat < 2; seat++) {
        struct kittens view;
        kittens_view(&b->fast, seat, &view);
        assert_memory_equal(view.hand[seat], b->fast.hand[seat], sizeof view.hand[seat]);
        for (int i = 0; i < p->deck_size; i++)
            assert_int_equal(kittens_card_at(&view, p->deck_size - 1 - i),
                             p->known[seat][i] ? p->deck[i] : KITTENS_UNKNOWN);
        for (int c = 0; c < KITTENS_CARDS; c++) {
            const int left = b->fast.start[c] - p->played[1 - seat][c];
            assert_int_equal(view.hand[1 - seat][c], left > 0 ? left : 0);
        }
    }
}

/* All cards are somewhere: in a hand, played, in the deck, or the bomb that is about to be put
 * back or has exploded. */
static void assert_cards_are_conserved(const struct kittens *s, const int total[KITTENS_CARDS]) {
    int count[KITTENS_CARDS] = {0};
    for (int c = 0; c < KITTENS_CARDS; c++) {
        count[c] += s->unknown[c];
        for (int seat = 0; seat < 2; seat++) count[c] += s->hand[seat][c] + s->played[seat][c];
    }
    for (int i = 0; i < s->deck_size; i++)
        if (kittens_card_at(s, i) != KITTENS_UNKNOWN) count[kittens_card_at(s, i)]++;
    count[KITTENS_BOMB] += s->phase == KITTENS_PLACING || s->phase == KITTENS_OVER;
    for (int c = 0; c < KITTENS_CARDS; c++) assert_int_equal(count[c], total[c]);
}

static void play_beside(const struct kittens_deck *deck, enum kittens_rules rules,
                        struct th_rng *rng) {
    struct beside b;
    struct th_error e;
    int total[KITTENS_CARDS], decisions = 0, actions[9];
    beside_begin(&b, deck, rules, NULL, rng);
    for (int c = 0; c < KITTENS_CARDS; c++)
        total[c] = b.fast.unknown[c] + b.fast.hand[0][c] + b.fast.hand[1][c];
    while (b.plain.loser < 0) {
        assert_same_hands(&b);
        assert_same_deck(&b);
        assert_same_turn(&b);
        assert_views_tell_what_the_page_lists(&b);
        assert_cards_are_conserved(&b.fast, total);
        if (!kittens_valid(&b.fast, &e)) fail_msg("%s", e.text);
        const int n = plain_legal(&b.plain, actions);
        beside_act(&b, actions[th_rng_below(rng, (uint32_t)n)], rng);
        assert_true(++decisions < 500); /* every game ends */
    }
    assert_same_hands(&b);
    assert_same_deck(&b);
    assert_same_turn(&b);
    assert_cards_are_conserved(&b.fast, total);
}

static void random_games_are_the_same_in_both(void **state) {
    (void)state;
    /* Also one with many cards that look, shuffle and defuse, and the smallest there is. */
    static const struct kittens_deck more[] = {
        {"tricky", {3, 6, 2, 2, 6, 6, 4, 3}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
        {"smallest", {1, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 1, 1, 0, 0, 0, 0}, 0},
    };
    struct th_rng rng = th_rng_seeded(1);
    for (long k = 0; k < test_scale(3000); k++)
        for (int rules = KITTENS_FULL; rules <= KITTENS_CLASSIC; rules++) {
            for (int i = 0; i < 3; i++)
                play_beside(&kittens_decks[i], (enum kittens_rules)rules, &rng);
            for (int i = 0; i < 2; i++) play_beside(&more[i], (enum kittens_rules)rules, &rng);
        }
}

/* Whatever the options, whoever plays at random: the game ends. */
static void games_with_any_cards_end_and_conserve_them(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (long k = 0; k < test_scale(3000); k++) {
        struct kittens_deck deck = {"any", {0}, {0, 1, 1, 1, 0, 0, 0, 0}, 0};
        for (int c = 0; c < KITTENS_CARDS; c++) deck.count[c] = (uint8_t)th_rng_below(&rng, 8);
        deck.count[KITTENS_BOMB]++;
        play_beside(&deck, (enum kittens_rules)(k % 2), &rng);
    }
}

/* An observation reads nothing that is not in the view. */
static void observations_of_state_and_view_are_the_same(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(3);
    static const struct kittens_deck tricky = {
        "tricky", {3, 6, 2, 2, 6, 6, 4, 3}, {0, 1, 1, 1, 0, 0, 0, 0}, 0};
    for (long k = 0; k < test_scale(2000); k++) {
        struct beside b;
        int actions[9];
        beside_begin(&b, k % 2 == 0 ? &tricky : &kittens_decks[0], (enum kittens_rules)(k / 2 % 2),
                     NULL, &rng);
        while (b.plain.loser < 0) {
            for (int seat = 0; seat < 2; seat++) {
                float whole[KITTENS_OBSERVATION], seen[KITTENS_OBSERVATION];
                struct kittens view;
                kittens_view(&b.fast, seat, &view);
                kittens_observe(&b.fast, seat, whole);
                kittens_observe(&view, seat, seen);
                assert_memory_equal(whole, seen, sizeof whole);
                for (int i = 0; i < KITTENS_OBSERVATION; i++)
                    assert_true(seen[i] >= -1 && seen[i] <= 4);
            }
            const int n = plain_legal(&b.plain, actions);
            beside_act(&b, actions[th_rng_below(&rng, (uint32_t)n)], &rng);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_are_the_same_in_both),
        cmocka_unit_test(games_with_any_cards_end_and_conserve_them),
        cmocka_unit_test(observations_of_state_and_view_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
