/* Time to think: each seat has so much for the whole game, and gets some back for every decision.
 *
 * It runs only while a seat decides. Whoever asks says what time it is, in seconds of any clock
 * that runs evenly. */
#ifndef PLAY_TIMER_H
#define PLAY_TIMER_H

#include "tahur/game.h"

struct timer {
    bool on;
    double gain;               /* seconds back for a decision */
    double left[TH_SEATS_MAX]; /* seconds; what runs now is not taken off */
    int running;               /* the seat, or -1 */
    double since;
};

/* "5m", "5m+3s", "300+3": time and what a decision brings, in seconds unless a unit (s, m, h) says
 * otherwise. */
bool timer_parse(const char *text, struct timer *t, struct th_error *e);

void timer_start(struct timer *t, int seat, double now);
/* Ends what is running; a decision brings the gain. */
void timer_stop(struct timer *t, double now, bool decided);
/* What a seat has left; 0 if it is over. */
double timer_left(const struct timer *t, int seat, double now);

/* "4:59" or "1:04:59"; below ten seconds "9.3". Returns `out`. */
const char *timer_text(double seconds, char out[24]);

#endif
