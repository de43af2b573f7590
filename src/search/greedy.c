/* The bot `greedy`: the action after which the game looks best, and a win at once before all. */
#include "search/bots.h"
#include "walk.h"
#include <stdlib.h>

static void drop(void *self) {
    walk_drop(self);
    free(self);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)o;
    struct walk *w = malloc(sizeof *w);
    if (w == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    if (walk_make(w, game, NULL, 1, e)) return w;
    drop(w);
    return NULL;
}

static int choose(void *self, const struct th_ask *ask) {
    struct walk *w = self;
    int best = -VALUE_LIMIT, place = 0;
    walk_begin(w, ask->view);
    for (int i = 0; i < ask->n; i++) {
        const bool over = walk_step(w, 0, ask->legal[i]) == TH_OVER;
        const int value = over ? walk_end_value(w, 1, ask->seat) : walk_value(w, 1, ask->seat);
        if (ask->thoughts != NULL) value_tell(ask->game, value, &ask->thoughts->of[i]);
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
    .tells = TH_TELLS_VALUES,
    .plays = walk_plays,
    .make = make,
    .choose = choose,
    .drop = drop,
};
