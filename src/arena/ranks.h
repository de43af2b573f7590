/* The processes of an MPI job, one of which (rank 0) counts while the others play: messages between
 * it and them. Who carries the messages joins them (cli/mpi_job.c); until then there is one rank.
 *
 * Nobody waits in MPI, whose waiting keeps a core busy: everybody looks for messages now and then,
 * and sleeps in between, the longer the less there is to do. */
#ifndef ARENA_RANKS_H
#define ARENA_RANKS_H

#include "core/bytes.h"

/* What a message is, its first byte; a u32 and a u64 follow, whose meaning is the kind's. */
enum message_kind {
    /* Of series, from other ranks: without and with the last games of a span, which both ask for
     * the next; earlier games of it; at the end, how long answers took. */
    MESSAGE_ASK,
    MESSAGE_RESULTS,
    MESSAGE_GAMES,
    MESSAGE_PACE,
    /* The last of a rank, which is for ranks_gone alone; and the answer: whether all are there. */
    MESSAGE_BYE,
    MESSAGE_FAREWELL,
    /* Of series, from the first rank: a span to play. */
    MESSAGE_SPAN,
    /* From the first rank: there is nothing more to do, in this series or in trainings. */
    MESSAGE_OVER,
    /* Of trainings: see train_ranks.c. */
    MESSAGE_TRAIN_ASK,
    MESSAGE_TRAIN_ALIVE,
    MESSAGE_TRAIN_STATE,
    MESSAGE_TRAIN_RESULT,
    MESSAGE_TRAIN,
    /* From the first rank: two u64, the seed that it has drawn. */
    MESSAGE_SEED,
    /* To the first rank: another one has received a signal, the u32. Of the carrier alone. */
    MESSAGE_SIGNAL,
};

struct rank_message {
    int from;
    struct bytes body; /* to be dropped with free */
};

/* A job: which rank this is, of how many, and how messages go. */
struct ranks {
    int own, count;
    void (*send)(int to, const struct bytes *body);
    bool (*receive)(struct rank_message *m); /* the next message, if there is one */
};
void ranks_join(struct ranks ranks);

int rank_own(void);
int rank_count(void);

void rank_send(int to, const struct bytes *body);
/* The next message, if there is one; who says goodbye is noted instead. */
bool rank_receive(struct rank_message *m);
/* How many have said goodbye; of the first rank. */
int ranks_gone(void);

/* Sleeps a little: `idle` counts how often in a row there was nothing to do. */
void rank_doze(int idle);

#endif
