#include "retrograde.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- places of the table ---- */

static void set_up(struct retrograde *g, const struct cantstop_race *race, const int from[]) {
    *g = (struct retrograde){.race = race, .vectors = 1, .symmetric = true};
    for (int c = race->columns - 1; c >= 0; c--) {
        g->from[c] = from[c];
        g->stride[c] = g->vectors;
        g->vectors *= (size_t)(race->height[c] - from[c] + 1);
        if (from[c] != from[race->columns - 1 - c]) g->symmetric = false;
    }
}

static size_t place_of(const struct retrograde *g, const int progress[]) {
    size_t place = 0;
    for (int c = 0; c < g->race->columns; c++)
        place += (size_t)(progress[c] - g->from[c]) * g->stride[c];
    return place;
}

static size_t mirror_of(const struct retrograde *g, const int progress[]) {
    if (!g->symmetric) return place_of(g, progress);
    size_t place = 0;
    for (int c = 0, last = g->race->columns - 1; c <= last; c++)
        place += (size_t)(progress[last - c] - g->from[c]) * g->stride[c];
    return place;
}

static void progress_at(const struct retrograde *g, size_t place, int progress[]) {
    for (int c = 0; c < g->race->columns; c++) {
        progress[c] = g->from[c] + (int)(place / g->stride[c]);
        place %= g->stride[c];
    }
}

/* The next vector in the order of places. */
static void step_on(const struct retrograde *g, int progress[]) {
    int c = g->race->columns - 1;
    for (; c >= 0 && progress[c] == g->race->height[c]; c--) progress[c] = g->from[c];
    if (c >= 0) progress[c]++;
}

uint64_t cantstop_retrograde_total(const struct cantstop_race *race, const int from[]) {
    const struct race_size size = cantstop_race_size(race, from);
    return (uint64_t)(size.mirrored > 0 ? (size.starts + size.mirrored) / 2 : size.starts);
}

/* Of a place in the lists of those to be solved. */
static size_t place_bytes(double vectors) {
    return vectors <= (double)UINT32_MAX ? sizeof(uint32_t) : sizeof(uint64_t);
}

double cantstop_retrograde_bytes(const struct cantstop_race *race, const int from[]) {
    const struct race_size size = cantstop_race_size(race, from);
    const double solved = size.mirrored > 0 ? (size.starts + size.mirrored) / 2 : size.starts;
    return size.vectors * (double)sizeof(double) + solved * (double)place_bytes(size.vectors);
}

/* ---- the order of solving ---- */

/* The positions to solve, by the steps that are left in all columns, the fewest first. */
struct levels {
    uint32_t *place; /* or, for a large table, */
    uint64_t *wide;
    uint64_t *first; /* (levels + 1): where each begins in `place` */
    int levels;
};

static bool is_solved_itself(const struct retrograde *g, const int progress[], size_t place) {
    int completed = 0;
    for (int c = 0; c < g->race->columns; c++) completed += progress[c] == g->race->height[c];
    return completed < RACE_TO_WIN && place <= mirror_of(g, progress);
}

static int left_in(const struct retrograde *g, const int progress[]) {
    int left = 0;
    for (int c = 0; c < g->race->columns; c++) left += g->race->height[c] - progress[c];
    return left;
}

static bool make_levels(const struct retrograde *g, struct levels *l) {
    l->levels = left_in(g, g->from) + 1;
    l->first = calloc((size_t)l->levels + 1, sizeof *l->first);
    const size_t total = (size_t)cantstop_retrograde_total(g->race, g->from);
    if (place_bytes((double)g->vectors) == sizeof *l->place)
        l->place = malloc(total * sizeof *l->place);
    else
        l->wide = malloc(total * sizeof *l->wide);
    if (l->first == NULL || (l->place == NULL && l->wide == NULL)) return false;
    /* Counted, then put where their level has its next place; that moves `first` on by a level. */
    for (int pass = 0; pass < 2; pass++) {
        int progress[RACE_COLUMNS_MAX];
        memcpy(progress, g->from, sizeof progress);
        for (size_t place = 0; place < g->vectors; place++, step_on(g, progress)) {
            if (!is_solved_itself(g, progress, place)) continue;
            const int left = left_in(g, progress);
            if (pass == 0)
                l->first[left + 1]++;
            else if (l->place != NULL)
                l->place[l->first[left]++] = (uint32_t)place;
            else
                l->wide[l->first[left]++] = place;
        }
        for (int i = 1; pass == 0 && i <= l->levels; i++) l->first[i] += l->first[i - 1];
    }
    memmove(l->first + 1, l->first, (size_t)l->levels * sizeof *l->first);
    l->first[0] = 0;
    return true;
}

static size_t level_place(const struct levels *l, uint64_t at) {
    return l->place != NULL ? l->place[at] : (size_t)l->wide[at];
}

static void drop_levels(struct levels *l) {
    free(l->place);
    free(l->wide);
    free(l->first);
}

/* ---- one position ---- */

/* What stopping costs, for each place of the turn that is laid out there. */
static void fill_stops(const struct retrograde *g, size_t place, struct cantstop_turn *t) {
    for (int n = 0; n < t->blocks; n++) {
        const struct turn_block *b = &t->block[n];
        size_t stride[RACE_RUNNERS] = {0}, at = place;
        for (int i = 0; i < b->runners; i++) {
            stride[i] = g->stride[b->column[i]];
            at += stride[i];
        }
        double *stop = t->stop + b->first;
        for (int i = 0; i < b->room[0]; i++)
            for (int j = 0; j < b->room[1]; j++) {
                const double *value = g->value + at + (size_t)i * stride[0] + (size_t)j * stride[1];
                for (int k = 0; k < b->room[2]; k++) *stop++ = value[(size_t)k * stride[2]];
            }
    }
}

static void begin_turn(const struct retrograde *g, const int progress[], size_t place,
                       struct cantstop_turn *t) {
    int room[RACE_COLUMNS_MAX];
    for (int c = 0; c < g->race->columns; c++) room[c] = g->race->height[c] - progress[c];
    cantstop_turn_lay_out(t, room);
    fill_stops(g, place, t);
}

/* One more step in some column: a value that is a little too low. */
static double first_guess(const struct retrograde *g, const int progress[], size_t place) {
    double guess = 1;
    for (int c = 0; c < g->race->columns; c++) {
        if (progress[c] == g->race->height[c]) continue;
        const double value = g->value[place + g->stride[c]];
        if (value > guess) guess = value;
    }
    return guess;
}

/* The secant method on v ↦ 1 + turn(v) − v, which is concave and falls: where the same policy is
 * best at both ends of the secant it hits the zero at once. */
double cantstop_retrograde_fix(struct cantstop_turn *t, double guess) {
    enum { STEPS_MAX = 100 };
    double before = guess;
    double excess_before = 1 + cantstop_turn_solve(t, before) - before;
    double v = before + excess_before;
    for (int i = 0; i < STEPS_MAX; i++) {
        const double excess = 1 + cantstop_turn_solve(t, v) - v;
        const double fall = excess_before - excess;
        if (fall == 0) break;
        const double step = excess * (v - before) / fall;
        before = v;
        excess_before = excess;
        v += step;
        if (step < 1e-13 * v && -step < 1e-13 * v) break;
    }
    return v;
}

static double solve_position(const struct retrograde *g, size_t place, struct cantstop_turn *t) {
    int progress[RACE_COLUMNS_MAX];
    progress_at(g, place, progress);
    begin_turn(g, progress, place, t);
    return cantstop_retrograde_fix(t, first_guess(g, progress, place));
}

/* ---- all positions ---- */

struct work {
    struct retrograde *g;
    const struct retrograde_watch *watch;
    const struct levels *levels;
    uint64_t end; /* of the piece of a level that is solved */
    atomic_uint_fast64_t next, done;
};

struct worker {
    struct work *work;
    struct cantstop_turn turn;
    bool reports; /* the progress */
    pthread_t thread;
};

static bool is_stopped(const struct retrograde_watch *w) {
    return w->stop != NULL && atomic_load(w->stop);
}

static void set_value(struct retrograde *g, size_t place, double v) {
    int progress[RACE_COLUMNS_MAX];
    progress_at(g, place, progress);
    g->value[place] = g->value[mirror_of(g, progress)] = v;
}

/* Takes positions of the piece until there are none. */
static void *work_on_piece(void *context) {
    struct worker *w = context;
    struct work *work = w->work;
    struct retrograde *g = work->g;
    for (uint64_t at; (at = atomic_fetch_add(&work->next, 1)) < work->end;) {
        if (is_stopped(work->watch)) break;
        const size_t place = level_place(work->levels, at);
        set_value(g, place, solve_position(g, place, &w->turn));
        const uint64_t done = atomic_fetch_add(&work->done, 1) + 1;
        if (w->reports && work->watch->progress != NULL)
            work->watch->progress(work->watch->context, done);
    }
    return NULL;
}

/* The positions of a level need those of the levels before it, so the threads meet at its end. */
static bool solve_piece(struct work *work, struct worker workers[], uint64_t first, uint64_t end,
                        struct th_error *e) {
    const int threads = work->watch->threads;
    work->end = end;
    atomic_store(&work->next, first);
    int started = 1;
    for (; started < threads; started++)
        if (pthread_create(&workers[started].thread, NULL, work_on_piece, &workers[started]) != 0)
            break;
    work_on_piece(&workers[0]);
    for (int i = 1; i < started; i++) pthread_join(workers[i].thread, NULL);
    if (started < threads) return th_fail(e, "cannot start %d threads", threads);
    return !is_stopped(work->watch);
}

/* The same with a folder: takes the piece from there, or puts it there once it is solved. */
static bool keep_piece(struct work *work, struct worker workers[], int level, uint64_t piece,
                       uint64_t first, uint64_t end, struct th_error *e) {
    const struct layers *layers = work->watch->layers;
    if (layers == NULL) return solve_piece(work, workers, first, end, e);
    const size_t count = (size_t)(end - first);
    double *value = malloc(count * sizeof *value);
    if (value == NULL) return th_fail(e, "out of memory");
    bool ok = true;
    switch (cantstop_layers_load(layers, level, piece, value, count, e)) {
    case LAYERS_FOUND:
        for (size_t i = 0; i < count; i++)
            set_value(work->g, level_place(work->levels, first + i), value[i]);
        atomic_fetch_add(&work->done, count);
        work->g->read += count;
        break;
    case LAYERS_MISSING:
        ok = solve_piece(work, workers, first, end, e);
        for (size_t i = 0; i < count; i++)
            value[i] = work->g->value[level_place(work->levels, first + i)];
        ok = ok && cantstop_layers_save(layers, level, piece, value, count, e);
        break;
    case LAYERS_BAD:
        ok = false;
        break;
    }
    free(value);
    return ok;
}

static bool solve_levels(struct work *work, struct worker workers[], struct th_error *e) {
    for (int level = 0; level < work->levels->levels; level++) {
        const uint64_t last = work->levels->first[level + 1];
        uint64_t first = work->levels->first[level];
        for (uint64_t piece = 0; first < last; piece++) {
            const uint64_t end = last - first > LAYERS_PIECE ? first + LAYERS_PIECE : last;
            if (!keep_piece(work, workers, level, piece, first, end, e)) return false;
            first = end;
        }
    }
    return true;
}

static bool solve_on_threads(struct retrograde *g, const struct retrograde_watch *watch,
                             const struct levels *levels, struct th_error *e) {
    struct worker *workers = calloc((size_t)watch->threads, sizeof *workers);
    if (workers == NULL) return th_fail(e, "out of memory");
    struct work work = {.g = g, .watch = watch, .levels = levels};
    int room[RACE_COLUMNS_MAX], made = 0;
    for (int c = 0; c < g->race->columns; c++) room[c] = g->race->height[c] - g->from[c];
    bool ok = true;
    for (; ok && made < watch->threads; made++) {
        workers[made].work = &work;
        workers[made].reports = made == 0;
        ok = cantstop_turn_make(&workers[made].turn, g->race, room, e);
        if (!ok) break; /* and has nothing to drop */
    }
    ok = ok && solve_levels(&work, workers, e);
    for (int i = 0; i < made; i++) cantstop_turn_drop(&workers[i].turn);
    free(workers);
    return ok;
}

bool cantstop_retrograde_solve(struct retrograde *g, const struct cantstop_race *race,
                               const int from[], const struct retrograde_watch *watch,
                               struct th_error *e) {
    set_up(g, race, from);
    e->text[0] = 0;
    struct levels levels = {0};
    g->value = calloc(g->vectors, sizeof *g->value);
    const bool ok = g->value != NULL && make_levels(g, &levels);
    if (!ok) th_fail(e, "out of memory");
    const bool solved = ok && solve_on_threads(g, watch, &levels, e);
    drop_levels(&levels);
    return solved;
}

void cantstop_retrograde_drop(struct retrograde *g) {
    free(g->value);
}

double cantstop_retrograde_value(const struct retrograde *g, const int progress[]) {
    return g->value[place_of(g, progress)];
}

void cantstop_retrograde_turn(const struct retrograde *g, const int progress[],
                              struct cantstop_turn *t) {
    const size_t place = place_of(g, progress);
    begin_turn(g, progress, place, t);
    cantstop_turn_solve(t, g->value[place]);
}
