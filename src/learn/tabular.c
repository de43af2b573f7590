/* Q-learning in a table, and the learner table. */
#include "tabular.h"

#include "core/facets.h"
#include "core/text.h"
#include "environment.h"
#include "learner.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Different uses of a seed must not share random numbers. */
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

/* The slot of the key, or a free slot for it; NULL if the key is absent and the table is full. */
static struct tabular_entry *slot_of(const struct tabular *t, uint64_t key) {
    const size_t mask = t->settings.slots - 1;
    size_t i = (size_t)th_mix(key) & mask;
    while (t->entry[i].key != 0 && t->entry[i].key != key) i = (i + 1) & mask;
    /* An eighth stays free, so that probing stays short. */
    if (t->entry[i].key == 0 && t->used >= t->settings.slots / 8 * 7) return NULL;
    return &t->entry[i];
}

/* The entry of a key; adds one if there is none and the table is not full. */
static struct tabular_entry *entry_of(struct tabular *t, uint64_t key) {
    key = key != 0 ? key : 1;
    struct tabular_entry *e = slot_of(t, key);
    if (e != NULL && e->key == 0) {
        e->key = key;
        t->used++;
    }
    return e;
}

/* The best legal action. The value of an action that was never tried is 0. */
static int best_of(const struct tabular_entry *e, const bool legal[], int actions) {
    int best = -1;
    for (int a = 0; a < actions; a++)
        if (legal[a] && (best < 0 || (e != NULL && e->value[a] > e->value[best]))) best = a;
    return best;
}

/* One decision of a game. */
struct visit {
    struct tabular_entry *entry; /* NULL: the table was full */
    int action;
    float reward;
    bool legal[TABULAR_ACTIONS_MAX];
};

/* Updates the values of a game, from its end backwards. */
static void learn(const struct tabular *t, const struct visit visits[], int n) {
    float next = 0; /* the value of the decision that follows */
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

/* ---- as a learner ---- */

struct table_training {
    struct tabular table;
    struct environment environment; /* the table's */
    uint64_t games;                 /* that will be played */
};

static bool accepts(const struct th_game *game, struct th_error *e) {
    return learning_of(game)->summarise != NULL ||
           th_fail(e, "%s has no keys to learn under in a table", game->name);
}

static uint64_t key_of(const void *world) {
    const struct versus *v = world;
    return v->game->learning->summarise(v->view, v->seat);
}

static void drop(void *self) {
    struct table_training *t = self;
    if (t != NULL) tabular_drop(&t->table);
    free(t);
}

static void *make(const struct learner_setup *setup, const struct th_options *options,
                  struct th_error *e) {
    struct tabular_settings settings = tabular_defaults();
    struct table_training *t = calloc(1, sizeof *t);
    (void)options;
    if (t == NULL) {
        th_fail(e, "there is no memory for the training");
        return NULL;
    }
    settings.seed = setup->seed;
    t->games = setup->games;
    t->environment.actions = setup->actions;
    if (tabular_make(&t->table, &settings, &t->environment, key_of, e)) return t;
    drop(t);
    return NULL;
}

static void play_games(void *self, const struct environment *environment, void *world,
                       uint64_t games) {
    struct table_training *t = self;
    t->environment = *environment;
    tabular_train(&t->table, world, games, t->games);
}

static int choose(const void *self, enum learned which, const struct th_ask *ask) {
    const struct table_training *t = self;
    bool legal[TABULAR_ACTIONS_MAX] = {false};
    (void)which;
    for (int i = 0; i < ask->n; i++) legal[ask->legal[i]] = true;
    const uint64_t key = ask->game->learning->summarise(ask->view, ask->seat);
    return th_place_of((th_action)tabular_best(&t->table, key, legal), ask->legal, ask->n);
}

static struct learner_progress progress(const void *self) {
    const struct tabular *t = &((const struct table_training *)self)->table;
    return (struct learner_progress){
        .seed = t->settings.seed, .games = t->games, .best_score = -INFINITY};
}

static json_t *figures(void *self, bool reset) {
    const struct tabular *t = &((const struct table_training *)self)->table;
    (void)reset;
    return json_pack("{s:I, s:I}", "keys", (json_int_t)t->used, "decisions_without_room",
                     (json_int_t)t->lost);
}

static void status(const void *self, char *out, size_t size) {
    const struct tabular *t = &((const struct table_training *)self)->table;
    char keys[27];
    struct text text = text_in(out, size);
    text_add(&text, "%s keys (%.0f MB", text_thousands((int64_t)t->used, keys),
             (double)t->used * sizeof(struct tabular_entry) / 1e6);
    if (t->lost > 0)
        text_add(&text, "; the table was full: %llu decisions found no room",
                 (unsigned long long)t->lost);
    text_add(&text, ")");
}

const struct learner table_learner = {
    .name = "table",
    .summary = "Q-learning with an entry for every situation, which shows what can be reached, but "
               "writes no file",
    .reference = true,
    .figure_names = (const char *const[]){"keys", NULL},
    .accepts = accepts,
    .new = make,
    .drop = drop,
    .play = play_games,
    .choose = choose,
    .progress = progress,
    .figures = figures,
    .status = status,
};
