/* Bots that are other programs: each fault has its name, no process or file descriptor is leaked,
 * and built-in bots play the same through the protocol.
 *
 * The environment names the program (TAHUR_PROGRAM) and a bot that does anything wrong that it is
 * asked to (TAHUR_HOSTILE, hostile.c). */
#include "cmocka_includes.h"
#include "external/bots.h"
#include "external/messages.h"
#include "making.h"
#include "scale.h"
#include "tahur/version.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { SPEC_BYTES = 400 };

/* ---- playing ---- */

static struct bot bot_of(const struct th_game *game, const struct th_options *options,
                         const char *spec) {
    struct th_spec read;
    struct th_error e;
    struct bot bot = {.kind = th_bot_find(game, spec, &read, &e)};
    if (bot.kind == NULL) fail_msg("%s: %s", spec, e.text);
    bot.self = th_bot_make(bot.kind, game, options, &read.options, &e);
    if (bot.self == NULL) fail_msg("%s: %s", spec, e.text);
    return bot;
}

/* One game between bots, one a seat. */
static struct match_result play(const char *game_text, const struct bot bots[], uint64_t number) {
    struct th_spec spec;
    struct th_error e;
    struct match_result result;
    const struct th_game *game = th_game_find(game_text, &spec, &e);
    assert_non_null(game);
    struct th_state *room[3];
    for (int i = 0; i < 3; i++) room[i] = th_state_new(game, &spec.options, &e);
    const struct match_rules rules = {.game = game,
                                      .start = room[0],
                                      .seed = th_seed_of(1),
                                      .max_turns = 4000,
                                      .random_plies = 0};
    match_play(&rules, bots, match_number(number, game->seats(room[0])), room[1], room[2], &result);
    for (int i = 0; i < 3; i++) free(room[i]);
    return result;
}

static const char *const small_y = "y:size=5";

static struct bot hostile(const char *options, const char *way, const char *file) {
    char text[SPEC_BYTES];
    struct th_spec y;
    struct th_error e;
    snprintf(text, sizeof text, "exec:%scommand=exec '%s' %s %s", options, getenv("TAHUR_HOSTILE"),
             way, file);
    const struct th_game *game = th_game_find(small_y, &y, &e);
    return bot_of(game, &y.options, text);
}

/* A game of Y of the hostile bot, which begins, against random. */
static struct match_result play_hostile(const struct bot *bot, uint64_t number) {
    struct bot bots[2] = {*bot, make_bot(th_game_at(1), "random")};
    const struct match_result r = play(small_y, bots, number);
    drop_bot(&bots[1]);
    return r;
}

/* ---- faults ---- */

#define PATIENT "time=60000,start-time=60000,"
#define HASTY   "time=100,start-time=60000,"

static const struct {
    const char *way, *options;
    enum th_fault fault;
    const char *message;
} faults[] = {
    {"silence", HASTY, TH_FAULT_TIMEOUT, "no answer to question"},
    {"loop", HASTY, TH_FAULT_TIMEOUT, "within 100 ms"},
    {"no-newline", HASTY, TH_FAULT_TIMEOUT, "no answer"},
    {"noise", HASTY, TH_FAULT_TIMEOUT, "no answer"},
    {"no-hello", "start-time=100,", TH_FAULT_TIMEOUT, "no answer to hello within 100 ms"},
    {"flood", PATIENT, TH_FAULT_PROTOCOL, "65536 bytes without the end of a line"},
    {"lines", PATIENT, TH_FAULT_PROTOCOL, "\"id\""},
    {"not-json", PATIENT, TH_FAULT_PROTOCOL, "'move a1' is no JSON"},
    {"no-object", PATIENT, TH_FAULT_PROTOCOL, "no object"},
    {"empty-line", PATIENT, TH_FAULT_PROTOCOL, "no JSON"},
    {"zero-byte", PATIENT, TH_FAULT_PROTOCOL, "no JSON"},
    {"deep", PATIENT, TH_FAULT_PROTOCOL, "no JSON"},
    {"field-twice", PATIENT, TH_FAULT_PROTOCOL, "duplicate"},
    {"wrong-id", PATIENT, TH_FAULT_PROTOCOL, "it answers question 4, but was asked question 3"},
    {"two-answers", PATIENT, TH_FAULT_PROTOCOL, "it answers question 3, but was asked question 4"},
    {"no-move", PATIENT, TH_FAULT_PROTOCOL, "it has no text \"move\""},
    {"number", PATIENT, TH_FAULT_PROTOCOL, "it has no text \"move\""},
    {"long-move", PATIENT, TH_FAULT_PROTOCOL, "longer than 63 bytes"},
    {"chatty", PATIENT, TH_FAULT_PROTOCOL, "'welcome' is no JSON"},
    {"rude", PATIENT, TH_FAULT_PROTOCOL, "it has no text \"name\""},
    {"unknown-move", PATIENT, TH_FAULT_ILLEGAL, "'castle' is no legal move of seat 0 in"},
    {"exit", PATIENT, TH_FAULT_CRASH, "it exited with status 3 instead of answering question 3"},
    {"exit-well", PATIENT, TH_FAULT_CRASH, "it exited with status 0"},
    {"signal", PATIENT, TH_FAULT_CRASH, "it was ended by signal 9"},
    {"child", PATIENT, TH_FAULT_CRASH, "it exited with status 4"},
    {"close-output", PATIENT, TH_FAULT_CRASH, "it closed its standard input or output"},
    {"close-input", PATIENT, TH_FAULT_CRASH, "it closed its standard input or output"},
    {"memory", PATIENT "memory=64,", TH_FAULT_MEMORY, "of 64 MB in use"},
};
enum { FAULTS = sizeof faults / sizeof *faults };

static void assert_no_child_is_left(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void every_fault_has_its_name(void **state) {
    (void)state;
    for (int i = 0; i < FAULTS; i++) {
        struct bot bot = hostile(faults[i].options, faults[i].way, "");
        const struct match_result r = play_hostile(&bot, 0);
        const struct fault *f = exec_bot_fault(bot.self);
        if (r.end != MATCH_FAULT || r.fault != faults[i].fault || r.fault_seat != 0 ||
            strstr(f->what, faults[i].message) == NULL)
            fail_msg("%s: %s, %s", faults[i].way, th_fault_name(r.fault), f->what);
        assert_true(r.payoff[0] == 0 && r.payoff[1] == 1);
        drop_bot(&bot);
        assert_no_child_is_left();
    }
}

static void the_last_words_are_kept(void **state) {
    (void)state;
    struct bot bot = hostile(PATIENT, "exit", "");
    play_hostile(&bot, 0);
    assert_string_equal(exec_bot_fault(bot.self)->stderr_text, "first line\nI have had enough");
    drop_bot(&bot);
}

/* Each game with a new process: it answers twice, then goes wrong. */
static void the_next_game_goes_on(void **state) {
    (void)state;
    struct bot bot = hostile(PATIENT, "not-json", "");
    for (uint64_t game = 0; game < 3; game++) {
        const struct match_result r = play_hostile(&bot, 2 * game);
        assert_int_equal(r.fault, TH_FAULT_PROTOCOL);
        assert_int_equal(r.plies, 5); /* two answers of each, and the wrong one */
    }
    drop_bot(&bot);
}

/* After an illegal move the same process continues, and its next answer is wrong at once. */
static void an_illegal_move_ends_the_game_only(void **state) {
    (void)state;
    struct bot bot = hostile(PATIENT, "unknown-move", "");
    assert_int_equal(play_hostile(&bot, 0).plies, 5);
    assert_int_equal(play_hostile(&bot, 2).plies, 1);
    drop_bot(&bot);
    bot = hostile(PATIENT "fresh=1,", "unknown-move", "");
    assert_int_equal(play_hostile(&bot, 0).plies, 5);
    assert_int_equal(play_hostile(&bot, 2).plies, 5);
    drop_bot(&bot);
}

static void restarted_it_is_asked_once_more(void **state) {
    (void)state;
    struct bot bot = hostile(PATIENT "restart=1,", "exit", "");
    assert_int_equal(play_hostile(&bot, 0).end, MATCH_WON); /* a new process answers twice, too */
    drop_bot(&bot);
    bot = hostile(PATIENT "restart=1,", "rude", "");
    assert_int_equal(play_hostile(&bot, 0).fault, TH_FAULT_PROTOCOL);
    drop_bot(&bot);
}

/* Three starts in vain are enough: then every game is lost at once. */
static void what_never_starts_is_left_alone(void **state) {
    (void)state;
    struct th_spec y;
    struct th_error e;
    const struct th_game *game = th_game_find(small_y, &y, &e);
    char file[] = "/tmp/tahur-exec-XXXXXX", spec[100];
    close(mkstemp(file));
    snprintf(spec, sizeof spec, "exec:command=echo >> %s; exit 5", file);
    struct bot bot = bot_of(game, &y.options, spec);
    for (uint64_t i = 0; i < 200; i++)
        assert_int_equal(play_hostile(&bot, 2 * i).fault, TH_FAULT_CRASH);
    struct stat starts; /* each start has written one byte */
    assert_int_equal(stat(file, &starts), 0);
    assert_int_equal(starts.st_size, 3);
    unlink(file);
    assert_non_null(strstr(exec_bot_fault(bot.self)->what, "status 5"));
    drop_bot(&bot);
}

/* ---- nothing is leaked ---- */

static int open_files(void) {
    int n = 0;
    for (int fd = 0; fd < 1024; fd++) n += fcntl(fd, F_GETFD) != -1;
    return n;
}

static size_t memory_in_use(void) {
#ifdef __GLIBC__
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

static void ten_thousand_moves_leak_nothing(void **state) {
    (void)state;
    struct bot bot = hostile(PATIENT, "nothing", ""),
               fresh = hostile(PATIENT "fresh=1,", "deep", "");
    struct bot bots[2] = {bot, bot};
    const long moves = test_scale(10000);
    struct th_spec y;
    struct th_error e;
    bots[1] = bot_of(th_game_find(small_y, &y, &e), &y.options, "random");
    play(small_y, bots, 0);
    play_hostile(&fresh, 0);
    const int files = open_files();
    const size_t memory = memory_in_use();
    long made = 0;
    for (uint64_t game = 0; made < moves; game++) {
        const struct match_result r = play(small_y, bots, 2 * game);
        assert_int_equal(r.end, MATCH_WON);
        made += r.plies / 2;
        if (game % 64 == 0) play_hostile(&fresh, 2 * game); /* processes come and go */
    }
    assert_int_equal(open_files(), files);
    /* What the allocator keeps at hand counts too; a leak of a few bytes a move would be more. */
    if (memory_in_use() > memory + 65536)
        fail_msg("%zu bytes, and before %zu", memory_in_use(), memory);
    drop_bot(&bot);
    drop_bot(&bots[1]);
    drop_bot(&fresh);
    assert_int_equal(open_files(), files - 4); /* three pipes, and one of its supervisor */
    assert_no_child_is_left();
}

/* Waits up to about ten seconds until no process holds the lock of a hostile bot. */
static bool is_let_go(const char *file) {
    for (int i = 0; i < 1000; i++) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        const int fd = open(file, O_RDWR | O_CREAT, 0600);
        const bool held = fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
        close(fd);
        if (!held) return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

static void its_own_children_end_with_it(void **state) {
    (void)state;
    char file[] = "/tmp/tahur-exec-XXXXXX";
    close(mkstemp(file));
    struct bot bot = hostile(PATIENT, "child", file);
    assert_int_equal(play_hostile(&bot, 0).fault, TH_FAULT_CRASH);
    assert_true(is_let_go(file));
    drop_bot(&bot);
    bot = hostile(PATIENT, "deaf", file); /* does not hear quit, nor the end of its input */
    assert_int_equal(play_hostile(&bot, 0).end, MATCH_WON);
    drop_bot(&bot);
    assert_true(is_let_go(file));
    unlink(file);
}

/* ---- the sandbox ---- */

static void the_sandbox_has_no_network_and_cannot_write(void **state) {
    (void)state;
    char text[SPEC_BYTES], file[] = "/tmp/tahur-sandbox-XXXXXX";
    struct th_spec y;
    struct th_error e;
    if (system("bwrap --ro-bind / / --unshare-all true 2>/dev/null") != 0) skip();
    close(mkstemp(file));
    unlink(file);
    const struct th_game *game = th_game_find(small_y, &y, &e);
    /* Two lines of headings and one interface, the loop. */
    snprintf(text, sizeof text,
             "exec:" PATIENT "sandbox=1,command=touch %s 2>&-; test $(wc -l </proc/net/dev) = 3 || "
             "exit 9; exec '%s'",
             file, getenv("TAHUR_HOSTILE"));
    struct bot bot = bot_of(game, &y.options, text);
    const struct match_result r = play_hostile(&bot, 0);
    if (r.end != MATCH_WON) fail_msg("%s", exec_bot_fault(bot.self)->what);
    assert_int_not_equal(access(file, F_OK), 0);
    drop_bot(&bot);
    assert_no_child_is_left();
}

/* ---- the same moves ---- */

/* A bot with the generator that it would have through the protocol. */
struct seeded {
    struct bot bot;
    struct th_rng rng;
    bool begun;
};

static void seeded_begin(void *self, const struct th_state *view, int seat) {
    struct seeded *b = self;
    if (b->bot.kind->begin != NULL) b->bot.kind->begin(b->bot.self, view, seat);
    b->begun = false;
}

static int seeded_choose(void *self, const struct th_ask *ask) {
    struct seeded *b = self;
    struct th_rng copy = *ask->rng;
    struct th_ask own = *ask;
    if (!b->begun) b->rng = th_rng_seeded(th_rng_next(&copy) >> 11);
    b->begun = true;
    own.rng = &b->rng;
    return b->bot.kind->choose(b->bot.self, &own);
}

static void seeded_end(void *self, const double payoff[]) {
    struct seeded *b = self;
    if (b->bot.kind->end != NULL) b->bot.kind->end(b->bot.self, payoff);
}

static const struct th_bot_kind seeded_kind = {
    .name = "seeded", .begin = seeded_begin, .choose = seeded_choose, .end = seeded_end};

static void our_bots_play_the_same_seeded_the_protocol(void **state) {
    (void)state;
    static const struct {
        const char *game, *bot;
        int games;
    } cases[] = {
        {"y:size=5,pie=1", "random", 6},
        {"y:size=5", "mcts:iterations=50", 4},
        {"kittens", "v2", 10},
        {"kittens:rules=classic", "v3", 10},
        {"kittens:deck=official", "random", 6},
        {"kittens", "mcts:iterations=50", 2},
        {"cantstop", "random", 4},
        {"cantstop:players=3,forced=1", "risk-stop", 6},
        {"parchis", "random", 2},
        {"parchis:rules=course", "greedy", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct th_spec spec;
        struct th_error e;
        char text[SPEC_BYTES];
        const struct th_game *game = th_game_find(cases[i].game, &spec, &e);
        const int seats = th_game_seats(game, &spec.options, &e);
        struct seeded seeded = {.bot = bot_of(game, &spec.options, cases[i].bot)};
        snprintf(text, sizeof text, "exec:" PATIENT "command=exec '%s' speak %s %s",
                 getenv("TAHUR_PROGRAM"), game->name, cases[i].bot);
        struct bot outside[TH_SEATS_MAX], inside[TH_SEATS_MAX];
        for (int s = 0; s < seats; s++) outside[s] = inside[s] = make_bot(game, "random");
        outside[0] = bot_of(game, &spec.options, text);
        inside[0] = (struct bot){.kind = &seeded_kind, .self = &seeded};
        for (uint64_t g = 0; g < (uint64_t)cases[i].games; g++) {
            const struct match_result a = play(cases[i].game, outside, g);
            const struct match_result b = play(cases[i].game, inside, g);
            if (a.end == MATCH_FAULT)
                fail_msg("%s: %s", text, exec_bot_fault(outside[0].self)->what);
            assert_true(a.digest == b.digest && a.plies == b.plies);
        }
        assert_string_equal(exec_bot_name(outside[0].self), cases[i].bot);
        assert_string_equal(exec_bot_version(outside[0].self), TH_VERSION);
        drop_bot(&outside[0]);
        drop_bot(&seeded.bot);
        for (int s = 1; s < seats; s++) drop_bot(&outside[s]);
    }
    assert_no_child_is_left();
}

/* The luck of a run cannot be computed from the messages to a bot. */
static void the_seed_of_a_game_is_not_that_of_the_run(void **state) {
    (void)state;
    struct bytes out = {0};
    struct th_options options;
    th_options_init(&options, th_game_at(0)->options);
    message_hello(&out, &(struct message_hello){.game = th_game_at(0), .options = &options});
    bytes_u8(&out, 0);
    assert_null(strstr((const char *)out.data, "seed"));
    free(out.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_has_its_name),
        cmocka_unit_test(the_last_words_are_kept),
        cmocka_unit_test(the_next_game_goes_on),
        cmocka_unit_test(an_illegal_move_ends_the_game_only),
        cmocka_unit_test(restarted_it_is_asked_once_more),
        cmocka_unit_test(what_never_starts_is_left_alone),
        cmocka_unit_test(ten_thousand_moves_leak_nothing),
        cmocka_unit_test(its_own_children_end_with_it),
        cmocka_unit_test(the_sandbox_has_no_network_and_cannot_write),
        cmocka_unit_test(our_bots_play_the_same_seeded_the_protocol),
        cmocka_unit_test(the_seed_of_a_game_is_not_that_of_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
