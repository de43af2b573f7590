/* Records: what is written is read back the same, and what is wrong is found out. */
#include "record/record.h"

#include "cmocka_includes.h"
#include "scale.h"
#include "tahur/rng.h"
#include <stdlib.h>
#include <string.h>

static const char *const specs[] = {"cantstop:players=1",
                                    "cantstop:players=2",
                                    "cantstop:players=3,forced=1",
                                    "cantstop",
                                    "y:size=2",
                                    "y:size=5,pie=1",
                                    "y",
                                    "kittens",
                                    "kittens:rules=classic",
                                    "kittens:deck=official,bombs=2",
                                    "parchis",
                                    "parchis:rules=course",
                                    "parchis:items=0"};
enum { SPECS = sizeof specs / sizeof *specs };

/* ---- helpers ---- */

static th_action any_action(const struct th_game *game, const struct th_state *s,
                            struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    if (game->mover(s) == TH_CHANCE) return th_chance_pick(game, s, th_rng_next(rng));
    return legal[th_rng_below(rng, (uint32_t)game->legal(s, legal))];
}

/* A random game of at most `most` steps. */
static struct record random_game(const char *spec, uint64_t seed, size_t most) {
    struct record r;
    struct th_error e;
    struct th_rng rng = th_rng_seeded(seed);
    if (!record_begin(&r, spec, NULL, &e)) fail_msg("%s", e.text);
    for (int i = 0; i < r.seats; i++) snprintf(r.player[i], sizeof r.player[i], "bot:n=%d", i);
    while (r.steps < most && !record_is_over(&r))
        assert_true(record_add(&r, any_action(r.game, r.last, &rng)));
    record_finish(&r, RECORD_STOPPED, 0);
    return r;
}

static char *written(const struct record *r) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    record_write(out, r);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Reads the first record of a text; `r` is to be dropped unless r->game is NULL. */
static enum record_found read_first(const char *text, struct record *r, struct th_error *e) {
    char *copy = strdup(text);
    struct record_reader reader = record_reader_of(copy);
    const enum record_found found = record_next(&reader, r, e);
    free(copy);
    return found;
}

static void assert_good(const char *text) {
    struct record r;
    struct th_error e;
    if (read_first(text, &r, &e) != RECORD_GOOD) fail_msg("%s\n%s", e.text, text);
    record_drop(&r);
}

/* It is refused with a sentence that begins like this. */
static void assert_wrong(const char *text, const char *sentence) {
    struct record r;
    struct th_error e;
    const enum record_found found = read_first(text, &r, &e);
    if (found != RECORD_WRONG) fail_msg("not found out, but: %s\n%s", sentence, text);
    if (strncmp(e.text, sentence, strlen(sentence)) != 0)
        fail_msg("it says:  %s\nand not:  %s\n%s", e.text, sentence, text);
    if (r.game != NULL) record_drop(&r);
}

/* The text with the first `from` replaced; to be dropped with free. */
static char *replaced(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    if (at == NULL) fail_msg("there is no %s in\n%s", from, text);
    char *out = malloc(strlen(text) + strlen(to) + 1);
    const size_t before = (size_t)(at - text);
    memcpy(out, text, before);
    strcpy(out + before, to);
    strcat(out, at + strlen(from));
    return out;
}

static void assert_change_wrong(const char *text, const char *from, const char *to,
                                const char *sentence) {
    char *changed = replaced(text, from, to);
    assert_wrong(changed, sentence);
    free(changed);
}

static void assert_change_good(const char *text, const char *from, const char *to) {
    char *changed = replaced(text, from, to);
    assert_good(changed);
    free(changed);
}

/* ---- round trips ---- */

static void assert_same(const struct record *a, const struct record *b) {
    assert_ptr_equal(a->game, b->game);
    assert_string_equal(a->spec.text, b->spec.text);
    assert_int_equal(a->seats, b->seats);
    for (int i = 0; i < a->seats; i++) {
        assert_string_equal(a->player[i], b->player[i]);
        assert_true(a->result[i] == b->result[i]);
    }
    assert_true(a->has_seed == b->has_seed && memcmp(&a->seed, &b->seed, sizeof a->seed) == 0);
    assert_true(a->has_number == b->has_number && a->number == b->number);
    assert_int_equal(a->own_start, b->own_start);
    assert_int_equal(a->steps, b->steps);
    assert_memory_equal(a->action, b->action, a->steps * sizeof *a->action);
    assert_true(a->end == b->end && a->end_seat == b->end_seat && a->fault == b->fault);
}

static void assert_reads_back(const struct record *r) {
    struct record back;
    struct th_error e;
    char *text = written(r);
    if (read_first(text, &back, &e) != RECORD_GOOD) fail_msg("%s\n%s", e.text, text);
    assert_same(r, &back);
    char *again = written(&back);
    assert_string_equal(text, again);
    record_drop(&back);
    free(text);
    free(again);
}

static void games_of_all_kinds_read_back(void **state) {
    (void)state;
    for (int i = 0; i < SPECS; i++)
        for (long seed = 0; seed < test_scale(20); seed++) {
            struct record r = random_game(specs[i], (uint64_t)seed, 1 << 20);
            assert_true(record_is_over(&r) && r.end == RECORD_WON);
            r.has_seed = seed % 2 == 0;
            r.has_number = seed % 3 == 0;
            if (r.has_seed)
                r.seed = (struct th_seed){{UINT64_MAX - (uint64_t)seed, (uint64_t)(seed % 4)}};
            if (r.has_number) r.number = (uint64_t)seed;
            assert_reads_back(&r);
            record_drop(&r);
        }
}

/* From a position in the middle of a game, to any kind of end. */
static void parts_of_games_read_back(void **state) {
    (void)state;
    for (int i = 0; i < SPECS; i++)
        for (uint64_t seed = 0; seed < 24; seed++) {
            struct record begun = random_game(specs[i], seed, seed * 3), r;
            struct th_error e;
            struct th_rng rng = th_rng_seeded(seed);
            if (!record_is_over(&begun)) {
                assert_true(record_begin(&r, specs[i], begun.last, &e));
                assert_int_equal(r.own_start, seed > 0);
                for (int k = 0; k < r.seats; k++) strcpy(r.player[k], "x");
                for (int k = 0; k < 7 && !record_is_over(&r); k++)
                    assert_true(record_add(&r, any_action(r.game, r.last, &rng)));
                const enum record_end end = (enum record_end)(1 + seed % 5);
                record_finish(&r, end, (int)(seed / 5) % r.seats);
                if (!record_is_over(&r)) assert_int_equal(r.end, end);
                assert_reads_back(&r);
                record_drop(&r);
            }
            record_drop(&begun);
        }
}

static void a_resignation_is_a_step_of_y(void **state) {
    (void)state;
    struct record r = random_game("y:size=5,pie=1", 3, 4);
    char *text, result[RECORD_RESULT_BYTES], end[RECORD_END_BYTES];
    assert_int_equal(r.game->mover(r.last), 0);
    assert_true(record_add(&r, r.game->resignation));
    record_finish(&r, RECORD_WON, 0); /* whatever is asked for */
    assert_string_equal(record_end_text(&r, end), "resigned seat 0");
    assert_string_equal(record_result_text(r.result, 2, result), "0 1");
    assert_reads_back(&r);
    text = written(&r);
    assert_change_wrong(text, "resigned seat 0", "resigned seat 1",
                        "line 6: the end is “resigned seat 1”, but by the moves it is “resigned "
                        "seat 0”");
    assert_change_wrong(text, "resigned seat 0", "won",
                        "line 6: the end is “won”, but by the moves it is “resigned seat 0”");
    assert_change_wrong(text, "resign\n", "resign; a1\n",
                        "line 14, step 6: the game is over before “a1”");
    free(text);
    record_drop(&r);
}

static void results_are_shares(void **state) {
    (void)state;
    static const struct {
        double share[4];
        int seats;
        const char *text;
    } cases[] = {{{1, 0}, 2, "1 0"},
                 {{0}, 1, "0"},
                 {{0.5, 0, 0.5}, 3, "1/2 0 1/2"},
                 {{1.0 / 3, 1.0 / 3, 0, 1.0 / 3}, 4, "1/3 1/3 0 1/3"},
                 {{0.25, 0.75}, 2, "1/4 3/4"}};
    char text[RECORD_RESULT_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(record_result_text(cases[i].share, cases[i].seats, text),
                            cases[i].text);
}

/* A seat that loses before the game is over loses equally to all others; alone, to none. */
static void who_gives_up_loses_to_the_others(void **state) {
    (void)state;
    static const struct {
        const char *game;
        enum record_end end;
        int seat;
        const char *text, *result;
    } cases[] = {{"cantstop", RECORD_FAULT, 1, "fault seat 1 illegal", "1/3 0 1/3 1/3"},
                 {"cantstop:players=3", RECORD_TIME, 2, "time seat 2", "1/2 1/2 0"},
                 {"kittens", RECORD_RESIGNED, 0, "resigned seat 0", "0 1"},
                 {"cantstop:players=1", RECORD_FAULT, 0, "fault seat 0 illegal", "0"},
                 {"parchis", RECORD_UNFINISHED, 1, "unfinished", "0 0"},
                 {"y", RECORD_STOPPED, 1, "stopped", "0 0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char end[RECORD_END_BYTES], result[RECORD_RESULT_BYTES];
        struct record r = random_game(cases[i].game, 1, 9);
        record_finish(&r, cases[i].end, cases[i].seat);
        assert_string_equal(record_end_text(&r, end), cases[i].text);
        assert_string_equal(record_result_text(r.result, r.seats, result), cases[i].result);
        record_drop(&r);
    }
}

/* A long game is not walked through from its beginning; it comes to the same. */
static void any_step_is_found_in_a_long_game(void **state) {
    (void)state;
    char there[TH_POSITION_BYTES], walked[TH_POSITION_BYTES];
    struct record r = random_game("parchis", 1, 1000);
    struct th_rng rng = th_rng_seeded(2);
    const size_t wanted = 2 * RECORD_MARK + 7;
    assert_true(r.steps > wanted);
    record_cut(&r, wanted - RECORD_MARK); /* and on another way from there */
    while (r.steps < wanted && !record_is_over(&r))
        assert_true(record_add(&r, any_action(r.game, r.last, &rng)));
    assert_int_equal(r.marks, r.steps / RECORD_MARK);
    memcpy(r.spare[0], r.start, r.game->state_size);
    for (size_t i = 0; i <= r.steps; i++) {
        record_state(&r, i, r.spare[1]);
        assert_string_equal(r.game->position_text(r.spare[1], there, sizeof there),
                            r.game->position_text(r.spare[0], walked, sizeof walked));
        if (i < r.steps) r.game->apply(r.spare[0], r.action[i]);
    }
    record_drop(&r);
}

static void tapes_are_steps(void **state) {
    (void)state;
    struct record r = random_game("y:size=9", 1, 1 << 20), taped;
    struct th_error e;
    uint8_t tape[64];
    assert_in_range(r.steps, 1, sizeof tape);
    for (size_t i = 0; i < r.steps; i++) tape[i] = (uint8_t)r.action[i]; /* all below 128 */
    assert_true(record_begin(&taped, "y:size=9", NULL, &e));
    assert_true(record_add_tape(&taped, tape, r.steps));
    assert_int_equal(taped.steps, r.steps);
    assert_true(record_is_over(&taped));
    assert_false(record_add_tape(&taped, tape, 1)); /* the game is over */
    record_drop(&taped);
    assert_true(record_begin(&taped, "y:size=9", NULL, &e));
    tape[1] = tape[0]; /* twice the same cell */
    assert_false(record_add_tape(&taped, tape, r.steps));
    assert_int_equal(taped.steps, 1);
    tape[0] = 128; /* a number that does not end */
    assert_false(record_add_tape(&taped, tape, 1));
    record_drop(&taped);
    record_drop(&r);
}

/* ---- what is wrong ---- */

static const char small[] = "tahur record 1\n"
                            "game: y:size=2\n"
                            "rules: 1\n"
                            "seat 0: hard\n"
                            "seat 1: human\n"
                            "end: won\n"
                            "result: 1 0\n"
                            "steps: 3\n"
                            "moves:\n"
                            "1. seat 0: a2\n"
                            "2. seat 1: a1\n"
                            "3. seat 0: b1\n";

static void mistakes_in_the_head_are_told(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"tahur record 1", "tahur record 2",
         "line 1: a record begins with “tahur record 1”, not with “tahur record 2”"},
        {"tahur record 1\n", "", "line 1: a record begins with “tahur record 1”, not with “game:"},
        {"game: y:size=2\n", "", "line 1: the record has no “game”"},
        {"rules: 1\n", "", "line 1: the record has no “rules”"},
        {"end: won\n", "", "line 1: the record has no “end”"},
        {"result: 1 0\n", "", "line 1: the record has no “result”"},
        {"seat 1: human\n", "", "line 1: y:size=2 has 2 seats, but the record has no “seat 1”"},
        {"rules: 1", "rules: 1\nrules: 1", "line 4: “rules” is there twice"},
        {"rules: 1", "rulse: 1", "line 3: a record has no “rulse”; did you mean “rules”?"},
        {"rules: 1", "rules 1", "line 3: a line of the head is written key: value, not “rules 1”"},
        {"rules: 1", "rules: 7",
         "line 3: the game was played by version “7” of the rules of y; this is version 1"},
        {"y:size=2", "yy", "line 2: there is no game 'yy'"},
        {"y:size=2", "y:size=99", "line 2: y: size cannot be '99'"},
        {"y:size=2", "y:seize=2", "line 2: y has no option 'seize'"},
        {"y:size=2", "y:size=3", "line 6: the game is not over after 3 steps"},
        {"seat 1: human", "seat 1: human\nseat 2: human",
         "line 6: y:size=2 has 2 seats, so there "
         "is no seat 2"},
        {"seat 1: human", "seat 4: human", "line 5: a record has no “seat 4”"},
        {"seat 1: human", "seat 1:", "line 5: a player's name has 1 to 511 characters"},
        {"rules: 1", "rules: 1\nseed: -1",
         "line 4: “seed” is a whole number or 32 hexadecimal digits, not “-1”"},
        {"rules: 1", "rules: 1\nseed: 18446744073709551616", "line 4: “seed” is a whole number"},
        {"rules: 1", "rules: 1\nnumber: 1 2", "line 4: “number” is a whole number, not “1 2”"},
        {"steps: 3", "steps: three", "line 8: “steps” is a whole number, not “three”"},
        {"steps: 3", "start: nowhere", "line 8: the position is not JSON"},
        {"steps: 3", "start: {\"size\":2,\"turn\":1,\"layout\":\"B/BR\"}",
         "line 8: the game is over there"},
        {"steps: 3", "start: {\"size\":2,\"turn\":1,\"layout\":\"B/B.\"}",
         "line 8: player 0 has 2 stones and player 1 0"},
        {"end: won", "end: lost", "line 6: a game ends won, unfinished, stopped, resigned seat N"},
        {"end: won", "end: won seat 0", "line 6: a game ends won,"},
        {"end: won", "end: resigned", "line 6: a game ends won,"},
        {"end: won", "end: resigned seat 2", "line 6: a game ends won,"},
        {"end: won", "end: fault seat 1", "line 6: a game ends won,"},
        {"end: won", "end: fault seat 1 lazy", "line 6: a game ends won,"},
        {"end: won", "end:", "line 6: a game ends won,"},
        {"end: won", "end: stopped", "line 6: the end is “stopped”, but by the moves it is “won”"},
        {"end: won", "end: resigned seat 1",
         "line 6: the end is “resigned seat 1”, but by the moves it is “won”"},
        {"result: 1 0", "result: 0 1", "line 7: the result is “1 0”, not “0 1”"},
        {"result: 1 0", "result: 1", "line 7: the result is “1 0”, not “1”"},
        {"moves:\n", "moves: a2\n", "line 9: a record has no “moves”"},
        {"moves:\n", "", "line 9: a record has no “1. seat 0”"},
    };
    assert_good(small);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_change_wrong(small, cases[i][0], cases[i][1], cases[i][2]);
}

static void mistakes_in_the_moves_are_told(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"2. seat 1: a1", "2. seat 1: a2", "line 11, step 2: the cell a2 is taken"},
        {"2. seat 1: a1", "2. seat 1: c3", "line 11, step 2: 'c3' is no cell of this board"},
        {"2. seat 1: a1", "2. seat 1: swap", "line 11, step 2: swap is only for"},
        {"2. seat 1: a1", "2. seat 1: ; a1", "line 11, step 2: '' is no cell"},
        {"2. seat 1: a1", "3. seat 1: a1", "line 11, step 2: the line says 3, but this is step 2"},
        {"2. seat 1: a1", "2. seat 0: a1",
         "line 11, step 2: the line says that seat 0 decides, but it is seat 1"},
        {"2. seat 1: a1", "2. seat 5: a1",
         "line 11, step 2: the line says that seat 5 decides, but it is seat 1"},
        {"2. seat 1: a1", "2. chance: a1",
         "line 11, step 2: the line says that only chance moves, but seat 1 decides"},
        {"2. seat 1: a1", "2. human: a1", "line 11, step 2: before the steps of a line may stand"},
        {"2. seat 1: a1\n", "", "line 11, step 2: the line says 3, but this is step 2"},
        {"b1", "b1; b1", "line 12, step 4: the game is over before “b1”"},
        {"3. seat 0: b1\n", "", "line 11, step 2: the record is cut off: it should have 3 steps"},
        {"steps: 3", "steps: 2", "line 12, step 3: the record has 3 steps, but should have 2"},
        {"steps: 3", "steps: 4", "line 12, step 3: the record is cut off: it should have 4 steps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_change_wrong(small, cases[i][0], cases[i][1], cases[i][2]);
}

static void records_may_be_written_freely(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"steps: 3\n", ""},
        {"seat 1: human\n", "\n# a remark\n   seat 1:human   \r\n"},
        {"2. seat 1: a1", "a1"},
        {"2. seat 1: a1", "seat 1: a1 ;"},
        {"2. seat 1: a1", "2. a1"},
        {"1. seat 0: a2\n2. seat 1: a1\n3. seat 0: b1\n", "a2; a1\n\n# and then\nb1"},
        {"b1\n", "2"}, /* a cell by its index, and no end of the line */
        {"game: y:size=2\nrules: 1\n", "rules: 1\ngame: y:pie=0,size=2\n"},
        {"rules: 1", "rules: 1\nseed: 18446744073709551615"},
        {"steps: 3", "start: {\"size\":2,\"turn\":0,\"layout\":\"./..\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_change_good(small, cases[i][0], cases[i][1]);
    struct record r;
    struct th_error e;
    char *text = replaced(small, "steps: 3", "start: {\"size\":2,\"turn\":0,\"layout\":\"./..\"}");
    assert_int_equal(read_first(text, &r, &e), RECORD_GOOD);
    assert_false(r.own_start);
    char *plain = written(&r);
    assert_string_equal(plain, small);
    free(text);
    free(plain);
    record_drop(&r);
}

static void a_view_is_no_beginning(void **state) {
    (void)state;
    assert_wrong("tahur record 1\ngame: kittens\nrules: 1\nseat 0: a\nseat 1: b\nend: stopped\n"
                 "result: 0 0\nstart: hands defuse+skip / defuse+2*?; deck 3*? bomb:0 8*?; rest "
                 "2*bomb+2*skip+9*safe; owes 2; view 0\nmoves:\n",
                 "line 8: the position is what seat 0 knows");
}

/* Cut at any place, a record is wrong, unless nothing but the end of its last line is missing. */
static void a_cut_is_found(void **state) {
    (void)state;
    for (int i = 0; i < SPECS; i++)
        for (int stopped = 0; stopped < 2; stopped++) {
            struct record r = random_game(specs[i], 5, stopped ? 30 : 1 << 20);
            char *text = written(&r);
            const size_t size = strlen(text);
            const size_t step = 1 + size / (size_t)test_scale(500);
            for (size_t n = 1; n<size - 1; n += size - n> 40 && n > 400 ? step : 1) {
                struct record cut;
                struct th_error e;
                const char kept = text[n];
                text[n] = 0;
                const enum record_found found = read_first(text, &cut, &e);
                if (found != RECORD_WRONG) fail_msg("not found out:\n%s", text);
                if (n > strlen("tahur record 1") && strstr(e.text, "cut off") == NULL)
                    fail_msg("%s\n%s", e.text, text);
                if (cut.game != NULL) record_drop(&cut);
                text[n] = kept;
            }
            free(text);
            record_drop(&r);
        }
}

static void many_records_are_read_one_after_the_other(void **state) {
    (void)state;
    char text[4 * sizeof small] = "# three games\n\n";
    struct record r;
    struct th_error e;
    strcat(text, small);
    char *bad = replaced(small, "2. seat 1: a1", "2. seat 1: a2");
    strcat(text, bad);
    strcat(text, "\n");
    strcat(text, small);
    struct record_reader reader = record_reader_of(text);
    assert_int_equal(record_next(&reader, &r, &e), RECORD_GOOD);
    record_drop(&r);
    assert_int_equal(record_next(&reader, &r, &e), RECORD_WRONG);
    assert_int_equal(r.steps, 1); /* what is good of it */
    assert_int_equal(reader.wrong_line, 2 + 12 + 11);
    assert_int_equal(reader.wrong_step, 2);
    record_drop(&r);
    assert_int_equal(record_next(&reader, &r, &e), RECORD_GOOD);
    record_drop(&r);
    assert_int_equal(record_next(&reader, &r, &e), RECORD_NONE);
    assert_int_equal(reader.records, 3);
    assert_int_equal(record_next(&reader, &r, &e), RECORD_NONE);
    free(bad);
}

/* ---- every single token ---- */

/* Whether the steps are possible, one by one, from the beginning of the game, and lead to the
 * result: asked of the game alone. */
static void assert_true_story(const struct record *r) {
    double payoff[TH_SEATS_MAX] = {0};
    struct th_error e;
    struct th_state *s = th_state_new(r->game, &r->spec.options, &e);
    assert_non_null(s);
    for (size_t i = 0; i < r->steps; i++) {
        th_action legal[TH_LEGAL_MAX];
        struct th_outcome outcome[TH_LEGAL_MAX];
        bool found = false;
        const bool chance = r->game->mover(s) == TH_CHANCE;
        const int n = chance ? r->game->outcomes(s, outcome) : r->game->legal(s, legal);
        for (int k = 0; k < n; k++)
            found |= (chance ? outcome[k].action : legal[k]) == r->action[i];
        assert_true(found);
        r->game->apply(s, r->action[i]);
    }
    assert_int_equal(r->game->mover(s), TH_OVER);
    r->game->payoff(s, payoff);
    for (int i = 0; i < r->seats; i++) assert_true(payoff[i] == r->result[i]);
    free(s);
}

static bool is_token_end(char c) {
    return strchr(" \n;:.,=+/", c) != NULL;
}

/* Where the line of a place begins. */
static const char *line_at(const char *text, size_t place) {
    while (place > 0 && text[place - 1] != '\n') place--;
    return text + place;
}

/* Replaces one token by another: the reader finds it, or it is a name, or the record is still
 * valid. */
static void try_mutation(const char *text, size_t at, size_t length, const char *token) {
    char *changed = malloc(strlen(text) + strlen(token) + 1);
    struct record r;
    struct th_error e;
    memcpy(changed, text, at);
    strcpy(changed + at, token);
    strcat(changed, text + at + length);
    if (read_first(changed, &r, &e) == RECORD_GOOD) {
        const char *line = line_at(text, at), *moves = strstr(text, "moves:");
        char *again = written(&r);
        const bool free_text = strncmp(line, "seat", 4) == 0 || strncmp(line, "seed", 4) == 0 ||
                               strncmp(line, "game", 4) == 0; /* more bombs may change nothing */
        if (line < moves && !free_text && strcmp(again, text) != 0)
            fail_msg("not found out:\n%s", changed);
        assert_true_story(&r);
        free(again);
    }
    if (r.game != NULL) record_drop(&r);
    free(changed);
}

static void changed_tokens_are_found_or_harmless(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(11);
    for (int i = 0; i < SPECS; i++) {
        struct record r = random_game(specs[i], 2, 1 << 20);
        r.has_seed = true;
        char *text = written(&r);
        const size_t size = strlen(text);
        const size_t every = 1 + size / (size_t)test_scale(200);
        for (size_t at = 0, length; at < size; at += length + 1) {
            length = 0;
            while (!is_token_end(text[at + length])) length++;
            if (length == 0 || (at > 300 && th_rng_below(&rng, (uint32_t)every) > 0)) continue;
            /* Nothing, itself twice, a number more, and any token of the record. */
            char other[300] = "";
            try_mutation(text, at, length, "");
            snprintf(other, sizeof other, "%.*s %.*s", (int)length, text + at, (int)length,
                     text + at);
            try_mutation(text, at, length, other);
            snprintf(other, sizeof other, "%d", atoi(text + at) + 1);
            try_mutation(text, at, length, other);
            const char *from = text + th_rng_below(&rng, (uint32_t)size);
            while (from > text && !is_token_end(from[-1])) from--;
            snprintf(other, sizeof other, "%.*s", (int)strcspn(from, " \n;:.,=+/"), from);
            try_mutation(text, at, length, other);
        }
        free(text);
        record_drop(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_all_kinds_read_back),
        cmocka_unit_test(parts_of_games_read_back),
        cmocka_unit_test(a_resignation_is_a_step_of_y),
        cmocka_unit_test(results_are_shares),
        cmocka_unit_test(who_gives_up_loses_to_the_others),
        cmocka_unit_test(any_step_is_found_in_a_long_game),
        cmocka_unit_test(tapes_are_steps),
        cmocka_unit_test(mistakes_in_the_head_are_told),
        cmocka_unit_test(mistakes_in_the_moves_are_told),
        cmocka_unit_test(records_may_be_written_freely),
        cmocka_unit_test(a_view_is_no_beginning),
        cmocka_unit_test(a_cut_is_found),
        cmocka_unit_test(many_records_are_read_one_after_the_other),
        cmocka_unit_test(changed_tokens_are_found_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
