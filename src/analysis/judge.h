/* A judge tells what the things are worth that can happen in a position: by perfect play where the
 * game can find it, by what a bot thinks of its actions, or by rollouts. */
#ifndef ANALYSIS_JUDGE_H
#define ANALYSIS_JUDGE_H

#include "rollouts.h"

enum judge_by { JUDGE_BY_SEARCH, JUDGE_BY_ROLLOUTS };

struct judge_settings {
    enum judge_by by;
    struct rollouts_settings rollouts; /* game, bot and seed serve both ways */
    bool no_solver, only_solver;
    bool hasty; /* a search that is stopped tells what it has found so far, instead of nothing */
};

struct judge;

struct judge *judge_new(const struct judge_settings *settings, struct th_error *e);
void judge_drop(struct judge *j);

/* How the last verdicts were found. */
enum judge_way { JUDGED_EXACTLY, JUDGED_BY_SEARCH, JUDGED_BY_ROLLOUTS };

struct judge_opinion {
    struct verdicts verdicts;
    enum judge_way way;
    const struct th_thoughts *thoughts; /* of a search; NULL: there are none */
    int choice;                         /* the bot's own, with them; -1: there is none */
};

/* Of each legal action of the seat in turn, by what that seat may know. The answer is good until
 * the next question. False and the reason if there is none. */
bool judge_actions(struct judge *j, const struct th_state *s, const th_action legal[], int n,
                   struct judge_opinion *out, struct th_error *e);

/* Of one state as it is, hidden things included: every seat's chance of winning, when a seat that
 * is to decide takes what the judge holds for best by what the seat may know. Where something is
 * hidden only rollouts can tell. */
bool judge_state(struct judge *j, const struct th_state *s, double value[], struct th_error *e);

/* The same when it is known that this action is what the judge holds for best. */
bool judge_state_with(struct judge *j, const struct th_state *s, th_action best, double value[],
                      struct th_error *e);

/* Of each outcome of chance in a state, likewise. False and no reason (an empty text): there are
 * too many for this judge, who would rather look at the state as a whole. */
bool judge_outcomes(struct judge *j, const struct th_state *s, const struct th_outcome outcome[],
                    int n, double value[][TH_SEATS_MAX], struct th_error *e);

#endif
