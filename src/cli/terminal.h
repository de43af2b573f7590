/* The terminal: colours, size of the window, output in locales without UTF-8, texts and JSON on
 * standard output, progress on standard error. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "core/clock.h"
#include "tahur/game.h"
#include "tahur/option.h"
#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
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

/* ---- output ---- */

/* What is printed for people, in the user's locale: UTF-8, or ASCII where the locale has no UTF-8.
 */

/* From now on standard output and standard error are ASCII if LC_ALL, LC_CTYPE or LANG, the first
 * of them that is set, names a locale without UTF-8. With none of them set they are UTF-8. */
void output_begin(void);
/* Standard output is for programs (JSON, a protocol) and stays UTF-8. */
void output_for_programs(void);

/* ---- texts, files and JSON ---- */

/* Prints text from this column on, in lines of at most 80 and what the output has, each further one
 * after `indent` spaces. */
void print_wrapped(const char *text, int column, int indent);
/* Breaks the lines of each paragraph again, as print_wrapped does. Indented lines, and lines with
 * columns, stay as they are. */
void print_paragraphs(const char *text);
/* Says on standard output that a command has written a file, or nothing where `json` is what is
 * printed there. NULL: there is none. */
void print_wrote(const char *path, bool json);
/* Prints and drops it: one object, on one line. */
void print_json(json_t *json);
/* Whether something was not printed, for want of memory. */
bool print_json_lost(void);
/* From now on print_json, in this thread, puts the line into *text, which the caller frees, and not
 * on standard output. It stays NULL where there is no memory. NULL: no longer. */
void print_json_into(char **text);

/* ---- progress ---- */

/* A progress bar on standard error, only where that is a terminal. */
struct progress {
    uint64_t total;
    const char *what;    /* of which there are so many: "games" */
    double begun, drawn; /* seconds of the monotonic clock */
    struct rate rate;
    bool terminal, shown;
};

struct progress progress_start(uint64_t total, const char *what);
/* The same, where so many are there already and are only read. */
struct progress progress_resume(uint64_t total, uint64_t there, const char *what);
/* Draws at most ten times a second. The context is a struct progress. */
void progress_update(void *context, uint64_t done);
/* Wipes the bar away. */
void progress_end(struct progress *p);

/* A few lines on standard error that are drawn again and again while games run, only where that is
 * a terminal. */
struct live {
    double begun, drawn; /* seconds of the monotonic clock */
    int lines;           /* of the picture on the screen */
    bool terminal;
};

struct live live_start(void);
/* On a terminal, says how many games there will be, if that is more than a million. */
void live_announce(const struct live *l, uint64_t games);
/* Whether it is time for a new picture, twice a second. */
bool live_due(const struct live *l);
/* Draws `text`, clipped to the window, where the last picture was. */
void live_draw(struct live *l, const char *text);
/* Wipes it away. */
void live_end(struct live *l);

/* Columns of the terminal on standard error; 80 if it is none. */
int terminal_width(void);

/* Signals that ask the program to end: Control-C (SIGINT), SIGTERM (timeout, Slurm, containers) and
 * SIGHUP (the terminal was closed). The first one asks the command to report, save and end; another
 * one, a second later or more, ends the program at once, and with it all programs that play as its
 * bots. */

/* From now on the returned flag is set by these signals. A signal that the program was started to
 * ignore stays ignored (SIGHUP under nohup, SIGINT of background jobs). */
const atomic_bool *interrupt_watch(void);
/* From now on interrupt_watch, in this thread, returns this flag and leaves signals alone, which
 * belong to the program that has called command_call. NULL: no longer. */
void interrupt_use(const th_flag *flag);
/* The same as if this process had received the signal. Async-signal-safe. */
void interrupt_ask(int signal_number);
/* The signal that asked; 0: none did. */
int interrupt_signal(void);

/* Says that the command was stopped before it had anything to report; the exit status. */
int interrupt_stopped(const char *command);
/* The flag --threads of a command, or all cores if it was not given. */
int thread_count(const struct th_options *flags);

/* Tables for people: columns as wide as they need to be, numbers to the right. On a terminal, or
 * where COLUMNS limits the width, a table that is too wide is folded: heads and texts take several
 * lines, names are shortened so that they stay different, and columns that still have no room come
 * in a further table below, with the names again. Figures are never cut. */

#define TABLE_COLUMNS_MAX 32

struct table {
    char align[TABLE_COLUMNS_MAX + 1];
    int columns, cells, room;
    char **cell; /* row by row; the first row is the head */
};

/* `align` has a letter a column: l for text, r for figures; a capital keeps the column in one table
 * with the column to its left. The columns up to the first text are the key of a row, which every
 * table has. */
struct table table_start(const char *align);
/* The next cell, from left to right, row after row. */
void table_add(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints after `indent` spaces in the width of `file`, and frees it; NULL: only frees it. */
void table_end(struct table *t, int indent, FILE *file);
/* The same in so many columns; 0: no limit. */
void table_end_within(struct table *t, int indent, int columns, FILE *file);

/* A cell of a CSV file, in quotes. Names of bots come from other people, and a spreadsheet takes a
 * text that begins with = + - @ or a control character for a formula: an apostrophe before it makes
 * it text. */
void csv_add_text(FILE *out, const char *text);

#endif
