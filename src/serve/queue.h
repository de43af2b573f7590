/* Work that waits for a thread, in a fair order: round robin by client, and by game within what a
 * client wants. Whoever was served longest ago is next; of equals, who came first. Games do not
 * wait for questions: see QUEUE_MOVES_FIRST. */
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
    double asked;          /* when it came */
    double begun;          /* when a thread took it; 0: it waits */
    double slice;          /* when its slice began: see pool_give_way */
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
/* What may be taken now, and in which order. */
enum {
    QUEUE_QUESTIONS = 1,   /* questions too, not moves of bots alone */
    QUEUE_LENGTHY = 2,     /* lengthy ones too */
    QUEUE_MOVES_FIRST = 4, /* a question only if no bot has to move */
    QUEUE_ALL = QUEUE_QUESTIONS | QUEUE_LENGTHY
};
/* The next one, or NULL. */
struct job *queue_take(struct queue *q, unsigned what);
/* Whether a question of another client than this waits that is not lengthy. */
bool queue_has_other(const struct queue *q, uint64_t client);
/* Takes this one out; false if it is not waiting. */
bool queue_remove(struct queue *q, struct job *job);

#endif
