/* What a board shows beside the position: how likely the next roll can be used, now and behind each
 * move, exactly; how high the columns are, and who has won which.
 *
 *   {"success":0.92,"moves":[{"move":"6+8","success":0.87,"columns":[6,8]},…],
 *    "heights":[3,5,…,3],"won":[{"column":7,"seat":1}]} */
#include "core/text.h"
#include "notation.h"

static double success(const struct cantstop *s) {
    return (double)cantstop_successes(s) / CANTSTOP_ALL;
}

static void add_moves(struct text *t, const struct th_state *view, const struct cantstop *s) {
    th_action moves[CANTSTOP_LEGAL_MAX];
    const int n = s->phase == CANTSTOP_MOVE ? cantstop_moves(s, s->forced, moves) : 0;
    text_add(t, ",\"moves\":[");
    for (int i = 0; i < n; i++) {
        const struct cantstop_move *m = &cantstop_tables.moves[moves[i]];
        struct cantstop after = *s;
        char text[16];
        cantstop_make_move(&after, moves[i]);
        text_add(t, "%s{\"move\":\"%s\",\"success\":%.9g,\"columns\":[%d", i > 0 ? "," : "",
                 cantstop_action_text(view, moves[i], text, sizeof text), success(&after),
                 m->a + CANTSTOP_FIRST_COLUMN);
        if (m->b != CANTSTOP_NONE) text_add(t, ",%d", m->b + CANTSTOP_FIRST_COLUMN);
        text_add(t, "]}");
    }
    text_add(t, "]");
}

const char *cantstop_extra(const struct th_state *view, const th_action done[], size_t steps,
                           char *out, size_t size) {
    const struct cantstop *s = (const struct cantstop *)(const void *)view;
    struct text t = text_in(out, size);
    const char *join = "";
    (void)done, (void)steps;
    if (s->phase == CANTSTOP_MOVE || s->phase == CANTSTOP_DECIDE)
        text_add(&t, "{\"success\":%.9g", success(s));
    else
        text_add(&t, "{\"success\":null");
    add_moves(&t, view, s);
    text_add(&t, ",\"heights\":");
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        text_add(&t, "%c%d", c == 0 ? '[' : ',', cantstop_height[c]);
    text_add(&t, "],\"won\":[");
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int seat = 0; seat < s->players; seat++) {
            if ((s->completed[seat] >> c & 1) == 0) continue;
            text_add(&t, "%s{\"column\":%d,\"seat\":%d}", join, c + CANTSTOP_FIRST_COLUMN, seat);
            join = ",";
        }
    text_add(&t, "]}");
    return out;
}
