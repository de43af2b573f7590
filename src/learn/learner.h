/* The interface of learners: a learner is a method of learning a game by playing it, as a table of
 * functions. The training run (train.h), its checkpoints, its ranks, the command and the HTML page
 * use learners only through this table. A new learner is one file that defines `NAME_learner`, and
 * one line in the list at the end of this header.
 *
 * All state of a training is in `self`, so that several trainings run at once. A training is a
 * function of (setup, options, environment). */
#ifndef LEARN_LEARNER_H
#define LEARN_LEARNER_H

#include "core/bytes.h"
#include "environment.h"
#include "network.h"
#include "tahur/bot.h"
#include <jansson.h>

/* The arguments of a new training. */
struct learner_setup {
    const struct th_game *game;
    int observation, actions; /* numbers that describe a decision; actions of the game */
    int seats;
    uint64_t seed;
    uint64_t games; /* games to play, for schedules */
};

/* The progress of a training. */
struct learner_progress {
    uint64_t seed, games;
    uint64_t steps, updates; /* decisions learned from; updates of the parameters */
    double best_score;       /* of the last set_best; -INFINITY: never set */
};

/* Which player of a training: the current one, or the best so far (the current one if there is none
 * yet). */
enum learned { LEARNED_NOW, LEARNED_BEST };

struct learner {
    const char *name;    /* the value of --method, and the kind of its model files */
    const char *summary; /* for --help: what it learns, without a full stop */
    /* Its own flags of `tahur train`. NULL: none. A whole number without a default is the number of
     * games of the run, if it is not given. If two learners have a flag of the same name, it must
     * accept the same values in both. */
    const struct th_option *options;
    /* Its options that have no effect unless another one is above 0: pairs of names, ended by a
     * NULL. NULL: none. They are refused without it. */
    const char *const (*dependent)[2];
    /* A reference for other learners: it plays one training against bots, is evaluated against all
     * of its opponents together, keeps no best player and writes no files. */
    bool reference;
    /* It plays all seats itself: --opponent can only be self. */
    bool plays_itself;
    /* The names of the numbers that `figures` returns, for CSV; NULL-terminated. */
    const char *const *figure_names;

    /* Optional: whether it can learn this game; if not, returns false and sets *e. */
    bool (*accepts)(const struct th_game *game, struct th_error *e);
    /* A training before its first game, which the caller drops. Returns NULL and sets *e if it
     * cannot be made. Wrong options are reported as "--name …". */
    void *(*new)(const struct learner_setup *setup, const struct th_options *options,
                 struct th_error *e);
    void (*drop)(void *self); /* accepts NULL */

    /* Plays `games` games of the environment, whose state is `world`, and learns from them. */
    void (*play)(void *self, const struct environment *environment, void *world, uint64_t games);
    /* The index of the chosen action in ask->legal. */
    int (*choose)(const void *self, enum learned which, const struct th_ask *ask);

    struct learner_progress (*progress)(const void *self);
    /* An object with the numbers since the last call with `reset`. The caller owns it. */
    json_t *(*figures)(void *self, bool reset);
    /* Optional: an object with the settings of the training. The caller owns it. */
    json_t *(*settings)(const void *self);
    /* Optional: a short text for the progress line. */
    void (*status)(const void *self, char *out, size_t size);

    /* Sets the score of the best player. With `now`, the current player becomes the best; otherwise
     * only the score is replaced. NULL for references. */
    void (*set_best)(void *self, double score, bool now);

    /* Optional: the network of a player, for model files. NULL: model files have none, and the
     * player is restored from the whole training. */
    const struct network *(*network)(const void *self, enum learned which);
    /* Optional: the outputs of its networks, for a game with this number of actions and seats.
     * NULL: one for each action. */
    int (*outputs)(int actions, int seats);
    /* The whole training as bytes, and a new training from them, which continues bit for bit.
     * `restore` returns NULL and sets *e if the bytes are damaged. Both NULL for references. */
    void (*store)(const void *self, struct bytes *out);
    void *(*restore)(struct bytes_reader *in, struct th_error *e);

    /* Optional: whether all numbers of the training are finite. A training that has diverged cannot
     * be stored and cannot continue. NULL: it cannot diverge. */
    bool (*finite)(const void *self);
    /* Required with `finite`, for reports of a training that diverged on another rank: turns a new
     * training into a diverged one, with this progress and the network of its best player (NULL if
     * that has diverged too). Returns false, with nothing changed, if the network does not fit. */
    bool (*diverge)(void *self, const struct learner_progress *progress,
                    const struct network *best);
};

/* The list of learners; the first is the default. */
#define LEARNERS(LEARNER)                                                                          \
    LEARNER(dqn)                                                                                   \
    LEARNER(table)                                                                                 \
    LEARNER(selfplay)

#define LEARNER_DECLARE(name) extern const struct learner name##_learner;
LEARNERS(LEARNER_DECLARE)
#undef LEARNER_DECLARE

#define LEARNER_PLUS_ONE(name) +1
enum { LEARNER_COUNT = 0 LEARNERS(LEARNER_PLUS_ONE) };
#undef LEARNER_PLUS_ONE

extern const struct learner *const learners[LEARNER_COUNT];
/* Their names, in the same order, NULL-terminated: the choices of --method. */
extern const char *const learner_names[LEARNER_COUNT + 1];

#endif
