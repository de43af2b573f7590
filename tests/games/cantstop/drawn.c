#include "drawn.h"

#include "core/text.h"
#include <ctype.h>
#include <string.h>

struct cantstop drawn(int players, int seat_in_turn, const char *columns) {
    return drawn_by((struct cantstop_rules){.columns = CANTSTOP_TO_WIN}, players, seat_in_turn,
                    columns);
}

struct cantstop drawn_by(struct cantstop_rules rules, int players, int seat_in_turn,
                         const char *columns) {
    struct cantstop s;
    cantstop_start_rules(&s, players, rules);
    s.seat = (uint8_t)seat_in_turn;
    s.turns = (uint32_t)seat_in_turn;
    uint8_t runner[CANTSTOP_COLUMNS] = {0};
    for (const char *p = columns; *p != 0;) {
        int name = 0;
        for (; isdigit((unsigned char)*p); p++) name = name * 10 + (*p - '0');
        assert_in_range(name, 2, 12);
        assert_int_equal(*p++, ' ');
        const int column = name - CANTSTOP_FIRST_COLUMN;
        for (int step = 1; step <= cantstop_height[column]; step++, p++) {
            assert_true(*p == '.' || *p == '*' || (*p >= '1' && *p < '1' + players));
            if (*p == '*')
                runner[column] = (uint8_t)step;
            else if (*p != '.')
                s.permanent[*p - '1'][column] = (uint8_t)step;
        }
    }
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        cantstop_put(&s, c, runner[c] > 0 ? runner[c] : s.permanent[seat_in_turn][c]);
    cantstop_derive(&s);
    s.rolls = s.steps;
    s.phase = CANTSTOP_DECIDE;
    return s;
}

void roll(struct cantstop *s, int d1, int d2, int d3, int d4) {
    const int dice[4] = {d1, d2, d3, d4};
    s->phase = CANTSTOP_ROLL;
    cantstop_game.apply(state_of(s), (th_action)cantstop_roll_of(dice));
}

void move(struct cantstop *s, const char *text) {
    th_action a;
    struct th_error e;
    if (!cantstop_game.parse_action(state_of(s), text, &a, &e)) fail_msg("%s", e.text);
    cantstop_game.apply(state_of(s), a);
}

void stop(struct cantstop *s) {
    cantstop_game.apply(state_of(s), CANTSTOP_STOP);
}

const char *legal_text(const struct cantstop *s) {
    static char out[200];
    struct text t = text_in(out, sizeof out);
    th_action legal[CANTSTOP_LEGAL_MAX];
    struct cantstop copy = *s;
    const int n = cantstop_game.legal(state_of(&copy), legal);
    for (int i = 0; i < n; i++) {
        char one[32];
        text_add(&t, "%s%s", i == 0 ? "" : " ",
                 cantstop_game.action_text(state_of(&copy), legal[i], one, sizeof one));
    }
    return out;
}

int permanent(const struct cantstop *s, int seat, int column) {
    return s->permanent[seat][column - CANTSTOP_FIRST_COLUMN];
}

int temporary(const struct cantstop *s, int column) {
    return cantstop_temporary(s, column - CANTSTOP_FIRST_COLUMN);
}
