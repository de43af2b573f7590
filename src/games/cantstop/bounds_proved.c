/* The lower bound without simulation: three columns take at least 3 / G turns (bounds.h). */
#include "bounds.h"

/* What three columns need at least, of 1 each. */
static double columns_needed(const struct cantstop_race *race, const int from[]) {
    double least[RACE_TO_WIN] = {1, 1, 1};
    for (int c = 0; c < race->columns; c++) {
        double left = 1 - (double)from[c] / race->height[c];
        for (int i = 0; i < RACE_TO_WIN; i++)
            if (left < least[i]) {
                const double held = least[i];
                least[i] = left;
                left = held;
            }
    }
    return least[0] + least[1] + least[2];
}

/* The chance that a roll has neither of two columns, at least. */
static double miss_two(const struct cantstop_race *r) {
    double least = 1;
    for (int a = 0; a < r->columns; a++)
        for (int b = a + 1; b < r->columns; b++) {
            double miss = 0;
            for (int i = 0; i < r->rolls; i++) {
                bool hit = false;
                for (int k = 0; k < 3; k++) {
                    const struct race_pairing p = r->pairing[r->roll[i].pairing[k]];
                    hit = hit || p.low == a || p.low == b || p.high == a || p.high == b;
                }
                if (!hit) miss += r->roll[i].chance;
            }
            if (miss < least) least = miss;
        }
    return least;
}

/* What a turn brings that has come to the top of the high columns: more than it could further on.
 * With three runners every roll busts with at least that chance; before, no more than two rolls in
 * the mean open a column that miss both of two. */
static double top_bonus(const struct cantstop_race *race, const struct turn_block *b, double miss,
                        double bust) {
    double most = 0;
    for (int c = 0; c < race->columns; c++) {
        const bool its = c == b->column[0] || c == b->column[1] || c == b->column[2];
        if ((its || b->runners < RACE_RUNNERS) && 1.0 / race->height[c] > most)
            most = 1.0 / race->height[c];
    }
    if (b->runners == RACE_RUNNERS) return 2 * most / b->triple[0].bust;
    return 2 * most * (1 / bust + 2 / miss);
}

static void fill_gains(const struct cantstop_race *race, struct cantstop_turn *t, double miss,
                       double bust) {
    for (int n = 0; n < t->blocks; n++) {
        const struct turn_block *b = &t->block[n];
        const double bonus = top_bonus(race, b, miss, bust);
        double *stop = t->stop + b->first;
        for (int i = 1; i <= b->room[0]; i++)
            for (int j = 1; j <= b->room[1]; j++)
                for (int k = 1; k <= b->room[2]; k++) {
                    const int step[RACE_RUNNERS] = {i, j, k};
                    double gain = 0;
                    bool top = false;
                    for (int m = 0; m < b->runners; m++) {
                        gain += (double)step[m] / race->height[b->column[m]];
                        top = top || step[m] == b->room[m];
                    }
                    *stop++ = -gain - (top ? bonus : 0);
                }
    }
}

bool cantstop_bounds_proved(const struct cantstop_race *race, const int from[], double *turns,
                            struct th_error *e) {
    enum { HIGH = 24 };
    *turns = 1;
    struct cantstop_race *high = cantstop_race_new(race->sides, HIGH, 0, e);
    if (high == NULL) return false;
    double bust = 1;
    for (int i = 0; i < race->columns * (race->columns - 1) * (race->columns - 2) / 6; i++)
        if (high->triple[i][0][0].bust < bust) bust = high->triple[i][0][0].bust;
    const double miss = miss_two(race);
    struct cantstop_turn t;
    bool ok = true;
    /* Where turns need not bust, they bring any number of steps. */
    if (bust > 0 && miss > 0) {
        ok = cantstop_turn_make(&t, high, high->height, e);
        if (ok) {
            fill_gains(race, &t, miss, bust);
            const double least = columns_needed(race, from) / -cantstop_turn_solve(&t, 0);
            if (least > 1) *turns = least;
            cantstop_turn_drop(&t);
        }
    }
    cantstop_race_drop(high);
    return ok;
}
