/* A turn on the real board, solved exactly for the best chance of being first (alone, for the
 * fewest turns), when it is known what a turn is worth that ends somewhere (network.h, outlook.h):
 * the basis of turn-optimal and of the values of rolls. */
#ifndef CANTSTOP_SOLVED_H
#define CANTSTOP_SOLVED_H

#include "board.h"
#include "network.h"
#include "outlook.h"
#include "turn.h"

/* The places of the largest turn, which is the first: one step to all of a column, in one, two or
 * three columns. */
enum { SOLVED_PLACES = 83 + 3075 + 67065, SOLVED_BLOCKS = 11 + 55 + 165 };

/* What says what a turn is worth that ends somewhere. */
enum cantstop_between {
    BETWEEN_USUAL,   /* what is better: with closed columns the network, else the race */
    BETWEEN_NETWORK, /* network.h: of several players to three columns, the corrected race */
    BETWEEN_RACE,    /* outlook.h, where it fits, else the network */
};

struct cantstop_solved {
    struct cantstop_turn turn;
    enum cantstop_between between;
    const struct cantstop_network *network, *correction; /* NULL: the trained ones */
    double pace[TH_SEATS_MAX];                           /* of the seats (outlook.h) */
    /* Where so many steps lead in each column. */
    uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER];
    struct units units, corrections; /* of the ends of the turn */
    struct outlook_race race;
    bool occupied[CANTSTOP_COLUMNS + 1][CANTSTOP_RUNNER]; /* squares, by steps */
    double bust;                                          /* what it costs */
    /* Turns at the places of blocks, as units.h sums them up (outlook.h); NULL: not kept. After a
     * bust the next turn of the seat has the same. */
    double *turns;
    bool has_turns[SOLVED_BLOCKS]; /* by block */
    int turns_forced;              /* of which rule they are, */
    double turns_begin;            /* and where the turn begins */
    int room[CANTSTOP_COLUMNS];
    bool solved;
    struct cantstop at; /* the position the solution belongs to */
};

/* Memory for any turn; drop is due if it succeeds. */
bool cantstop_solved_make(struct cantstop_solved *b, struct th_error *e);
void cantstop_solved_drop(struct cantstop_solved *b);
void cantstop_solved_forget(struct cantstop_solved *b);

/* Whether the tables of the real board could be made, without which nothing is solved. */
bool cantstop_has_races(void);

/* Whether the outlook is used for s: it knows only races to three columns. What the seat in turn
 * completes is lost to the others where that closes it; but that a column may be closed later, or
 * squares are occupied in later turns, is not foreseen. */
bool cantstop_uses_outlook(const struct cantstop *s, enum cantstop_between between);
/* Whether a network corrects that. */
bool cantstop_corrects(const struct cantstop *s, enum cantstop_between between);

/* Whether the turn of s is the one that is solved. */
bool cantstop_is_solved(const struct cantstop_solved *b, const struct cantstop *s);
/* Begins to solve the turn of s, unless it is the one that is solved already. Costs are turns still
 * needed by one alone; among several, the chance of winning with its sign turned round. */
void cantstop_begin_turn(struct cantstop_solved *b, const struct cantstop *s);
/* Solves all positions of the turn with runners in these columns at least; with none the whole
 * turn, and its start. */
void cantstop_solve_for(struct cantstop_solved *b, unsigned runners);
void cantstop_solve_turn(struct cantstop_solved *b, const struct cantstop *s);
/* The steps of this turn, as the solution counts them. */
void cantstop_solved_steps(const struct cantstop *s, int steps[CANTSTOP_COLUMNS]);
/* Where s, after a move of that turn, stands in the tables. */
int cantstop_solved_place(const struct cantstop_solved *b, const struct cantstop *s);

/* ---- the slots `value` and `meet` (values.c) ---- */

enum { VALUES_BOTS = 8 };

/* Their memory: flat, and 0 at first. */
struct cantstop_values {
    struct cantstop_solved solved;
    struct turn_block block[RACE_TRIPLES_MAX];
    int16_t block_of[RACE_COLUMNS_MAX + 1][RACE_COLUMNS_MAX + 1][RACE_COLUMNS_MAX + 1];
    double stop[SOLVED_PLACES + TURN_BEYOND], best[SOLVED_PLACES + TURN_BEYOND];
    double bust[TH_SEATS_MAX]; /* chances after one, in the order of play */
    /* Moves of the solved turn that were looked up, from where the runners stand in `from`. */
    bool moved, known[CANTSTOP_MOVES];
    uint8_t from[CANTSTOP_COLUMNS + 1];
    double chance[CANTSTOP_MOVES];
    /* The race as a turn ends, whatever the progress of its seat. */
    bool raced;
    struct cantstop at;
    struct outlook_race race;
    /* Bots that were met, and their paces. */
    struct {
        const void *bot;
        double pace;
    } met[VALUES_BOTS];
    int meetings;
};

void cantstop_value(const struct th_state *s, double out[], void *memory);
void cantstop_meet(const struct th_state *s, const struct bot *bots, void *memory);

#endif
