/* Who may watch when there are many streams of events already. Those who play have places of their
 * own, and a client with many streams makes way for one with few. */
#ifndef SERVE_AUDIENCE_H
#define SERVE_AUDIENCE_H

#include "house.h"

/* Whether a client may open a stream of this game with this key; it may end another one for that.
 * Under the lock. */
bool audience_admits(struct house *h, struct room *r, int key, uint64_t client);

#endif
