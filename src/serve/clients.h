/* Clients and their connections: how much each has used recently, and how many connections it has,
 * so that a client that requests much waits, and others do not.
 *
 * A client is a network address (of IPv6 the /64 network), as a hash. The mutex of the hub protects
 * everything here. */
#ifndef SERVE_CLIENTS_H
#define SERVE_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct stream;

/* ---- shares ---- */

enum { CLIENTS_MAX = 1024, CLIENTS_WAYS = 8 };

struct client {
    uint64_t id;
    double seen;   /* time of its last request; 0: the entry is free */
    double minute; /* when the count of games began */
    int games;     /* made since then */
    double use;    /* seconds of work for it, decaying exponentially, at the time `seen` */
    double turn;   /* when one of its delayed requests was last resumed */
};

/* While several clients send requests, all of them together get LIMIT_CLIENT_SHARE of the service's
 * time by max-min fairness: a client waits if its recent use is above the level at which the uses
 * of all, cut off there, add up to the share. A client that uses little never waits, however many
 * others use much. Delayed requests are resumed one after another, with pauses, so that they do not
 * exceed the share. */
struct clients {
    struct client client[CLIENTS_MAX];
    /* The last two clients that sent a request, and when. */
    uint64_t last[2];
    double asked[2];
    double level;    /* the use above which a client waits, */
    double computed; /* computed at this time */
    double next;     /* when the next delayed request may be resumed */
};

/* Whether the client may make another game now; counts it if so. */
bool clients_may_make_game(struct clients *c, uint64_t id, double now);

/* Registers a request; whether it has to wait, because the client uses much and another client has
 * sent a request recently. */
bool clients_must_wait(struct clients *c, uint64_t id, double now);
/* When a delayed request of the client was last resumed. The smallest is next. */
double clients_turn(struct clients *c, uint64_t id, double now);
/* A delayed request of the client is resumed; the next one may be when this one is answered. */
void clients_resume(struct clients *c, uint64_t id, double now);
/* Adds the seconds that an answer took; `waited`: the request was delayed. */
void clients_charge(struct clients *c, uint64_t id, double now, double seconds, bool waited);

/* ---- counting ---- */

/* A hash table of counts by client, initialised with zeros. There are fewer clients than places. */
enum { COUNT_PLACES = 4096 };
struct client_counts {
    uint64_t id[COUNT_PLACES];
    int count[COUNT_PLACES];
    int all, most;
    uint64_t greediest; /* the client with the most */
};

void client_counts_add(struct client_counts *c, uint64_t id);
int client_counts_of(const struct client_counts *c, uint64_t id);

/* ---- connections ---- */

enum { PEER_ADDRESS_BYTES = 64 };

enum peer_phase {
    PEER_NEW,  /* connected, and the first headers are incomplete */
    PEER_IDLE, /* between an answer and the end of the next headers */
    PEER_BUSY, /* sends a body, waits for an answer, or receives it */
};

/* The other end of a connection. */
struct peer {
    struct peer *next;
    int socket;
    enum peer_phase phase;
    double since;  /* when the phase, or receiving an answer, began */
    bool awaits;   /* it waits for us, or has a stream: no time limit */
    bool dropped;  /* its socket is shut down; libmicrohttpd has not noticed yet */
    void *asked;   /* its request that waits for a job; NULL: none */
    void *delayed; /* its request that waits for its client's turn; NULL: none */
    double delayed_since;
    struct stream *stream; /* NULL: none */
    char address[PEER_ADDRESS_BYTES];
    uint64_t client;
};

struct peers {
    struct peer *first;
    int count;
};

/* Drops a connection if there are too many: one of this address, if that is at its own limit; else
 * one of the address with the most connections without a request, if there are several; else of the
 * address with the most. First go those without a request, then viewers, then others, and streams
 * of players last; of equals the oldest. */
void peers_make_room(struct peers *p, const struct sockaddr *address);
/* NULL if there is no memory. */
struct peer *peers_add(struct peers *p, const struct sockaddr *address, int socket);
void peers_remove(struct peers *p, struct peer *peer);
/* Whether it has closed its end. */
bool peer_has_closed(const struct peer *peer);
/* Drops connections that exceed the time of their phase. */
void peers_drop_slow(struct peers *p);

#endif
