/* Bots that can play any game of the table. */
#ifndef SEARCH_BOTS_H
#define SEARCH_BOTS_H

#include "tahur/bot.h"

extern const struct th_bot_kind random_bot, mcts_bot;

#endif
