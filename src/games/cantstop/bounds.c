#include "bounds.h"

#include "retrograde.h"
#include "tahur/rng.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a worker has ---- */

/* A position at the start of a turn, and what a path paid to come there: Σ (w − V) over the
 * positions that it left, and its regrets. */
struct place {
    uint8_t progress[RACE_COLUMNS_MAX];
    bool settled; /* w − V is counted here already: the turn before ended with a bust */
    double cost;
};

struct places {
    struct place *of;
    size_t count, room;
};

/* A position within a turn, after a move. */
struct inner {
    uint8_t steps[RACE_COLUMNS_MAX];
    double regret; /* the least of this turn, of the ways that lead there with these rolls */
};

struct worker {
    struct work *work;
    struct cantstop_turn turn;
    double bust;            /* what one costs in the turn that is solved */
    struct inner *inner[2]; /* (places of a turn) after one roll, and after the next */
    int *slot;              /* of a place in the latter */
    uint32_t *stamp, stamps;
    struct places now, next;
    double best;  /* of the paths of this scenario that have won */
    double least; /* of all paths of this turn */
    double residue;
    uint64_t turns, given_up;
    bool reports, failed;
    pthread_t thread;
};

struct work {
    const struct approx *v;
    const struct cantstop_race *race;
    const struct bounds_settings *settings;
    uint8_t from[RACE_COLUMNS_MAX];
    double start; /* V */
    bool lower;
    bool complete; /* w − V is at least −slack everywhere */
    double slack;
    int count;
    double *result; /* (count) */
    atomic_int next;
    uint64_t done; /* before */
    atomic_uint_fast64_t units;
};

static bool is_won(const struct cantstop_race *r, const uint8_t progress[]) {
    int completed = 0;
    for (int c = 0; c < r->columns; c++) completed += progress[c] == r->height[c];
    return completed >= RACE_TO_WIN;
}

/* Lays out and solves the turn that begins there. Returns w − V. */
static double solve_turn(struct worker *w, const uint8_t progress[]) {
    const struct cantstop_race *r = w->work->race;
    int at[RACE_COLUMNS_MAX], room[RACE_COLUMNS_MAX];
    for (int c = 0; c < r->columns; c++) {
        at[c] = progress[c];
        room[c] = r->height[c] - at[c];
    }
    cantstop_turn_lay_out(&w->turn, room);
    cantstop_approx_fill(w->work->v, at, &w->turn);
    const double guess = cantstop_approx_turns(w->work->v, at);
    w->bust = cantstop_retrograde_fix(&w->turn, guess);
    cantstop_turn_solve(&w->turn, w->bust);
    w->turns++;
    if (w->bust - guess < w->residue) w->residue = w->bust - guess;
    return w->bust - guess;
}

static int draw_roll(const struct cantstop_race *r, struct th_rng *rng) {
    int dice[4];
    for (int i = 0; i < 4; i++) dice[i] = 1 + (int)th_rng_below(rng, (uint32_t)r->sides);
    return cantstop_race_roll_of(r, dice);
}

/* ---- upper bound: a game by the best play for V ---- */

/* Turns until one ends further on: that is how long the solution stays the same. */
static void leave(struct worker *w, uint8_t progress[], struct th_rng *rng) {
    const struct cantstop_race *r = w->work->race;
    int steps[RACE_COLUMNS_MAX] = {0};
    for (;;) {
        struct turn_move moves[9];
        const int n = cantstop_turn_moves(&w->turn, steps, draw_roll(r, rng), moves);
        if (n == 0) {
            memset(steps, 0, sizeof steps);
            continue;
        }
        cantstop_turn_step(&w->turn, steps, moves[cantstop_turn_best(&w->turn, steps, moves, n)]);
        const int place = cantstop_turn_place(&w->turn, steps);
        if (w->turn.stop[place] <= w->turn.best[place]) break;
    }
    for (int c = 0; c < r->columns; c++) progress[c] = (uint8_t)(progress[c] + steps[c]);
}

/* V at the start, plus w − V of every position that is left: in the mean, the turns it takes. */
static double play_game(struct worker *w, int number) {
    struct th_rng rng = th_rng_seeded(th_mix2(w->work->settings->seed, (uint64_t)number));
    uint8_t at[RACE_COLUMNS_MAX];
    double sum = w->work->start;
    memcpy(at, w->work->from, sizeof at);
    while (!is_won(w->work->race, at)) {
        sum += solve_turn(w, at);
        leave(w, at, &rng);
    }
    return sum;
}

/* ---- lower bound: a player who knows the dice ---- */

/* Whether a path with this cost is not followed, in the turn that begins there or after. A step
 * wins back at most the slack, if that is known. */
static bool gives_up(struct worker *w, const uint8_t progress[], double cost) {
    static const double rounding = 1e-9;
    const struct work *work = w->work;
    if (!work->complete) {
        if (cost <= w->least + work->settings->regret + rounding) return false;
        w->given_up++;
        return true;
    }
    int left = 0;
    for (int c = 0; c < work->race->columns; c++) left += work->race->height[c] - progress[c];
    return cost > w->best + work->slack * left + rounding;
}

static bool add_place(struct worker *w, const uint8_t progress[], bool settled, double cost) {
    struct places *p = &w->next;
    if (gives_up(w, progress, cost)) return true;
    if (p->count == p->room) {
        const size_t room = p->room == 0 ? 1024 : 2 * p->room;
        struct place *more = realloc(p->of, room * sizeof *more);
        if (more == NULL) return false;
        p->of = more;
        p->room = room;
    }
    struct place *place = &p->of[p->count++];
    *place = (struct place){.settled = settled, .cost = cost};
    memcpy(place->progress, progress, sizeof place->progress);
    return true;
}

/* Stops there, at the price of what rolling again would have saved. */
static bool stop_at(struct worker *w, const struct place *from, const int steps[], double regret) {
    const struct cantstop_race *r = w->work->race;
    uint8_t to[RACE_COLUMNS_MAX] = {0};
    for (int c = 0; c < r->columns; c++) to[c] = (uint8_t)(from->progress[c] + steps[c]);
    const double cost = from->cost + regret;
    if (!is_won(r, to)) return add_place(w, to, false, cost);
    if (cost < w->best) w->best = cost;
    return true;
}

/* Rolls again from there: what the next roll begins with. */
static void roll_at(struct worker *w, const int steps[], int place, double regret, int *count) {
    struct inner *next = w->inner[1];
    if (w->stamp[place] == w->stamps) {
        struct inner *same = &next[w->slot[place]];
        if (regret < same->regret) same->regret = regret;
        return;
    }
    w->stamp[place] = w->stamps;
    w->slot[place] = *count;
    struct inner *i = &next[(*count)++];
    i->regret = regret;
    for (int c = 0; c < w->work->race->columns; c++) i->steps[c] = (uint8_t)steps[c];
}

/* All that can be done with a roll. Counts up the positions from which to roll again. */
static bool follow_roll(struct worker *w, const struct place *from, const struct inner *at,
                        int roll, int *count) {
    const struct cantstop_turn *t = &w->turn;
    int steps[RACE_COLUMNS_MAX];
    struct turn_move moves[9];
    for (int c = 0; c < w->work->race->columns; c++) steps[c] = at->steps[c];
    const int n = cantstop_turn_moves(t, steps, roll, moves);
    if (n == 0) return add_place(w, from->progress, true, from->cost + at->regret);
    int place[9], all[9][RACE_COLUMNS_MAX];
    double least = (double)INFINITY;
    for (int i = 0; i < n; i++) {
        memcpy(all[i], steps, sizeof steps);
        cantstop_turn_step(t, all[i], moves[i]);
        place[i] = cantstop_turn_place(t, all[i]);
        if (t->best[place[i]] < least) least = t->best[place[i]];
    }
    for (int i = 0; i < n; i++) {
        const double stop = at->regret + (t->stop[place[i]] - least);
        if (!gives_up(w, from->progress, from->cost + stop) && !stop_at(w, from, all[i], stop))
            return false;
        const double move = at->regret + (t->best[place[i]] - least);
        if (gives_up(w, from->progress, from->cost + move)) continue;
        const double again = at->regret + (cantstop_turn_roll(t, all[i], w->bust) - least);
        if (!gives_up(w, from->progress, from->cost + again))
            roll_at(w, all[i], place[i], again, count);
    }
    return true;
}

/* All turns from there with these rolls. */
static bool follow_turn(struct worker *w, const struct place *from, const int rolls[]) {
    int count = 1;
    w->inner[0][0] = (struct inner){.regret = 0};
    for (int k = 0; count > 0; k++) {
        int next = 0;
        w->stamps++;
        for (int i = 0; i < count; i++)
            if (!follow_roll(w, from, &w->inner[0][i], rolls[k], &next)) return false;
        struct inner *other = w->inner[0];
        w->inner[0] = w->inner[1];
        w->inner[1] = other;
        count = next;
    }
    return true;
}

static int by_progress(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    const int order = memcmp(x->progress, y->progress, sizeof x->progress);
    if (order != 0) return order;
    if (x->settled != y->settled) return x->settled - y->settled;
    return x->cost < y->cost ? -1 : x->cost > y->cost;
}

static int by_cost(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return by_progress(a, b);
}

/* Keeps the best of several paths that lead to the same, and the best of all. */
static void thin_out(struct worker *w) {
    struct places *now = &w->now;
    const size_t most = (size_t)w->work->settings->paths;
    size_t kept = 0;
    qsort(now->of, now->count, sizeof *now->of, by_progress);
    for (size_t i = 0; i < now->count; i++) {
        const struct place *before = kept > 0 ? &now->of[kept - 1] : NULL;
        if (before != NULL && before->settled == now->of[i].settled &&
            memcmp(before->progress, now->of[i].progress, sizeof before->progress) == 0)
            continue;
        now->of[kept++] = now->of[i];
    }
    now->count = kept;
    if (kept <= most || w->work->complete) return;
    qsort(now->of, kept, sizeof *now->of, by_cost);
    w->given_up += kept - most;
    now->count = most;
    qsort(now->of, most, sizeof *now->of, by_progress);
}

/* One turn of all paths that are followed. */
static bool follow_paths(struct worker *w, const int rolls[]) {
    struct places *now = &w->now;
    w->least = w->best;
    thin_out(w);
    for (size_t i = 0; i < now->count; i++)
        if (now->of[i].cost < w->least) w->least = now->of[i].cost;
    for (size_t i = 0; i < now->count;) {
        struct place from = now->of[i];
        const double more = solve_turn(w, from.progress);
        if (!from.settled) from.cost += more;
        from.settled = true;
        for (i++; i < now->count &&
                  memcmp(now->of[i].progress, from.progress, sizeof from.progress) == 0;
             i++) {
            const double cost = now->of[i].cost + (now->of[i].settled ? 0 : more);
            if (cost < from.cost) from.cost = cost;
        }
        if (!gives_up(w, from.progress, from.cost) && !follow_turn(w, &from, rolls)) return false;
    }
    return true;
}

/* V at the start, plus the least that any path pays. */
static double play_scenario(struct worker *w, int number) {
    enum { ROLLS = 3 * (RACE_SHORTEST_MAX + 2 * RACE_SIDES_MAX) };
    const struct work *work = w->work;
    struct th_rng rng = th_rng_seeded(th_mix2(~work->settings->seed, (uint64_t)number));
    w->best = (double)INFINITY;
    w->least = 0;
    w->next.count = 0;
    w->failed = !add_place(w, work->from, false, 0);
    while (w->next.count > 0 && !w->failed) {
        int rolls[ROLLS];
        struct places other = w->now;
        w->now = w->next;
        w->next = other;
        w->next.count = 0;
        for (int k = 0; k < ROLLS; k++) rolls[k] = draw_roll(work->race, &rng);
        w->failed = !follow_paths(w, rolls);
    }
    return work->start + w->best;
}

/* ---- threads ---- */

static bool is_stopped(const struct bounds_settings *s) {
    return s->stop != NULL && atomic_load(s->stop);
}

static void *run_worker(void *context) {
    struct worker *w = context;
    struct work *work = w->work;
    for (int i; (i = atomic_fetch_add(&work->next, 1)) < work->count && !w->failed;) {
        if (is_stopped(work->settings)) break;
        work->result[i] = work->lower ? play_scenario(w, i) : play_game(w, i);
        const uint64_t done = work->done + atomic_fetch_add(&work->units, 1) + 1;
        if (w->reports && work->settings->progress != NULL)
            work->settings->progress(work->settings->context, done);
    }
    return NULL;
}

static bool make_worker(struct worker *w, struct work *work, struct th_error *e) {
    int room[RACE_COLUMNS_MAX];
    *w = (struct worker){.work = work};
    for (int c = 0; c < work->race->columns; c++) room[c] = work->race->height[c] - work->from[c];
    if (!cantstop_turn_make(&w->turn, work->race, room, e)) {
        w->turn = (struct cantstop_turn){0};
        return false;
    }
    const size_t places = (size_t)w->turn.places + 1;
    if (work->lower) {
        for (int i = 0; i < 2; i++) w->inner[i] = malloc(places * sizeof *w->inner[i]);
        w->slot = malloc(places * sizeof *w->slot);
        w->stamp = calloc(places, sizeof *w->stamp);
        if (w->inner[0] == NULL || w->inner[1] == NULL || w->slot == NULL || w->stamp == NULL)
            return th_fail(e, "out of memory");
    }
    return true;
}

static void drop_worker(struct worker *w) {
    cantstop_turn_drop(&w->turn);
    for (int i = 0; i < 2; i++) free(w->inner[i]);
    free(w->slot);
    free(w->stamp);
    free(w->now.of);
    free(w->next.of);
}

static struct bounds_mean mean_of(const double result[], int n) {
    struct bounds_mean m = {0};
    double squares = 0;
    for (int i = 0; i < n; i++) m.mean += result[i] / n;
    for (int i = 0; i < n; i++) squares += (result[i] - m.mean) * (result[i] - m.mean);
    m.error = sqrt(squares / (n - 1) / n);
    return m;
}

static bool run_work(struct work *work, struct bounds *b, struct bounds_mean *mean,
                     struct th_error *e) {
    const int threads = work->settings->threads;
    struct worker *workers = calloc((size_t)threads, sizeof *workers);
    work->result = calloc((size_t)work->count, sizeof *work->result);
    bool ok = workers != NULL && work->result != NULL;
    if (!ok) th_fail(e, "out of memory");
    int made = 0, started = 1;
    for (; ok && made < threads; made++) {
        ok = make_worker(&workers[made], work, e);
        workers[made].reports = made == 0;
    }
    for (; ok && started < threads; started++)
        if (pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) != 0)
            break;
    if (ok) run_worker(&workers[0]);
    for (int i = 1; ok && i < started; i++) pthread_join(workers[i].thread, NULL);
    if (ok && started < threads) ok = th_fail(e, "cannot start %d threads", threads);
    if (ok) *mean = mean_of(work->result, work->count);
    for (int i = 0; i < made; i++) {
        mean->turns += workers[i].turns;
        b->given_up += workers[i].given_up;
        if (workers[i].residue < b->least_residue) b->least_residue = workers[i].residue;
        if (ok && workers[i].failed) ok = th_fail(e, "out of memory");
        drop_worker(&workers[i]);
    }
    free(work->result);
    free(workers);
    return ok && !is_stopped(work->settings);
}

/* ---- w − V everywhere ---- */

/* The least over all positions that can be come to, and 0. */
static bool find_slack(struct work *work, struct th_error *e) {
    const struct cantstop_race *r = work->race;
    struct worker w;
    work->complete = false;
    const bool ok = make_worker(&w, work, e);
    uint8_t at[RACE_COLUMNS_MAX];
    memcpy(at, work->from, sizeof at);
    for (int c = 0; ok && c >= 0;) {
        if (!is_won(r, at)) solve_turn(&w, at);
        for (c = r->columns - 1; c >= 0 && at[c] == r->height[c]; c--) at[c] = work->from[c];
        if (c >= 0) at[c]++;
    }
    work->slack = -w.residue;
    work->complete = ok;
    drop_worker(&w);
    return ok;
}

/* ---- both bounds ---- */

bool cantstop_bounds(struct bounds *b, const struct approx *v, const int from[],
                     const struct bounds_settings *s, struct th_error *e) {
    *b = (struct bounds){0};
    e->text[0] = 0;
    struct work upper = {.v = v, .race = v->race, .settings = s, .count = s->games};
    for (int c = 0; c < v->race->columns; c++) upper.from[c] = (uint8_t)from[c];
    upper.start = b->start = cantstop_approx_turns(v, from);
    struct work lower = upper;
    lower.lower = true;
    lower.count = s->scenarios;
    lower.done = (uint64_t)s->games;
    if (cantstop_race_size(v->race, from).starts <= BOUNDS_COMPLETE && !find_slack(&lower, e))
        return false;
    b->complete = lower.complete;
    return cantstop_bounds_proved(v->race, from, &b->proved, e) &&
           run_work(&upper, b, &b->upper, e) && run_work(&lower, b, &b->lower, e);
}
