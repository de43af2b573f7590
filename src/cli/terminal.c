#define _GNU_SOURCE /* fopencookie */
#include "terminal.h"

#include "command.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/json.h"
#include "core/paint.h"
#include "core/text.h"
#include "external/child.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static bool has_colour(void) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no == NULL || no[0] == 0) && terminal != NULL &&
           terminal[0] != 0 && strcmp(terminal, "dumb") != 0;
}

struct th_look look_of_output(void) {
    struct th_look look = {.colour = has_colour()};
    struct winsize size;
    int64_t columns;
    const char *said = getenv("COLUMNS");
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        look.columns = size.ws_col;
        look.rows = size.ws_row;
    } else if (said != NULL && text_integer(said, &columns) && columns > 0 && columns < 10000) {
        look.columns = (int)columns;
    }
    return look;
}

struct th_look look_of_picture(int others) {
    struct th_look look = look_of_output();
    if (look.rows > 0) look.rows = look.rows > others ? look.rows - others : 1;
    return look;
}

/* Room for the text with its lines broken: a line has a character and a blank at least, and begins
 * with as many blanks as stand together anywhere in the text, and two. */
static size_t folded_room(const char *text) {
    size_t blanks = 0;
    for (const char *p = text; *p != 0; p += strcspn(p, " ")) {
        const size_t here = strspn(p, " ");
        if (here > blanks) blanks = here;
        p += here;
    }
    return (strlen(text) + 2) * (blanks + 4);
}

static void write_folded(FILE *out, const char *text, int columns) {
    const size_t room = folded_room(text);
    char *lines = malloc(room);
    if (lines == NULL) return;
    struct text folded = text_in(lines, room);
    paint_wrap(&folded, text, columns);
    fputs(lines, out);
    free(lines);
}

void print_folded(FILE *out, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int columns = out == stdout ? look_of_output().columns : 0;
    const int size = columns > 0 ? vsnprintf(NULL, 0, format, arguments) + 1 : 0;
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text != NULL) {
        vsnprintf(text, (size_t)size, format, again);
        write_folded(out, text, columns);
    } else {
        vfprintf(out, format, again);
    }
    free(text);
    va_end(again);
    va_end(arguments);
}

int look_columns(const struct th_look *look) {
    return look->columns > 0 ? look->columns : 80;
}

/* ---- output ---- */

/* The streams stdout and stderr are replaced by streams that write ASCII to the same files, so that
 * no print needs to know. This takes the GNU C library, which allows both streams of one's own
 * (fopencookie) and assigning to stdout; elsewhere the output stays UTF-8. */

/* ---- the locale ---- */

static const char *locale_name(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != 0) return value;
    }
    return NULL;
}

static bool names_utf8(const char *name) {
    for (; *name != 0; name++)
        if (strncasecmp(name, "utf-8", 5) == 0 || strncasecmp(name, "utf8", 4) == 0) return true;
    return false;
}

/* A locale that is not installed is taken by its name. */
static bool is_utf8(void) {
    const char *name = locale_name();
    if (name == NULL || names_utf8(name)) return true;
    const locale_t own = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const bool utf8 = own != (locale_t)0 && names_utf8(nl_langinfo_l(CODESET, own));
    if (own != (locale_t)0) freelocale(own);
    return utf8;
}

/* ---- the streams ---- */

#ifdef __GLIBC__

struct sink {
    int file;
    struct ascii_reader reader;
};

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static ssize_t write_ascii(void *cookie, const char *bytes, size_t size) {
    struct sink *sink = cookie;
    char out[4096];
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        used += (size_t)ascii_take(&sink->reader, (unsigned char)bytes[i], out + used);
        if (used + ASCII_BYTES <= sizeof out && i + 1 < size) continue;
        if (!write_all(sink->file, out, used)) return -1;
        used = 0;
    }
    return (ssize_t)size;
}

static FILE *open_ascii(struct sink *sink, int buffering) {
    const cookie_io_functions_t functions = {.write = write_ascii};
    FILE *f = fopencookie(sink, "w", functions);
    if (f != NULL) setvbuf(f, NULL, buffering, buffering == _IONBF ? 0 : BUFSIZ);
    return f;
}

static FILE *plain_output;

void output_begin(void) {
    static struct sink out = {.file = STDOUT_FILENO}, err = {.file = STDERR_FILENO};
    plain_output = stdout;
    if (is_utf8()) return;
    FILE *o = open_ascii(&out, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    FILE *e = open_ascii(&err, _IONBF);
    if (o == NULL || e == NULL) return;
    stdout = o;
    stderr = e;
    ascii_use(true);
}

void output_for_programs(void) {
    if (plain_output != NULL) stdout = plain_output;
}

#else

void output_begin(void) {
    ascii_use(!is_utf8());
}

void output_for_programs(void) {}

#endif

/* ---- texts, files and JSON ---- */

void print_wrapped(const char *text, int column, int indent) {
    const struct th_look look = look_of_output();
    const int columns = look_columns(&look) < 80 ? look_columns(&look) : 80;
    const char *space = "";
    for (const char *p = text; *p != 0; p += strspn(p, " ")) {
        const int n = (int)strcspn(p, " ");
        if (column + 1 + n > columns) {
            printf("\n%*s", indent, "");
            column = indent;
            space = "";
        }
        column += printf("%s%.*s", space, n, p);
        space = " ";
        p += n;
    }
    printf("\n");
}

static bool is_prose(const char *line, size_t length) {
    const char *columns = strstr(line, "  ");
    return length > 0 && line[0] != ' ' && (columns == NULL || columns >= line + length);
}

void print_paragraphs(const char *text) {
    char prose[4000];
    size_t used = 0;
    for (const char *line = text; line != NULL;) {
        const size_t length = strcspn(line, "\n");
        const bool fits = used + length + 2 <= sizeof prose;
        if (used > 0 && (!is_prose(line, length) || !fits)) {
            print_wrapped(prose, 0, 0);
            used = 0;
        }
        if (is_prose(line, length) && length + 2 <= sizeof prose) {
            used += (size_t)snprintf(prose + used, sizeof prose - used, "%s%.*s",
                                     used > 0 ? " " : "", (int)length, line);
        } else {
            printf("%.*s\n", (int)length, line);
        }
        line = line[length] == 0 ? NULL : line + length + 1;
    }
    if (used > 0) print_wrapped(prose, 0, 0);
}

void print_wrote(const char *path, bool json) {
    char shown[1024];
    if (path == NULL || json) return;
    snprintf(shown, sizeof shown, "%s", path);
    text_clean(shown);
    printf("wrote %s\n", shown);
}

static bool lost;
static _Thread_local char **line_of_caller; /* see print_json_into */

bool print_json_lost(void) {
    return lost;
}

void print_json_into(char **text) {
    line_of_caller = text;
}

/* Half an object is worse than none: without memory for all of it, nothing is printed. */
void print_json(json_t *json) {
    char *text = json_memory_lacked() ? NULL : json_dumps(json, JSON_REAL_PRECISION(12));
    if (json_memory_lacked()) { /* jansson may leave something out without a word */
        free(text);
        text = NULL;
    }
    json_decref(json);
    if (line_of_caller != NULL) {
        free(*line_of_caller);
        *line_of_caller = text;
        return;
    }
    if (text != NULL)
        printf("%s\n", text);
    else
        lost = true;
    free(text);
}

/* ---- progress ---- */

struct progress progress_start(uint64_t total, const char *what) {
    return (struct progress){.total = total,
                             .what = what,
                             .begun = clock_seconds(),
                             .terminal = isatty(STDERR_FILENO) == 1};
}

struct progress progress_resume(uint64_t total, uint64_t there, const char *what) {
    struct progress p = progress_start(total, what);
    p.rate.skip = there;
    return p;
}

/* "  1,234 games/s"; nothing as long as it is not known. */
static const char *rate_text(const struct progress *p, double now, uint64_t done, char out[48]) {
    const double rate = rate_per_second(&p->rate, now, done);
    char number[27];
    out[0] = 0;
    if (rate >= 10)
        snprintf(out, 48, "  %s %s/s", text_thousands((int64_t)rate, number), p->what);
    else if (rate > 0)
        snprintf(out, 48, "  %.1f %s/s", rate, p->what);
    return out;
}

void progress_update(void *context, uint64_t done) {
    struct progress *p = context;
    enum { WIDTH = 30 };
    if (!p->terminal) return;
    const double t = clock_seconds();
    rate_note(&p->rate, t, done);
    if (t - p->drawn < 0.1 || t - p->begun < 0.3 || done == 0) return;
    p->drawn = t;
    p->shown = true;
    const double share = (double)done / (double)p->total;
    const int filled = (int)(share * WIDTH);
    char bar[WIDTH + 1] = "", rate[48], left[RATE_TEXT];
    for (int i = 0; i < WIDTH; i++) bar[i] = i < filled ? '#' : '.';
    if (terminal_width() < 70) bar[0] = 0; /* a line that wraps could not be wiped */
    fprintf(stderr, "\r%s%s%s%3d %%%s  %s \033[K", bar[0] ? "[" : "", bar, bar[0] ? "] " : "",
            (int)(share * 100), rate_text(p, t, done, rate),
            rate_left(&p->rate, t, done, p->total, left));
    fflush(stderr);
}

void progress_end(struct progress *p) {
    if (p->shown) fprintf(stderr, "\r\033[K");
}

/* ---- lines that are drawn again and again ---- */

static struct winsize window(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    return size;
}

int terminal_width(void) {
    return window().ws_col;
}

struct live live_start(void) {
    return (struct live){.begun = clock_seconds(), .terminal = isatty(STDERR_FILENO) == 1};
}

void live_announce(const struct live *l, uint64_t games) {
    char number[27];
    if (l->terminal && games > 1000000)
        fprintf(stderr, "%s games in all\n", text_thousands((int64_t)games, number));
}

bool live_due(const struct live *l) {
    if (!l->terminal) return false;
    const double now = clock_seconds();
    return now - l->begun > 0.3 && now - l->drawn > 0.5;
}

/* Goes to where the picture began, and wipes all after it. */
static void go_back(const struct live *l) {
    if (l->lines > 0) fprintf(stderr, "\033[%dA", l->lines);
    fprintf(stderr, "\r\033[J");
}

void live_draw(struct live *l, const char *text) {
    const struct winsize size = window();
    go_back(l);
    l->lines = 0;
    for (int column = 0; *text != 0 && l->lines < size.ws_row - 1; text++) {
        column += ascii_columns(text);
        if (*text == '\n') {
            fputc('\n', stderr);
            column = 0;
            l->lines++;
        } else if (column < size.ws_col) {
            fputc(*text, stderr);
        }
    }
    fflush(stderr);
    l->drawn = clock_seconds();
}

void live_end(struct live *l) {
    if (l->lines > 0) go_back(l);
    fflush(stderr);
    l->lines = 0;
}

int thread_count(const struct th_options *flags) {
    if (th_options_given(flags, "threads")) return (int)th_options_number(flags, "threads");
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
}
