/* The luck of a game: what each outcome of chance, and each draw of a bot, was worth to each seat,
 * less the mean over all that could have come, with exact weights.
 *
 * Positions are valued by the game (`value`, or `estimate`). Whatever it says, the luck of an event
 * has mean zero given all that happened before it; so a seat's payoff less the luck of all events
 * of a game, its adjusted payoff, has the mean of the payoff. A good value makes it vary less
 * (docs/contests.md).
 *
 * The draws of a bot are events where it says with which probabilities it answers (`chances` in
 * tahur/bot.h), and the game's values tell actions apart, which those of `value` do. */
#ifndef CORE_LUCK_H
#define CORE_LUCK_H

#include "bot.h"
#include "bytes.h"
#include "tahur/game.h"

/* The buffers to measure luck with, of one thread. */
struct luck_meter {
    const struct th_game *game;
    int seats;
    const struct bot *bots; /* by seat, which are asked for their chances; NULL: of none */
    uint32_t random_plies;  /* first decisions that no bot made: they are the same in a block, in
                               which every bot has every seat, so that their luck cancels out */
    uint32_t plies;         /* decisions so far */
    struct th_state *after, *view;
    void *memory; /* of the game's `value` */
    struct th_outcome outcome[TH_OUTCOMES_MAX];
    double value[TH_LEGAL_MAX][TH_SEATS_MAX]; /* by place in a list of outcomes or actions */
    uint64_t work;                            /* so far, in estimates: what measuring costs */
};

/* Whether the game has chance and an estimate, without which there is nothing to measure. */
bool luck_is_known(const struct th_game *game);

/* A new meter, which the caller drops; NULL and the reason if there is no memory, or nothing to
 * measure. */
struct luck_meter *luck_meter_new(const struct th_game *game, const struct th_options *o,
                                  struct th_error *e);
void luck_meter_drop(struct luck_meter *m);

/* The start of a game of these bots, by seat; of one without `chances` the kind is enough, others
 * exist as long as the meter. The list must last until the end of the game. NULL: none is known. */
void luck_meter_begin(struct luck_meter *m, const struct bot bots[], uint32_t random_plies);
/* Adds the luck of one event to that of each seat: in s, chance has this outcome. */
void luck_meter_add(struct luck_meter *m, const struct th_state *s, th_action outcome,
                    double luck[]);
/* The next decision: in s, the seat in turn takes this action. False, and nothing is added, if its
 * bot never does that. */
bool luck_meter_decided(struct luck_meter *m, const struct th_state *s, th_action action,
                        double luck[]);
/* The values of the outcomes of s, by their places in `m->outcome`; returns how many there are. */
int luck_meter_values(struct luck_meter *m, const struct th_state *s);

/* The luck of a game that was played from `start`, from its tape (match_rules.tape), after
 * luck_meter_begin. `state` is a buffer of game->state_size bytes. False if the tape is not one of
 * this game, or of these bots. */
bool luck_of_tape(struct luck_meter *m, const struct th_state *start, const uint8_t *tape,
                  size_t size, struct th_state *state, double luck[]);

#endif
