/* A series on the ranks of an MPI job: the first one deals chunks and counts them, the others play.
 *
 * A rank asks for a chunk, plays it in a thread while it listens, hands the results in, which is
 * also to ask for the next, and so on until it is told that the series is over. The first rank only
 * answers those who ask. What is overdue (a rank was lost, or is very slow) is dealt again to a
 * rank that has nothing else to do: the first result counts, and all are the same. If nobody at all
 * is heard of, the first rank plays itself.
 *
 * All ranks run the same command and come to the same series one after the other, since all that
 * their commands decide by is how a series ended, and that is told to all. Messages carry the
 * number of the series, because a rank may come late: to it, an old series is over. */
#include "core/clock.h"
#include "series_letters.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_MAX = 4096 };

/* After so many seconds without a word, the first rank plays a chunk itself. */
static const double SILENCE = 5;

/* How each series ended that is over, by its number; of the first rank. */
static enum series_end ended[SERIES_MAX];
static uint32_t series_number; /* of the one under way, from 1 on */
/* By rank: the series it asked for before the last was over; of the first rank. */
static uint32_t *early;

static void tell_over(int rank, uint32_t series) {
    series_letter_send(rank, MESSAGE_OVER, series,
                       series <= series_number ? ended[series % SERIES_MAX] : SERIES_FAILED);
}

/* ---- a chunk in a thread, so that its rank can listen meanwhile ---- */

struct job {
    struct worker *worker;
    uint64_t chunk;
    struct chunk *into;
    atomic_bool done;
    pthread_t thread;
    bool threaded;
};

static void *play_job(void *argument) {
    struct job *job = argument;
    run_play_chunk(job->worker, job->chunk, job->into);
    atomic_store(&job->done, true);
    return NULL;
}

/* Without a thread, it is played at once. */
static void job_start(struct job *job, struct run *run, uint64_t chunk) {
    job->worker = &run->worker[0];
    job->chunk = chunk;
    job->into = run_spare(run);
    atomic_store(&job->done, false);
    atomic_store(&run->abort, false);
    job->threaded = pthread_create(&job->thread, NULL, play_job, job) == 0;
    if (!job->threaded) play_job(job);
}

static void job_end(struct job *job) {
    if (job->threaded) pthread_join(job->thread, NULL);
}

/* ---- the first rank ---- */

struct dealer {
    struct run *run;
    bool *waits;     /* by rank: has asked, and got nothing yet */
    uint64_t *holds; /* by rank: the chunk it plays, plus 1; 0: none */
    double *since;   /* by rank: when it got it */
    double slowest;  /* seconds that a chunk has taken */
    double last_heard;
    struct job own;
    bool plays; /* its own job */
};

/* Whether nobody can be relied on to hand it in: those who have it, have had it for too long. */
static bool is_overdue(const struct dealer *d, uint64_t chunk) {
    const double patience = fmax(SILENCE, 4 * d->slowest);
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->holds[rank] == chunk + 1 && clock_seconds() - d->since[rank] < patience)
            return false;
    return true;
}

static void deal(struct dealer *d, int rank, uint64_t chunk) {
    d->waits[rank] = false;
    d->holds[rank] = chunk + 1;
    d->since[rank] = clock_seconds();
    series_letter_send(rank, MESSAGE_CHUNK, series_number, chunk);
}

/* What the store has need not be dealt. */
static void skip_kept(struct run *run) {
    while (run_may_play(run) && run_is_kept(run, run->next)) {
        struct chunk *c = run_place(run, run->next);
        c->finished = run_chunk_blocks(run, run->next++);
        c->ready = true;
    }
}

/* Gives those who wait something to do: new chunks, or the oldest that is overdue. */
static void deal_to_all(struct dealer *d) {
    struct run *run = d->run;
    if (run_asked_to_stop(run)) return;
    for (int rank = 1; rank < rank_count(); rank++) {
        if (!d->waits[rank]) continue;
        if (run_may_play(run)) {
            deal(d, rank, run->next++);
            continue;
        }
        for (uint64_t chunk = run->count; chunk < run->next; chunk++)
            if (!run_place(run, chunk)->ready && is_overdue(d, chunk)) {
                deal(d, rank, chunk);
                break;
            }
    }
}

static void take_results(struct dealer *d, struct bytes_reader *r, uint64_t chunk) {
    struct run *run = d->run;
    if (chunk < run->count || chunk >= run->next) return;
    struct chunk *c = run_place(run, chunk);
    if (c->ready) return; /* somebody else was faster */
    series_letter_take_results(r, run, chunk, c);
    /* What was broken off counts only if the series is. */
    c->ready = !r->failed && (c->finished == run_chunk_blocks(run, chunk) || c->why.text[0] != 0 ||
                              run_asked_to_stop(run));
}

static void answer(struct dealer *d, struct series_letter *l) {
    const int from = l->message.from;
    if (l->header.series < series_number) {
        if (l->header.kind != MESSAGE_PACE) tell_over(from, l->header.series);
        return;
    }
    d->last_heard = clock_seconds();
    if (d->holds[from] > 0) d->slowest = fmax(d->slowest, d->last_heard - d->since[from]);
    d->waits[from] = true;
    d->holds[from] = 0;
    if (l->header.kind == MESSAGE_RESULTS) take_results(d, &l->rest, l->header.chunk);
}

/* Where nobody is heard of, the next chunk to be counted is played here. */
static void play_alone(struct dealer *d) {
    struct run *run = d->run;
    if (d->plays && atomic_load(&d->own.done)) {
        struct chunk *place = run_place(run, d->own.chunk), *spare = d->own.into, played = *spare;
        job_end(&d->own);
        d->plays = false;
        if (d->own.chunk < run->count || place->ready) return; /* somebody else was faster */
        *spare = *place;
        *place = played;
        place->ready = true;
    } else if (!d->plays && clock_seconds() - d->last_heard > SILENCE) {
        if (run->count == run->next && run_may_play(run)) run->next++;
        if (run->count == run->next || run_place(run, run->count)->ready) return;
        d->plays = true;
        job_start(&d->own, run, run->count);
    }
}

/* Those who play are told, too: what they play is of no use any more. All who are told answer with
 * their times, unless they are lost. */
static void end_series(struct dealer *d) {
    struct run *run = d->run;
    const enum series_end end = run_end(run);
    int told = 0;
    ended[series_number % SERIES_MAX] = end;
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->waits[rank] || d->holds[rank] > 0) {
            series_letter_send(rank, MESSAGE_OVER, series_number, end);
            told++;
        }
    if (run->failed) return;
    const double begun = clock_seconds();
    for (int idle = 0; told > 0 && clock_seconds() - begun < SILENCE; idle++) {
        struct series_letter l;
        if (!series_letter_next(&l)) {
            rank_doze(idle);
            continue;
        }
        const int from = l.message.from;
        if (l.header.series == series_number && l.header.kind == MESSAGE_PACE) {
            series_letter_take_pace(run, &l.rest);
            told--;
        } else if (l.header.series > series_number) {
            early[from] = l.header.series;
        } else if (!d->waits[from] && d->holds[from] == 0) { /* one that is heard of only now */
            tell_over(from, l.header.series);
        }
        free(l.message.body.data);
    }
}

void run_deal(struct run *run) {
    const size_t ranks = (size_t)rank_count();
    struct dealer d = {.run = run,
                       .waits = calloc(ranks, sizeof *d.waits),
                       .holds = calloc(ranks, sizeof *d.holds),
                       .since = calloc(ranks, sizeof *d.since),
                       .last_heard = clock_seconds()};
    series_number++;
    if (early == NULL) early = calloc(ranks, sizeof *early);
    if (d.waits == NULL || d.holds == NULL || d.since == NULL || early == NULL) abort();
    for (size_t i = 1; i < ranks; i++) d.waits[i] = early[i] == series_number;
    for (int idle = 0; !run->failed && !run->over && run->count < run->chunks; idle++) {
        struct series_letter l;
        while (series_letter_next(&l)) {
            answer(&d, &l);
            free(l.message.body.data);
            idle = 0;
        }
        skip_kept(run);
        run_count(run);
        if (run_asked_to_stop(run)) {
            run->stopped = run->over = true;
            break;
        }
        deal_to_all(&d);
        play_alone(&d);
        run_count(run);
        rank_doze(idle);
    }
    if (d.plays) {
        atomic_store(&run->abort, true);
        job_end(&d.own);
    }
    end_series(&d);
    free(d.waits);
    free(d.holds);
    free(d.since);
}

/* ---- the others ---- */

/* The next message of this series; false if it is over, however it ended. */
static bool hear(struct run *run, int *idle, struct series_header *h) {
    struct rank_message m;
    h->kind = MESSAGE_ASK; /* nothing heard */
    if (!rank_receive(&m)) {
        rank_doze((*idle)++);
        return true;
    }
    struct bytes_reader r = {.at = m.body.data, .end = m.body.data + m.body.size};
    *h = series_letter_header(&r);
    free(m.body.data);
    *idle = 0;
    if (h->series != series_number) h->kind = MESSAGE_ASK;
    if (h->kind != MESSAGE_OVER) return true;
    run->stopped = h->chunk == SERIES_STOPPED;
    run->short_of = h->chunk == SERIES_SHORT;
    run->failed = h->chunk == SERIES_FAILED;
    return false;
}

/* Plays a chunk and listens meanwhile; false if the series is over. */
static bool serve_chunk(struct run *run, uint64_t chunk) {
    struct job job;
    bool more = true;
    int idle = 0;
    job_start(&job, run, chunk);
    while (!atomic_load(&job.done)) {
        struct series_header h;
        more = more && hear(run, &idle, &h);
        if (!more) atomic_store(&run->abort, true);
    }
    job_end(&job);
    if (more) series_letter_send_results(run, series_number, chunk, job.into);
    return more;
}

void run_serve(struct run *run) {
    int idle = 0;
    bool more = true;
    series_number++;
    series_letter_send(0, MESSAGE_ASK, series_number, 0);
    while (more) {
        struct series_header h;
        more = hear(run, &idle, &h);
        if (more && h.kind == MESSAGE_CHUNK) more = serve_chunk(run, h.chunk);
    }
    if (!run->failed) series_letter_send_pace(run, series_number);
}

/* ---- the end of all ---- */

/* Says goodbye and waits for the answer: whether all ranks are there to end MPI together. */
static bool leave(void) {
    const double begun = clock_seconds();
    series_letter_send(0, MESSAGE_BYE, series_number, 0);
    for (int idle = 0; clock_seconds() - begun < 4 * SILENCE; idle++) {
        struct rank_message m;
        if (!rank_receive(&m)) {
            rank_doze(idle);
            continue;
        }
        struct bytes_reader r = {.at = m.body.data, .end = m.body.data + m.body.size};
        const struct series_header h = series_letter_header(&r);
        free(m.body.data);
        if (h.kind == MESSAGE_FAREWELL) return h.chunk == 1;
    }
    return false;
}

/* Whoever still waits for a series that will not come is told that it failed, and leaves; whoever
 * still trains, or waits for a training, is told that it is over. */
static bool wait_for_all(void) {
    for (int i = 1; early != NULL && i < rank_count(); i++)
        if (early[i] > series_number) tell_over(i, early[i]);
    free(early);
    double heard = clock_seconds();
    for (int idle = 0; ranks_gone() < rank_count() - 1 && clock_seconds() - heard < SILENCE;
         idle++) {
        const int before = ranks_gone();
        struct series_letter l;
        if (series_letter_next(&l)) {
            if (l.header.kind != MESSAGE_PACE) tell_over(l.message.from, l.header.series);
            free(l.message.body.data);
            heard = clock_seconds();
        }
        if (ranks_gone() > before) heard = clock_seconds();
        rank_doze(idle);
    }
    return ranks_gone() == rank_count() - 1;
}

bool series_goodbye(void) {
    if (rank_count() == 1) return true;
    if (rank_own() > 0) return leave();
    const bool all = wait_for_all();
    for (int i = 1; i < rank_count(); i++)
        series_letter_send(i, MESSAGE_FAREWELL, series_number, all);
    return all;
}
