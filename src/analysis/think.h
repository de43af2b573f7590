/* Answers for people at a screen, as JSON (docs/api.md): the values of all moves of a position, a
 * hint, and the review of a game. They use one thread and take about a second (a review takes
 * longer); a flag ends them sooner. */
#ifndef ANALYSIS_THINK_H
#define ANALYSIS_THINK_H

#include "record/record.h"
#include <jansson.h>

/* The seed of the judgement. No game has it by accident, so rollouts tell nothing of its luck. */
#define THINK_SEED UINT64_C(5735816763073854)

struct think_question {
    const struct th_game *game;
    const struct th_options *options; /* of the game */
    const struct th_state *state;     /* a seat is in turn; its view, or the full state */
    const char *bot;                  /* a spec; NULL: the game's own choice */
    uint64_t seed;
    const th_flag *stop; /* NULL: never */
};

/* If no bot is named, values, hints and reviews are one judgement: the judge of the game's reviews
 * with the same budget and the same seed, whose answer depends on the position alone. So a move of
 * a position has the same value in all three. `seed` is not used then. (With one seat there is
 * nothing to win, and the bot that judges reviews answers.) */

/* The values of all legal moves, the best first. Each move has its chance of winning and the bot's
 * own measure. A named bot's choice comes first. For a named bot without chances, rollouts of it
 * (or of a faster bot) find them if the game has no judge of its own; otherwise they stay unknown,
 * as do those of moves that a search has hardly visited.
 *
 * When stopped, returns what was found so far, with "complete" false; NULL and *e if that is
 * nothing. */
json_t *think_json(const struct think_question *q, struct th_error *e);

/* The best move: {"move", "chance", "bot"}. When stopped before there is a judgement, the choice of
 * the adviser, without a chance. */
json_t *think_hint(const struct think_question *q, struct th_error *e);
/* The bot that gives hints in the terminal if none is named. */
const char *think_adviser(const struct th_game *game);

/* The review of a finished game by the same judgement: `tahur review --json --seed THINK_SEED`,
 * except that a search keeps nothing from one position to the next.  Returns NULL
 * and sets *e if it is stopped: there are no partial reviews. */
struct think_review {
    const th_flag *stop;
    void (*progress)(void *context, uint64_t done); /* steps, of record->steps; may be NULL */
    void *context;
};
json_t *think_review(const struct record *record, const struct think_review *how,
                     struct th_error *e);

#endif
