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
    (void)state;
    assert_false(clients_must_wait(&clients, 1, 100));
    clients_charge(&clients, 1, 100, 2, false); /* twice the share of four seconds */
    assert_false(clients_must_wait(&clients, 2, 100.1));
    assert_true(clients_must_wait(&clients, 1, 100.2));
    assert_false(clients_must_wait(&clients, 2, 101.9));
    assert_true(clients_must_wait(&clients, 1, 102));
    assert_false(clients_must_wait(&clients, 2, 103));
    assert_false(clients_must_wait(&clients, 1, 104)); /* forgiven */
    clients_charge(&clients, 1, 200, 10, false);
    assert_false(clients_must_wait(&clients, 1, 200)); /* the other has not asked for long */
}

/* Clients that would use all of the time with requests of this length, one after another; and one
 * that asks for a millisecond of work twice a second. What the first used in a second, and how
 * often the other had to wait. */
static double crowd(uint64_t size, double length, int *waits) {
    double used = 0, now = 100;
    *waits = 0;
    for (int i = 0; now < 160; i++) {
        const uint64_t id = 2 + (uint64_t)i % size;
        if (clients_must_wait(&clients, id, now)) {
            now += 0.0001; /* asks again */
        } else {
            now += length;
            clients_charge(&clients, id, now, length, false);
            used += length;
        }
        if ((int)(2 * now) == (int)(2 * (now - 0.0001))) continue;
        *waits += clients_must_wait(&clients, 1, now);
        clients_charge(&clients, 1, now, 0.001, false);
    }
    return used / (now - 100);
}

static void clients_that_use_much_share_what_there_is(void **state) {
    (void)state;
    static const struct {
        uint64_t size;
        double length;
    } crowds[] = {{1, 0.01}, {5, 0.05}, {20, 0.005}, {40, 0.001}, {40, 0.02}};
    for (size_t i = 0; i < sizeof crowds / sizeof *crowds; i++) {
        int waits;
        set_up(NULL);
        const double used = crowd(crowds[i].size, crowds[i].length, &waits);
        assert_true(used > 0.2 && used < 0.4);
        assert_int_equal(waits, 0);
    }
}

static void those_that_wait_take_turns_with_pauses(void **state) {
    (void)state;
    clients_resume(&clients, 1, 100);
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
