/* A series on the ranks of an MPI job: the first one assigns spans and counts them, the others
 * play.
 *
 * A rank asks for a span and plays it in a thread while it listens. Games that are finished
 * meanwhile are sent every GAMES_SECONDS; the last of them end the span, which is also to ask for
 * the next, and so on until the series is over. The first rank only answers requests. A span that
 * is overdue (a rank was lost, or is very slow) is assigned again to a rank that has nothing else
 * to do: the first result counts, and all are the same. If no rank is heard of at all, the first
 * rank plays itself.
 *
 * All ranks run the same command and come to the same series one after the other, since all that
 * their commands decide by is how a series ended, which all of them receive. Messages carry the
 * number of the series, because a rank may come late: to it, an old series is over. */
#include "core/clock.h"
#include "series_exec.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_MAX = 4096 };

/* After so many seconds without a message, the first rank plays a block itself. */
static const double SILENCE_SECONDS = 5;

/* So often a rank sends what it has finished of a span that is not over yet. */
static const double GAMES_SECONDS = 0.1;

/* How each series ended that is over, by its number; of the first rank. */
static enum series_end ended[SERIES_MAX];
static uint32_t series_number; /* of the one in progress, from 1 on */
/* By rank: the series it asked for before the last was over; of the first rank. */
static uint32_t *early;

static void send_over(int rank, uint32_t series) {
    series_message_send(rank, MESSAGE_OVER, series,
                        series <= series_number ? ended[series % SERIES_MAX] : SERIES_FAILED);
}

/* ---- a span in a thread, so that its rank can listen meanwhile ---- */

struct job {
    struct worker *worker;
    struct span span;
    atomic_bool done;
    pthread_t thread;
    bool threaded;
};

static void *play_job(void *argument) {
    struct job *job = argument;
    exec_play_span(job->worker, job->span);
    atomic_store(&job->done, true);
    return NULL;
}

/* Without a thread, it is played at once. */
static void job_start(struct job *job, struct series_exec *exec, struct span span) {
    job->worker = &exec->worker[0];
    job->span = span;
    atomic_store(&job->done, false);
    atomic_store(&exec->abort, false);
    job->threaded = pthread_create(&job->thread, NULL, play_job, job) == 0;
    if (!job->threaded) play_job(job);
}

static void job_end(struct job *job) {
    if (job->threaded) pthread_join(job->thread, NULL);
}

/* ---- the first rank ---- */

/* What the first rank knows of another. */
struct player {
    bool waits;       /* has asked, and got nothing yet */
    struct span span; /* that it plays; no blocks: none */
    double since;     /* when it got it */
    bool overdue;     /* the span was given back, and others may play it */
    double heard;     /* when it last sent anything */
    int span_blocks;  /* to assign next; see span_adapt */
};

struct coordinator {
    struct series_exec *exec;
    struct player *player; /* by rank */
    double slowest;        /* seconds that a rank has been silent, and then sent something */
    double last_heard, last_tick;
    struct job own;
    bool plays; /* its own job */
};

static void assign(struct coordinator *d, struct player *p, int rank, struct span span) {
    const struct place *first = exec_place(d->exec, span.first);
    p->waits = false;
    p->span = span;
    p->overdue = false;
    p->since = p->heard = clock_seconds();
    series_message_send_span(d->exec, rank, series_number, span,
                             atomic_load_explicit(&first->played, memory_order_relaxed));
}

/* Makes free what a rank has had for too long without a message; false if there is no such rank.
 * What it sends later is still taken. */
static bool free_overdue(struct coordinator *d) {
    const double timeout = fmax(SILENCE_SECONDS, 4 * d->slowest), now = clock_seconds();
    bool any = false;
    for (int rank = 1; rank < rank_count(); rank++) {
        struct player *p = &d->player[rank];
        if (p->span.blocks == 0 || p->overdue || now - p->heard < timeout) continue;
        exec_give_back(d->exec, p->span);
        p->overdue = any = true;
    }
    return any;
}

/* Gives those who wait something to do: what is free, or else what is overdue. */
static void assign_to_all(struct coordinator *d) {
    struct span span;
    for (int rank = 1; rank < rank_count(); rank++) {
        struct player *p = &d->player[rank];
        if (!p->waits || exec_must_stop(d->exec)) continue;
        if (exec_take(d->exec, p->span_blocks, &span) ||
            (free_overdue(d) && exec_take(d->exec, p->span_blocks, &span)))
            assign(d, p, rank, span);
    }
}

/* The span of a rank is over: what it has not finished is free again. */
static void end_span(struct coordinator *d, struct player *p) {
    int played = 0;
    if (p->overdue) return;
    while (played < p->span.blocks) {
        const uint64_t block = p->span.first + (uint64_t)played;
        const struct place *place = exec_place(d->exec, block);
        if (block >= d->exec->count &&
            atomic_load_explicit(&place->played, memory_order_relaxed) < place->games)
            break;
        played++;
    }
    p->span_blocks = span_adapt(p->span, played, p->heard - p->since, d->exec->span_most);
    exec_give_back(d->exec, p->span);
}

static void answer(struct coordinator *d, struct series_message *l) {
    const enum message_kind kind = l->header.kind;
    struct player *p = &d->player[l->message.from];
    if (l->header.series < series_number) {
        if (kind != MESSAGE_PACE && kind != MESSAGE_GAMES)
            send_over(l->message.from, l->header.series);
        return;
    }
    const double now = d->last_heard = clock_seconds();
    if (p->span.blocks > 0) d->slowest = fmax(d->slowest, now - p->heard);
    p->heard = now;
    if (kind == MESSAGE_RESULTS || kind == MESSAGE_GAMES)
        series_message_take_games(d->exec, l, d->plays ? d->own.span.first : UINT64_MAX);
    if (kind == MESSAGE_GAMES) return;
    if (kind == MESSAGE_RESULTS) end_span(d, p);
    p->span.blocks = 0;
    p->waits = true;
}

/* Where no rank is heard of, the next block to be counted is played here. */
static void play_alone(struct coordinator *d) {
    struct series_exec *exec = d->exec;
    if (d->plays && atomic_load(&d->own.done)) {
        job_end(&d->own);
        exec_report_pace(exec, d->own.worker);
        exec_note_shortage(exec, &d->own.worker->why);
        d->plays = false;
    } else if (!d->plays && clock_seconds() - d->last_heard > SILENCE_SECONDS) {
        struct span span = {.first = exec->count, .blocks = 1};
        if (exec->count == exec->opened && !exec_take(exec, 1, &span)) return;
        exec_place(exec, span.first)->taken = true;
        d->plays = true;
        job_start(&d->own, exec, span);
    }
}

/* Those who play hear of it, too: what they play is of no use any more. All of them answer with
 * their times, unless they are lost. */
static void end_series(struct coordinator *d) {
    struct series_exec *exec = d->exec;
    const enum series_end end = exec_end(exec);
    int asked = 0;
    ended[series_number % SERIES_MAX] = end;
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->player[rank].waits || d->player[rank].span.blocks > 0) {
            series_message_send(rank, MESSAGE_OVER, series_number, end);
            asked++;
        }
    if (exec->failed) return;
    const double begun = clock_seconds();
    for (int idle = 0; asked > 0 && clock_seconds() - begun < SILENCE_SECONDS; idle++) {
        struct series_message l;
        if (!series_message_next(&l)) {
            rank_sleep(idle);
            continue;
        }
        const int from = l.message.from;
        const struct player *p = &d->player[from];
        if (l.header.series == series_number && l.header.kind == MESSAGE_PACE) {
            series_message_take_pace(exec, &l.rest);
            asked--;
        } else if (l.header.series > series_number) {
            early[from] = l.header.series;
        } else if (!p->waits && p->span.blocks == 0 && l.header.kind != MESSAGE_GAMES) {
            send_over(from, l.header.series); /* one that is heard of only now */
        }
        free(l.message.body.data);
    }
}

static void tick(struct coordinator *d) {
    if (clock_seconds() - d->last_tick < TICK_SECONDS) return;
    exec_tick(d->exec);
    d->last_tick = clock_seconds();
}

void series_coordinate(struct series_exec *exec) {
    const size_t ranks = (size_t)rank_count();
    struct coordinator d = {
        .exec = exec, .player = calloc(ranks, sizeof *d.player), .last_heard = clock_seconds()};
    series_number++;
    if (early == NULL) early = calloc(ranks, sizeof *early);
    if (d.player == NULL || early == NULL) abort();
    for (size_t i = 1; i < ranks; i++) {
        d.player[i].waits = early[i] == series_number;
        d.player[i].span_blocks = 1;
    }
    for (int idle = 0; !exec->failed && !exec_is_over(exec) && !exec_must_stop(exec); idle++) {
        struct series_message l;
        while (series_message_next(&l)) {
            answer(&d, &l);
            free(l.message.body.data);
            idle = 0;
        }
        exec_count(exec);
        assign_to_all(&d);
        play_alone(&d);
        tick(&d);
        rank_sleep(idle);
    }
    if (d.plays) {
        atomic_store(&exec->abort, true);
        job_end(&d.own);
    }
    if (!exec->failed) exec_finish(exec);
    end_series(&d);
    exec_save(exec); /* once more, with the times that the ranks have sent */
    free(d.player);
}

/* ---- the others ---- */

/* The next message of this series: sets the span and the games of its first block that are
 * finished, if it has one; no blocks: none. False if the series is over, however it ended. */
static bool hear(struct series_exec *exec, int *idle, struct span *span, int *played) {
    struct rank_message m;
    span->blocks = 0;
    if (!rank_receive(&m)) {
        rank_sleep((*idle)++);
        return true;
    }
    struct bytes_reader r = bytes_reader_of(m.body.data, m.body.size);
    const struct series_header h = series_message_header(&r);
    const bool mine = h.series == series_number, over = mine && h.kind == MESSAGE_OVER;
    if (mine && h.kind == MESSAGE_SPAN) *span = series_message_take_span(exec, h, &r, played);
    free(m.body.data);
    *idle = 0;
    if (over) {
        exec->short_of = h.block == SERIES_SHORT;
        exec->stopped = exec->short_of || h.block == SERIES_STOPPED;
        exec->failed = h.block == SERIES_FAILED;
    }
    return !over;
}

/* Plays a span, listens meanwhile and sends what is finished; false if the series is over. */
static bool play_span(struct series_exec *exec, struct span span, int played) {
    struct job job;
    struct worker *w = &exec->worker[0];
    bool more = true;
    int idle = 0, sent = played;
    double last_sent = clock_seconds();
    if (span.blocks > exec->places) span.blocks = exec->places;
    for (int i = 0; i < span.blocks; i++)
        exec_open_place(exec, span.first + (uint64_t)i, i == 0 ? played : 0);
    job_start(&job, exec, span);
    while (!atomic_load(&job.done)) {
        struct span next;
        more = more && hear(exec, &idle, &next, &played);
        if (!more) {
            atomic_store(&exec->abort, true);
            rank_sleep(idle++);
        } else if (clock_seconds() - last_sent > GAMES_SECONDS) {
            sent = series_message_send_games(w, MESSAGE_GAMES, series_number, span, sent);
            last_sent = clock_seconds();
        }
    }
    job_end(&job);
    if (more) series_message_send_games(w, MESSAGE_RESULTS, series_number, span, sent);
    return more;
}

void series_worker(struct series_exec *exec) {
    int idle = 0, played = 0;
    bool more = true;
    series_number++;
    series_message_send(0, MESSAGE_ASK, series_number, 0);
    while (more) {
        struct span span;
        more = hear(exec, &idle, &span, &played);
        if (more && span.blocks > 0) more = play_span(exec, span, played);
    }
    if (!exec->failed) series_message_send_pace(&exec->worker[0], series_number);
}

/* ---- the end of the program ---- */

/* Announces that this rank leaves and waits for the reply: whether all ranks are there to end MPI
 * together. */
static bool leave(void) {
    const double begun = clock_seconds();
    series_message_send(0, MESSAGE_LEAVE, series_number, 0);
    for (int idle = 0; clock_seconds() - begun < 4 * SILENCE_SECONDS; idle++) {
        struct rank_message m;
        if (!rank_receive(&m)) {
            rank_sleep(idle);
            continue;
        }
        struct bytes_reader r = bytes_reader_of(m.body.data, m.body.size);
        const struct series_header h = series_message_header(&r);
        free(m.body.data);
        if (h.kind == MESSAGE_LEAVE_REPLY) return h.block == 1;
    }
    return false;
}

/* Sends to ranks that still wait for a series that will not come that it failed, so that they
 * leave; and to ranks that still train, or wait for a training, that it is over. */
static bool wait_for_all(void) {
    for (int i = 1; early != NULL && i < rank_count(); i++)
        if (early[i] > series_number) send_over(i, early[i]);
    free(early);
    double heard = clock_seconds();
    for (int idle = 0; ranks_left() < rank_count() - 1 && clock_seconds() - heard < SILENCE_SECONDS;
         idle++) {
        const int before = ranks_left();
        struct series_message l;
        if (series_message_next(&l)) {
            if (l.header.kind != MESSAGE_PACE && l.header.kind != MESSAGE_GAMES)
                send_over(l.message.from, l.header.series);
            free(l.message.body.data);
            heard = clock_seconds();
        }
        if (ranks_left() > before) heard = clock_seconds();
        rank_sleep(idle);
    }
    return ranks_left() == rank_count() - 1;
}

bool series_leave(void) {
    if (rank_count() == 1) return true;
    if (rank_own() > 0) return leave();
    const bool all = wait_for_all();
    for (int i = 1; i < rank_count(); i++)
        series_message_send(i, MESSAGE_LEAVE_REPLY, series_number, all);
    return all;
}
