/* Answers for somebody at a screen, in JSON (docs/api.md): what a bot thinks of a position, what it
 * advises, and the review of a game. One thread, about a second (a review takes longer), and sooner
 * if a flag says that it is enough. */
#ifndef ANALYSIS_THINK_H
#define ANALYSIS_THINK_H

#include "record/record.h"
#include <jansson.h>

struct think_question {
    const struct th_game *game;
    const struct th_options *options; /* of the game */
    const struct th_state *state;     /* a seat is in turn; its view of it, or the whole */
    const char *bot;                  /* a spec; NULL: whoever is good at it */
    uint64_t seed;
    const th_flag *stop; /* NULL: never */
};

/* What the bot thinks of every legal move, its choice first; perfect play, if no bot is named and
 * the game can find it. The chances that it tells, and its own measure of the moves. Of a bot that
 * tells no chances, rollouts of it (or of a faster one) find them where the game has nobody who
 * tells, and else they stay unknown. What a search has hardly tried has the share of random games,
 * where the game has a bot for that, brought down to what the search tells of the others; without
 * an error.
 *
 * Stopped, it tells what was found so far; NULL and the reason if that is nothing. */
json_t *think_json(const struct think_question *q, struct th_error *e);

/* What the bot would do: {"move", "chance", "bot"}. */
json_t *think_hint(const struct think_question *q, struct th_error *e);
/* Who gives hints if nobody is named. */
const char *think_adviser(const struct th_game *game);

/* The review of a finished game by the game's own judge, as `tahur review --json` writes it. NULL
 * and the reason if it is stopped: half a review is none. */
struct think_review {
    const th_flag *stop;
    uint64_t seed;
    void (*progress)(void *context, uint64_t done); /* steps, of record->steps; may be NULL */
    void *context;
};
json_t *think_review(const struct record *record, const struct think_review *how,
                     struct th_error *e);

#endif
