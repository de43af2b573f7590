/* The page of a submission: results by opponent, faults, mistakes and games, check, build. */
#include "class_page_own.h"

#include "core/text.h"
#include "tahur/types.h"
#include <math.h>
#include <string.h>

static void write_log(const struct class_page *p, const char *text) {
    fprintf(p->out, "<pre class=\"log\" tabindex=\"0\">");
    page_lines(p, text);
    fprintf(p->out, "</pre>\n");
}

/* ---- the head ---- */

static void write_lead(const struct class_page *p, const json_t *one) {
    const json_t *league = json_object_get(one, "league");
    const json_t *names = json_object_get(json_object_get(p->class, "league"), "level");
    const double mark = page_number(one, "mark"), after = page_number(one, "disqualified");
    char a[NUMBER_BYTES], b[NUMBER_BYTES], c[NUMBER_BYTES], d[NUMBER_BYTES];
    int players = 0;
    for (size_t i = 0; i < json_array_size(names); i++)
        players += json_is_false(json_array_get(names, i));
    fprintf(p->out, "<p class=\"lead\">");
    if (json_is_object(league))
        page_say(p, W_STUDENT_RANK, figure_whole(p, page_number(league, "rank"), a),
                 figure_whole(p, players, b), figure_signed(p, page_number(league, "rating"), c),
                 figure_decimal(p, page_number(league, "error"), 0, d));
    else
        page_say(p, W_STUDENT_STATUS, page_term(p, member_text(one, "status")));
    if (!isnan(mark)) {
        fprintf(p->out, " ");
        page_say(p, W_STUDENT_MARK, figure_decimal(p, mark, 2, a));
    }
    fprintf(p->out, "</p>\n");
    if (!isnan(after)) {
        fprintf(p->out, "<p class=\"note\">");
        page_say(p, W_DISQUALIFIED, figure_whole(p, after, a));
        fprintf(p->out, "</p>\n");
    }
    if (*member_text(one, "sentence") == 0) return;
    fprintf(p->out, "<p class=\"note\">");
    page_sentence(p, member_text(one, "sentence"));
    fprintf(p->out, "</p>\n");
}

static void write_facts(const struct class_page *p, const json_t *one) {
    const json_t *time = json_object_get(one, "time");
    char text[200], a[NUMBER_BYTES], b[NUMBER_BYTES], c[NUMBER_BYTES];
    fprintf(p->out, "<dl>\n");
    page_fact(p, W_GAME, member_text(p->class, "game"));
    page_fact(p, W_SOURCE, member_text(one, "source"));
    page_fact(p, W_SIZE,
              page_spell(p, W_SIZE_TEXT, text, figure_whole(p, page_number(one, "files"), a),
                         figure_whole(p, page_number(one, "bytes"), b)));
    page_fact(p, W_LANGUAGE, member_text(one, "kind"));
    page_fact(p, W_COMMAND, member_text(one, "command"));
    page_fact(p, W_HASH, member_text(one, "hash"));
    if (json_is_object(time))
        page_fact(p, W_TIMES,
                  page_spell(p, W_TIMES_TEXT, text, figure_seconds(p, page_number(time, "mean"), a),
                             figure_seconds(p, page_number(time, "p95"), b),
                             figure_seconds(p, page_number(time, "worst"), c)));
    fprintf(p->out, "</dl>\n");
}

/* ---- results ---- */

static void level_row(const struct class_page *p, const json_t *level, int seats) {
    char number[NUMBER_BYTES], more[NUMBER_BYTES];
    fprintf(p->out, "<tr><th scope=\"row\">");
    page_name(p, member_text(level, "level"));
    fprintf(p->out, "</th><td>%s</td>", figure_whole(p, page_number(level, "games"), number));
    page_number_cell(p, figure_points(p, page_number(level, "won"), number));
    fprintf(p->out, "<td class=\"%s\">%s</td>", page_shade(page_number(level, "share")),
            figure_percent(p, page_number(level, "share"), 0, number));
    fprintf(p->out, "<td>%s – %s</td>",
            figure_percent(p, page_number_at(level, "interval", 0), 0, number),
            figure_percent(p, page_number_at(level, "interval", 1), 0, more));
    page_words_cell(p, page_term(p, member_text(level, "verdict")));
    for (int i = 0; i < seats; i++) {
        const json_t *seat = json_array_get(json_object_get(level, "seats"), (size_t)i);
        page_number_cell(p, figure_percent(p, page_number(seat, "share"), 0, number));
    }
    page_number_cell(p, figure_whole(p, page_number(level, "faults"), number));
    fprintf(p->out, "</tr>\n");
}

static void write_levels(const struct class_page *p, const json_t *one) {
    const json_t *levels = json_object_get(one, "levels");
    const json_t *settings = json_object_get(p->class, "settings");
    const int seats = (int)json_integer_value(json_object_get(p->class, "seats"));
    const char *head[7 + TH_SEATS_MAX] = {p->word[W_LEVEL],    p->word[W_GAMES],
                                          p->word[W_WON],      p->word[W_SHARE],
                                          p->word[W_INTERVAL], p->word[W_VERDICT]};
    char align[8 + TH_SEATS_MAX] = "lrrrrl", seat[TH_SEATS_MAX][80], a[NUMBER_BYTES],
                   b[NUMBER_BYTES];
    if (json_array_size(levels) == 0 || seats < 1 || seats > TH_SEATS_MAX) return;
    for (int i = 0; i < seats; i++) {
        snprintf(a, sizeof a, "%d", i);
        head[6 + i] = page_spell(p, W_SEAT_N, seat[i], a);
    }
    head[6 + seats] = p->word[W_FAULT_COUNT];
    memset(align + 6, 'r', (size_t)seats + 1);
    page_section(p, W_AGAINST_LEVELS);
    page_grid_begin(p, W_AGAINST_LEVELS, head, align);
    for (size_t i = 0; i < json_array_size(levels); i++)
        level_row(p, json_array_get(levels, i), seats);
    page_grid_end(p);
    fprintf(p->out, "<p class=\"small\">");
    page_say(p, W_LEVELS_NOTE, figure_percent(p, page_number(settings, "confidence"), 0, a),
             figure_percent(p, page_number(settings, "require"), 0, b));
    fprintf(p->out, "</p>\n");
}

/* Its place in the lists of the league; the size of the lists if it has none. */
static size_t league_place(const json_t *league, const char *text) {
    const json_t *names = json_object_get(league, "names"),
                 *level = json_object_get(league, "level");
    size_t i = 0;
    while (i < json_array_size(names) &&
           (json_is_true(json_array_get(level, i)) || strcmp(item_text(names, i), text) != 0))
        i++;
    return i;
}

static void write_league(const struct class_page *p, const json_t *one) {
    enum { MANY = 40 };
    const json_t *league = json_object_get(p->class, "league");
    const json_t *standing = json_object_get(one, "league");
    const json_t *names = json_object_get(league, "names");
    const json_t *row = json_array_get(json_object_get(league, "cross"),
                                       league_place(league, member_text(one, "name")));
    const char *const head[] = {p->word[W_OPPONENT], p->word[W_GAMES], p->word[W_POINTS],
                                p->word[W_SHARE]};
    char a[NUMBER_BYTES], b[NUMBER_BYTES], c[NUMBER_BYTES];
    if (!json_is_object(standing) || json_array_size(row) == 0) return;
    page_section(p, W_IN_LEAGUE);
    fprintf(p->out, "<p>");
    page_say(p, W_IN_LEAGUE_TEXT, figure_points(p, page_number(standing, "won"), a),
             figure_whole(p, page_number(standing, "games"), b),
             figure_percent(p, page_number(standing, "share"), 0, c));
    fprintf(p->out, "</p>\n");
    if (json_array_size(row) > MANY) {
        fprintf(p->out, "<details><summary>");
        page_word(p, W_DETAILS);
        fprintf(p->out, "</summary>\n");
    }
    page_grid_begin(p, W_IN_LEAGUE, head, "lrrr");
    for (size_t i = 0; i < json_array_size(row); i++) {
        const json_t *cell = json_array_get(row, i);
        const double games = page_number(cell, "games"), won = page_number(cell, "won");
        if (isnan(games)) continue;
        fprintf(p->out, "<tr><th scope=\"row\"><span class=\"no\">%zu</span>", i + 1);
        page_short_name(p, item_text(names, i));
        fprintf(p->out, "</th><td>%s</td>", figure_whole(p, games, a));
        page_number_cell(p, figure_points(p, won, a));
        fprintf(p->out, "<td class=\"%s\">%s</td></tr>\n", page_shade(won / games),
                figure_percent(p, won / games, 0, a));
    }
    page_grid_end(p);
    if (json_array_size(row) > MANY) fprintf(p->out, "</details>\n");
}

/* ---- faults ---- */

static void write_stderr(const struct class_page *p, const char *text) {
    if (*text == 0) return;
    fprintf(p->out, "<p class=\"small\">");
    page_word(p, W_STDERR);
    fprintf(p->out, "</p>");
    write_log(p, text);
}

static void write_faults(const struct class_page *p, const json_t *one) {
    const json_t *faults = json_object_get(one, "faults");
    if (json_array_size(faults) == 0) return;
    page_section(p, W_FAULTS);
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const json_t *f = json_array_get(faults, i);
        char number[NUMBER_BYTES];
        fprintf(p->out, "<h3>");
        page_name(p, page_term(p, member_text(f, "kind")));
        fprintf(p->out, ": %s</h3>\n<p>", figure_whole(p, page_number(f, "count"), number));
        page_sentence(p, member_text(f, "what"));
        if (*member_text(f, "against") != 0) {
            fprintf(p->out, " (");
            page_word(p, W_AGAINST);
            fprintf(p->out, " ");
            page_name(p, member_text(f, "against"));
            fprintf(p->out, ")");
        }
        fprintf(p->out, "</p>\n");
        write_stderr(p, member_text(f, "stderr"));
    }
}

/* ---- check and build ---- */

static void write_wrong(const struct class_page *p, const json_t *wrong) {
    if (json_array_size(wrong) == 0) return;
    fprintf(p->out, "<h3>");
    page_word(p, W_CHECK_WRONG);
    fprintf(p->out, "</h3>\n<ul>\n");
    for (size_t i = 0; i < json_array_size(wrong); i++) {
        const json_t *w = json_array_get(wrong, i);
        fprintf(p->out, "<li><strong>");
        page_name(p, page_term(p, member_text(w, "fault")));
        fprintf(p->out, "</strong>: ");
        page_sentence(p, member_text(w, "what"));
        if (*member_text(w, "position") != 0) {
            fprintf(p->out, "<br><span class=\"small\">");
            page_word(p, W_POSITION);
            fprintf(p->out, ": <code>");
            page_name(p, member_text(w, "position"));
            fprintf(p->out, "</code></span>");
        }
        write_stderr(p, member_text(w, "stderr"));
        fprintf(p->out, "</li>\n");
    }
    fprintf(p->out, "</ul>\n");
}

static void write_manners(const struct class_page *p, const json_t *manners) {
    if (json_array_size(manners) == 0) return;
    fprintf(p->out, "<h3>");
    page_word(p, W_CHECK_MANNERS);
    fprintf(p->out, "</h3>\n<ul>\n");
    for (size_t i = 0; i < json_array_size(manners); i++) {
        const json_t *m = json_array_get(manners, i);
        const bool right = json_is_true(json_object_get(m, "right"));
        fprintf(p->out, "<li>");
        page_sentence(p, member_text(m, "check"));
        fprintf(p->out, ": <strong>");
        page_word(p, right ? W_RIGHT : W_WRONG);
        fprintf(p->out, "</strong>");
        if (*member_text(m, "what") != 0) {
            fprintf(p->out, ", ");
            page_sentence(p, member_text(m, "what"));
        }
        fprintf(p->out, "</li>\n");
    }
    fprintf(p->out, "</ul>\n");
}

static void write_check(const struct class_page *p, const json_t *check) {
    char a[NUMBER_BYTES], b[NUMBER_BYTES], c[NUMBER_BYTES];
    if (!json_is_object(check)) return;
    page_section(p, W_CHECK);
    fprintf(p->out, "<p>");
    page_say(p, W_CHECK_TEXT, figure_whole(p, page_number(check, "right"), a),
             figure_whole(p, page_number(check, "asked"), b),
             figure_whole(p, page_number(check, "games"), c));
    if (json_is_true(json_object_get(check, "repeats"))) {
        fprintf(p->out, " ");
        page_word(p, W_REPEATS);
    }
    fprintf(p->out, "</p>\n");
    write_wrong(p, json_object_get(check, "wrong"));
    write_manners(p, json_object_get(check, "manners"));
}

static void write_build(const struct class_page *p, const json_t *build) {
    char number[NUMBER_BYTES];
    if (!json_is_object(build)) return;
    page_section(p, W_BUILD);
    fprintf(p->out, "<p><code>");
    page_name(p, member_text(build, "command"));
    fprintf(p->out, "</code>, ");
    page_say(p, json_is_true(json_object_get(build, "ok")) ? W_BUILD_TEXT : W_BUILD_FAILED,
             figure_decimal(p, page_number(build, "seconds"), 1, number));
    fprintf(p->out, "</p>\n");
    if (*member_text(build, "log") == 0) {
        fprintf(p->out, "<p class=\"small\">");
        page_word(p, W_NO_OUTPUT);
        fprintf(p->out, "</p>\n");
        return;
    }
    if (json_is_true(json_object_get(build, "cut"))) {
        fprintf(p->out, "<p class=\"small\">");
        page_word(p, W_BUILD_CUT);
        fprintf(p->out, "</p>\n");
    }
    write_log(p, member_text(build, "log"));
}

/* ---- the page ---- */

bool page_submission(const struct class_page *p, const json_t *one, struct th_error *e) {
    char title[600];
    snprintf(title, sizeof title, "%.*s", (int)text_cut(member_text(one, "name"), 500),
             member_text(one, "name"));
    text_clean(title);
    page_open(p, title, step_script);
    fprintf(p->out, "<nav><a href=\"../index.html\">← ");
    page_word(p, W_BACK);
    fprintf(p->out, "</a></nav>\n<h1>");
    page_name(p, title);
    fprintf(p->out, "</h1>\n");
    write_lead(p, one);
    write_facts(p, one);
    write_levels(p, one);
    write_league(p, one);
    write_faults(p, one);
    if (!page_games(p, one, e)) return false;
    write_check(p, json_object_get(one, "check"));
    write_build(p, json_object_get(one, "build"));
    page_close(p, step_script);
    return true;
}
