/* Whole files: what is replaced, what is written to, and what is not read. */
#include "cmocka_includes.h"
#include "core/file.h"
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

/* A path in the folder of the test; the last four stay. */
static const char *in_folder(const char *name) {
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/tahur-file-XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int drop_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void put(const char *path, const char *text) {
    struct th_error e = {""};
    if (!file_replace(path, text, strlen(text), &e)) fail_msg("%s", e.text);
}

static void assert_text(const char *path, const char *wanted) {
    struct th_error e = {""};
    char *text = file_read_text(path, &e);
    if (text == NULL) fail_msg("%s", e.text);
    assert_string_equal(text, wanted);
    free(text);
}

static mode_t mode_of(const char *path) {
    struct stat is;
    assert_int_equal(lstat(path, &is), 0);
    return is.st_mode;
}

static void a_file_is_replaced_and_keeps_its_mode(void **state) {
    (void)state;
    struct stat is;
    put(in_folder("one"), "first");
    assert_int_equal(chmod(in_folder("one"), 0640), 0);
    put(in_folder("one"), "second");
    assert_text(in_folder("one"), "second");
    assert_int_equal(stat(in_folder("one"), &is), 0);
    assert_int_equal(is.st_mode & 07777, 0640);
}

static void a_link_stays_and_its_target_is_replaced(void **state) {
    (void)state;
    put(in_folder("target"), "first");
    assert_int_equal(symlink("target", in_folder("link")), 0);
    assert_int_equal(symlink("link", in_folder("to-link")), 0);
    put(in_folder("to-link"), "second");
    assert_true(S_ISLNK(mode_of(in_folder("link"))));
    assert_true(S_ISLNK(mode_of(in_folder("to-link"))));
    assert_text(in_folder("target"), "second");
    assert_int_equal(symlink("not-yet", in_folder("dangling")), 0);
    put(in_folder("dangling"), "third");
    assert_true(S_ISLNK(mode_of(in_folder("dangling"))));
    assert_text(in_folder("not-yet"), "third");
}

static void what_is_no_file_is_written_to(void **state) {
    (void)state;
    struct th_error e = {""};
    char command[256];
    assert_int_equal(symlink("/dev/null", in_folder("null")), 0);
    put(in_folder("null"), "anything");
    assert_true(S_ISLNK(mode_of(in_folder("null"))));
    assert_true(S_ISCHR(mode_of("/dev/null")));
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    snprintf(command, sizeof command, "cat '%s' > '%s'", in_folder("pipe"), in_folder("got"));
    FILE *reader = popen(command, "r");
    assert_non_null(reader);
    put(in_folder("pipe"), "through");
    assert_true(S_ISFIFO(mode_of(in_folder("pipe"))));
    assert_int_equal(pclose(reader), 0);
    assert_text(in_folder("got"), "through");
    assert_false(file_replace("/dev/full", "x", 1, &e));
    assert_non_null(strstr(e.text, "/dev/full cannot be written"));
}

static void what_has_no_end_is_not_read(void **state) {
    (void)state;
    struct th_error e = {""};
    size_t size;
    assert_int_equal(mkfifo(in_folder("empty-pipe"), 0600), 0);
    assert_null(file_read(in_folder("empty-pipe"), &size, &e));
    assert_non_null(strstr(e.text, "no regular file"));
    assert_null(file_read("/dev/zero", &size, &e));
    assert_non_null(strstr(e.text, "no regular file"));
    assert_null(file_read(folder, &size, &e));
    assert_non_null(strstr(e.text, "Is a directory"));
    put(in_folder("sparse"), "x");
    assert_int_equal(truncate(in_folder("sparse"), (off_t)FILE_READ_MOST + 1), 0);
    assert_null(file_read(in_folder("sparse"), &size, &e));
    assert_non_null(strstr(e.text, "larger than 4 gigabytes"));
}

/* What stands at a name that was once used for the new file is neither followed nor in the way. */
static void a_planted_link_is_not_written_through(void **state) {
    (void)state;
    char planted[160];
    put(in_folder("victim"), "precious");
    put(in_folder("out"), "first");
    snprintf(planted, sizeof planted, "%s.%ld.new", in_folder("out"), (long)getpid());
    assert_int_equal(symlink("victim", planted), 0);
    put(in_folder("out"), "second");
    assert_text(in_folder("out"), "second");
    assert_text(in_folder("victim"), "precious");
    assert_true(S_ISREG(mode_of(in_folder("out"))));
    assert_int_equal(unlink(planted), 0);
    assert_int_equal(mkdir(planted, 0700), 0); /* nor can it be removed like a file */
    put(in_folder("out"), "third");
    assert_text(in_folder("out"), "third");
    assert_int_equal(rmdir(planted), 0);
}

static int names_in_folder(void) {
    DIR *all = opendir(folder);
    int n = 0;
    assert_non_null(all);
    while (readdir(all) != NULL) n++;
    closedir(all);
    return n;
}

static void nothing_is_left_of_a_write(void **state) {
    (void)state;
    put(in_folder("whole"), "x");
    const int before = names_in_folder();
    for (int i = 0; i < 10; i++) put(in_folder("whole"), "y");
    assert_int_equal(names_in_folder(), before);
}

/* Closes the pipe when the reader has taken what was written. */
static void *close_when_empty(void *context) {
    const int *pipe_end = context;
    int left = 1;
    while (ioctl(*pipe_end, FIONREAD, &left) == 0 && left > 0) sched_yield();
    close(*pipe_end);
    return NULL;
}

static void a_pipe_is_read_to_its_end(void **state) {
    (void)state;
    struct th_error e = {""};
    pthread_t writer;
    assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
    int end = open(in_folder("fifo"), O_RDWR);
    assert_true(end >= 0);
    assert_int_equal(write(end, "a record\n", 9), 9);
    assert_int_equal(pthread_create(&writer, NULL, close_when_empty, &end), 0);
    char *text = file_read_text_once(in_folder("fifo"), &e);
    if (text == NULL) fail_msg("%s", e.text);
    assert_string_equal(text, "a record\n");
    free(text);
    assert_int_equal(pthread_join(writer, NULL), 0);
    put(in_folder("plain-text"), "of a file");
    text = file_read_text_once(in_folder("plain-text"), &e);
    assert_string_equal(text, "of a file");
    free(text);
    assert_null(file_read_text_once("/dev/zero", &e));
    assert_non_null(strstr(e.text, "no regular file"));
}

static void a_pipe_without_a_writer_is_not_waited_for(void **state) {
    (void)state;
    struct th_error e = {""};
    assert_int_equal(mkfifo(in_folder("lonely"), 0600), 0);
    assert_null(file_read_text_once(in_folder("lonely"), &e));
    assert_non_null(strstr(e.text, "no program writes to this pipe"));
}

static void one_file_by_two_names_is_found_out(void **state) {
    (void)state;
    char around[160];
    put(in_folder("there"), "x");
    snprintf(around, sizeof around, "%s/../%s", folder, in_folder("there") + strlen("/tmp/"));
    assert_true(file_same(in_folder("there"), around));
    assert_int_equal(link(in_folder("there"), in_folder("hard")), 0);
    assert_true(file_same(in_folder("there"), in_folder("hard")));
    assert_int_equal(symlink("there", in_folder("soft")), 0);
    assert_true(file_same(in_folder("soft"), in_folder("hard")));
    assert_false(file_same(in_folder("there"), in_folder("new")));
    assert_false(file_same(in_folder("new"), in_folder("newer")));
    snprintf(around, sizeof around, "%s/./new", folder);
    assert_true(file_same(in_folder("new"), around)); /* of files that are not there yet */
    assert_int_equal(symlink("new", in_folder("soft-new")), 0);
    assert_true(file_same(in_folder("soft-new"), around));
    assert_false(file_same("/dev/null", "/dev/null"));
}

static void assert_no_output(const char *path, const char *reason) {
    struct th_error e = {""};
    assert_false(file_check_output(path, &e));
    if (strstr(e.text, reason) == NULL) fail_msg("no '%s': %s", reason, e.text);
}

static void it_is_known_beforehand_what_cannot_be_written(void **state) {
    (void)state;
    struct th_error e = {""};
    assert_no_output("", "empty");
    assert_no_output(folder, "directory");
    assert_no_output("/nowhere/file", "No such file or directory");
    assert_no_output(in_folder("slash/"), "cannot be written");
    put(in_folder("plain"), "x");
    assert_no_output(in_folder("plain/below"), "Not a directory");
    assert_int_equal(symlink("gone/file", in_folder("astray")), 0);
    assert_no_output(in_folder("astray"), "No such file or directory");
    assert_int_equal(symlink("ring", in_folder("ring")), 0);
    assert_no_output(in_folder("ring"), "evels of symbolic links");
    assert_true(file_check_output(in_folder("plain"), &e));
    assert_true(file_check_output(in_folder("fresh"), &e));
    assert_true(file_check_output("/dev/null", &e));
    assert_int_equal(access(in_folder("fresh"), F_OK), -1);
}

static void a_stream_begins_anew_or_goes_on_with_standard_output(void **state) {
    (void)state;
    struct th_error e = {""};
    size_t size;
    put(in_folder("stream"), "something long that was there");
    FILE *out = file_stream(in_folder("stream"), &e);
    assert_non_null(out);
    fputs("new", out);
    assert_int_equal(fclose(out), 0);
    uint8_t *data = file_read(in_folder("stream"), &size, &e);
    assert_int_equal(size, 3);
    assert_memory_equal(data, "new", 3);
    free(data);
    assert_null(file_stream(in_folder("gone/stream"), &e));
    assert_non_null(strstr(e.text, "gone/stream cannot be written: No such file or directory"));
    assert_null(file_stream(folder, &e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_replaced_and_keeps_its_mode),
        cmocka_unit_test(a_link_stays_and_its_target_is_replaced),
        cmocka_unit_test(what_is_no_file_is_written_to),
        cmocka_unit_test(what_has_no_end_is_not_read),
        cmocka_unit_test(a_planted_link_is_not_written_through),
        cmocka_unit_test(nothing_is_left_of_a_write),
        cmocka_unit_test(a_pipe_is_read_to_its_end),
        cmocka_unit_test(a_pipe_without_a_writer_is_not_waited_for),
        cmocka_unit_test(one_file_by_two_names_is_found_out),
        cmocka_unit_test(it_is_known_beforehand_what_cannot_be_written),
        cmocka_unit_test(a_stream_begins_anew_or_goes_on_with_standard_output),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
