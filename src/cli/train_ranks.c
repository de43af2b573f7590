/* A rank asks for a training, and gets the number of a seed, with what was saved of it, if
 * anything. It trains in a thread, while it listens and says that it is alive; hands the training
 * in, which is also to ask for the next, and so on until it is told that all is over. Then it hands
 * in what it has, and leaves.
 *
 * A training is open if it is not finished and nobody who is heard of has it. So the seed of a rank
 * that was lost is dealt again, and goes on from what was saved; the first result counts, and all
 * are the same. If nobody at all is heard of, the first rank trains itself.
 *
 * Messages: their kind, 0, the number of the training, and of
 *     MESSAGE_TRAIN_ALIVE    games and updates so far
 *     MESSAGE_TRAIN_STATE    games so far, the training as bytes (train_pack.h)
 *     MESSAGE_TRAIN_RESULT   games so far, the training as bytes; none if it never began
 *     MESSAGE_TRAIN          what was saved as bytes, or nothing: it is to begin */
#include "train_ranks.h"

#include "arena/ranks.h"
#include "core/clock.h"
#include "interrupt.h"
#include "train_make.h"
#include "train_pack.h"
#include <stdlib.h>
#include <string.h>

/* Who has not been heard of for so many seconds is lost; who trains says something every second. */
static const double SILENCE = 10, SIGN_OF_LIFE = 1;

static struct bytes message(enum message_kind kind, uint64_t number) {
    struct bytes b = {0};
    bytes_u8(&b, (uint8_t)kind);
    bytes_u32(&b, 0);
    bytes_u64(&b, number);
    return b;
}

static void send_and_drop(int to, struct bytes b) {
    if (b.failed) abort(); /* nothing can be done without a message's worth of memory */
    rank_send(to, &b);
    free(b.data);
}

struct letter {
    struct rank_message message;
    enum message_kind kind;
    uint64_t number;
    struct bytes_reader rest;
};

static bool receive(struct letter *l) {
    if (!rank_receive(&l->message)) return false;
    const struct bytes *body = &l->message.body;
    l->rest = (struct bytes_reader){.at = body->data, .end = body->data + body->size};
    l->kind = (enum message_kind)read_u8(&l->rest);
    read_u32(&l->rest);
    l->number = read_u64(&l->rest);
    return true;
}

/* ---- a training in a thread ---- */

struct job {
    struct train_run *run;
    pthread_t thread;
    bool threaded;
    atomic_bool done;
};

static void *train_job(void *argument) {
    struct job *job = argument;
    train_run_all(job->run);
    atomic_store(&job->done, true);
    return NULL;
}

/* Without a thread, all is done at once. */
static void job_start(struct job *job, struct train_run *run) {
    job->run = run;
    atomic_store(&job->done, false);
    job->threaded = pthread_create(&job->thread, NULL, train_job, job) == 0;
    if (!job->threaded) train_job(job);
}

static void job_end(struct job *job) {
    if (job->threaded) pthread_join(job->thread, NULL);
    job->run = NULL;
}

/* ---- the first rank ---- */

struct dealer {
    const struct train_plan *plan;
    struct run_file *file;
    struct train_screen *screen;
    struct train_run *runs;
    int count;
    struct hand {     /* of a rank */
        bool waits;   /* it has asked, and got nothing yet */
        bool told;    /* that all is over */
        int holds;    /* the training it has; -1: none */
        double heard; /* when it last was */
    } * hand;         /* by rank */
    struct job own;
    bool over; /* nothing more is dealt */
};

static bool is_lost(const struct hand *hand) {
    return clock_seconds() - hand->heard > SILENCE;
}

static bool is_open(const struct dealer *d, int number) {
    if (d->runs[number].finished || d->own.run == &d->runs[number]) return false;
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->hand[rank].holds == number && !is_lost(&d->hand[rank])) return false;
    return true;
}

/* -1: there is none. */
static int first_open(const struct dealer *d) {
    for (int i = 0; i < d->count; i++)
        if (is_open(d, i)) return i;
    return -1;
}

static void failed(struct dealer *d, struct train_run *run) {
    run->unkept = true;
    d->over = true;
}

static void deal(struct dealer *d, int rank, int number) {
    struct train_run *run = &d->runs[number];
    struct run_training saved = {0};
    if (d->file != NULL &&
        !run_file_training_load(d->file, run->dqn->settings.seed, &saved, &run->unkept_why)) {
        failed(d, run);
        return;
    }
    struct bytes b = message(MESSAGE_TRAIN, (uint64_t)number);
    bytes_add(&b, saved.model.data, saved.model.size);
    free(saved.model.data);
    d->hand[rank].waits = false;
    d->hand[rank].holds = number;
    d->hand[rank].heard = clock_seconds();
    send_and_drop(rank, b);
}

static void deal_to_all(struct dealer *d) {
    for (int rank = 1; rank < rank_count() && !d->over; rank++) {
        const int number = d->hand[rank].waits ? first_open(d) : -1;
        if (number >= 0) deal(d, rank, number);
    }
}

/* Where nobody is heard of. */
static void train_alone(struct dealer *d) {
    if (d->own.run != NULL) {
        if (atomic_load(&d->own.done)) {
            d->over = d->over || d->own.run->unkept;
            job_end(&d->own);
        }
        return;
    }
    for (int rank = 1; rank < rank_count(); rank++)
        if (!is_lost(&d->hand[rank])) return;
    const int number = d->over ? -1 : first_open(d);
    if (number < 0) return;
    struct train_run *run = &d->runs[number];
    if (d->file == NULL || train_store_load(d->file, run, &run->unkept_why))
        job_start(&d->own, run);
    else
        failed(d, run);
}

static void take_state(struct dealer *d, struct letter *l, struct train_run *run) {
    const uint64_t games = read_u64(&l->rest);
    const size_t size = (size_t)(l->rest.end - l->rest.at);
    struct run_training t = {.games = games};
    bytes_add(&t.model, l->rest.at, size);
    if (!l->rest.failed && d->file != NULL &&
        !run_file_training_keep(d->file, run->dqn->settings.seed, &t, &run->unkept_why))
        failed(d, run);
    free(t.model.data);
}

static void take_result(struct dealer *d, struct letter *l, struct train_run *run) {
    struct th_error ignored;
    read_u64(&l->rest);
    const size_t size = (size_t)(l->rest.end - l->rest.at);
    if (l->rest.failed || size == 0 || !train_unpack(run, l->rest.at, size, &ignored)) return;
    if (run->finished || d->over) train_run_write(run);
    if (d->file != NULL && !train_store_keep(d->file, run, &run->unkept_why)) failed(d, run);
    d->plan->progress(d->plan->context, run, json_array_size(run->points) > 0);
}

static void answer(struct dealer *d, struct letter *l) {
    struct hand *hand = &d->hand[l->message.from];
    hand->heard = clock_seconds();
    if (l->kind == MESSAGE_TRAIN_ASK) hand->waits = true;
    if (l->kind == MESSAGE_TRAIN_ASK || l->number >= (uint64_t)d->count) return;
    struct train_run *run = &d->runs[l->number];
    const bool wanted = !run->finished && d->own.run != run;
    if (l->kind == MESSAGE_TRAIN_ALIVE) {
        const uint64_t games = read_u64(&l->rest), updates = read_u64(&l->rest);
        if (wanted) train_screen_heard(d->screen, (int)l->number, games, updates);
    } else if (l->kind == MESSAGE_TRAIN_STATE) {
        if (wanted) take_state(d, l, run);
    } else if (l->kind == MESSAGE_TRAIN_RESULT) {
        if (wanted) take_result(d, l, run);
        hand->holds = -1;
        /* One that hands in less than all was ended, and leaves. */
        hand->waits = run->finished;
    }
}

/* Those who train hand in what they have. */
static void tell_over(struct dealer *d) {
    for (int rank = 1; rank < rank_count(); rank++) {
        struct hand *hand = &d->hand[rank];
        if (hand->told || (!hand->waits && hand->holds < 0)) continue;
        hand->told = true;
        hand->waits = false;
        send_and_drop(rank, message(MESSAGE_OVER, 0));
    }
}

static bool is_done(const struct dealer *d) {
    bool all = true;
    for (int i = 0; i < d->count; i++) all = all && d->runs[i].finished;
    if (all) return d->own.run == NULL;
    if (!d->over || d->own.run != NULL) return false;
    for (int rank = 1; rank < rank_count(); rank++)
        if (d->hand[rank].holds >= 0 && !is_lost(&d->hand[rank])) return false;
    return true;
}

void train_deal(const struct train_plan *plan, struct run_file *file, struct train_screen *screen,
                struct train_run runs[], int count) {
    struct dealer d = {.plan = plan, .file = file, .screen = screen, .runs = runs, .count = count};
    d.hand = calloc((size_t)rank_count(), sizeof *d.hand);
    if (d.hand == NULL) abort();
    for (int rank = 1; rank < rank_count(); rank++)
        d.hand[rank] = (struct hand){.holds = -1, .heard = clock_seconds()};
    for (int i = 0; i < count; i++)
        if (runs[i].finished) train_run_write(&runs[i]);
    for (int idle = 0; !is_done(&d); idle++) {
        struct letter l;
        while (receive(&l)) {
            if (!l.rest.failed) answer(&d, &l);
            free(l.message.body.data);
            idle = 0;
        }
        d.over = d.over || atomic_load(plan->stop);
        if (d.over) tell_over(&d);
        deal_to_all(&d);
        train_alone(&d);
        rank_doze(idle);
    }
    tell_over(&d);
    free(d.hand);
}

/* ---- the others ---- */

struct server {
    struct train_plan *plan;
    const atomic_bool *interrupted; /* by Control-C, here */
    atomic_bool stop;               /* the plan's */
    bool over;
    atomic_uint_fast64_t games, updates; /* of the training */
    pthread_mutex_t lock;                /* of the two below */
    struct bytes state;                  /* at the last evaluation, until it is sent */
    uint64_t state_games;
};

static void note_progress(void *context, const struct train_run *run, bool evaluated) {
    struct server *s = context;
    (void)evaluated;
    atomic_store(&s->games, run->dqn->games);
    atomic_store(&s->updates, run->dqn->updates);
}

/* The newest state takes the place of one that was not sent yet. */
static bool note_state(void *keeper, const struct train_run *run, struct th_error *e) {
    struct server *s = keeper;
    if (run->finished || !dqn_sound(run->dqn)) return true; /* the result tells */
    struct bytes b = train_pack(run);
    if (b.failed) {
        free(b.data);
        return th_fail(e, "there is no memory to send a training");
    }
    pthread_mutex_lock(&s->lock);
    free(s->state.data);
    s->state = b;
    s->state_games = run->dqn->games;
    pthread_mutex_unlock(&s->lock);
    return true;
}

static struct bytes take_noted(struct server *s, uint64_t *games) {
    pthread_mutex_lock(&s->lock);
    const struct bytes b = s->state;
    *games = s->state_games;
    s->state = (struct bytes){0};
    pthread_mutex_unlock(&s->lock);
    return b;
}

static void send_training(enum message_kind kind, uint64_t number, uint64_t games,
                          const struct bytes *training) {
    struct bytes b = message(kind, number);
    bytes_u64(&b, games);
    bytes_add(&b, training->data, training->size);
    send_and_drop(0, b);
}

static void send_alive(struct server *s, uint64_t number) {
    struct bytes b = message(MESSAGE_TRAIN_ALIVE, number);
    bytes_u64(&b, atomic_load(&s->games));
    bytes_u64(&b, atomic_load(&s->updates));
    send_and_drop(0, b);
}

/* Trains, and listens meanwhile. */
static void train_and_listen(struct server *s, struct train_run *run, uint64_t number) {
    struct job job;
    double told = clock_seconds();
    job_start(&job, run);
    for (int idle = 0; !atomic_load(&job.done); idle++) {
        struct letter l;
        uint64_t games;
        while (receive(&l)) {
            s->over = s->over || l.kind == MESSAGE_OVER;
            free(l.message.body.data);
        }
        if (s->over || atomic_load(s->interrupted)) atomic_store(&s->stop, true);
        struct bytes state = take_noted(s, &games);
        if (state.data != NULL) send_training(MESSAGE_TRAIN_STATE, number, games, &state);
        free(state.data);
        if (clock_seconds() - told > SIGN_OF_LIFE) {
            told = clock_seconds();
            send_alive(s, number);
        }
        rank_doze(idle);
    }
    job_end(&job);
}

static bool serve_one(struct server *s, const struct arguments *a, struct letter *l,
                      struct th_error *e) {
    struct train_run *run = calloc(1, sizeof *run);
    uint64_t ignored;
    if (run == NULL) return th_fail(e, "there is no memory for a training");
    const size_t size = (size_t)(l->rest.end - l->rest.at);
    if (!train_make_new(a, s->plan, run, l->number, NULL, e)) {
        free(run);
        return false;
    }
    const bool ok = size == 0 || train_unpack(run, l->rest.at, size, e);
    if (ok) {
        train_and_listen(s, run, l->number);
        free(take_noted(s, &ignored).data);
        struct bytes result = {0};
        if (train_run_begun(run)) result = train_pack(run);
        if (result.failed) abort();
        send_training(MESSAGE_TRAIN_RESULT, l->number, run->dqn->games, &result);
        free(result.data);
        s->over = s->over || !run->finished;
    }
    train_run_drop(run);
    free(run);
    return ok;
}

bool train_serve(const struct arguments *a, struct train_plan *plan, struct th_error *e) {
    struct server s = {.plan = plan, .interrupted = plan->stop, .lock = PTHREAD_MUTEX_INITIALIZER};
    bool ok = true;
    plan->stop = &s.stop;
    plan->progress = note_progress;
    plan->context = &s;
    plan->keep = th_options_given(&a->flags, "save") ? note_state : NULL;
    plan->keeper = &s;
    send_and_drop(0, message(MESSAGE_TRAIN_ASK, 0));
    for (int idle = 0; ok && !s.over && !atomic_load(s.interrupted); idle++) {
        struct letter l;
        if (!receive(&l)) {
            rank_doze(idle);
            continue;
        }
        idle = 0;
        if (l.kind == MESSAGE_OVER) s.over = true;
        if (l.kind == MESSAGE_TRAIN) ok = serve_one(&s, a, &l, e);
        free(l.message.body.data);
    }
    pthread_mutex_destroy(&s.lock);
    return ok;
}
