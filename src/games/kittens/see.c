/* What a seat may know, and worlds that agree with it; what a stranger may know.
 *
 * The law of guess: every card that the seat has not located is equally likely to be in every place
 * that it has not seen; the bomb that the other put back last was put at the top, in the middle or
 * at the bottom with equal probability, and what was drawn since counts. Nothing is concluded from
 * how the other chose to play.
 *
 * In numbers: of the F places of the deck that the seat does not know, B hold bombs. If the bomb
 * put back is still at one of the three places, the others are filled in C(F − 1, B − 1) ways; if a
 * bomb was seen at its place, then that one was it, and the unknown places are filled in C(F, B)
 * ways. Of three equally likely places, one of the first kind weighs B, one of the second F.
 *
 * What a guessed world leaves out: the cards are dealt by this law, but what the other seat knows
 * of them is not guessed. But for the bomb that it put back itself, the other knows no place of a
 * guessed deck, be it that it has looked at the top cards, and it thinks of no places for a bomb
 * that this seat put back, though it saw that happen. So a search that lets the other act on its
 * own view (mcts) takes it for a little more ignorant than it is. The view has no room for it:
 * which places the other looked at would have to be a part of the state. test_peek.c does not see
 * this, since it compares what this seat sees of both worlds. */
#include "board.h"

#include <assert.h>

/* What the other hand must still hold from the start. */
static int sure_cards(const struct kittens *s, int seat, int card) {
    const int left = s->start[card] - s->played[seat][card];
    return left > 0 ? left : 0;
}

/* Blanks what was fixed in the deck and this seat does not know. Of so many fixed places most are
 * near the top. */
static void blank_deck(const struct kittens *s, int fixed, uint8_t own_mark, struct kittens *out) {
    for (int i = s->deck_size - 1; i >= 0 && fixed > 0; i--) {
        if (s->deck[i] == KITTENS_UNKNOWN) continue;
        fixed--;
        if (s->deck[i] & own_mark) {
            out->deck[i] = (uint8_t)(kittens_card_at(s, i) | own_mark);
        } else {
            out->unknown[kittens_card_at(s, i)]++;
            out->deck[i] = KITTENS_UNKNOWN;
        }
    }
}

/* Blanks what only this seat knows: its hand, and what it thinks of the deck. */
static void hide_seat(const struct kittens *s, int seat, struct kittens *out) {
    out->known[seat] = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) {
        const int sure = sure_cards(s, seat, c);
        out->unknown[c] = (uint8_t)(out->unknown[c] + s->hand[seat][c] - sure);
        out->hand[seat][c] = (uint8_t)sure;
    }
    for (int i = 0; i < KITTENS_PLACES; i++) out->maybe[seat][i] = KITTENS_MAYBE_NOT;
}

/* A look takes a step of chance for each card that was not fixed before: how many there are, and
 * that there are any, reveals who has looked or put a bomb there. To others it is over at once. */
static void hide_look(struct kittens *out) {
    out->looking = 0;
    out->phase = out->follow ? KITTENS_DRAWING : KITTENS_DECIDING;
}

void kittens_view(const struct kittens *s, int seat, struct kittens *out) {
    const bool stranger = seat == TH_STRANGER;
    assert(s->viewer == KITTENS_SEES_ALL || s->viewer == seat);
    *out = *s;
    out->viewer = (int8_t)seat;
    /* Each unknown place has its card among the unknown ones: often no place is fixed at all. In a
     * view, which may be one that a user has written, they are the other hand's too. */
    int fixed = s->deck_size;
    if (s->viewer == KITTENS_SEES_ALL)
        for (int c = 0; c < KITTENS_CARDS; c++) fixed -= s->unknown[c];
    blank_deck(s, fixed, (uint8_t)(stranger ? 0 : KITTENS_KNOWN_0 << seat), out);
    if (s->phase == KITTENS_LOOKING && s->seat != seat) hide_look(out);
    if (stranger) hide_seat(s, 0, out);
    hide_seat(s, stranger ? 1 : 1 - seat, out);
}

/* F and B. */
struct hidden {
    int places, bombs;
};

static struct hidden hidden_from(const struct kittens *s, int seat) {
    struct hidden h = {s->deck_size - s->known[seat], s->bombs};
    for (int i = 0, left = s->known[seat]; left > 0; i++) {
        if (!kittens_knows(s, seat, i)) continue;
        h.bombs -= kittens_card_at(s, i) == KITTENS_BOMB;
        left--;
    }
    return h;
}

static int weight_of(struct hidden h, uint8_t maybe) {
    return maybe == KITTENS_MAYBE_NOT ? 0 : maybe == KITTENS_MAYBE_FOUND ? h.places : h.bombs;
}

/* Fixes the bomb that the other put back, if it is still in the deck. */
static void guess_bomb(struct kittens *s, int seat, struct th_rng *rng) {
    const struct hidden h = hidden_from(s, seat);
    int total = 0, i = 0;
    for (int k = 0; k < KITTENS_PLACES; k++) total += weight_of(h, s->maybe[seat][k]);
    if (total == 0) return;
    int left = (int)th_rng_below(rng, (uint32_t)total);
    while (left >= weight_of(h, s->maybe[seat][i])) left -= weight_of(h, s->maybe[seat][i++]);
    const int place = s->maybe[seat][i];
    if (place == KITTENS_MAYBE_FOUND) return;
    s->deck[place] = (uint8_t)(KITTENS_BOMB | KITTENS_KNOWN_0 << (1 - seat));
    s->known[1 - seat]++;
    s->unknown[KITTENS_BOMB]--;
}

/* Deals the hidden cards of the other hand. All bombs are in the deck. */
static void guess_hand(struct kittens *s, int other, struct th_rng *rng) {
    int hidden = s->hand_size[other], total = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) {
        hidden -= s->hand[other][c];
        if (c != KITTENS_BOMB) total += s->unknown[c];
    }
    for (; hidden > 0; hidden--) {
        int left = (int)th_rng_below(rng, (uint32_t)total--), c = KITTENS_BOMB + 1;
        while (left >= s->unknown[c]) left -= s->unknown[c++];
        s->unknown[c]--;
        s->hand[other][c]++;
    }
}

void kittens_guess(const struct kittens *view, int seat, struct th_rng *rng, struct kittens *out) {
    assert(view->viewer == seat);
    *out = *view;
    out->viewer = KITTENS_SEES_ALL;
    guess_bomb(out, seat, rng);
    guess_hand(out, 1 - seat, rng);
}

/* The probability at one place, when F and B are known. */
static inline double bomb_chance(const struct kittens *s, int seat, int place, struct hidden h) {
    if (kittens_knows(s, seat, place)) return kittens_card_at(s, place) == KITTENS_BOMB;
    if (h.bombs == 0) return 0;
    const uint8_t *maybe = s->maybe[seat];
    /* What the hypotheses weigh: those that have the bomb here, elsewhere, or found. */
    int here = 0, elsewhere = 0, found = 0;
    for (int i = 0; i < KITTENS_PLACES; i++) {
        here += maybe[i] == place;
        found += maybe[i] == KITTENS_MAYBE_FOUND;
        elsewhere += maybe[i] != place && maybe[i] < KITTENS_DECK_MAX;
    }
    if (here + elsewhere == 0) return (double)h.bombs / h.places;
    const int total = (here + elsewhere) * h.bombs + found * h.places;
    /* Elsewhere: one of B bombs has its place, and is not at any of the other F − 1. */
    const double other = elsewhere > 0 ? elsewhere * (h.bombs - 1.0) / (h.places - 1.0) : 0;
    return h.bombs * (here + found + other) / total;
}

double kittens_bomb_chance(const struct kittens *s, int seat, int place) {
    return bomb_chance(s, seat, place, hidden_from(s, seat));
}

void kittens_bomb_chances(const struct kittens *s, int seat, float *top, float *bottom) {
    const uint8_t *maybe = s->maybe[seat];
    *top = *bottom = 0;
    if (s->deck_size == 0) return;
    if (s->known[seat] == 0 && (maybe[0] & maybe[1] & maybe[2]) == KITTENS_MAYBE_NOT) {
        *top = *bottom = (float)((double)s->bombs / s->deck_size); /* nothing is known at all */
        return;
    }
    const struct hidden h = hidden_from(s, seat);
    *top = (float)bomb_chance(s, seat, s->deck_size - 1, h);
    *bottom = (float)bomb_chance(s, seat, 0, h);
}
