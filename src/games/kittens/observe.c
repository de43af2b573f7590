#include "observe.h"

/* Where the other's last action stands in its seven numbers; 7 for none. */
static const uint8_t last_slot[KITTENS_NOTHING + 1] = {0, 1, 2, 3, 3, 3, 4, 5, 6, 3, 7};

static float known_bomb(const struct kittens *s, int seat, int place) {
    if (place < 0 || !kittens_knows(s, seat, place)) return 0;
    return kittens_card_at(s, place) == KITTENS_BOMB ? 1 : -1;
}

/* 1 / (1 + cards above the place). */
static float nearness(const struct kittens *s, int place) {
    return 1.0F / (float)(s->deck_size - place);
}

static float highest_known_bomb(const struct kittens *s, int seat) {
    if (s->known[seat] == 0) return 0;
    for (int i = s->deck_size - 1; i >= 0; i--)
        if (kittens_knows(s, seat, i) && kittens_card_at(s, i) == KITTENS_BOMB)
            return nearness(s, i);
    return 0;
}

void kittens_observe(const struct kittens *s, int seat, float out[KITTENS_OBSERVATION]) {
    const int other = 1 - seat, top = s->deck_size - 1;
    const uint8_t *own = s->played[seat];
    float *at = out;
    for (int c = KITTENS_DEFUSE; c < KITTENS_SAFE; c++) *at++ = (float)s->hand[seat][c] / 4;
    *at++ = (float)s->hand[seat][KITTENS_SAFE] / 16;
    *at++ = (float)s->hand_size[other] / 16;
    *at++ = (float)s->deck_size / 32;
    *at++ = (float)s->bombs / 4;
    *at++ = s->deck_size > 0 ? (float)s->bombs / (float)s->deck_size : 0;
    *at++ = (float)s->pending / 2;
    *at++ = s->phase == KITTENS_PLACING;
    for (int i = 0; i < 7; i++) *at++ = last_slot[s->last[other]] == i;
    for (int c = KITTENS_DEFUSE; c < KITTENS_SAFE; c++) *at++ = (float)s->played[other][c] / 4;
    for (int c = KITTENS_DEFUSE; c < KITTENS_SEE_FUTURE; c++) *at++ = (float)own[c] / 4;
    *at++ = (float)(own[KITTENS_SEE_FUTURE] + own[KITTENS_DRAW_BOTTOM] + own[KITTENS_SHUFFLE]) / 4;
    for (int i = 0; i < 3; i++) *at++ = known_bomb(s, seat, top - i);
    *at++ = known_bomb(s, seat, top < 0 ? -1 : 0);
    *at++ = highest_known_bomb(s, seat);
    for (int i = 0; i < KITTENS_PLACES; i++) {
        const int place = s->maybe[seat][i];
        *at++ = place < KITTENS_DECK_MAX ? nearness(s, place) : 0;
    }
    *at++ = top >= 0 ? (float)kittens_bomb_chance(s, seat, top) : 0;
    *at++ = top >= 0 ? (float)kittens_bomb_chance(s, seat, 0) : 0;
}
