/* A network as a bot, which takes the legal action of highest value: in memory, for training and
 * evaluations; and the bot dqn, which reads the network from a model file. */
#ifndef LEARN_PLAYER_H
#define LEARN_PLAYER_H

#include "network.h"
#include "tahur/bot.h"

/* The index in ask->legal of the action of highest value; of equal ones the first. The network maps
 * observations of the game to values of its actions. */
int player_choose(const struct network *n, const struct th_ask *ask);

extern const struct th_bot_kind dqn_bot;

/* Makes the bot look for the models that come with the program in this folder first. For a library
 * that is moved together with its models; called while there is one thread. */
void player_add_models(const char *folder);

#endif
