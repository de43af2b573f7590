/* Everybody who is connected: so that nobody takes all connections, and nobody takes forever. */
#ifndef SERVE_VISITORS_H
#define SERVE_VISITORS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { VISITOR_ADDRESS_BYTES = 64 };

struct visitor {
    struct visitor *next;
    int socket;
    double since; /* when it began with what it is at: a request, or taking an answer */
    bool awaits;  /* it is we who keep it waiting, or it watches a game */
    void *asked;  /* what it waits for the answer of; NULL: nothing */
    char address[VISITOR_ADDRESS_BYTES];
    uint64_t client; /* a number for the address */
};

struct visitors {
    struct visitor *first;
    int count;
};

/* Under the lock of the house. */
bool visitors_may_come(const struct visitors *v, const struct sockaddr *address);
/* NULL if there is no memory. */
struct visitor *visitors_add(struct visitors *v, const struct sockaddr *address, int socket);
void visitors_remove(struct visitors *v, struct visitor *visitor);
/* Whether it has closed its end. */
bool visitors_has_gone(const struct visitor *visitor);
/* Hangs up on those that have taken too long. */
void visitors_watch(struct visitors *v);

#endif
