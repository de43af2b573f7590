/* What the service offers of all the games and bots: no bots that are other programs, no options
 * that name files, and no numbers that would take more time or memory than one client may have. */
#ifndef SERVE_OFFER_H
#define SERVE_OFFER_H

#include "tahur/registry.h"
#include <jansson.h>

/* What GET /catalog answers. */
json_t *offer_catalog(void);

/* The spec of a game or a bot from its name and its options in JSON (NULL: none). */
bool offer_game_spec(const char *name, const json_t *options, char out[TH_SPEC_BYTES],
                     struct th_error *e);
bool offer_bot_spec(const struct th_game *game, const char *name, const json_t *options,
                    char out[TH_SPEC_BYTES], struct th_error *e);

/* Finds the bot of a spec, with its options within what is allowed; NULL and the reason if it is
 * not offered. Options that were not given are taken down to the limit, if there is one. */
const struct th_bot_kind *offer_bot(const struct th_game *game, const char *text,
                                    struct th_spec *spec, struct th_error *e);

#endif
