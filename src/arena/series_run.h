/* Inside of a series under way: chunks of blocks that are played anywhere, in any order, and
 * counted in theirs.
 *
 * A chunk is played by a worker (a thread, or a rank of an MPI job) into its place of a ring, and
 * counted when all before it have been. Nobody plays further ahead of the count than the ring has
 * places, which bounds the memory. When the series is stopped, workers hand in the blocks they have
 * finished; counting ends at the first gap, and what was counted is the longest run of finished
 * blocks from the first. */
#ifndef ARENA_SERIES_RUN_H
#define ARENA_SERIES_RUN_H

#include "series.h"
#include <pthread.h>

struct chunk {
    bool ready;
    int finished;        /* blocks, from the first of the chunk */
    struct th_error why; /* the next one could not be played: a shortage; "": there was none */
    struct match_result *result; /* game by game; of blocks that the store has, nothing */
    struct bytes *tape;          /* likewise; NULL where nobody wants it */
};

struct worker {
    struct run *run;
    pthread_t thread;
    struct bot (*bot)[TH_SEATS_MAX]; /* copies of each bot */
    struct pace *pace;               /* by bot */
    struct th_state *state, *view;
};

struct run {
    const struct series *series;
    struct th_state *start; /* the game's own */
    int chunk_blocks, places;
    uint64_t first, blocks, chunks; /* the first block, how many there are, in how many chunks */
    int *copies;                    /* by bot: how many of it sit in one game */
    struct worker *worker;
    int workers;
    struct chunk *ring; /* with a spare one behind */
    atomic_bool abort;  /* ends games under way: nobody will count them */
    pthread_mutex_t lock;
    pthread_cond_t counted; /* a place in the ring became free, or the counting ended */
    /* Of the one who counts; on threads, under the lock: */
    uint64_t next;  /* chunk to be played */
    uint64_t count; /* chunk to be counted */
    bool over;      /* a chunk was not finished, or enough was played: nothing behind it counts */
    bool stopped, short_of, failed;
    struct th_error error; /* of the last two */
};

bool run_make(struct run *run, const struct series *s, struct th_error *e);
void run_drop(struct run *run);

/* Whether the user wants it to end. */
bool run_asked_to_stop(const struct run *run);
/* Whether there is a chunk to be played, with a place for it. */
bool run_may_play(const struct run *run);
static inline struct chunk *run_place(const struct run *run, uint64_t chunk) {
    return &run->ring[chunk % (uint64_t)run->places];
}
/* Another one, outside of the ring. */
static inline struct chunk *run_spare(const struct run *run) {
    return &run->ring[run->places];
}
int run_chunk_blocks(const struct run *run, uint64_t chunk);

/* Whether the store has all its blocks. */
bool run_is_kept(const struct run *run, uint64_t chunk);

/* Plays a chunk into `c`, until it is done or stopped. */
void run_play_chunk(struct worker *w, uint64_t chunk, struct chunk *c);
/* Counts all that is ready and next in order. */
void run_count(struct run *run);
/* How it ended, when all is counted. */
enum series_end run_end(const struct run *run);

/* Three ways to play it all: here, or as the first rank, or as another. */
void run_on_threads(struct run *run);
void run_deal(struct run *run);
void run_serve(struct run *run);

#endif
