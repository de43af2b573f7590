/* What boards on a screen are told beside the position: it agrees with what the rules do. */
#include "cmocka_includes.h"
#include "drawn_parchis.h"
#include "games/cantstop/board.h"
#include "games/kittens/board.h"
#include "games/parchis/way.h"
#include "games/y/board.h"
#include "games/y/notation.h"
#include "scale.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *extra_of(const struct th_game *game, const struct th_state *s,
                        const th_action done[], size_t steps) {
    char text[TH_EXTRA_BYTES];
    json_error_t error;
    game->screen->extra(s, done, steps, text, sizeof text);
    assert_true(strlen(text) < sizeof text / 2);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) fail_msg("%s in %s", error.text, text);
    return json;
}

static int number_in(const json_t *json, const char *field) {
    assert_true(json_is_integer(json_object_get(json, field)));
    return (int)json_integer_value(json_object_get(json, field));
}

static int number_at(const json_t *list, size_t i) {
    assert_true(i < json_array_size(list));
    return (int)json_integer_value(json_array_get(list, i));
}

/* Plays games at random, and hands every state to `look` with the steps so far. */
static void look_at_games(const char *spec, long games, uint64_t seed,
                          void (*look)(const struct th_game *game, const struct th_state *s,
                                       const th_action done[], size_t steps)) {
    enum { STEPS_MAX = 4000 };
    static th_action done[STEPS_MAX];
    struct th_rng rng = th_rng_seeded(seed);
    struct th_spec found;
    struct th_error e;
    const struct th_game *game = th_game_find(spec, &found, &e);
    for (long g = 0; g < games; g++) {
        struct th_state *s = th_state_new(game, &found.options, &e);
        size_t steps = 0;
        for (int mover; steps < STEPS_MAX; game->apply(s, done[steps++])) {
            th_action legal[TH_LEGAL_MAX];
            look(game, s, done, steps);
            if ((mover = game->mover(s)) == TH_OVER) break;
            done[steps] = mover == TH_CHANCE
                              ? th_chance_pick(game, s, th_rng_next(&rng))
                              : legal[th_rng_below(&rng, (uint32_t)game->legal(s, legal))];
        }
        free(s);
    }
}

/* ---- Parchís ---- */

/* A step along the colour's route, forward or back. */
static bool neighbours(int colour, int from, int to) {
    return parchis_next(colour, from) == to || parchis_next(colour, to) == from;
}

static int place_of_square(int colour, int square) {
    return square <= PARCHIS_TRACK ? square : parchis_corridor(colour, square - 100);
}

static void look_at_path(const json_t *piece, const struct parchis *s,
                         const struct parchis *after) {
    const int colour = number_in(piece, "colour");
    const int p = PARCHIS_EACH * colour + number_in(piece, "piece");
    const json_t *path = json_object_get(piece, "path");
    const size_t n = json_array_size(path);
    assert_int_equal(number_at(path, 0), parchis_square(p, s->place[p]));
    assert_int_equal(number_at(path, n - 1), parchis_square(p, after->place[p]));
    assert_int_equal(number_in(piece, "state"), parchis_condition_of(after, p));
    for (size_t i = 1; i + 1 < n; i++) { /* in the end it may be sent home, or be small again */
        const int from = place_of_square(colour, number_at(path, i - 1));
        const int to = place_of_square(colour, number_at(path, i));
        assert_true(neighbours(colour, from, to) ||
                    (from == PARCHIS_HOME && to == parchis_exit[colour]) ||
                    (i == 1 && parchis_in_course(s)));
    }
}

static void look_at_ways(const struct th_game *game, const struct th_state *state,
                         const th_action done[], size_t steps) {
    const struct parchis *s = (const struct parchis *)(const void *)state;
    json_t *json = extra_of(game, state, done, steps);
    const json_t *ways = json_object_get(json, "ways");
    th_action legal[TH_LEGAL_MAX];
    const int n = game->mover(state) >= 0 ? game->legal(state, legal) : 0;
    assert_int_equal(json_array_size(ways), n);
    for (int i = 0; i < n; i++) {
        const json_t *way = json_array_get(ways, (size_t)i);
        const json_t *pieces = json_object_get(way, "pieces"), *piece;
        const int acting = parchis_action_piece(legal[i]);
        struct parchis after = *s;
        char text[TH_ACTION_BYTES];
        unsigned listed = 0;
        size_t k;
        parchis_apply(&after, legal[i]);
        assert_string_equal(json_string_value(json_object_get(way, "move")),
                            game->action_text(state, legal[i], text, sizeof text));
        json_array_foreach((json_t *)pieces, k, piece) {
            const int p = PARCHIS_EACH * number_in(piece, "colour") + number_in(piece, "piece");
            assert_true(k > 0 || acting == PARCHIS_PASS || p == acting);
            assert_false(listed >> p & 1);
            listed |= 1U << p;
            look_at_path(piece, s, &after);
        }
        for (int p = 0; p < PARCHIS_PIECES; p++) {
            const bool changed = s->place[p] != after.place[p] ||
                                 parchis_condition_of(s, p) != parchis_condition_of(&after, p);
            assert_int_equal(listed >> p & 1, changed || p == acting);
        }
        assert_int_equal(json_array_size(json_object_get(way, "takes")),
                         __builtin_popcount(s->items & ~after.items));
        const bool goes_on = game->mover((const struct th_state *)(const void *)&after) >= 0;
        assert_int_equal(json_is_true(json_object_get(way, "again")),
                         goes_on && (after.colour & 1) == (s->colour & 1));
    }
    json_decref(json);
}

static void parchis_every_piece_that_changes_has_its_way(void **state) {
    (void)state;
    look_at_games("parchis", test_scale(25), 1, look_at_ways);
    look_at_games("parchis:rules=course", test_scale(25), 2, look_at_ways);
    look_at_games("parchis:items=0", test_scale(5), 3, look_at_ways);
}

/* "4 5 6": the path of the k-th piece of an action. */
static const char *path_of(const struct parchis *s, const char *action, size_t k) {
    static char text[512];
    json_t *json = extra_of(&parchis_game, state_seen(s), NULL, 0);
    const json_t *ways = json_object_get(json, "ways"), *way;
    size_t i;
    text[0] = 0;
    json_array_foreach((json_t *)ways, i, way) {
        if (strcmp(json_string_value(json_object_get(way, "move")), action) != 0) continue;
        const json_t *piece = json_array_get(json_object_get(way, "pieces"), k);
        const json_t *path = json_object_get(piece, "path");
        for (size_t j = 0; j < json_array_size(path); j++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", j > 0 ? " " : "",
                     number_at(path, j));
    }
    json_decref(json);
    return text;
}

static void parchis_ways_by_hand(void **state) {
    (void)state;
    struct parchis s = place("yellow 4 66 home; blue 9 home home");
    assert_string_equal(path_of(&s, "5 yellow 0", 0), "4 5 6 7 8 9");
    assert_string_equal(path_of(&s, "5 yellow 0", 1), "9 0"); /* eaten */
    assert_string_equal(path_of(&s, "4 yellow 1", 0), "66 67 68 101 102");
    assert_string_equal(path_of(&s, "5 yellow 2", 0), "0 4");
    s = place("yellow c5 home home");
    assert_string_equal(path_of(&s, "4 yellow 0", 0), "105 106 107 108 107");
    assert_string_equal(path_of(&s, "5 yellow 0", 0), "105 106 107 108 107 106");
    s = place("yellow 10 home home; traps 12");
    assert_string_equal(path_of(&s, "4 yellow 0", 0), "10 11 12");
    s = place("yellow 10 home home; blue 12:star:2 home home");
    assert_string_equal(path_of(&s, "4 yellow 0", 0), "10 11 12 0");
    /* Into the goal and back to the track: what is met there, and what is met before. */
    s = place("yellow 65 home home; forced 20 yellow");
    assert_string_equal(path_of(&s, "20 yellow 0", 0),
                        "65 66 67 68 101 102 103 104 105 106 107 108 "
                        "107 106 105 104 103 102 101 68 67");
    s = place("yellow 65 home home; blue 67:star:2 home home; forced 20 yellow");
    assert_string_equal(path_of(&s, "20 yellow 0", 0), "65 66 67 0");
    s = place("yellow c5 home home; traps 66; forced 20 yellow");
    assert_string_equal(path_of(&s, "20 yellow 0", 0),
                        "105 106 107 108 107 106 105 104 103 102 101 68 67 66");
    s = place("yellow 10:bananed:1 home home");
    assert_string_equal(path_of(&s, "4 yellow 0", 0), "10");
    s = place("yellow 60 home home; special mushroom / -");
    assert_string_equal(path_of(&s, "mushroom yellow 0", 0), "60 61 62 63 64 65 66 67 68");
    s = place("yellow 10:mega:3 home home");
    assert_string_equal(path_of(&s, "2 yellow 0", 0), "10 11 12");
    s = place("yellow 10:mega:1 home home"); /* small again, on its front square */
    assert_string_equal(path_of(&s, "2 yellow 0", 0), "10 11 12 13");
    s = place("yellow 20 home home; blue 22 25 home; green 30 home home; special lightning / -");
    assert_string_equal(path_of(&s, "lightning yellow 0", 0), "20");
    assert_string_equal(path_of(&s, "lightning yellow 0", 1), "22");
    s = place("yellow 20 home home; blue 22 25 home; special red-shell / -");
    assert_string_equal(path_of(&s, "red-shell yellow 0", 1), "22 0");
}

/* ---- Can't Stop ---- */

static void look_at_odds(const struct th_game *game, const struct th_state *state,
                         const th_action done[], size_t steps) {
    const struct cantstop *s = (const struct cantstop *)(const void *)state;
    json_t *json = extra_of(game, state, done, steps), *now = json_object_get(json, "success");
    const json_t *moves = json_object_get(json, "moves"), *won = json_object_get(json, "won");
    assert_int_equal(json_array_size(json_object_get(json, "heights")), 11);
    assert_int_equal(number_at(json_object_get(json, "heights"), 5), 13);
    size_t columns = 0;
    for (int seat = 0; seat < s->players; seat++)
        columns += (size_t)cantstop_count(s->completed[seat]);
    assert_int_equal(json_array_size(won), columns);
    assert_int_equal(json_is_null(now), game->mover(state) < 0);
    if (s->phase == CANTSTOP_DECIDE) { /* all rolls, one by one */
        struct th_state *room = malloc(game->state_size);
        struct th_outcome outcome[TH_LEGAL_MAX];
        double good = 0, all = 0;
        memcpy(room, state, game->state_size);
        game->apply(room, CANTSTOP_GO_ON);
        const int n = game->outcomes(room, outcome);
        for (int i = 0; i < n; i++) {
            struct cantstop after = *(const struct cantstop *)(const void *)room;
            game->apply((struct th_state *)(void *)&after, outcome[i].action);
            all += outcome[i].weight;
            if (after.phase == CANTSTOP_MOVE) good += outcome[i].weight;
        }
        assert_true(fabs(json_number_value(now) - good / all) < 1e-8);
        free(room);
    }
    th_action legal[TH_LEGAL_MAX];
    const int n = s->phase == CANTSTOP_MOVE ? game->legal(state, legal) : 0;
    assert_int_equal(json_array_size(moves), n);
    for (int i = 0; i < n; i++) {
        const json_t *move = json_array_get(moves, (size_t)i);
        struct cantstop after = *s;
        cantstop_make_move(&after, legal[i]);
        json_t *behind = extra_of(game, (const struct th_state *)(const void *)&after, NULL, 0);
        assert_true(json_number_value(json_object_get(behind, "success")) ==
                    json_number_value(json_object_get(move, "success")));
        json_decref(behind);
        const json_t *moved = json_object_get(move, "columns");
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
            bool named = false;
            for (size_t k = 0; k < json_array_size(moved); k++)
                named = named || number_at(moved, k) == c + 2;
            assert_int_equal(named, cantstop_reached(&after, c) != cantstop_reached(s, c));
        }
    }
    json_decref(json);
}

static void cantstop_odds_are_those_of_all_rolls(void **state) {
    (void)state;
    look_at_games("cantstop:players=2", test_scale(20), 1, look_at_odds);
    look_at_games("cantstop:players=3,forced=1", test_scale(5), 2, look_at_odds);
}

/* ---- Y ---- */

static void look_at_chain(const struct th_game *game, const struct th_state *state,
                          const th_action done[], size_t steps) {
    const struct y *s = (const struct y *)(const void *)state;
    json_t *json = extra_of(game, state, done, steps);
    const char *last = json_string_value(json_object_get(json, "last"));
    const json_t *chain = json_object_get(json, "chain");
    size_t stones = steps;
    while (stones > 0 && done[stones - 1] >= Y_SWAP) stones--;
    assert_int_equal(last == NULL, s->stones == 0);
    if (last != NULL) assert_int_equal(y_read_cell(s->size, last), done[stones - 1]);
    assert_int_equal(json_array_size(chain) > 0, s->over);
    if (s->over) { /* with the chain alone the winner has won, without it nobody */
        struct y alone, rest = *s;
        y_start(&alone, s->size, 0);
        for (size_t i = 0; i < json_array_size(chain); i++) {
            const int cell = y_read_cell(s->size, json_string_value(json_array_get(chain, i)));
            assert_int_equal(s->cell[cell], s->winner);
            alone.cell[cell] = s->winner;
            rest.cell[cell] = Y_EMPTY;
        }
        assert_int_equal(y_rebuild(&alone), 1 << s->winner);
        int roots = 0;
        for (int i = 0; i < y_cells(s->size); i++)
            roots += alone.cell[i] != Y_EMPTY && alone.parent[i] == i;
        assert_int_equal(roots, 1);
        assert_int_equal(y_rebuild(&rest), 0);
    }
    json_decref(json);
}

static void y_has_its_last_stone_and_the_winners_chain(void **state) {
    (void)state;
    look_at_games("y:size=7", test_scale(50), 1, look_at_chain);
    look_at_games("y:size=3,pie=1", test_scale(50), 2, look_at_chain);
    struct y s;
    const th_action resigned[] = {0, Y_RESIGN};
    y_start(&s, 4, 0);
    y_place(&s, 0);
    y_resign(&s);
    json_t *json = extra_of(&y_game, (const struct th_state *)(const void *)&s, resigned, 2);
    assert_string_equal(json_string_value(json_object_get(json, "last")), "a4");
    assert_int_equal(json_array_size(json_object_get(json, "chain")), 0);
    json_decref(json);
}

/* ---- Kittens ---- */

static void look_at_bombs(const struct th_game *game, const struct th_state *state,
                          const th_action done[], size_t steps) {
    const struct kittens *s = kittens_in(state);
    struct kittens view;
    for (int seat = TH_STRANGER; seat < 2; seat++) {
        view = *s;
        if (seat != TH_SEES_ALL) kittens_view(s, seat, &view);
        json_t *json = extra_of(game, (const struct th_state *)(const void *)&view, done, steps);
        const json_t *bomb = json_object_get(json, "bomb"), *count = json_object_get(json, "count");
        assert_int_equal(number_in(count, "deck"), s->deck_size);
        assert_int_equal(number_in(count, "bombs"), s->bombs);
        const double top = json_number_value(json_object_get(bomb, "top"));
        assert_int_equal(json_is_null(bomb), s->phase == KITTENS_DEALING || s->deck_size == 0);
        if (seat >= 0 && !json_is_null(bomb))
            assert_true(fabs(top - kittens_bomb_chance(s, seat, s->deck_size - 1)) < 1e-8);
        if (seat == TH_STRANGER && !json_is_null(bomb))
            assert_true(fabs(top - (double)s->bombs / s->deck_size) < 1e-8);
        if (seat == TH_SEES_ALL && s->phase == KITTENS_DRAWING) { /* the law of chance itself */
            struct th_outcome outcome[KITTENS_CARDS];
            const int n = game->outcomes(state, outcome);
            double bombs = 0, all = 0;
            for (int i = 0; i < n; i++) {
                all += outcome[i].weight;
                if (outcome[i].action == KITTENS_BOMB) bombs += outcome[i].weight;
            }
            assert_true(fabs(top - bombs / all) < 1e-8);
        }
        json_decref(json);
    }
}

static void kittens_odds_of_a_bomb_by_what_the_viewer_knows(void **state) {
    (void)state;
    static const char *const specs[] = {"kittens", "kittens:rules=classic",
                                        "kittens:deck=official"};
    for (int i = 0; i < 3; i++) look_at_games(specs[i], test_scale(50), 1, look_at_bombs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parchis_every_piece_that_changes_has_its_way),
        cmocka_unit_test(parchis_ways_by_hand),
        cmocka_unit_test(cantstop_odds_are_those_of_all_rolls),
        cmocka_unit_test(y_has_its_last_stone_and_the_winners_chain),
        cmocka_unit_test(kittens_odds_of_a_bomb_by_what_the_viewer_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
