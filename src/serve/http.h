/* The service on the network, by libmicrohttpd, whose one thread does all the reading and writing.
 *
 * A connection is suspended while we have nothing to say to it: while a thread of the pool thinks,
 * and while a game that it watches stands still. Whoever has the lock of the house may wake it. The
 * handlers take that lock themselves and call libmicrohttpd's suspend and resume under it; it calls
 * us without any lock of its own that we could meet the other way round. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "guard.h"
#include "house.h"

struct http;

/* Begins to answer on a socket that listens, which it closes in the end. */
struct http *http_open(struct house *h, const struct guard *guard, int listening,
                       struct th_error *e);
/* No more connections; streams end. The house must be open still, but its pool closed. */
void http_close(struct http *http);

#endif
