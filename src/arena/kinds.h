/* Which games are new. Bots that never vary play the same game again from the same beginning, and
 * to see it again tells nothing; where chance or a bot's generator had a part, every game is
 * evidence of its own, even if two of them happen to be the same.
 *
 * A repeat is a game without such a part that has come before in its fixture. Those that have come
 * are kept in a table of hashes that grows as it must; beyond KINDS_MAX, or what there is memory
 * for, all count as new. */
#ifndef ARENA_KINDS_H
#define ARENA_KINDS_H

#include "series.h"

enum { KINDS_MAX = 1 << 20 };

/* A contest that needs evidence ends by itself after so many blocks that brought none. */
enum { KINDS_STALE_BLOCKS = 200 };

struct kinds {
    uint64_t *slot; /* 0: free */
    size_t slots;
    uint64_t kept;      /* different games that are not varied */
    uint64_t different; /* these, and all others */
    uint64_t stale;     /* blocks since the last that brought something new */
};

/* The next game, from this opening of this fixture; whether it is new. */
bool kinds_add(struct kinds *k, const struct match_result *r, int fixture, int opening);
/* The next block; whether any of its games is new. */
bool kinds_add_block(struct kinds *k, const struct series *s, const struct series_block *b);
/* Of so many games added, in blocks of `seats`: how many differ, if few games came again and again,
 * as between bots that never vary. 0: they do not repeat themselves, and all count. The games of
 * one block may well be the same. */
uint64_t kinds_repeated(const struct kinds *k, uint64_t games, int seats);
void kinds_drop(struct kinds *k);

#endif
