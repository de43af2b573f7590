#include "solved.h"

#include <pthread.h>
#include <string.h>

/* The tables of the real board, by move rule, made once for all. */
static struct cantstop_race *races[2];

static void make_races(void) {
    struct th_error e;
    for (int forced = 0; forced < 2; forced++) races[forced] = cantstop_race_new(6, 3, forced, &e);
}

bool cantstop_has_races(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_races);
    return races[0] != NULL && races[1] != NULL;
}

bool cantstop_solved_make(struct cantstop_solved *b, struct th_error *e) {
    *b = (struct cantstop_solved){.pace = {1, 1, 1, 1}};
    if (!cantstop_has_races()) return th_fail(e, "out of memory");
    return cantstop_turn_make(&b->turn, races[0], races[0]->height, e);
}

void cantstop_solved_drop(struct cantstop_solved *b) {
    cantstop_turn_drop(&b->turn);
}

bool cantstop_is_solved(const struct cantstop_solved *b, const struct cantstop *s) {
    return b->solved && b->at.seat == s->seat && b->at.players == s->players &&
           b->at.forced == s->forced &&
           memcmp(b->at.permanent, s->permanent, sizeof s->permanent) == 0;
}

void cantstop_solve_turn(struct cantstop_solved *b, const struct cantstop *s) {
    if (cantstop_is_solved(b, s)) return;
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
        cantstop_outlook_race_at(&race, s, b->pace);
        cantstop_outlook_costs(&race, b->turn.stop, b->turn.places);
        cantstop_outlook_costs(&race, &bust, 1);
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
