/* Parchís: nodes by perft, evaluations, and alpha-beta from the start. */
#ifndef CLI_BENCH_PARCHIS_H
#define CLI_BENCH_PARCHIS_H

#include "tahur/error.h"
#include <jansson.h>
#include <stdbool.h>

/* Measures each rule set so many times and prints tables; returns [{"rules", …}…] for JSON, or NULL
 * and the reason. */
json_t *bench_parchis(int rounds, bool json, struct th_error *e);

#endif
