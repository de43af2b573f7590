/* Commands called by another program: its bots, its flag to stop, and nothing left of a call for
 * the next one. */
#include "cli/call.h"
#include "cli/command.h"
#include "cmocka_includes.h"
#include "tahur/registry.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- bots of the caller's own ---- */

struct own {
    int answer; /* to every question: a place, or a fault */
};

static void *make_first(const struct th_game *game, const struct th_options *o,
                        struct th_error *e) {
    (void)game, (void)o, (void)e;
    return calloc(1, sizeof(struct own));
}

static void *make_illegal(const struct th_game *game, const struct th_options *o,
                          struct th_error *e) {
    struct own *own = make_first(game, o, e);
    own->answer = -1;
    return own;
}

static int choose(void *self, const struct th_ask *ask) {
    (void)ask;
    return ((const struct own *)self)->answer;
}

static const struct th_bot_kind first = {.name = "own-first",
                                         .summary = "the first legal action",
                                         .make = make_first,
                                         .choose = choose,
                                         .drop = free};
static const struct th_bot_kind illegal = {.name = "own-illegal",
                                           .summary = "no legal action",
                                           .make = make_illegal,
                                           .choose = choose,
                                           .drop = free};
static const struct th_bot_kind *const own_bots[] = {&first, &illegal, NULL};

static void bots_are_registered_for_a_while(void **state) {
    (void)state;
    struct th_error e = {""};
    struct th_spec spec;
    const struct th_game *game = th_game_at(0);
    assert_null(th_bot_find(game, "own-first", &spec, &e));
    assert_true(th_bots_register(own_bots, &e));
    for (int i = 0; (game = th_game_at(i)) != NULL; i++) {
        assert_ptr_equal(th_bot_find(game, "own-first", &spec, &e), &first);
        assert_ptr_equal(th_bot_find(game, "own-illegal", &spec, &e), &illegal);
    }
    assert_true(th_bots_register(NULL, &e));
    assert_null(th_bot_find(th_game_at(0), "own-first", &spec, &e));
}

static void bots_that_cannot_be_registered_are_refused(void **state) {
    (void)state;
    const struct th_bot_kind named_random = {
        .name = "random", .summary = "", .make = make_first, .choose = choose};
    const struct th_bot_kind no_choose = {.name = "x", .summary = "", .make = make_first};
    const struct th_bot_kind bad_name = {
        .name = "a b", .summary = "", .make = make_first, .choose = choose};
    const struct {
        const struct th_bot_kind *list[3];
        const char *sentence;
    } refused[] = {
        {{&named_random, NULL}, "there is already a bot called 'random'"},
        {{&first, &first, NULL}, "there is already a bot called 'own-first'"},
        {{&first, &no_choose, NULL},
         "bot 1 cannot be registered: its bot has no 'choose', which is NULL"},
        {{&bad_name, NULL},
         "bot 0 cannot be registered: the name of its bot must be 1 to 63 letters, digits, dashes "
         "and dots"},
    };
    struct th_spec spec;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct th_error e = {""};
        assert_false(th_bots_register(refused[i].list, &e));
        assert_string_equal(e.text, refused[i].sentence);
        assert_null(th_bot_find(th_game_at(0), "own-first", &spec, &e));
        assert_false(th_bots_register(refused[i].list, NULL));
    }
    assert_true(th_bots_register(NULL, NULL));
}

/* ---- calls ---- */

static struct command_call call_arena(const char *bot, const th_flag *stop) {
    char game[] = "kittens", other[] = "v1", games[] = "--games=40", own[32];
    char *argv[] = {games, game, own, other};
    snprintf(own, sizeof own, "%s", bot);
    struct command_call call = {
        .name = "arena", .argc = 4, .argv = argv, .stop = stop, .bots = own_bots};
    command_call(&call);
    call.argv = NULL;
    return call;
}

static void drop(struct command_call *call) {
    free(call->json);
    json_decref(call->faults);
}

static void a_call_returns_what_the_command_prints(void **state) {
    (void)state;
    struct command_call call = call_arena("own-first", NULL);
    assert_int_equal(call.status, STATUS_OK);
    assert_string_equal(call.error.text, "");
    assert_int_equal(json_array_size(call.faults), 0);
    json_t *json = json_loads(call.json, 0, NULL);
    const json_t *bot = json_array_get(json_object_get(json, "bots"), 0);
    assert_string_equal(json_string_value(json_object_get(bot, "bot")), "own-first");
    assert_int_equal(json_integer_value(json_object_get(json, "games")), 40);
    json_decref(json);
    drop(&call);
    struct sigaction now;
    sigaction(SIGINT, NULL, &now);
    assert_true(now.sa_handler == SIG_DFL);
}

static void a_call_that_fails_says_why_and_leaves_nothing(void **state) {
    (void)state;
    struct command_call call = call_arena("nobody", NULL);
    assert_int_equal(call.status, STATUS_USAGE);
    assert_non_null(strstr(call.error.text, "there is no bot for kittens called 'nobody'"));
    assert_null(call.json);
    drop(&call);
    struct command_call other = {.name = "serve", .argv = NULL};
    assert_int_equal(command_call(&other), STATUS_USAGE);
    assert_string_equal(other.error.text, "there is no command 'serve' that can be called");
    drop(&other);
    a_call_returns_what_the_command_prints(state);
}

static void a_flag_stops_a_call_and_signals_are_left_alone(void **state) {
    (void)state;
    static th_flag stop;
    atomic_store(&stop, true);
    struct command_call call = call_arena("own-first", &stop);
    assert_int_equal(call.status, STATUS_INTERRUPTED);
    drop(&call);
    a_call_returns_what_the_command_prints(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_are_registered_for_a_while),
        cmocka_unit_test(bots_that_cannot_be_registered_are_refused),
        cmocka_unit_test(a_call_returns_what_the_command_prints),
        cmocka_unit_test(a_call_that_fails_says_why_and_leaves_nothing),
        cmocka_unit_test(a_flag_stops_a_call_and_signals_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
