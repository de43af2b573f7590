/* The review of a game that is over, made by a thread of the pool, once: whoever asks meanwhile
 * waits for the same one, those who watch hear how far it is, and the file keeps it. */
#ifndef SERVE_REVIEWING_H
#define SERVE_REVIEWING_H

#include "room.h"

/* The room goes, or its game has changed: the review that is under way is not wanted. */
void reviewing_forget(struct room *r);

#endif
