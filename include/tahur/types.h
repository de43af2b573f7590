/* Names that every table of a game uses. */
#ifndef TAHUR_TYPES_H
#define TAHUR_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TH_SEATS_MAX    4
#define TH_LEGAL_MAX    512 /* actions that a seat can choose from, in any game */
#define TH_OUTCOMES_MAX 256 /* outcomes of one chance event, in any game */

/* Values of `mover` that are not a seat. */
enum { TH_CHANCE = -1, TH_OVER = -2 };
/* Viewers that are not a seat: one who may know everything, and one who watches without cards. */
enum { TH_SEES_ALL = -1, TH_STRANGER = -2 };

typedef uint32_t th_action; /* an action of a seat or, where chance moves, its outcome */

/* One outcome of chance, with probability weight / (sum of the weights): exact, in integers. */
struct th_outcome {
    th_action action;
    uint32_t weight;
};

/* Incomplete: only the game knows its struct. Callers get a state from th_state_new and copy
 * `state_size` bytes; a game casts it to its own struct. */
struct th_state;
struct th_rng;

#endif
