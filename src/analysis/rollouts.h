/* Rollouts: a bot plays on from a position in every seat, again and again, and the results tell how
 * good it is.
 *
 * All that can happen in a position is played with the same luck: game by game the same dice or
 * cards as far as the game's chance_key goes, the same guess at what is hidden, the same generators
 * for the bots. So differences are found by few games. Where the game has an `estimate`, the luck
 * of every chance event is taken off the result: how much better each seat's chance became than it
 * was expected to (a control variate whose mean is exactly 0, whatever the estimate is worth; its
 * weight is the one that makes the variance least).
 *
 * The result is a pure function of position and settings, for any number of threads. */
#ifndef ANALYSIS_ROLLOUTS_H
#define ANALYSIS_ROLLOUTS_H

#include "tahur/arena.h"
#include "verdict.h"

/* Whether luck is taken off. It costs an `estimate` of every outcome of every event (or of a fair
 * sample of them): by default only where outcomes are few or the bot's own answers take longer,
 * since more games would serve better otherwise. */
enum rollouts_control { ROLLOUTS_CONTROL_AUTO, ROLLOUTS_CONTROL_ON, ROLLOUTS_CONTROL_OFF };

struct rollouts_settings {
    const struct th_game *game;
    struct th_options game_options;
    struct th_arena_player bot; /* plays every seat */
    int64_t games;              /* of each thing that can happen */
    double until;               /* > 0: goes on until no standard error is larger */
    uint64_t seed;
    uint32_t max_turns; /* a game that is longer counts as shared by all */
    int threads;
    enum rollouts_control control;
    const th_flag *stop; /* set to end early; NULL: never */
};

struct rollouts;

/* NULL and the reason if the bot cannot be made. */
struct rollouts *rollouts_new(const struct rollouts_settings *settings, struct th_error *e);
void rollouts_drop(struct rollouts *r);

/* What is asked: each of n actions (or outcomes) in a state. `as_seen`: the seat in turn knows no
 * more than it may, and what is hidden is guessed anew in every game; otherwise it is as it is. */
struct rollouts_question {
    const struct th_state *state;
    bool as_seen;
    const th_action *action; /* NULL, and n = 1: the state itself */
    int n;
    int seat; /* whose errors are compared */
};

/* The answer is good until the next question. False and the reason: no memory, or stopped. */
bool rollouts_ask(struct rollouts *r, const struct rollouts_question *q, struct verdicts *out,
                  struct th_error *e);

#endif
