#include "play.h"

#include "core/clock.h"
#include "core/text.h"
#include "terminal.h"
#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* Waits at most so many seconds (negative: as long as it takes) until standard input can be read,
 * which is PLAY_GOT_LINE. `signals`: returns for any signal, else only for the one that sets
 * `stop`. No signal is missed between looking at the flag and waiting; SIGWINCH and SIGCONT come
 * through even where the caller blocks them. */
static enum play_got await_input(double seconds, const atomic_bool *stop, bool signals) {
    /* Those that end the program (terminal.c), and those that change the terminal. */
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
    enum { WATCHED = sizeof watched / sizeof *watched };
    sigset_t blocked, earlier, during;
    fd_set input;
    struct timespec limit = {0};
    if (seconds >= 0) {
        limit.tv_sec = (time_t)seconds;
        limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
    }
    sigemptyset(&blocked);
    for (size_t i = 0; i < WATCHED; i++) sigaddset(&blocked, watched[i]);
    sigprocmask(SIG_BLOCK, &blocked, &earlier);
    during = earlier;
    for (size_t i = 0; i < WATCHED; i++) sigdelset(&during, watched[i]);
    int ready = -1;
    errno = EINTR;
    for (bool once = false; ready < 0 && errno == EINTR && !atomic_load(stop); once = true) {
        if (once && signals) break;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        ready =
            pselect(STDIN_FILENO + 1, &input, NULL, NULL, seconds >= 0 ? &limit : NULL, &during);
    }
    const bool interrupted = ready < 0 && errno == EINTR;
    sigprocmask(SIG_SETMASK, &earlier, NULL);
    if (atomic_load(stop)) return PLAY_GOT_INTERRUPT;
    if (interrupted) return PLAY_GOT_SIGNAL;
    return ready == 0 ? PLAY_GOT_LATE : PLAY_GOT_LINE; /* or what read() reports */
}

enum { HISTORY_LINES = 500, LISTED_LINES = 8 };

struct line_editor {
    EditLine *edit;
    History *history;
    char prompt[64];
    double deadline; /* negative: none */
    const atomic_bool *stop;
    const struct play_words *words;
    enum play_got got; /* why reading ended, if no line did */
    mbstate_t shift;   /* inside a character of several bytes */
};

/* ---- signals ---- */

static volatile sig_atomic_t resized, continued;
static struct termios before; /* of the terminal, when no line is edited */
static pthread_t editing;     /* the thread that waits for keys */

/* A signal to the process may reach any thread: it goes on to the one that waits, to wake it. */
static void on_change(int number) {
    if (number == SIGWINCH)
        resized = 1;
    else
        continued = 1;
    if (!pthread_equal(pthread_self(), editing)) pthread_kill(editing, number);
}

/* The terminal must not stay as it is while a line is edited. */
static void on_end(int number) {
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    signal(number, SIG_DFL);
    raise(number);
}

/* Handlers only where the signal would otherwise do what it does by default. */
static void handle(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler}, old;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(number, &action, NULL);
}

static void watch_signals(void) {
    editing = pthread_self();
    handle(SIGWINCH, on_change);
    handle(SIGCONT, on_change);
    handle(SIGTERM, on_end);
    handle(SIGHUP, on_end);
    handle(SIGQUIT, on_end);
}

/* While a line is edited these two come only when it waits for a key. Returns the mask before. */
static sigset_t block_changes(void) {
    sigset_t changes, old;
    sigemptyset(&changes);
    sigaddset(&changes, SIGWINCH);
    sigaddset(&changes, SIGCONT);
    sigprocmask(SIG_BLOCK, &changes, &old);
    return old;
}

/* Draws the line anew if the window has another size, or the program was stopped and goes on. */
static void follow_terminal(struct line_editor *e) {
    if (!resized && !continued) return;
    const struct th_look look = look_of_output();
    const LineInfo *info = el_line(e->edit);
    const int width = text_width(e->prompt) + (int)(info->lastchar - info->buffer);
    if (continued) {
        /* The shell has set modes of its own meanwhile; libedit must not believe that it has set
         * them already. */
        el_set(e->edit, EL_PREP_TERM, 0);
        el_set(e->edit, EL_PREP_TERM, 1);
    }
    /* Terminals break long lines anew by themselves: where ours begins is not known then. */
    fputs(width < look_columns(&look) ? "\r" : "\r\n", stdout);
    el_resize(e->edit);
    el_set(e->edit, EL_REFRESH);
    resized = continued = 0;
}

/* ---- reading ---- */

/* One character for libedit: 1, 0 at the end of input, -1 if something else ends the line. */
static int read_character(EditLine *edit, wchar_t *out) {
    struct line_editor *e;
    el_get(edit, EL_CLIENTDATA, &e);
    for (;;) {
        char byte;
        const double left = e->deadline < 0 ? -1 : e->deadline - clock_seconds();
        follow_terminal(e);
        e->got = await_input(e->deadline < 0 ? -1 : left > 0 ? left : 0, e->stop, true);
        if (e->got == PLAY_GOT_SIGNAL) continue;
        if (e->got != PLAY_GOT_LINE) return -1;
        const ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        const size_t bytes = mbrtowc(out, &byte, 1, &e->shift);
        if (bytes == (size_t)-2) continue;
        if (bytes != (size_t)-1) return 1;
        memset(&e->shift, 0, sizeof e->shift); /* no character: it is left out */
    }
}

static char *prompt_of(EditLine *edit) {
    struct line_editor *e;
    el_get(edit, EL_CLIENTDATA, &e);
    return e->prompt;
}

enum play_got line_editor_read(struct line_editor *e, const char *prompt, double seconds,
                               const atomic_bool *stop, const struct play_words *words,
                               char line[PLAY_LINE_BYTES]) {
    int count;
    HistEvent event;
    snprintf(e->prompt, sizeof e->prompt, "%s", prompt);
    e->deadline = seconds < 0 ? -1 : clock_seconds() + seconds;
    e->stop = stop;
    e->words = words;
    e->got = PLAY_GOT_END;
    const sigset_t mask = block_changes();
    el_resize(e->edit); /* the window may have changed while a bot thought */
    const char *text = el_gets(e->edit, &count);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (text == NULL || count <= 0) return e->got == PLAY_GOT_LINE ? PLAY_GOT_END : e->got;
    const size_t length = strcspn(text, "\r\n");
    snprintf(line, PLAY_LINE_BYTES, "%.*s",
             length < PLAY_LINE_BYTES ? (int)length : PLAY_LINE_BYTES, text);
    if (words != NULL && line[strspn(line, " \t")] != 0) history(e->history, &event, H_ENTER, line);
    return PLAY_GOT_LINE;
}

void line_editor_forget(struct line_editor *e) {
    HistEvent event;
    history(e->history, &event, H_CLEAR);
}

/* ---- completion ---- */

/* Lists the words that begin like this below the line, in columns. */
static void list_words(const struct play_words *words, const char *beginning, size_t length) {
    const struct th_look look = look_of_output();
    int widest = 0, n = 0, all = 0;
    for (int i = 0; i < words->count; i++)
        if (strncasecmp(words->all[i], beginning, length) == 0) {
            const int width = text_width(words->all[i]) + 2;
            widest = width > widest ? width : widest;
            all++;
        }
    const int columns = look_columns(&look) > widest ? look_columns(&look) / widest : 1;
    for (int i = 0; i < words->count && n < columns * LISTED_LINES; i++)
        if (strncasecmp(words->all[i], beginning, length) == 0) {
            printf("%s%s", n % columns == 0 ? "\n" : "", words->all[i]);
            if (++n % columns != 0) printf("%*s", widest - text_width(words->all[i]), "");
        }
    printf(n < all ? "\n… and %d others\n" : "\n", all - n);
    fflush(stdout);
}

/* What all words have in common that begin like this: bytes of the first of them, which is stored.
 * Returns how many words there are. */
static int common_beginning(const struct play_words *words, const char *beginning, size_t length,
                            const char **first, size_t *common) {
    int n = 0;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->all[i];
        if (strncasecmp(word, beginning, length) != 0) continue;
        if (n++ == 0) {
            *first = word;
            *common = strlen(word);
        }
        size_t same = 0;
        while (same < *common && word[same] == (*first)[same]) same++;
        *common = same;
    }
    return n;
}

static unsigned char complete(EditLine *edit, int key) {
    (void)key;
    struct line_editor *e;
    char written[TH_ACTION_BYTES];
    const char *first = NULL;
    size_t common = 0;
    el_get(edit, EL_CLIENTDATA, &e);
    const LineInfo *info = el_line(edit);
    const char *begin = info->buffer;
    while (begin < info->cursor && *begin == ' ') begin++;
    const size_t length = (size_t)(info->cursor - begin);
    if (e->words == NULL || length >= sizeof written) return CC_ERROR;
    memcpy(written, begin, length);
    written[length] = 0;
    const int n = common_beginning(e->words, written, length, &first, &common);
    if (n == 0) return CC_ERROR;
    if (n > 1 && common <= length) {
        list_words(e->words, written, length);
        return CC_REDISPLAY;
    }
    char whole[TH_ACTION_BYTES];
    snprintf(whole, sizeof whole, "%.*s", (int)common, first);
    el_deletestr(edit, text_width(written));
    return el_insertstr(edit, whole) == 0 ? CC_REFRESH : CC_ERROR;
}

/* ---- making one ---- */

/* Everything else is written as UTF-8 too, whatever the locale says. */
static void choose_characters(void) {
    if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static bool can_edit(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal != NULL && terminal[0] != 0 &&
           strcmp(terminal, "dumb") != 0 && tcgetattr(STDIN_FILENO, &before) == 0;
}

struct line_editor *line_editor_new(void) {
    HistEvent event;
    if (!can_edit()) return NULL;
    choose_characters();
    struct line_editor *e = calloc(1, sizeof *e);
    if (e == NULL) return NULL;
    /* The streams may be those of terminal.c, which have no file of their own. */
    e->edit =
        el_init_fd("tahur", stdin, stdout, stderr, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO);
    e->history = history_init();
    if (e->edit == NULL || e->history == NULL) {
        line_editor_drop(e);
        return NULL;
    }
    history(e->history, &event, H_SETSIZE, HISTORY_LINES);
    history(e->history, &event, H_SETUNIQUE, 1);
    el_set(e->edit, EL_CLIENTDATA, e);
    el_set(e->edit, EL_EDITOR, "emacs");
    el_set(e->edit, EL_PROMPT, prompt_of);
    el_set(e->edit, EL_HIST, history, e->history);
    el_set(e->edit, EL_GETCFN, read_character);
    /* The wide form: el_set would leak copies of both texts. */
    el_wset(e->edit, EL_ADDFN, L"complete", L"completes a move or a command", complete);
    el_set(e->edit, EL_BIND, "^I", "complete", NULL);
    el_source(e->edit, NULL); /* the user's own keys: ~/.editrc */
    watch_signals();
    return e;
}

void line_editor_drop(struct line_editor *e) {
    if (e == NULL) return;
    if (e->edit != NULL) el_end(e->edit);
    if (e->history != NULL) history_end(e->history);
    free(e);
}

/* ---- play input ---- */

/* Hands out the first so many bytes as a line, and drops them with what ends them. */
static void hand_out(struct play_input *in, size_t bytes, size_t with_end,
                     char line[PLAY_LINE_BYTES]) {
    memcpy(line, in->buffer, bytes);
    line[bytes] = 0;
    for (size_t i = 0; i < bytes; i++)
        if (line[i] == 0) line[i] = '\1'; /* a 0 would end the text */
    in->used -= with_end;
    memmove(in->buffer, in->buffer + with_end, in->used);
}

enum play_got play_read_line(struct play_input *in, double seconds, const atomic_bool *stop,
                             char line[PLAY_LINE_BYTES]) {
    const double deadline = clock_seconds() + seconds;
    bool cut = false; /* the line has been handed out, and what is left of it is dropped */
    for (;;) {
        const char *end = memchr(in->buffer, '\n', in->used);
        const size_t bytes = end != NULL ? (size_t)(end - in->buffer) : in->used;
        const bool full = in->used == sizeof in->buffer - 1;
        if (end != NULL || full || (in->ended && in->used > 0)) {
            const size_t with_end = bytes + (end != NULL);
            if (cut)
                in->used -= with_end, memmove(in->buffer, in->buffer + with_end, in->used);
            else
                hand_out(in, bytes, with_end, line);
            if (end != NULL || in->ended) return PLAY_GOT_LINE;
            cut = true;
            continue;
        }
        if (in->ended) return cut ? PLAY_GOT_LINE : PLAY_GOT_END;
        const double left = deadline - clock_seconds();
        const enum play_got got = await_input(seconds < 0 ? -1 : left > 0 ? left : 0, stop, false);
        if (got != PLAY_GOT_LINE) return got;
        const ssize_t n =
            read(STDIN_FILENO, in->buffer + in->used, sizeof in->buffer - 1 - in->used);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            in->ended = true;
        else
            in->used += (size_t)n;
    }
}
