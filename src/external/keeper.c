#define _GNU_SOURCE /* wait4, close_range */
#include "keeper.h"

#ifdef __linux__
#include "birth.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Waits for one process of the tree; its id, 0 if none has ended, or -1 if there is none. */
static pid_t reap(pid_t bot, int flags, struct keeper_report *r) {
    struct rusage use;
    int status;
    pid_t pid;
    while ((pid = wait4(-1, &status, flags, &use)) < 0 && errno == EINTR) {
    }
    if (pid > 0 && use.ru_maxrss > r->resident) r->resident = use.ru_maxrss;
    if (pid == bot) r->status = status;
    return pid;
}

/* Ends all that is left. The children of a killed process become children of this one, so each
 * round kills one generation. */
static void end_tree(pid_t bot, struct keeper_report *r) {
    if (!kill_children()) {
        kill(-bot, SIGKILL); /* at least its group */
        return;
    }
    while (reap(bot, 0, r) >= 0) kill_children();
}

static _Noreturn void keep(pid_t bot, int report) {
    struct keeper_report r = {.status = SIGKILL};
    sigset_t awaited;
    int number = 0;
    pid_t pid = 0;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, KEEPER_END);
    while (pid != bot && number != KEEPER_END) {
        sigwait(&awaited, &number);
        while ((pid = reap(bot, WNOHANG, &r)) > 0 && pid != bot) {
        }
    }
    end_tree(bot, &r);
    if (write(report, &r, sizeof r) != sizeof r) _exit(1);
    _exit(0);
}

void keeper_begin(pid_t program, int report, int failure) {
    setsid();
    signal(SIGCHLD, SIG_DFL); /* where it is ignored, children end without a report */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, KEEPER_END);
    if (getppid() != program) _exit(127); /* it died meanwhile */
    const pid_t keeper = getpid(), bot = fork();
    if (bot == 0) {
        setsid();
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != keeper) _exit(127);
        return;
    }
    if (bot < 0) {
        const int error = errno;
        _exit(write(failure, &error, sizeof error) == sizeof error ? 127 : 126);
    }
    for (int fd = 0; fd <= STDERR_FILENO; fd++) close(fd);
    birth_close_others(report);
    keep(bot, report);
}
#endif
