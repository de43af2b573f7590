/* The bots of Y as the course projects ask for them: the examples of docs/rules/y.md, and every
 * mistake. */
#include "serve/api.h"

#include "cmocka_includes.h"
#include "games/y/board.h"
#include <stdlib.h>
#include <string.h>

static struct course_bot_question ask(const char *position, const char *bot) {
    return (struct course_bot_question){
        .position = position, .bot = bot, .api_version = "v1", .find = th_bot_find, .seed = 1};
}

/* The body in one line, which the caller must not keep. */
static const char *text_of(struct course_bot_answer a) {
    static char *text;
    free(text);
    text = json_dumps(a.body, JSON_COMPACT);
    json_decref(a.body);
    return text;
}

#define assert_choice(position, bot, body)                                                         \
    do {                                                                                           \
        const struct course_bot_question q_ = ask(position, bot);                                  \
        const struct course_bot_answer a_ = course_bot_choose(&q_);                                \
        assert_int_equal(a_.status, 200);                                                          \
        assert_string_equal(text_of(a_), body);                                                    \
    } while (0)

static void the_answer_is_a_cell_in_three_coordinates(void **state) {
    (void)state;
    assert_choice("{\"size\":2,\"turn\":1,\"players\":[\"B\",\"R\"],\"layout\":\"B/..\"}",
                  "flat-mc:iterations=1000,plain=1",
                  "{\"api_version\":\"v1\",\"bot_id\":\"flat-mc:iterations=1000,plain=1\","
                  "\"coords\":{\"x\":0,\"y\":0,\"z\":1}}");
    /* Row 3, column 1 of 4 wins at once: index 7. */
    assert_choice("{\"size\":4,\"turn\":0,\"players\":[\"B\",\"R\"],\"layout\":\"B/BR/RBR/..R.\"}",
                  "mcts_bot",
                  "{\"api_version\":\"v1\",\"bot_id\":\"mcts_bot\","
                  "\"coords\":{\"x\":0,\"y\":1,\"z\":2}}");
}

static void every_bot_of_ours_answers_with_an_empty_cell(void **state) {
    (void)state;
    static const char *const bots[] = {"random_bot", "mcts_bot", NULL,     "easy",
                                       "random",     "medium",   "greedy", "alphabeta:depth=2"};
    const char *yen = "{\"size\":3,\"turn\":0,\"players\":[\"B\",\"R\"],\"layout\":\"B/BR/.R.\"}";
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        const struct course_bot_question q = ask(yen, bots[i]);
        struct course_bot_answer (*const ways[])(const struct course_bot_question *) = {
            course_bot_choose, course_bot_play};
        for (int k = 0; k < 2; k++) {
            const struct course_bot_answer a = ways[k](&q);
            int x, y, z;
            assert_int_equal(a.status, 200);
            assert_int_equal(
                json_unpack(a.body, "{s:{s:i, s:i, s:i}}", "coords", "x", &x, "y", &y, "z", &z), 0);
            assert_int_equal(x + y + z, 2);
            assert_true(x == 0 && (y == 0 || y == 2)); /* the two empty cells */
            const char *id = json_string_value(json_object_get(a.body, "bot_id"));
            if (k == 0) assert_string_equal(id, bots[i] != NULL ? bots[i] : "mcts_bot");
            if (k == 1) assert_null(id);
            json_decref(a.body);
        }
    }
}

/* On an empty board, wherever the bot goes. */
static void coordinates_are_those_of_the_rules(void **state) {
    (void)state;
    for (int size = Y_SIZE_MIN; size <= Y_SIZE_MAX; size++) {
        char yen[400], layout[256];
        int used = 0;
        bool above = false;
        for (int r = 0; r < size; r++) {
            if (r > 0) layout[used++] = '/';
            for (int c = 0; c <= r; c++) layout[used++] = '.';
        }
        layout[used] = 0;
        snprintf(yen, sizeof yen, "{\"size\":%d,\"turn\":0,\"layout\":\"%s\"}", size, layout);
        struct course_bot_question q = ask(yen, "random_bot");
        for (q.seed = 0; q.seed < 20; q.seed++) {
            const struct course_bot_answer a = course_bot_choose(&q);
            int x, y, z;
            assert_int_equal(a.status, 200);
            json_unpack(a.body, "{s:{s:i, s:i, s:i}}", "coords", "x", &x, "y", &y, "z", &z);
            assert_true(x >= 0 && y >= 0 && z >= 0 && x + y + z == size - 1);
            above = above || x > 0;
            json_decref(a.body);
        }
        assert_true(above);
    }
}

static void swaps_are_told_where_the_position_allows_them(void **state) {
    (void)state;
    /* The centre of a board of size 3 wins: a bot that searches swaps. */
    const char *with = "{\"size\":3,\"turn\":1,\"pie\":1,\"layout\":\"./B./...\"}";
    const char *without = "{\"size\":3,\"turn\":1,\"layout\":\"./B./...\"}";
    struct course_bot_question q = ask(with, "mcts:iterations=2000,memory=16");
    assert_string_equal(text_of(course_bot_play(&q)), "{\"action\":\"swap\"}");
    struct course_bot_answer a = course_bot_choose(&q); /* which has no word for it */
    int x, y, z;
    assert_int_equal(a.status, 200);
    json_unpack(a.body, "{s:{s:i, s:i, s:i}}", "coords", "x", &x, "y", &y, "z", &z);
    assert_true(x >= 0 && y >= 0 && z >= 0 && x + y + z == 2);
    json_decref(a.body);
    q.position = without;
    a = course_bot_play(&q);
    assert_non_null(json_object_get(a.body, "coords"));
    json_decref(a.body);
    /* Behind a swap the second player has one stone more. */
    q.position = "{\"size\":3,\"turn\":0,\"layout\":\"./R./...\"}";
    a = course_bot_play(&q);
    assert_int_equal(a.status, 200);
    json_decref(a.body);
}

static void mistakes_have_their_status_and_code(void **state) {
    (void)state;
    static const char *const good = "{\"size\":3,\"turn\":0,\"layout\":\"B/BR/.R.\"}";
    static const struct {
        const char *position, *bot, *version;
        int status;
        const char *code, *says;
    } all[] = {
        {NULL, "random_bot", "v1", 400, "bad-position", "no position"},
        {"", "random_bot", "v1", 400, "bad-position", "not JSON"},
        {"[]", "random_bot", "v1", 400, "bad-position", "\"size\""},
        {"{\"size\":3}", "random_bot", "v1", 400, "bad-position", "\"turn\""},
        {"{\"size\":1,\"turn\":0,\"layout\":\".\"}", NULL, "v1", 400, "bad-position",
         "from 2 to 19"},
        {"{\"size\":20,\"turn\":0,\"layout\":\".\"}", NULL, "v1", 400, "bad-position", "from 2"},
        {"{\"size\":3,\"turn\":0,\"layout\":\"B/BR/.R\"}", NULL, "v1", 400, "bad-position",
         "row 3"},
        {"{\"size\":3,\"turn\":0,\"layout\":\"B/BB/.R.\"}", NULL, "v1", 400, "bad-position",
         "no alternating play"},
        {good, "random_bot", NULL, 400, "bad-version", "v1"},
        {good, "random_bot", "v2", 400, "bad-version", "v1"},
        {good, "nobody", "v1", 404, "no-such-bot", "nobody"},
        {good, "mcts:iterations=0", "v1", 400, "bad-option", "iterations"},
        {good, "exec:command=true", "v1", 404, "no-such-bot", "not served"},
        {"{\"size\":3,\"turn\":1,\"layout\":\"B/BR/BR.\"}", "random_bot", "v1", 409, "game-over",
         "player 0 has won"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct course_bot_question q = ask(all[i].position, all[i].bot);
        q.api_version = all[i].version;
        const struct course_bot_answer a = course_bot_play(&q);
        assert_int_equal(a.status, all[i].status);
        assert_string_equal(json_string_value(json_object_get(a.body, "code")), all[i].code);
        const char *message = json_string_value(json_object_get(a.body, "message"));
        if (strstr(message, all[i].says) == NULL) fail_msg("%s: %s", all[i].says, message);
        assert_int_equal(json_object_size(a.body), 2);
        json_decref(a.body);
    }
}

static void whoever_is_stopped_answers_all_the_same(void **state) {
    (void)state;
    th_flag set;
    atomic_init(&set, true);
    struct course_bot_question q = ask("{\"size\":3,\"turn\":0,\"layout\":\"./../...\"}",
                                       "mcts:iterations=1000000000,memory=16");
    q.stop = &set;
    const struct course_bot_answer a = course_bot_choose(&q);
    assert_int_equal(a.status, 200);
    json_decref(a.body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_is_a_cell_in_three_coordinates),
        cmocka_unit_test(every_bot_of_ours_answers_with_an_empty_cell),
        cmocka_unit_test(coordinates_are_those_of_the_rules),
        cmocka_unit_test(swaps_are_told_where_the_position_allows_them),
        cmocka_unit_test(mistakes_have_their_status_and_code),
        cmocka_unit_test(whoever_is_stopped_answers_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
