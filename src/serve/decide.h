/* A bot's decision, made by a thread of the pool: it has a copy of what the seat may know, and
 * nothing of the room. */
#ifndef SERVE_DECIDE_H
#define SERVE_DECIDE_H

#include "room.h"

/* The job that decides for the bot whose turn it is; NULL and the reason if there is no memory. */
struct job *decide_new(struct room *r, struct th_error *e);
/* The room has changed: what comes of the job is not wanted. */
void decide_forget(struct job *job);

#endif
