/* Series: line-ups, seats, luck shared by blocks, openings, any number of threads, stopping. */
#include "cmocka_includes.h"
#include "contest/plan.h"
#include "contest/series.h"
#include "making.h"
#include "scale.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- who plays whom ---- */

static void check_line_ups(const struct line_ups *l, const char *wanted) {
    char text[400] = "";
    for (int i = 0; i < l->count; i++) {
        if (i > 0) strcat(text, " ");
        for (int k = 0; k < TH_SEATS_MAX && l->list[i].bot[k] >= 0; k++)
            strncat(text, &"abcdefgh"[l->list[i].bot[k]], 1);
    }
    assert_string_equal(text, wanted);
}

static void check_league(enum league_format format, int seats, int bots, const char *wanted) {
    struct line_ups l = {0};
    struct th_error e;
    assert_true(line_ups_of_league(&l, format, seats, bots, &e));
    for (int i = 0; i < l.count; i++)
        for (int k = seats; k < TH_SEATS_MAX; k++) l.list[i].bot[k] = -1;
    check_line_ups(&l, wanted);
    line_ups_drop(&l);
}

static void leagues_have_these_line_ups(void **state) {
    (void)state;
    check_league(ROUND_ROBIN, 2, 3, "ab ac bc");
    check_league(FREE_FOR_ALL, 2, 3, "ab ac bc");
    check_league(GAUNTLET, 2, 4, "ab ac ad");
    check_league(FREE_FOR_ALL, 4, 5, "abcd abce abde acde bcde");
    check_league(FREE_FOR_ALL, 3, 4, "abc abd acd bcd");
    check_league(GAUNTLET, 4, 5, "abcd abce abde acde");
    /* Fewer bots than seats: as evenly as may be. */
    check_league(FREE_FOR_ALL, 4, 3, "aabb aabc aacc abbc abcc bbcc");
    check_league(FREE_FOR_ALL, 4, 2, "aabb");
    check_league(ROUND_ROBIN, 4, 3, "aabb aacc bbcc");
    check_league(ROUND_ROBIN, 3, 2, "aab abb");
    check_league(GAUNTLET, 4, 2, "abbb");
}

/* ---- playing ---- */

enum { BOTS = 5, PAIRS = BOTS * (BOTS - 1) / 2 };

/* What was handed to count, in order. */
struct tape {
    const struct plan *plan;
    uint64_t blocks, digest, enough; /* stops after so many blocks; 0: never */
    uint64_t seat_games[BOTS][TH_SEATS_MAX];
    uint64_t next_round;
    int next_fixture;
};

static bool record(void *context, const struct series_block *b) {
    struct tape *t = context;
    assert_true(b->round == t->next_round && b->fixture == t->next_fixture);
    if (++t->next_fixture == t->plan->fixtures) t->next_fixture = 0, t->next_round++;
    for (int i = 0; i < b->games; i++) {
        t->digest = th_mix2(t->digest, b->result[i].digest);
        for (int seat = 0; seat < t->plan->seats; seat++)
            t->seat_games[plan_bot(t->plan, b, i, seat)][seat]++;
    }
    return ++t->blocks != t->enough;
}

struct setting {
    struct th_spec game;
    struct th_arena_player player[BOTS];
    struct fixture *fixture;
    struct plan plan;
    struct series series; /* of this plan */
};

static struct setting make_setting(const char *game, const char *const bots[], int count,
                                   uint64_t rounds) {
    struct setting s = {.fixture = NULL};
    struct th_error e = {""};
    struct th_spec spec;
    struct line_ups l = {0};
    const struct th_game *g = th_game_find(game, &s.game, &e);
    const int seats = th_game_seats(g, &s.game.options, &e);
    for (int i = 0; i < count; i++) {
        s.player[i].kind = th_bot_find(g, bots[i], &spec, &e);
        if (s.player[i].kind == NULL) fail_msg("%s", e.text);
        s.player[i].options = spec.options;
    }
    assert_true(line_ups_of_league(&l, FREE_FOR_ALL, seats, count, &e));
    s.fixture = calloc((size_t)l.count, sizeof *s.fixture);
    for (int i = 0; i < l.count; i++) s.fixture[i].line_up[0] = l.list[i];
    s.plan = (struct plan){.game = g,
                           .seats = seats,
                           .bots = count,
                           .fixtures = l.count,
                           .line_ups = 1,
                           .games = rounds * (uint64_t)(l.count * seats),
                           .seed = th_seed_of(1),
                           .threads = 1,
                           .max_turns = 4000,
                           .all_orders = true};
    s.series.count = record;
    line_ups_drop(&l);
    return s;
}

/* Sets the pointers into the setting, once it stays where it is. */
static void link_setting(struct setting *s) {
    s->plan.game_options = &s->game.options;
    s->plan.bot = s->player;
    s->plan.fixture = s->fixture;
    s->series.plan = &s->plan;
}

static struct tape play(struct setting *s, int threads, uint64_t enough) {
    struct tape tape = {.plan = &s->plan, .enough = enough};
    struct th_error e = {""};
    link_setting(s);
    s->plan.threads = threads;
    s->series.context = &tape;
    if (series_play(&s->series, &e) == SERIES_FAILED) fail_msg("%s", e.text);
    return tape;
}

static const char *const five[] = {"random", "max-rolls:n=4", "hard", "max-rolls:n=3",
                                   "risk-stop:t=0.2"};

static void any_number_of_threads_counts_the_same_blocks(void **state) {
    (void)state;
    struct setting s = make_setting("cantstop", five, 5, (uint64_t)test_scale(200) + 1);
    struct tape one = play(&s, 1, 0);
    assert_true(one.blocks == s.plan.games / 4);
    for (int threads = 2; threads <= 7; threads += 5) {
        struct tape more = play(&s, threads, 0);
        assert_memory_equal(&one, &more, sizeof one);
    }
    free(s.fixture);
}

static void who_decides_in_order_stops_at_the_same_block(void **state) {
    (void)state;
    struct setting s = make_setting("cantstop", five, 5, 1000000);
    for (uint64_t enough = 1; enough < 60; enough += 19) {
        struct tape one = play(&s, 1, enough), more = play(&s, 3, enough);
        assert_true(one.blocks == enough);
        assert_memory_equal(&one, &more, sizeof one);
    }
    free(s.fixture);
}

static void every_bot_has_every_seat_equally_often(void **state) {
    (void)state;
    struct setting s = make_setting("cantstop", five, 5, 6);
    const struct tape t = play(&s, 2, 0);
    for (int bot = 0; bot < 5; bot++)
        for (int seat = 0; seat < 4; seat++) assert_true(t.seat_games[bot][seat] == 6 * 4);
    free(s.fixture);
}

/* With rotations, (n − 1)! orders of the others behind the first are all there are. */
static void six_rounds_of_four_seats_come_in_all_orders(void **state) {
    (void)state;
    struct setting s = make_setting("cantstop", five, 4, 6);
    s.plan.fixture = s.fixture;
    bool seen[4][4][4][4] = {{{{false}}}};
    int orders = 0;
    for (uint64_t round = 0; round < 6; round++)
        for (int game = 0; game < 4; game++) {
            const struct series_block b = {.round = round, .games = 4};
            int sits[4];
            for (int i = 0; i < 4; i++) sits[i] = plan_bot(&s.plan, &b, game, i);
            bool *here = &seen[sits[0]][sits[1]][sits[2]][sits[3]];
            orders += !*here;
            *here = true;
        }
    assert_int_equal(orders, 24);
    free(s.fixture);
}

/* Two line-ups in a fixture, the same bots in both: the same games, since all luck is shared. */
static bool compare_halves(void *context, const struct series_block *b) {
    (void)context;
    assert_int_equal(b->games, 8);
    for (int i = 0; i < 4; i++) assert_true(b->result[i].digest == b->result[4 + i].digest);
    return true;
}

static void the_line_ups_of_a_fixture_share_luck_and_generators(void **state) {
    (void)state;
    struct setting s = make_setting("cantstop", five, 4, 1);
    struct th_error e;
    s.fixture[0].line_up[1] = s.fixture[0].line_up[0];
    s.plan.line_ups = 2;
    s.plan.games = 8 * 30;
    link_setting(&s);
    s.series.count = compare_halves;
    assert_int_equal(series_play(&s.series, &e), SERIES_COMPLETE);
    free(s.fixture);
}

static void the_arena_is_a_series_of_one_line_up(void **state) {
    (void)state;
    struct setting s = make_setting("cantstop", five, 4, 50);
    s.plan.all_orders = false;
    const struct tape t = play(&s, 1, 0);
    const struct th_arena arena = make_arena("cantstop", five, 200);
    assert_true(run_arena(&arena).digest == t.digest);
    free(s.fixture);
}

static void a_game_without_a_winner_is_shared_by_all(void **state) {
    (void)state;
    double share[4];
    const struct match_result none = {.end = MATCH_UNFINISHED},
                              won = {.end = MATCH_WON, .payoff = {0, 0, 1, 0}};
    series_shares(&none, 4, share);
    for (int i = 0; i < 4; i++) assert_true(share[i] == 0.25);
    series_shares(&won, 4, share);
    assert_true(share[2] == 1 && share[0] + share[1] + share[3] == 0);
}

/* ---- openings ---- */

static bool read_openings(const char *text, const char *game, struct openings *o,
                          struct th_error *e) {
    char path[] = "/tmp/openings-XXXXXX";
    struct th_spec spec;
    const int file = mkstemp(path);
    const struct th_game *g = th_game_find(game, &spec, e);
    assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    const bool ok = openings_read(o, path, g, &spec.options, e);
    unlink(path);
    return ok;
}

static void openings_are_positions_or_moves(void **state) {
    (void)state;
    struct openings o;
    struct th_error e = {""};
    char text[4000];
    assert_true(read_openings("# a comment\n\nmoves a1; b2 ;\n"
                              "  {\"size\":3,\"turn\":0,\"players\":[\"B\",\"R\"],"
                              "\"layout\":\"B/BR/.R.\"}  \r\nmoves",
                              "y:size=3", &o, &e));
    assert_int_equal(o.count, 3);
    const struct th_game *y = th_game_find("y", &(struct th_spec){.name = ""}, &e);
    y->position_text(o.state[0], text, sizeof text);
    assert_non_null(strstr(text, "\"layout\":\"./.R/B..\""));
    y->position_text(o.state[1], text, sizeof text);
    assert_non_null(strstr(text, "\"layout\":\"B/BR/.R.\""));
    y->position_text(o.state[2], text, sizeof text);
    assert_non_null(strstr(text, "\"layout\":\"./../...\""));
    openings_drop(&o);
}

static void openings_that_are_wrong_are_told_by_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"", "no openings"},
        {"# nothing\n\n", "no openings"},
        {"moves a1\nmoves a1; a1\n", "line 2: "},
        {"nonsense", "line 1: "},
        {"moves a3; b1; a2; b2; a1; c1; a3", "line 1: the game is over before"},
        {"{\"size\":3,\"turn\":1,\"players\":[\"B\",\"R\"],\"layout\":\"B/B./BRR\"}",
         "line 1: the game is over there"},
        {"moves a1; resign", "line 1: the game is over there"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct openings o;
        struct th_error e = {""};
        assert_false(read_openings(wrong[i].text, "y:size=3", &o, &e));
        if (strstr(e.text, wrong[i].message) == NULL) fail_msg("%s: %s", wrong[i].text, e.text);
        assert_null(o.state);
    }
}

static void chance_is_part_of_an_opening(void **state) {
    (void)state;
    struct openings o;
    struct th_error e = {""};
    if (!read_openings("moves d 2 4 4 6\n", "cantstop", &o, &e)) fail_msg("%s", e.text);
    openings_drop(&o);
    assert_false(read_openings("moves d 2 4 4 7\n", "cantstop", &o, &e));
}

static bool note_digest(void *context, const struct series_block *b) {
    uint64_t *digest = context;
    for (int i = 0; i < b->games; i++)
        digest[b->round] = th_mix2(digest[b->round], b->result[i].digest);
    return true;
}

/* The digests of rounds of bots that never vary, from these openings. */
static void play_openings(const char *text, uint64_t rounds, uint64_t digest[], int opening[]) {
    static const char *const two[] = {"greedy", "minimax:depth=1"};
    struct setting s = make_setting("y:size=4", two, 2, rounds);
    struct openings o;
    struct th_error e = {""};
    memset(digest, 0, rounds * sizeof *digest);
    assert_true(read_openings(text, "y:size=4", &o, &e));
    s.plan.opening = o.state;
    s.plan.openings = o.count;
    link_setting(&s);
    s.series.count = note_digest;
    s.series.context = digest;
    assert_int_equal(series_play(&s.series, &e), SERIES_COMPLETE);
    for (uint64_t i = 0; i < rounds; i++) opening[i] = plan_opening(&s.plan, i);
    openings_drop(&o);
    free(s.fixture);
}

static void rounds_begin_with_the_openings_that_are_drawn(void **state) {
    (void)state;
    enum { OPENINGS = 3, ROUNDS = 30 };
    static const char *const lines[] = {"moves a1", "moves b2; a1", "moves c1; b1; a4"};
    uint64_t alone[OPENINGS], digest[ROUNDS];
    int opening[ROUNDS];
    for (int i = 0; i < OPENINGS; i++) play_openings(lines[i], 1, &alone[i], opening);
    for (int i = 0; i < OPENINGS; i++)
        for (int j = 0; j < i; j++) assert_true(alone[i] != alone[j]);
    play_openings("moves a1\nmoves b2; a1\nmoves c1; b1; a4", ROUNDS, digest, opening);
    for (int i = 0; i < ROUNDS; i++) assert_true(digest[i] == alone[opening[i]]);
}

/* Each comes once a cycle; cycles, and series of other seeds, differ in their order. */
static void every_opening_comes_once_a_cycle_in_an_order_that_is_drawn(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 3, 10, 36, 1000, 1009};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const int n = counts[c];
        const struct plan s = {.openings = n, .seed = th_seed_of(1)},
                          other = {.openings = n, .seed = th_seed_of(2)};
        long in_file_order = 0, as_before = 0, as_other = 0;
        for (int cycle = 0; cycle < 20; cycle++) {
            bool *seen = calloc((size_t)n, sizeof *seen);
            for (int i = 0; i < n; i++) {
                const uint64_t round = (uint64_t)(cycle * n + i);
                const int here = plan_opening(&s, round);
                assert_true(here >= 0 && here < n && !seen[here]);
                seen[here] = true;
                in_file_order += here == i;
                as_before += cycle > 0 && here == plan_opening(&s, round - (uint64_t)n);
                as_other += here == plan_opening(&other, round);
            }
            free(seen);
        }
        if (n < 10) continue;
        assert_true(in_file_order < 4 * n && as_before < 4 * n && as_other < 4 * n);
    }
    assert_int_equal(plan_opening(&(struct plan){.openings = 0}, 7), 0);
}

/* Six openings and six orders of four seats: every pair of them comes up, about equally often. */
static void openings_and_orders_of_seats_do_not_go_in_lockstep(void **state) {
    (void)state;
    enum { ROUNDS = 36 * 400 };
    static const struct fixture fixture = {{{{0, 1, 2, 3}}}};
    for (int openings = 1; openings <= 6; openings++) {
        const struct plan s = {.seats = 4,
                               .bots = 4,
                               .fixture = &fixture,
                               .fixtures = 1,
                               .line_ups = 1,
                               .all_orders = true,
                               .openings = openings,
                               .seed = th_seed_of(1)};
        int times[6][24] = {{0}};
        for (uint64_t round = 0; round < ROUNDS; round++) {
            const struct series_block b = {.round = round, .games = 4};
            const int second = plan_place(&s, &b, 0, 1), third = plan_place(&s, &b, 0, 2);
            times[plan_opening(&s, round)][4 * second + third]++;
        }
        const double expected = ROUNDS / 6.0 / openings;
        for (int o = 0; o < openings; o++)
            for (int second = 1; second < 4; second++)
                for (int third = 1; third < 4; third++)
                    if (third != second)
                        assert_true(abs(times[o][4 * second + third] - (int)expected) <
                                    0.25 * expected);
    }
}

/* Line-ups have luck of their own: the same bots in two of them do not play the same games. */
static bool note_fixture(void *context, const struct series_block *b) {
    uint64_t *digest = context;
    digest[b->fixture] = th_mix2(digest[b->fixture], b->result[0].digest);
    return true;
}

static void line_ups_have_luck_of_their_own(void **state) {
    (void)state;
    struct setting s = make_setting("cantstop:players=2", five, 3, 1);
    struct th_error e;
    uint64_t digest[3] = {0};
    for (int i = 0; i < 3; i++) s.fixture[i].line_up[0] = (struct line_up){{0, 1}};
    link_setting(&s);
    s.series.count = note_fixture;
    s.series.context = digest;
    assert_int_equal(series_play(&s.series, &e), SERIES_COMPLETE);
    assert_true(digest[0] != digest[1] && digest[0] != digest[2] && digest[1] != digest[2]);
    free(s.fixture);
}

/* ---- times ---- */

static void *make_nothing(const struct th_game *game, const struct th_options *o,
                          struct th_error *e) {
    (void)game, (void)o, (void)e;
    static char nothing;
    return &nothing;
}

static int choose_first(void *self, const struct th_ask *ask) {
    (void)self, (void)ask;
    return 0;
}

static int choose_slowly(void *self, const struct th_ask *ask) {
    (void)self, (void)ask;
    for (const int64_t begun = pace_clock(); pace_clock() - begun < 20000;) {
    }
    return 0;
}

/* Of a bot that takes 20 µs every answer is timed, of one that takes none those of some rounds. */
static void slow_bots_are_timed_in_every_round(void **state) {
    (void)state;
    static const struct th_bot_kind kind[2] = {
        {.name = "fast", .make = make_nothing, .choose = choose_first},
        {.name = "slow", .make = make_nothing, .choose = choose_slowly}};
    enum { ROUNDS = 64 };
    struct setting s =
        make_setting("y:size=3", (const char *const[]){"random", "random"}, 2, ROUNDS);
    struct pace pace[2] = {{0}};
    for (int i = 0; i < 2; i++) s.player[i].kind = &kind[i];
    s.series.pace = pace;
    play(&s, 1, 0);
    assert_true(pace[1].answers >= ROUNDS * 2);
    assert_true(pace[0].answers >= 4 && pace[0].answers < pace[1].answers / 2);
    free(s.fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leagues_have_these_line_ups),
        cmocka_unit_test(any_number_of_threads_counts_the_same_blocks),
        cmocka_unit_test(who_decides_in_order_stops_at_the_same_block),
        cmocka_unit_test(every_bot_has_every_seat_equally_often),
        cmocka_unit_test(six_rounds_of_four_seats_come_in_all_orders),
        cmocka_unit_test(the_line_ups_of_a_fixture_share_luck_and_generators),
        cmocka_unit_test(the_arena_is_a_series_of_one_line_up),
        cmocka_unit_test(a_game_without_a_winner_is_shared_by_all),
        cmocka_unit_test(openings_are_positions_or_moves),
        cmocka_unit_test(openings_that_are_wrong_are_told_by_line),
        cmocka_unit_test(chance_is_part_of_an_opening),
        cmocka_unit_test(rounds_begin_with_the_openings_that_are_drawn),
        cmocka_unit_test(every_opening_comes_once_a_cycle_in_an_order_that_is_drawn),
        cmocka_unit_test(openings_and_orders_of_seats_do_not_go_in_lockstep),
        cmocka_unit_test(line_ups_have_luck_of_their_own),
        cmocka_unit_test(slow_bots_are_timed_in_every_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
