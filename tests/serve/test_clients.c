/* What a client may use while others ask. */
#include "cmocka_includes.h"
#include "serve/clients.h"
#include "serve/limits.h"
#include <string.h>

static struct clients clients;

static int set_up(void **state) {
    (void)state;
    memset(&clients, 0, sizeof clients);
    return 0;
}

static void alone_a_client_never_waits(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) {
        assert_false(clients_must_wait(&clients, 1, 100 + i * 0.01));
        clients_charge(&clients, 1, 100 + i * 0.01, 1, false);
    }
}

static void a_client_that_has_used_its_share_waits_while_others_ask(void **state) {
    const double second = 100.0 / LIMIT_CLIENT_SHARE; /* until one of work is forgiven */
    (void)state;
    assert_false(clients_must_wait(&clients, 1, 100));
    clients_charge(&clients, 1, 100, LIMIT_CLIENT_BURST / 1000.0 + 1, false);
    assert_false(clients_must_wait(&clients, 2, 100.1));
    assert_true(clients_must_wait(&clients, 1, 100.2));
    assert_false(clients_must_wait(&clients, 2, 99 + second));
    assert_true(clients_must_wait(&clients, 1, 99.1 + second));
    assert_false(clients_must_wait(&clients, 2, 101 + second));
    assert_false(clients_must_wait(&clients, 1, 101 + second));
    clients_charge(&clients, 1, 200, 10, false);
    assert_false(clients_must_wait(&clients, 1, 200)); /* the other has not asked for long */
}

/* Twenty clients that use much have no more than one has. */
static void clients_that_use_much_share_what_there_is(void **state) {
    double used = 0;
    (void)state;
    for (int i = 0; i < 100000; i++)
        for (uint64_t id = 1; id <= 20; id++) {
            const double now = 100 + i * 0.001;
            if (clients_must_wait(&clients, id, now)) continue;
            clients_charge(&clients, id, now, 0.01, false);
            if (i >= 10000) used += 0.01;
        }
    assert_true(used > 90 * 0.2 && used < 90 * 0.3);
}

static void those_that_wait_take_turns_with_pauses(void **state) {
    (void)state;
    clients_go_on(&clients, 1, 100);
    assert_true(clients.next > 100.5); /* not before the answer */
    clients_charge(&clients, 1, 100.1, 0.01, true);
    const double pause = 0.01 * (100.0 / LIMIT_CLIENT_SHARE - 1);
    assert_true(clients.next > 100.1 + pause - 1e-6 && clients.next < 100.1 + pause + 1e-6);
    assert_true(clients_turn(&clients, 2, 100.2) < clients_turn(&clients, 1, 100.2));
}

static void counts_are_exact(void **state) {
    static struct client_counts counts;
    (void)state;
    for (uint64_t k = 0; k < 1000; k++) /* all of one place */
        for (uint64_t n = 0; n <= (k == 700) + 1; n++)
            client_counts_add(&counts, 3 + k * COUNT_PLACES);
    assert_int_equal(counts.all, 2001);
    assert_int_equal(counts.most, 3);
    assert_true(counts.greediest == 3 + 700 * COUNT_PLACES);
    assert_int_equal(client_counts_of(&counts, 3), 2);
    assert_int_equal(client_counts_of(&counts, 4), 0);
}

/* A client whose number leads to the same entries has counts of its own. */
static void clients_have_counts_of_their_own(void **state) {
    (void)state;
    for (int i = 0; i < LIMIT_GAMES_A_MINUTE; i++)
        assert_true(clients_may_make_game(&clients, 5, 100));
    assert_false(clients_may_make_game(&clients, 5, 100));
    for (uint64_t k = 1; k < CLIENTS_WAYS; k++)
        assert_true(clients_may_make_game(&clients, 5 + k * CLIENTS_MAX, 101));
    assert_false(clients_may_make_game(&clients, 5, 102));
    assert_true(clients_may_make_game(&clients, 5, 161));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(alone_a_client_never_waits, set_up),
        cmocka_unit_test_setup(a_client_that_has_used_its_share_waits_while_others_ask, set_up),
        cmocka_unit_test_setup(clients_that_use_much_share_what_there_is, set_up),
        cmocka_unit_test_setup(those_that_wait_take_turns_with_pauses, set_up),
        cmocka_unit_test_setup(counts_are_exact, set_up),
        cmocka_unit_test_setup(clients_have_counts_of_their_own, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
