#include "queue.h"

#include "limits.h"
#include <stddef.h>
#include <string.h>

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
