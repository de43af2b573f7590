/* hold-at: rolls until the turn is worth enough, or wins. */
#include "pig.h"

#include <stdlib.h>

struct hold_at {
    uint32_t n;
};

static const struct th_option options[] = {
    {"n", TH_INTEGER, 2, 1000, "20", NULL,
     "holds at so many points in a turn; 20 makes most points a turn, 25 wins most games"},
    {0},
};

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)game;
    struct hold_at *bot = malloc(sizeof *bot);
    if (bot == NULL)
        th_fail(e, "out of memory");
    else
        bot->n = (uint32_t)th_options_number(o, "n");
    return bot;
}

static int choose(void *self, const struct th_ask *ask) {
    const struct hold_at *bot = self;
    const struct pig *p = pig_in(ask->view);
    const bool enough = p->turn_total >= bot->n || p->score[ask->seat] + p->turn_total >= p->goal;
    return th_place_of(enough ? PIG_HOLD : PIG_ROLL, ask->legal, ask->n);
}

static const struct th_bot_kind hold_at = {
    .name = "hold-at",
    .summary = "rolls until the turn is worth n points, or wins",
    .options = options,
    .make = make,
    .choose = choose,
    .drop = free,
};

const struct th_bot_kind *const pig_bots[] = {&hold_at, NULL};
