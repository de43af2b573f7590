/* What trainings found: as tables, as JSON, and as CSV. */
#ifndef CLI_TRAIN_REPORT_H
#define CLI_TRAIN_REPORT_H

#include "train_run.h"

json_t *train_json(const struct train_plan *plan, const struct train_run runs[], int count);
void train_print(const struct train_plan *plan, const struct train_run runs[], int count);
/* One line an evaluation; false and the reason if it cannot be written. */
bool train_write_csv(const char *path, const struct train_plan *plan, const struct train_run runs[],
                     int count, struct th_error *e);

#endif
