/* Q-learning in a table: one entry per key of a decision, with a value for every action. The game
 * maps decisions to keys (`summarise`). There is no network and no generalization: with enough
 * games the values approach the best that the keys allow, a reference for networks.
 *
 * Values are updated from the end of a game backwards (Watkins 1989, in reverse order), so that the
 * result reaches all decisions of the game at once. Rewards are not discounted. */
#ifndef LEARN_TABULAR_H
#define LEARN_TABULAR_H

#include "environment.h"
#include "tahur/error.h"
#include "tahur/rng.h"
#include <stddef.h>

enum { TABULAR_ACTIONS_MAX = 16, TABULAR_LONGEST = 1024 };

struct tabular_settings {
    uint64_t seed;
    size_t slots;                /* capacity of the table in keys; a power of two */
    float epsilon, epsilon_last; /* share of random actions: a linear schedule over all games */
    float patience; /* the learning rate is 1 / visits^patience: 1 gives the mean, less adapts
                       faster */
};

/* The values of one key. */
struct tabular_entry {
    uint64_t key; /* 0: free */
    float value[TABULAR_ACTIONS_MAX];
    uint32_t visits[TABULAR_ACTIONS_MAX];
};

struct tabular {
    struct tabular_settings settings;
    const struct environment *environment;
    uint64_t (*key)(const void *self); /* of the current decision */
    struct tabular_entry *entry;
    size_t used;
    uint64_t games, lost; /* games played; decisions that found the table full */
    struct th_rng explore;
};

struct tabular_settings tabular_defaults(void);
/* Makes an empty table. Returns false and sets *e if it cannot be made. */
bool tabular_make(struct tabular *t, const struct tabular_settings *s,
                  const struct environment *environment, uint64_t (*key)(const void *self),
                  struct th_error *e);
void tabular_drop(struct tabular *t);

/* Plays and learns from `games` games, of `in_all` of the whole training (for epsilon). */
void tabular_train(struct tabular *t, void *self, uint64_t games, uint64_t in_all);

/* The best action of the current decision; the first legal one if the key is not in the table. */
int tabular_greedy(const struct tabular *t, const void *self);
/* The same for a decision with this key and these legal actions. */
int tabular_best(const struct tabular *t, uint64_t key, const bool legal[]);

#endif
