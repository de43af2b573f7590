/* Bots for any game of the table; those that search by values want an evaluation (`plays`). */
#ifndef SEARCH_BOTS_H
#define SEARCH_BOTS_H

#include "tahur/bot.h"

extern const struct th_bot_kind random_bot, mcts_bot, greedy_bot, minimax_bot, alphabeta_bot;

#endif
