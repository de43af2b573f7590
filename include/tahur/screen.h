/* The screen facet of a game: pictures for the terminal, and what boards and players read. */
#ifndef TAHUR_SCREEN_H
#define TAHUR_SCREEN_H

#include "tahur/fields.h"
#include "tahur/types.h"

/* Room for what a game writes, with its terminating zero. */
#define TH_PICTURE_BYTES 65536 /* with colour */
#define TH_EXTRA_BYTES   65536

/* The form of a picture. NULL in its place: without colour and without limits. */
struct th_look {
    bool colour;       /* with the colour codes of terminals */
    int columns, rows; /* room for the picture; 0: no limit */
};

struct th_screen {
    /* The position as a picture of several lines. 40 columns are enough for something useful. Where
     * rows are few it leaves out what matters least; it may need more than there are. Of a view, it
     * shows what the seat knows. */
    const char *(*draw)(const struct th_state *s, const struct th_look *look, char *out,
                        size_t size);
    /* A step in words that follow the name of the player who acts, or whose luck it is: "rolled
     * 2 4 4 6", "drew a card". `before` is the whole state in which `a` happens. Describes what the
     * viewer (a seat, TH_STRANGER or TH_SEES_ALL) may know; empty for a step that is hidden. */
    const char *(*describe)(const struct th_state *before, th_action a, int viewer, char *out,
                            size_t size);
    /* Optional: what chance can do after an action of the seat in turn, and how likely it is as far
     * as that seat, whose view this is, can know. Several lines of at most 40 columns. */
    const char *(*odds)(const struct th_state *view, char *out, size_t size);
    /* Optional: what boards on a screen show of a view (or a whole state) and clients should not
     * have to compute, as a JSON object in one line (docs/api.md). `done` are the steps that led
     * there, none if they are not known. */
    const char *(*extra)(const struct th_state *view, const th_action done[], size_t steps,
                         char *out, size_t size);
    /* Optional: the step as data, for clients that have words of their own: each thing that
     * happened is an object with its "key" and arguments (th_write_event). Reports what `describe`
     * does, to the same viewers. */
    void (*events)(const struct th_state *before, th_action a, int viewer, struct th_writer *w);
};

#endif
