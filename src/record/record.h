/* Games in writing: one record tells how a game was played, from its beginning to its result.
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
 * seed, number and start are there only where they tell something. A line of moves holds a turn,
 * chance's outcomes included, and begins with the number of its first step (from 1 on) and who
 * decides in it, or chance if nobody does. Empty lines and lines that begin with # are left out; a
 * file holds any number of records. docs/records.md is the manual.
 *
 * By hand, a record may be written more freely: the keys of the head in any order, without steps,
 * and the moves broken into lines anywhere between two steps, with numbers and seats in front or
 * without. What is there must be right. */
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
    RECORD_STOPPED,    /* nobody played on: the game can be gone on with */
};
/* Their names, by end, ended by NULL. */
extern const char *const record_ends[];

enum { RECORD_MARK = 128 };

/* A value with a few allocations, dropped by record_drop. */
struct record {
    const struct th_game *game;
    struct th_spec spec; /* of the game */
    int seats;
    char player[TH_SEATS_MAX][TH_SPEC_BYTES]; /* by seat */
    bool has_seed, has_number;
    struct th_seed seed;    /* of the run */
    uint64_t number;        /* of the game in it */
    struct th_state *start; /* the position it begins with */
    bool own_start;         /* which is not the game's own beginning */
    th_action *action;      /* every step, chance's outcomes included */
    size_t steps, room;
    struct th_state **mark; /* the positions after every RECORD_MARK steps, as far as they are kept:
                               nobody has to walk through a long game from its beginning */
    size_t marks;
    struct th_state *last;     /* the position after all steps */
    struct th_state *spare[2]; /* room for others, for walking through the steps */
    enum record_end end;
    int end_seat;
    enum th_fault fault;
    double result[TH_SEATS_MAX]; /* payoff by seat: as the game says when it is over; after a
                                    resignation, a fault or a lost clock 0 for end_seat and equal
                                    parts for the others; otherwise 0 */
};

/* A record without steps, of a game from this position (NULL: its own beginning). The players'
 * names are to be filled in. record_drop is due only if it succeeds. */
bool record_begin(struct record *r, const char *game_spec, const struct th_state *start,
                  struct th_error *e);
void record_drop(struct record *r);
/* Another position to begin with, before the first step. */
void record_begin_from(struct record *r, const struct th_state *start);

/* One step more; it must be possible. False if there is no memory. */
bool record_add(struct record *r, th_action a);

/* Takes back all but so many steps; the game goes on there. */
void record_cut(struct record *r, size_t steps);

/* The state after so many steps, into room for game->state_size bytes. */
void record_state(const struct record *r, size_t steps, struct th_state *out);

/* Steps as a match tapes them (match_rules.tape). False, with those before it added, at one that is
 * not possible, or if there is no memory. */
bool record_add_tape(struct record *r, const void *tape, size_t size);

/* Whether the game is over by its moves. */
bool record_is_over(const struct record *r);
/* The end that the moves themselves make: won, or resigned with its seat; otherwise `asked`. */
enum record_end record_end_of(const struct record *r, enum record_end asked, int *end_seat);
/* Sets the end, and the result that comes with it. A game that is over by its moves has the end
 * that they make, whatever else is asked for; another cannot be won. A fault is TH_FAULT_ILLEGAL
 * unless r->fault names another. */
void record_finish(struct record *r, enum record_end end, int end_seat);

/* The line of moves that begins behind so many steps: how many it has, who decides in it
 * (TH_CHANCE: nobody). `s` is the state there, and becomes the one behind the line. */
size_t record_line(const struct record *r, size_t steps, struct th_state *s, int *seat);
/* "1 0", "1/3 1/3 0 1/3": a result in writing. Returns `out`. */
#define RECORD_RESULT_BYTES 32
const char *record_result_text(const double result[], int seats, char out[RECORD_RESULT_BYTES]);
/* "won", "fault seat 1 illegal": an end in writing. Returns `out`. */
#define RECORD_END_BYTES 48
const char *record_end_text(const struct record *r, char out[RECORD_END_BYTES]);

/* Writes it. What record_next reads of it is the same, and is written the same. */
void record_write(FILE *out, const struct record *r);
/* The lines of moves alone. */
void record_write_moves(FILE *out, const struct record *r);

/* Reads records from a text, one after another, each verified: every step possible, the end and
 * the result as the game has them. */
struct record_reader {
    char *rest;        /* what is still to be read, which is taken apart */
    int line;          /* of the text, from 1 on */
    int records;       /* read so far */
    size_t most_steps; /* a record with more is wrong, and not read any further; 0: any number */
    /* Where the last one was wrong: the line, and the step if it is one, otherwise 0. */
    int wrong_line;
    size_t wrong_step;
};

/* Of a text that is taken apart, and must stay where it is meanwhile. */
struct record_reader record_reader_of(char *text);

enum record_found {
    RECORD_NONE, /* the text is at its end */
    RECORD_GOOD,
    RECORD_WRONG, /* `e` says in which line, and at which step if it is one; of a record whose
                     head is good, `r` has the steps before it (otherwise r->game is NULL), and the
                     end as it is written. The reader goes on with the next record. */
};

/* record_drop is due unless it finds none, or wrong without a game. */
enum record_found record_next(struct record_reader *reader, struct record *r, struct th_error *e);

#endif
