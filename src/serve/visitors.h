/* Everybody who is connected: so that nobody takes all connections, and nobody takes forever. */
#ifndef SERVE_VISITORS_H
#define SERVE_VISITORS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { VISITOR_ADDRESS_BYTES = 64 };

enum visitor_phase {
    VISITOR_NEW,  /* connected, and the first headers are not complete */
    VISITOR_KEPT, /* between an answer and the end of the next headers */
    VISITOR_BUSY, /* sends a body, waits for an answer, or takes it */
};

struct stream;

struct visitor {
    struct visitor *next;
    int socket;
    enum visitor_phase phase;
    double since;  /* when the phase began, or a part of it: taking an answer */
    bool awaits;   /* it is we who keep it waiting, or it watches a game */
    bool dropped;  /* its socket is shut down; the library has not noticed yet */
    void *asked;   /* what it waits for the answer of; NULL: nothing */
    void *delayed; /* the request that waits until its client may go on; NULL: none */
    double delayed_since;
    struct stream *stream; /* that it watches; NULL: none */
    char address[VISITOR_ADDRESS_BYTES];
    uint64_t client; /* a number for the address */
};

struct visitors {
    struct visitor *first;
    int count;
};

/* All under the lock of the house. */

/* Makes room for a connection from this address, if there is none: of the address that has reached
 * its own limit, else of the one with the most connections that send no request, if these are
 * several, else of the one with the most connections, one is dropped. First go those without a
 * request, then those that only watch, then others, players' streams last; of equals the oldest. */
void visitors_make_room(struct visitors *v, const struct sockaddr *address);
/* NULL if there is no memory. */
struct visitor *visitors_add(struct visitors *v, const struct sockaddr *address, int socket);
void visitors_remove(struct visitors *v, struct visitor *visitor);
/* Whether it has closed its end. */
bool visitors_has_gone(const struct visitor *visitor);
/* Hangs up on those that have taken too long. */
void visitors_watch(struct visitors *v);

#endif
