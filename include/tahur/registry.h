/* What there is: the games, and the bots that can play each. */
#ifndef TAHUR_REGISTRY_H
#define TAHUR_REGISTRY_H

#include "tahur/bot.h"
#include "tahur/game.h"
#include "tahur/public.h"

TH_BEGIN_C

/* The i-th game; NULL after the last, and before the first. */
TH_PUBLIC const struct th_game *th_game_at(int i);

/* A bot's name for a game: a kind with its own options, or a short name for a spec of another. */
struct th_bot_entry {
    const struct th_bot_kind *kind; /* NULL for a short name */
    const char *name, *summary;
    const char *stands_for; /* the spec of a short name */
};

/* The i-th bot of the game; false after the last, and for a game that th_game_at does not give. */
TH_PUBLIC bool th_bot_at(const struct th_game *game, int i, struct th_bot_entry *entry);

/* Finds the game of a spec "name:key=value,…" and reads its options. NULL and a sentence that
 * names what is accepted and the nearest match if there is none. */
TH_PUBLIC const struct th_game *th_game_find(const char *text, struct th_spec *spec,
                                             struct th_error *e);

/* The same for a bot of this game. `spec` of a short name is that of what it stands for, with the
 * short name as its text. */
TH_PUBLIC const struct th_bot_kind *th_bot_find(const struct th_game *game, const char *text,
                                                struct th_spec *spec, struct th_error *e);

TH_END_C

#endif
