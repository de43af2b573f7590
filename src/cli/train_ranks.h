/* Trainings on the ranks of an MPI job: the first one deals the seeds and reports, the others
 * train, one training at a time. */
#ifndef CLI_TRAIN_RANKS_H
#define CLI_TRAIN_RANKS_H

#include "train_screen.h"
#include "train_store.h"

/* On the first rank: has all trainings made that are not finished, and writes the files of all.
 * `file`: where they are saved; NULL: nowhere. */
void train_deal(const struct train_plan *plan, struct run_file *file, struct train_screen *screen,
                struct train_run runs[], int count);
/* On the others: trains what it gets, until there is nothing more; with --save, the first rank
 * hears of every evaluation. False and the reason if it cannot train. */
bool train_serve(const struct arguments *a, struct train_plan *plan, struct th_error *e);

#endif
