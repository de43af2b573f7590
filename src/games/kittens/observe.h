/* clang-format off */
/* What a seat may know as a row of numbers, for learning. The layout is fixed: networks depend on
 * it, so a change of it is a new KITTENS_OBSERVATION_LAYOUT.
 *
 *   at  numbers
 *    0   7       own hand: Defuse, Skip, Attack, SeeFuture, DrawBottom, Shuffle, each / 4;
 *                Safe / 16
 *    7   1       size of the other hand / 16
 *    8   1       deck size / 32
 *    9   1       bombs in the deck / 4
 *   10   1       bombs / deck size (0 for an empty deck)
 *   11   1       draws owed / 2
 *   12   1       1 if a bomb is to be put back (actions 3–5), else 0
 *   13   7       the other's last action, 1 for it and 0 for the rest: Draw, Skip, Attack, defused,
 *                SeeFuture, DrawBottom, Shuffle; all 0 before its first
 *   20   6       cards the other has played: Defuse, Skip, Attack, SeeFuture, DrawBottom, Shuffle,
 *                each / 4
 *   26   4       cards played by oneself: Defuse, Skip, Attack, the others together, each / 4
 *   30   4       the top card, the second, the third, the bottom card: 1 a bomb for sure, −1 surely
 *                none, 0 not known
 *   34   1       the highest bomb whose place is known: 1 / (1 + cards above it), 0 if there is none
 *   35   3       where the other may have put its last bomb, if it has not been shuffled or drawn
 *                from since: the top of then, the middle, the bottom, each 1 / (1 + cards above it
 *                now), 0 where it was found or another card was seen
 *   38   2       the probability that the top card is a bomb, and that the bottom card is, as far as
 *                the seat can tell (the three places of the other's bomb being equally likely)
 *
 * Only the seat's view is read: a state and its view give the same numbers. */
/* clang-format on */
#ifndef KITTENS_OBSERVE_H
#define KITTENS_OBSERVE_H

#include "board.h"

#define KITTENS_OBSERVATION_LAYOUT "kittens 1, 40 numbers"
enum { KITTENS_OBSERVATION = 40 };

/* Writes the numbers for this seat, whoever is in turn. `s` may be a state or the seat's view. */
void kittens_observe(const struct kittens *s, int seat, float out[KITTENS_OBSERVATION]);

/* How many there are, and what the i-th is called and tells. */
int kittens_observations(const struct th_state *s);
const char *kittens_observation_name(const struct th_state *s, int i, char *out, size_t size);
const char *kittens_observation_meaning(const struct th_state *s, int i);

#endif
