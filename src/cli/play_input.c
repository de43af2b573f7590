#include "play_input.h"

#include "core/clock.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

enum play_got play_await(double seconds, const atomic_bool *stop, bool signals) {
    /* Those that end the program (interrupt.c), and those that change the terminal. */
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
    enum { WATCHED = sizeof watched / sizeof *watched };
    sigset_t blocked, before, during;
    fd_set input;
    struct timespec limit = {0};
    if (seconds >= 0) {
        limit.tv_sec = (time_t)seconds;
        limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
    }
    sigemptyset(&blocked);
    for (size_t i = 0; i < WATCHED; i++) sigaddset(&blocked, watched[i]);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    during = before;
    for (size_t i = 0; i < WATCHED; i++) sigdelset(&during, watched[i]);
    int ready = -1;
    errno = EINTR;
    for (bool once = false; ready < 0 && errno == EINTR && !atomic_load(stop); once = true) {
        if (once && signals) break;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        ready =
            pselect(STDIN_FILENO + 1, &input, NULL, NULL, seconds >= 0 ? &limit : NULL, &during);
    }
    const bool interrupted = ready < 0 && errno == EINTR;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (atomic_load(stop)) return PLAY_GOT_INTERRUPT;
    if (interrupted) return PLAY_GOT_SIGNAL;
    return ready == 0 ? PLAY_GOT_LATE : PLAY_GOT_LINE; /* or whatever read() says */
}

/* Hands out the first so many bytes as a line, and drops them with what ends them. */
static void hand_out(struct play_input *in, size_t bytes, size_t with_end,
                     char line[PLAY_LINE_BYTES]) {
    memcpy(line, in->buffer, bytes);
    line[bytes] = 0;
    for (size_t i = 0; i < bytes; i++)
        if (line[i] == 0) line[i] = '\1'; /* no text goes on behind a 0 */
    in->used -= with_end;
    memmove(in->buffer, in->buffer + with_end, in->used);
}

enum play_got play_read_line(struct play_input *in, double seconds, const atomic_bool *stop,
                             char line[PLAY_LINE_BYTES]) {
    const double deadline = clock_seconds() + seconds;
    bool cut = false; /* the line has been handed out, and what is left of it is dropped */
    for (;;) {
        const char *end = memchr(in->buffer, '\n', in->used);
        const size_t bytes = end != NULL ? (size_t)(end - in->buffer) : in->used;
        const bool full = in->used == sizeof in->buffer - 1;
        if (end != NULL || full || (in->ended && in->used > 0)) {
            const size_t with_end = bytes + (end != NULL);
            if (cut)
                in->used -= with_end, memmove(in->buffer, in->buffer + with_end, in->used);
            else
                hand_out(in, bytes, with_end, line);
            if (end != NULL || in->ended) return PLAY_GOT_LINE;
            cut = true;
            continue;
        }
        if (in->ended) return cut ? PLAY_GOT_LINE : PLAY_GOT_END;
        const double left = deadline - clock_seconds();
        const enum play_got got = play_await(seconds < 0 ? -1 : left > 0 ? left : 0, stop, false);
        if (got != PLAY_GOT_LINE) return got;
        const ssize_t n =
            read(STDIN_FILENO, in->buffer + in->used, sizeof in->buffer - 1 - in->used);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            in->ended = true;
        else
            in->used += (size_t)n;
    }
}
