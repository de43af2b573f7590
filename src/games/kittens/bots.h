/* The heuristic opponents of the rules page. */
#ifndef KITTENS_BOTS_H
#define KITTENS_BOTS_H

#include "board.h"
#include "tahur/bot.h"

extern const struct th_bot_kind *const kittens_bots[]; /* v1, v2, v3; ended by NULL */

/* What each of them does, as a function of what its seat may know. */
enum kittens_action kittens_v1(const struct kittens *view, struct th_rng *rng);
enum kittens_action kittens_v2(const struct kittens *view, struct th_rng *rng);
enum kittens_action kittens_v3(const struct kittens *view, struct th_rng *rng);

#endif
