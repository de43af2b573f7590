/* The training run: trainings of one learner, each with its own seed, from the first game to the
 * report. The command reads a plan; then
 *
 *     train_new, train_resume           make each training
 *     train_together, train_coordinate  play, evaluate and save: on threads, or on MPI ranks
 *     train_json and others             report
 *
 * The callbacks of a plan are the only output: this folder knows neither the terminal nor MPI nor
 * the database of saved runs. */
#ifndef LEARN_TRAIN_H
#define LEARN_TRAIN_H

#include "core/match.h"
#include "environment.h"
#include "learner.h"
#include <jansson.h>

struct train_run;

/* Bots by spec, in the order given, without duplicates (same kind and options). */
struct bot_list {
    int count;
    struct listed_bot {
        struct th_spec spec;
        const struct th_bot_kind *kind;
    } bot[VERSUS_OPPONENTS_MAX];
};

/* Adds the bots of a list "v1,v2,mcts:iterations=100,memory=16" that are not in it yet; with
 * `once`, duplicates are refused. */
bool bot_list_read(struct bot_list *l, const struct th_game *game, const char *list, bool once,
                   struct th_error *e);
/* The index of the bot of this kind with these options; -1 if it is not in the list. */
int bot_list_find(const struct bot_list *l, const struct listed_bot *bot);
/* Makes this number of copies of all bots of the list into a zeroed array; the caller drops them,
 * also if it fails. */
bool bot_list_make(const struct bot_list *l, const struct th_game *game,
                   const struct th_options *options, int copies,
                   struct opponent bots[VERSUS_OPPONENTS_MAX], struct th_error *e);
void bot_list_drop(struct opponent bots[VERSUS_OPPONENTS_MAX]);

/* A training as it is saved: the bytes of a model file, with all that its report needs. */
struct train_saved {
    uint64_t games;
    bool finished;
    struct bytes model; /* empty: nothing is saved */
};

/* Where trainings are saved, by seed. Both callbacks are called from any thread. */
struct train_store {
    void *context;
    /* The saved training of a seed; the caller frees the bytes. */
    bool (*load)(void *context, uint64_t seed, struct train_saved *saved, struct th_error *e);
    /* Replaces the saved training of a seed; it is on the disk on return. */
    bool (*save)(void *context, uint64_t seed, const struct train_saved *saved, struct th_error *e);
};

/* What all trainings of a command have in common; constant while they run. */
struct train_plan {
    const struct learner *learner;
    struct th_options options; /* the learner's own */
    const struct th_game *game;
    struct th_spec game_spec;
    int observations; /* numbers that describe a decision */
    int seats;
    char opponent_text[TH_SPEC_BYTES];
    struct bot_list opponents; /* none: the learner plays itself */
    struct bot_list judges;    /* bots for evaluations; includes the opponents */
    uint64_t seed;             /* of the first training; the others have the following ones */
    uint64_t games;            /* to play */
    uint64_t evaluate_every, evaluate_games, final_games;
    bool slim;               /* model files without the training */
    const atomic_bool *stop; /* set to end early */
    /* Called by a training regularly, and after an evaluation (`evaluated`), from its thread. */
    void (*progress)(void *context, const struct train_run *run, bool evaluated);
    /* The same for training `number` on another rank. */
    void (*remote_progress)(void *context, int number, uint64_t games, uint64_t updates);
    void *context;
    const struct train_store *store; /* NULL: trainings are not saved */
    /* Called by a training after every evaluation and at its end, to save it. A result of false
     * ends the training. NULL: nothing is saved. */
    bool (*save)(void *save_context, const struct train_run *run, struct th_error *e);
    void *save_context;
};

/* Reads the opponents of a plan, which become judges too: bots separated by commas, or "self". */
bool train_read_opponents(struct train_plan *plan, const char *text, struct th_error *e);

/* The evaluations of a training: one against each judge; of a reference (learner.h), one against
 * all opponents in turn. */
int train_judges(const struct train_plan *plan);
const char *train_judge(const struct train_plan *plan, int judge);

/* The games that a bot wins, in all seats in turn, with the 95 % interval of the share. The games
 * of a block, one per seat, share their luck, and repeated games count once (stats/share.h). */
struct evaluation {
    uint64_t games, wins; /* games is 0 if none were requested, or it was stopped */
    uint64_t seat_wins[TH_SEATS_MAX];
    uint64_t different;    /* distinct games; 0: no game is repeated */
    uint32_t random_plies; /* random decisions at the start of every game */
    double share, low, high;
};

/* `rules` as for a match: game, start, seed and random plies determine the games, and `abort` ends
 * them. Blocks are played against the opponents in turn, each in all other seats. `state` and
 * `view` are buffers of the caller. */
struct evaluation evaluate_bot(struct bot player, const struct match_rules *rules,
                               const struct opponent opponents[], int count, uint64_t games,
                               struct th_state *state, struct th_state *view);

/* A learner as a bot. */
struct learned_player {
    const struct learner *learner;
    const void *self;
    enum learned which;
    float random; /* share of random actions */
};

struct train_run {
    const struct train_plan *plan;
    void *self; /* the learner's training */
    uint64_t seed;
    char *path;      /* of its model file; NULL: none is written */
    json_t *points;  /* an array of objects, one per evaluation (evaluate.c) */
    json_t *measure; /* how the best score was measured (train_own.h) */
    uint32_t opening_plies[VERSUS_OPPONENTS_MAX]; /* by judge: train_choose_openings */
    uint64_t first, first_updates; /* games and updates before, of a training that is resumed */
    bool failed;                   /* its model file could not be written */
    struct th_error error;
    bool save_failed;
    struct th_error save_error;
    bool finished; /* all games are played and evaluated */
    bool diverged; /* its model file contains the network alone */
    struct {
        bool done;
        double before, now; /* scores */
    } again;                /* the best player of the file was evaluated with the new measure */
    bool end_best;          /* the player at the end is better than the best before */
    double end_score;
    double saved_at, save_seconds;                 /* when the file was last written; duration */
    double train_seconds, evaluate_seconds;        /* CPU time */
    struct evaluation final[VERSUS_OPPONENTS_MAX]; /* of the best player, on other games */
    struct versus versus;
    struct opponent opponent[VERSUS_OPPONENTS_MAX], judge[VERSUS_OPPONENTS_MAX];
    struct learned_player itself; /* as its own opponent */
};

/* Training `number` of a plan, before its first game, or as it is saved in the store of the plan,
 * with a model file (`path`) or without (NULL). The caller drops it, unless it fails. */
bool train_new(struct train_run *run, const struct train_plan *plan, uint64_t number,
               const char *path, struct th_error *e);
/* Continues the training of the model file `from`, against the same opponents, unless `opponents`
 * names others: they are read into the plan. The caller drops it, unless it fails. */
bool train_resume(struct train_run *run, struct train_plan *plan, const char *from,
                  const char *opponents, const char *path, struct th_error *e);
void train_drop(struct train_run *run);

/* Plays and evaluates, writes the model file, and measures the best player. Of a finished training
 * it only writes the file. If it is stopped before the first game, nothing is written. */
void train_all(struct train_run *run);
/* The same for several trainings, on `threads` threads. */
void train_together(struct train_run runs[], int count, int threads);

/* Whether it has played since it was made. */
bool train_begun(const struct train_run *run);
struct learner_progress train_progress(const struct train_run *run);
/* The player of the highest score, and that score; -INFINITY before the first evaluation. */
enum learned train_kept(const struct train_run *run);
double train_best_score(const struct train_run *run);

/* Saves a training in plan->store: a callback for plan->save. A training that has diverged before
 * its end is not saved: the previous state stays. */
bool train_save_in_store(void *store, const struct train_run *run, struct th_error *e);

/* ---- ranks (train_ranks.c) ---- */

/* Trainings on the ranks of an MPI job: the first rank assigns seeds and reports, the others train,
 * one training at a time. */

/* Callbacks for messages between ranks. None of them blocks. */
struct train_transport {
    int own, count; /* the number of this rank, and of all ranks */
    void (*send)(int to, const struct bytes *message);
    /* The next message, if there is one; the caller frees the bytes. An empty message: the first
     * rank has left, and the worker must end. */
    bool (*receive)(int *from, struct bytes *message);
    /* Sleeps briefly; `idle` is the number of polls in a row without work. */
    void (*pause)(int idle);
};

/* On the first rank: has all unfinished trainings played, and writes all files. */
void train_coordinate(const struct train_plan *plan, const struct train_transport *transport,
                      struct train_run runs[], int count);
/* On the others: plays the trainings that it is assigned, until there are no more. With `saves` it
 * sends the training to the first rank at every evaluation. Returns false and sets *e if it cannot
 * train. */
bool train_worker(struct train_plan *plan, const struct train_transport *transport, bool saves,
                  struct th_error *e);

/* ---- reports (train_report.c) ---- */

/* The results of all trainings as one JSON object, which the caller owns. With more than two seats
 * it has "seats" and "fair_share": the share of games that equal players win. */
json_t *train_json(const struct train_plan *plan, const struct train_run runs[], int count);

/* Whether all players were measured at the end: not if stopped, nor with --final-games 0. */
bool train_measured(const struct train_run runs[], int count);

/* The share of wins against a judge at the end, over the seeds. The standard deviation is NaN for
 * one seed. */
struct train_spread {
    double mean, deviation, low, high;
};
struct train_spread train_spread(const struct train_run runs[], int count, int judge);

enum { TRAIN_REPEATS_BYTES = TH_SPEC_BYTES + 200 };
/* A sentence about the final games against a judge, if they begin with random decisions or some are
 * repeated; returns false otherwise. */
bool train_repeats(const struct train_plan *plan, const struct train_run runs[], int count,
                   int judge, char out[TRAIN_REPEATS_BYTES]);

/* Plays games with the best player, and counts its actions by the stage of the game: taken
 * (TRAIN_STAGES, actions of the game). plan->stop ends it. */
enum { TRAIN_STAGES = 256 };
void train_count_actions(struct train_run *run, uint32_t taken[]);
/* A state with a decision, for the names of actions; NULL if there is none. It is valid until the
 * training plays again. */
const struct th_state *train_some_decision(struct train_run *run);

#endif
