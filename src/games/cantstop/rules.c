#include "board.h"

#include <assert.h>
#include <string.h>

void cantstop_derive(struct cantstop *s) {
    s->active = s->open = 0;
    s->steps = 0;
    for (int p = 0; p < TH_SEATS_MAX; p++) s->completed[p] = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        const unsigned bit = 1U << c;
        for (int p = 0; p < s->players; p++)
            if (s->permanent[p][c] == cantstop_height[c])
                s->completed[p] = (uint16_t)(s->completed[p] | bit);
        s->steps = (uint8_t)(s->steps + cantstop_temporary(s, c));
        if (cantstop_temporary(s, c) > 0) s->active = (uint16_t)(s->active | bit);
        if (cantstop_reached(s, c) < cantstop_height[c]) s->open = (uint16_t)(s->open | bit);
    }
}

void cantstop_start(struct cantstop *s, int players, int forced) {
    cantstop_prepare();
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    s->forced = (uint8_t)forced;
    s->phase = CANTSTOP_ROLL;
    cantstop_derive(s);
}

/* Pairings come by their lower column and have one total: [low], [low, high] of each in turn, then
 * the double, then the high ones backwards is lexicographic order. Every slot is written, and kept
 * only if the move is legal, so that there is nothing for the processor to guess. */
int cantstop_moves(const struct cantstop *s, bool forced, th_action out[CANTSTOP_LEGAL_MAX]) {
    const struct cantstop_tables *t = &cantstop_tables;
    const struct cantstop_roll *r = &t->rolls[s->roll];
    const unsigned can = cantstop_steppable(s);
    /* With one free runner, two new columns cannot both be taken. */
    const unsigned new_columns = ~(unsigned)s->active;
    const unsigned exclusive = cantstop_count(s->active) == CANTSTOP_RUNNERS - 1 ? new_columns : 0U;
    unsigned alone[3]; /* the pairing's steps may be taken one without the other */
    int n = 0;
    for (int i = 0; i < 3; i++) {
        const int a = r->low[i], b = r->high[i];
        const unsigned both = (can >> a) & (can >> b) & ~((exclusive >> a) & (exclusive >> b)) & 1;
        alone[i] = 1U & ~(both & (unsigned)forced);
        out[n] = t->single[a];
        n += (int)(can >> a & alone[i]);
        out[n] = r->both[i];
        n += (int)both;
    }
    const bool capped = cantstop_reached(s, r->twin) + 1 == cantstop_height[r->twin];
    out[n] = t->single[r->twin] + (capped ? 0U : 1U);
    n += (int)(can >> r->twin & 1);
    for (int i = 2; i >= 0; i--) {
        out[n] = t->single[r->high[i]];
        n += (int)(can >> r->high[i] & alone[i]);
    }
    return n;
}

static void next_turn(struct cantstop *s) {
    s->turns++;
    if (++s->seat == s->players) s->seat = 0;
    memcpy(s->place, s->permanent[s->seat], CANTSTOP_COLUMNS);
    s->active = 0;
    s->open = (uint16_t)(~s->completed[s->seat] & (CANTSTOP_SETS - 1));
    s->rolls = s->steps = 0;
    s->phase = CANTSTOP_ROLL;
}

void cantstop_rolled(struct cantstop *s, int roll) {
    assert(s->phase == CANTSTOP_ROLL);
    if ((cantstop_tables.rolls[roll].columns & cantstop_steppable(s)) == 0) {
        next_turn(s); /* bust */
        return;
    }
    s->roll = (uint8_t)roll;
    s->rolls++;
    s->phase = CANTSTOP_MOVE;
}

static void advance(struct cantstop *s, int column, int steps) {
    const unsigned bit = 1U << column;
    s->place[column] = (uint8_t)((s->place[column] | CANTSTOP_RUNNER) + steps);
    s->active = (uint16_t)(s->active | bit);
    if (cantstop_reached(s, column) == cantstop_height[column])
        s->open = (uint16_t)(s->open & ~bit);
}

void cantstop_make_move(struct cantstop *s, th_action move) {
    assert(s->phase == CANTSTOP_MOVE && move < CANTSTOP_MOVES);
    const struct cantstop_move m = cantstop_tables.moves[move];
    advance(s, m.a, m.steps_a);
    if (m.b != CANTSTOP_NONE) advance(s, m.b, 1);
    s->steps = (uint8_t)(s->steps + m.steps);
    s->roll = 0;
    s->phase = CANTSTOP_DECIDE;
}

void cantstop_bank(struct cantstop *s) {
    assert(s->phase == CANTSTOP_DECIDE);
    s->completed[s->seat] = (uint16_t)cantstop_banked(s);
    uint8_t *permanent = s->permanent[s->seat];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        s->place[c] = permanent[c] = (uint8_t)cantstop_reached(s, c);
    if (cantstop_count(s->completed[s->seat]) < CANTSTOP_TO_WIN) {
        next_turn(s);
        return;
    }
    s->turns++; /* the winning turn counts; the seat stays, to be named */
    s->active = 0;
    s->rolls = s->steps = 0;
    s->phase = CANTSTOP_OVER;
}
