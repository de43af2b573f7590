/* Each seat's chance of winning, fast: the estimate of the game's table. */
#include "network.h"
#include "outlook.h"
#include "solved.h"

#include <math.h>

/* ---- a race ---- */

/* When every seat will be done, and who is first then. A turn
 * that is under way ends with a bust, with a win, or further on; how, is known for every position
 * by a fitted network, not by looking at the dice. */

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

static void estimate_race(const struct cantstop *s, double out[]) {
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

/* x to the power of 1 - less / 32, by roots, which are the same everywhere. */
static double flatten(double x, int less) {
    double root = x, power = 1;
    for (int i = 0; i < 5; i++) root = sqrt(root);
    for (int i = 0; i < less; i++) power *= root;
    return x > 0 ? x / power : 0;
}

/* By players. */
static const int flattened_by[TH_SEATS_MAX + 1] = {[2] = 3, [4] = 4};

/* The race, corrected as where the turn began. Of two and of four, who is ahead wins less
 * often than that says; a power of the chances makes up for it (bench/cantstop_calibration.c). */
static void correct_race(const struct cantstop *s, double out[]) {
    double z[TH_SEATS_MAX], sum = 0;
    cantstop_network_sums(cantstop_correction(s->players), s, s->seat, z);
    for (int i = 0; i < s->players; i++) {
        out[i] = flatten(cantstop_corrected(out[i], z[i]), flattened_by[s->players]);
        sum += out[i];
    }
    for (int i = 0; i < s->players; i++) out[i] /= sum;
}

/* ---- by the network ---- */

static void shares(const struct cantstop *s, double out[]) {
    const unsigned winners = cantstop_winners(s);
    for (int i = 0; i < s->players; i++)
        out[i] = winners >> i & 1 ? 1.0 / cantstop_count(winners) : 0;
}

/* If the turn ended here, with a bank or with a bust. */
static void end_turn(const struct cantstop *s, bool bank, double out[]) {
    struct cantstop ended = *s;
    const int next = (s->seat + 1) % s->players;
    if (bank) {
        ended.blocking = CANTSTOP_SHARED; /* as if it could stop on any square */
        cantstop_bank(&ended);
        ended.blocking = s->blocking;
    }
    if (ended.phase == CANTSTOP_OVER)
        shares(&ended, out);
    else
        cantstop_network_chances(&ended, next, out);
}

/* A roll, and then a stop: the step and a half that a roll brings are worth as much as the steps of
 * the turn so far. */
static void roll_once(const struct cantstop *s, const double stop[], const double bust[],
                      double out[]) {
    const double safe = (double)cantstop_successes(s) / CANTSTOP_ALL, more = 1.5 / s->steps;
    double sum = 0;
    for (int i = 0; i < s->players; i++) {
        const double on = within(stop[i] + more * (stop[i] - bust[i]), 0, 1);
        sum += out[i] = safe * on + (1 - safe) * bust[i];
    }
    for (int i = 0; i < s->players; i++) out[i] /= sum;
}

static void within_turn(const struct cantstop *s, double out[]) {
    struct cantstop decides = *s;
    double stop[TH_SEATS_MAX], bust[TH_SEATS_MAX], rolled[TH_SEATS_MAX];
    decides.phase = CANTSTOP_DECIDE;
    end_turn(&decides, true, stop);
    end_turn(&decides, false, bust);
    roll_once(s, stop, bust, rolled);
    const bool stops =
        s->phase == CANTSTOP_DECIDE && cantstop_may_stop(s) && stop[s->seat] >= rolled[s->seat];
    for (int i = 0; i < s->players; i++) out[i] = stops ? stop[i] : rolled[i];
}

static void estimate_by_network(const struct cantstop *s, double out[]) {
    th_action legal[CANTSTOP_LEGAL_MAX];
    if (s->phase == CANTSTOP_ROLL && s->active == 0) {
        cantstop_network_chances(s, s->seat, out);
        return;
    }
    if (s->phase != CANTSTOP_MOVE) {
        within_turn(s, out);
        return;
    }
    const int n = cantstop_moves(s, s->forced, legal);
    for (int i = 0; i < n; i++) {
        struct cantstop after = *s;
        double other[TH_SEATS_MAX];
        cantstop_make_move(&after, legal[i]);
        within_turn(&after, other);
        if (i > 0 && other[s->seat] <= out[s->seat]) continue;
        for (int k = 0; k < s->players; k++) out[k] = other[k];
    }
}

void cantstop_estimate(const struct th_state *state, double out[]) {
    const struct cantstop *s = (const struct cantstop *)(const void *)state;
    if (s->players == 1)
        out[0] = 1;
    else if (s->phase == CANTSTOP_OVER)
        shares(s, out);
    else if (!cantstop_uses_outlook(s, BETWEEN_USUAL))
        estimate_by_network(s, out);
    else {
        estimate_race(s, out);
        if (cantstop_corrects(s, BETWEEN_USUAL)) correct_race(s, out);
    }
}
