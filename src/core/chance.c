#include "tahur/game.h"

#include "tahur/rng.h"

#define OUTCOMES_MAX 256

th_action th_chance_by_weight(const struct th_game *game, const struct th_state *s, uint64_t bits) {
    assert(game->outcome_count <= OUTCOMES_MAX);
    struct th_outcome outcomes[OUTCOMES_MAX];
    const int n = game->outcomes(s, outcomes);
    uint32_t total = 0;
    for (int i = 0; i < n; i++) total += outcomes[i].weight;
    uint32_t left = th_scale(bits, total);
    int i = 0;
    while (left >= outcomes[i].weight) left -= outcomes[i++].weight;
    return outcomes[i].action;
}
