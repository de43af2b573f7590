/* Many games: any number of threads, stopping early, statistics. */
#include "cmocka_includes.h"
#include "contest/tally.h"
#include "making.h"
#include "scale.h"
#include <math.h>
#include <string.h>

static const char *const four[] = {"random", "max-rolls:n=4", "risk-stop:t=0.2", "max-rolls:n=4"};

/* ---- threads ---- */

static void assert_same_result(struct th_arena_result a, struct th_arena_result b) {
    a.seconds = b.seconds = 0;
    a.stopped = b.stopped = false;
    memset(a.player_pace, 0, sizeof a.player_pace);
    memset(b.player_pace, 0, sizeof b.player_pace);
    assert_memory_equal(&a, &b, sizeof a);
}

static void one_two_and_seven_threads_give_the_same_result(void **state) {
    (void)state;
    struct th_arena arena = make_arena("cantstop", four, (uint64_t)test_scale(20000) + 3);
    const struct th_arena_result one = run_arena(&arena);
    assert_true(one.games == arena.games);
    arena.threads = 2;
    assert_same_result(one, run_arena(&arena));
    arena.threads = 7;
    assert_same_result(one, run_arena(&arena));
}

static void few_games_on_many_threads_are_all_played_once(void **state) {
    (void)state;
    for (uint64_t games = 1; games < 12; games++) {
        struct th_arena arena = make_arena("cantstop", four, games);
        const struct th_arena_result one = run_arena(&arena);
        arena.threads = 7;
        assert_same_result(one, run_arena(&arena));
        assert_true(one.games == games);
    }
}

/* ---- stopping early ---- */

struct stopper {
    atomic_bool stop;
    uint64_t after;
};

static void stop_after(void *context, uint64_t done) {
    struct stopper *s = context;
    if (done >= s->after) atomic_store(&s->stop, true);
}

/* Whatever was counted when the run stopped is what a run of just so many games gives. */
static void a_stopped_run_is_a_prefix_of_the_whole(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct stopper stopper = {.after = (uint64_t)threads * 700};
        struct th_arena arena = make_arena("cantstop", four, 10000000);
        arena.threads = threads;
        arena.stop = &stopper.stop;
        arena.progress = stop_after;
        arena.context = &stopper;
        const struct th_arena_result stopped = run_arena(&arena);
        assert_true(stopped.games >= stopper.after && stopped.games < arena.games);
        struct th_arena whole = make_arena("cantstop", four, stopped.games);
        assert_same_result(stopped, run_arena(&whole));
    }
}

static void a_run_stopped_before_it_begins_has_no_games(void **state) {
    (void)state;
    atomic_bool stop = true;
    struct th_arena arena = make_arena("cantstop", four, 1000);
    arena.stop = &stop;
    assert_true(run_arena(&arena).games == 0);
}

/* ---- faults ---- */

static void *make_nothing(const struct th_game *game, const struct th_options *o,
                          struct th_error *e) {
    (void)game, (void)o, (void)e;
    static char nothing;
    return &nothing;
}

static int choose_nonsense(void *self, const struct th_ask *ask) {
    (void)self;
    return ask->legal[0] == 77 ? 9999 : 0; /* moves, but nonsense for stop or roll */
}

static const struct th_bot_kind nonsense = {
    .name = "nonsense", .make = make_nothing, .choose = choose_nonsense};

static void faults_are_counted_and_the_arena_goes_on(void **state) {
    (void)state;
    static const char *const two[] = {"random", "random"};
    struct th_arena arena = make_arena("cantstop:players=2", two, 100);
    arena.player[1].kind = &nonsense;
    const struct th_arena_result r = run_arena(&arena);
    assert_true(r.games == 100);
    assert_true(r.player[1].faults == 100 && r.player[0].faults == 0);
    assert_true(r.player[0].wins == 100 && r.player[1].wins == 0);
}

static void *refuse(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)game, (void)o;
    th_fail(e, "not today");
    return NULL;
}

static void a_bot_that_cannot_be_made_is_an_error_before_any_game(void **state) {
    (void)state;
    static const struct th_bot_kind broken = {
        .name = "broken", .make = refuse, .choose = choose_nonsense};
    struct th_arena arena = make_arena("cantstop", four, 100);
    arena.player[2].kind = &broken;
    th_options_init(&arena.player[2].options, broken.options);
    arena.threads = 3;
    struct th_arena_result r;
    struct th_error e = {""};
    assert_false(th_arena_run(&arena, &r, &e));
    assert_string_equal(e.text, "not today");
}

/* A field that is out of its range, or was never filled in, gets a sentence that names it. */
static void arenas_that_cannot_be_played_are_refused(void **state) {
    (void)state;
    static const char *const two[] = {"random", "random"};
    static struct th_state *const no_positions[1];
    const struct th_arena sound = make_arena("y:size=3", two, 4);
    struct {
        const char *word;
        struct th_arena arena;
    } wrong[] = {{"game", sound},       {"not 0", sound},     {"not 1", sound},
                 {"not 3", sound},      {"not -1", sound},    {"player 1", sound},
                 {"games", sound},      {"threads", sound},   {"threads", sound},
                 {"threads", sound},    {"max_turns", sound}, {"openings", sound},
                 {"-1 openings", sound}};
    wrong[0].arena.game = NULL;
    wrong[1].arena.players = 0;
    wrong[2].arena.players = 1;
    wrong[3].arena.players = 3;
    wrong[4].arena.players = -1;
    wrong[5].arena.player[1].kind = NULL;
    wrong[6].arena.games = 0;
    wrong[7].arena.threads = 0;
    wrong[8].arena.threads = -2;
    wrong[9].arena.threads = TH_THREADS_MAX + 1;
    wrong[10].arena.max_turns = 0;
    wrong[11].arena.openings = 1;
    wrong[12].arena.opening = no_positions;
    wrong[12].arena.openings = -1;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct th_arena_result r;
        struct th_error e = {""};
        assert_false(th_arena_run(&wrong[i].arena, &r, &e));
        if (strstr(e.text, wrong[i].word) == NULL) fail_msg("%s: %s", wrong[i].word, e.text);
        assert_true(r.games == 0 && r.players == 0);
    }
    run_arena(&sound);
}

/* ---- statistics ---- */

static void wilson_intervals_are_the_published_ones(void **state) {
    (void)state;
    static const struct {
        double wins, games, low, high;
    } known[] = {/* Newcombe, Statistics in Medicine 17 (1998), table I, method 3 */
                 {81, 263, 0.2553, 0.3662},
                 {15, 148, 0.0624, 0.1605},
                 {0, 20, 0.0000, 0.1611},
                 {1, 29, 0.0061, 0.1718},
                 {29, 29, 0.8830, 1.0000}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double low, high;
        th_wilson(known[i].wins, known[i].games, &low, &high);
        assert_true(fabs(low - known[i].low) < 5e-5);
        assert_true(fabs(high - known[i].high) < 5e-5);
    }
}

static void start_tally(struct tally *t, const struct th_arena *arena) {
    const struct plan plan = {.game = arena->game, .seats = arena->players, .bot = arena->player};
    tally_start(t, &plan);
}

/* Three blocks of two games, worked out by hand. Player 0's wins by block: 2, 1, 0 of 2 games, so
 * the share is 1/2 with residuals 1, 0, -1: se = sqrt(2 · 3/2) / 6. Turns by block: 30, 50, 40. */
static void standard_errors_are_clustered_by_block(void **state) {
    (void)state;
    static const char *const two[] = {"random", "max-rolls:n=4"};
    const struct th_arena arena = make_arena("cantstop:players=2", two, 6);
    struct tally tally;
    start_tally(&tally, &arena);
    static const int winner[] = {0, 0, 0, 1, 1, 1}; /* the player, not the seat */
    static const uint32_t turns[] = {10, 20, 20, 30, 10, 30};
    for (int g = 0; g < 6; g++) {
        struct match_result r = {.end = MATCH_WON, .varied = true, .turns = turns[g]};
        const int seat = match_seat(winner[g], (uint64_t)g, 2);
        r.payoff[seat] = 1;
        for (int s = 0; s < 2; s++) r.counters[s][0] = turns[g] / 2; /* turns of a seat */
        tally_add(&tally, &r, 0);
    }
    struct th_arena_result out;
    memset(&out, 0, sizeof out);
    tally_close(&tally, false, &out);
    assert_true(out.player[0].wins == 3 && out.player[1].wins == 3);
    assert_true(fabs(out.player[0].share.mean - 0.5) < 1e-15);
    assert_true(fabs(out.player[0].share.se - sqrt(3.0) / 6) < 1e-15);
    assert_true(fabs(out.game_turns.mean - 20) < 1e-12);
    /* Residuals -10, 10, 0: se = sqrt(200 · 3/2) / 6. */
    assert_true(fabs(out.game_turns.se - sqrt(300.0) / 6) < 1e-12);
    assert_true(out.player[0].metric[0].mean == 0);   /* no busts in so many turns */
    assert_true(isnan(out.player[0].metric[3].mean)); /* nothing was banked */
}

static void the_digest_knows_the_order_of_the_games(void **state) {
    (void)state;
    const struct th_arena arena = make_arena("cantstop", four, 2);
    const struct match_result first = {.digest = 1, .varied = true},
                              second = {.digest = 2, .varied = true};
    struct tally forth, back;
    start_tally(&forth, &arena);
    tally_add(&forth, &first, 0);
    tally_add(&forth, &second, 0);
    start_tally(&back, &arena);
    tally_add(&back, &second, 0);
    tally_add(&back, &first, 0);
    assert_true(forth.digest != back.digest);
}

static void the_same_bot_in_every_seat_wins_its_share_exactly(void **state) {
    (void)state;
    static const char *const one[] = {"max-rolls:n=4", NULL};
    const struct th_arena arena = make_arena("cantstop", one, 400);
    const struct th_arena_result r = run_arena(&arena);
    for (int i = 0; i < 4; i++) {
        assert_true(r.player[i].wins == 100); /* shared luck: one win in each game of a block */
        assert_true(r.player[i].share.se == 0);
    }
    assert_int_equal(r.groups, 1);
    assert_true(r.group[0].wins == 400);
}

static void players_with_the_same_options_are_summed_up(void **state) {
    (void)state;
    static const char *const specs[] = {"max-rolls", "risk-stop", "max-rolls:n=4", "random"};
    const struct th_arena arena = make_arena("cantstop", specs, 100);
    const struct th_arena_result r = run_arena(&arena);
    assert_int_equal(r.groups, 3);
    assert_int_equal(r.group_of[0], r.group_of[2]);
    assert_true(r.group[r.group_of[0]].wins == r.player[0].wins + r.player[2].wins);
    uint64_t wins = 0;
    for (int i = 0; i < 4; i++) wins += r.seat[i].wins;
    assert_true(wins + r.unfinished == 100);
}

/* ---- told of every game ---- */

struct told {
    uint64_t games, wins[TH_SEATS_MAX], faults[TH_SEATS_MAX], unfinished, from;
    double turns;
};

static void note_game(void *context, const struct th_arena_game *game) {
    struct told *t = context;
    assert_true(game->number == t->from + t->games++);
    for (int seat = 0; seat < game->seats; seat++) {
        assert_int_equal(game->player[seat], match_player(seat, game->number, game->seats));
        t->wins[game->player[seat]] += game->payoff[seat] == 1;
    }
    assert_true((game->fault == TH_NO_FAULT) == (game->fault_seat == -1));
    if (game->fault_seat >= 0) t->faults[game->player[game->fault_seat]]++;
    t->unfinished += game->unfinished;
    t->turns += game->turns;
}

static void games_are_told_in_their_order_and_add_up_to_the_result(void **state) {
    (void)state;
    for (int way = 0; way < 4; way++) { /* on one thread or five, with faults or unfinished games */
        struct told told = {0};
        struct th_arena arena = make_arena("cantstop", four, 1003);
        arena.threads = way % 2 == 0 ? 1 : 5;
        if (way < 2) arena.player[0].kind = &nonsense;
        if (way >= 2) arena.max_turns = 30;
        arena.finished = note_game;
        arena.context = &told;
        const struct th_arena_result r = run_arena(&arena);
        assert_true(told.games == 1003 && told.unfinished == r.unfinished);
        assert_true(way < 2 ? told.faults[0] > 0 : told.unfinished > 0);
        for (int i = 0; i < 4; i++) {
            assert_true(told.wins[i] == r.player[i].wins);
            assert_true(told.faults[i] == r.player[i].faults);
        }
        assert_true(fabs(told.turns / 1003 - r.game_turns.mean) < 1e-9);
    }
}

static void games_of_a_part_keep_their_numbers(void **state) {
    (void)state;
    struct told told = {.from = 40};
    struct th_arena arena = make_arena("cantstop", four, 1000);
    arena.from = 10;
    arena.to = 20;
    arena.finished = note_game;
    arena.context = &told;
    run_arena(&arena);
    assert_true(told.games == 40);
}

static void arenas_are_read_from_specs_or_refused(void **state) {
    (void)state;
    struct th_arena arena;
    struct th_error e;
    assert_true(th_arena_read(&arena, "cantstop", four, 4, &e));
    assert_true(arena.players == 4 && arena.games == 10000 && arena.threads == 1);
    assert_true(arena.player[1].kind != arena.player[2].kind);
    assert_true(th_arena_read(&arena, "kittens", (const char *const[]){"v2"}, 1, &e));
    assert_true(arena.players == 2 && arena.player[0].kind == arena.player[1].kind);
    assert_false(th_arena_read(&arena, "cantstop", four, 3, &e));
    assert_non_null(strstr(e.text, "4 seats"));
    assert_false(th_arena_read(&arena, "cantstop", four, 0, &e));
    assert_false(th_arena_read(&arena, "chess", four, 4, &e));
    assert_false(th_arena_read(&arena, "kittens", four, 2, &e));
    assert_non_null(strstr(e.text, "max-rolls"));
}

/* ---- games that come again ---- */

static void bots_that_never_vary_repeat_themselves(void **state) {
    (void)state;
    static const char *const two[] = {"greedy", "minimax:depth=1"};
    const struct th_arena arena = make_arena("y:size=3", two, 200);
    const struct th_arena_result r = run_arena(&arena);
    assert_true(r.distinct > 0 && r.distinct <= 2);
    assert_true(r.player[0].high - r.player[0].low > 0.5);
}

/* Two cells in a row and four in all: few games there are, but each is drawn anew. */
static void games_left_to_chance_are_never_repeats(void **state) {
    (void)state;
    static const char *const two[] = {"random", "random"};
    const struct th_arena arena = make_arena("y:size=2", two, 1000);
    const struct th_arena_result r = run_arena(&arena);
    assert_true(r.distinct == 0);
    assert_true(r.player[0].high - r.player[0].low < 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_two_and_seven_threads_give_the_same_result),
        cmocka_unit_test(few_games_on_many_threads_are_all_played_once),
        cmocka_unit_test(a_stopped_run_is_a_prefix_of_the_whole),
        cmocka_unit_test(a_run_stopped_before_it_begins_has_no_games),
        cmocka_unit_test(faults_are_counted_and_the_arena_goes_on),
        cmocka_unit_test(a_bot_that_cannot_be_made_is_an_error_before_any_game),
        cmocka_unit_test(arenas_that_cannot_be_played_are_refused),
        cmocka_unit_test(wilson_intervals_are_the_published_ones),
        cmocka_unit_test(standard_errors_are_clustered_by_block),
        cmocka_unit_test(the_digest_knows_the_order_of_the_games),
        cmocka_unit_test(the_same_bot_in_every_seat_wins_its_share_exactly),
        cmocka_unit_test(players_with_the_same_options_are_summed_up),
        cmocka_unit_test(games_are_told_in_their_order_and_add_up_to_the_result),
        cmocka_unit_test(games_of_a_part_keep_their_numbers),
        cmocka_unit_test(arenas_are_read_from_specs_or_refused),
        cmocka_unit_test(bots_that_never_vary_repeat_themselves),
        cmocka_unit_test(games_left_to_chance_are_never_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
