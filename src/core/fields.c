#include "fields.h"

#include "text.h"
#include <string.h>

bool fields_are(const json_t *json, const char *where, const char *const names[], int n,
                struct th_error *e) {
    const char *key;
    json_t *value;
    if (!json_is_object(json)) return th_fail(e, "%s must be a JSON object", where);
    for (int i = 0; i < n; i++)
        if (json_object_get(json, names[i]) == NULL)
            return th_fail(e, "%s has no field \"%s\"", where, names[i]);
    json_object_foreach((json_t *)json, key, value) {
        bool known = false;
        for (int i = 0; i < n && !known; i++) known = strcmp(key, names[i]) == 0;
        char wrong[TEXT_CLIP_BYTES];
        if (!known)
            return th_fail(e, "%s has an unknown field \"%s\"", where, text_clip(key, wrong));
    }
    return true;
}
