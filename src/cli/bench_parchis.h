/* Parchís: nodes by perft, evaluations, and alpha-beta from the start. */
#ifndef CLI_BENCH_PARCHIS_H
#define CLI_BENCH_PARCHIS_H

#include "tahur/error.h"
#include <jansson.h>
#include <stdbool.h>

/* Measures each rule set so many times, alpha-beta to this depth, and prints a table; returns
 * [{"rules", …}…] for JSON, or NULL and the reason. */
json_t *bench_parchis(int rounds, int depth, bool json, struct th_error *e);

#endif
