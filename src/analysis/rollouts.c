/* Rollouts with common random numbers and a control variate, on threads. */
#include "judge.h"

#include "core/facets.h"
#include "core/match_loop.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONTROL_ALL = 16, /* outcomes evaluated for an expectation: all, or a sample of this size */
    CHUNK = 8,        /* games that a thread takes at once */
    THREADS_MAX = 256,
    SAMPLE_SEATS = 2, /* numbers per game and seat: result and luck */
};
#define GAMES_MOST INT64_C(100000000)
#define BYTES_MOST (INT64_C(4) << 30)

struct worker {
    struct rollouts *rollouts;
    struct bot bot[TH_SEATS_MAX];
    struct th_state *world, *state, *view, *after;
    pthread_t thread;
    bool varied; /* a game had chance, or a bot used its generator */
};

struct rollouts {
    struct rollouts_settings set;
    struct worker *worker;
    int workers, seats;
    bool control;
    const struct rollouts_question *question;
    atomic_llong next; /* game to play */
    int64_t last;      /* the end of this batch, exclusive */
    float *kept;       /* [game][action][seat][result, luck] */
    size_t kept_room;
    double *sample; /* [game][action], of question->seat */
    size_t sample_room;
    struct verdict *of;
    bool *at_once; /* by action: the state after it is terminal */
    int of_room;
};

static float *kept_of(const struct rollouts *r, int64_t game, int action) {
    return r->kept + ((size_t)game * (size_t)r->question->n + (size_t)action) * (size_t)r->seats *
                         SAMPLE_SEATS;
}

/* ---- one game ---- */

/* The expected estimates before this chance event. If there are many outcomes, `bits` select a
 * systematic sample: equally spaced by weight from a random start, which is unbiased. */
static void expected(const struct worker *w, uint64_t bits, double mean[]) {
    const struct th_game *game = w->rollouts->set.game;
    const int seats = w->rollouts->seats;
    struct th_outcome outcome[TH_LEGAL_MAX];
    double value[TH_SEATS_MAX], total = 0, passed = 0, wanted = 0;
    const int n = game->outcomes(w->state, outcome);
    for (int i = 0; i < n; i++) total += outcome[i].weight;
    const double stride = total / CONTROL_ALL;
    if (n > CONTROL_ALL) wanted = stride * (double)(th_mix(bits ^ TH_GOLDEN) >> 11) * 0x1p-53;
    for (int s = 0; s < seats; s++) mean[s] = 0;
    for (int i = 0; i < n; i++) {
        double share = outcome[i].weight / total;
        passed += outcome[i].weight;
        if (n > CONTROL_ALL)
            for (share = 0; wanted < passed; wanted += stride) share += 1.0 / CONTROL_ALL;
        if (share <= 0) continue;
        memcpy(w->after, w->state, game->state_size);
        game->apply(w->after, outcome[i].action);
        game->analysis->estimate(w->after, value);
        for (int s = 0; s < seats; s++) mean[s] += share * value[s];
    }
}

static void begin_bots(struct worker *w, struct th_rng rng[], uint64_t own) {
    const struct th_game *game = w->rollouts->set.game;
    for (int s = 0; s < w->rollouts->seats; s++) {
        rng[s] = th_rng_seeded(th_mix2(own, (uint64_t)s));
        if (w->bot[s].kind->begin == NULL) continue;
        w->bot[s].kind->begin(w->bot[s].self, seat_view(game, w->state, s, w->view), s);
    }
}

/* The action of the seat in turn; the first legal one if its bot gives none. */
static th_action decide(struct worker *w, int seat, struct th_rng *rng) {
    const struct th_game *game = w->rollouts->set.game;
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(w->state, legal);
    if (n == 1) return legal[0];
    const struct th_rng before = *rng;
    const int place = bot_ask_always(&w->bot[seat], game, seat_view(game, w->state, seat, w->view),
                                     seat, legal, n, rng, NULL, w->rollouts->set.stop);
    if (memcmp(&before, rng, sizeof before) != 0) w->varied = true;
    return legal[place >= 0 ? place : 0];
}

/* Plays w->state to its end; returns the result and the luck of all seats. */
static void play(struct worker *w, int64_t number, double result[], double luck[]) {
    const struct rollouts *r = w->rollouts;
    const struct th_game *game = r->set.game;
    const uint64_t seed = th_mix2(r->set.seed, (uint64_t)number);
    const uint32_t most = game->turns(w->state) + r->set.max_turns;
    struct luck stream = luck_of_block(th_seed_of(r->set.seed), (uint64_t)number);
    struct th_rng rng[TH_SEATS_MAX];
    double before[TH_SEATS_MAX], after[TH_SEATS_MAX];
    begin_bots(w, rng, th_mix2(seed, 1));
    for (int s = 0; s < r->seats; s++) luck[s] = 0;
    int mover;
    while ((mover = game->mover(w->state)) != TH_OVER && game->turns(w->state) < most &&
           !th_is_set(r->set.stop)) {
        if (mover != TH_CHANCE) {
            game->apply(w->state, decide(w, mover, &rng[mover]));
            continue;
        }
        w->varied = true;
        const uint64_t bits = luck_next(&stream, game->chance_key(w->state));
        if (r->control) expected(w, bits, before);
        game->apply(w->state, th_chance_pick(game, w->state, bits));
        if (!r->control) continue;
        game->analysis->estimate(w->state, after);
        for (int s = 0; s < r->seats; s++) luck[s] += after[s] - before[s];
    }
    for (int s = 0; s < r->seats; s++) result[s] = 1.0 / r->seats;
    if (mover == TH_OVER) game->payoff(w->state, result);
    for (int s = 0; s < r->seats; s++)
        if (w->bot[s].kind->end != NULL) w->bot[s].kind->end(w->bot[s].self, result);
}

/* Plays one game for each action, all from the same sampled state with the same luck. */
static void play_all(struct worker *w, int64_t number) {
    const struct rollouts *r = w->rollouts;
    const struct rollouts_question *q = r->question;
    const struct th_game *game = r->set.game;
    const struct th_state *world = q->state;
    if (q->as_seen && game->view != NULL) {
        const int seat = game->mover(q->state);
        struct th_rng rng = th_rng_seeded(th_mix2(th_mix2(r->set.seed, 2), (uint64_t)number));
        game->view(q->state, seat, w->view);
        game->guess(w->view, seat, &rng, w->world);
        world = w->world;
        w->varied = true;
    }
    for (int i = 0; i < q->n; i++) {
        double result[TH_SEATS_MAX], luck[TH_SEATS_MAX];
        float *kept = kept_of(r, number, i);
        memcpy(w->state, world, game->state_size);
        if (q->action != NULL) game->apply(w->state, q->action[i]);
        if (number == 0) r->at_once[i] = game->mover(w->state) == TH_OVER;
        play(w, number, result, luck);
        for (int s = 0; s < r->seats; s++) {
            kept[SAMPLE_SEATS * s] = (float)result[s];
            kept[SAMPLE_SEATS * s + 1] = (float)luck[s];
        }
    }
}

/* ---- many games ---- */

static void *work(void *argument) {
    struct worker *w = argument;
    struct rollouts *r = w->rollouts;
    for (;;) {
        const int64_t first = atomic_fetch_add(&r->next, CHUNK);
        for (int64_t g = first; g < first + CHUNK; g++) {
            if (g >= r->last || th_is_set(r->set.stop)) return NULL;
            play_all(w, g);
        }
    }
}

static void play_batch(struct rollouts *r, int64_t from, int64_t to) {
    atomic_store(&r->next, from);
    r->last = to;
    int started = 1;
    const int64_t chunks = (to - from + CHUNK - 1) / CHUNK;
    while (started < r->workers && started < chunks &&
           pthread_create(&r->worker[started].thread, NULL, work, &r->worker[started]) == 0)
        started++;
    work(&r->worker[0]);
    for (int i = 1; i < started; i++) pthread_join(r->worker[i].thread, NULL);
}

static bool grow(void **data, size_t *room, size_t size) {
    if (size <= *room) return true;
    void *larger = realloc(*data, size);
    if (larger == NULL) return false;
    *data = larger;
    *room = size;
    return true;
}

/* Allocates memory for the games up to `to`. */
static bool make_room(struct rollouts *r, int64_t to, struct th_error *e) {
    const int64_t cells = to * r->question->n;
    const int64_t bytes = cells * r->seats * SAMPLE_SEATS * (int64_t)sizeof(float);
    if (to > GAMES_MOST || bytes > BYTES_MOST)
        return th_fail(e, "so many rollouts do not fit into memory: ask for fewer games, or a "
                          "larger standard error");
    if (grow((void **)&r->kept, &r->kept_room, (size_t)bytes) &&
        grow((void **)&r->sample, &r->sample_room, (size_t)cells * sizeof(double)))
        return true;
    return th_fail(e, "out of memory");
}

/* ---- values and errors ---- */

struct moments {
    double results, lucks, squares, luck_squares, products;
};

static struct moments moments_of(const struct rollouts *r, int64_t games, int action, int seat) {
    struct moments m = {0};
    for (int64_t g = 0; g < games; g++) {
        const float *kept = kept_of(r, g, action) + SAMPLE_SEATS * seat;
        const double result = (double)kept[0], luck = (double)kept[1];
        m.results += result;
        m.lucks += luck;
        m.squares += result * result;
        m.luck_squares += luck * luck;
        m.products += result * luck;
    }
    return m;
}

/* The weight of the control variate that minimizes the variance; the same for all actions of a
 * seat, so that differences stay paired. */
static double weight_of_luck(const struct rollouts *r, int64_t games, int seat) {
    double products = 0, squares = 0;
    for (int i = 0; i < r->question->n; i++) {
        const struct moments m = moments_of(r, games, i, seat);
        products += m.products - m.results * m.lucks / (double)games;
        squares += m.luck_squares - m.lucks * m.lucks / (double)games;
    }
    return squares > 1e-12 ? products / squares : 0;
}

/* Sets mean and error of one action for a seat, adjusted for luck; returns the remaining share of
 * the variance. */
static double weigh(struct rollouts *r, int64_t games, int action, int seat, double weight) {
    const struct moments m = moments_of(r, games, action, seat);
    const double n = (double)games, mean = (m.results - weight * m.lucks) / n;
    const double raw = m.squares - m.results * m.results / n;
    const double adjusted =
        m.squares - 2 * weight * m.products + weight * weight * m.luck_squares - n * mean * mean;
    struct verdict *v = &r->of[action];
    /* The adjustment may move a mean out of the range. */
    v->value[seat] = mean < 0 ? 0 : mean > 1 ? 1 : mean;
    if (r->at_once[action])
        v->error[seat] = 0;
    else if (games < 2)
        v->error[seat] = NAN;
    else {
        const double least = verdict_least_error(n);
        const double error = adjusted > 0 ? sqrt(adjusted / (n - 1) / n) : 0;
        v->error[seat] = error > least ? error : least;
    }
    return raw > 0 ? adjusted / raw : 1;
}

static void conclude(struct rollouts *r, int64_t games, struct verdicts *out) {
    const struct rollouts_question *q = r->question;
    double weight[TH_SEATS_MAX], left = 0;
    *out = (struct verdicts){.n = q->n,
                             .seats = r->seats,
                             .seat = q->seat,
                             .of = r->of,
                             .sample = r->sample,
                             .games = games};
    for (int k = 0; k < r->workers; k++) out->varied = out->varied || r->worker[k].varied;
    for (int s = 0; s < r->seats; s++) {
        weight[s] = r->control && games > 1 ? weight_of_luck(r, games, s) : 0;
        for (int i = 0; i < q->n; i++) {
            const double part = weigh(r, games, i, s, weight[s]);
            if (s == q->seat) left += part / q->n;
        }
    }
    for (int i = 0; i < q->n; i++) {
        double sum = 0;
        for (int s = 0; s < r->seats; s++) sum += r->of[i].value[s];
        for (int s = 0; s < r->seats && sum > 0; s++) r->of[i].value[s] /= sum;
        if (r->of[i].value[q->seat] > r->of[out->best].value[q->seat]) out->best = i;
        for (int64_t g = 0; g < games; g++) {
            const float *kept = kept_of(r, g, i) + SAMPLE_SEATS * q->seat;
            r->sample[g * q->n + i] = (double)kept[0] - weight[q->seat] * (double)kept[1];
        }
    }
    out->reduction = r->control && left > 0 ? 1 / left : NAN;
}

static double largest_error(const struct verdicts *v) {
    double largest = 0;
    for (int i = 0; i < v->n; i++)
        if (v->of[i].error[v->seat] > largest) largest = v->of[i].error[v->seat];
    return largest;
}

bool rollouts_ask(struct rollouts *r, const struct rollouts_question *q, struct verdicts *out,
                  struct th_error *e) {
    r->question = q;
    for (int k = 0; k < r->workers; k++) r->worker[k].varied = false;
    if (q->n > r->of_room) {
        free(r->of);
        free(r->at_once);
        r->of = calloc((size_t)q->n, sizeof *r->of);
        r->at_once = calloc((size_t)q->n, sizeof *r->at_once);
        r->of_room = r->of != NULL && r->at_once != NULL ? q->n : 0;
        if (r->of_room == 0) return th_fail(e, "out of memory");
    }
    /* The first game shows whether games vary; if not, all others would be the same. */
    int64_t games = 0, next = 1;
    do {
        if (!make_room(r, next, e)) return false;
        play_batch(r, games, next);
        if (th_is_set(r->set.stop)) return th_fail(e, "stopped");
        games = next;
        conclude(r, games, out);
        next = games < r->set.games ? r->set.games : 2 * games;
    } while (out->varied &&
             (games < r->set.games || (r->set.until > 0 && largest_error(out) > r->set.until)));
    return true;
}

/* ---- making ---- */

static bool make_worker(struct worker *w, struct rollouts *r, struct th_error *e) {
    const struct rollouts_settings *set = &r->set;
    struct th_state **room[] = {&w->world, &w->state, &w->view, &w->after};
    w->rollouts = r;
    for (int i = 0; i < 4; i++)
        if ((*room[i] = th_state_new(set->game, &set->game_options, e)) == NULL) return false;
    for (int s = 0; s < r->seats; s++) {
        void *self =
            th_bot_make(set->bot.kind, set->game, &set->game_options, &set->bot.options, e);
        if (self == NULL) return false;
        w->bot[s] = (struct bot){.kind = set->bot.kind, .self = self};
    }
    return true;
}

struct rollouts *rollouts_new(const struct rollouts_settings *settings, struct th_error *e) {
    struct rollouts *r = calloc(1, sizeof *r);
    const int workers = settings->threads < THREADS_MAX ? settings->threads : THREADS_MAX;
    if (r == NULL || (r->worker = calloc((size_t)workers, sizeof *r->worker)) == NULL) {
        free(r);
        th_fail(e, "out of memory");
        return NULL;
    }
    r->set = *settings;
    r->seats = th_game_seats(settings->game, &settings->game_options, e);
    r->control = analysis_of(settings->game)->estimate != NULL &&
                 (settings->control == ROLLOUTS_CONTROL_ON ||
                  (settings->control == ROLLOUTS_CONTROL_AUTO &&
                   (settings->bot.kind->slow || settings->game->outcome_count <= CONTROL_ALL)));
    bool ok = r->seats > 0;
    for (; ok && r->workers < workers; r->workers++) ok = make_worker(&r->worker[r->workers], r, e);
    if (ok) return r;
    rollouts_drop(r);
    return NULL;
}

void rollouts_drop(struct rollouts *r) {
    for (int k = 0; k < r->workers; k++) {
        struct worker *w = &r->worker[k];
        for (int s = 0; s < r->seats; s++)
            if (w->bot[s].self != NULL && w->bot[s].kind->drop != NULL)
                w->bot[s].kind->drop(w->bot[s].self);
        free(w->world);
        free(w->state);
        free(w->view);
        free(w->after);
    }
    free(r->worker);
    free(r->kept);
    free(r->sample);
    free(r->of);
    free(r->at_once);
    free(r);
}
