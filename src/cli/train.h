/* `tahur train`: its flags and the plan that they make (train_arguments.c); trainings on the
 * terminal, as tables and as CSV (train_screen.c). */
#ifndef CLI_TRAIN_H
#define CLI_TRAIN_H

#include "command.h"
#include "learn/train.h"
#include <pthread.h>

extern const struct th_option train_flags[];
/* The flags of each learner, in the order of learners[]. */
const struct flag_group *train_flag_groups(void);

/* The plan, but for its opponents and functions. */
bool train_read_plan(const struct arguments *a, struct train_plan *plan, struct th_error *e);
/* The bots that --opponent names; by default those of the game. */
const char *train_opponents(const struct arguments *a, const struct th_game *game);

/* Whether only flags were given that the learner of the plan, whose opponents are read, has a use
 * for; and the same for a training that is resumed. If not, the reason. */
bool train_check_flags(const struct arguments *a, const struct train_plan *plan,
                       struct th_error *e);
bool train_check_resume(const struct arguments *a, const struct train_plan *plan,
                        struct th_error *e);

/* The model file of training `number`, NULL if none is written; `room` is for it. */
enum { TRAIN_PATH_BYTES = 4096 };
bool train_model_path(const struct arguments *a, uint64_t number, char room[TRAIN_PATH_BYTES],
                      const char **path, struct th_error *e);
/* Whether all files that the command is to write can be written, and no two are one; if not, the
 * reason. */
bool train_check_files(const struct arguments *a, struct th_error *e);

/* What the trainings of a plan are, for the file of a run: the same for every command that would
 * train the same. The caller owns it. */
json_t *train_settings(const struct arguments *a, const struct train_plan *plan);

/* ---- train_screen.c ---- */

/* On standard error, only where that is a terminal: a line that is drawn again and again, and one
 * that stays for each evaluation. The context of train_plan.progress. */
struct train_screen {
    pthread_mutex_t lock; /* protects all below */
    const struct train_run *runs;
    uint64_t *games, *updates; /* of each run, as of its last report */
    uint64_t before;           /* games of all, when it began */
    uint64_t updates_before;
    int count;
    double begun, drawn;
    bool terminal, shown;
};

bool train_screen_start(struct train_screen *s, const struct train_run runs[], int count,
                        struct th_error *e);
/* For train_plan.progress and .remote_progress. */
void train_screen_update(void *context, const struct train_run *run, bool evaluated);
void train_screen_remote(void *context, int number, uint64_t games, uint64_t updates);
/* For train_plan.progress of a reference (learner.h): prints each evaluation, without a context. */
void train_print_evaluation(void *context, const struct train_run *run, bool evaluated);
void train_screen_end(struct train_screen *s);

/* What was found, as tables. */
void train_print(const struct train_plan *plan, const struct train_run runs[], int count);
/* One line for each evaluation; false and *e if it cannot be written. */
bool train_write_csv(const char *path, const struct train_plan *plan, const struct train_run runs[],
                     int count, struct th_error *e);

#endif
