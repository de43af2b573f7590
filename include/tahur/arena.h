/* The arena: many games between the same bots, on any number of threads, with statistics.
 *
 * The result is a pure function of (configuration, seed): byte-identical for every number of
 * threads. Games are counted in their order from the first, so that a run stopped early is a true
 * prefix of the longer one. */
#ifndef TAHUR_ARENA_H
#define TAHUR_ARENA_H

#include "tahur/bot.h"
#include "tahur/flag.h"
#include "tahur/public.h"
#include "tahur/seed.h"

TH_BEGIN_C

#define TH_THREADS_MAX 1024

/* Whether shares are also given adjusted for luck (docs/contests.md): no; yes; or if the first
 * blocks show that this lowers variance × time. Where the game has no chance or no estimate: no. */
enum th_luck { TH_LUCK_PLAIN, TH_LUCK_ADJUSTED, TH_LUCK_AUTO };

struct th_arena_player {
    const struct th_bot_kind *kind;
    struct th_options options;
};

/* A game that counts, as it ended. */
struct th_arena_game {
    uint64_t number; /* from 0 on */
    int seats;
    int player[TH_SEATS_MAX];    /* by seat: who sat there */
    double payoff[TH_SEATS_MAX]; /* by seat; a fault gives 0, and equal parts to the others */
    uint32_t turns, plies;       /* plies: decisions of seats */
    bool unfinished;             /* not over within max_turns: all payoffs are 0 */
    enum th_fault fault;         /* of the bot in fault_seat; TH_NO_FAULT and -1: there was none */
    int fault_seat;
    bool measured;             /* luck is known */
    double luck[TH_SEATS_MAX]; /* by seat: to be taken off the payoff */
};

struct th_arena {
    const struct th_game *game;
    struct th_options game_options;
    struct th_arena_player player[TH_SEATS_MAX]; /* in game g, player i sits in (i − g) mod n */
    int players;                                 /* as many as the game has seats */
    uint64_t games;                              /* at least 1 */
    struct th_seed seed;
    int threads;           /* 1 to TH_THREADS_MAX */
    uint32_t max_turns;    /* at least 1; a game not over within so many is unfinished */
    uint32_t random_plies; /* made at random at the start, the same for the games of a block */
    /* Positions for games to begin with, one a block, each once in as many blocks as there are, in
     * an order that is drawn; none: the game's own start. */
    struct th_state *const *opening;
    int openings;
    uint64_t from, to;   /* plays only blocks from..to-1; to = 0: all */
    bool fault_aborts;   /* a game that ends with a bot's fault fails the run */
    const th_flag *stop; /* set to end early; NULL: never */
    /* Callbacks, called from any thread, one at a time; may be NULL. */
    void (*progress)(void *context, uint64_t games_done);              /* now and then */
    void (*finished)(void *context, const struct th_arena_game *game); /* of every game, in order */
    void *context;
    enum th_luck luck;
};

/* A mean with its standard error, which is clustered by block: the games of a block share their
 * luck and are one observation. NaN where there is nothing to divide by; the error is NaN where
 * there is one block alone, or where the same few games came again and again. */
struct th_estimate {
    double mean, se;
};

/* How long answers took, in seconds. Of fast bots not every answer is timed. */
struct th_pace {
    uint64_t answers; /* that were timed */
    double mean, p95, worst;
};

struct th_arena_standing {
    uint64_t wins, faults;
    struct th_estimate share; /* in the wins of all games; a draw is shared */
    double low, high;         /* Wilson's 95 % interval of that share; see src/stats/share.h */
    struct th_estimate metric[TH_METRICS_MAX]; /* in the order of the game's table */
    /* The share without luck, which has the same mean and may be below 0 or above 1, with its 95 %
     * interval; NaN where results are not adjusted. */
    struct th_estimate adjusted;
    double adjusted_low, adjusted_high;
};

struct th_arena_result {
    uint64_t games;      /* counted: all that were asked for, unless stopped early */
    bool stopped;        /* by `stop`, before all were played */
    bool at_fault;       /* fault_aborts has failed the run */
    uint64_t unfinished; /* of these */
    uint64_t draws;      /* of these: several seats share the win */
    uint64_t distinct;   /* distinct games, where few came again and again without any chance;
                            else 0 */
    uint64_t digest;     /* of every game's actions and result, in game order */
    double seconds;      /* of playing */
    struct th_pace player_pace[TH_SEATS_MAX];
    int players;
    struct th_arena_standing player[TH_SEATS_MAX];
    struct th_arena_standing seat[TH_SEATS_MAX]; /* by play order */
    /* Players of the same kind with the same options, summed up: player i is in group_of[i]. */
    int groups, group_of[TH_SEATS_MAX];
    struct th_arena_standing group[TH_SEATS_MAX];
    struct th_estimate game_turns, game_plies;
    enum th_luck luck; /* TH_LUCK_PLAIN or TH_LUCK_ADJUSTED: asked for, or chosen */
    /* What the first blocks, `luck_blocks` of them, show; 0: unknown. The variance of plain block
     * means over that of adjusted ones; time with luck measured over time without, by a fixed price
     * of decisions and estimates. */
    uint64_t luck_blocks;
    double luck_variance_ratio, luck_time_ratio;
};

/* An arena for a game and bots by their specs: one bot a seat, or one that plays itself in every
 * seat. 10,000 games with seed 1 on one thread, 4,000 turns at most; all else is left out. Change
 * what you like before it runs. False and the reason if there is no such game or bot, if there are
 * not as many bots as seats, or if a pointer is NULL. */
TH_PUBLIC bool th_arena_read(struct th_arena *arena, const char *game, const char *const bots[],
                             int count, struct th_error *e);

/* Plays. Fails, before any game, when the game or a bot cannot be made from the options, and when a
 * field is out of its range, with a sentence that names it; then all of `out` is 0. Fails, too,
 * when this program runs out of memory, file descriptors or processes: `out` has the games before
 * that. */
TH_PUBLIC bool th_arena_run(const struct th_arena *arena, struct th_arena_result *out,
                            struct th_error *e);

/* Wilson's score interval at 95 % for `wins` of `games`; 0 to 1, which says nothing, where there
 * are no games. */
TH_PUBLIC void th_wilson(double wins, double games, double *low, double *high);

TH_END_C

#endif
