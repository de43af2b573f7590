/* Inside of a series in progress: blocks that are played anywhere, in any order, and counted in
 * theirs.
 *
 * Every block that may be played now has a place in a ring. A worker (a thread, or a rank of an MPI
 * job) takes a span: a few free blocks in a row. It plays them game by game into their places, and
 * ends the span early when it takes longer than SPAN_SECONDS: what it has not begun is free again.
 * So finished blocks are handed in promptly at any speed, also when games become slow within a
 * span. A block is counted when all before it have been. No worker plays further ahead of the count
 * than the ring has places, which bounds the memory.
 *
 * Where there is a store, exec_tick is called every TICK_SECONDS, whatever the workers do. It
 * counts what can be counted, hands to the store the finished games that have to wait for a slow
 * neighbour (of an earlier block, or of their own), and commits. A finished game is so on the disk
 * after at most two ticks.
 *
 * When the series is stopped, games in progress are aborted; what was counted is the longest run of
 * finished blocks from the first. */
#ifndef CONTEST_SERIES_EXEC_H
#define CONTEST_SERIES_EXEC_H

#include "luck_replay.h"
#include "ranks.h"
#include "series.h"
#include <pthread.h>
#include <stdlib.h>

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
    struct fault **fault;        /* details of faults, owned; NULL where no faults are counted */
};

/* Blocks first..first+blocks-1, counted from the first of the series. */
struct span {
    uint64_t first;
    int blocks;
};

struct worker {
    struct series_exec *exec;
    pthread_t thread;
    struct bot (*bot)[TH_SEATS_MAX]; /* copies of each bot */
    struct pace *pace;               /* by bot */
    struct pace *reported;           /* by bot: as much of it as was reported */
    struct th_state *state, *view;
    struct luck_meter *meter; /* NULL where no luck is measured */
    int span_blocks;          /* to take next; see span_adapt */
    struct th_error why;      /* a shortage that ended its last span; "": none did */
};

struct series_exec {
    const struct series *series;
    const struct plan *plan;   /* the series' own */
    struct th_state *start;    /* the game's own */
    struct luck_replay replay; /* of the thread that counts, where luck is measured */
    uint64_t first, blocks;    /* the first block of the series, and how many there are */
    int places, span_most;     /* blocks in the ring, and in the longest span */
    int *copies;               /* by bot: how many of it sit in one game */
    struct worker *worker;
    int workers;
    struct place *ring;
    struct match_result *results; /* of the whole ring */
    struct bytes *tapes;          /* likewise, or NULL */
    struct fault **faults;        /* likewise */
    atomic_bool abort;            /* ends games in progress: they will not be counted */
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

bool exec_make(struct series_exec *exec, const struct series *s, struct th_error *e);
/* Adds what was measured to the series' own figures, and frees all. */
void exec_drop(struct series_exec *exec);

/* Whether the user wants it to end, or no more games can be played. */
bool exec_must_stop(const struct series_exec *exec);
/* Ends it if there is a reason: a shortage of a worker (core/error.h). What is finished counts.
 */
void exec_note_shortage(struct series_exec *exec, const struct th_error *why);
/* Whether the luck of games is measured now. */
bool exec_measures(const struct series_exec *exec);
/* Whether there is a store that saves what is played. */
bool exec_saves(const struct series_exec *exec);
/* Whether nothing is left to be played or counted. */
static inline bool exec_is_over(const struct series_exec *exec) {
    return exec->over || exec->count == exec->blocks;
}
static inline struct place *exec_place(const struct series_exec *exec, uint64_t block) {
    return &exec->ring[block % (uint64_t)exec->places];
}

/* Sets the details of the fault in a game; takes them over. */
static inline void place_set_fault(struct place *p, int game, struct fault *details) {
    free(p->fault[game]);
    p->fault[game] = details;
}

/* Games of the block that are finished. */
static inline int place_played(const struct place *p) {
    return atomic_load_explicit(&p->played, memory_order_acquire);
}

static inline bool place_is_finished(const struct place *p) {
    return p->kept || place_played(p) == p->games;
}

/* Ends the series, with the reason in its error. Returns false. */
bool exec_fail(struct series_exec *exec);

/* Makes the bots and states of a worker; worker_drop is due in any case. */
bool worker_make(struct worker *w, const struct plan *plan, const int copies[], struct th_error *e);
void worker_drop(struct worker *w, const struct plan *plan);

/* Takes at most so many free blocks in a row, the lowest there are; false if none is free now. A
 * block of which some games are finished is taken alone. */
bool exec_take(struct series_exec *exec, int most, struct span *span);
/* Makes blocks of a span free again that were not finished. */
void exec_give_back(struct series_exec *exec, struct span span);
/* How many blocks to take next, after `played` of a span were played in so many seconds. */
int span_adapt(struct span span, int played, double seconds, int most);

/* Gives a block its place, with this many finished games; of workers in other processes than the
 * one that counts. */
void exec_open_place(struct series_exec *exec, uint64_t block, int played);
/* Plays the span into its places until it is done, past SPAN_SECONDS, or aborted. Returns how many
 * of its blocks are finished. */
int exec_play_span(struct worker *w, struct span span);

/* Counts all that is ready and next in order. */
void exec_count(struct series_exec *exec);
/* Adds what the worker has measured since its last report; not while it plays. */
void exec_report_pace(struct series_exec *exec, struct worker *w);
/* See above. */
void exec_tick(struct series_exec *exec);
/* After the last span: counts, and saves all that is finished. */
void exec_finish(struct series_exec *exec);
/* Saves what was kept and held, and the times that were reported until now. */
void exec_save(struct series_exec *exec);
/* How it ended, when all is counted. */
enum series_end exec_end(const struct series_exec *exec);

/* Counts what the store has, where nothing is played: as many blocks as are there, however many the
 * series has. */
void exec_count_kept(struct series_exec *exec);

/* ---- ranks (series_ranks.c) ---- */

/* Plays it all as the first rank of an MPI job, or as another. */
void series_coordinate(struct series_exec *exec);
void series_worker(struct series_exec *exec);

/* ---- messages between ranks (ranks.c) ---- */

struct series_header {
    enum message_kind kind;
    uint32_t series;
    uint64_t block; /* the first of a span; or how the series ended */
};

/* A message on its way through the first rank's hands. */
struct series_message {
    struct rank_message message;
    struct bytes_reader rest; /* after the header */
    struct series_header header;
};

/* A message that is nothing but a header. */
void series_message_send(int to, enum message_kind kind, uint32_t series, uint64_t block);
struct series_header series_message_header(struct bytes_reader *r);
/* The next message to the first rank that is worth an answer; false if there is none now. */
bool series_message_next(struct series_message *l);

/* A span to play, how many games of its first block are finished, and the state of all bots
 * (fault_log.h). */
void series_message_send_span(const struct series_exec *exec, int to, uint32_t series,
                              struct span span, int played);
struct span series_message_take_span(const struct series_exec *exec, struct series_header h,
                                     struct bytes_reader *r, int *played);

/* Games of a span from `from` on, counted from the first of its first block, as far as they are
 * finished and follow one another: to the first rank. Returns the game after the last. As
 * MESSAGE_RESULTS, it ends the span, with the times of answers since the last report: not while the
 * worker plays. */
int series_message_send_games(struct worker *w, enum message_kind kind, uint32_t series,
                              struct span span, int from);
/* Takes them into their places, but for those of `except`, of which another thread has the place.
 * What was taken already is the same, and ignored. */
void series_message_take_games(struct series_exec *exec, const struct series_message *l,
                               uint64_t except);
/* How long answers took since the last report. */
void series_message_send_pace(struct worker *w, uint32_t series);
void series_message_take_pace(struct series_exec *exec, struct bytes_reader *r);

#endif
