/* A review for programs, and its words. */
#ifndef ANALYSIS_REVIEW_JSON_H
#define ANALYSIS_REVIEW_JSON_H

#include "review.h"
#include <jansson.h>

/* An action at this step of the record, and the position before it, in writing. */
const char *review_action(const struct record *r, size_t step, th_action a,
                          char out[TH_ACTION_BYTES]);
const char *review_position(const struct record *r, size_t step, char out[TH_POSITION_BYTES]);
/* What was done there; "(resigns)" and the like behind the last step. */
const char *review_did(const struct record *r, const struct review *review, size_t step,
                       char out[TH_ACTION_BYTES]);

/* What `tahur review --json` writes; `judge` says in words who judged. */
json_t *review_json(const struct record *r, const struct review *review, const char *judge);

#endif
