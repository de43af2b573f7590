/* Those who watch a game, each with the letters that still have to be sent. Whoever is slow gets
 * the newest whole state in the end, instead of all that happened in between. */
#ifndef SERVE_STREAM_H
#define SERVE_STREAM_H

#include "letter.h"
#include "limits.h"
#include <stdbool.h>
#include <stdint.h>

struct room;

struct stream {
    struct stream *next; /* of the room */
    struct room *room;   /* NULL: the stream is to end */
    int key;             /* or ROOM_VIEWER */
    uint64_t client;     /* whose it is */
    double since;        /* when it joined */
    struct letter *letter[LIMIT_STREAM_LETTERS];
    int first, count;
    size_t sent;  /* bytes of the first letter */
    bool behind;  /* letters were lost: a whole state is due */
    bool comment; /* something has to be sent, so that the connection is known to live */
    /* Called when there is something to send, or the end has come. */
    void (*wake)(struct stream *s);
    void *context;
};

/* Joins those who watch, for this client; the first thing it gets is the whole state. */
void stream_join(struct stream *s, struct room *r, int key, uint64_t client);
/* Leaves, and drops what was not sent. */
void stream_leave(struct stream *s);

void stream_post(struct stream *s, struct letter *l);
/* Up to `most` bytes to be sent now; 0: there is nothing at present; -1: it has ended. */
long stream_read(struct stream *s, char *out, size_t most);

#endif
