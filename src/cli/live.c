#include "live.h"

#include "core/ascii.h"
#include "core/clock.h"
#include "core/text.h"
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

/* Goes to where the picture began, and wipes all behind. */
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
