#include "command.h"

#ifdef TAHUR_MPI

#include "contest/ranks.h"
#include "terminal.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool started;

/* MPI takes its time to begin, so it is begun only for those who were started by it. */
static bool is_job(void) {
    static const char *const marks[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", NULL};
    for (int i = 0; marks[i] != NULL; i++)
        if (getenv(marks[i]) != NULL) return true;
    return false;
}

/* Whether the request was done within some five seconds, which is for ever: its rank is lost. Then
 * the memory of the message must be left to it. */
static bool is_done(MPI_Request *request) {
    int done = 0;
    for (int i = 0; !done && i < 5000; i++) {
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
        if (!done) rank_sleep(i);
    }
    return done != 0;
}

static void send(int to, const struct bytes *body) {
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
static bool receive_any(struct rank_message *m) {
    int there = 0, size;
    MPI_Status status;
    MPI_Request request;
    if (MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    *m = (struct rank_message){.from = status.MPI_SOURCE,
                               .body = {.data = malloc((size_t)size + 1), .size = (size_t)size}};
    if (m->body.data == NULL) abort();
    return MPI_Irecv(m->body.data, size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
                     &request) == MPI_SUCCESS &&
           is_done(&request);
}

/* ---- signals ---- */

/* The first rank decides when the job ends, but a launcher or a user may signal any rank: each
 * passes the signal on, once. */
static void pass_signal_on(void) {
    static bool passed;
    const int number = interrupt_signal();
    if (passed || number == 0 || rank_own() == 0) return;
    struct bytes b = {0};
    passed = true;
    bytes_u8(&b, MESSAGE_SIGNAL);
    bytes_u32(&b, (uint32_t)number);
    send(0, &b);
    free(b.data);
}

/* Whether the message was one of these. One that comes after the first rank's own signal is about
 * the same request, however late it is. */
static bool take_signal(const struct rank_message *m) {
    struct bytes_reader r = bytes_reader_of(m->body.data, m->body.size);
    if (read_u8(&r) != MESSAGE_SIGNAL) return false;
    const int number = (int)read_u32(&r);
    if (!r.failed && interrupt_signal() == 0) interrupt_ask(number);
    free(m->body.data);
    return true;
}

static bool receive(struct rank_message *m) {
    pass_signal_on();
    while (receive_any(m))
        if (!take_signal(m)) return true;
    return false;
}

void mpi_job_begin(int *argc, char ***argv) {
    int provided;
    if (!is_job() || MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return;
    started = true;
    struct ranks ranks = {.send = send, .receive = receive};
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.own);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.count);
    ranks_join(ranks);
    if (ranks.own > 0 &&
        (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL))
        exit(1);
}

void mpi_job_end(bool all_there) {
    if (started && all_there) MPI_Finalize();
}

#else

void mpi_job_begin(int *argc, char ***argv) {
    (void)argc, (void)argv;
}

void mpi_job_end(bool all_there) {
    (void)all_there;
}

#endif
