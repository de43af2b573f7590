#include "abstract.h"

enum { NEAR = 3, FAR_AWAY = 4 }; /* cards from the top that count */

static uint64_t add(uint64_t key, int value, int most) {
    return key * (uint64_t)(most + 1) + (uint64_t)(value < most ? value : most);
}

/* 0: not known, 1: a bomb, 2: none. */
static int known_at(const struct kittens *s, int seat, int place) {
    if (place < 0 || place >= s->deck_size || !kittens_knows(s, seat, place)) return 0;
    return kittens_card_at(s, place) == KITTENS_BOMB ? 1 : 2;
}

/* Cards above the highest place where the other's last bomb may be; FAR_AWAY if far, or none. */
static int suspect(const struct kittens *s, int seat) {
    int nearest = FAR_AWAY;
    for (int i = 0; i < KITTENS_PLACES; i++) {
        if (s->maybe[seat][i] >= KITTENS_DECK_MAX) continue;
        const int above = s->deck_size - 1 - s->maybe[seat][i];
        if (above < nearest) nearest = above;
    }
    return nearest;
}

uint64_t kittens_abstract(const struct kittens *s, int seat) {
    const int other = 1 - seat;
    uint64_t key = 1;
    for (int c = KITTENS_DEFUSE; c <= KITTENS_SHUFFLE; c++) key = add(key, s->hand[seat][c], 3);
    key = add(key, s->deck_size, KITTENS_DECK_MAX);
    key = add(key, s->bombs, 7);
    key = add(key, s->pending, 2);
    key = add(key, s->phase == KITTENS_PLACING, 1);
    for (int i = 0; i < NEAR; i++) key = add(key, known_at(s, seat, s->deck_size - 1 - i), 2);
    key = add(key, known_at(s, seat, 0), 2);
    key = add(key, suspect(s, seat), FAR_AWAY);
    key = add(key, s->hand_size[other] > s->hand_size[seat] + 2, 1);
    key = add(key, s->played[other][KITTENS_DEFUSE], 3);
    key = add(key, s->played[other][KITTENS_ATTACK], 3);
    return add(key, s->played[other][KITTENS_SKIP], 3);
}
