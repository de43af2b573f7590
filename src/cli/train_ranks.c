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

#include "core/clock.h"
#include "train_letters.h"
#include "train_pack.h"
#include <stdlib.h>

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
    return clock_seconds() - hand->heard > TRAIN_SILENCE;
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
    struct bytes b = letter_begin(MESSAGE_TRAIN, (uint64_t)number);
    bytes_add(&b, saved.model.data, saved.model.size);
    free(saved.model.data);
    d->hand[rank].waits = false;
    d->hand[rank].holds = number;
    d->hand[rank].heard = clock_seconds();
    letter_send(rank, b);
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
        letter_send(rank, letter_begin(MESSAGE_OVER, 0));
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
        while (letter_receive(&l)) {
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
