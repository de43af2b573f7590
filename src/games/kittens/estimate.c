#include "estimate.h"

#include "estimate_weights.h"
#include <assert.h>
#include <math.h>

static int tricks(const uint8_t card[]) {
    return card[KITTENS_SEE_FUTURE] + card[KITTENS_DRAW_BOTTOM] + card[KITTENS_SHUFFLE];
}

static int cards_of(const uint8_t card[]) {
    int n = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) n += card[c];
    return n;
}

/* ---- what is true of a position ---- */

struct rows {
    uint8_t *row;
    int n;
};

static void add(struct rows *r, int row) {
    r->row[r->n++] = (uint8_t)row;
}

static int at_most(int n, int most) {
    return n < most ? n : most;
}

/* So many of something, of which none has no row. Without a branch, which none could foretell. */
static void add_count(struct rows *r, int first, int n, int most) {
    r->row[r->n] = (uint8_t)(first + at_most(n, most) - 1);
    r->n += n > 0;
}

/* The number of rows for the same card in a hand, from Skip on. */
static const uint8_t held_most[] = {4, 4, 2, 1, 2};

static void add_hands(struct rows *r, const struct kittens *s) {
    const uint8_t *own = s->hand[s->seat], *other = s->hand[1 - s->seat];
    add(r, KITTENS_ROW_DEFUSES + at_most(own[KITTENS_DEFUSE], 3) * 4 +
               at_most(other[KITTENS_DEFUSE], 3));
    for (int i = 0, row = KITTENS_ROW_SKIPS; i < (int)sizeof held_most; i++) {
        add_count(r, row, own[KITTENS_SKIP + i], held_most[i]);
        add_count(r, row + held_most[i], other[KITTENS_SKIP + i], held_most[i]);
        row += 2 * held_most[i];
    }
}

/* The fixed card below i others. */
static void add_place(struct rows *r, const struct kittens *s, int i) {
    const int place = s->deck_size - 1 - i;
    const bool bomb = kittens_card_at(s, place) == KITTENS_BOMB;
    const int known = kittens_knows(s, s->seat, place) + 2 * kittens_knows(s, 1 - s->seat, place);
    if (i < 4)
        add(r, KITTENS_ROW_TOP + i * 8 + bomb * 4 + known);
    else if (i < 10)
        add(r, KITTENS_ROW_NEXT + (i - 4) * 2 + bomb);
    if (place == 0) add(r, KITTENS_ROW_LOWEST + (bomb ? known : 4));
}

/* Places that are fixed, of which there are so many. A bomb that surely comes first is the first of
 * them if no bomb is unknown. */
static void add_places(struct rows *r, const struct kittens *s, int fixed, int *defuses,
                       int *ways) {
    bool sure = s->unknown[KITTENS_BOMB] == 0;
    for (int i = 0; fixed > 0; i++) {
        const int place = s->deck_size - 1 - i, card = kittens_card_at(s, place);
        if (card == KITTENS_UNKNOWN) continue;
        fixed--;
        *defuses += card == KITTENS_DEFUSE;
        *ways += card == KITTENS_SKIP || card == KITTENS_ATTACK;
        add_place(r, s, i);
        if (!sure || card != KITTENS_BOMB) continue;
        add(r, KITTENS_ROW_SURE + (i < 10 ? i : 10 + i % 2));
        sure = false;
    }
}

static void add_deck(struct rows *r, const struct kittens *s) {
    const uint8_t *unknown = s->unknown;
    const int size = s->deck_size, bombs = unknown[KITTENS_BOMB], places = cards_of(unknown);
    int defuses = unknown[KITTENS_DEFUSE], ways = unknown[KITTENS_SKIP] + unknown[KITTENS_ATTACK];
    add(r, KITTENS_ROW_DECK + (size < 16 ? size : at_most(16 + (size - 16) / 4, 23)));
    add(r, KITTENS_ROW_BOMBS + at_most(bombs, 5));
    add(r, KITTENS_ROW_RISK + (places > 0 ? at_most((32 * bombs + places / 2) / places, 23) : 0));
    add(r, KITTENS_ROW_SHARE + (size > 0 ? at_most(20 * s->bombs / size, 7) : 0));
    if (places < size) add_places(r, s, size - places, &defuses, &ways);
    add_count(r, KITTENS_ROW_FINDS, defuses, 3);
    add_count(r, KITTENS_ROW_WAYS, ways, 4);
    add_count(r, KITTENS_ROW_LOCATED, s->bombs - bombs, 3);
}

/* What a seat has done so far; `second` is 1 if it is not the seat in turn. */
static void add_past(struct rows *r, const struct kittens *s, int seat, int second) {
    const uint8_t *played = s->played[seat];
    /* It fears the bomb that the other has put back most of all on top. */
    const int feared = s->maybe[seat][0], above = s->deck_size - 1 - feared;
    if (feared < s->deck_size && above < 3) add(r, KITTENS_ROW_MAYBE + 3 * second + above);
    for (int i = 0; i < 3; i++) {
        add_count(r, KITTENS_ROW_PLAYED + 6 * second + 2 * i, played[KITTENS_DEFUSE + i], 2);
        add_count(r, KITTENS_ROW_TRICKS + 3 * second + i, played[KITTENS_SEE_FUTURE + i], 1);
    }
    if (s->hand_size[seat] > s->hand_size[1 - seat] + 2) add(r, KITTENS_ROW_HANDS + second);
}

int kittens_estimate_rows(const struct kittens *s, uint8_t out[KITTENS_TRUE_MAX]) {
    struct rows r = {out, 0};
    const bool placing = s->phase == KITTENS_PLACING;
    add(&r, KITTENS_ROW_TURN + (s->rules == KITTENS_CLASSIC) * 6 + placing * 3 +
                at_most(s->pending, 2));
    add_hands(&r, s);
    add_deck(&r, s);
    add_past(&r, s, s->seat, 0);
    add_past(&r, s, 1 - s->seat, 1);
    return r.n;
}

int kittens_estimate_kind(const struct kittens *s) {
    const int top = s->deck_size - 1;
    const int own = s->hand[s->seat][KITTENS_DEFUSE], other = s->hand[1 - s->seat][KITTENS_DEFUSE];
    const int kind = s->phase == KITTENS_PLACING                           ? 2
                     : top >= 0 && kittens_card_at(s, top) == KITTENS_BOMB ? 1
                                                                           : 0;
    return (kind * KITTENS_DEFUSES + at_most(own, 2)) * KITTENS_DEFUSES + at_most(other, 2);
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

/* 1/2 + x / (2 √(1 + x²)): a sigmoid of operations that are exact on every machine; all before it
 * are on whole numbers. */
static double decided(const struct kittens *s) {
    uint8_t row[KITTENS_TRUE_MAX];
    int16_t unit[KITTENS_UNITS] = {0};
    const int n = kittens_estimate_rows(s, row), kind = kittens_estimate_kind(s);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < KITTENS_UNITS; k++)
            unit[k] = (int16_t)(unit[k] + unit_weights[row[i]][k]);
    int32_t sum = kind_first[kind];
    for (int k = 0; k < KITTENS_UNITS; k++)
        sum += kind_weights[kind][k] * (unit[k] > 0 ? unit[k] : 0);
    const double x = sum * kind_scale, half = x / (2 * sqrt(1 + x * x));
    return s->seat == 0 ? 0.5 + half : 0.5 - half;
}

/* Linear, so that it is the mean over the cards without looking at them. */
static double dealt(const struct kittens *s) {
    double feature[KITTENS_DEAL_FEATURES], chance = deal_first;
    kittens_deal_features(s, feature);
    for (int i = 0; i < KITTENS_DEAL_FEATURES; i++) chance += deal_weights[i] * feature[i];
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

static double judged(const struct kittens *s);

/* What is looked at is a bomb or not, or it may be drawn at once, as in the classic rules. Cards
 * that look the same to the judgement: one of them stands for all. */
static int looked_as(int card) {
    return card == KITTENS_BOMB ? KITTENS_BOMB : KITTENS_SAFE;
}

static double judged_with(const struct kittens *s, int card) {
    struct kittens after = *s;
    kittens_turned(&after, (enum kittens_card)card);
    return judged(&after);
}

static double turned(const struct kittens *s) {
    const int fixed = kittens_card_at(s, kittens_turned_place(s));
    if (fixed != KITTENS_UNKNOWN) return judged_with(s, fixed);
    const bool stays = s->phase == KITTENS_LOOKING && (s->follow == 0 || s->looking >= s->pending);
    int count[KITTENS_CARDS] = {0}, one[KITTENS_CARDS] = {0}, total = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) {
        if (s->unknown[c] == 0) continue;
        const int same = stays ? looked_as(c) : c;
        count[same] += s->unknown[c];
        one[same] = c;
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
