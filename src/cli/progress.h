/* A progress bar on standard error, only where that is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "core/rate.h"

struct progress {
    uint64_t total;
    const char *what;    /* of which there are so many: "games" */
    double begun, drawn; /* seconds of the monotonic clock */
    struct rate rate;
    bool terminal, shown;
};

struct progress progress_start(uint64_t total, const char *what);
/* The same, where so many are there already and are only read. */
struct progress progress_resume(uint64_t total, uint64_t there, const char *what);
/* Draws at most ten times a second. The context is a struct progress. */
void progress_update(void *context, uint64_t done);
/* Wipes the bar away. */
void progress_end(struct progress *p);

#endif
