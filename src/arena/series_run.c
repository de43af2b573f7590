#include "series_run.h"

#include "core/clock.h"
#include "core/shortage.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

/* A store saves some 70,000 games a second: a ring of this many is saved in a fraction of a second,
 * whatever the number of workers. */
enum { SPAN_GAMES_MAX = 256, SPANS_PER_WORKER = 4, SAVED_RING_GAMES = 16384 };

/* Reading the clock twice costs as much as a fast bot's answer, so that of fast bots only some
 * rounds are timed, and every answer of the others. */
enum { TIMED_ROUNDS = 16, SLOW_NANOSECONDS = 4000 };

bool run_must_stop(const struct run *run) {
    return run->short_of || (run->series->stop != NULL &&
                             atomic_load_explicit(run->series->stop, memory_order_relaxed));
}

void run_note_shortage(struct run *run, const struct th_error *why) {
    if (why->text[0] == 0 || run->short_of || run->failed) return;
    run->short_of = true;
    run->error = *why;
}

static bool only_kept(const struct run *run) {
    return run->series->store != NULL && run->series->store->only_kept;
}

static bool fail(struct run *run) {
    run->failed = run->over = true;
    return false;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* ---- taking blocks ---- */

void run_open_place(struct run *run, uint64_t block, int played) {
    struct place *p = run_place(run, block);
    p->games = series_block_at(run->series, run->first + block, NULL).games;
    p->taken = p->kept = false;
    p->found = p->seen = p->held = played;
    atomic_store_explicit(&p->played, played, memory_order_relaxed);
}

/* Opens places as far as there are any: of a block that the store has, none is played; of one that
 * it holds in part, only the rest. */
static bool open_places(struct run *run) {
    const struct series_store *store = run->series->store;
    while (run->opened < run->blocks && run->opened - run->count < (uint64_t)run->places) {
        const uint64_t number = run->first + run->opened;
        struct place *p = run_place(run, run->opened);
        run_open_place(run, run->opened, 0);
        p->kept = store != NULL && store->has(store->self, number);
        if (!p->kept && store != NULL && store->held != NULL) {
            const int held = store->held(store->self, run->series, number, p->result, p->tape,
                                         p->games, &run->error);
            if (held < 0) return fail(run);
            run_open_place(run, run->opened, held);
        }
        run->opened++;
    }
    return true;
}

static int played_of(const struct place *p) {
    return atomic_load_explicit(&p->played, memory_order_acquire);
}

static bool is_finished(const struct place *p) {
    return p->kept || played_of(p) == p->games;
}

static bool is_free(const struct place *p) {
    return !p->taken && !is_finished(p);
}

bool run_take(struct run *run, int most, struct span *span) {
    if (run->over || !open_places(run)) return false;
    run->lowest = larger(run->lowest, run->count); /* places below have other blocks by now */
    while (run->lowest < run->opened && !is_free(run_place(run, run->lowest))) run->lowest++;
    *span = (struct span){.first = run->lowest};
    while (span->blocks < most && run->lowest < run->opened) {
        struct place *p = run_place(run, run->lowest);
        const bool begun = played_of(p) > 0;
        if (!is_free(p) || (begun && span->blocks > 0)) break;
        p->taken = true;
        run->lowest++;
        span->blocks++;
        if (begun) break;
    }
    if (span->blocks > 0 && run->begun == 0) run->begun = clock_seconds();
    return span->blocks > 0;
}

void run_give_back(struct run *run, struct span span) {
    for (int i = 0; i < span.blocks; i++) {
        const uint64_t block = span.first + (uint64_t)i;
        if (block < run->count || is_finished(run_place(run, block))) continue;
        run_place(run, block)->taken = false;
        if (block < run->lowest) run->lowest = block;
    }
}

int span_adapt(struct span span, int played, double seconds, int most) {
    if (played < span.blocks) return played > 1 ? played : 1;
    if (seconds > SPAN_SECONDS / 2) return span.blocks;
    return 2 * span.blocks < most ? 2 * span.blocks : most;
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
    match_play(rules, by_seat, series_match(s, b, game), w->state, w->view, result);
    return result->end;
}

/* Plays the games of a block that are not finished yet. Returns MATCH_WON, or how the first game
 * ended that has no result. */
static enum match_end play_block(struct worker *w, uint64_t number, struct place *p) {
    const struct series *s = w->run->series;
    const struct series_block block = series_block_at(s, number, p->result);
    struct match_rules rules = series_rules(s, &block, w->run->start);
    if (rank_count() > 1) rules.abort = &w->run->abort;
    for (int game = played_of(p); game < block.games; game++) {
        if (p->tape != NULL) {
            rules.tape = &p->tape[game];
            p->tape[game].size = 0;
        }
        const enum match_end end = play_game(w, &rules, &block, game, &p->result[game]);
        if (end >= MATCH_ABORTED) return end;
        atomic_store_explicit(&p->played, game + 1, memory_order_release);
    }
    return MATCH_WON;
}

int run_play_span(struct worker *w, struct span span) {
    const double begun = clock_seconds();
    w->why.text[0] = 0;
    for (int i = 0; i < span.blocks; i++) {
        const uint64_t block = span.first + (uint64_t)i;
        if (i > 0 && clock_seconds() - begun > SPAN_SECONDS) return i;
        const enum match_end end = play_block(w, w->run->first + block, run_place(w->run, block));
        if (end == MATCH_SHORT) shortage_fail(&w->why);
        if (end != MATCH_WON) return i;
    }
    return span.blocks;
}

/* ---- counting ---- */

/* What was played is kept, what was not is fetched. */
static bool keep_or_fetch(struct run *run, uint64_t number, const struct series_block *b,
                          const struct place *p) {
    const struct series_store *store = run->series->store;
    if (store == NULL) return true;
    if (!p->kept) {
        run->unsaved = true;
        return store->keep(store->self, run->series, number, b, p->tape, &run->error);
    }
    return store->load(store->self, run->series, number, p->result,
                       run->series->recorder != NULL ? p->tape : NULL, b->games, &run->error);
}

static bool record(struct run *run, uint64_t number, const struct series_block *b,
                   const struct bytes tape[]) {
    const struct series_recorder *recorder = run->series->recorder;
    return recorder == NULL ||
           recorder->record(recorder->self, run->series, number, b, tape, &run->error);
}

/* Whether no bot was at fault, where that matters; if one was, who. */
static bool is_faultless(struct run *run, uint64_t number, const struct series_block *b,
                         const struct place *p) {
    const struct series *s = run->series;
    if (!s->fault_aborts || p->kept) return true;
    for (int i = p->found; i < b->games; i++) {
        const struct match_result *r = &b->result[i];
        char bot[TH_SPEC_BYTES];
        if (r->end != MATCH_FAULT) continue;
        const struct th_arena_player *player = &s->bot[series_bot(s, b, i, r->fault_seat)];
        if (s->at_fault != NULL) *s->at_fault = true;
        th_options_write(player->kind->name, &player->options, true, bot, sizeof bot);
        return th_fail(
            &run->error, "stopped by a fault (%s) in game %llu, of %s", th_fault_name(r->fault),
            (unsigned long long)(number * (uint64_t)series_block_games(s) + (uint64_t)i), bot);
    }
    return true;
}

static bool count_block(struct run *run, uint64_t number, const struct place *p) {
    const struct series *s = run->series;
    const struct series_block block = series_block_at(s, number, p->result);
    if (!is_faultless(run, number, &block, p) || !keep_or_fetch(run, number, &block, p) ||
        !record(run, number, &block, p->tape))
        return fail(run);
    run->over = !s->count(s->context, &block);
    return true;
}

void run_count_kept(struct run *run) {
    const struct series_store *store = run->series->store;
    const uint64_t end = run->first + run->blocks;
    uint64_t block = store->next(store->self, run->first);
    while (!run->over && block < end) {
        struct place *p = run_place(run, block);
        if (run_must_stop(run)) {
            run->stopped = true;
            return;
        }
        p->kept = true;
        if (!count_block(run, block, p)) return;
        block = store->next(store->self, block + 1);
    }
}

enum series_end run_end(const struct run *run) {
    return run->failed     ? SERIES_FAILED
           : !run->stopped ? SERIES_COMPLETE
           : run->short_of ? SERIES_SHORT
                           : SERIES_STOPPED;
}

void run_count(struct run *run) {
    bool played = false;
    while (!run->over && run->count < run->opened && is_finished(run_place(run, run->count))) {
        const struct place *p = run_place(run, run->count);
        if (!count_block(run, run->first + run->count, p)) break;
        played |= !p->kept;
        run->count++;
    }
    if (played) run->until = clock_seconds();
}

/* ---- saving what cannot be counted yet ---- */

/* A game with a fault that fails the series is not kept, nor what follows it in its block. */
static int games_to_hold(const struct run *run, const struct place *p) {
    int games = p->held;
    while (games < p->seen && !(run->series->fault_aborts && p->result[games].end == MATCH_FAULT))
        games++;
    return games;
}

static bool hold_place(struct run *run, uint64_t number, struct place *p) {
    const struct series_store *store = run->series->store;
    const int games = games_to_hold(run, p);
    const struct series_block block = series_block_at(run->series, number, p->result);
    run->unsaved |= p->held < games;
    for (; p->held < games; p->held++)
        if (!store->hold(store->self, run->series, number, &block, p->held, &p->tape[p->held],
                         &run->error))
            return fail(run);
    return true;
}

/* Holds the games that were finished at the last tick already, or all: of fast games, most are
 * counted meanwhile, and need not be written twice. */
static void hold_waiting(struct run *run, bool all) {
    for (uint64_t block = run->count; !run->over && block < run->opened; block++) {
        struct place *p = run_place(run, block);
        if (p->kept) continue;
        if (all) p->seen = played_of(p);
        if (!hold_place(run, run->first + block, p)) return;
        p->seen = played_of(p);
    }
}

/* Blocks that were played, but not counted in the end, took no time. */
static struct series_times times_of(const struct run *run) {
    return (struct series_times){.seconds = run->until > 0 ? run->until - run->begun : 0,
                                 .pace = run->pace};
}

static bool saves(const struct run *run) {
    return run->series->store != NULL && run->series->store->commit != NULL;
}

void run_save(struct run *run) {
    const struct series_store *store = run->series->store;
    const struct series_times times = times_of(run);
    if (!saves(run) || run->failed) return;
    if (!store->commit(store->self, run->series, run->until > 0 ? &times : NULL, &run->error))
        fail(run);
    run->unsaved = false;
}

void run_tick(struct run *run) {
    run_count(run);
    if (!saves(run) || run->failed) return;
    hold_waiting(run, false);
    if (run->unsaved) run_save(run);
}

/* Counts all that is finished; a run that was stopped early may not have come to what the store
 * has.
 */
static void count_all(struct run *run) {
    uint64_t before;
    do {
        before = run->count;
        if (!run->over && !open_places(run)) return;
        run_count(run);
    } while (run->count > before && !run->over);
}

void run_finish(struct run *run) {
    count_all(run);
    run->stopped = !run_is_over(run);
    if (!saves(run) || run->failed) return;
    const struct series_store *store = run->series->store;
    hold_waiting(run, true);
    if (run->over && !run->failed && !store->forget_held(store->self, &run->error)) fail(run);
    run_save(run);
}

void run_report_pace(struct run *run, struct worker *w) {
    for (int i = 0; i < run->series->bots; i++) {
        const struct pace more = pace_since(&w->pace[i], &w->reported[i]);
        pace_join(&run->pace[i], &more);
        w->reported[i] = w->pace[i];
    }
}

/* ---- making and dropping ---- */

static bool make_worker(struct worker *w, const struct series *s, const int copies[],
                        struct th_error *e) {
    w->state = th_state_new(s->game, s->game_options, e);
    w->view = th_state_new(s->game, s->game_options, e);
    if (w->state == NULL || w->view == NULL) return false;
    w->bot = calloc((size_t)s->bots, sizeof *w->bot);
    w->pace = calloc((size_t)s->bots, sizeof *w->pace);
    w->reported = calloc((size_t)s->bots, sizeof *w->reported);
    w->span_blocks = 1;
    if (w->bot == NULL || w->pace == NULL || w->reported == NULL)
        return th_fail(e, "out of memory");
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
    free(w->reported);
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

/* Short spans for few games; long ones so that many fast games do not fight for the lock, or for
 * the first rank's attention. A rank that only plays needs room for one span. */
static void plan_spans(struct run *run, uint64_t players) {
    const struct series *s = run->series;
    const uint64_t size = (uint64_t)series_block_games(s);
    const uint64_t all = (s->games + size - 1) / size;
    run->first = s->from;
    run->blocks = (s->to > 0 ? s->to : all) - s->from;
    uint64_t room = players * SPANS_PER_WORKER * SPAN_GAMES_MAX;
    if (s->store != NULL)
        room = smaller(room, larger(SAVED_RING_GAMES, players * SPANS_PER_WORKER * size));
    const uint64_t most =
        smaller(run->blocks / (players * 16), room / (players * SPANS_PER_WORKER * size));
    run->span_most = (int)larger(most, 1);
    run->places = rank_own() > 0 ? run->span_most : (int)smaller(room / size, run->blocks);
}

static bool make_ring(struct run *run) {
    const size_t size = (size_t)series_block_games(run->series);
    const size_t games = (size_t)run->places * size;
    const bool taped = run->series->store != NULL || run->series->recorder != NULL;
    run->ring = calloc((size_t)run->places, sizeof *run->ring);
    run->results = calloc(games, sizeof *run->results);
    if (taped) run->tapes = calloc(games, sizeof *run->tapes);
    if (run->ring == NULL || run->results == NULL || (taped && run->tapes == NULL)) return false;
    for (size_t i = 0; i < (size_t)run->places; i++) {
        run->ring[i].result = &run->results[i * size];
        if (taped) run->ring[i].tape = &run->tapes[i * size];
    }
    return true;
}

static void make_locks(struct run *run) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->counted, NULL);
    pthread_cond_init(&run->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

bool run_make(struct run *run, const struct series *s, struct th_error *e) {
    const int ranks = rank_count();
    *run = (struct run){.series = s};
    make_locks(run);
    run->start = th_state_new(s->game, s->game_options, e);
    if (run->start == NULL) return false;
    run->workers = ranks > 1 || only_kept(run) ? 1 : s->threads;
    plan_spans(run, (uint64_t)(ranks > 1 ? ranks - 1 : s->threads));
    run->copies = calloc((size_t)s->bots, sizeof *run->copies);
    run->pace = calloc((size_t)s->bots, sizeof *run->pace);
    run->worker = calloc((size_t)run->workers, sizeof *run->worker);
    if (run->copies == NULL || run->pace == NULL || run->worker == NULL || !make_ring(run))
        return th_fail(e, "out of memory");
    count_copies(s, run->copies);
    for (int i = 0; i < run->workers; i++) {
        run->worker[i].run = run;
        if (!only_kept(run) && !make_worker(&run->worker[i], s, run->copies, e)) return false;
    }
    return true;
}

/* What was measured here, and by earlier runs that the store has. */
static void add_times(struct run *run) {
    const struct series *s = run->series;
    struct series_times times = times_of(run);
    if (run->until == 0) memset(run->pace, 0, (size_t)s->bots * sizeof *run->pace);
    if (s->store != NULL && s->store->times != NULL) s->store->times(s->store->self, s, &times);
    if (s->seconds != NULL) *s->seconds += times.seconds;
    for (int i = 0; s->pace != NULL && i < s->bots; i++) pace_join(&s->pace[i], &run->pace[i]);
}

void run_drop(struct run *run) {
    const struct series *s = run->series;
    const size_t games = (size_t)run->places * (size_t)series_block_games(s);
    if (run->pace != NULL && !run->failed) add_times(run);
    for (int i = 0; run->worker != NULL && i < run->workers; i++) drop_worker(&run->worker[i], s);
    for (size_t k = 0; run->tapes != NULL && k < games; k++) free(run->tapes[k].data);
    pthread_mutex_destroy(&run->lock);
    pthread_cond_destroy(&run->counted);
    pthread_cond_destroy(&run->ended);
    free(run->tapes);
    free(run->results);
    free(run->ring);
    free(run->pace);
    free(run->worker);
    free(run->copies);
    free(run->start);
}
