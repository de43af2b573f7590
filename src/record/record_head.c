#include "record_head.h"

#include "core/text.h"
#include <string.h>

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

bool record_head_take(struct record_head *h, char *line, int number, struct th_error *why) {
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

bool record_head_read(struct record_head *h, struct record *r, int *line, struct th_error *why) {
    *line = h->first_line;
    if (!has_needed(h, why)) return false;
    *line = h->value[HEAD_GAME].line;
    if (!record_begin(r, h->value[HEAD_GAME].text, NULL, why)) return false;
    if (read_all(h, r, line, why)) return true;
    record_drop(r);
    return false;
}
