/* Faults of a contest: counted by kind, with details of the first; bots that are out forfeit their
 * games, on any number of threads. */
#include "cmocka_includes.h"
#include "contest/contest.h"
#include "contest/fault_log.h"
#include "contest/series.h"
#include "tahur/registry.h"
#include <stdlib.h>
#include <string.h>

/* ---- bots that are at fault now and then ---- */

static void *make_nothing(const struct th_game *game, const struct th_options *o,
                          struct th_error *e) {
    static char nothing;
    (void)game, (void)o, (void)e;
    return &nothing;
}

/* Whether, and how, depends on the game and the seat alone. */
static int choose_or_fail(void *self, const struct th_ask *ask) {
    static const int faults[] = {TH_FAULT_ILLEGAL, TH_FAULT_CRASH, TH_FAULT_TIMEOUT};
    const uint64_t number = th_rng_next(ask->rng);
    (void)self;
    return number % 64 == 0 ? faults[number / 64 % 3] : (int)(number / 256 % (uint64_t)ask->n);
}

static const struct th_bot_kind faulty = {
    .name = "faulty", .make = make_nothing, .choose = choose_or_fail};

/* ---- a league of three such bots, and two that do not fail ---- */

enum { BOTS = 5, FAULTY = 3 };

struct setting {
    struct th_spec game;
    struct th_arena_player player[BOTS];
    struct fixture fixture[BOTS * (BOTS - 1) / 2];
    struct plan plan;
};

/* What was counted: a digest of all, and when each bot had its last game that was played. */
struct told {
    const struct plan *plan;
    const struct fault_log *log;
    uint64_t games, digest, forfeits;
    uint64_t last_played[BOTS];
};

static bool count(void *context, const struct series_block *b) {
    struct told *t = context;
    for (int i = 0; i < b->games; i++, t->games++) {
        const struct match_result *r = &b->result[i];
        double sum = 0;
        int out = 0;
        t->digest = th_mix2(t->digest, r->digest);
        for (int seat = 0; seat < t->plan->seats; seat++) {
            const int bot = plan_bot(t->plan, b, i, seat);
            const bool is_out = fault_log_is_out(t->log, bot);
            sum += r->payoff[seat];
            out += is_out;
            if (r->end != MATCH_FORFEIT) t->last_played[bot] = t->games + 1;
            if (r->end == MATCH_FORFEIT && is_out) assert_true(r->payoff[seat] == 0);
        }
        assert_true((r->end == MATCH_FORFEIT) == (out > 0));
        if (r->end != MATCH_FORFEIT) continue;
        t->forfeits++;
        assert_true(sum == (out == t->plan->seats ? 0 : 1) && r->plies == 0 && r->varied);
    }
    return true;
}

static void make_setting(struct setting *s, uint64_t rounds, uint64_t disqualify) {
    struct th_error e = {""};
    struct th_spec spec;
    const struct th_game *game = th_game_find("y:size=3", &s->game, &e);
    int n = 0;
    for (int i = 0; i < BOTS; i++) {
        s->player[i].kind = i < FAULTY ? &faulty : th_bot_find(game, "random", &spec, &e);
        th_options_init(&s->player[i].options, s->player[i].kind->options);
        for (int k = i + 1; k < BOTS; k++) s->fixture[n++].line_up[0] = (struct line_up){{i, k}};
    }
    s->plan = (struct plan){.game = game,
                            .game_options = &s->game.options,
                            .seats = 2,
                            .bot = s->player,
                            .bots = BOTS,
                            .fixture = s->fixture,
                            .fixtures = n,
                            .line_ups = 1,
                            .all_orders = true,
                            .games = rounds * (uint64_t)n * 2,
                            .seed = th_seed_of(5),
                            .threads = 1,
                            .max_turns = 4000,
                            .disqualify = disqualify};
}

/* The caller drops the log. */
static struct told play(struct setting *s, int threads, struct fault_log *log) {
    struct told t = {.plan = &s->plan, .log = log};
    struct th_error e = {""};
    assert_true(fault_log_make(log, BOTS, &e));
    const struct series series = {.plan = &s->plan, .count = count, .context = &t, .faults = log};
    s->plan.threads = threads;
    assert_int_equal(series_play(&series, &e), SERIES_COMPLETE);
    assert_true(t.games == s->plan.games);
    return t;
}

/* ---- tests ---- */

static void faults_are_counted_by_kind(void **state) {
    (void)state;
    struct setting s;
    struct fault_log log;
    make_setting(&s, 100, 0);
    play(&s, 3, &log);
    assert_true(log.games == s.plan.games && log.forfeited == 0);
    for (int i = 0; i < BOTS; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < FAULT_KINDS; k++) sum += log.bot[i].kind[k];
        assert_true(sum == log.bot[i].faults && (sum > 10) == (i < FAULTY));
        assert_true(log.bot[i].kind[-TH_FAULT_MEMORY - 1] == 0);
        assert_false(fault_log_is_out(&log, i));
    }
    fault_log_drop(&log);
}

/* The first three of each bot, and the first of each kind, in the order of the games. */
static void the_first_faults_have_notes(void **state) {
    (void)state;
    struct setting s;
    struct fault_log log;
    int notes[BOTS] = {0}, kinds[BOTS][FAULT_KINDS] = {{0}};
    make_setting(&s, 100, 0);
    play(&s, 4, &log);
    for (int i = 0; i < log.notes; i++) {
        const struct fault_note *n = &log.note[i];
        const int kind = -(int)n->fault.fault - 1;
        assert_true(i == 0 || n->game > log.note[i - 1].game);
        assert_true(notes[n->bot]++ < FAULT_NOTES || kinds[n->bot][kind] == 0);
        kinds[n->bot][kind]++;
        assert_string_equal(n->fault.what, ""); /* none of them is an external bot */
    }
    for (int i = 0; i < BOTS; i++) {
        assert_true((notes[i] >= FAULT_NOTES) == (i < FAULTY));
        for (int k = 0; k < FAULT_KINDS; k++)
            assert_true((kinds[i][k] > 0) == (log.bot[i].kind[k] > 0));
    }
    fault_log_drop(&log);
}

static void without_a_limit_nothing_changes(void **state) {
    (void)state;
    struct setting s;
    struct fault_log log;
    struct told plain = {.plan = &s.plan};
    struct th_error e = {""};
    make_setting(&s, 50, 0);
    const struct told counted = play(&s, 2, &log);
    plain.log = &log; /* in which no bot is out */
    const struct series series = {.plan = &s.plan, .count = count, .context = &plain};
    assert_int_equal(series_play(&series, &e), SERIES_COMPLETE);
    assert_true(plain.digest == counted.digest && counted.forfeits == 0);
    fault_log_drop(&log);
}

static void bots_are_out_after_their_faults_on_any_number_of_threads(void **state) {
    (void)state;
    for (uint64_t limit = 1; limit <= 9; limit += 4) {
        struct setting s;
        struct fault_log one, many;
        make_setting(&s, 200, limit);
        const struct told wanted = play(&s, 1, &one);
        for (int i = 0; i < BOTS; i++) {
            const struct bot_faults *b = &one.bot[i];
            assert_true(fault_log_is_out(&one, i) == (i < FAULTY));
            if (i >= FAULTY) continue;
            /* The last block may add one for each of its games. */
            assert_true(b->faults >= limit && b->faults <= limit + 1);
            assert_true(wanted.last_played[i] == b->games && b->forfeits > 0);
        }
        assert_true(wanted.forfeits == one.forfeited);
        for (int threads = 2; threads <= 7; threads += 5) {
            const struct told got = play(&s, threads, &many);
            assert_true(got.digest == wanted.digest && got.forfeits == wanted.forfeits);
            assert_memory_equal(many.bot, one.bot, BOTS * sizeof *one.bot);
            assert_int_equal(many.notes, one.notes);
            assert_memory_equal(many.note, one.note, (size_t)one.notes * sizeof *one.note);
            fault_log_drop(&many);
        }
        fault_log_drop(&one);
    }
}

static void those_who_are_left_share_a_forfeited_game(void **state) {
    (void)state;
    static const bool one[] = {false, true, false, false}, all[] = {true, true};
    struct match_result r, same;
    match_forfeit(4, one, &r);
    assert_true(r.end == MATCH_FORFEIT && r.varied && r.payoff[1] == 0);
    assert_true(r.payoff[0] == 1.0 / 3 && r.payoff[2] == r.payoff[0] && r.payoff[3] == r.payoff[0]);
    match_forfeit(4, one, &same);
    assert_true(r.digest == same.digest);
    match_forfeit(2, all, &r);
    assert_true(r.payoff[0] == 0 && r.payoff[1] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_counted_by_kind),
        cmocka_unit_test(the_first_faults_have_notes),
        cmocka_unit_test(without_a_limit_nothing_changes),
        cmocka_unit_test(bots_are_out_after_their_faults_on_any_number_of_threads),
        cmocka_unit_test(those_who_are_left_share_a_forfeited_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
