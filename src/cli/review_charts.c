/* The curve of a game, and its luck, as charts for the terminal and for a page. */
#include "review_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STROKE 0.05 /* of luck that is marked on the curve */

/* Good and bad luck are those of the seat whose line is drawn. */
static enum tone tone_of(const struct review_step *s, int line) {
    static const enum tone tones[] = {
        [REVIEW_SMALL] = TONE_SLIGHT, [REVIEW_BAD] = TONE_SERIOUS, [REVIEW_BLUNDER] = TONE_GRAVE};
    if (s->kind == REVIEW_CHANCE) return s->change[line] > 0 ? TONE_UP : TONE_DOWN;
    return tones[s->grade];
}

static bool is_marked(const struct review_step *s) {
    return s->kind == REVIEW_CHANCE ? fabs(s->change[s->seat]) >= STROKE : s->grade > REVIEW_FINE;
}

/* The line that a step is marked on: of two seats only one is drawn. */
static int line_of(const struct review *r, int seat) {
    return r->seats > 2 ? seat : 0;
}

static void add_note(struct review_charts *c, const struct reviewed *x, size_t k) {
    const struct review *r = x->review;
    const struct review_step *s = &r->step[k];
    char played[TH_ACTION_BYTES], best[TH_ACTION_BYTES];
    char *text = c->texts[c->curve.note_count];
    const int line = line_of(r, s->seat);
    const double after = s->value[line] + s->change[line];
    if (s->kind == REVIEW_CHANCE)
        snprintf(text, sizeof c->texts[0], "step %zu, seat %d: %s, luck %+.1f %%", k + 1, s->seat,
                 review_action(x->record, k, s->played, played), 100 * s->change[s->seat]);
    else if (s->better)
        snprintf(text, sizeof c->texts[0], "step %zu, seat %d: %s, better %s, lost %.1f %%", k + 1,
                 s->seat, review_action(x->record, k, s->played, played),
                 review_action(x->record, k, s->best, best), 100 * review_lost(s));
    else
        snprintf(text, sizeof c->texts[0], "step %zu, seat %d gave up, lost %.1f %%", k + 1,
                 s->seat, 100 * review_lost(s));
    c->notes[c->curve.note_count++] = (struct chart_note){
        .x = (double)k + 1, .y = after, .series = line, .tone = tone_of(s, line), .text = text};
}

bool review_charts_make(struct review_charts *c, const struct reviewed *x, struct th_error *e) {
    const struct review *r = x->review;
    const size_t points = r->steps + 1;
    const int lines = r->seats > 2 ? r->seats : 1;
    *c = (struct review_charts){.has_luck = false};
    c->numbers = calloc(points * (size_t)(1 + 2 * lines), sizeof *c->numbers);
    c->notes = calloc(points, sizeof *c->notes);
    c->texts = calloc(points, sizeof *c->texts);
    if (c->numbers == NULL || c->notes == NULL || c->texts == NULL) {
        review_charts_drop(c);
        return th_fail(e, "out of memory");
    }
    double *steps = c->numbers;
    for (size_t k = 0; k < points; k++) steps[k] = (double)k;
    c->curve = (struct chart){.title = lines > 1 ? "Chances of winning" : "Chance of winning",
                              .x_title = "step",
                              .wide = true,
                              .y_low = 0,
                              .y_high = 1,
                              .percent = 1,
                              .mark = {{1.0 / r->seats, "even"}},
                              .mark_count = 1,
                              .series_count = lines,
                              .note = c->notes,
                              .tone_name = {[TONE_UP] = "good luck",
                                            [TONE_DOWN] = "bad luck",
                                            [TONE_SLIGHT] = "small mistake",
                                            [TONE_SERIOUS] = "bad mistake",
                                            [TONE_GRAVE] = "blunder"}};
    c->luck = (struct chart){.title = lines > 1 ? "Luck" : "Luck of seat 0",
                             .x_title = "step",
                             .wide = true,
                             .percent = 1,
                             .bars = 0.9,
                             .series_count = lines};
    for (int i = 0; i < lines; i++) {
        double *value = c->numbers + points * (size_t)(1 + 2 * i), *luck = value + points;
        review_player(x, i, c->name[i]);
        for (size_t k = 0; k < points; k++) {
            value[k] = k < r->steps ? r->step[k].value[i] : r->result[i];
            luck[k] = k > 0 && r->step[k - 1].kind == REVIEW_CHANCE ? r->step[k - 1].change[i] : 0;
            if (fabs(luck[k]) > 0) c->has_luck = true;
        }
        c->curve.series[i] = (struct chart_series){
            .name = c->name[i], .points = (int)points, .x = steps, .y = value};
        c->luck.series[i] =
            (struct chart_series){.name = c->name[i], .points = (int)points, .x = steps, .y = luck};
    }
    for (size_t k = 0; k < r->steps; k++)
        if (is_marked(&r->step[k])) add_note(c, x, k);
    return true;
}

void review_charts_drop(struct review_charts *c) {
    free(c->numbers);
    free(c->notes);
    free(c->texts);
}
