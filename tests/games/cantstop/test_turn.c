/* The turns of turn-optimal by all rules and for all numbers of seats, against a slow judge: plain
 * recursion over the states of the game itself, which remembers only what it has found. */
#include "cmocka_includes.h"
#include "games/cantstop/policy.h"
#include "games/cantstop/solved.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the judge ---- */

enum { KNOWN_MAX = 1 << 16 };

struct judge {
    const struct cantstop_solved *solved; /* what stopping costs is looked up there */
    double bust;
    int known;
    uint8_t place[KNOWN_MAX][CANTSTOP_COLUMNS + 1];
    double cost[KNOWN_MAX];
    int next[KNOWN_MAX], head[1 << 12];
};

static int bucket_of(const struct cantstop *s) {
    uint64_t hash = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) hash = th_mix2(hash, s->place[c]);
    return (int)(hash & 4095);
}

static double judge_decision(struct judge *j, const struct cantstop *s);

/* Before a roll, over all 1296. */
static double judge_roll(struct judge *j, const struct cantstop *s) {
    double sum = 0;
    for (int roll = 0; roll < CANTSTOP_ROLLS; roll++) {
        struct cantstop rolled = *s;
        th_action legal[CANTSTOP_LEGAL_MAX];
        double best = j->bust;
        rolled.phase = CANTSTOP_ROLL;
        cantstop_rolled(&rolled, roll);
        if (rolled.phase == CANTSTOP_MOVE) {
            const int n = cantstop_game.legal((struct th_state *)(void *)&rolled, legal);
            for (int i = 0; i < n; i++) {
                struct cantstop after = rolled;
                cantstop_make_move(&after, legal[i]);
                const double cost = judge_decision(j, &after);
                if (i == 0 || cost < best) best = cost;
            }
        }
        sum += best * cantstop_tables.rolls[roll].weight;
    }
    return sum / CANTSTOP_ALL;
}

static double judge_decision(struct judge *j, const struct cantstop *s) {
    const int bucket = bucket_of(s);
    for (int i = j->head[bucket]; i >= 0; i = j->next[i])
        if (memcmp(j->place[i], s->place, sizeof s->place) == 0) return j->cost[i];
    double cost = judge_roll(j, s);
    if (cantstop_may_stop(s))
        cost = fmin(cost, j->solved->turn.stop[cantstop_solved_place(j->solved, s)]);
    assert_true(j->known < KNOWN_MAX);
    memcpy(j->place[j->known], s->place, sizeof s->place);
    j->cost[j->known] = cost;
    j->next[j->known] = j->head[bucket];
    j->head[bucket] = j->known++;
    return cost;
}

static void start_judge(struct judge *j, const struct cantstop_solved *solved) {
    j->solved = solved;
    j->bust = solved->bust;
    j->known = 0;
    memset(j->head, -1, sizeof j->head);
}

/* ---- positions ---- */

static struct cantstop_rules some_rules(struct th_rng *rng) {
    return (struct cantstop_rules){.forced = th_rng_below(rng, 2) == 0,
                                   .closed = th_rng_below(rng, 2) == 0,
                                   .blocking = (enum cantstop_blocking)th_rng_below(rng, 3),
                                   .columns = CANTSTOP_TO_WIN + (int)th_rng_below(rng, 3)};
}

/* The start of a turn with at most `room` steps left to the seat in turn in each column, so that
 * the judge is done in time; a column is completed by at most one seat if that closes it. */
static struct cantstop some_position(struct th_rng *rng, int players, struct cantstop_rules rules,
                                     uint32_t room) {
    struct cantstop s;
    cantstop_start_rules(&s, players, rules);
    s.seat = (uint8_t)th_rng_below(rng, (uint32_t)players);
    int completed[TH_SEATS_MAX] = {0};
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        const int height = cantstop_height[c];
        bool shut = false;
        for (int i = 0; i < players; i++) {
            const int p = (s.seat + i) % players;
            const uint32_t most = p == s.seat ? room : (uint32_t)height;
            int left = (int)th_rng_below(rng, most + 1);
            if (left > height) left = height;
            if (left == 0 && (completed[p] + 1 >= rules.columns || shut)) left = 1;
            completed[p] += left == 0;
            shut = shut || (left == 0 && rules.closed);
            s.permanent[p][c] = (uint8_t)(height - left);
        }
        for (int p = 0; p < players && shut; p++)
            if (s.permanent[p][c] != height) s.permanent[p][c] = 0;
        /* No two markers on one square where that cannot be. */
        for (int p = 0; p < players && rules.blocking != CANTSTOP_SHARED; p++)
            for (int q = 0; q < p; q++)
                if (p != s.seat && s.permanent[p][c] == s.permanent[q][c] &&
                    s.permanent[p][c] != height)
                    s.permanent[p][c] = 0;
    }
    memcpy(s.place, s.permanent[s.seat], CANTSTOP_COLUMNS);
    cantstop_derive(&s);
    return s;
}

/* Networks that prefer nothing in particular, so that every move is the best one somewhere. */
static struct cantstop_network wild[TH_SEATS_MAX];

static void make_wild(void) {
    static int16_t numbers[NETWORK_NUMBERS];
    struct th_rng rng = th_rng_seeded(7);
    for (int i = 0; i < NETWORK_NUMBERS; i++)
        numbers[i] = (int16_t)((int)th_rng_below(&rng, 2400) - 1200);
    for (int p = 1; p <= TH_SEATS_MAX; p++) cantstop_network_take(&wild[p - 1], p, numbers);
}

/* ---- the tests ---- */

static double judged_stop(const struct cantstop_solved *solved, const struct cantstop *s) {
    struct cantstop ended = *s;
    double out[TH_SEATS_MAX];
    cantstop_bank(&ended);
    if (ended.phase == CANTSTOP_OVER) {
        const unsigned winners = cantstop_winners(&ended);
        if (s->players == 1) return 0;
        return winners >> s->seat & 1 ? -1.0 / cantstop_count(winners) : 0;
    }
    if (s->players > 1 && cantstop_uses_outlook(s, solved->between)) {
        struct outlook_race race;
        struct cantstop others = *s;
        const uint8_t *own = ended.permanent[s->seat];
        double chance[TH_SEATS_MAX] = {0};
        for (int p = 0; p < s->players; p++)
            if (p != s->seat) memcpy(others.permanent[p], ended.permanent[p], CANTSTOP_COLUMNS);
        cantstop_outlook_race(&race, &others);
        cantstop_outlook_after(&race, cantstop_outlook_turns(&race.outlook->turns, own), 1, chance);
        if (!cantstop_corrects(s, solved->between)) return -chance[0];
        cantstop_network_sums(solved->correction, &ended, ended.seat, out);
        return -cantstop_corrected(chance[0], out[s->seat]);
    }
    cantstop_network_start(solved->network, &ended, ended.seat, out);
    return s->players == 1 ? out[0] : -out[s->seat];
}

/* From here on at random: each stop is worth what the position after it is, and each decision what
 * the judge says. */
static void walk(struct cantstop_solved *solved, struct judge *judge, struct cantstop s,
                 struct th_rng *rng) {
    const uint32_t turn = s.turns;
    while (s.turns == turn && s.phase != CANTSTOP_OVER) {
        th_action legal[CANTSTOP_LEGAL_MAX];
        if (s.phase == CANTSTOP_ROLL) {
            cantstop_rolled(&s, cantstop_tables.roll_by_rank[th_rng_below(rng, CANTSTOP_ALL)]);
            continue;
        }
        if (s.phase == CANTSTOP_DECIDE) {
            const int place = cantstop_solved_place(solved, &s);
            const double ours = solved->turn.best[place], theirs = judge_decision(judge, &s);
            if (!(fabs(ours - theirs) < 1e-10)) fail_msg("%.15f, by the judge %.15f", ours, theirs);
            if (cantstop_may_stop(&s)) {
                const double stop = judged_stop(solved, &s);
                if (!(fabs(solved->turn.stop[place] - stop) < 2e-4))
                    fail_msg("a stop costs %.6f, alone %.6f", solved->turn.stop[place], stop);
            } else {
                assert_true(solved->turn.stop[place] == TURN_NO_STOP);
            }
            s.phase = CANTSTOP_ROLL;
            continue;
        }
        const int n = cantstop_game.legal((struct th_state *)(void *)&s, legal);
        cantstop_make_move(&s, legal[th_rng_below(rng, (uint32_t)n)]);
    }
}

static void turns_are_solved_by_all_rules(void **state) {
    (void)state;
    static struct judge judge;
    struct cantstop_solved solved;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(2);
    assert_true(cantstop_solved_make(&solved, &e));
    solved.between = BETWEEN_NETWORK;
    for (long round = 0, rounds = test_scale(200); round < rounds; round++) {
        const int players = 1 + (int)round % TH_SEATS_MAX;
        struct cantstop_rules rules = some_rules(&rng);
        solved.between = BETWEEN_NETWORK;
        if (round % 3 == 0 && players > 1) {
            solved.between = round % 2 == 0 ? BETWEEN_RACE : BETWEEN_NETWORK;
            rules.columns = CANTSTOP_TO_WIN;
        }
        const struct cantstop s = some_position(&rng, players, rules, 2);
        solved.network = solved.correction = &wild[players - 1];
        cantstop_solve_turn(&solved, &s);
        start_judge(&judge, &solved);
        const double theirs = judge_roll(&judge, &s);
        if (!(fabs(solved.turn.start - theirs) < 1e-10))
            fail_msg("round %ld: %.15f, by the judge %.15f", round, solved.turn.start, theirs);
        for (int i = 0; i < 20; i++) walk(&solved, &judge, s, &rng);
    }
    cantstop_solved_drop(&solved);
}

/* The answers of the bot, by the default rules and the official moves, are best ones by the judge.
 */
static void moves_are_those_of_the_judge(void **state) {
    (void)state;
    static struct judge judge;
    static const char *const specs[] = {"turn-optimal:value=race", "turn-optimal:value=network"};
    struct th_error e;
    struct th_rng rng = th_rng_seeded(4);
    struct cantstop_solved solved;
    struct bot bot[2] = {make_bot(&cantstop_game, specs[0]), make_bot(&cantstop_game, specs[1])};
    assert_true(cantstop_solved_make(&solved, &e));
    for (long round = 0, rounds = test_scale(200); round < rounds; round++) {
        const int players = 1 + (int)round % TH_SEATS_MAX, by = (int)round / 4 % 2;
        const struct cantstop_rules rules = {.forced = round / 8 % 2 == 0,
                                             .columns = CANTSTOP_TO_WIN};
        struct cantstop s = some_position(&rng, players, rules, 2);
        solved.between = by == 0 ? BETWEEN_RACE : BETWEEN_NETWORK;
        cantstop_solve_turn(&solved, &s);
        start_judge(&judge, &solved);
        for (int step = 0; step < 12 && s.phase != CANTSTOP_OVER; step++) {
            th_action legal[CANTSTOP_LEGAL_MAX];
            const struct th_state *view = (const struct th_state *)(const void *)&s;
            if (s.phase == CANTSTOP_ROLL) {
                const uint32_t turns = s.turns;
                cantstop_rolled(&s, cantstop_tables.roll_by_rank[th_rng_below(&rng, CANTSTOP_ALL)]);
                if (s.turns != turns) break;
                continue;
            }
            const int n = cantstop_game.legal(view, legal);
            const struct th_ask ask = {&cantstop_game, view, s.seat, legal, n, &rng, NULL, NULL};
            const int choice = n > 1 ? bot[by].kind->choose(bot[by].self, &ask) : 0;
            if (s.phase == CANTSTOP_DECIDE) {
                const double stop = solved.turn.stop[cantstop_solved_place(&solved, &s)];
                const double roll = judge_roll(&judge, &s);
                if (fabs(stop - roll) > 1e-12) assert_int_equal(choice, stop < roll ? 0 : 1);
                s.phase = CANTSTOP_ROLL;
                continue;
            }
            double cost[CANTSTOP_LEGAL_MAX];
            for (int i = 0; i < n; i++) {
                struct cantstop after = s;
                cantstop_make_move(&after, legal[i]);
                cost[i] = judge_decision(&judge, &after);
            }
            for (int i = 0; i < n; i++) assert_true(cost[choice] <= cost[i] + 1e-12);
            cantstop_make_move(&s, legal[th_rng_below(&rng, (uint32_t)n)]);
        }
    }
    for (int i = 0; i < 2; i++) drop_bot(&bot[i]);
    cantstop_solved_drop(&solved);
}

/* Whole games by all rules: the estimate is one of chances, and the bot has a legal answer. */
static void games_by_all_rules_end(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(6);
    struct bot bot = make_bot(&cantstop_game, "turn-optimal");
    for (long round = 0, rounds = test_scale(12); round < rounds; round++) {
        struct cantstop s;
        const int players = 1 + (int)round % TH_SEATS_MAX;
        cantstop_start_rules(&s, players, some_rules(&rng));
        while (s.phase != CANTSTOP_OVER && s.turns < 400) {
            struct th_state *general = (struct th_state *)(void *)&s;
            th_action legal[CANTSTOP_LEGAL_MAX];
            double chance[TH_SEATS_MAX], sum = 0;
            cantstop_game.analysis->estimate(general, chance);
            for (int p = 0; p < players; p++) {
                assert_true(chance[p] >= 0 && chance[p] <= 1);
                sum += chance[p];
            }
            assert_true(fabs(sum - 1) < 1e-9);
            if (s.phase == CANTSTOP_ROLL) {
                cantstop_rolled(&s, cantstop_tables.roll_by_rank[th_rng_below(&rng, CANTSTOP_ALL)]);
                continue;
            }
            const int n = cantstop_game.legal(general, legal);
            const struct th_ask ask = {&cantstop_game, general, s.seat, legal, n, &rng, NULL, NULL};
            const int choice = bot.kind->choose(bot.self, &ask);
            assert_true(choice >= 0 && choice < n);
            cantstop_game.apply(general, legal[choice]);
        }
    }
    drop_bot(&bot);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_solved_by_all_rules),
        cmocka_unit_test(moves_are_those_of_the_judge),
        cmocka_unit_test(games_by_all_rules_end),
    };
    cantstop_prepare();
    make_wild();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
