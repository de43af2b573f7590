/* Answers for people at a screen, as JSON (docs/api.md): the values of all moves of a position, a
 * hint, and the review of a game. They use one thread and take about a second (a review takes
 * longer); a flag ends them sooner. */
#ifndef ANALYSIS_THINK_H
#define ANALYSIS_THINK_H

#include "record/record.h"
#include <jansson.h>

struct think_question {
    const struct th_game *game;
    const struct th_options *options; /* of the game */
    const struct th_state *state;     /* a seat is in turn; its view, or the full state */
    const char *bot;                  /* a spec; NULL: the game's own choice */
    uint64_t seed;
    const th_flag *stop; /* NULL: never */
};

/* The values of all legal moves, the bot's choice first; by perfect play, if no bot is named and
 * the game has a solver. Each move has its chance of winning and the bot's own measure. For a bot
 * without chances, rollouts of it (or of a faster bot) find them if the game has no judge of its
 * own; otherwise they stay unknown. A move that a search has hardly visited gets its share of wins
 * in random games, if the game has a bot for that, scaled down to the values of the other moves,
 * and no error.
 *
 * When stopped, returns what was found so far; NULL and *e if that is nothing. */
json_t *think_json(const struct think_question *q, struct th_error *e);

/* The bot's choice: {"move", "chance", "bot"}. */
json_t *think_hint(const struct think_question *q, struct th_error *e);
/* The bot that gives hints if none is named. */
const char *think_adviser(const struct th_game *game);

/* The review of a finished game by the game's own judge, as in `tahur review --json`. Returns NULL
 * and sets *e if it is stopped: there are no partial reviews. */
struct think_review {
    const th_flag *stop;
    uint64_t seed;
    void (*progress)(void *context, uint64_t done); /* steps, of record->steps; may be NULL */
    void *context;
};
json_t *think_review(const struct record *record, const struct think_review *how,
                     struct th_error *e);

#endif
