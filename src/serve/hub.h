/* All games of the service: the rooms in memory, and the file with all of them.
 *
 * One mutex, `lock`, protects the hub, the rooms, the streams, the clients and the queue of the
 * worker threads. The housekeeping thread does what is due: delayed moves of bots, clocks that run
 * out, jobs that exceed their time, keep-alive comments of streams, expired games. */
#ifndef SERVE_HUB_H
#define SERVE_HUB_H

#include "clients.h"
#include "log.h"
#include "pool.h"
#include "room.h"
#include "store.h"
#include <stdio.h>

struct hub {
    pthread_mutex_t lock;
    pthread_cond_t wake; /* wakes the housekeeping thread */
    pthread_t housekeeper;
    bool housekeeping, closing, wake_requested;
    struct pool pool;
    struct store store;
    struct log log; /* has its own mutex */
    struct room *rooms;
    int room_count, viewers;
    int room_limit; /* rooms in memory: LIMIT_ROOMS; tests lower it */
    /* Why the last hub_find returned NULL. */
    enum { HUB_UNKNOWN, HUB_DAMAGED, HUB_NO_PLACE } missing;
    double kept_alive;           /* when streams got their last keep-alive comment */
    int64_t began;               /* when the service began, in seconds since the epoch */
    int64_t client_games;        /* of one client in the file: LIMIT_CLIENT_GAMES; tests lower it */
    int64_t keep_seconds;        /* how long a game is kept after its last change; 0: forever */
    double expired;              /* when expired games were removed last */
    const struct access *access; /* NULL: there is no network, in tests */
    struct clients clients;
    struct message_cache messages;
    /* Callbacks of the network layer, called with the mutex held; may be NULL. `due` returns when
     * it has to be called again. */
    void (*every_second)(void *context);
    double (*due)(void *context, double now);
    void *context;
};

/* Opens the file and continues its games, with `threads` worker threads; 0, for tests: without
 * these and without the housekeeping thread. Games are kept for `keep_seconds` after their last
 * change; 0: forever. */
bool hub_open(struct hub *h, const char *path, int threads, int64_t keep_seconds,
              struct th_error *e);
/* Stops the threads and answers all waiting requests; the games can still be read. */
void hub_stop(struct hub *h);
void hub_close(struct hub *h);

/* All of the following are called with the mutex held. */

/* The game with this id, from memory or from the file; NULL with the reason in `missing`. Reading a
 * game may evict another from memory, and so may hub_admit_game: a pointer to a room, or into it,
 * stays valid across these two calls only while the room is pinned. */
struct room *hub_find(struct hub *h, const char *id);
enum hub_admission { HUB_ADMITTED, HUB_FULL, HUB_CLIENT_FULL, HUB_TOO_FAST };
/* Whether the client may make another game; counts it if so. */
enum hub_admission hub_admit_game(struct hub *h, uint64_t client);
/* Stores and starts a new room; if it succeeds, the hub owns the room. */
bool hub_add(struct hub *h, struct room *r, struct th_error *e);

/* Removes expired games from the file, a few at a time. A game with viewers stays. */
void hub_expire(struct hub *h);

/* Writes the room to the file; false with the reason, which is also logged, if that fails. */
bool hub_store(struct room *r, struct th_error *e);
/* Something may be due before the housekeeping thread wakes up by itself. */
void hub_wake_housekeeper(struct hub *h);

/* A hash of a text, always the same. */
uint64_t hub_hash(const char *text);

#endif
