/* The rules of docs/rules/y.md, and the fast version against the plain one (plain_y.h). */
#include "cmocka_includes.h"
#include "games/y/board.h"
#include "games/y/notation.h"
#include "making.h"
#include "plain_y.h"
#include "scale.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <string.h>

static struct th_state *state_of(struct y *s) {
    return (struct th_state *)(void *)s;
}

/* A position from its layout, "B/BR/.R."; the side to move follows from the stones. */
static struct y drawn(const char *layout, int pie) {
    struct y s;
    struct th_error e;
    char yen[400];
    int size = 1, b = 0, r = 0;
    for (const char *p = layout; *p != 0; p++) size += *p == '/', b += *p == 'B', r += *p == 'R';
    y_start(&s, size, pie);
    snprintf(yen, sizeof yen, "{\"size\":%d,\"turn\":%d,\"layout\":\"%s\"}", size, b > r, layout);
    if (!y_game.parse_position(state_of(&s), yen, &e)) fail_msg("%s: %s", layout, e.text);
    return s;
}

static void play(struct y *s, const char *move) {
    struct th_error e;
    th_action a;
    if (!y_game.parse_action(state_of(s), move, &a, &e)) fail_msg("%s", e.text);
    y_game.apply(state_of(s), a);
}

static void assert_refused(struct y *s, const char *move, const char *word) {
    struct th_error e = {""};
    th_action a;
    const struct y before = *s;
    assert_false(y_game.parse_action(state_of(s), move, &a, &e));
    if (strstr(e.text, word) == NULL) fail_msg("%s: %s", move, e.text);
    assert_memory_equal(s, &before, sizeof before);
}

/* ---- board ---- */

static void board_has_size_times_size_plus_one_halves_cells(void **state) {
    (void)state;
    y_prepare();
    for (int size = 2; size <= Y_SIZE_MAX; size++)
        assert_int_equal(y_shape(size)->cells, size * (size + 1) / 2);
}

static void board_neighbours_are_2_in_a_corner_4_on_an_edge_6_inside(void **state) {
    (void)state;
    y_prepare();
    for (int size = 2; size <= Y_SIZE_MAX; size++) {
        const struct y_shape *t = y_shape(size);
        struct plain_y_shape plain;
        plain_y_shape(&plain, size);
        for (int i = 0; i < t->cells; i++) {
            const int sides = __builtin_popcount(t->sides[i]);
            assert_int_equal(t->neighbours[i], size == 1 ? 0 : sides == 2 ? 2 : sides == 1 ? 4 : 6);
            assert_int_equal(sides, __builtin_popcount((unsigned)plain.sides[i]));
            assert_int_equal(t->neighbours[i], plain.neighbours[i]);
        }
    }
}

/* ---- play ---- */

static void play_player_0_begins_and_players_alternate(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 4, 0);
    assert_int_equal(y_game.mover(state_of(&s)), 0);
    play(&s, "0");
    assert_int_equal(y_game.mover(state_of(&s)), 1);
    play(&s, "1");
    assert_int_equal(y_game.mover(state_of(&s)), 0);
}

static void play_a_chain_that_touches_all_three_sides_wins_at_once(void **state) {
    (void)state;
    struct y s = drawn("./.B/RB./.BRR", 0); /* right side and base */
    play(&s, "a3");                         /* and the left side */
    assert_true(s.over);
    assert_int_equal(s.winner, 0);
    s = drawn("./.B/RB./.BRR", 0);
    play(&s, "c2"); /* the right side once more */
    assert_false(s.over);
}

static void play_a_corner_counts_for_two_sides(void **state) {
    (void)state;
    /* Blue runs down the left side, which ends in two corners. */
    struct y s = drawn("B/BR/.R.", 0);
    play(&s, "a1");
    assert_true(s.over);
    assert_int_equal(s.winner, 0);
    double payoff[2];
    y_game.payoff(state_of(&s), payoff);
    assert_true(payoff[0] == 1 && payoff[1] == 0);
    assert_int_equal(y_game.mover(state_of(&s)), TH_OVER);
}

static void swap_takes_over_the_first_stone(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 3, 1);
    assert_refused(&s, "swap", "second player");
    play(&s, "4");
    th_action legal[TH_LEGAL_MAX];
    const int n = y_game.legal(state_of(&s), legal);
    assert_int_equal(n, 6);
    assert_int_equal(legal[n - 1], Y_SWAP);
    play(&s, "swap");
    assert_int_equal(s.cell[4], 1);
    assert_int_equal(y_game.mover(state_of(&s)), 0);
    assert_int_equal(y_game.turns(state_of(&s)), 2);
    play(&s, "0");
    assert_refused(&s, "swap", "second player");
}

static void swap_needs_the_option(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 3, 0);
    play(&s, "4");
    assert_refused(&s, "swap", "pie=1");
    th_action legal[TH_LEGAL_MAX];
    assert_int_equal(y_game.legal(state_of(&s), legal), 5);
}

static void resign_gives_the_game_to_the_opponent(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 5, 0);
    play(&s, "c1");
    play(&s, "resign");
    assert_true(s.over);
    assert_int_equal(s.winner, 0);
    assert_refused(&s, "a1", "over");
}

static void refused_moves_change_nothing(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 3, 0);
    play(&s, "b1");
    assert_refused(&s, "b1", "taken");
    assert_refused(&s, "6", "no cell");
    assert_refused(&s, "a4", "no cell");
    assert_refused(&s, "c3", "no cell");
    assert_refused(&s, "d1", "no cell");
    assert_refused(&s, "", "no cell");
    assert_refused(&s, "a", "no cell");
    assert_refused(&s, "-1", "no cell");
    assert_refused(&s, "a1x", "no cell");
}

/* ---- notation ---- */

static void cells_are_written_as_letter_and_number_or_index(void **state) {
    (void)state;
    char text[8];
    y_prepare();
    assert_string_equal(y_cell_text(7, 12, text, sizeof text), "c3");
    for (int size = 2; size <= Y_SIZE_MAX; size++)
        for (int i = 0; i < y_cells(size); i++) {
            assert_int_equal(y_read_cell(size, y_cell_text(size, i, text, sizeof text)), i);
            snprintf(text, sizeof text, "%d", i);
            assert_int_equal(y_read_cell(size, text), i);
        }
}

static void yen_of_random_play_reads_back(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int game = 0; game < 400; game++) {
        struct y s, back;
        y_start(&s, 2 + game % 18, game % 2);
        while (!s.over) {
            char text[600], again[600];
            struct th_error e;
            th_action legal[TH_LEGAL_MAX];
            y_game.position_text(state_of(&s), text, sizeof text);
            y_start(&back, s.size, s.pie);
            if (!y_game.parse_position(state_of(&back), text, &e)) fail_msg("%s: %s", text, e.text);
            assert_memory_equal(back.cell, s.cell, sizeof s.cell);
            assert_int_equal(back.mover, s.mover);
            assert_int_equal(back.stones, s.stones);
            assert_int_equal(back.swapped, s.swapped);
            assert_int_equal(back.over, s.over);
            assert_string_equal(y_game.position_text(state_of(&back), again, sizeof again), text);
            const int n = y_game.legal(state_of(&s), legal);
            y_game.apply(state_of(&s), legal[th_rng_below(&rng, (uint32_t)n)]);
        }
    }
}

static const struct {
    const char *yen, *word;
} wrong[] = {
    {"", "not JSON"},
    {"[1]", "object"},
    {"{\"size\":3,\"size\":3,\"turn\":0,\"layout\":\"./../...\"}", "not JSON"},
    {"{\"turn\":0,\"layout\":\"./../...\"}", "\"size\""},
    {"{\"size\":4,\"turn\":0,\"layout\":\"./../...\"}", "y:size=4"},
    {"{\"size\":3,\"turn\":2,\"layout\":\"./../...\"}", "\"turn\""},
    {"{\"size\":3,\"layout\":\"./../...\"}", "\"turn\""},
    {"{\"size\":3,\"turn\":0}", "\"layout\""},
    {"{\"size\":3,\"turn\":0,\"layout\":\"./..\"}", "2 rows"},
    {"{\"size\":3,\"turn\":0,\"layout\":\"./../.../....\"}", "more than 3 rows"},
    {"{\"size\":3,\"turn\":0,\"layout\":\"./.../...\"}", "row 2 of the layout has 3"},
    {"{\"size\":3,\"turn\":0,\"layout\":\"./.x/...\"}", "row 2, cell 2 of the layout is 'x'"},
    {"{\"size\":3,\"turn\":0,\"layout\":\"B/../...\"}", "no alternating play"},
    {"{\"size\":3,\"turn\":1,\"layout\":\"B/B./...\"}", "no alternating play"},
    {"{\"size\":3,\"turn\":0,\"layout\":\"R/../...\"}", "no alternating play"},
    {"{\"size\":3,\"turn\":0,\"layout\":\"B/BR/BRR\"}", "to move, but has won"},
    {"{\"size\":3,\"turn\":0,\"players\":[\"B\"],\"layout\":\"./../...\"}", "two players"},
    {"{\"size\":3,\"turn\":0,\"players\":[\"B\",\"B\"],\"layout\":\"./../...\"}", "both"},
    {"{\"size\":3,\"turn\":0,\"players\":[\"B\",\"xx\"],\"layout\":\"./../...\"}", "one letter"},
};

static void wrong_yen_is_refused_with_its_place_and_changes_nothing(void **state) {
    (void)state;
    struct y s;
    y_start(&s, 3, 0);
    const struct y before = s;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct th_error e = {""};
        if (y_game.parse_position(state_of(&s), wrong[i].yen, &e))
            fail_msg("accepted: %s", wrong[i].yen);
        if (strstr(e.text, wrong[i].word) == NULL) fail_msg("%s: %s", wrong[i].yen, e.text);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void yen_after_a_swap_is_read_with_pie(void **state) {
    (void)state;
    struct y s;
    struct th_error e;
    y_start(&s, 3, 1);
    assert_true(
        y_game.parse_position(state_of(&s), "{\"size\":3,\"turn\":0,\"layout\":\"R/../...\"}", &e));
    assert_true(s.swapped);
}

static void the_board_is_drawn_as_a_triangle(void **state) {
    (void)state;
    struct y s = drawn("B/BR/.R.", 0);
    char picture[400];
    assert_string_equal(y_game.screen->draw(state_of(&s), NULL, picture, sizeof picture),
                        "  3   B\n"
                        "  2  B R\n"
                        "  1 . R .\n"
                        "    a b c\n"
                        "\n"
                        "player 0 (B) to move\n");
}

/* ---- against the plain version ---- */

static void winners_show_in_the_same_move_as_by_flood_fill(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (long game = 0; game < test_scale(3000); game++) {
        struct y s;
        struct plain_y plain;
        y_start(&s, 2 + (int)(game % 18), 0);
        plain_y_start(&plain, s.size);
        while (!s.over) {
            th_action legal[TH_LEGAL_MAX];
            const int n = y_game.legal(state_of(&s), legal);
            const th_action a = legal[th_rng_below(&rng, (uint32_t)n)];
            plain.cell[a] = s.mover;
            y_game.apply(state_of(&s), a);
            assert_int_equal(plain_y_winners(&plain), s.over ? 1 << s.winner : 0);
        }
        struct y again = s;
        assert_int_equal(y_rebuild(&again), 1 << s.winner);
        assert_int_equal(again.stones, s.stones);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_has_size_times_size_plus_one_halves_cells),
        cmocka_unit_test(board_neighbours_are_2_in_a_corner_4_on_an_edge_6_inside),
        cmocka_unit_test(play_player_0_begins_and_players_alternate),
        cmocka_unit_test(play_a_chain_that_touches_all_three_sides_wins_at_once),
        cmocka_unit_test(play_a_corner_counts_for_two_sides),
        cmocka_unit_test(swap_takes_over_the_first_stone),
        cmocka_unit_test(swap_needs_the_option),
        cmocka_unit_test(resign_gives_the_game_to_the_opponent),
        cmocka_unit_test(refused_moves_change_nothing),
        cmocka_unit_test(cells_are_written_as_letter_and_number_or_index),
        cmocka_unit_test(yen_of_random_play_reads_back),
        cmocka_unit_test(wrong_yen_is_refused_with_its_place_and_changes_nothing),
        cmocka_unit_test(yen_after_a_swap_is_read_with_pie),
        cmocka_unit_test(the_board_is_drawn_as_a_triangle),
        cmocka_unit_test(winners_show_in_the_same_move_as_by_flood_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
