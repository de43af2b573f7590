/* A bot as a player, for programs that run a game themselves and ask a bot when it is in turn. It
 * is shown what its seat may know, never the state. (bot.h is what bots are made of.) */
#ifndef TAHUR_PLAYER_H
#define TAHUR_PLAYER_H

#include "tahur/bot.h"
#include "tahur/public.h"

TH_BEGIN_C

struct th_player;

/* A bot by its spec, for games with these options; NULL and the reason if there is none. It may
 * play one game after another. Different threads may use different players. */
TH_PUBLIC struct th_player *th_player_new(const struct th_game *game,
                                          const struct th_options *game_options, const char *bot,
                                          struct th_error *e);
TH_PUBLIC void th_player_drop(struct th_player *p); /* NULL: nothing happens */

/* A game begins in s, in which the bot has this seat. It forgets all that was before; whatever it
 * draws by chance follows from the seed. If there is no such seat, it plays none: asking it fails.
 */
TH_PUBLIC void th_player_begin(struct th_player *p, const struct th_state *s, int seat,
                               uint64_t seed);
/* The legal action that the bot takes in s, where it is in turn; or its fault, and no action. Where
 * it is not in turn, or a pointer is NULL, no action is legal for it: TH_FAULT_ILLEGAL.
 * TH_SHORTAGE, which is no fault of the bot, where this program lacks memory or the like. */
TH_PUBLIC enum th_fault th_player_ask(struct th_player *p, const struct th_state *s, th_action *a);
/* The game is over, with these payoffs by seat: for bots that want to know. */
TH_PUBLIC void th_player_end(struct th_player *p, const double payoff[]);

TH_END_C

#endif
