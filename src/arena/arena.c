/* Many games on threads.
 *
 * Workers take chunks of games by number, play them with bots of their own, and hand the results
 * in. Whoever hands in the next chunk in order also counts it, and every later one that waits
 * complete behind it, under the one lock: so games are counted in their order whatever the threads
 * do. A worker does not run further ahead of the count than the ring has places, which bounds the
 * memory. When the run is stopped, a worker hands in the games it has finished; counting ends at
 * the first gap, and what was counted is the longest run of finished games from the first. */
#include "tahur/arena.h"

#include "core/clock.h"
#include "tally.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_MAX = 256, PLACES_PER_THREAD = 4 };

struct chunk {
    bool ready;
    int finished; /* games in `result`, from the first of the chunk */
    struct match_result *result;
};

struct run {
    const struct th_arena *arena;
    struct th_state *start; /* the position every game begins with */
    struct match_rules rules;
    int chunk_games, places;
    uint64_t chunks; /* in all */
    /* Under the lock: */
    pthread_mutex_t lock;
    pthread_cond_t counted; /* a place in the ring became free, or the counting ended */
    struct chunk *ring;
    uint64_t next;  /* chunk to be played */
    uint64_t count; /* chunk to be counted */
    bool gap;       /* a chunk was not finished: nothing behind it counts */
    struct tally tally;
};

struct worker {
    struct run *run;
    pthread_t thread;
    struct bot bot[TH_SEATS_MAX]; /* by player */
    struct th_state *state, *view;
};

static bool stopped(const struct run *run) {
    return run->arena->stop != NULL && atomic_load_explicit(run->arena->stop, memory_order_relaxed);
}

static int games_in_chunk(const struct run *run, uint64_t chunk) {
    const uint64_t first = chunk * (uint64_t)run->chunk_games, left = run->arena->games - first;
    return left < (uint64_t)run->chunk_games ? (int)left : run->chunk_games;
}

/* Waits for a place in the ring; false when there is nothing left to play. */
static bool take_chunk(struct run *run, uint64_t *chunk) {
    pthread_mutex_lock(&run->lock);
    while (!run->gap && run->next < run->chunks && run->next - run->count >= (uint64_t)run->places)
        pthread_cond_wait(&run->counted, &run->lock);
    const bool more = !run->gap && run->next < run->chunks && !stopped(run);
    if (more) *chunk = run->next++;
    pthread_mutex_unlock(&run->lock);
    return more;
}

static void count_chunk(struct run *run, struct chunk *c) {
    for (int i = 0; i < c->finished; i++) tally_add(&run->tally, &c->result[i]);
    run->gap = c->finished < games_in_chunk(run, run->count);
    c->ready = false;
    run->count++;
}

static void hand_in(struct run *run, uint64_t chunk) {
    pthread_mutex_lock(&run->lock);
    run->ring[chunk % (uint64_t)run->places].ready = true;
    struct chunk *c;
    while (!run->gap && (c = &run->ring[run->count % (uint64_t)run->places])->ready)
        count_chunk(run, c);
    if (run->arena->progress != NULL) run->arena->progress(run->arena->context, run->tally.games);
    pthread_cond_broadcast(&run->counted);
    pthread_mutex_unlock(&run->lock);
}

static void *work(void *argument) {
    struct worker *w = argument;
    struct run *run = w->run;
    const int seats = run->arena->players;
    uint64_t chunk;
    while (take_chunk(run, &chunk)) {
        struct chunk *c = &run->ring[chunk % (uint64_t)run->places];
        const uint64_t first = chunk * (uint64_t)run->chunk_games;
        const int games = games_in_chunk(run, chunk);
        int finished = 0;
        for (; finished < games; finished++) {
            const uint64_t index = first + (uint64_t)finished;
            struct bot by_seat[TH_SEATS_MAX];
            for (int i = 0; i < seats; i++) by_seat[match_seat(i, index, seats)] = w->bot[i];
            struct match_result *result = &c->result[finished];
            match_play(&run->rules, by_seat, index, w->state, w->view, result);
            if (result->end == MATCH_ABORTED) break;
        }
        c->finished = finished;
        hand_in(run, chunk);
    }
    return NULL;
}

/* ---- making and dropping ---- */

static bool make_worker(struct worker *w, struct run *run, struct th_error *e) {
    const struct th_arena *arena = run->arena;
    w->run = run;
    w->state = th_state_new(arena->game, &arena->game_options, e);
    w->view = th_state_new(arena->game, &arena->game_options, e);
    if (w->state == NULL || w->view == NULL) return false;
    for (int i = 0; i < arena->players; i++) {
        const struct th_arena_player *p = &arena->player[i];
        w->bot[i].self = p->kind->make(arena->game, &p->options, e);
        if (w->bot[i].self == NULL) return false;
        w->bot[i].kind = p->kind;
    }
    return true;
}

static void drop_worker(struct worker *w) {
    for (int i = 0; i < TH_SEATS_MAX; i++)
        if (w->bot[i].kind != NULL && w->bot[i].kind->drop != NULL)
            w->bot[i].kind->drop(w->bot[i].self);
    free(w->state);
    free(w->view);
}

static bool make_run(struct run *run, const struct th_arena *arena, struct th_error *e) {
    *run = (struct run){
        .arena = arena, .lock = PTHREAD_MUTEX_INITIALIZER, .counted = PTHREAD_COND_INITIALIZER};
    run->start = th_state_new(arena->game, &arena->game_options, e);
    if (run->start == NULL) return false;
    run->rules = (struct match_rules){.game = arena->game,
                                      .start = run->start,
                                      .seed = arena->seed,
                                      .max_turns = arena->max_turns,
                                      .random_plies = arena->random_plies,
                                      .abort = arena->stop};
    assert(arena->game->seats(run->start) == arena->players);
    /* Small chunks for few, probably slow games; large ones so that many fast games do not fight
     * for the lock. */
    const uint64_t share = arena->games / ((uint64_t)arena->threads * 16);
    run->chunk_games = share < 1 ? 1 : share > CHUNK_MAX ? CHUNK_MAX : (int)share;
    run->chunks = (arena->games + (uint64_t)run->chunk_games - 1) / (uint64_t)run->chunk_games;
    run->places = arena->threads * PLACES_PER_THREAD;
    run->ring = calloc((size_t)run->places, sizeof *run->ring);
    if (run->ring == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < run->places; i++) {
        run->ring[i].result = calloc((size_t)run->chunk_games, sizeof *run->ring[i].result);
        if (run->ring[i].result == NULL) return th_fail(e, "out of memory");
    }
    tally_start(&run->tally, arena);
    return true;
}

static void drop_run(struct run *run) {
    pthread_mutex_destroy(&run->lock);
    pthread_cond_destroy(&run->counted);
    free(run->start);
    for (int i = 0; i < run->places && run->ring != NULL; i++) free(run->ring[i].result);
    free(run->ring);
}

/* The first worker is the calling thread itself. Fewer threads than asked for, where the system
 * gives no more, change only the time. */
static void play_all(struct worker *workers, int threads) {
    int started = 1;
    while (started < threads &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (int i = 1; i < started; i++) pthread_join(workers[i].thread, NULL);
}

bool th_arena_run(const struct th_arena *arena, struct th_arena_result *out, struct th_error *e) {
    assert(arena->players >= 1 && arena->players <= TH_SEATS_MAX && arena->threads >= 1);
    const double begun = clock_seconds();
    struct run run;
    struct worker *workers = calloc((size_t)arena->threads, sizeof *workers);
    bool ok = make_run(&run, arena, e);
    if (workers == NULL) ok = th_fail(e, "out of memory");
    for (int i = 0; ok && i < arena->threads; i++) ok = make_worker(&workers[i], &run, e);
    if (ok) {
        play_all(workers, arena->threads);
        memset(out, 0, sizeof *out);
        tally_close(&run.tally, out);
        out->seconds = clock_seconds() - begun;
    }
    for (int i = 0; workers != NULL && i < arena->threads; i++) drop_worker(&workers[i]);
    free(workers);
    drop_run(&run);
    return ok;
}
