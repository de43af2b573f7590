/* Parchís in JSON: all states of the data files there and back, and through the one-line position;
 * and what is refused. */
#include "cmocka_includes.h"
#include "core/fields.h"
#include "core/json.h"
#include "games/parchis/notation.h"
#include "games/parchis/switches.h"
#include "scale.h"
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static const uint64_t rule_sets[] = {PARCHIS_TEXT, PARCHIS_COURSE};

static struct parchis started(uint64_t course) {
    struct parchis s;
    parchis_start(&s, course, true);
    return s;
}

/* ---- there and back ---- */

static void assert_state_reads_back(const json_t *json, uint64_t course) {
    struct parchis s = started(course), back = started(course);
    struct th_error e;
    char text[1000];
    if (!parchis_from_json(&s, json, &e)) fail_msg("%s: %s", json_dumps(json, 0), e.text);
    json_t *again = fields_to_json(&parchis_game, (const void *)&s);
    if (!json_equal(json, again)) fail_msg("%s", json_dumps(json, 0));
    json_decref(again);
    assert_int_equal(s.key, parchis_key(&s));
    parchis_position_text((struct th_state *)(void *)&s, text, sizeof text);
    if (!parchis_parse_position((struct th_state *)(void *)&back, text, &e))
        fail_msg("%s: %s", text, e.text);
    if (memcmp(&s, &back, sizeof s) != 0) fail_msg("%s does not read back", text);
}

/* Every state of a data file, at any place of its lines. */
static void read_states_of(const char *name, uint64_t course, long lines) {
    static char line[1 << 20];
    char path[100];
    snprintf(path, sizeof path, "tests/oracles/parchis/%s", name);
    gzFile file = gzopen(path, "rb");
    if (file == NULL) fail_msg("%s cannot be read", path);
    long read = 0;
    for (; read < lines && gzgets(file, line, sizeof line) != NULL; read++) {
        json_t *json = json_loads(line, 0, NULL);
        assert_non_null(json);
        const json_t *state = json_object_get(json, "state"), *next = json_object_get(json, "next");
        if (state != NULL) assert_state_reads_back(state, course);
        for (size_t i = 0; i < json_array_size(next); i++)
            assert_state_reads_back(json_array_get(next, i), course);
        json_decref(json);
    }
    gzclose(file);
    assert_true(read > 0);
}

static void all_states_of_the_course_data_read_back(void **state) {
    (void)state;
    read_states_of("perft.jsonl", PARCHIS_COURSE, 100000);
    read_states_of("traces_public.jsonl.gz", PARCHIS_COURSE, test_scale(100000));
    read_states_of("steps_public.jsonl.gz", PARCHIS_COURSE, test_scale(100000));
}

static void all_states_of_the_text_data_read_back(void **state) {
    (void)state;
    read_states_of("text_perft.jsonl", PARCHIS_TEXT, 100000);
    read_states_of("text_traces.jsonl.gz", PARCHIS_TEXT, test_scale(100000));
    read_states_of("text_steps.jsonl.gz", PARCHIS_TEXT, test_scale(100000));
}

static void states_of_random_play_read_back(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (long game = 0; game < test_scale(60); game++) {
        struct parchis s;
        parchis_start(&s, rule_sets[game % 2], game % 5 != 0);
        for (;;) {
            struct parchis back = started(s.course);
            struct th_error e;
            json_t *json = fields_to_json(&parchis_game, (const void *)&s);
            if (!parchis_from_json(&back, json, &e))
                fail_msg("%s: %s", json_dumps(json, 0), e.text);
            assert_memory_equal(&back, &s, sizeof s);
            json_decref(json);
            th_action legal[PARCHIS_LEGAL_MAX];
            if (s.winner != PARCHIS_NOBODY) break;
            const int n = parchis_legal(&s, legal);
            parchis_apply(&s, legal[th_rng_below(&rng, (uint32_t)n)]);
        }
    }
}

static void a_position_may_be_a_json_object(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct parchis s = started(rule_sets[i]), back;
        struct th_error e;
        char text[2000];
        parchis_apply(&s, parchis_action(PARCHIS_SIX, 0));
        fields_json(&parchis_game, (struct th_state *)(void *)&s, text, sizeof text);
        back = started(rule_sets[i]);
        if (!parchis_parse_position((struct th_state *)(void *)&back, text, &e))
            fail_msg("%s: %s", text, e.text);
        assert_memory_equal(&back, &s, sizeof s);
        assert_false(parchis_parse_position((struct th_state *)(void *)&back, "{\"turn\":1", &e));
        assert_false(parchis_parse_position((struct th_state *)(void *)&back, "{\"turn\":1}", &e));
        assert_string_equal(e.text, "the state has no field \"player\"");
        assert_memory_equal(&back, &s, sizeof s);
    }
}

/* ---- mistakes ---- */

/* A field of the start's object set to something else; NULL takes it away. */
static const struct {
    uint64_t course;
    const char *field, *value, *sentence;
} wrong_fields[] = {
    {0, "run6", NULL, "the state has no field \"run6\""},
    {1, "flags", NULL, "the state has no field \"flags\""},
    {0, "flags", "{}", "this is a state of rules=course"},
    {1, "colour", "1", "the state has an unknown field \"colour\""},
    {0, "turn", "0", "\"turn\" must be a whole number from 1 to 1000000000"},
    {0, "turn", "1.0", "\"turn\" must be a whole number"},
    {0, "turn", "\"1\"", "\"turn\" must be a whole number"},
    {0, "color", "4", "\"color\" must be a whole number from 0 to 3"},
    {1, "color", "2", "\"color\" must be a whole number from 0 to 1"},
    {0, "color", "3", "\"player\" is 0, but \"color\" 3 belongs to player 1"},
    {0, "player", "2", "\"player\" must be a whole number from 0 to 1"},
    {0, "last_die", "0", "\"last_die\" must be a die, or -1 at the start"},
    {0, "last_die", "null", "\"last_die\" must be a die"},
    {0, "pieces", "[[],[],[],[]]", "\"pieces\" must be four lists of three pieces"},
    {0, "pieces", "7", "\"pieces\" must be four lists of three pieces"},
    {0, "pieces", "[[[1,0,0],[2,0,0],[69,0,0]],[1,2,3],[1,2,3],[1,2,3]]",
     "\"pieces\": yellow 2 must be [square, state, turns left], its square 0 to 68 or 101 to 108"},
    {0, "pieces", "[[[1,0,0],[2,0,0],[108,0]],[1,2,3],[1,2,3],[1,2,3]]",
     "\"pieces\": yellow 2 must be"},
    {0, "pieces", "[[[1,0,0],[2,6,0],[3,0,0]],[1,2,3],[1,2,3],[1,2,3]]",
     "\"pieces\": the state of yellow 1 must be 0 to 5"},
    {0, "pieces", "[[[1,0,0],[2,5,8],[3,0,0]],[1,2,3],[1,2,3],[1,2,3]]",
     "\"pieces\": the turns left of yellow 1 must be 0 to 7"},
    {0, "dice", "[[1],[1]]", "\"dice\" must be 4 lists, one a colour"},
    {1, "dice", "[[1],[1],[1],[1]]", "\"dice\" must be 2 lists, one a player"},
    {1, "dice", "[[1],[]]", "\"dice\": list 1 must hold a die or more"},
    {1, "dice", "[[1],[1,3]]", "\"dice\": list 1 must hold some of 1, 2, 4, 5, 6 ascending"},
    {1, "dice", "[[6,5],[1]]", "\"dice\": list 0 must hold some of"},
    {0, "special", "[[]]", "\"special\" must be two lists, one a player"},
    {0, "special", "[[101,101,101],[]]", "\"special\": list 0 must hold at most two dice"},
    {0, "special", "[[],null]", "\"special\": list 1 must hold at most two dice"},
    {0, "special", "[[],[6]]", "\"special\": list 1 must hold dice from 101 to 110"},
    {0, "items", "{}", "\"items\" must be a list of [square, die]"},
    {0, "items", "[[2,110],[1,106]]",
     "\"items\" must be a list of [square, die] by ascending squares"},
    {0, "items", "[[1]]", "\"items\" must be a list of [square, die] by ascending squares"},
    {0, "items", "[[1,110]]", "\"items\": no such item ever lies on square 1"},
    {0, "items", "[[3,110]]", "\"items\": no such item ever lies on square 3"},
    {0, "traps", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
     "\"traps\" must be a list of at most 14 squares"},
    {0, "traps", "[4,3]", "\"traps\" must be ascending squares from 1 to 68"},
    {0, "traps", "[0]", "\"traps\" must be ascending squares from 1 to 68"},
    {0, "bounces", "[1,2,3]", "\"bounces\" must be four numbers from 0 to 31"},
    {0, "bounces", "[1,2,3,32]", "\"bounces\" must be four numbers from 0 to 31"},
    {0, "bounces", "[31,2,3,0]", "\"winner\" is -1, but by pieces and bounces it must be 1"},
    {0, "forced", "[0,0]", "\"forced\" must be null or a list of 10 or 20 and a colour"},
    {0, "forced", "[10,4]", "\"forced\" must be null or"},
    {0, "forced", "10", "\"forced\" must be null or"},
    {0, "forced", "[10,1]",
     "the forced die is for blue, but yellow is in turn, of the other player"},
    {1, "forced", "null", "\"forced\" must be two dice, 0 for the player who is not in turn"},
    {1, "forced", "[0,10]", "\"forced\" must be two dice, 0 for the player who is not in turn"},
    {1, "forced", "[6,0]", "\"forced\" must hold 0, 10 or 20 for the player in turn"},
    {1, "forced", "[20,0]", "\"eat\" does not agree with \"forced\""},
    {1, "forced", "[10,0]", "\"goal\" does not agree with \"forced\""},
    {0, "run6", "2", "\"run6\" must be a whole number from 0 to 1"},
    {0, "run6", "true", "\"run6\" must be a whole number from 0 to 1"},
    {1, "flags", "[]", "\"flags\" must be a JSON object"},
    {1, "flags", "{\"eat\":0,\"goal\":0,\"rem6\":0}", "\"flags\" has no field \"ban\""},
    {1, "flags", "{\"eat\":0,\"goal\":0,\"rem6\":0,\"ban\":0,\"x\":0}",
     "\"flags\" has an unknown field \"x\""},
    {1, "flags", "{\"eat\":0,\"goal\":0,\"rem6\":0,\"ban\":2}",
     "\"ban\" must be a whole number from 0 to 1"},
    {0, "winner", "0", "\"winner\" is 0, but by pieces and bounces it must be -1"},
    {0, "winner", "2", "\"winner\" must be a whole number from -1 to 1"},
    {0, "win_color", "2", "\"win_color\" is 2, but by pieces and bounces it must be -1"},
};

static void wrong_json_is_refused_by_its_field_and_changes_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong_fields / sizeof *wrong_fields; i++) {
        struct parchis s = started(rule_sets[wrong_fields[i].course]);
        const struct parchis before = s;
        const char *field = wrong_fields[i].field, *value = wrong_fields[i].value;
        struct th_error e = {""};
        json_t *json = fields_to_json(&parchis_game, (const void *)&s);
        if (value == NULL)
            json_object_del(json, field);
        else
            json_object_set_new(json, field, json_loads(value, JSON_DECODE_ANY, NULL));
        if (parchis_from_json(&s, json, &e)) fail_msg("accepted: %s %s", field, value);
        if (strncmp(e.text, wrong_fields[i].sentence, strlen(wrong_fields[i].sentence)) != 0)
            fail_msg("%s %s: %s", field, value, e.text);
        assert_memory_equal(&s, &before, sizeof s);
        json_decref(json);
    }
    struct parchis s = started(PARCHIS_TEXT);
    struct th_error e;
    json_t *list = json_array();
    assert_false(parchis_from_json(&s, list, &e));
    assert_string_equal(e.text, "the state must be a JSON object");
    json_decref(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_states_of_the_course_data_read_back),
        cmocka_unit_test(all_states_of_the_text_data_read_back),
        cmocka_unit_test(states_of_random_play_read_back),
        cmocka_unit_test(a_position_may_be_a_json_object),
        cmocka_unit_test(wrong_json_is_refused_by_its_field_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
