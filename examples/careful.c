/* A bot for any game of tahur, in a shared library: for each move it plays some games to the end,
 * at random, and takes the move that wins most of them.
 *
 *     cc -O2 -shared -fPIC -I include -o careful.so examples/careful.c
 *     tahur arena y:size=5 lib:file=careful.so,options=games=20 random --games 100 */
#include "tahur/bot_library.h"
#include <stdlib.h>

struct careful {
    int games;          /* for each move */
    max_align_t room[]; /* for a state */
};

/* What the seat gets in one game that goes on at random behind the action. */
static double try_once(struct careful *c, const struct th_ask *ask, th_action action) {
    const struct th_game *game = ask->game;
    struct th_state *s = (struct th_state *)c->room;
    double payoff[TH_SEATS_MAX];
    if (game->guess != NULL) /* something is hidden: a world that looks the same to the seat */
        game->guess(ask->view, ask->seat, ask->rng, s);
    else
        memcpy(s, ask->view, game->state_size);
    for (game->apply(s, action); game->mover(s) != TH_OVER; game->apply(s, action)) {
        th_action legal[TH_LEGAL_MAX];
        if (game->mover(s) == TH_CHANCE)
            action = th_chance_pick(game, s, th_rng_next(ask->rng));
        else
            action = legal[th_rng_below(ask->rng, (uint32_t)game->legal(s, legal))];
    }
    game->payoff(s, payoff);
    return payoff[ask->seat];
}

static int choose(void *self, const struct th_ask *ask) {
    struct careful *c = self;
    double won[TH_LEGAL_MAX] = {0};
    int best = 0;
    for (int i = 0; i < ask->n; i++) {
        for (int k = 0; k < c->games; k++) won[i] += try_once(c, ask, ask->legal[i]);
        if (won[i] > won[best]) best = i;
    }
    return best;
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct careful *c = malloc(sizeof *c + game->state_size);
    if (c != NULL) c->games = (int)th_options_number(o, "games");
    return c != NULL ? c : (strcpy(e->text, "there is no memory"), NULL);
}

static const struct th_option options[] = {
    {"games", TH_INTEGER, 1, 10000, "10", NULL, "played for each move"}, {0}};
static const struct th_bot_kind careful = {.name = "careful",
                                           .summary = "takes the move that wins at random",
                                           .options = options,
                                           .make = make,
                                           .choose = choose,
                                           .drop = free};
TH_BOT_LIBRARY(careful)
