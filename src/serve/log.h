/* The log of the service, on standard error.
 *
 * A line is queued, and the log's own thread writes it, so that a slow or hanging reader never
 * blocks the service. Lines that do not fit into the queue are dropped; the log reports their
 * number as soon as it can be written again. */
#ifndef SERVE_LOG_H
#define SERVE_LOG_H

#include "tahur/error.h"
#include <pthread.h>
#include <stddef.h>

enum { LOG_LINE_BYTES = 1024, LOG_QUEUE_BYTES = 64 << 10 };

struct log {
    pthread_mutex_t lock; /* protects all fields below; never held during a write */
    pthread_cond_t more;  /* signals lines in the queue, or closing */
    pthread_cond_t idle;  /* signals that nothing is queued or being written */
    pthread_t writer;
    int file;
    bool running, writing;
    bool closing;   /* no more lines; queued ones are still written */
    bool given_up;  /* stop writing */
    size_t dropped; /* lines that were not reported yet */
    /* The queued lines, with room for the report; and those that are being written. */
    char *queued, *taken;
    size_t size;
    char buffer[2][LOG_QUEUE_BYTES + LOG_LINE_BYTES];
};

/* Opens a log on this file descriptor, which the caller keeps. */
bool log_open(struct log *l, int file, struct th_error *e);
/* Waits up to two seconds for queued lines; the rest is lost. Returns after at most four seconds;
 * if a write still blocks then, *l must live until the process ends. */
void log_close(struct log *l);

/* Queues one line, without its newline. Never blocks. Control characters, which could forge a line
 * or control a terminal, are replaced; a long line is cut. */
void log_line(struct log *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes up to `most` bytes of a text as one word of a line: blanks, % and all bytes that are not
 * printable ASCII become %XX. So no text can look like another field or change the direction of
 * writing. What does not fit is left out. */
void log_word(char *out, size_t room, const char *text, size_t most);
/* Waits up to `seconds` until all lines are written; false: they are not. */
bool log_drain(struct log *l, double seconds);

#endif
