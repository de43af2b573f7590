/* `tahur train --method table`: how far the game's own summary of decisions carries against these
 * opponents, as a mark for networks. */
#ifndef CLI_TRAIN_TABLE_H
#define CLI_TRAIN_TABLE_H

#include "command.h"
#include "train_run.h"

int train_table(const struct arguments *a, const struct train_plan *plan, struct th_error *e);

#endif
