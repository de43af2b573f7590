/* The transposition table and move ordering. */
#include "transposition.h"

#include "core/facets.h"
#include "tahur/rng.h"
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,      /* bytes of a cache line */
    AGES = 1 << 14, /* searches between two calls of tt_clear that have different ages */
};

/* An entry as it is used. */
struct slot {
    uint64_t key;
    int32_t value_and_place; /* value * TH_LEGAL_MAX + place */
    uint16_t age;            /* tt.now when it was stored; 0: empty */
    uint8_t depth, bound;
};

/* An entry as threads share it without a lock. If two of them write it at once, the words may be of
 * different entries; then `mixed` ^ `data` is not the key of either (Hyatt and Mann 2002). */
struct shared_slot {
    _Atomic uint64_t mixed; /* key ^ data */
    _Atomic uint64_t data;  /* value and place, age, depth, bound, from the highest bit */
};

struct bucket {
    struct shared_slot slot[4];
};
_Static_assert(sizeof(struct bucket) == LINE, "a bucket is a cache line");

struct tt {
    void *memory;
    struct bucket *bucket; /* in `memory`, aligned to a cache line */
    size_t buckets;
    uint16_t now, since; /* the current age, and the age after the last tt_clear */
};

struct tt *tt_new(size_t bytes, struct th_error *e) {
    struct tt *t = calloc(1, sizeof *t);
    if (t != NULL) {
        t->buckets = bytes / sizeof(struct bucket);
        if (t->buckets < 1) t->buckets = 1;
        if (t->buckets > UINT32_MAX) t->buckets = UINT32_MAX;
        /* calloc gets zero pages from the system: memory that is never used is never written. */
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

void tt_drop(struct tt *t) {
    free(t->memory);
    free(t);
}

void tt_new_search(struct tt *t) {
    if (t->now < t->since + AGES) t->now++;
}

void tt_clear(struct tt *t) {
    if (t->now >= UINT16_MAX - AGES) {
        memset(t->bucket, 0, t->buckets * sizeof *t->bucket);
        t->now = 0;
    }
    t->since = ++t->now;
}

static struct bucket *bucket_of(const struct tt *t, uint64_t key) {
    return &t->bucket[(th_mix(key) >> 32) * t->buckets >> 32];
}

static struct slot slot_read(const struct shared_slot *from) {
    const uint64_t data = atomic_load_explicit(&from->data, memory_order_relaxed);
    const uint64_t mixed = atomic_load_explicit(&from->mixed, memory_order_relaxed);
    return (struct slot){.key = mixed ^ data,
                         .value_and_place = (int32_t)(uint32_t)(data >> 32),
                         .age = (uint16_t)(data >> 16),
                         .depth = (uint8_t)(data >> 8),
                         .bound = (uint8_t)data};
}

static void slot_write(struct shared_slot *to, const struct slot *s) {
    const uint64_t data = (uint64_t)(uint32_t)s->value_and_place << 32 | (uint64_t)s->age << 16 |
                          (uint64_t)s->depth << 8 | s->bound;
    atomic_store_explicit(&to->mixed, s->key ^ data, memory_order_relaxed);
    atomic_store_explicit(&to->data, data, memory_order_relaxed);
}

static bool visible(const struct tt *t, const struct slot *s) {
    return s->age >= t->since;
}

bool tt_lookup(const struct tt *t, uint64_t key, struct tt_entry *out) {
    const struct bucket *b = bucket_of(t, key);
    for (int i = 0; i < 4; i++) {
        const struct slot s = slot_read(&b->slot[i]);
        if (s.key != key || !visible(t, &s)) continue;
        const int place = (int)((uint32_t)s.value_and_place % TH_LEGAL_MAX);
        out->value = (s.value_and_place - place) / TH_LEGAL_MAX;
        out->place = place;
        out->depth = s.depth;
        out->bound = (enum tt_bound)s.bound;
        return true;
    }
    return false;
}

/* The priority of keeping an entry. */
static int worth(const struct tt *t, const struct slot *s) {
    return visible(t, s) ? s->age * (UINT8_MAX + 1) + s->depth : -1;
}

void tt_insert(struct tt *t, uint64_t key, const struct tt_entry *entry) {
    struct bucket *b = bucket_of(t, key);
    int to = 0, least = INT_MAX;
    for (int i = 0; i < 4; i++) {
        struct slot s = slot_read(&b->slot[i]);
        if (s.key == key && visible(t, &s)) {
            if (s.depth > entry->depth) {
                s.age = t->now;
                slot_write(&b->slot[i], &s);
                return;
            }
            to = i;
            break;
        }
        if (worth(t, &s) < least) to = i, least = worth(t, &s);
    }
    slot_write(&b->slot[to],
               &(struct slot){.key = key,
                              .value_and_place = entry->value * TH_LEGAL_MAX + entry->place,
                              .age = t->now,
                              .depth = (uint8_t)entry->depth,
                              .bound = (uint8_t)entry->bound});
}

/* ---- move ordering ---- */

enum { HISTORY_MAX = 1 << 14, PLACE_BITS = 10 };
_Static_assert(TH_LEGAL_MAX <= 1 << PLACE_BITS, "an index fits its bits");

#define NO_ACTION UINT32_MAX

/* The fields of a rank, from its highest bit: first action, killer, history plus urgency, and the
 * inverted index, so that no two ranks are equal. One unit of urgency is worth 16 of history: in
 * Parchís this takes a quarter fewer nodes than urgency before history. */
#define RANK_FIRST   (UINT64_C(1) << 60)
#define RANK_KILLER  (UINT64_C(1) << 32)
#define RANK_URGENCY (UINT64_C(16) << PLACE_BITS)
#define RANK_HISTORY (UINT64_C(1) << PLACE_BITS)

static uint64_t *ranks(const struct ordering *o, int ply) {
    return o->rank + (size_t)ply * (size_t)o->game->max_legal;
}

static int place_in(uint64_t rank) {
    return (int)((1 << PLACE_BITS) - 1 - (rank & ((1 << PLACE_BITS) - 1)));
}

static int32_t *history_of(const struct ordering *o, int seat, th_action a) {
    return &o->history[(size_t)seat * (size_t)o->game->action_count + a];
}

bool ordering_make(struct ordering *o, const struct th_game *game, struct th_error *e) {
    *o = (struct ordering){.game = game};
    o->history = malloc(2 * (size_t)game->action_count * sizeof *o->history);
    o->rank = malloc((SEARCH_PLIES_MAX + 1) * (size_t)game->max_legal * sizeof *o->rank);
    if (o->history == NULL || o->rank == NULL) return th_fail(e, "out of memory");
    ordering_clear(o);
    return true;
}

void ordering_drop(struct ordering *o) {
    free(o->history);
    free(o->rank);
}

static void clear_killers(struct ordering *o) {
    for (int i = 0; i <= SEARCH_PLIES_MAX; i++) o->killer[i][0] = o->killer[i][1] = NO_ACTION;
}

void ordering_new_search(struct ordering *o) {
    clear_killers(o);
    for (int i = 0; i < 2 * o->game->action_count; i++) o->history[i] /= 2;
}

void ordering_clear(struct ordering *o) {
    clear_killers(o);
    memset(o->history, 0, 2 * (size_t)o->game->action_count * sizeof *o->history);
}

void ordering_rank(struct ordering *o, const struct search_stack *w, int ply, int seat, int n,
                   int first) {
    const struct th_game *game = o->game;
    const th_action *legal = stack_legal(w, ply), *killer = o->killer[ply];
    uint64_t *rank = ranks(o, ply);
    for (int i = 0; i < n; i++) {
        const th_action a = legal[i];
        rank[i] = (uint64_t)(*history_of(o, seat, a) + HISTORY_MAX) * RANK_HISTORY;
        if (a == killer[0]) rank[i] += 2 * RANK_KILLER;
        if (a == killer[1]) rank[i] += RANK_KILLER;
        if (search_of(game)->urgency != NULL)
            rank[i] += (uint64_t)game->search->urgency(stack_state(w, ply), a) * RANK_URGENCY;
        if (i == first) rank[i] += RANK_FIRST;
        rank[i] += (uint64_t)((1 << PLACE_BITS) - 1 - i);
    }
}

int ordering_pick(struct ordering *o, int ply, int i, int n) {
    uint64_t *rank = ranks(o, ply);
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (rank[k] > rank[best]) best = k;
    const uint64_t taken = rank[best];
    rank[best] = rank[i];
    rank[i] = taken;
    return place_in(taken);
}

bool ordering_defer(struct ordering *o, int ply, int i) {
    uint64_t *rank = &ranks(o, ply)[i];
    if (*rank < RANK_HISTORY) return false;
    *rank %= RANK_HISTORY;
    return true;
}

/* Moves a history value towards ±HISTORY_MAX, the more slowly the nearer it is. */
static void add_history(int32_t *history, int by) {
    const int bonus = by < 0 ? -by : by;
    *history += by - *history * bonus / HISTORY_MAX;
}

void ordering_cutoff(struct ordering *o, const struct search_stack *w, int ply, int seat, int i,
                     int depth) {
    const th_action *legal = stack_legal(w, ply);
    const uint64_t *rank = ranks(o, ply);
    const th_action good = legal[place_in(rank[i])];
    const int by = depth < 4 ? 64 * depth * depth : HISTORY_MAX / 16;
    th_action *killer = o->killer[ply];
    if (killer[0] != good) {
        killer[1] = killer[0];
        killer[0] = good;
    }
    add_history(history_of(o, seat, good), by);
    for (int k = 0; k < i; k++) add_history(history_of(o, seat, legal[place_in(rank[k])]), -by);
}
