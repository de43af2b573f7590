/* A bot that is another program on trial: hundreds of questions, in positions that it would reach
 * and in others, and the manners that docs/protocol.md asks for. */
#ifndef EXTERNAL_TRIAL_H
#define EXTERNAL_TRIAL_H

#include "faults.h"
#include "messages.h"
#include "tahur/registry.h"

struct trial_settings {
    const struct th_game *game;
    const struct th_options *game_options;
    const char *command;
    struct th_spec exec; /* the bot exec with that command, time and limits */
    int64_t questions;
    uint64_t seed;
};

enum { TRIAL_WRONG_MAX = 5, TRIAL_MANNERS = 4 };

/* One answer that does not count, and where. */
struct trial_wrong {
    struct fault fault;
    int seat;
    char position[TH_POSITION_BYTES]; /* as the seat knows it */
};

struct trial {
    struct message_name name; /* "" if it never said hello */
    int64_t asked, right;
    int64_t games;
    int seats;                 /* of the game */
    double mean, slowest;      /* seconds an answer */
    struct trial_wrong *wrong; /* the first ones, TRIAL_WRONG_MAX of room */
    int wrongs;
    bool repeats; /* with the same seed it answered the same */
    struct {
        const char *name; /* "ends at quit" */
        bool right;
        char what[FAULT_WHAT_BYTES]; /* what it did instead */
    } manners[TRIAL_MANNERS];
    int manners_tried; /* none, if it does not even answer */
};

/* Tries it; trial_drop is due if it could be tried at all. False and the reason: no memory, or
 * options that do not fit. */
bool trial_run(const struct trial_settings *set, struct trial *t, struct th_error *e);
void trial_drop(struct trial *t);
bool trial_is_passed(const struct trial *t);

#endif
