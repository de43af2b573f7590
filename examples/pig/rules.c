/* The rules, as functions on the state. */
#include "pig.h"

#include <string.h>

void pig_start(struct pig *p, int players, int goal) {
    memset(p, 0, sizeof *p); /* the gaps between the fields too: states are compared as bytes */
    p->players = (uint8_t)players;
    p->goal = (uint16_t)goal;
}

static void end_turn(struct pig *p) {
    p->turn_total = 0;
    p->turns++;
    if (p->score[p->seat] >= p->goal) {
        p->phase = PIG_OVER;
        return;
    }
    p->seat = (uint8_t)((p->seat + 1) % p->players);
    p->phase = PIG_ROLLING;
}

void pig_rolled(struct pig *p, int die) {
    if (die == 1) {
        end_turn(p);
        return;
    }
    p->turn_total += (uint32_t)die;
    p->phase = PIG_DECIDING;
}

void pig_hold(struct pig *p) {
    p->score[p->seat] += p->turn_total;
    end_turn(p);
}

uint32_t pig_turns_of(const struct pig *p, int seat) {
    return (p->turns + (uint32_t)(p->players - 1 - seat)) / p->players;
}
