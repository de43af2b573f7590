/* Fits the network of approx.h for dice that have no fitted numbers: in rounds, games alone in
 * which every turn is solved with the network so far, and so gives a better value for where it
 * began. A part of the turns is banked at random, so that the network knows what good play avoids.
 */
#include "approx.h"
#include "retrograde.h"
#include "tahur/rng.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 32, TURNS = 24, ROUNDS = 24, ROUND = PLAYERS * TURNS, STEPS = 300, BATCH = 64 };

struct sample {
    int progress[RACE_COLUMNS_MAX];
    float turns;
};

struct player {
    struct th_rng rng;
    int progress[RACE_COLUMNS_MAX];
};

struct fit {
    struct approx *a;
    const struct approx_watch *watch;
    struct th_rng rng;
    struct player player[PLAYERS];
    struct sample sample[ROUNDS + 1][ROUND];
    int round;
    atomic_int next;
    size_t count; /* parameters: the rows, then the weights, then the base */
    float *parameter, *gradient, *first, *second;
    uint64_t steps;
};

/* ---- the network ---- */

static void take_parameters(const struct fit *f) {
    const size_t rows = (size_t)f->a->rows * APPROX_UNITS;
    memcpy(f->a->row, f->parameter, rows * sizeof *f->parameter);
    memcpy(f->a->weight, f->parameter + rows, sizeof f->a->weight);
    f->a->base = f->parameter[rows + APPROX_UNITS];
}

static float uniform(struct th_rng *rng) {
    return (float)(th_rng_next(rng) >> 40) * 0x1p-23F - 1;
}

static void begin(struct fit *f) {
    const size_t rows = (size_t)f->a->rows * APPROX_UNITS;
    for (size_t i = 0; i < rows; i++) f->parameter[i] = uniform(&f->rng) * 0.3F;
    for (size_t i = rows; i < f->count; i++) f->parameter[i] = uniform(&f->rng) * 0.2F;
    take_parameters(f);
}

/* Adds the gradient of the squared error of one sample. */
static void add_gradient(struct fit *f, const struct sample *s) {
    const size_t rows = (size_t)f->a->rows * APPROX_UNITS;
    const float *weight = f->parameter + rows;
    float unit[APPROX_UNITS] = {0}, out = weight[APPROX_UNITS];
    for (int c = 0; c < f->a->race->columns; c++) {
        const float *row = f->parameter + (size_t)(f->a->first[c] + s->progress[c]) * APPROX_UNITS;
        for (int u = 0; u < APPROX_UNITS; u++) unit[u] += row[u];
    }
    for (int u = 0; u < APPROX_UNITS; u++) out += (unit[u] > 0 ? unit[u] : 0) * weight[u];
    const float slope = 2 * (out - s->turns) / BATCH;
    float *to = f->gradient + rows;
    to[APPROX_UNITS] += slope;
    for (int u = 0; u < APPROX_UNITS; u++) {
        const bool on = unit[u] > 0;
        to[u] += on ? slope * unit[u] : 0;
        unit[u] = on ? slope * weight[u] : 0;
    }
    for (int c = 0; c < f->a->race->columns; c++) {
        float *row = f->gradient + (size_t)(f->a->first[c] + s->progress[c]) * APPROX_UNITS;
        for (int u = 0; u < APPROX_UNITS; u++) row[u] += unit[u];
    }
}

/* Adam (Kingma and Ba 2015). */
static void update(struct fit *f, float rate) {
    f->steps++;
    const double t = (double)f->steps;
    const float scale = rate * (float)(sqrt(1 - pow(0.999, t)) / (1 - pow(0.9, t)));
    for (size_t i = 0; i < f->count; i++) {
        const float g = f->gradient[i];
        f->first[i] = 0.9F * f->first[i] + 0.1F * g;
        f->second[i] = 0.999F * f->second[i] + 0.001F * g * g;
        f->parameter[i] -= scale * f->first[i] / (sqrtf(f->second[i]) + 1e-8F);
    }
}

/* To the newer half of the rounds: what their turns were solved with was better. */
static void fit_rounds(struct fit *f) {
    const int old = f->round / 2, rounds = f->round - old + 1;
    for (int step = 0; step < STEPS; step++) {
        memset(f->gradient, 0, f->count * sizeof *f->gradient);
        for (int i = 0; i < BATCH; i++) {
            const uint32_t at = th_rng_below(&f->rng, (uint32_t)(rounds * ROUND));
            add_gradient(f, &f->sample[old + (int)at / ROUND][at % ROUND]);
        }
        update(f, 0.004F * (0.02F + 0.98F * (1 - (float)step / STEPS)));
    }
    take_parameters(f);
}

/* ---- playing ---- */

static bool is_won(const struct cantstop_race *r, const int progress[]) {
    int completed = 0;
    for (int c = 0; c < r->columns; c++) completed += progress[c] == r->height[c];
    return completed >= RACE_TO_WIN;
}

/* The turn that is solved, or at random. */
static void play_turn(struct player *p, const struct cantstop_turn *t) {
    const struct cantstop_race *r = t->race;
    const bool at_random = th_rng_below(&p->rng, 3) == 0;
    int steps[RACE_COLUMNS_MAX] = {0};
    for (;;) {
        int dice[4];
        struct turn_move moves[9];
        for (int i = 0; i < 4; i++) dice[i] = 1 + (int)th_rng_below(&p->rng, (uint32_t)r->sides);
        const int n = cantstop_turn_moves(t, steps, cantstop_race_roll_of(r, dice), moves);
        if (n == 0) return;
        const int choice = at_random ? (int)th_rng_below(&p->rng, (uint32_t)n)
                                     : cantstop_turn_best(t, steps, moves, n);
        cantstop_turn_step(t, steps, moves[choice]);
        const int place = cantstop_turn_place(t, steps);
        const bool stops = t->stop[place] <= t->best[place];
        if (at_random ? th_rng_below(&p->rng, 4) == 0 || t->stop[place] <= 0 : stops) break;
    }
    for (int c = 0; c < r->columns; c++) p->progress[c] += steps[c];
    if (is_won(r, p->progress)) memset(p->progress, 0, sizeof p->progress);
}

/* A first guess, before anything is known: by the steps that the three nearest columns lack. */
static float guess(const struct cantstop_race *r, const int progress[]) {
    int left[3] = {RACE_SHORTEST_MAX * 2, RACE_SHORTEST_MAX * 2, RACE_SHORTEST_MAX * 2};
    for (int c = 0; c < r->columns; c++) {
        int now = r->height[c] - progress[c];
        for (int i = 0; i < 3; i++)
            if (now < left[i]) {
                const int held = left[i];
                left[i] = now;
                now = held;
            }
    }
    const float turns = (float)(left[0] + left[1] + left[2]) / 5;
    return turns < 1 ? 1 : turns;
}

static void play_turns(struct fit *f, int player, struct cantstop_turn *t) {
    const struct cantstop_race *r = f->a->race;
    struct player *p = &f->player[player];
    for (int i = 0; i < TURNS; i++) {
        struct sample *s = &f->sample[f->round][player * TURNS + i];
        int room[RACE_COLUMNS_MAX];
        for (int c = 0; c < r->columns; c++) room[c] = r->height[c] - p->progress[c];
        memcpy(s->progress, p->progress, sizeof s->progress);
        cantstop_turn_lay_out(t, room);
        cantstop_approx_fill(f->a, p->progress, t);
        const double turns = cantstop_retrograde_fix(t, cantstop_approx_turns(f->a, p->progress));
        s->turns = f->round == 0 ? guess(r, p->progress) : (float)turns;
        play_turn(p, t);
    }
}

static void *run_player(void *context) {
    struct fit *f = context;
    struct cantstop_turn t;
    struct th_error e;
    if (!cantstop_turn_make(&t, f->a->race, f->a->race->height, &e)) return f;
    for (int i; (i = atomic_fetch_add(&f->next, 1)) < PLAYERS;) play_turns(f, i, &t);
    cantstop_turn_drop(&t);
    return NULL;
}

/* The players' turns of a round, on threads. */
static bool play_round(struct fit *f, struct th_error *e) {
    const int most = f->watch->threads < PLAYERS ? f->watch->threads : PLAYERS;
    pthread_t thread[PLAYERS];
    int started = 1;
    atomic_store(&f->next, 0);
    for (; started < most; started++)
        if (pthread_create(&thread[started], NULL, run_player, f) != 0) break;
    bool ok = run_player(f) == NULL;
    for (int i = 1; i < started; i++) {
        void *failed;
        pthread_join(thread[i], &failed);
        ok = ok && failed == NULL;
    }
    return ok || th_fail(e, "out of memory");
}

static bool is_stopped(const struct approx_watch *w) {
    return w->stop != NULL && atomic_load(w->stop);
}

bool cantstop_approx_fit(struct approx *a, const struct approx_watch *w, struct th_error *e) {
    e->text[0] = 0;
    struct fit *f = calloc(1, sizeof *f);
    if (f == NULL) return th_fail(e, "out of memory");
    f->a = a;
    f->watch = w;
    f->rng = th_rng_seeded(1);
    f->count = (size_t)(a->rows + 1) * APPROX_UNITS + 1;
    f->parameter = calloc(4 * f->count, sizeof *f->parameter);
    bool ok = f->parameter != NULL || th_fail(e, "out of memory");
    if (ok) {
        f->gradient = f->parameter + f->count;
        f->first = f->gradient + f->count;
        f->second = f->first + f->count;
        for (int i = 0; i < PLAYERS; i++) f->player[i].rng = th_rng_seeded(th_mix2(2, (uint64_t)i));
        begin(f);
    }
    for (f->round = 0; ok && f->round <= ROUNDS; f->round++) {
        ok = !is_stopped(w) && play_round(f, e);
        if (ok) fit_rounds(f);
    }
    free(f->parameter);
    free(f);
    return ok;
}
