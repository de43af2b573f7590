/* The search stack: allocation, terminal values, conversion of values to chances. */
#include "stack.h"

#include "core/facets.h"
#include <math.h>
#include <stdlib.h>

enum { LINE = 64 }; /* bytes of a cache line */

bool stack_supports(const struct th_game *game) {
    return search_of(game)->evaluate != NULL && game->min_seats == 2 && game->max_seats == 2 &&
           game->outcome_count == 0 && game->view == NULL;
}

bool stack_make(struct search_stack *w, const struct th_game *game, const int *weight, int plies,
                struct th_error *e) {
    const size_t states = (size_t)plies + 1;
    *w = (struct search_stack){.game = game, .stride = (game->state_size + LINE - 1) / LINE * LINE};
    w->learned = weight == NULL && search_of(game)->network != NULL;
    w->weight = weight != NULL ? weight : w->initial;
    if (search_of(game)->weights != NULL)
        for (int i = 0; search_of(game)->weights[i].name != NULL; i++)
            w->initial[i] = search_of(game)->weights[i].value;
    w->states = aligned_alloc(LINE, states * w->stride);
    w->legal = malloc(states * (size_t)game->max_legal * sizeof *w->legal);
    return (w->states != NULL && w->legal != NULL) || th_fail(e, "out of memory");
}

void stack_drop(struct search_stack *w) {
    free(w->states);
    free(w->legal);
}

int stack_terminal_value(const struct search_stack *w, int ply, int seat) {
    double payoff[TH_SEATS_MAX];
    w->game->payoff(stack_state(w, ply), payoff);
    return payoff[seat] > payoff[!seat]   ? VALUE_WIN - ply
           : payoff[seat] < payoff[!seat] ? ply - VALUE_WIN
                                          : 0;
}

double value_to_chance(const struct th_game *game, int value) {
    if (value_is_sure(value)) return value > 0;
    return search_of(game)->value_scale > 0 ? 1 / (1 + exp(-value / search_of(game)->value_scale))
                                            : NAN;
}

void thought_set_value(const struct th_game *game, int value, struct th_thought *t) {
    t->value = value_to_chance(game, value);
    if (value_is_sure(value)) t->error = 0;
    t->own = value;
}
