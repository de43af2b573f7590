/* Decisions of Kittens summed up in one number, for learning in a table. */
#ifndef KITTENS_ABSTRACT_H
#define KITTENS_ABSTRACT_H

#include "board.h"

/* Equal for decisions that are held for the same. These are told apart: own cards that do something
 * (up to three of a kind), deck size, bombs in the deck (up to seven), draws owed (up to two),
 * whether a bomb is to be put back, what is known of the first three cards and the last one (a bomb
 * or none), the cards above the highest place where the other may have put its last bomb (up to
 * three), whether the other's hand is larger by more than two (v2 looks at that), and the defuses,
 * attacks and skips that the other has played (up to three each). Only the seat's view is read. */
uint64_t kittens_abstract(const struct kittens *s, int seat);

#endif
