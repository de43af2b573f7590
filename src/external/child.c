#define _DEFAULT_SOURCE /* wait4 */
#include "child.h"

#include "birth.h"
#include "core/text.h"
#include "keeper.h"
#include "sandbox.h"
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
    LOOK_EVERY = 20,  /* milliseconds: whether it lives and keeps its limits, and whether to stop */
    TRY_TIME = 20000, /* milliseconds for a sandbox to do nothing */
};

int64_t child_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 * MILLION + t.tv_nsec;
}

/* Milliseconds until then, rounded up, as poll takes them; 0 if it is past. */
static int until(int64_t deadline) {
    const int64_t left = (deadline - child_clock() + MILLION - 1) / MILLION;
    return left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

/* ---- starting ---- */

/* NULL: it has none, or it is not given. */
static const char *own_folder(const struct child_limits *limits) {
    const char *folder = limits->folder;
    return folder != NULL && strcmp(folder, CHILD_NO_FOLDER) != 0 ? folder : NULL;
}

static bool start(struct child *c, const char *command, const struct child_limits *limits,
                  bool *too_small, struct th_error *e) {
    const char *shell[] = {"/bin/sh", "-c", command, NULL};
    struct birth_order order = {.arguments = shell,
                                .folder = limits->sandbox ? NULL : own_folder(limits),
                                .limits = *limits};
    struct birth_pipes pipes;
    *c = (struct child){.limits = *limits};
    *too_small = false;
    struct sandbox *s = limits->sandbox ? malloc(sizeof *s) : NULL;
    c->held = malloc(CHILD_LINE_BYTES);
    bool ok = (c->held != NULL && (s != NULL || !limits->sandbox)) || th_fail(e, "out of memory");
    if (ok && s != NULL) {
        ok = sandbox_command(s, command, limits, e);
        order.arguments = s->argument;
        order.environment = sandbox_environment;
    }
    if (ok) c->pid = birth_of(&order, &pipes, too_small, e);
    free(s);
    if (c->pid == 0) return child_drop(c), false;
    c->to = pipes.to;
    c->from = pipes.from;
    c->errors = pipes.errors;
    c->report = pipes.report;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN); /* reads a file */
    c->processors = processors > 0 ? processors : 1;
    group_begin(&c->group, c->pid, limits->sandbox ? SANDBOX_HELPERS : 0);
    return true;
}

/* Whether a sandbox can be made: some systems do not allow namespaces. */
static bool try_sandbox(char *why, size_t size, struct th_error *e) {
    const struct child_limits limits = {.sandbox = true, .folder = CHILD_NO_FOLDER};
    struct child c;
    bool too_small;
    char words[CHILD_WORDS_BYTES + 1];
    if (!start(&c, "true", &limits, &too_small, e)) return false;
    const struct child_end end = child_stop(&c, TRY_TIME);
    *why = 0;
    if (end.stopped || end.status != 0) {
        snprintf(why, size, "a sandbox cannot be made here, bubblewrap says: %.200s",
                 child_words(&c, words));
        text_clean(why);
    }
    child_drop(&c);
    return true;
}

bool child_check(const struct child_limits *limits, struct th_error *e) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool tried;
    static char why[300]; /* under the lock; "": it can */
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
    free(c->held);
    *c = (struct child){.pid = 0};
}

/* ---- its standard error ---- */

/* Keeps the last bytes of all that came. */
static void keep_words(struct child *c, const char *bytes, size_t size) {
    if (size > CHILD_WORDS_BYTES) {
        bytes += size - CHILD_WORDS_BYTES;
        size = CHILD_WORDS_BYTES;
    }
    const size_t room = CHILD_WORDS_BYTES - size;
    if (c->words_size > room) {
        memmove(c->words, c->words + c->words_size - room, room);
        c->words_size = room;
    }
    memcpy(c->words + c->words_size, bytes, size);
    c->words_size += size;
}

/* One portion of what is there; false if there is nothing now, or ever. */
static bool hear_errors(struct child *c) {
    char bytes[4096];
    const ssize_t n = read(c->errors, bytes, sizeof bytes);
    if (n > 0) keep_words(c, bytes, (size_t)n);
    if (n == 0) { /* it will say no more, and must not be polled for it */
        close(c->errors);
        c->errors = -1;
    }
    return n > 0;
}

const char *child_words(const struct child *c, char out[CHILD_WORDS_BYTES + 1]) {
    char raw[CHILD_WORDS_BYTES + 1];
    struct text t = text_in(out, CHILD_WORDS_BYTES + 1);
    memcpy(raw, c->words, c->words_size);
    raw[c->words_size] = 0;
    for (size_t i = 0; i < c->words_size; i++)
        if (raw[i] == 0) raw[i] = '?';
    char *rest = raw, *line;
    while ((line = text_line(&rest)) != NULL) {
        text_clean(line);
        if (*line != 0) text_add(&t, "%s%s", t.length > 0 ? "\n" : "", line);
    }
    return out;
}

/* ---- its limits ---- */

void child_wake(struct child *c, int64_t cpu, int64_t time) {
    group_continue(&c->group);
    c->cpu = cpu;
    if (cpu > 0) group_mark(&c->group);
    c->asked_at = c->looked_at = child_clock();
    c->latest = c->asked_at + CHILD_PATIENCE * time;
}

void child_rest(struct child *c) {
    group_wait(&c->group);
}

/* Whether it keeps its limits; *ready: it is not idle. */
static enum child_news look(struct child *c, bool *ready) {
    enum { MEGABYTE = 1024 * 1024 };
    const struct child_limits *l = &c->limits;
    *ready = false;
    if (c->cpu == 0 && l->memory == 0 && l->processes == 0) return CHILD_DID;
    const struct group_use use = group_look(&c->group);
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
    if (t.length > 0) return CHILD_GREEDY;
    return c->cpu > 0 && use.cpu > c->cpu ? CHILD_BUSY : CHILD_DID;
}

/* Whether it may go on, which is looked at every now and then and at the deadline. While its CPU
 * time counts, the clock guards only against one that sleeps: the time in which it was ready to run
 * is added to the deadline, or a busy machine would punish it. */
static enum child_news may_go_on(struct child *c, int64_t *deadline) {
    const int64_t now = child_clock(), since = now - c->looked_at;
    bool ready;
    if (since < (int64_t)LOOK_EVERY * MILLION && now < *deadline) return CHILD_DID;
    c->looked_at = now;
    const enum child_news news = look(c, &ready);
    if (news != CHILD_DID) return news;
    if (c->cpu > 0 && ready && *deadline + since <= c->latest) *deadline += since;
    return now < *deadline ? CHILD_DID : CHILD_LATE;
}

/* At its answer: no look is needed where so short a time cannot hold so much CPU time. */
static enum child_news look_at_answer(struct child *c) {
    if (c->cpu == 0 || (child_clock() - c->asked_at) * c->processors <= c->cpu) return CHILD_DID;
    bool ready;
    return look(c, &ready);
}

/* ---- lines ---- */

/* Whether it has ended, which leaves it as it is: as long as nobody waits for it, its number is its
 * own, and so is that of its group. */
static bool has_ended(const struct child *c) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == c->pid;
}

/* Writes, and swallows the signal that it raises if nobody reads: only this thread is asked, and
 * only for this write. */
static ssize_t write_quietly(int fd, const char *bytes, size_t size) {
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

enum child_news child_send(struct child *c, const char *bytes, size_t size, int64_t deadline) {
    while (size > 0) {
        const ssize_t n = write_quietly(c->to, bytes, size);
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
            continue;
        }
        if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) return CHILD_SILENT;
        struct pollfd both[2] = {{c->to, POLLOUT, 0}, {c->errors, POLLIN, 0}};
        if (th_is_set(c->stop)) return CHILD_STOPPED;
        const enum child_news allowed = may_go_on(c, &deadline);
        if (allowed != CHILD_DID) return allowed;
        const int left = until(deadline);
        const int ready = poll(both, 2, left < LOOK_EVERY ? left : LOOK_EVERY);
        if (ready < 0 && errno != EINTR && errno != EAGAIN) return CHILD_UNHEARD;
        if (ready > 0 && both[1].revents != 0) hear_errors(c);
    }
    return CHILD_DID;
}

/* One portion of its standard output, where there is room for it. */
static void hear_output(struct child *c) {
    const ssize_t n = read(c->from, c->held + c->size, CHILD_LINE_BYTES - c->size);
    if (n > 0) c->size += (size_t)n;
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        c->silent = true;
}

static void forget_line(struct child *c) {
    c->size -= c->next;
    memmove(c->held, c->held + c->next, c->size);
    c->next = 0;
}

enum child_news child_receive(struct child *c, int64_t deadline, char **line, size_t *size) {
    size_t looked = 0;
    bool last = false; /* after the deadline: what was written before counts */
    forget_line(c);
    for (;;) {
        char *end = memchr(c->held + looked, '\n', c->size - looked);
        if (end != NULL) {
            *line = c->held;
            *size = (size_t)(end - c->held);
            c->next = *size + 1;
            *end = 0;
            return look_at_answer(c);
        }
        if (c->size == CHILD_LINE_BYTES) return CHILD_ENDLESS;
        if (c->silent) return CHILD_SILENT;
        looked = c->size;
        struct pollfd both[2] = {{c->from, POLLIN, 0}, {c->errors, POLLIN, 0}};
        if (th_is_set(c->stop)) return CHILD_STOPPED;
        const enum child_news allowed = may_go_on(c, &deadline);
        if (allowed == CHILD_LATE && !last) {
            last = true;
            hear_output(c);
            continue;
        }
        if (allowed != CHILD_DID) return allowed;
        const int left = until(deadline);
        const int heard = poll(both, 2, left < LOOK_EVERY ? left : LOOK_EVERY);
        if (heard < 0 && errno != EINTR && errno != EAGAIN) return CHILD_UNHEARD;
        /* A process that it has started may hold its pipe open: then its end cannot be heard. What
         * it said before is there already. */
        if (heard == 0 && has_ended(c)) {
            hear_output(c);
            c->silent = true;
        }
        if (heard <= 0) continue;
        if (both[1].revents != 0) hear_errors(c);
        if (both[0].revents != 0) hear_output(c);
    }
}

/* ---- its end ---- */

/* Waits for its end, and listens meanwhile, so that it can get rid of what it has to say. */
static bool await_end(struct child *c, int64_t deadline) {
    enum { LOOK_AGAIN = 2 }; /* milliseconds */
    while (!has_ended(c)) {
        if (until(deadline) == 0) return false;
        struct pollfd both[2] = {{c->silent ? -1 : c->from, POLLIN, 0}, {c->errors, POLLIN, 0}};
        poll(both, 2, LOOK_AGAIN);
        if (both[1].revents != 0) hear_errors(c);
        if (both[0].revents == 0) continue;
        c->size = c->next = 0;
        hear_output(c);
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

/* How it ended, from its keeper if it has one. */
static void read_end(struct child *c, struct child_end *end) {
    struct rusage use;
    memset(&use, 0, sizeof use);
    while (wait4(c->pid, &end->status, 0, &use) < 0 && errno == EINTR) {
    }
#ifdef __linux__
    struct keeper_report r;
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
    group_continue(&c->group);
    close(c->to);
    end.stopped = !await_end(c, child_clock() + (int64_t)milliseconds * MILLION);
    birth_kill(c->pid);
    birth_forget(c->pid);
    read_end(c, &end);
    group_end(&c->group);
    for (int i = 0; i < 64 && c->errors >= 0 && hear_errors(c);) i++;
    if (c->errors >= 0) close(c->errors);
    close(c->from);
    close(c->report);
    c->pid = 0;
    return end;
}
