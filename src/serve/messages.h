/* Long state messages, kept as text: a game of thousands of steps is written once a version and
 * view, however often it is asked for. All under the lock of the house. */
#ifndef SERVE_MESSAGES_H
#define SERVE_MESSAGES_H

#include "letter.h"
#include "limits.h"
#include "names.h"
#include <stdint.h>

enum { MESSAGES_LEAST = 8 << 10 }; /* bytes of a text that is worth being kept */

struct messages {
    struct kept_message {
        char id[NAME_BYTES]; /* of the game */
        int key;
        int64_t version;
        struct letter *text; /* NULL: the place is free */
        uint64_t used;
    } kept[LIMIT_MESSAGES];
    uint64_t asked;
    uint64_t found; /* how often a text was found */
};

/* The text, which stays theirs: good until the next call; NULL: it is not kept. */
const struct letter *messages_find(struct messages *m, const char *id, int key, int64_t version);
/* Keeps a text, which is held, in the place of the one that was not asked for longest. */
void messages_keep(struct messages *m, const char *id, int key, int64_t version, struct letter *l);
void messages_clear(struct messages *m);

#endif
