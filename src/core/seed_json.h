/* Seeds in JSON: a number where JSON's integers reach, the text of the seed otherwise. */
#ifndef CORE_SEED_JSON_H
#define CORE_SEED_JSON_H

#include "tahur/seed.h"
#include <jansson.h>

json_t *seed_json(struct th_seed seed);
/* False if it is none. */
bool seed_from_json(const json_t *json, struct th_seed *seed);

#endif
