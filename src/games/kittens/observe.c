#include "observe.h"

/* Where the other's last action stands in its seven numbers. */
static const uint8_t last_slot[KITTENS_NOTHING] = {0, 1, 2, 3, 3, 3, 4, 5, 6, 3};

static float known_bomb(const struct kittens *s, int seat, int place) {
    if (place < 0 || !kittens_knows(s, seat, place)) return 0;
    return kittens_card_at(s, place) == KITTENS_BOMB ? 1 : -1;
}

/* 1 / (1 + cards above the place). */
static float nearness(const struct kittens *s, int place) {
    return 1.0F / (float)(s->deck_size - place);
}

static float highest_known_bomb(const struct kittens *s, int seat) {
    for (int i = s->deck_size - 1; i >= 0; i--)
        if (kittens_knows(s, seat, i) && kittens_card_at(s, i) == KITTENS_BOMB)
            return nearness(s, i);
    return 0;
}

void kittens_observe(const struct kittens *s, int seat, float out[KITTENS_OBSERVATION]) {
    const int other = 1 - seat, top = s->deck_size - 1;
    const uint8_t *hand = s->hand[seat], *own = s->played[seat], *played = s->played[other];
    for (int i = 0; i < 6; i++) out[i] = (float)hand[KITTENS_DEFUSE + i] / 4;
    out[6] = (float)hand[KITTENS_SAFE] / 16;
    out[7] = (float)s->hand_size[other] / 16;
    out[8] = (float)s->deck_size / 32;
    out[9] = (float)s->bombs / 4;
    out[10] = s->deck_size > 0 ? (float)s->bombs / (float)s->deck_size : 0;
    out[11] = (float)s->pending / 2;
    out[12] = s->phase == KITTENS_PLACING;
    for (int i = 0; i < 7; i++) out[13 + i] = 0;
    if (s->last[other] != KITTENS_NOTHING) out[13 + last_slot[s->last[other]]] = 1;
    for (int i = 0; i < 6; i++) out[20 + i] = (float)played[KITTENS_DEFUSE + i] / 4;
    for (int i = 0; i < 3; i++) out[26 + i] = (float)own[KITTENS_DEFUSE + i] / 4;
    out[29] =
        (float)(own[KITTENS_SEE_FUTURE] + own[KITTENS_DRAW_BOTTOM] + own[KITTENS_SHUFFLE]) / 4;
    for (int i = 0; i < 8; i++) out[30 + i] = 0;
    if (s->known[seat] > 0) {
        for (int i = 0; i < 3; i++) out[30 + i] = known_bomb(s, seat, top - i);
        out[33] = known_bomb(s, seat, 0);
        out[34] = highest_known_bomb(s, seat);
    }
    for (int i = 0; i < KITTENS_PLACES; i++)
        if (s->maybe[seat][i] < KITTENS_DECK_MAX) out[35 + i] = nearness(s, s->maybe[seat][i]);
    kittens_bomb_chances(s, seat, &out[38], &out[39]);
}
