/* What a position between turns is worth, by any rules and for any number of seats: small networks,
 * trained by games of turn-optimal against itself (bench/cantstop_train.c,
 * models/cantstop.network). For each number of seats one says it alone. For each but one seat
 * another one corrects the race of independent players (outlook.h), which knows nothing of closed
 * columns and of risks that a player takes because of the others.
 *
 * The seats come in the order of play from the one whose turn begins. Every column of every seat
 * adds a row of numbers to the units, and so does every option; units are cut off at 0 and summed
 * up with the weights of a seat: z. Its chance of winning is ½ + ½ z / (1 + |z|); one player alone
 * needs z more turns. The one that corrects multiplies the odds of the race by 1 + z, or divides
 * them by 1 - z where z is negative. Only additions, products and one division: the same bits
 * everywhere. */
#ifndef CANTSTOP_NETWORK_H
#define CANTSTOP_NETWORK_H

#include "board.h"
#include "turn.h"
#include "units.h"

enum {
    NETWORK_UNITS = UNITS,   /* rows are as units.h wants them */
    NETWORK_SEAT_ROWS = 105, /* 0 to all steps of each column, and closed by this seat */
    NETWORK_OPTION_ROWS = 6, /* forced, closed, jump, stop, four columns, five columns */
    /* Numbers in the file: for each number of seats the rows, a bias and weights and base of each
     * seat; then the same of those that correct. */
    NETWORK_A_SEAT = NETWORK_UNITS * NETWORK_SEAT_ROWS + NETWORK_UNITS + 1,
    NETWORK_OPTIONS = (NETWORK_OPTION_ROWS + 1) * NETWORK_UNITS,
    NETWORK_ALONE = NETWORK_A_SEAT * (1 + 2 + 3 + 4) + NETWORK_OPTIONS * TH_SEATS_MAX,
    NETWORK_NUMBERS =
        NETWORK_ALONE + NETWORK_A_SEAT * (2 + 3 + 4) + NETWORK_OPTIONS * (TH_SEATS_MAX - 1),
};
#define NETWORK_SCALE 4096.0F

struct cantstop_network {
    int players;
    float seat[TH_SEATS_MAX][NETWORK_SEAT_ROWS][NETWORK_UNITS];
    float option[NETWORK_OPTION_ROWS + 1][NETWORK_UNITS]; /* the last one: the bias, always */
    float weight[TH_SEATS_MAX][NETWORK_UNITS], base[TH_SEATS_MAX];
};

/* Rows of the position in which this seat is the first: of the seats in order, each column; then
 * the options that are on. Returns how many options. */
int cantstop_network_rows(const struct cantstop *s, int first,
                          uint8_t seats[TH_SEATS_MAX][CANTSTOP_COLUMNS],
                          uint8_t options[NETWORK_OPTION_ROWS + 1]);
/* The row of a column with this progress; `closed`: completed columns are. */
int cantstop_network_row(int column, int progress, bool closed);

/* The trained one. */
const struct cantstop_network *cantstop_network(int players);
/* The trained one that corrects the race, for two players at least. */
const struct cantstop_network *cantstop_correction(int players);
/* From so many numbers, in units of 1 / NETWORK_SCALE; returns where they end. */
const int16_t *cantstop_network_take(struct cantstop_network *n, int players,
                                     const int16_t *numbers);

/* The sums z of all seats, by seat, where the turn of the seat `first` begins. */
void cantstop_network_sums(const struct cantstop_network *n, const struct cantstop *s, int first,
                           double out[]);
/* The chances of all seats, by seat, where the turn of the seat `first` begins; of one alone, the
 * turns it still needs. They are not made to sum to 1. */
void cantstop_network_start(const struct cantstop_network *n, const struct cantstop *s, int first,
                            double out[]);

/* The same of the trained network for two to four seats, made to sum to 1. */
void cantstop_network_chances(const struct cantstop *s, int first, double out[]);

/* The units for all ends of the turn of s; squares[c][i]: where i steps lead in column c, of
 * `room`.
 */
void cantstop_network_units(const struct cantstop_network *n, const struct cantstop *s,
                            const uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER],
                            const int room[CANTSTOP_COLUMNS], struct units *out);
/* From their sums to costs: the chance of winning with its sign turned round, or turns. */
void cantstop_network_costs(int players, double cost[], int n);

/* The chance that a correction makes of that by the race. */
double cantstop_corrected(double chance, double z);
/* The same for costs. */
void cantstop_correct_costs(double cost[], const double z[], int n);

/* ---- numbers (models/cantstop.network) ---- */

extern const int16_t cantstop_network_numbers[NETWORK_NUMBERS];

#endif
