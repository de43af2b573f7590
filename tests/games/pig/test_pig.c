/* Pig, the game of docs/add-a-game.md: its rules, figures that are known exactly, and positions
 * that contradict themselves. What every game promises is in games/test_contract.c. */
#include "cmocka_includes.h"
#include "making.h"
#include "pig/pig.h"
#include "scale.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions as the rules leave them ---- */

/* A position after some steps in writing, from another; "…" stands for nothing to do. */
static void assert_leads(const char *game_spec, const char *from, const char *steps,
                         const char *to) {
    struct th_spec spec;
    struct th_error e;
    char text[128], all[128], *rest = all;
    const struct th_game *game = th_game_find(game_spec, &spec, &e);
    assert_ptr_equal(game, &pig_game);
    struct th_state *s = th_state_new(game, &spec.options, &e);
    if (from != NULL && !game->parse_position(s, from, &e)) fail_msg("%s: %s", from, e.text);
    strcpy(all, steps);
    for (char *step; (step = strtok_r(rest, ",", &rest)) != NULL;) {
        th_action a;
        if (!th_read_action(game, s, step, &a, &e)) fail_msg("%s: %s", step, e.text);
        game->apply(s, a);
    }
    assert_string_equal(game->position_text(s, text, sizeof text), to);
    free(s);
}

static void a_turn_begins_with_a_roll(void **state) {
    (void)state;
    assert_leads("pig", NULL, "", "0/0 turn 0 seat 0 round 0 roll");
}

static void what_is_rolled_adds_up(void **state) {
    (void)state;
    assert_leads("pig", NULL, "d 4,roll,d 6", "0/0 turn 10 seat 0 round 0 decide");
}

static void who_holds_keeps_it_and_the_next_seat_is_in_turn(void **state) {
    (void)state;
    assert_leads("pig", NULL, "d 4,roll,d 6,hold", "10/0 turn 0 seat 1 round 0 roll");
    assert_leads("pig", "10/0 turn 0 seat 1 round 0 roll", "d 2,hold",
                 "10/2 turn 0 seat 0 round 1 roll");
    assert_leads("pig:players=3", "9/8/0 turn 6 seat 2 round 1 decide", "hold",
                 "9/8/6 turn 0 seat 0 round 2 roll");
}

static void a_one_takes_the_turn_and_nothing_more(void **state) {
    (void)state;
    assert_leads("pig", "30/10 turn 18 seat 0 round 5 decide", "roll,d 1",
                 "30/10 turn 0 seat 1 round 5 roll");
    assert_leads("pig", NULL, "d 1", "0/0 turn 0 seat 1 round 0 roll");
}

static void who_holds_with_enough_has_won(void **state) {
    (void)state;
    assert_leads("pig", "90/96 turn 9 seat 0 round 9 decide", "hold",
                 "99/96 turn 0 seat 1 round 9 roll");
    assert_leads("pig", "90/96 turn 10 seat 0 round 9 decide", "hold",
                 "100/96 turn 0 seat 0 round 9 over");
    assert_leads("pig:goal=20", "4/2 turn 18 seat 1 round 2 decide", "hold",
                 "4/20 turn 0 seat 1 round 2 over");
}

/* ---- what is known exactly ---- */

/* What a turn of hold-at is worth when the goal is far, by the rules alone. */
static double worth_of_turn(int total, int hold_at) {
    if (total >= hold_at) return total;
    double sum = 0;
    for (int die = 2; die <= 6; die++) sum += worth_of_turn(total + die, hold_at);
    return sum / 6;
}

/* The same by the game's own table, asked step by step, and the bot's own answers. */
static double walked_worth(const struct bot *bot, const struct th_state *s) {
    const struct th_game *game = &pig_game;
    union {
        struct pig pig;
        uint64_t align;
    } room;
    struct th_state *next = (struct th_state *)(void *)&room;
    if (pig_in(s)->turns > 0) return pig_in(s)->score[0];
    memcpy(next, s, sizeof room.pig);
    if (game->mover(s) != TH_CHANCE) {
        th_action legal[PIG_ACTIONS];
        const int n = game->legal(s, legal);
        const struct th_ask ask = {.game = game, .view = s, .legal = legal, .n = n};
        game->apply(next, legal[bot->kind->choose(bot->self, &ask)]);
        return walked_worth(bot, next);
    }
    struct th_outcome outcomes[PIG_SIDES];
    const int n = game->outcomes(s, outcomes);
    double sum = 0, weights = 0;
    for (int i = 0; i < n; i++) {
        memcpy(next, s, sizeof room.pig);
        game->apply(next, outcomes[i].action);
        sum += outcomes[i].weight * walked_worth(bot, next);
        weights += outcomes[i].weight;
    }
    return sum / weights;
}

static void a_turn_of_hold_at_is_worth_what_it_must_be(void **state) {
    (void)state;
    struct pig start;
    pig_start(&start, 2, 1000);
    for (int n = 2; n <= 25; n++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hold-at:n=%d", n);
        struct bot bot = make_bot(&pig_game, spec);
        const double walked = walked_worth(&bot, (const struct th_state *)(const void *)&start);
        assert_true(fabs(walked - worth_of_turn(0, n)) < 1e-9);
        assert_true(worth_of_turn(0, n) <= worth_of_turn(0, 20) + 1e-9); /* nothing is better */
        drop_bot(&bot);
    }
    assert_true(fabs(worth_of_turn(0, 20) - 8.1418) < 0.00005);
}

enum { GOAL = 100, HOLD = 20 };
static double wins[GOAL][GOAL]; /* of the seat in turn, by its score and the other's */

/* How likely a turn ends with each total; 0 is a 1. */
static void turn_ends(int score, double out[HOLD + 6]) {
    double at[HOLD + 6] = {1};
    memset(out, 0, (HOLD + 6) * sizeof *out);
    for (int total = 0; total < HOLD + 6; total++) {
        if (total >= HOLD || score + total >= GOAL) {
            out[total] = at[total];
            continue;
        }
        out[0] += at[total] / 6;
        for (int die = 2; die <= 6; die++) at[total + die] += at[total] / 6;
    }
}

/* Both states of a pair wait for each other when a turn ends with a 1: two equations. */
static void solve_pair(int a, int b) {
    double known[2] = {0, 0}, bust[2], end[HOLD + 6];
    for (int side = 0; side < 2; side++) {
        const int own = side == 0 ? a : b, other = side == 0 ? b : a;
        turn_ends(own, end);
        bust[side] = end[0];
        for (int total = 2; total < HOLD + 6; total++)
            if (end[total] > 0)
                known[side] +=
                    end[total] * (own + total >= GOAL ? 1 : 1 - wins[other][own + total]);
    }
    /* x = known0 + bust0 (1 - y), y = known1 + bust1 (1 - x) */
    wins[a][b] = (known[0] + bust[0] * (1 - known[1] - bust[1])) / (1 - bust[0] * bust[1]);
    wins[b][a] = known[1] + bust[1] * (1 - wins[a][b]);
}

static void who_begins_wins_as_often_as_it_must_be(void **state) {
    (void)state;
    for (int sum = 2 * (GOAL - 1); sum >= 0; sum--)
        for (int a = 0; a < GOAL; a++)
            if (sum - a >= a && sum - a < GOAL) solve_pair(a, sum - a);
    assert_true(fabs(wins[0][0] - 0.5347) < 0.00005);
    static const char *const specs[] = {"hold-at:n=20", NULL};
    const struct th_arena arena = make_arena("pig", specs, (uint64_t)test_scale(40000) / 2 * 2);
    const struct th_arena_result r = run_arena(&arena);
    const struct th_estimate first = r.seat[0].share;
    if (fabs(first.mean - wins[0][0]) > 4.5 * sqrt(0.25 / (double)arena.games))
        fail_msg("who begins wins %.4f, must be %.4f", first.mean, wins[0][0]);
}

/* ---- what is refused ---- */

static void assert_refused(const char *position, const char *why) {
    struct pig p, before;
    struct th_error e = {""};
    pig_start(&p, 2, 100);
    before = p;
    assert_false(pig_game.parse_position((struct th_state *)(void *)&p, position, &e));
    if (strstr(e.text, why) == NULL) fail_msg("%s: %s", position, e.text);
    assert_memory_equal(&p, &before, sizeof p);
}

static void positions_that_contradict_themselves_are_refused(void **state) {
    (void)state;
    assert_refused("", "scores of 2 seats");
    assert_refused("12 turn 0 seat 0 round 3 roll", "scores of 2 seats");
    assert_refused("12/3/4 turn 0 seat 0 round 3 roll", "scores of 2 seats");
    assert_refused("12/-3 turn 0 seat 0 round 3 roll", "scores of 2 seats");
    assert_refused("12/x turn 0 seat 0 round 3 roll", "scores of 2 seats");
    assert_refused("12/13 seat 0 round 3 roll", "'turn' with a number");
    assert_refused("12/13 turn 0 seat 2 round 3 roll", "'seat' with a number from 0 to 1");
    assert_refused("12/13 turn 0 seat 0 round -1 roll", "'round' with a number");
    assert_refused("12/13 turn 0 seat 0 round 3", "must end with 'roll', 'decide' or 'over'");
    assert_refused("12/13 turn 0 seat 0 round 3 rol", "must end with");
    assert_refused("12/13 turn 0 seat 0 round 3 roll d 3", "must end with");
    assert_refused("1/13 turn 0 seat 0 round 3 roll", "cannot have 1 points after 3 turns");
    assert_refused("0/13 turn 0 seat 1 round 0 roll", "cannot have 13 points after 0 turns");
    assert_refused("100/13 turn 0 seat 0 round 3 roll", "the game must be over");
    assert_refused("100/13 turn 0 seat 1 round 3 over", "the game must be over");
    assert_refused("12/13 turn 0 seat 0 round 3 over", "it cannot have won");
    assert_refused("12/13 turn 1 seat 0 round 3 decide", "cannot stand at 1 before 'decide'");
    assert_refused("12/13 turn 0 seat 0 round 3 decide", "cannot stand at 0 before 'decide'");
    assert_refused("100/13 turn 4 seat 0 round 3 over", "cannot stand at 4 before 'over'");
}

#define JSON(scores, goal, waits)                                                                  \
    "{\"scores\":" scores ",\"goal\":" goal ",\"turn\":4,\"seat\":0,\"round\":3,\"waits\":" waits  \
    "}"

static void json_that_is_wrong_is_refused(void **state) {
    (void)state;
    struct pig p;
    struct th_error e;
    pig_start(&p, 2, 100);
    assert_true(pig_game.parse_position((struct th_state *)(void *)&p,
                                        JSON("[12,13]", "100", "\"decide\""), &e));
    assert_refused("{", "is not JSON");
    assert_refused("{}", "no field \"scores\"");
    assert_refused(JSON("[12]", "100", "\"decide\""), "a number for each of the 2 seats");
    assert_refused(JSON("12", "100", "\"decide\""), "a number for each of the 2 seats");
    assert_refused(JSON("[12,1.5]", "100", "\"decide\""), "\"scores\" must hold whole numbers");
    assert_refused(JSON("[12,13]", "50", "\"decide\""), "\"goal\" must be 100");
    assert_refused(JSON("[12,13]", "100", "null"), "\"waits\" must be");
    assert_refused(JSON("[12,13]", "100", "\"decide now\""), "\"waits\" must be");
    assert_refused(JSON("[12,13]", "100", "\"over\""), "it cannot have won");
    assert_refused(JSON("[12,13]", "100,\"x\":1", "\"decide\""), "unknown field \"x\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_begins_with_a_roll),
        cmocka_unit_test(what_is_rolled_adds_up),
        cmocka_unit_test(who_holds_keeps_it_and_the_next_seat_is_in_turn),
        cmocka_unit_test(a_one_takes_the_turn_and_nothing_more),
        cmocka_unit_test(who_holds_with_enough_has_won),
        cmocka_unit_test(a_turn_of_hold_at_is_worth_what_it_must_be),
        cmocka_unit_test(who_begins_wins_as_often_as_it_must_be),
        cmocka_unit_test(positions_that_contradict_themselves_are_refused),
        cmocka_unit_test(json_that_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
