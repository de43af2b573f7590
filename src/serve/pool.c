/* Worker threads, time limits of jobs, and the queue in fair order. */
#include "pool.h"

#include "core/clock.h"
#include "core/thread.h"
#include "limits.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>

/* Which jobs a free worker may take. At most half of the workers run lengthy jobs, and one is
 * reserved for moves of bots, so that no game waits for a client with many questions; with a single
 * worker, moves go first. While no question runs, questions take turns with moves, so that games
 * between bots do not block them. */
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

/* Gives the network thread priority, on systems with priorities of threads. */
static void lower_priority(void) {
#ifdef __linux__
    setpriority(PRIO_PROCESS, 0, 5);
#endif
}

/* Runs a job from the queue. Called with the mutex held; releases it during `work`. */
static void run_job(struct pool *p, struct job *job) {
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

static void *run_worker(void *context) {
    struct pool *p = context;
    lower_priority();
    pthread_mutex_lock(p->lock);
    for (;;) {
        struct job *job = NULL;
        while (!p->closing && (job = queue_take(&p->queue, may_take(p))) == NULL)
            pthread_cond_wait(&p->more, p->lock);
        if (job == NULL) break;
        run_job(p, job);
    }
    pthread_mutex_unlock(p->lock);
    return NULL;
}

void pool_yield(struct pool *p, struct job *job) {
    struct job *other;
    pthread_mutex_lock(p->lock);
    if (clock_seconds() - job->slice >= LIMIT_SLICE_SECONDS) {
        /* Only as many as wait now: later ones wait for the end of the next slice. */
        for (int n = p->queue.waiting; n > 0 && !p->closing && !atomic_load(&job->stop) &&
                                       (other = queue_take(&p->queue, QUEUE_QUESTIONS)) != NULL;
             n--)
            run_job(p, other);
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
    while (p->threads < threads && thread_start(&p->thread[p->threads], run_worker, p))
        p->threads++;
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

/* The time of a decision counts from its start; that of a question from when it was queued, since a
 * client waits for the answer. */
static double end_of(const struct job *job) {
    return (job->question ? job->asked : job->begun) + job->seconds;
}

/* When a running job has to stop. A question gives way to a waiting one of another client; a
 * lengthy job does that by pool_yield, since it would lose its work. */
static double stop_time(const struct pool *p, const struct job *job) {
    const double end = end_of(job);
    if (!job->question || job->lengthy || !queue_has_other(&p->queue, job->client)) return end;
    return fmin(end, job->begun + LIMIT_SLICE_SECONDS);
}

double pool_stop_overdue(struct pool *p, double now) {
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

/* ---- queue ---- */

void queue_init(struct queue *q) {
    memset(q, 0, sizeof *q);
    q->end = &q->first;
}

bool queue_has_room(const struct queue *q, uint64_t client) {
    int own = 0;
    for (const struct job *j = q->first; j != NULL; j = j->next)
        own += j->question && j->client == client;
    return q->questions < LIMIT_QUESTIONS && own < LIMIT_CLIENT_QUESTIONS;
}

void queue_add(struct queue *q, struct job *job) {
    job->next = NULL;
    *q->end = job;
    q->end = &job->next;
    q->waiting++;
    q->questions += job->question;
}

static void unlink_at(struct queue *q, struct job **at) {
    struct job *job = *at;
    *at = job->next;
    if (q->end == &job->next) q->end = at;
    job->next = NULL;
    q->waiting--;
    q->questions -= job->question;
}

static bool may_be_taken(const struct job *j, unsigned what) {
    return (!j->question || (what & QUEUE_QUESTIONS) != 0) &&
           (!j->lengthy || (what & QUEUE_LENGTHY) != 0);
}

static bool comes_before(const struct queue *q, const struct job *a, const struct job *b,
                         unsigned what) {
    if ((what & QUEUE_MOVES_FIRST) != 0 && a->question != b->question) return b->question;
    const uint64_t of_a = q->client[a->client % QUEUE_MEMORY];
    const uint64_t of_b = q->client[b->client % QUEUE_MEMORY];
    if (of_a != of_b) return of_a < of_b;
    return q->game[a->game % QUEUE_MEMORY] < q->game[b->game % QUEUE_MEMORY];
}

struct job *queue_take(struct queue *q, unsigned what) {
    struct job **best = NULL;
    for (struct job **at = &q->first; *at != NULL; at = &(*at)->next)
        if (may_be_taken(*at, what) && (best == NULL || comes_before(q, *at, *best, what)))
            best = at;
    if (best == NULL) return NULL;
    struct job *job = *best;
    unlink_at(q, best);
    q->served++;
    q->client[job->client % QUEUE_MEMORY] = q->game[job->game % QUEUE_MEMORY] = q->served;
    return job;
}

bool queue_has_other(const struct queue *q, uint64_t client) {
    const struct job *j = q->first;
    while (j != NULL && (!j->question || j->lengthy || j->client == client)) j = j->next;
    return j != NULL;
}

bool queue_remove(struct queue *q, struct job *job) {
    for (struct job **at = &q->first; *at != NULL; at = &(*at)->next)
        if (*at == job) {
            unlink_at(q, at);
            return true;
        }
    return false;
}
