/* A position in which a seat decides, with a judge's values of its actions, as text and JSON. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "judge.h"
#include <jansson.h>

struct analysis {
    const struct th_game *game;
    const struct th_state *state; /* the full state, or the view of the seat in turn */
    struct th_state *room;        /* a buffer for one state */
    th_action legal[TH_LEGAL_MAX];
    int n, seat;
    int rank[TH_LEGAL_MAX]; /* indices in `legal`, best first; those without a value last */
    struct judge_opinion opinion;
};

/* Asks the judge; the caller has set game, state and room. The opinion is valid until the judge is
 * asked again. */
bool analysis_make(struct analysis *x, struct judge *judge, struct th_error *e);
/* The seat's chance of winning after an action, by index; NaN: unknown. */
double analysis_value(const struct analysis *x, int place);
void analysis_rank(struct analysis *x);

const char *analysis_action(const struct analysis *x, int place, char out[TH_ACTION_BYTES]);
/* The line that the bot expects after the action, joined by "; ", as far as it fits. */
enum { ANALYSIS_LINE_BYTES = 256 };
const char *analysis_line(const struct analysis *x, int place, char out[ANALYSIS_LINE_BYTES]);
/* The exact odds of the next chance event by the view of x->seat; NULL: none. */
const char *analysis_odds(const struct analysis *x, char out[TH_PICTURE_BYTES]);

/* The output of `tahur analyze --json`. `spec` is that of the game, `bot` that of the judge. */
json_t *analysis_json(const struct analysis *x, const char *spec, const char *bot);
/* How it was found: "exact", "search" or "rollouts". */
const char *analysis_way(const struct analysis *x);
/* A number, or null for NaN. */
json_t *analysis_number(double x);

#endif
