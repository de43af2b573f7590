/* Environments for learning: many games of one kind, stepped at once.
 *
 * The caller owns the buffers, names them once, and fills in the actions; a step then plays every
 * game on to its next decision and writes what is seen there, which actions are legal, rewards and
 * ends. Chance is inside, and so are the bots in the other seats. Or there are none: in self-play
 * the caller decides for every seat, and sees what the seat in turn may know. Nothing is allocated
 * in reset and step (but bots that search may).
 *
 * As in matches, a seat with a single legal action is not asked.
 *
 * Episode k of game g is a function of (settings, seed, first + g, k) and its actions: many games
 * may be split among environments, threads and machines, and stay the same games, byte for byte.
 *
 * Actions are numbered for learning: 0..actions-1 are, in the order of the game's own numbers, the
 * actions that exist with the game's options; a resignation is none of them. Where the game has
 * `seat_action` (learning.h), the numbers are the seat's own, as observations are: the same number
 * means the same for every seat. */
#ifndef TAHUR_ENV_H
#define TAHUR_ENV_H

#include "tahur/error.h"
#include "tahur/public.h"
#include <stddef.h>
#include <stdint.h>

TH_BEGIN_C

/* Changes whenever a program that was compiled for another one would go wrong. */
#define TH_ENV_ABI 3
TH_PUBLIC int th_env_abi(void);

enum {
    TH_ENV_GAMES_MAX = 1 << 20,
    TH_ENV_OPPONENTS_MAX = 16,
    TH_ENV_OPENINGS_MAX = 1 << 20,
    TH_ENV_ROTATES = -1
};

/* When a game that is over begins anew. */
enum th_env_autoreset {
    /* In the same step: the reward and the flag of its end come with the first observation of the
     * next game; `finals` has the last one. */
    TH_ENV_SAME_STEP,
    /* In the step after: the reward and the flag come with the last observation, and the row of the
     * mask is all 1, because whatever action the next step is given for this game is not taken.
     * That step shows the first observation of the next game, without a reward. */
    TH_ENV_NEXT_STEP,
};

/* What becomes of an action within 0..actions-1 that is not legal. Any other number is refused. */
enum th_env_illegal {
    TH_ENV_REFUSE, /* the step fails with a sentence, and nothing has happened in any game */
    TH_ENV_LOSE,   /* the seat has lost the game */
    TH_ENV_RANDOM, /* one of the legal actions is taken instead, drawn from the seed */
};

struct th_env_settings {
    const char *game;             /* "kittens:rules=classic" */
    const char *const *opponents; /* specs of bots; none: self-play */
    int opponent_count;
    int games;      /* stepped at once */
    uint64_t first; /* the number of the first */
    /* The learner's; TH_ENV_ROTATES: (first + g + k) mod seats. In self-play TH_ENV_ROTATES. */
    int seat;
    uint32_t max_turns; /* a game not over within so many is truncated; 0: 4,000 */
    /* Where games begin, each episode at one of them, drawn from its seed; none: at the start of
     * the game. As in the files of contests: a position, or "moves" and a list of actions,
     * separated by ";". A single opening is a start position. */
    const char *const *openings;
    int opening_count;
    /* So many decisions of the seats after that are made at random, drawn from the seed. */
    uint32_t random_plies;
    enum th_env_autoreset autoreset;
    enum th_env_illegal illegal;
};

/* How large the buffers are. */
struct th_env_shape {
    int games, seats;
    int observation; /* numbers that describe a decision */
    int actions;     /* actions are 0..actions-1 */
};

struct th_env_buffers {
    float *observations;    /* [games][observation]: what the seat that is to act may know */
    uint8_t *masks;         /* [games][actions]: 1 for what is legal */
    const int32_t *actions; /* [games]: read by step */
    /* [games], at the end of a game, of the seat that acted: 1 if it has won, else
     * -1 / (seats - 1); alone, 1. Nothing in between, and nothing if it was truncated. */
    float *rewards;
    uint8_t *terminals;   /* [games]: the game was over in this step */
    uint8_t *truncations; /* [games]: or it was cut off */
    int32_t *seats;       /* [games]: whose decision it is */
    /* Optional from here on: NULL is not wanted.
     *
     * [games][observation]: where a game ended in this step, what the seat that had acted saw of
     * the end; the other rows stay as they are, and reset clears them. */
    float *finals;
    /* [games]: in this step a bot gave no legal answer and lost, be it the game that ended or one
     * that was over before the caller was asked. */
    uint8_t *faults;
    float *seat_rewards; /* [games][seats]: the same for every seat; they add up to 0 */
    uint8_t *illegals;   /* [games]: the action of this step was not legal */
};

/* What has happened since reset. */
struct th_env_counts {
    uint64_t steps;    /* decisions of the caller, in all games */
    uint64_t episodes; /* that ended; of them: */
    uint64_t truncated;
    uint64_t faults; /* a bot gave no legal answer, and lost */
    /* Over before the caller was asked at all: the next one began at once, and no buffer shows it.
     */
    uint64_t unasked;
    uint64_t illegal; /* actions that were not legal */
};

struct th_env;

/* A new environment; NULL and the reason if the settings are wrong. With n seats and opponents o,
 * the seats after the learner's hold, in their order, bots i, i + 1, …, round and round, where i =
 * (first + g + k) / n: so each opponent comes as often in each seat. A bot whose answers depend on
 * what it has been asked before in the same game is made anew for each game; all others are shared
 * by the games (`remembers` in bot.h). */
TH_PUBLIC struct th_env *th_env_new(const struct th_env_settings *settings, struct th_error *e);
TH_PUBLIC void th_env_drop(struct th_env *env); /* NULL is nothing */

/* All 0 if there is no environment: it is NULL. So are the counts below. */
TH_PUBLIC struct th_env_shape th_env_shape(const struct th_env *env);
/* Names the buffers, which must stay where they are; NULL: none. Reset and step fail as long as one
 * that is not optional is NULL. */
TH_PUBLIC void th_env_attach(struct th_env *env, const struct th_env_buffers *buffers);

/* Begins episode 0 of every game and fills the buffers. False and the reason if a game cannot come
 * to a decision: its opponents end it before, again and again. */
TH_PUBLIC bool th_env_reset(struct th_env *env, uint64_t seed, struct th_error *e);
/* The same from episode k of every game on: who leaves games before their end, or plays one of each
 * seed, rotates the seats so. */
TH_PUBLIC bool th_env_reset_to(struct th_env *env, uint64_t seed, uint64_t episode,
                               struct th_error *e);
/* The same with a seed for each game: game g plays from episode episodes[g] on what game 0 of an
 * environment with first = 0 plays by seeds[g]. `episodes` NULL: 0 for all. */
TH_PUBLIC bool th_env_reset_each(struct th_env *env, const uint64_t seeds[],
                                 const uint64_t episodes[], struct th_error *e);
/* From the next reset on all games begin at this opening, written as in the settings, instead of
 * theirs; NULL: at theirs again. False and the reason if it cannot be played from. */
TH_PUBLIC bool th_env_start_at(struct th_env *env, const char *opening, struct th_error *e);
/* Takes `actions`. If one of them is refused: false and a sentence, and nothing has happened. False
 * also where a game no longer comes to a decision; then only reset goes on. */
TH_PUBLIC bool th_env_step(struct th_env *env, struct th_error *e);

/* One of the legal actions of each game, each as likely, drawn from hash(seed, first + g): for
 * random play and exploring. 0 where there are none: before reset, and in a game that is over. */
TH_PUBLIC void th_env_sample(const struct th_env *env, uint64_t seed, int32_t out[]);

/* What a seat may know of game g, as `observation` numbers; false, and nothing is written, if there
 * is no such game or seat. */
TH_PUBLIC bool th_env_observe(const struct th_env *env, int game, int seat, float out[]);
/* The number that an action of a seat has in the game itself, in states and records; and back. -1
 * if there is none. */
TH_PUBLIC int th_env_game_action(const struct th_env *env, int seat, int action);
TH_PUBLIC int th_env_own_action(const struct th_env *env, int seat, int game_action);

TH_PUBLIC struct th_env_counts th_env_counts(const struct th_env *env);
/* The first fault of a bot since reset: which bot, where, its name and what it means, as in
 * "exec:command=false in seat 1 of game 0, episode 0: crash, it ended, or could not be started"; ""
 * if there was none. Good until the next reset. */
TH_PUBLIC const char *th_env_fault(const struct th_env *env);

/* What follows writes as much as there is room for and returns `out`; "" where there is no such
 * number, game or legal action, and a "" of its own where `out` is NULL or has no room.
 *
 * The name of the i-th number of an observation; TH_ACTION_BYTES are enough. */
TH_PUBLIC const char *th_env_observation_name(const struct th_env *env, int i, char *out,
                                              size_t size);
/* Game g as a picture, as the seat to act may see it; and its position in one line.
 * TH_PICTURE_BYTES and TH_POSITION_BYTES are always enough. */
TH_PUBLIC const char *th_env_draw(const struct th_env *env, int game, bool colour, char *out,
                                  size_t size);
TH_PUBLIC const char *th_env_position(const struct th_env *env, int game, char *out, size_t size);
/* An action that is legal in game g, in writing; TH_ACTION_BYTES are enough. */
TH_PUBLIC const char *th_env_action(const struct th_env *env, int game, int action, char *out,
                                    size_t size);

TH_END_C

#endif
