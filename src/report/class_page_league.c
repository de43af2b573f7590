/* The sections of the index of a class: standings, cross table, faults, times. */
#include "class_page_own.h"

#include "chart.h"
#include "core/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 32, CHART_BOTS = 30 };

/* ---- standings ---- */

static void status_cell(const struct class_page *p, const json_t *one) {
    const double after = page_number(one, "disqualified");
    char text[160], number[NUMBER_BYTES];
    if (isnan(after))
        page_words_cell(p, page_term(p, member_text(one, "status")));
    else
        page_words_cell(p, page_spell(p, W_DISQUALIFIED, text, figure_whole(p, after, number)));
}

static void level_cell(const struct class_page *p, const json_t *one, const char *level) {
    const json_t *list = json_object_get(one, "levels"), *found = NULL;
    char number[NUMBER_BYTES];
    for (size_t i = 0; found == NULL && i < json_array_size(list); i++)
        if (strcmp(member_text(json_array_get(list, i), "level"), level) == 0)
            found = json_array_get(list, i);
    const double share = page_number(found, "share");
    const bool beaten = strcmp(member_text(found, "verdict"), "beaten") == 0;
    fprintf(p->out, "<td class=\"%s\">%s%s</td>", page_shade(share),
            figure_percent(p, share, 0, number), beaten ? " ✓" : "");
}

static void standing_row(const struct class_page *p, const json_t *one, const json_t *levels,
                         bool marks) {
    const json_t *league = json_object_get(one, "league");
    const bool plays = json_array_size(json_object_get(one, "levels")) > 0;
    double faults = 0;
    char number[NUMBER_BYTES], more[NUMBER_BYTES];
    for (size_t i = 0; i < json_array_size(json_object_get(one, "faults")); i++)
        faults += page_number(json_array_get(json_object_get(one, "faults"), i), "count");
    fprintf(p->out, "<tr><th scope=\"row\"><span class=\"no\">%s</span>",
            figure_whole(p, page_number(league, "rank"), number));
    page_link(p, one);
    fprintf(p->out, "</th>");
    status_cell(p, one);
    if (marks) page_number_cell(p, figure_decimal(p, page_number(one, "mark"), 2, number));
    fprintf(p->out, "<td>%s", figure_signed(p, page_number(league, "rating"), number));
    if (json_is_object(league))
        fprintf(p->out, " ± %s", figure_decimal(p, page_number(league, "error"), 0, more));
    fprintf(p->out, "</td>");
    for (size_t i = 0; i < json_array_size(levels); i++) level_cell(p, one, item_text(levels, i));
    page_number_cell(p, figure_whole(p, plays ? faults : NAN, number));
    page_number_cell(p,
                     figure_seconds(p, page_number(json_object_get(one, "time"), "mean"), number));
    fprintf(p->out, "</tr>\n");
}

/* The chart has everyone, levels included, where that can be read. */
static void ratings_chart(const struct class_page *p) {
    const json_t *league = json_object_get(p->class, "league");
    const json_t *names = json_object_get(league, "names");
    const json_t *levels = json_object_get(p->class, "levels");
    struct chart_row row[CHART_BOTS];
    const size_t n = json_array_size(names);
    if (n < 2 || n > CHART_BOTS) return;
    for (size_t i = 0; i < n; i++) {
        const char *text = item_text(names, i);
        const bool level = json_is_true(json_array_get(json_object_get(league, "level"), i));
        const json_t *bot = level ? NULL : page_find_submission(p, text);
        for (size_t k = 0; level && k < json_array_size(levels); k++)
            if (strcmp(member_text(json_array_get(levels, k), "name"), text) == 0)
                bot = json_array_get(levels, k);
        const json_t *standing = json_object_get(bot, "league");
        row[i] = (struct chart_row){.name = text,
                                    .value = page_number(standing, "rating"),
                                    .low = page_number_at(standing, "interval", 0),
                                    .high = page_number_at(standing, "interval", 1)};
    }
    const struct chart_rows chart = {.title = p->word[W_RATINGS],
                                     .x_title = p->word[W_ELO],
                                     .mark = NAN,
                                     .rows = (int)n,
                                     .row = row};
    page_charts_begin(p->out); /* as wide as a chart beside others: larger letters say no more */
    chart_rows_write(p->out, &chart);
    page_charts_end(p->out);
}

void page_standings(const struct class_page *p) {
    const json_t *list = json_object_get(p->class, "submissions");
    const json_t *settings = json_object_get(p->class, "settings");
    const json_t *levels = json_object_get(settings, "levels");
    const bool marks = json_is_string(json_object_get(settings, "marks"));
    const char *head[COLUMNS_MAX];
    char align[COLUMNS_MAX + 1] = "ll", number[NUMBER_BYTES], first[80];
    int n = 0;
    snprintf(first, sizeof first, "%s, %s", p->word[W_RANK], p->word[W_SUBMISSION]);
    head[n++] = first;
    head[n++] = p->word[W_STATUS];
    if (marks) head[n++] = p->word[W_MARK];
    head[n++] = p->word[W_RATING];
    for (size_t i = 0; i < json_array_size(levels) && n < COLUMNS_MAX - 2; i++)
        head[n++] = item_text(levels, i);
    head[n++] = p->word[W_FAULT_COUNT];
    head[n++] = p->word[W_TIME];
    for (int i = 2; i < n; i++) align[i] = 'r', align[i + 1] = 0;
    page_section(p, W_STANDINGS);
    page_grid_begin(p, W_STANDINGS, head, align);
    for (size_t i = 0; i < json_array_size(list); i++)
        standing_row(p, json_array_get(list, i), levels, marks);
    page_grid_end(p);
    fprintf(p->out, "<p class=\"small\">");
    page_say(p, W_STANDINGS_NOTE, figure_percent(p, page_number(settings, "require"), 0, number));
    fprintf(p->out, "</p>\n");
    ratings_chart(p);
}

/* ---- those that do not play ---- */

void page_unsound(const struct class_page *p) {
    const json_t *list = json_object_get(p->class, "submissions");
    bool any = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        if (*member_text(one, "sentence") == 0) continue;
        if (!any) {
            page_section(p, W_UNSOUND);
            fprintf(p->out, "<ul>\n");
        }
        any = true;
        fprintf(p->out, "<li>");
        page_link(p, one);
        fprintf(p->out, ", <strong>");
        page_name(p, page_term(p, member_text(one, "status")));
        fprintf(p->out, "</strong>: ");
        page_sentence(p, member_text(one, "sentence"));
        fprintf(p->out, "</li>\n");
    }
    if (any) fprintf(p->out, "</ul>\n");
}

/* ---- the cross table ---- */

/* The tooltip of a cell is made when it is pointed at: 40,000 of them would be megabytes. */
const char cross_script[] =
    "(function(){var t=document.querySelector('.cross table');if(!t)return;"
    "t.addEventListener('mouseover',function(e){var c=e.target;if(c.tagName!='TD'||!c.textContent||"
    "c.title)return;var n=[c.parentNode.cells[0].dataset.name,t.rows[0].cells[c.cellIndex].dataset."
    "name,c.textContent,c.dataset.games||t.dataset.games];c.title=t.dataset.help.replace("
    "/\\{(\\d)\\}/g,function(_,i){return n[i]})})})()";

/* Games of most pairs; what differs is written in its cell. */
static double usual_games(const json_t *cross) {
    for (size_t i = 0; i < json_array_size(cross); i++)
        for (size_t k = 0; k < json_array_size(json_array_get(cross, i)); k++) {
            const double games = page_number(json_array_get(json_array_get(cross, i), k), "games");
            if (!isnan(games)) return games;
        }
    return 0;
}

/* A head with the name of a bot: `data-name` is for tooltips. */
static void cross_head(const struct class_page *p, const char *scope, const char *text) {
    fprintf(p->out, "<th scope=\"%s\" data-name=\"", scope);
    page_attribute(p, text);
    fprintf(p->out, "\"");
    if (strcmp(scope, "col") == 0) {
        fprintf(p->out, " title=\"");
        page_attribute(p, text);
        fprintf(p->out, "\"");
    }
    fprintf(p->out, ">");
}

static void cross_row(const struct class_page *p, const json_t *league, size_t i, double usual) {
    const char *text = item_text(json_object_get(league, "names"), i);
    const bool level = json_is_true(json_array_get(json_object_get(league, "level"), i));
    const json_t *row = json_array_get(json_object_get(league, "cross"), i);
    const json_t *one = level ? NULL : page_find_submission(p, text);
    fprintf(p->out, "<tr>");
    cross_head(p, "row", text);
    fprintf(p->out, "<span class=\"no\">%zu</span>", i + 1);
    if (one != NULL)
        page_link(p, one);
    else
        fprintf(p->out, "<em>"), page_short_name(p, text), fprintf(p->out, "</em>");
    fprintf(p->out, "</th>");
    for (size_t k = 0; k < json_array_size(row); k++) {
        const double games = page_number(json_array_get(row, k), "games");
        const double won = page_number(json_array_get(row, k), "won");
        char number[NUMBER_BYTES];
        if (isnan(games)) {
            fprintf(p->out, k == i ? "<td class=self>" : "<td>");
            continue;
        }
        fprintf(p->out, "<td class=%s", page_shade(won / games));
        if (fabs(games - usual) > 0.5) fprintf(p->out, " data-games=%.0f", games);
        fprintf(p->out, ">%s", figure_points(p, won, number));
    }
    fprintf(p->out, "</tr>\n");
}

void page_cross(const struct class_page *p) {
    const json_t *league = json_object_get(p->class, "league");
    const json_t *names = json_object_get(league, "names");
    const size_t n = json_array_size(names);
    const double usual = usual_games(json_object_get(league, "cross"));
    char number[NUMBER_BYTES];
    if (n < 2) return;
    page_section(p, W_CROSS);
    fprintf(p->out, "<p class=\"small\">");
    page_say(p, W_CROSS_NOTE, figure_whole(p, usual, number));
    fprintf(p->out, "</p>\n<div class=\"box cross\" role=\"group\" tabindex=\"0\" aria-label=\"");
    page_word(p, W_CROSS);
    fprintf(p->out, "\"><table class=\"figures\" data-games=\"%.0f\" data-help=\"", usual);
    page_word(p, W_CROSS_HELP);
    fprintf(p->out, "\"><caption>");
    page_word(p, W_CROSS);
    fprintf(p->out, "</caption><thead><tr><th scope=\"col\">");
    page_word(p, W_SUBMISSION);
    fprintf(p->out, "</th>");
    for (size_t i = 0; i < n; i++) {
        cross_head(p, "col", item_text(names, i));
        fprintf(p->out, "%zu</th>", i + 1);
    }
    fprintf(p->out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < n; i++) cross_row(p, league, i, usual);
    page_grid_end(p);
}

/* ---- faults and times ---- */

void page_all_faults(const struct class_page *p) {
    const char *const head[] = {p->word[W_SUBMISSION], p->word[W_KIND], p->word[W_COUNT],
                                p->word[W_AGAINST], p->word[W_WHAT]};
    const json_t *list = json_object_get(p->class, "submissions");
    bool any = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i), *faults = json_object_get(one, "faults");
        for (size_t k = 0; k < json_array_size(faults); k++) {
            const json_t *f = json_array_get(faults, k);
            char number[NUMBER_BYTES];
            if (!any) {
                page_section(p, W_FAULTS);
                page_grid_begin(p, W_FAULTS, head, "llrll");
            }
            any = true;
            page_link_row(p, one);
            page_words_cell(p, page_term(p, member_text(f, "kind")));
            page_number_cell(p, figure_whole(p, page_number(f, "count"), number));
            fprintf(p->out, "<td class=\"text\">");
            page_short_name(p, member_text(f, "against"));
            fprintf(p->out, "</td>");
            fprintf(p->out, "<td class=\"text\">");
            page_sentence(p, member_text(f, "what"));
            fprintf(p->out, "</td></tr>\n");
        }
    }
    if (!any) return;
    page_grid_end(p);
    fprintf(p->out, "<p class=\"small\">");
    page_word(p, W_FAULTS_NOTE);
    fprintf(p->out, "</p>\n");
}

void page_all_times(const struct class_page *p) {
    const char *const head[] = {p->word[W_SUBMISSION], p->word[W_MEAN], p->word[W_P95],
                                p->word[W_WORST], p->word[W_MOVES]};
    const json_t *list = json_object_get(p->class, "submissions");
    bool any = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i), *time = json_object_get(one, "time");
        char number[NUMBER_BYTES];
        if (!json_is_object(time)) continue;
        if (!any) {
            page_section(p, W_TIMES);
            page_grid_begin(p, W_TIMES, head, "lrrrr");
        }
        any = true;
        page_link_row(p, one);
        page_number_cell(p, figure_seconds(p, page_number(time, "mean"), number));
        page_number_cell(p, figure_seconds(p, page_number(time, "p95"), number));
        page_number_cell(p, figure_seconds(p, page_number(time, "worst"), number));
        page_number_cell(p, figure_whole(p, page_number(time, "timed"), number));
        fprintf(p->out, "</tr>\n");
    }
    if (!any) return;
    page_grid_end(p);
    fprintf(p->out, "<p class=\"small\">");
    page_word(p, W_TIMES_NOTE);
    fprintf(p->out, "</p>\n");
}
