/* A game at the terminal: people are asked, bots and chance go on by themselves. */
#ifndef CLI_PLAY_GAME_H
#define CLI_PLAY_GAME_H

#include "line_editor.h"
#include "play/timer.h"
#include "play_input.h"
#include "play_screen.h"

struct play {
    struct session session;
    struct timer timer;
    struct play_input input;
    struct line_editor *editor; /* NULL: lines are read plainly, from `input` */
    struct play_screen screen;
    const char *hint;        /* the spec of the bot that gives hints */
    struct bot adviser;      /* made of it when a hint is first asked for */
    const atomic_bool *stop; /* Control-C */
    bool echo;               /* input is no terminal: what is read is shown */
    bool covered;            /* people share the screen, and nobody looks at it now */
    bool resigning;          /* the last line was `resign` */
};

enum play_end {
    PLAY_OVER,        /* the game is */
    PLAY_STOPPED,     /* by a person, or the end of input */
    PLAY_INTERRUPTED, /* by Control-C */
    PLAY_FAILED,      /* there is no memory */
};

/* Plays to the end, and says how it ended. session.record is finished in any case. */
enum play_end play_game(struct play *p);

/* Whether people share a screen that may not show the same to all of them. */
static inline bool play_is_shared(const struct play *p) {
    return p->session.game->view != NULL && session_persons(&p->session) > 1;
}

/* ---- play_commands.c ---- */

/* What became of a line. */
enum play_turn {
    TURN_GOES_ON, /* something has changed, and the game goes on from there */
    TURN_AGAIN,   /* nothing has changed */
    TURN_QUIT,
    TURN_INTERRUPTED,
    TURN_FAILED,
};

/* Does what a person in this seat wants. `sure`: the line before was `resign`, too. */
enum play_turn play_carry_out(struct play *p, int seat, const struct play_order *order, bool sure);
/* All that has happened, the board, and the moves. */
void play_show(struct play *p);
/* Makes the bot for hints, if it has not been made; false and the reason if it cannot be. */
bool play_make_adviser(struct play *p, struct th_error *e);

/* ---- play_files.c ---- */

/* Writes the record, in the place of what was there. */
bool play_write(const struct record *r, const char *path, struct th_error *e);
/* Whether there is nothing to lose there: what is no record is somebody's work. */
bool play_may_replace(const char *path, struct th_error *e);
/* Reads a file with one record in it. */
bool play_read(const char *path, struct record *r, struct th_error *e);

#endif
