/* The learning facet of a game: what networks and tables need to learn to play it. */
#ifndef TAHUR_LEARNING_H
#define TAHUR_LEARNING_H

#include "tahur/types.h"

#define TH_OBSERVATION_MAX        1024 /* numbers in an observation */
#define TH_OBSERVATION_BOUND      8    /* largest absolute value of one of them */
#define TH_OBSERVATION_NAME_BYTES 40   /* room for the name of one, with its terminating zero */

struct th_learning {
    /* What a seat knows, as `observations` numbers, mostly within -1..1. In a game from its start
     * none exceeds TH_OBSERVATION_BOUND. A state and the view of the seat give the same numbers. */
    void (*observe)(const struct th_state *view, int seat, float out[]);
    /* Networks depend on the layout of the numbers. A changed layout needs a new name. */
    const char *observation_layout;
    /* How many numbers, at most TH_OBSERVATION_MAX. Follows from the options that s was set up
     * with and does not change in a game. */
    int (*observations)(const struct th_state *s);
    /* A short name of number i: "own_defuse", "column_7_own". Lower case, without blanks, unique
     * in the game. */
    const char *(*observation_name)(const struct th_state *s, int i, char *out, size_t size);
    /* What number i means, with its range. Neighbours of one kind share a sentence. */
    const char *(*observation_meaning)(const struct th_state *s, int i);

    /* Optional from here on. The number of a seat's action in the seat's own numbering, in which it
     * means the same for every seat, as the numbers of observations do (own before other): from 0
     * to action_count - 1, and different for different actions. -1: the seat never has this action.
     * Environments (env.h) number actions so. NULL: the game's numbers are the same for all. */
    int (*seat_action)(const struct th_state *s, int seat, th_action a);
    /* The file of the network that comes with the program. */
    const char *model;
    /* For learning in a table: a key, equal for decisions that are treated alike. */
    uint64_t (*summarise)(const struct th_state *view, int seat);
    /* How far the game has gone, for charts that show how play changes during a game. */
    int (*stage)(const struct th_state *view);
    const char *stage_name;
    /* Specs of bots, separated by commas, for trainings that name none: opponents, and bots to
     * evaluate against. NULL: random. */
    const char *opponents, *evaluate_against;
};

#endif
