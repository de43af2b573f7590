/* Solving a turn: backward over its positions, from the most steps to the fewest. Positions with
 * equally many steps in all do not depend on each other, and LANES of them are solved at once;
 * those of three runners in turn_three.c.
 *
 * With fewer, every pairing has a best way to be used, and every roll a best pairing. */
#include "turn.h"
#include "turn_lanes.h"

#include <math.h>
#include <string.h>

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
        for (int d = c + 1; d < t->race->columns; d++) ahead->both[c][d] = none;
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
 * `last`; of fewer the other lanes are anything. */
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
    const int n = last - first < LANES ? last - first + 1 : LANES;
    for (int l = 0; l < n; l++) {
        const int i = first + l, steps[2] = {i, all - i};
        d.step[l] = i;
        d.place[l] = b->first + (i - 1) * b->stride[0] + (all - i - 1) * b->stride[1];
        for (int k = 0; k < 2; k++) {
            d.on[k][l] = steps[k] < b->room[k];
            d.top[k] = d.top[k] || d.on[k][l] == 0;
        }
        look_at_runners(t, b, steps, ahead, l);
        for (int c = 0; c < t->race->columns && n < LANES; c++)
            if (o->by[c].best != NULL) look_at_opening(o, c, steps, ahead, l);
    }
    for (int c = 0; c < t->race->columns && n == LANES; c++)
        if (o->by[c].best != NULL) open_on_diagonal(&d, all, c, ahead);
    if (may_bust[d.top[0] || d.top[1]])
        roll_ahead(t->race, ahead, bust, roll);
    else
        roll_ahead_safely(t->race, ahead, roll);
    for (int l = 0; l < n; l++) t->best[d.place[l]] = least(t->stop[d.place[l]], roll[l]);
}

/* Whether a roll can bust where runners can step in these columns. */
static bool may_bust_with(const struct cantstop_race *r, unsigned open) {
    if (open == (1U << r->columns) - 1) return false;
    for (int i = 0; i < r->rolls; i++) {
        unsigned columns = 0;
        for (int k = 0; k < 3; k++) {
            const struct race_pairing p = r->pairing[r->roll[i].pairing[k]];
            columns |= 1U << p.low | 1U << p.high;
        }
        if ((columns & open) == 0) return true;
    }
    return false;
}

static void solve_two(struct cantstop_turn *t, const struct turn_block *b, double bust) {
    struct openings o;
    struct ahead ahead;
    find_openings(t, b->column, b->runners, &o, &ahead);
    unsigned others = 0;
    for (int c = 0; c < t->race->columns; c++) others |= (unsigned)(o.by[c].best != NULL) << c;
    /* Of few positions it is not worth finding out; that it may is always right. */
    const bool few = 2 * b->size < t->race->rolls;
    const unsigned all_open = others | 1U << b->column[0] | 1U << b->column[1];
    const bool may_bust[2] = {few || may_bust_with(t->race, all_open),
                              few || may_bust_with(t->race, others)};
    for (int all = b->room[0] + b->room[1]; all > 1; all--) {
        const int first = all > b->room[1] ? all - b->room[1] : 1;
        const int last = all - 1 < b->room[0] ? all - 1 : b->room[0];
        for (int i = first; i <= last; i += LANES)
            solve_lanes(t, b, &o, i, last, all, bust, may_bust, &ahead);
    }
}

void cantstop_turn_solve_block(struct cantstop_turn *t, struct turn_block *b, double bust) {
    if (b->runners == 3)
        cantstop_solve_three(t, b, bust);
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
        return cantstop_roll_three(t->race, &b->triple[top], after, bust);
    }
    struct openings o;
    struct ahead ahead;
    find_openings(t, column, runners, &o, &ahead);
    return roll_few(t, b, &o, own, bust, &ahead);
}
