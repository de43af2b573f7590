/* A position in which a seat decides, with what a judge holds of each of its actions: to be told to
 * people and to programs. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "judge.h"
#include <jansson.h>

struct analysis {
    const struct th_game *game;
    const struct th_state *state; /* whole, or what the seat in turn knows */
    struct th_state *room;        /* for one state */
    th_action legal[TH_LEGAL_MAX];
    int n, seat;
    int rank[TH_LEGAL_MAX]; /* places in `legal`, best first; what was not looked at comes last */
    struct judge_opinion opinion;
};

/* Asks the judge about game, state and room, which are filled in. The opinion is good until the
 * judge is asked again. */
bool analysis_make(struct analysis *x, struct judge *judge, struct th_error *e);
/* By place: the seat's chance of winning; NaN: unknown. */
double analysis_value(const struct analysis *x, int place);
void analysis_rank(struct analysis *x);

const char *analysis_action(const struct analysis *x, int place, char out[TH_ACTION_BYTES]);
/* What the bot expects to follow the action, joined by "; ", as much as there is room for. */
enum { ANALYSIS_LINE_BYTES = 256 };
const char *analysis_line(const struct analysis *x, int place, char out[ANALYSIS_LINE_BYTES]);
/* What chance can do next, exactly, as far as x->seat can know; NULL: nothing. */
const char *analysis_odds(const struct analysis *x, char out[TH_PICTURE_BYTES]);

/* What `tahur analyze --json` writes. `spec` is that of the game, `bot` that of the judge. */
json_t *analysis_json(const struct analysis *x, const char *spec, const char *bot);
/* How it was found: "exact", "search" or "rollouts". */
const char *analysis_way(const struct analysis *x);
/* A number, or null for NaN. */
json_t *analysis_number(double x);

#endif
