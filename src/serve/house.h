/* All the games of the service, under one lock: those in memory, and the file with all of them. A
 * thread of its own, the keeper, does what is due: bots' answers that have waited, clocks that run
 * out, searches that have had their time, comments for silent streams, games that nobody uses. */
#ifndef SERVE_HOUSE_H
#define SERVE_HOUSE_H

#include "clients.h"
#include "log.h"
#include "messages.h"
#include "pool.h"
#include "room.h"
#include "store.h"
#include <stdio.h>

struct house {
    pthread_mutex_t lock;
    pthread_cond_t wake; /* the keeper's */
    pthread_t keeper;
    bool keeping, closing, look_again;
    struct pool pool;
    struct store store;
    struct log log; /* has a lock of its own */
    struct room *rooms;
    int room_count, viewers;
    int room_limit; /* rooms in memory: LIMIT_ROOMS; tests lower it */
    /* Why the last game that was looked for was not found. */
    enum { HOUSE_UNKNOWN, HOUSE_DAMAGED, HOUSE_NO_PLACE } missing;
    double commented;     /* when streams got their last comment */
    int64_t began;        /* when the service did, in seconds of the calendar */
    int64_t client_games; /* of one client in the file: LIMIT_CLIENT_GAMES; tests lower it */
    int64_t keep_seconds; /* a game is kept that was not changed for so long; 0: for ever */
    double expired;       /* when old games were looked for last */
    struct clients clients;
    struct messages messages;
    /* Both under the lock; both may be NULL. The second returns when it is to be called again. */
    void (*every_second)(void *context);
    double (*due)(void *context, double now);
    void *context;
};

/* Opens the file and goes on with its games, with so many threads that think; without any, and
 * without a keeper, for tests. Games are kept for so many seconds after their last change; 0: for
 * ever. */
bool house_open(struct house *h, const char *path, int threads, int64_t keep_seconds,
                struct th_error *e);
/* Nothing goes on any more, and whoever waits has an answer; but all can still be looked at. */
void house_quiet(struct house *h);
void house_close(struct house *h);

/* All under the lock: */

/* The game of this name, from memory or from the file; NULL if there is none, or as `missing` says.
 * Reading one from the file may evict another from memory, as house_has_room may: a pointer to a
 * room, or into it, is good across these two calls only while the room is pinned. */
struct room *house_find(struct house *h, const char *id);
enum house_room { HOUSE_ROOM, HOUSE_FULL, HOUSE_CLIENT_FULL, HOUSE_TOO_FAST };
/* Whether there is room for another game of this client; counts it if there is. */
enum house_room house_has_room(struct house *h, uint64_t client);
/* A new room, which the house owns from now on if it succeeds: it is stored and goes on. */
bool house_add(struct house *h, struct room *r, struct th_error *e);
void house_drop_room(struct room *r);

/* Removes games from the file that were not changed for the time that they are kept, a few at a
 * time. A game with viewers stays. */
void house_expire(struct house *h);

/* Writes it to the file; false if it cannot be, and the log has the reason too. */
bool house_store(struct room *r, struct th_error *e);
/* Something may be due earlier than the keeper knows. */
void house_look_again(struct house *h);

/* A number for a name, the same always. */
uint64_t house_number(const char *text);

#endif
