/* Flags that bind the bots of others: limits that override their specs, and which bots are refused
 * because their authors are not trusted. */
#ifndef CLI_BOT_LIMITS_H
#define CLI_BOT_LIMITS_H

#include "tahur/bot.h"

#define BOT_LIMIT_FLAGS                                                                            \
    {"sandbox",                                                                                    \
     TH_SWITCH,                                                                                    \
     0,                                                                                            \
     1,                                                                                            \
     "0",                                                                                          \
     NULL,                                                                                         \
     "all bots that are other programs (exec) run in a sandbox, whatever their specs say"},        \
        {"bot-cpu",                                                                                \
         TH_INTEGER,                                                                               \
         1,                                                                                        \
         3600000,                                                                                  \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "milliseconds of CPU time a move of all bots exec, whatever their specs say; by the "     \
         "clock they may take 5 times as long"},                                                   \
    {                                                                                              \
        "bot-memory", TH_INTEGER, 1, 1048576, NULL, NULL,                                          \
            "MB that the processes of a bot exec may have in use, whatever its spec says"          \
    }

#define BOT_TRUST_FLAGS                                                                            \
    {"untrusted",                                                                                  \
     TH_SWITCH,                                                                                    \
     0,                                                                                            \
     1,                                                                                            \
     "0",                                                                                          \
     NULL,                                                                                         \
     "refuses libraries (lib) and bots exec without a sandbox; without this flag only those in "   \
     "folders of bots"},                                                                           \
    {                                                                                              \
        "trusted", TH_SWITCH, 0, 1, "0", NULL,                                                     \
            "takes the .bot files of folders as they are: they may run anything as you"            \
    }

/* Applies --sandbox, --bot-cpu and --bot-memory to the options of a bot that has them. */
bool bot_limits_set(const struct th_options *flags, const struct th_bot_kind *kind,
                    struct th_options *o, struct th_error *e);

/* Applies them, and refuses what --untrusted refuses. `submitted` is the path of the .bot file that
 * the spec comes from, or NULL. A bot of a file NAME.bot that is not trusted has the folder NAME
 * next to it as its own, and may not ask for more than the default limits. */
bool bot_limits_admit(const struct th_options *flags, const char *submitted,
                      const struct th_bot_kind *kind, struct th_options *o, struct th_error *e);

#endif
