/* A series: its workers, and the threads of one process. A worker that hands in a span also counts
 * the next block in order, and every later one that is finished, under the one mutex. Where there
 * is a store, one more thread saves regularly, also while no worker finishes anything. */
#include "series.h"

#include "core/clock.h"
#include "core/error.h"
#include "ranks.h"
#include "series_exec.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

/* Reading the clock twice costs as much as a fast bot's answer, so that of fast bots only some
 * rounds are timed, and every answer of the others. */
enum { TIMED_ROUNDS = 16, SLOW_NANOSECONDS = 4000 };

/* ---- a worker ---- */

bool worker_make(struct worker *w, const struct plan *plan, const int copies[],
                 struct th_error *e) {
    w->state = th_state_new(plan->game, plan->game_options, e);
    w->view = th_state_new(plan->game, plan->game_options, e);
    if (w->state == NULL || w->view == NULL) return false;
    if (w->exec->series->measure != NULL) {
        w->meter = luck_meter_new(plan->game, plan->game_options, e);
        if (w->meter == NULL) return false;
    }
    w->bot = calloc((size_t)plan->bots, sizeof *w->bot);
    w->pace = calloc((size_t)plan->bots, sizeof *w->pace);
    w->reported = calloc((size_t)plan->bots, sizeof *w->reported);
    w->span_blocks = 1;
    if (w->bot == NULL || w->pace == NULL || w->reported == NULL)
        return th_fail(e, "out of memory");
    for (int i = 0; i < plan->bots; i++)
        for (int copy = 0; copy < copies[i]; copy++) {
            struct bot *bot = &w->bot[i][copy];
            bot->self = th_bot_make(plan->bot[i].kind, plan->game, plan->game_options,
                                    &plan->bot[i].options, e);
            if (bot->self == NULL) return false;
            bot->kind = plan->bot[i].kind;
        }
    return true;
}

void worker_drop(struct worker *w, const struct plan *plan) {
    for (int i = 0; w->bot != NULL && i < plan->bots; i++)
        for (int copy = 0; copy < TH_SEATS_MAX; copy++) {
            const struct bot *bot = &w->bot[i][copy];
            if (bot->kind != NULL && bot->kind->drop != NULL) bot->kind->drop(bot->self);
        }
    free(w->bot);
    free(w->pace);
    free(w->reported);
    free(w->state);
    free(w->view);
    luck_meter_drop(w->meter);
}

static struct bot bot_for(struct worker *w, int bot, int copy, uint64_t round) {
    struct bot made = w->bot[bot][copy];
    struct pace *pace = &w->pace[bot];
    const bool slow = pace->total > SLOW_NANOSECONDS * (int64_t)pace->answers;
    made.pace = slow || round % TIMED_ROUNDS == 0 ? pace : NULL;
    return made;
}

/* MATCH_ABORTED if the game was stopped meanwhile, MATCH_SHORT if it could not be played. */
static enum match_end play_game(struct worker *w, struct match_rules *rules,
                                const struct series_block *b, int game,
                                struct match_result *result) {
    const struct plan *plan = w->exec->plan;
    struct bot by_seat[TH_SEATS_MAX];
    int sits[TH_SEATS_MAX];
    for (int seat = 0; seat < plan->seats; seat++) {
        int copy = 0;
        sits[seat] = plan_bot(plan, b, game, seat);
        for (int i = 0; i < seat; i++) copy += sits[i] == sits[seat];
        by_seat[seat] = bot_for(w, sits[seat], copy, b->round);
    }
    rules->meter = exec_measures(w->exec) ? w->meter : NULL;
    match_play(rules, by_seat, plan_match(plan, b, game), w->state, w->view, result);
    return result->end;
}

/* Keeps the details of a fault, while they are of use. Without memory there are none. */
static void keep_details(struct worker *w, const struct series_block *b, int game,
                         struct place *p) {
    const struct plan *plan = w->exec->plan;
    const int seat = b->result[game].fault_seat, bot = plan_bot(plan, b, game, seat);
    int copy = 0;
    if (p->fault == NULL || !fault_log_wants(w->exec->series->faults, bot, b->result[game].fault))
        return;
    for (int i = 0; i < seat; i++) copy += plan_bot(plan, b, game, i) == bot;
    const struct bot *asked = &w->bot[bot][copy];
    const struct fault *fault = fault_of_bot(asked->kind, asked->self);
    struct fault *details = fault != NULL ? malloc(sizeof *details) : NULL;
    if (details != NULL) *details = *fault;
    place_set_fault(p, game, details);
}

/* Plays the games of a block that are not finished yet. Returns MATCH_WON, or how the first game
 * ended that has no result. */
static enum match_end play_block(struct worker *w, uint64_t number, struct place *p) {
    const struct plan *plan = w->exec->plan;
    const struct series_block block = plan_block_at(plan, number, p->result);
    struct match_rules rules = plan_rules(plan, &block, w->exec->start);
    const struct fault_log *log = w->exec->series->faults;
    if (rank_count() > 1) rules.abort = &w->exec->abort;
    for (int game = place_played(p); game < block.games; game++) {
        if (p->tape != NULL) {
            rules.tape = &p->tape[game];
            p->tape[game].size = 0;
        }
        if (log == NULL || !fault_log_forfeits(log, plan, &block, game, &p->result[game])) {
            const enum match_end end = play_game(w, &rules, &block, game, &p->result[game]);
            if (end >= MATCH_ABORTED) return end;
            if (end == MATCH_FAULT) keep_details(w, &block, game, p);
        }
        atomic_store_explicit(&p->played, game + 1, memory_order_release);
    }
    return MATCH_WON;
}

int exec_play_span(struct worker *w, struct span span) {
    const double begun = clock_seconds();
    w->why.text[0] = 0;
    for (int i = 0; i < span.blocks; i++) {
        const uint64_t block = span.first + (uint64_t)i;
        if (i > 0 && clock_seconds() - begun > SPAN_SECONDS) return i;
        const enum match_end end =
            play_block(w, w->exec->first + block, exec_place(w->exec, block));
        if (end == MATCH_SHORT) shortage_fail(&w->why);
        if (end != MATCH_WON) return i;
    }
    return span.blocks;
}

/* ---- threads ---- */

static bool next_is_finished(struct series_exec *exec) {
    const uint64_t before = exec->count;
    exec_count(exec);
    if (exec->count == before && !exec->over) return false;
    pthread_cond_broadcast(&exec->counted);
    return true;
}

/* Waits for free blocks; false when there is nothing left to play. A worker waits until all is
 * counted, since others may give back what they have taken. */
static bool take_span(struct worker *w, struct span *span) {
    struct series_exec *exec = w->exec;
    bool taken = false;
    pthread_mutex_lock(&exec->lock);
    while (!exec_is_over(exec) && !exec_must_stop(exec)) {
        taken = exec_take(exec, w->span_blocks, span);
        if (taken) break;
        if (!next_is_finished(exec)) pthread_cond_wait(&exec->counted, &exec->lock);
    }
    pthread_mutex_unlock(&exec->lock);
    return taken;
}

static void *work(void *argument) {
    struct worker *w = argument;
    struct series_exec *exec = w->exec;
    struct span span;
    while (take_span(w, &span)) {
        const double begun = clock_seconds();
        const int played = exec_play_span(w, span);
        w->span_blocks = span_adapt(span, played, clock_seconds() - begun, exec->span_most);
        pthread_mutex_lock(&exec->lock);
        exec_report_pace(exec, w);
        exec_note_shortage(exec, &w->why);
        exec_give_back(exec, span);
        exec_count(exec);
        pthread_cond_broadcast(&exec->counted);
        pthread_mutex_unlock(&exec->lock);
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
    struct series_exec *exec = argument;
    pthread_mutex_lock(&exec->lock);
    while (!exec->no_more_ticks) {
        const struct timespec until = next_tick();
        while (!exec->no_more_ticks &&
               pthread_cond_timedwait(&exec->ended, &exec->lock, &until) != ETIMEDOUT) {
        }
        exec_tick(exec);
        pthread_cond_broadcast(&exec->counted);
    }
    pthread_mutex_unlock(&exec->lock);
    return NULL;
}

static void stop_saving(struct series_exec *exec, pthread_t thread) {
    pthread_mutex_lock(&exec->lock);
    exec->no_more_ticks = true;
    pthread_cond_signal(&exec->ended);
    pthread_mutex_unlock(&exec->lock);
    pthread_join(thread, NULL);
}

/* The first worker is the calling thread itself. Fewer workers than asked for, where the system
 * gives no more, change only the time; without the thread that saves, nothing would be safe. */
static void play_on_threads(struct series_exec *exec) {
    pthread_t saving;
    const bool saves = exec_saves(exec);
    if (saves && pthread_create(&saving, NULL, save_regularly, exec) != 0) {
        exec->failed = true;
        shortage("the system gives no thread to save the run with");
        shortage_fail(&exec->error);
        return;
    }
    int started = 1;
    while (started < exec->workers &&
           pthread_create(&exec->worker[started].thread, NULL, work, &exec->worker[started]) == 0)
        started++;
    work(&exec->worker[0]);
    for (int i = 1; i < started; i++) pthread_join(exec->worker[i].thread, NULL);
    if (saves) stop_saving(exec, saving);
    exec_finish(exec);
}

/* ---- playing ---- */

enum series_end series_play(const struct series *s, struct th_error *e) {
    struct series_exec exec;
    assert(s->plan->seats >= 1 && s->plan->seats <= TH_SEATS_MAX && s->plan->threads >= 1);
    if (!exec_make(&exec, s, e)) exec.failed = true;
    const bool only_kept = s->store != NULL && s->store->only_kept;
    if (only_kept && !exec.failed)
        exec_count_kept(&exec);
    else if (rank_count() > 1 && rank_own() > 0)
        series_worker(&exec);
    else if (rank_count() > 1)
        series_coordinate(&exec);
    else if (!exec.failed)
        play_on_threads(&exec);
    const enum series_end end = exec_end(&exec);
    if ((end == SERIES_FAILED || end == SERIES_SHORT) && exec.error.text[0] != 0) *e = exec.error;
    exec_drop(&exec);
    return end;
}

void series_shares(const struct match_result *r, int seats, double share[]) {
    double sum = 0;
    for (int i = 0; i < seats; i++) sum += r->payoff[i];
    for (int i = 0; i < seats; i++) share[i] = sum > 0 ? r->payoff[i] : 1.0 / seats;
}
