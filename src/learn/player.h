/* A network as a bot, which takes the legal action of highest value: in memory, for training and
 * evaluations; and the bot dqn, which reads the network from a model file. */
#ifndef LEARN_PLAYER_H
#define LEARN_PLAYER_H

#include "model.h"
#include "network.h"
#include "tahur/bot.h"

/* The index in ask->legal of the action of highest value; of equal ones the first. The network maps
 * observations of the game to values of its actions. */
int player_choose(const struct network *n, const struct th_ask *ask);

/* Whether the model is of this kind and for this game. It plays the game with all options that give
 * observations of the same size, but for those that player_fits_rules checks. If not, returns false
 * and sets *e. */
bool player_fits(const struct model *m, const char *kind, const struct th_game *game,
                 struct th_error *e);

/* Whether the game with these options has the rules that the model was trained for, as far as the
 * game names options that matter (model_options of core/tools.h). If not, returns false and sets
 * *e. A model whose game this program does not know is accepted. */
bool player_fits_rules(const struct model *m, const struct th_game *game,
                       const struct th_options *game_options, struct th_error *e);

/* Reads the network that comes with the program for a game that names one (`model` of
 * tahur/learning.h): the file of this name after the prefix. */
bool player_read_shipped(struct model *m, const char *prefix, const struct th_game *game,
                         struct th_error *e);

extern const struct th_bot_kind dqn_bot;

/* Makes bots look for the models that come with the program in this folder first. For a library
 * that is moved together with its models; called while there is one thread. */
void player_add_models(const char *folder);

#endif
