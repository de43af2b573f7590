/* Trainings at their beginning: new, or going on with a model file. */
#ifndef CLI_TRAIN_MAKE_H
#define CLI_TRAIN_MAKE_H

#include "command.h"
#include "train_run.h"

/* The one with the file of --resume; its opponents are read here, for they may be in the file. To
 * be dropped, unless it fails. */
bool train_make_resumed(const struct arguments *a, struct train_plan *plan, struct train_run *run,
                        struct th_error *e);
/* Training `number` of a command, with a model file (`path`) or without. Likewise. */
bool train_make_new(const struct arguments *a, const struct train_plan *plan, struct train_run *run,
                    uint64_t number, const char *path, struct th_error *e);

#endif
