/* A bot as a player, for programs that run a game themselves and ask a bot when it is in turn. The
 * bot sees the view of its seat, never the state. (bot.h is the interface of bots.) */
#ifndef TAHUR_PLAYER_H
#define TAHUR_PLAYER_H

#include "tahur/bot.h"
#include "tahur/public.h"

TH_BEGIN_C

struct th_player;

/* A bot by its spec, for games with these options. Returns NULL and sets *e if there is none. It
 * can play one game after another. Different threads may use different players. */
TH_PUBLIC struct th_player *th_player_new(const struct th_game *game,
                                          const struct th_options *game_options, const char *bot,
                                          struct th_error *e);
TH_PUBLIC void th_player_drop(struct th_player *p); /* accepts NULL */

/* Starts a game in s, with the bot in this seat. Resets the bot; its random numbers follow from the
 * seed. If there is no such seat, th_player_ask fails. */
TH_PUBLIC void th_player_begin(struct th_player *p, const struct th_state *s, int seat,
                               uint64_t seed);
/* The legal action that the bot takes in s, where it is in turn; or its fault, and no action. If it
 * is not in turn, or a pointer is NULL, the result is TH_FAULT_ILLEGAL. TH_SHORTAGE, which is not a
 * fault of the bot, if this program lacks memory or the like. */
TH_PUBLIC enum th_fault th_player_ask(struct th_player *p, const struct th_state *s, th_action *a);
/* Ends the game, with these payoffs by seat. */
TH_PUBLIC void th_player_end(struct th_player *p, const double payoff[]);

TH_END_C

#endif
