/* Trainings as a page: what was learned, how it went, and how the network plays. */
#ifndef CLI_TRAIN_PAGE_H
#define CLI_TRAIN_PAGE_H

#include "train_run.h"

/* False and the reason if it cannot be written. Plays some games with each network that was kept;
 * Control-C ends them, and leaves that chart out. */
bool train_write_page(const char *path, const struct train_plan *plan, struct train_run runs[],
                      int count, struct th_error *e);

#endif
