/* The fast version against the board on the table (tabletop.h), by all combinations of the options
 * and for one to four seats: the same actions, and the same board after each of them. */
#include "core/fields.h"
#include "drawn.h"
#include "scale.h"
#include "tabletop.h"
#include "tahur/rng.h"
#include "tahur/types.h"

#include <string.h>

enum { COMBINATIONS = 2 * 2 * 3 * 3 * 4 };

static struct cantstop start(int combination, struct tabletop *t) {
    struct cantstop s;
    const int i = combination;
    const struct cantstop_rules rules = {.forced = i % 2 != 0,
                                         .closed = i / 2 % 2 != 0,
                                         .blocking = (enum cantstop_blocking)(i / 4 % 3),
                                         .columns = 3 + i / 12 % 3};
    cantstop_start_rules(&s, i / 36 + 1, rules);
    tabletop_start(t, i / 36 + 1);
    t->forced = rules.forced;
    t->closed = rules.closed;
    t->blocking = (enum tabletop_blocking)(i / 4 % 3);
    t->columns = rules.columns;
    return s;
}

static void assert_same_board(const struct cantstop *s, const struct tabletop *t) {
    assert_int_equal(s->phase == CANTSTOP_OVER, t->over);
    assert_int_equal(s->seat, t->player);
    for (int column = 2; column <= 12; column++) {
        const int runner = tabletop_runner(t, column);
        for (int p = 0; p < s->players; p++)
            assert_int_equal(permanent(s, p, column), tabletop_marker(t, p, column));
        assert_int_equal(temporary(s, column),
                         runner > 0 ? runner - tabletop_marker(t, t->player, column) : 0);
    }
}

static void assert_same_actions(const struct cantstop *s, const struct tabletop *t) {
    char moves[9][8], expected[80] = "";
    int dice[4];
    if (s->phase == CANTSTOP_DECIDE) {
        assert_moves(s, tabletop_may_stop(t) ? "stop roll" : "roll");
        return;
    }
    for (int i = 0; i < 4; i++) dice[i] = cantstop_tables.rolls[s->roll].dice[i];
    const int n = tabletop_moves(t, dice, moves);
    for (int i = 0; i < n; i++) {
        if (i > 0) strcat(expected, " ");
        strcat(expected, moves[i]);
    }
    assert_moves(s, expected);
}

static void assert_same_winners(struct cantstop *s, const struct tabletop *t) {
    double payoff[TH_SEATS_MAX], sum = 0;
    cantstop_game.payoff(state_of(s), payoff);
    for (int p = 0; p < s->players; p++) {
        assert_int_equal(payoff[p] > 0, tabletop_has_won(t, p));
        sum += payoff[p];
        for (int q = 0; q < p; q++)
            if (payoff[p] > 0 && payoff[q] > 0) assert_true(payoff[p] == payoff[q]);
    }
    assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
}

/* What is kept at hand is what it should be, and all three forms of the position read back. */
static void assert_reads_back(struct cantstop *s) {
    char line[TH_POSITION_BYTES];
    struct cantstop again = *s;
    struct th_error e;
    cantstop_derive(&again);
    assert_memory_equal(&again, s, sizeof again);
    cantstop_game.position_text(state_of(s), line, sizeof line);
    cantstop_start_rules(&again, s->players, cantstop_rules_of(s));
    if (!cantstop_game.parse_position(state_of(&again), line, &e)) fail_msg("%s: %s", line, e.text);
    assert_memory_equal(&again, s, sizeof again);
    fields_json(&cantstop_game, state_of(s), line, sizeof line);
    cantstop_start_rules(&again, s->players, cantstop_rules_of(s));
    if (!cantstop_game.parse_position(state_of(&again), line, &e)) fail_msg("%s: %s", line, e.text);
    assert_memory_equal(&again, s, sizeof again);
}

static void assert_invariants(const struct cantstop *s) {
    assert_true(cantstop_count(s->active) <= CANTSTOP_RUNNERS);
    assert_int_equal(s->active & s->shut, 0);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        int markers = 0, tops = 0;
        for (int p = 0; p < s->players; p++) {
            markers += s->permanent[p][c] > 0;
            tops += s->permanent[p][c] == cantstop_height[c];
            for (int q = 0; q < p && s->blocking != CANTSTOP_SHARED; q++)
                if (s->permanent[p][c] > 0 && s->permanent[p][c] < cantstop_height[c])
                    assert_int_not_equal(s->permanent[p][c], s->permanent[q][c]);
        }
        if (s->closed && tops > 0) assert_true(tops == 1 && markers == 1);
    }
}

/* An observation has numbers from 0 to 1. */
static void assert_observed(struct cantstop *s) {
    float seen[CANTSTOP_OBSERVATION_MAX];
    for (int p = 0; p < s->players; p++) {
        cantstop_observe(state_of(s), p, seen);
        for (int i = 0; i < cantstop_observations(state_of(s)); i++)
            assert_true(seen[i] >= 0 && seen[i] <= 1);
    }
}

/* One action or outcome of both; returns the number of winners if that ended the game. */
static int step(struct cantstop *s, struct tabletop *t, struct th_rng *rng) {
    th_action legal[CANTSTOP_LEGAL_MAX], a;
    char text[16];
    if (s->phase == CANTSTOP_ROLL) {
        const uint32_t turns = s->turns;
        int dice[4];
        char moves[9][8];
        a = cantstop_game.pick(state_of(s), th_rng_next(rng));
        for (int i = 0; i < 4; i++) dice[i] = cantstop_tables.rolls[a].dice[i];
        const int n = tabletop_moves(t, dice, moves);
        cantstop_game.apply(state_of(s), a);
        assert_int_equal(s->turns != turns, n == 0);
        if (n == 0) tabletop_bust(t);
        return 0;
    }
    const int n = cantstop_game.legal(state_of(s), legal);
    a = legal[th_rng_below(rng, (uint32_t)n)];
    cantstop_game.action_text(state_of(s), a, text, sizeof text);
    cantstop_game.apply(state_of(s), a);
    if (a == CANTSTOP_STOP)
        tabletop_stop(t);
    else if (a != CANTSTOP_GO_ON)
        tabletop_move(t, text);
    if (s->phase != CANTSTOP_OVER) return 0;
    assert_same_winners(s, t);
    return cantstop_count(cantstop_winners(s));
}

static void the_board_on_the_table_agrees_by_all_rules(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(24);
    long wins = 0, shared = 0, unreached = 0;
    for (int i = 0; i < COMBINATIONS; i++) {
        struct tabletop t;
        struct cantstop s = start(i, &t);
        for (long ply = 0; ply < test_scale(4000); ply++) {
            if (s.phase == CANTSTOP_OVER) s = start(i, &t);
            const int winners = step(&s, &t, &rng);
            wins += winners == 1;
            shared += winners > 1;
            unreached += winners == 1 && s.phase == CANTSTOP_OVER &&
                         cantstop_count(s.completed[s.seat]) < cantstop_needed(&s);
            assert_same_board(&s, &t);
            assert_invariants(&s);
            if (s.phase != CANTSTOP_ROLL && s.phase != CANTSTOP_OVER) assert_same_actions(&s, &t);
            if (ply % 7 == 0 || s.phase == CANTSTOP_OVER) assert_reads_back(&s);
            if (ply % 7 == 0) assert_observed(&s);
        }
    }
    if (test_scale(100) >= 100) {
        assert_true(wins > 100);
        assert_true(shared > 0);
        assert_true(unreached > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_on_the_table_agrees_by_all_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
