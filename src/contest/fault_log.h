/* The faults of the bots of a contest, counted in the order of the games: how many of each kind,
 * details of the first ones, and which bots are disqualified by them.
 *
 * A bot is out after the block in which it has reached plan.disqualify faults: the games of later
 * blocks are forfeited, and those of them that have been played already are dropped. So who is out
 * in a block depends only on the blocks before it, and not on threads, ranks or interruptions. */
#ifndef CONTEST_FAULT_LOG_H
#define CONTEST_FAULT_LOG_H

#include "external/bots.h"
#include "plan.h"
#include <stdatomic.h>

enum {
    FAULT_KINDS = -TH_FAULT_MEMORY,
    FAULT_NOTES = 3, /* first faults of a bot of which details are kept; and the first of a kind */
};

/* A fault with its details. */
struct fault_note {
    uint64_t game;
    int bot, seat;
    struct fault fault; /* without details: "" */
};

struct bot_faults {
    uint64_t kind[FAULT_KINDS]; /* [-fault - 1]: games that ended by it */
    uint64_t faults;            /* of all kinds */
    uint64_t forfeits;          /* games that were not played because it is out */
    uint64_t games;             /* of the contest, when it went out; 0: it is not out */
    int notes;                  /* faults with a note */
};

/* Disqualified; details of the first faults are kept; and, shifted left by the place of a kind,
 * that there was one of it. */
enum fault_state { FAULT_OUT = 1, FAULT_FULL = 2, FAULT_SEEN = 4 };

/* Changed by the thread that counts; `state` is read by any thread. */
struct fault_log {
    int bots;
    struct bot_faults *bot;
    atomic_uchar *state; /* by bot: of enum fault_state */
    struct fault_note *note;
    int notes;
    uint64_t games;        /* that were counted */
    uint64_t forfeited;    /* of these: not played */
    uint64_t games_before; /* of earlier series, for the numbers of games */
};

/* fault_log_drop is due in any case. */
bool fault_log_make(struct fault_log *log, int bots, struct th_error *e);
void fault_log_drop(struct fault_log *log);

bool fault_log_is_out(const struct fault_log *log, int bot);
/* Whether details of such a fault of this bot are of use. From any thread. */
bool fault_log_wants(const struct fault_log *log, int bot, enum th_fault fault);

/* Whether a game of a block is forfeited, by one bot or several; then its result is set. Those who
 * are not out share the win; there is none where all are out. From any thread. */
bool fault_log_forfeits(const struct fault_log *log, const struct plan *plan,
                        const struct series_block *b, int game, struct match_result *result);

/* Counts the next game; `details` may be NULL. False: out of memory. */
bool fault_log_add(struct fault_log *log, const struct plan *plan, const struct series_block *b,
                   int game, uint64_t number, const struct fault *details);
/* After the last game of a block: decides who is out from now on. */
void fault_log_close_block(struct fault_log *log, const struct plan *plan);

#endif
