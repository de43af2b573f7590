/* Taking submissions in: what is copied, what is refused, and that nothing outside is touched. */
#include "classroom/intake.h"
#include "cmocka_includes.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of this test: in/ has submissions, copy is the copy. */
struct place {
    char top[64];
};

static const char *path_in(const struct place *p, const char *name) {
    static char paths[4][PATH_MAX + 80];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", p->top, name);
    return path;
}

static int set_up(void **state) {
    struct place *p = calloc(1, sizeof *p);
    strcpy(p->top, "/tmp/tahur-intake-XXXXXX");
    *state = p;
    return mkdtemp(p->top) == NULL || mkdir(path_in(p, "in"), 0700) != 0;
}

static int tear_down(void **state) {
    struct place *p = *state;
    const bool gone = intake_remove(p->top);
    free(p);
    return !gone;
}

static void write_file(const struct place *p, const char *name, const char *text, mode_t mode) {
    FILE *out = fopen(path_in(p, name), "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    assert_int_equal(chmod(path_in(p, name), mode), 0);
}

static void make_folder(const struct place *p, const char *name) {
    assert_int_equal(mkdir(path_in(p, name), 0700), 0);
}

static bool copy(const struct place *p, const char *file, struct intake *sum, struct th_error *e) {
    assert_true(intake_remove(path_in(p, "copy")));
    assert_true(intake_remove(path_in(p, "scratch")));
    return intake_copy(path_in(p, "in"), file, path_in(p, "copy"), path_in(p, "scratch"), sum, e);
}

static void refuse(const struct place *p, const char *file, const char *words) {
    struct intake sum;
    struct th_error e = {""};
    assert_false(copy(p, file, &sum, &e));
    assert_false(sum.failed);
    if (strstr(e.text, words) == NULL) fail_msg("%s: %s", file, e.text);
}

static void the_list_has_submissions_by_name(void **state) {
    const struct place *p = *state;
    struct intake_list l;
    struct th_error e;
    make_folder(p, "in/carla");
    make_folder(p, "in/bert");
    make_folder(p, "in/__MACOSX");
    make_folder(p, "in/.hidden");
    write_file(p, "in/bert.zip", "", 0600);
    write_file(p, "in/anna.py", "", 0600);
    write_file(p, "in/d\niana.cpp", "", 0600);
    write_file(p, "in/d\tiana.cpp", "", 0600);
    write_file(p, "in/run", "#!/bin/sh\n", 0600);
    write_file(p, "in/README.txt", "", 0700);
    assert_int_equal(symlink("/etc", path_in(p, "in/link")), 0);
    assert_true(intake_list(path_in(p, "in"), &l, &e));
    static const char *const names[] = {"anna",       "bert",           "bert.zip", "carla",
                                        "d?iana.cpp", "d?iana.cpp (2)", "link",     "run"};
    assert_int_equal(l.count, 8);
    for (int i = 0; i < 8; i++) assert_string_equal(l.entry[i].name, names[i]);
    assert_int_equal(l.ignored_count, 1);
    assert_string_equal(l.ignored[0], "README.txt");
    intake_list_drop(&l);
}

static void a_folder_is_copied_with_its_programs(void **state) {
    const struct place *p = *state;
    struct intake sum;
    struct th_error e;
    struct stat st;
    make_folder(p, "in/anna");
    make_folder(p, "in/anna/data");
    write_file(p, "in/anna/bot.py", "print()\n", 0644);
    write_file(p, "in/anna/data/x", "12345", 0644);
    write_file(p, "in/anna/script", "#!/bin/sh\n", 0644);
    write_file(p, "in/anna/.DS_Store", "junk", 0644);
    assert_true(copy(p, "anna", &sum, &e));
    assert_int_equal(sum.files, 4);
    assert_int_equal(sum.bytes, 8 + 5 + 10);
    assert_int_equal(stat(path_in(p, "copy/data/x"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(stat(path_in(p, "copy/script"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_int_equal(stat(path_in(p, "copy/.DS_Store"), &st), -1);
}

static void wrappers_are_taken_off(void **state) {
    const struct place *p = *state;
    struct intake sum;
    struct th_error e;
    make_folder(p, "in/anna");
    make_folder(p, "in/anna/homework");
    make_folder(p, "in/anna/homework/bot");
    write_file(p, "in/anna/homework/bot/bot.py", "", 0644);
    write_file(p, "in/anna/homework/bot/more.py", "", 0644);
    assert_true(copy(p, "anna", &sum, &e));
    assert_int_equal(access(path_in(p, "copy/bot.py"), F_OK), 0);
    assert_int_equal(access(path_in(p, "copy/more.py"), F_OK), 0);
    write_file(p, "in/bert.cc", "int main;", 0644);
    assert_true(copy(p, "bert.cc", &sum, &e));
    assert_int_equal(access(path_in(p, "copy/bot.cpp"), F_OK), 0);
}

static void links_and_devices_are_refused(void **state) {
    const struct place *p = *state;
    make_folder(p, "in/anna");
    write_file(p, "in/anna/bot.py", "", 0644);
    assert_int_equal(symlink("/etc/passwd", path_in(p, "in/anna/data")), 0);
    refuse(p, "anna", "'data' is a symbolic link");
    assert_int_equal(symlink("anna", path_in(p, "in/bert")), 0);
    refuse(p, "bert", "'bert' is a symbolic link");
    make_folder(p, "in/carla");
    assert_int_equal(mkfifo(path_in(p, "in/carla/bot.py"), 0600), 0);
    refuse(p, "carla", "neither a file nor a folder");
    refuse(p, "nobody", "cannot be read");
}

static void what_is_too_large_is_refused(void **state) {
    const struct place *p = *state;
    char name[PATH_MAX];
    make_folder(p, "in/large");
    write_file(p, "in/large/bot.py", "", 0644);
    assert_int_equal(truncate(path_in(p, "in/large/bot.py"), INTAKE_FILE_BYTES + 1), 0);
    refuse(p, "large", "a file of more than 32 MB");
    make_folder(p, "in/heavy");
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "in/heavy/%d", i);
        write_file(p, name, "", 0644);
        assert_int_equal(truncate(path_in(p, name), INTAKE_FILE_BYTES - 1), 0);
    }
    refuse(p, "heavy", "more than 64 MB");
    make_folder(p, "in/many");
    for (int i = 0; i <= INTAKE_FILES_MAX; i++) {
        snprintf(name, sizeof name, "in/many/%d", i);
        write_file(p, name, "", 0644);
    }
    refuse(p, "many", "more than 2000 files");
    make_folder(p, "in/deep");
    strcpy(name, "in/deep");
    for (int i = 0; i < INTAKE_DEPTH_MAX + 2; i++) {
        strcat(name, "/d");
        make_folder(p, name);
    }
    refuse(p, "deep", "more than 12 levels");
    make_folder(p, "in/long");
    strcpy(name, "in/long/");
    memset(name + strlen(name), 'x', INTAKE_PATH_BYTES);
    name[strlen("in/long/") + INTAKE_PATH_BYTES] = 0;
    write_file(p, name, "", 0644);
    refuse(p, "long", "a path of more than 200 bytes");
}

static void the_hash_is_of_names_contents_and_programs(void **state) {
    const struct place *p = *state;
    char first[SHA256_TEXT], now[SHA256_TEXT];
    struct th_error e;
    make_folder(p, "a");
    make_folder(p, "b");
    write_file(p, "a/x", "1", 0600);
    write_file(p, "a/y", "2", 0600);
    write_file(p, "b/y", "2", 0600);
    write_file(p, "b/x", "1", 0600);
    assert_true(intake_hash(path_in(p, "a"), first, &e));
    assert_true(intake_hash(path_in(p, "b"), now, &e));
    assert_string_equal(first, now);
    assert_int_equal(chmod(path_in(p, "b/x"), 0700), 0);
    assert_true(intake_hash(path_in(p, "b"), now, &e));
    assert_string_not_equal(first, now);
    write_file(p, "b/x", "3", 0600);
    assert_true(intake_hash(path_in(p, "b"), now, &e));
    assert_string_not_equal(first, now);
    assert_int_equal(rename(path_in(p, "a/x"), path_in(p, "a/z")), 0);
    assert_true(intake_hash(path_in(p, "a"), now, &e));
    assert_string_not_equal(first, now);
}

static void removal_and_measure_follow_no_link(void **state) {
    const struct place *p = *state;
    make_folder(p, "outside");
    write_file(p, "outside/keep", "12345", 0600);
    make_folder(p, "built");
    assert_int_equal(symlink(path_in(p, "outside"), path_in(p, "built/link")), 0);
    assert_int_equal(symlink("..", path_in(p, "built/up")), 0);
    assert_true(intake_measure(path_in(p, "built"), 2, 1 << 20));
    assert_false(intake_measure(path_in(p, "built"), 1, 1 << 20));
    assert_int_equal(chmod(path_in(p, "built"), 0500), 0);
    assert_true(intake_remove(path_in(p, "built")));
    assert_int_equal(access(path_in(p, "outside/keep"), F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_list_has_submissions_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_folder_is_copied_with_its_programs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrappers_are_taken_off, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_and_devices_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_too_large_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_hash_is_of_names_contents_and_programs, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(removal_and_measure_follow_no_link, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
