/* Records for people and for programs. */
#ifndef CLI_REPLAY_SHOW_H
#define CLI_REPLAY_SHOW_H

#include "record/record.h"
#include <jansson.h>

/* A record that was found, and what is wrong with it. */
struct replayed {
    uint64_t game;        /* what --game calls it */
    struct record record; /* its game is NULL if nothing could be made of it */
    bool good;
    struct th_error error; /* if it is not good; with the line and the step, where it is one */
    int line;
    size_t step;
};

/* The head, the moves, the last position. */
void replay_show_whole(const struct replayed *p);
/* The position after so many steps, with the steps around it. */
void replay_show_at(const struct replayed *p, size_t steps);
/* Every step from there on, drawn; on a terminal one at a time, as the user wants. */
void replay_show_steps(const struct replayed *p, size_t from);
/* "verified: …", or what is wrong. */
void replay_show_verdict(const struct replayed *p);

/* One line a record, below a heading. */
void replay_show_heading(void);
void replay_show_line(const struct replayed *p);

json_t *replay_json(const struct replayed *p);

#endif
