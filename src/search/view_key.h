/* Keys of states and views for the hash tables of a search. */
#ifndef SEARCH_VIEW_KEY_H
#define SEARCH_VIEW_KEY_H

#include "tahur/rng.h"
#include "tahur/types.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A hash of the `size` bytes of a view, and of the seat whose view it is (or TH_CHANCE). */
static inline uint64_t view_key(const struct th_state *view, size_t size, int seat) {
    const unsigned char *at = (const unsigned char *)view;
    uint64_t key = th_mix((uint64_t)seat + TH_GOLDEN), word;
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        key = (key ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
        key ^= key >> 29;
    }
    for (; size > 0; size--) key = (key ^ *at++) * UINT64_C(0x94d049bb133111eb);
    return th_mix(key);
}

#endif
