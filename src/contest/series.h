/* A series: the games of a plan, played on threads or on the ranks of an MPI job, and counted in
 * their order.
 *
 * A series is a pure function of its plan. Blocks are handed to `count` in their order, from the
 * first on, whatever the threads do; so a callback that decides there when enough has been played
 * decides the same for any number of threads. */
#ifndef CONTEST_SERIES_H
#define CONTEST_SERIES_H

#include "fault_log.h"
#include "plan.h"

struct series {
    const struct plan *plan;
    /* Called in order, one block at a time, from any thread. False: enough, no later block counts.
     */
    bool (*count)(void *context, const struct series_block *block);
    void *context;
    const struct series_store *store;       /* NULL: nothing is kept */
    const struct series_recorder *recorder; /* NULL: no records are written */
    /* What was measured is added here at the end, with a store that of earlier runs, too; both may
     * be NULL. Seconds of playing; NAN: not known, since the store does not say. By bot: the times
     * of answers. */
    double *seconds;
    struct pace *pace;
    struct fault_log *faults; /* counts faults, and knows who is out (fault_log.h); may be NULL */
    bool *at_fault;           /* set if a fault fails the series (plan.fault_aborts); may be NULL */
    /* Whether the luck of games is measured, for games with an estimate; NULL: never. `count` may
     * clear it; then the luck of later blocks is 0, also of those that have been played. */
    atomic_bool *measure;
};

/* Times of a series: seconds of playing, and by bot the times of its answers. */
struct series_times {
    double seconds;
    struct pace *pace;
};

/* Where blocks are kept when they are counted, and found again instead of being played. All but
 * `has` is called by one thread at a time; what fails sets the error and ends the series. Slots
 * from `held` on are NULL in a store that keeps nothing, or is only read. */
struct series_store {
    void *self;
    bool only_kept; /* nothing is played: what is not there is left out */
    /* Whether the block was there before the series began; from any thread. */
    bool (*has)(void *self, uint64_t block);
    /* The first block from this one on that was there then; UINT64_MAX: none. Only where nothing is
     * played. */
    uint64_t (*next)(void *self, uint64_t block);
    /* Of a block that is there, its results; of another, keeps them; with the actions of each game
     * (see match_rules.tape), which the caller of `load` may do without (NULL). A block in which
     * other bots sit than the series has there is damaged; `plan` NULL: that is not checked. In the
     * order of the blocks, one at a time. False ends the series. */
    bool (*load)(void *self, const struct plan *plan, uint64_t block, struct match_result result[],
                 struct bytes tape[], int games, struct th_error *e);
    bool (*keep)(void *self, const struct plan *plan, uint64_t block, const struct series_block *b,
                 const struct bytes tape[], struct th_error *e);
    /* Loads the games of a block that were held before the series began: how many, from the first
     * of the block on; -1: failed. */
    int (*held)(void *self, const struct plan *plan, uint64_t block, struct match_result result[],
                struct bytes tape[], int games, struct th_error *e);
    /* Holds one finished game of a block that cannot be counted yet, in the order of the games of
     * the block. `keep` takes over what is held of its block; forget_held drops all there is. */
    bool (*hold)(void *self, const struct plan *plan, uint64_t block, const struct series_block *b,
                 int game, const struct bytes *tape, struct th_error *e);
    bool (*forget_held)(void *self, struct th_error *e);
    /* All that was kept and held is on the disk on return, with the times of this series so far, if
     * there are any (else NULL). */
    bool (*commit)(void *self, const struct plan *plan, const struct series_times *times,
                   struct th_error *e);
    /* Details of the fault that ended a game, from before the series; false: there are none. Also
     * of a store that is only read. */
    bool (*fault)(void *self, uint64_t game, struct fault *out);
    /* Adds the times of the runs before this series; NAN if not known. Also of a store that is only
     * read. */
    void (*times)(void *self, const struct plan *plan, struct series_times *times);
};

/* Who gets the games that count, with the actions of each, be they played or found in the store. In
 * the order of the blocks, one at a time; of the ranks of an MPI job, the first one only, but all
 * must have one. False ends the series. */
struct series_recorder {
    void *self;
    bool (*record)(void *self, const struct plan *plan, uint64_t block,
                   const struct series_block *b, const struct bytes tape[], struct th_error *e);
};

enum series_end {
    SERIES_FAILED,   /* with the reason: before any game, or the store could not be written */
    SERIES_COMPLETE, /* all was counted, or enough */
    SERIES_STOPPED,  /* by `stop` */
    SERIES_SHORT,    /* with the reason: a game could not be played (core/error.h); those before
                        it were counted */
};

/* Plays: on threads, or on the ranks of an MPI job (ranks.h), of which the first one counts. */
enum series_end series_play(const struct series *s, struct th_error *e);

/* At the end of the program, in every rank; false if one was lost. */
bool series_leave(void);

/* The shares of each seat in a game's win, which sum up to 1: a game without a winner is shared
 * by all. In twelfths of a game, all that is won or shared by up to four is whole. */
enum { TWELFTHS = 12 };
void series_shares(const struct match_result *r, int seats, double share[]);

#endif
