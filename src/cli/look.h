/* How pictures may look where standard output goes: colours and size of the window. */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "tahur/game.h"
#include <stdio.h>

/* Colour only on a terminal that has it, unless NO_COLOR is set to something (no-color.org). The
 * window's size is asked every time, since windows change; where output is no terminal, COLUMNS
 * limits the width if it is set. */
struct th_look look_of_output(void);

/* The same for a picture that shares the window with so many other lines; at least one row is left,
 * since 0 would mean no limit. */
struct th_look look_of_picture(int others);

/* Columns for text that is to be broken: the window's, or 80. */
int look_columns(const struct th_look *look);

/* Prints text for people. Where the width of `out` is known, lines that are too long are broken at
 * blanks; what is broken off stands two blanks further to the right. */
void print_folded(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
