/* A room in the file: JSON for all but the steps, which are bytes of their own. */
#ifndef SERVE_ROOM_FILE_H
#define SERVE_ROOM_FILE_H

#include "core/bytes.h"
#include "room.h"

/* The JSON, to be dropped with free; NULL if there is no memory. The steps are added to `steps`. */
char *room_file_write(const struct room *r, struct bytes *steps);
/* Fills a room that is all 0; false and the reason if that is no game. */
bool room_file_read(struct room *r, const char *json, const void *steps, size_t size,
                    struct th_error *e);

/* Begins the room's session with a record, by its players; one that is over is looked at. The
 * record becomes the room's own if it succeeds. */
bool room_begin(struct room *r, struct record *record, struct th_error *e);

#endif
