/* Scans /proc for the process trees of bots. A service thread stops the trees of bots that wait for
 * their turn; `lock` protects the list `waiting` and the state of each tree. */
#define _GNU_SOURCE /* clock_getcpuclockid */
#include "process_tree.h"

#include "spawn.h"
#include <errno.h>
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
    GRACE = 10 * MILLISECOND,       /* how long a bot waits before it is stopped */
    STALE_AFTER = 50 * MILLISECOND, /* process_tree_mark repeats an older scan */
    STOP_ROUNDS = 200,
    KILOBYTE = 1024,
};

/* ---- scanning ---- */

#ifdef __linux__
/* Whether open failed for lack of descriptors or memory, and not because the process has ended. */
static bool is_shortage(void) {
    return errno == EMFILE || errno == ENFILE || errno == ENOMEM;
}

/* Reads the beginning of a small file of /proc as text; false if the process has ended. */
static bool read_file(struct process_tree *t, const char *path, char *out, size_t size) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        t->unread |= is_shortage();
        return false;
    }
    const ssize_t n = read(fd, out, size - 1);
    close(fd);
    out[n > 0 ? n : 0] = 0;
    return n > 0;
}

static void add_process(struct process_tree *t, pid_t pid, int depth) {
    if (t->processes == t->room) {
        const int room = t->room > 0 ? 2 * t->room : 16;
        struct tree_process *more = realloc(t->process, (size_t)room * sizeof *more);
        if (more == NULL) {
            t->unread = true;
            return;
        }
        t->process = more;
        t->room = room;
    }
    t->process[t->processes++] = (struct tree_process){.pid = pid, .depth = depth};
}

static void add_children_of_thread(struct process_tree *t, pid_t pid, const char *thread,
                                   int depth) {
    char path[80];
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)pid, thread);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        t->unread |= is_shortage();
        return;
    }
    FILE *list = fdopen(fd, "r");
    int child;
    t->unread |= list == NULL;
    while (list != NULL && fscanf(list, "%d", &child) == 1) add_process(t, child, depth);
    if (list != NULL)
        fclose(list);
    else
        close(fd);
}

static void add_children(struct process_tree *t, const struct tree_process *of) {
    const struct tree_process parent = *of; /* the array may be reallocated */
    char text[40];
    if (parent.threads == 1) {
        snprintf(text, sizeof text, "%d", (int)parent.pid);
        add_children_of_thread(t, parent.pid, text, parent.depth + 1);
        return;
    }
    snprintf(text, sizeof text, "/proc/%d/task", (int)parent.pid);
    DIR *threads = opendir(text);
    const struct dirent *entry;
    if (threads == NULL) t->unread |= is_shortage();
    while (threads != NULL && (entry = readdir(threads)) != NULL)
        if (entry->d_name[0] != '.')
            add_children_of_thread(t, parent.pid, entry->d_name, parent.depth + 1);
    if (threads != NULL) closedir(threads);
}

/* The state of one thread; 0 if it has ended. */
static char thread_state(struct process_tree *t, pid_t pid, const char *thread) {
    char path[80], text[512];
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)pid, thread);
    const char *rest = read_file(t, path, text, sizeof text) ? strrchr(text, ')') : NULL;
    return rest != NULL && rest[1] == ' ' ? rest[2] : 0;
}

static bool is_ready(char state) {
    return state == 'R' || state == 'D'; /* D: waits for a disk */
}

static bool has_ready_thread(struct process_tree *t, const struct tree_process *m) {
    char path[40];
    bool ready = is_ready(m->state); /* of its main thread */
    if (ready || m->threads == 1) return ready;
    snprintf(path, sizeof path, "/proc/%d/task", (int)m->pid);
    DIR *threads = opendir(path);
    const struct dirent *entry;
    while (!ready && threads != NULL && (entry = readdir(threads)) != NULL)
        ready = entry->d_name[0] != '.' && is_ready(thread_state(t, m->pid, entry->d_name));
    if (threads != NULL) closedir(threads);
    return ready;
}

/* Reads state and number of threads, and adds the CPU time of reaped children to `reaped`. */
static void read_stat(struct process_tree *t, struct tree_process *m) {
    char path[40], text[512];
    long children_user, children_system;
    int threads;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)m->pid);
    if (!read_file(t, path, text, sizeof text)) return;
    const char *rest = strrchr(text, ')'); /* its name may contain any character */
    if (rest == NULL ||
        sscanf(rest, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld %*d %*d %d",
               &m->state, &children_user, &children_system, &threads) != 4)
        return;
    m->threads = clock_getcpuclockid(m->pid, &m->clock) == 0 ? threads : 0;
    t->reaped += (children_user + children_system) * (1000000000 / sysconf(_SC_CLK_TCK));
}

/* Anonymous and shared memory in bytes; mapped files do not count. */
static int64_t read_memory(struct process_tree *t, pid_t pid) {
    char path[40], text[4096];
    long anonymous = 0, shared = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    if (!read_file(t, path, text, sizeof text)) return 0;
    const char *line = strstr(text, "\nRssAnon:");
    if (line != NULL) sscanf(line, "\nRssAnon: %ld", &anonymous);
    line = strstr(text, "\nRssShmem:");
    if (line != NULL) sscanf(line, "\nRssShmem: %ld", &shared);
    return (int64_t)(anonymous + shared) * KILOBYTE;
}
#endif

/* CPU time of a process at the last sample; 0 if it is new. */
static int64_t used_before(const struct tree_process *old, int n, pid_t pid) {
    for (int i = 0; i < n; i++)
        if (old[i].pid == pid) return old[i].cpu;
    return 0;
}

/* Reads the CPU clocks; returns the nanoseconds of all processes, including reaped children. A
 * process whose parent does not wait for it is missing in `reaped`, so the increments of every
 * process are also summed in `seen`. *gone: some process has ended since the scan. */
static int64_t sample(struct process_tree *t, const struct tree_process *old, int olds,
                      bool *gone) {
    int64_t total = t->reaped;
    *gone = false;
    for (int i = 0; i < t->processes; i++) {
        struct tree_process *m = &t->process[i];
        struct timespec time;
        if (m->threads == 0 || clock_gettime(m->clock, &time) != 0) {
            *gone = true;
            continue;
        }
        const int64_t now = (int64_t)time.tv_sec * 1000 * MILLISECOND + time.tv_nsec;
        const int64_t before = used_before(old, olds, m->pid);
        if (now > before) t->seen += now - before;
        m->cpu = now;
        total += now;
    }
    return total;
}

/* Lists the processes of the tree and reads their clocks. */
static int64_t scan(struct process_tree *t) {
    struct tree_process *old = t->process;
    const int olds = t->processes;
    bool gone;
    t->process = NULL;
    t->processes = t->room = 0;
    t->reaped = 0;
    t->unread = false;
#ifdef __linux__
    add_process(t, t->root, 0);
    for (int i = 0; i < t->processes; i++) {
        read_stat(t, &t->process[i]);
        if (t->process[i].threads > 0) add_children(t, &t->process[i]);
    }
#endif
    t->scanned_at = child_clock();
    const int64_t total = sample(t, old, olds, &gone);
    free(old);
    return total;
}

static bool is_own(const struct process_tree *t, const struct tree_process *m) {
    return m->depth > t->helpers && m->threads > 0 && m->state != 'Z' && m->state != 'X';
}

/* ---- stopping and continuing ---- */

/* Stops a process and lists it, since it must be continued even if /proc cannot be read then.
 * Without memory for the list it keeps running. */
static void stop_process(struct process_tree *t, pid_t pid) {
    if (t->stops == t->stop_room) {
        const int room = t->stop_room > 0 ? 2 * t->stop_room : 16;
        pid_t *more = realloc(t->stopped, (size_t)room * sizeof *more);
        if (more == NULL) return;
        t->stopped = more;
        t->stop_room = room;
    }
    t->stopped[t->stops++] = pid;
    kill(pid, SIGSTOP);
}

/* Repeats until a scan finds all processes stopped: a running one may have forked meanwhile. */
static void stop_tree(struct process_tree *t) {
    for (int round = 0; round < STOP_ROUNDS; round++) {
        bool all = true;
        scan(t);
        for (int i = 0; i < t->processes; i++) {
            const struct tree_process *m = &t->process[i];
            if (!is_own(t, m) || m->state == 'T' || m->state == 't') continue;
            stop_process(t, m->pid);
            all = false;
        }
#ifndef __linux__
        kill(-t->root, SIGSTOP);
#endif
        if (all) return;
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND / 10}, NULL);
    }
}

static void continue_tree(struct process_tree *t) {
    for (int i = 0; i < t->stops; i++) kill(t->stopped[i], SIGCONT);
    t->stops = 0;
#ifndef __linux__
    kill(-t->root, SIGCONT);
#endif
}

/* ---- the thread that stops waiting bots ----
 *
 * It stops only bots that have waited for GRACE, so that a game of fast bots needs no signals. */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t waiting_added = PTHREAD_COND_INITIALIZER,
                      tree_stopped = PTHREAD_COND_INITIALIZER;
static struct process_tree *waiting; /* in TREE_WAITS or TREE_STOPPING */

static struct process_tree *find_due(int64_t now) {
    for (struct process_tree *t = waiting; t != NULL; t = t->next)
        if (t->state == TREE_WAITS && now - t->since >= GRACE) return t;
    return NULL;
}

/* With the lock held. */
static void unlink_waiting(struct process_tree *t) {
    for (struct process_tree **at = &waiting; *at != NULL; at = &(*at)->next)
        if (*at == t) {
            *at = t->next;
            return;
        }
}

static void *stop_waiting_trees(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        struct process_tree *due;
        while (waiting == NULL) pthread_cond_wait(&waiting_added, &lock);
        pthread_mutex_unlock(&lock);
        nanosleep(&(struct timespec){.tv_nsec = GRACE}, NULL);
        pthread_mutex_lock(&lock);
        while ((due = find_due(child_clock())) != NULL) {
            due->state = TREE_STOPPING;
            pthread_mutex_unlock(&lock);
            stop_tree(due);
            pthread_mutex_lock(&lock);
            unlink_waiting(due);
            due->state = TREE_STOPPED;
            pthread_cond_broadcast(&tree_stopped);
        }
    }
    return NULL;
}

/* If it cannot be started, bots are not stopped. */
static void start_thread(void) {
    spawn_service_thread(stop_waiting_trees);
}

void process_tree_begin(struct process_tree *t, pid_t root, int helpers) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_thread);
    *t = (struct process_tree){.root = root, .helpers = helpers};
}

void process_tree_pause(struct process_tree *t) {
    pthread_mutex_lock(&lock);
    if (t->state == TREE_RUNS) {
        t->state = TREE_WAITS;
        t->since = child_clock();
        t->next = waiting;
        waiting = t;
        if (t->next == NULL) pthread_cond_signal(&waiting_added);
    }
    pthread_mutex_unlock(&lock);
}

void process_tree_continue(struct process_tree *t) {
    pthread_mutex_lock(&lock);
    while (t->state == TREE_STOPPING) pthread_cond_wait(&tree_stopped, &lock);
    const bool stopped = t->state == TREE_STOPPED;
    if (t->state == TREE_WAITS) unlink_waiting(t);
    t->state = TREE_RUNS;
    pthread_mutex_unlock(&lock);
    if (stopped) continue_tree(t);
}

void process_tree_end(struct process_tree *t) {
    process_tree_continue(t);
    free(t->process);
    free(t->stopped);
    *t = (struct process_tree){.root = 0};
}

/* ---- measuring ---- */

void process_tree_mark(struct process_tree *t) {
    bool gone;
    int64_t total = sample(t, t->process, t->processes, &gone);
    if (gone || child_clock() - t->scanned_at > STALE_AFTER) total = scan(t);
    t->unmarked = t->unread;
    t->base_total = total;
    t->base_seen = t->seen;
}

struct process_use process_tree_measure(struct process_tree *t) {
    struct process_use use = {.cpu = scan(t) - t->base_total};
    if (t->seen - t->base_seen > use.cpu) use.cpu = t->seen - t->base_seen;
    if (t->unread || t->unmarked) use.cpu = 0;
    for (int i = 0; i < t->processes; i++) {
        if (!is_own(t, &t->process[i])) continue;
        use.processes++;
        use.threads += t->process[i].threads;
#ifdef __linux__
        use.memory += read_memory(t, t->process[i].pid);
        use.ready = use.ready || has_ready_thread(t, &t->process[i]);
#endif
    }
    return use;
}
