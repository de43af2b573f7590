/* A review as a page. */
#include "review_report.h"

#include "core/file.h"
#include "report/page.h"
#include <stdlib.h>

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
                                       "blunders"};
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
        page_cell(out, "%.1f %%", 100 * (p->result - p->luck - p->hidden));
        page_cell(out, "%.2f %%", p->decisions > 0 ? 100 * p->errors / p->decisions : 0.0);
        page_cell(out, "%d", p->grade[REVIEW_SMALL]);
        page_cell(out, "%d", p->grade[REVIEW_BAD]);
        page_cell(out, "%d", p->grade[REVIEW_BLUNDER]);
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

bool review_write_page(const char *path, const struct reviewed *x, struct th_error *e) {
    struct review_charts charts;
    char way[JUDGING_WAY_BYTES], title[TH_SPEC_BYTES + 32];
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
              judging_way(x->judging, way));
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
