#include "turn.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

static int16_t *block_at(const struct cantstop_turn *t, const int column[], int runners) {
    int at[RACE_RUNNERS] = {0};
    for (int i = 0; i < runners; i++) at[RACE_RUNNERS - runners + i] = column[i] + 1;
    return &t->block_of[at[0]][at[1]][at[2]];
}

static void add_block(struct cantstop_turn *t, int runners, const int column[], int triple) {
    int16_t *at = block_at(t, column, runners);
    *at = -1;
    struct turn_block b = {.runners = runners, .first = t->places, .triple = triple};
    int size = 1;
    for (int i = 0; i < RACE_RUNNERS; i++) {
        b.column[i] = i < runners ? column[i] : -1;
        b.room[i] = i < runners ? t->room[column[i]] : 1;
    }
    for (int i = RACE_RUNNERS - 1; i >= 0; i--) {
        b.stride[i] = size;
        size *= b.room[i];
    }
    if (size == 0) return; /* a column that is completed */
    *at = (int16_t)t->blocks;
    t->block[t->blocks++] = b;
    t->places += size;
}

void cantstop_turn_lay_out(struct cantstop_turn *t, const int room[]) {
    const int n = t->race->columns;
    memcpy(t->room, room, (size_t)n * sizeof *room);
    t->blocks = t->places = 0;
    int triple = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (int c = b + 1; c < n; c++) add_block(t, 3, (const int[]){a, b, c}, triple++);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) add_block(t, 2, (const int[]){a, b}, 0);
    for (int a = 0; a < n; a++) add_block(t, 1, &a, 0);
}

bool cantstop_turn_make(struct cantstop_turn *t, const struct cantstop_race *race, const int room[],
                        struct th_error *e) {
    *t = (struct cantstop_turn){.race = race};
    const int n = race->columns, blocks = n + n * (n - 1) / 2 + n * (n - 1) * (n - 2) / 6;
    t->block = malloc((size_t)blocks * sizeof *t->block);
    t->block_of = malloc((RACE_COLUMNS_MAX + 1) * sizeof *t->block_of);
    if (t->block != NULL && t->block_of != NULL) {
        cantstop_turn_lay_out(t, room);
        t->stop = malloc((size_t)(t->places + 1) * sizeof *t->stop);
        t->best = malloc((size_t)(t->places + 1) * sizeof *t->best);
    }
    if (t->stop != NULL && t->best != NULL) return true;
    cantstop_turn_drop(t);
    return th_fail(e, "out of memory");
}

void cantstop_turn_drop(struct cantstop_turn *t) {
    free(t->block);
    free(t->block_of);
    free(t->stop);
    free(t->best);
}

int cantstop_turn_place(const struct cantstop_turn *t, const int steps[]) {
    int column[RACE_RUNNERS] = {0}, runners = 0;
    for (int c = 0; c < t->race->columns; c++) {
        if (steps[c] == 0) continue;
        assert(runners < RACE_RUNNERS && steps[c] <= t->room[c]);
        column[runners++] = c;
    }
    const struct turn_block *b = &t->block[*block_at(t, column, runners)];
    int place = b->first;
    for (int i = 0; i < runners; i++) place += (steps[column[i]] - 1) * b->stride[i];
    return place;
}

/* ---- three runners: every roll leaves one of few choices ---- */

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

static const struct race_triple *triple_at(const struct cantstop_turn *t,
                                           const struct turn_block *b,
                                           const int steps[RACE_RUNNERS]) {
    unsigned top = 0;
    for (int i = 0; i < RACE_RUNNERS; i++) top |= (unsigned)(steps[i] == b->room[i]) << i;
    return &t->race->triple[b->triple][top];
}

static double least(double x, double y) {
    return x < y ? x : y;
}

static double roll_three(const struct cantstop_turn *t, const struct race_triple *choice,
                         const double after[9], double bust) {
    const struct race_choice *now = t->race->choices + choice->first;
    double sum = choice->bust * bust;
    for (const struct race_choice *end = now + choice->alone; now < end; now++)
        sum += now->chance * after[now->step[0]];
    for (const struct race_choice *end = now + choice->count - choice->alone; now < end; now++)
        sum += now->chance * least(least(after[now->step[0]], after[now->step[1]]),
                                   least(after[now->step[2]], after[now->step[3]]));
    return sum;
}

/* Most positions are far beyond the point at which to stop. There the best that any roll could
 * bring, and the chance of a bust, tell that rolling cannot be better, without looking at rolls. */
static void solve_three(struct cantstop_turn *t, const struct turn_block *b, double bust) {
    int place = b->first + b->room[0] * b->stride[0], steps[RACE_RUNNERS];
    for (steps[0] = b->room[0]; steps[0] > 0; steps[0]--)
        for (steps[1] = b->room[1]; steps[1] > 0; steps[1]--)
            for (steps[2] = b->room[2]; steps[2] > 0; steps[2]--) {
                double after[9];
                const double stop = t->stop[--place];
                t->best[place] = stop; /* steps beyond the top lead here */
                const struct race_triple *choice = triple_at(t, b, steps);
                look_at_steps(t, b, place, steps, after);
                const double dream = least(
                    least(least(after[0], after[1]), least(after[2], after[3])),
                    least(least(after[4], after[5]), least(least(after[6], after[7]), after[8])));
                if (stop <= choice->bust * bust + (1 - choice->bust) * dream) continue;
                t->best[place] = least(stop, roll_three(t, choice, after, bust));
            }
}

/* ---- fewer runners: every pairing has a best way to be used, and every roll a best pairing ----
 */

/* What moves lead to; INFINITY where they are not legal. */
struct ahead {
    double one[RACE_COLUMNS_MAX], two[RACE_COLUMNS_MAX];
    double both[RACE_COLUMNS_MAX][RACE_COLUMNS_MAX]; /* [low][high] */
};

static double roll_ahead(const struct cantstop_race *r, const struct ahead *ahead, double bust) {
    double pairing[RACE_PAIRINGS_MAX];
    for (int i = 0; i < r->pairings; i++) {
        const int x = r->pairing[i].low, y = r->pairing[i].high;
        const double both = x == y ? ahead->two[x] : ahead->both[x][y];
        const double one = ahead->one[x] < ahead->one[y] ? ahead->one[x] : ahead->one[y];
        const bool alone = x != y && (!r->forced || both == (double)INFINITY);
        pairing[i] = alone && one < both ? one : both;
    }
    double sum = 0;
    for (int i = 0; i < r->rolls; i++) {
        const double x = pairing[r->roll[i].pairing[0]], y = pairing[r->roll[i].pairing[1]],
                     z = pairing[r->roll[i].pairing[2]];
        const double xy = x < y ? x : y, xyz = xy < z ? xy : z;
        sum += r->roll[i].chance * (xyz == (double)INFINITY ? bust : xyz);
    }
    return sum;
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

static struct opened opened_by(const struct cantstop_turn *t, const int column[], int runners,
                               int c) {
    int all[RACE_RUNNERS], where = runners;
    for (int i = 0; i < runners; i++) all[i] = column[i];
    for (; where > 0 && all[where - 1] > c; where--) all[where] = all[where - 1];
    all[where] = c;
    const struct turn_block *b = &t->block[*block_at(t, all, runners + 1)];
    struct opened o = {.best = t->best + b->first,
                       .second = b->room[where] > 1 ? b->stride[where] : 0};
    for (int i = 0; i < runners; i++) o.stride[i] = b->stride[i < where ? i : i + 1];
    return o;
}

/* A new column is opened: alone, by a double, or with a step of a runner that is there. */
static void look_at_opening(const struct openings *o, int c, const int steps[2],
                            struct ahead *ahead) {
    const struct opened *by = &o->by[c];
    int at = 0;
    for (int i = 0; i < o->runners; i++) at += (steps[i] - 1) * by->stride[i];
    ahead->one[c] = by->best[at];
    ahead->two[c] = by->best[at + by->second];
    for (int i = 0; i < o->runners; i++) {
        const int a = o->column[i];
        double *both = a < c ? &ahead->both[a][c] : &ahead->both[c][a];
        *both = steps[i] < o->room[i] ? by->best[at + by->stride[i]] : (double)INFINITY;
    }
}

/* The runners that are there step on, in their own block (NULL: there is none). */
static void look_at_runners(const struct cantstop_turn *t, const struct turn_block *b,
                            const int steps[2], struct ahead *ahead) {
    int at = b->first, on[2] = {0, 0};
    for (int i = 0; i < b->runners; i++) at += (steps[i] - 1) * b->stride[i];
    for (int i = 0; i < b->runners; i++) {
        const int left = b->room[i] - steps[i], a = b->column[i];
        on[i] = left > 0 ? b->stride[i] : 0;
        ahead->one[a] = left > 0 ? t->best[at + on[i]] : (double)INFINITY;
        ahead->two[a] = left > 0 ? t->best[at + (left > 1 ? 2 : 1) * on[i]] : (double)INFINITY;
    }
    if (b->runners == 2)
        ahead->both[b->column[0]][b->column[1]] =
            on[0] > 0 && on[1] > 0 ? t->best[at + on[0] + on[1]] : (double)INFINITY;
}

/* Two new columns at once, where two runners are free. */
static void look_at_two_openings(const struct cantstop_turn *t, const struct openings *o,
                                 const int steps[2], struct ahead *ahead) {
    if (o->runners > 1) return;
    for (int c = 0; c < t->race->columns; c++)
        for (int d = c + 1; d < t->race->columns; d++) {
            if (o->by[c].best == NULL || o->by[d].best == NULL) continue;
            int all[RACE_RUNNERS] = {c, d}, n = 2, where = 2;
            if (o->runners == 1) {
                for (; where > 0 && all[where - 1] > o->column[0]; where--)
                    all[where] = all[where - 1];
                all[where] = o->column[0];
                n = 3;
            }
            const struct turn_block *b = &t->block[*block_at(t, all, n)];
            const int at = o->runners == 1 ? (steps[0] - 1) * b->stride[where] : 0;
            ahead->both[c][d] = t->best[b->first + at];
        }
}

static void find_openings(const struct cantstop_turn *t, const int column[], int runners,
                          struct openings *o, struct ahead *ahead) {
    *o = (struct openings){.runners = runners};
    for (int i = 0; i < runners; i++) {
        o->column[i] = column[i];
        o->room[i] = t->room[column[i]];
    }
    for (int c = 0; c < t->race->columns; c++) {
        ahead->one[c] = ahead->two[c] = (double)INFINITY;
        for (int d = 0; d < t->race->columns; d++) ahead->both[c][d] = (double)INFINITY;
        const bool there = (runners > 0 && column[0] == c) || (runners > 1 && column[1] == c);
        if (!there && t->room[c] > 0) o->by[c] = opened_by(t, column, runners, c);
    }
}

static double roll_few(const struct cantstop_turn *t, const struct turn_block *b,
                       const struct openings *o, const int steps[2], double bust,
                       struct ahead *ahead) {
    for (int c = 0; c < t->race->columns; c++)
        if (o->by[c].best != NULL) look_at_opening(o, c, steps, ahead);
    look_at_two_openings(t, o, steps, ahead);
    if (b != NULL) look_at_runners(t, b, steps, ahead);
    return roll_ahead(t->race, ahead, bust);
}

static void solve_few(struct cantstop_turn *t, const struct turn_block *b, double bust) {
    struct openings o;
    struct ahead ahead;
    find_openings(t, b->column, b->runners, &o, &ahead);
    const int rooms[2] = {b->room[0], b->room[1]};
    int place = b->first + b->room[0] * b->stride[0], steps[2];
    for (steps[0] = rooms[0]; steps[0] > 0; steps[0]--)
        for (steps[1] = rooms[1]; steps[1] > 0; steps[1]--) {
            const double stop = t->stop[--place];
            const double roll = roll_few(t, b, &o, steps, bust, &ahead);
            t->best[place] = stop <= roll ? stop : roll;
        }
}

double cantstop_turn_solve(struct cantstop_turn *t, double bust) {
    for (int i = 0; i < t->blocks; i++)
        if (t->block[i].runners == RACE_RUNNERS)
            solve_three(t, &t->block[i], bust);
        else
            solve_few(t, &t->block[i], bust);
    static const int none[RACE_COLUMNS_MAX];
    t->start = cantstop_turn_roll(t, none, bust);
    return t->start;
}

/* ---- questions about one position ---- */

double cantstop_turn_roll(const struct cantstop_turn *t, const int steps[], double bust) {
    int column[RACE_RUNNERS], own[RACE_RUNNERS], runners = 0;
    for (int c = 0; c < t->race->columns; c++)
        if (steps[c] > 0) {
            column[runners] = c;
            own[runners++] = steps[c];
        }
    const struct turn_block *b = runners > 0 ? &t->block[*block_at(t, column, runners)] : NULL;
    if (runners == RACE_RUNNERS) {
        double after[9];
        look_at_steps(t, b, cantstop_turn_place(t, steps), own, after);
        return roll_three(t, triple_at(t, b, own), after, bust);
    }
    struct openings o;
    struct ahead ahead;
    find_openings(t, column, runners, &o, &ahead);
    return roll_few(t, b, &o, own, bust, &ahead);
}

static int compare_moves(const void *a, const void *b) {
    const struct turn_move *x = a, *y = b;
    return x->low != y->low ? x->low - y->low : x->high - y->high;
}

static int add_move(struct turn_move out[], int n, int low, int high) {
    for (int i = 0; i < n; i++)
        if (out[i].low == low && out[i].high == high) return n;
    out[n] = (struct turn_move){low, high};
    return n + 1;
}

int cantstop_turn_moves(const struct cantstop_turn *t, const int steps[], int roll,
                        struct turn_move out[9]) {
    const struct cantstop_race *r = t->race;
    int runners = 0, n = 0;
    for (int c = 0; c < r->columns; c++) runners += steps[c] > 0;
    for (int i = 0; i < 3; i++) {
        const struct race_pairing p = r->pairing[r->roll[roll].pairing[i]];
        const int x = p.low, y = p.high;
        const bool new_x = steps[x] == 0, new_y = steps[y] == 0;
        const bool can_x = steps[x] < t->room[x] && (!new_x || runners < RACE_RUNNERS);
        const bool can_y = steps[y] < t->room[y] && (!new_y || runners < RACE_RUNNERS);
        const bool both = can_x && can_y && runners + new_x + new_y <= RACE_RUNNERS;
        if (x == y) {
            if (can_x) n = add_move(out, n, x, steps[x] + 1 == t->room[x] ? -1 : x);
            continue;
        }
        if (both) n = add_move(out, n, x, y);
        if (both && r->forced) continue;
        if (can_x) n = add_move(out, n, x, -1);
        if (can_y) n = add_move(out, n, y, -1);
    }
    qsort(out, (size_t)n, sizeof *out, compare_moves);
    return n;
}

void cantstop_turn_step(const struct cantstop_turn *t, int steps[], struct turn_move move) {
    steps[move.low]++;
    if (move.high >= 0) steps[move.high]++;
    assert(steps[move.low] <= t->room[move.low]);
    (void)t;
}

int cantstop_turn_best(const struct cantstop_turn *t, const int steps[],
                       const struct turn_move moves[], int n) {
    int best = 0;
    double best_cost = 0;
    for (int i = 0; i < n; i++) {
        int after[RACE_COLUMNS_MAX];
        memcpy(after, steps, (size_t)t->race->columns * sizeof *after);
        cantstop_turn_step(t, after, moves[i]);
        const double cost = t->best[cantstop_turn_place(t, after)];
        if (i == 0 || cost < best_cost) best = i, best_cost = cost;
    }
    return best;
}
