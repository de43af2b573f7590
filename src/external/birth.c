/* Making processes, in a program of many threads.
 *
 * Linux can end a child when its parent dies, however it dies; but the parent is the thread that
 * made it, and the threads of an arena end before its bots are dropped. So one thread, which lives
 * as long as the program, makes all children. It makes one at a time: pipes become private to us
 * (close-on-exec) a moment after they are made, and nobody forks in between. */
#define _GNU_SOURCE /* close_range */
#include "birth.h"

#include "filter.h"
#include "keeper.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- who lives ---- */

enum { CHILDREN_MAX = 4096 };
static _Atomic pid_t living[CHILDREN_MAX];

static bool remember(pid_t pid) {
    for (int i = 0; i < CHILDREN_MAX; i++) {
        pid_t nobody = 0;
        if (atomic_compare_exchange_strong(&living[i], &nobody, pid)) return true;
    }
    return false;
}

void birth_forget(pid_t pid) {
    for (int i = 0; i < CHILDREN_MAX; i++) {
        pid_t same = pid;
        if (atomic_compare_exchange_strong(&living[i], &same, 0)) return;
    }
}

void birth_kill(pid_t pid) {
#ifdef __linux__
    kill(pid, KEEPER_END);
#else
    kill(pid, SIGKILL); /* it may not have a group yet */
    kill(-pid, SIGKILL);
#endif
}

void child_end_all(int signal_number) {
    for (int i = 0; i < CHILDREN_MAX; i++) {
        const pid_t pid = atomic_load(&living[i]);
        if (pid > 0) birth_kill(pid);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Signals that would end the program end its children first. Those that somebody else handles, or
 * ignores, stay as they are. */
static void guard_signals(void) {
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction now;
        if (sigaction(ending[i], NULL, &now) != 0 || now.sa_handler != SIG_DFL) continue;
        now.sa_handler = child_end_all;
        sigaction(ending[i], &now, NULL);
    }
}

/* ---- the child's first steps ---- */

struct birth {
    const struct birth_order *order;
    int input, output, errors; /* the child's ends */
    int failure;               /* where it writes errno if it cannot become the program */
    int report;                /* where its keeper writes */
    pid_t parent, pid;
    int error;
};

static _Noreturn void give_up(const struct birth *b) {
    const int error = errno;
    if (write(b->failure, &error, sizeof error) != sizeof error) _exit(126);
    _exit(127);
}

void birth_close_others(int but) {
#if defined(__linux__) && defined(__GLIBC__)
    if ((but == STDERR_FILENO + 1 || close_range(STDERR_FILENO + 1, (unsigned)but - 1, 0) == 0) &&
        close_range((unsigned)but + 1, ~0U, 0) == 0)
        return;
#endif
    const long most = sysconf(_SC_OPEN_MAX);
    for (int fd = STDERR_FILENO + 1; fd < (most > 0 && most < 65536 ? most : 65536); fd++)
        if (fd != but) close(fd);
}

/* A macro: the type of the first argument differs among systems. */
#define LIMIT(what, most) setrlimit(what, &(struct rlimit){most, most})

/* The limits of single processes; those of the whole group are watched (group.h). */
static void set_limits(const struct child_limits *l) {
    const rlim_t megabyte = 1024 * 1024;
    LIMIT(RLIMIT_CORE, 0);
    if (l->memory > 0) LIMIT(RLIMIT_DATA, (rlim_t)l->memory * megabyte);
    if (!l->sandbox) return;
    LIMIT(RLIMIT_FSIZE, (rlim_t)child_scratch(l) * megabyte);
    LIMIT(RLIMIT_NOFILE, CHILD_OPEN_FILES);
}

/* Puts the filter of a sandbox where bubblewrap reads it: all descriptors from FILTER_FD on are
 * closed, so a pipe comes to be there. */
static bool offer_filter(void) {
    size_t size;
    int ends[2];
    const void *program = filter_program(&size);
    if (program == NULL) return true;
    if (pipe(ends) != 0) return false;
    const bool ok = ends[0] == FILTER_FD && write(ends[1], program, size) == (ssize_t)size;
    close(ends[1]);
    return ok;
}

/* Between fork and exec, where only few functions may be called: no memory is allocated. */
static _Noreturn void become(const struct birth *wanted_birth) {
    enum { FAILURE_FD = FILTER_FD - 1 };
    struct birth b = *wanted_birth;
    const struct birth_order *order = b.order;
    sigset_t none;
#ifdef __linux__
    keeper_begin(b.parent, b.report, b.failure);
#else
    setsid();
#endif
    if (dup2(b.input, STDIN_FILENO) < 0 || dup2(b.output, STDOUT_FILENO) < 0 ||
        dup2(b.errors, STDERR_FILENO) < 0 || dup2(b.failure, FAILURE_FD) < 0)
        give_up(&b);
    b.failure = FAILURE_FD;
    fcntl(FAILURE_FD, F_SETFD, FD_CLOEXEC);
    birth_close_others(FAILURE_FD);
    if (order->limits.sandbox && !offer_filter()) give_up(&b);
    if (order->folder != NULL && chdir(order->folder) != 0) give_up(&b);
    set_limits(&order->limits);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL); /* the program ignores it, and that would be inherited */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(order->arguments[0], (char *const *)(uintptr_t)order->arguments,
           order->environment != NULL ? (char *const *)(uintptr_t)order->environment : environ);
    give_up(&b);
}

/* ---- the thread that makes them ---- */

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, made = PTHREAD_COND_INITIALIZER;
static struct birth *wanted; /* under the lock; NULL: nothing to do */

static void *make_all(void *nothing) {
    (void)nothing;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (wanted == NULL) pthread_cond_wait(&asked, &lock);
        wanted->pid = fork();
        if (wanted->pid == 0) become(wanted);
        wanted->error = errno;
        wanted = NULL;
        pthread_cond_signal(&made);
    }
    return NULL;
}

bool birth_thread(void *(*run)(void *)) {
    pthread_attr_t detached;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    const bool started = pthread_create(&thread, &detached, run, NULL) == 0;
    pthread_attr_destroy(&detached);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static bool start_thread(void) {
    static bool running;
    if (running) return true;
    guard_signals();
    return running = birth_thread(make_all);
}

static void have_made(struct birth *b) {
    pthread_mutex_lock(&lock);
    wanted = b;
    pthread_cond_signal(&asked);
    while (wanted != NULL) pthread_cond_wait(&made, &lock);
    pthread_mutex_unlock(&lock);
}

/* ---- pipes ---- */

/* Both ends private, and none of them in the place of a standard file that somebody closed. */
static bool make_pipe(int ends[2]) {
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) {
        if (ends[i] <= STDERR_FILENO) {
            const int low = ends[i];
            ends[i] = fcntl(low, F_DUPFD, STDERR_FILENO + 1);
            const int error = errno; /* of fcntl, where it failed */
            close(low);
            errno = error;
        }
        if (ends[i] >= 0) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

enum { TO, FROM, ERRORS, FAILURE, REPORT, PIPES };

static void close_all(int pipes[PIPES][2]) {
    for (int i = 0; i < PIPES; i++)
        for (int k = 0; k < 2; k++)
            if (pipes[i][k] >= 0) close(pipes[i][k]);
}

static int keep(int fd) {
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* Waits until the child has become the program, which closes the pipe; errno if it has not. */
static int await_exec(int pipes[PIPES][2]) {
    int error = 0;
    ssize_t n;
    close(pipes[FAILURE][1]);
    pipes[FAILURE][1] = -1;
    while ((n = read(pipes[FAILURE][0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    return n == sizeof error ? error : 0;
}

static pid_t give_birth(const struct birth_order *order, int pipes[PIPES][2], bool *too_small,
                        struct th_error *e) {
    struct birth b = {.order = order,
                      .input = pipes[TO][0],
                      .output = pipes[FROM][1],
                      .errors = pipes[ERRORS][1],
                      .failure = pipes[FAILURE][1],
                      .report = pipes[REPORT][1],
                      .parent = getpid()};
    if (!start_thread()) return th_fail(e, "no thread can be started"), 0;
    have_made(&b);
    if (b.pid < 0) return th_fail(e, "no process can be started: %s", strerror(b.error)), 0;
    const int error = await_exec(pipes);
    if (error == 0 && remember(b.pid)) return b.pid;
    birth_kill(b.pid);
    waitpid(b.pid, NULL, 0);
    *too_small = error == ENOMEM && order->limits.memory > 0;
    if (error == 0)
        return th_fail(e, "more than %d processes cannot be looked after", CHILDREN_MAX), 0;
    th_fail(e, "%s cannot be run%s%s: %s", order->arguments[0],
            order->folder != NULL ? " in the folder " : "",
            order->folder != NULL ? order->folder : "", strerror(error));
    return 0;
}

static void make_pipes(int pipes[PIPES][2], const struct birth_order *order, pid_t *pid,
                       bool *too_small, struct th_error *e) {
    bool made_all = true;
    for (int i = 0; i < PIPES; i++) pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < PIPES && made_all; i++) made_all = make_pipe(pipes[i]);
    if (made_all)
        *pid = give_birth(order, pipes, too_small, e);
    else
        th_fail(e, "no pipe can be made: %s%s", strerror(errno),
                errno == EMFILE ? "; fewer --threads, or a higher limit (ulimit -n), may help"
                                : "");
}

pid_t birth_of(const struct birth_order *order, struct birth_pipes *ours, bool *too_small,
               struct th_error *e) {
    int pipes[PIPES][2];
    pid_t pid = 0;
    *too_small = false;
    pthread_mutex_lock(&one_at_a_time);
    make_pipes(pipes, order, &pid, too_small, e);
    if (pid > 0) {
        ours->to = keep(pipes[TO][1]);
        ours->from = keep(pipes[FROM][0]);
        ours->errors = keep(pipes[ERRORS][0]);
        ours->report = pipes[REPORT][0];
        pipes[TO][1] = pipes[FROM][0] = pipes[ERRORS][0] = pipes[REPORT][0] = -1;
    }
    close_all(pipes);
    pthread_mutex_unlock(&one_at_a_time);
    return pid;
}
