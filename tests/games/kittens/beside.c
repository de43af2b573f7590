#include "beside.h"

#include "cmocka_includes.h"

static int dice(void *context, int n) {
    return (int)th_rng_below(context, (uint32_t)n);
}

static void turn(struct kittens *s, int card) {
    struct th_outcome outcomes[KITTENS_CARDS];
    const int n = kittens_game.outcomes((const struct th_state *)(const void *)s, outcomes);
    int i = 0;
    while (i < n && (int)outcomes[i].action != card) i++;
    if (i == n) fail_msg("chance turned card %d, which the engine does not expect", card);
    kittens_turned(s, (enum kittens_card)card);
}

/* Deals as the rest of a shuffled pack would; the plain version begins behind the deal. */
static void deal(struct kittens *s, struct th_rng *rng) {
    while (s->phase == KITTENS_DEALING)
        turn(s, (int)kittens_game.pick((const struct th_state *)(const void *)s, th_rng_next(rng)));
}

void beside_begin(struct beside *b, const struct kittens_deck *deck, enum kittens_rules rules,
                  const int order[], struct th_rng *rng) {
    int cards[KITTENS_DECK_MAX], start[PLAIN_CARD_TYPES], n = 0;
    kittens_begin(&b->fast, deck, rules);
    deal(&b->fast, rng);
    for (int c = 0; c < KITTENS_CARDS; c++) {
        for (int i = 0; i < b->fast.unknown[c]; i++) cards[n++] = c;
        start[c] = b->fast.hand[0][c];
    }
    for (int i = n - 1; i > 0 && order == NULL; i--) {
        const int j = dice(rng, i + 1), card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
    plain_begin(&b->plain, rules == KITTENS_CLASSIC, order != NULL ? order : cards, n, start);
    for (int c = 0; c < KITTENS_CARDS; c++) b->plain.hand[1][c] = b->fast.hand[1][c];
}

void beside_act(struct beside *b, int action, struct th_rng *rng) {
    int drawn = 0;
    kittens_act(&b->fast, (enum kittens_action)action);
    plain_act(&b->plain, action, dice, rng);
    for (;;) {
        if (b->fast.phase == KITTENS_LOOKING) {
            turn(&b->fast, b->plain.seen[b->fast.looking]);
        } else if (b->fast.phase == KITTENS_DRAWING || b->fast.phase == KITTENS_DRAWING_BOTTOM) {
            assert_true(drawn < b->plain.drawn_count);
            turn(&b->fast, b->plain.drawn[drawn++]);
        } else {
            break;
        }
    }
    assert_int_equal(drawn, b->plain.drawn_count);
}
