/* Taking moves back: who may, and what becomes of the clock. */
#ifndef SERVE_TAKEBACK_H
#define SERVE_TAKEBACK_H

#include "room.h"

/* How far somebody with this key may go back: the number of steps that stay; SIZE_MAX and the
 * reason if nothing can be taken back. */
size_t takeback_to(const struct room *r, int key, struct th_error *e);
/* Takes the steps back, and what their decisions have brought on the clocks. The time that was used
 * stays used. */
void takeback_cut(struct room *r, size_t steps);

#endif
