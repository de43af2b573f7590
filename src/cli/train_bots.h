/* The bots of a training: opponents, and those it is measured against. */
#ifndef CLI_TRAIN_BOTS_H
#define CLI_TRAIN_BOTS_H

#include "learn/versus.h"

/* Bots by spec, in the order they were given; no two of one kind with the same options. */
struct line_up {
    int count;
    struct line_up_bot {
        struct th_spec spec;
        const struct th_bot_kind *kind;
    } bot[VERSUS_OPPONENTS_MAX];
};

/* Adds what a list "v1,v2,mcts:iterations=100,memory=16" names and the line-up does not have yet;
 * with `once`, what it has already is refused. */
bool line_up_read(struct line_up *l, const struct th_game *game, const char *list, bool once,
                  struct th_error *e);
/* Where a bot of this kind with these options is; -1: it is not there. */
int line_up_find(const struct line_up *l, const struct line_up_bot *bot);
/* All of its bots, into an array of zeros; to be dropped, also if it fails. */
bool line_up_make(const struct line_up *l, const struct th_game *game,
                  struct bot bots[VERSUS_OPPONENTS_MAX], struct th_error *e);
void line_up_drop(struct bot bots[VERSUS_OPPONENTS_MAX]);

#endif
