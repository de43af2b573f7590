#include "board.h"

#include <stdio.h>

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

void kittens_observe(const struct kittens *restrict s, int seat,
                     float out[restrict KITTENS_OBSERVATION]) {
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

/* ---- names ---- */

#define OWN_HAND  "cards of this kind in the own hand / 4"
#define LAST      "1 if this was the other's last action, else 0"
#define THEIRS    "cards of this kind that the other has played / 4"
#define OWN       "cards of this kind played by oneself / 4"
#define KNOWN     "1 a bomb for sure, -1 surely none, 0 not known"
#define MAYBE     "where the other may have put its last bomb: 1 / (1 + cards above it now), else 0"
#define BOMB_RISK "the probability that this card is a bomb, as far as the seat can know"

static const struct {
    const char *name, *meaning;
} numbers[KITTENS_OBSERVATION] = {
    {"own_defuse", OWN_HAND},
    {"own_skip", OWN_HAND},
    {"own_attack", OWN_HAND},
    {"own_see_future", OWN_HAND},
    {"own_draw_bottom", OWN_HAND},
    {"own_shuffle", OWN_HAND},
    {"own_safe", "safe cards in the own hand / 16"},
    {"other_hand", "cards in the other hand / 16"},
    {"deck", "cards in the deck / 32"},
    {"bombs", "bombs in the deck / 4"},
    {"bomb_share", "bombs / cards in the deck; 0 for an empty deck"},
    {"draws_owed", "draws owed by the seat in turn / 2"},
    {"placing", "1 if a bomb is to be put back, else 0"},
    {"last_draw", LAST},
    {"last_skip", LAST},
    {"last_attack", LAST},
    {"last_defused", LAST},
    {"last_see_future", LAST},
    {"last_draw_bottom", LAST},
    {"last_shuffle", LAST},
    {"other_played_defuse", THEIRS},
    {"other_played_skip", THEIRS},
    {"other_played_attack", THEIRS},
    {"other_played_see_future", THEIRS},
    {"other_played_draw_bottom", THEIRS},
    {"other_played_shuffle", THEIRS},
    {"own_played_defuse", OWN},
    {"own_played_skip", OWN},
    {"own_played_attack", OWN},
    {"own_played_rest", "SeeFuture, DrawBottom and Shuffle played by oneself / 4"},
    {"card_top", KNOWN},
    {"card_second", KNOWN},
    {"card_third", KNOWN},
    {"card_bottom", KNOWN},
    {"nearest_known_bomb", "1 / (1 + cards above it), 0 if no bomb's place is known"},
    {"maybe_top", MAYBE},
    {"maybe_middle", MAYBE},
    {"maybe_bottom", MAYBE},
    {"risk_top", BOMB_RISK},
    {"risk_bottom", BOMB_RISK},
};

int kittens_observations(const struct th_state *s) {
    (void)s;
    return KITTENS_OBSERVATION;
}

const char *kittens_observation_name(const struct th_state *s, int i, char *out, size_t size) {
    (void)s;
    snprintf(out, size, "%s", numbers[i].name);
    return out;
}

const char *kittens_observation_meaning(const struct th_state *s, int i) {
    (void)s;
    return numbers[i].meaning;
}

/* ---- abstract ---- */

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
