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
 *   moves:
 *   1. seat 0: d 2 4 4 6; 6+8; roll; d 1 1 3 5; 2+8; stop
 *   7. seat 1: d 1 2 2 6; …
 *
 * seed, number and start are there only where they tell something. A line of moves holds a turn,
 * chance's outcomes included, and begins with the number of its first step (from 1 on) and who
 * decides in it. Empty lines and lines that begin with # are left out; a file holds any number of
 * records. docs/records.md is the manual. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "core/bytes.h"
#include "tahur/registry.h"
#include <stdio.h>

enum record_end {
    RECORD_WON,        /* by the rules */
    RECORD_UNFINISHED, /* the limit of turns came first */
    RECORD_RESIGNED,   /* end_seat did */
    RECORD_TIME,       /* end_seat's clock ran out */
    RECORD_FAULT,      /* of the bot in end_seat */
    RECORD_STOPPED,    /* nobody played on: the game can be gone on with */
};

/* A value with two allocations, dropped by record_drop. */
struct record {
    const struct th_game *game;
    struct th_spec spec; /* of the game */
    int seats;
    char player[TH_SEATS_MAX][TH_SPEC_BYTES]; /* by seat */
    bool has_seed, has_number;
    uint64_t seed, number;  /* of the run, and of the game in it */
    struct th_state *start; /* the position it begins with */
    bool own_start;         /* which is not the game's own beginning */
    th_action *action;      /* every step, chance's outcomes included */
    size_t steps, room;
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

/* One step more; it must be possible. False if there is no memory. */
bool record_add(struct record *r, th_action a);

/* The state after so many steps, into room for game->state_size bytes. */
void record_state(const struct record *r, size_t steps, struct th_state *out);

/* Sets the end, and the result that comes with it. */
void record_finish(struct record *r, enum record_end end, int end_seat);

/* Writes it. What record_next reads of it is the same, and is written the same. */
void record_write(FILE *out, const struct record *r);

/* Reads records from a text, one after another, each verified: every step possible, the end and
 * the result as the game has them. */
struct record_reader {
    char *rest;  /* what is still to be read, which is taken apart */
    int line;    /* of the text, from 1 on */
    int records; /* read so far */
};

enum record_found {
    RECORD_NONE, /* the text is at its end */
    RECORD_GOOD,
    RECORD_WRONG, /* `e` says in which line, and at which step if it is one; of a record whose
                     head is good, `r` has the steps before it (otherwise r->game is NULL). The
                     reader goes on with the next record. */
};

/* record_drop is due unless it finds none, or wrong without a game. */
enum record_found record_next(struct record_reader *reader, struct record *r, struct th_error *e);

#endif
