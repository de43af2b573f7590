/* The mistakes of a submission, and its games to step through, drawn from their records
 * (class_page_drawings.c). Without a script the last position and all moves can be read. */
#include "class_page_own.h"

#include "analysis/review.h"
#include "core/file.h"
#include "core/text.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 8, MISTAKES_DRAWN = 5 };

const char step_script[] =
    "(function(){var d=document.getElementById('lines');if(!d)return;"
    "var lines=[],games={};JSON.parse(d.textContent).forEach(function(l){"
    "var o=typeof l=='string'?'':lines[l[0]];"
    "lines.push(typeof l=='string'?l:o.slice(0,l[1])+l[3]+o.slice(o.length-l[2]))});"
    "document.querySelectorAll('.game').forEach(function(g){"
    "var rows=[],at=0,states=JSON.parse(g.querySelector('.steps').textContent).map(function(s){"
    "if(Array.isArray(s[0]))return rows=s[0];rows=rows.slice();"
    "for(var i=0;i<s.length;i+=2)rows[s[i]]=s[i+1];return rows});"
    "var q=function(s){return g.querySelector(s)},board=q('.board'),steer=q('.steer'),"
    "slide=q('input'),told=q('output'),moves=g.querySelectorAll('.moves span'),"
    "last=states.length-1;"
    "function go(n,quiet){at=Math.max(0,Math.min(last,n));"
    "board.innerHTML=states[at].map(function(i){return lines[i]}).join('\\n');slide.value=at;"
    "var now=q('.now'),m=moves[at-1];if(now)now.className='';"
    "if(m){m.className='now';var l=q('.moves'),r=m.getBoundingClientRect(),"
    "b=l.getBoundingClientRect();if(r.top<b.top)l.scrollTop-=b.top-r.top;"
    "if(r.bottom>b.bottom)l.scrollTop+=r.bottom-b.bottom}"
    "told.textContent=at?steer.dataset.step.replace('{0}',at).replace('{1}',last)+' · '+"
    "m.parentNode.dataset.who+': '+m.textContent:steer.dataset.start;"
    "slide.setAttribute('aria-valuetext',told.textContent)}"
    "steer.hidden=false;g.classList.add('live');slide.max=last;"
    "slide.addEventListener('input',function(){go(+slide.value)});"
    "steer.addEventListener('click',function(e){var b=e.target.dataset.go;"
    "if(b)go(b=='first'?0:b=='last'?last:at+ +b)});"
    "g.addEventListener('keydown',function(e){if(e.target==slide)return;"
    "var n={ArrowLeft:at-1,ArrowRight:at+1,Home:0,End:last}[e.key];"
    "if(n===undefined||e.ctrlKey||e.altKey||e.metaKey)return;e.preventDefault();go(n)});"
    "q('.moves').addEventListener('click',function(e){"
    "var n=Array.prototype.indexOf.call(moves,e.target);if(n>=0)go(n+1)});"
    "games[g.id]=go;go(0)});"
    "document.querySelectorAll('a[data-step]').forEach(function(a){"
    "a.addEventListener('click',function(){games[a.hash.slice(1)](+a.dataset.step)})})})()";

/* ---- a game ---- */

static void write_who(const struct class_page *p, const struct record *r, int seat) {
    if (seat >= 0)
        page_attribute(p, r->player[seat]);
    else
        page_word(p, W_CHANCE);
}

/* One item a turn, numbered by its first step, as in the record. */
static void write_moves(const struct class_page *p, const struct record *r) {
    struct th_state *s = r->spare[0], *after = r->spare[1];
    fprintf(p->out, "<details open><summary>");
    page_word(p, W_MOVE_LIST);
    fprintf(p->out, "</summary><ol class=\"moves\" tabindex=\"0\">\n");
    record_state(r, 0, s);
    for (size_t k = 0; k < r->steps;) {
        int seat;
        memcpy(after, s, r->game->state_size);
        const size_t n = record_line(r, k, after, &seat);
        fprintf(p->out, "<li value=\"%zu\" data-who=\"", k + 1);
        write_who(p, r, seat);
        fprintf(p->out, "\">");
        if (seat >= 0)
            page_name(p, r->player[seat]);
        else
            page_word(p, W_CHANCE);
        for (size_t i = 0; i < n; i++) {
            char action[TH_ACTION_BYTES];
            fprintf(p->out, "%s<span>", i > 0 ? "; " : ": ");
            html_text(p->out, r->game->action_text(s, r->action[k + i], action, sizeof action));
            fprintf(p->out, "</span>");
            r->game->apply(s, r->action[k + i]);
        }
        fprintf(p->out, "</li>\n");
        k += n;
    }
    fprintf(p->out, "</ol></details>\n");
}

static void write_button(const struct class_page *p, const char *go, enum class_word word) {
    fprintf(p->out, "<button type=\"button\" data-go=\"%s\">", go);
    page_word(p, word);
    fprintf(p->out, "</button>");
}

static void write_steering(const struct class_page *p) {
    fprintf(p->out, "<div class=\"steer\" hidden data-step=\"");
    page_word(p, W_STEP_OF);
    fprintf(p->out, "\" data-start=\"");
    page_word(p, W_START);
    fprintf(p->out, "\">");
    write_button(p, "first", W_FIRST_STEP);
    write_button(p, "-1", W_PREVIOUS_STEP);
    write_button(p, "1", W_NEXT_STEP);
    write_button(p, "last", W_LAST_STEP);
    fprintf(p->out, "<input type=\"range\" min=\"0\" value=\"0\" aria-label=\"");
    page_word(p, W_STEP);
    fprintf(p->out, "\"><output aria-live=\"polite\"></output></div>\n");
}

static void write_game(const struct class_page *p, const json_t *game, const struct record *r,
                       size_t number, struct gallery *g) {
    char place[24], seat[NUMBER_BYTES], turns[NUMBER_BYTES];
    snprintf(place, sizeof place, "%zu", number);
    fprintf(p->out, "<section class=\"game\" id=\"game-%zu\"><h3>", number);
    page_say(p, W_GAME_TITLE, place, page_term(p, member_text(game, "result")),
             member_text(game, "against"), figure_whole(p, page_number(game, "seat"), seat),
             figure_whole(p, page_number(game, "turns"), turns));
    fprintf(p->out, " <a class=\"small\" href=\"../");
    html_text(p->out, member_text(game, "file"));
    fprintf(p->out, "\">");
    page_word(p, W_RECORD);
    fprintf(p->out, "</a></h3>\n");
    write_steering(p);
    fprintf(p->out, "<div class=\"view\">");
    page_drawing(p, r->game, r->last);
    write_moves(p, r);
    fprintf(p->out, "</div>\n");
    page_states(p, r, g);
    fprintf(p->out, "</section>\n");
}

/* ---- mistakes ---- */

static size_t place_of_game(const json_t *games, const char *id) {
    size_t i = 0;
    while (i < json_array_size(games) &&
           strcmp(member_text(json_array_get(games, i), "id"), id) != 0)
        i++;
    return i;
}

static enum tone tone_of(const char *grade) {
    return strcmp(grade, "blunder") == 0 ? TONE_GRAVE
           : strcmp(grade, "bad") == 0   ? TONE_SERIOUS
                                         : TONE_SLIGHT;
}

static void mistake_row(const struct class_page *p, const json_t *m, const json_t *games) {
    const size_t game = place_of_game(games, member_text(m, "game"));
    const double step = page_number(m, "step");
    char number[NUMBER_BYTES];
    fprintf(p->out, "<tr><th scope=\"row\"><a href=\"#game-%zu\" data-step=\"%.0f\">%s</a></th>",
            game + 1, step - 1, figure_whole(p, step, number));
    fprintf(p->out, "<td class=\"text\">");
    page_short_name(p, member_text(json_array_get(games, game), "against"));
    fprintf(p->out, "</td>");
    page_words_cell(p, member_text(m, "played"));
    page_words_cell(p, member_text(m, "better"));
    fprintf(p->out, "<td class=\"%s\">%s</td>", page_tone_class(tone_of(member_text(m, "grade"))),
            figure_percent(p, page_number(m, "lost"), 1, number));
    page_words_cell(p, page_term(p, member_text(m, "grade")));
    fprintf(p->out, "</tr>\n");
}

static void mistake_drawn(const struct class_page *p, const json_t *m, const json_t *games,
                          const struct record record[], size_t records, size_t number) {
    const size_t game = place_of_game(games, member_text(m, "game"));
    const double step = page_number(m, "step");
    char place[24], at[NUMBER_BYTES];
    if (game >= records || !(step >= 1 && step <= (double)record[game].steps)) return;
    const struct record *r = &record[game];
    snprintf(place, sizeof place, "%zu", number);
    fprintf(p->out, number == 1 ? "<details open><summary>" : "<details><summary>");
    page_say(p, W_MISTAKE_TITLE, place, figure_whole(p, step, at),
             member_text(json_array_get(games, game), "against"), member_text(m, "played"),
             member_text(m, "better"));
    fprintf(p->out, "</summary>\n");
    record_state(r, (size_t)step - 1, r->spare[0]);
    page_drawing(p, r->game, r->spare[0]);
    fprintf(p->out, "<p class=\"small\">");
    page_word(p, W_POSITION);
    fprintf(p->out, ": <code>");
    page_name(p, member_text(m, "position"));
    fprintf(p->out, "</code></p></details>\n");
}

static void write_summary(const struct class_page *p, const json_t *review) {
    char n[5][NUMBER_BYTES], lost[NUMBER_BYTES];
    const double least[] = {REVIEW_SMALL_LOSS, REVIEW_BAD_LOSS, REVIEW_BLUNDER_LOSS};
    fprintf(p->out, "<p>");
    page_say(p, W_MISTAKES_TEXT, figure_whole(p, page_number(review, "games"), n[0]),
             figure_whole(p, page_number(review, "decisions"), n[1]),
             member_text(json_object_get(p->class, "settings"), "judge"),
             figure_decimal(p, page_number(review, "lost"), 1, lost),
             figure_whole(p, page_number(review, "small"), n[2]),
             figure_whole(p, page_number(review, "bad"), n[3]),
             figure_whole(p, page_number(review, "blunders"), n[4]));
    fprintf(p->out, " ");
    for (int i = 0; i < 3; i++) figure_percent(p, least[i], 0, n[i]);
    page_say(p, W_GRADES_TEXT, n[0], n[1], n[2]);
    fprintf(p->out, "</p>\n");
}

static void write_mistakes(const struct class_page *p, const json_t *one,
                           const struct record record[], size_t records) {
    const json_t *review = json_object_get(one, "review"), *games = json_object_get(one, "games");
    const json_t *mistakes = json_object_get(review, "mistakes");
    const char *const head[] = {p->word[W_STEP],   p->word[W_AGAINST], p->word[W_PLAYED],
                                p->word[W_BETTER], p->word[W_LOST],    p->word[W_GRADE]};
    char number[NUMBER_BYTES];
    if (!json_is_object(review)) return;
    page_section(p, W_MISTAKES);
    write_summary(p, review);
    if (json_array_size(mistakes) == 0) {
        fprintf(p->out, "<p>");
        page_say(p, W_NO_MISTAKES, figure_percent(p, REVIEW_SMALL_LOSS, 0, number));
        fprintf(p->out, "</p>\n");
        return;
    }
    page_grid_begin(p, W_MISTAKES, head, "llllrl");
    for (size_t i = 0; i < json_array_size(mistakes); i++)
        mistake_row(p, json_array_get(mistakes, i), games);
    page_grid_end(p);
    for (size_t i = 0; i < json_array_size(mistakes) && i < MISTAKES_DRAWN; i++)
        mistake_drawn(p, json_array_get(mistakes, i), games, record, records, i + 1);
}

/* ---- both ---- */

static bool read_record(const char *folder, const char *file, struct record *r,
                        struct th_error *e) {
    char path[PATH_MAX];
    struct th_error why = {"it is empty"};
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return th_fail(e, "the path of a record is too long");
    char *text = file_read_text(path, e);
    if (text == NULL) return false;
    struct record_reader reader = record_reader_of(text);
    const enum record_found found = record_next(&reader, r, &why);
    free(text);
    if (found == RECORD_GOOD) return true;
    if (found == RECORD_WRONG && r->game != NULL) record_drop(r);
    return th_fail(e, "%s is no record of a game: %s", path, why.text);
}

static bool write_games(const struct class_page *p, const json_t *games,
                        const struct record record[], size_t records, struct th_error *e) {
    struct gallery gallery = {.line = NULL};
    page_section(p, W_SHOWN_GAMES);
    fprintf(p->out, "<p class=\"small\">");
    page_word(p, W_SHOWN_TEXT);
    fprintf(p->out, "</p>\n");
    for (size_t i = 0; i < records; i++)
        write_game(p, json_array_get(games, i), &record[i], i + 1, &gallery);
    const bool ok = page_gallery(p, &gallery) && !gallery.failed;
    gallery_drop(&gallery);
    return ok || th_fail(e, "out of memory");
}

bool page_games(const struct class_page *p, const json_t *one, struct th_error *e) {
    const json_t *games = json_object_get(one, "games");
    const size_t n = json_array_size(games) < GAMES_MAX ? json_array_size(games) : GAMES_MAX;
    struct record *record = calloc(GAMES_MAX, sizeof *record);
    size_t records = 0;
    bool ok = record != NULL || th_fail(e, "out of memory");
    while (ok && records < n) {
        ok = read_record(p->folder, member_text(json_array_get(games, records), "file"),
                         &record[records], e);
        records += ok;
    }
    if (ok) write_mistakes(p, one, record, records);
    if (ok && records > 0) ok = write_games(p, games, record, records, e);
    while (records > 0) record_drop(&record[--records]);
    free(record);
    return ok;
}
