/* A series on the threads of one process. A worker that hands in a span also counts the next block
 * in order, and every later one that is finished, under the one lock. Where there is a store, one
 * more thread saves regularly, also while no worker finishes anything. */
#include "core/clock.h"
#include "core/shortage.h"
#include "series_run.h"
#include <errno.h>

static bool next_is_finished(struct run *run) {
    const uint64_t before = run->count;
    run_count(run);
    if (run->count == before && !run->over) return false;
    pthread_cond_broadcast(&run->counted);
    return true;
}

/* Waits for free blocks; false when there is nothing left to play. A worker waits until all is
 * counted, since others may give back what they have taken. */
static bool take_span(struct worker *w, struct span *span) {
    struct run *run = w->run;
    bool taken = false;
    pthread_mutex_lock(&run->lock);
    while (!run_is_over(run) && !run_must_stop(run)) {
        taken = run_take(run, w->span_blocks, span);
        if (taken) break;
        if (!next_is_finished(run)) pthread_cond_wait(&run->counted, &run->lock);
    }
    pthread_mutex_unlock(&run->lock);
    return taken;
}

static void *work(void *argument) {
    struct worker *w = argument;
    struct run *run = w->run;
    struct span span;
    while (take_span(w, &span)) {
        const double begun = clock_seconds();
        const int played = run_play_span(w, span);
        w->span_blocks = span_adapt(span, played, clock_seconds() - begun, run->span_most);
        pthread_mutex_lock(&run->lock);
        run_report_pace(run, w);
        run_note_shortage(run, &w->why);
        run_give_back(run, span);
        run_count(run);
        pthread_cond_broadcast(&run->counted);
        pthread_mutex_unlock(&run->lock);
    }
    return NULL;
}

/* ---- saving ---- */

static struct timespec next_tick(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += (long)(TICK_SECONDS * 1e9);
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* The lock is held during a tick, and with it while the disk is written to. */
static void *save_regularly(void *argument) {
    struct run *run = argument;
    pthread_mutex_lock(&run->lock);
    while (!run->no_more_ticks) {
        const struct timespec until = next_tick();
        while (!run->no_more_ticks &&
               pthread_cond_timedwait(&run->ended, &run->lock, &until) != ETIMEDOUT) {
        }
        run_tick(run);
        pthread_cond_broadcast(&run->counted);
    }
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

static void stop_saving(struct run *run, pthread_t thread) {
    pthread_mutex_lock(&run->lock);
    run->no_more_ticks = true;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
    pthread_join(thread, NULL);
}

/* The first worker is the calling thread itself. Fewer workers than asked for, where the system
 * gives no more, change only the time; without the thread that saves, nothing would be safe. */
void run_on_threads(struct run *run) {
    pthread_t saving;
    const bool saves = run->series->store != NULL && run->series->store->commit != NULL;
    if (saves && pthread_create(&saving, NULL, save_regularly, run) != 0) {
        run->failed = true;
        shortage("the system gives no thread to save the run with");
        shortage_fail(&run->error);
        return;
    }
    int started = 1;
    while (started < run->workers &&
           pthread_create(&run->worker[started].thread, NULL, work, &run->worker[started]) == 0)
        started++;
    work(&run->worker[0]);
    for (int i = 1; i < started; i++) pthread_join(run->worker[i].thread, NULL);
    if (saves) stop_saving(run, saving);
    run_finish(run);
}
