/* What is told of a game: the state message of docs/api.md, for whoever asks. */
#ifndef SERVE_ROOM_MESSAGE_H
#define SERVE_ROOM_MESSAGE_H

#include "room.h"

/* As somebody with this key sees it, with the steps that are new since so many of the record were
 * told; NULL: no memory. */
json_t *room_message(const struct room *r, int key, size_t told);
/* The text of that with all steps, to be dropped with free; NULL: no memory. */
char *room_text(struct room *r, int key);
/* As it was after so many steps of the record, to the eyes of this seat, or of a viewer (-1). */
json_t *room_message_at(const struct room *r, int key, int seat, size_t steps);

/* An event with the whole state. */
struct letter *room_letter_whole(struct room *r, int key);
/* Tells everybody who watches what is new. */
void room_announce(struct room *r);
/* And how far a review is. */
void room_announce_review(struct room *r, uint64_t done, uint64_t of);

#endif
