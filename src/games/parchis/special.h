/* The special dice (rules 18–47). */
#ifndef PARCHIS_SPECIAL_H
#define PARCHIS_SPECIAL_H

#include "move.h"

bool parchis_special_legal(const struct parchis *s, const struct parchis_sight *sight, int piece,
                           int die);
/* Uses a special die that has left the hand. */
struct parchis_gain parchis_use_special(struct parchis *s, const struct parchis_sight *sight,
                                        int piece, int die);

#endif
