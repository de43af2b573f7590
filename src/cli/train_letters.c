#include "train_letters.h"

#include <stdlib.h>

struct bytes letter_begin(enum message_kind kind, uint64_t number) {
    struct bytes b = {0};
    bytes_u8(&b, (uint8_t)kind);
    bytes_u32(&b, 0);
    bytes_u64(&b, number);
    return b;
}

void letter_send(int to, struct bytes letter) {
    if (letter.failed) abort(); /* nothing can be done without a message's worth of memory */
    rank_send(to, &letter);
    free(letter.data);
}

bool letter_receive(struct letter *l) {
    if (!rank_receive(&l->message)) return false;
    const struct bytes *body = &l->message.body;
    l->rest = (struct bytes_reader){.at = body->data, .end = body->data + body->size};
    l->kind = (enum message_kind)read_u8(&l->rest);
    read_u32(&l->rest);
    l->number = read_u64(&l->rest);
    return true;
}

/* ---- a training in a thread ---- */

static void *train_job(void *argument) {
    struct job *job = argument;
    train_run_all(job->run);
    atomic_store(&job->done, true);
    return NULL;
}

void job_start(struct job *job, struct train_run *run) {
    job->run = run;
    atomic_store(&job->done, false);
    job->threaded = pthread_create(&job->thread, NULL, train_job, job) == 0;
    if (!job->threaded) train_job(job);
}

void job_end(struct job *job) {
    if (job->threaded) pthread_join(job->thread, NULL);
    job->run = NULL;
}
