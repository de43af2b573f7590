#include "approx.h"

#include "core/wide.h"
#include "lanes.h"
#include <stdlib.h>
#include <string.h>

bool cantstop_approx_is_fitted(const struct cantstop_race *race) {
    return race->sides == 6 && race->shortest == 3;
}

static void take_outlook(struct approx *a) {
    const struct outlook_turns *n = &cantstop_outlook(a->race->forced)->turns;
    for (int c = 0; c < a->race->columns; c++)
        memcpy(a->row[a->first[c]], n->column[c],
               (size_t)(a->race->height[c] + 1) * sizeof *a->row);
    memcpy(a->weight, n->weight, sizeof a->weight);
    a->base = n->base;
    a->outlook = n;
}

bool cantstop_approx_make(struct approx *a, const struct cantstop_race *race, struct th_error *e) {
    _Static_assert((int)APPROX_UNITS == (int)OUTLOOK_UNITS, "one layout");
    *a = (struct approx){.race = race};
    for (int c = 0; c < race->columns; c++) {
        a->first[c] = a->rows;
        a->rows += race->height[c] + 1;
    }
    a->row = calloc((size_t)a->rows, sizeof *a->row);
    if (a->row == NULL) return th_fail(e, "out of memory");
    if (cantstop_approx_is_fitted(race)) take_outlook(a);
    return true;
}

void cantstop_approx_drop(struct approx *a) {
    free(a->row);
}

/* ---- values ---- */

static int completed_in(const struct cantstop_race *r, const int progress[]) {
    int completed = 0;
    for (int c = 0; c < r->columns; c++) completed += progress[c] == r->height[c];
    return completed;
}

static const float no_row[APPROX_UNITS];

WIDE double cantstop_approx_turns(const struct approx *a, const int progress[]) {
    if (completed_in(a->race, progress) >= RACE_TO_WIN) return 0;
    float unit[APPROX_UNITS] = {0};
    for (int c = 0; c < a->race->columns; c++)
        add_row(unit, a->row[a->first[c] + progress[c]], APPROX_UNITS);
    return at_least_one(weigh(unit, no_row, a->weight, APPROX_UNITS) + a->base);
}

/* One block: `unit` without the rows of its columns, row[i] those of its columns at one step. */
WIDE static void fill_block(const struct approx *a, const struct turn_block *b, int completed,
                            const float unit[APPROX_UNITS], const float *const row[RACE_RUNNERS],
                            double *stop) {
    float first[APPROX_UNITS], second[APPROX_UNITS];
    for (int i = 0; i < b->room[0]; i++) {
        const int one = completed + (i + 1 == b->room[0]);
        memcpy(first, unit, sizeof first);
        add_row(first, row[0] + i * APPROX_UNITS, APPROX_UNITS);
        for (int j = 0; j < b->room[1]; j++) {
            const int two = one + (b->runners > 1 && j + 1 == b->room[1]);
            memcpy(second, first, sizeof second);
            add_row(second, row[1] + j * APPROX_UNITS, APPROX_UNITS);
            for (int k = 0; k < b->room[2]; k++) {
                const int three = two + (b->runners > 2 && k + 1 == b->room[2]);
                const float sum = weigh(second, row[2] + k * APPROX_UNITS, a->weight, APPROX_UNITS);
                *stop++ = three >= RACE_TO_WIN ? 0 : at_least_one(sum + a->base);
            }
        }
    }
}

void cantstop_approx_fill(const struct approx *a, const int progress[], struct cantstop_turn *t) {
    if (a->outlook != NULL) {
        uint8_t banked[CANTSTOP_COLUMNS];
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) banked[c] = (uint8_t)progress[c];
        cantstop_outlook_fill(a->outlook, banked, t);
        return;
    }
    const int completed = completed_in(a->race, progress);
    for (int at = 0; at < t->blocks; at++) {
        const struct turn_block *b = &t->block[at];
        const float *row[RACE_RUNNERS] = {no_row, no_row, no_row};
        unsigned used = 0;
        for (int i = 0; i < b->runners; i++) {
            const int c = b->column[i];
            used |= 1U << c;
            row[i] = a->row[a->first[c] + progress[c] + 1];
        }
        float unit[APPROX_UNITS] = {0};
        for (int c = 0; c < a->race->columns; c++)
            if (!(used >> c & 1)) add_row(unit, a->row[a->first[c] + progress[c]], APPROX_UNITS);
        fill_block(a, b, completed, unit, row, t->stop + b->first);
    }
}
