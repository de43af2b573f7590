/* A series on the threads of one process. Whoever hands in the next chunk in order also counts it,
 * and every later one that waits complete behind it, under the one lock. */
#include "series_run.h"

/* Waits for a place in the ring; false when there is nothing left to play. */
static bool take_chunk(struct run *run, uint64_t *chunk) {
    pthread_mutex_lock(&run->lock);
    while (!run->over && run->next < run->chunks && !run_may_play(run))
        pthread_cond_wait(&run->counted, &run->lock);
    bool more = run_may_play(run);
    if (more && run_asked_to_stop(run)) {
        run->stopped = true;
        more = false;
    }
    if (more) *chunk = run->next++;
    pthread_mutex_unlock(&run->lock);
    return more;
}

static void *work(void *argument) {
    struct worker *w = argument;
    struct run *run = w->run;
    uint64_t chunk;
    while (take_chunk(run, &chunk)) {
        struct chunk *c = run_place(run, chunk);
        run_play_chunk(w, chunk, c);
        pthread_mutex_lock(&run->lock);
        c->ready = true;
        run_count(run);
        pthread_cond_broadcast(&run->counted);
        pthread_mutex_unlock(&run->lock);
    }
    return NULL;
}

/* The first worker is the calling thread itself. Fewer threads than asked for, where the system
 * gives no more, change only the time. */
void run_on_threads(struct run *run) {
    int started = 1;
    while (started < run->workers &&
           pthread_create(&run->worker[started].thread, NULL, work, &run->worker[started]) == 0)
        started++;
    work(&run->worker[0]);
    for (int i = 1; i < started; i++) pthread_join(run->worker[i].thread, NULL);
}
