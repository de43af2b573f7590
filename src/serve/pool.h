/* A few threads that think. They share the lock of the house, which they give up while they work.
 */
#ifndef SERVE_POOL_H
#define SERVE_POOL_H

#include "queue.h"
#include "tahur/error.h"
#include <pthread.h>

enum { POOL_THREADS_MAX = 64 };

struct pool {
    pthread_mutex_t *lock;
    pthread_cond_t more;
    struct queue queue;
    pthread_t thread[POOL_THREADS_MAX];
    struct job *running[2 * POOL_THREADS_MAX]; /* a lengthy one may have another within it */
    int threads, busy, lengthy, questions;     /* all but the first: under way */
    bool closing;
};

/* With no threads at all it only gathers work. */
bool pool_open(struct pool *p, int threads, pthread_mutex_t *lock, struct th_error *e);
/* Tells everything under way to stop, waits for it, and is done with what waits. Without the lock.
 */
void pool_close(struct pool *p);

/* All under the lock: */
void pool_add(struct pool *p, struct job *job);
/* Nobody wants it any more: what waits is done with at once, what is under way is told to stop. */
void pool_cancel(struct pool *p, struct job *job);
/* Stops what has had its time: a question has LIMIT_SLICE_SECONDS if one of another client waits
 * that no thread can take. It then answers with what it has found. Returns when to look again, at
 * the latest. */
double pool_watch(struct pool *p, double now);
/* For a lengthy job, from its own thread without the lock, every now and then: when it has had its
 * slice, this thread does what waits and is not lengthy, and then goes on with the job. */
void pool_give_way(struct pool *p, struct job *job);

#endif
