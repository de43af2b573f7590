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
    double debt;   /* seconds used and not yet forgiven, at the time `seen` */
    double turn;   /* when a request of it that had to wait went on last */
};

/* Clients that use much have LIMIT_CLIENT_SHARE of the service's time together, in equal parts. A
 * client is in debt when it has used LIMIT_CLIENT_BURST more than its part. The requests of all
 * clients in debt go on one after another, with pauses, so that they do not exceed the share. */
struct clients {
    struct client client[CLIENTS_MAX];
    /* The two clients that asked last, and when. */
    uint64_t last[2];
    double asked[2];
    int heavy; /* clients that use much, at the time `counted` */
    double counted;
    double next; /* when the next request of a client in debt may go on */
};

/* Whether the client may make another game at this time; counts it if so. */
bool clients_may_make_game(struct clients *c, uint64_t id, double now);

/* The client asks for something: whether it has to wait, since it is in debt and another client
 * asked recently. */
bool clients_must_wait(struct clients *c, uint64_t id, double now);
/* When a request of the client that had to wait went on last: who waited longest is next. */
double clients_turn(struct clients *c, uint64_t id, double now);
/* A request of the client that had to wait goes on; the next one may when this one is answered. */
void clients_go_on(struct clients *c, uint64_t id, double now);
/* The answer took this many seconds; `waited`: it had to wait before. */
void clients_charge(struct clients *c, uint64_t id, double now, double seconds, bool waited);

/* ---- counting ---- */

/* How many things each client has; all zero at first. There are fewer clients than places. */
enum { COUNT_PLACES = 4096 };
struct client_counts {
    uint64_t id[COUNT_PLACES];
    int count[COUNT_PLACES];
    int all, most;
    uint64_t greediest; /* the client with the most */
};

void client_counts_add(struct client_counts *c, uint64_t id);
int client_counts_of(const struct client_counts *c, uint64_t id);

#endif
