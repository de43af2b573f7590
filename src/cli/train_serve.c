/* Trainings on the ranks that are not the first; train_ranks.c tells all. */
#include "core/clock.h"
#include "train_letters.h"
#include "train_make.h"
#include "train_pack.h"
#include "train_ranks.h"
#include <stdlib.h>

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
    struct bytes b = letter_begin(kind, number);
    bytes_u64(&b, games);
    bytes_add(&b, training->data, training->size);
    letter_send(0, b);
}

static void send_alive(struct server *s, uint64_t number) {
    struct bytes b = letter_begin(MESSAGE_TRAIN_ALIVE, number);
    bytes_u64(&b, atomic_load(&s->games));
    bytes_u64(&b, atomic_load(&s->updates));
    letter_send(0, b);
}

/* Trains, and listens meanwhile. */
static void train_and_listen(struct server *s, struct train_run *run, uint64_t number) {
    struct job job;
    double told = clock_seconds();
    job_start(&job, run);
    for (int idle = 0; !atomic_load(&job.done); idle++) {
        struct letter l;
        uint64_t games;
        while (letter_receive(&l)) {
            s->over = s->over || l.kind == MESSAGE_OVER;
            free(l.message.body.data);
        }
        if (s->over || atomic_load(s->interrupted)) atomic_store(&s->stop, true);
        struct bytes state = take_noted(s, &games);
        if (state.data != NULL) send_training(MESSAGE_TRAIN_STATE, number, games, &state);
        free(state.data);
        if (clock_seconds() - told > TRAIN_SIGN_OF_LIFE) {
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
    letter_send(0, letter_begin(MESSAGE_TRAIN_ASK, 0));
    for (int idle = 0; ok && !s.over && !atomic_load(s.interrupted); idle++) {
        struct letter l;
        if (!letter_receive(&l)) {
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
