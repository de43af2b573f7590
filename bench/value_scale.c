/* What a search's value is worth as a probability: plays games of alpha-beta against itself, from
 * random openings and with some random moves, and fits the scale of
 *
 *     chance of winning = 1 / (1 + exp(-value / scale))
 *
 * to the values of positions for the seat in turn and to the results of their games, by maximum
 * likelihood. Values that are sure are left out. Then a table by value: what the scale foretells,
 * and how many of these positions were won.
 *
 *   build/bench/value_scale GAME… [KEY=VALUE…]
 *
 * Several ways of playing the game take turns (parchis:rules=text parchis:rules=course). */
#include "core/facets.h"
#include "search/alphabeta.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option options[] = {
    {"games", TH_INTEGER, 1, 10000000, "400", NULL, "games of self-play"},
    {"depth", TH_INTEGER, 1, 12, "4", NULL, "of the search, for moves and for values"},
    {"plies", TH_INTEGER, 0, 1000, "16", NULL, "random ones at the start, at most"},
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL, "of random moves"},
    {"scale", TH_INTEGER, 1, TH_SURE_VALUE, NULL, NULL, "the table for this scale, not the fitted"},
    {0},
};

enum { STARTS_MAX = 8, RANDOM_MOVES = 20, LONGEST = 4000, BINS = 10 };

struct sample {
    double value, won;
    int game;
};

struct scaling {
    const struct th_game *game;
    struct th_state *start[STARTS_MAX], *state;
    int starts, depth, games;
    uint32_t random_plies;
    struct th_rng rng;
    struct sample *sample;
    size_t samples, room, sure;
};

static void *grabbed(void *memory) {
    if (memory != NULL) return memory;
    fprintf(stderr, "value_scale: out of memory\n");
    exit(1);
}

/* For now, `won` is the seat. */
static void keep(struct scaling *t, int value, int seat) {
    if (value_is_sure(value)) {
        t->sure++;
        return;
    }
    if (t->samples == t->room) {
        t->room = t->room == 0 ? 1 << 12 : 2 * t->room;
        t->sample = grabbed(realloc(t->sample, t->room * sizeof *t->sample));
    }
    t->sample[t->samples++] = (struct sample){value, seat, t->games};
}

/* One game; positions count from where the opening ends. A random move is not searched for, and
 * what is forced is worth what it was before. Games that do not end do not count. */
static void play(struct scaling *t, struct alphabeta *engine, int start) {
    const struct th_game *game = t->game;
    const uint32_t opening = th_rng_below(&t->rng, t->random_plies + 1);
    const size_t first = t->samples;
    struct th_state *s = t->state;
    double payoff[TH_SEATS_MAX];
    memcpy(s, t->start[start], game->state_size);
    alphabeta_clear(engine);
    t->games++;
    for (uint32_t ply = 0; ply < LONGEST && game->mover(s) != TH_OVER; ply++) {
        th_action legal[TH_LEGAL_MAX];
        struct alphabeta_result result;
        const int n = game->legal(s, legal);
        if (ply < opening || th_rng_below(&t->rng, RANDOM_MOVES) == 0) {
            game->apply(s, legal[th_rng_below(&t->rng, (uint32_t)n)]);
            continue;
        }
        alphabeta_search(engine, s, &(struct alphabeta_limits){.depth = t->depth}, &result);
        if (search_of(game)->forced_ply == NULL || !game->search->forced_ply(s))
            keep(t, result.value, game->mover(s));
        game->apply(s, legal[result.place]);
    }
    if (game->mover(s) != TH_OVER) {
        t->samples = first;
        return;
    }
    game->payoff(s, payoff);
    for (size_t i = first; i < t->samples; i++) t->sample[i].won = payoff[(int)t->sample[i].won];
}

static double chance(double value, double scale) {
    return 1 / (1 + exp(-value / scale));
}

static double loss(const struct scaling *t, double scale) {
    double sum = 0;
    for (size_t i = 0; i < t->samples; i++) {
        const double x = t->sample[i].value / scale;
        sum += log1p(exp(t->sample[i].won > 0.5 ? -x : x));
    }
    return sum / (double)t->samples;
}

/* By golden section on a logarithmic scale: the loss is convex in 1 / scale. */
static double likeliest(const struct scaling *t) {
    double low = log(10), high = log(10.0 * TH_SURE_VALUE);
    const double golden = 0.618033988749895;
    for (int i = 0; i < 50; i++) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (loss(t, exp(a)) < loss(t, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}

/* Its standard error, with the positions of a game for one observation: the deviation of the sum of
 * their scores over the information, both for 1 / scale. */
static double error_of(const struct scaling *t, double scale) {
    double information = 0, squares = 0, score = 0;
    for (size_t i = 0; i < t->samples; i++) {
        const struct sample *x = &t->sample[i];
        const double p = chance(x->value, scale);
        score += (x->won - p) * x->value;
        information += p * (1 - p) * x->value * x->value;
        if (i + 1 < t->samples && t->sample[i + 1].game == x->game) continue;
        squares += score * score;
        score = 0;
    }
    return scale * scale * sqrt(squares) / information;
}

/* Bins of equal width in what is foretold. */
static void print_table(const struct scaling *t, double scale) {
    struct {
        double positions, foretold, won;
    } bin[BINS] = {{0, 0, 0}};
    for (size_t i = 0; i < t->samples; i++) {
        const double p = chance(t->sample[i].value, scale);
        const int b = p < 1 ? (int)(p * BINS) : BINS - 1;
        bin[b].positions++;
        bin[b].foretold += p;
        bin[b].won += t->sample[i].won;
    }
    printf("\n| foretold | won | positions |\n|---|---|---|\n");
    for (int b = 0; b < BINS; b++)
        if (bin[b].positions > 0)
            printf("| %.3f | %.3f | %.0f |\n", bin[b].foretold / bin[b].positions,
                   bin[b].won / bin[b].positions, bin[b].positions);
}

static int usage(const char *why) {
    fprintf(stderr, "value_scale: %s\nusage: value_scale GAME… [KEY=VALUE…]\n", why);
    for (const struct th_option *o = options; o->name != NULL; o++)
        fprintf(stderr, "  %-8s %s%s%s\n", o->name, o->help, o->initial != NULL ? "; default " : "",
                o->initial != NULL ? o->initial : "");
    return 2;
}

static void measure(struct scaling *t, const struct th_options *o) {
    struct th_error e;
    const struct alphabeta_settings settings = {.table_bytes = (size_t)8 << 20};
    struct alphabeta *engine = grabbed(alphabeta_new(t->game, &settings, &e));
    t->state = grabbed(malloc(t->game->state_size));
    for (int64_t i = 0; i < th_options_number(o, "games"); i++)
        play(t, engine, (int)(i % t->starts));
    alphabeta_drop(engine);
    free(t->state);
    if (t->samples == 0) {
        printf("depth %d: every position is sure\n", t->depth);
        return;
    }
    const double fitted = likeliest(t);
    const bool given = th_options_given(o, "scale");
    const double scale = given ? (double)th_options_number(o, "scale") : fitted;
    printf("depth %d: %zu positions, and %zu that are sure; scale %.0f ± %.0f, loss %.4f", t->depth,
           t->samples, t->sure, fitted, error_of(t, fitted), loss(t, fitted));
    if (given) printf("; at %.0f %.4f", scale, loss(t, scale));
    printf("\n");
    print_table(t, scale);
}

int main(int argc, char **argv) {
    struct th_spec spec;
    struct th_error e;
    struct th_options o;
    struct scaling t = {.starts = 0};
    int i = 1;
    for (; i < argc && t.starts < STARTS_MAX; i++) {
        const char *colon = strchr(argv[i], ':'), *equals = strchr(argv[i], '=');
        if (equals != NULL && (colon == NULL || colon > equals)) break; /* KEY=VALUE */
        const struct th_game *game = th_game_find(argv[i], &spec, &e);
        if (game == NULL) return usage(e.text);
        if (t.game != NULL && game != t.game) return usage("all must be the same game");
        t.game = game;
        t.start[t.starts] = th_state_new(game, &spec.options, &e);
        if (t.start[t.starts++] == NULL) return usage(e.text);
    }
    if (t.game == NULL || !stack_supports(t.game))
        return usage("a game with an evaluation comes first");
    th_options_init(&o, options);
    for (; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value == NULL) return usage("what follows the games is written KEY=VALUE");
        *value++ = 0;
        if (!th_options_set(&o, "value_scale", argv[i], value, &e)) return usage(e.text);
    }
    t.depth = (int)th_options_number(&o, "depth");
    t.random_plies = (uint32_t)th_options_number(&o, "plies");
    t.rng = th_rng_seeded((uint64_t)th_options_number(&o, "seed"));
    measure(&t, &o);
    for (int k = 0; k < t.starts; k++) free(t.start[k]);
    free(t.sample);
    return 0;
}
