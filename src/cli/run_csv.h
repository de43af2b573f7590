/* The games of a run as a table for other programs. */
#ifndef CLI_RUN_CSV_H
#define CLI_RUN_CSV_H

#include "contest.h"
#include <stdio.h>

/* One line for every seat of a game: who sat there, the payoff, how the game ended, and the
 * metrics. False and the reason if it cannot be written. */
bool run_write_csv(const char *path, struct run_file *f, const struct contest *c,
                   struct th_error *e);

/* A cell of a CSV file, in quotes. Names of bots come from other people, and a spreadsheet takes a
 * text that begins with = + - @ or a control character for a formula: an apostrophe before it makes
 * it text. */
void csv_add_text(FILE *out, const char *text);

#endif
