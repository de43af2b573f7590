/* Who is disqualified in a class, whatever has been played already. */
#include "classroom/results.h"
#include "cmocka_includes.h"
#include <stdlib.h>
#include <string.h>

enum { A, B, LEVEL, BOTS, GAMES = 4 };

/* A class of two submissions and a level, for a game of two seats; all games are won by the first
 * seat. */
enum { A_LEVEL, B_LEVEL, A_B, LEAGUE_A_LEVEL, LEAGUE_B_LEVEL, PAIRINGS };

struct small {
    struct classroom class;
    struct class_bot bot[BOTS];
    struct pairing pairing[PAIRINGS];
    struct match_result result[PAIRINGS][GAMES];
};

static void make(struct small *x, uint64_t disqualify) {
    static const int who[PAIRINGS][2] = {{A, LEVEL}, {B, LEVEL}, {A, B}, {A, LEVEL}, {B, LEVEL}};
    struct th_error e;
    memset(x, 0, sizeof *x);
    x->class.bot = x->bot;
    x->class.bots = BOTS;
    x->class.levels = 1;
    x->class.seats = 2;
    x->class.pairing = x->pairing;
    x->class.pairings = PAIRINGS;
    x->class.set.games = x->class.set.league_games = GAMES;
    x->class.set.disqualify = disqualify;
    x->bot[B].submission = 1;
    x->bot[LEVEL].submission = -1;
    for (int i = 0; i < PAIRINGS; i++) {
        struct pairing *p = &x->pairing[i];
        *p = (struct pairing){.stage = i < A_B ? STAGE_LEVEL : STAGE_LEAGUE,
                              .bot = {who[i][0], who[i][1]},
                              .alias = -1,
                              .result = x->result[i],
                              .done = GAMES};
        assert_true(class_set_fixtures(&x->class, p, &e));
        for (int k = 0; k < GAMES; k++) p->result[k].payoff[0] = 1;
    }
}

/* The bot loses the game by a fault. */
static void add_fault(struct small *x, int pairing, uint64_t game, int bot) {
    struct pairing *p = &x->pairing[pairing];
    struct match_result *r = &p->result[game];
    r->end = MATCH_FAULT;
    r->fault = TH_FAULT_TIMEOUT;
    r->fault_seat = p->bot[pairing_side(&x->class, p, game, 0)] == bot ? 0 : 1;
    class_count_pairing_faults(&x->class, p);
}

static void check_until(const struct small *x, const uint64_t until[PAIRINGS]) {
    for (int i = 0; i < PAIRINGS; i++) assert_int_equal(x->pairing[i].until, until[i]);
}

static void a_submission_is_out_after_the_block_of_its_last_fault(void **state) {
    struct small x;
    (void)state;
    make(&x, 2);
    add_fault(&x, A_LEVEL, 3, A);
    add_fault(&x, A_B, 0, A);
    class_judge(&x.class);
    check_until(&x, (const uint64_t[]){4, 4, 2, 0, 4});
    assert_int_equal(x.bot[A].out_after, 2);
    assert_int_equal(x.bot[A].forfeits, 2 + 4);
    assert_int_equal(x.bot[B].out_after, 0);
    assert_int_equal(x.bot[B].forfeits, 0);
    class_forfeit(&x.class);
    const struct pairing *p = &x.pairing[A_B];
    for (uint64_t k = 0; k < GAMES; k++) {
        assert_int_equal(p->result[k].end,
                         k < 2 ? k == 0 ? MATCH_FAULT : MATCH_WON : MATCH_FORFEIT);
        const int winner = pairing_side(&x.class, p, k, p->result[k].payoff[0] >= 1 ? 0 : 1);
        if (k >= 2) assert_int_equal(p->bot[winner], B);
    }
}

static void faults_in_forfeited_games_do_not_count(void **state) {
    struct small x;
    (void)state;
    make(&x, 1);
    add_fault(&x, B_LEVEL, 0, B);
    add_fault(&x, A_B, 1, A); /* B is out already */
    class_judge(&x.class);
    check_until(&x, (const uint64_t[]){4, 2, 0, 4, 0});
    assert_int_equal(x.bot[A].out_after, 0);
    assert_int_equal(x.bot[B].forfeits, 2 + 4 + 4);
}

static void what_is_not_known_yet_is_played(void **state) {
    struct small x;
    (void)state;
    make(&x, 1);
    add_fault(&x, A_B, 1, A);
    x.pairing[B_LEVEL].done = 0;
    class_judge(&x.class);
    check_until(&x, (const uint64_t[]){4, 4, 2, 0, 4});
    assert_true(class_is_missing(&x.pairing[B_LEVEL]));
    assert_false(class_is_missing(&x.pairing[LEAGUE_A_LEVEL]));
}

static void levels_are_never_out_and_no_one_without_the_setting(void **state) {
    struct small x;
    (void)state;
    for (uint64_t disqualify = 0; disqualify < 2; disqualify++) {
        make(&x, disqualify);
        for (uint64_t k = 0; k < GAMES; k++) add_fault(&x, A_LEVEL, k, disqualify == 0 ? A : LEVEL);
        class_judge(&x.class);
        check_until(&x, (const uint64_t[]){4, 4, 4, 4, 4});
        assert_int_equal(x.bot[disqualify == 0 ? A : LEVEL].faults, 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_submission_is_out_after_the_block_of_its_last_fault),
        cmocka_unit_test(faults_in_forfeited_games_do_not_count),
        cmocka_unit_test(what_is_not_known_yet_is_played),
        cmocka_unit_test(levels_are_never_out_and_no_one_without_the_setting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
