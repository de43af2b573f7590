#include "solved.h"

#include <pthread.h>
#include <string.h>

/* The tables of the real board, by move rule, made once for all. */
static struct cantstop_race *races[2];

static void make_races(void) {
    struct th_error e;
    for (int forced = 0; forced < 2; forced++) races[forced] = cantstop_race_new(6, 3, forced, &e);
}

static bool has_races(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_races);
    return races[0] != NULL && races[1] != NULL;
}

bool cantstop_solved_make(struct cantstop_solved *b, struct th_error *e) {
    *b = (struct cantstop_solved){.solved = false};
    if (!has_races()) return th_fail(e, "out of memory");
    return cantstop_turn_make(&b->turn, races[0], races[0]->height, e);
}

void cantstop_solved_drop(struct cantstop_solved *b) {
    cantstop_turn_drop(&b->turn);
}

static double cost_of(struct outlook_race *race, double turns) {
    double chance[TH_SEATS_MAX] = {0};
    cantstop_outlook_after(race, turns, 1, chance);
    return -chance[0];
}

static bool is_solved(const struct cantstop_solved *b, const struct cantstop *s) {
    return b->solved && b->at.seat == s->seat && b->at.players == s->players &&
           b->at.forced == s->forced &&
           memcmp(b->at.permanent, s->permanent, sizeof s->permanent) == 0;
}

void cantstop_solve_turn(struct cantstop_solved *b, const struct cantstop *s) {
    if (is_solved(b, s)) return;
    const struct outlook *o = cantstop_outlook(s->forced);
    const uint8_t *progress = s->permanent[s->seat];
    int room[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) room[c] = cantstop_height[c] - progress[c];
    b->turn.race = races[s->forced];
    cantstop_turn_lay_out(&b->turn, room);
    cantstop_outlook_fill(&o->turns, progress, &b->turn);
    double bust = cantstop_outlook_turns(&o->turns, progress);
    if (s->players > 1) {
        struct outlook_race race;
        cantstop_outlook_race(&race, s);
        for (int i = 0; i < b->turn.places; i++) b->turn.stop[i] = cost_of(&race, b->turn.stop[i]);
        bust = cost_of(&race, bust);
    }
    cantstop_turn_solve(&b->turn, bust);
    b->bust = bust;
    b->at = *s;
    b->solved = true;
}

int cantstop_solved_place(const struct cantstop_solved *b, const struct cantstop *s) {
    int steps[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) steps[c] = cantstop_temporary(s, c);
    return cantstop_turn_place(&b->turn, steps);
}

/* ---- the values of all rolls ---- */

static struct cantstop_solved *solved_in(struct cantstop_rolls *m) {
    m->solved.turn.block = m->block;
    m->solved.turn.block_of = m->block_of;
    m->solved.turn.stop = m->stop;
    m->solved.turn.best = m->best;
    return &m->solved;
}

/* The chance of the seat in turn after each move that it can make now; of others, anything. */
static void value_moves(const struct cantstop_solved *b, const struct cantstop *s, double chance[],
                        bool known[], const th_action legal[], int n) {
    for (int i = 0; i < n; i++) {
        if (known[legal[i]]) continue;
        struct cantstop after = *s;
        cantstop_make_move(&after, legal[i]);
        chance[legal[i]] = -b->turn.best[cantstop_solved_place(b, &after)];
        known[legal[i]] = true;
    }
}

/* What the seat in turn wins or loses by a roll, the others lose or win in proportion to their
 * chances after a bust. */
static void share_rest(const struct cantstop *s, const double bust[], double own, double out[]) {
    const double rest = 1 - bust[0] > 0 ? (1 - own) / (1 - bust[0]) : 0;
    out[s->seat] = own;
    for (int i = 1; i < s->players; i++) out[(s->seat + i) % s->players] = rest * bust[i];
}

void cantstop_outcome_values(const struct th_state *state, const struct th_outcome outcome[], int n,
                             double value[][TH_SEATS_MAX], void *memory) {
    const struct cantstop *s = (const struct cantstop *)(const void *)state;
    struct cantstop_solved *b = solved_in(memory);
    struct outlook_race race;
    double bust[TH_SEATS_MAX] = {0}, chance[CANTSTOP_MOVES];
    bool known[CANTSTOP_MOVES] = {false};
    if (s->players == 1 || !has_races()) { /* nothing to win, or no memory */
        for (int i = 0; i < n; i++) memset(value[i], 0, sizeof value[i]);
        return;
    }
    cantstop_solve_turn(b, s);
    cantstop_outlook_race(&race, s);
    cantstop_outlook_after(&race, race.turns[0], 1, bust);
    for (int i = 0; i < n; i++) {
        struct cantstop rolled = *s;
        th_action legal[CANTSTOP_LEGAL_MAX];
        cantstop_rolled(&rolled, (int)outcome[i].action);
        const int moves =
            rolled.phase == CANTSTOP_MOVE ? cantstop_moves(&rolled, rolled.forced, legal) : 0;
        double own = moves > 0 ? -1 : bust[0];
        value_moves(b, &rolled, chance, known, legal, moves);
        for (int k = 0; k < moves; k++)
            if (chance[legal[k]] > own) own = chance[legal[k]];
        share_rest(s, bust, own, value[i]);
    }
}
