/* tune GAME… [key=value…]: tunes the weights of a game's evaluation by self-play, in one way of
 * playing it or several in turns (parchis:rules=text parchis:rules=course).
 *
 * method=fit: each round plays games of the current weights against themselves, from random
 * openings and with some random moves, and keeps positions with the result of their game. Then the
 * weights are moved so that the logistic function of the evaluation foretells the results best (the
 * idea is known from chess engines as Texel's tuning): logistic regression on the evaluation's
 * derivative by each weight, which need not be constant.
 *
 * method=spsa: simultaneous perturbation (Spall 1992). Again and again all weights are changed a
 * little, each up or down by the toss of a coin; the changed weights play the opposite change, once
 * with each seat, and all weights move a little towards the winner's. Noisy, but it asks for
 * strength itself, not for a forecast.
 *
 * At the end the last weights play those of the game's table, and all are printed. */
#include "core/clock.h"
#include "core/facets.h"
#include "search/alphabeta.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const methods[] = {"fit", "spsa", NULL};

static struct th_option options[] = {
    {"method", TH_CHOICE, 0, 0, "fit", methods, "fit or spsa"},
    {"rounds", TH_INTEGER, 0, 1000, "4", NULL, "rounds of self-play; 0: only the match"},
    {"from", TH_TEXT, 0, 0, NULL, NULL, "a file with lines NAME VALUE to start from"},
    {"games", TH_INTEGER, 1, 10000000, "2000", NULL,
     "games of self-play in a round; with spsa pairs of games"},
    {"depth", TH_INTEGER, 1, 12, "2", NULL, "of the search in self-play and in the match"},
    {"match", TH_INTEGER, 0, 1000000, "1000", NULL, "games of the match at the end, in pairs"},
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL, "of openings and random moves"},
    {"other", TH_INTEGER, 1, 12, NULL, NULL, "depth of the match, if another"},
    {0},
};

#define COST 0.0001 /* in the loss, of half the square of a weight's change over its size */
enum { LEAST_SIZE = 16 };
enum { OPENING_PLIES = 16, RANDOM_MOVES = 20, KEEP = 5, LONGEST = 2000, STEPS = 400 };

enum { STARTS_MAX = 8 };

struct weights {
    int count;
    int value[TH_WEIGHTS_MAX];
};

/* One position of self-play: what the evaluation says of it for seat 0, how that changes with each
 * weight, and how the game ended. */
struct sample {
    float value, result;
    float slope[TH_WEIGHTS_MAX];
};

struct tuning {
    const struct th_game *game;
    struct th_state *start[STARTS_MAX]; /* the ways of playing, in turns */
    int starts, turn;
    struct weights weights;
    int depth;
    struct th_rng rng;
    struct sample *sample;
    size_t samples, room;
};

static void *grabbed(void *memory) {
    if (memory != NULL) return memory;
    fprintf(stderr, "tune: out of memory\n");
    exit(1);
}

static struct alphabeta *new_engine(const struct th_game *game, const struct weights *w) {
    struct th_error e;
    const struct alphabeta_settings settings = {.table_bytes = (size_t)8 << 20, .weight = w->value};
    return grabbed(alphabeta_new(game, &settings, &e));
}

static th_action random_action(const struct th_game *game, const struct th_state *s,
                               struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(s, legal);
    return legal[th_rng_below(rng, (uint32_t)n)];
}

static th_action searched_action(struct alphabeta *engine, const struct th_game *game,
                                 const struct th_state *s, int depth) {
    th_action legal[TH_LEGAL_MAX];
    struct alphabeta_result result;
    const struct alphabeta_limits limits = {.depth = depth};
    if (game->legal(s, legal) == 1) return legal[0];
    alphabeta_search(engine, s, &limits, &result);
    return legal[result.place];
}

static void open_randomly(const struct tuning *t, struct th_state *s, struct th_rng *rng) {
    memcpy(s, t->start[t->turn % t->starts], t->game->state_size);
    for (int i = 0; i < OPENING_PLIES && t->game->mover(s) != TH_OVER; i++)
        t->game->apply(s, random_action(t->game, s, rng));
}

/* The result for seat 0: 1, 0, or a half if the game does not end. */
static double result_of(const struct th_game *game, const struct th_state *s) {
    double payoff[TH_SEATS_MAX];
    if (game->mover(s) != TH_OVER) return 0.5;
    game->payoff(s, payoff);
    return payoff[0];
}

/* ---- self-play ---- */

static void keep(struct tuning *t, const struct th_state *s) {
    if (t->samples == t->room) {
        t->room = t->room == 0 ? 1 << 16 : 2 * t->room;
        t->sample = grabbed(realloc(t->sample, t->room * sizeof *t->sample));
    }
    struct sample *x = &t->sample[t->samples++];
    struct weights w = t->weights;
    x->value = (float)t->game->search->evaluate(s, 0, w.value);
    for (int i = 0; i < w.count; i++) {
        const int here = w.value[i], step = 1 + abs(here) / 8;
        w.value[i] = here + step;
        const int up = t->game->search->evaluate(s, 0, w.value);
        w.value[i] = here - step;
        const int down = t->game->search->evaluate(s, 0, w.value);
        w.value[i] = here;
        x->slope[i] = (float)(up - down) / (float)(2 * step);
    }
}

static void play_itself(struct tuning *t, struct alphabeta *engine, struct th_state *s) {
    const size_t first = t->samples;
    t->turn++;
    open_randomly(t, s, &t->rng);
    alphabeta_clear(engine);
    for (int ply = 0; ply < LONGEST && t->game->mover(s) != TH_OVER; ply++) {
        const bool quiet =
            search_of(t->game)->forced_ply == NULL || !t->game->search->forced_ply(s);
        if (quiet && th_rng_below(&t->rng, KEEP) == 0) keep(t, s);
        t->game->apply(s, th_rng_below(&t->rng, RANDOM_MOVES) == 0
                              ? random_action(t->game, s, &t->rng)
                              : searched_action(engine, t->game, s, t->depth));
    }
    for (size_t i = first; i < t->samples; i++) t->sample[i].result = (float)result_of(t->game, s);
}

/* ---- fitting ---- */

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

static double loss(const struct tuning *t, double scale) {
    double sum = 0;
    for (size_t i = 0; i < t->samples; i++) {
        const double p = sigmoid(t->sample[i].value * scale), r = t->sample[i].result;
        sum -= r * log(p + 1e-12) + (1 - r) * log(1 - p + 1e-12);
    }
    return sum / (double)t->samples;
}

/* How steeply the results follow the evaluation, by golden section on a logarithmic scale. */
static double best_scale(const struct tuning *t) {
    double low = log(1e-6), high = log(1);
    const double golden = 0.618033988749895;
    for (int i = 0; i < 40; i++) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (loss(t, exp(a)) < loss(t, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}

/* Gradient descent (Adam) on the changes of the weights, each measured in its feature's own
 * spread. A change costs by its ratio to the weight, so that what hardly ever matters stays. */
static void fit(struct tuning *t, double scale) {
    const int n = t->weights.count;
    double change[TH_WEIGHTS_MAX] = {0}, spread[TH_WEIGHTS_MAX] = {0};
    double m[TH_WEIGHTS_MAX] = {0}, v[TH_WEIGHTS_MAX] = {0};
    for (size_t i = 0; i < t->samples; i++)
        for (int k = 0; k < n; k++)
            spread[k] += (double)t->sample[i].slope[k] * t->sample[i].slope[k];
    for (int k = 0; k < n; k++) spread[k] = sqrt(spread[k] / (double)t->samples) * scale + 1e-9;
    for (int step = 1; step <= STEPS; step++) {
        double gradient[TH_WEIGHTS_MAX] = {0};
        for (size_t i = 0; i < t->samples; i++) {
            const struct sample *x = &t->sample[i];
            double value = x->value * scale;
            for (int k = 0; k < n; k++) value += change[k] * x->slope[k] * scale / spread[k];
            const double error = sigmoid(value) - x->result;
            for (int k = 0; k < n; k++) gradient[k] += error * x->slope[k] * scale / spread[k];
        }
        for (int k = 0; k < n; k++) {
            const double size = (abs(t->weights.value[k]) + LEAST_SIZE) * spread[k];
            const double g = gradient[k] / (double)t->samples + COST * change[k] / (size * size);
            m[k] = 0.9 * m[k] + 0.1 * g;
            v[k] = 0.99 * v[k] + 0.01 * g * g;
            change[k] -=
                0.01 * m[k] / (1 - pow(0.9, step)) / (sqrt(v[k] / (1 - pow(0.99, step))) + 1e-8);
        }
    }
    for (int k = 0; k < n; k++) t->weights.value[k] += (int)lround(change[k] / spread[k]);
}

/* ---- the match ---- */

/* Two games from the same opening, the first engine with each seat once: its share of them. */
static double play_pair(struct tuning *t, struct alphabeta *const engine[2], int depth,
                        struct th_state *s) {
    const struct th_rng opening = th_rng_seeded(th_rng_next(&t->rng));
    double share = 0;
    t->turn++;
    for (int seat = 0; seat < 2; seat++) {
        struct th_rng rng = opening;
        open_randomly(t, s, &rng);
        for (int k = 0; k < 2; k++) alphabeta_clear(engine[k]);
        for (int ply = 0; ply < LONGEST && t->game->mover(s) != TH_OVER; ply++)
            t->game->apply(s,
                           searched_action(engine[t->game->mover(s) != seat], t->game, s, depth));
        const double r = result_of(t->game, s);
        share += (seat == 0 ? r : 1 - r) / 2;
    }
    return share;
}

/* Pairs of games between the weights of now and of before. */
static void match(struct tuning *t, const struct weights *before, int games, int depth,
                  struct th_state *s) {
    struct alphabeta *engine[2] = {new_engine(t->game, &t->weights), new_engine(t->game, before)};
    double sum = 0, squares = 0;
    const int pairs = (games + 1) / 2;
    for (int i = 0; i < pairs; i++) {
        const double pair = play_pair(t, engine, depth, s);
        sum += pair;
        squares += pair * pair;
    }
    const double mean = sum / pairs, variance = squares / pairs - mean * mean;
    printf("these against the weights of the table, depth %d: %.1f %% ± %.1f of %d games\n", depth,
           100 * mean, 196 * sqrt(variance / pairs), 2 * pairs);
    alphabeta_drop(engine[0]), alphabeta_drop(engine[1]);
}

/* ---- the two methods ---- */

static void fit_round(struct tuning *t, int64_t games, struct th_state *s) {
    struct alphabeta *engine = new_engine(t->game, &t->weights);
    t->samples = 0;
    for (int64_t i = 0; i < games; i++) play_itself(t, engine, s);
    alphabeta_drop(engine);
    if (t->samples == 0) return;
    const double scale = best_scale(t), before = loss(t, scale);
    fit(t, scale);
    printf("%zu positions, loss %.4f at scale %.6f", t->samples, before, scale);
}

/* PERTURBED: how far weights are changed, and RATE: how far they follow, as shares. */
#define PERTURBED 0.15
#define RATE      0.01

static void spsa_round(struct tuning *t, int64_t pairs, struct th_state *s) {
    const int n = t->weights.count;
    double value[TH_WEIGHTS_MAX], size[TH_WEIGHTS_MAX], total = 0;
    struct weights side[2] = {t->weights, t->weights};
    struct alphabeta *engine[2] = {new_engine(t->game, &side[0]), new_engine(t->game, &side[1])};
    for (int k = 0; k < n; k++) {
        value[k] = t->weights.value[k];
        size[k] = PERTURBED * (abs(t->weights.value[k]) + LEAST_SIZE);
    }
    for (int64_t i = 0; i < pairs; i++) {
        const uint64_t coins = th_rng_next(&t->rng);
        for (int k = 0; k < n; k++) {
            const double change = (coins >> k & 1) != 0 ? size[k] : -size[k];
            side[0].value[k] = (int)lround(value[k] + change);
            side[1].value[k] = (int)lround(value[k] - change);
        }
        const double share = play_pair(t, engine, t->depth + (int)(i / t->starts % 2), s);
        total += share;
        for (int k = 0; k < n; k++) {
            const double change = (coins >> k & 1) != 0 ? size[k] : -size[k];
            value[k] += RATE * (4 * share - 2) * change;
        }
    }
    for (int k = 0; k < n; k++) t->weights.value[k] = (int)lround(value[k]);
    printf("%d pairs, share of the first side %.3f", (int)pairs, total / (double)pairs);
    alphabeta_drop(engine[0]), alphabeta_drop(engine[1]);
}

static void tune(struct tuning *t, const struct weights *table, const struct th_options *o) {
    const struct weights first = *table;
    struct th_state *s = grabbed(malloc(t->game->state_size));
    const bool spsa = th_options_number(o, "method") == 1;
    for (int64_t round = 1; round <= th_options_number(o, "rounds"); round++) {
        const double begun = clock_seconds();
        printf("round %d: ", (int)round);
        (spsa ? spsa_round : fit_round)(t, th_options_number(o, "games"), s);
        printf(", %.0f s\n", clock_seconds() - begun);
        for (int k = 0; spsa && k < t->weights.count; k++)
            printf("%s%d", k == 0 ? "  " : " ", t->weights.value[k]);
        if (spsa) printf("\n");
        fflush(stdout);
    }
    for (int k = 0; k < t->weights.count; k++)
        printf("%-16s %6d   (table %d)\n", search_of(t->game)->weights[k].name, t->weights.value[k],
               first.value[k]);
    fflush(stdout);
    const int games = (int)th_options_number(o, "match");
    if (games > 0) match(t, &first, games, t->depth, s);
    if (games > 0 && th_options_given(o, "other"))
        match(t, &first, games, (int)th_options_number(o, "other"), s);
    free(s);
}

/* Weights by name from a file, the others as they are; false with a sentence said. */
static bool read_weights(const struct th_game *game, const char *path, struct weights *w) {
    char name[64];
    int value, k = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "tune: %s cannot be read\n", path);
        return false;
    }
    while (k < w->count && fscanf(file, "%63s %d", name, &value) == 2) {
        for (k = 0; k < w->count && strcmp(search_of(game)->weights[k].name, name) != 0; k++)
            continue;
        if (k < w->count) w->value[k] = value;
    }
    if (k == w->count) fprintf(stderr, "tune: there is no weight %s\n", name);
    fclose(file);
    return k < w->count;
}

static int usage(const char *why) {
    fprintf(stderr, "tune: %s\nusage: tune GAME… [KEY=VALUE…]\n", why);
    for (const struct th_option *o = options; o->name != NULL; o++)
        fprintf(stderr, "  %-8s %s%s%s\n", o->name, o->help, o->initial != NULL ? "; default " : "",
                o->initial != NULL ? o->initial : "");
    return 2;
}

int main(int argc, char **argv) {
    struct th_spec spec;
    struct th_error e;
    struct th_options o;
    if (argc < 2) return usage("which game?");
    struct tuning t = {.starts = 0};
    int i = 1;
    for (; i < argc && t.starts < STARTS_MAX; i++) {
        const char *colon = strchr(argv[i], ':'), *equals = strchr(argv[i], '=');
        if (equals != NULL && (colon == NULL || colon > equals)) break; /* KEY=VALUE */
        const struct th_game *game = th_game_find(argv[i], &spec, &e);
        if (game == NULL) return usage(e.text);
        if (t.game != NULL && game != t.game) return usage("all must be the same game");
        t.game = game;
        t.start[t.starts++] = th_state_new(game, &spec.options, &e);
        if (t.start[t.starts - 1] == NULL) return usage(e.text);
    }
    if (t.game == NULL || search_of(t.game)->evaluate == NULL || search_of(t.game)->weights == NULL)
        return usage("a game with weights comes first");
    th_options_init(&o, options);
    for (; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value == NULL) return usage("what follows the games is written KEY=VALUE");
        *value++ = 0;
        if (!th_options_set(&o, "tune", argv[i], value, &e)) return usage(e.text);
    }
    while (search_of(t.game)->weights[t.weights.count].name != NULL) {
        t.weights.value[t.weights.count] = search_of(t.game)->weights[t.weights.count].value;
        t.weights.count++;
    }
    t.depth = (int)th_options_number(&o, "depth");
    t.rng = th_rng_seeded((uint64_t)th_options_number(&o, "seed"));
    const struct weights table = t.weights;
    if (th_options_given(&o, "from") &&
        !read_weights(t.game, th_options_text(&o, "from"), &t.weights))
        return 2;
    tune(&t, &table, &o);
    for (int k = 0; k < t.starts; k++) free(t.start[k]);
    free(t.sample);
    return 0;
}
