/* Pig in writing, both ways.
 *
 *   decisions  hold  roll
 *   dice       d 4
 *   positions  12/40 turn 14 seat 1 round 3 decide
 *
 * A position names the score of each seat, what was rolled in this turn, the seat, the turns it has
 * had, and what it waits for: "roll", "decide", or "over". */
#include "core/text.h"
#include "pig.h"
#include <stdio.h>
#include <string.h>

const char *const pig_phase_words[] = {"roll", "decide", "over"};

/* ---- actions ---- */

const char *pig_action_text(const struct th_state *s, th_action a, char *out, size_t size) {
    if (pig_in(s)->phase == PIG_ROLLING)
        snprintf(out, size, "d %d", (int)a + 1);
    else
        snprintf(out, size, "%s", a == PIG_HOLD ? "hold" : "roll");
    return out;
}

bool pig_parse_action(const struct th_state *s, const char *text, th_action *a,
                      struct th_error *e) {
    if (pig_in(s)->phase == PIG_ROLLING) {
        if (strlen(text) != 3 || strncmp(text, "d ", 2) != 0 || text[2] < '1' || text[2] > '6')
            return th_fail(e, "'%.40s' is no die; write d 1 to d 6", text);
        *a = (th_action)(text[2] - '1');
        return true;
    }
    if (strcmp(text, "hold") != 0 && strcmp(text, "roll") != 0)
        return th_fail(e, "'%.40s' is no decision; write hold or roll", text);
    *a = text[0] == 'h' ? PIG_HOLD : PIG_ROLL;
    return true;
}

/* ---- positions ---- */

const char *pig_position_text(const struct th_state *s, char *out, size_t size) {
    const struct pig *p = pig_in(s);
    struct text t = text_in(out, size);
    for (int i = 0; i < p->players; i++)
        text_add(&t, "%s%u", i == 0 ? "" : "/", (unsigned)p->score[i]);
    const uint32_t turns = p->turns - (p->phase == PIG_OVER); /* before the turn that won */
    text_add(&t, " turn %u seat %d round %u %s", (unsigned)p->turn_total, p->seat,
             (unsigned)(turns / p->players), pig_phase_words[p->phase]);
    return out;
}

enum { MOST_POINTS = 1000000, MOST_ROUNDS = 100000000 };

static bool read_scores(const char **cursor, struct pig *p, struct th_error *e) {
    char word[64], *number = word, *end;
    bool ok = text_word(cursor, word, sizeof word);
    for (int i = 0; ok && i < p->players; i++, number = end + 1) {
        int64_t score = 0;
        end = number + strcspn(number, "/");
        ok = (*end == '/') == (i + 1 < p->players);
        *end = 0;
        ok = ok && text_integer(number, &score) && score >= 0 && score <= MOST_POINTS;
        p->score[i] = (uint32_t)score;
    }
    return ok ||
           th_fail(e, "a position begins with the scores of %d seats, joined by '/'", p->players);
}

/* The word `name` and a number behind it, within 0..max. */
static bool read_field(const char **cursor, const char *name, int64_t max, int64_t *value,
                       struct th_error *e) {
    char word[24];
    if (!text_word(cursor, word, sizeof word) || strcmp(word, name) != 0 ||
        !text_word(cursor, word, sizeof word) || !text_integer(word, value) || *value < 0 ||
        *value > max)
        return th_fail(e, "the position must have '%s' with a number from 0 to %lld", name,
                       (long long)max);
    return true;
}

static bool read_phase(const char *cursor, struct pig *p, struct th_error *e) {
    char word[16];
    if (text_word(&cursor, word, sizeof word) && cursor[strspn(cursor, " ")] == 0)
        for (int phase = PIG_ROLLING; phase <= PIG_OVER; phase++)
            if (strcmp(word, pig_phase_words[phase]) == 0) {
                p->phase = (uint8_t)phase;
                return true;
            }
    return th_fail(e, "the position must end with 'roll', 'decide' or 'over'");
}

/* What contradicts itself is refused, with the reason: no state may be read that play cannot come
 * to, or every function would have to expect it. */
static bool check(const struct pig *p, struct th_error *e) {
    for (int i = 0; i < p->players; i++) {
        const bool won = p->score[i] >= p->goal;
        if (p->score[i] == 1 || (p->score[i] > 0 && pig_turns_of(p, i) == 0))
            return th_fail(e, "seat %d cannot have %u points after %u turns", i,
                           (unsigned)p->score[i], (unsigned)pig_turns_of(p, i));
        if (won != (p->phase == PIG_OVER && i == p->seat))
            return th_fail(e, "seat %d has %u of %d points: %s", i, (unsigned)p->score[i], p->goal,
                           won ? "the game must be over, with this seat to name"
                               : "it cannot have won");
    }
    if (p->turn_total == 1 || (p->phase == PIG_DECIDING && p->turn_total == 0) ||
        (p->phase == PIG_OVER && p->turn_total != 0))
        return th_fail(e, "a turn cannot stand at %u before '%s'", (unsigned)p->turn_total,
                       pig_phase_words[p->phase]);
    return true;
}

bool pig_parse_position(struct th_state *s, const char *text, struct th_error *e) {
    struct pig *p = (struct pig *)(void *)s;
    struct pig read;
    char line[TH_POSITION_BYTES];
    int64_t turn_total, seat, round;
    pig_start(&read, p->players, p->goal);
    if (*text == '{') {
        if (!pig_json_as_line(p, text, line, sizeof line, e)) return false;
        text = line;
    }
    if (!read_scores(&text, &read, e) || !read_field(&text, "turn", MOST_POINTS, &turn_total, e) ||
        !read_field(&text, "seat", p->players - 1, &seat, e) ||
        !read_field(&text, "round", MOST_ROUNDS, &round, e) || !read_phase(text, &read, e))
        return false;
    read.turn_total = (uint32_t)turn_total;
    read.seat = (uint8_t)seat;
    read.turns = (uint32_t)(round * p->players + seat + (read.phase == PIG_OVER));
    if (!check(&read, e)) return false;
    *p = read;
    return true;
}
