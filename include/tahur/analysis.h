/* The analysis facet of a game: estimates, exact results, and the bots that judge moves. Everything
 * in it is optional. */
#ifndef TAHUR_ANALYSIS_H
#define TAHUR_ANALYSIS_H

#include "tahur/flag.h"
#include "tahur/types.h"

struct bot; /* internal to the library: core/bot.h */

struct th_analysis {
    /* The expected payoff of each seat as the game itself estimates it: fast, for every whole
     * state, also where chance moves; at the end it is the payoff. They sum to 1. The estimate of a
     * chance state should be close to the mean over its outcomes. */
    void (*estimate)(const struct th_state *s, double out[]);
    /* The result of each legal action under perfect play, where that can be found within seconds:
     * the payoff of the seat in turn, by place in `legal`. False: it cannot be found, or `stop`
     * came first. Unlike other slots it may allocate. */
    bool (*solve)(const struct th_state *s, const th_action legal[], int n, double payoff[],
                  const th_flag *stop);
    /* Specs of bots. `judge` values moves, for reviews and for a person who waits (NULL: rollouts
     * do). `roller` plays rollouts (NULL: random, which judges poorly). `adviser` gives hints in
     * the terminal, and chooses among moves that are equal by perfect play (NULL: hard). */
    const char *judge, *roller, *adviser;
    /* Optional: the same as `estimate`, or better, where positions share much of the work, as those
     * after all outcomes of chance in one position do. It separates actions, so that contests also
     * take off the luck of what bots draw (`chances` in tahur/bot.h). `memory` has `value_memory`
     * bytes, which are 0 at first and belong to the caller: what is kept there must not change the
     * results. */
    void (*value)(const struct th_state *s, double out[], void *memory);
    size_t value_memory;
    /* Optional, comes with `value`: what follows is asked about a game of these bots, by seat, of
     * which s is some position; NULL: of unknown ones. What it learns of them must be a function of
     * their kinds and options. */
    void (*meet)(const struct th_state *s, const struct bot *bots, void *memory);
    /* What `value` costs on average for all outcomes of one position, on top of one estimate of 50
     * ns for each, in such estimates: for one who decides whether it pays. */
    uint32_t outcome_work;
};

#endif
