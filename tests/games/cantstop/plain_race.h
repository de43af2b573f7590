/* One turn of the race of one player once more, slow and obvious: every ordered roll, every
 * pairing, written from the rules page alone. The judge of turn.h and retrograde.h. */
#ifndef CANTSTOP_PLAIN_RACE_H
#define CANTSTOP_PLAIN_RACE_H

struct plain_race {
    int sides, forced;
    int columns;    /* 2·sides − 1, the first is called 2 */
    int height[15]; /* of each */
};

struct plain_race plain_race(int sides, int shortest, int forced);

/* What it costs to stop with this progress in the columns. */
typedef double plain_stop(void *context, const int progress[]);

/* The least cost of a turn that begins with this progress, in the mean, before its first roll. */
double plain_turn(const struct plain_race *r, const int progress[], plain_stop *stop, void *context,
                  double bust);

#endif
