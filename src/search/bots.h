/* Bots for any game that implements struct th_game. Those that search by values need its evaluation
 * (stack_supports). */
#ifndef SEARCH_BOTS_H
#define SEARCH_BOTS_H

#include "tahur/bot.h"

extern const struct th_bot_kind random_bot, mcts_bot, greedy_bot, minimax_bot, alphabeta_bot;

#endif
