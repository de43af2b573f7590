#include "progress.h"

#include "core/clock.h"
#include "core/text.h"
#include "live.h"
#include <stdio.h>
#include <unistd.h>

struct progress progress_start(uint64_t total, const char *what) {
    return (struct progress){.total = total,
                             .what = what,
                             .begun = clock_seconds(),
                             .terminal = isatty(STDERR_FILENO) == 1};
}

void progress_update(void *context, uint64_t done) {
    struct progress *p = context;
    enum { WIDTH = 30 };
    const double t = clock_seconds();
    if (!p->terminal || t - p->drawn < 0.1 || t - p->begun < 0.3 || done == 0) return;
    p->drawn = t;
    p->shown = true;
    const double share = (double)done / (double)p->total, rate = (double)done / (t - p->begun);
    const int filled = (int)(share * WIDTH);
    char bar[WIDTH + 1] = "", number[27];
    for (int i = 0; i < WIDTH; i++) bar[i] = i < filled ? '#' : '.';
    const long left = (long)((double)(p->total - done) / rate + 0.5);
    if (terminal_width() < 70) bar[0] = 0; /* a line that wraps could not be wiped */
    fprintf(stderr, "\r%s%s%s%3d %%  %s %s/s  %ld:%02ld left \033[K", bar[0] ? "[" : "", bar,
            bar[0] ? "] " : "", (int)(share * 100), text_thousands((int64_t)rate, number), p->what,
            left / 60, left % 60);
    fflush(stderr);
}

void progress_end(struct progress *p) {
    if (p->shown) fprintf(stderr, "\r\033[K");
}
