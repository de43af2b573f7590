/* The processes of an MPI job, one of which (rank 0) counts while the others play: messages between
 * it and them. The transport (cli/mpi_job.c) registers itself by ranks_join; until then there is
 * one rank.
 *
 * No rank blocks in MPI, whose waiting keeps a core busy: each polls for messages and sleeps in
 * between, the longer the less there is to do. */
#ifndef CONTEST_RANKS_H
#define CONTEST_RANKS_H

#include "core/bytes.h"
#include "core/clock.h"
#include "core/match.h"
#include "external/bots.h"

/* What a message is, its first byte; a u32 and a u64 follow, whose meaning is the kind's. */
enum message_kind {
    /* Of series, from other ranks: without and with the last games of a span, which both ask for
     * the next; earlier games of it; at the end, how long answers took. */
    MESSAGE_ASK,
    MESSAGE_RESULTS,
    MESSAGE_GAMES,
    MESSAGE_PACE,
    /* The last message of a rank, for ranks_left alone; and the reply: whether all are there. */
    MESSAGE_LEAVE,
    MESSAGE_LEAVE_REPLY,
    /* Of series, from the first rank: a span to play. */
    MESSAGE_SPAN,
    /* From the first rank: there is nothing more to do in this series. */
    MESSAGE_OVER,
    /* Of trainings, whose own messages (learn/train_ranks.c) follow. */
    MESSAGE_TRAIN,
    /* Of classes; the u32 says which of their own messages (classroom/class_ranks.c). */
    MESSAGE_CLASS,
    /* From the first rank: two u64, the random seed that it has chosen. */
    MESSAGE_SEED,
    /* To the first rank: another one has received a signal, the u32. Of the transport alone. */
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
/* The next message, if there is one. MESSAGE_LEAVE is only counted, for ranks_left. */
bool rank_receive(struct rank_message *m);
/* How many ranks have announced that they leave; of the first rank. */
int ranks_left(void);

/* Sleeps a little: `idle` counts how often in a row there was nothing to do. */
void rank_sleep(int idle);

/* ---- parts of messages ---- */

/* A text with its length before it. */
void message_add_text(struct bytes *b, const char *text);
void message_read_text(struct bytes_reader *from, char *out, size_t size);
/* Details of a fault, or that there are none (NULL). What is read belongs to the caller; NULL:
 * none, or no memory for them. */
void message_add_fault(struct bytes *b, const struct fault *fault);
struct fault *message_read_fault(struct bytes_reader *from);
/* A result, with its tape if that is not NULL. `taped`: a tape comes with it, which is left out
 * where there is no place for it (NULL). */
void message_add_result(struct bytes *b, const struct match_result *r, int seats,
                        const struct bytes *tape);
void message_read_result(struct bytes_reader *from, struct match_result *r, int seats, bool taped,
                         struct bytes *tape);
void message_add_pace(struct bytes *b, const struct pace *p);
void message_read_pace(struct bytes_reader *r, struct pace *out);

#endif
