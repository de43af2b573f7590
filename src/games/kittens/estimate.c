#include "estimate.h"

#include "estimate_weights.h"
#include <assert.h>
#include <math.h>

enum { AHEAD = 4 }; /* cards to come that are looked at one by one */

static int tricks(const uint8_t card[]) {
    return card[KITTENS_SEE_FUTURE] + card[KITTENS_DRAW_BOTTOM] + card[KITTENS_SHUFFLE];
}

static int cards_of(const uint8_t card[]) {
    int n = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) n += card[c];
    return n;
}

/* ---- what a position looks like ---- */

int kittens_estimate_row(const struct kittens *s) {
    const int top = s->deck_size - 1;
    const int own = s->hand[s->seat][KITTENS_DEFUSE], other = s->hand[1 - s->seat][KITTENS_DEFUSE];
    const enum kittens_kind kind = s->phase == KITTENS_PLACING ? KITTENS_PUTTING
                                   : top >= 0 && kittens_card_at(s, top) == KITTENS_BOMB
                                       ? KITTENS_HOT
                                       : KITTENS_COLD;
    return ((int)kind * KITTENS_DEFUSES + (own < 2 ? own : 2)) * KITTENS_DEFUSES +
           (other < 2 ? other : 2);
}

/* Who draws the card below so many others, if all just draw: -1 the seat in turn, 1 the other. */
static int drawer(const struct kittens *s, int below) {
    return below < s->pending || (below - s->pending) % 2 == 1 ? -1 : 1;
}

/* How soon the first bomb comes, for whom, if all bombs have their places. */
static double sure_bomb(const struct kittens *s) {
    if (s->unknown[KITTENS_BOMB] > 0) return 0;
    for (int below = 0; below < s->deck_size; below++)
        if (kittens_card_at(s, s->deck_size - 1 - below) == KITTENS_BOMB)
            return drawer(s, below) * (double)AHEAD / (AHEAD + below);
    return 0;
}

/* Times the seat can avoid all draws that it owes: an Attack does, a Skip avoids one. */
static int ways_out(const uint8_t hand[], int owed) {
    return hand[KITTENS_ATTACK] + hand[KITTENS_SKIP] / (owed == 2 ? 2 : 1);
}

void kittens_estimate_features(const struct kittens *s, double out[KITTENS_FEATURES]) {
    const int size = s->deck_size;
    const uint8_t *own = s->hand[s->seat], *other = s->hand[1 - s->seat];
    const int unknown = cards_of(s->unknown);
    const double bomb = unknown > 0 ? (double)s->unknown[KITTENS_BOMB] / unknown : 0;
    double soon = 0;
    for (int below = 0; below < AHEAD; below++) {
        const int card = below < size ? kittens_card_at(s, size - 1 - below) : KITTENS_SAFE;
        const double danger = card == KITTENS_UNKNOWN ? bomb : card == KITTENS_BOMB;
        out[KITTENS_DANGER + below] = drawer(s, below) * danger;
        soon += danger / AHEAD;
    }
    const double risk = size > 0 ? (double)s->bombs / size : 0;
    out[KITTENS_ONE] = 1;
    out[KITTENS_OWES_NONE] = s->pending == 0;
    out[KITTENS_OWES_TWO] = s->pending == 2;
    out[KITTENS_SURE_BOMB] = sure_bomb(s);
    out[KITTENS_RISK] = risk;
    out[KITTENS_RISK_TWICE] = s->pending == 2 ? risk : 0;
    out[KITTENS_OWN_SKIPS] = own[KITTENS_SKIP];
    out[KITTENS_OTHER_SKIPS] = other[KITTENS_SKIP];
    out[KITTENS_OWN_ATTACKS] = own[KITTENS_ATTACK];
    out[KITTENS_OTHER_ATTACKS] = other[KITTENS_ATTACK];
    for (int i = 0; i < 4; i++) out[KITTENS_SOON + i] = out[KITTENS_OWN_SKIPS + i] * soon;
    out[KITTENS_OWN_TRICKS] = tricks(own);
    out[KITTENS_OTHER_TRICKS] = tricks(other);
    out[KITTENS_OWN_SPARE] = own[KITTENS_DEFUSE] > 2 ? own[KITTENS_DEFUSE] - 2 : 0;
    out[KITTENS_OTHER_SPARE] = other[KITTENS_DEFUSE] > 2 ? other[KITTENS_DEFUSE] - 2 : 0;
    const int ways = ways_out(own, s->pending), others = ways_out(other, 1);
    out[KITTENS_OWN_WAY_OUT] = ways > 0;
    out[KITTENS_OTHER_WAY_OUT] = others > 0;
    out[KITTENS_MORE_WAYS] = ways > others;
    out[KITTENS_FEWER_WAYS] = ways < others;
    out[KITTENS_OWN_KNOWN] = size > 0 && kittens_knows(s, s->seat, size - 1);
    out[KITTENS_OTHER_KNOWN] = size > 0 && kittens_knows(s, 1 - s->seat, size - 1);
}

void kittens_deal_features(const struct kittens *s, double out[KITTENS_DEAL_FEATURES]) {
    const int other = s->to_deal < KITTENS_DEALT ? s->to_deal : KITTENS_DEALT;
    /* Seat 0 is dealt its hand first. */
    const double each = (s->to_deal - 2.0 * other) / cards_of(s->unknown);
    const uint8_t *a = s->hand[0], *b = s->hand[1];
    out[KITTENS_DEAL_SKIPS] = a[KITTENS_SKIP] - b[KITTENS_SKIP] + each * s->unknown[KITTENS_SKIP];
    out[KITTENS_DEAL_ATTACKS] =
        a[KITTENS_ATTACK] - b[KITTENS_ATTACK] + each * s->unknown[KITTENS_ATTACK];
    out[KITTENS_DEAL_TRICKS] = tricks(a) - tricks(b) + each * tricks(s->unknown);
}

/* ---- what it is worth: the chance of seat 0 ---- */

/* 1/2 + x / (2 √(1 + x²)): a sigmoid of operations that are exact on every machine. Four sums, so
 * that they need not wait for each other. */
static double decided(const struct kittens *s) {
    const double *weight = weights[kittens_estimate_row(s)];
    double feature[KITTENS_FEATURES], sum[4] = {0};
    kittens_estimate_features(s, feature);
    for (int i = 0; i < KITTENS_FEATURES; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += weight[i + k] * feature[i + k];
    const double x = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    const double half = x / (2 * sqrt(1 + x * x));
    return s->seat == 0 ? 0.5 + half : 0.5 - half;
}
_Static_assert(KITTENS_FEATURES % 4 == 0, "the sums are four");

/* Linear, so that it is the mean over the cards without looking at them. */
static double dealt(const struct kittens *s) {
    double feature[KITTENS_DEAL_FEATURES], chance = deal_first;
    kittens_deal_features(s, feature);
    for (int i = 0; i < KITTENS_DEAL_FEATURES; i++) chance += deal_weights[i] * feature[i];
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

static double judged(const struct kittens *s);

/* Cards that look the same to the judgement: one of them stands for all. What is looked at is a
 * bomb or none, unless it is drawn at once, as in the classic rules. */
static const uint8_t drawn_as[KITTENS_CARDS] = {
    KITTENS_BOMB,       KITTENS_DEFUSE,     KITTENS_SKIP,       KITTENS_ATTACK,
    KITTENS_SEE_FUTURE, KITTENS_SEE_FUTURE, KITTENS_SEE_FUTURE, KITTENS_SAFE};
static const uint8_t looked_as[KITTENS_CARDS] = {KITTENS_BOMB,   KITTENS_DEFUSE, KITTENS_DEFUSE,
                                                 KITTENS_DEFUSE, KITTENS_DEFUSE, KITTENS_DEFUSE,
                                                 KITTENS_DEFUSE, KITTENS_DEFUSE};

static double judged_with(const struct kittens *s, int card) {
    struct kittens after = *s;
    kittens_turned(&after, (enum kittens_card)card);
    return judged(&after);
}

static double turned(const struct kittens *s) {
    const int fixed = kittens_card_at(s, kittens_turned_place(s));
    if (fixed != KITTENS_UNKNOWN) return judged_with(s, fixed);
    const bool stays = s->phase == KITTENS_LOOKING && (s->follow == 0 || s->looking >= s->pending);
    const uint8_t *same = stays ? looked_as : drawn_as;
    int count[KITTENS_CARDS] = {0}, one[KITTENS_CARDS] = {0}, total = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) {
        if (s->unknown[c] == 0) continue;
        count[same[c]] += s->unknown[c];
        one[same[c]] = c;
        total += s->unknown[c];
    }
    double sum = 0;
    for (int k = 0; k < KITTENS_CARDS; k++)
        if (count[k] > 0) sum += count[k] * judged_with(s, one[k]);
    return sum / total;
}

static double judged(const struct kittens *s) {
    switch ((enum kittens_phase)s->phase) {
    case KITTENS_OVER:
        return s->seat;
    case KITTENS_DECIDING:
    case KITTENS_PLACING:
        return decided(s);
    case KITTENS_DEALING:
        return dealt(s);
    default:
        return turned(s);
    }
}

void kittens_estimate(const struct kittens *s, double out[2]) {
    assert(s->viewer == KITTENS_SEES_ALL);
    out[0] = judged(s);
    out[1] = 1 - out[0];
}
