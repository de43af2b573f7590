/* Inside of a series under way: blocks that are played anywhere, in any order, and counted in
 * theirs.
 *
 * Every block that may be played now has a place in a ring. A worker (a thread, or a rank of an MPI
 * job) takes a span: a few free blocks in a row. It plays them game by game into their places, and
 * ends the span early when it takes longer than SPAN_SECONDS: what it has not begun is free again.
 * So finished blocks are handed in promptly at any speed, also when games become slow within a
 * span. A block is counted when all before it have been. No worker plays further ahead of the count
 * than the ring has places, which bounds the memory.
 *
 * Where there is a store, run_tick is called every TICK_SECONDS, whatever the workers do. It counts
 * what can be counted, hands to the store the finished games that have to wait for a slow neighbour
 * (of an earlier block, or of their own), and commits. A finished game is so on the disk after at
 * most two ticks.
 *
 * When the series is stopped, games under way are aborted; what was counted is the longest run of
 * finished blocks from the first. */
#ifndef ARENA_SERIES_RUN_H
#define ARENA_SERIES_RUN_H

#include "series.h"
#include <pthread.h>

#define SPAN_SECONDS 0.05
#define TICK_SECONDS 0.2

/* One block of the ring. The worker that has the block writes the game after `played` and then
 * counts `played` up (release); others may read games below it (acquire) while the block is not
 * counted. All else is of the thread that counts; on threads, under the lock. */
struct place {
    atomic_int played; /* games that are finished, from the first on */
    int games;         /* of the block */
    bool taken;        /* some worker has it, or has played it */
    bool kept;         /* the store has it already: no game is played */
    int found;         /* games that the store held when the series began */
    int seen, held;    /* games that were finished at the last tick; that the store holds now */
    struct match_result *result; /* game by game; of a block that is kept, nothing */
    struct bytes *tape;          /* likewise; NULL where no tape is wanted */
};

/* Blocks first..first+blocks-1, counted from the first of the series. */
struct span {
    uint64_t first;
    int blocks;
};

struct worker {
    struct run *run;
    pthread_t thread;
    struct bot (*bot)[TH_SEATS_MAX]; /* copies of each bot */
    struct pace *pace;               /* by bot */
    struct pace *reported;           /* by bot: as much of it as was reported */
    struct th_state *state, *view;
    int span_blocks;     /* to take next; see span_adapt */
    struct th_error why; /* a shortage that ended its last span; "": none did */
};

struct run {
    const struct series *series;
    struct th_state *start; /* the game's own */
    uint64_t first, blocks; /* the first block of the series, and how many there are */
    int places, span_most;  /* blocks in the ring, and in the longest span */
    int *copies;            /* by bot: how many of it sit in one game */
    struct worker *worker;
    int workers;
    struct place *ring;
    struct match_result *results; /* of the whole ring */
    struct bytes *tapes;          /* likewise, or NULL */
    atomic_bool abort;            /* ends games under way: they will not be counted */
    pthread_mutex_t lock;
    pthread_cond_t counted; /* blocks were counted or became free, or the counting ended */
    pthread_cond_t ended;   /* there will be no more ticks */
    /* Of the thread that counts; on threads, under the lock: */
    uint64_t count;  /* block to be counted next */
    uint64_t opened; /* blocks below have, or had, a place */
    uint64_t lowest; /* no block below is free */
    bool over;       /* enough was played, or it failed: no later block counts */
    bool stopped;    /* blocks were left that count */
    bool short_of;   /* a game could not be played: a shortage */
    bool unsaved;    /* a game was kept or held since the last commit */
    bool failed, no_more_ticks;
    double begun;          /* when the first span was taken; 0: none was */
    double until;          /* when the last block was counted that was played here; 0: none was */
    struct pace *pace;     /* by bot: what workers have reported */
    struct th_error error; /* the reason, where it failed or was short of something */
};

bool run_make(struct run *run, const struct series *s, struct th_error *e);
/* Adds what was measured to the series' own figures, and frees all. */
void run_drop(struct run *run);

/* Whether the user wants it to end, or no more games can be played. */
bool run_must_stop(const struct run *run);
/* Ends it if there is a reason: a shortage of a worker (core/shortage.h). What is finished counts.
 */
void run_note_shortage(struct run *run, const struct th_error *why);
/* Whether nothing is left to be played or counted. */
static inline bool run_is_over(const struct run *run) {
    return run->over || run->count == run->blocks;
}
static inline struct place *run_place(const struct run *run, uint64_t block) {
    return &run->ring[block % (uint64_t)run->places];
}

/* Takes at most so many free blocks in a row, the lowest there are; false if none is free now. A
 * block of which some games are finished is taken alone. */
bool run_take(struct run *run, int most, struct span *span);
/* Makes blocks of a span free again that were not finished. */
void run_give_back(struct run *run, struct span span);
/* How many blocks to take next, after `played` of a span were played in so many seconds. */
int span_adapt(struct span span, int played, double seconds, int most);

/* Gives a block its place, with this many finished games; of workers in other processes than the
 * one that counts. */
void run_open_place(struct run *run, uint64_t block, int played);
/* Plays the span into its places until it is done, too long under way, or aborted. Returns how many
 * of its blocks are finished. */
int run_play_span(struct worker *w, struct span span);

/* Counts all that is ready and next in order. */
void run_count(struct run *run);
/* Adds what the worker has measured since its last report; not while it plays. */
void run_report_pace(struct run *run, struct worker *w);
/* See above. */
void run_tick(struct run *run);
/* After the last span: counts, and saves all that is finished. */
void run_finish(struct run *run);
/* Saves what was kept and held, and the times that were reported until now. */
void run_save(struct run *run);
/* How it ended, when all is counted. */
enum series_end run_end(const struct run *run);

/* Counts what the store has, where nothing is played: as many blocks as are there, however many the
 * series has. */
void run_count_kept(struct run *run);
/* Three ways to play it all: here, or as the first rank, or as another. */
void run_on_threads(struct run *run);
void run_deal(struct run *run);
void run_serve(struct run *run);

#endif
