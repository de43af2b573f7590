/* What the players see: boards, moves, what happens, messages; on a terminal or a pipe. Everything
 * is told to one viewer, and comes from what that seat may know. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "play/session.h"

struct play_screen {
    const struct session *session;
    int viewer; /* who looks: a seat, or TH_SEES_ALL where nothing is hidden from anybody here */
    size_t told[TH_SEATS_MAX + 1]; /* by viewer + 1: steps that have been told about */
    int teller;                    /* whose line of the story is open; -1: none */
    int column;                    /* where it ends */
    int lines;                     /* printed since the last prompt */
    bool only; /* a move without a choice has been made, and is still to be told by its outcome */
};

/* "you", "hard", "hard (seat 2)", "seat 1": who sits there, as the viewer is told. */
const char *screen_name(const struct play_screen *s, int seat, char out[TH_SPEC_BYTES + 16]);

/* Tells the viewer what has happened since it was told last. */
void screen_tell(struct play_screen *s);
/* Of what was told, the steps behind these have been taken back. */
void screen_cut(struct play_screen *s, size_t steps);
/* Ends the line of a story, if there is one. */
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

#endif
