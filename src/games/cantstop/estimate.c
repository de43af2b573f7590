/* Each seat's chance of winning, fast: when everybody will be done, and who is first then. A turn
 * that is under way ends with a bust, with a win, or further on; how, is known for every position
 * by a fitted network, not by looking at the dice. */
#include "outlook.h"

static double within(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static void roll(struct outlook_race *r, const struct cantstop *s, double out[]) {
    double going[GOING_RESULTS];
    cantstop_outlook_going_on(&r->outlook->going_on, s, going);
    const double before = r->turns[0];
    const double win = within(going[GOING_WIN], 0, 1);
    const double bust = within(going[GOING_BUST], 0, 1 - win);
    const double on = 1 - win - bust;
    /* What is left to it in the mean is what it had, less what going on saves. */
    const double left = on > 0 ? (before - going[GOING_GAIN] - bust * before) / on : 1;
    cantstop_outlook_after(r, 0, win, out);
    cantstop_outlook_after(r, before, bust, out);
    cantstop_outlook_after(r, within(left, 1, before), on, out);
}

static void stop(struct outlook_race *r, const struct cantstop *s, double out[]) {
    uint8_t progress[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) progress[c] = (uint8_t)cantstop_reached(s, c);
    cantstop_outlook_after(r, cantstop_outlook_turns(&r->outlook->turns, progress), 1, out);
}

/* Keeps what is better for the seat in turn, which stands first. */
static void take_better(double out[], const double other[], int players) {
    if (other[0] <= out[0]) return;
    for (int i = 0; i < players; i++) out[i] = other[i];
}

static void decide(struct outlook_race *r, const struct cantstop *s, double out[]) {
    stop(r, s, out);
    if (cantstop_bank_wins(s)) return;
    double other[TH_SEATS_MAX] = {0};
    roll(r, s, other);
    take_better(out, other, r->players);
}

static void move(struct outlook_race *r, const struct cantstop *s, double out[]) {
    th_action legal[CANTSTOP_LEGAL_MAX];
    const int n = cantstop_moves(s, s->forced, legal);
    for (int i = 0; i < n; i++) {
        struct cantstop after = *s;
        double other[TH_SEATS_MAX] = {0};
        cantstop_make_move(&after, legal[i]);
        decide(r, &after, other);
        take_better(out, other, r->players);
    }
}

void cantstop_estimate(const struct th_state *state, double out[]) {
    const struct cantstop *s = (const struct cantstop *)(const void *)state;
    if (s->phase == CANTSTOP_OVER) {
        for (int p = 0; p < s->players; p++) out[p] = p == s->seat;
        return;
    }
    struct outlook_race r;
    double chance[TH_SEATS_MAX] = {0};
    cantstop_outlook_race(&r, s);
    if (s->phase == CANTSTOP_MOVE)
        move(&r, s, chance);
    else if (s->phase == CANTSTOP_DECIDE)
        decide(&r, s, chance);
    else if (s->active == 0)
        cantstop_outlook_start(&r, chance);
    else
        roll(&r, s, chance);
    for (int i = 0; i < s->players; i++) out[(s->seat + i) % s->players] = chance[i];
}
