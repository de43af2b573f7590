/* The flags of the commands that judge positions, and the judge they ask for. */
#ifndef CLI_JUDGING_FLAGS_H
#define CLI_JUDGING_FLAGS_H

#include "analysis/judging.h"
#include "command.h"

#define JUDGING_FLAGS(bot, games, games_default, games_help)                                       \
    {bot,                                                                                          \
     TH_TEXT,                                                                                      \
     0,                                                                                            \
     0,                                                                                            \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "whose judgement it is: a bot that tells what it thinks, or who plays the rollouts; by "      \
     "default the game's own choice"},                                                             \
        {"by",                                                                                     \
         TH_CHOICE,                                                                                \
         0,                                                                                        \
         0,                                                                                        \
         "auto",                                                                                   \
         judging_ways,                                                                             \
         "search: the chances that the bot itself tells; rollouts: games that it plays to the "    \
         "end; exact: perfect play, where the game can find it; auto: exact where it can be, "     \
         "rollouts if --" games                                                                    \
         " or --until is given, else search where the bot tells chances and "                      \
         "nothing is hidden"},                                                                     \
        {games, TH_INTEGER, 2, 10000000, games_default, NULL, games_help},                         \
        {"until",                                                                                  \
         TH_DECIMAL,                                                                               \
         10,                                                                                       \
         500000,                                                                                   \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "goes on with rollouts until no standard error is larger than this (0.005: half a per "   \
         "cent)"},                                                                                 \
        {"control",                                                                                \
         TH_CHOICE,                                                                                \
         0,                                                                                        \
         0,                                                                                        \
         "auto",                                                                                   \
         judging_controls,                                                                         \
         "whether luck is taken off rollouts by a control variate; auto: where that pays, with "   \
         "few outcomes or a bot that thinks long"},                                                \
        {"seed",                                                                                   \
         TH_INTEGER,                                                                               \
         0,                                                                                        \
         INT64_MAX,                                                                                \
         "1",                                                                                      \
         NULL,                                                                                     \
         "of all chance; the same seed gives the same figures, for any number of threads"},        \
        {"threads",                                                                                \
         TH_INTEGER,                                                                               \
         1,                                                                                        \
         1024,                                                                                     \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "rollouts played at once; changes nothing but the time; all cores if not given"},         \
    {                                                                                              \
        "json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of tables"                    \
    }

extern const char *const judging_ways[], *const judging_controls[];

/* A judge by the flags, two of which have these names, for this game. NULL judge and the reason if
 * there is none. */
struct judging_names {
    const char *bot, *games;
};
bool judging_open(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct arguments *a, struct judging_names names, const th_flag *stop,
                  struct th_error *e);

#endif
