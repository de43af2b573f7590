/* Who plays whom in a contest: the series of a command, from its settings alone. */
#ifndef CLI_CONTEST_PLAN_H
#define CLI_CONTEST_PLAN_H

#include "arena/duel.h"
#include "contest.h"

struct contest_plan {
    struct series series; /* with all but who counts */
    struct fixture *fixture;
    struct duel duel; /* of a comparison */
};

/* contest_plan_drop is due in any case. The contest must stay where it is meanwhile. */
bool contest_plan_make(struct contest_plan *p, const struct contest *c, struct th_error *e);
void contest_plan_drop(struct contest_plan *p);

#endif
