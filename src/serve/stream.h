/* Event streams: the clients that watch a game, each with a queue of messages to send. A client
 * that reads too slowly gets the latest full state instead of the messages in between.
 *
 * A message is built once and shared: a reference-counted buffer. The mutex of the hub protects
 * everything here. */
#ifndef SERVE_STREAM_H
#define SERVE_STREAM_H

#include "access.h"
#include "limits.h"
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hub;
struct room;

/* ---- messages ---- */

struct message {
    int references; /* freed at 0 */
    size_t size;
    char bytes[];
};

/* A message with one reference and uninitialised bytes; NULL if there is no memory. */
struct message *message_new(size_t size);
/* A server-sent event, "event: NAME\ndata: TEXT\n\n"; NULL if there is no memory. */
struct message *message_event(const char *name, const char *text);
struct message *message_ref(struct message *m);
void message_unref(struct message *m); /* may be NULL */

/* JSON as text; the caller frees it. NULL if there is no memory. */
char *json_text(const json_t *json);

/* A cache of long state messages: the state of a game of thousands of steps is written once for
 * each version and key, however often it is requested. */

enum { CACHED_MESSAGE_LEAST = 8 << 10 }; /* bytes; shorter messages are not cached */

struct message_cache {
    struct cached_message {
        char id[ID_BYTES]; /* of the game */
        int key;
        int64_t version;
        struct message *message; /* a reference; NULL: the entry is free */
        uint64_t used;           /* the value of `clock` at the last use */
    } entry[LIMIT_CACHED_MESSAGES];
    uint64_t clock; /* counts uses */
    uint64_t hits;
};

/* The cached message, owned by the cache and valid until the next call; NULL: not cached. */
const struct message *message_cache_find(struct message_cache *cache, const char *id, int key,
                                         int64_t version);
/* Adds a message, with a reference of its own, in place of the least recently used one. */
void message_cache_put(struct message_cache *cache, const char *id, int key, int64_t version,
                       struct message *m);
void message_cache_clear(struct message_cache *cache);

/* ---- streams ---- */

struct stream {
    struct stream *next; /* of the room */
    struct room *room;   /* NULL: the stream has to end */
    int key;             /* or ROOM_VIEWER */
    uint64_t client;
    double since; /* when it joined */
    struct message *queue[LIMIT_STREAM_MESSAGES];
    int first, count;
    size_t sent;     /* bytes of the first message */
    bool lagging;    /* messages were dropped: the full state is next */
    bool keep_alive; /* send a comment if there is no message, so that the connection stays open */
    /* Callback: there is something to send, or the stream has to end. */
    void (*wake)(struct stream *s);
    void *context;
};

/* Adds a stream to a room; it starts with the full state. */
void stream_join(struct stream *s, struct room *r, int key, uint64_t client);
/* Removes it from its room and drops its queue. */
void stream_leave(struct stream *s);

/* Queues a message, with a reference of its own. */
void stream_post(struct stream *s, struct message *m);
/* Copies up to `most` bytes to send; 0: nothing to send now; -1: the stream has ended. */
long stream_read(struct stream *s, char *out, size_t most);

/* Whether a client may open a stream of this game with this key, when there are many already. It
 * may end another stream: streams of players have reserved places, and a client with many streams
 * gives way to one with few. */
bool stream_is_admitted(struct hub *h, struct room *r, int key, uint64_t client);

#endif
