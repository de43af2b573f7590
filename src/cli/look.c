#include "look.h"

#include "core/paint.h"
#include "core/text.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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
