/* Chance nodes of a search with an evaluator: the value of a chance event is the expectation over
 * all of its outcomes, not a sample of them. For games in which nothing is hidden and the outcomes
 * can be listed.
 *
 * The first visits ask the evaluator about the state that waits for chance. When there have been
 * enough of them, it is asked about the state after every outcome, and the value is the sum of the
 * answers, weighted by the probabilities. Later visits follow one outcome each, and what they find
 * replaces its share of the sum. They are divided among the outcomes in proportion to the
 * probabilities, without chance: the next outcome is the one whose visits are furthest below its
 * share.
 *
 * With drawn outcomes the value of a bet is a mean over few of them, with the noise of the dice. */
#ifndef SEARCH_CHANCE_NODES_H
#define SEARCH_CHANCE_NODES_H

#include "evaluator.h"
#include "tahur/rng.h"

struct chance_nodes;

/* Whether the game can have them; if not, returns false and sets *e. */
bool chance_nodes_check(const struct th_game *game, struct th_error *e);

/* Uses about `bytes` bytes. The evaluator must stay valid. Returns NULL and sets *e if there is no
 * memory. */
struct chance_nodes *chance_nodes_new(const struct th_game *game, const struct evaluator *evaluator,
                                      size_t bytes, struct th_error *e);
void chance_nodes_drop(struct chance_nodes *c); /* accepts NULL */
void chance_nodes_clear(struct chance_nodes *c);

/* An outcome that a visit follows. */
struct chance_step {
    uint32_t node, outcome;
    bool valued; /* the evaluator's value of it is already in the sum, and nothing else */
};

/* Visits the chance event that s waits for. Returns true if the visit ends here, with the payoffs
 * set. Otherwise sets *step and applies its outcome to s. Without room for another event, draws the
 * outcome; such a step is not in any sum. Does not allocate. */
bool chance_nodes_visit(struct chance_nodes *c, struct th_state *s, struct th_rng *rng,
                        double payoff[], struct chance_step *step);
/* Adds the payoffs found after a step, and replaces them with the expectation over all outcomes. */
void chance_nodes_backup(struct chance_nodes *c, const struct chance_step *step, double payoff[]);

#endif
