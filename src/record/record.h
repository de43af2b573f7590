/* A record: how one game was played, from its start to its result, as a struct and as text.
 *
 *   tahur record 1
 *   game: cantstop:players=2
 *   rules: 1
 *   seed: 7
 *   number: 3
 *   seat 0: risk-stop:t=0.3
 *   seat 1: human
 *   start: POSITION
 *   end: won
 *   result: 1 0
 *   steps: 112
 *   moves:
 *   1. seat 0: d 2 4 4 6; 6+8; roll; d 1 1 3 5; 2+8; stop
 *   7. seat 1: d 1 2 2 6; …
 *
 * seed, number and start are optional. A line of moves contains one turn with its chance outcomes.
 * It begins with the number of its first step (counted from 1) and the seat that decides in it, or
 * "chance" if no seat does. Empty lines and lines that begin with # are ignored; a file contains
 * any number of records. docs/records.md is the manual.
 *
 * The reader also accepts what a person writes: the keys of the head in any order, no "steps", line
 * breaks between any two steps, and lines without a number or seat. What is present must be
 * correct. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "tahur/registry.h"
#include "tahur/seed.h"
#include <stdio.h>

enum record_end {
    RECORD_WON,        /* by the rules */
    RECORD_UNFINISHED, /* the limit of turns came first */
    RECORD_RESIGNED,   /* end_seat did */
    RECORD_TIME,       /* end_seat's clock ran out */
    RECORD_FAULT,      /* of the bot in end_seat */
    RECORD_STOPPED,    /* interrupted: the game can be continued */
};
/* Names of the ends, indexed by enum record_end; the list ends with NULL. */
extern const char *const record_ends[];

enum { RECORD_MARK = 128 };

/* Owns its allocations; record_drop frees them. */
struct record {
    const struct th_game *game;
    struct th_spec spec; /* of the game */
    int seats;
    char player[TH_SEATS_MAX][TH_SPEC_BYTES]; /* by seat */
    bool has_seed, has_number;
    struct th_seed seed;    /* of the run */
    uint64_t number;        /* of the game in it */
    struct th_state *start; /* the position at the start */
    bool own_start;         /* it differs from the game's own start */
    th_action *action;      /* every step, including chance outcomes */
    size_t steps, room;
    struct th_state **mark; /* the positions after every RECORD_MARK steps, if there was memory: a
                               later position is computed from the nearest mark */
    size_t marks;
    struct th_state *last;     /* the position after all steps */
    struct th_state *spare[2]; /* scratch states for callers that replay the steps */
    enum record_end end;
    int end_seat;
    enum th_fault fault;
    double result[TH_SEATS_MAX]; /* payoff by seat: from the game if it is over; after a
                                    resignation, a fault or a lost clock 0 for end_seat and equal
                                    shares for the others; otherwise 0 */
};

/* Makes a record without steps, of a game that starts at this position (NULL: the game's own
 * start). The caller fills in the names of the players, and calls record_drop if this succeeds. */
bool record_begin(struct record *r, const char *game_spec, const struct th_state *start,
                  struct th_error *e);
void record_drop(struct record *r);
/* Replaces the start position; there must be no steps yet. */
void record_begin_from(struct record *r, const struct th_state *start);

/* Adds a step, which must be possible. False if there is no memory. */
bool record_add(struct record *r, th_action a);

/* Keeps only the first `steps` steps and clears the end. */
void record_cut(struct record *r, size_t steps);

/* Writes the state after `steps` steps to `out`, which has game->state_size bytes. */
void record_state(const struct record *r, size_t steps, struct th_state *out);

/* Adds steps in the encoding of a match (match_rules.tape). Stops and returns false at a step that
 * is not possible, or if there is no memory; the steps before it stay. */
bool record_add_tape(struct record *r, const void *tape, size_t size);

/* Whether the game is over by its moves. */
bool record_is_over(const struct record *r);
/* The end that follows from the moves: won, or resigned with its seat; otherwise `asked`. */
enum record_end record_end_of(const struct record *r, enum record_end asked, int *end_seat);
/* Sets the end and the result. If the game is over by its moves, the end follows from them and
 * `end` is ignored; otherwise `end` must not be RECORD_WON. A fault is TH_FAULT_ILLEGAL unless
 * r->fault is set. */
void record_finish(struct record *r, enum record_end end, int end_seat);

/* Finds the line of moves that begins after `steps` steps: returns its number of steps, and sets
 * *seat to the seat that decides in it (TH_CHANCE: none). `s` is the state before the line, and is
 * advanced to the state after it. */
size_t record_line(const struct record *r, size_t steps, struct th_state *s, int *seat);
/* Writes a result as text: "1 0", "1/3 1/3 0 1/3". Returns `out`. */
#define RECORD_RESULT_BYTES 32
const char *record_result_text(const double result[], int seats, char out[RECORD_RESULT_BYTES]);
/* Writes an end as text: "won", "fault seat 1 illegal". Returns `out`. */
#define RECORD_END_BYTES 48
const char *record_end_text(const struct record *r, char out[RECORD_END_BYTES]);

/* Writes the record. record_next reads back the same record, which is written identically. */
void record_write(FILE *out, const struct record *r);
/* Writes only the lines of moves. */
void record_write_moves(FILE *out, const struct record *r);

/* A file of records that is written while games are played. If the program ends at any moment, the
 * file contains every record that was flushed. */
struct record_file {
    FILE *out; /* NULL: not open */
    const char *path;
    uint64_t records;
    bool failed;
};

/* Opens an empty file, a pipe or /dev/stdout. `path` must outlive the file. False with the reason
 * if it cannot be written. */
bool record_file_open(struct record_file *f, const char *path, struct th_error *e);
void record_file_add(struct record_file *f, const struct record *r);
/* Flushes all added records; false with the reason if they cannot be written. A file that is not
 * open flushes and closes successfully. */
bool record_file_flush(struct record_file *f, struct th_error *e);
/* Flushes and closes. */
bool record_file_close(struct record_file *f, struct th_error *e);

/* Reads the records of a text one after another. Each is verified: every step is possible, and the
 * end and the result follow from the game. */
struct record_reader {
    char *rest;        /* the unread text, which is modified in place */
    int line;          /* of the text, counted from 1 */
    int records;       /* read so far */
    size_t most_steps; /* a record with more steps is wrong, and the rest of it is skipped; 0: no
                          limit */
    /* Where the last record was wrong: the line, and the step or 0. */
    int wrong_line;
    size_t wrong_step;
};

/* A reader of a text that the reader modifies and that must outlive it. */
struct record_reader record_reader_of(char *text);

enum record_found {
    RECORD_NONE, /* end of the text */
    RECORD_GOOD,
    RECORD_WRONG, /* `e` names the line, and the step if it is one. If the head is valid, `r` has
                     the steps before the mistake and the end as written; otherwise r->game is NULL.
                     The reader continues with the next record. */
};

/* The caller drops `r` after RECORD_GOOD, and after RECORD_WRONG if r->game is set. */
enum record_found record_next(struct record_reader *reader, struct record *r, struct th_error *e);

#endif
