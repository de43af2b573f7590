/* Inside of a series on ranks: what its messages hold. */
#ifndef ARENA_SERIES_LETTERS_H
#define ARENA_SERIES_LETTERS_H

#include "ranks.h"
#include "series_run.h"

struct series_header {
    enum message_kind kind;
    uint32_t series;
    uint64_t chunk; /* or how the series ended */
};

/* A message on its way through the first rank's hands. */
struct series_letter {
    struct rank_message message;
    struct bytes_reader rest; /* behind the header */
    struct series_header header;
};

/* A message that is nothing but a header. */
void series_letter_send(int to, enum message_kind kind, uint32_t series, uint64_t chunk);
struct series_header series_letter_header(struct bytes_reader *r);
/* The next message to the first rank that is worth an answer; false if there is none now. */
bool series_letter_next(struct series_letter *l);

/* The results of a chunk, to the first rank; and what it makes of them. */
void series_letter_send_results(const struct run *run, uint32_t series, uint64_t chunk,
                                const struct chunk *c);
void series_letter_take_results(struct bytes_reader *r, const struct run *run, uint64_t chunk,
                                struct chunk *c);
/* How long answers took, likewise. */
void series_letter_send_pace(const struct run *run, uint32_t series);
void series_letter_take_pace(struct run *run, struct bytes_reader *r);

#endif
