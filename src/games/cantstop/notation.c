#include "notation.h"

#include "core/text.h"
#include <stdio.h>
#include <string.h>

static int column_name(int column) {
    return column + CANTSTOP_FIRST_COLUMN;
}

/* Reads "7" as a column at *p and moves on; -1 if there is none. */
static int read_column(const char **p) {
    int n = 0;
    if (**p == '0') return -1;
    for (; **p >= '0' && **p <= '9' && n < 100; (*p)++) n = n * 10 + (**p - '0');
    if (n < 2 || n > 12) return -1;
    return n - CANTSTOP_FIRST_COLUMN;
}

/* ---- actions ---- */

const char *cantstop_action_text(const struct th_state *s, th_action a, char *out, size_t size) {
    const struct cantstop *b = (const struct cantstop *)(const void *)s;
    if (b->phase == CANTSTOP_ROLL) {
        const uint8_t *d = cantstop_tables.rolls[a].dice;
        snprintf(out, size, "d %d %d %d %d", d[0], d[1], d[2], d[3]);
    } else if (a >= CANTSTOP_MOVES) {
        snprintf(out, size, "%s", a == CANTSTOP_STOP ? "stop" : "roll");
    } else {
        const struct cantstop_move m = cantstop_tables.moves[a];
        struct text t = text_in(out, size);
        text_add(&t, "%d", column_name(m.a));
        if (m.steps == 2) text_add(&t, "+%d", column_name(m.b == CANTSTOP_NONE ? m.a : m.b));
    }
    return out;
}

static bool parse_dice(const char *text, int *roll) {
    int dice[4];
    char word[4];
    for (int i = 0; i < 4; i++) {
        if (!text_word(&text, word, sizeof word) || word[1] != 0) return false;
        if (word[0] < '1' || word[0] > '6') return false;
        dice[i] = word[0] - '0';
    }
    if (text[strspn(text, " ")] != 0) return false;
    *roll = cantstop_roll_of(dice);
    return true;
}

static bool parse_move(const char *text, th_action *a) {
    const char *p = text;
    int first = read_column(&p);
    if (first < 0) return false;
    *a = cantstop_tables.single[first];
    if (*p == 0) return true;
    if (*p++ != '+') return false;
    int second = read_column(&p);
    if (second < 0 || *p != 0) return false;
    const int low = first < second ? first : second;
    *a = (th_action)(cantstop_tables.single[low] + 1 + first + second - low - low);
    return true;
}

/* Says which moves there are, for the message. */
static void list_legal(const struct cantstop *b, struct text *t) {
    th_action moves[CANTSTOP_LEGAL_MAX];
    const int n = cantstop_moves(b, b->forced, moves);
    char move[32];
    for (int i = 0; i < n; i++)
        text_add(t, "%s%s", i == 0 ? "" : ", ",
                 cantstop_action_text((const struct th_state *)(const void *)b, moves[i], move,
                                      sizeof move));
}

bool cantstop_parse_action(const struct th_state *s, const char *text, th_action *a,
                           struct th_error *e) {
    const struct cantstop *b = (const struct cantstop *)(const void *)s;
    int roll;
    switch ((enum cantstop_phase)b->phase) {
    case CANTSTOP_ROLL:
        if (text[0] != 'd' || text[1] != ' ' || !parse_dice(text + 2, &roll))
            return th_fail(e, "'%.40s' is no roll; write four dice, as in 'd 2 4 4 6'", text);
        *a = (th_action)roll;
        return true;
    case CANTSTOP_DECIDE:
        if (strcmp(text, "stop") != 0 && strcmp(text, "roll") != 0)
            return th_fail(e, "'%.40s' is no decision; write stop or roll", text);
        if (text[0] == 's' && !cantstop_may_stop(b))
            return th_fail(e, "with blocking=stop nobody may stop with a runner on a square where "
                              "another player's marker stands; roll");
        *a = text[0] == 's' ? CANTSTOP_STOP : CANTSTOP_GO_ON;
        return true;
    case CANTSTOP_MOVE: {
        char list[80];
        struct text t = text_in(list, sizeof list);
        th_action moves[CANTSTOP_LEGAL_MAX], move;
        list_legal(b, &t);
        if (!parse_move(text, &move))
            return th_fail(e, "'%.40s' is no move; possible here: %s", text, list);
        const int n = cantstop_moves(b, b->forced, moves);
        for (int i = 0; i < n; i++)
            if (moves[i] == move) {
                *a = move;
                return true;
            }
        return th_fail(e, "the move %.40s is not possible here; these are: %s", text, list);
    }
    case CANTSTOP_OVER:
        break;
    }
    return th_fail(e, "the game is over");
}

/* ---- positions ---- */

static void add_progress(struct text *t, const uint8_t progress[CANTSTOP_COLUMNS]) {
    bool any = false;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        if (progress[c] > 0) {
            text_add(t, "%s%d:%d", any ? "," : "", column_name(c), progress[c]);
            any = true;
        }
    if (!any) text_add(t, "-");
}

static const char *const blocking_names[] = {"none", "jump", "stop"};

const char *cantstop_rules_text_of(const struct cantstop *s, char *out, size_t size) {
    struct text t = text_in(out, size);
    if (s->closed) text_add(&t, "closed=1");
    if (s->blocking != CANTSTOP_SHARED)
        text_add(&t, "%sblocking=%s", t.length > 0 ? "," : "", blocking_names[s->blocking]);
    if (s->more != 0) text_add(&t, "%scolumns=%d", t.length > 0 ? "," : "", cantstop_needed(s));
    return out;
}

const char *cantstop_position_text(const struct th_state *s, char *out, size_t size) {
    const struct cantstop *b = (const struct cantstop *)(const void *)s;
    struct text t = text_in(out, size);
    for (int p = 0; p < b->players; p++) {
        if (p > 0) text_add(&t, "/");
        add_progress(&t, b->permanent[p]);
    }
    text_add(&t, " temp ");
    uint8_t temporary[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) temporary[c] = (uint8_t)cantstop_temporary(b, c);
    add_progress(&t, temporary);
    const uint32_t turns = b->turns - (b->phase == CANTSTOP_OVER);
    text_add(&t, " seat %d round %u rolls %d ", b->seat, (unsigned)(turns / b->players), b->rolls);
    const uint8_t *d = cantstop_tables.rolls[b->roll].dice;
    switch ((enum cantstop_phase)b->phase) {
    case CANTSTOP_ROLL:
        text_add(&t, "roll");
        break;
    case CANTSTOP_MOVE:
        text_add(&t, "move %d %d %d %d", d[0], d[1], d[2], d[3]);
        break;
    case CANTSTOP_DECIDE:
        text_add(&t, "decide");
        break;
    case CANTSTOP_OVER:
        text_add(&t, "over");
        break;
    }
    char rules[CANTSTOP_RULES_BYTES];
    if (cantstop_rules_text_of(b, rules, sizeof rules)[0] != 0) text_add(&t, " rules %s", rules);
    return out;
}

/* "6:2,8:1" or "-", up to one of " /" or the end. `whose` names it in messages. */
static bool read_progress(const char **p, const char *whose, uint8_t progress[CANTSTOP_COLUMNS],
                          struct th_error *e) {
    if (**p == '-' && ((*p)[1] == '/' || (*p)[1] == ' ' || (*p)[1] == 0)) {
        (*p)++;
        return true;
    }
    for (int before = -1;; (*p)++) {
        const char *item = *p;
        const int column = read_column(p);
        if (column < 0 || **p != ':')
            return th_fail(e, "%s is written COLUMN:STEPS,… or -, not '%.*s'", whose,
                           (int)strcspn(item, " ,/") < 20 ? (int)strcspn(item, " ,/") : 20, item);
        (*p)++;
        int steps = 0, digits = 0;
        for (; **p >= '0' && **p <= '9' && digits < 3; (*p)++, digits++)
            steps = steps * 10 + (**p - '0');
        if (steps < 1 || steps > cantstop_height[column])
            return th_fail(e, "%s in column %d is 1 to %d steps, not %d", whose,
                           column_name(column), cantstop_height[column], steps);
        if (column <= before)
            return th_fail(e, "column %d stands twice or out of order in %s", column_name(column),
                           whose);
        before = column;
        progress[column] = (uint8_t)steps;
        if (**p == ',') continue;
        if (**p == '/' || **p == ' ' || **p == 0) return true;
        return th_fail(e, "%s goes on with '%.10s' where ',', '/' or a space is due", whose, *p);
    }
}

static bool read_permanent(const char **p, struct cantstop *b, struct th_error *e) {
    char whose[40];
    for (int seat = 0; seat < b->players; seat++) {
        snprintf(whose, sizeof whose, "the progress of seat %d", seat);
        if (!read_progress(p, whose, b->permanent[seat], e)) return false;
        const char end = seat + 1 < b->players ? '/' : ' ';
        if (**p != end)
            return th_fail(e,
                           "the position must give the progress of %d seats, joined by '/', and "
                           "then the word temp",
                           b->players);
        (*p)++;
    }
    return true;
}

/* The word `name` and a number after it, within 0..max. */
static bool read_field(const char **p, const char *name, int64_t max, int64_t *value,
                       struct th_error *e) {
    char word[24];
    if (!text_word(p, word, sizeof word) || strcmp(word, name) != 0 ||
        !text_word(p, word, sizeof word) || !text_integer(word, value) || *value < 0 ||
        *value > max)
        return th_fail(e, "the position must have '%s' with a number from 0 to %lld", name,
                       (long long)max);
    return true;
}

/* Copies the text up to " rules …", which must name the rules of this game. */
static bool cut_rules(const char *text, const char *rules, const struct cantstop *b, char *line,
                      size_t size, struct th_error *e) {
    char own[CANTSTOP_RULES_BYTES];
    const char *given = rules + strlen(" rules ");
    const size_t length = strlen(cantstop_rules_text_of(b, own, sizeof own));
    if (strncmp(own, given, length) != 0 || given[length + strspn(given + length, " ")] != 0)
        return th_fail(e, "the position is one with %.60s, but the game is played with %s", given,
                       own[0] != 0 ? own : "closed=0,blocking=none,columns=3");
    if ((size_t)(rules - text) >= size) return th_fail(e, "the position is too long");
    snprintf(line, size, "%.*s", (int)(rules - text), text);
    return true;
}

static bool read_waiting(const char *p, struct cantstop *b, struct th_error *e) {
    static const char *const words[] = {"roll", "move", "decide", "over"};
    char word[16];
    int roll;
    if (text_word(&p, word, sizeof word))
        for (int phase = CANTSTOP_ROLL; phase <= CANTSTOP_OVER; phase++) {
            if (strcmp(word, words[phase]) != 0) continue;
            b->phase = (uint8_t)phase;
            if (phase == CANTSTOP_MOVE) {
                if (!parse_dice(p, &roll))
                    return th_fail(e, "'move' is followed by four dice, as in 'move 2 4 4 6'");
                b->roll = (uint8_t)roll;
            } else if (p[strspn(p, " ")] != 0) {
                return th_fail(e, "nothing may follow '%s' at the end of a position", word);
            }
            return true;
        }
    return th_fail(e,
                   "the position must end with 'roll', 'move' and four dice, 'decide' or 'over'");
}

/* Puts the runners where the temporary steps lead, if there is room for them. */
static bool put_runners(struct cantstop *b, const uint8_t temporary[CANTSTOP_COLUMNS],
                        struct th_error *e) {
    const uint8_t *permanent = b->permanent[b->seat];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        if (permanent[c] + temporary[c] > cantstop_height[c])
            return th_fail(e,
                           "column %d has %d steps, but seat %d has %d there already and moves %d",
                           column_name(c), cantstop_height[c], b->seat, permanent[c], temporary[c]);
        cantstop_put(b, c, permanent[c] + temporary[c]);
    }
    return true;
}

/* A turn opens at most three columns. */
static bool check_progress(const struct cantstop *b, struct th_error *e) {
    for (int p = 0; p < b->players; p++) {
        const uint32_t had = (b->turns + (uint32_t)(b->players - 1 - p)) / b->players;
        uint32_t columns = 0;
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) columns += b->permanent[p][c] > 0;
        if (columns > CANTSTOP_RUNNERS * (uint64_t)had)
            return th_fail(e, "seat %d has progress in %u column%s, but has had %u turn%s", p,
                           (unsigned)columns, columns == 1 ? "" : "s", (unsigned)had,
                           had == 1 ? "" : "s");
    }
    return true;
}

/* Who has won, and whether that is said. */
static bool check_end(const struct cantstop *b, struct th_error *e) {
    static const char *const numbers[] = {"three", "four", "five"};
    const bool exhausted = b->shut == CANTSTOP_SETS - 1;
    for (int p = 0; p < b->players; p++) {
        const bool won = cantstop_count(b->completed[p]) >= cantstop_needed(b);
        const bool named = b->phase == CANTSTOP_OVER && p == b->seat;
        if (won != named && !(exhausted && !won))
            return th_fail(e, "seat %d has %d completed columns: %s%s", p,
                           cantstop_count(b->completed[p]),
                           won ? "the game must be over, with this seat to name" : numbers[b->more],
                           won ? "" : " are needed to be over");
    }
    if (exhausted && b->phase != CANTSTOP_OVER)
        return th_fail(e, "all columns are closed: the game must be over");
    if (exhausted && b->completed[b->seat] == 0)
        return th_fail(e, "the last column was not completed by seat %d, which has none", b->seat);
    return true;
}

/* A closed column belongs to one seat; a runner that jumps does not stand on another's marker. */
static bool check_markers(const struct cantstop *b, struct th_error *e) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        int owner = -1;
        for (int p = 0; p < b->players; p++)
            if (b->shut & b->completed[p] & 1U << c) owner = p;
        for (int p = 0; p < b->players; p++)
            if (owner >= 0 && p != owner && b->permanent[p][c] > 0)
                return th_fail(e,
                               "column %d is closed since seat %d has completed it; seat %d has no "
                               "marker there",
                               column_name(c), owner, p);
        if (owner >= 0 && cantstop_temporary(b, c) > 0)
            return th_fail(e, "column %d is closed; it has no runner", column_name(c));
        if (b->blocking == CANTSTOP_JUMPED && cantstop_temporary(b, c) > 0 &&
            cantstop_occupied(b, c, cantstop_reached(b, c)))
            return th_fail(e, "with blocking=jump no runner stands on another marker, in column %d",
                           column_name(c));
        if (b->blocking == CANTSTOP_SHARED) continue;
        for (int p = 0; p < b->players; p++)
            for (int q = 0; q < p; q++)
                if (b->permanent[p][c] > 0 && b->permanent[p][c] == b->permanent[q][c] &&
                    b->permanent[p][c] < cantstop_height[c])
                    return th_fail(e,
                                   "with blocking=%s no two markers share a square, in column %d",
                                   blocking_names[b->blocking], column_name(c));
    }
    return true;
}

/* Steps of this turn: fewer than squares where runners have jumped. */
static int count_steps(const struct cantstop *b) {
    int steps = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        steps += cantstop_steps_between(b, c, b->permanent[b->seat][c], cantstop_reached(b, c));
    return steps;
}

/* What contradicts itself is refused, with the reason. */
static bool check_position(const struct cantstop *b, struct th_error *e) {
    if (!check_progress(b, e)) return false;
    if (cantstop_count(b->active) > CANTSTOP_RUNNERS)
        return th_fail(e, "at most three columns can be active, but temp has %d",
                       cantstop_count(b->active));
    if (!check_end(b, e) || !check_markers(b, e)) return false;
    const int moved = b->phase == CANTSTOP_MOVE ? b->rolls - 1 : b->rolls;
    const int steps = count_steps(b);
    if (moved < 0 || steps < moved || steps > 2 * moved ||
        (b->phase == CANTSTOP_DECIDE && moved == 0) || (b->phase == CANTSTOP_OVER && moved != 0))
        return th_fail(e, "%d roll%s cannot have made %d temporary step%s before '%s'", b->rolls,
                       b->rolls == 1 ? "" : "s", steps, steps == 1 ? "" : "s",
                       b->phase == CANTSTOP_MOVE     ? "move"
                       : b->phase == CANTSTOP_DECIDE ? "decide"
                       : b->phase == CANTSTOP_OVER   ? "over"
                                                     : "roll");
    if (b->phase == CANTSTOP_MOVE &&
        (cantstop_tables.rolls[b->roll].columns & cantstop_steppable(b)) == 0)
        return th_fail(e, "the dice have no legal move: that roll is a bust and ends the turn");
    return true;
}

bool cantstop_parse_position(struct th_state *s, const char *text, struct th_error *e) {
    struct cantstop *b = (struct cantstop *)(void *)s;
    struct cantstop read;
    cantstop_start_rules(&read, b->players, cantstop_rules_of(b));
    char line[TH_POSITION_BYTES], copy[TH_POSITION_BYTES];
    if (*text == '{') {
        if (!cantstop_json_as_line(text, b->players, line, sizeof line, e)) return false;
        text = line;
    }
    const char *rules = strstr(text, " rules ");
    if (rules != NULL) {
        if (!cut_rules(text, rules, b, copy, sizeof copy, e)) return false;
        text = copy;
    }
    const char *p = text;
    char word[8];
    if (!read_permanent(&p, &read, e)) return false;
    if (!text_word(&p, word, sizeof word) || strcmp(word, "temp") != 0 || *p++ != ' ')
        return th_fail(
            e, "the progress of the seats is followed by 'temp' with the steps of this turn");
    int64_t seat, round, rolls;
    uint8_t temporary[CANTSTOP_COLUMNS] = {0};
    if (!read_progress(&p, "the temporary progress", temporary, e) ||
        !read_field(&p, "seat", b->players - 1, &seat, e) ||
        !read_field(&p, "round", 100000000, &round, e) ||
        !read_field(&p, "rolls", 100, &rolls, e) || !read_waiting(p, &read, e))
        return false;
    read.seat = (uint8_t)seat;
    read.turns = (uint32_t)(round * b->players + seat + (read.phase == CANTSTOP_OVER));
    read.rolls = (uint8_t)rolls;
    if (!put_runners(&read, temporary, e)) return false;
    cantstop_derive(&read);
    if (!check_position(&read, e)) return false;
    *b = read;
    return true;
}

/* ---- sets of columns ---- */

bool cantstop_parse_columns(const char *text, const char *what, unsigned *set, struct th_error *e) {
    *set = 0;
    for (const char *p = text;; p++) {
        const int column = read_column(&p);
        if (column < 0 || (*p != 0 && *p != ','))
            return th_fail(e, "%s takes columns from 2 to 12, as in 6,7,8, not '%.40s'", what,
                           text);
        if (*set >> column & 1)
            return th_fail(e, "%s names column %d twice", what, column_name(column));
        *set |= 1U << column;
        if (*p == 0) return true;
    }
}

const char *cantstop_columns_text(unsigned set, char *out, size_t size) {
    struct text t = text_in(out, size);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        if (set >> c & 1) text_add(&t, "%s%d", t.length > 0 ? " " : "", column_name(c));
    if (set == 0) text_add(&t, "none");
    return out;
}
