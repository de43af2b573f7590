/* The flags of `tahur train`, and what they say. */
#ifndef CLI_TRAIN_ARGUMENTS_H
#define CLI_TRAIN_ARGUMENTS_H

#include "command.h"
#include "train_run.h"

extern const struct th_option train_flags[];

/* What all trainings of the command have in common, but for the opponents and who is told of the
 * progress. */
bool train_read_plan(const struct arguments *a, struct train_plan *plan, struct th_error *e);
/* The bots that --opponent or --evaluate-against names; by default those of Kittens, or random in a
 * game that does not have them. */
const char *train_bots_text(const struct arguments *a, const struct th_game *game,
                            const char *flag);
/* The opponents, which are judges too. */
bool train_read_opponents(struct train_plan *plan, const char *text, struct th_error *e);
/* How a new training learns. */
bool train_read_settings(const struct arguments *a, struct dqn_settings *s, struct th_error *e);

/* Whether only flags were given that mean something for a training that goes on, or for a table;
 * if not, the reason. */
bool train_fits_resume(const struct arguments *a, struct th_error *e);
bool train_fits_table(const struct arguments *a, const struct train_plan *plan, struct th_error *e);

#endif
