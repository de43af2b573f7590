/* One training of `tahur train`: a seed, its network, its evaluations, its file. */
#ifndef CLI_TRAIN_RUN_H
#define CLI_TRAIN_RUN_H

#include "learn/model.h"
#include "learn/player.h"
#include "learn/versus.h"
#include <jansson.h>

/* Bots by spec, in the order they were given; no two of the same text. */
struct line_up {
    int count;
    struct {
        struct th_spec spec;
        const struct th_bot_kind *kind;
    } bot[VERSUS_OPPONENTS_MAX];
};

/* Adds what a list "v1,v2,mcts:iterations=100,memory=16" names and the line-up does not have yet.
 */
bool line_up_read(struct line_up *l, const struct th_game *game, const char *list,
                  struct th_error *e);
int line_up_find(const struct line_up *l, const char *text); /* -1: it is not there */
/* All of its bots, into an array of zeros; to be dropped, also if it fails. */
bool line_up_make(const struct line_up *l, const struct th_game *game,
                  struct bot bots[VERSUS_OPPONENTS_MAX], struct th_error *e);
void line_up_drop(struct bot bots[VERSUS_OPPONENTS_MAX]);

struct train_run;

/* What all trainings of a command have in common; nobody changes it while they run. */
struct train_plan {
    const struct th_game *game;
    struct th_spec game_spec;
    char opponent_text[TH_SPEC_BYTES];
    struct line_up opponents; /* none: the network plays itself */
    struct line_up judges;    /* for evaluations; the opponents are among them */
    uint64_t games;           /* to play */
    uint64_t evaluate_every, evaluate_games, final_games;
    bool slim;               /* files without the state of the training */
    const atomic_bool *stop; /* set to end early */
    /* Called by a training now and then, and after an evaluation (`evaluated`). */
    void (*progress)(void *context, const struct train_run *run, bool evaluated);
    void *context;
};

struct train_run {
    const struct train_plan *plan;
    struct dqn *dqn;
    char *path;                    /* of its file; NULL: none is written */
    json_t *points;                /* one object an evaluation: see point_json in train_run.c */
    uint64_t first, first_updates; /* games and updates before, of a training that is resumed */
    bool finished;                 /* played all its games */
    bool failed;
    struct th_error error;
    double train_seconds, evaluate_seconds;        /* of the processor */
    struct evaluation final[VERSUS_OPPONENTS_MAX]; /* of the network kept, on other games */
    struct versus versus;
    struct bot opponent[VERSUS_OPPONENTS_MAX], judge[VERSUS_OPPONENTS_MAX];
    struct player self; /* for playing itself */
};

/* A new training, or the one of a model file whose game and layout fit; to be dropped. `dqn` and
 * `points` are the run's from now on, also if it fails. */
bool train_run_make(struct train_run *run, const struct train_plan *plan, struct dqn *dqn,
                    json_t *points, const char *path, struct th_error *e);
void train_run_drop(struct train_run *run);

/* Plays and evaluates, writes the file, and measures the network that was kept. */
void train_run_all(struct train_run *run);

/* Reads a model that may be trained further: of this game, with its training. */
bool train_resume(const char *path, const struct train_plan *plan, struct dqn **dqn,
                  json_t **points, char opponent_text[TH_SPEC_BYTES], struct th_error *e);

#endif
