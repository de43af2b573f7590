/* The log of the service, on standard error.
 *
 * A line is queued, and a thread of the log's own writes it. A reader that is slow, or gone without
 * closing its end, therefore never blocks the service: lines that do not fit into the queue are
 * dropped, and the log says how many there were as soon as it can be written again. */
#ifndef SERVE_LOG_H
#define SERVE_LOG_H

#include "tahur/error.h"
#include <pthread.h>
#include <stddef.h>

enum { LOG_LINE_BYTES = 1024, LOG_QUEUE_BYTES = 64 << 10 };

struct log {
    pthread_mutex_t lock; /* of all that follows; never held while something is written */
    pthread_cond_t more;  /* there are lines, or the log closes */
    pthread_cond_t idle;  /* nothing is being written, or to be written */
    pthread_t writer;
    int file;
    bool running, writing;
    bool closing;   /* no more lines come; those that are queued are still written */
    bool given_up;  /* nothing is written any more */
    size_t dropped; /* lines that no note has reported yet */
    /* Lines to be written, with room for a note; and those that are being written. */
    char *queued, *taken;
    size_t size;
    char buffer[2][LOG_QUEUE_BYTES + LOG_LINE_BYTES];
};

/* A log that is written to this file descriptor, which stays the caller's. */
bool log_open(struct log *l, int file, struct th_error *e);
/* Gives what is queued two seconds to be written; the rest is lost. It never waits for longer than
 * four seconds; should a write still block then, *l must stay until the process ends. */
void log_close(struct log *l);

/* Adds one line, without its end. It never blocks. Control characters, which could forge a line or
 * command a terminal, are replaced; a line that is too long is cut. */
void log_line(struct log *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the first bytes of a text, at most `most`, as one word of a line: printable ASCII
 * characters stay, all others, blanks and % are written as %XX. So no text looks like a field of
 * its own, or changes the order in which a line is read. What does not fit is left out. */
void log_word(char *out, size_t room, const char *text, size_t most);
/* Waits until all lines are written, for at most so many seconds; false: they are not. */
bool log_drain(struct log *l, double seconds);

#endif
