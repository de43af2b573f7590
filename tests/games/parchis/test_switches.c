/* The table of switches (switches.h): every switch matters, alone, in both rule sets, and
 * docs/parchis-switches.md is the table. `test_parchis_switches --list` writes that page. */
#include "core/text.h"
#include "drawn_parchis.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* ---- a switch matters ---- */

/* A position with all its actions and where they lead, by one rule set. */
struct known {
    struct parchis s;
    int n;
    th_action legal[PARCHIS_LEGAL_MAX];
    struct parchis next[PARCHIS_LEGAL_MAX];
};

/* Whether the actions or their successors are others when one switch is turned. */
static bool noticed(const struct known *k, int which) {
    struct parchis s = k->s;
    th_action legal[PARCHIS_LEGAL_MAX];
    s.course ^= UINT64_C(1) << which;
    if (parchis_legal(&s, legal) != k->n) return true;
    if (memcmp(legal, k->legal, (size_t)k->n * sizeof *legal) != 0) return true;
    for (int i = 0; i < k->n; i++) {
        struct parchis after = s;
        parchis_apply(&after, legal[i]);
        after.course = k->next[i].course;
        if (memcmp(&after, &k->next[i], sizeof after) != 0) return true;
    }
    return false;
}

/* The action of [die, colour, piece]; a pass has no piece. */
static th_action read_action(const json_t *json) {
    const int number = (int)json_integer_value(json_array_get(json, 0));
    const int colour = (int)json_integer_value(json_array_get(json, 1));
    const int piece = (int)json_integer_value(json_array_get(json, 2));
    int die = PARCHIS_ONE;
    while (parchis_number[die] != number) die++;
    return parchis_action(die, piece < 0 ? PARCHIS_PASS : PARCHIS_EACH * colour + piece);
}

static void read_state(struct parchis *s, uint64_t rules, const json_t *json) {
    struct th_error e;
    parchis_start(s, rules, true);
    if (!parchis_from_json(s, json, &e)) fail_msg("%s", e.text);
}

static void read_line(struct known *k, uint64_t rules, const char *text) {
    json_t *line = json_loads(text, 0, NULL);
    const json_t *legal = json_object_get(line, "legal"), *next = json_object_get(line, "next");
    read_state(&k->s, rules, json_object_get(line, "state"));
    k->n = (int)json_array_size(legal);
    assert_in_range(k->n, 0, PARCHIS_LEGAL_MAX);
    for (int i = 0; i < k->n; i++) {
        k->legal[i] = read_action(json_array_get(legal, (size_t)i));
        read_state(&k->next[i], rules, json_array_get(next, (size_t)i));
    }
    json_decref(line);
}

/* Fails unless each switch, but for those in `elsewhere`, is noticed by some position of the file.
 */
static void assert_file_notices(uint64_t rules, const char *path, uint64_t elsewhere) {
    static char text[1 << 20];
    static struct known k;
    uint64_t found = elsewhere;
    gzFile file = gzopen(path, "rb");
    assert_non_null(file);
    while (found != PARCHIS_COURSE && gzgets(file, text, sizeof text) != NULL) {
        read_line(&k, rules, text);
        for (int which = 0; which < PARCHIS_SWITCHES; which++)
            if ((found >> which & 1) == 0 && noticed(&k, which)) found |= UINT64_C(1) << which;
    }
    gzclose(file);
    for (int which = 0; which < PARCHIS_SWITCHES; which++)
        if ((found >> which & 1) == 0)
            fail_msg("%s does not notice %s", path, parchis_switches[which].name);
}

/* The one that no position of the files shows. */
static const uint64_t jump_bounces = UINT64_C(1) << PARCHIS_JUMP_BOUNCES;

static void rules_text_every_switch_turned_alone_is_noticed(void **state) {
    (void)state;
    assert_file_notices(PARCHIS_TEXT, "tests/oracles/parchis/text_steps.jsonl.gz", jump_bounces);
}

static void rules_course_every_switch_turned_alone_is_noticed(void **state) {
    (void)state;
    assert_file_notices(PARCHIS_COURSE, "tests/oracles/parchis/steps_public.jsonl.gz",
                        jump_bounces);
}

/* Eight squares from 67 is c7, which is taken, then comes the goal, then c7 again. */
static void jump_bounces_where_an_own_piece_is_in_the_goal(void **state) {
    (void)state;
    static const char position[] = "yellow 67 c7 goal; special mushroom / -";
    struct parchis s = place_by(PARCHIS_TEXT, position);
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "goal");
    s = place_by(PARCHIS_TEXT | jump_bounces, position);
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "c6");
    s = place_by(PARCHIS_COURSE, position);
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "c6");
    s = place_by(PARCHIS_COURSE & ~jump_bounces, position);
    play(&s, "mushroom yellow 0");
    assert_at(&s, "yellow 0", "goal");
}

/* Section 4.8 of docs/rules/parchis-course.md. Yellow 0 is a mega at home; `there` puts a piece on
 * its exit square, 4, and the rest far away. A rule set without MEGA_NEEDS_ROOM asks for none. */
static void assert_mega_leaves_home(const char *there, bool allowed) {
    static const char *const dice[2] = {"bullet+red-shell", "blue-shell+lightning"};
    static const char *const actions[2][2] = {{"bullet yellow 0", "red-shell yellow 0"},
                                              {"blue-shell yellow 0", "lightning yellow 0"}};
    const uint64_t needs_room = UINT64_C(1) << PARCHIS_MEGA_NEEDS_ROOM;
    for (int i = 0; i < 2; i++) {
        char position[256];
        struct text t = text_in(position, sizeof position);
        text_add(&t, "%s; turn 9 yellow; special %s / -", there, dice[i]);
        const struct parchis s = place_by(PARCHIS_COURSE, position);
        const struct parchis free = place_by(PARCHIS_COURSE & ~needs_room, position);
        for (int j = 0; j < 2; j++) {
            if (can(&s, actions[i][j]) != allowed) fail_msg("%s: %s", position, actions[i][j]);
            assert_can(&free, actions[i][j]);
        }
    }
}

static void mega_at_home_needs_room_on_its_exit_square(void **state) {
    (void)state;
    /* own colour: normal, ghost, star */
    assert_mega_leaves_home("yellow home:mega:2 4 20; blue 30 31 64; red 45 50 58", false);
    assert_mega_leaves_home("yellow home:mega:2 4:ghost:3 20; blue 30 31 64; red 45 50 58", false);
    assert_mega_leaves_home("yellow home:mega:2 4:star:2 20; blue 30 31 64; red 45 50 58", false);
    /* a rival star, a rival mega alone */
    assert_mega_leaves_home("yellow home:mega:2 9 20; blue 4:star:2 31 64; red 45 50 58", false);
    assert_mega_leaves_home("yellow home:mega:2 9 20; blue 4:mega:2 31 64; red 45 50 58", false);
    /* empty, a rival, the partner */
    assert_mega_leaves_home("yellow home:mega:2 9 20; blue 30 31 64; red 45 50 58", true);
    assert_mega_leaves_home("yellow home:mega:2 9 20; blue 4 31 64; red 45 50 58", true);
    assert_mega_leaves_home("yellow home:mega:2 9 20; blue 30 31 64; red 4 50 58", true);
}

/* ---- the page ---- */

static const char *page_of_switches(void) {
    static char out[1 << 15];
    struct text t = text_in(out, sizeof out);
    text_add(&t, "# Parchís: where `rules=text` and `rules=course` differ\n\n"
                 "One engine plays both rule sets. Each difference is a switch of its own, and its "
                 "name stands in the code where the rule does.\n"
                 "This page is written from the table in `src/games/parchis/switches.h` by "
                 "`build/tests/test_parchis_switches --list`.\n\n"
                 "| switch | `rules=text` | `rules=course` |\n|---|---|---|\n");
    for (int which = 0; which < PARCHIS_SWITCHES; which++)
        text_add(&t, "| %s | %s | %s |\n", parchis_switches[which].name,
                 parchis_switches[which].text, parchis_switches[which].course);
    assert_true(t.length < sizeof out - 1);
    return out;
}

static void page_holds_exactly_the_table(void **state) {
    (void)state;
    static char text[1 << 15];
    FILE *file = fopen("docs/parchis-switches.md", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, page_of_switches());
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_text_every_switch_turned_alone_is_noticed),
        cmocka_unit_test(rules_course_every_switch_turned_alone_is_noticed),
        cmocka_unit_test(jump_bounces_where_an_own_piece_is_in_the_goal),
        cmocka_unit_test(mega_at_home_needs_room_on_its_exit_square),
        cmocka_unit_test(page_holds_exactly_the_table),
    };
    if (argc == 2 && strcmp(argv[1], "--list") == 0) return fputs(page_of_switches(), stdout) < 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
