/* Who is next: fair by client, then by game, and never more questions than there is room for. */
#include "cmocka_includes.h"
#include "serve/limits.h"
#include "serve/pool.h"

enum { JOBS = 64 };

static struct queue queue;
static struct job job[JOBS];
static int used;

static int set_up(void **state) {
    (void)state;
    queue_init(&queue);
    used = 0;
    return 0;
}

static void add(uint64_t client, uint64_t game) {
    job[used] = (struct job){.client = client, .game = game, .question = true};
    queue_add(&queue, &job[used++]);
}

/* The clients of the next jobs, as letters; '.' when none is left. */
static void check_clients(const char *wanted) {
    for (; *wanted != 0; wanted++) {
        const struct job *next = queue_take(&queue, QUEUE_ALL);
        assert_int_equal(next != NULL ? (int)next->client : '.', *wanted);
    }
}

static void clients_take_turns(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) add('a', 1);
    add('b', 2);
    add('c', 3);
    add('b', 2);
    check_clients("abcabaa.");
}

static void who_was_served_waits_for_the_others(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) add('b', 2);
    for (int i = 0; i < 5; i++) { /* a asks again at once, every time */
        add('a', 1);
        check_clients(i % 2 == 0 ? "b" : "a");
    }
}

static void games_of_a_client_take_turns(void **state) {
    (void)state;
    const uint64_t wanted[] = {1, 2, 3, 1, 2, 1};
    add('a', 1);
    add('a', 1);
    add('a', 1);
    add('a', 2);
    add('a', 2);
    add('a', 3);
    for (int i = 0; i < 6; i++) assert_int_equal(queue_take(&queue, QUEUE_ALL)->game, wanted[i]);
}

static void lengthy_work_waits_where_it_must(void **state) {
    (void)state;
    add('a', 1);
    job[0].lengthy = true;
    add('b', 2);
    assert_int_equal(queue_take(&queue, QUEUE_QUESTIONS)->client, 'b');
    assert_null(queue_take(&queue, QUEUE_QUESTIONS));
    assert_int_equal(queue_take(&queue, QUEUE_ALL)->client, 'a');
}

static void games_do_not_wait_for_questions(void **state) {
    (void)state;
    add('a', 1);
    add('a', 1);
    add('b', 2);
    job[2].question = false;
    queue.questions--;
    assert_int_equal(queue_take(&queue, QUEUE_ALL | QUEUE_MOVES_FIRST)->client, 'b');
    assert_null(queue_take(&queue, QUEUE_LENGTHY)); /* no thread is left for questions */
    assert_int_equal(queue_take(&queue, QUEUE_ALL | QUEUE_MOVES_FIRST)->client, 'a');
}

static void one_can_be_taken_out_anywhere(void **state) {
    (void)state;
    add('a', 1);
    add('b', 2);
    add('c', 3);
    assert_true(queue_remove(&queue, &job[2])); /* the last: the end moves */
    assert_false(queue_remove(&queue, &job[2]));
    add('d', 4);
    assert_true(queue_remove(&queue, &job[0]));
    assert_int_equal(queue.waiting, 2);
    check_clients("bd.");
    assert_int_equal(queue.questions, 0);
}

static void there_is_room_for_so_many_questions(void **state) {
    (void)state;
    for (int i = 0; i < LIMIT_CLIENT_QUESTIONS; i++) {
        assert_true(queue_has_room(&queue, 'a'));
        add('a', 1);
    }
    assert_false(queue_has_room(&queue, 'a'));
    assert_true(queue_has_room(&queue, 'b'));
    while (used < LIMIT_QUESTIONS) add(1000 + (uint64_t)used, 1);
    assert_false(queue_has_room(&queue, 'b'));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(clients_take_turns, set_up),
        cmocka_unit_test_setup(who_was_served_waits_for_the_others, set_up),
        cmocka_unit_test_setup(games_of_a_client_take_turns, set_up),
        cmocka_unit_test_setup(lengthy_work_waits_where_it_must, set_up),
        cmocka_unit_test_setup(games_do_not_wait_for_questions, set_up),
        cmocka_unit_test_setup(one_can_be_taken_out_anywhere, set_up),
        cmocka_unit_test_setup(there_is_room_for_so_many_questions, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
