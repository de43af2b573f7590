/* One training of `tahur train`: a seed, its network, its evaluations, its file. */
#ifndef CLI_TRAIN_RUN_H
#define CLI_TRAIN_RUN_H

#include "learn/model.h"
#include "learn/player.h"
#include "train_bots.h"
#include <jansson.h>

struct train_run;

/* What all trainings of a command have in common; nobody changes it while they run. */
struct train_plan {
    const struct th_game *game;
    struct th_spec game_spec;
    int observations; /* numbers a decision is described by */
    char opponent_text[TH_SPEC_BYTES];
    struct bot_list opponents; /* none: the network plays itself */
    struct bot_list judges;    /* for evaluations; the opponents are among them */
    uint64_t games;            /* to play */
    uint64_t evaluate_every, evaluate_games, final_games;
    bool slim;               /* files without the state of the training */
    const atomic_bool *stop; /* set to end early */
    /* Called by a training now and then, and after an evaluation (`evaluated`). */
    void (*progress)(void *context, const struct train_run *run, bool evaluated);
    void *context;
    /* Called by a training after every evaluation and in the end: keeps it, so that it can go on.
     * False ends the training. NULL: nothing is kept. */
    bool (*keep)(void *keeper, const struct train_run *run, struct th_error *e);
    void *keeper;
};

/* Whether the user wants it to end, or a game could not be played as it should (core/shortage.h):
 * then what was learned from it must not be kept. */
bool train_must_stop(const struct train_plan *plan);

/* What a model file tells of a training that is to go on. */
struct train_past {
    struct dqn *dqn;
    json_t *points;  /* an array */
    json_t *measure; /* see train_evaluate.h; NULL: the file does not tell */
    char opponent_text[TH_SPEC_BYTES];
};

struct train_run {
    const struct train_plan *plan;
    struct dqn *dqn;
    char *path;      /* of its file; NULL: none is written */
    json_t *points;  /* one object an evaluation: see train_evaluate.c */
    json_t *measure; /* what the score of dqn->best was measured by */
    uint32_t opening_plies[VERSUS_OPPONENTS_MAX]; /* by judge: see train_choose_openings */
    uint64_t first, first_updates; /* games and updates before, of a training that is resumed */
    bool failed;                   /* its file could not be written */
    bool unkept;                   /* plan->keep failed, with this reason */
    struct th_error unkept_why;
    bool finished; /* all is played, evaluated and measured */
    bool astray;   /* its file holds the network alone: the rest is no numbers */
    struct th_error error;
    struct {
        bool done;
        double before, now; /* scores */
    } again;                /* the network of the file was measured by the new measure */
    bool end_best;          /* what the training ended with is better than dqn->best */
    double end_score;
    double saved_at, save_seconds;                 /* when the file was last written; how long */
    double train_seconds, evaluate_seconds;        /* of the processor */
    struct evaluation final[VERSUS_OPPONENTS_MAX]; /* of the network kept, on other games */
    struct versus versus;
    struct bot opponent[VERSUS_OPPONENTS_MAX], judge[VERSUS_OPPONENTS_MAX];
    struct player self; /* for playing itself */
};

/* A new training (`points` is an empty array, `measure` NULL), or one that goes on; to be dropped.
 * What is in `past` is the run's from now on, also if it fails. */
bool train_run_make(struct train_run *run, const struct train_plan *plan,
                    const struct train_past *past, const char *path, struct th_error *e);
void train_run_drop(struct train_run *run);

/* Plays and evaluates, writes the file, and measures the network that was kept; of a training that
 * is finished, only writes the file. Where Control-C came before the first game, nothing is
 * written. */
void train_run_all(struct train_run *run);
/* Writes its file, if it has one. */
void train_run_write(struct train_run *run);
/* Whether it played at all. */
bool train_run_begun(const struct train_run *run);

/* The network of the highest score, and that score: -INFINITY if there was no evaluation. */
const struct network *train_run_kept(const struct train_run *run);
double train_run_best_score(const struct train_run *run);

#endif
