/* Playouts of Y: fills against the classical way, in one run. */
#ifndef CLI_BENCH_Y_H
#define CLI_BENCH_Y_H

#include <jansson.h>
#include <stdbool.h>

/* Measures each size so many times and prints a table, or returns [{"size", …}…] if `json`. */
json_t *bench_y(int rounds, bool json);

#endif
