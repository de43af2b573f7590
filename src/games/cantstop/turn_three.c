/* Three runners: on the columns a, b and c, by slices in which the steps in a or b are the same, in
 * the one with less room: the slice's own column. The other one is the inner column.
 *
 * A slice is held by its diagonals, on which the steps in the inner column and c sum up to the
 * same: their places do not depend on each other. The best that any roll could bring, and the
 * chance of a bust, often prove that rolling cannot be better, without looking at rolls. */
#include "turn_lanes.h"

enum {
    ROOM_MAX = RACE_SHORTEST_MAX + 2 * RACE_SIDES_MAX,
    WIDTH_MAX = ROOM_MAX + LANES,
    SLICE_MAX = (2 * ROOM_MAX + 1) * WIDTH_MAX + LANES,
};

/* Where the steps j in the inner column and k in c, from 0, have their place: (j + k) width + j.
 * One step beyond the top is what the top is, since of two steps the second may be lost. */
struct slice {
    int own, inner; /* 0: a, 1: b */
    int room[2], width;
    int stride; /* of the inner column in the tables of the turn */
    double *best;
    const double *stop;
    const double *by[9]; /* where each step leads from place 0; not legal: as one that is */
    const struct cantstop_race *race;
    const struct race_triple *triple; /* with these two below their top; + 1 << inner, + 4 */
    double bust;
};

double cantstop_roll_three(const struct cantstop_race *r, const struct race_triple *t,
                           const double after[9], double bust) {
    const struct race_choice *c = r->choices + t->first;
    double sum = t->bust * bust + t->only_c * after[STEP_C] + t->only_cc * after[STEP_CC];
    for (const struct race_choice *end = c + t->one + t->two + t->more + t->with_c + t->with_cc;
         c < end; c++)
        sum += c->chance * least(least(after[c->step[0]], after[c->step[1]]),
                                 least(after[c->step[2]], after[c->step[3]]));
    return sum;
}

/* The same in every lane of n vectors. */
enum { VECTORS = 2 };
struct steps {
    lanes to[9][VECTORS];
};

INLINED void add_least(const struct race_choice *c, const struct steps *after, int steps, int n,
                       lanes sum[]) {
    for (int v = 0; v < n; v++) {
        lanes x = after->to[c->step[0]][v];
        if (steps > 1) x = lanes_least(x, after->to[c->step[1]][v]);
        if (steps > 2)
            x = lanes_least(x, lanes_least(after->to[c->step[2]][v], after->to[c->step[3]][v]));
        sum[v] += c->chance * x;
    }
}

INLINED void roll_lanes(const struct slice *s, const struct steps *after, int n, lanes sum[]) {
    const struct race_triple *t = s->triple;
    const struct race_choice *c = s->race->choices + t->first, *end = c + t->one;
    for (int v = 0; v < n; v++) sum[v] = (lanes){0};
    for (; c < end; c++) add_least(c, after, 1, n, sum);
    for (end += t->two; c < end; c++) add_least(c, after, 2, n, sum);
    for (end += t->more; c < end; c++) add_least(c, after, 4, n, sum);
    for (int v = 0; v < n; v++)
        sum[v] = t->bust * s->bust + sum[v] + t->only_c * after->to[STEP_C][v] +
                 t->only_cc * after->to[STEP_CC][v];
    for (end += t->with_c + t->with_cc; c < end; c++) add_least(c, after, 4, n, sum);
}

/* n vectors from `at`. */
INLINED void solve_lanes(const struct slice *s, int at, int n) {
    const struct race_triple *t = s->triple;
    const double single = t->single, any = 1 - t->bust - t->single, bust_cost = t->bust * s->bust;
    struct steps after;
    lanes sum[VECTORS], stop[VECTORS];
    int64_t open = 0;
    for (int v = 0; v < n; v++, at += LANES) {
        for (int i = 0; i < 9; i++) after.to[i][v] = lanes_at(s->by[i] + at);
        stop[v] = lanes_at(s->stop + at);
        const lanes x =
            lanes_least(lanes_least(after.to[STEP_A][v], after.to[STEP_B][v]), after.to[STEP_C][v]);
        lanes y = lanes_least(after.to[STEP_AA][v], after.to[STEP_BB][v]);
        y = lanes_least(y, lanes_least(after.to[STEP_CC][v], after.to[STEP_AB][v]));
        y = lanes_least(y, lanes_least(after.to[STEP_AC][v], after.to[STEP_BC][v]));
        const lanes bound = bust_cost + single * x + any * lanes_least(x, y);
        for (int l = 0; l < LANES; l++) open |= stop[v][l] > bound[l];
    }
    at -= n * LANES;
    if (open != 0) roll_lanes(s, &after, n, sum);
    for (int v = 0; v < n; v++) {
        const lanes best = open != 0 ? lanes_least(stop[v], sum[v]) : stop[v];
        memcpy(s->best + at + v * LANES, &best, sizeof best);
    }
}

/* The steps by the columns in them: 0: a, 1: b, 2: c. */
static const int one[3] = {STEP_A, STEP_B, STEP_C}, two[3] = {STEP_AA, STEP_BB, STEP_CC};
static const int with_c[2] = {STEP_AC, STEP_BC};

/* The places of a diagonal with the inner column and c below their top: from `at` to `last`, and up
 * to LANES - 1 beyond, which are not places of it or are solved later. */
WIDE static void solve_diagonal(const struct slice *s, int at, int last) {
    for (; at + LANES <= last; at += VECTORS * LANES) solve_lanes(s, at, VECTORS);
    if (at <= last) solve_lanes(s, at, 1);
}

/* One place with the inner column or c at its top, or both. */
static void solve_top(const struct slice *s, int j, int k) {
    const int at = (j + k) * s->width + j;
    const bool top_j = j == s->room[0] - 1, top_k = k == s->room[1] - 1;
    const struct race_triple *t = s->triple + (top_j << s->inner) + 4 * top_k;
    const double stop = s->stop[at];
    const int by_j[3] = {one[s->inner], two[s->inner], STEP_AB};
    const int by_k[3] = {STEP_C, STEP_CC, with_c[s->own]};
    double after[9], dream = s->by[one[s->own]][at], best = stop;
    for (int i = 0; i < 9; i++) after[i] = stop;
    after[one[s->own]] = dream;
    after[two[s->own]] = s->by[two[s->own]][at];
    dream = least(dream, after[two[s->own]]);
    for (int i = 0; i < 3 && !top_j; i++) dream = least(dream, after[by_j[i]] = s->by[by_j[i]][at]);
    for (int i = 0; i < 3 && !top_k; i++) dream = least(dream, after[by_k[i]] = s->by[by_k[i]][at]);
    if (stop > t->bust * s->bust + (1 - t->bust) * dream)
        best = least(stop, cantstop_roll_three(s->race, t, after, s->bust));
    s->best[at] = best;
    if (top_j) s->best[at + s->width + 1] = best;
    if (top_k) s->best[at + s->width] = best;
}

static void solve_slice(const struct slice *s) {
    const int top_j = s->room[0] - 1, top_k = s->room[1] - 1;
    for (int all = top_j + top_k; all >= 0; all--) {
        const int first = all < top_k ? 0 : all - top_k + 1;
        const int last = all < top_j ? all : top_j - 1;
        solve_diagonal(s, all * s->width + first, all * s->width + last);
        if (all >= top_k) solve_top(s, all - top_k, top_k);
        if (all >= top_j && all < top_j + top_k) solve_top(s, top_j, all - top_j);
    }
}

/* Steps lead to this slice, to the one with one step more, and to the one with two; NULL for these
 * at the top. */
static void lay_out(struct slice *s, double *best, const double *next, const double *second) {
    const int j = s->width + 1, k = s->width;
    s->best = best;
    s->by[one[s->inner]] = best + j;
    s->by[two[s->inner]] = best + 2 * j;
    s->by[STEP_C] = best + k;
    s->by[STEP_CC] = best + 2 * k;
    s->by[with_c[s->inner]] = best + j + k;
    s->by[one[s->own]] = next != NULL ? next : s->stop;
    s->by[STEP_AB] = next != NULL ? next + j : s->stop;
    s->by[with_c[s->own]] = next != NULL ? next + k : s->stop;
    s->by[two[s->own]] = second != NULL ? second : s->by[one[s->own]];
}

static void copy_in(const struct slice *s, const double *from, double *to) {
    for (int j = 0; j < s->room[0]; j++, from += s->stride)
        for (int k = 0, at = j * (s->width + 1); k < s->room[1]; k++, at += s->width)
            to[at] = from[k];
}

static void copy_out(const struct slice *s, double *to) {
    for (int j = 0; j < s->room[0]; j++, to += s->stride)
        for (int k = 0, at = j * (s->width + 1); k < s->room[1]; k++, at += s->width)
            to[k] = s->best[at];
}

void cantstop_solve_three(struct cantstop_turn *t, const struct turn_block *b, double bust) {
    double stop[SLICE_MAX], best[3][SLICE_MAX];
    const int own = b->room[0] <= b->room[1] ? 0 : 1, inner = 1 - own, room = b->room[own];
    struct slice s = {.own = own,
                      .inner = inner,
                      .room = {b->room[inner], b->room[2]},
                      .width = b->room[inner] + LANES,
                      .stride = b->stride[inner],
                      .stop = stop,
                      .race = t->race,
                      .bust = bust};
    const size_t size = (size_t)((s.room[0] + s.room[1] + 1) * s.width + LANES);
    memset(stop, 0, size * sizeof *stop);
    for (int i = 0; i < 3; i++) memset(best[i], 0, size * sizeof *best[i]);
    for (int i = room - 1; i >= 0; i--) {
        const int left = room - 1 - i, place = b->first + i * b->stride[own];
        lay_out(&s, best[i % 3], left > 0 ? best[(i + 1) % 3] : NULL,
                left > 1 ? best[(i + 2) % 3] : NULL);
        s.triple = b->triple + ((left == 0) << own);
        copy_in(&s, t->stop + place, stop);
        solve_slice(&s);
        copy_out(&s, t->best + place);
    }
}
