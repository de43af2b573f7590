/* The database of a class: builds, checks and games, each found again by the key of what made it.
 *
 *   setting(name, value)          the seed
 *   build(key, …)                 by the hash of the contents
 *   checked(key, …)               by the hash of the contents, the game, the limits, the questions
 *   reviewed(key, findings)       by the moves, the seats of the bot and the judge
 *   pairing(id, key, label)       two programs that play: see class_key
 *   block(pairing, number, …)     complete blocks of games, with the times of answers
 *   game(pairing, number, …)      their games, with all moves
 *   fault(pairing, side, kind, …) the first fault of each kind
 *
 * A block is there whole or not at all. What is kept survives the end of the program at any moment.
 * One program at a time has the file open. All functions may be called from any thread. */
#ifndef CLASSROOM_CLASS_DB_H
#define CLASSROOM_CLASS_DB_H

#include "core/bytes.h"
#include "core/clock.h"
#include "core/match.h"
#include "external/bots.h"
#include "program.h"

struct class_db;

/* Opens or creates the file; NULL with the reason if that fails. */
struct class_db *class_db_open(const char *path, struct th_error *e);
void class_db_close(struct class_db *s);

/* Reads the seed of the class; if there is none, keeps this one. */
bool class_db_seed(struct class_db *s, struct th_seed *seed, struct th_error *e);

/* Finds what was kept of a program; *found is false if nothing was. */
bool class_db_load_build(struct class_db *s, const char *key, struct program *p, bool *found,
                         struct th_error *e);
bool class_db_keep_build(struct class_db *s, const char *key, const struct program *p,
                         struct th_error *e);
/* Forgets a build whose folder is not there any more. */
bool class_db_drop_build(struct class_db *s, const char *key, struct th_error *e);
bool class_db_load_check(struct class_db *s, const char *key, struct program *p, bool *found,
                         struct th_error *e);
bool class_db_keep_check(struct class_db *s, const char *key, const struct program *p,
                         struct th_error *e);

/* The review of a game, which the caller owns; NULL: nothing was kept. */
bool class_db_load_review(struct class_db *s, const char *key, json_t **findings,
                          struct th_error *e);
bool class_db_keep_review(struct class_db *s, const char *key, const json_t *findings,
                          struct th_error *e);

/* ---- games (class_db_games.c) ---- */

enum { PAIRING_SIDES = 2, PAIRING_BLOCK_MAX = TH_SEATS_MAX };

/* A fault of one side in a game of the block. */
struct class_db_fault {
    int side;
    uint64_t number; /* of the game in the pairing */
    struct fault fault;
};

/* A block of games of a pairing. */
struct class_db_block {
    uint64_t number;
    int games, seats;
    const struct match_result *result;
    const struct bytes *tape;
    const struct pace *pace; /* by side */
    const struct class_db_fault *fault;
    int faults;
};

/* The id of the pairing with this key, which is created if it is not there. */
bool class_db_pairing(struct class_db *s, const char *key, const char *label, int64_t *id,
                      struct th_error *e);
/* Reads the complete blocks of a pairing from the first on, at most `most` games: *games is their
 * number. Times are added to `pace`, by side. */
bool class_db_load_games(struct class_db *s, int64_t pairing, int seats, int block_games,
                         struct match_result result[], uint64_t most, uint64_t *games,
                         struct pace pace[PAIRING_SIDES], struct th_error *e);
bool class_db_keep_block(struct class_db *s, int64_t pairing, const struct class_db_block *b,
                         struct th_error *e);
/* The actions of a game; the caller frees tape->data. */
bool class_db_load_tape(struct class_db *s, int64_t pairing, uint64_t number, struct bytes *tape,
                        struct th_error *e);
/* Calls `visit` for each fault of the pairing. */
bool class_db_visit_faults(struct class_db *s, int64_t pairing,
                           void (*visit)(void *context, const struct class_db_fault *f),
                           void *context, struct th_error *e);

#endif
