/* Trainings in the file of a run: `tahur train --save`. */
#ifndef CLI_TRAIN_STORE_H
#define CLI_TRAIN_STORE_H

#include "arena/run_file.h"
#include "command.h"
#include "train_run.h"

/* The run that --save names, for this command, whose opponents are read; NULL and the reason if it
 * cannot be. */
struct run_file *train_store_open(const struct arguments *a, const struct train_plan *plan,
                                  struct th_error *e);
/* A training that was just made goes on from what is in the file of it, if anything. */
bool train_store_load(struct run_file *file, struct train_run *run, struct th_error *e);
/* For train_plan.keep, with the file as its keeper. Of a training that has gone astray before its
 * end, what it was before stays. */
bool train_store_keep(void *file, const struct train_run *run, struct th_error *e);

#endif
