#include "share.h"

#include "tahur/rng.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ---- distinct games ---- */

/* Where the key is, or where it may go. */
static uint64_t *slot_of(const struct distinct *k, uint64_t key) {
    size_t i = th_mix(key) & (k->slots - 1);
    while (k->slot[i] != 0 && k->slot[i] != key) i = (i + 1) & (k->slots - 1);
    return &k->slot[i];
}

/* Twice as many slots; false where there is no memory, and nothing has changed. */
static bool grow(struct distinct *k) {
    struct distinct larger = {.slots = k->slots > 0 ? 2 * k->slots : 16};
    larger.slot = calloc(larger.slots, sizeof *larger.slot);
    if (larger.slot == NULL) return false;
    for (size_t i = 0; i < k->slots; i++)
        if (k->slot[i] != 0) *slot_of(&larger, k->slot[i]) = k->slot[i];
    free(k->slot);
    k->slot = larger.slot;
    k->slots = larger.slots;
    return true;
}

static bool is_new(struct distinct *k, uint64_t key) {
    if (k->slots > 0 && *slot_of(k, key) == key) return false;
    if (k->kept == DISTINCT_MAX || (2 * k->kept >= k->slots && !grow(k))) return true;
    *slot_of(k, key) = key;
    k->kept++;
    return true;
}

bool distinct_add_key(struct distinct *k, uint64_t key, bool repeatable) {
    const bool new = !repeatable || is_new(k, key | 1); /* no key is 0 */
    k->count += new;
    return new;
}

uint64_t distinct_repeated(const struct distinct *k, uint64_t games, int seats) {
    return k->count * (uint64_t)seats < games ? k->count : 0;
}

void distinct_drop(struct distinct *k) {
    free(k->slot);
    *k = (struct distinct){0};
}

/* ---- ratios ---- */

struct th_estimate ratio_estimate(const struct ratio *r, uint64_t blocks) {
    struct th_estimate e = {NAN, NAN};
    if (r->d <= 0) return e;
    e.mean = r->n / r->d;
    if (blocks < 2) return e;
    const double squares = r->nn - 2 * e.mean * r->nd + e.mean * e.mean * r->dd;
    const double b = (double)blocks;
    e.se = squares > 0 ? sqrt(squares * b / (b - 1)) / r->d : 0;
    return e;
}

double independent_games(struct th_estimate share, double games) {
    const double variance = share.mean * (1 - share.mean);
    if (!(share.se > 0) || !(variance > 0)) return games;
    return fmin(games, variance / (share.se * share.se));
}

/* ---- the share of one player ---- */

void share_add(struct share *s, double won, uint64_t key, bool repeatable) {
    s->games++;
    s->block_won += won;
    distinct_add_key(&s->distinct, key, repeatable);
}

void share_close_block(struct share *s, int games) {
    ratio_add(&s->won, s->block_won, games);
    s->blocks++;
    s->block_won = 0;
}

uint64_t share_distinct(const struct share *s, int seats) {
    return distinct_repeated(&s->distinct, s->games, seats);
}

double share_worth(const struct share *s, double games, double *mean) {
    const struct th_estimate share = ratio_estimate(&s->won, s->blocks);
    *mean = share.mean;
    return independent_games(share, games);
}

void share_drop(struct share *s) {
    distinct_drop(&s->distinct);
    *s = (struct share){0};
}

/* ---- spread ---- */

static void widen(struct spread *s) {
    for (int i = 0; i < SPREAD_BARS; i++)
        s->bar[i] = i < SPREAD_BARS / 2 ? s->bar[2 * i] + s->bar[2 * i + 1] : 0;
    s->width *= 2;
}

void spread_add(struct spread *s, double value) {
    assert(value >= 0 && isfinite(value));
    if (!(value >= 0 && isfinite(value))) return;
    if (s->width <= 0) s->width = 1.0 / SPREAD_BARS;
    while (value >= s->width * SPREAD_BARS) widen(s);
    s->bar[(int)(value / s->width)]++;
    s->count++;
    s->fractions = s->fractions || value != floor(value);
}

double spread_below(const struct spread *s, double share) {
    const double wanted = share * (double)s->count;
    double sum = 0;
    for (int i = 0; i < SPREAD_BARS && s->count > 0; i++) {
        sum += s->bar[i];
        if (sum >= wanted && sum > 0) return (i + 1) * s->width;
    }
    return 0;
}

double spread_least(const struct spread *s) {
    for (int i = 0; i < SPREAD_BARS; i++)
        if (s->bar[i] > 0) return i * s->width;
    return 0;
}

double spread_share(const struct spread *s, double low, double high) {
    double sum = 0;
    if (s->count == 0) return 0;
    const int first = (int)(low / s->width);
    for (int i = first; i < SPREAD_BARS && i * s->width < high; i++) sum += s->bar[i];
    return sum / (double)s->count;
}
