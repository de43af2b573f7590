/* Fields of JSON objects, read strictly. */
#ifndef CORE_FIELDS_H
#define CORE_FIELDS_H

#include "tahur/error.h"
#include <jansson.h>

/* Whether the object has just these fields; if not, the reason. `where` is what to call it. */
bool fields_are(const json_t *json, const char *where, const char *const names[], int n,
                struct th_error *e);

#endif
