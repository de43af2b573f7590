/* Positions as JSON objects:
 *
 *   {"progress":[[0,0,…],…],"temporary":[0,…],"seat":1,"round":3,"rolls":3,"waits":"move",
 *    "dice":[2,4,4,6]}
 *
 * The steps of each seat, and those of this turn, by column from 2 to 12; the rest as in positions
 * in one line (notation.h). There are dice only where a move is to be chosen. Where an option of
 * the rules is not the default one there is "rules" with the text of the line, as in
 * "closed=1,columns=4". An object is read by writing it as such a line: one reader knows what
 * contradicts itself. */
#include "core/json.h"
#include "core/text.h"
#include "notation.h"
#include <string.h>

static const char *const phases[] = {"roll", "move", "decide", "over"};

/* ---- writing ---- */

static void write_steps(struct th_writer *w, const uint8_t steps[CANTSTOP_COLUMNS]) {
    w->begin_list(w);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) w->integer(w, steps[c]);
    w->end_list(w);
}

void cantstop_fields(const struct th_state *s, struct th_writer *w) {
    const struct cantstop *b = (const struct cantstop *)(const void *)s;
    uint8_t temporary[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) temporary[c] = (uint8_t)cantstop_temporary(b, c);
    w->begin_object(w);
    th_write_list(w, "progress");
    for (int p = 0; p < b->players; p++) write_steps(w, b->permanent[p]);
    w->end_list(w);
    w->key(w, "temporary");
    write_steps(w, temporary);
    th_write_integer(w, "seat", b->seat);
    th_write_integer(w, "round", (b->turns - (b->phase == CANTSTOP_OVER)) / b->players);
    th_write_integer(w, "rolls", b->rolls);
    th_write_text(w, "waits", phases[b->phase]);
    th_write_list(w, "dice");
    for (int i = 0; b->phase == CANTSTOP_MOVE && i < 4; i++)
        w->integer(w, cantstop_tables.rolls[b->roll].dice[i]);
    w->end_list(w);
    char rules[CANTSTOP_RULES_BYTES];
    if (cantstop_rules_text_of(b, rules, sizeof rules)[0] != 0) th_write_text(w, "rules", rules);
    w->end_object(w);
}

/* ---- reading ---- */

/* A list of eleven numbers as "6:2,8:1", or "-". */
static bool add_line_steps(struct text *t, const json_t *list, const char *field,
                           struct th_error *e) {
    bool any = false;
    bool ok = json_array_size(list) == CANTSTOP_COLUMNS;
    for (size_t c = 0; ok && c < CANTSTOP_COLUMNS; c++) {
        const json_t *steps = json_array_get(list, c);
        ok = json_is_integer(steps) && json_integer_value(steps) >= 0 &&
             json_integer_value(steps) <= cantstop_height[c];
        if (!ok || json_integer_value(steps) == 0) continue;
        text_add(t, "%s%d:%d", any ? "," : "", (int)c + CANTSTOP_FIRST_COLUMN,
                 (int)json_integer_value(steps));
        any = true;
    }
    if (!any) text_add(t, "-");
    return ok ||
           th_fail(e, "\"%s\" must hold the steps in the columns 2 to 12, eleven numbers", field);
}

static bool add_number(struct text *t, const json_t *json, const char *field, struct th_error *e) {
    const json_t *value = json_object_get(json, field);
    if (!json_is_integer(value)) return th_fail(e, "\"%s\" must be a whole number", field);
    text_add(t, " %s %" JSON_INTEGER_FORMAT, field, json_integer_value(value));
    return true;
}

static bool add_waiting(struct text *t, const json_t *json, struct th_error *e) {
    const char *waits = json_string_value(json_object_get(json, "waits"));
    const json_t *dice = json_object_get(json, "dice");
    const bool move = waits != NULL && strcmp(waits, phases[CANTSTOP_MOVE]) == 0;
    if (waits == NULL || strspn(waits, "abcdefghijklmnopqrstuvwxyz") != strlen(waits))
        return th_fail(e, "\"waits\" must be \"roll\", \"move\", \"decide\" or \"over\"");
    if (!json_is_array(dice) || json_array_size(dice) != (move ? 4 : 0))
        return th_fail(e, "\"dice\" must hold four dice to move with, and otherwise none");
    text_add(t, " %s", waits);
    for (size_t i = 0; i < json_array_size(dice); i++) {
        if (!json_is_integer(json_array_get(dice, i)))
            return th_fail(e, "\"dice\" must hold whole numbers");
        text_add(t, " %" JSON_INTEGER_FORMAT, json_integer_value(json_array_get(dice, i)));
    }
    return true;
}

/* The rules, where they are named. */
static bool add_rules(struct text *t, const json_t *json, struct th_error *e) {
    const json_t *rules = json_object_get(json, "rules");
    const char *given = json_string_value(rules);
    if (rules == NULL) return true;
    if (given == NULL || strspn(given, "abcdefghijklmnopqrstuvwxyz0123456789=,") != strlen(given))
        return th_fail(e, "\"rules\" must be a text such as \"closed=1,columns=4\"");
    text_add(t, " rules %s", given);
    return true;
}

static bool add_all(struct text *t, const json_t *json, int players, struct th_error *e) {
    static const char *const names[] = {"progress", "temporary", "seat", "round",
                                        "rolls",    "waits",     "dice", "rules"};
    const json_t *progress = json_object_get(json, "progress");
    const int fields = sizeof names / sizeof *names - (json_object_get(json, "rules") == NULL);
    if (!fields_are(json, "the position", names, fields, e)) return false;
    if (json_array_size(progress) != (size_t)players)
        return th_fail(e, "\"progress\" must hold a list for each of the %d seats", players);
    for (int p = 0; p < players; p++) {
        if (p > 0) text_add(t, "/");
        if (!add_line_steps(t, json_array_get(progress, (size_t)p), "progress", e)) return false;
    }
    text_add(t, " temp ");
    return add_line_steps(t, json_object_get(json, "temporary"), "temporary", e) &&
           add_number(t, json, "seat", e) && add_number(t, json, "round", e) &&
           add_number(t, json, "rolls", e) && add_waiting(t, json, e) && add_rules(t, json, e);
}

bool cantstop_json_as_line(const char *text, int players, char *out, size_t size,
                           struct th_error *e) {
    struct text t = text_in(out, size);
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    const bool ok = json != NULL ? add_all(&t, json, players, e)
                                 : th_fail(e, "the position is not JSON, at character %d: %s",
                                           error.position, error.text);
    json_decref(json);
    return ok;
}
