#include "pages.h"

#include "core/file.h"
#include "page.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *review_player(const struct reviewed *x, int seat, char out[TH_SPEC_BYTES + 16]) {
    snprintf(out, TH_SPEC_BYTES + 16, "%s (seat %d)", x->record->player[seat], seat);
    return out;
}

int review_strokes(const struct review *r, size_t step[], int most) {
    int count = 0;
    for (size_t k = 0; k < r->steps; k++) {
        const struct review_step *s = &r->step[k];
        const double size = fabs(s->change[s->seat]);
        if (s->kind != REVIEW_CHANCE || size < 0.0005) continue;
        int place = count;
        while (place > 0 &&
               fabs(r->step[step[place - 1]].change[r->step[step[place - 1]].seat]) < size)
            place--;
        if (place == most) continue;
        if (count < most) count++;
        memmove(step + place + 1, step + place, (size_t)(count - 1 - place) * sizeof *step);
        step[place] = k;
    }
    return count;
}

int review_mistakes(const struct review *r, size_t step[], int most) {
    int count = 0, all = 0;
    for (size_t k = 0; k < r->steps; k++) {
        if (r->step[k].grade == REVIEW_FINE) continue;
        int place = count;
        all++;
        while (place > 0 && review_lost(&r->step[step[place - 1]]) < review_lost(&r->step[k]))
            place--;
        if (place == most) continue;
        if (count < most) count++;
        memmove(step + place + 1, step + place, (size_t)(count - 1 - place) * sizeof *step);
        step[place] = k;
    }
    return all;
}

/* ---- charts ---- */

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

/* ---- the page ---- */

static enum tone tone_of_grade(enum review_grade g) {
    return g == REVIEW_BLUNDER ? TONE_GRAVE
           : g == REVIEW_BAD   ? TONE_SERIOUS
           : g == REVIEW_SMALL ? TONE_SLIGHT
                               : TONE_PLAIN;
}

static void write_balance(FILE *out, const struct reviewed *x) {
    static const char *const head[] = {"player",        "start",           "luck",  "hidden",
                                       "hindsight",     "errors",          "gifts", "result",
                                       "luck-adjusted", "loss a decision", "small", "bad",
                                       "blunders",      "accuracy"};
    const struct review *r = x->review;
    char name[TH_SPEC_BYTES + 16];
    page_heading(out, "The balance");
    page_paragraph(out,
                   "For every player start + luck + hidden + hindsight − errors + gifts = result. "
                   "Gifts are the others' errors, as far as they were to the player's advantage; "
                   "hidden is what decisions changed beyond what their player could know; "
                   "hindsight is the part of errors and gifts that did not change the result.");
    page_table_begin(out, head, (int)(sizeof head / sizeof *head));
    for (int i = 0; i < r->seats; i++) {
        const struct review_player *p = &r->player[i];
        page_row(out, review_player(x, i, name));
        page_cell(out, "%.1f %%", 100 * p->start);
        page_tone_cell(out, p->luck > 0 ? TONE_UP : TONE_DOWN, "%+.1f %%", 100 * p->luck);
        page_cell(out, "%+.1f %%", 100 * p->hidden);
        page_cell(out, "%+.1f %%", 100 * p->hindsight);
        page_cell(out, "%.1f %%", 100 * p->errors);
        page_cell(out, "%+.1f %%", 100 * p->gifts);
        page_cell(out, "%.1f %%", 100 * p->result);
        page_cell(out, "%.1f %%", 100 * review_adjusted(p));
        page_cell(out, "%.2f %%", p->decisions > 0 ? 100 * p->errors / p->decisions : 0.0);
        page_cell(out, "%d", p->grade[REVIEW_SMALL]);
        page_cell(out, "%d", p->grade[REVIEW_BAD]);
        page_cell(out, "%d", p->grade[REVIEW_BLUNDER]);
        if (p->decisions > 0)
            page_cell(out, "%.1f %%", 100 * p->accuracy);
        else
            page_cell(out, "–");
        page_row_end(out);
    }
    page_table_end(out);
}

static void write_mistakes(FILE *out, const struct reviewed *x) {
    enum { MISTAKES = 100 };
    static const char *const head[] = {"step", "seat", "did", "better", "lost", "", "position"};
    const struct review *r = x->review;
    size_t step[MISTAKES];
    char text[24], action[TH_ACTION_BYTES], position[TH_POSITION_BYTES];
    const int all = review_mistakes(r, step, MISTAKES);
    page_heading(out, "Mistakes, the worst first");
    page_mixed_table_begin(out, head, "lrllrll");
    for (int i = 0; i < all && i < MISTAKES; i++) {
        const size_t k = step[i];
        const struct review_step *s = &r->step[k];
        snprintf(text, sizeof text, "%zu", k + 1);
        page_row(out, text);
        page_cell(out, "%d", s->seat);
        page_text_cell(out, TONE_PLAIN,
                       s->kind == REVIEW_GIVEN_UP ? "gave up"
                                                  : review_action(x->record, k, s->played, action));
        page_text_cell(out, TONE_PLAIN,
                       s->better ? review_action(x->record, k, s->best, action) : "going on");
        page_tone_cell(out, tone_of_grade(s->grade), "%.1f %%", 100 * review_lost(s));
        page_text_cell(out, TONE_PLAIN, review_grades[s->grade]);
        page_text_cell(out, TONE_PLAIN, review_position(x->record, k, position));
        page_row_end(out);
    }
    page_table_end(out);
}

static void write_strokes(FILE *out, const struct reviewed *x) {
    enum { STROKES = 20 };
    static const char *const head[] = {"step", "seat", "chance", "likely", "luck"};
    size_t step[STROKES];
    char text[24], action[TH_ACTION_BYTES];
    const int count = review_strokes(x->review, step, STROKES);
    if (count == 0) return;
    page_heading(out, "Strokes of luck");
    page_mixed_table_begin(out, head, "lrlrr");
    for (int i = 0; i < count; i++) {
        const struct review_step *s = &x->review->step[step[i]];
        snprintf(text, sizeof text, "%zu", step[i] + 1);
        page_row(out, text);
        page_cell(out, "%d", s->seat);
        page_text_cell(out, TONE_PLAIN, review_action(x->record, step[i], s->played, action));
        page_cell(out, "%.1f %%", 100 * s->probability);
        page_tone_cell(out, s->change[s->seat] > 0 ? TONE_UP : TONE_DOWN, "%+.1f %%",
                       100 * s->change[s->seat]);
        page_row_end(out);
    }
    page_table_end(out);
}

bool review_page_write(const char *path, const struct reviewed *x, struct th_error *e) {
    struct review_charts charts;
    char title[TH_SPEC_BYTES + 32];
    char *text = NULL;
    size_t size = 0;
    if (!review_charts_make(&charts, x, e)) return false;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        review_charts_drop(&charts);
        return th_fail(e, "out of memory");
    }
    snprintf(title, sizeof title, "Review of a game of %s", x->record->game->title);
    page_begin(out, title);
    page_lead(out, "%s, %zu steps; judged by %s.", x->record->spec.text, x->record->steps,
              x->judge);
    chart_write(out, &charts.curve);
    if (charts.has_luck) chart_write(out, &charts.luck);
    write_balance(out, x);
    write_mistakes(out, x);
    write_strokes(out, x);
    page_end(out);
    const bool ok =
        fclose(out) == 0 ? file_replace(path, text, size, e) : th_fail(e, "out of memory");
    free(text);
    review_charts_drop(&charts);
    return ok;
}
