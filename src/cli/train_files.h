/* The files of trainings: which there will be, writing them, and going on with them. */
#ifndef CLI_TRAIN_FILES_H
#define CLI_TRAIN_FILES_H

#include "command.h"
#include "train_run.h"

/* The model file of training `number` of a command, NULL if none is written; `room` is for it. */
enum { TRAIN_PATH_BYTES = 4096 };
bool train_model_path(const struct arguments *a, uint64_t number, char room[TRAIN_PATH_BYTES],
                      const char **path, struct th_error *e);

/* Whether all files that the command is to write can be written, and no two are one; if not, the
 * reason. */
bool train_check_files(const struct arguments *a, struct th_error *e);

/* Writes the model file of a training, with the state of the training if that is asked for and
 * still sound. */
bool train_save(struct train_run *run, struct th_error *e);

/* What such a file is made of. The notes: `whole` is with those for going on. The model, whose
 * network and training stay the run's, and whose notes are to be dropped with free; false if there
 * is no memory. */
json_t *train_notes(const struct train_run *run, bool whole);
bool train_fill_model(struct model *m, const struct train_run *run, const json_t *notes,
                      bool whole);

/* The training of a model that is of this game, with its notes, all points included; the model has
 * none any more. If there is none, the reason. */
bool train_take_past(struct model *m, const struct train_plan *plan, const json_t *notes,
                     struct train_past *past, struct th_error *e);
/* Reads a model that may be trained further: of this game, with its training. */
bool train_resume(const char *path, const struct train_plan *plan, struct train_past *past,
                  struct th_error *e);

#endif
