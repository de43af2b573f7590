#include "race_notation.h"

#include "core/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int column_name(int column) {
    return column + CANTSTOP_FIRST_COLUMN;
}

/* ---- reading ---- */

/* "2:3,7:5" or "-". `what` names it in messages. */
static bool read_progress(const struct cantstop_race *r, const char *word, const char *what,
                          int progress[], struct th_error *e) {
    if (strcmp(word, "-") == 0) return true;
    int before = 0;
    for (const char *p = word; *p != 0;) {
        char left[4], right[4];
        int used = 0;
        if (sscanf(p, "%3[0-9]:%3[0-9]%n", left, right, &used) != 2)
            return th_fail(e, "%s is written COLUMN:STEPS,… or -, not '%.20s'", what, p);
        const int name = atoi(left), steps = atoi(right), c = name - CANTSTOP_FIRST_COLUMN;
        if (c < 0 || c >= r->columns)
            return th_fail(e, "with dice of %d sides there are columns 2 to %d, not %d", r->sides,
                           2 * r->sides, name);
        if (name <= before)
            return th_fail(e, "column %d stands twice or out of order in %s", name, what);
        if (steps < 1 || steps > r->height[c])
            return th_fail(e, "%s in column %d is 1 to %d steps, not %d", what, name, r->height[c],
                           steps);
        progress[c] = steps;
        before = name;
        p += used;
        if (*p != 0 && (*p++ != ',' || *p == 0))
            return th_fail(e, "%s goes on with '%.20s' where ',' or a space is due", what, p - 1);
    }
    return true;
}

static bool read_roll(const struct cantstop_race *r, const char **p, int *roll) {
    int dice[4];
    for (int i = 0; i < 4; i++) {
        char word[4];
        if (!text_word(p, word, sizeof word) || word[0] < '1' || word[0] > '9' || word[1] != 0)
            return false;
        dice[i] = word[0] - '0';
    }
    *roll = cantstop_race_roll_of(r, dice);
    return *roll >= 0;
}

/* Where runners stand, and what the position waits for. */
static bool check(const struct cantstop_race *r, const struct race_position *p,
                  struct th_error *e) {
    int completed = 0, runners = 0;
    for (int c = 0; c < r->columns; c++) {
        completed += p->progress[c] == r->height[c];
        runners += p->steps[c] > 0;
        if (p->progress[c] + p->steps[c] > r->height[c])
            return th_fail(e,
                           "column %d has %d steps, but %d are made there already and temp has %d",
                           column_name(c), r->height[c], p->progress[c], p->steps[c]);
    }
    if (completed >= RACE_TO_WIN)
        return th_fail(e, "the race is over: %d columns are completed", completed);
    if (runners > RACE_RUNNERS)
        return th_fail(e, "at most three columns can be active, but temp has %d", runners);
    if (runners == 0 && p->phase == CANTSTOP_DECIDE)
        return th_fail(e, "before the first move of a turn there is nothing to decide");
    return true;
}

bool cantstop_race_parse(const struct cantstop_race *r, const char *text, struct race_position *p,
                         struct th_error *e) {
    char word[128];
    *p = (struct race_position){.phase = CANTSTOP_ROLL};
    if (!text_word(&text, word, sizeof word))
        return th_fail(e,
                       "a position begins with the progress in the columns, as in 2:1,5:3, or -");
    if (!read_progress(r, word, "the progress", p->progress, e)) return false;
    bool more = text_word(&text, word, sizeof word);
    if (more && strcmp(word, "temp") == 0) {
        if (!text_word(&text, word, sizeof word))
            return th_fail(e, "behind 'temp' stand the steps of this turn, as in 6:2,8:1, or -");
        if (!read_progress(r, word, "the temporary progress", p->steps, e)) return false;
        for (int c = 0; c < r->columns; c++)
            if (p->steps[c] > 0) p->phase = CANTSTOP_DECIDE;
        more = text_word(&text, word, sizeof word);
    }
    if (more && strcmp(word, "move") == 0) {
        p->phase = CANTSTOP_MOVE;
        if (!read_roll(r, &text, &p->roll))
            return th_fail(e, "behind 'move' stand four dice from 1 to %d, as in 'move 1 2 2 1'",
                           r->sides);
    } else if (more && (strcmp(word, "roll") == 0 || strcmp(word, "decide") == 0)) {
        p->phase = word[0] == 'r' ? CANTSTOP_ROLL : CANTSTOP_DECIDE;
    } else if (more) {
        return th_fail(e,
                       "'%.20s' is not understood; behind the progress may stand 'temp' with the "
                       "steps of this turn, then 'roll', 'decide' or 'move' with four dice",
                       word);
    }
    if (text[strspn(text, " ")] != 0)
        return th_fail(e, "'%.20s' is too much at the end of a position", text);
    return check(r, p, e);
}

/* ---- writing ---- */

static void add_progress(struct text *t, const struct cantstop_race *r, const int progress[]) {
    bool any = false;
    for (int c = 0; c < r->columns; c++) {
        if (progress[c] == 0) continue;
        text_add(t, "%s%d:%d", any ? "," : "", column_name(c), progress[c]);
        any = true;
    }
    if (!any) text_add(t, "-");
}

const char *cantstop_race_text(const struct cantstop_race *r, const struct race_position *p,
                               char *out, size_t size) {
    struct text t = text_in(out, size);
    const uint8_t *d = r->roll[p->roll].dice;
    add_progress(&t, r, p->progress);
    text_add(&t, " temp ");
    add_progress(&t, r, p->steps);
    text_add(&t, p->phase == CANTSTOP_ROLL     ? " roll"
                 : p->phase == CANTSTOP_DECIDE ? " decide"
                                               : "");
    if (p->phase == CANTSTOP_MOVE) text_add(&t, " move %d %d %d %d", d[0], d[1], d[2], d[3]);
    return out;
}

const char *cantstop_race_move_text(struct turn_move move, char out[16]) {
    struct text t = text_in(out, 16);
    text_add(&t, "%d", column_name(move.low));
    if (move.high >= 0) text_add(&t, "+%d", column_name(move.high));
    return out;
}
