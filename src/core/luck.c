#include "luck.h"

#include "facets.h"
#include <stdlib.h>
#include <string.h>

bool luck_is_known(const struct th_game *game) {
    return game->outcomes != NULL && game->outcome_count > 0 &&
           game->outcome_count <= TH_OUTCOMES_MAX && analysis_of(game)->estimate != NULL;
}

struct luck_meter *luck_meter_new(const struct th_game *game, const struct th_options *o,
                                  struct th_error *e) {
    if (!luck_is_known(game)) {
        th_fail(e, "the luck of %s cannot be measured: it has no chance, or no estimate",
                game->name);
        return NULL;
    }
    const size_t memory = analysis_of(game)->outcome_memory;
    struct luck_meter *m = calloc(1, sizeof *m);
    if (m == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    m->game = game;
    m->after = th_state_new(game, o, e);
    if (m->after != NULL) m->seats = game->seats(m->after);
    if (memory > 0 && m->after != NULL && (m->memory = calloc(1, memory)) == NULL)
        th_fail(e, "out of memory");
    if (m->after != NULL && (memory == 0 || m->memory != NULL)) return m;
    luck_meter_drop(m);
    return NULL;
}

void luck_meter_drop(struct luck_meter *m) {
    if (m == NULL) return;
    free(m->after);
    free(m->memory);
    free(m);
}

/* One outcome after the other: the plain version of the game's `outcome_values`. */
static void value_each(struct luck_meter *m, const struct th_state *s, int n) {
    const struct th_game *game = m->game;
    for (int i = 0; i < n; i++) {
        memcpy(m->after, s, game->state_size);
        game->apply(m->after, m->outcome[i].action);
        game->analysis->estimate(m->after, m->value[i]);
    }
}

int luck_meter_values(struct luck_meter *m, const struct th_state *s) {
    const struct th_game *game = m->game;
    const int n = game->outcomes(s, m->outcome);
    if (n == 1) return n; /* it is certain, and no luck */
    if (game->analysis->outcome_values != NULL)
        game->analysis->outcome_values(s, m->outcome, n, m->value, m->memory);
    else
        value_each(m, s, n);
    m->work += game->analysis->outcome_work > 0 ? game->analysis->outcome_work : (uint64_t)n;
    return n;
}

void luck_meter_add(struct luck_meter *m, const struct th_state *s, th_action outcome,
                    double luck[]) {
    const int n = luck_meter_values(m, s);
    if (n < 2) return;
    double sum[TH_SEATS_MAX] = {0}, total = 0;
    int came = 0;
    for (int i = 0; i < n; i++) {
        const double weight = m->outcome[i].weight;
        total += weight;
        for (int k = 0; k < m->seats; k++) sum[k] += weight * m->value[i][k];
        if (m->outcome[i].action == outcome) came = i;
    }
    for (int k = 0; k < m->seats; k++) luck[k] += m->value[came][k] - sum[k] / total;
}

bool luck_of_tape(struct luck_meter *m, const struct th_state *start, const uint8_t *tape,
                  size_t size, struct th_state *state, double luck[]) {
    struct bytes_reader r = bytes_reader_of(tape, size);
    const struct th_game *game = m->game;
    memcpy(state, start, game->state_size);
    for (int k = 0; k < m->seats; k++) luck[k] = 0;
    while (r.at < r.end) {
        const th_action action = read_varint(&r);
        if (r.failed || !th_is_possible(game, state, action)) return false;
        if (game->mover(state) == TH_CHANCE) luck_meter_add(m, state, action, luck);
        game->apply(state, action);
    }
    return true;
}
