#include "pool.h"

#include "core/clock.h"
#include "core/thread.h"
#include "limits.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>

/* What a thread that is free may take. Half of the threads at most are for what takes long, and one
 * is for bots' moves alone, so that no game waits for whoever asks much; where there is but one,
 * moves go first. As long as no question is thought about, one takes its turn with the moves: bots
 * that play on and on keep nobody from an answer. */
static unsigned may_take(const struct pool *p) {
    const int for_questions = p->threads > 1 ? p->threads - 1 : 1;
    unsigned what = 0;
    if (p->questions < for_questions) what |= QUEUE_QUESTIONS;
    if (p->lengthy < (p->threads + 1) / 2) what |= QUEUE_LENGTHY;
    if (p->questions > 0 || p->threads == 1) what |= QUEUE_MOVES_FIRST;
    return what;
}

static int free_place(const struct pool *p) {
    int i = 0;
    while (p->running[i] != NULL) i++;
    return i;
}

/* Whoever talks to people comes first, where threads can have priorities of their own. */
static void be_modest(void) {
#ifdef __linux__
    setpriority(PRIO_PROCESS, 0, 5);
#endif
}

/* Does a job that was taken from the queue. With the lock, which it gives up meanwhile. */
static void do_job(struct pool *p, struct job *job) {
    const int place = free_place(p);
    p->running[place] = job;
    p->busy++;
    p->lengthy += job->lengthy;
    p->questions += job->question;
    job->begun = job->slice = clock_seconds();
    if (job->started != NULL) job->started(job);
    pthread_mutex_unlock(p->lock);
    job->work(job);
    pthread_mutex_lock(p->lock);
    p->running[place] = NULL;
    p->busy--;
    p->lengthy -= job->lengthy;
    p->questions -= job->question;
    job->done(job);
    pthread_cond_broadcast(&p->more);
}

static void *serve(void *context) {
    struct pool *p = context;
    be_modest();
    pthread_mutex_lock(p->lock);
    for (;;) {
        struct job *job = NULL;
        while (!p->closing && (job = queue_take(&p->queue, may_take(p))) == NULL)
            pthread_cond_wait(&p->more, p->lock);
        if (job == NULL) break;
        do_job(p, job);
    }
    pthread_mutex_unlock(p->lock);
    return NULL;
}

void pool_give_way(struct pool *p, struct job *job) {
    struct job *other;
    pthread_mutex_lock(p->lock);
    if (clock_seconds() - job->slice >= LIMIT_SLICE_SECONDS) {
        /* As many as wait now: those that come meanwhile wait for the end of the next slice. */
        for (int n = p->queue.waiting; n > 0 && !p->closing && !atomic_load(&job->stop) &&
                                       (other = queue_take(&p->queue, QUEUE_QUESTIONS)) != NULL;
             n--)
            do_job(p, other);
        job->slice = clock_seconds();
    }
    pthread_mutex_unlock(p->lock);
}

bool pool_open(struct pool *p, int threads, pthread_mutex_t *lock, struct th_error *e) {
    memset(p, 0, sizeof *p);
    p->lock = lock;
    queue_init(&p->queue);
    pthread_cond_init(&p->more, NULL);
    pthread_mutex_lock(lock);
    while (p->threads < threads && thread_start(&p->thread[p->threads], serve, p)) p->threads++;
    pthread_mutex_unlock(lock);
    if (p->threads == threads) return true;
    pool_close(p);
    return th_fail(e, "the system gives no more than %d threads", p->threads);
}

void pool_close(struct pool *p) {
    pthread_mutex_lock(p->lock);
    p->closing = true;
    for (int i = 0; i < 2 * POOL_THREADS_MAX; i++)
        if (p->running[i] != NULL) atomic_store(&p->running[i]->stop, true);
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(p->lock);
    for (int i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    pthread_mutex_lock(p->lock);
    for (struct job *job; (job = queue_take(&p->queue, QUEUE_ALL)) != NULL;) job->done(job);
    pthread_mutex_unlock(p->lock);
    pthread_cond_destroy(&p->more);
}

void pool_add(struct pool *p, struct job *job) {
    job->asked = clock_seconds();
    queue_add(&p->queue, job);
    pthread_cond_signal(&p->more);
}

void pool_cancel(struct pool *p, struct job *job) {
    atomic_store(&job->stop, true);
    if (queue_remove(&p->queue, job)) job->done(job);
}

/* A bot's decision has its time from when a thread takes it; a question from when it was asked,
 * since somebody waits for the answer. */
static double end_of(const struct job *job) {
    return (job->question ? job->asked : job->begun) + job->seconds;
}

/* When a job that is under way has to stop. A question gives way to one of another client that
 * waits; what is lengthy does so by itself (pool_give_way), since it would lose its work. */
static double stop_time(const struct pool *p, const struct job *job) {
    const double end = end_of(job);
    if (!job->question || job->lengthy || !queue_has_other(&p->queue, job->client)) return end;
    return fmin(end, job->begun + LIMIT_SLICE_SECONDS);
}

double pool_watch(struct pool *p, double now) {
    double next = INFINITY;
    for (struct job *job = p->queue.first, *after; job != NULL; job = after) {
        after = job->next;
        if (!job->question) continue;
        if (end_of(job) <= now)
            pool_cancel(p, job);
        else
            next = fmin(next, end_of(job));
    }
    for (int i = 0; i < 2 * POOL_THREADS_MAX; i++) {
        if (p->running[i] == NULL || atomic_load(&p->running[i]->stop)) continue;
        const double end = stop_time(p, p->running[i]);
        if (end <= now)
            atomic_store(&p->running[i]->stop, true);
        else if (end < next)
            next = end;
    }
    return next;
}
