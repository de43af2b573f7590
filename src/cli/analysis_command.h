/* What analyze and review share: the flags of commands that judge positions, and the judge that
 * they ask for (analyze.c); reviews. */
#ifndef CLI_ANALYSIS_COMMAND_H
#define CLI_ANALYSIS_COMMAND_H

#include "analysis/judge.h"
#include "command.h"
#include "contest/contest.h"
#include "record/record.h"

#define JUDGING_FLAGS(rollouts_default, rollouts_help)                                             \
    {"judge",                                                                                      \
     TH_TEXT,                                                                                      \
     0,                                                                                            \
     0,                                                                                            \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "the bot that judges: by its search, or as the player of the rollouts; by "                   \
     "default the game's own choice"},                                                             \
        {"by",                                                                                     \
         TH_CHOICE,                                                                                \
         0,                                                                                        \
         0,                                                                                        \
         "auto",                                                                                   \
         judging_ways,                                                                             \
         "search: the chances that the search of the bot finds; rollouts: games that it plays to " \
         "the "                                                                                    \
         "end; exact: perfect play, where the game can find it; auto: exact where it can be, "     \
         "rollouts if --rollouts or --until is given, else search where the bot reports chances "  \
         "and "                                                                                    \
         "nothing is hidden"},                                                                     \
        {"rollouts", TH_INTEGER, 2, 10000000, rollouts_default, NULL, rollouts_help},              \
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
         "few outcomes or a slow bot"},                                                            \
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

/* A judge by the flags, for this game; false, with a NULL judge and the reason, if there is none.
 */
bool judging_open(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct arguments *a, const th_flag *stop, struct th_error *e);

/* Reviews one game (review.c), or the games of a saved run: the mistakes of a bot (review_run.c) or
 * the luck and the errors of all (review_bots.c). They return an exit status. */
int review_record(const struct record *record, const struct arguments *a, struct th_error *e);
int review_run(const char *path, const struct arguments *a, struct th_error *e);
int review_bots(struct run_file *f, const struct contest *c, const struct arguments *a,
                struct th_error *e);
/* Whether whole games can be reviewed as the flag --by says. */
bool review_can_judge(const struct th_game *game, const struct arguments *a, struct th_error *e);

#endif
