/* Runs looked at from outside: how far they are, and their digest. */
#ifndef CLI_RUN_VIEW_H
#define CLI_RUN_VIEW_H

#include "arena/run_file.h"

struct run_sum {
    uint64_t games, asked; /* that are there, and that the run is to have */
    uint64_t gap, last; /* numbers: of the first game that is missing, of the last that is there */
    bool prefix;        /* nothing is missing before the last one: the digest is the run's so far */
    bool complete;
    uint64_t digest;
};

/* Reads every game. Where the run is not one of games (a training), all is 0. */
bool run_sum_up(struct run_file *f, struct run_sum *out, struct th_error *e);

#endif
