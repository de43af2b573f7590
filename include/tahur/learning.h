/* The learning facet of a game: what networks and tables need to learn to play it. */
#ifndef TAHUR_LEARNING_H
#define TAHUR_LEARNING_H

#include "tahur/types.h"

#define TH_OBSERVATION_MAX        1024 /* numbers in an observation */
#define TH_OBSERVATION_BOUND      8    /* largest absolute value of one of them */
#define TH_OBSERVATION_NAME_BYTES 40   /* room for the name of one, with its terminating zero */
#define TH_SYMMETRIES_MAX         64   /* symmetries of a game, with the identity */

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
    /* Symmetries of the rules, such as the reflections of a board: ways to renumber what is
     * observed and done so that another state of the game has these numbers and the same prospects.
     * For every state s there is a state t where each seat observes the numbers of s in their new
     * places, the same seat (or chance, with the same weights) is in turn, its legal actions are
     * those of s with their new numbers, and after an action and its counterpart, or an outcome and
     * the one that corresponds, the same holds again. How many there are, at most
     * TH_SYMMETRIES_MAX; number 0 is the identity. Follows from the options that s was set up with.
     * NULL: the identity alone. */
    int (*symmetries)(const struct th_state *s);
    /* Come with `symmetries`: where symmetry k takes number i of an observation, and an action in
     * the seat's own numbering (those that the game never has stay where they are). Each is a
     * permutation. */
    int (*symmetric_number)(const struct th_state *s, int k, int i);
    int (*symmetric_action)(const struct th_state *s, int k, int action);
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
