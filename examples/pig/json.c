/* Positions as fields, which programs outside are sent as JSON:
 *
 *   {"scores":[12,40],"goal":100,"turn":14,"seat":1,"round":3,"waits":"decide"}
 *
 * An object is read by writing it as a line: one reader knows what contradicts itself. */
#include "core/json.h"
#include "core/text.h"
#include "pig.h"
#include <string.h>

void pig_fields(const struct th_state *s, struct th_writer *w) {
    const struct pig *p = pig_in(s);
    w->begin_object(w);
    th_write_list(w, "scores");
    for (int i = 0; i < p->players; i++) w->integer(w, p->score[i]);
    w->end_list(w);
    th_write_integer(w, "goal", p->goal);
    th_write_integer(w, "turn", p->turn_total);
    th_write_integer(w, "seat", p->seat);
    th_write_integer(w, "round", (p->turns - (p->phase == PIG_OVER)) / p->players);
    th_write_text(w, "waits", pig_phase_words[p->phase]);
    w->end_object(w);
}

static bool add_number(struct text *t, const char *before, const json_t *value, const char *field,
                       struct th_error *e) {
    if (!json_is_integer(value)) return th_fail(e, "\"%s\" must hold whole numbers", field);
    text_add(t, "%s%" JSON_INTEGER_FORMAT, before, json_integer_value(value));
    return true;
}

static bool add_all(struct text *t, const struct pig *p, const json_t *json, struct th_error *e) {
    static const char *const names[] = {"scores", "goal", "turn", "seat", "round", "waits"};
    if (!fields_are(json, "the position", names, sizeof names / sizeof *names, e)) return false;
    const json_t *scores = json_object_get(json, "scores");
    if (json_array_size(scores) != p->players)
        return th_fail(e, "\"scores\" must hold a number for each of the %d seats", p->players);
    for (size_t i = 0; i < p->players; i++)
        if (!add_number(t, i == 0 ? "" : "/", json_array_get(scores, i), "scores", e)) return false;
    if (json_integer_value(json_object_get(json, "goal")) != p->goal)
        return th_fail(e, "\"goal\" must be %d, as the game's options have it", p->goal);
    const char *waits = json_string_value(json_object_get(json, "waits"));
    if (waits == NULL || strspn(waits, "abcdefghijklmnopqrstuvwxyz") != strlen(waits))
        return th_fail(e, "\"waits\" must be \"roll\", \"decide\" or \"over\"");
    const bool ok = add_number(t, " turn ", json_object_get(json, "turn"), "turn", e) &&
                    add_number(t, " seat ", json_object_get(json, "seat"), "seat", e) &&
                    add_number(t, " round ", json_object_get(json, "round"), "round", e);
    text_add(t, " %s", waits);
    return ok;
}

bool pig_json_as_line(const struct pig *p, const char *text, char *out, size_t size,
                      struct th_error *e) {
    struct text t = text_in(out, size);
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    const bool ok = json != NULL ? add_all(&t, p, json, e)
                                 : th_fail(e, "the position is not JSON, at character %d: %s",
                                           error.position, error.text);
    json_decref(json);
    return ok;
}
