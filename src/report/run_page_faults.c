/* Faults of bots and the time of their moves, on the page of a run. */
#include "run_page_own.h"

#include "core/text.h"
#include "page.h"
#include <inttypes.h>
#include <math.h>

/* ---- times ---- */

static const json_t *time_of(const struct page_data *d, int bot) {
    return json_array_get(json_object_get(d->results, "seconds_a_move"),
                          (size_t)page_result_place(d, bot));
}

static void seconds_cell(FILE *out, double seconds) {
    char text[16];
    page_cell(out, "%s", isnan(seconds) ? "–" : text_seconds(seconds, text));
}

void page_times(FILE *out, const struct page_data *d) {
    static const char *const head[] = {"bot", "mean", "95 %", "worst"};
    bool any = false;
    for (int i = 0; i < d->bots; i++) any |= json_is_object(time_of(d, i));
    if (!any) return;
    fprintf(out, "<h2>Time a move</h2>\n");
    page_table_begin(out, head, 4);
    for (int i = 0; i < d->bots; i++) {
        const json_t *time = time_of(d, d->order[i]);
        page_row(out, d->name[d->order[i]]);
        seconds_cell(out, page_number(time, "mean"));
        seconds_cell(out, page_number(time, "p95"));
        seconds_cell(out, page_number(time, "worst"));
        page_row_end(out);
    }
    page_table_end(out);
    fprintf(out, "<p class=\"small\">By the clock of the machine, over all interruptions and parts "
                 "of the run.</p>\n");
}

/* ---- faults ---- */

/* "2 crash, 1 timeout" */
static const char *kinds_text(const json_t *bot, char out[160]) {
    struct text t = text_in(out, 160);
    const char *kind;
    json_t *count;
    json_object_foreach(json_object_get(bot, "fault_kinds"), kind, count) {
        char number[27];
        text_add(&t, "%s%s %s", t.length > 0 ? ", " : "",
                 text_thousands(json_integer_value(count), number), kind);
    }
    return out;
}

static void count_cell(FILE *out, double count) {
    char number[27];
    page_cell(out, "%s", isnan(count) ? "–" : text_thousands((int64_t)count, number));
}

static void faults_table(FILE *out, const struct page_data *d) {
    static const char *const head[] = {"bot", "faults", "kinds", "forfeited", "disqualified"};
    page_table_begin(out, head, 5);
    for (int i = 0; i < d->bots; i++) {
        const json_t *one = page_result_of(d, d->order[i]);
        const double after = page_number(one, "disqualified_after");
        char kinds[160], number[27];
        if (!(page_number(one, "faults") > 0)) continue;
        page_row(out, d->name[d->order[i]]);
        count_cell(out, page_number(one, "faults"));
        page_cell(out, "%s", kinds_text(one, kinds));
        count_cell(out, page_number(one, "forfeits"));
        if (isnan(after))
            page_cell(out, "no");
        else
            page_cell(out, "after %s games", text_thousands((int64_t)after, number));
        page_row_end(out);
    }
    page_table_end(out);
}

static void write_note(FILE *out, const json_t *note) {
    const char *what = json_string_value(json_object_get(note, "what"));
    const char *words = json_string_value(json_object_get(note, "stderr"));
    fprintf(out, "<li>");
    html_text(out, json_string_value(json_object_get(note, "bot")));
    fprintf(out, ", game %" PRId64 ", seat %" PRId64 ": <strong>",
            (int64_t)json_integer_value(json_object_get(note, "game")),
            (int64_t)json_integer_value(json_object_get(note, "seat")));
    html_text(out, json_string_value(json_object_get(note, "fault")));
    fprintf(out, "</strong>");
    if (what != NULL && what[0] != 0) {
        fprintf(out, ", ");
        html_text(out, what);
    }
    if (words != NULL && words[0] != 0) {
        fprintf(out, "<pre>");
        html_text(out, words);
        fprintf(out, "</pre>");
    }
    fprintf(out, "</li>\n");
}

void page_faults(FILE *out, const struct page_data *d) {
    const json_t *notes = json_object_get(d->results, "fault_notes");
    const size_t n = json_array_size(notes);
    if (!page_any_faults(d)) return;
    fprintf(out, "<h2>Faults</h2>\n");
    faults_table(out, d);
    fprintf(out, "<p class=\"small\">A game that ends with a fault is lost. A bot that is "
                 "disqualified forfeits its later games, which are not played.</p>\n");
    if (n == 0) return;
    fprintf(out, "<details><summary>The first faults of each bot, with the end of its standard "
                 "error</summary><ul class=\"faults\">\n");
    for (size_t i = 0; i < n; i++) write_note(out, json_array_get(notes, i));
    fprintf(out, "</ul></details>\n");
}
