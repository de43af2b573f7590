/* The fast version against the plain one (plain.h), in random play and in whole games. */
#include "drawn.h"
#include "making.h"
#include "plain.h"
#include "scale.h"
#include "tahur/rng.h"
#include <string.h>

/* ---- from one version to the other ---- */

static struct plain_board plain_of(const struct cantstop *s) {
    struct plain_board b;
    plain_start(&b, s->players, s->forced);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        for (int p = 0; p < s->players; p++) b.permanent[p][c + 2] = s->permanent[p][c];
        b.temporary[c + 2] = cantstop_temporary(s, c);
    }
    b.player = s->seat;
    b.rolls = s->phase == CANTSTOP_MOVE ? s->rolls - 1 : s->rolls;
    b.turns = (int)s->turns;
    b.winner = s->phase == CANTSTOP_OVER ? s->seat : -1;
    return b;
}

static th_action action_of(struct plain_move m) {
    const int a = m.column[0] - 2, b = m.column[1] - 2;
    return (th_action)(cantstop_tables.single[a] + (m.count == 1 ? 0 : 1 + b - a));
}

static void dice_of(const struct cantstop *s, int dice[4]) {
    for (int i = 0; i < 4; i++) dice[i] = cantstop_tables.rolls[s->roll].dice[i];
}

static void assert_same_lists(const struct cantstop *s, const struct plain_board *b) {
    int dice[4];
    struct plain_move expected[9];
    th_action moves[CANTSTOP_LEGAL_MAX];
    dice_of(s, dice);
    const int n = plain_legal_moves(b, dice, expected);
    assert_int_equal(cantstop_moves(s, b->forced, moves), n);
    for (int i = 0; i < n; i++) assert_int_equal(moves[i], action_of(expected[i]));
}

/* ---- random play ---- */

/* One random action or outcome. */
static void step(struct cantstop *s, struct th_rng *rng) {
    th_action legal[CANTSTOP_LEGAL_MAX];
    if (s->phase == CANTSTOP_ROLL) {
        cantstop_game.apply(state_of(s), cantstop_game.pick(state_of(s), th_rng_next(rng)));
        return;
    }
    const int n = cantstop_game.legal(state_of(s), legal);
    assert_in_range(n, 1, CANTSTOP_LEGAL_MAX);
    for (int i = 1; i < n; i++) assert_true(legal[i - 1] < legal[i]);
    /* Rolling on more often than not, so that turns get long and tops are reached. */
    th_action a = legal[th_rng_below(rng, (uint32_t)n)];
    if (a == CANTSTOP_STOP && th_rng_below(rng, 2) == 0) a = CANTSTOP_GO_ON;
    cantstop_game.apply(state_of(s), a);
}

static void assert_invariants(const struct cantstop *before, const struct cantstop *s) {
    struct cantstop again = *s;
    cantstop_derive(&again);
    assert_memory_equal(&again, s, sizeof again); /* what is kept at hand is what it should be */
    assert_true(cantstop_count(s->active) <= CANTSTOP_RUNNERS);
    assert_int_equal(s->place[CANTSTOP_NONE], 0);
    const bool turn_ended = s->turns != before->turns;
    const bool banked = turn_ended && before->phase == CANTSTOP_DECIDE;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        assert_true(cantstop_reached(s, c) <= cantstop_height[c]);
        for (int p = 0; p < s->players; p++) {
            if (banked && p == before->seat)
                assert_int_equal(s->permanent[p][c], cantstop_reached(before, c));
            else
                assert_int_equal(s->permanent[p][c], before->permanent[p][c]);
        }
        if (turn_ended) assert_int_equal(cantstop_temporary(s, c), 0);
    }
    if (turn_ended && s->phase != CANTSTOP_OVER)
        assert_int_equal(s->seat, (before->seat + 1) % s->players);
}

static void random_play_keeps_the_invariants(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    struct cantstop s = {.phase = CANTSTOP_OVER};
    long games = 0;
    for (long ply = 0; ply < test_scale(3000000); ply++) {
        if (s.phase == CANTSTOP_OVER) {
            cantstop_start(&s, (int)(games % 4) + 1, (int)(games / 4 % 2));
            games++;
        }
        const struct cantstop before = s;
        step(&s, &rng);
        assert_invariants(&before, &s);
    }
    assert_true(games > 10);
}

/* The bots of both versions, by their names. */
static const struct pair {
    const char *spec;
    struct plain_bot plain;
} pairs[] = {
    {"always-continue", {PLAIN_FIRST, PLAIN_NEVER, 0}},
    {"always-continue:stop-on-win=1", {PLAIN_FIRST, PLAIN_ON_WIN, 0}},
    {"greedy-aggressive", {PLAIN_AGGRESSIVE, PLAIN_ON_WIN, 0}},
    {"greedy-conservative", {PLAIN_CONSERVATIVE, PLAIN_ON_WIN, 0}},
    {"greedy-conservative:penalty=move", {PLAIN_CONSERVATIVE_PER_MOVE, PLAIN_ON_WIN, 0}},
    {"max-rolls:n=4", {PLAIN_CONSERVATIVE, PLAIN_MAX_ROLLS, 4}},
    {"max-rolls:n=3,moves=greedy-aggressive", {PLAIN_AGGRESSIVE, PLAIN_MAX_ROLLS, 3}},
    {"max-rolls:n=2,stop-on-win=0", {PLAIN_CONSERVATIVE, PLAIN_MAX_ROLLS_LITERAL, 2}},
    {"risk-stop:t=0.25", {PLAIN_CONSERVATIVE, PLAIN_RISK, 25}},
    {"risk-stop:t=0.5,moves=greedy-aggressive", {PLAIN_AGGRESSIVE, PLAIN_RISK, 50}},
    {"rule-of-28", {PLAIN_RULE_OF_28, PLAIN_STOP_28, 0}},
    {"glenn-aloi", {PLAIN_GLENN_ALOI, PLAIN_STOP_GLENN_ALOI, 0}},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static th_action ask(const struct bot *bot, const struct cantstop *s, struct th_rng *rng) {
    struct cantstop copy = *s;
    th_action legal[CANTSTOP_LEGAL_MAX];
    const int n = cantstop_game.legal(state_of(&copy), legal);
    const struct th_ask question = {
        &cantstop_game, state_of(&copy), s->seat, legal, n, rng, NULL, NULL};
    return legal[n == 1 ? 0 : bot->kind->choose(bot->self, &question)];
}

/* What every bot answers here, in both versions. */
static void assert_same_answers(const struct bot bots[], const struct cantstop *s,
                                const struct plain_board *b, bool ask_risk, struct th_rng *rng) {
    int dice[4];
    dice_of(s, dice);
    for (int i = 0; i < PAIRS; i++) {
        if (pairs[i].plain.stops == PLAIN_RISK && !ask_risk) continue; /* slow in plain */
        const th_action answer = ask(&bots[i], s, rng);
        const bool same =
            s->phase == CANTSTOP_MOVE
                ? answer == action_of(plain_choose_move(&pairs[i].plain, b, dice))
                : (answer == CANTSTOP_STOP) == (plain_decide_stop(&pairs[i].plain, b) != 0);
        if (same) continue;
        char position[300];
        struct cantstop copy = *s;
        fail_msg("%s answers differently in %s", pairs[i].spec,
                 cantstop_game.position_text(state_of(&copy), position, sizeof position));
    }
}

static void random_play_agrees_with_the_plain_version(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    struct bot bots[PAIRS];
    for (int i = 0; i < PAIRS; i++) bots[i] = make_bot(&cantstop_game, pairs[i].spec);
    struct cantstop s = {.phase = CANTSTOP_OVER};
    int games = 0;
    for (long ply = 0; ply < test_scale(400000); ply++) {
        if (s.phase == CANTSTOP_OVER) {
            cantstop_start(&s, games % 4 + 1, games / 4 % 2);
            games++;
        }
        struct plain_board b = plain_of(&s);
        const bool count_rolls = ply % 100 == 0; /* 1296 literal rolls take their time */
        if (s.phase == CANTSTOP_MOVE)
            for (b.forced = 0; b.forced < 2; b.forced++) assert_same_lists(&s, &b);
        b.forced = s.forced;
        if (count_rolls) assert_int_equal(cantstop_successes(&s), plain_successes(&b));
        assert_int_equal(cantstop_count(cantstop_banked(&s)), plain_bank_completes(&b));
        if (s.phase == CANTSTOP_MOVE || s.phase == CANTSTOP_DECIDE)
            assert_same_answers(bots, &s, &b, count_rolls, &rng);
        step(&s, &rng);
    }
    for (int i = 0; i < PAIRS; i++) drop_bot(&bots[i]);
}

/* A position that play would seldom reach: columns near their tops, and mirrored columns often
 * alike, so that scores tie and bonuses decide. */
static struct cantstop crowded_position(struct th_rng *rng) {
    struct cantstop s;
    cantstop_start(&s, 1, (int)th_rng_below(rng, 2));
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        const int mirror = CANTSTOP_COLUMNS - 1 - c, height = cantstop_height[c];
        const uint32_t kind = th_rng_below(rng, 5);
        int steps = (int)th_rng_below(rng, (uint32_t)height + 1);
        if (kind == 0) steps = height - 1;
        if (kind == 1) steps = height - 2;
        if (kind >= 3 && c > mirror) steps = s.permanent[0][mirror];
        s.permanent[0][c] = s.place[c] = (uint8_t)steps;
    }
    cantstop_derive(&s);
    while (cantstop_count(s.completed[0]) >= CANTSTOP_TO_WIN) {
        const int c = (int)th_rng_below(rng, CANTSTOP_COLUMNS);
        s.permanent[0][c] = s.place[c] = 0;
        cantstop_derive(&s);
    }
    for (uint32_t k = th_rng_below(rng, CANTSTOP_RUNNERS + 1); k > 0; k--) {
        const int c = (int)th_rng_below(rng, CANTSTOP_COLUMNS);
        const int room = cantstop_height[c] - s.permanent[0][c];
        if (room > 0)
            cantstop_put(&s, c, s.permanent[0][c] + 1 + (int)th_rng_below(rng, (uint32_t)room));
    }
    cantstop_derive(&s);
    s.rolls = (uint8_t)(s.steps > 0 ? 1 + th_rng_below(rng, 6) : 0);
    return s;
}

static void crowded_positions_agree_with_the_plain_version(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(8);
    struct bot bots[PAIRS];
    for (int i = 0; i < PAIRS; i++) bots[i] = make_bot(&cantstop_game, pairs[i].spec);
    int busts = 0;
    for (long n = 0; n < test_scale(400000); n++) {
        struct cantstop s = crowded_position(&rng);
        const bool count_rolls = n % 100 == 0;
        struct plain_board b = plain_of(&s);
        if (count_rolls) assert_int_equal(cantstop_successes(&s), plain_successes(&b));
        if (s.rolls > 0) {
            s.phase = CANTSTOP_DECIDE;
            assert_same_answers(bots, &s, &b, count_rolls, &rng);
        }
        s.phase = CANTSTOP_ROLL;
        cantstop_game.apply(state_of(&s), cantstop_game.pick(state_of(&s), th_rng_next(&rng)));
        if (s.phase != CANTSTOP_MOVE) {
            busts++;
            continue;
        }
        b = plain_of(&s);
        for (b.forced = 0; b.forced < 2; b.forced++) assert_same_lists(&s, &b);
        b.forced = s.forced;
        assert_same_answers(bots, &s, &b, count_rolls, &rng);
    }
    assert_true(busts > 0);
    for (int i = 0; i < PAIRS; i++) drop_bot(&bots[i]);
}

/* ---- odds ---- */

static void odds_of_all_2048_sets_agree_with_1296_literal_rolls(void **state) {
    (void)state;
    cantstop_prepare();
    for (unsigned set = 0; set < CANTSTOP_SETS; set++) {
        struct plain_board b;
        plain_start(&b, 1, 0);
        static const int height[13] = {0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3};
        for (int c = 0; c < CANTSTOP_COLUMNS; c++)
            if (!(set >> c & 1)) b.permanent[0][c + 2] = height[c + 2];
        assert_int_equal(cantstop_tables.successes[set], plain_successes(&b));
    }
}

static void odds_weights_of_the_126_rolls_are_those_of_1296_literal_ones(void **state) {
    (void)state;
    cantstop_prepare();
    int seen[CANTSTOP_ROLLS] = {0};
    for (int i = 0; i < CANTSTOP_ALL; i++) {
        const int dice[4] = {i % 6 + 1, i / 6 % 6 + 1, i / 36 % 6 + 1, i / 216 + 1};
        const int r = cantstop_roll_of(dice);
        assert_in_range(r, 0, CANTSTOP_ROLLS - 1);
        seen[r]++;
    }
    for (int i = 0; i < CANTSTOP_ROLLS; i++)
        assert_int_equal(seen[i], cantstop_tables.rolls[i].weight);
}

static void odds_the_quick_pick_is_the_pick_by_weight(void **state) {
    (void)state;
    struct cantstop s;
    cantstop_start(&s, 4, 0);
    struct th_rng rng = th_rng_seeded(3);
    const uint64_t edges[] = {0, 1, UINT64_MAX, UINT64_MAX / 1296, UINT64_MAX / 2};
    for (size_t i = 0; i < 20000; i++) {
        const uint64_t bits = i < sizeof edges / sizeof *edges ? edges[i] : th_rng_next(&rng);
        assert_int_equal(cantstop_game.pick(state_of(&s), bits),
                         th_chance_by_weight(&cantstop_game, state_of(&s), bits));
    }
}

/* ---- whole games ---- */

/* The rolls of one game in their order, taken down by a table that listens to `pick`. */
static struct {
    int roll[100000];
    int count, next;
} record;

static th_action listening_pick(const struct th_state *s, uint64_t bits) {
    const th_action a = cantstop_game.pick(s, bits);
    record.roll[record.count++] = (int)a;
    return a;
}

static void recorded_roll(void *context, int player, int turn, int number, int dice[4]) {
    (void)context, (void)player, (void)turn, (void)number;
    assert_true(record.next < record.count);
    for (int i = 0; i < 4; i++) dice[i] = cantstop_tables.rolls[record.roll[record.next]].dice[i];
    record.next++;
}

/* Counters of the metrics against the plain ones. */
static void assert_same_counts(const uint32_t counters[TH_COUNTERS_MAX],
                               const struct plain_counts *c) {
    const struct {
        const char *name;
        long numerator, denominator;
    } expected[] = {{"bust_rate", c->busts, c->turns},
                    {"rolls_per_turn", c->rolls, c->turns},
                    {"banked_per_turn", c->banked_steps, c->turns},
                    {"banked_per_banked_turn", c->banked_steps, c->banked_turns}};
    for (int i = 0; i < 4; i++) {
        const struct th_metric *m = &cantstop_game.metrics->list[i];
        assert_string_equal(m->name, expected[i].name);
        assert_int_equal(counters[m->numerator], expected[i].numerator);
        assert_int_equal(counters[m->denominator], expected[i].denominator);
    }
}

static void whole_games_end_alike_with_the_same_dice(void **state) {
    (void)state;
    struct th_game listening = cantstop_game;
    listening.pick = listening_pick;
    listening.play_on = NULL; /* the shared loop: it must play as the game's own does */
    for (uint64_t game = 0; game < (uint64_t)test_scale(1500); game++) {
        const int players = (int)(game % 4) + 1;
        struct cantstop start, now;
        cantstop_start(&start, players, (int)(game / 4 % 2));
        struct match_rules rules = {
            .game = &listening, .start = state_of(&start), .seed = th_seed_of(7), .max_turns = 300};
        struct bot bots[4];
        struct plain_bot plain[4];
        for (int i = 0; i < players; i++) {
            const struct pair *p = &pairs[(game / 8 + (uint64_t)i * 5) % PAIRS];
            bots[i] = make_bot(&cantstop_game, p->spec);
            plain[i] = p->plain;
        }
        struct match_result result, own_loop;
        record.count = record.next = 0;
        match_play(&rules, bots, match_number(game, players), state_of(&now), NULL, &result);
        rules.game = &cantstop_game;
        struct cantstop again;
        match_play(&rules, bots, match_number(game, players), state_of(&again), NULL, &own_loop);
        assert_memory_equal(&result, &own_loop, sizeof result);

        struct plain_board board;
        struct plain_counts counts[4];
        plain_start(&board, players, start.forced);
        plain_play_game(&board, plain, 300, recorded_roll, NULL, counts);
        assert_int_equal(record.next, record.count);
        assert_int_equal(result.turns, board.turns);
        assert_int_equal(result.end == MATCH_WON ? now.seat : -1, board.winner);
        for (int i = 0; i < players; i++) {
            assert_same_counts(result.counters[i], &counts[i]);
            drop_bot(&bots[i]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_keeps_the_invariants),
        cmocka_unit_test(random_play_agrees_with_the_plain_version),
        cmocka_unit_test(crowded_positions_agree_with_the_plain_version),
        cmocka_unit_test(odds_of_all_2048_sets_agree_with_1296_literal_rolls),
        cmocka_unit_test(odds_weights_of_the_126_rolls_are_those_of_1296_literal_ones),
        cmocka_unit_test(odds_the_quick_pick_is_the_pick_by_weight),
        cmocka_unit_test(whole_games_end_alike_with_the_same_dice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
