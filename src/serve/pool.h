/* The worker threads for bots, hints and reviews, and their queue. The mutex of the hub protects
 * both; workers release it while they work. */
#ifndef SERVE_POOL_H
#define SERVE_POOL_H

#include "tahur/error.h"
#include "tahur/flag.h"
#include <pthread.h>
#include <stdint.h>

/* ---- queue ---- */

/* Jobs that wait for a worker, in fair order: round robin by client, and by game for each client.
 * The least recently served is next; of equals, the first in the queue. Moves of bots do not wait
 * for questions: see QUEUE_MOVES_FIRST. */

struct job {
    struct job *next;
    uint64_t client, game; /* hashes */
    bool question;         /* a client waits for it: it counts against the limits */
    bool lengthy;          /* takes so long that such jobs may use only half of the workers */
    double seconds;        /* time limit; then `stop` is set */
    double asked;          /* when it was queued */
    double begun;          /* when a worker took it; 0: it waits */
    double slice;          /* when its time slice began: see pool_yield */
    th_flag stop;
    /* Callbacks. `started` (may be NULL) and `done` are called with the mutex held, `work` without
     * it. `done` is also called for a job that never started; it frees the job. */
    void (*started)(struct job *job);
    void (*work)(struct job *job);
    void (*done)(struct job *job);
};

enum { QUEUE_MEMORY = 1024 };

struct queue {
    struct job *first, **end;
    int waiting, questions;
    /* When clients and games were served last, by hash modulo QUEUE_MEMORY. */
    uint64_t served, client[QUEUE_MEMORY], game[QUEUE_MEMORY];
};

void queue_init(struct queue *q);
/* Whether a client may queue another question. */
bool queue_has_room(const struct queue *q, uint64_t client);
void queue_add(struct queue *q, struct job *job);
/* Which jobs may be taken, and in which order. */
enum {
    QUEUE_QUESTIONS = 1,   /* questions, not only moves of bots */
    QUEUE_LENGTHY = 2,     /* also lengthy jobs */
    QUEUE_MOVES_FIRST = 4, /* a question only if no bot has to move */
    QUEUE_ALL = QUEUE_QUESTIONS | QUEUE_LENGTHY
};
/* Takes the next job; NULL: none. */
struct job *queue_take(struct queue *q, unsigned what);
/* Whether a question of another client waits that is not lengthy. */
bool queue_has_other(const struct queue *q, uint64_t client);
/* Removes a job; false if it is not in the queue. */
bool queue_remove(struct queue *q, struct job *job);

/* ---- pool ---- */

enum { POOL_THREADS_MAX = 64 };

struct pool {
    pthread_mutex_t *lock;
    pthread_cond_t more;
    struct queue queue;
    pthread_t thread[POOL_THREADS_MAX];
    struct job *running[2 * POOL_THREADS_MAX]; /* a lengthy job can run another inside pool_yield */
    int threads;
    int busy, lengthy, questions; /* running jobs */
    bool closing;
};

/* With 0 threads it only queues jobs. */
bool pool_open(struct pool *p, int threads, pthread_mutex_t *lock, struct th_error *e);
/* Stops and joins the workers, and calls `done` for all waiting jobs. Called without the mutex. */
void pool_close(struct pool *p);

/* Called with the mutex held: */
void pool_add(struct pool *p, struct job *job);
/* Cancels a job: calls `done` at once if it waits; otherwise sets its `stop`. */
void pool_cancel(struct pool *p, struct job *job);
/* Stops jobs that exceed their time. A running question has only LIMIT_SLICE_SECONDS if a question
 * of another client waits; it then answers with what it has found. Returns when it has to be called
 * again. */
double pool_stop_overdue(struct pool *p, double now);
/* A lengthy job calls this regularly from its worker, without the mutex: at the end of its time
 * slice, the worker runs the waiting jobs that are not lengthy, and then continues. */
void pool_yield(struct pool *p, struct job *job);

#endif
