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

struct progress progress_resume(uint64_t total, uint64_t there, const char *what) {
    struct progress p = progress_start(total, what);
    p.rate.skip = there;
    return p;
}

/* "  1,234 games/s"; nothing as long as it is not known. */
static const char *rate_text(const struct progress *p, double now, uint64_t done, char out[48]) {
    const double rate = rate_a_second(&p->rate, now, done);
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
