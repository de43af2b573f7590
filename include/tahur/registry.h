/* The list of games, and of the bots that can play each. */
#ifndef TAHUR_REGISTRY_H
#define TAHUR_REGISTRY_H

#include "tahur/bot.h"
#include "tahur/game.h"
#include "tahur/public.h"

TH_BEGIN_C

/* The i-th game; NULL after the last, and before the first. */
TH_PUBLIC const struct th_game *th_game_at(int i);

/* A name of a bot for a game: a kind with its own options, or a short name for a spec. */
struct th_bot_entry {
    const struct th_bot_kind *kind; /* NULL for a short name */
    const char *name, *summary;
    const char *stands_for; /* the spec of a short name */
    const char *for_people; /* in single games (`tahur play`, the page), if it is another one */
};

/* The i-th bot of the game; false after the last, and for a game that is not in the list. */
TH_PUBLIC bool th_bot_at(const struct th_game *game, int i, struct th_bot_entry *entry);

/* Finds the game of a spec "name:key=value,…" and parses its options. If there is none, returns
 * NULL and sets *e to a sentence with the accepted names and the nearest match. */
TH_PUBLIC const struct th_game *th_game_find(const char *text, struct th_spec *spec,
                                             struct th_error *e);

/* The same for a bot of this game. For a short name, `spec` is the one that it abbreviates, with
 * the short name as its text. */
TH_PUBLIC const struct th_bot_kind *th_bot_find(const struct th_game *game, const char *text,
                                                struct th_spec *spec, struct th_error *e);

/* Bots of the caller's own, ended by NULL: from now on, and in this thread only, th_bot_at lists
 * them and th_bot_find finds them, for every game that they play. The list and the kinds must exist
 * until the next call, which replaces them; NULL: none. Returns false and sets *e, with none
 * registered, if a table is not complete or a name is that of another bot. */
TH_PUBLIC bool th_bots_register(const struct th_bot_kind *const kinds[], struct th_error *e);

/* The start of the game of a spec, "parchis:rules=course"; `*game` is set to the game. */
TH_PUBLIC struct th_state *th_state_start(const char *spec, const struct th_game **game,
                                          struct th_error *e);

TH_END_C

#endif
