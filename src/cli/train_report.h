/* What trainings found: as tables, as JSON, as CSV, and on the terminal while they run. */
#ifndef CLI_TRAIN_REPORT_H
#define CLI_TRAIN_REPORT_H

#include "train_run.h"
#include <pthread.h>

json_t *train_json(const struct train_plan *plan, const struct train_run runs[], int count);
void train_print(const struct train_plan *plan, const struct train_run runs[], int count);
/* One line an evaluation; false and the reason if it cannot be written. */
bool train_write_csv(const char *path, const struct train_plan *plan, const struct train_run runs[],
                     int count, struct th_error *e);

/* On standard error, only where that is a terminal: a line that is drawn again and again, and one
 * that stays for each evaluation. The context of train_plan.progress. */
struct train_screen {
    pthread_mutex_t lock; /* all below */
    const struct train_run *runs;
    uint64_t *games, *updates; /* of each run, when it was last heard of */
    int count;
    double begun, drawn;
    bool terminal, shown;
};

bool train_screen_start(struct train_screen *s, const struct train_run runs[], int count,
                        struct th_error *e);
void train_screen_update(void *context, const struct train_run *run, bool evaluated);
void train_screen_end(struct train_screen *s);

#endif
