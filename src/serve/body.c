#include "body.h"

#include "core/text.h"
#include <string.h>

json_t *body_parse(const char *bytes, size_t size, struct th_error *e) {
    json_error_t why;
    json_t *json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &why);
    if (json == NULL) {
        th_fail(e, "the body is no JSON: line %d, column %d: %s", why.line, why.column, why.text);
        return NULL;
    }
    if (json_is_object(json)) return json;
    json_decref(json);
    th_fail(e, "the body must be a JSON object");
    return NULL;
}

static bool is_kind(const json_t *value, enum body_kind kind) {
    switch (kind) {
    case BODY_TEXT:
        return json_is_string(value);
    case BODY_INTEGER:
        return json_is_integer(value);
    case BODY_SWITCH:
        return json_is_boolean(value);
    case BODY_OBJECT:
        return json_is_object(value);
    default:
        return json_is_array(value);
    }
}

static const struct body_field *find(const struct body_field *fields, const char *name) {
    while (fields->name != NULL && strcmp(fields->name, name) != 0) fields++;
    return fields->name != NULL ? fields : NULL;
}

static bool unknown_field(const char *where, const struct body_field *fields, const char *name,
                          struct th_error *e) {
    char list[200], wrong[TEXT_CLIP_BYTES];
    struct text t = text_in(list, sizeof list);
    for (const struct body_field *f = fields; f->name != NULL; f++)
        text_add(&t, "%s\"%s\"", f == fields ? "" : ", ", f->name);
    return th_fail(e, "%s has an unknown field \"%s\"; there are: %s", where,
                   text_clip(name, wrong), list);
}

bool body_check(const json_t *json, const char *where, const struct body_field *fields,
                struct th_error *e) {
    static const char *const kinds[] = {"a text", "a whole number", "true or false", "an object",
                                        "a list"};
    const char *name;
    json_t *value;
    if (!json_is_object(json)) return th_fail(e, "%s must be a JSON object", where);
    json_object_foreach((json_t *)json, name, value) {
        const struct body_field *f = find(fields, name);
        if (f == NULL) return unknown_field(where, fields, name, e);
        if (!is_kind(value, f->kind))
            return th_fail(e, "\"%s\" of %s must be %s", name, where, kinds[f->kind]);
    }
    for (const struct body_field *f = fields; f->name != NULL; f++)
        if (f->needed && json_object_get(json, f->name) == NULL)
            return th_fail(e, "%s has no field \"%s\"", where, f->name);
    return true;
}
