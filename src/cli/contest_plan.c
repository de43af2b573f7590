#include "contest_plan.h"

#include <stdlib.h>
#include <string.h>

/* Every bot in its place, the first first. */
static bool plan_arena(struct contest_plan *p, const struct contest *c, struct th_error *e) {
    p->fixture = calloc(1, sizeof *p->fixture);
    if (p->fixture == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < TH_SEATS_MAX; i++) p->fixture->line_up[0].bot[i] = i;
    p->series.fixtures = p->series.line_ups = 1;
    p->series.games = c->games;
    return true;
}

/* As many games of each line-up as were asked for, in whole blocks. */
static bool plan_league(struct contest_plan *p, const struct contest *c, struct th_error *e) {
    struct line_ups l = {0};
    const uint64_t seats = (uint64_t)c->seats;
    bool ok = line_ups_of_league(&l, c->format, c->seats, c->bots, e);
    if (ok) p->fixture = calloc((size_t)l.count, sizeof *p->fixture);
    if (ok && p->fixture == NULL) ok = th_fail(e, "out of memory");
    for (int i = 0; ok && i < l.count; i++) p->fixture[i].line_up[0] = l.list[i];
    p->series.fixtures = l.count;
    p->series.line_ups = 1;
    p->series.all_orders = true;
    p->series.games = (c->games + seats - 1) / seats * seats * (uint64_t)l.count;
    line_ups_drop(&l);
    return ok;
}

bool contest_plan_make(struct contest_plan *p, const struct contest *c, struct th_error *e) {
    *p = (struct contest_plan){.series = contest_series(c)};
    if (strcmp(c->command, "compare") == 0) {
        if (!duel_make(&p->duel, c->seats, c->others, c->elo0, c->elo1, c->alpha, c->beta, e))
            return false;
        p->series = compare_series(c, &p->duel);
        return true;
    }
    const bool arena = strcmp(c->command, "arena") == 0;
    if (!arena && strcmp(c->command, "league") != 0)
        return th_fail(e, "the run is of the command %s, whose games cannot be told", c->command);
    if (!(arena ? plan_arena(p, c, e) : plan_league(p, c, e))) return false;
    p->series.fixture = p->fixture;
    return true;
}

void contest_plan_drop(struct contest_plan *p) {
    duel_drop(&p->duel);
    free(p->fixture);
}
