/* Q-learning in a table: what every action of a decision is worth, for each key under which a game
 * sums decisions up. No network, no generalising: with enough games it comes near to the best that
 * the keys allow, which is what networks are judged by.
 *
 * Values are learned from the end of a game backwards (Watkins 1989, in reverse order, so that what
 * a game ended with is known to all its decisions at once). Rewards are not discounted. */
#ifndef LEARN_TABULAR_H
#define LEARN_TABULAR_H

#include "environment.h"
#include "tahur/error.h"
#include "tahur/rng.h"
#include <stddef.h>

enum { TABULAR_ACTIONS_MAX = 16, TABULAR_LONGEST = 1024 };

struct tabular_settings {
    uint64_t seed;
    size_t slots;                /* keys the table has room for; a power of two */
    float epsilon, epsilon_last; /* share of random actions, falling evenly over all games */
    float patience; /* a value moves by 1 / visits^patience: 1 is the mean, less forgets faster */
};

/* What is known of one key. */
struct tabular_entry {
    uint64_t key; /* 0: free */
    float value[TABULAR_ACTIONS_MAX];
    uint32_t visits[TABULAR_ACTIONS_MAX];
};

struct tabular {
    struct tabular_settings settings;
    const struct environment *environment;
    uint64_t (*key)(const void *self); /* of the decision at hand */
    struct tabular_entry *entry;
    size_t used;
    uint64_t games, lost; /* played; decisions for which there was no room */
    struct th_rng explore;
};

struct tabular_settings tabular_defaults(void);
/* An empty table; false and the reason if it cannot be made. */
bool tabular_make(struct tabular *t, const struct tabular_settings *s,
                  const struct environment *environment, uint64_t (*key)(const void *self),
                  struct th_error *e);
void tabular_drop(struct tabular *t);

/* Plays and learns from so many games, of so many in all (for epsilon). */
void tabular_train(struct tabular *t, void *self, uint64_t games, uint64_t in_all);

/* The action it holds for best in the decision at hand: the first legal one if it knows none. */
int tabular_greedy(const struct tabular *t, const void *self);
/* The same of a decision that has this key and these legal actions. */
int tabular_best(const struct tabular *t, uint64_t key, const bool legal[]);

#endif
