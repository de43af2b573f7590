/* What a table shows beside the cards: how likely the top and the bottom card are bombs, as far as
 * whoever looks can know, and what is left in the deck.
 *
 *   {"bomb":{"top":0.12,"bottom":0.1},"count":{"deck":12,"bombs":3}} */
#include "core/text.h"
#include "notation.h"

/* Of whoever sees what s says and no more: the whole, or what a stranger sees. */
static double chance_as_told(const struct kittens *s, int place) {
    int bombs = s->bombs, places = 0;
    if (kittens_card_at(s, place) != KITTENS_UNKNOWN)
        return kittens_card_at(s, place) == KITTENS_BOMB;
    for (int i = 0; i < s->deck_size; i++) {
        bombs -= kittens_card_at(s, i) == KITTENS_BOMB;
        places += kittens_card_at(s, i) == KITTENS_UNKNOWN;
    }
    return (double)bombs / places;
}

static double chance(const struct kittens *s, int place) {
    return s->viewer >= 0 ? kittens_bomb_chance(s, s->viewer, place) : chance_as_told(s, place);
}

const char *kittens_extra(const struct th_state *view, const th_action done[], size_t steps,
                          char *out, size_t size) {
    const struct kittens *s = kittens_in(view);
    struct text t = text_in(out, size);
    (void)done, (void)steps;
    if (s->phase == KITTENS_DEALING || s->deck_size == 0)
        text_add(&t, "{\"bomb\":null");
    else
        text_add(&t, "{\"bomb\":{\"top\":%.9g,\"bottom\":%.9g}", chance(s, s->deck_size - 1),
                 chance(s, 0));
    text_add(&t, ",\"count\":{\"deck\":%d,\"bombs\":%d}}", s->deck_size, s->bombs);
    return out;
}
