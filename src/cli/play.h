/* A game at the terminal. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "play/session.h"
#include "tahur/game.h"
#include <stdatomic.h>

/* ---- input: lines from standard input (play_input.c), and what they mean (play_commands.c) ----
 */

enum { PLAY_LINE_BYTES = 4096 };

/* Standard input, line by line. Read by its own means, since a clock may run out meanwhile. */
struct play_input {
    char buffer[PLAY_LINE_BYTES];
    size_t used; /* bytes in it that have been read, but not handed out */
    bool ended;
};

enum play_got {
    PLAY_GOT_LINE,
    PLAY_GOT_END,       /* of the input */
    PLAY_GOT_LATE,      /* the time is over */
    PLAY_GOT_INTERRUPT, /* Control-C */
    PLAY_GOT_SIGNAL     /* another signal */
};

/* The next line, of any bytes, without its end; one that is too long is cut. Waits at
 * most so many seconds, or with a negative number as long as it takes. */
enum play_got play_read_line(struct play_input *in, double seconds, const atomic_bool *stop,
                             char line[PLAY_LINE_BYTES]);

enum play_order_kind {
    PLAY_AGAIN, /* nothing typed: shows everything again */
    PLAY_MOVE,
    PLAY_BOARD,
    PLAY_MOVES,
    PLAY_HINT,
    PLAY_ODDS,
    PLAY_RULES,
    PLAY_UNDO,
    PLAY_RESIGN,
    PLAY_SAVE,
    PLAY_LOAD,
    PLAY_HELP,
    PLAY_QUIT,
    PLAY_ORDERS
};

struct play_order {
    enum play_order_kind kind;
    th_action move;
    const char *rest; /* of the line, after the command */
};

/* The commands, by kind, with what they are for; no name for those that are not typed by name. */
struct play_command {
    const char *name, *argument, *help;
};
extern const struct play_command play_commands[PLAY_ORDERS];

/* All that can be meant, in writing: the moves first, as the legal actions are, then the commands.
 */
struct play_words {
    char move[TH_LEGAL_MAX][TH_ACTION_BYTES];
    const char *all[TH_LEGAL_MAX + PLAY_ORDERS];
    int moves, count;
};
void play_list_words(struct play_words *w, const struct th_game *game, const struct th_state *view,
                     const th_action legal[], int n);

/* What a line means where these actions are legal: the number of one, an action as it is written,
 * or a command. The shortest beginning that fits only one of them will do. False and a sentence if
 * it means nothing, or not one thing. `view` is what the person may know, `w` its words. */
bool play_understand(const struct th_game *game, const struct th_state *view,
                     const th_action legal[], const struct play_words *w, char *line,
                     struct play_order *order, struct th_error *e);

/* Editing of a line at the terminal: arrows, history, completion. A thin layer over libedit, which
 * reads through our own function, because a clock may run out and Control-C may come meanwhile. */

/* NULL where standard input and output are not both terminals that can move a cursor, or without
 * memory: then lines are read plainly. At most one at a time. */
struct line_editor *line_editor_new(void);
void line_editor_drop(struct line_editor *e);

/* The next line, without its end; what does not fit is cut, as by play_read_line. `words` are
 * completed by Tab; with NULL nothing is, and the line does not enter the history. */
enum play_got line_editor_read(struct line_editor *e, const char *prompt, double seconds,
                               const atomic_bool *stop, const struct play_words *words,
                               char line[PLAY_LINE_BYTES]);
/* Forgets all lines, before another person sits down. */
void line_editor_forget(struct line_editor *e);

/* ---- the screen (play_screen.c): boards, moves, events, messages, on a terminal or a pipe ---- */

/* Everything is for one viewer, and comes from what that seat may know. */
struct play_screen {
    const struct session *session;
    int viewer; /* who looks: a seat, or TH_SEES_ALL where nothing is hidden */
    size_t described[TH_SEATS_MAX + 1]; /* by viewer + 1: steps that have been described */
    int open_seat;                      /* whose line of the description is open; -1: none */
    int column;                         /* where it ends */
    int lines;                          /* printed since the last prompt */
    bool only; /* a move without a choice has been made; its outcome will describe it */
};

/* "you", "hard", "hard (seat 2)", "seat 1": who sits there, for the viewer. */
const char *screen_name(const struct play_screen *s, int seat, char out[TH_SPEC_BYTES + 16]);

/* Describes to the viewer what has happened since the last call. */
void screen_say_steps(struct play_screen *s);
/* Of what was described, the steps after these have been taken back. */
void screen_cut(struct play_screen *s, size_t steps);
/* Ends the line of a description, if there is one. */
void screen_end_line(struct play_screen *s);

/* The game as the viewer knows it. */
void screen_board(struct play_screen *s);
/* The game and the legal moves with their numbers, so that both and what was printed since the last
 * prompt fit into the window: the picture and the list share the rows. */
void screen_show(struct play_screen *s);
/* The legal moves from this number on, as many as fit into the window. */
void screen_moves(struct play_screen *s, int first);
/* A message of one line, broken to the width of the window. */
void screen_say(struct play_screen *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An empty screen, with nothing above it to scroll back to, where output is a terminal. */
void screen_clear(struct play_screen *s);

/* ---- the game ---- */

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
    bool covered;            /* people share the screen, and no one looks at it now */
    bool resigning;          /* the last line was `resign` */
};

/* Whether people share a screen that may not show the same to all of them. */
static inline bool play_is_shared(const struct play *p) {
    return p->session.game->view != NULL && session_persons(&p->session) > 1;
}

/* ---- commands (play_commands.c) ---- */

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

/* ---- files (play.c) ---- */

/* Writes the record, in the place of what was there. */
bool play_write(const struct record *r, const char *path, struct th_error *e);
/* Whether there is nothing to lose there: a file that is no record is not overwritten. */
bool play_may_replace(const char *path, struct th_error *e);
/* Reads a file with one record in it. */
bool play_read(const char *path, struct record *r, struct th_error *e);

#endif
