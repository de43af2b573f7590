#include "series_run.h"

#include "core/shortage.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

enum { CHUNK_GAMES_MAX = 256, PLACES_PER_WORKER = 4 };

/* Reading the clock twice costs as much as a fast bot's answer, so that of fast bots only some
 * rounds are timed, and every answer of the others. */
enum { TIMED_ROUNDS = 16, SLOW_NANOSECONDS = 4000 };

bool run_asked_to_stop(const struct run *run) {
    return run->series->stop != NULL &&
           atomic_load_explicit(run->series->stop, memory_order_relaxed);
}

bool run_may_play(const struct run *run) {
    return !run->over && run->next < run->chunks && run->next - run->count < (uint64_t)run->places;
}

int run_chunk_blocks(const struct run *run, uint64_t chunk) {
    const uint64_t size = (uint64_t)run->chunk_blocks, left = run->blocks - chunk * size;
    return (int)(left < size ? left : size);
}

static bool is_kept(const struct run *run, uint64_t block) {
    const struct series_store *store = run->series->store;
    return store != NULL && store->has(store->self, block);
}

bool run_is_kept(const struct run *run, uint64_t chunk) {
    const uint64_t first = run->first + chunk * (uint64_t)run->chunk_blocks;
    for (int i = 0; i < run_chunk_blocks(run, chunk); i++)
        if (!is_kept(run, first + (uint64_t)i)) return false;
    return true;
}

static bool only_kept(const struct run *run) {
    return run->series->store != NULL && run->series->store->only_kept;
}

/* ---- playing ---- */

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
    const struct series *s = w->run->series;
    struct bot by_seat[TH_SEATS_MAX];
    int sits[TH_SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++) {
        int copy = 0;
        sits[seat] = series_bot(s, b, game, seat);
        for (int i = 0; i < seat; i++) copy += sits[i] == sits[seat];
        by_seat[seat] = bot_for(w, sits[seat], copy, b->round);
    }
    const struct match_number number = {b->round, b->round * (uint64_t)s->seats +
                                                      (uint64_t)(game % s->seats)};
    match_play(rules, by_seat, number, w->state, w->view, result);
    return result->end;
}

/* MATCH_WON, or how the first game ended that has no result. */
static enum match_end play_block(struct worker *w, uint64_t number, struct match_result result[],
                                 struct bytes tape[]) {
    const struct series *s = w->run->series;
    const struct series_block block = series_block_at(s, number, result);
    struct match_rules rules = {
        .game = s->game,
        .start = s->openings > 0 ? s->opening[series_opening(s, block.round)] : w->run->start,
        .seed = block.fixture == 0 ? s->seed : th_mix2(s->seed, (uint64_t)block.fixture),
        .max_turns = s->max_turns,
        .random_plies = s->random_plies,
        .abort = rank_count() > 1 ? &w->run->abort : s->stop};
    for (int game = 0; game < block.games; game++) {
        if (tape != NULL) {
            rules.tape = &tape[game];
            tape[game].size = 0;
        }
        const enum match_end end = play_game(w, &rules, &block, game, &result[game]);
        if (end >= MATCH_ABORTED) return end;
    }
    return MATCH_WON;
}

void run_play_chunk(struct worker *w, uint64_t chunk, struct chunk *c) {
    const struct run *run = w->run;
    const int blocks = run_chunk_blocks(run, chunk);
    const size_t size = (size_t)series_block_games(run->series);
    const uint64_t first = run->first + chunk * (uint64_t)run->chunk_blocks;
    c->why.text[0] = 0;
    for (c->finished = 0; c->finished < blocks; c->finished++) {
        const uint64_t block = first + (uint64_t)c->finished;
        const size_t at = size * (size_t)c->finished;
        if (is_kept(run, block) || only_kept(run)) continue;
        const enum match_end end =
            play_block(w, block, &c->result[at], c->tape != NULL ? &c->tape[at] : NULL);
        if (end == MATCH_SHORT) shortage_fail(&c->why);
        if (end != MATCH_WON) return;
    }
}

/* ---- counting ---- */

/* What was played is kept, what was not is fetched. */
static bool keep_or_fetch(struct run *run, uint64_t number, const struct series_block *b,
                          struct match_result result[], struct bytes tape[]) {
    const struct series_store *store = run->series->store;
    if (store == NULL) return true;
    if (!is_kept(run, number))
        return store->keep(store->self, run->series, number, b, tape, &run->error);
    return store->load(store->self, run->series, number, result,
                       run->series->recorder != NULL ? tape : NULL, b->games, &run->error);
}

static bool record(struct run *run, uint64_t number, const struct series_block *b,
                   const struct bytes tape[]) {
    const struct series_recorder *recorder = run->series->recorder;
    return recorder == NULL ||
           recorder->record(recorder->self, run->series, number, b, tape, &run->error);
}

/* Whether no bot was at fault, where that matters; if one was, who. */
static bool is_faultless(struct run *run, uint64_t number, const struct series_block *b) {
    const struct series *s = run->series;
    if (!s->fault_aborts || is_kept(run, number)) return true;
    for (int i = 0; i < b->games; i++) {
        const struct match_result *r = &b->result[i];
        char bot[TH_SPEC_BYTES];
        if (r->end != MATCH_FAULT) continue;
        const struct th_arena_player *p = &s->bot[series_bot(s, b, i, r->fault_seat)];
        if (s->at_fault != NULL) *s->at_fault = true;
        th_options_write(p->kind->name, &p->options, true, bot, sizeof bot);
        return th_fail(
            &run->error, "stopped by a fault (%s) in game %llu, of %s", th_fault_name(r->fault),
            (unsigned long long)(number * (uint64_t)series_block_games(s) + (uint64_t)i), bot);
    }
    return true;
}

static void count_chunk(struct run *run, struct chunk *c) {
    const struct series *s = run->series;
    const size_t size = (size_t)series_block_games(s);
    for (int i = 0; i < c->finished && !run->over; i++) {
        const uint64_t number = run->first + run->count * (uint64_t)run->chunk_blocks + (uint64_t)i;
        if (only_kept(run) && !is_kept(run, number)) continue;
        struct match_result *result = &c->result[size * (size_t)i];
        const struct series_block block = series_block_at(s, number, result);
        struct bytes *tape = c->tape != NULL ? &c->tape[size * (size_t)i] : NULL;
        run->failed = !is_faultless(run, number, &block) ||
                      !keep_or_fetch(run, number, &block, result, tape) ||
                      !record(run, number, &block, tape);
        run->over = run->failed || !s->count(s->context, &block);
    }
    if (!run->over && c->finished < run_chunk_blocks(run, run->count)) {
        run->over = true;
        run->short_of = c->why.text[0] != 0;
        run->stopped = !run->short_of;
        if (run->short_of) run->error = c->why;
    }
    c->ready = false;
    run->count++;
}

enum series_end run_end(const struct run *run) {
    return run->failed     ? SERIES_FAILED
           : run->short_of ? SERIES_SHORT
           : run->stopped  ? SERIES_STOPPED
                           : SERIES_COMPLETE;
}

void run_count(struct run *run) {
    while (!run->over && run->count < run->chunks && run_place(run, run->count)->ready)
        count_chunk(run, run_place(run, run->count));
}

/* ---- making and dropping ---- */

static bool make_worker(struct worker *w, const struct series *s, const int copies[],
                        struct th_error *e) {
    w->state = th_state_new(s->game, s->game_options, e);
    w->view = th_state_new(s->game, s->game_options, e);
    if (w->state == NULL || w->view == NULL) return false;
    w->bot = calloc((size_t)s->bots, sizeof *w->bot);
    w->pace = calloc((size_t)s->bots, sizeof *w->pace);
    if (w->bot == NULL || w->pace == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < s->bots; i++)
        for (int copy = 0; copy < copies[i]; copy++) {
            struct bot *bot = &w->bot[i][copy];
            bot->self =
                th_bot_make(s->bot[i].kind, s->game, s->game_options, &s->bot[i].options, e);
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

/* Small chunks for few, probably slow games; large ones so that many fast games do not fight for
 * the lock, or for the first rank's attention. */
static void plan_chunks(struct run *run, int players) {
    const struct series *s = run->series;
    const uint64_t size = (uint64_t)series_block_games(s);
    const uint64_t all = (s->games + size - 1) / size;
    run->first = s->from;
    run->blocks = (s->to > 0 ? s->to : all) - s->from;
    const uint64_t share = run->blocks / ((uint64_t)players * 16), most = CHUNK_GAMES_MAX / size;
    run->chunk_blocks = share < 1 ? 1 : (int)(share < most ? share : most);
    run->chunks = (run->blocks + (uint64_t)run->chunk_blocks - 1) / (uint64_t)run->chunk_blocks;
    run->places = players * PLACES_PER_WORKER;
}

static bool make_ring(struct run *run) {
    const size_t games = (size_t)run->chunk_blocks * (size_t)series_block_games(run->series);
    const bool taped = run->series->store != NULL || run->series->recorder != NULL;
    run->ring = calloc((size_t)run->places + 1, sizeof *run->ring);
    for (int i = 0; run->ring != NULL && i <= run->places; i++) {
        struct chunk *c = &run->ring[i];
        c->result = calloc(games, sizeof *c->result);
        if (taped) c->tape = calloc(games, sizeof *c->tape);
        if (c->result == NULL || (taped && c->tape == NULL)) return false;
    }
    return run->ring != NULL;
}

bool run_make(struct run *run, const struct series *s, struct th_error *e) {
    *run = (struct run){
        .series = s, .lock = PTHREAD_MUTEX_INITIALIZER, .counted = PTHREAD_COND_INITIALIZER};
    run->start = th_state_new(s->game, s->game_options, e);
    if (run->start == NULL) return false;
    run->workers = rank_count() > 1 || only_kept(run) ? 1 : s->threads;
    plan_chunks(run, rank_count() > 1 ? rank_count() - 1 : s->threads);
    run->copies = calloc((size_t)s->bots, sizeof *run->copies);
    run->worker = calloc((size_t)run->workers, sizeof *run->worker);
    if (run->copies == NULL || run->worker == NULL || !make_ring(run))
        return th_fail(e, "out of memory");
    count_copies(s, run->copies);
    for (int i = 0; i < run->workers; i++) {
        run->worker[i].run = run;
        if (!only_kept(run) && !make_worker(&run->worker[i], s, run->copies, e)) return false;
    }
    return true;
}

void run_drop(struct run *run) {
    const struct series *s = run->series;
    const size_t games = (size_t)run->chunk_blocks * (size_t)series_block_games(run->series);
    for (int i = 0; run->worker != NULL && i < run->workers; i++) {
        struct worker *w = &run->worker[i];
        for (int b = 0; s->pace != NULL && w->pace != NULL && b < s->bots; b++)
            pace_join(&s->pace[b], &w->pace[b]);
        drop_worker(w, s);
    }
    for (int i = 0; run->ring != NULL && i <= run->places; i++) {
        for (size_t k = 0; run->ring[i].tape != NULL && k < games; k++)
            free(run->ring[i].tape[k].data);
        free(run->ring[i].tape);
        free(run->ring[i].result);
    }
    pthread_mutex_destroy(&run->lock);
    pthread_cond_destroy(&run->counted);
    free(run->ring);
    free(run->worker);
    free(run->copies);
    free(run->start);
}
