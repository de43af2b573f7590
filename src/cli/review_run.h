/* What a bot does wrong, from the games of a saved run. */
#ifndef CLI_REVIEW_RUN_H
#define CLI_REVIEW_RUN_H

#include "command.h"

#include "record/record.h"

/* Reviews one game; an exit status. */
int review_record(const struct record *record, const struct arguments *a, struct th_error *e);

int review_run(const char *path, const struct arguments *a, struct th_error *e);

#endif
