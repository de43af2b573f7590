/* The analysis facet of a game: estimates, exact results, and the bots that judge moves. Everything
 * in it is optional. */
#ifndef TAHUR_ANALYSIS_H
#define TAHUR_ANALYSIS_H

#include "tahur/flag.h"
#include "tahur/types.h"

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
    /* Specs of bots. `judge` values the moves of reviews (NULL: none). `quick_judge` does the same
     * for a person who waits (NULL: `judge`). `roller` plays rollouts (NULL: random, which judges
     * poorly). `adviser` gives hints (NULL: hard). */
    const char *judge, *quick_judge, *roller, *adviser;
    /* Optional, where the outcomes of chance share much of the work: the expected payoffs after
     * each of the n outcomes that `outcomes` lists in s, all at once; as `estimate` gives them, or
     * better. `memory` has `outcome_memory` bytes, which are 0 at first and belong to the caller:
     * what is kept there must not change the results. */
    void (*outcome_values)(const struct th_state *s, const struct th_outcome outcome[], int n,
                           double value[][TH_SEATS_MAX], void *memory);
    size_t outcome_memory;
    /* What that costs on average, in estimates of 50 ns, for one who decides whether it pays; 0: as
     * many as there are outcomes. */
    uint32_t outcome_work;
};

#endif
