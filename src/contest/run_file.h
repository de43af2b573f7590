/* A run that cannot be lost: a SQLite database with its settings and every game.
 *
 *   setting(name, value)   what the run is: each value a JSON text
 *   block(number, games)   blocks that are complete
 *   game(number, …)        game number = block × games of a block + place in the block
 *   ahead(number, …)       games that are finished, but not counted yet: one before them is not
 *   fault_note(game, …)    details of the first faults of each bot
 *   luck(game, …)          the luck of each seat, where it was measured
 *   play_time, move_time   how long was played, and answers took; nothing depends on them
 *   training(seed, …)      trainings, each as far as it was kept last
 *
 * A block is there whole or not at all. Blocks are written in transactions, the last of which may
 * be a fraction of a second old when the program is killed; what is lost then is played again, with
 * the same results. One program writes at a time; others may read meanwhile. */
#ifndef CONTEST_RUN_FILE_H
#define CONTEST_RUN_FILE_H

#include "series.h"
#include <jansson.h>

struct run_file;

/* A new run with these settings, an object; or one that is there and goes on, if its settings are
 * the same; otherwise it says what differs. `block_games`: of a full block. */
struct run_file *run_file_write(const char *path, const json_t *settings, struct th_error *e);
/* Whether the file looks like one: it is a database. */
bool run_file_is(const char *path);
/* A run that is there, to be looked at. */
struct run_file *run_file_read(const char *path, struct th_error *e);
/* Ends what is in progress; false and the reason if it could not be saved. The file is closed in
 * any case. NULL is no file, and closes well. */
bool run_file_close(struct run_file *f, struct th_error *e);

/* Whether reading or writing has failed since it was opened. NULL has not. */
bool run_file_failed(const struct run_file *f);

/* As they are in the file; valid as long as it is open. */
const json_t *run_file_settings(const struct run_file *f);
bool run_file_is_training(const struct run_file *f);
uint64_t run_file_blocks(const struct run_file *f); /* that are complete */
/* The number of the k-th of them, in rising order. */
uint64_t run_file_block(const struct run_file *f, uint64_t k);
/* Games that are finished, but not counted yet. */
uint64_t run_file_ahead(const struct run_file *f);
/* How long ago, in seconds, it was begun and last written to. */
void run_file_times(const struct run_file *f, double *begun, double *written);

/* The store of a series: what is there is found, what is played is kept. */
struct series_store run_file_store(struct run_file *f);
/* The same, to be read only. */
struct series_store run_file_store_kept(struct run_file *f);
/* A store that has nothing and keeps nothing, of a rank that plays for another one's file. */
struct series_store run_file_nowhere(void);

/* Details of the fault in a game, without its kind; false: the file has none of this game. */
bool run_file_fault(const struct run_file *f, uint64_t game, struct fault *out);

/* Luck that was saved is not read from now on, but measured again by the moves: the file may
 * contain anything. */
void run_file_forget_luck(struct run_file *f);

/* How a game ended, by enum match_end, as the file has it. */
extern const char *const run_endings[];

/* A game as it is in the file; good while it is visited. */
struct run_game {
    uint64_t number;
    int sits[TH_SEATS_MAX]; /* the bots' numbers by seat */
    struct match_result result;
    const uint8_t *tape; /* every action (match_rules.tape), of so many bytes */
    size_t tape_size;
};

/* Every game from this number to that (RUN_LAST_GAME: to the last), in their order, of the blocks
 * that were there when the file was opened. False ends it: with the visitor's reason, or the
 * file's. */
#define RUN_LAST_GAME UINT64_C(0x7fffffffffffffff)
typedef bool run_visit(void *context, const struct run_game *game, struct th_error *e);
bool run_file_visit(struct run_file *f, uint64_t from, uint64_t to, run_visit *visit, void *context,
                    struct th_error *e);
/* The same for all of them, with their luck as the file has it (result.measured); `measured`: where
 * it has none, it is measured by the moves, until the plan is stopped. */
bool run_file_visit_luck(struct run_file *f, const struct plan *plan, bool measured,
                         run_visit *visit, void *context, struct th_error *e);
/* The same for the games that are finished, but not counted yet. */
bool run_file_visit_ahead(struct run_file *f, run_visit *visit, void *context, struct th_error *e);

/* How far a run is, and its digest. */
struct run_sum {
    uint64_t games, asked; /* that are there, and that the run is to have */
    uint64_t gap, last; /* numbers: of the first game that is missing, of the last that is there */
    bool prefix;        /* nothing is missing before the last one: the digest is the run's so far */
    bool complete;
    uint64_t digest;
};

/* Reads every game. Where the run is not one of games (a training), all is 0. */
bool run_sum_up(struct run_file *f, struct run_sum *out, struct th_error *e);

/* A training, as the bytes of a model file. */
struct run_training {
    uint64_t games;
    bool finished;
    struct bytes model; /* to be dropped with free; none: it is not there */
};

/* The training of a seed. From any thread. */
bool run_file_training_load(struct run_file *f, uint64_t seed, struct run_training *t,
                            struct th_error *e);
/* Takes the place of what was kept of this seed, and is on the disk on return; from any thread. */
bool run_file_training_keep(struct run_file *f, uint64_t seed, const struct run_training *t,
                            struct th_error *e);

/* How many games a run has in all. */
uint64_t run_games_asked(const json_t *settings);
/* The names of a game's counters, which a run saves by them. The caller owns the result. */
json_t *counters_settings(const struct th_game *game);
/* Where the saved counters of a run are among the game's: place[i] of the i-th; -1: the game has it
 * no more. False and the reason if the run does not have all of the game's counters, or does not
 * name them. */
bool counters_map(const json_t *settings, const struct th_game *game, int place[TH_COUNTERS_MAX],
                  struct th_error *e);
/* A setting that is a whole number; 0 where it is none, or below. */
uint64_t settings_number(const json_t *settings, const char *name);
/* In what two settings differ, as "seed is 1 in the file and 2 here; bots[1].spec is …", where
 * `first` and `second` say which is which ("in the file", "here"); false if in nothing. Long values
 * are shown around the difference. */
bool settings_differ(const json_t *a, const char *first, const json_t *b, const char *second,
                     char *out, size_t size);

#endif
