/* The bot `random`, for any game: uniform over the legal actions. */
#include "search/bots.h"

static int choose(void *self, const struct th_ask *ask) {
    (void)self;
    return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)game, (void)o, (void)e;
    static char nothing_to_remember;
    return &nothing_to_remember;
}

const struct th_bot_kind random_bot = {
    .name = "random",
    .summary = "every legal action with the same probability",
    .make = make,
    .choose = choose,
};
