/* What each client has used recently, so that one that asks for much waits, and no other does.
 *
 * A client is a network address (of IPv6 the /64 network), as a number. All under the lock of the
 * house. */
#ifndef SERVE_CLIENTS_H
#define SERVE_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

enum { CLIENTS_MAX = 1024, CLIENTS_WAYS = 8 };

struct client {
    uint64_t id;
    double seen;   /* when it asked last; 0: the entry is free */
    double minute; /* when its count of games began */
    int games;     /* made since */
    double debt;   /* CPU seconds used and not yet forgiven, at the time `seen` */
};

struct clients {
    struct client client[CLIENTS_MAX];
    /* The two clients that asked last, and when. */
    uint64_t last[2];
    double asked[2];
};

/* Whether the client may make another game at this time; counts it if so. */
bool clients_may_make_game(struct clients *c, uint64_t id, double now);

/* The client asks for something. Returns for how many seconds it has to wait: 0 unless it has used
 * more than its share of the time (LIMIT_CLIENT_SHARE) and another client asked recently. */
double clients_wait(struct clients *c, uint64_t id, double now);
/* The answer took this much CPU time. */
void clients_charge(struct clients *c, uint64_t id, double now, double seconds);

#endif
