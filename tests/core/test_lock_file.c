/* A lock file: one holder at a time, whatever is left of the last one. */
#include "cmocka_includes.h"
#include "core/file.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/tahur-lock-XXXXXX";
static char path[64];

static int make_folder(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(path, sizeof path, "%s/lock", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static bool exists(const char *name) {
    struct stat is;
    return lstat(name, &is) == 0;
}

static void only_one_holds_it(void **state) {
    (void)state;
    const int first = lock_file_take(path, 0);
    assert_true(first >= 0);
    assert_int_equal(lock_file_take(path, 0), -1);
    assert_int_equal(errno, EWOULDBLOCK);
    lock_file_release(path, first);
    assert_false(exists(path));
    const int second = lock_file_take(path, 0);
    assert_true(second >= 0);
    lock_file_release(path, second);
}

static void a_file_that_was_left_is_taken_over(void **state) {
    (void)state;
    const int killed = lock_file_take(path, 0);
    close(killed); /* as the kernel does: the file stays */
    assert_true(exists(path));
    const int next = lock_file_take(path, 0);
    assert_true(next >= 0);
    lock_file_release(path, next);
}

static void a_link_is_not_followed(void **state) {
    (void)state;
    char target[80];
    snprintf(target, sizeof target, "%s/target", folder);
    assert_int_equal(symlink(target, path), 0);
    assert_int_equal(lock_file_take(path, 0), -1);
    assert_int_equal(errno, ELOOP);
    assert_false(exists(target));
    unlink(path);
}

static void where_nothing_can_be_written_it_says_why(void **state) {
    (void)state;
    assert_int_equal(lock_file_take("/nowhere/lock", 0), -1);
    assert_int_equal(errno, ENOENT);
}

/* Processes take and release it as fast as they can. The holder creates a file that must not
 * be there yet. */
static void many_processes_take_turns(void **state) {
    (void)state;
    enum { PROCESSES = 4, TURNS = 300 };
    char inside[80];
    snprintf(inside, sizeof inside, "%s/inside", folder);
    for (int i = 0; i < PROCESSES; i++) {
        if (fork() != 0) continue;
        for (int turn = 0; turn < TURNS; turn++) {
            const int lock = lock_file_take(path, 60);
            if (lock < 0 || mkdir(inside, 0700) != 0 || rmdir(inside) != 0) _exit(1);
            lock_file_release(path, lock);
        }
        _exit(0);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_false(exists(path));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_one_holds_it),
        cmocka_unit_test(a_file_that_was_left_is_taken_over),
        cmocka_unit_test(a_link_is_not_followed),
        cmocka_unit_test(where_nothing_can_be_written_it_says_why),
        cmocka_unit_test(many_processes_take_turns),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
