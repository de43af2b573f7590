/* Reading records, and finding out what is wrong with them. The moves are tried one after the other
 * as they are read. */
#include "record_head.h"

#include "core/text.h"
#include <ctype.h>
#include <string.h>

static const char first_words[] = "tahur record";

struct record_reader record_reader_of(char *text) {
    return (struct record_reader){.rest = text};
}

/* ---- lines ---- */

/* Whether the text goes on with a new record. */
static bool at_first_line(const struct record_reader *reader) {
    const char *p = reader->rest;
    return p != NULL && strncmp(p + strspn(p, " \t\r"), first_words, strlen(first_words)) == 0;
}

static char *next_line(struct record_reader *reader) {
    char *line = text_line(&reader->rest);
    reader->line += line != NULL;
    return line;
}

/* The next line of this record that says something; NULL behind the last. */
static char *next_of_record(struct record_reader *reader) {
    while (!at_first_line(reader)) {
        char *line = next_line(reader);
        if (line == NULL) return NULL;
        if (line[0] != 0 && line[0] != '#') return line;
    }
    return NULL;
}

/* Whether the last line was the end of the text, in the middle of a line. */
static bool is_cut(const struct record_reader *reader) {
    return reader->rest == NULL;
}

/* ---- what is wrong ---- */

static bool wrong(struct record_reader *reader, int line, size_t step, struct th_error *e,
                  const char *why) {
    reader->wrong_line = line;
    reader->wrong_step = step;
    if (step > 0) return th_fail(e, "line %d, step %zu: %s", line, step, why);
    return th_fail(e, "line %d: %s", line, why);
}

/* ---- the head ---- */

/* All up to the line "moves:". */
static bool gather_head(struct record_reader *reader, struct record_head *h, struct th_error *e) {
    static const char cut[] = "the record is cut off before its moves";
    struct th_error why;
    int number = h->first_line;
    for (char *line; (line = next_of_record(reader)) != NULL;) {
        number = reader->line;
        if (strcmp(line, "moves:") == 0) return true;
        if (!record_head_take(h, line, number, &why))
            return wrong(reader, number, 0, e, is_cut(reader) ? cut : why.text);
    }
    return wrong(reader, number, 0, e, cut);
}

/* ---- the moves ---- */

enum { ANYBODY = -3 }; /* may decide in a line that names nobody */

/* What may stand before the steps of a line: "12." and "seat 0:" or "chance:". */
static bool take_label(struct record *r, char **line, int *who, struct th_error *why) {
    char *p = *line, *colon = strchr(p, ':');
    const size_t digits = strspn(p, "0123456789");
    *who = ANYBODY;
    if (digits > 0 && p[digits] == '.') {
        uint64_t number;
        p[digits] = 0;
        if (!text_natural(p, &number) || number != r->steps + 1)
            return th_fail(why, "the line says %.20s, but this is step %zu", p, r->steps + 1);
        p += digits + 1;
    }
    if (colon != NULL) {
        char clipped[TEXT_CLIP_BYTES];
        *colon = 0;
        p = text_trim(p);
        const bool seat = strncmp(p, "seat ", 5) == 0 && isdigit((unsigned char)p[5]) && p[6] == 0;
        if (!seat && strcmp(p, "chance") != 0)
            return th_fail(why,
                           "before the steps of a line may stand “seat N:” or “chance:”, not “%s:”",
                           text_clip(p, clipped));
        *who = seat ? p[5] - '0' : TH_CHANCE;
        p = colon + 1;
    }
    *line = p;
    return true;
}

static bool take_step(struct record *r, const char *text, int who, struct th_error *why) {
    const int mover = r->game->mover(r->last);
    th_action a;
    if (!th_read_action(r->game, r->last, text, &a, why)) return false;
    if (mover >= 0 && who == TH_CHANCE)
        return th_fail(why, "the line says that only chance moves, but seat %d decides", mover);
    if (mover >= 0 && who >= 0 && mover != who)
        return th_fail(why, "the line says that seat %d decides, but it is seat %d", who, mover);
    return record_add(r, a) || th_fail(why, "out of memory");
}

static bool take_line(const struct record_reader *reader, struct record *r, char *line,
                      struct th_error *why) {
    int who;
    if (!take_label(r, &line, &who, why)) return false;
    for (char *rest = line; rest != NULL;) {
        char *text = rest, *end = strchr(rest, ';');
        rest = end != NULL ? end + 1 : NULL;
        if (end != NULL) *end = 0;
        text = text_trim(text);
        if (text[0] == 0 && rest == NULL) break; /* a ";" may end a line */
        if (reader->most_steps > 0 && r->steps >= reader->most_steps)
            return th_fail(why, "a game has at most %zu steps here", reader->most_steps);
        if (!take_step(r, text, who, why)) return false;
    }
    return true;
}

static bool read_moves(struct record_reader *reader, struct record *r, const struct record_head *h,
                       struct th_error *e) {
    struct th_error why;
    int number = reader->line;
    for (char *line; (line = next_of_record(reader)) != NULL;) {
        number = reader->line;
        const bool cut = is_cut(reader);
        const bool ok = take_line(reader, r, line, &why);
        if (cut && (!ok || !record_is_over(r)))
            th_fail(&why, "the record is cut off in the middle of a line");
        if (!ok || (cut && !record_is_over(r)))
            return wrong(reader, number, r->steps + 1, e, why.text);
    }
    if (h->value[HEAD_STEPS].text == NULL || r->steps == h->steps) return true;
    if (r->steps < h->steps)
        th_fail(&why, "the record is cut off: it should have %llu steps",
                (unsigned long long)h->steps);
    else
        th_fail(&why, "the record has %zu steps, but should have %llu", r->steps,
                (unsigned long long)h->steps);
    return wrong(reader, number, r->steps, e, why.text);
}

/* ---- the end ---- */

static bool check_end(struct record *r, struct th_error *why) {
    int seat = r->end_seat;
    char is[RECORD_END_BYTES], says[RECORD_END_BYTES];
    const enum record_end end = record_end_of(r, r->end, &seat);
    if (end != r->end || (end == RECORD_RESIGNED && seat != r->end_seat)) {
        struct record by_moves = *r;
        by_moves.end = end;
        by_moves.end_seat = seat;
        return th_fail(why, "the end is “%s”, but by the moves it is “%s”",
                       record_end_text(r, says), record_end_text(&by_moves, is));
    }
    return end != RECORD_WON || record_is_over(r) ||
           th_fail(why,
                   "the game is not over after %zu steps: nobody has won yet, or the record is "
                   "cut off",
                   r->steps);
}

static bool check_result(const struct record *r, const char *text, struct th_error *why) {
    char result[RECORD_RESULT_BYTES], clipped[TEXT_CLIP_BYTES];
    record_result_text(r->result, r->seats, result);
    return strcmp(text, result) == 0 ||
           th_fail(why, "the result is “%s”, not “%s”", result, text_clip(text, clipped));
}

static bool read_record(struct record_reader *reader, struct record *r, struct th_error *e) {
    struct record_head h = {.first_line = reader->line};
    struct th_error why;
    int line;
    if (!gather_head(reader, &h, e)) return false;
    if (!record_head_read(&h, r, &line, &why)) return wrong(reader, line, 0, e, why.text);
    if (!read_moves(reader, r, &h, e)) return false;
    if (!check_end(r, &why)) return wrong(reader, h.value[HEAD_END].line, 0, e, why.text);
    record_finish(r, r->end, r->end_seat);
    return check_result(r, h.value[HEAD_RESULT].text, &why) ||
           wrong(reader, h.value[HEAD_RESULT].line, 0, e, why.text);
}

enum record_found record_next(struct record_reader *reader, struct record *r, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES], *line;
    memset(r, 0, sizeof *r);
    reader->wrong_line = 0;
    reader->wrong_step = 0;
    do line = next_line(reader);
    while (line != NULL && (line[0] == 0 || line[0] == '#'));
    if (line == NULL) return RECORD_NONE;
    reader->records++;
    bool ok;
    if (strcmp(line, "tahur record 1") == 0) {
        ok = read_record(reader, r, e);
    } else {
        struct th_error why;
        th_fail(&why, "a record begins with “tahur record 1”, not with “%s”",
                text_clip(line, clipped));
        ok = wrong(reader, reader->line, 0, e, why.text);
    }
    while (!ok && next_of_record(reader) != NULL) {
    }
    return ok ? RECORD_GOOD : RECORD_WRONG;
}
