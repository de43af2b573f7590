/* The log of the service: a reader that does not read, and text that is no line. */
#include "cmocka_includes.h"
#include "serve/log.h"
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct log service_log;
static int ends[2]; /* of a pipe: [0] is read by the test */

static int open_log(void **state) {
    struct th_error e;
    (void)state;
    return pipe(ends) == 0 && log_open(&service_log, ends[1], &e) ? 0 : -1;
}

/* All that comes through the pipe until it is closed; free is due. */
static char *read_to_end(void) {
    size_t size = 0, room = 1 << 20;
    char *text = malloc(room);
    assert_non_null(text);
    for (ssize_t n = 1; n > 0; size += (size_t)n) {
        assert_true(size + 1 < room);
        n = read(ends[0], text + size, room - size - 1);
        assert_true(n >= 0);
    }
    text[size] = 0;
    close(ends[0]);
    return text;
}

static size_t count(const char *text, const char *part) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) n++;
    return n;
}

static void lines_come_in_order_and_are_clean(void **state) {
    (void)state;
    char lengthy[2 * LOG_LINE_BYTES];
    memset(lengthy, 'x', sizeof lengthy);
    lengthy[sizeof lengthy - 1] = 0;
    log_line(&service_log, "one %d", 1);
    log_line(&service_log, "GET %s 404", "/x\nFAKE\x1b[31m\r\x7f\xc2\x9b\xe2\x80\xa8\xff");
    log_line(&service_log, "%s", lengthy);
    log_line(&service_log, "ñ…");
    log_close(&service_log);
    close(ends[1]);
    char *text = read_to_end();
    static const char begin[] = "one 1\nGET /x?FAKE?[31m???????? 404\nxxx";
    assert_memory_equal(text, begin, sizeof begin - 1);
    assert_int_equal(count(text, "\n"), 4);
    assert_string_equal(text + strlen(text) - strlen("ñ…\n"), "ñ…\n");
    free(text);
}

enum { ENTRIES = 20000 }; /* more than a pipe and the queue hold */

static void add_entries(void) {
    for (int i = 0; i < ENTRIES; i++) log_line(&service_log, "entry %05d", i);
}

/* Entries that are written, and those that notes say were dropped. */
static size_t entries_in(const char *text) {
    static const char note[] = "tahur serve: ";
    size_t n = count(text, "entry ");
    for (const char *at = text; (at = strstr(at, note)) != NULL && strstr(at, "dropped") != NULL;) {
        at += sizeof note - 1;
        n += (size_t)atol(at);
    }
    return n;
}

/* log_line must return although nothing reads. When the pipe is read again, every entry is there or
 * is counted as dropped. */
static void lines_are_dropped_and_counted_while_nothing_reads(void **state) {
    (void)state;
    add_entries();
    assert_false(log_drain(&service_log, 0));
    enum { ROOM = 1 << 20 };
    char *text = calloc(1, ROOM);
    size_t size = 0;
    assert_non_null(text);
    struct pollfd more = {.fd = ends[0], .events = POLLIN};
    while (entries_in(text) < ENTRIES && poll(&more, 1, 60000) == 1) {
        const ssize_t n = read(ends[0], text + size, ROOM - 1 - size);
        assert_true(n > 0);
        size += (size_t)n;
    }
    assert_int_equal(entries_in(text), ENTRIES);
    assert_true(count(text, "dropped") > 0);
    free(text);
    log_line(&service_log, "after");
    log_close(&service_log);
    close(ends[1]);
    text = read_to_end();
    assert_non_null(strstr(text, "after\n"));
    assert_null(strstr(text, "dropped:"));
    free(text);
}

static void closing_does_not_wait_for_a_reader(void **state) {
    (void)state;
    add_entries();
    log_close(&service_log);
    close(ends[0]);
    close(ends[1]);
}

static void a_pipe_that_does_not_block_is_waited_for(void **state) {
    (void)state;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    char filler[4096] = {0};
    while (write(ends[1], filler, sizeof filler) > 0) {
    }
    log_line(&service_log, "first");
    assert_false(log_drain(&service_log, 0.01));
    while (poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 0) == 1 &&
           read(ends[0], filler, sizeof filler) == (ssize_t)sizeof filler) {
    }
    assert_true(log_drain(&service_log, 60));
    log_close(&service_log);
    close(ends[1]);
    close(ends[0]);
}

int main(void) {
#define with_a_pipe(test) cmocka_unit_test_setup(test, open_log)
    const struct CMUnitTest tests[] = {
        with_a_pipe(lines_come_in_order_and_are_clean),
        with_a_pipe(lines_are_dropped_and_counted_while_nothing_reads),
        with_a_pipe(closing_does_not_wait_for_a_reader),
        with_a_pipe(a_pipe_that_does_not_block_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
