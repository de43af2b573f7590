/* The database of a class: what is kept is found again, and other files are refused. */
#include "classroom/class_db.h"
#include "cmocka_includes.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static int set_up(void **state) {
    (void)state;
    strcpy(path, "/tmp/tahur-class-XXXXXX");
    const int fd = mkstemp(path);
    return fd < 0 || close(fd) != 0 || unlink(path) != 0;
}

static int tear_down(void **state) {
    (void)state;
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (int i = 0; i < 4; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
    return 0;
}

static struct class_db *open_it(void) {
    struct th_error e = {""};
    struct class_db *db = class_db_open(path, &e);
    if (db == NULL) fail_msg("%s", e.text);
    return db;
}

static void refuse(const char *words) {
    struct th_error e = {""};
    assert_null(class_db_open(path, &e));
    if (strstr(e.text, words) == NULL) fail_msg("%s", e.text);
}

static void execute(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* A block of two games: the first is won by seat 0, in the second seat 1 is at fault. */
struct sample {
    struct match_result result[2];
    struct bytes tape[2];
    struct pace pace[PAIRING_SIDES];
    struct class_db_fault fault;
};

static void fill(struct sample *s, uint64_t number) {
    memset(s, 0, sizeof *s);
    s->result[0] = (struct match_result){.digest = UINT64_MAX - number,
                                         .end = MATCH_WON,
                                         .varied = true,
                                         .turns = 10,
                                         .plies = 20,
                                         .payoff = {1, 0}};
    s->result[1] = (struct match_result){.digest = number,
                                         .end = MATCH_FAULT,
                                         .fault = TH_FAULT_TIMEOUT,
                                         .fault_seat = 1,
                                         .payoff = {1, 0}};
    bytes_add(&s->tape[0], "moves", 5);
    pace_add(&s->pace[0], 1000000);
    s->fault = (struct class_db_fault){.side = 1, .number = 2 * number + 1};
    s->fault.fault.fault = TH_FAULT_TIMEOUT;
    strcpy(s->fault.fault.what, "no answer");
    strcpy(s->fault.fault.stderr_text, "  two\n    lines");
}

static void keep(struct class_db *db, int64_t id, uint64_t number) {
    struct sample s;
    struct th_error e = {""};
    fill(&s, number);
    const struct class_db_block b = {.number = number,
                                     .games = 2,
                                     .seats = 2,
                                     .result = s.result,
                                     .tape = s.tape,
                                     .pace = s.pace,
                                     .fault = &s.fault,
                                     .faults = 1};
    if (!class_db_keep_block(db, id, &b, &e)) fail_msg("%s", e.text);
    free(s.tape[0].data);
}

static void see_fault(void *context, const struct class_db_fault *f) {
    int *seen = context;
    (*seen)++;
    assert_int_equal(f->side, 1);
    assert_int_equal(f->number, 1);
    assert_string_equal(f->fault.stderr_text, "  two\n    lines");
}

static void games_are_found_again(void **state) {
    (void)state;
    struct th_error e = {""};
    struct class_db *db = open_it();
    struct match_result result[10];
    struct pace pace[PAIRING_SIDES] = {{0}};
    uint64_t games;
    int64_t id, again;
    int seen = 0;
    assert_true(class_db_pairing(db, "key", "a – b", &id, &e));
    keep(db, id, 0);
    keep(db, id, 1);
    class_db_close(db);
    db = open_it();
    assert_true(class_db_pairing(db, "key", "a – b", &again, &e));
    assert_int_equal(id, again);
    assert_true(class_db_load_games(db, id, 2, 2, result, 10, &games, pace, &e));
    assert_int_equal(games, 4);
    assert_int_equal(pace[0].answers, 2);
    assert_int_equal(pace[0].worst, 1000000);
    struct sample s;
    fill(&s, 1);
    assert_memory_equal(&result[2], &s.result[0], sizeof result[2]);
    assert_memory_equal(&result[3], &s.result[1], sizeof result[3]);
    free(s.tape[0].data);
    /* At most so many, in whole blocks. */
    assert_true(class_db_load_games(db, id, 2, 2, result, 3, &games, pace, &e));
    assert_int_equal(games, 2);
    struct bytes tape;
    assert_true(class_db_load_tape(db, id, 2, &tape, &e));
    assert_int_equal(tape.size, 5);
    assert_memory_equal(tape.data, "moves", 5);
    free(tape.data);
    assert_true(class_db_visit_faults(db, id, see_fault, &seen, &e));
    assert_int_equal(seen, 1); /* the first of its kind */
    class_db_close(db);
}

static void the_seed_stays(void **state) {
    (void)state;
    struct th_error e = {""};
    struct th_seed seed = th_seed_of(7), other = th_seed_of(8);
    struct class_db *db = open_it();
    assert_true(class_db_seed(db, &seed, &e));
    assert_true(class_db_seed(db, &other, &e));
    assert_int_equal(other.word[0], 7);
    class_db_close(db);
}

static void one_program_at_a_time(void **state) {
    (void)state;
    struct class_db *db = open_it();
    refuse("in use by another tahur class");
    class_db_close(db);
}

static void damaged_games_are_refused(void **state) {
    (void)state;
    static const char *const damages[] = {
        "UPDATE game SET payoff = x'00' WHERE number = 0",
        "UPDATE game SET ending = 7 WHERE number = 0",
        "UPDATE game SET fault_seat = 9 WHERE number = 1",
        "DELETE FROM game WHERE number = 1",
        "UPDATE block SET times = x'0102'",
        "UPDATE game SET fault = 5 WHERE number = 1",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct th_error e = {""};
        struct match_result result[10];
        struct pace pace[PAIRING_SIDES] = {{0}};
        uint64_t games;
        int64_t id;
        tear_down(NULL);
        struct class_db *db = open_it();
        assert_true(class_db_pairing(db, "key", "", &id, &e));
        keep(db, id, 0);
        class_db_close(db);
        execute(damages[i]);
        db = open_it();
        assert_false(class_db_load_games(db, id, 2, 2, result, 10, &games, pace, &e));
        if (strstr(e.text, "is damaged") == NULL) fail_msg("%s: %s", damages[i], e.text);
        class_db_close(db);
    }
}

static void other_files_are_refused(void **state) {
    (void)state;
    FILE *out = fopen(path, "w");
    fputs("this is no database, whatever its name says, and it is long enough to be looked at",
          out);
    fclose(out);
    refuse("not the database of a class");
    unlink(path);
    execute("CREATE TABLE x(y)");
    refuse("not the database of a class");
    tear_down(NULL);
    class_db_close(open_it());
    execute("CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM game; END");
    refuse("its trigger “t” is not one that tahur creates");
}

static void reviews_are_found_again(void **state) {
    struct th_error e = {""};
    json_t *found, *kept = json_pack("{s:i, s:[s]}", "decisions", 7, "mistakes", "ñ");
    (void)state;
    struct class_db *db = open_it();
    assert_true(class_db_load_review(db, "key", &found, &e));
    assert_null(found);
    assert_true(class_db_keep_review(db, "key", kept, &e));
    class_db_close(db);
    db = open_it();
    assert_true(class_db_load_review(db, "key", &found, &e));
    assert_true(json_equal(found, kept));
    class_db_close(db);
    json_decref(found);
    execute("UPDATE reviewed SET findings = '{'");
    db = open_it();
    assert_false(class_db_load_review(db, "key", &found, &e));
    assert_non_null(strstr(e.text, "damaged"));
    class_db_close(db);
    json_decref(kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(games_are_found_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_seed_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reviews_are_found_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_program_at_a_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damaged_games_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_files_are_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
