/* tahur solve cantstop: the exact optimum of the race of one player. */
#ifndef CLI_SOLVE_CANTSTOP_H
#define CLI_SOLVE_CANTSTOP_H

#include "command.h"

/* The arguments are those of solve, the game has been found by this spec. Returns an exit status.
 */
int solve_cantstop(const struct arguments *a, const struct th_spec *spec, struct th_error *e);

#endif
