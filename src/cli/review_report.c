#include "review_report.h"

#include "core/ascii.h"
#include "core/text.h"
#include "look.h"
#include "table.h"
#include <math.h>
#include <string.h>

enum { MISTAKES = 20, STROKES = 5, CHART_ROWS = 12 };

/* ---- words ---- */

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

/* ---- tables ---- */

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

static void print_mistakes(const struct reviewed *x) {
    const struct review *r = x->review;
    char action[TH_ACTION_BYTES];
    size_t step[MISTAKES];
    const int all = review_mistakes(r, step, MISTAKES), shown = all < MISTAKES ? all : MISTAKES;
    if (all == 0) {
        printf("No mistake that costs %.0f %% or more.\n", 100 * REVIEW_SMALL_LOSS);
        return;
    }
    struct table table = table_start("rrlllrl");
    static const char *const head[] = {"step", "turn", "seat", "did", "better", "lost", ""};
    for (int i = 0; i < 7; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < shown; i++) {
        const size_t k = step[i];
        const struct review_step *s = &r->step[k];
        table_add(&table, "%zu", k + 1);
        table_add(&table, "%u", s->turn + 1);
        table_add(&table, "%d", s->seat);
        table_add(&table, "%s", review_did(x->record, r, k, action));
        table_add(&table, "%s",
                  s->better ? review_action(x->record, k, s->best, action) : "going on");
        table_add(&table, "%.1f %%", 100 * review_lost(s));
        table_add(&table, "%s", review_grades[s->grade]);
    }
    print_folded(
        stdout,
        "Mistakes, the worst first (small from %.0f %%, bad from %.0f %%, a blunder from %.0f "
        "%%):\n",
        100 * REVIEW_SMALL_LOSS, 100 * REVIEW_BAD_LOSS, 100 * REVIEW_BLUNDER_LOSS);
    table_end(&table, 2, stdout);
    if (all > shown) printf("  … and %d more; --all tells every step.\n", all - shown);
}

static void print_strokes(const struct reviewed *x) {
    const struct review *r = x->review;
    size_t step[STROKES];
    char action[TH_ACTION_BYTES];
    const int count = review_strokes(r, step, STROKES);
    if (count == 0) return;
    struct table table = table_start("rrllrr");
    static const char *const head[] = {"step", "turn", "seat", "chance", "likely", "luck"};
    for (int i = 0; i < 6; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < count; i++) {
        const struct review_step *s = &r->step[step[i]];
        table_add(&table, "%zu", step[i] + 1);
        table_add(&table, "%u", s->turn + 1);
        table_add(&table, "%d", s->seat);
        table_add(&table, "%s", review_did(x->record, r, step[i], action));
        table_add(&table, "%.1f %%", 100 * s->probability);
        table_add(&table, "%+.1f %%", 100 * s->change[s->seat]);
    }
    printf("\nStrokes of luck:\n");
    table_end(&table, 2, stdout);
}

/* Every step with the chances before it. */
static void print_steps(const struct reviewed *x) {
    const struct review *r = x->review;
    char action[TH_ACTION_BYTES], align[16] = "rrll", column[24];
    for (int i = 0; i < r->seats; i++) strcat(align, "r");
    strcat(align, "rrl");
    struct table table = table_start(align);
    static const char *const head[] = {"step", "turn", "seat", "did"};
    for (int i = 0; i < 4; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < r->seats; i++) {
        snprintf(column, sizeof column, "seat %d", i);
        table_add(&table, "%s", column);
    }
    table_add(&table, "luck");
    table_add(&table, "lost");
    table_add(&table, "%s", "");
    for (size_t k = 0; k < r->steps; k++) {
        const struct review_step *s = &r->step[k];
        table_add(&table, "%zu", k + 1);
        table_add(&table, "%u", s->turn + 1);
        table_add(&table, "%d", s->seat);
        table_add(&table, "%s", review_did(x->record, r, k, action));
        for (int i = 0; i < r->seats; i++) table_add(&table, "%.1f %%", 100 * s->value[i]);
        if (s->kind == REVIEW_CHANCE)
            table_add(&table, "%+.1f %%", 100 * s->change[s->seat]);
        else
            table_add(&table, "%s", "");
        if (s->better)
            table_add(&table, "%.1f %%", 100 * review_lost(s));
        else
            table_add(&table, "%s", "");
        table_add(&table, "%s%s", s->better ? "better: " : "",
                  s->better ? review_action(x->record, k, s->best, action) : "");
    }
    table_end(&table, 2, stdout);
    printf("\n");
}

static bool has_hindsight(const struct review *r) {
    for (int i = 0; i < r->seats; i++)
        if (fabs(r->player[i].hindsight) > 0) return true;
    return false;
}

static void print_balance(const struct reviewed *x) {
    const struct review *r = x->review;
    const bool hidden = x->record->game->view != NULL, chance = x->record->game->outcomes != NULL;
    const bool hindsight = has_hindsight(r);
    char player[TH_SPEC_BYTES + 16], align[12] = "lr";
    strcat(align, chance ? "r" : "");
    strcat(align, hidden ? "r" : "");
    strcat(align, hindsight ? "r" : "");
    strcat(align, chance ? "rrrrrr" : "rrrrr");
    struct table table = table_start(align);
    table_add(&table, "%s", "");
    table_add(&table, "start");
    if (chance) table_add(&table, "luck");
    if (hidden) table_add(&table, "hidden");
    if (hindsight) table_add(&table, "hindsight");
    table_add(&table, "errors");
    table_add(&table, "gifts");
    table_add(&table, "result");
    if (chance) table_add(&table, "luck-adjusted");
    table_add(&table, "loss a decision");
    table_add(&table, "mistakes");
    for (int i = 0; i < r->seats; i++) {
        const struct review_player *p = &r->player[i];
        table_add(&table, "%s", review_player(x, i, player));
        table_add(&table, "%.1f %%", 100 * p->start);
        if (chance) table_add(&table, "%+.1f %%", 100 * p->luck);
        if (hidden) table_add(&table, "%+.1f %%", 100 * p->hidden);
        if (hindsight) table_add(&table, "%+.1f %%", 100 * p->hindsight);
        table_add(&table, "%.1f %%", 100 * p->errors);
        table_add(&table, "%+.1f %%", 100 * p->gifts);
        table_add(&table, "%.1f %%", 100 * p->result);
        if (chance) table_add(&table, "%.1f %%", 100 * (p->result - p->luck - p->hidden));
        if (p->decisions > 0)
            table_add(&table, "%.2f %%", 100 * p->errors / p->decisions);
        else
            table_add(&table, "%s", "");
        table_add(&table, "%d of %d",
                  p->grade[REVIEW_SMALL] + p->grade[REVIEW_BAD] + p->grade[REVIEW_BLUNDER],
                  p->decisions);
    }
    print_folded(
        stdout,
        "\nStart%s%s%s − errors + gifts = result (a gift is what others' errors brought):\n",
        chance ? " + luck" : "", hidden ? " + hidden" : "", hindsight ? " + hindsight" : "");
    table_end(&table, 2, stdout);
    if (hindsight)
        print_folded(stdout, "  Hindsight is the part of errors and gifts that did not change the "
                             "result.\n");
    if (!chance)
        print_folded(stdout, "  Nothing was left to chance: the start is valued by what came of "
                             "it.\n");
}

void review_print(const struct reviewed *x, bool all) {
    char way[JUDGING_WAY_BYTES];
    struct review_charts charts;
    struct th_error ignored;
    const struct th_look look = look_of_output();
    print_folded(stdout, "%s, %zu steps, %s; judged by %s\n\n", x->record->spec.text,
                 x->record->steps, record_ends[x->record->end], judging_way(x->judging, way));
    if (review_charts_make(&charts, x, &ignored)) {
        const bool utf8 = !ascii_used();
        int columns = look_columns(&look);
        if (columns > 120) columns = 120;
        chart_text(stdout, &charts.curve, columns, CHART_ROWS, look.colour, utf8);
        printf("\n");
        review_charts_drop(&charts);
    }
    if (all) print_steps(x);
    print_mistakes(x);
    print_strokes(x);
    print_balance(x);
}
