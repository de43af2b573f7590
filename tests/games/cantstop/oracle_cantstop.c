/* Can't Stop's data files; tests/oracles/cantstop/FORMAT.md explains them. */
#include "oracle.h"

#include "core/text.h"
#include "games/cantstop/board.h"
#include "games/cantstop/notation.h"
#include "tahur/registry.h"
#include <stdlib.h>
#include <string.h>

static struct th_state *state_of(struct cantstop *s) {
    return (struct th_state *)(void *)s;
}

/* A list of `n` whole numbers from 0 to max. */
static bool read_numbers(const json_t *list, int out[], size_t n, int max) {
    if (!json_is_array(list) || json_array_size(list) != n) return false;
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_integer(value) || json_integer_value(value) < 0 ||
            json_integer_value(value) > max)
            return false;
        out[i] = (int)json_integer_value(value);
    }
    return true;
}

/* ---- cantstop-legal ---- */

static bool read_case(const json_t *c, struct cantstop *s) {
    const json_t *permanent = json_object_get(c, "permanent");
    const size_t players = json_array_size(permanent);
    int steps[CANTSTOP_COLUMNS], dice[4];
    const json_int_t player = json_integer_value(json_object_get(c, "player"));
    if (players < 1 || players > TH_SEATS_MAX || player < 0 || player >= (json_int_t)players)
        return false;
    cantstop_start(s, (int)players, 0);
    s->seat = (uint8_t)player;
    for (size_t p = 0; p < players; p++) {
        if (!read_numbers(json_array_get(permanent, p), steps, CANTSTOP_COLUMNS, 13)) return false;
        for (int i = 0; i < CANTSTOP_COLUMNS; i++) s->permanent[p][i] = (uint8_t)steps[i];
    }
    if (!read_numbers(json_object_get(c, "temp"), steps, CANTSTOP_COLUMNS, 13) ||
        !read_numbers(json_object_get(c, "dice"), dice, 4, 6))
        return false;
    for (int i = 0; i < CANTSTOP_COLUMNS; i++)
        cantstop_put(s, i, s->permanent[player][i] + steps[i]);
    const int roll = cantstop_roll_of(dice);
    if (roll < 0) return false;
    s->roll = (uint8_t)roll;
    s->rolls = 1;
    s->phase = CANTSTOP_MOVE;
    cantstop_derive(s);
    return true;
}

/* "[3, 10]" as the move it is; CANTSTOP_ACTIONS, no move at all, for anything else. */
static th_action read_move(const json_t *list) {
    int c[2] = {0, 0};
    const size_t n = json_array_size(list);
    if ((n != 1 && n != 2) || !read_numbers(list, c, n, 12)) return CANTSTOP_ACTIONS;
    if (c[0] < 2 || (n == 2 && c[1] < c[0])) return CANTSTOP_ACTIONS;
    return (th_action)(cantstop_tables.single[c[0] - 2] + (n == 1 ? 0 : 1 + c[1] - c[0]));
}

static bool same_moves(const char *id, const char *what, const json_t *expected,
                       const struct cantstop *s, bool forced) {
    th_action moves[CANTSTOP_LEGAL_MAX];
    const int n = cantstop_moves(s, forced, moves);
    bool same = json_is_array(expected) && json_array_size(expected) == (size_t)n;
    for (int i = 0; same && i < n; i++)
        same = read_move(json_array_get(expected, (size_t)i)) == moves[i];
    return same ? true : oracle_differs("%s: %s differs", id, what);
}

static bool same_number(const char *id, const char *what, const json_t *expected, int ours) {
    if (expected == NULL) return oracle_differs("%s: no %s", id, what);
    const json_int_t theirs =
        json_is_boolean(expected) ? json_is_true(expected) : json_integer_value(expected);
    return theirs == ours
               ? true
               : oracle_differs("%s: %s is %d, expected %lld", id, what, ours, (long long)theirs);
}

static bool same_choice(const char *id, const char *name, const json_t *expected,
                        struct cantstop *s) {
    static const char *const bots[][2] = {
        {"greedy_aggressive", "greedy-aggressive"},
        {"greedy_conservative_percol", "greedy-conservative"},
        {"greedy_conservative_permove", "greedy-conservative:penalty=move"},
        {"first", "always-continue"},
    };
    size_t i = 0;
    while (i < sizeof bots / sizeof *bots && strcmp(bots[i][0], name) != 0) i++;
    if (i == sizeof bots / sizeof *bots) return oracle_differs("%s: unknown bot %s", id, name);
    struct th_spec spec;
    struct th_error e;
    const struct th_bot_kind *kind = th_bot_find(&cantstop_game, bots[i][1], &spec, &e);
    void *bot = kind->make(&cantstop_game, &spec.options, &e);
    th_action legal[CANTSTOP_LEGAL_MAX];
    struct th_rng rng = th_rng_seeded(1);
    const int n = cantstop_game.legal(state_of(s), legal);
    const struct th_ask ask = {&cantstop_game, state_of(s), s->seat, legal, n, &rng, NULL, NULL};
    const th_action choice = legal[n == 1 ? 0 : kind->choose(bot, &ask)];
    kind->drop(bot);
    return choice == read_move(expected) ? true : oracle_differs("%s: %s differs", id, name);
}

static bool replay_legal_case(const json_t *c) {
    struct cantstop s;
    const char *id = json_string_value(json_object_get(c, "id"));
    if (id == NULL) id = "case";
    if (!read_case(c, &s)) return oracle_differs("%s: cannot be read", id);
    const unsigned columns = cantstop_tables.rolls[s.roll].columns;
    const bool bust = (columns & cantstop_steppable(&s)) == 0;
    bool ok = same_moves(id, "legal", json_object_get(c, "legal"), &s, false);
    ok &= same_moves(id, "legal_forced", json_object_get(c, "legal_forced"), &s, true);
    ok &= same_number(id, "bust", json_object_get(c, "bust"), bust);
    ok &= same_number(id, "success_of_1296", json_object_get(c, "success_of_1296"),
                      cantstop_successes(&s));
    ok &= same_number(id, "bank_completes", json_object_get(c, "bank_completes"),
                      cantstop_count(cantstop_banked(&s)));
    const char *bot;
    json_t *move;
    if (!bust) json_object_foreach(json_object_get(c, "choice"), bot, move) {
            ok &= same_choice(id, bot, move, &s);
        }
    return ok;
}

bool oracle_cantstop_legal(const json_t *file, struct tallied *t) {
    cantstop_prepare();
    const json_t *cases = json_object_get(file, "cases");
    size_t i;
    json_t *c;
    json_array_foreach(cases, i, c) {
        oracle_case(t, replay_legal_case(c));
    }
    return json_is_array(cases);
}

/* ---- cantstop-odds ---- */

static bool read_set(const json_t *list, unsigned *set) {
    *set = 0;
    int columns[CANTSTOP_COLUMNS];
    const size_t n = json_array_size(list);
    if (!json_is_array(list) || n > CANTSTOP_COLUMNS || !read_numbers(list, columns, n, 12))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (columns[i] < 2) return false;
        *set |= 1U << (columns[i] - 2);
    }
    return true;
}

/* A board with these columns completed, active, and active at their top. */
static struct cantstop board_with(unsigned done, unsigned active, unsigned top) {
    struct cantstop s;
    cantstop_start(&s, 1, 0);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        if (done >> c & 1)
            s.permanent[0][c] = s.place[c] = cantstop_height[c];
        else if (top >> c & 1)
            cantstop_put(&s, c, cantstop_height[c]);
        else if (active >> c & 1)
            cantstop_put(&s, c, 1);
    }
    cantstop_derive(&s);
    return s;
}

/* A set of active columns with room, nothing completed; `hit`: rolls that touch the set. */
static bool replay_set(const json_t *c) {
    unsigned set;
    char id[64];
    if (!read_set(json_object_get(c, "cols"), &set)) return oracle_differs("cols cannot be read");
    cantstop_columns_text(set, id, sizeof id);
    const struct cantstop s = board_with(0, set, 0);
    bool ok = same_number(id, "legal", json_object_get(c, "legal"), cantstop_successes(&s));
    if (json_object_get(c, "hit") != NULL)
        ok &= same_number(id, "hit", json_object_get(c, "hit"), cantstop_tables.successes[set]);
    return ok;
}

static bool replay_blocked(const json_t *c) {
    unsigned done, active, top;
    char id[64];
    if (!read_set(json_object_get(c, "completed"), &done) ||
        !read_set(json_object_get(c, "active"), &active) ||
        !read_set(json_object_get(c, "active_at_top"), &top))
        return oracle_differs("a case cannot be read");
    cantstop_columns_text(active, id, sizeof id);
    const struct cantstop s = board_with(done, active, top);
    return same_number(id, "legal", json_object_get(c, "legal"), cantstop_successes(&s));
}

bool oracle_cantstop_odds(const json_t *file, struct tallied *t) {
    cantstop_prepare();
    static const char *const lists[] = {"singles", "pairs", "triples"};
    size_t i;
    json_t *c;
    for (int l = 0; l < 3; l++) json_array_foreach(json_object_get(file, lists[l]), i, c) {
            oracle_case(t, replay_set(c));
        }
    json_array_foreach(json_object_get(file, "cases"), i, c) {
        oracle_case(t, replay_blocked(c));
    }
    return true;
}
