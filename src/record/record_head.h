/* The head of a record while it is read: gathered first, key by key, each with its line, since keys
 * may stand in any order; then checked in the order in which they need each other. */
#ifndef RECORD_RECORD_HEAD_H
#define RECORD_RECORD_HEAD_H

#include "record.h"

enum record_key {
    HEAD_GAME,
    HEAD_RULES,
    HEAD_SEED,
    HEAD_NUMBER,
    HEAD_SEAT_0,
    HEAD_START = HEAD_SEAT_0 + TH_SEATS_MAX,
    HEAD_END,
    HEAD_RESULT,
    HEAD_STEPS,
    HEAD_KEYS
};

struct record_head {
    int first_line;
    struct {
        char *text; /* NULL: it is not there */
        int line;
    } value[HEAD_KEYS];
    uint64_t steps; /* as the head says */
};

/* Takes a line "key: value"; false and the reason if it is none, or there already. */
bool record_head_take(struct record_head *h, char *line, int number, struct th_error *why);
/* Begins the record with all that the head says but the result; false with the line of what is
 * wrong, and the record dropped, if there is something. */
bool record_head_read(struct record_head *h, struct record *r, int *line, struct th_error *why);

#endif
