#include "games/pig/ties.h"

#include "core/text.h"
#include <jansson.h>
#include <string.h>

enum { NUMBERS = 3 };

struct ties {
    uint8_t seats, done, said[TH_SEATS_MAX];
};

static const struct ties *ties_in(const struct th_state *s) {
    return (const struct ties *)(const void *)s;
}

static const struct th_option options[] = {
    {"players", TH_INTEGER, 2, TH_SEATS_MAX, "2", NULL, "who take part"},
    {0},
};

static bool setup(struct th_state *s, const struct th_options *o, struct th_error *e) {
    (void)e;
    struct ties *t = (struct ties *)(void *)s;
    *t = (struct ties){.seats = (uint8_t)th_options_number(o, "players")};
    return true;
}

static int seats(const struct th_state *s) {
    return ties_in(s)->seats;
}

static int mover(const struct th_state *s) {
    return ties_in(s)->done == ties_in(s)->seats ? TH_OVER : ties_in(s)->done;
}

static int legal(const struct th_state *s, th_action out[]) {
    (void)s;
    for (th_action a = 0; a < NUMBERS; a++) out[a] = a;
    return NUMBERS;
}

static void apply(struct th_state *s, th_action a) {
    struct ties *t = (struct ties *)(void *)s;
    t->said[t->done++] = (uint8_t)a;
}

static uint32_t turns(const struct th_state *s) {
    return ties_in(s)->done;
}

static void payoff(const struct th_state *s, double out[]) {
    const struct ties *t = ties_in(s);
    int most = 0, winners = 0;
    for (int i = 0; i < t->seats; i++) {
        if (t->said[i] > most) most = t->said[i], winners = 0;
        winners += t->said[i] == most;
    }
    for (int i = 0; i < t->seats; i++) out[i] = t->said[i] == most ? 1.0 / winners : 0.0;
}

static const char *action_text(const struct th_state *s, th_action a, char *out, size_t size) {
    (void)s;
    snprintf(out, size, "%u", a);
    return out;
}

static bool parse_action(const struct th_state *s, const char *text, th_action *a,
                         struct th_error *e) {
    (void)s;
    if (text[0] < '0' || text[0] >= '0' + NUMBERS || text[1] != 0)
        return th_fail(e, "'%s' is no number from 0 to 2", text);
    *a = (th_action)(text[0] - '0');
    return true;
}

/* "2/01": of two seats, the first said 0 and the second 1. */
static const char *position_text(const struct th_state *s, char *out, size_t size) {
    const struct ties *t = ties_in(s);
    struct text x = text_in(out, size);
    text_add(&x, "%d/", t->seats);
    for (int i = 0; i < t->done; i++) text_add(&x, "%d", t->said[i]);
    return out;
}

static void fields(const struct th_state *s, struct th_writer *w) {
    char text[16];
    w->begin_object(w);
    th_write_text(w, "position", position_text(s, text, sizeof text));
    w->end_object(w);
}

static bool parse_line(struct th_state *s, const char *text, struct th_error *e) {
    struct ties t = {.seats = ties_in(s)->seats};
    const char *from = strchr(text, '/');
    if (from == NULL || text[0] != '0' + t.seats || from != text + 1)
        return th_fail(e, "a position is '%d/' and the numbers that were said", t.seats);
    while (*++from != 0) {
        if (t.done == t.seats || *from < '0' || *from >= '0' + NUMBERS)
            return th_fail(e, "there is a number from 0 to 2 for each seat");
        t.said[t.done++] = (uint8_t)(*from - '0');
    }
    *(struct ties *)(void *)s = t;
    return true;
}

static bool parse_position(struct th_state *s, const char *text, struct th_error *e) {
    if (text[0] != '{') return parse_line(s, text, e);
    json_t *json = json_loads(text, 0, NULL);
    const char *line = json_string_value(json_object_get(json, "position"));
    const bool ok = parse_line(s, line != NULL ? line : "", e);
    json_decref(json);
    return ok;
}

const struct th_game ties_game = {
    .name = "ties",
    .title = "Ties",
    .summary = "the highest numbers share the win",
    .rules_version = "1",
    .state_size = sizeof(struct ties),
    .min_seats = 2,
    .max_seats = TH_SEATS_MAX,
    .action_count = NUMBERS,
    .max_legal = NUMBERS,
    .longest_game = TH_SEATS_MAX,
    .draws = true,
    .options = options,
    .setup = setup,
    .seats = seats,
    .mover = mover,
    .legal = legal,
    .apply = apply,
    .turns = turns,
    .payoff = payoff,
    .action_text = action_text,
    .parse_action = parse_action,
    .position_text = position_text,
    .parse_position = parse_position,
    .fields = fields,
};
