#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void rank_doze(int idle) {
    const long microseconds = idle < 20 ? 20 : idle < 200 ? 100 : 1000;
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

#ifdef TAHUR_MPI

#include <mpi.h>

static int own, count = 1, gone;
static bool started;

/* MPI takes its time to begin, so it is begun only for those who were started by it. */
static bool is_job(void) {
    static const char *const marks[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", NULL};
    for (int i = 0; marks[i] != NULL; i++)
        if (getenv(marks[i]) != NULL) return true;
    return false;
}

void ranks_begin(int *argc, char ***argv) {
    int provided;
    if (!is_job() || MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return;
    started = true;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (own > 0 &&
        (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL))
        exit(1);
}

int rank_own(void) {
    return own;
}

int rank_count(void) {
    return count;
}

/* Whether the request was done within some five seconds, which is for ever: its rank is lost. Then
 * the memory of the message must be left to it. */
static bool is_done(MPI_Request *request) {
    int done = 0;
    for (int i = 0; !done && i < 5000; i++) {
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
        if (!done) rank_doze(i);
    }
    return done != 0;
}

void rank_send(int to, const struct bytes *body) {
    MPI_Request request;
    uint8_t *copy = malloc(body->size);
    if (copy == NULL) abort(); /* nothing can be done without a message's worth of memory */
    memcpy(copy, body->data, body->size);
    if (MPI_Isend(copy, (int)body->size, MPI_BYTE, to, 0, MPI_COMM_WORLD, &request) ==
            MPI_SUCCESS &&
        is_done(&request))
        free(copy);
}

/* A rank may be lost in the middle of a message. */
static bool receive(struct rank_message *m) {
    int there = 0, size;
    MPI_Status status;
    MPI_Request request;
    if (!started || MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS ||
        !there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    *m = (struct rank_message){.from = status.MPI_SOURCE,
                               .body = {.data = malloc((size_t)size + 1), .size = (size_t)size}};
    if (m->body.data == NULL) abort();
    return MPI_Irecv(m->body.data, size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
                     &request) == MPI_SUCCESS &&
           is_done(&request);
}

bool rank_receive(struct rank_message *m) {
    while (receive(m)) {
        if (m->body.size == 0 || m->body.data[0] != MESSAGE_BYE) return true;
        gone++;
        free(m->body.data);
    }
    return false;
}

int ranks_gone(void) {
    return gone;
}

void ranks_end(bool all_there) {
    if (started && all_there) MPI_Finalize();
}

#else

void ranks_begin(int *argc, char ***argv) {
    (void)argc, (void)argv;
}

void ranks_end(bool all_there) {
    (void)all_there;
}

int rank_own(void) {
    return 0;
}

int rank_count(void) {
    return 1;
}

void rank_send(int to, const struct bytes *body) {
    (void)to, (void)body;
}

bool rank_receive(struct rank_message *m) {
    (void)m;
    return false;
}

int ranks_gone(void) {
    return 0;
}

#endif
