/* Decisions of Kittens summed up in one number, for learning in a table. */
#ifndef KITTENS_ABSTRACT_H
#define KITTENS_ABSTRACT_H

#include "board.h"

/* Equal for decisions that are held for the same: own cards that do something (at most three of a
 * kind), deck size, bombs, draws owed, what is known of the first three cards and the last one,
 * where the other may have put its last bomb as far as it is near the top, whether the other's hand
 * is larger by more than two (v2 looks at that), and its skips and attacks that were played. Only
 * the seat's view is read. */
uint64_t kittens_abstract(const struct kittens *s, int seat);

#endif
