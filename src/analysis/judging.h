/* The judge for a game: what is wished for, else what the game recommends. */
#ifndef ANALYSIS_JUDGING_H
#define ANALYSIS_JUDGING_H

#include "judge.h"

enum judging_by { JUDGING_AUTO, JUDGING_SEARCH, JUDGING_ROLLOUTS, JUDGING_EXACT };

struct judging_wish {
    enum judging_by by; /* auto: exact where it can be, rollouts if they are counted, else search
                           where the bot tells chances and nothing is hidden */
    const char *bot;    /* its spec; NULL: the game's own choice */
    int64_t games;      /* rollouts of everything that is judged … */
    bool counted;       /* … if there was a wish for so many of them */
    double until;       /* > 0: goes on until no standard error is larger */
    enum rollouts_control control;
    uint64_t seed;
    int threads;
    const th_flag *stop; /* NULL: never */
    bool hasty;          /* a search that is stopped tells what it has so far */
};

struct judging {
    struct judge *judge;
    enum judging_by by;
    bool rollouts;           /* or else search, where it is not exact */
    char bot[TH_SPEC_BYTES]; /* its spec */
    int64_t games;
    double until; /* 0: not given */
    bool exact;   /* where perfect play can be found */
};

/* NULL judge and the reason if there is none; judging_close in any case. */
bool judging_make(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct judging_wish *wish, struct th_error *e);
void judging_close(struct judging *j);

/* "rollouts of hard, 1,000 of each move", or what it is. */
enum { JUDGING_WAY_BYTES = TH_SPEC_BYTES + 160 };
const char *judging_way(const struct judging *j, char out[JUDGING_WAY_BYTES]);

#endif
