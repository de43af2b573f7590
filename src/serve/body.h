/* The body of a request, read strictly: a JSON object with known fields of the right kinds. */
#ifndef SERVE_BODY_H
#define SERVE_BODY_H

#include "tahur/error.h"
#include <jansson.h>
#include <stddef.h>

enum body_kind { BODY_TEXT, BODY_INTEGER, BODY_SWITCH, BODY_OBJECT, BODY_LIST };

struct body_field {
    const char *name; /* NULL ends a table */
    enum body_kind kind;
    bool needed;
};

/* NULL and the reason if the bytes are no JSON object. */
json_t *body_parse(const char *bytes, size_t size, struct th_error *e);
/* Whether an object has fields of this table only, and all that are needed. `where` is what to call
 * it. */
bool body_check(const json_t *json, const char *where, const struct body_field *fields,
                struct th_error *e);

#endif
