/* A few lines on standard error that are drawn over and over while games run, only where that is a
 * terminal. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include <stdbool.h>
#include <stdint.h>

struct live {
    double begun, drawn; /* seconds of the monotonic clock */
    int lines;           /* of the picture that stands there */
    bool terminal;
};

struct live live_start(void);
/* On a terminal, says how many games there will be, if that is more than a million. */
void live_announce(const struct live *l, uint64_t games);
/* Whether it is time for a new picture, twice a second. */
bool live_due(const struct live *l);
/* Draws `text`, clipped to the window, where the last picture was. */
void live_draw(struct live *l, const char *text);
/* Wipes it away. */
void live_end(struct live *l);

/* Columns of the terminal on standard error; 80 if it is none. */
int terminal_width(void);

#endif
