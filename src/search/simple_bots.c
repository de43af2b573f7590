/* The bots greedy and random. Greedy takes the action after which the game's evaluation is best; an
 * immediate win is better than any evaluation. */
#include "core/bot.h"
#include "search/bots.h"
#include "stack.h"
#include <stdlib.h>

struct greedy {
    struct search_stack stack;
    int64_t error; /* in millionths */
};

static const struct th_option greedy_options[] = {BOT_ERROR_OPTION, {0}};

static void drop(void *self) {
    struct greedy *g = self;
    stack_drop(&g->stack);
    free(g);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct greedy *g = malloc(sizeof *g);
    if (g == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    g->error = th_options_number(o, "error");
    const bool made = stack_make(&g->stack, game, NULL, 1, e);
    /* A network may not know states in the middle of forced plies, which greedy looks at. */
    g->stack.learned = false;
    if (made) return g;
    drop(g);
    return NULL;
}

static int choose(void *self, const struct th_ask *ask) {
    struct greedy *g = self;
    struct search_stack *w = &g->stack;
    int best = -VALUE_LIMIT, place = 0;
    stack_set_root(w, ask->view);
    for (int i = 0; i < ask->n; i++) {
        const bool over = stack_push(w, 0, ask->legal[i]) == TH_OVER;
        const int value =
            over ? stack_terminal_value(w, 1, ask->seat) : stack_evaluate(w, 1, ask->seat);
        if (ask->thoughts != NULL) thought_set_value(ask->game, value, &ask->thoughts->of[i]);
        if (value <= best) continue;
        best = value;
        place = i;
    }
    if (ask->thoughts != NULL) ask->thoughts->own = "value", ask->thoughts->depth = 1;
    return bot_err(ask, g->error, place);
}

const struct th_bot_kind greedy_bot = {
    .name = "greedy",
    .summary = "the action after which the game's evaluation is best",
    .options = greedy_options,
    .value_kind = TH_VALUE_SCORE,
    .plays = stack_supports,
    .make = make,
    .choose = choose,
    .drop = drop,
};

/* ---- random ---- */

static int choose_random(void *self, const struct th_ask *ask) {
    (void)self;
    return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
}

static bool random_chances(void *self, const struct th_ask *ask, double probability[]) {
    (void)self;
    return bot_err_chances(ask, TH_MILLION, 0, probability);
}

static void *make_random(const struct th_game *game, const struct th_options *o,
                         struct th_error *e) {
    (void)game, (void)o, (void)e;
    static char no_state; /* `make` must not return NULL */
    return &no_state;
}

const struct th_bot_kind random_bot = {
    .name = "random",
    .summary = "every legal action with the same probability",
    .make = make_random,
    .choose = choose_random,
    .chances = random_chances,
};
