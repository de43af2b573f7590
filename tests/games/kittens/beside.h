/* The engine and the plain version side by side: the plain one has a real deck, and tells the
 * engine which card chance turns. */
#ifndef KITTENS_BESIDE_H
#define KITTENS_BESIDE_H

#include "games/kittens/board.h"
#include "plain_kittens.h"

struct beside {
    struct kittens fast;
    struct plain_kittens plain;
};

/* Both from the start, with a deck in this order from the top; it may be NULL: shuffled. */
void beside_begin(struct beside *b, const struct kittens_deck *deck, enum kittens_rules rules,
                  const int order[], struct th_rng *rng);
/* An action in both, with all that chance adds to it. The test fails where the engine thinks that
 * chance cannot have turned a card. */
void beside_act(struct beside *b, int action, struct th_rng *rng);

#endif
