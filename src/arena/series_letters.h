/* Inside of a series on ranks: what its messages hold. */
#ifndef ARENA_SERIES_LETTERS_H
#define ARENA_SERIES_LETTERS_H

#include "ranks.h"
#include "series_run.h"

struct series_header {
    enum message_kind kind;
    uint32_t series;
    uint64_t block; /* the first of a span; or how the series ended */
};

/* A message on its way through the first rank's hands. */
struct series_letter {
    struct rank_message message;
    struct bytes_reader rest; /* behind the header */
    struct series_header header;
};

/* A message that is nothing but a header. */
void series_letter_send(int to, enum message_kind kind, uint32_t series, uint64_t block);
struct series_header series_letter_header(struct bytes_reader *r);
/* The next message to the first rank that is worth an answer; false if there is none now. */
bool series_letter_next(struct series_letter *l);

/* A span to play, and how many games of its first block are finished. */
void series_letter_send_span(int to, uint32_t series, struct span span, int played);
struct span series_letter_take_span(struct series_header h, struct bytes_reader *r, int *played);

/* Games of a span from `from` on, counted from the first of its first block, as far as they are
 * finished and follow one another: to the first rank. Returns the game after the last. As
 * MESSAGE_RESULTS, it ends the span, with the times of answers since the last report: not while the
 * worker plays. */
int series_letter_send_games(struct worker *w, enum message_kind kind, uint32_t series,
                             struct span span, int from);
/* Takes them into their places, but for those of `except`, of which another thread has the place.
 * What was taken already is the same, and ignored. */
void series_letter_take_games(struct run *run, const struct series_letter *l, uint64_t except);
/* How long answers took since the last report. */
void series_letter_send_pace(struct worker *w, uint32_t series);
void series_letter_take_pace(struct run *run, struct bytes_reader *r);

#endif
