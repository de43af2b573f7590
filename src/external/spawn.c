/* Creates child processes in a program with many threads.
 *
 * Linux can kill a child when its parent dies (PR_SET_PDEATHSIG), but the parent is the thread that
 * called fork, and the threads of a contest end before their bots are dropped. So one thread, which
 * lives as long as the program, forks all children. `spawn_mutex` serialises spawns: no other fork
 * happens between the creation of a pipe and the moment it becomes close-on-exec. `request_mutex`
 * protects `pending`, the hand-over to the spawner thread. The table of live children is lock-free,
 * since a signal handler reads it. */
#define _GNU_SOURCE /* close_range, wait4 */
#include "spawn.h"

#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Asks a supervisor to kill its tree. Not SIGTERM: a service manager sends that to all processes of
 * a job, and a bot that ends by it has made no fault. */
enum { SUPERVISOR_END = SIGUSR1 };

/* ---- the table of live children ---- */

enum { CHILDREN_MAX = 4096 };
static _Atomic pid_t live[CHILDREN_MAX];

static bool register_child(pid_t pid) {
    for (int i = 0; i < CHILDREN_MAX; i++) {
        pid_t none = 0;
        if (atomic_compare_exchange_strong(&live[i], &none, pid)) return true;
    }
    return false;
}

void spawn_forget(pid_t pid) {
    for (int i = 0; i < CHILDREN_MAX; i++) {
        pid_t same = pid;
        if (atomic_compare_exchange_strong(&live[i], &same, 0)) return;
    }
}

void spawn_kill(pid_t pid) {
#ifdef __linux__
    kill(pid, SUPERVISOR_END);
#else
    kill(pid, SIGKILL); /* its process group may not exist yet */
    kill(-pid, SIGKILL);
#endif
}

void child_end_all(int signal_number) {
    for (int i = 0; i < CHILDREN_MAX; i++) {
        const pid_t pid = atomic_load(&live[i]);
        if (pid > 0) spawn_kill(pid);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Signals that would end the program kill its children first. Signals that are handled or ignored
 * already stay as they are. */
static void install_handlers(void) {
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction now;
        if (sigaction(ending[i], NULL, &now) != 0 || now.sa_handler != SIG_DFL) continue;
        now.sa_handler = child_end_all;
        sigaction(ending[i], &now, NULL);
    }
}

/* Closes all file descriptors above standard error except one. Safe between fork and exec. */
static void close_others(int but) {
#if defined(__linux__) && defined(__GLIBC__)
    if ((but == STDERR_FILENO + 1 || close_range(STDERR_FILENO + 1, (unsigned)but - 1, 0) == 0) &&
        close_range((unsigned)but + 1, ~0U, 0) == 0)
        return;
#endif
    const long most = sysconf(_SC_OPEN_MAX);
    for (int fd = STDERR_FILENO + 1; fd < (most > 0 && most < 65536 ? most : 65536); fd++)
        if (fd != but) close(fd);
}

/* ---- the supervisor ---- */

#ifdef __linux__
/* Kills the children of this process; false if the system does not list them. */
static bool kill_children(void) {
    char bytes[1024];
    ssize_t n;
    pid_t pid = 0;
    const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return false;
    while ((n = read(list, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < n; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                pid = pid * 10 + (bytes[i] - '0');
            } else {
                if (pid > 0) kill(pid, SIGKILL);
                pid = 0;
            }
        }
    close(list);
    return true;
}

/* Waits for one process of the tree. Returns its id, 0 if none has ended, or -1 if none is left. */
static pid_t reap(pid_t bot, int flags, struct spawn_report *r) {
    struct rusage use;
    int status;
    pid_t pid;
    while ((pid = wait4(-1, &status, flags, &use)) < 0 && errno == EINTR) {
    }
    if (pid > 0 && use.ru_maxrss > r->resident) r->resident = use.ru_maxrss;
    if (pid == bot) r->status = status;
    return pid;
}

/* Kills the whole tree. The children of a killed process become children of this one, so each round
 * kills one generation. */
static void kill_tree(pid_t bot, struct spawn_report *r) {
    if (!kill_children()) {
        kill(-bot, SIGKILL); /* at least its group */
        return;
    }
    while (reap(bot, 0, r) >= 0) kill_children();
}

/* Waits until the bot's first process ends or SUPERVISOR_END arrives; then kills the tree. */
static _Noreturn void supervise(pid_t bot, int report) {
    struct spawn_report r = {.status = SIGKILL};
    sigset_t awaited;
    int number = 0;
    pid_t pid = 0;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SUPERVISOR_END);
    while (pid != bot && number != SUPERVISOR_END) {
        sigwait(&awaited, &number);
        while ((pid = reap(bot, WNOHANG, &r)) > 0 && pid != bot) {
        }
    }
    kill_tree(bot, &r);
    if (write(report, &r, sizeof r) != sizeof r) _exit(1);
    _exit(0);
}

/* Turns this process, just forked with all signals blocked, into a supervisor and forks the process
 * that becomes the bot. Returns only in the latter. Between fork and exec: async-signal-safe calls
 * only. */
static void fork_supervised(pid_t program, int report, int failure) {
    setsid();
    signal(SIGCHLD, SIG_DFL); /* if it were ignored, wait4 would report nothing */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SUPERVISOR_END);
    if (getppid() != program) _exit(127); /* it has died already */
    const pid_t supervisor = getpid(), bot = fork();
    if (bot == 0) {
        setsid();
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != supervisor) _exit(127);
        return;
    }
    if (bot < 0) {
        const int error = errno;
        _exit(write(failure, &error, sizeof error) == sizeof error ? 127 : 126);
    }
    for (int fd = 0; fd <= STDERR_FILENO; fd++) close(fd);
    close_others(report);
    supervise(bot, report);
}
#endif

/* ---- between fork and exec ---- */

struct spawn {
    const struct spawn_request *request;
    int input, output, errors; /* the child's ends of the pipes */
    int failure;               /* where it writes errno if exec fails */
    int report;                /* where its supervisor writes */
    pid_t parent, pid;
    int error;
};

static _Noreturn void fail_exec(const struct spawn *s) {
    const int error = errno;
    if (write(s->failure, &error, sizeof error) != sizeof error) _exit(126);
    _exit(127);
}

/* A macro, because the type of the first argument differs between systems. */
#define SET_LIMIT(what, most) setrlimit(what, &(struct rlimit){most, most})

/* Sets the limits of single processes. Those of the whole tree are polled (process_tree.h). */
static void set_limits(const struct child_limits *l) {
    const rlim_t megabyte = 1024 * 1024;
    SET_LIMIT(RLIMIT_CORE, 0);
    if (l->memory > 0) SET_LIMIT(RLIMIT_DATA, (rlim_t)l->memory * megabyte);
    if (!l->sandbox) return;
    SET_LIMIT(RLIMIT_FSIZE, (rlim_t)child_scratch(l) * megabyte);
    SET_LIMIT(RLIMIT_NOFILE, CHILD_OPEN_FILES);
}

/* Provides the seccomp filter to bubblewrap through a pipe. All descriptors from FILTER_FD on are
 * closed, so the new pipe gets that number. */
static bool pipe_filter(void) {
    size_t size;
    int ends[2];
    const void *program = filter_program(&size);
    if (program == NULL) return true;
    if (pipe(ends) != 0) return false;
    const bool ok = ends[0] == FILTER_FD && write(ends[1], program, size) == (ssize_t)size;
    close(ends[1]);
    return ok;
}

/* Becomes the requested program. Async-signal-safe calls only: no memory is allocated. */
static _Noreturn void exec_child(const struct spawn *wanted) {
    enum { FAILURE_FD = FILTER_FD - 1 };
    struct spawn s = *wanted;
    const struct spawn_request *request = s.request;
    sigset_t none;
#ifdef __linux__
    fork_supervised(s.parent, s.report, s.failure);
#else
    setsid();
#endif
    if (dup2(s.input, STDIN_FILENO) < 0 || dup2(s.output, STDOUT_FILENO) < 0 ||
        dup2(s.errors, STDERR_FILENO) < 0 || dup2(s.failure, FAILURE_FD) < 0)
        fail_exec(&s);
    s.failure = FAILURE_FD;
    fcntl(FAILURE_FD, F_SETFD, FD_CLOEXEC);
    close_others(FAILURE_FD);
    if (request->limits.sandbox && !pipe_filter()) fail_exec(&s);
    if (request->folder != NULL && chdir(request->folder) != 0) fail_exec(&s);
    set_limits(&request->limits);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL); /* this program ignores it, and exec would inherit that */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(request->arguments[0], (char *const *)(uintptr_t)request->arguments,
           request->environment != NULL ? (char *const *)(uintptr_t)request->environment : environ);
    fail_exec(&s);
}

/* ---- the spawner thread ---- */

static pthread_mutex_t spawn_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t request_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t requested = PTHREAD_COND_INITIALIZER, forked = PTHREAD_COND_INITIALIZER;
static struct spawn *pending; /* NULL: nothing to do */

static void *fork_on_request(void *unused) {
    (void)unused;
    pthread_mutex_lock(&request_mutex);
    for (;;) {
        while (pending == NULL) pthread_cond_wait(&requested, &request_mutex);
        pending->pid = fork();
        if (pending->pid == 0) exec_child(pending);
        pending->error = errno;
        pending = NULL;
        pthread_cond_signal(&forked);
    }
    return NULL;
}

bool spawn_service_thread(void *(*run)(void *)) {
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

/* Called with `spawn_mutex` held. */
static bool start_spawner(void) {
    static bool running;
    if (running) return true;
    install_handlers();
    return running = spawn_service_thread(fork_on_request);
}

/* Has the spawner thread fork, and waits for it. */
static void request_spawn(struct spawn *s) {
    pthread_mutex_lock(&request_mutex);
    pending = s;
    pthread_cond_signal(&requested);
    while (pending != NULL) pthread_cond_wait(&forked, &request_mutex);
    pthread_mutex_unlock(&request_mutex);
}

/* ---- pipes ---- */

/* Makes a pipe with both ends close-on-exec, and neither in the place of a closed standard file. */
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

static int set_nonblocking(int fd) {
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* Waits for exec, which closes the pipe; returns errno if it failed, else 0. */
static int await_exec(int pipes[PIPES][2]) {
    int error = 0;
    ssize_t n;
    close(pipes[FAILURE][1]);
    pipes[FAILURE][1] = -1;
    while ((n = read(pipes[FAILURE][0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    return n == sizeof error ? error : 0;
}

static pid_t spawn_with_pipes(const struct spawn_request *request, int pipes[PIPES][2],
                              bool *too_small, struct th_error *e) {
    struct spawn s = {.request = request,
                      .input = pipes[TO][0],
                      .output = pipes[FROM][1],
                      .errors = pipes[ERRORS][1],
                      .failure = pipes[FAILURE][1],
                      .report = pipes[REPORT][1],
                      .parent = getpid()};
    if (!start_spawner()) return th_fail(e, "no thread can be started"), 0;
    request_spawn(&s);
    if (s.pid < 0) return th_fail(e, "no process can be started: %s", strerror(s.error)), 0;
    const int error = await_exec(pipes);
    if (error == 0 && register_child(s.pid)) return s.pid;
    spawn_kill(s.pid);
    waitpid(s.pid, NULL, 0);
    *too_small = error == ENOMEM && request->limits.memory > 0;
    if (error == 0)
        return th_fail(e, "more than %d processes cannot be looked after", CHILDREN_MAX), 0;
    th_fail(e, "%s cannot be run%s%s: %s", request->arguments[0],
            request->folder != NULL ? " in the folder " : "",
            request->folder != NULL ? request->folder : "", strerror(error));
    return 0;
}

static void make_pipes_and_spawn(int pipes[PIPES][2], const struct spawn_request *request,
                                 pid_t *pid, bool *too_small, struct th_error *e) {
    bool made_all = true;
    for (int i = 0; i < PIPES; i++) pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < PIPES && made_all; i++) made_all = make_pipe(pipes[i]);
    if (made_all)
        *pid = spawn_with_pipes(request, pipes, too_small, e);
    else
        th_fail(e, "no pipe can be made: %s%s", strerror(errno),
                errno == EMFILE ? "; fewer --threads, or a higher limit (ulimit -n), may help"
                                : "");
}

pid_t spawn_child(const struct spawn_request *request, struct spawn_pipes *ours, bool *too_small,
                  struct th_error *e) {
    int pipes[PIPES][2];
    pid_t pid = 0;
    *too_small = false;
    pthread_mutex_lock(&spawn_mutex);
    make_pipes_and_spawn(pipes, request, &pid, too_small, e);
    if (pid > 0) {
        ours->to = set_nonblocking(pipes[TO][1]);
        ours->from = set_nonblocking(pipes[FROM][0]);
        ours->errors = set_nonblocking(pipes[ERRORS][0]);
        ours->report = pipes[REPORT][0];
        pipes[TO][1] = pipes[FROM][0] = pipes[ERRORS][0] = pipes[REPORT][0] = -1;
    }
    close_all(pipes);
    pthread_mutex_unlock(&spawn_mutex);
    return pid;
}
