/* Making processes, in a program of many threads.
 *
 * Linux can end a child when its parent dies, however it dies; but the parent is the thread that
 * made it, and the threads of an arena end before its bots are dropped. So one thread, which lives
 * as long as the program, makes all children. It makes one at a time: pipes become private to us
 * (close-on-exec) a moment after they are made, and nobody forks in between. */
#define _GNU_SOURCE /* close_range */
#include "birth.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

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

void child_end_all(int signal_number) {
    for (int i = 0; i < CHILDREN_MAX; i++) {
        const pid_t pid = atomic_load(&living[i]);
        if (pid > 0) kill(-pid, SIGKILL);
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
    const char *const *arguments;
    int64_t memory;
    int input, output, errors; /* the child's ends */
    pid_t parent, pid;
    int error;
};

static void close_others(void) {
#if defined(__linux__) && defined(__GLIBC__)
    if (close_range(STDERR_FILENO + 1, ~0U, 0) == 0) return;
#endif
    const long most = sysconf(_SC_OPEN_MAX);
    for (int fd = STDERR_FILENO + 1; fd < (most > 0 && most < 65536 ? most : 65536); fd++)
        close(fd);
}

/* Between fork and exec, where only few functions may be called: no memory is allocated. */
static _Noreturn void become(const struct birth *b) {
    sigset_t none;
    setsid();
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != b->parent) _exit(127); /* it died meanwhile */
#endif
    dup2(b->input, STDIN_FILENO);
    dup2(b->output, STDOUT_FILENO);
    dup2(b->errors, STDERR_FILENO);
    close_others();
    const rlim_t most = (rlim_t)b->memory * 1024 * 1024;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (most > 0) setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL); /* the program ignores it, and that would be inherited */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(b->arguments[0], (char *const *)(uintptr_t)b->arguments);
    _exit(127);
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

/* Signals go to the other threads: this one would hold the lock. */
static bool start_thread(void) {
    static bool running;
    pthread_attr_t detached;
    pthread_t thread;
    sigset_t all, before;
    if (running) return true;
    guard_signals();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    running = pthread_create(&thread, &detached, make_all, NULL) == 0;
    pthread_attr_destroy(&detached);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return running;
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
            close(low);
        }
        if (ends[i] >= 0) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

static void close_all(int pipes[3][2]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            if (pipes[i][k] >= 0) close(pipes[i][k]);
}

static int keep(int fd) {
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static pid_t give_birth(const char *const arguments[], int64_t memory, int pipes[3][2],
                        struct th_error *e) {
    struct birth b = {.arguments = arguments,
                      .memory = memory,
                      .input = pipes[0][0],
                      .output = pipes[1][1],
                      .errors = pipes[2][1],
                      .parent = getpid()};
    if (!start_thread()) return th_fail(e, "no thread can be started"), 0;
    have_made(&b);
    if (b.pid < 0) return th_fail(e, "no process can be started: %s", strerror(b.error)), 0;
    if (remember(b.pid)) return b.pid;
    kill(b.pid, SIGKILL);
    waitpid(b.pid, NULL, 0);
    return th_fail(e, "more than %d processes cannot be looked after", CHILDREN_MAX), 0;
}

pid_t birth_of(const char *const arguments[], int64_t memory, int *to, int *from, int *errors,
               struct th_error *e) {
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    pid_t pid = 0;
    pthread_mutex_lock(&one_at_a_time);
    if (make_pipe(pipes[0]) && make_pipe(pipes[1]) && make_pipe(pipes[2]))
        pid = give_birth(arguments, memory, pipes, e);
    else
        th_fail(e, "no pipe can be made: %s", strerror(errno));
    if (pid > 0) {
        *to = keep(pipes[0][1]);
        *from = keep(pipes[1][0]);
        *errors = keep(pipes[2][0]);
        pipes[0][1] = pipes[1][0] = pipes[2][0] = -1;
    }
    close_all(pipes);
    pthread_mutex_unlock(&one_at_a_time);
    return pid;
}

bool birth_find_sandbox(char *path, size_t size) {
    const char *rest = getenv("PATH");
    for (; rest != NULL && *rest != 0; rest += *rest == ':') {
        const size_t n = strcspn(rest, ":");
        const int written = snprintf(path, size, "%.*s/bwrap", (int)n, rest);
        if (n > 0 && written > 0 && (size_t)written < size && access(path, X_OK) == 0) return true;
        rest += n;
    }
    return false;
}
