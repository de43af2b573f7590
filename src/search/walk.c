#include "walk.h"

#include <math.h>
#include <stdlib.h>

enum { LINE = 64 }; /* of the cache */

bool walk_plays(const struct th_game *game) {
    return game->evaluate != NULL && game->min_seats == 2 && game->max_seats == 2 &&
           game->outcome_count == 0 && game->view == NULL;
}

bool walk_make(struct walk *w, const struct th_game *game, const int *weight, int plies,
               struct th_error *e) {
    const size_t states = (size_t)plies + 1;
    *w = (struct walk){.game = game, .stride = (game->state_size + LINE - 1) / LINE * LINE};
    w->weight = weight != NULL ? weight : w->initial;
    if (game->weights != NULL)
        for (int i = 0; game->weights[i].name != NULL; i++) w->initial[i] = game->weights[i].value;
    w->states = aligned_alloc(LINE, states * w->stride);
    w->legal = malloc(states * (size_t)game->max_legal * sizeof *w->legal);
    return (w->states != NULL && w->legal != NULL) || th_fail(e, "out of memory");
}

void walk_drop(struct walk *w) {
    free(w->states);
    free(w->legal);
}

int walk_end_value(const struct walk *w, int ply, int seat) {
    double payoff[TH_SEATS_MAX];
    w->game->payoff(walk_state(w, ply), payoff);
    return payoff[seat] > payoff[!seat]   ? VALUE_WIN - ply
           : payoff[seat] < payoff[!seat] ? ply - VALUE_WIN
                                          : 0;
}

double value_chance(const struct th_game *game, int value) {
    if (value_is_sure(value)) return value > 0;
    return game->value_scale > 0 ? 1 / (1 + exp(-value / game->value_scale)) : NAN;
}

void value_tell(const struct th_game *game, int value, struct th_thought *t) {
    t->value = value_chance(game, value);
    if (value_is_sure(value)) t->error = 0;
    t->own = value;
}
