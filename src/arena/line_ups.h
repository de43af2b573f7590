/* Who plays whom: the line-ups of leagues, comparisons and grades. */
#ifndef ARENA_LINE_UPS_H
#define ARENA_LINE_UPS_H

#include "series.h"

struct line_ups {
    struct line_up *list;
    int count;
};

/* Adds every line-up of the `first` bots and, in the other seats, a combination of the bots of the
 * pool: each at most once where there are enough of them, otherwise as evenly as the seats allow
 * (at most ⌈seats left / bots⌉ times). Fails where there is no memory, or too many of them. */
bool line_ups_add(struct line_ups *l, int seats, const int first[], int firsts, const int pool[],
                  int bots, struct th_error *e);
void line_ups_drop(struct line_ups *l);

/* Of bots 0 to `bots` − 1, at least two: */
enum league_format { ROUND_ROBIN, GAUNTLET, FREE_FOR_ALL };
extern const char *const league_formats[]; /* their names, ended by NULL */
/* every pair by itself, the first with every combination of others, or every combination. */
bool line_ups_of_league(struct line_ups *l, enum league_format format, int seats, int bots,
                        struct th_error *e);

#endif
