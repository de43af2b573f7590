/* Values of the actions (or chance outcomes) of a position, and the judges that find them: by
 * perfect play if the game has a solver, by the values of a bot, or by rollouts. */
#ifndef ANALYSIS_JUDGE_H
#define ANALYSIS_JUDGE_H

#include "tahur/arena.h"
#include "tahur/game.h"
#include <jansson.h>

/* ---- verdicts ---- */

/* The value of one action or outcome. */
struct verdict {
    double value[TH_SEATS_MAX]; /* chances of winning by seat, sum 1; NaN: not evaluated */
    double error[TH_SEATS_MAX]; /* standard errors; 0: exact within the search; NaN: unknown */
};

struct verdicts {
    int n, seats;
    int seat;           /* whose errors are compared */
    struct verdict *of; /* n of them */
    int best;           /* for `seat`; the first of equals */
    /* Of rollouts, [game][action]: the results of the seat, adjusted for luck. Games with the same
     * number share their luck, so differences have smaller errors than values. */
    const double *sample;
    int64_t games;
    bool varied;      /* of rollouts: there was chance, or a bot used its generator */
    double reduction; /* the factor by which the control variate reduced the variance; NaN: none */
};

/* The value of i minus that of k for the seat, with the standard error: 0 if both are exact, NaN if
 * it is unknown. */
struct verdict_gap {
    double mean, error;
};
struct verdict_gap verdicts_gap(const struct verdicts *v, int i, int k);

/* A lower bound of the standard error of `games` games, even if all have the same result. */
double verdict_least_error(double games);

/* Whether i is significantly better than k: at 99 % for all pairs of actions together (Bonferroni),
 * since the best of many is likely to be one that was lucky. If a search states no error, the
 * difference must exceed VERDICT_TOLERANCE; exact values are compared exactly. */
#define VERDICT_TOLERANCE 0.01
bool verdicts_better(const struct verdicts *v, int i, int k);
/* The number of standard errors for that, among n actions. */
double verdict_critical(int n);

/* ---- rollouts (rollouts.c) ---- */

/* A bot plays many games from a position in every seat; the mean result is the value.
 *
 * All actions of a position are played with common random numbers: in games of the same number, the
 * same dice or cards (by the game's chance_key), the same sample of hidden information, the same
 * generators of the bots. So differences need few games. If the game has an `estimate`, the luck of
 * every chance event is subtracted from the result: the estimate after the event minus its
 * expectation before it. This is a control variate with mean 0, however good the estimate is, and
 * its weight minimizes the variance.
 *
 * The result is a pure function of position and settings, for any number of threads. */

/* Whether the control variate is used. It costs an `estimate` of every outcome of every event (or
 * of a sample of them). By default it is used if outcomes are few or the bot is slow; otherwise
 * more games are better. */
enum rollouts_control { ROLLOUTS_CONTROL_AUTO, ROLLOUTS_CONTROL_ON, ROLLOUTS_CONTROL_OFF };

struct rollouts_settings {
    const struct th_game *game;
    struct th_options game_options;
    struct th_arena_player bot; /* plays every seat */
    int64_t games;              /* per action */
    double until;               /* > 0: continues until no standard error is larger */
    uint64_t seed;
    uint32_t max_turns; /* a longer game counts as a draw */
    int threads;
    enum rollouts_control control;
    const th_flag *stop; /* when set, rollouts_ask fails early; NULL: never */
};

struct rollouts;

/* Returns NULL and sets *e if the bot cannot be made. */
struct rollouts *rollouts_new(const struct rollouts_settings *settings, struct th_error *e);
void rollouts_drop(struct rollouts *r);

/* The question: the values of n actions (or outcomes) of a state. With `as_seen`, hidden
 * information is sampled from the view of the seat in turn in every game; otherwise the state is
 * used as it is.
 */
struct rollouts_question {
    const struct th_state *state;
    bool as_seen;
    const th_action *action; /* NULL, and n = 1: the state itself */
    int n;
    int seat; /* whose errors are compared */
};

/* The answer is valid until the next question. Returns false and sets *e if there is no memory, or
 * it was stopped. */
bool rollouts_ask(struct rollouts *r, const struct rollouts_question *q, struct verdicts *out,
                  struct th_error *e);

/* ---- judge ---- */

enum judge_by { JUDGE_BY_SEARCH, JUDGE_BY_ROLLOUTS };

struct judge_settings {
    enum judge_by by;
    struct rollouts_settings rollouts; /* game, bot and seed are used by both methods */
    bool no_solver, only_solver;
    bool hasty; /* a stopped search returns what it has found so far, instead of failing */
    bool fresh; /* an answer depends on the position alone, not on the questions before it */
};

struct judge;

struct judge *judge_new(const struct judge_settings *settings, struct th_error *e);
void judge_drop(struct judge *j);

/* How verdicts were found. */
enum judge_way { JUDGED_EXACTLY, JUDGED_BY_SEARCH, JUDGED_BY_ROLLOUTS };

struct judge_opinion {
    struct verdicts verdicts;
    enum judge_way way;
    const struct th_thoughts *thoughts; /* of a search; NULL: none */
    int choice;                         /* of the bot; -1: none */
};

/* Evaluates the legal actions of the seat in turn by its view. The answer is valid until the next
 * question. Returns false and sets *e if there is none. */
bool judge_actions(struct judge *j, const struct th_state *s, const th_action legal[], int n,
                   struct judge_opinion *out, struct th_error *e);

/* Evaluates a full state, hidden information included: the chances of all seats, if the seat in
 * turn takes the action that is best by its view. With hidden information this requires rollouts.
 */
bool judge_state(struct judge *j, const struct th_state *s, double value[], struct th_error *e);

/* The same if the best action by the view is already known. */
bool judge_state_with(struct judge *j, const struct th_state *s, th_action best, double value[],
                      struct th_error *e);

/* The same for each outcome of chance in a state. Returns false with an empty message if there are
 * too many for this judge: the caller evaluates the state as a whole. */
bool judge_outcomes(struct judge *j, const struct th_state *s, const struct th_outcome outcome[],
                    int n, double value[][TH_SEATS_MAX], struct th_error *e);

/* Whether the bot's values can be converted to chances of winning in this game. */
bool judge_bot_has_chances(const struct th_game *game, const struct th_bot_kind *kind);

/* ---- choice of a judge ---- */
enum judging_by { JUDGING_AUTO, JUDGING_SEARCH, JUDGING_ROLLOUTS, JUDGING_EXACT };

struct judging_wish {
    enum judging_by by; /* auto: exact if possible; rollouts if `counted`; otherwise search, if the
                           bot has chances and the game has perfect information */
    const char *bot;    /* its spec; NULL: the game's own choice */
    int64_t games;      /* rollouts per action */
    bool counted;       /* the user has given this number */
    double until;       /* > 0: continues until no standard error is larger */
    enum rollouts_control control;
    uint64_t seed;
    int threads;
    const th_flag *stop; /* NULL: never */
    bool hasty, fresh;   /* see judge_settings */
};

struct judging {
    struct judge *judge;
    enum judging_by by;
    bool rollouts;           /* otherwise search, if not exact */
    char bot[TH_SPEC_BYTES]; /* its spec */
    int64_t games;
    double until; /* 0: not given */
    bool exact;   /* the solver is tried first */
};

/* Makes the requested judge, or the one that the game recommends. Returns false and sets *e if it
 * cannot be made; judging_close is needed in any case. */
bool judging_make(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct judging_wish *wish, struct th_error *e);
void judging_close(struct judging *j);

/* A description: "rollouts of hard, 1,000 of each move". */
enum { JUDGING_WAY_BYTES = TH_SPEC_BYTES + 160 };
const char *judging_way(const struct judging *j, char out[JUDGING_WAY_BYTES]);
/* The same as data: {"by": "rollouts", "exact": false, "bot": "hard", "games": 1000}; the caller
 * owns it. `exact`: perfect play where it can be found. */
json_t *judging_json(const struct judging *j);

#endif
