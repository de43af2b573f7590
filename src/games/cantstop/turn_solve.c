/* Solving a turn: backward over its positions, from the most steps to the fewest.
 *
 * Three runners: most positions are far beyond the point at which to stop. There the best that any
 * roll could bring, and the chance of a bust, prove that rolling cannot be better, without looking
 * at rolls. Positions are taken in rows, along the last column c. What a row needs of other rows is
 * computed for all its positions at once; only the steps [c] and [c, c] lead from one position of
 * the row to another, and are added one by one.
 *
 * Fewer runners: every pairing has a best way to be used, and every roll a best pairing. Positions
 * with two runners and equally many steps in all do not depend on each other: LANES of them are
 * solved at once. */
#include "turn.h"

#include "core/wide.h"
#include <math.h>
#include <string.h>

enum { LANES = 4, ROW_MAX = RACE_SHORTEST_MAX + 2 * RACE_SIDES_MAX + 2 * LANES };

typedef double lanes __attribute__((vector_size(8 * LANES)));

/* Vectors are passed only between functions that are inlined: how else depends on the processor. */
#define INLINED static inline __attribute__((always_inline))

INLINED lanes lanes_at(const double *from) {
    lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline double least(double x, double y) {
    return x < y ? x : y;
}

INLINED lanes lanes_least(lanes x, lanes y) {
    lanes out;
    for (int l = 0; l < LANES; l++) out[l] = x[l] < y[l] ? x[l] : y[l];
    return out;
}

/* ---- three runners ---- */

/* What the steps lead to that leave a row, for each place of it; a step that is not legal leads to
 * the stops of the row itself, in which nothing is looked up by it. */
struct row {
    const double *by[9]; /* STEP_C and STEP_CC: not used */
    const double *stop;
    const struct race_choice *choices;
    const struct race_triple *below; /* with c below its top */
};

/* For all places of a row below the top of c: the least of the single steps that leave the row, the
 * least of the others, and a bound of what rolling costs at least, less what stopping costs;
 * `stop`: the row's, the last one again beyond its end. */
struct bounds {
    double single[ROW_MAX], two[ROW_MAX], excess[ROW_MAX];
};

WIDE static void bound_row(const struct row *row, const double stop[], int n, double bust,
                           struct bounds *out) {
    const struct race_triple *t = row->below;
    const double any = 1 - t->bust - t->single, bust_cost = t->bust * bust;
    for (int k = 0; k < n; k += LANES) {
        lanes x = lanes_least(lanes_at(row->by[STEP_A] + k), lanes_at(row->by[STEP_B] + k));
        lanes y = lanes_least(lanes_at(row->by[STEP_AA] + k), lanes_at(row->by[STEP_BB] + k));
        y = lanes_least(y, lanes_at(row->by[STEP_AB] + k));
        y = lanes_least(y, lanes_at(row->by[STEP_AC] + k));
        y = lanes_least(y, lanes_at(row->by[STEP_BC] + k));
        memcpy(out->single + k, &x, sizeof x);
        memcpy(out->two + k, &y, sizeof y);
        x = lanes_least(x, lanes_at(stop + k + 1));
        y = lanes_least(lanes_least(x, y), lanes_at(stop + k + 2));
        x = bust_cost + t->single * x + any * y - lanes_at(stop + k);
        memcpy(out->excess + k, &x, sizeof x);
    }
}

/* What all rolls cost at the places k to k + 2·LANES − 1, but for the steps [c] and [c, c]: the sum
 * over choices without these, and for each choice with one of them the best of its others. */
enum { PART = 2 * LANES };
struct parts {
    double sum[PART], with[RACE_WITH_MAX][PART];
};

WIDE static void roll_part(const struct row *row, int k, struct parts *out) {
    const struct race_triple *t = row->below;
    const struct race_choice *c = row->choices + t->first, *end = c + t->one;
    lanes first = {0}, second = {0};
    for (; c < end; c++) {
        const double *x = row->by[c->step[0]] + k;
        first += c->chance * lanes_at(x);
        second += c->chance * lanes_at(x + LANES);
    }
    for (end += t->two; c < end; c++) {
        const double *x = row->by[c->step[0]] + k, *y = row->by[c->step[1]] + k;
        first += c->chance * lanes_least(lanes_at(x), lanes_at(y));
        second += c->chance * lanes_least(lanes_at(x + LANES), lanes_at(y + LANES));
    }
    for (end += t->more; c < end; c++) {
        const double *x = row->by[c->step[0]] + k, *y = row->by[c->step[1]] + k;
        const double *z = row->by[c->step[2]] + k, *w = row->by[c->step[3]] + k;
        first += c->chance * lanes_least(lanes_least(lanes_at(x), lanes_at(y)),
                                         lanes_least(lanes_at(z), lanes_at(w)));
        second += c->chance * lanes_least(lanes_least(lanes_at(x + LANES), lanes_at(y + LANES)),
                                          lanes_least(lanes_at(z + LANES), lanes_at(w + LANES)));
    }
    memcpy(out->sum, &first, sizeof first);
    memcpy(out->sum + LANES, &second, sizeof second);
    end += t->with_c + t->with_cc;
    for (double(*with)[PART] = out->with; c < end; c++, with++) {
        const double *x = row->by[c->step[0]] + k, *y = row->by[c->step[1]] + k;
        const double *z = row->by[c->step[2]] + k;
        first = lanes_least(lanes_least(lanes_at(x), lanes_at(y)), lanes_at(z));
        second =
            lanes_least(lanes_least(lanes_at(x + LANES), lanes_at(y + LANES)), lanes_at(z + LANES));
        memcpy(*with, &first, sizeof first);
        memcpy(*with + LANES, &second, sizeof second);
    }
}

/* Adds the steps [c] and [c, c] at one place of a part. */
static double add_steps_in_row(const struct row *row, const struct parts *p, int at, double c,
                               double cc, double bust) {
    const struct race_triple *t = row->below;
    const struct race_choice *choice = row->choices + t->first + t->one + t->two + t->more;
    double sum = t->bust * bust + p->sum[at] + t->only_c * c + t->only_cc * cc;
    int i = 0;
    for (; i < t->with_c; i++) sum += choice[i].chance * least(p->with[i][at], c);
    for (; i < t->with_c + t->with_cc; i++) sum += choice[i].chance * least(p->with[i][at], cc);
    return sum;
}

/* From after[], by step, one position alone. */
static double roll_three(const struct cantstop_race *r, const struct race_triple *t,
                         const double after[9], double bust) {
    const struct race_choice *c = r->choices + t->first;
    double sum = t->bust * bust + t->only_c * after[STEP_C] + t->only_cc * after[STEP_CC];
    for (const struct race_choice *end = c + t->one + t->two + t->more + t->with_c + t->with_cc;
         c < end; c++)
        sum += c->chance * least(least(after[c->step[0]], after[c->step[1]]),
                                 least(after[c->step[2]], after[c->step[3]]));
    return sum;
}

static struct row row_at(const struct cantstop_turn *t, const struct turn_block *b, int place,
                         int i, int j) {
    const double *best = t->best + place, *stop = t->stop + place;
    const int step_a = b->stride[0], step_b = b->stride[1];
    const bool can_a = i < b->room[0], can_b = j < b->room[1];
    const double *a = can_a ? best + step_a : stop, *bb = can_b ? best + step_b : stop;
    return (struct row){
        .by = {[STEP_A] = a,
               [STEP_B] = bb,
               [STEP_C] = stop,
               [STEP_AB] = can_a && can_b ? best + step_a + step_b : stop,
               [STEP_AC] = a + 1,
               [STEP_BC] = bb + 1,
               [STEP_AA] = i + 1 < b->room[0] ? best + 2 * step_a : a,
               [STEP_BB] = j + 1 < b->room[1] ? best + 2 * step_b : bb,
               [STEP_CC] = stop},
        .stop = stop,
        .choices = t->race->choices,
        .below = &b->triple[(can_a ? 0 : 1) | (can_b ? 0 : 2)],
    };
}

/* The top of c, where no step leads on in the row. */
static double solve_top(const struct cantstop_turn *t, const struct row *row, int k, double bust) {
    double after[9];
    for (int i = 0; i < 9; i++) after[i] = row->stop[k];
    for (int i = 0; i < 9; i++)
        if (i != STEP_AC && i != STEP_BC) after[i] = row->by[i][k];
    const struct race_triple *top = row->below + 4;
    double dream = least(least(after[STEP_A], after[STEP_AA]), after[STEP_AB]);
    dream = least(dream, least(after[STEP_B], after[STEP_BB]));
    if (row->stop[k] <= top->bust * bust + (1 - top->bust) * dream) return row->stop[k];
    return least(row->stop[k], roll_three(t->race, top, after, bust));
}

static void solve_row(const struct cantstop_turn *t, const struct row *row, double best[], int n,
                      double bust) {
    struct bounds bounds;
    struct parts parts;
    int top = n - 1, part = -1;
    const double *stop = row->stop;
    double padded[ROW_MAX];
    memcpy(best, stop, (size_t)n * sizeof *best);
    memcpy(padded, stop, (size_t)n * sizeof *best);
    for (int k = n; k <= n + LANES; k++) padded[k] = stop[top];
    best[top] = solve_top(t, row, top, bust);
    if (top == 0) return;
    bound_row(row, padded, top, bust, &bounds);
    int k = top - 1;
    /* As long as the places above are stops, the bound holds that takes them for such. */
    if (best[top] == stop[top])
        while (k >= 0 && bounds.excess[k] >= 0) k--;
    const double bust_cost = row->below->bust * bust, single = row->below->single;
    const double any = 1 - row->below->bust - single;
    for (; k >= 0; k--) {
        const double c = best[k + 1], cc = best[k + 2 < n ? k + 2 : top];
        const double dream = least(bounds.single[k], c);
        const double dream_two = least(dream, least(bounds.two[k], cc));
        if (stop[k] <= bust_cost + single * dream + any * dream_two) continue;
        if (k / PART != part) {
            part = k / PART;
            roll_part(row, part * PART, &parts);
        }
        best[k] = least(stop[k], add_steps_in_row(row, &parts, k % PART, c, cc, bust));
    }
}

static void solve_three(struct cantstop_turn *t, const struct turn_block *b, double bust) {
    const int n = b->room[2];
    int place = b->first + b->room[0] * b->stride[0];
    for (int i = b->room[0]; i > 0; i--)
        for (int j = b->room[1]; j > 0; j--) {
            place -= n;
            const struct row row = row_at(t, b, place, i, j);
            solve_row(t, &row, t->best + place, n, bust);
        }
}

/* ---- fewer runners ---- */

/* What moves lead to, for LANES positions; INFINITY where they are not legal. */
struct ahead {
    lanes one[RACE_COLUMNS_MAX], two[RACE_COLUMNS_MAX];
    lanes both[RACE_COLUMNS_MAX][RACE_COLUMNS_MAX]; /* [low][high] */
};

INLINED void use_pairings(const struct cantstop_race *r, const struct ahead *ahead,
                          lanes pairing[]) {
    for (int i = 0; i < r->pairings; i++) {
        const int x = r->pairing[i].low, y = r->pairing[i].high;
        if (x == y) {
            pairing[i] = ahead->two[x];
            continue;
        }
        const lanes both = ahead->both[x][y], one = lanes_least(ahead->one[x], ahead->one[y]);
        if (!r->forced) {
            pairing[i] = lanes_least(one, both);
            continue;
        }
        for (int l = 0; l < LANES; l++)
            pairing[i][l] = both[l] == (double)INFINITY ? one[l] : both[l];
    }
}

/* What no pairing makes legal is a bust. */
INLINED lanes or_bust(lanes x, double bust, bool may_bust) {
    lanes out = x;
    for (int l = 0; l < LANES && may_bust; l++) out[l] = x[l] == (double)INFINITY ? bust : x[l];
    return out;
}

INLINED lanes roll_lanes(const struct cantstop_race *r, const struct ahead *ahead, double bust,
                         bool may_bust) {
    lanes pairing[RACE_PAIRINGS_MAX], sum = {0};
    use_pairings(r, ahead, pairing);
    const struct race_outcome *o = r->outcome, *end = o + r->outcomes[0];
    for (; o < end; o++) sum += o->chance * or_bust(pairing[o->pairing[0]], bust, may_bust);
    for (end += r->outcomes[1]; o < end; o++) {
        const lanes x = pairing[o->pairing[0]], y = pairing[o->pairing[1]];
        sum += o->chance * or_bust(lanes_least(x, y), bust, may_bust);
    }
    for (end += r->outcomes[2]; o < end; o++) {
        const lanes x = pairing[o->pairing[0]], y = pairing[o->pairing[1]];
        const lanes z = pairing[o->pairing[2]];
        sum += o->chance * or_bust(lanes_least(lanes_least(x, y), z), bust, may_bust);
    }
    return sum;
}

WIDE static void roll_ahead(const struct cantstop_race *r, const struct ahead *ahead, double bust,
                            double out[LANES]) {
    const lanes sum = roll_lanes(r, ahead, bust, true);
    memcpy(out, &sum, sizeof sum);
}

/* The same where no roll can bust. */
WIDE static void roll_ahead_safely(const struct cantstop_race *r, const struct ahead *ahead,
                                   double out[LANES]) {
    const lanes sum = roll_lanes(r, ahead, 0, false);
    memcpy(out, &sum, sizeof sum);
}

/* The positions with one runner more than a block has, on this column: where they begin for its
 * first step, and how far they are apart. */
struct opened {
    const double *best;
    int stride[2]; /* of the runners that are there already */
    int second;    /* from its first step to its second, 0 if the column has but one */
};

struct openings {
    int runners;
    int column[2], room[2]; /* of the runners that are there */
    struct opened by[RACE_COLUMNS_MAX];
};

/* Which runner of a block is in this column. */
static int index_in(const struct turn_block *b, int column) {
    int i = 0;
    while (b->column[i] != column) i++;
    return i;
}

static struct opened opened_by(const struct cantstop_turn *t, const int column[], int runners,
                               int c) {
    int all[RACE_RUNNERS], where = runners;
    for (int i = 0; i < runners; i++) all[i] = column[i];
    for (; where > 0 && all[where - 1] > c; where--) all[where] = all[where - 1];
    all[where] = c;
    const struct turn_block *b = &t->block[*cantstop_turn_block(t, all, runners + 1)];
    const int own = index_in(b, c);
    struct opened o = {.best = t->best + b->first, .second = b->room[own] > 1 ? b->stride[own] : 0};
    for (int i = 0; i < runners; i++) o.stride[i] = b->stride[index_in(b, column[i])];
    return o;
}

/* A new column is opened: alone, by a double, or with a step of a runner that is there. */
static void look_at_opening(const struct openings *o, int c, const int steps[2],
                            struct ahead *ahead, int lane) {
    const struct opened *by = &o->by[c];
    const double *at = by->best;
    for (int i = 0; i < o->runners; i++) at += (steps[i] - 1) * by->stride[i];
    ahead->one[c][lane] = at[0];
    ahead->two[c][lane] = at[by->second];
    for (int i = 0; i < o->runners; i++) {
        const int a = o->column[i];
        lanes *both = a < c ? &ahead->both[a][c] : &ahead->both[c][a];
        (*both)[lane] = steps[i] < o->room[i] ? at[by->stride[i]] : (double)INFINITY;
    }
}

/* The runners that are there step on, in their own block (NULL: there is none). */
static void look_at_runners(const struct cantstop_turn *t, const struct turn_block *b,
                            const int steps[2], struct ahead *ahead, int lane) {
    int at = b->first, on[2] = {0, 0};
    for (int i = 0; i < b->runners; i++) at += (steps[i] - 1) * b->stride[i];
    for (int i = 0; i < b->runners; i++) {
        const int left = b->room[i] - steps[i], a = b->column[i];
        on[i] = left > 0 ? b->stride[i] : 0;
        ahead->one[a][lane] = left > 0 ? t->best[at + on[i]] : (double)INFINITY;
        ahead->two[a][lane] =
            left > 0 ? t->best[at + (left > 1 ? 2 : 1) * on[i]] : (double)INFINITY;
    }
    if (b->runners == 2)
        ahead->both[b->column[0]][b->column[1]][lane] =
            on[0] > 0 && on[1] > 0 ? t->best[at + on[0] + on[1]] : (double)INFINITY;
}

/* Two new columns at once, where two runners are free. */
static void look_at_two_openings(const struct cantstop_turn *t, const struct openings *o,
                                 const int steps[2], struct ahead *ahead) {
    if (o->runners > 1) return;
    for (int c = 0; c < t->race->columns; c++)
        for (int d = c + 1; d < t->race->columns; d++) {
            if (o->by[c].best == NULL || o->by[d].best == NULL) continue;
            int all[RACE_RUNNERS] = {c, d}, n = 2, at = 0;
            if (o->runners == 1) {
                int where = 2;
                for (; where > 0 && all[where - 1] > o->column[0]; where--)
                    all[where] = all[where - 1];
                all[where] = o->column[0];
                n = 3;
            }
            const struct turn_block *b = &t->block[*cantstop_turn_block(t, all, n)];
            if (o->runners == 1) at = (steps[0] - 1) * b->stride[index_in(b, o->column[0])];
            ahead->both[c][d][0] = t->best[b->first + at];
        }
}

static void find_openings(const struct cantstop_turn *t, const int column[], int runners,
                          struct openings *o, struct ahead *ahead) {
    const lanes none = (lanes){0} + (double)INFINITY;
    *o = (struct openings){.runners = runners};
    for (int i = 0; i < runners; i++) {
        o->column[i] = column[i];
        o->room[i] = t->room[column[i]];
    }
    for (int c = 0; c < t->race->columns; c++) {
        ahead->one[c] = ahead->two[c] = none;
        for (int d = 0; d < t->race->columns; d++) ahead->both[c][d] = none;
        const bool there = (runners > 0 && column[0] == c) || (runners > 1 && column[1] == c);
        if (!there && t->room[c] > 0) o->by[c] = opened_by(t, column, runners, c);
    }
}

/* One position, in the first lane; all steps of at most one runner are looked up again. */
static double roll_few(const struct cantstop_turn *t, const struct turn_block *b,
                       const struct openings *o, const int steps[2], double bust,
                       struct ahead *ahead) {
    double out[LANES];
    for (int c = 0; c < t->race->columns; c++)
        if (o->by[c].best != NULL) look_at_opening(o, c, steps, ahead, 0);
    look_at_two_openings(t, o, steps, ahead);
    if (b != NULL) look_at_runners(t, b, steps, ahead, 0);
    roll_ahead(t->race, ahead, bust, out);
    return out[0];
}

static void solve_one(struct cantstop_turn *t, const struct turn_block *b, double bust) {
    struct openings o;
    struct ahead ahead;
    find_openings(t, b->column, b->runners, &o, &ahead);
    for (int step = b->room[0]; step > 0; step--) {
        const int steps[2] = {step, 0}, place = b->first + step - 1;
        t->best[place] = least(t->stop[place], roll_few(t, b, &o, steps, bust, &ahead));
    }
}

/* LANES positions with `all` steps: of the first runner `first` and one more from lane to lane, to
 * `last`; the last one again where there are fewer. */
struct diagonal {
    int step[LANES];            /* of the first runner */
    int place[LANES];           /* in the block of the two */
    bool top[2];                /* a runner of some lane is at its top */
    int on[2][LANES];           /* 1 where the runner can step on, else 0 */
    const struct openings *all; /* by a third runner */
};

/* The third runner opens column c. */
static void open_on_diagonal(const struct diagonal *d, int all, int c, struct ahead *ahead) {
    const struct opened *by = &d->all->by[c];
    const int a = d->all->column[0], b = d->all->column[1];
    lanes *with_a = a < c ? &ahead->both[a][c] : &ahead->both[c][a];
    lanes *with_b = b < c ? &ahead->both[b][c] : &ahead->both[c][b];
    const double *at[LANES];
    for (int l = 0; l < LANES; l++)
        at[l] =
            by->best + (d->step[l] - 1) * by->stride[0] + (all - d->step[l] - 1) * by->stride[1];
    ahead->one[c] = (lanes){at[0][0], at[1][0], at[2][0], at[3][0]};
    const int second = by->second, *on = d->on[0];
    ahead->two[c] = (lanes){at[0][second], at[1][second], at[2][second], at[3][second]};
    const int x = by->stride[0], y = by->stride[1];
    *with_a = (lanes){at[0][x * on[0]], at[1][x * on[1]], at[2][x * on[2]], at[3][x * on[3]]};
    on = d->on[1];
    *with_b = (lanes){at[0][y * on[0]], at[1][y * on[1]], at[2][y * on[2]], at[3][y * on[3]]};
    for (int l = 0; l < LANES && d->top[0]; l++)
        if (d->on[0][l] == 0) (*with_a)[l] = (double)INFINITY;
    for (int l = 0; l < LANES && d->top[1]; l++)
        if (d->on[1][l] == 0) (*with_b)[l] = (double)INFINITY;
}

static void solve_lanes(struct cantstop_turn *t, const struct turn_block *b,
                        const struct openings *o, int first, int last, int all, double bust,
                        const bool may_bust[2], struct ahead *ahead) {
    struct diagonal d = {.all = o};
    double roll[LANES];
    for (int l = 0; l < LANES; l++) {
        const int i = first + l < last ? first + l : last, steps[2] = {i, all - i};
        d.step[l] = i;
        d.place[l] = b->first + (i - 1) * b->stride[0] + (all - i - 1) * b->stride[1];
        for (int k = 0; k < 2; k++) {
            d.on[k][l] = steps[k] < b->room[k];
            d.top[k] = d.top[k] || d.on[k][l] == 0;
        }
        look_at_runners(t, b, steps, ahead, l);
    }
    for (int c = 0; c < t->race->columns; c++)
        if (o->by[c].best != NULL) open_on_diagonal(&d, all, c, ahead);
    if (may_bust[d.top[0] || d.top[1]])
        roll_ahead(t->race, ahead, bust, roll);
    else
        roll_ahead_safely(t->race, ahead, roll);
    for (int l = 0; l < LANES; l++) t->best[d.place[l]] = least(t->stop[d.place[l]], roll[l]);
}

/* Whether a roll can bust with one runner free, and the others at their top or below it. */
static bool may_bust_with(const struct cantstop_turn *t, const struct openings *o, bool top) {
    const struct cantstop_race *r = t->race;
    for (int i = 0; i < r->rolls; i++) {
        bool opens = false;
        for (int k = 0; k < 3; k++) {
            const struct race_pairing p = r->pairing[r->roll[i].pairing[k]];
            opens = opens || o->by[p.low].best != NULL || o->by[p.high].best != NULL;
            for (int own = 0; own < 2 && !top; own++)
                opens = opens || o->column[own] == p.low || o->column[own] == p.high;
        }
        if (!opens) return true;
    }
    return false;
}

static void solve_two(struct cantstop_turn *t, const struct turn_block *b, double bust) {
    struct openings o;
    struct ahead ahead;
    find_openings(t, b->column, b->runners, &o, &ahead);
    const bool may_bust[2] = {may_bust_with(t, &o, false), may_bust_with(t, &o, true)};
    for (int all = b->room[0] + b->room[1]; all > 1; all--) {
        const int first = all > b->room[1] ? all - b->room[1] : 1;
        const int last = all - 1 < b->room[0] ? all - 1 : b->room[0];
        for (int i = first; i <= last; i += LANES)
            solve_lanes(t, b, &o, i, last, all, bust, may_bust, &ahead);
    }
}

void cantstop_turn_solve_block(struct cantstop_turn *t, struct turn_block *b, double bust) {
    if (b->runners == 3)
        solve_three(t, b, bust);
    else if (b->runners == 2)
        solve_two(t, b, bust);
    else
        solve_one(t, b, bust);
    b->solved = true;
}

double cantstop_turn_solve(struct cantstop_turn *t, double bust) {
    static const int none[RACE_COLUMNS_MAX];
    for (int i = 0; i < t->blocks; i++) cantstop_turn_solve_block(t, &t->block[i], bust);
    t->start = cantstop_turn_roll(t, none, bust);
    return t->start;
}

/* ---- questions about one position ---- */

/* What each of the nine steps leads to, from `at`; a step beyond the top to anything. */
static void look_at_steps(const struct cantstop_turn *t, const struct turn_block *b, int at,
                          const int steps[RACE_RUNNERS], double after[9]) {
    int one[RACE_RUNNERS], two[RACE_RUNNERS]; /* how far on; two steps are capped to one */
    for (int i = 0; i < RACE_RUNNERS; i++) {
        one[i] = steps[i] < b->room[i] ? b->stride[i] : 0;
        two[i] = steps[i] + 1 < b->room[i] ? 2 * b->stride[i] : one[i];
    }
    const double *best = t->best + at;
    after[STEP_A] = best[one[0]];
    after[STEP_B] = best[one[1]];
    after[STEP_C] = best[one[2]];
    after[STEP_AB] = best[one[0] + one[1]];
    after[STEP_AC] = best[one[0] + one[2]];
    after[STEP_BC] = best[one[1] + one[2]];
    after[STEP_AA] = best[two[0]];
    after[STEP_BB] = best[two[1]];
    after[STEP_CC] = best[two[2]];
}

double cantstop_turn_roll(const struct cantstop_turn *t, const int steps[], double bust) {
    int column[RACE_RUNNERS], own[RACE_RUNNERS], runners = 0;
    for (int c = 0; c < t->race->columns; c++)
        if (steps[c] > 0) {
            column[runners] = c;
            own[runners++] = steps[c];
        }
    const struct turn_block *b =
        runners > 0 ? &t->block[*cantstop_turn_block(t, column, runners)] : NULL;
    if (runners == RACE_RUNNERS) {
        double after[9];
        unsigned top = 0;
        for (int i = 0; i < RACE_RUNNERS; i++) {
            own[i] = steps[b->column[i]];
            top |= (unsigned)(own[i] == b->room[i]) << i;
        }
        look_at_steps(t, b, cantstop_turn_place(t, steps), own, after);
        return roll_three(t->race, &b->triple[top], after, bust);
    }
    struct openings o;
    struct ahead ahead;
    find_openings(t, column, runners, &o, &ahead);
    return roll_few(t, b, &o, own, bust, &ahead);
}
