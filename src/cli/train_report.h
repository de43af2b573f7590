/* What trainings found: as tables, as JSON, and as CSV. */
#ifndef CLI_TRAIN_REPORT_H
#define CLI_TRAIN_REPORT_H

#include "train_run.h"

json_t *train_json(const struct train_plan *plan, const struct train_run runs[], int count);
void train_print(const struct train_plan *plan, const struct train_run runs[], int count);
enum { TRAIN_REPEATS_BYTES = TH_SPEC_BYTES + 200 };
/* A sentence about the games against a judge in the end, if they do not all begin at the start or
 * are not all different; false: there is nothing to say. */
bool train_repeats(const struct train_plan *plan, const struct train_run runs[], int count,
                   int judge, char out[TRAIN_REPEATS_BYTES]);
/* One line an evaluation; false and the reason if it cannot be written. */
bool train_write_csv(const char *path, const struct train_plan *plan, const struct train_run runs[],
                     int count, struct th_error *e);

#endif
