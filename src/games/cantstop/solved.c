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

bool cantstop_uses_outlook(const struct cantstop *s, enum cantstop_between between) {
    const bool fits = !s->closed && s->blocking == CANTSTOP_SHARED && s->more == 0;
    return fits && between != BETWEEN_NETWORK;
}

bool cantstop_is_solved(const struct cantstop_solved *b, const struct cantstop *s) {
    return b->solved && b->at.seat == s->seat && b->at.players == s->players &&
           b->at.forced == s->forced && b->at.closed == s->closed &&
           b->at.blocking == s->blocking && b->at.more == s->more &&
           memcmp(b->at.permanent, s->permanent, sizeof s->permanent) == 0;
}

/* Where steps lead, and how many there are to the top; 0 in a column that is closed. */
static void find_squares(struct cantstop_solved *b, const struct cantstop *s,
                         int room[CANTSTOP_COLUMNS]) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        int square = s->permanent[s->seat][c];
        room[c] = 0;
        b->squares[c][0] = (uint8_t)square;
        while (square < cantstop_height[c] && !(s->shut >> c & 1)) {
            square = cantstop_landing(s, c, square);
            b->squares[c][++room[c]] = (uint8_t)square;
        }
    }
}

/* Where a runner stands on another's marker, a player that may not stop there rolls again. */
static void forbid_stops(struct cantstop_solved *b, const struct cantstop *s) {
    bool occupied[CANTSTOP_COLUMNS + 1][CANTSTOP_RUNNER] = {{false}};
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int i = 1; i <= b->turn.room[c]; i++)
            occupied[c][i] = cantstop_occupied(s, c, b->squares[c][i]);
    for (int n = 0; n < b->turn.blocks; n++) {
        const struct turn_block *block = &b->turn.block[n];
        const bool *by[RACE_RUNNERS];
        for (int i = 0; i < RACE_RUNNERS; i++)
            by[i] = occupied[i < block->runners ? block->column[i] : CANTSTOP_NONE];
        double *stop = b->turn.stop + block->first;
        for (int i = 1; i <= block->room[0]; i++)
            for (int j = 1; j <= block->room[1]; j++)
                for (int k = 1; k <= block->room[2]; k++, stop++)
                    if (by[0][i] || by[1][j] || by[2][k]) *stop = TURN_NO_STOP;
    }
}

double cantstop_prepare_turn(struct cantstop_solved *b, const struct cantstop *s) {
    int room[CANTSTOP_COLUMNS];
    double bust;
    find_squares(b, s, room);
    b->turn.race = races[s->forced];
    cantstop_turn_lay_out(&b->turn, room);
    if (cantstop_uses_outlook(s, b->between)) {
        const struct outlook *o = cantstop_outlook(s->forced);
        const uint8_t *progress = s->permanent[s->seat];
        cantstop_outlook_fill(&o->turns, progress, &b->turn);
        bust = cantstop_outlook_turns(&o->turns, progress);
        if (s->players > 1) {
            struct outlook_race race;
            cantstop_outlook_race_at(&race, s, b->pace);
            cantstop_outlook_costs(&race, b->turn.stop, b->turn.places);
            cantstop_outlook_costs(&race, &bust, 1);
        }
    } else {
        const struct cantstop_network *n = b->network;
        if (n == NULL) n = cantstop_network(s->players);
        bust = cantstop_network_fill(n, s, b->squares, &b->turn);
    }
    if (s->blocking == CANTSTOP_NO_STOP) forbid_stops(b, s);
    return bust;
}

void cantstop_solve_turn(struct cantstop_solved *b, const struct cantstop *s) {
    if (cantstop_is_solved(b, s)) return;
    b->bust = cantstop_prepare_turn(b, s);
    cantstop_turn_solve(&b->turn, b->bust);
    b->at = *s;
    b->solved = true;
}

void cantstop_solved_steps(const struct cantstop *s, int steps[CANTSTOP_COLUMNS]) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        steps[c] =
            cantstop_steps_between(s, c, s->permanent[s->seat][c], cantstop_reached(s, c));
}

int cantstop_solved_place(const struct cantstop_solved *b, const struct cantstop *s) {
    int steps[CANTSTOP_COLUMNS];
    cantstop_solved_steps(s, steps);
    return cantstop_turn_place(&b->turn, steps);
}
