/* Many games on threads.
 *
 * Workers take chunks of blocks by number, play them with bots of their own, and hand the results
 * in. Whoever hands in the next chunk in order also counts it, and every later one that waits
 * complete behind it, under the one lock: so blocks are counted in their order whatever the threads
 * do. A worker does not run further ahead of the count than the ring has places, which bounds the
 * memory. When the series is stopped, a worker hands in the blocks it has finished; counting ends
 * at the first gap, and what was counted is the longest run of finished blocks from the first. */
#include "series.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_GAMES_MAX = 256, PLACES_PER_THREAD = 4 };

/* Reading the clock twice costs as much as a fast bot's answer, so that of fast bots only some
 * rounds are timed, and every answer of the others. */
enum { TIMED_ROUNDS = 16, SLOW_NANOSECONDS = 4000 };

struct chunk {
    bool ready;
    int finished; /* blocks in `result`, from the first of the chunk */
    struct match_result *result;
};

struct run {
    const struct series *series;
    struct th_state *start; /* the game's own */
    int chunk_blocks, places;
    uint64_t blocks, chunks; /* in all */
    int *copies;             /* by bot: how many of it sit in one game */
    /* Under the lock: */
    pthread_mutex_t lock;
    pthread_cond_t counted; /* a place in the ring became free, or the counting ended */
    struct chunk *ring;
    uint64_t next;  /* chunk to be played */
    uint64_t count; /* chunk to be counted */
    bool over;      /* a chunk was not finished, or enough was played: nothing behind it counts */
};

struct worker {
    struct run *run;
    pthread_t thread;
    struct bot (*bot)[TH_SEATS_MAX]; /* copies of each bot */
    struct pace *pace;               /* by bot */
    struct th_state *state, *view;
};

/* ---- who plays what ---- */

/* In round k the places behind the first are in the k-th order of (n − 1)!: with rotations, all
 * orders of the seats. */
static void order_of_round(const struct series *s, uint64_t round, int order[]) {
    int rest[TH_SEATS_MAX], left = s->seats - 1;
    for (int i = 0; i < left; i++) rest[i] = i + 1;
    order[0] = 0;
    for (int i = 1; i < s->seats; i++, left--) {
        const int take = s->all_orders ? (int)(round % (uint64_t)left) : 0;
        round /= (uint64_t)left;
        order[i] = rest[take];
        memmove(&rest[take], &rest[take + 1], (size_t)(left - take - 1) * sizeof *rest);
    }
}

int series_place(const struct series *s, const struct series_block *b, int game, int seat) {
    int order[TH_SEATS_MAX];
    order_of_round(s, b->round, order);
    return order[match_player(seat, (uint64_t)(game % s->seats), s->seats)];
}

int series_bot(const struct series *s, const struct series_block *b, int game, int seat) {
    return s->fixture[b->fixture].line_up[game / s->seats].bot[series_place(s, b, game, seat)];
}

void series_shares(const struct match_result *r, int seats, double share[]) {
    double sum = 0;
    for (int i = 0; i < seats; i++) sum += r->payoff[i];
    for (int i = 0; i < seats; i++) share[i] = sum > 0 ? r->payoff[i] : 1.0 / seats;
}

struct th_pace pace_summary(const struct pace *p) {
    return (struct th_pace){.answers = p->answers,
                            .mean = pace_mean(p),
                            .p95 = pace_quantile(p, 0.95),
                            .worst = pace_worst(p)};
}

static struct series_block block_at(const struct run *run, uint64_t block,
                                    struct match_result *result) {
    const struct series *s = run->series;
    const uint64_t size = (uint64_t)series_block_games(s), left = s->games - block * size;
    return (struct series_block){.round = block / (uint64_t)s->fixtures,
                                 .fixture = (int)(block % (uint64_t)s->fixtures),
                                 .games = (int)(left < size ? left : size),
                                 .result = result};
}

static int blocks_in_chunk(const struct run *run, uint64_t chunk) {
    const uint64_t size = (uint64_t)run->chunk_blocks, left = run->blocks - chunk * size;
    return (int)(left < size ? left : size);
}

/* ---- playing ---- */

static struct bot bot_for(struct worker *w, int bot, int copy, uint64_t round) {
    struct bot made = w->bot[bot][copy];
    struct pace *pace = &w->pace[bot];
    const bool slow = pace->total > SLOW_NANOSECONDS * (int64_t)pace->answers;
    made.pace = slow || round % TIMED_ROUNDS == 0 ? pace : NULL;
    return made;
}

/* False if the series was stopped meanwhile. */
static bool play_block(struct worker *w, uint64_t number, struct match_result result[]) {
    const struct series *s = w->run->series;
    const struct series_block block = block_at(w->run, number, result);
    const struct match_rules rules = {
        .game = s->game,
        .start = s->openings > 0 ? s->opening[block.round % (uint64_t)s->openings] : w->run->start,
        .seed = block.fixture == 0 ? s->seed : th_mix2(s->seed, (uint64_t)block.fixture),
        .max_turns = s->max_turns,
        .random_plies = s->random_plies,
        .abort = s->stop};
    for (int game = 0; game < block.games; game++) {
        struct bot by_seat[TH_SEATS_MAX];
        int sits[TH_SEATS_MAX];
        for (int seat = 0; seat < s->seats; seat++) {
            int copy = 0;
            sits[seat] = series_bot(s, &block, game, seat);
            for (int i = 0; i < seat; i++) copy += sits[i] == sits[seat];
            by_seat[seat] = bot_for(w, sits[seat], copy, block.round);
        }
        const struct match_number which = {block.round, block.round * (uint64_t)s->seats +
                                                            (uint64_t)(game % s->seats)};
        match_play(&rules, by_seat, which, w->state, w->view, &result[game]);
        if (result[game].end == MATCH_ABORTED) return false;
    }
    return true;
}

static bool stopped(const struct series *s) {
    return s->stop != NULL && atomic_load_explicit(s->stop, memory_order_relaxed);
}

/* Waits for a place in the ring; false when there is nothing left to play. */
static bool take_chunk(struct run *run, uint64_t *chunk) {
    pthread_mutex_lock(&run->lock);
    while (!run->over && run->next < run->chunks && run->next - run->count >= (uint64_t)run->places)
        pthread_cond_wait(&run->counted, &run->lock);
    const bool more = !run->over && run->next < run->chunks && !stopped(run->series);
    if (more) *chunk = run->next++;
    pthread_mutex_unlock(&run->lock);
    return more;
}

static void count_chunk(struct run *run, struct chunk *c) {
    const struct series *s = run->series;
    const uint64_t first = run->count * (uint64_t)run->chunk_blocks;
    for (int i = 0; i < c->finished && !run->over; i++) {
        const struct series_block block = block_at(
            run, first + (uint64_t)i, &c->result[(size_t)i * (size_t)series_block_games(s)]);
        run->over = !s->count(s->context, &block);
    }
    if (c->finished < blocks_in_chunk(run, run->count)) run->over = true;
    c->ready = false;
    run->count++;
}

static void hand_in(struct run *run, uint64_t chunk) {
    pthread_mutex_lock(&run->lock);
    run->ring[chunk % (uint64_t)run->places].ready = true;
    struct chunk *c;
    while (!run->over && (c = &run->ring[run->count % (uint64_t)run->places])->ready)
        count_chunk(run, c);
    pthread_cond_broadcast(&run->counted);
    pthread_mutex_unlock(&run->lock);
}

static void *work(void *argument) {
    struct worker *w = argument;
    struct run *run = w->run;
    uint64_t chunk;
    while (take_chunk(run, &chunk)) {
        struct chunk *c = &run->ring[chunk % (uint64_t)run->places];
        const int blocks = blocks_in_chunk(run, chunk);
        const size_t size = (size_t)series_block_games(run->series);
        const uint64_t first = chunk * (uint64_t)run->chunk_blocks;
        c->finished = 0;
        while (c->finished < blocks &&
               play_block(w, first + (uint64_t)c->finished, &c->result[size * (size_t)c->finished]))
            c->finished++;
        hand_in(run, chunk);
    }
    return NULL;
}

/* ---- making and dropping ---- */

static bool make_worker(struct worker *w, struct run *run, struct th_error *e) {
    const struct series *s = run->series;
    w->run = run;
    w->state = th_state_new(s->game, s->game_options, e);
    w->view = th_state_new(s->game, s->game_options, e);
    if (w->state == NULL || w->view == NULL) return false;
    w->bot = calloc((size_t)s->bots, sizeof *w->bot);
    w->pace = calloc((size_t)s->bots, sizeof *w->pace);
    if (w->bot == NULL || w->pace == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < s->bots; i++)
        for (int copy = 0; copy < run->copies[i]; copy++) {
            struct bot *bot = &w->bot[i][copy];
            bot->self = s->bot[i].kind->make(s->game, &s->bot[i].options, e);
            if (bot->self == NULL) return false;
            bot->kind = s->bot[i].kind;
        }
    return true;
}

static void drop_worker(struct worker *w, const struct series *s) {
    for (int i = 0; w->bot != NULL && i < s->bots; i++)
        for (int copy = 0; copy < TH_SEATS_MAX; copy++) {
            const struct bot *bot = &w->bot[i][copy];
            if (bot->kind != NULL && bot->kind->drop != NULL) bot->kind->drop(bot->self);
        }
    free(w->bot);
    free(w->pace);
    free(w->state);
    free(w->view);
}

static void count_copies(const struct series *s, int copies[]) {
    for (int f = 0; f < s->fixtures; f++)
        for (int l = 0; l < s->line_ups; l++) {
            const int *bot = s->fixture[f].line_up[l].bot;
            for (int i = 0; i < s->seats; i++) {
                int here = 0;
                for (int j = 0; j < s->seats; j++) here += bot[j] == bot[i];
                if (here > copies[bot[i]]) copies[bot[i]] = here;
            }
        }
}

static bool make_run(struct run *run, const struct series *s, struct th_error *e) {
    *run = (struct run){
        .series = s, .lock = PTHREAD_MUTEX_INITIALIZER, .counted = PTHREAD_COND_INITIALIZER};
    run->start = th_state_new(s->game, s->game_options, e);
    if (run->start == NULL) return false;
    assert(s->game->seats(run->start) == s->seats);
    const uint64_t size = (uint64_t)series_block_games(s);
    run->blocks = (s->games + size - 1) / size;
    /* Small chunks for few, probably slow games; large ones so that many fast games do not fight
     * for the lock. */
    const uint64_t share = run->blocks / ((uint64_t)s->threads * 16), most = CHUNK_GAMES_MAX / size;
    run->chunk_blocks = share < 1 ? 1 : (int)(share < most ? share : most);
    run->chunks = (run->blocks + (uint64_t)run->chunk_blocks - 1) / (uint64_t)run->chunk_blocks;
    run->places = s->threads * PLACES_PER_THREAD;
    run->copies = calloc((size_t)s->bots, sizeof *run->copies);
    run->ring = calloc((size_t)run->places, sizeof *run->ring);
    if (run->ring == NULL || run->copies == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < run->places; i++) {
        run->ring[i].result = calloc((size_t)run->chunk_blocks * size, sizeof *run->ring[i].result);
        if (run->ring[i].result == NULL) return th_fail(e, "out of memory");
    }
    count_copies(s, run->copies);
    return true;
}

static void drop_run(struct run *run) {
    pthread_mutex_destroy(&run->lock);
    pthread_cond_destroy(&run->counted);
    free(run->start);
    free(run->copies);
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

bool series_play(const struct series *s, struct th_error *e) {
    assert(s->seats >= 1 && s->seats <= TH_SEATS_MAX && s->threads >= 1);
    struct run run;
    struct worker *workers = calloc((size_t)s->threads, sizeof *workers);
    bool ok = make_run(&run, s, e);
    if (workers == NULL) ok = th_fail(e, "out of memory");
    for (int i = 0; ok && i < s->threads; i++) ok = make_worker(&workers[i], &run, e);
    if (ok) play_all(workers, s->threads);
    for (int i = 0; workers != NULL && i < s->threads; i++) {
        for (int b = 0; ok && s->pace != NULL && b < s->bots; b++)
            pace_join(&s->pace[b], &workers[i].pace[b]);
        drop_worker(&workers[i], s);
    }
    free(workers);
    drop_run(&run);
    return ok;
}
