/* What ranks that train together have in common: messages, and a training in a thread. The protocol
 * is told in train_ranks.c. */
#ifndef CLI_TRAIN_LETTERS_H
#define CLI_TRAIN_LETTERS_H

#include "arena/ranks.h"
#include "train_run.h"
#include <pthread.h>

/* Who has not been heard of for so many seconds is lost; who trains says something every second. */
#define TRAIN_SILENCE      10.0
#define TRAIN_SIGN_OF_LIFE 1.0

/* The beginning of a message about a training. */
struct bytes letter_begin(enum message_kind kind, uint64_t number);
void letter_send(int to, struct bytes letter); /* and drops it */

struct letter {
    struct rank_message message;
    enum message_kind kind;
    uint64_t number;
    struct bytes_reader rest; /* behind the number */
};

/* The next one, if there is one; its message is to be dropped with free. */
bool letter_receive(struct letter *l);

struct job {
    struct train_run *run;
    pthread_t thread;
    bool threaded;
    atomic_bool done;
};

/* Without a thread, all is done at once. */
void job_start(struct job *job, struct train_run *run);
/* Waits for it; it has no training any more. */
void job_end(struct job *job);

#endif
