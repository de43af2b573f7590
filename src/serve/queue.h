/* Work that waits for a thread, in a fair order: round robin by client, and by game within what a
 * client wants. Whoever was served longest ago is next; of equals, who came first. */
#ifndef SERVE_QUEUE_H
#define SERVE_QUEUE_H

#include "tahur/flag.h"
#include <stdint.h>

struct job {
    struct job *next;
    uint64_t client, game; /* any numbers that tell them apart */
    bool question;         /* somebody asked for it: it counts against the limits */
    bool lengthy;          /* takes so long that some threads must stay free of its kind */
    double seconds;        /* it may take; then `stop` is set */
    double begun;          /* when a thread took it */
    th_flag stop;
    void (*started)(struct job *job); /* under the lock; may be NULL */
    void (*work)(struct job *job);    /* without it */
    void (*done)(struct job *job);    /* under it; also if nobody ever worked on it. It drops it */
};

enum { QUEUE_MEMORY = 1024 };

struct queue {
    struct job *first, **end;
    int waiting, questions;
    /* When clients and games were served last, by number modulo QUEUE_MEMORY. */
    uint64_t served, client[QUEUE_MEMORY], game[QUEUE_MEMORY];
};

void queue_init(struct queue *q);
/* Whether a client may ask one question more. */
bool queue_has_room(const struct queue *q, uint64_t client);
void queue_add(struct queue *q, struct job *job);
/* The next one, or NULL; lengthy ones only if `lengthy`. */
struct job *queue_take(struct queue *q, bool lengthy);
/* Takes this one out; false if it is not waiting. */
bool queue_remove(struct queue *q, struct job *job);

#endif
