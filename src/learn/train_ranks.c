/* Trainings on MPI ranks. A worker requests a training, and the first rank assigns it the number of
 * a seed, with its saved state, if any. The worker trains in a thread, while it receives messages
 * and sends heartbeats. It sends the finished training, which also requests the next one, until it
 * receives TRAIN_OVER. Then it sends its unfinished training and leaves.
 *
 * A training is open if it is not finished and no live rank has it. So the seed of a lost rank is
 * assigned again, and continues from its saved state; the first result counts, and all are the
 * same. If no worker is alive, the first rank trains itself.
 *
 * Messages: u8 kind; u64 number of the training; and for
 *     TRAIN_ALIVE    two u64: games and updates so far
 *     TRAIN_STATE    u64 games so far, the training as bytes (checkpoint_pack)
 *     TRAIN_RESULT   u64 games so far, the training as bytes; no bytes if it never began
 *     TRAIN_START    the saved training as bytes; no bytes if there is none */
#include "train.h"

#include "core/clock.h"
#include "train_own.h"
#include <pthread.h>
#include <stdlib.h>

enum message_kind {
    TRAIN_ASK,
    TRAIN_ALIVE,
    TRAIN_STATE,
    TRAIN_RESULT,
    TRAIN_START,
    TRAIN_OVER, /* from the first rank: no more work */
};

/* Seconds: a rank that sends nothing for TIMEOUT is lost; one that trains sends every HEARTBEAT. */
#define TIMEOUT   10.0
#define HEARTBEAT 1.0

/* ---- messages ---- */

struct message {
    int from;
    struct bytes bytes; /* freed by the receiver */
    enum message_kind kind;
    uint64_t number;
    struct bytes_reader rest; /* after the number */
};

static struct bytes message_begin(enum message_kind kind, uint64_t number) {
    struct bytes b = {0};
    bytes_u8(&b, (uint8_t)kind);
    bytes_u64(&b, number);
    return b;
}

/* Frees the message. */
static void message_send(const struct train_transport *transport, int to, struct bytes message) {
    if (message.failed) abort(); /* without memory for a message no recovery is possible */
    transport->send(to, &message);
    free(message.data);
}

static bool message_receive(const struct train_transport *transport, struct message *m) {
    if (!transport->receive(&m->from, &m->bytes)) return false;
    m->rest = bytes_reader_of(m->bytes.data, m->bytes.size);
    if (m->bytes.size == 0) {
        m->kind = TRAIN_OVER;
        m->number = 0;
        return true;
    }
    m->kind = (enum message_kind)read_u8(&m->rest);
    m->number = read_u64(&m->rest);
    return true;
}

/* ---- a training in a thread ---- */

struct job {
    struct train_run *run; /* NULL: none */
    pthread_t thread;
    bool threaded;
    atomic_bool done;
};

static void *train_job(void *argument) {
    struct job *job = argument;
    train_all(job->run);
    atomic_store(&job->done, true);
    return NULL;
}

/* If no thread can be started, the job runs in this one. */
static void job_start(struct job *job, struct train_run *run) {
    job->run = run;
    atomic_store(&job->done, false);
    job->threaded = pthread_create(&job->thread, NULL, train_job, job) == 0;
    if (!job->threaded) train_job(job);
}

static void job_join(struct job *job) {
    if (job->threaded) pthread_join(job->thread, NULL);
    job->run = NULL;
}

/* ---- the first rank ---- */

struct coordinator {
    const struct train_plan *plan;
    const struct train_transport *transport;
    struct train_run *runs;
    int count;
    struct worker {
        bool waits;      /* it has requested work, and has none yet */
        bool dismissed;  /* TRAIN_OVER was sent to it */
        int holds;       /* the training it plays; -1: none */
        double heard_at; /* time of its last message */
    } * worker;          /* by rank */
    struct job own;
    bool over; /* no more work is assigned */
};

static bool is_lost(const struct worker *w) {
    return clock_seconds() - w->heard_at > TIMEOUT;
}

static bool is_open(const struct coordinator *d, int number) {
    if (d->runs[number].finished || d->own.run == &d->runs[number]) return false;
    for (int rank = 1; rank < d->transport->count; rank++)
        if (d->worker[rank].holds == number && !is_lost(&d->worker[rank])) return false;
    return true;
}

/* The first open training; -1: none. */
static int first_open(const struct coordinator *d) {
    for (int i = 0; i < d->count; i++)
        if (is_open(d, i)) return i;
    return -1;
}

static void save_failed(struct coordinator *d, struct train_run *run) {
    run->save_failed = true;
    d->over = true;
}

static void assign(struct coordinator *d, int rank, int number) {
    struct train_run *run = &d->runs[number];
    const struct train_store *store = d->plan->store;
    struct train_saved saved = {0};
    if (store != NULL && !store->load(store->context, run->seed, &saved, &run->save_error)) {
        save_failed(d, run);
        return;
    }
    struct bytes b = message_begin(TRAIN_START, (uint64_t)number);
    bytes_add(&b, saved.model.data, saved.model.size);
    free(saved.model.data);
    d->worker[rank].waits = false;
    d->worker[rank].holds = number;
    message_send(d->transport, rank, b);
}

static void assign_to_all(struct coordinator *d) {
    for (int rank = 1; rank < d->transport->count && !d->over; rank++) {
        const int number = d->worker[rank].waits ? first_open(d) : -1;
        if (number >= 0) assign(d, rank, number);
    }
}

/* Trains on the first rank while no worker is alive. */
static void train_alone(struct coordinator *d) {
    if (d->own.run != NULL) {
        if (atomic_load(&d->own.done)) {
            d->over = d->over || d->own.run->save_failed;
            job_join(&d->own);
        }
        return;
    }
    for (int rank = 1; rank < d->transport->count; rank++)
        if (!is_lost(&d->worker[rank])) return;
    const int number = d->over ? -1 : first_open(d);
    if (number < 0) return;
    struct train_run *run = &d->runs[number];
    if (d->plan->store == NULL || checkpoint_load(run, &run->save_error))
        job_start(&d->own, run);
    else
        save_failed(d, run);
}

static void take_state(struct coordinator *d, struct message *m, struct train_run *run) {
    const struct train_store *store = d->plan->store;
    struct train_saved saved = {.games = read_u64(&m->rest)};
    bytes_add(&saved.model, m->rest.at, (size_t)(m->rest.end - m->rest.at));
    if (!m->rest.failed && store != NULL &&
        !store->save(store->context, run->seed, &saved, &run->save_error))
        save_failed(d, run);
    free(saved.model.data);
}

static void take_result(struct coordinator *d, struct message *m, struct train_run *run) {
    struct th_error ignored;
    read_u64(&m->rest);
    const size_t size = (size_t)(m->rest.end - m->rest.at);
    if (m->rest.failed || size == 0 || !checkpoint_unpack(run, m->rest.at, size, &ignored)) return;
    if (run->finished || d->over) train_write(run);
    if (d->plan->store != NULL &&
        !train_save_in_store((void *)(uintptr_t)d->plan->store, run, &run->save_error))
        save_failed(d, run);
    d->plan->progress(d->plan->context, run, json_array_size(run->points) > 0);
}

static void take_message(struct coordinator *d, struct message *m) {
    struct worker *w = &d->worker[m->from];
    w->heard_at = clock_seconds();
    if (m->kind == TRAIN_ASK) w->waits = true;
    if (m->kind == TRAIN_ASK || m->number >= (uint64_t)d->count) return;
    struct train_run *run = &d->runs[m->number];
    const bool wanted = !run->finished && d->own.run != run;
    if (m->kind == TRAIN_ALIVE) {
        const uint64_t games = read_u64(&m->rest), updates = read_u64(&m->rest);
        if (wanted) d->plan->remote_progress(d->plan->context, (int)m->number, games, updates);
    } else if (m->kind == TRAIN_STATE) {
        if (wanted) take_state(d, m, run);
    } else if (m->kind == TRAIN_RESULT) {
        if (wanted) take_result(d, m, run);
        w->holds = -1;
        /* A worker that sends an unfinished training was stopped, and leaves. */
        w->waits = run->finished;
    }
}

/* Sends TRAIN_OVER to all workers; those that train answer with their training. */
static void dismiss_all(struct coordinator *d) {
    for (int rank = 1; rank < d->transport->count; rank++) {
        struct worker *w = &d->worker[rank];
        if (w->dismissed || (!w->waits && w->holds < 0)) continue;
        w->dismissed = true;
        w->waits = false;
        message_send(d->transport, rank, message_begin(TRAIN_OVER, 0));
    }
}

static bool is_done(const struct coordinator *d) {
    bool all = true;
    for (int i = 0; i < d->count; i++) all = all && d->runs[i].finished;
    if (all) return d->own.run == NULL;
    if (!d->over || d->own.run != NULL) return false;
    for (int rank = 1; rank < d->transport->count; rank++)
        if (d->worker[rank].holds >= 0 && !is_lost(&d->worker[rank])) return false;
    return true;
}

void train_coordinate(const struct train_plan *plan, const struct train_transport *transport,
                      struct train_run runs[], int count) {
    struct coordinator d = {.plan = plan, .transport = transport, .runs = runs, .count = count};
    d.worker = calloc((size_t)transport->count, sizeof *d.worker);
    if (d.worker == NULL) abort();
    for (int rank = 1; rank < transport->count; rank++)
        d.worker[rank] = (struct worker){.holds = -1, .heard_at = clock_seconds()};
    for (int i = 0; i < count; i++)
        if (runs[i].finished) train_write(&runs[i]);
    for (int idle = 0; !is_done(&d); idle++) {
        struct message m;
        while (message_receive(transport, &m)) {
            if (!m.rest.failed) take_message(&d, &m);
            free(m.bytes.data);
            idle = 0;
        }
        d.over = d.over || atomic_load(plan->stop);
        if (d.over) dismiss_all(&d);
        assign_to_all(&d);
        train_alone(&d);
        transport->pause(idle);
    }
    dismiss_all(&d);
    free(d.worker);
}

/* ---- workers ---- */

struct worker_rank {
    struct train_plan *plan;
    const struct train_transport *transport;
    const atomic_bool *interrupted; /* set by a signal to this rank */
    atomic_bool stop;               /* plan->stop of this rank */
    bool over;
    atomic_uint_fast64_t games, updates; /* of the training */
    pthread_mutex_t lock;                /* protects the two fields below */
    struct bytes state;                  /* of the last evaluation, until it is sent */
    uint64_t state_games;
};

static void note_progress(void *context, const struct train_run *run, bool evaluated) {
    struct worker_rank *w = context;
    const struct learner_progress p = train_progress(run);
    (void)evaluated;
    atomic_store(&w->games, p.games);
    atomic_store(&w->updates, p.updates);
}

/* Replaces a state that was not sent yet. A finished training is sent as a result instead. */
static bool note_state(void *context, const struct train_run *run, struct th_error *e) {
    struct worker_rank *w = context;
    if (run->finished || !train_finite(run)) return true;
    struct bytes b = checkpoint_pack(run);
    if (b.failed) {
        free(b.data);
        return th_fail(e, "there is no memory to send a training");
    }
    pthread_mutex_lock(&w->lock);
    free(w->state.data);
    w->state = b;
    w->state_games = train_progress(run).games;
    pthread_mutex_unlock(&w->lock);
    return true;
}

/* The caller frees the bytes. */
static struct bytes take_noted(struct worker_rank *w, uint64_t *games) {
    pthread_mutex_lock(&w->lock);
    const struct bytes b = w->state;
    *games = w->state_games;
    w->state = (struct bytes){0};
    pthread_mutex_unlock(&w->lock);
    return b;
}

static void send_training(const struct worker_rank *w, enum message_kind kind, uint64_t number,
                          uint64_t games, const struct bytes *training) {
    struct bytes b = message_begin(kind, number);
    bytes_u64(&b, games);
    bytes_add(&b, training->data, training->size);
    message_send(w->transport, 0, b);
}

static void send_alive(struct worker_rank *w, uint64_t number) {
    struct bytes b = message_begin(TRAIN_ALIVE, number);
    bytes_u64(&b, atomic_load(&w->games));
    bytes_u64(&b, atomic_load(&w->updates));
    message_send(w->transport, 0, b);
}

/* Trains in a thread, and exchanges messages in this one. */
static void train_and_listen(struct worker_rank *w, struct train_run *run, uint64_t number) {
    struct job job;
    double sent_at = clock_seconds();
    job_start(&job, run);
    for (int idle = 0; !atomic_load(&job.done); idle++) {
        struct message m;
        uint64_t games;
        while (message_receive(w->transport, &m)) {
            w->over = w->over || m.kind == TRAIN_OVER;
            free(m.bytes.data);
        }
        if (w->over || atomic_load(w->interrupted)) atomic_store(&w->stop, true);
        struct bytes state = take_noted(w, &games);
        if (state.data != NULL) send_training(w, TRAIN_STATE, number, games, &state);
        free(state.data);
        if (clock_seconds() - sent_at > HEARTBEAT) {
            sent_at = clock_seconds();
            send_alive(w, number);
        }
        w->transport->pause(idle);
    }
    job_join(&job);
}

static bool train_assigned(struct worker_rank *w, struct message *m, struct th_error *e) {
    struct train_run *run = calloc(1, sizeof *run);
    uint64_t ignored;
    if (run == NULL) return th_fail(e, "there is no memory for a training");
    const size_t size = (size_t)(m->rest.end - m->rest.at);
    if (!train_new(run, w->plan, m->number, NULL, e)) {
        free(run);
        return false;
    }
    const bool ok = size == 0 || checkpoint_unpack(run, m->rest.at, size, e);
    if (ok) {
        train_and_listen(w, run, m->number);
        free(take_noted(w, &ignored).data);
        struct bytes result = {0};
        if (train_begun(run)) result = checkpoint_pack(run);
        if (result.failed) abort();
        send_training(w, TRAIN_RESULT, m->number, train_progress(run).games, &result);
        free(result.data);
        w->over = w->over || !run->finished;
    }
    train_drop(run);
    free(run);
    return ok;
}

bool train_worker(struct train_plan *plan, const struct train_transport *transport, bool saves,
                  struct th_error *e) {
    struct worker_rank w = {.plan = plan,
                            .transport = transport,
                            .interrupted = plan->stop,
                            .lock = PTHREAD_MUTEX_INITIALIZER};
    bool ok = true;
    plan->stop = &w.stop;
    plan->progress = note_progress;
    plan->context = &w;
    plan->save = saves ? note_state : NULL;
    plan->save_context = &w;
    message_send(transport, 0, message_begin(TRAIN_ASK, 0));
    for (int idle = 0; ok && !w.over && !atomic_load(w.interrupted); idle++) {
        struct message m;
        if (!message_receive(transport, &m)) {
            transport->pause(idle);
            continue;
        }
        idle = 0;
        if (m.kind == TRAIN_OVER) w.over = true;
        if (m.kind == TRAIN_START) ok = train_assigned(&w, &m, e);
        free(m.bytes.data);
    }
    pthread_mutex_destroy(&w.lock);
    return ok;
}
