/* How fast something goes on, by what was done in the last quarter of a minute or so, and how long
 * the rest will take. Nothing is said before enough is known. */
#ifndef CORE_RATE_H
#define CORE_RATE_H

#include <stdbool.h>
#include <stdint.h>

enum { RATE_SAMPLES = 32 };

/* All 0 at the start, but for `skip`. Times are seconds of any clock that does not go back. */
struct rate {
    uint64_t skip; /* so much was there before, and is only read: it says nothing */
    struct {
        double time;
        uint64_t done;
    } sample[RATE_SAMPLES]; /* a ring; half a second apart, or more */
    int samples;            /* that were ever taken */
};

/* So much is done by now. */
void rate_note(struct rate *r, double now, uint64_t done);
/* How much a second; 0: not known yet. */
double rate_a_second(const struct rate *r, double now, uint64_t done);
/* "1:05 left", or nothing as long as that is not known. */
enum { RATE_TEXT = 32 };
const char *rate_left(const struct rate *r, double now, uint64_t done, uint64_t total,
                      char out[RATE_TEXT]);

#endif
