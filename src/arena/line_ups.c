#include "line_ups.h"

#include <stdlib.h>

enum { LINE_UPS_LIMIT = 1000000 };

const char *const league_formats[] = {"round-robin", "gauntlet", "free-for-all", NULL};

static bool append(struct line_ups *l, const struct line_up *one, struct th_error *e) {
    if (l->count == LINE_UPS_LIMIT)
        return th_fail(e, "these bots make more than %d line-ups", LINE_UPS_LIMIT);
    if ((l->count & (l->count - 1)) == 0) { /* room for 1, 2, 4, 8… */
        void *larger =
            realloc(l->list, (l->count > 0 ? 2 * (size_t)l->count : 1) * sizeof *l->list);
        if (larger == NULL) return th_fail(e, "out of memory");
        l->list = larger;
    }
    l->list[l->count++] = *one;
    return true;
}

struct combining {
    struct line_ups *out;
    const int *pool;
    int bots, seats, most; /* times a bot may come */
    struct line_up line_up;
};

/* Fills the seats from `seat` on with bots of the pool from number `from` on, which sits `times`
 * already. */
static bool combine(struct combining *c, int seat, int from, int times, struct th_error *e) {
    if (seat >= c->seats || seat >= TH_SEATS_MAX) return append(c->out, &c->line_up, e);
    for (int i = from; i < c->bots; i++) {
        const int here = i == from ? times : 0;
        if (here == c->most) continue;
        c->line_up.bot[seat] = c->pool[i];
        if (!combine(c, seat + 1, i, here + 1, e)) return false;
    }
    return true;
}

bool line_ups_add(struct line_ups *l, int seats, const int first[], int firsts, const int pool[],
                  int bots, struct th_error *e) {
    const int left = seats - firsts;
    struct combining c = {.out = l,
                          .pool = pool,
                          .bots = bots,
                          .seats = seats,
                          .most = bots > 0 ? (left + bots - 1) / bots : 0};
    for (int i = 0; i < firsts; i++) c.line_up.bot[i] = first[i];
    return combine(&c, firsts, 0, 0, e);
}

void line_ups_drop(struct line_ups *l) {
    free(l->list);
    *l = (struct line_ups){0};
}

bool line_ups_of_league(struct line_ups *l, enum league_format format, int seats, int bots,
                        struct th_error *e) {
    int *all = malloc((size_t)bots * sizeof *all);
    if (all == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < bots; i++) all[i] = i;
    bool ok = true;
    if (format == GAUNTLET) ok = line_ups_add(l, seats, all, 1, all + 1, bots - 1, e);
    if (format == FREE_FOR_ALL) ok = line_ups_add(l, seats, NULL, 0, all, bots, e);
    for (int i = 0; format == ROUND_ROBIN && i < bots; i++)
        for (int j = i + 1; ok && j < bots; j++)
            ok = line_ups_add(l, seats, NULL, 0, (const int[]){i, j}, 2, e);
    free(all);
    return ok;
}
