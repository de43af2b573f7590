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
        assert_true(clients_wait(&clients, 1, 100 + i * 0.01) == 0);
        clients_charge(&clients, 1, 100 + i * 0.01, 1);
    }
}

static void whoever_has_used_more_than_its_share_waits_while_others_ask(void **state) {
    (void)state;
    assert_true(clients_wait(&clients, 1, 100) == 0);
    clients_charge(&clients, 1, 100, LIMIT_CLIENT_BURST / 1000.0 + 1); /* one second too much */
    assert_true(clients_wait(&clients, 2, 100.1) == 0);
    const double wait = clients_wait(&clients, 1, 100.2);
    assert_true(wait > 3 && wait < 5); /* a quarter of a second is forgiven in a second */
    assert_true(clients_wait(&clients, 2, 100.3) == 0);
    assert_true(clients_wait(&clients, 1, 100.3 + wait) == 0);
    clients_charge(&clients, 1, 200, 10);
    assert_true(clients_wait(&clients, 1, 200) == 0); /* the other has not asked for long */
}

/* A client whose number leads to the same entries has counts of its own. */
static void clients_are_told_apart(void **state) {
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
        cmocka_unit_test_setup(whoever_has_used_more_than_its_share_waits_while_others_ask, set_up),
        cmocka_unit_test_setup(clients_are_told_apart, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
