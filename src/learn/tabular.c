#include "tabular.h"

#include <math.h>
#include <stdlib.h>

/* Different purposes of a seed must not share their numbers. */
enum purpose { EXPLORING = 1, GAMES };

struct tabular_settings tabular_defaults(void) {
    return (struct tabular_settings){.seed = 1,
                                     .slots = (size_t)1 << 20,
                                     .epsilon = 0.5F,
                                     .epsilon_last = 0.02F,
                                     .patience = 0.75F};
}

bool tabular_make(struct tabular *t, const struct tabular_settings *s,
                  const struct environment *environment, uint64_t (*key)(const void *self),
                  struct th_error *e) {
    *t = (struct tabular){.settings = *s,
                          .environment = environment,
                          .key = key,
                          .explore = th_rng_seeded(th_mix2(s->seed, EXPLORING))};
    if (s->slots < 2 || (s->slots & (s->slots - 1)) != 0)
        return th_fail(e, "the slots of the table must be a power of two");
    if (environment->actions > TABULAR_ACTIONS_MAX)
        return th_fail(e, "the table knows at most %d actions", TABULAR_ACTIONS_MAX);
    t->entry = calloc(s->slots, sizeof *t->entry);
    return t->entry != NULL || th_fail(e, "there is no memory for a table of %zu keys", s->slots);
}

void tabular_drop(struct tabular *t) {
    free(t->entry);
}

/* Where the key stands or could stand; NULL if it is not there and the table is full. */
static struct tabular_entry *slot_of(const struct tabular *t, uint64_t key) {
    const size_t mask = t->settings.slots - 1;
    size_t i = (size_t)th_mix(key) & mask;
    while (t->entry[i].key != 0 && t->entry[i].key != key) i = (i + 1) & mask;
    /* An eighth stays free, so that searching ends soon. */
    if (t->entry[i].key == 0 && t->used >= t->settings.slots / 8 * 7) return NULL;
    return &t->entry[i];
}

/* The entry of a key, a new one if need be. */
static struct tabular_entry *entry_of(struct tabular *t, uint64_t key) {
    key = key != 0 ? key : 1;
    struct tabular_entry *e = slot_of(t, key);
    if (e != NULL && e->key == 0) {
        e->key = key;
        t->used++;
    }
    return e;
}

/* The best legal action. One that was never tried is worth as much as it was set to: 0. */
static int best_of(const struct tabular_entry *e, const bool legal[], int actions) {
    int best = -1;
    for (int a = 0; a < actions; a++)
        if (legal[a] && (best < 0 || (e != NULL && e->value[a] > e->value[best]))) best = a;
    return best;
}

/* One decision of a game. */
struct visit {
    struct tabular_entry *entry; /* NULL: no room for it */
    int action;
    float reward;
    bool legal[TABULAR_ACTIONS_MAX];
};

/* Learns from a game, from its end backwards. */
static void learn(const struct tabular *t, const struct visit visits[], int n) {
    float next = 0; /* what the decision behind is worth */
    for (int i = n - 1; i >= 0; i--) {
        const struct visit *v = &visits[i];
        const float worth = v->reward + next;
        next = worth;
        if (v->entry == NULL) continue;
        float *value = &v->entry->value[v->action];
        const double times = ++v->entry->visits[v->action];
        *value += (worth - *value) / (float)pow(times, (double)t->settings.patience);
        next = v->entry->value[best_of(v->entry, v->legal, t->environment->actions)];
    }
}

static void play(struct tabular *t, void *self, float epsilon) {
    static _Thread_local struct visit visits[TABULAR_LONGEST];
    const struct environment *world = t->environment;
    int n = 0;
    if (!world->reset(self, th_mix2(th_mix2(t->settings.seed, GAMES), t->games))) return;
    for (bool done = false; !done && n < TABULAR_LONGEST; n++) {
        struct visit *v = &visits[n];
        world->legal(self, v->legal);
        v->entry = entry_of(t, t->key(self));
        t->lost += v->entry == NULL;
        const bool explores = (float)(th_rng_next(&t->explore) >> 40) < epsilon * 16777216.0F;
        v->action = explores ? environment_random(&t->explore, v->legal, world->actions)
                             : best_of(v->entry, v->legal, world->actions);
        const struct environment_step step = world->step(self, v->action);
        v->reward = step.reward;
        done = step.done;
    }
    learn(t, visits, n);
}

void tabular_train(struct tabular *t, void *self, uint64_t games, uint64_t in_all) {
    for (uint64_t i = 0; i < games; i++, t->games++) {
        const float done = in_all > 1 ? (float)t->games / (float)(in_all - 1) : 1;
        const float share = done < 1 ? done : 1;
        play(t, self,
             t->settings.epsilon + share * (t->settings.epsilon_last - t->settings.epsilon));
    }
}

int tabular_best(const struct tabular *t, uint64_t key, const bool legal[]) {
    const struct tabular_entry *e = slot_of(t, key != 0 ? key : 1);
    return best_of(e != NULL && e->key != 0 ? e : NULL, legal, t->environment->actions);
}

int tabular_greedy(const struct tabular *t, const void *self) {
    bool legal[TABULAR_ACTIONS_MAX];
    t->environment->legal(self, legal);
    return tabular_best(t, t->key(self), legal);
}
