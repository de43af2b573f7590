/* The bot `exec`: the dialogue with a child process, and which results are faults.
 *
 * The process is started when it is first needed, and serves all games of this bot one after
 * another. It gets the start message of a game together with its first question in it. The seed in
 * that message is the next output of the generator in the question, read from a copy: advancing the
 * generator would mark the game as varied, although the program may play the same game twice.
 *
 * After a fault the process is ended, unless the fault was only an illegal move: its next line
 * could be a late answer. The next game starts another process. */
#include "bots.h"

#include "core/error.h"
#include "core/json.h"
#include "core/text.h"
#include "messages.h"
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum {
    FAILED_STARTS_MAX = 3, /* in a row; then the program is not started again */
    QUIT_TIME = 1000,      /* milliseconds to end after quit */
    EXIT_TIME = 250,       /* milliseconds to end by itself after the end of its output */
    SEED_BITS = 53,        /* integers that a double represents exactly */
    MILLISECOND = 1000000,
    CANCELLED = -1000, /* no fault: the caller has set the stop flag */
};

struct exec {
    const struct th_game *game;
    char spec[TH_SPEC_BYTES]; /* its spec, for the log of faults */
    char command[TH_SPEC_BYTES];
    char folder[TH_SPEC_BYTES];
    struct exec_limits limits;
    bool fresh, restart;
    struct th_options game_options;
    int players;
    struct th_state *first; /* the seat's view at the start of the game; owned */
    int seat;
    bool start_sent;   /* the start message of this game was sent */
    int64_t used;      /* nanoseconds of CPU time in this game; known where `clock` limits it */
    int64_t id;        /* of the last question */
    int64_t questions; /* of this game; faults name them by it, since ids depend on the threads */
    int failed_starts; /* in a row */
    struct child child;
    struct message_name name;
    struct bytes line;   /* the message to send */
    struct fault fault;  /* the last one */
    const th_flag *stop; /* of the current question; NULL: none */
};

const struct fault *exec_bot_fault(const void *self) {
    return &((const struct exec *)self)->fault;
}

const char *exec_bot_name(const void *self) {
    return ((const struct exec *)self)->name.name;
}

const char *exec_bot_version(const void *self) {
    return ((const struct exec *)self)->name.version;
}

/* ---- faults ---- */

/* Records the fault and returns it. */
__attribute__((format(printf, 3, 4))) static int fail(struct exec *x, enum th_fault fault,
                                                      const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    x->fault.fault = fault;
    vsnprintf(x->fault.what, sizeof x->fault.what, format, arguments);
    va_end(arguments);
    text_clean(x->fault.what);
    child_stderr_text(&x->child, x->fault.stderr_text);
    return fault;
}

/* Reports a shortage of this program, which is no fault of the bot. */
static int report_shortage(struct exec *x, const char *what) {
    x->fault.fault = TH_NO_FAULT;
    return shortage("%.200s cannot be asked: %s", x->spec, what);
}

/* Ends the process. */
static void stop(struct exec *x, int milliseconds) {
    if (x->child.pid > 0) child_stop(&x->child, milliseconds);
    child_drop(&x->child);
    x->start_sent = false;
}

/* The signal that ended it; 0: none. bubblewrap reports a signal as an exit status, as a shell
 * does. */
static int signal_of(const struct exec *x, const struct child_end *end) {
    enum { SHELL_SIGNALS = 128 };
    if (WIFSIGNALED(end->status)) return WTERMSIG(end->status);
    const int status = WEXITSTATUS(end->status);
    return x->limits.child.sandbox && status > SHELL_SIGNALS ? status - SHELL_SIGNALS : 0;
}

/* Whether a signal ended the process because it ends this program, too: a service manager or a
 * batch system signals all processes of a job at once, and the child may end before this program
 * has handled its own signal. */
static bool ended_with_us(const struct exec *x, const struct child_end *end) {
    enum { POLL_TIME = 5 }; /* milliseconds */
    const int number = end->stopped ? 0 : signal_of(x, end);
    if (x->stop == NULL || (number != SIGTERM && number != SIGINT && number != SIGHUP))
        return false;
    for (int left = EXIT_TIME; left > 0 && !th_is_set(x->stop); left -= POLL_TIME)
        nanosleep(&(struct timespec){.tv_nsec = POLL_TIME * MILLISECOND}, NULL);
    return th_is_set(x->stop);
}

/* The fault of a process that has ended or closed its output. A process whose allocation fails at
 * the limit ends with less than the limit in use, so half of the limit counts as a memory fault. */
static int fault_of_end(struct exec *x, const char *where) {
    const struct child_end end = child_stop(&x->child, EXIT_TIME);
    if (ended_with_us(x, &end)) return CANCELLED;
    const int64_t most = x->limits.child.memory;
    const bool memory = !end.stopped && most > 0 && end.memory >= most / 2;
    char how[120];
    struct text t = text_in(how, sizeof how);
    if (end.stopped)
        text_add(&t, "it closed its standard input or output");
    else if (signal_of(x, &end) != 0)
        text_add(&t, "it was ended by signal %d", signal_of(x, &end));
    else
        text_add(&t, "it exited with status %d", WEXITSTATUS(end.status));
    if (memory)
        return fail(x, TH_FAULT_MEMORY,
                    "%s instead of answering %s, with %" PRId64 " of %" PRId64 " MB in use", how,
                    where, end.memory, most);
    return fail(x, TH_FAULT_CRASH, "%s instead of answering %s", how, where);
}

/* Nanoseconds of CPU time that are left for this game, at least 1; INT64_MAX: no limit. */
static int64_t clock_left(const struct exec *x) {
    const int64_t left = x->limits.clock * MILLISECOND - x->used;
    return x->limits.clock == 0 ? INT64_MAX : left > 0 ? left : 1;
}

/* Converts a failed exchange into a fault. */
static int fault_of_result(struct exec *x, enum child_result result, const char *where,
                           int64_t time) {
    switch (result) {
    case CHILD_CANCELLED:
        return CANCELLED;
    case CHILD_TIMEOUT:
        return fail(x, TH_FAULT_TIMEOUT, "no answer to %s within %" PRId64 " ms", where, time);
    case CHILD_CPU_TIMEOUT:
        if (clock_left(x) < x->limits.cpu * MILLISECOND)
            return fail(x, TH_FAULT_TIMEOUT,
                        "no answer to %s within %g s of CPU time for the whole game (clock)", where,
                        (double)x->limits.clock / 1000);
        return fail(x, TH_FAULT_TIMEOUT, "no answer to %s within %" PRId64 " ms of CPU time", where,
                    x->limits.cpu);
    case CHILD_OVER_LIMIT:
        return fail(x, TH_FAULT_MEMORY, "%s; it was asked %s", x->child.breach, where);
    case CHILD_LINE_TOO_LONG:
        return fail(x, TH_FAULT_PROTOCOL,
                    "%d bytes without the end of a line, instead of an answer to %s",
                    (int)CHILD_LINE_BYTES, where);
    case CHILD_POLL_FAILED:
        return report_shortage(x, "the system does not let this program wait for it");
    default:
        return fault_of_end(x, where);
    }
}

/* ---- the dialogue ---- */

/* Sends x->line and receives the answer, if one is expected (`line` is not NULL). Its processes run
 * from here until it has answered. `cpu` in nanoseconds, `time` in milliseconds. Returns 0 or a
 * fault. */
static int exchange(struct exec *x, const char *where, int64_t cpu, int64_t time, char **line,
                    size_t *size) {
    child_resume(&x->child, cpu, time * MILLISECOND);
    int64_t deadline = child_clock() + time * MILLISECOND;
    if (x->line.failed)
        return line == NULL ? TH_SHORTAGE
                            : report_shortage(x, "there is no memory for a question to it");
    x->child.stop = x->stop;
    enum child_result result =
        child_send(&x->child, (const char *)x->line.data, x->line.size, deadline);
    const bool closed = result == CHILD_EOF;
    /* It may have ended, and its last line may say why. */
    if (closed) deadline = child_clock() + EXIT_TIME * MILLISECOND;
    if (line != NULL && (closed || result == CHILD_OK))
        result = child_receive(&x->child, deadline, line, size);
    if (closed && result == CHILD_TIMEOUT) result = CHILD_EOF;
    if (result == CHILD_OK && cpu > 0 && x->limits.clock > 0) x->used += child_cpu(&x->child);
    if (result == CHILD_OK) child_pause(&x->child);
    return result == CHILD_OK ? 0 : fault_of_result(x, result, where, time);
}

static int start(struct exec *x) {
    const struct message_hello hello = {.game = x->game,
                                        .options = &x->game_options,
                                        .players = x->players,
                                        .seat = x->seat,
                                        .time = exec_bot_announced(&x->limits),
                                        .start_time = x->limits.start_time};
    struct th_error e;
    char *line;
    size_t size;
    bool too_small;
    if (!child_start(&x->child, x->command, &x->limits.child, &too_small, &e))
        return too_small
                   ? fail(x, TH_FAULT_MEMORY, "it cannot be started with so little: %s", e.text)
                   : report_shortage(x, e.text);
    x->line.size = 0;
    message_hello(&x->line, &hello);
    const int fault = exchange(x, "hello", 0, x->limits.start_time, &line, &size);
    if (fault != 0) return fault;
    const bool read = message_read_name(line, size, &x->name, &e);
    if (json_memory_lacked()) return report_shortage(x, "there is no memory to read its answer");
    if (!read) return fail(x, TH_FAULT_PROTOCOL, "its answer to hello does not count: %s", e.text);
    return 0;
}

static int64_t seed_of(const struct th_ask *ask) {
    struct th_rng copy = *ask->rng;
    return (int64_t)(th_rng_next(&copy) >> (64 - SEED_BITS));
}

/* Asks the running process a question. Returns the index of its move, or a fault. */
static int question(struct exec *x, const struct th_ask *ask) {
    const int64_t left = clock_left(x), most = x->limits.cpu * MILLISECOND;
    char *line, where[48], move[TH_ACTION_BYTES], clipped[TEXT_CLIP_BYTES];
    size_t size;
    struct th_error e;
    x->line.size = 0;
    if (!x->start_sent) message_start(&x->line, x->game, x->first, x->seat, seed_of(ask));
    x->start_sent = true;
    message_choose(&x->line, ask, ++x->id, exec_bot_announced(&x->limits),
                   x->limits.clock > 0 ? left / MILLISECOND : MESSAGE_NO_CLOCK);
    snprintf(where, sizeof where, "question %" PRId64, ++x->questions);
    const int fault = exchange(x, where, left < most ? left : most, x->limits.time, &line, &size);
    if (fault != 0) return fault;
    const bool read = message_read_move(line, size, x->id, move, &e);
    if (json_memory_lacked()) return report_shortage(x, "there is no memory to read its answer");
    if (!read)
        return fail(x, TH_FAULT_PROTOCOL, "its answer to %s does not count: %s", where, e.text);
    const int place = message_place(ask, move);
    if (place >= 0) return place;
    char position[TH_POSITION_BYTES];
    ask->game->position_text(ask->view, position, sizeof position);
    return fail(x, TH_FAULT_ILLEGAL, "'%s' is no legal move of seat %d in: %.200s",
                text_clip(move, clipped), ask->seat, position);
}

/* Starts the process if necessary, and asks it once. */
static int attempt(struct exec *x, const struct th_ask *ask) {
    if (x->child.pid == 0) {
        if (x->failed_starts == FAILED_STARTS_MAX) return x->fault.fault; /* the last one */
        const int fault = start(x);
        x->failed_starts =
            fault == 0 ? 0 : x->failed_starts + (fault != CANCELLED && fault != TH_SHORTAGE);
        if (fault != 0) {
            stop(x, 0);
            return fault;
        }
    }
    const int answer = question(x, ask);
    if (answer < 0 && answer != TH_FAULT_ILLEGAL) stop(x, 0);
    return answer;
}

bool exec_bot_try_start(void *self, const th_flag *stop_flag) {
    struct exec *x = self;
    x->stop = stop_flag;
    const int fault = x->child.pid == 0 ? start(x) : 0;
    x->stop = NULL;
    if (fault != 0) stop(x, 0);
    return fault == 0 || fault == CANCELLED || fault == TH_SHORTAGE;
}

/* ---- the table ---- */

static void drop(void *self) {
    struct exec *x = self;
    if (x->child.pid > 0) {
        x->line.size = 0;
        message_quit(&x->line);
        exchange(x, "quit", 0, 0, NULL, NULL);
    }
    stop(x, QUIT_TIME);
    free(x->first);
    free(x->line.data);
    free(x);
}

static bool set_up(struct exec *x, const struct th_options *o, struct th_error *e) {
    th_options_write(exec_bot.name, o, true, x->spec, sizeof x->spec);
    strcpy(x->command, th_options_text(o, "command"));
    x->limits = exec_bot_limits(o);
    if (x->limits.child.folder != NULL)
        x->limits.child.folder = strcpy(x->folder, x->limits.child.folder);
    x->fresh = th_options_number(o, "fresh") != 0;
    x->restart = th_options_number(o, "restart") != 0;
    x->first = malloc(x->game->state_size);
    if (x->first == NULL) return th_fail(e, "out of memory");
    return child_check(&x->limits.child, e);
}

static void know(void *self, const struct th_options *game_options) {
    struct exec *x = self;
    struct th_error e;
    if (x->child.pid > 0 && th_options_equal(&x->game_options, game_options)) return;
    stop(x, QUIT_TIME); /* its hello was of other options */
    x->game_options = *game_options;
    x->players = th_game_seats(x->game, game_options, &e);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    const char *command = th_options_text(o, "command");
    if (command == NULL || command[strspn(command, " ")] == 0) {
        th_fail(e, "exec needs a command, as in exec:command=python3 my_bot.py");
        return NULL;
    }
    struct exec *x = calloc(1, sizeof *x);
    if (x == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    json_memory_watch();
    x->game = game;
    if (!set_up(x, o, e)) {
        drop(x);
        return NULL;
    }
    struct th_options defaults;
    th_options_init(&defaults, game->options);
    know(x, &defaults);
    return x;
}

static void begin(void *self, const struct th_state *view, int seat) {
    struct exec *x = self;
    memcpy(x->first, view, x->game->state_size);
    x->seat = seat;
    x->start_sent = false;
    x->used = x->questions = 0;
}

/* A cancelled question has no best answer so far, so it returns the first legal action. The process
 * is ended, since its late answer would be taken for an answer to the next question. */
static int choose(void *self, const struct th_ask *ask) {
    struct exec *x = self;
    x->stop = ask->stop;
    int answer = attempt(x, ask);
    if (answer < 0 && answer != CANCELLED && answer != TH_SHORTAGE && x->restart) {
        faults_note(x->spec, &x->fault);
        stop(x, 0);
        answer = attempt(x, ask);
    }
    x->stop = NULL;
    if (answer == CANCELLED) {
        stop(x, 0);
        answer = 0;
    }
    if (answer < 0 && answer != TH_SHORTAGE)
        faults_note(x->spec, &x->fault);
    else
        x->fault.fault = TH_NO_FAULT;
    return answer;
}

static void end(void *self, const double payoff[]) {
    struct exec *x = self;
    if (x->start_sent) {
        x->line.size = 0;
        message_end(&x->line, payoff, x->players, x->fault.fault);
        /* A fault here shows with the next question. */
        if (exchange(x, "end", 0, x->limits.time, NULL, NULL) != 0) stop(x, 0);
    }
    x->start_sent = false;
    if (!x->fresh || x->child.pid == 0) return;
    x->line.size = 0;
    message_quit(&x->line);
    exchange(x, "quit", 0, x->limits.time, NULL, NULL);
    stop(x, QUIT_TIME);
}

const struct th_bot_kind exec_bot = {
    .name = "exec",
    .summary = "another program, in any language, that speaks the protocol of docs/protocol.md",
    .options = exec_bot_options,
    .slow = true,
    .outside = true,
    .know = know,
    .make = make,
    .begin = begin,
    .choose = choose,
    .end = end,
    .drop = drop,
};
