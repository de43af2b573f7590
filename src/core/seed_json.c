#include "seed_json.h"

json_t *seed_json(struct th_seed seed) {
    char text[TH_SEED_BYTES];
    if (seed.word[1] == 0 && seed.word[0] <= INT64_MAX)
        return json_integer((json_int_t)seed.word[0]);
    return json_string(th_seed_write(seed, text));
}

bool seed_from_json(const json_t *json, struct th_seed *seed) {
    if (!json_is_integer(json)) return th_seed_read(json_string_value(json), seed);
    *seed = th_seed_of((uint64_t)json_integer_value(json));
    return json_integer_value(json) >= 0;
}
