/* The bots of a training: opponents, and those it is measured against. */
#ifndef CLI_TRAIN_BOTS_H
#define CLI_TRAIN_BOTS_H

#include "learn/versus.h"

/* Bots by spec, in the order they were given; no two of one kind with the same options. */
struct bot_list {
    int count;
    struct listed_bot {
        struct th_spec spec;
        const struct th_bot_kind *kind;
    } bot[VERSUS_OPPONENTS_MAX];
};

/* Adds what a list "v1,v2,mcts:iterations=100,memory=16" names and the list does not have yet;
 * with `once`, what it has already is refused. */
bool bot_list_read(struct bot_list *l, const struct th_game *game, const char *list, bool once,
                   struct th_error *e);
/* Where a bot of this kind with these options is; -1: it is not there. */
int bot_list_find(const struct bot_list *l, const struct listed_bot *bot);
/* All of its bots, into an array of zeros; to be dropped, also if it fails. */
bool bot_list_make(const struct bot_list *l, const struct th_game *game,
                   const struct th_options *options, struct bot bots[VERSUS_OPPONENTS_MAX],
                   struct th_error *e);
void bot_list_drop(struct bot bots[VERSUS_OPPONENTS_MAX]);

#endif
