/* What a bot does wrong, from the games of a saved run. */
#ifndef CLI_REVIEW_RUN_H
#define CLI_REVIEW_RUN_H

#include "command.h"

int review_run(const char *path, const struct arguments *a, struct th_error *e);

#endif
