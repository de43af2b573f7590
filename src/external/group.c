#define _GNU_SOURCE /* clock_getcpuclockid */
#include "group.h"

#include "birth.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <dirent.h>
#include <fcntl.h>
#endif

enum {
    MILLISECOND = 1000000,
    GRACE = 10 * MILLISECOND,       /* a bot may wait so long before it is stopped */
    STALE_AFTER = 50 * MILLISECOND, /* then a scan is repeated before CPU time counts */
    STOP_ROUNDS = 200,
    KILOBYTE = 1024,
};

/* ---- the tree ---- */

#ifdef __linux__
/* The beginning of a small file of /proc, as text; false if the process has ended. */
static bool read_file(const char *path, char *out, size_t size) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const ssize_t n = read(fd, out, size - 1);
    close(fd);
    out[n > 0 ? n : 0] = 0;
    return n > 0;
}

static void add_member(struct group *g, pid_t pid, int depth) {
    if (g->members == g->room) {
        const int room = g->room > 0 ? 2 * g->room : 16;
        struct group_member *more = realloc(g->member, (size_t)room * sizeof *more);
        if (more == NULL) return;
        g->member = more;
        g->room = room;
    }
    g->member[g->members++] = (struct group_member){.pid = pid, .depth = depth};
}

/* A list of children may be long: it is read in portions. */
static void add_children_of_thread(struct group *g, pid_t pid, const char *thread, int depth) {
    char path[80];
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)pid, thread);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    FILE *list = fdopen(fd, "r");
    int child;
    while (list != NULL && fscanf(list, "%d", &child) == 1) add_member(g, child, depth);
    if (list != NULL)
        fclose(list);
    else
        close(fd);
}

static void add_children(struct group *g, const struct group_member *of) {
    const struct group_member parent = *of; /* the array may move */
    char text[40];
    if (parent.threads == 1) {
        snprintf(text, sizeof text, "%d", (int)parent.pid);
        add_children_of_thread(g, parent.pid, text, parent.depth + 1);
        return;
    }
    snprintf(text, sizeof text, "/proc/%d/task", (int)parent.pid);
    DIR *threads = opendir(text);
    const struct dirent *entry;
    while (threads != NULL && (entry = readdir(threads)) != NULL)
        if (entry->d_name[0] != '.')
            add_children_of_thread(g, parent.pid, entry->d_name, parent.depth + 1);
    if (threads != NULL) closedir(threads);
}

/* The state of one thread; 0: it has ended. */
static char thread_state(pid_t pid, const char *thread) {
    char path[80], text[512];
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)pid, thread);
    const char *rest = read_file(path, text, sizeof text) ? strrchr(text, ')') : NULL;
    return rest != NULL && rest[1] == ' ' ? rest[2] : 0;
}

static bool is_ready(char state) {
    return state == 'R' || state == 'D'; /* or waits for a disk */
}

static bool has_ready_thread(const struct group_member *m) {
    char path[40];
    bool ready = is_ready(m->state); /* of its first thread */
    if (ready || m->threads == 1) return ready;
    snprintf(path, sizeof path, "/proc/%d/task", (int)m->pid);
    DIR *threads = opendir(path);
    const struct dirent *entry;
    while (!ready && threads != NULL && (entry = readdir(threads)) != NULL)
        ready = entry->d_name[0] != '.' && is_ready(thread_state(m->pid, entry->d_name));
    if (threads != NULL) closedir(threads);
    return ready;
}

/* State, threads, and the CPU time of children that it has waited for, which is added. */
static void read_stat(struct group_member *m, int64_t *reaped) {
    char path[40], text[512];
    long children_user, children_system;
    int threads;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)m->pid);
    if (!read_file(path, text, sizeof text)) return;
    const char *rest = strrchr(text, ')'); /* its name may hold anything */
    if (rest == NULL ||
        sscanf(rest, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld %*d %*d %d",
               &m->state, &children_user, &children_system, &threads) != 4)
        return;
    m->threads = clock_getcpuclockid(m->pid, &m->clock) == 0 ? threads : 0;
    *reaped += (children_user + children_system) * (1000000000 / sysconf(_SC_CLK_TCK));
}

/* Bytes that only this process, or shared memory, holds: files that it maps do not count. */
static int64_t read_memory(pid_t pid) {
    char path[40], text[4096];
    long anonymous = 0, shared = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    if (!read_file(path, text, sizeof text)) return 0;
    const char *line = strstr(text, "\nRssAnon:");
    if (line != NULL) sscanf(line, "\nRssAnon: %ld", &anonymous);
    line = strstr(text, "\nRssShmem:");
    if (line != NULL) sscanf(line, "\nRssShmem: %ld", &shared);
    return (int64_t)(anonymous + shared) * KILOBYTE;
}
#endif

/* What a member had used at the last sample; 0 for a new one. */
static int64_t used_before(const struct group_member *old, int n, pid_t pid) {
    for (int i = 0; i < n; i++)
        if (old[i].pid == pid) return old[i].cpu;
    return 0;
}

/* Reads the clocks of the members; the nanoseconds of all, ended children included. A process whose
 * parent does not wait for its children leaves no trace in `reaped`, so what was seen of each
 * member is also added up in `seen`. *gone: some member has ended since the scan. */
static int64_t sample(struct group *g, const struct group_member *old, int olds, bool *gone) {
    int64_t total = g->reaped;
    *gone = false;
    for (int i = 0; i < g->members; i++) {
        struct group_member *m = &g->member[i];
        struct timespec t;
        if (m->threads == 0 || clock_gettime(m->clock, &t) != 0) {
            *gone = true;
            continue;
        }
        const int64_t now = (int64_t)t.tv_sec * 1000 * MILLISECOND + t.tv_nsec;
        const int64_t before = used_before(old, olds, m->pid);
        if (now > before) g->seen += now - before;
        m->cpu = now;
        total += now;
    }
    return total;
}

/* Lists the tree and reads its clocks. */
static int64_t scan(struct group *g) {
    struct group_member *old = g->member;
    const int olds = g->members;
    bool gone;
    g->member = NULL;
    g->members = g->room = 0;
    g->reaped = 0;
#ifdef __linux__
    add_member(g, g->root, 0);
    for (int i = 0; i < g->members; i++) {
        read_stat(&g->member[i], &g->reaped);
        if (g->member[i].threads > 0) add_children(g, &g->member[i]);
    }
#endif
    g->scanned_at = child_clock();
    const int64_t total = sample(g, old, olds, &gone);
    free(old);
    return total;
}

static bool is_own(const struct group *g, const struct group_member *m) {
    return m->depth > g->helpers && m->threads > 0 && m->state != 'Z' && m->state != 'X';
}

/* ---- stopping ---- */

/* Until a scan finds all of them stopped: one that runs may have started another meanwhile. */
static void stop_tree(struct group *g) {
    for (int round = 0; round < STOP_ROUNDS; round++) {
        bool all = true;
        scan(g);
        for (int i = 0; i < g->members; i++) {
            const struct group_member *m = &g->member[i];
            if (!is_own(g, m) || m->state == 'T' || m->state == 't') continue;
            kill(m->pid, SIGSTOP);
            all = false;
        }
#ifndef __linux__
        kill(-g->root, SIGSTOP);
#endif
        if (all) return;
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND / 10}, NULL);
    }
}

static void continue_tree(struct group *g) {
    scan(g);
    for (int i = 0; i < g->members; i++)
        if (is_own(g, &g->member[i])) kill(g->member[i].pid, SIGCONT);
#ifndef __linux__
    kill(-g->root, SIGCONT);
#endif
}

/* ---- those that wait ----
 *
 * A thread of its own stops them, so that a game of fast bots has no signals in it. */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some_wait = PTHREAD_COND_INITIALIZER, one_stopped = PTHREAD_COND_INITIALIZER;
static struct group *waiting; /* in GROUP_WAITS or GROUP_STOPPING */

static struct group *find_due(int64_t now) {
    for (struct group *g = waiting; g != NULL; g = g->next)
        if (g->state == GROUP_WAITS && now - g->since >= GRACE) return g;
    return NULL;
}

/* With the lock held. */
static void unlink_waiting(struct group *g) {
    for (struct group **at = &waiting; *at != NULL; at = &(*at)->next)
        if (*at == g) {
            *at = g->next;
            return;
        }
}

static void *stop_those_that_wait(void *nothing) {
    (void)nothing;
    pthread_mutex_lock(&lock);
    for (;;) {
        struct group *due;
        while (waiting == NULL) pthread_cond_wait(&some_wait, &lock);
        pthread_mutex_unlock(&lock);
        nanosleep(&(struct timespec){.tv_nsec = GRACE}, NULL);
        pthread_mutex_lock(&lock);
        while ((due = find_due(child_clock())) != NULL) {
            due->state = GROUP_STOPPING;
            pthread_mutex_unlock(&lock);
            stop_tree(due);
            pthread_mutex_lock(&lock);
            unlink_waiting(due);
            due->state = GROUP_STOPPED;
            pthread_cond_broadcast(&one_stopped);
        }
    }
    return NULL;
}

/* Without it bots play on, and are not stopped. */
static void start_thread(void) {
    birth_thread(stop_those_that_wait);
}

void group_begin(struct group *g, pid_t root, int helpers) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_thread);
    *g = (struct group){.root = root, .helpers = helpers};
}

void group_wait(struct group *g) {
    pthread_mutex_lock(&lock);
    if (g->state == GROUP_RUNS) {
        g->state = GROUP_WAITS;
        g->since = child_clock();
        g->next = waiting;
        waiting = g;
        if (g->next == NULL) pthread_cond_signal(&some_wait);
    }
    pthread_mutex_unlock(&lock);
}

void group_continue(struct group *g) {
    pthread_mutex_lock(&lock);
    while (g->state == GROUP_STOPPING) pthread_cond_wait(&one_stopped, &lock);
    const bool stopped = g->state == GROUP_STOPPED;
    if (g->state == GROUP_WAITS) unlink_waiting(g);
    g->state = GROUP_RUNS;
    pthread_mutex_unlock(&lock);
    if (stopped) continue_tree(g);
}

void group_end(struct group *g) {
    group_continue(g);
    free(g->member);
    *g = (struct group){.root = 0};
}

/* ---- measuring ---- */

void group_mark(struct group *g) {
    bool gone;
    int64_t total = sample(g, g->member, g->members, &gone);
    if (gone || child_clock() - g->scanned_at > STALE_AFTER) total = scan(g);
    g->base_total = total;
    g->base_seen = g->seen;
}

struct group_use group_look(struct group *g) {
    struct group_use use = {.cpu = scan(g) - g->base_total};
    if (g->seen - g->base_seen > use.cpu) use.cpu = g->seen - g->base_seen;
    for (int i = 0; i < g->members; i++) {
        if (!is_own(g, &g->member[i])) continue;
        use.processes++;
        use.threads += g->member[i].threads;
#ifdef __linux__
        use.memory += read_memory(g->member[i].pid);
        use.ready = use.ready || has_ready_thread(&g->member[i]);
#endif
    }
    return use;
}
