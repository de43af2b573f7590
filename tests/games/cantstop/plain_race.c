#include "plain_race.h"

#include <math.h>
#include <stdlib.h>

struct turn {
    const struct plain_race *race;
    const int *start; /* progress when the turn began: a column that is beyond it has a runner */
    plain_stop *stop;
    void *context;
    double bust;
    double *known; /* by place: the cost after a move; NAN where it is not known yet */
};

struct plain_race plain_race(int sides, int shortest, int forced) {
    struct plain_race r = {.sides = sides, .forced = forced, .columns = 2 * sides - 1};
    for (int c = 0; c < r.columns; c++) {
        const int from_edge = c < r.columns - 1 - c ? c : r.columns - 1 - c;
        r.height[c] = shortest + 2 * from_edge;
    }
    return r;
}

static double after_move(struct turn *t, int now[]);

static int runners(const struct turn *t, const int now[]) {
    int n = 0;
    for (int c = 0; c < t->race->columns; c++) n += now[c] > t->start[c];
    return n;
}

static int may_step(const struct turn *t, const int now[], int c) {
    return now[c] < t->race->height[c] && (now[c] > t->start[c] || runners(t, now) < 3);
}

/* The cost after a step in each of these columns, one after the other; the second one may be -1. */
static double after_steps(struct turn *t, int now[], int first, int second) {
    now[first]++;
    if (second >= 0) now[second]++;
    const double cost = after_move(t, now);
    now[first]--;
    if (second >= 0) now[second]--;
    return cost;
}

/* The least cost that a pairing offers; INFINITY if it offers no move. */
static double use_pairing(struct turn *t, int now[], int x, int y) {
    const int can_x = may_step(t, now, x), can_y = may_step(t, now, y);
    if (x == y) { /* two steps, or the one that is left */
        if (!can_x) return (double)INFINITY;
        return after_steps(t, now, x, now[x] + 1 < t->race->height[x] ? x : -1);
    }
    int can_both = 0;
    if (can_x) {
        now[x]++;
        can_both = may_step(t, now, y);
        now[x]--;
    }
    double least = can_both ? after_steps(t, now, x, y) : (double)INFINITY;
    if (can_both && t->race->forced) return least;
    if (can_x) least = fmin(least, after_steps(t, now, x, -1));
    if (can_y) least = fmin(least, after_steps(t, now, y, -1));
    return least;
}

static double roll(struct turn *t, int now[]) {
    const int n = t->race->sides;
    double sum = 0;
    for (int a = 0; a < n; a++) /* dice from 0, so that sums are columns from 0 */
        for (int b = 0; b < n; b++)
            for (int c = 0; c < n; c++)
                for (int d = 0; d < n; d++) {
                    double least = use_pairing(t, now, a + b, c + d);
                    least = fmin(least, use_pairing(t, now, a + c, b + d));
                    least = fmin(least, use_pairing(t, now, a + d, b + c));
                    sum += isinf(least) ? t->bust : least;
                }
    return sum / (n * n * n * n);
}

static double after_move(struct turn *t, int now[]) {
    int place = 0;
    for (int c = 0; c < t->race->columns; c++)
        place = place * (t->race->height[c] - t->start[c] + 1) + now[c] - t->start[c];
    if (isnan(t->known[place])) {
        const double going_on = roll(t, now);
        t->known[place] = fmin(t->stop(t->context, now), going_on);
    }
    return t->known[place];
}

double plain_turn(const struct plain_race *r, const int progress[], plain_stop *stop, void *context,
                  double bust) {
    struct turn t = {r, progress, stop, context, bust, NULL};
    int places = 1, now[15];
    for (int c = 0; c < r->columns; c++) {
        now[c] = progress[c];
        places *= r->height[c] - progress[c] + 1;
    }
    t.known = malloc((unsigned)places * sizeof *t.known);
    for (int i = 0; i < places; i++) t.known[i] = (double)NAN;
    const double cost = roll(&t, now);
    free(t.known);
    return cost;
}
