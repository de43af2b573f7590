/* A game of Y that is played by commands: moves from outside, moves of the bot, moves taken back.
 * The bots get the same calls as in a match. */
#ifndef CLI_GTP_GAME_H
#define CLI_GTP_GAME_H

#include "core/match.h"
#include "record/record.h"

enum {
    GTP_SEATS = 2,
    GTP_ACTIONS_MAX = TH_PLAYOUT_ACTIONS + 2, /* of one game: every cell, swap, resign */
};

struct gtp_game {
    struct bot bot[GTP_SEATS];  /* one a seat, since a bot remembers for the seat it sits in */
    uint64_t seed, games;       /* games begun so far */
    struct th_rng rng;          /* the bots', in this game */
    const struct th_game *game; /* Y */
    struct th_options options;  /* of the present board */
    struct th_state *state;     /* owned; NULL before the first game */
    th_action played[GTP_ACTIONS_MAX];
    bool by_bot[GTP_ACTIONS_MAX]; /* it was the bot's own idea */
    int count;
};

/* Makes the bots of a game of which only the seed and the table are set. Whether or not they can be
 * made, the game must be dropped at the end. */
bool gtp_make_bots(struct gtp_game *g, const char *spec, struct th_error *e);
void gtp_drop(struct gtp_game *g);

int gtp_size(const struct gtp_game *g);
bool gtp_pie(const struct gtp_game *g);
bool gtp_is_over(const struct gtp_game *g);
/* Of a game that is over. */
int gtp_winner(const struct gtp_game *g);

/* Whether the bots play on such a board; if not, the reason. */
bool gtp_accepts(const struct gtp_game *g, int size, bool pie, struct th_error *e);
/* Begins the next game, on a board that they accept; false if there is no memory. */
bool gtp_new(struct gtp_game *g, int size, bool pie, struct th_error *e);
/* Plays a legal action, of the bot or from outside. */
void gtp_play(struct gtp_game *g, th_action action, bool by_bot);
/* Takes the last action back; there must be one. */
void gtp_undo(struct gtp_game *g);
/* The bot's action for the seat in turn, not played yet; false if it gives none. */
bool gtp_decide(struct gtp_game *g, th_action *action);

/* The game so far; record_drop is due if it succeeds. */
bool gtp_record(const struct gtp_game *g, const char *bot_name, struct record *r,
                struct th_error *e);

#endif
