/* Arbitrary bytes as a state of Parchís in JSON: by themselves, or as fields that replace those of
 * the start. What is accepted must be written the same again. */
#include "core/json.h"
#include "games/parchis/notation.h"
#include "games/parchis/switches.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    struct parchis s, before;
    struct th_error e;
    parchis_start(&s, data[0] % 2 == 0 ? PARCHIS_TEXT : PARCHIS_COURSE, true);
    before = s;
    json_t *json = json_loadb((const char *)data + 1, size - 1, JSON_DECODE_ANY, NULL);
    if (json == NULL) return 0;
    if (data[0] / 2 % 2 == 0 && json_is_object(json)) {
        json_t *start = fields_to_json(&parchis_game, (const void *)&s);
        json_object_update(start, json);
        json_decref(json);
        json = start;
    }
    if (parchis_from_json(&s, json, &e)) {
        json_t *again = fields_to_json(&parchis_game, (const void *)&s);
        if (!json_equal(json, again) || !parchis_valid(&s, &e) || s.key != parchis_key(&s)) abort();
        json_decref(again);
    } else if (memcmp(&s, &before, sizeof s) != 0) {
        abort();
    }
    json_decref(json);
    return 0;
}
