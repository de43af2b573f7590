/* A series: games between bots in many line-ups, on threads, counted in their order.
 *
 * What is played is a list of fixtures. A round plays a block of each of them, and a block plays
 * the fixture's line-ups with every rotation of the starter; all its games share their luck, their
 * opening, and game for game the bots' generators. So a block is one observation, and a fixture
 * with two line-ups that differ in one bot compares the two under the same luck.
 *
 * A series is a pure function of its configuration and seed. Blocks are handed to `count` in their
 * order, from the first on, whatever the threads do; so whoever decides there when enough has been
 * played decides the same for any number of threads. */
#ifndef ARENA_SERIES_H
#define ARENA_SERIES_H

#include "core/match.h"
#include "tahur/arena.h"

enum { LINE_UPS_MAX = 2, BLOCK_GAMES_MAX = LINE_UPS_MAX * TH_SEATS_MAX };

/* Whether two are copies of one bot, whatever their names. */
static inline bool series_same_bot(const struct th_arena_player *a,
                                   const struct th_arena_player *b) {
    return a->kind == b->kind && th_options_equal(&a->options, &b->options);
}

/* Bots by their number, as many as the game has seats. */
struct line_up {
    int bot[TH_SEATS_MAX];
};

struct fixture {
    struct line_up line_up[LINE_UPS_MAX];
};

/* A block that has been played; or the games of it that the series still had room for. */
struct series_block {
    uint64_t round;
    int fixture, games;
    const struct match_result *result; /* line-up by line-up, each in every rotation */
};

struct series {
    const struct th_game *game;
    const struct th_options *game_options;
    int seats;
    const struct th_arena_player *bot;
    int bots;
    const struct fixture *fixture;
    int fixtures, line_ups; /* so many line-ups in every fixture */
    /* Whether the order of the seats changes from round to round, so that in games of three and
     * four all orders come equally often; otherwise it is the line-up's. Where there are openings,
     * the orders come in an order that is drawn, too, so that no opening always has the same. */
    bool all_orders;
    uint64_t games;    /* at most */
    uint64_t from, to; /* plays only blocks from..to-1 of these games; to = 0: all */
    struct th_seed seed;
    int threads;
    uint32_t max_turns, random_plies; /* as in th_arena */
    /* Where games begin, one a round, as series_opening says; none: the game's own start. */
    struct th_state *const *opening;
    int openings;
    bool fault_aborts;       /* a game that ends with a fault fails the series, and is not kept */
    bool *at_fault;          /* set if that happens; may be NULL */
    const atomic_bool *stop; /* set to end early; NULL: never */
    /* Called in order, one block at a time, from whichever thread. False: enough, nothing behind
     * this block counts. */
    bool (*count)(void *context, const struct series_block *block);
    void *context;
    const struct series_store *store;       /* NULL: nothing is kept */
    const struct series_recorder *recorder; /* NULL: nobody writes games down */
    /* What was measured is added here at the end, with a store that of earlier runs, too; both may
     * be NULL. Seconds of playing; NAN: not known, since the store does not say. By bot: the times
     * of answers. */
    double *seconds;
    struct pace *pace;
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
    bool (*load)(void *self, const struct series *plan, uint64_t block,
                 struct match_result result[], struct bytes tape[], int games, struct th_error *e);
    bool (*keep)(void *self, const struct series *s, uint64_t block, const struct series_block *b,
                 const struct bytes tape[], struct th_error *e);
    /* Loads the games of a block that were held before the series began: how many, from the first
     * of the block on; -1: failed. */
    int (*held)(void *self, const struct series *plan, uint64_t block, struct match_result result[],
                struct bytes tape[], int games, struct th_error *e);
    /* Holds one finished game of a block that cannot be counted yet, in the order of the games of
     * the block. `keep` takes over what is held of its block; forget_held drops all there is. */
    bool (*hold)(void *self, const struct series *s, uint64_t block, const struct series_block *b,
                 int game, const struct bytes *tape, struct th_error *e);
    bool (*forget_held)(void *self, struct th_error *e);
    /* All that was kept and held is on the disk on return, with the times of this series so far, if
     * there are any (else NULL). */
    bool (*commit)(void *self, const struct series *s, const struct series_times *times,
                   struct th_error *e);
    /* Adds the times of the runs before this series; NAN if not known. Also of a store that is only
     * read. */
    void (*times)(void *self, const struct series *s, struct series_times *times);
};

/* Who gets the games that count, with the actions of each, be they played or found in the store. In
 * the order of the blocks, one at a time; of the ranks of an MPI job, the first one only, but all
 * must have one. False ends the series. */
struct series_recorder {
    void *self;
    bool (*record)(void *self, const struct series *s, uint64_t block, const struct series_block *b,
                   const struct bytes tape[], struct th_error *e);
};

enum series_end {
    SERIES_FAILED,   /* with the reason: before any game, or the store could not be written */
    SERIES_COMPLETE, /* all was counted, or enough */
    SERIES_STOPPED,  /* by `stop` */
    SERIES_SHORT,    /* with the reason: a game could not be played (core/shortage.h); those before
                        it were counted */
};

/* Plays: on threads, or on the ranks of an MPI job (ranks.h), of which the first one counts. */
enum series_end series_play(const struct series *s, struct th_error *e);

/* At the end of the program, in every rank; false if one was lost. */
bool series_goodbye(void);

/* The place in its line-up of the one who sits in the seat in this game of a block. */
int series_place(const struct series *s, const struct series_block *b, int game, int seat);
/* And who that is. */
int series_bot(const struct series *s, const struct series_block *b, int game, int seat);

static inline int series_block_games(const struct series *s) {
    return s->line_ups * s->seats;
}

/* How many games are to be played: all, or those of the part from..to-1. */
uint64_t series_own_games(const struct series *s);

/* The opening of a round, 0 where there are none. Each comes once in as many rounds as there are
 * openings, in an order that is drawn anew each time. */
int series_opening(const struct series *s, uint64_t round);

/* The block of this number, with these results. */
struct series_block series_block_at(const struct series *s, uint64_t block,
                                    const struct match_result *result);

/* What the games of a block are played by, without a tape; `start` is the game's own beginning. And
 * which match a game of it is. Together with the bots' answers, they determine its result. */
struct match_rules series_rules(const struct series *s, const struct series_block *b,
                                const struct th_state *start);
struct match_number series_match(const struct series *s, const struct series_block *b, int game);

/* The shares of each seat in a game's win, which sum up to 1: a game without a winner is shared
 * by all. In twelfths of a game, all that is won or shared by up to four is whole. */
enum { TWELFTHS = 12 };
void series_shares(const struct match_result *r, int seats, double share[]);

#endif
