/* Names, secrets, hosts and tokens. */
#include "cmocka_includes.h"
#include "serve/access.h"
#include "serve/room.h"
#include <string.h>

static void names_are_22_letters_and_all_differ(void **state) {
    (void)state;
    enum { NAMES = 200 };
    char name[NAMES][ID_BYTES];
    for (int i = 0; i < NAMES; i++) {
        assert_true(id_new(name[i]));
        assert_true(id_is_valid(name[i]));
        for (int k = 0; k < i; k++) assert_false(secrets_equal(name[i], name[k]));
    }
    assert_false(id_is_valid(""));
    assert_false(id_is_valid("AAAAAAAAAAAAAAAAAAAAA"));
    assert_false(id_is_valid("AAAAAAAAAAAAAAAAAAAAA/"));
}

static void names_of_players_are_fit_to_be_shown(void **state) {
    (void)state;
    static const char *const tidied[][2] = {
        {"Ana", "Ana"},
        {"  Ana  María ", "Ana  María"},
        {"", ""},
        {" \t\n ", ""},
        {"\u200b\u200b", ""},
        {"\u202eanA\u2066\u2069", "anA"},
        {"\u3000 \u00a0", ""},
        {"\u034f\u115f\u17b4\u180b\ufe0f\uffa0", ""},
        {"\u061cA\u200en\u202da", "Ana"},
        {"\u200b Ana", "Ana"},
        {"Añ\u200fa 🐈", "Aña 🐈"},
        {"An\x01\x7f\xc2\x85"
         "a",
         "Ana"},
    };
    for (size_t i = 0; i < sizeof tidied / sizeof *tidied; i++) {
        char name[64];
        strcpy(name, tidied[i][0]);
        room_clean_name(name);
        assert_string_equal(name, tidied[i][1]);
    }
}

static void other_sites_are_known_by_what_browsers_say(void **state) {
    (void)state;
    assert_false(access_is_cross_site(NULL)); /* no browser */
    assert_false(access_is_cross_site("same-origin"));
    assert_false(access_is_cross_site("none")); /* typed by a person */
    assert_true(access_is_cross_site("cross-site"));
    assert_true(access_is_cross_site("same-site")); /* another port of this machine */
    assert_true(access_is_cross_site(""));
}

static void secrets_are_equal_or_not(void **state) {
    (void)state;
    assert_true(secrets_equal("secret", "secret"));
    assert_false(secrets_equal("secret", "secreT"));
    assert_false(secrets_equal("secret", "secre"));
    assert_false(secrets_equal("", "x"));
    assert_true(secrets_equal("", ""));
}

static void hosts_are_those_that_nobody_can_make_up(void **state) {
    (void)state;
    const struct access here = {.listen = "127.0.0.1", .port = 8080};
    const struct access remote = {
        .listen = "0.0.0.0", .port = 80, .remote = true, .host = {"games.example"}, .hosts = 1};
    assert_true(access_allows_host(&here, "localhost:8080"));
    assert_true(access_allows_host(&here, "[::1]:8080"));
    assert_false(access_allows_host(&here, NULL));
    assert_false(access_allows_host(&here, "localhost"));
    assert_false(access_allows_host(&here, "localhost:8080 "));
    const struct access named = {
        .listen = "0.0.0.0", .port = 8080, .remote = true, .machine = "attic"};
    assert_true(access_allows_host(&named, "Attic:8080"));
    assert_false(access_allows_host(&named, "attic"));
    assert_false(access_allows_host(&here, "attic:8080"));
    assert_false(access_allows_host(&here, "10.0.0.1:8080"));
    assert_false(access_allows_host(&here, "games.example:8080"));
    assert_true(access_allows_host(&remote, "localhost"));
    assert_true(access_allows_host(&remote, "10.0.0.1"));
    assert_true(access_allows_host(&remote, "[fe80::1]:80"));
    assert_true(access_allows_host(&remote, "Games.Example:444"));
    assert_false(access_allows_host(&remote, "10.0.0.1.example"));
    assert_false(access_allows_host(&remote, "[fe80::1"));
    assert_false(access_allows_host(&remote, "::1:80"));
}

static void an_origin_is_the_host_itself(void **state) {
    (void)state;
    assert_true(access_allows_origin(NULL, "localhost:8080"));
    assert_true(access_allows_origin("http://localhost:8080", "localhost:8080"));
    assert_true(access_allows_origin("https://games.example", "games.example"));
    assert_false(access_allows_origin("http://localhost:8081", "localhost:8080"));
    assert_false(access_allows_origin("ftp://localhost:8080", "localhost:8080"));
    assert_false(access_allows_origin("null", "localhost:8080"));
    assert_false(access_allows_origin("", "localhost:8080"));
}

static void a_token_comes_three_ways(void **state) {
    (void)state;
    const struct access open = {.listen = "127.0.0.1"};
    const struct access shut = {.listen = "127.0.0.1", .token = "open-sesame"};
    assert_true(access_has_token(&open, NULL, NULL, NULL));
    assert_false(access_has_token(&shut, NULL, NULL, NULL));
    assert_true(access_has_token(&shut, NULL, NULL, "open-sesame"));
    assert_true(access_has_token(&shut, "bearer open-sesame", NULL, NULL));
    assert_false(access_has_token(&shut, "Basic open-sesame", NULL, NULL));
    assert_true(access_has_token(&shut, NULL, "tahur_token=open-sesame", NULL));
    assert_true(access_has_token(&shut, NULL, "a=b; tahur_token=open-sesame; c=d", NULL));
    assert_false(access_has_token(&shut, NULL, "not_tahur_token=open-sesame", NULL));
    assert_false(access_has_token(&shut, NULL, "tahur_token=open-sesame2", NULL));
    assert_false(access_has_token(&shut, NULL, "tahur_token=;;; ; tahur_token", NULL));
}

static void a_token_is_not_too_short(void **state) {
    (void)state;
    struct th_error e;
    char longest[ACCESS_TOKEN_BYTES + 1];
    memset(longest, 'x', sizeof longest);
    longest[ACCESS_TOKEN_BYTES] = 0;
    assert_true(access_check_token("12345678", &e));
    assert_false(access_check_token("1234567", &e));
    assert_false(access_check_token("open sesame", &e));
    assert_false(access_check_token("open;sesame", &e));
    assert_false(access_check_token(longest, &e));
    assert_true(access_check_token(longest + 1, &e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_22_letters_and_all_differ),
        cmocka_unit_test(names_of_players_are_fit_to_be_shown),
        cmocka_unit_test(other_sites_are_known_by_what_browsers_say),
        cmocka_unit_test(secrets_are_equal_or_not),
        cmocka_unit_test(hosts_are_those_that_nobody_can_make_up),
        cmocka_unit_test(an_origin_is_the_host_itself),
        cmocka_unit_test(a_token_comes_three_ways),
        cmocka_unit_test(a_token_is_not_too_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
