#include "table.h"

#include "tahur/rng.h"
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,
    AGES = 1 << 14, /* searches that are told apart between one forgetting and the next */
};

struct slot {
    uint64_t key;
    int32_t value_and_place; /* value * TH_LEGAL_MAX + place */
    uint16_t age;            /* the count when it was kept; 0: never */
    uint8_t depth, bound;
};

struct bucket {
    struct slot slot[4];
};
_Static_assert(sizeof(struct bucket) == LINE, "a bucket is a line of the cache");

struct table {
    void *memory;
    struct bucket *bucket; /* in `memory`, at the beginning of a line */
    size_t buckets;
    uint16_t now, since; /* the count, and what it was when all was forgotten */
};

struct table *table_new(size_t bytes, struct th_error *e) {
    struct table *t = calloc(1, sizeof *t);
    if (t != NULL) {
        t->buckets = bytes / sizeof(struct bucket);
        if (t->buckets < 1) t->buckets = 1;
        if (t->buckets > UINT32_MAX) t->buckets = UINT32_MAX;
        /* From calloc, which need not write all of it. */
        t->memory = calloc(t->buckets + 1, sizeof(struct bucket));
        t->now = t->since = 1;
        if (t->memory != NULL) {
            const uintptr_t start = (uintptr_t)t->memory;
            t->bucket = (void *)((unsigned char *)t->memory + (LINE - start % LINE) % LINE);
            return t;
        }
    }
    free(t);
    th_fail(e, "there is no memory for a table of %zu megabytes", bytes >> 20);
    return NULL;
}

void table_drop(struct table *t) {
    free(t->memory);
    free(t);
}

void table_grow_older(struct table *t) {
    if (t->now < t->since + AGES) t->now++;
}

void table_forget(struct table *t) {
    if (t->now >= UINT16_MAX - AGES) {
        memset(t->bucket, 0, t->buckets * sizeof *t->bucket);
        t->now = 0;
    }
    t->since = ++t->now;
}

static struct bucket *bucket_of(const struct table *t, uint64_t key) {
    return &t->bucket[(th_mix(key) >> 32) * t->buckets >> 32];
}

static bool visible(const struct table *t, const struct slot *s) {
    return s->age >= t->since;
}

bool table_find(const struct table *t, uint64_t key, struct table_entry *out) {
    const struct bucket *b = bucket_of(t, key);
    for (int i = 0; i < 4; i++) {
        const struct slot *s = &b->slot[i];
        if (s->key != key || !visible(t, s)) continue;
        const int place = (int)((uint32_t)s->value_and_place % TH_LEGAL_MAX);
        out->value = (s->value_and_place - place) / TH_LEGAL_MAX;
        out->place = place;
        out->depth = s->depth;
        out->bound = (enum table_bound)s->bound;
        return true;
    }
    return false;
}

/* How much an entry is worth keeping. */
static int worth(const struct table *t, const struct slot *s) {
    return visible(t, s) ? s->age * (UINT8_MAX + 1) + s->depth : -1;
}

void table_keep(struct table *t, uint64_t key, const struct table_entry *entry) {
    struct bucket *b = bucket_of(t, key);
    struct slot *to = &b->slot[0];
    for (int i = 0; i < 4; i++) {
        struct slot *s = &b->slot[i];
        if (s->key == key && visible(t, s)) {
            s->age = t->now;
            if (s->depth > entry->depth) return;
            to = s;
            break;
        }
        if (worth(t, s) < worth(t, to)) to = s;
    }
    *to = (struct slot){.key = key,
                        .value_and_place = entry->value * TH_LEGAL_MAX + entry->place,
                        .age = t->now,
                        .depth = (uint8_t)entry->depth,
                        .bound = (uint8_t)entry->bound};
}
