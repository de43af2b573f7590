/* JSON helpers: strict checks of fields; seeds and settings of bots as JSON; failed allocations. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include "tahur/bot.h"
#include "tahur/error.h"
#include "tahur/seed.h"
#include <jansson.h>

/* Whether the object has exactly these fields; if not, returns false and sets *e. `where` is its
 * name in messages. */
bool fields_are(const json_t *json, const char *where, const char *const names[], int n,
                struct th_error *e);

/* The fields of a state as a JSON object; the caller owns it. NULL if there is no memory. */
json_t *fields_to_json(const struct th_game *game, const struct th_state *s);

/* A seed in JSON: a number if it fits a JSON integer, otherwise its text. */
json_t *seed_json(struct th_seed seed);
/* Returns false if it is not a seed. */
bool seed_from_json(const json_t *json, struct th_seed *seed);

/* A bot in the settings of saved runs: its name, its spec and a digest of the file that it reads.
 * The caller owns the result. */
json_t *bot_settings(const char *name, const struct th_bot_kind *kind,
                     const struct th_options *options);

/* ---- allocations of jansson ---- */

/* jansson reports a failed allocation as an error in the text, or not at all. After the first call
 * of json_memory_watch, failed allocations of jansson are recorded. */
void json_memory_watch(void);
/* Whether one has failed in this thread since the last call. */
bool json_memory_lacked(void);

#endif
