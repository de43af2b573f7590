/* Kittens in words: what a seat sees happen, and what the next card may be as far as it can know.
 */
#include "core/text.h"
#include "notation.h"
#include <string.h>

int kittens_luck_of(const struct th_state *s) {
    return kittens_in(s)->seat;
}

/* What SeeFuture shows to whoever looks, from the top. Some of it may have been fixed before, and
 * needs no step of chance; which cards these are it may not know. So it is told all of them at
 * once, with the last step, or with the action if there is none. `turned` is the card that chance
 * turns now, if it does. */
static void tell_seen(struct text *t, const struct kittens *s, int turned) {
    const int n = s->deck_size < KITTENS_SEEN ? s->deck_size : KITTENS_SEEN;
    int card[KITTENS_SEEN];
    for (int i = 0; i < n; i++) {
        const bool now = turned != KITTENS_UNKNOWN && i == s->looking;
        card[i] = now ? turned : kittens_card_at(s, s->deck_size - 1 - i);
        if (card[i] == KITTENS_UNKNOWN) return;
    }
    for (int i = 0; i < n; i++)
        text_add(t, "%s%s",
                 i == 0      ? (t->length > 0 ? ", saw " : "saw ")
                 : i < n - 1 ? ", "
                             : " and ",
                 kittens_card_names[card[i]]);
}

/* Whoever draws sees the card; the others see only whether it is a bomb. */
static void tell_drawn(struct text *t, const struct kittens *s, const char *card, bool sees) {
    const char *from = s->phase == KITTENS_DRAWING_BOTTOM ? " from the bottom" : "";
    if (strcmp(card, kittens_card_names[KITTENS_BOMB]) == 0)
        text_add(t, "drew a bomb%s and %s", from,
                 s->hand[s->seat][KITTENS_DEFUSE] > 0 ? "defused it" : "had no defuse");
    else
        text_add(t, "drew %s%s", sees ? card : "a card", from);
}

static void tell_turned(struct text *t, const struct kittens *s, int card, int seat) {
    const bool sees = seat == TH_SEES_ALL || seat == s->seat;
    if (s->phase != KITTENS_DEALING && s->phase != KITTENS_LOOKING)
        tell_drawn(t, s, kittens_card_names[card], sees);
    else if (s->phase == KITTENS_LOOKING && seat == s->seat)
        tell_seen(t, s, card);
    else if (sees)
        text_add(t, "%s %s", s->phase == KITTENS_DEALING ? "got" : "saw", kittens_card_names[card]);
}

const char *kittens_tell(const struct th_state *before, th_action a, int seat, char *out,
                         size_t size) {
    const struct kittens *s = kittens_in(before);
    const bool sees = seat == TH_SEES_ALL || seat == s->seat;
    struct text t = text_in(out, size);
    if (s->phase == KITTENS_PLACING)
        text_add(&t, "put the bomb back %s%s",
                 !sees                     ? "somewhere"
                 : a == KITTENS_PUT_MIDDLE ? "in the "
                                           : "at the ",
                 sees ? kittens_action_names[a] : "");
    else if (s->phase != KITTENS_DECIDING)
        tell_turned(&t, s, (int)a, seat);
    else if (a != KITTENS_DO_DRAW) /* the card that it draws tells it */
        text_add(&t, "played %s", kittens_action_names[a]);
    if (s->phase == KITTENS_DECIDING && a == KITTENS_DO_SEE_FUTURE && seat == s->seat)
        tell_seen(&t, s, KITTENS_UNKNOWN);
    return out;
}

/* ---- odds ---- */

/* How likely the card at a place is this one, by the law of guess: cards that are no bombs are all
 * alike, so what is no bomb is one of them by their numbers. */
static double card_chance(const struct kittens *s, int place, int card) {
    const double bomb = kittens_bomb_chance(s, s->seat, place);
    if (card == KITTENS_BOMB) return bomb;
    if (kittens_knows(s, s->seat, place)) return kittens_card_at(s, place) == card;
    int others = 0;
    for (int c = 0; c < KITTENS_CARDS; c++)
        if (c != KITTENS_BOMB) others += s->unknown[c];
    return others > 0 ? (1 - bomb) * s->unknown[card] / others : 0;
}

const char *kittens_odds(const struct th_state *view, char *out, size_t size) {
    const struct kittens *s = kittens_in(view);
    const bool bottom = s->hand[s->seat][KITTENS_DRAW_BOTTOM] > 0;
    struct text t = text_in(out, size);
    if (s->phase == KITTENS_PLACING) {
        text_add(&t, "where the bomb goes is up to you\n");
        return out;
    }
    text_add(&t, "the next card%s\n",
             bottom ? "         top   bottom" : ", as far as you can know");
    for (int c = 0; c < KITTENS_CARDS; c++) {
        const double top = card_chance(s, s->deck_size - 1, c), low = card_chance(s, 0, c);
        if (top <= 0 && (low <= 0 || !bottom)) continue;
        text_add(&t, "  %-12s %5.1f %%", kittens_card_names[c], 100 * top);
        if (bottom) text_add(&t, "  %5.1f %%", 100 * low);
        text_add(&t, "\n");
    }
    return out;
}
