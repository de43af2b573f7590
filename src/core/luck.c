#include "luck.h"

#include "facets.h"
#include <stdlib.h>
#include <string.h>

bool luck_is_known(const struct th_game *game) {
    return game->outcomes != NULL && game->outcome_count > 0 &&
           game->outcome_count <= TH_OUTCOMES_MAX && analysis_of(game)->estimate != NULL;
}

static bool make_buffers(struct luck_meter *m, const struct th_options *o, struct th_error *e) {
    const size_t memory = analysis_of(m->game)->value_memory;
    m->after = th_state_new(m->game, o, e);
    m->view = th_state_new(m->game, o, e);
    if (m->after == NULL || m->view == NULL) return false;
    m->seats = m->game->seats(m->view);
    return memory == 0 || (m->memory = calloc(1, memory)) != NULL || th_fail(e, "out of memory");
}

struct luck_meter *luck_meter_new(const struct th_game *game, const struct th_options *o,
                                  struct th_error *e) {
    if (!luck_is_known(game)) {
        th_fail(e, "the luck of %s cannot be measured: it has no chance, or no estimate",
                game->name);
        return NULL;
    }
    struct luck_meter *m = calloc(1, sizeof *m);
    if (m == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    m->game = game;
    if (!make_buffers(m, o, e)) {
        luck_meter_drop(m);
        return NULL;
    }
    luck_meter_begin(m, NULL, 0);
    return m;
}

void luck_meter_drop(struct luck_meter *m) {
    if (m == NULL) return;
    free(m->after);
    free(m->view);
    free(m->memory);
    free(m);
}

void luck_meter_begin(struct luck_meter *m, const struct bot bots[], uint32_t random_plies) {
    const struct th_analysis *analysis = m->game->analysis;
    m->bots = analysis->value != NULL ? bots : NULL;
    m->random_plies = random_plies;
    m->plies = 0;
    if (analysis->meet != NULL) analysis->meet(m->after, m->bots, m->memory);
}

static void value_after(struct luck_meter *m, const struct th_state *s, th_action action,
                        double out[]) {
    const struct th_analysis *analysis = m->game->analysis;
    memcpy(m->after, s, m->game->state_size);
    m->game->apply(m->after, action);
    if (analysis->value != NULL)
        analysis->value(m->after, out, m->memory);
    else
        analysis->estimate(m->after, out);
    m->work++;
}

/* ---- events ---- */

int luck_meter_values(struct luck_meter *m, const struct th_state *s) {
    const int n = m->game->outcomes(s, m->outcome);
    if (n == 1) return n; /* it is certain, and no luck */
    for (int i = 0; i < n; i++) value_after(m, s, m->outcome[i].action, m->value[i]);
    m->work += m->game->analysis->outcome_work;
    return n;
}

/* Adds the value of the event that came, less the mean. */
static void add_luck(const struct luck_meter *m, const double weight[], int n, int came,
                     double luck[]) {
    double sum[TH_SEATS_MAX] = {0}, total = 0;
    for (int i = 0; i < n; i++) {
        if (weight[i] == 0) continue;
        total += weight[i];
        for (int k = 0; k < m->seats; k++) sum[k] += weight[i] * m->value[i][k];
    }
    for (int k = 0; k < m->seats; k++) luck[k] += m->value[came][k] - sum[k] / total;
}

void luck_meter_add(struct luck_meter *m, const struct th_state *s, th_action outcome,
                    double luck[]) {
    double weight[TH_OUTCOMES_MAX];
    const int n = luck_meter_values(m, s);
    int came = 0;
    if (n < 2) return;
    for (int i = 0; i < n; i++) {
        weight[i] = m->outcome[i].weight;
        if (m->outcome[i].action == outcome) came = i;
    }
    add_luck(m, weight, n, came, luck);
}

/* ---- decisions ---- */

/* The actions in s, and how likely each is; returns how many there are, 0 if that is not known or
 * there is but one. */
static int chances_in(struct luck_meter *m, const struct th_state *s, th_action legal[],
                      double probability[]) {
    const int seat = m->game->mover(s);
    const struct bot *bot = &m->bots[seat];
    if (bot->kind->chances == NULL) return 0;
    const struct th_ask ask = {.game = m->game,
                               .view = seat_view(m->game, s, seat, m->view),
                               .seat = seat,
                               .legal = legal,
                               .n = m->game->legal(s, legal)};
    return ask.n > 1 && bot->kind->chances(bot->self, &ask, probability) ? ask.n : 0;
}

bool luck_meter_decided(struct luck_meter *m, const struct th_state *s, th_action action,
                        double luck[]) {
    th_action legal[TH_LEGAL_MAX];
    double probability[TH_LEGAL_MAX];
    if (m->plies++ < m->random_plies || m->bots == NULL) return true;
    const int n = chances_in(m, s, legal, probability);
    if (n == 0) return true;
    const int came = th_place_of(action, legal, n);
    if (came < 0 || probability[came] == 0) return false;
    if (probability[came] == 1) return true; /* certain */
    for (int i = 0; i < n; i++)
        if (probability[i] > 0) value_after(m, s, legal[i], m->value[i]);
    add_luck(m, probability, n, came, luck);
    return true;
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
        if (game->mover(state) == TH_CHANCE)
            luck_meter_add(m, state, action, luck);
        else if (!luck_meter_decided(m, state, action, luck))
            return false;
        game->apply(state, action);
    }
    return true;
}
