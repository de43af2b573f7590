/* The bots greedy and random. Greedy takes the action after which the game's evaluation is best; an
 * immediate win is better than any evaluation. */
#include "search/bots.h"
#include "stack.h"
#include <stdlib.h>

static void drop(void *self) {
    stack_drop(self);
    free(self);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)o;
    struct search_stack *w = malloc(sizeof *w);
    if (w == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    if (stack_make(w, game, NULL, 1, e)) return w;
    drop(w);
    return NULL;
}

static int choose(void *self, const struct th_ask *ask) {
    struct search_stack *w = self;
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
    return place;
}

const struct th_bot_kind greedy_bot = {
    .name = "greedy",
    .summary = "the action after which the game's evaluation is best",
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
};
