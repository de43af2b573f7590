/* The queue of log lines and the thread that writes them. */
#include "log.h"

#include "core/clock.h"
#include "core/text.h"
#include "core/thread.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the writer ---- */

/* Waits until the file can be written; false if the log is closed meanwhile. */
static bool wait_for_reader(struct log *l) {
    enum { MILLISECONDS = 100 };
    struct pollfd reader = {.fd = l->file, .events = POLLOUT};
    bool closed = false;
    while (!closed && poll(&reader, 1, MILLISECONDS) == 0) {
        pthread_mutex_lock(&l->lock);
        closed = l->given_up;
        pthread_mutex_unlock(&l->lock);
    }
    return !closed;
}

/* Returns how many bytes could not be written; an error of the log cannot be reported anywhere.
 * After poll, a pipe accepts a whole PIECE, so that write does not block. */
static size_t write_all(struct log *l, const char *text, size_t size) {
    enum { PIECE = _POSIX_PIPE_BUF };
    while (size > 0 && wait_for_reader(l)) {
        const ssize_t n = write(l->file, text, size < PIECE ? size : PIECE);
        if (n < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) break;
        if (n < 0) continue;
        text += n;
        size -= (size_t)n;
    }
    return size;
}

static size_t count_lines(const char *text, size_t size) {
    size_t n = 0;
    for (size_t i = 0; i < size; i++) n += text[i] == '\n';
    return n;
}

/* Takes all queued lines, with a report if some were dropped after them. */
static size_t take_lines(struct log *l) {
    char *text = l->queued;
    size_t size = l->size;
    if (l->dropped > 0)
        size += (size_t)snprintf(text + size, LOG_LINE_BYTES,
                                 "tahur serve: %zu line%s of the log dropped: standard error could "
                                 "not be written\n",
                                 l->dropped, l->dropped == 1 ? "" : "s");
    l->queued = l->taken;
    l->taken = text;
    l->size = 0;
    return size;
}

static void *write_lines(void *context) {
    struct log *l = context;
    pthread_mutex_lock(&l->lock);
    while (!l->given_up && (l->size > 0 || !l->closing)) {
        if (l->size == 0) {
            pthread_cond_wait(&l->more, &l->lock);
            continue;
        }
        const size_t reported = l->dropped, size = take_lines(l);
        l->writing = true;
        pthread_mutex_unlock(&l->lock);
        const size_t left = write_all(l, l->taken, size);
        pthread_mutex_lock(&l->lock);
        l->writing = false;
        if (left == 0)
            l->dropped -= reported;
        else /* all but the report, which is the last line */
            l->dropped += count_lines(l->taken + size - left, left) - (reported > 0);
        if (l->size == 0 || l->given_up) pthread_cond_broadcast(&l->idle);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* ---- lines ---- */

void log_line(struct log *l, const char *format, ...) {
    char line[LOG_LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_clean(line);
    const size_t size = strlen(line);
    pthread_mutex_lock(&l->lock);
    if (l->size + size + 1 > LOG_QUEUE_BYTES) {
        l->dropped++;
    } else {
        memcpy(l->queued + l->size, line, size);
        l->queued[l->size + size] = '\n';
        l->size += size + 1;
        pthread_cond_signal(&l->more);
    }
    pthread_mutex_unlock(&l->lock);
}

void log_word(char *out, size_t room, const char *text, size_t most) {
    static const char digits[] = "0123456789ABCDEF";
    size_t n = 0;
    for (size_t i = 0; i < most && text[i] != 0; i++) {
        const unsigned char c = (unsigned char)text[i];
        const bool plain = c > ' ' && c < 0x7f && c != '%';
        if (n + (plain ? 1 : 3) >= room) break;
        if (!plain) {
            out[n++] = '%';
            out[n++] = digits[c >> 4];
        }
        out[n++] = plain ? (char)c : digits[c & 15];
    }
    out[n] = 0;
}

bool log_drain(struct log *l, double seconds) {
    const double end = clock_seconds() + seconds;
    const struct timespec until = {(time_t)end, (long)((end - floor(end)) * 1e9)};
    pthread_mutex_lock(&l->lock);
    while ((l->writing || (l->size > 0 && !l->given_up)) &&
           pthread_cond_timedwait(&l->idle, &l->lock, &until) != ETIMEDOUT) {
    }
    const bool idle = !l->writing && (l->size == 0 || l->given_up);
    pthread_mutex_unlock(&l->lock);
    return idle;
}

/* ---- opening and closing ---- */

bool log_open(struct log *l, int file, struct th_error *e) {
    pthread_condattr_t monotonic;
    memset(l, 0, sizeof *l);
    l->file = file;
    l->queued = l->buffer[0];
    l->taken = l->buffer[1];
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->more, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&l->idle, &monotonic);
    pthread_condattr_destroy(&monotonic);
    l->running = thread_start(&l->writer, write_lines, l);
    if (l->running) return true;
    log_close(l);
    return th_fail(e, "the system gives no thread for the log");
}

static void set(struct log *l, bool *flag) {
    pthread_mutex_lock(&l->lock);
    *flag = true;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&l->lock);
}

void log_close(struct log *l) {
    enum { SECONDS = 2 };
    set(l, &l->closing);
    if (l->running && !log_drain(l, SECONDS)) {
        set(l, &l->given_up);
        /* Another program may have filled the pipe between poll and write: then the writer blocks
         * until the process ends, and its memory must stay. */
        if (!log_drain(l, SECONDS)) {
            pthread_detach(l->writer);
            return;
        }
    }
    if (l->running) pthread_join(l->writer, NULL);
    pthread_cond_destroy(&l->idle);
    pthread_cond_destroy(&l->more);
    pthread_mutex_destroy(&l->lock);
}
