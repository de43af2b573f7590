/* Marks: the variables of the formula, and its value for each submission. */
#include "results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of each level; those of seats are as many as the game has. */
enum {
    OF_LEVEL_SHARE,
    OF_LEVEL_LOW,
    OF_LEVEL_HIGH,
    OF_LEVEL_BEATEN,
    OF_LEVEL_SEATS,
    OF_LEVEL_MAX = OF_LEVEL_SEATS + TH_SEATS_MAX
};
static const char *const level_endings[OF_LEVEL_MAX] = {"",       ".low",    ".high",  ".beaten",
                                                        ".first", ".second", ".third", ".fourth"};

enum {
    GLOBAL_BEATEN,
    GLOBAL_LEVELS,
    GLOBAL_PASSES,
    GLOBAL_BUILT,
    GLOBAL_SOUND,
    GLOBAL_RANK,
    GLOBAL_SUBMISSIONS,
    GLOBAL_RATING,
    GLOBAL_SHARE,
    GLOBAL_FAULTS,
    GLOBAL_DISQUALIFIED,
    GLOBALS,
};
static const char *const global_names[GLOBALS] = {[GLOBAL_BEATEN] = "beaten",
                                                  [GLOBAL_LEVELS] = "levels",
                                                  [GLOBAL_PASSES] = "passes",
                                                  [GLOBAL_BUILT] = "built",
                                                  [GLOBAL_SOUND] = "sound",
                                                  [GLOBAL_RANK] = "rank",
                                                  [GLOBAL_SUBMISSIONS] = "submissions",
                                                  [GLOBAL_RATING] = "rating",
                                                  [GLOBAL_SHARE] = "share",
                                                  [GLOBAL_FAULTS] = "faults",
                                                  [GLOBAL_DISQUALIFIED] = "disqualified"};

enum { VARIABLES_MAX = GLOBALS + CLASS_LEVELS_MAX * OF_LEVEL_MAX };

/* Globals first, then level by level. */
static int level_variables(const struct classroom *c) {
    return OF_LEVEL_SEATS + c->seats;
}

bool class_read_marks(struct classroom *c, struct th_error *e) {
    enum { NAME_BYTES = TH_SPEC_BYTES + 16 };
    const char *names[VARIABLES_MAX];
    const int each = level_variables(c), count = GLOBALS + c->levels * each;
    if (c->set.marks == NULL) return true;
    char(*text)[NAME_BYTES] = calloc((size_t)count, sizeof *text);
    if (text == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < GLOBALS; i++) names[i] = global_names[i];
    for (int i = GLOBALS; i < count; i++) {
        snprintf(text[i], NAME_BYTES, "%s%s", c->level[(i - GLOBALS) / each].text,
                 level_endings[(i - GLOBALS) % each]);
        names[i] = text[i];
    }
    c->formula = formula_read(c->set.marks, names, count, e);
    free(text);
    return c->formula != NULL;
}

/* ---- values ---- */

static double share_of(const struct seat_result *s) {
    return s->games > 0 ? s->won / (double)s->games : 0;
}

static void set_level(const struct classroom *c, const struct level_result *l, double value[]) {
    const struct bets_interval x = bets_interval(&l->exam.scores, l->exam.confidence);
    value[OF_LEVEL_SHARE] = share_of(&l->all);
    value[OF_LEVEL_LOW] = x.low;
    value[OF_LEVEL_HIGH] = x.high;
    value[OF_LEVEL_BEATEN] = level_is_beaten(l);
    for (int i = 0; i < c->seats; i++) value[OF_LEVEL_SEATS + i] = share_of(&l->seat[i]);
}

/* Of one that does not play, all counts and shares are 0. */
static void set_values(const struct class_results *r, int submission, double value[]) {
    const struct classroom *c = r->class;
    const struct submission *s = &c->submission[submission];
    const enum submission_status status = submission_status(s);
    memset(value, 0, VARIABLES_MAX * sizeof *value);
    value[GLOBAL_LEVELS] = c->levels;
    value[GLOBAL_SUBMISSIONS] = class_players(c);
    value[GLOBAL_BUILT] = status == SUBMISSION_SOUND || status == SUBMISSION_UNSOUND;
    value[GLOBAL_SOUND] = status == SUBMISSION_SOUND;
    value[GLOBAL_RANK] = INFINITY;
    value[GLOBAL_RATING] = -INFINITY;
    if (s->bot < 0) return;
    for (int i = 0; i < c->levels; i++) {
        const struct level_result *l = class_level_result(r, submission, i);
        set_level(c, l, value + GLOBALS + i * level_variables(c));
        value[GLOBAL_BEATEN] += level_is_beaten(l);
    }
    value[GLOBAL_PASSES] = value[GLOBAL_BEATEN] >= c->levels;
    value[GLOBAL_FAULTS] = (double)r->player[s->bot].faults;
    value[GLOBAL_DISQUALIFIED] = c->bot[s->bot].out_after > 0;
    if (!r->rated) return;
    struct th_arena_standing standing;
    league_standing(&r->league, s->bot, &standing);
    value[GLOBAL_RANK] = r->rank[s->bot];
    value[GLOBAL_RATING] = rating_elo(r->ratings.strength[s->bot]);
    value[GLOBAL_SHARE] = isnan(standing.share.mean) ? 0 : standing.share.mean;
}

void class_count_marks(struct class_results *r) {
    const struct classroom *c = r->class;
    for (int i = 0; i < c->submissions; i++) {
        double value[VARIABLES_MAX];
        r->mark[i] = NAN;
        if (c->formula == NULL) continue;
        set_values(r, i, value);
        const double mark = formula_value(c->formula, value);
        if (isfinite(mark))
            r->mark[i] = mark;
        else if (c->submission[i].bot < 0)
            r->mark[i] = 0;
    }
}
