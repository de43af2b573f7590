/* The SQLite file with all games. One process owns it exclusively. A room that store_save has
 * stored survives any end of the process. The mutex of the hub protects the store. */
#ifndef SERVE_STORE_H
#define SERVE_STORE_H

#include "room.h"
#include <sqlite3.h>

struct store {
    sqlite3 *db;
    const char *path;
    sqlite3_stmt *save, *load, *save_review, *load_review, *count, *oldest, *expired, *remove;
    int64_t games;
};

/* Opens or creates the file; `path` must outlive the store. */
bool store_open(struct store *s, const char *path, struct th_error *e);
void store_close(struct store *s);

bool store_save(struct store *s, const struct room *r, struct th_error *e);
/* Fills a zeroed room; false with an empty reason if there is no such game. */
bool store_load(struct store *s, const char *id, struct room *r, struct th_error *e);

/* The review of a game as JSON text; the caller frees what is loaded. NULL: there is none. */
bool store_save_review(struct store *s, const char *id, const char *json, struct th_error *e);
char *store_load_review(struct store *s, const char *id);

/* The number of games in the file that this client has made. */
int64_t store_count(struct store *s, uint64_t client);
/* The client's least recently changed game, if it has not changed for `seconds`; false: none. */
bool store_oldest(struct store *s, uint64_t client, int64_t seconds, char id[ID_BYTES]);
/* Finds up to `most` games that have not changed for `seconds`; returns how many. */
int store_expired(struct store *s, int64_t seconds, char id[][ID_BYTES], int most);
bool store_remove(struct store *s, const char *id, struct th_error *e);

/* Calls back with the id of each game that continues without a request, the most recently changed
 * first, until the callback returns false. */
void store_each_active(struct store *s, bool (*each)(void *context, const char *id), void *context);

#endif
