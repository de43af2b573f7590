/* Games in progress: the same luck after undo, decisions taken back, continued games. */
#include "cmocka_includes.h"
#include "play/session.h"
#include "scale.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line_up {
    const char *game;
    const char *player[TH_SEATS_MAX];
    int count;
};

/* Bots that remember and draw from their generators, and several people. */
static const struct line_up line_ups[] = {
    {"cantstop", {"human", "random"}, 2},
    {"cantstop", {"random", "human", "easy", "human"}, 4},
    {"cantstop", {"human"}, 1},
    {"y:size=5,pie=1", {"human", "mcts:iterations=20"}, 2},
    {"kittens", {"human", "mcts:iterations=20"}, 2},
    {"kittens:deck=official", {"human", "human"}, 2},
    {"kittens:rules=classic", {"random", "human"}, 2},
    {"parchis", {"human", "greedy"}, 2},
    {"parchis:rules=course", {"random", "human"}, 2},
};
enum { LINE_UPS = sizeof line_ups / sizeof *line_ups };

static struct session begun(const struct line_up *l, uint64_t seed) {
    struct session s;
    struct th_error e;
    if (!session_begin(&s, l->game, l->player, l->count, th_seed_of(seed), &e))
        fail_msg("%s: %s", l->game, e.text);
    return s;
}

/* Goes on until a person has to decide; false at the end. */
static bool until_asked(struct session *s) {
    enum session_step step = SESSION_STEPPED;
    while (step == SESSION_STEPPED) step = session_step(s);
    assert_int_not_equal(step, SESSION_FAILED);
    assert_int_equal(step == SESSION_AWAITS_PERSON, session_person_to_move(s) >= 0);
    return step == SESSION_AWAITS_PERSON;
}

static th_action any_action(const struct session *s, struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    const int n = s->game->legal(s->record.last, legal);
    assert_true(n > 1);
    return legal[th_rng_below(rng, (uint32_t)n)];
}

static void assert_same_game(const struct session *a, const struct session *b) {
    assert_int_equal(a->record.steps, b->record.steps);
    assert_memory_equal(a->record.action, b->record.action,
                        a->record.steps * sizeof *a->record.action);
    assert_memory_equal(a->record.last, b->record.last, a->game->state_size);
}

/* Makes `times` random decisions; false if the game ends before. */
static bool decide(struct session *s, struct th_rng *rng, int times) {
    for (int i = 0; i < times; i++) {
        if (!until_asked(s)) return false;
        assert_true(session_act(s, any_action(s, rng)));
    }
    return until_asked(s);
}

static void the_same_seed_and_decisions_are_the_same_game(void **state) {
    (void)state;
    for (int i = 0; i < LINE_UPS; i++) {
        struct session a = begun(&line_ups[i], 7), b = begun(&line_ups[i], 7);
        struct th_rng one = th_rng_seeded(1), two = th_rng_seeded(1);
        decide(&a, &one, 60);
        decide(&b, &two, 60);
        assert_same_game(&a, &b);
        session_drop(&a);
        session_drop(&b);
    }
}

static void what_is_taken_back_and_done_again_has_the_same_luck(void **state) {
    (void)state;
    for (int i = 0; i < LINE_UPS; i++)
        for (long game = 0; game < test_scale(20); game++) {
            struct session s = begun(&line_ups[i], (uint64_t)game);
            struct th_rng rng = th_rng_seeded((uint64_t)game);
            for (int k = 0; k < 30 && until_asked(&s); k++) {
                th_action action[3], outcome[3];
                size_t steps[3];
                int n = 0;
                /* Luck may fall elsewhere when bots that remember answer otherwise: what follows a
                 * decision at once is the same in any case. */
                for (; n < 3 && until_asked(&s); n++) {
                    steps[n] = s.record.steps;
                    action[n] = any_action(&s, &rng);
                    assert_true(session_act(&s, action[n]));
                    outcome[n] = TH_LEGAL_MAX;
                    if (s.game->mover(s.record.last) != TH_CHANCE) continue;
                    assert_int_equal(session_step(&s), SESSION_STEPPED);
                    outcome[n] = s.record.action[steps[n] + 1];
                }
                while (n > 0) {
                    assert_true(session_undo(&s));
                    assert_int_equal(s.record.steps, steps[--n]);
                    assert_true(session_person_to_move(&s) >= 0);
                    if (outcome[n] == TH_LEGAL_MAX) continue;
                    assert_true(session_act(&s, action[n]));
                    assert_int_equal(session_step(&s), SESSION_STEPPED);
                    assert_int_equal(s.record.action[steps[n] + 1], outcome[n]);
                    assert_true(session_undo(&s));
                }
                if (until_asked(&s)) assert_true(session_act(&s, any_action(&s, &rng)));
            }
            session_drop(&s);
        }
}

static void nothing_can_be_taken_back_before_the_first_decision(void **state) {
    (void)state;
    for (int i = 0; i < LINE_UPS; i++) {
        struct session s = begun(&line_ups[i], 3);
        assert_true(until_asked(&s));
        const size_t steps = s.record.steps;
        assert_false(session_undo(&s));
        assert_int_equal(s.record.steps, steps);
        struct th_rng rng = th_rng_seeded(3);
        assert_true(session_act(&s, any_action(&s, &rng)));
        until_asked(&s);
        assert_true(session_undo(&s));
        assert_int_equal(s.record.steps, steps);
        session_drop(&s);
    }
}

static void a_game_that_is_over_can_be_taken_back_too(void **state) {
    (void)state;
    struct session s = begun(&line_ups[0], 5);
    assert_true(until_asked(&s));
    session_end(&s, RECORD_RESIGNED, 0);
    assert_int_equal(session_step(&s), SESSION_ENDED);
    assert_int_equal(session_person_to_move(&s), -1);
    assert_true(s.record.result[0] == 0 && s.record.result[1] == 1);
    session_drop(&s);
}

static char *written(const struct record *r) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    record_write(memory, r);
    fclose(memory);
    return text;
}

/* Writes the record and reads it back. */
static struct record again(const struct record *r) {
    char *text = written(r);
    struct record read;
    struct th_error e;
    struct record_reader reader = record_reader_of(text);
    if (record_next(&reader, &read, &e) != RECORD_GOOD) {
        char *whole = written(r); /* reading takes the text apart */
        fail_msg("%s\n%s", e.text, whole);
    }
    free(text);
    return read;
}

/* A random event of a game at a terminal, and all that follows of it until a person decides. */
static void anything_happens(struct session *s, struct th_rng *rng) {
    static const enum record_end ends[] = {RECORD_RESIGNED, RECORD_TIME, RECORD_FAULT,
                                           RECORD_UNFINISHED};
    const uint32_t what = th_rng_below(rng, 40);
    const int seat = (int)th_rng_below(rng, (uint32_t)s->record.seats);
    if (what < 10)
        session_undo(s);
    else if (what == 10)
        session_cut(s, th_rng_below(rng, (uint32_t)s->record.steps + 1));
    else if (what == 11 && !s->over)
        session_end(s, ends[th_rng_below(rng, 4)], seat);
    else if (until_asked(s))
        assert_true(session_act(s, any_action(s, rng)));
    until_asked(s);
}

static void what_is_saved_at_any_moment_can_be_loaded(void **state) {
    (void)state;
    const long games = test_scale(3 * LINE_UPS);
    for (long i = 0; i < games; i++) {
        struct session s = begun(&line_ups[i % LINE_UPS], (uint64_t)i);
        struct th_rng rng = th_rng_seeded((uint64_t)i);
        for (int k = 0; k < 200; k++) {
            anything_happens(&s, &rng);
            struct record read = again(&s.record);
            char *first = written(&s.record), *second = written(&read);
            assert_string_equal(first, second);
            free(first);
            free(second);
            record_drop(&read);
        }
        session_drop(&s);
    }
}

static void a_game_goes_on_from_its_record_with_the_same_luck(void **state) {
    (void)state;
    for (int i = 0; i < LINE_UPS; i++) {
        if (strstr(line_ups[i].player[1] != NULL ? line_ups[i].player[1] : "", "mcts") != NULL)
            continue; /* it remembers, and may go another way when it does not */
        struct session s = begun(&line_ups[i], 11), resumed;
        struct th_error e;
        struct th_rng one = th_rng_seeded(9), two;
        if (decide(&s, &one, 4)) {
            struct record r = again(&s.record);
            assert_true(session_resume(&resumed, &r, NULL, 0, th_seed_of(999), &e));
            two = one;
            decide(&s, &one, 20);
            decide(&resumed, &two, 20);
            assert_same_game(&s, &resumed);
            assert_int_equal(resumed.record.seed.word[0], 11);
            session_drop(&resumed);
        }
        session_drop(&s);
    }
}

static void a_game_that_is_over_cannot_be_gone_on_with(void **state) {
    (void)state;
    struct session s = begun(&line_ups[0], 1), resumed;
    struct th_error e;
    assert_true(until_asked(&s));
    session_end(&s, RECORD_TIME, 0);
    struct record r = again(&s.record);
    assert_false(session_resume(&resumed, &r, NULL, 0, th_seed_of(1), &e));
    assert_non_null(strstr(e.text, "over"));
    record_drop(&r);
    session_drop(&s);
}

static void wrong_players_are_refused(void **state) {
    (void)state;
    static const struct {
        struct line_up line_up;
        const char *words;
    } rows[] = {
        {{"parchis", {"human"}, 1}, "2 players"},
        {{"parchis", {"human", "hard", "easy"}, 3}, "2 players"},
        {{"cantstop:players=3", {"human", "hard"}, 2}, "3 players"},
        {{"parchis", {"humn", "hard"}, 2}, "did you mean 'human'"},
        {{"parchis", {"human", "hrad"}, 2}, "did you mean 'hard'"},
        {{"kitens", {"human", "hard"}, 2}, "did you mean 'kittens'"},
        {{"y:size=1", {"human", "hard"}, 2}, "size"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct session s;
        struct th_error e;
        assert_false(session_begin(&s, rows[i].line_up.game, rows[i].line_up.player,
                                   rows[i].line_up.count, th_seed_of(1), &e));
        if (strstr(e.text, rows[i].words) == NULL)
            fail_msg("no '%s' in: %s", rows[i].words, e.text);
    }
}

static void games_end_by_their_rules_and_tell_who_won(void **state) {
    (void)state;
    for (int i = 0; i < LINE_UPS; i++) {
        struct session s = begun(&line_ups[i], 21);
        struct th_rng rng = th_rng_seeded(21);
        double sum = 0;
        assert_false(decide(&s, &rng, 100000));
        assert_int_equal(s.record.end, RECORD_WON);
        for (int k = 0; k < s.record.seats; k++) sum += s.record.result[k];
        assert_true(sum == 1);
        session_drop(&s);
    }
}

/* A bot that looks at what it is shown. */
static int spy(void *self, const struct th_ask *ask) {
    int *asked = self;
    assert_int_equal(ask->game->viewer(ask->view), ask->seat);
    assert_int_equal(ask->game->mover(ask->view), ask->seat);
    ++*asked;
    return 0;
}

static void bots_are_shown_what_their_seat_may_know(void **state) {
    (void)state;
    static const struct th_bot_kind kind = {.name = "spy", .choose = spy};
    static const struct line_up line_up = {"kittens", {"human", "human"}, 2};
    struct session s = begun(&line_up, 6);
    struct th_rng rng = th_rng_seeded(6);
    int asked = 0, hints = 0;
    const struct bot adviser = {.kind = &kind, .self = &asked};
    for (; until_asked(&s); hints++) {
        th_action action;
        double chance;
        assert_true(session_hint(&s, &adviser, &action, &chance));
        assert_int_equal(s.game->viewer(session_view(&s, session_person_to_move(&s))),
                         session_person_to_move(&s));
        assert_true(session_act(&s, any_action(&s, &rng)));
    }
    assert_true(hints > 5);
    assert_int_equal(asked, hints);
    session_drop(&s);
}

static void names_for_people_may_stand_for_stronger_bots(void **state) {
    static const struct {
        const char *game, *name, *people, *contests;
    } names[] = {
        {"cantstop", "hard", "turn-optimal", "risk-stop"},
        {"cantstop", "medium", "max-rolls", "max-rolls"},
        {"cantstop", "turn-optimal:error=0.1", "turn-optimal", "turn-optimal"},
        {"parchis", "hard", "alphabeta", "alphabeta"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct th_spec spec;
        struct th_error e;
        const struct th_game *game = th_game_find(names[i].game, &spec, &e);
        const struct th_bot_kind *kind = th_bot_find(game, names[i].name, &spec, &e);
        assert_non_null(kind);
        assert_string_equal(kind->name, names[i].contests);
        kind = session_find_bot(game, names[i].name, &spec, &e);
        assert_non_null(kind);
        assert_string_equal(kind->name, names[i].people);
        assert_string_equal(spec.text, names[i].name);
        assert_ptr_equal(spec.options.table, kind->options);
    }
    struct th_spec spec;
    struct th_error e = {""};
    assert_null(session_find_bot(th_game_at(0), "hard:error=1", &spec, &e));
    assert_string_not_equal(e.text, "");
}

static void a_hint_changes_nothing(void **state) {
    (void)state;
    for (int i = 0; i < LINE_UPS; i++) {
        struct session s = begun(&line_ups[i], 4), other = begun(&line_ups[i], 4);
        struct th_rng one = th_rng_seeded(4), two = th_rng_seeded(4);
        struct th_spec spec;
        struct th_error e;
        const struct th_bot_kind *kind = th_bot_find(s.game, "random", &spec, &e);
        const struct bot adviser = {.kind = kind, .self = kind->make(s.game, &spec.options, &e)};
        for (int k = 0; k < 20 && until_asked(&s); k++) {
            th_action hint, hint_again;
            double chance;
            assert_true(session_hint(&s, &adviser, &hint, &chance));
            assert_true(session_hint(&s, &adviser, &hint_again, &chance));
            assert_int_equal(hint, hint_again);
            assert_true(th_is_possible(s.game, s.record.last, hint));
            assert_true(session_act(&s, any_action(&s, &one)));
        }
        until_asked(&s);
        decide(&other, &two, 20);
        assert_same_game(&s, &other);
        if (kind->drop != NULL) kind->drop(adviser.self);
        session_drop(&s);
        session_drop(&other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_and_decisions_are_the_same_game),
        cmocka_unit_test(what_is_taken_back_and_done_again_has_the_same_luck),
        cmocka_unit_test(nothing_can_be_taken_back_before_the_first_decision),
        cmocka_unit_test(a_game_that_is_over_can_be_taken_back_too),
        cmocka_unit_test(a_game_goes_on_from_its_record_with_the_same_luck),
        cmocka_unit_test(what_is_saved_at_any_moment_can_be_loaded),
        cmocka_unit_test(a_game_that_is_over_cannot_be_gone_on_with),
        cmocka_unit_test(wrong_players_are_refused),
        cmocka_unit_test(games_end_by_their_rules_and_tell_who_won),
        cmocka_unit_test(bots_are_shown_what_their_seat_may_know),
        cmocka_unit_test(names_for_people_may_stand_for_stronger_bots),
        cmocka_unit_test(a_hint_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
