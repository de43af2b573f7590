/* Tests an external bot (tahur check-bot): hundreds of questions, in positions that it would reach
 * and in others, and the conduct that docs/protocol.md requires. */
#ifndef EXTERNAL_TRIAL_H
#define EXTERNAL_TRIAL_H

#include "bots.h"
#include "messages.h"
#include "tahur/registry.h"
#include <jansson.h>

struct trial_settings {
    const struct th_game *game;
    const struct th_options *game_options;
    const char *command;
    struct th_spec exec; /* the bot exec with that command, time and limits */
    int64_t questions;
    uint64_t seed;
    const th_flag *stop; /* set: the test ends early, and is not passed; NULL: never */
    /* Called before each question; may be NULL. */
    void (*progress)(void *context, uint64_t asked);
    void *context;
};

enum {
    TRIAL_WRONG_MAX = 5,
    TRIAL_MANNERS = 4,
    TRIAL_MANNERS_NEEDED = 2, /* the first ones, without which games go wrong */
};

/* A wrong answer and its position. */
struct trial_wrong {
    struct fault fault;
    int seat;
    char position[TH_POSITION_BYTES]; /* the seat's view */
};

struct trial {
    struct message_name name; /* "" if it never answered hello */
    int64_t asked, right;
    int64_t games;
    int seats;                 /* of the game */
    double mean, slowest;      /* seconds per answer */
    struct trial_wrong *wrong; /* the first ones, at most TRIAL_WRONG_MAX; owned */
    int wrongs;
    bool repeats; /* it gave the same answers with the same seed */
    struct {
        const char *name; /* "ends at quit" */
        bool right;
        char what[FAULT_WHAT_BYTES]; /* what it did instead; "" if right */
    } manners[TRIAL_MANNERS];
    int manners_tried; /* 0 if its answers were wrong */
    bool stopped;      /* the test was ended early: the rest is what was found until then */
};

/* Runs the test; the caller calls trial_drop if this succeeds. False with the reason if there is no
 * memory, or the options do not fit together. */
bool trial_run(const struct trial_settings *set, struct trial *t, struct th_error *e);
void trial_drop(struct trial *t);
bool trial_is_passed(const struct trial *t);
/* The result as JSON (docs/protocol.md), which the caller owns; NULL: there is no memory. */
json_t *trial_json(const struct trial *t, const char *game, const char *command);

#endif
