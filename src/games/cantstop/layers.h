/* What the exact solution of the race has finished, in a folder: values of positions, in pieces of
 * the layers of equal steps left, one file a piece. A file is written in full before it has its
 * name, so that a process may end in any way at any time; it ends with the SHA-256 of the rest. */
#ifndef CANTSTOP_LAYERS_H
#define CANTSTOP_LAYERS_H

#include "race.h"
#include <stddef.h>

enum { LAYERS_PIECE = 1 << 18 /* positions of a file at most */ };

struct layers {
    char folder[512];
    char race[256]; /* which, and from where: the first line of each file */
    int lock;
};

/* Makes the folder if there is none, and locks it. False and the reason if that cannot be done, or
 * if another process has it. */
bool cantstop_layers_open(struct layers *l, const char *folder, const struct cantstop_race *race,
                          const int from[], struct th_error *e);
void cantstop_layers_close(struct layers *l);

enum layers_found { LAYERS_FOUND, LAYERS_MISSING, LAYERS_BAD /* *e says why */ };

/* The values of a piece, `count` of them. A file that is damaged or of another race is left as it
 * is. */
enum layers_found cantstop_layers_load(const struct layers *l, int layer, uint64_t piece,
                                       double value[], size_t count, struct th_error *e);
bool cantstop_layers_save(const struct layers *l, int layer, uint64_t piece, const double value[],
                          size_t count, struct th_error *e);

#endif
