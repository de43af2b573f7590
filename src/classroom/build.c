/* Builds a submission: a command in its folder, in a sandbox that may write only there, with limits
 * of CPU time, time by the clock, memory, processes and size. */
#include "intake.h"
#include "program.h"

#include "core/text.h"
#include "external/child.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOG_NAME ".build.log"
#define SECOND   INT64_C(1000000000)

__attribute__((format(printf, 2, 3))) static bool fail(struct program *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    p->status = PROGRAM_UNBUILT;
    vsnprintf(p->sentence, sizeof p->sentence, format, arguments);
    va_end(arguments);
    text_clean(p->sentence);
    return false;
}

/* ---- the log ---- */

/* Reads the end of the log, which the build may have replaced by anything. */
static void read_log(struct program *p) {
    char path[PATH_MAX], *bytes = malloc(BUILD_LOG_BYTES + 1);
    struct stat st;
    ssize_t n = 0;
    snprintf(path, sizeof path, "%s/" LOG_NAME, p->folder);
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && bytes != NULL && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        p->log_cut = st.st_size > BUILD_LOG_BYTES;
        n = pread(fd, bytes, BUILD_LOG_BYTES, p->log_cut ? st.st_size - BUILD_LOG_BYTES : 0);
    }
    if (fd >= 0) close(fd);
    free(p->log);
    p->log = bytes != NULL ? text_clean_lines(bytes, n > 0 ? (size_t)n : 0) : NULL;
    free(bytes);
}

/* ---- building ---- */

/* Waits for the end of the build; false if it broke a limit, and then says which. */
static bool await(struct program *p, struct child *c, int64_t begun, int cpu, const th_flag *stop) {
    enum { LOOK_EVERY = 100000000 }; /* nanoseconds */
    for (;;) {
        char *line;
        size_t size;
        const int64_t now = child_clock();
        const enum child_result result = child_receive(c, now + LOOK_EVERY, &line, &size);
        if (result == CHILD_EOF || th_is_set(stop)) return true;
        if (result == CHILD_CPU_TIMEOUT)
            return fail(p, "the build needs more than %d s of CPU time", cpu);
        if (result == CHILD_OVER_LIMIT) return fail(p, "the build is stopped: %s", c->breach);
        if (now - begun > BUILD_WALL_FACTOR * cpu * SECOND)
            return fail(p, "the build takes more than %d s", BUILD_WALL_FACTOR * cpu);
        if (!intake_measure(p->folder, BUILD_FILES, (int64_t)BUILD_MEGABYTES << 20))
            return fail(p, "the build makes more than %d MB or %d files", BUILD_MEGABYTES,
                        BUILD_FILES);
    }
}

static bool run_build(struct program *p, const struct child_limits *limits, int cpu,
                      const th_flag *stop, struct th_error *e) {
    struct child c;
    char command[400];
    bool too_small;
    /* The shell itself keeps its standard output, whose end is the end of the build. */
    snprintf(command, sizeof command, "{ %s; } >" LOG_NAME " 2>&1 </dev/null; exit $?", p->build);
    if (!child_start(&c, command, limits, &too_small, e)) return false;
    c.stop = stop;
    const int64_t begun = child_clock();
    child_resume(&c, cpu * SECOND, 0);
    const bool in_time = await(p, &c, begun, cpu, stop);
    const struct child_end end = child_stop(&c, in_time && !th_is_set(stop) ? 1000 : 0);
    child_drop(&c);
    p->build_seconds = (double)(child_clock() - begun) / 1e9;
    if (th_is_set(stop)) return th_fail(e, "stopped");
    if (!in_time) return false;
    if (end.stopped) return fail(p, "the build does not end");
    if (WIFSIGNALED(end.status))
        return fail(p, "the build (%s) was ended by signal %d", p->build, WTERMSIG(end.status));
    if (WEXITSTATUS(end.status) != 0)
        return fail(p, "the build (%s) failed with status %d", p->build, WEXITSTATUS(end.status));
    if (!intake_measure(p->folder, BUILD_FILES, (int64_t)BUILD_MEGABYTES << 20))
        return fail(p, "the build makes more than %d MB or %d files", BUILD_MEGABYTES, BUILD_FILES);
    return true;
}

static bool is_there(const struct program *p, const char *name, mode_t bits) {
    char path[PATH_MAX];
    struct stat st;
    snprintf(path, sizeof path, "%s/%s", p->folder, name);
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & bits) == bits;
}

/* What is started after make. */
static bool find_command(struct program *p) {
    if (p->command[0] != 0) return true;
    if (is_there(p, "bot", 0100))
        strcpy(p->command, "./bot");
    else if (is_there(p, "bot.py", 0))
        strcpy(p->command, "python3 bot.py");
    else if (is_there(p, "bot.js", 0))
        strcpy(p->command, "node bot.js");
    else
        return fail(p,
                    "make has not made a program with the name bot, and there is no bot.py, bot.js "
                    "or command");
    return true;
}

bool program_build(struct program *p, bool sandbox, int cpu, const th_flag *stop,
                   struct th_error *e) {
    const struct child_limits limits = {.memory = BUILD_MEMORY,
                                        .processes = BUILD_PROCESSES,
                                        .sandbox = sandbox,
                                        .folder = p->folder,
                                        .writable = true};
    e->text[0] = 0;
    if (p->build == NULL) return true;
    const bool ok = run_build(p, &limits, cpu, stop, e);
    if (e->text[0] != 0) return false;
    read_log(p);
    return ok && find_command(p);
}
