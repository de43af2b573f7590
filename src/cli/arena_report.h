/* An arena's result, for people and for programs. */
#ifndef CLI_ARENA_REPORT_H
#define CLI_ARENA_REPORT_H

#include "core/pace.h"
#include "table.h"
#include "tahur/arena.h"
#include <jansson.h>

struct arena_names {
    const char *game;                 /* as the user wrote it */
    const char *player[TH_SEATS_MAX]; /* likewise */
};

void arena_print(const struct th_arena *arena, const struct arena_names *names,
                 const struct th_arena_result *r);
json_t *arena_json(const struct th_arena *arena, const struct arena_names *names,
                   const struct th_arena_result *r);

/* ---- parts, for reports on other contests ---- */

/* The i-th metric of the game; NULL behind the last. */
const struct th_metric *metric_at(const struct th_game *game, int i);
/* A table of bots and their metrics, with its head. */
struct table metrics_table(const struct th_game *game);
void add_metrics(struct table *t, const struct th_game *game, const struct th_arena_standing *s);
/* Three columns: the time a move. */
void add_pace_heads(struct table *t);
void add_pace(struct table *t, struct th_pace pace);

json_t *number_json(double x); /* null for NaN */
json_t *pace_json(struct th_pace pace);
json_t *standing_json(const struct th_game *game, const char *name,
                      const struct th_arena_standing *s);

#endif
