#include "episode.h"

#include <string.h>

enum episode_end episode_shared_loop(const struct th_game *game, struct episode *e) {
    return episode_loop(game, e);
}

void episode_begin(const struct th_game *game, struct episode *e) {
    const int seats = game->seats(e->state);
    for (int i = 0; i < seats; i++) {
        const struct bot *bot = e->bot[i];
        if (bot == NULL || bot->kind->begin == NULL) continue;
        if (game->view != NULL) game->view(e->state, i, e->view);
        bot->kind->begin(bot->self, game->view != NULL ? e->view : e->state, i);
    }
}

void episode_finish(const struct th_game *game, struct episode *e, enum episode_end end,
                    double payoff[TH_SEATS_MAX]) {
    const int seats = game->seats(e->state);
    memset(payoff, 0, TH_SEATS_MAX * sizeof *payoff);
    if (end == EPISODE_OVER) game->payoff(e->state, payoff);
    if (end == EPISODE_FAULT)
        for (int i = 0; i < seats; i++) payoff[i] = i == e->seat ? 0.0 : 1.0 / (seats - 1);
    for (int i = 0; i < seats; i++) {
        const struct bot *bot = e->bot[i];
        if (bot != NULL && bot->kind->end != NULL) bot->kind->end(bot->self, payoff);
    }
}
