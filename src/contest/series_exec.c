#include "series_exec.h"

#include "core/clock.h"
#include "core/error.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

/* A store saves some 70,000 games a second: a ring of this many is saved in a fraction of a second,
 * whatever the number of workers. */
enum { SPAN_GAMES_MAX = 256, SPANS_PER_WORKER = 4, SAVED_RING_GAMES = 16384 };

bool exec_must_stop(const struct series_exec *exec) {
    return exec->short_of || (exec->plan->stop != NULL &&
                              atomic_load_explicit(exec->plan->stop, memory_order_relaxed));
}

void exec_note_shortage(struct series_exec *exec, const struct th_error *why) {
    if (why->text[0] == 0 || exec->short_of || exec->failed) return;
    exec->short_of = true;
    exec->error = *why;
}

bool exec_measures(const struct series_exec *exec) {
    return exec->series->measure != NULL &&
           atomic_load_explicit(exec->series->measure, memory_order_relaxed);
}

static bool only_kept(const struct series_exec *exec) {
    return exec->series->store != NULL && exec->series->store->only_kept;
}

bool exec_fail(struct series_exec *exec) {
    exec->failed = exec->over = true;
    return false;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* ---- taking blocks ---- */

void exec_open_place(struct series_exec *exec, uint64_t block, int played) {
    struct place *p = exec_place(exec, block);
    p->games = plan_block_at(exec->plan, exec->first + block, NULL).games;
    p->taken = p->kept = false;
    for (int i = 0; p->fault != NULL && i < p->games; i++) place_set_fault(p, i, NULL);
    p->found = p->seen = p->held = played;
    atomic_store_explicit(&p->played, played, memory_order_relaxed);
}

/* Opens places as far as there are any: of a block that the store has, none is played; of one that
 * it holds in part, only the rest. */
static bool open_places(struct series_exec *exec) {
    const struct series_store *store = exec->series->store;
    while (exec->opened < exec->blocks && exec->opened - exec->count < (uint64_t)exec->places) {
        const uint64_t number = exec->first + exec->opened;
        struct place *p = exec_place(exec, exec->opened);
        exec_open_place(exec, exec->opened, 0);
        p->kept = store != NULL && store->has(store->self, number);
        if (!p->kept && store != NULL && store->held != NULL) {
            const int held = store->held(store->self, exec->plan, number, p->result, p->tape,
                                         p->games, &exec->error);
            if (held < 0) return exec_fail(exec);
            exec_open_place(exec, exec->opened, held);
        }
        exec->opened++;
    }
    return true;
}

static bool is_free(const struct place *p) {
    return !p->taken && !place_is_finished(p);
}

bool exec_take(struct series_exec *exec, int most, struct span *span) {
    if (exec->over || !open_places(exec)) return false;
    exec->lowest = larger(exec->lowest, exec->count); /* places below have other blocks by now */
    while (exec->lowest < exec->opened && !is_free(exec_place(exec, exec->lowest))) exec->lowest++;
    *span = (struct span){.first = exec->lowest};
    while (span->blocks < most && exec->lowest < exec->opened) {
        struct place *p = exec_place(exec, exec->lowest);
        const bool begun = place_played(p) > 0;
        if (!is_free(p) || (begun && span->blocks > 0)) break;
        p->taken = true;
        exec->lowest++;
        span->blocks++;
        if (begun) break;
    }
    if (span->blocks > 0 && exec->begun == 0) exec->begun = clock_seconds();
    return span->blocks > 0;
}

void exec_give_back(struct series_exec *exec, struct span span) {
    for (int i = 0; i < span.blocks; i++) {
        const uint64_t block = span.first + (uint64_t)i;
        if (block < exec->count || place_is_finished(exec_place(exec, block))) continue;
        exec_place(exec, block)->taken = false;
        if (block < exec->lowest) exec->lowest = block;
    }
}

int span_adapt(struct span span, int played, double seconds, int most) {
    if (played < span.blocks) return played > 1 ? played : 1;
    if (seconds > SPAN_SECONDS / 2) return span.blocks;
    return 2 * span.blocks < most ? 2 * span.blocks : most;
}

/* ---- saving what cannot be counted yet ---- */

/* A game with a fault that fails the series is not kept, nor what follows it in its block; nor a
 * game that is not played, which costs nothing to find again. */
static int games_to_hold(const struct series_exec *exec, const struct place *p) {
    int games = p->held;
    for (; games < p->seen; games++) {
        const enum match_end end = p->result[games].end;
        if (end == MATCH_FORFEIT || (exec->plan->fault_aborts && end == MATCH_FAULT)) break;
    }
    return games;
}

static bool hold_place(struct series_exec *exec, uint64_t number, struct place *p) {
    const struct series_store *store = exec->series->store;
    const int games = games_to_hold(exec, p);
    struct series_block block = plan_block_at(exec->plan, number, p->result);
    block.fault = p->fault;
    exec->unsaved |= p->held < games;
    for (; p->held < games; p->held++)
        if (!store->hold(store->self, exec->plan, number, &block, p->held, &p->tape[p->held],
                         &exec->error))
            return exec_fail(exec);
    return true;
}

/* Holds the games that were finished at the last tick already, or all: of fast games, most are
 * counted meanwhile, and need not be written twice. */
static void hold_waiting(struct series_exec *exec, bool all) {
    for (uint64_t block = exec->count; !exec->over && block < exec->opened; block++) {
        struct place *p = exec_place(exec, block);
        if (p->kept) continue;
        if (all) p->seen = place_played(p);
        if (!hold_place(exec, exec->first + block, p)) return;
        p->seen = place_played(p);
    }
}

/* Blocks that were played, but not counted in the end, took no time. */
static struct series_times times_of(const struct series_exec *exec) {
    return (struct series_times){.seconds = exec->until > 0 ? exec->until - exec->begun : 0,
                                 .pace = exec->pace};
}

bool exec_saves(const struct series_exec *exec) {
    return exec->series->store != NULL && exec->series->store->commit != NULL;
}

void exec_save(struct series_exec *exec) {
    const struct series_store *store = exec->series->store;
    const struct series_times times = times_of(exec);
    if (!exec_saves(exec) || exec->failed) return;
    if (!store->commit(store->self, exec->plan, exec->until > 0 ? &times : NULL, &exec->error))
        exec_fail(exec);
    exec->unsaved = false;
}

void exec_tick(struct series_exec *exec) {
    exec_count(exec);
    if (!exec_saves(exec) || exec->failed) return;
    hold_waiting(exec, false);
    if (exec->unsaved) exec_save(exec);
}

/* Counts all that is finished; a run that was stopped early may not have come to what the store
 * has.
 */
static void count_all(struct series_exec *exec) {
    uint64_t before;
    do {
        before = exec->count;
        if (!exec->over && !open_places(exec)) return;
        exec_count(exec);
    } while (exec->count > before && !exec->over);
}

void exec_finish(struct series_exec *exec) {
    count_all(exec);
    exec->stopped = !exec_is_over(exec);
    if (!exec_saves(exec) || exec->failed) return;
    const struct series_store *store = exec->series->store;
    hold_waiting(exec, true);
    if (exec->over && !exec->failed && !store->forget_held(store->self, &exec->error))
        exec_fail(exec);
    exec_save(exec);
}

void exec_report_pace(struct series_exec *exec, struct worker *w) {
    for (int i = 0; i < exec->plan->bots; i++) {
        const struct pace more = pace_since(&w->pace[i], &w->reported[i]);
        pace_join(&exec->pace[i], &more);
        w->reported[i] = w->pace[i];
    }
}

enum series_end exec_end(const struct series_exec *exec) {
    return exec->failed     ? SERIES_FAILED
           : !exec->stopped ? SERIES_COMPLETE
           : exec->short_of ? SERIES_SHORT
                            : SERIES_STOPPED;
}

/* ---- making and dropping ---- */

static void count_copies(const struct plan *plan, int copies[]) {
    for (int f = 0; f < plan->fixtures; f++)
        for (int l = 0; l < plan->line_ups; l++) {
            const int *bot = plan->fixture[f].line_up[l].bot;
            for (int i = 0; i < plan->seats; i++) {
                int here = 0;
                for (int j = 0; j < plan->seats; j++) here += bot[j] == bot[i];
                if (here > copies[bot[i]]) copies[bot[i]] = here;
            }
        }
}

/* Short spans for few games; long ones so that many fast games do not fight for the lock, or for
 * the first rank's attention. A rank that only plays needs room for one span. */
static void plan_spans(struct series_exec *exec, uint64_t players) {
    const struct plan *plan = exec->plan;
    const uint64_t size = (uint64_t)plan_block_games(plan);
    exec->first = plan->from;
    exec->blocks = (plan->to > 0 ? plan->to : plan_blocks(plan)) - plan->from;
    uint64_t room = players * SPANS_PER_WORKER * SPAN_GAMES_MAX;
    if (exec->series->store != NULL)
        room = smaller(room, larger(SAVED_RING_GAMES, players * SPANS_PER_WORKER * size));
    const uint64_t most =
        smaller(exec->blocks / (players * 16), room / (players * SPANS_PER_WORKER * size));
    exec->span_most = (int)larger(most, 1);
    exec->places = rank_own() > 0 ? exec->span_most : (int)smaller(room / size, exec->blocks);
}

static bool make_ring(struct series_exec *exec) {
    const size_t size = (size_t)plan_block_games(exec->plan);
    const size_t games = (size_t)exec->places * size;
    const bool taped = exec->series->store != NULL || exec->series->recorder != NULL;
    const bool logged = exec->series->faults != NULL;
    exec->ring = calloc((size_t)exec->places, sizeof *exec->ring);
    exec->results = calloc(games, sizeof *exec->results);
    if (taped) exec->tapes = calloc(games, sizeof *exec->tapes);
    if (logged) exec->faults = calloc(games, sizeof *exec->faults);
    if (exec->ring == NULL || exec->results == NULL || (taped && exec->tapes == NULL) ||
        (logged && exec->faults == NULL))
        return false;
    for (size_t i = 0; i < (size_t)exec->places; i++) {
        exec->ring[i].result = &exec->results[i * size];
        if (taped) exec->ring[i].tape = &exec->tapes[i * size];
        if (logged) exec->ring[i].fault = &exec->faults[i * size];
    }
    return true;
}

static void make_locks(struct series_exec *exec) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&exec->lock, NULL);
    pthread_cond_init(&exec->counted, NULL);
    pthread_cond_init(&exec->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

bool exec_make(struct series_exec *exec, const struct series *s, struct th_error *e) {
    const int ranks = rank_count();
    const struct plan *plan = s->plan;
    *exec = (struct series_exec){.series = s, .plan = s->plan};
    make_locks(exec);
    exec->start = th_state_new(plan->game, plan->game_options, e);
    if (exec->start == NULL) return false;
    exec->workers = ranks > 1 || only_kept(exec) ? 1 : plan->threads;
    plan_spans(exec, (uint64_t)(ranks > 1 ? ranks - 1 : plan->threads));
    exec->copies = calloc((size_t)plan->bots, sizeof *exec->copies);
    exec->pace = calloc((size_t)plan->bots, sizeof *exec->pace);
    exec->worker = calloc((size_t)exec->workers, sizeof *exec->worker);
    if (exec->copies == NULL || exec->pace == NULL || exec->worker == NULL || !make_ring(exec))
        return th_fail(e, "out of memory");
    if (s->measure != NULL && rank_own() == 0 && !luck_replay_make(&exec->replay, plan, e))
        return false;
    count_copies(plan, exec->copies);
    for (int i = 0; i < exec->workers; i++) {
        exec->worker[i].exec = exec;
        if (!only_kept(exec) && !worker_make(&exec->worker[i], plan, exec->copies, e)) return false;
    }
    return true;
}

/* What was measured here, and by earlier runs that the store has. */
static void add_times(struct series_exec *exec) {
    const struct series *s = exec->series;
    const struct plan *plan = exec->plan;
    struct series_times times = times_of(exec);
    if (exec->until == 0) memset(exec->pace, 0, (size_t)plan->bots * sizeof *exec->pace);
    if (s->store != NULL && s->store->times != NULL) s->store->times(s->store->self, plan, &times);
    if (s->seconds != NULL) *s->seconds += times.seconds;
    for (int i = 0; s->pace != NULL && i < plan->bots; i++) pace_join(&s->pace[i], &exec->pace[i]);
}

void exec_drop(struct series_exec *exec) {
    const struct plan *plan = exec->plan;
    const size_t games = (size_t)exec->places * (size_t)plan_block_games(plan);
    if (exec->pace != NULL && !exec->failed) add_times(exec);
    for (int i = 0; exec->worker != NULL && i < exec->workers; i++)
        worker_drop(&exec->worker[i], plan);
    for (size_t k = 0; exec->tapes != NULL && k < games; k++) free(exec->tapes[k].data);
    for (size_t k = 0; exec->faults != NULL && k < games; k++) free(exec->faults[k]);
    pthread_mutex_destroy(&exec->lock);
    pthread_cond_destroy(&exec->counted);
    pthread_cond_destroy(&exec->ended);
    free(exec->tapes);
    free(exec->faults);
    free(exec->results);
    free(exec->ring);
    free(exec->pace);
    free(exec->worker);
    free(exec->copies);
    free(exec->start);
    luck_replay_drop(&exec->replay);
}
