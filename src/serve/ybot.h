/* The bots of Y as the course projects ask for them (docs/rules/y.md, “Bot service”): from what a
 * request says to a status and a body, whoever speaks HTTP. */
#ifndef SERVE_YBOT_H
#define SERVE_YBOT_H

#include "tahur/registry.h"
#include <jansson.h>

#define YBOT_STATUS "OK" /* the body of GET /status, as plain text */

struct ybot_question {
    const char *position;    /* YEN; NULL: there is none */
    const char *bot;         /* an id of the projects or a spec; NULL: mcts_bot */
    const char *api_version; /* of GET /play; in the path of the other it is v1 */
    /* Who may be asked; th_bot_find: all but other programs. */
    const struct th_bot_kind *(*find)(const struct th_game *game, const char *text,
                                      struct th_spec *spec, struct th_error *e);
    uint64_t seed;
    const th_flag *stop; /* NULL: never */
};

/* A mistake is 400 (position, version, an option), 404 (bot) or 409 (the game is over), with
 * {"message", "code"}. */
struct ybot_answer {
    int status;
    json_t *body;
};

/* POST /v1/ybot/choose/{bot}: {"api_version", "bot_id", "coords": {"x", "y", "z"}}. */
struct ybot_answer ybot_choose(const struct ybot_question *q);
/* GET /play: {"coords"}; or {"action": "swap"} if the position has "pie": 1 and the bot likes the
 * first stone. */
struct ybot_answer ybot_play(const struct ybot_question *q);

#endif
