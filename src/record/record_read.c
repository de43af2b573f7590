/* Reads records from text and reports what is wrong with them. The lines of the head are collected
 * first, since keys may be in any order, and then checked in the order of their dependencies. The
 * moves are verified and applied one by one. */
#include "record.h"

#include "core/error.h"
#include "core/text.h"
#include <ctype.h>
#include <string.h>

static const char first_words[] = "tahur record";

struct record_reader record_reader_of(char *text) {
    return (struct record_reader){.rest = text};
}

/* ---- lines ---- */

/* Whether the next line is the first line of a record. */
static bool at_first_line(const struct record_reader *reader) {
    const char *p = reader->rest;
    return p != NULL && strncmp(p + strspn(p, " \t\r"), first_words, strlen(first_words)) == 0;
}

static char *next_line(struct record_reader *reader) {
    char *line = text_line(&reader->rest);
    reader->line += line != NULL;
    return line;
}

/* The next line of this record that is not empty or a comment; NULL after the last. */
static char *next_of_record(struct record_reader *reader) {
    while (!at_first_line(reader)) {
        char *line = next_line(reader);
        if (line == NULL) return NULL;
        if (line[0] != 0 && line[0] != '#') return line;
    }
    return NULL;
}

/* Whether the last line was the last of the text and has no newline. */
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

enum record_key {
    HEAD_GAME,
    HEAD_RULES,
    HEAD_SEED,
    HEAD_NUMBER,
    HEAD_SEAT_0,
    HEAD_START = HEAD_SEAT_0 + TH_SEATS_MAX,
    HEAD_END,
    HEAD_RESULT,
    HEAD_STEPS,
    HEAD_KEYS
};

struct record_head {
    int first_line;
    struct {
        char *text; /* NULL: the key is missing */
        int line;
    } value[HEAD_KEYS];
    uint64_t steps; /* the value of "steps" */
};

static const char *const key_names[HEAD_KEYS] = {"game",   "rules",  "seed",   "number",
                                                 "seat 0", "seat 1", "seat 2", "seat 3",
                                                 "start",  "end",    "result", "steps"};

static int find_key(const char *name) {
    for (int i = 0; i < HEAD_KEYS; i++)
        if (strcmp(key_names[i], name) == 0) return i;
    return -1;
}

static void unknown_key(const char *name, struct th_error *why) {
    char clipped[TEXT_CLIP_BYTES], list[160];
    struct text t = text_in(list, sizeof list);
    for (int i = 0; i < HEAD_KEYS; i++) text_add(&t, "%s, ", key_names[i]);
    const char *near = text_nearest(name, key_names, HEAD_KEYS);
    text_clip(name, clipped);
    if (near != NULL)
        th_fail(why, "a record has no “%s”; did you mean “%s”? There are: %smoves", clipped, near,
                list);
    else
        th_fail(why, "a record has no “%s”; there are: %smoves", clipped, list);
}

static bool parse_head_line(struct record_head *h, char *line, int number, struct th_error *why) {
    char clipped[TEXT_CLIP_BYTES];
    char *colon = strchr(line, ':');
    if (colon == NULL)
        return th_fail(why, "a line of the head is written key: value, not “%s”",
                       text_clip(line, clipped));
    *colon = 0;
    const char *name = text_trim(line);
    const int key = find_key(name);
    if (key < 0) {
        unknown_key(name, why);
        return false;
    }
    if (h->value[key].text != NULL) return th_fail(why, "“%s” is there twice", key_names[key]);
    h->value[key].text = text_trim(colon + 1);
    h->value[key].line = number;
    return true;
}

static bool read_players(const struct record_head *h, struct record *r, int *line,
                         struct th_error *why) {
    for (int seat = 0; seat < TH_SEATS_MAX; seat++) {
        char *name = h->value[HEAD_SEAT_0 + seat].text;
        *line = name != NULL ? h->value[HEAD_SEAT_0 + seat].line : h->first_line;
        if (name == NULL && seat < r->seats)
            return th_fail(why, "%s has %d seats, but the record has no “seat %d”", r->spec.text,
                           r->seats, seat);
        if (name == NULL) continue;
        if (seat >= r->seats)
            return th_fail(why, "%s has %d seat%s, so there is no seat %d", r->spec.text, r->seats,
                           r->seats > 1 ? "s" : "", seat);
        if (name[0] == 0 || strlen(name) >= sizeof r->player[0])
            return th_fail(why, "a player's name has 1 to %zu characters", sizeof r->player[0] - 1);
        strcpy(r->player[seat], name);
        text_clean(r->player[seat]);
    }
    return true;
}

static bool wrong_end(const char *text, struct th_error *why) {
    char clipped[TEXT_CLIP_BYTES], faults[160];
    struct text t = text_in(faults, sizeof faults);
    for (int i = 1; th_fault_name(-i) != NULL; i++)
        text_add(&t, "%s%s", i > 1 ? "/" : "", th_fault_name(-i));
    return th_fail(why,
                   "a game ends won, unfinished, stopped, resigned seat N, time seat N or fault "
                   "seat N %s, not “%s”",
                   faults, text_clip(text, clipped));
}

/* "won", "resigned seat 0", "fault seat 1 illegal". */
static bool read_end(struct record *r, const char *text, struct th_error *why) {
    char word[32] = "";
    const char *p = text;
    bool ok = text_word(&p, word, sizeof word);
    int end = 0;
    while (record_ends[end] != NULL && strcmp(record_ends[end], word) != 0) end++;
    ok = ok && record_ends[end] != NULL;
    if (ok && (end == RECORD_RESIGNED || end == RECORD_TIME || end == RECORD_FAULT)) {
        uint64_t seat = 0;
        ok = text_word(&p, word, sizeof word) && strcmp(word, "seat") == 0 &&
             text_word(&p, word, sizeof word) && text_natural(word, &seat) &&
             seat < (uint64_t)r->seats;
        r->end_seat = (int)seat;
    }
    if (ok && end == RECORD_FAULT) {
        int fault = 1;
        ok = text_word(&p, word, sizeof word);
        while (th_fault_name(-fault) != NULL && strcmp(th_fault_name(-fault), word) != 0) fault++;
        ok = ok && th_fault_name(-fault) != NULL;
        r->fault = (enum th_fault)(-fault);
    }
    r->end = (enum record_end)end;
    return (ok && *p == 0) || wrong_end(text, why);
}

static bool has_needed(const struct record_head *h, struct th_error *why) {
    static const enum record_key needed[] = {HEAD_GAME, HEAD_RULES, HEAD_END, HEAD_RESULT};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (h->value[needed[i]].text == NULL)
            return th_fail(why, "the record has no “%s”", key_names[needed[i]]);
    return true;
}

static bool has_rules(const struct record *r, const char *version, struct th_error *why) {
    char clipped[TEXT_CLIP_BYTES];
    return strcmp(version, r->game->rules_version) == 0 ||
           th_fail(why,
                   "the game was played by version “%s” of the rules of %s; this is version %s",
                   text_clip(version, clipped), r->game->name, r->game->rules_version);
}

static bool read_seed(struct record_head *h, struct record *r, int *line, struct th_error *why) {
    char clipped[TEXT_CLIP_BYTES];
    const char *text = h->value[HEAD_SEED].text;
    r->has_seed = text != NULL;
    if (text == NULL || th_seed_read(text, &r->seed)) return true;
    *line = h->value[HEAD_SEED].line;
    return th_fail(why, "“seed” is a whole number or 32 hexadecimal digits, not “%s”",
                   text_clip(text, clipped));
}

static bool read_numbers(struct record_head *h, struct record *r, int *line, struct th_error *why) {
    const struct {
        enum record_key key;
        uint64_t *value;
    } numbers[] = {{HEAD_NUMBER, &r->number}, {HEAD_STEPS, &h->steps}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char clipped[TEXT_CLIP_BYTES];
        const enum record_key key = numbers[i].key;
        const char *text = h->value[key].text;
        if (text == NULL) continue;
        *line = h->value[key].line;
        if (!text_natural(text, numbers[i].value))
            return th_fail(why, "“%s” is a whole number, not “%s”", key_names[key],
                           text_clip(text, clipped));
    }
    r->has_number = h->value[HEAD_NUMBER].text != NULL;
    return read_seed(h, r, line, why);
}

static bool read_start(const struct record_head *h, struct record *r, int *line,
                       struct th_error *why) {
    if (h->value[HEAD_START].text == NULL) return true;
    *line = h->value[HEAD_START].line;
    if (!th_read_start(r->game, r->spare[0], h->value[HEAD_START].text, why)) return false;
    record_begin_from(r, r->spare[0]);
    return true;
}

static bool read_all(struct record_head *h, struct record *r, int *line, struct th_error *why) {
    *line = h->value[HEAD_RULES].line;
    if (!has_rules(r, h->value[HEAD_RULES].text, why)) return false;
    if (!read_numbers(h, r, line, why) || !read_players(h, r, line, why) ||
        !read_start(h, r, line, why))
        return false;
    *line = h->value[HEAD_END].line;
    return read_end(r, h->value[HEAD_END].text, why);
}

static bool read_head(struct record_head *h, struct record *r, int *line, struct th_error *why) {
    *line = h->first_line;
    if (!has_needed(h, why)) return false;
    *line = h->value[HEAD_GAME].line;
    if (!record_begin(r, h->value[HEAD_GAME].text, NULL, why)) return false;
    if (read_all(h, r, line, why)) return true;
    record_drop(r);
    return false;
}

/* Collects all lines up to "moves:". */
static bool collect_head(struct record_reader *reader, struct record_head *h, struct th_error *e) {
    static const char cut[] = "the record is cut off before its moves";
    struct th_error why;
    int number = h->first_line;
    for (char *line; (line = next_of_record(reader)) != NULL;) {
        number = reader->line;
        if (strcmp(line, "moves:") == 0) return true;
        if (!parse_head_line(h, line, number, &why))
            return wrong(reader, number, 0, e, is_cut(reader) ? cut : why.text);
    }
    return wrong(reader, number, 0, e, cut);
}

/* ---- the moves ---- */

enum { ANY_SEAT = -3 }; /* of a line without a label: any seat may decide in it */

/* Parses the optional label of a line, "12." and "seat 0:" or "chance:". */
static bool parse_label(struct record *r, char **line, int *who, struct th_error *why) {
    char *p = *line, *colon = strchr(p, ':');
    const size_t digits = strspn(p, "0123456789");
    *who = ANY_SEAT;
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

static bool parse_step(struct record *r, const char *text, int who, struct th_error *why) {
    const int mover = r->game->mover(r->last);
    th_action a;
    if (!th_read_action(r->game, r->last, text, &a, why)) return false;
    if (mover >= 0 && who == TH_CHANCE)
        return th_fail(why, "the line says that only chance moves, but seat %d decides", mover);
    if (mover >= 0 && who >= 0 && mover != who)
        return th_fail(why, "the line says that seat %d decides, but it is seat %d", who, mover);
    return record_add(r, a) || th_fail(why, "out of memory");
}

static bool parse_line(const struct record_reader *reader, struct record *r, char *line,
                       struct th_error *why) {
    int who;
    if (!parse_label(r, &line, &who, why)) return false;
    for (char *rest = line; rest != NULL;) {
        char *text = rest, *end = strchr(rest, ';');
        rest = end != NULL ? end + 1 : NULL;
        if (end != NULL) *end = 0;
        text = text_trim(text);
        if (text[0] == 0 && rest == NULL) break; /* a ";" may end a line */
        if (reader->most_steps > 0 && r->steps >= reader->most_steps)
            return th_fail(why, "a game has at most %zu steps here", reader->most_steps);
        if (!parse_step(r, text, who, why)) return false;
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
        const bool ok = parse_line(reader, r, line, &why);
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
    if (!collect_head(reader, &h, e)) return false;
    if (!read_head(&h, r, &line, &why)) return wrong(reader, line, 0, e, why.text);
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
        error_attach(e, "record-begin", "tahur record 1", clipped, NULL);
    }
    while (!ok && next_of_record(reader) != NULL) {
    }
    return ok ? RECORD_GOOD : RECORD_WRONG;
}
