#include "rollout.h"

#include <string.h>

enum { PLIES_MAX = 100000 };

void rollout_random(const struct th_game *game, const struct th_state *s, int count,
                    const th_flag *stop, struct th_rng *rng, struct th_state *room,
                    double payoff[TH_SEATS_MAX]) {
    const int seats = game->seats(s);
    for (int i = 0; i < seats; i++) payoff[i] = 0;
    for (int k = 0; k < count; k++) {
        th_action legal[TH_LEGAL_MAX];
        double one[TH_SEATS_MAX];
        int mover, plies = 0;
        memcpy(room, s, game->state_size);
        while ((mover = game->mover(room)) != TH_OVER && plies++ < PLIES_MAX) {
            if (mover == TH_CHANCE) {
                game->apply(room, th_chance_pick(game, room, th_rng_next(rng)));
            } else {
                const int n = game->legal(room, legal);
                game->apply(room, legal[th_rng_below(rng, (uint32_t)n)]);
            }
        }
        for (int i = 0; i < seats; i++) one[i] = 1.0 / seats;
        if (mover == TH_OVER) game->payoff(room, one);
        for (int i = 0; i < seats; i++) payoff[i] += one[i] / count;
        if (th_playouts_stop(stop, k + 1, count, seats, payoff)) return;
    }
}
