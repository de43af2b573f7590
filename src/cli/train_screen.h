/* Trainings on the terminal, while they run. */
#ifndef CLI_TRAIN_SCREEN_H
#define CLI_TRAIN_SCREEN_H

#include "train_run.h"
#include <pthread.h>

/* On standard error, only where that is a terminal: a line that is drawn again and again, and one
 * that stays for each evaluation. The context of train_plan.progress. */
struct train_screen {
    pthread_mutex_t lock; /* all below */
    const struct train_run *runs;
    uint64_t *games, *updates; /* of each run, when it was last heard of */
    uint64_t before;           /* games of all, when it began */
    uint64_t updates_before;
    int count;
    double begun, drawn;
    bool terminal, shown;
};

bool train_screen_start(struct train_screen *s, const struct train_run runs[], int count,
                        struct th_error *e);
void train_screen_update(void *context, const struct train_run *run, bool evaluated);
/* Of a training on another rank: how far it is. */
void train_screen_heard(struct train_screen *s, int place, uint64_t games, uint64_t updates);
void train_screen_end(struct train_screen *s);

#endif
