/* Private declarations shared by the files of the training run. */
#ifndef LEARN_TRAIN_OWN_H
#define LEARN_TRAIN_OWN_H

#include "model.h"
#include "train.h"

/* Whether the user has stopped it, or a game could not be played (a shortage, core/error.h): what
 * was learned from such a game must not be kept. */
bool train_must_stop(const struct train_plan *plan);
/* Writes the model file, if there is one. */
void train_write(struct train_run *run);
/* Whether its numbers are finite: it can be stored. */
bool train_finite(const struct train_run *run);
struct bot learned_bot(struct learned_player *p);

/* A training that continues. */
struct train_past {
    void *self;      /* the learner's training */
    json_t *points;  /* an array */
    json_t *measure; /* see below; NULL: unknown */
    char opponent_text[TH_SPEC_BYTES];
};
void train_past_drop(struct train_past *past, const struct learner *learner);

/* ---- evaluations: evaluate.c ----
 *
 * The measure defines a score: the bots that count, the number of games against each, and how the
 * games begin. Only scores of the same measure are comparable; files contain the measure of the
 * best score.
 *
 * In a game without chance, a network and a deterministic bot play only two different games from
 * the start, one per seat. So these games begin with random decisions, the same in both games of a
 * block (match.h). */

/* Sets the number of random decisions at the start of games against each judge; must be called
 * before the functions below. */
void train_choose_openings(struct train_run *run);

/* plan->stop ends each of these; the training is then unchanged, and they return false. */

/* Evaluates the best player again, if its score has another measure. */
bool train_measure_again(struct train_run *run);
/* Adds a point: an evaluation, and whether the player is the best so far. With `end` the point
 * belongs to the end of this command, not to the training: it is removed when the training
 * continues, which is then the same as without interruption. */
bool train_evaluate_point(struct train_run *run, bool end);
/* Evaluates the best player on games that were not used to select it. */
bool train_evaluate_final(struct train_run *run);

/* Whether an evaluation is due after the games so far and has not been made. */
bool train_point_missing(const struct train_run *run);
/* Removes the last point if it is one of the end of a command. */
void train_forget_end(json_t *points);
/* Adds "different_games" to the JSON of an evaluation with repeated games, and "random_plies" if
 * games begin with random decisions. */
void train_note_repeats(json_t *object, const struct evaluation *e);

/* ---- a training as a model file: checkpoint.c ----
 *
 * On the disk, in the database of a saved run, and between ranks. */

/* Stores the training of a learner in a model, and sets the kind of the model. Returns false and
 * sets *e if it has diverged, or there is no memory. The caller drops the model. */
bool checkpoint_store(struct model *m, const struct learner *learner, const void *self,
                      struct th_error *e);
/* The training in a model, which the caller drops. Returns NULL and sets *e if it is of another
 * kind, has no training, or is damaged. */
void *checkpoint_restore(const struct model *m, const struct learner *learner, struct th_error *e);

/* Writes the model file of a training, with the training itself unless plan->slim is set or it has
 * diverged. */
bool checkpoint_write(struct train_run *run, struct th_error *e);
/* Reads a model file whose training can continue: of this game and learner, with its training. */
bool checkpoint_read(const char *path, const struct train_plan *plan, struct train_past *past,
                     struct th_error *e);

/* A training with all that its report needs; the caller frees the bytes. A training that has
 * diverged is packed without its state, which cannot continue. */
struct bytes checkpoint_pack(const struct train_run *run);
/* Restores a training of the same plan and seed from packed bytes. Returns false, sets *e and
 * leaves the training unchanged if it fails. */
bool checkpoint_unpack(struct train_run *run, const uint8_t *data, size_t size, struct th_error *e);

/* Restores a training from plan->store, if it is saved there. */
bool checkpoint_load(struct train_run *run, struct th_error *e);

#endif
