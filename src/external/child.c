/* Exchanges lines with a child process by non-blocking pipes and poll. Its limits are polled every
 * CHECK_EVERY milliseconds while this thread waits. */
#define _DEFAULT_SOURCE /* wait4 */
#include "child.h"

#include "core/text.h"
#include "sandbox.h"
#include "spawn.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    MILLION = 1000000,
    CHECK_EVERY = 20,         /* milliseconds */
    SANDBOX_TRY_TIME = 20000, /* milliseconds for a sandbox that runs `true` */
};

int64_t child_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 * MILLION + t.tv_nsec;
}

/* Milliseconds until the deadline, rounded up, for poll; 0 if it has passed. */
static int until(int64_t deadline) {
    const int64_t left = (deadline - child_clock() + MILLION - 1) / MILLION;
    return left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

/* ---- starting ---- */

/* The folder that was given; NULL: none. */
static const char *own_folder(const struct child_limits *limits) {
    const char *folder = limits->folder;
    return folder != NULL && strcmp(folder, CHILD_NO_FOLDER) != 0 ? folder : NULL;
}

static bool start(struct child *c, const char *command, const struct child_limits *limits,
                  bool *too_small, struct th_error *e) {
    const char *shell[] = {"/bin/sh", "-c", command, NULL};
    struct spawn_request request = {.arguments = shell,
                                    .folder = limits->sandbox ? NULL : own_folder(limits),
                                    .limits = *limits};
    struct spawn_pipes pipes;
    *c = (struct child){.limits = *limits};
    *too_small = false;
    struct sandbox *s = limits->sandbox ? malloc(sizeof *s) : NULL;
    c->buffer = malloc(CHILD_LINE_BYTES);
    bool ok = (c->buffer != NULL && (s != NULL || !limits->sandbox)) || th_fail(e, "out of memory");
    if (ok && s != NULL) {
        ok = sandbox_command(s, command, limits, e);
        request.arguments = s->argument;
        request.environment = sandbox_environment;
    }
    if (ok) c->pid = spawn_child(&request, &pipes, too_small, e);
    free(s);
    if (c->pid == 0) return child_drop(c), false;
    c->to = pipes.to;
    c->from = pipes.from;
    c->errors = pipes.errors;
    c->report = pipes.report;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN); /* reads a file */
    c->processors = processors > 0 ? processors : 1;
    process_tree_begin(&c->tree, c->pid, limits->sandbox ? SANDBOX_HELPERS : 0);
    return true;
}

/* Tries a sandbox, since some systems do not allow namespaces. `why` gets the reason if it fails;
 * false: the try itself could not be started. */
static bool try_sandbox(char *why, size_t size, struct th_error *e) {
    const struct child_limits limits = {.sandbox = true, .folder = CHILD_NO_FOLDER};
    struct child c;
    bool too_small;
    char text[CHILD_STDERR_BYTES + 1];
    if (!start(&c, "true", &limits, &too_small, e)) return false;
    const struct child_end end = child_stop(&c, SANDBOX_TRY_TIME);
    *why = 0;
    if (end.stopped || end.status != 0) {
        snprintf(why, size, "a sandbox cannot be made here, bubblewrap says: %.200s",
                 child_stderr_text(&c, text));
        text_clean(why);
    }
    child_drop(&c);
    return true;
}

bool child_check(const struct child_limits *limits, struct th_error *e) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool tried;
    static char why[300]; /* protected by `lock`; "": a sandbox can be made */
    const char *folder = own_folder(limits);
    char clipped[TEXT_CLIP_BYTES];
    struct stat it;
    if (folder != NULL && (stat(folder, &it) != 0 || !S_ISDIR(it.st_mode)))
        return th_fail(e, "there is no folder '%s'", text_clip(folder, clipped));
    if (!limits->sandbox) return true;
    pthread_mutex_lock(&lock);
    bool ok = tried || (tried = try_sandbox(why, sizeof why, e));
    if (ok && *why != 0) ok = th_fail(e, "%s", why);
    pthread_mutex_unlock(&lock);
    return ok;
}

bool child_start(struct child *c, const char *command, const struct child_limits *limits,
                 bool *too_small, struct th_error *e) {
    *c = (struct child){.pid = 0};
    *too_small = false;
    return child_check(limits, e) && start(c, command, limits, too_small, e);
}

void child_drop(struct child *c) {
    free(c->buffer);
    *c = (struct child){.pid = 0};
}

/* ---- standard error ---- */

/* Appends to the tail and drops what no longer fits. */
static void append_stderr(struct child *c, const char *bytes, size_t size) {
    if (size > CHILD_STDERR_BYTES) {
        bytes += size - CHILD_STDERR_BYTES;
        size = CHILD_STDERR_BYTES;
    }
    const size_t room = CHILD_STDERR_BYTES - size;
    if (c->stderr_size > room) {
        memmove(c->stderr_tail, c->stderr_tail + c->stderr_size - room, room);
        c->stderr_size = room;
    }
    memcpy(c->stderr_tail + c->stderr_size, bytes, size);
    c->stderr_size += size;
}

/* Reads once; false if nothing is available, or at the end of the file. */
static bool read_stderr(struct child *c) {
    char bytes[4096];
    const ssize_t n = read(c->errors, bytes, sizeof bytes);
    if (n > 0) append_stderr(c, bytes, (size_t)n);
    if (n == 0) { /* end of file: must not be polled any more */
        close(c->errors);
        c->errors = -1;
    }
    return n > 0;
}

/* A line with its indentation, but without blanks at its end; a tab becomes so many spaces. */
static void add_line(struct text *t, char *line, int tab) {
    size_t n = strlen(line);
    while (n > 0 && strchr(" \t\r", line[n - 1]) != NULL) line[--n] = 0;
    if (n == 0) return;
    if (t->length > 0) text_add(t, "\n");
    for (char *part = line; part != NULL;) {
        char *end = strchr(part, '\t');
        if (end != NULL) *end++ = 0;
        text_clean(part);
        text_add(t, "%s%*s", part, end != NULL ? tab : 0, "");
        part = end;
    }
}

const char *child_stderr_text(const struct child *c, char out[CHILD_STDERR_BYTES + 1]) {
    enum { TAB = 4 };
    char raw[CHILD_STDERR_BYTES + 1];
    struct text t = text_in(out, CHILD_STDERR_BYTES + 1);
    size_t tabs = 0;
    memcpy(raw, c->stderr_tail, c->stderr_size);
    raw[c->stderr_size] = 0;
    for (size_t i = 0; i < c->stderr_size; i++) {
        tabs += raw[i] == '\t';
        if (raw[i] == 0) raw[i] = '?';
    }
    /* Its last line must not be cut. */
    const int tab = c->stderr_size + (TAB - 1) * tabs <= CHILD_STDERR_BYTES ? TAB : 1;
    char *rest = raw, *line;
    while ((line = text_whole_line(&rest)) != NULL) add_line(&t, line, tab);
    return out;
}

/* ---- limits ---- */

void child_resume(struct child *c, int64_t cpu, int64_t time) {
    process_tree_continue(&c->tree);
    c->cpu = cpu;
    if (cpu > 0) process_tree_mark(&c->tree);
    c->asked_at = c->checked_at = child_clock();
    c->latest = c->asked_at + CHILD_DEADLINE_FACTOR * time;
}

int64_t child_cpu(struct child *c) {
    return process_tree_measure(&c->tree).cpu;
}

void child_pause(struct child *c) {
    process_tree_pause(&c->tree);
}

/* Measures its processes; *ready: some thread is ready to run. */
static enum child_result check_limits(struct child *c, bool *ready) {
    enum { MEGABYTE = 1024 * 1024 };
    const struct child_limits *l = &c->limits;
    *ready = false;
    if (c->cpu == 0 && l->memory == 0 && l->processes == 0) return CHILD_OK;
    const struct process_use use = process_tree_measure(&c->tree);
    *ready = use.ready;
    struct text t = text_in(c->breach, sizeof c->breach);
    if (l->memory > 0 && use.memory > l->memory * MEGABYTE)
        text_add(&t, "its processes have %lld MB in use, and %lld are allowed",
                 (long long)(use.memory / MEGABYTE), (long long)l->memory);
    else if (l->processes > 0 && use.processes > l->processes)
        text_add(&t, "it has %d processes, and %lld are allowed", use.processes,
                 (long long)l->processes);
    else if (l->processes > 0 && use.threads > l->processes * CHILD_THREADS_EACH)
        text_add(&t, "it has %d threads, and %lld are allowed", use.threads,
                 (long long)l->processes * CHILD_THREADS_EACH);
    if (t.length > 0) return CHILD_OVER_LIMIT;
    return c->cpu > 0 && use.cpu > c->cpu ? CHILD_CPU_TIMEOUT : CHILD_OK;
}

/* Checks limits and deadline, at most every CHECK_EVERY milliseconds. While CPU time is limited,
 * the deadline is only a guard against a child that sleeps: the time in which it was ready to run
 * extends the deadline, so that a busy machine does not cause timeouts. */
static enum child_result check_progress(struct child *c, int64_t *deadline) {
    const int64_t now = child_clock(), since = now - c->checked_at;
    bool ready;
    if (since < (int64_t)CHECK_EVERY * MILLION && now < *deadline) return CHILD_OK;
    c->checked_at = now;
    const enum child_result result = check_limits(c, &ready);
    if (result != CHILD_OK) return result;
    if (c->cpu > 0 && ready && *deadline + since <= c->latest) *deadline += since;
    return now < *deadline ? CHILD_OK : CHILD_TIMEOUT;
}

/* Checks CPU time after an answer. In a short time it cannot have used up the limit, so that
 * nothing has to be measured. */
static enum child_result check_answer(struct child *c) {
    if (c->cpu == 0 || (child_clock() - c->asked_at) * c->processors <= c->cpu) return CHILD_OK;
    bool ready;
    return check_limits(c, &ready);
}

/* ---- lines ---- */

/* Whether it has ended. WNOWAIT leaves it a zombie, so that its id and that of its process group
 * are not reused. */
static bool has_ended(const struct child *c) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == c->pid;
}

/* Writes, and consumes the SIGPIPE of this thread if the other end is closed. */
static ssize_t write_without_sigpipe(int fd, const char *bytes, size_t size) {
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t n = write(fd, bytes, size);
    const int error = errno;
    if (n < 0 && error == EPIPE && !was_pending) {
        int taken;
        sigpending(&pending);
        if (sigismember(&pending, SIGPIPE) == 1) sigwait(&pipe_signal, &taken);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return n;
}

enum child_result child_send(struct child *c, const char *bytes, size_t size, int64_t deadline) {
    while (size > 0) {
        const ssize_t n = write_without_sigpipe(c->to, bytes, size);
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
            continue;
        }
        if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) return CHILD_EOF;
        struct pollfd both[2] = {{c->to, POLLOUT, 0}, {c->errors, POLLIN, 0}};
        if (th_is_set(c->stop)) return CHILD_CANCELLED;
        const enum child_result progress = check_progress(c, &deadline);
        if (progress != CHILD_OK) return progress;
        const int left = until(deadline);
        const int ready = poll(both, 2, left < CHECK_EVERY ? left : CHECK_EVERY);
        if (ready < 0 && errno != EINTR && errno != EAGAIN) return CHILD_POLL_FAILED;
        if (ready > 0 && both[1].revents != 0) read_stderr(c);
    }
    return CHILD_OK;
}

/* Reads once from its standard output, as much as fits. */
static void read_stdout(struct child *c) {
    const ssize_t n = read(c->from, c->buffer + c->size, CHILD_LINE_BYTES - c->size);
    if (n > 0) c->size += (size_t)n;
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        c->eof = true;
}

static void discard_line(struct child *c) {
    c->size -= c->next;
    memmove(c->buffer, c->buffer + c->next, c->size);
    c->next = 0;
}

enum child_result child_receive(struct child *c, int64_t deadline, char **line, size_t *size) {
    size_t scanned = 0;
    bool last = false; /* after the deadline, read once more: what was written before it counts */
    discard_line(c);
    for (;;) {
        char *end = memchr(c->buffer + scanned, '\n', c->size - scanned);
        if (end != NULL) {
            *line = c->buffer;
            *size = (size_t)(end - c->buffer);
            c->next = *size + 1;
            *end = 0;
            return check_answer(c);
        }
        if (c->size == CHILD_LINE_BYTES) return CHILD_LINE_TOO_LONG;
        if (c->eof) return CHILD_EOF;
        scanned = c->size;
        struct pollfd both[2] = {{c->from, POLLIN, 0}, {c->errors, POLLIN, 0}};
        if (th_is_set(c->stop)) return CHILD_CANCELLED;
        const enum child_result progress = check_progress(c, &deadline);
        if (progress == CHILD_TIMEOUT && !last) {
            last = true;
            read_stdout(c);
            continue;
        }
        if (progress != CHILD_OK) return progress;
        const int left = until(deadline);
        const int ready = poll(both, 2, left < CHECK_EVERY ? left : CHECK_EVERY);
        if (ready < 0 && errno != EINTR && errno != EAGAIN) return CHILD_POLL_FAILED;
        /* A process that it has started may hold its pipe open: then there is no end of file. What
         * it wrote before is in the pipe already. */
        if (ready == 0 && has_ended(c)) {
            read_stdout(c);
            c->eof = true;
        }
        if (ready <= 0) continue;
        if (both[1].revents != 0) read_stderr(c);
        if (both[0].revents != 0) read_stdout(c);
    }
}

/* ---- the end ---- */

/* Waits for its end, and reads its pipes meanwhile, so that it does not block on a full one. */
static bool await_end(struct child *c, int64_t deadline) {
    enum { POLL_TIME = 2 }; /* milliseconds */
    while (!has_ended(c)) {
        if (until(deadline) == 0) return false;
        struct pollfd both[2] = {{c->eof ? -1 : c->from, POLLIN, 0}, {c->errors, POLLIN, 0}};
        poll(both, 2, POLL_TIME);
        if (both[1].revents != 0) read_stderr(c);
        if (both[0].revents == 0) continue;
        c->size = c->next = 0;
        read_stdout(c);
    }
    return true;
}

static int64_t megabytes(long max_resident) {
#ifdef __APPLE__
    return max_resident / 1024 / 1024;
#else
    return max_resident / 1024;
#endif
}

/* Reaps it and reads how it ended, from the report of its supervisor if it has one. */
static void read_end(struct child *c, struct child_end *end) {
    struct rusage use;
    memset(&use, 0, sizeof use);
    while (wait4(c->pid, &end->status, 0, &use) < 0 && errno == EINTR) {
    }
#ifdef __linux__
    struct spawn_report r;
    memset(&use, 0, sizeof use);
    if (read(c->report, &r, sizeof r) == sizeof r) {
        end->status = r.status;
        use.ru_maxrss = r.resident;
    }
#endif
    end->memory = megabytes(use.ru_maxrss);
}

struct child_end child_stop(struct child *c, int milliseconds) {
    struct child_end end = {.stopped = false};
    process_tree_continue(&c->tree);
    close(c->to);
    end.stopped = !await_end(c, child_clock() + (int64_t)milliseconds * MILLION);
    spawn_kill(c->pid);
    spawn_forget(c->pid);
    read_end(c, &end);
    process_tree_end(&c->tree);
    for (int i = 0; i < 64 && c->errors >= 0 && read_stderr(c);) i++;
    if (c->errors >= 0) close(c->errors);
    close(c->from);
    close(c->report);
    c->pid = 0;
    return end;
}
