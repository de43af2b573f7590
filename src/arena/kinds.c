#include "kinds.h"

#include "tahur/rng.h"
#include <stdlib.h>

/* Where the key is, or where it may go. */
static uint64_t *slot_of(const struct kinds *k, uint64_t key) {
    size_t i = th_mix(key) & (k->slots - 1);
    while (k->slot[i] != 0 && k->slot[i] != key) i = (i + 1) & (k->slots - 1);
    return &k->slot[i];
}

/* Twice as many slots; false where there is no memory, and nothing has changed. */
static bool grow(struct kinds *k) {
    struct kinds larger = {.slots = k->slots > 0 ? 2 * k->slots : 16};
    larger.slot = calloc(larger.slots, sizeof *larger.slot);
    if (larger.slot == NULL) return false;
    for (size_t i = 0; i < k->slots; i++)
        if (k->slot[i] != 0) *slot_of(&larger, k->slot[i]) = k->slot[i];
    free(k->slot);
    k->slot = larger.slot;
    k->slots = larger.slots;
    return true;
}

static bool is_new(struct kinds *k, uint64_t key) {
    if (k->slots > 0 && *slot_of(k, key) == key) return false;
    if (k->kept == KINDS_MAX || (2 * k->kept >= k->slots && !grow(k))) return true;
    *slot_of(k, key) = key;
    k->kept++;
    return true;
}

bool kinds_add(struct kinds *k, const struct match_result *r, int fixture, int opening) {
    const uint64_t beginning = (uint64_t)fixture << 32 | (uint32_t)opening;
    const uint64_t key = th_mix2(beginning, r->digest) | 1; /* no key is 0 */
    const bool new = r->varied || is_new(k, key);
    k->different += new;
    return new;
}

bool kinds_add_block(struct kinds *k, const struct series *s, const struct series_block *b) {
    bool any = false;
    for (int i = 0; i < b->games; i++)
        any |= kinds_add(k, &b->result[i], b->fixture, series_opening(s, b->round));
    k->stale = any ? 0 : k->stale + 1;
    return any;
}

uint64_t kinds_repeated(const struct kinds *k, uint64_t games, int seats) {
    return k->different * (uint64_t)seats < games ? k->different : 0;
}

void kinds_drop(struct kinds *k) {
    free(k->slot);
    *k = (struct kinds){0};
}
