/* The bot puct: a tree search that asks a network for priors and values, which `tahur train
 * --method selfplay` has trained or another program has written (docs/learning.md). */
#ifndef LEARN_PUCT_PLAYER_H
#define LEARN_PUCT_PLAYER_H

#include "search/worlds.h"
#include "tahur/bot.h"

/* The weight of exploration, for payoffs from 0 to 1. */
#define PUCT_EXPLORATION 1.0

struct puct_limits {
    int64_t iterations;
    double seconds;     /* 0: no limit */
    double value_scale; /* 0: the action with the most visits is chosen; above: see below */
};

/* Searches with worlds that have an evaluator. Returns the place in ask->legal of the action with
 * the most visits; of equal ones that with the higher prior. With value_scale, the action that the
 * improved policy (search/gumbel.h) prefers: visits tell little where values differ by less than
 * the bonus of exploration. */
int puct_choose(struct worlds *w, const struct puct_limits *limits, const struct th_ask *ask);

extern const struct th_bot_kind puct_bot;

#endif
