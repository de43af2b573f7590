/* How good the network of a training is: on the way, in the end, and when the measure changes.
 *
 * The measure is what the score is made of: the bots that count, how many games against each, and
 * how these begin. Scores of one measure may be compared; the file holds it beside the best score.
 *
 * Between a network and a bot that never varies, in a game without chance, there are only two games
 * from the start, one for each seat. So these begin with random decisions, the same in both games
 * of a block (see match.h). */
#ifndef CLI_TRAIN_EVALUATE_H
#define CLI_TRAIN_EVALUATE_H

#include "train_run.h"

/* Finds out with how many random decisions the games against each judge begin; to be called before
 * the others. */
void train_choose_openings(struct train_run *run);
/* Adds "different_games" to the JSON of an evaluation whose games repeat themselves, and
 * "random_plies" where they begin with random decisions. */
void train_note_repeats(json_t *object, const struct evaluation *e);

/* All of these are ended by Control-C, which leaves the training as if they had not begun, and
 * return false then. */

/* Measures the network that was kept, if its score is one of another measure. */
bool train_measure_again(struct train_run *run);
/* One more point: the evaluation, and whether the network is the best so far. With `end` it is one
 * that belongs to the end of this command, not to the training: a training that goes on later
 * forgets it, and so is the same as if it had never stopped. */
bool train_evaluate_point(struct train_run *run, bool end);
/* Whether the evaluation that is due after so many games is still to be made. */
bool train_point_missing(const struct train_run *run);
/* Games that the network was not chosen by. */
bool train_evaluate_final(struct train_run *run);

/* Of the points of a file, those of the training: without one of the end. */
void train_forget_end(json_t *points);

#endif
