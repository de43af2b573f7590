/* Fields of states: the JSON that they make, and what every game writes. */
#include "core/fields.h"

#include "cmocka_includes.h"
#include "core/json.h"
#include "tahur/registry.h"
#include "tahur/state.h"
#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static void sample(const struct th_state *s, struct th_writer *w) {
    (void)s;
    w->begin_object(w);
    th_write_integer(w, "low", INT64_MIN);
    th_write_integer(w, "high", INT64_MAX);
    th_write_integer(w, "none", 0);
    th_write_text(w, "quo\"ted", "a\\b\tc\x1f é");
    th_write_list(w, "list");
    w->null(w);
    w->begin_list(w);
    w->end_list(w);
    w->begin_object(w);
    w->end_object(w);
    w->integer(w, -7);
    w->end_list(w);
    w->key(w, "object");
    w->begin_object(w);
    th_write_text(w, "empty", "");
    w->end_object(w);
    w->end_object(w);
}

static const struct th_game sample_game = {.name = "sample", .fields = sample};

static const char written[] =
    "{\"low\":-9223372036854775808,\"high\":9223372036854775807,\"none\":0,"
    "\"quo\\\"ted\":\"a\\\\b\\u0009c\\u001f é\",\"list\":[null,[],{},-7],"
    "\"object\":{\"empty\":\"\"}}";

static void json_is_written_without_spaces_and_escaped(void **state) {
    (void)state;
    char text[400];
    assert_string_equal(fields_json(&sample_game, NULL, text, sizeof text), written);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    assert_string_equal(json_string_value(json_object_get(json, "quo\"ted")), "a\\b\tc\x1f é");
    json_decref(json);
}

static void what_does_not_fit_is_dropped(void **state) {
    (void)state;
    for (size_t size = 1; size < sizeof written; size++) {
        char text[sizeof written + 1];
        memset(text, '~', sizeof text);
        fields_json(&sample_game, NULL, text, size);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, written, size - 1);
        assert_int_equal(text[size], '~');
    }
}

/* ---- every game ---- */

/* Checks that values and keys alternate in objects, and that all that begins ends. */
struct checker {
    struct th_writer writer;
    bool object[TH_FIELDS_DEPTH];
    int depth, values;
    bool keyed;
};

static struct checker *checker_of(struct th_writer *w) {
    return (struct checker *)(void *)w;
}

static void value(struct checker *c) {
    if (c->depth > 0) assert_int_equal(c->keyed, c->object[c->depth - 1]);
    c->keyed = false;
    c->values++;
}

static void begin(struct th_writer *w, bool object) {
    struct checker *c = checker_of(w);
    value(c);
    assert_in_range(c->depth, 0, TH_FIELDS_DEPTH - 1);
    c->object[c->depth++] = object;
}

static void end(struct th_writer *w, bool object) {
    struct checker *c = checker_of(w);
    assert_true(c->depth > 0 && !c->keyed);
    assert_int_equal(c->object[--c->depth], object);
}

static void begin_object(struct th_writer *w) {
    begin(w, true);
}

static void end_object(struct th_writer *w) {
    end(w, true);
}

static void begin_list(struct th_writer *w) {
    begin(w, false);
}

static void end_list(struct th_writer *w) {
    end(w, false);
}

static void key(struct th_writer *w, const char *name) {
    struct checker *c = checker_of(w);
    assert_true(c->depth > 0 && c->object[c->depth - 1] && !c->keyed && name[0] != 0);
    c->keyed = true;
}

static void integer(struct th_writer *w, int64_t number) {
    (void)number;
    value(checker_of(w));
}

static void text(struct th_writer *w, const char *words) {
    assert_non_null(words);
    value(checker_of(w));
}

static void null(struct th_writer *w) {
    value(checker_of(w));
}

static void every_game_writes_one_object(void **state) {
    (void)state;
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game;
        struct th_error e;
        struct checker c = {
            .writer = {begin_object, end_object, begin_list, end_list, key, integer, text, null}};
        struct th_state *s = th_state_start(th_game_at(i)->name, &game, &e);
        assert_non_null(s);
        assert_true(th_state_fields(game, s, &c.writer, &e));
        assert_int_equal(c.depth, 0);
        assert_true(c.values > 3);
        json_t *json = fields_to_json(game, s);
        assert_true(json_is_object(json));
        json_decref(json);
        assert_false(th_state_fields(game, s, NULL, &e));
        free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_written_without_spaces_and_escaped),
        cmocka_unit_test(what_does_not_fit_is_dropped),
        cmocka_unit_test(every_game_writes_one_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
