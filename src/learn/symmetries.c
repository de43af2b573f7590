/* Symmetries of games as tables. */
#include "symmetries.h"

#include "core/facets.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int symmetries_count(const struct th_game *game, const struct th_state *s) {
    const struct th_learning *learning = learning_of(game);
    return learning->symmetries != NULL ? learning->symmetries(s) : 1;
}

/* Where symmetry k takes number i of an observation, or action i. */
static int turned(const struct th_game *game, const struct th_state *s, int k, int i,
                  bool is_action) {
    return is_action ? game->learning->symmetric_action(s, k, i)
                     : game->learning->symmetric_number(s, k, i);
}

/* Whether symmetry k takes the numbers from 0 to n - 1 to the same numbers, each to another one. */
static bool check_one(const struct th_game *game, const struct th_state *s, int k, int n,
                      bool is_action, struct th_error *e) {
    enum { MOST = 1 << 16 };
    static const char *const what[] = {"number", "action"};
    uint8_t reached[MOST / 8] = {0};
    if (n > MOST)
        return th_fail(e, "%s has %d actions; symmetries need %d at most", game->name, n, MOST);
    for (int i = 0; i < n; i++) {
        const int to = turned(game, s, k, i, is_action);
        if (to < 0 || to >= n || (k == 0 && to != i))
            return th_fail(e, "symmetry %d of %s takes %s %d to %d; it must be %s", k, game->name,
                           what[is_action], i, to, k == 0 ? "the identity" : "in range");
        if ((reached[to / 8] >> to % 8 & 1) != 0)
            return th_fail(e, "symmetry %d of %s takes two %ss to %d", k, game->name,
                           what[is_action], to);
        reached[to / 8] |= (uint8_t)(1U << to % 8);
    }
    return true;
}

bool symmetries_check(const struct th_game *game, const struct th_state *s, struct th_error *e) {
    const int count = symmetries_count(game, s);
    if (count < 1 || count > TH_SYMMETRIES_MAX)
        return th_fail(e, "%s has %d symmetries; there may be 1 to %d", game->name, count,
                       TH_SYMMETRIES_MAX);
    for (int k = 0; k < count && learning_of(game)->symmetries != NULL; k++)
        if (!check_one(game, s, k, game->learning->observations(s), false, e) ||
            !check_one(game, s, k, game->action_count, true, e))
            return false;
    return true;
}

bool symmetries_make(struct symmetries *m, int most, int observation, int actions,
                     struct th_error *e) {
    const size_t rows = (size_t)most;
    *m = (struct symmetries){.count = 1, .observation = observation, .actions = actions};
    m->number = calloc(rows * (size_t)observation, sizeof *m->number);
    m->action = calloc(rows * (size_t)actions, sizeof *m->action);
    if (m->number == NULL || m->action == NULL)
        return th_fail(e, "there is no memory for the symmetries of the game");
    for (int i = 0; i < observation; i++) m->number[i] = (uint16_t)i;
    for (int i = 0; i < actions; i++) m->action[i] = (uint16_t)i;
    return true;
}

void symmetries_drop(struct symmetries *m) {
    free(m->number);
    free(m->action);
}

void symmetries_set(struct symmetries *m, const struct th_game *game, const struct th_state *s) {
    m->count = symmetries_count(game, s);
    assert(m->count >= 1 && m->count <= TH_SYMMETRIES_MAX);
    for (int k = 1; k < m->count; k++) {
        const size_t row = (size_t)k;
        for (int i = 0; i < m->observation; i++)
            m->number[row * (size_t)m->observation + (size_t)i] =
                (uint16_t)turned(game, s, k, i, false);
        for (int i = 0; i < m->actions; i++)
            m->action[row * (size_t)m->actions + (size_t)i] = (uint16_t)turned(game, s, k, i, true);
    }
}

static void turn(const uint16_t table[], int n, const float from[], float to[]) {
    for (int i = 0; i < n; i++) to[table[i]] = from[i];
}

void symmetries_observation(const struct symmetries *m, int k, const float from[], float to[]) {
    turn(m->number + (size_t)k * (size_t)m->observation, m->observation, from, to);
}

void symmetries_policy(const struct symmetries *m, int k, const float from[], float to[]) {
    turn(m->action + (size_t)k * (size_t)m->actions, m->actions, from, to);
}
