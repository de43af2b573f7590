/* The figures of a file like tests/oracles/kittens/reference_metrics.json, measured here. */
#ifndef KITTENS_FIGURES_H
#define KITTENS_FIGURES_H

#include <jansson.h>
#include <stdbool.h>

/* One figure: agrees if the two are within four joint standard errors (what was rounded away
 * granted). */
struct figure {
    char name[160];
    double measured, se, recorded;
    bool agrees;
};
typedef void (*figure_taker)(void *context, const struct figure *figure);

/* Every match of `matches`, in so many games each (the record had 100,000), and every share of
 * `policy_mix`, in four times as many states; what the file does not have is left out. False, with
 * the reason, if the file is not of this format. */
bool kittens_figures(const json_t *file, long games, figure_taker take, void *context,
                     char reason[160]);

#endif
