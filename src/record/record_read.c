/* Reading records, and finding out what is wrong with them.
 *
 * The head is gathered first, key by key, each with its line; then it is checked in the order in
 * which its parts need each other. The moves are tried one after the other as they are read. */
#include "record.h"

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

enum key {
    GAME,
    RULES,
    SEED,
    NUMBER,
    SEAT_0,
    START = SEAT_0 + TH_SEATS_MAX,
    END,
    RESULT,
    STEPS,
    KEYS
};
static const char *const key_names[KEYS] = {"game",   "rules",  "seed",   "number",
                                            "seat 0", "seat 1", "seat 2", "seat 3",
                                            "start",  "end",    "result", "steps"};

struct head {
    int first_line;
    struct {
        char *text; /* NULL: it is not there */
        int line;
    } value[KEYS];
    uint64_t steps; /* as the head says */
};

static int find_key(const char *name) {
    for (int i = 0; i < KEYS; i++)
        if (strcmp(key_names[i], name) == 0) return i;
    return -1;
}

static void unknown_key(const char *name, struct th_error *why) {
    char clipped[TEXT_CLIP_BYTES], list[160];
    struct text t = text_in(list, sizeof list);
    for (int i = 0; i < KEYS; i++) text_add(&t, "%s, ", key_names[i]);
    const char *near = text_nearest(name, key_names, KEYS);
    text_clip(name, clipped);
    if (near != NULL)
        th_fail(why, "a record has no “%s”; did you mean “%s”? There are: %smoves", clipped, near,
                list);
    else
        th_fail(why, "a record has no “%s”; there are: %smoves", clipped, list);
}

/* One line "key: value". */
static bool take_key(struct head *h, char *line, int number, struct th_error *why) {
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

/* All up to the line "moves:". */
static bool gather_head(struct record_reader *reader, struct head *h, struct th_error *e) {
    static const char cut[] = "the record is cut off before its moves";
    struct th_error why;
    int number = h->first_line;
    for (char *line; (line = next_of_record(reader)) != NULL;) {
        number = reader->line;
        if (strcmp(line, "moves:") == 0) return true;
        if (!take_key(h, line, number, &why))
            return wrong(reader, number, 0, e, is_cut(reader) ? cut : why.text);
    }
    return wrong(reader, number, 0, e, cut);
}

static bool read_number(const char *name, const char *text, uint64_t *value, struct th_error *why) {
    char clipped[TEXT_CLIP_BYTES];
    return text_natural(text, value) ||
           th_fail(why, "“%s” is a whole number, not “%s”", name, text_clip(text, clipped));
}

static bool read_players(struct record *r, struct head *h, int *line, struct th_error *why) {
    for (int seat = 0; seat < TH_SEATS_MAX; seat++) {
        char *name = h->value[SEAT_0 + seat].text;
        *line = name != NULL ? h->value[SEAT_0 + seat].line : h->first_line;
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

/* "won", "resigned seat 0", "fault seat 1 illegal". */
static bool read_end(struct record *r, const char *text, struct th_error *why) {
    char word[16] = "", clipped[TEXT_CLIP_BYTES];
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
        while (th_fault_names[fault] != NULL && strcmp(th_fault_names[fault], word) != 0) fault++;
        ok = ok && th_fault_names[fault] != NULL;
        r->fault = (enum th_fault)(-fault);
    }
    r->end = (enum record_end)end;
    return (ok && *p == 0) || th_fail(why,
                                      "a game ends won, unfinished, stopped, resigned seat N, time "
                                      "seat N or fault seat N illegal, not “%s”",
                                      text_clip(text, clipped));
}

static bool has_needed(const struct head *h, struct th_error *why) {
    static const enum key needed[] = {GAME, RULES, END, RESULT};
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

/* All that the head says, but for the result; *line is that of what is wrong. */
static bool read_head(struct record *r, struct head *h, int *line, struct th_error *why) {
    const struct {
        enum key key;
        uint64_t *value;
    } numbers[] = {{SEED, &r->seed}, {NUMBER, &r->number}, {STEPS, &h->steps}};
    if (!has_needed(h, why)) return false;
    *line = h->value[GAME].line;
    if (!record_begin(r, h->value[GAME].text, NULL, why)) return false;
    *line = h->value[RULES].line;
    if (!has_rules(r, h->value[RULES].text, why)) return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const enum key key = numbers[i].key;
        if (h->value[key].text == NULL) continue;
        *line = h->value[key].line;
        if (!read_number(key_names[key], h->value[key].text, numbers[i].value, why)) return false;
    }
    r->has_seed = h->value[SEED].text != NULL;
    r->has_number = h->value[NUMBER].text != NULL;
    if (!read_players(r, h, line, why)) return false;
    if (h->value[START].text != NULL) {
        *line = h->value[START].line;
        if (!th_read_start(r->game, r->spare[0], h->value[START].text, why)) return false;
        record_begin_from(r, r->spare[0]);
    }
    *line = h->value[END].line;
    return read_end(r, h->value[END].text, why);
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

static bool take_line(struct record *r, char *line, struct th_error *why) {
    int who;
    if (!take_label(r, &line, &who, why)) return false;
    for (char *rest = line; rest != NULL;) {
        char *text = rest, *end = strchr(rest, ';');
        rest = end != NULL ? end + 1 : NULL;
        if (end != NULL) *end = 0;
        text = text_trim(text);
        if (text[0] == 0 && rest == NULL) break; /* a ";" may end a line */
        if (!take_step(r, text, who, why)) return false;
    }
    return true;
}

static bool read_moves(struct record_reader *reader, struct record *r, const struct head *h,
                       struct th_error *e) {
    struct th_error why;
    int number = reader->line;
    for (char *line; (line = next_of_record(reader)) != NULL;) {
        number = reader->line;
        const bool cut = is_cut(reader);
        const bool ok = take_line(r, line, &why);
        if (cut && (!ok || !record_is_over(r)))
            th_fail(&why, "the record is cut off in the middle of a line");
        if (!ok || (cut && !record_is_over(r)))
            return wrong(reader, number, r->steps + 1, e, why.text);
    }
    if (h->value[STEPS].text == NULL || r->steps == h->steps) return true;
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
    struct head h = {.first_line = reader->line};
    struct th_error why;
    int line = h.first_line;
    if (!gather_head(reader, &h, e)) return false;
    if (!read_head(r, &h, &line, &why)) {
        record_drop(r);
        return wrong(reader, line, 0, e, why.text);
    }
    if (!read_moves(reader, r, &h, e)) return false;
    if (!check_end(r, &why)) return wrong(reader, h.value[END].line, 0, e, why.text);
    record_finish(r, r->end, r->end_seat);
    return check_result(r, h.value[RESULT].text, &why) ||
           wrong(reader, h.value[RESULT].line, 0, e, why.text);
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
