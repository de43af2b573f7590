/* Where games are kept: one SQLite file, of which one process is the owner. What store_save has
 * said yes to survives the end of the process, however it comes. */
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

/* Opens the file, or makes it; the path must stay. */
bool store_open(struct store *s, const char *path, struct th_error *e);
void store_close(struct store *s);

bool store_save(struct store *s, const struct room *r, struct th_error *e);
/* Fills a room that is all 0; false with an empty reason: there is no such game. */
bool store_load(struct store *s, const char *id, struct room *r, struct th_error *e);

/* A review as JSON, once a game. The text is to be dropped with free; NULL: there is none. */
bool store_save_review(struct store *s, const char *id, const char *json, struct th_error *e);
char *store_load_review(struct store *s, const char *id);

/* How many games this client has made that are in the file. */
int64_t store_count(struct store *s, uint64_t client);
/* Of this client's games the one that was not changed for longest, if that is so many seconds;
 * false if there is none. */
bool store_oldest(struct store *s, uint64_t client, int64_t seconds, char id[NAME_BYTES]);
/* Games that were not changed for so many seconds, at most `most`; returns how many there are. */
int store_expired(struct store *s, int64_t seconds, char id[][NAME_BYTES], int most);
bool store_remove(struct store *s, const char *id, struct th_error *e);

/* The games that go on by themselves, the newest first: calls back with each id, until false. */
void store_each_lively(struct store *s, bool (*each)(void *context, const char *id), void *context);

#endif
