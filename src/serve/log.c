#include "log.h"

#include "core/clock.h"
#include "core/text.h"
#include "core/thread.h"
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the writer ---- */

/* Returns how many bytes could not be written: there is nowhere to report an error of the log. */
static size_t write_all(int file, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t n = write(file, text, size);
        if (n >= 0) {
            text += n;
            size -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            poll(&(struct pollfd){.fd = file, .events = POLLOUT}, 1, -1);
        } else if (errno != EINTR) {
            break;
        }
    }
    return size;
}

static size_t count_lines(const char *text, size_t size) {
    size_t n = 0;
    for (size_t i = 0; i < size; i++) n += text[i] == '\n';
    return n;
}

/* Takes all lines that are queued, with a note if some were dropped after them. */
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

/* It can be cancelled only while it writes, which may block for ever. */
static void *write_lines(void *context) {
    struct log *l = context;
    int ignored;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ignored);
    pthread_mutex_lock(&l->lock);
    while (l->size > 0 || !l->closing) {
        if (l->size == 0) {
            pthread_cond_wait(&l->more, &l->lock);
            continue;
        }
        const size_t noted = l->dropped, size = take_lines(l);
        l->writing = true;
        pthread_mutex_unlock(&l->lock);
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &ignored);
        const size_t left = write_all(l->file, l->taken, size);
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ignored);
        pthread_mutex_lock(&l->lock);
        l->writing = false;
        if (left == 0)
            l->dropped -= noted;
        else /* all but the note, which is the last line */
            l->dropped += count_lines(l->taken + size - left, left) - (noted > 0);
        if (l->size == 0) pthread_cond_broadcast(&l->empty);
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

bool log_drain(struct log *l, double seconds) {
    const double end = clock_seconds() + seconds;
    const struct timespec until = {(time_t)end, (long)((end - floor(end)) * 1e9)};
    pthread_mutex_lock(&l->lock);
    while ((l->size > 0 || l->writing) &&
           pthread_cond_timedwait(&l->empty, &l->lock, &until) != ETIMEDOUT) {
    }
    const bool drained = l->size == 0 && !l->writing;
    pthread_mutex_unlock(&l->lock);
    return drained;
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
    pthread_cond_init(&l->empty, &monotonic);
    pthread_condattr_destroy(&monotonic);
    l->running = thread_start(&l->writer, write_lines, l);
    if (l->running) return true;
    log_close(l);
    return th_fail(e, "the system gives no thread for the log");
}

void log_close(struct log *l) {
    enum { SECONDS = 2 };
    pthread_mutex_lock(&l->lock);
    l->closing = true;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&l->lock);
    if (l->running && !log_drain(l, SECONDS)) pthread_cancel(l->writer);
    if (l->running) pthread_join(l->writer, NULL);
    pthread_cond_destroy(&l->empty);
    pthread_cond_destroy(&l->more);
    pthread_mutex_destroy(&l->lock);
}
