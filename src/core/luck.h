/* The luck of chance events: what an outcome was worth to each seat, less the mean over all
 * outcomes with their exact weights.
 *
 * Positions are valued by the game's `estimate`. Whatever it says, the luck of an event has mean
 * zero given all that happened before it; so a seat's payoff less the luck of all events of a game,
 * its adjusted payoff, has the mean of the payoff. A good estimate makes it vary less
 * (docs/contests.md). */
#ifndef CORE_LUCK_H
#define CORE_LUCK_H

#include "bytes.h"
#include "tahur/game.h"

/* The buffers to measure luck with, of one thread. */
struct luck_meter {
    const struct th_game *game;
    int seats;
    struct th_state *after;
    void *memory; /* of the game's `outcome_values` */
    struct th_outcome outcome[TH_OUTCOMES_MAX];
    double value[TH_OUTCOMES_MAX][TH_SEATS_MAX];
    uint64_t work; /* so far, in estimates: what measuring costs */
};

/* Whether the game has chance and an estimate, without which there is nothing to measure. */
bool luck_is_known(const struct th_game *game);

/* A new meter, which the caller drops; NULL and the reason if there is no memory, or nothing to
 * measure. */
struct luck_meter *luck_meter_new(const struct th_game *game, const struct th_options *o,
                                  struct th_error *e);
void luck_meter_drop(struct luck_meter *m);

/* Adds the luck of one event to that of each seat: in s, chance has this outcome. */
void luck_meter_add(struct luck_meter *m, const struct th_state *s, th_action outcome,
                    double luck[]);
/* The values of the outcomes of s, by their places in `m->outcome`; returns how many there are. */
int luck_meter_values(struct luck_meter *m, const struct th_state *s);

/* The luck of a game that was played from `start`, from its tape (match_rules.tape). `state` is a
 * buffer of game->state_size bytes. False if the tape is not one of this game. */
bool luck_of_tape(struct luck_meter *m, const struct th_state *start, const uint8_t *tape,
                  size_t size, struct th_state *state, double luck[]);

#endif
