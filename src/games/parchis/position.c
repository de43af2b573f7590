/* Positions in one line.
 *
 * A position is a list of parts, joined by ';', in any order. What is left out has its default, in
 * brackets; written are the colours, the turn, and what differs from the default.
 *
 *   yellow 4 13 c2        where the pieces 0, 1, 2 stand: home, 1 to 68, c1 to c7, goal; with a
 *                         state and its turns left after it, 34:ghost:5 [home home home]
 *   turn 12 blue          number of the ply and colour in turn; in the course the colour is yellow
 *                         or blue, for its player [turn 1 yellow]
 *   dice 126 / 5 / 12 / 6 the unspent dice of yellow, blue, red and green; in the course of players
 *                         0 and 1 [all]
 *   special star+boo / -  the special dice of players 0 and 1, oldest first [none]
 *   items 1 2 5           the squares on which an item still lies, or all, or none [none]
 *   traps 12 12 40        squares, as often as they have traps [none]
 *   bounces 0 0 3 0       of yellow, blue, red and green [0 0 0 0]
 *   forced 20 red         the 10 or 20 to be played now, and by which colour; in the course without
 *                         a colour [none]
 *   run                   a turn is still owed for a 6
 *   banana-lost           in the course: the last move by a die was stopped by a trap
 *   last 6                the die of the ply before [none]
 *
 * Who has won follows from pieces and bounces. A position that begins with '{' is a JSON object
 * (json.c). */
#include "core/text.h"
#include "notation.h"
#include <string.h>

static const struct parchis *board(const struct th_state *s) {
    return (const struct parchis *)(const void *)s;
}

enum { ALL_ITEMS = (1 << PARCHIS_ITEMS) - 1 };

/* ---- writing positions ---- */

const char *parchis_place_text(const struct parchis *s, int p, char *out, size_t size) {
    const int colour = parchis_colour(p), place = s->place[p];
    struct text t = text_in(out, size);
    if (place == PARCHIS_HOME)
        text_add(&t, "home");
    else if (place == parchis_goal(colour))
        text_add(&t, "goal");
    else if (place > PARCHIS_TRACK)
        text_add(&t, "c%d", place - parchis_corridor(colour, 0));
    else
        text_add(&t, "%d", place);
    return out;
}

static void add_piece(struct text *t, const struct parchis *s, int p) {
    char place[8];
    text_add(t, " %s", parchis_place_text(s, p, place, sizeof place));
    if (s->condition[p] != PARCHIS_NORMAL)
        text_add(t, ":%s:%d", parchis_condition_names[parchis_condition_of(s, p)],
                 parchis_turns_left(s, p));
}

static void add_pools(struct text *t, const struct parchis *s) {
    bool full = true;
    for (int i = 0; i < parchis_pools(s); i++) full = full && s->pool[i] == PARCHIS_FULL_POOL;
    if (full) return;
    for (int i = 0; i < parchis_pools(s); i++) {
        text_add(t, i == 0 ? "; dice " : " / ");
        for (int die = PARCHIS_ONE; die <= PARCHIS_SIX; die++)
            if (s->pool[i] >> (die - 1) & 1) text_add(t, "%s", parchis_die_names[die]);
    }
}

static void add_hands(struct text *t, const struct parchis *s) {
    if (s->hand[0][0] == 0 && s->hand[1][0] == 0) return;
    for (int player = 0; player < 2; player++) {
        const uint8_t *hand = s->hand[player];
        text_add(t, "%s%s", player == 0 ? "; special " : " / ",
                 hand[0] == 0 ? "-" : parchis_die_names[hand[0]]);
        if (hand[1] != 0) text_add(t, "+%s", parchis_die_names[hand[1]]);
    }
}

static void add_board(struct text *t, const struct parchis *s) {
    if (s->items == ALL_ITEMS)
        text_add(t, "; items all");
    else if (s->items != 0)
        text_add(t, "; items");
    for (int i = 0; i < PARCHIS_ITEMS && s->items != ALL_ITEMS; i++)
        if (s->items >> i & 1) text_add(t, " %d", parchis_items[i].square);
    if (s->traps[0] != 0) text_add(t, "; traps");
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) text_add(t, " %d", s->traps[i]);
    const uint8_t *b = s->bounces;
    if (b[0] + b[1] + b[2] + b[3] > 0) text_add(t, "; bounces %d %d %d %d", b[0], b[1], b[2], b[3]);
}

const char *parchis_position_text(const struct th_state *state, char *out, size_t size) {
    const struct parchis *s = board(state);
    struct text t = text_in(out, size);
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        if (p % PARCHIS_EACH == 0)
            text_add(&t, "%s%s", p == 0 ? "" : "; ", parchis_colour_names[parchis_colour(p)]);
        add_piece(&t, s, p);
    }
    text_add(&t, "; turn %u %s", (unsigned)s->turn, parchis_colour_names[s->colour]);
    add_pools(&t, s);
    add_hands(&t, s);
    add_board(&t, s);
    if (s->forced != 0) text_add(&t, "; forced %s", parchis_die_names[s->forced]);
    if (s->forced != 0 && !parchis_in_course(s))
        text_add(&t, " %s", parchis_colour_names[s->forced_colour]);
    if (s->flags & PARCHIS_RUN) text_add(&t, "; run");
    if (s->flags & PARCHIS_BANANA_LOST) text_add(&t, "; banana-lost");
    if (s->last_die != PARCHIS_NO_DIE) text_add(&t, "; last %s", parchis_die_names[s->last_die]);
    return out;
}

/* ---- reading positions ---- */

#define BLANKS " \t\r\n"

/* Where reading stands. '/' and ';' are words of their own, and ';' ends a part. */
struct reader {
    const char *rest;
    char word[40]; /* long enough for all that may stand there; a longer one is cut, and wrong */
};

static bool next_word(struct reader *r) {
    r->rest += strspn(r->rest, BLANKS);
    const size_t n = *r->rest == '/' ? 1 : strcspn(r->rest, BLANKS "/;");
    if (n == 0) return false;
    struct text t = text_in(r->word, sizeof r->word);
    text_add(&t, "%.*s", n < sizeof r->word ? (int)n : (int)sizeof r->word, r->rest);
    r->rest += n;
    return true;
}

/* PLACE or PLACE:STATE:TURNS, in r->word. */
static bool read_piece(struct reader *r, struct parchis *s, int p, struct th_error *e) {
    char *state = strchr(r->word, ':'), *left = NULL;
    int place, condition = PARCHIS_NORMAL, turns = 0;
    if (state != NULL) *state++ = 0;
    if (strcmp(r->word, "home") == 0)
        place = PARCHIS_HOME;
    else if (strcmp(r->word, "goal") == 0)
        place = parchis_goal(parchis_colour(p));
    else if (r->word[0] == 'c' && parchis_read_number(r->word + 1, 1, PARCHIS_STEPS - 1, &place))
        place = parchis_corridor(parchis_colour(p), place);
    else if (!parchis_read_number(r->word, 1, PARCHIS_TRACK, &place))
        return th_fail(e, "'%s' is no place: write home, 1 to 68, c1 to c7 or goal", r->word);
    if (state != NULL && (left = strchr(state, ':')) != NULL) *left++ = 0;
    if (state != NULL && (condition = parchis_read_name("state", state, parchis_condition_names,
                                                        PARCHIS_CONDITIONS, e)) < 0)
        return false;
    if (state != NULL &&
        (left == NULL || !parchis_read_number(left, 0, PARCHIS_TURNS_LEFT_MAX, &turns)))
        return th_fail(e, "the state %s is followed by its turns left, 0 to %d, as in 34:ghost:5",
                       state, PARCHIS_TURNS_LEFT_MAX);
    s->place[p] = (uint8_t)place;
    s->condition[p] = (uint8_t)(condition | turns << 3);
    return true;
}

static bool read_pieces(struct reader *r, struct parchis *s, int colour, struct th_error *e) {
    for (int i = 0; i < PARCHIS_EACH; i++) {
        if (!next_word(r))
            return th_fail(e, "%s has three pieces, but %d here", parchis_colour_names[colour], i);
        if (!read_piece(r, s, PARCHIS_EACH * colour + i, e)) return false;
    }
    return true;
}

static bool read_turn(struct reader *r, struct parchis *s, struct th_error *e) {
    int turn, colour;
    if (!next_word(r) || !parchis_read_number(r->word, 1, PARCHIS_TURN_MAX, &turn) || !next_word(r))
        return th_fail(e, "'turn' takes a number from 1 to %d and a colour, as in 'turn 12 blue'",
                       PARCHIS_TURN_MAX);
    if ((colour = parchis_read_colour(r->word, e)) < 0) return false;
    s->turn = (uint32_t)turn, s->colour = (uint8_t)colour;
    return true;
}

static bool read_pools(struct reader *r, struct parchis *s, struct th_error *e) {
    for (int i = 0; i < parchis_pools(s); i++) {
        if ((i > 0 && (!next_word(r) || strcmp(r->word, "/") != 0)) || !next_word(r))
            return th_fail(e, "'dice' takes %d pools joined by '/', of %s", parchis_pools(s),
                           parchis_in_course(s) ? "players 0 and 1"
                                                : "yellow, blue, red and green");
        s->pool[i] = 0;
        for (const char *c = r->word; *c != 0; c++) {
            int die = PARCHIS_ONE;
            while (die <= PARCHIS_SIX && parchis_die_names[die][0] != *c) die++;
            if (die > PARCHIS_SIX || (s->pool[i] >> (die - 1) & 1))
                return th_fail(e,
                               "'%s' is no pool: write some of the dice 1, 2, 4, 5, 6, each "
                               "once, as in 1246",
                               r->word);
            s->pool[i] |= (uint8_t)(1U << (die - 1));
        }
    }
    if (r->rest[strspn(r->rest, BLANKS)] == '/')
        return th_fail(e, "there are %d pools, of %s, and no more", parchis_pools(s),
                       parchis_in_course(s) ? "players 0 and 1" : "yellow, blue, red and green");
    return true;
}

static bool read_hands(struct reader *r, struct parchis *s, struct th_error *e) {
    for (int player = 0; player < 2; player++) {
        if ((player > 0 && (!next_word(r) || strcmp(r->word, "/") != 0)) || !next_word(r))
            return th_fail(e, "'special' takes the hands of players 0 and 1 joined by '/', as in "
                              "'special star+boo / -'");
        if (strcmp(r->word, "-") == 0) continue;
        char *second = strchr(r->word, '+');
        if (second != NULL) *second++ = 0;
        if (second != NULL && strchr(second, '+') != NULL)
            return th_fail(e, "player %d holds more than two special dice", player);
        const char *const dice[PARCHIS_HAND] = {r->word, second};
        for (int i = 0; i < PARCHIS_HAND && dice[i] != NULL; i++) {
            const int die = parchis_read_die("special die", dice[i], PARCHIS_STAR_DIE, e);
            if (die == PARCHIS_NO_DIE) return false;
            s->hand[player][i] = (uint8_t)die;
        }
    }
    return true;
}

static bool read_items(struct reader *r, struct parchis *s, struct th_error *e) {
    int square;
    if (!next_word(r)) return th_fail(e, "'items' takes squares, as in 'items 1 2 5', all or none");
    if (strcmp(r->word, "none") == 0) return true;
    if (strcmp(r->word, "all") == 0) {
        s->items = ALL_ITEMS;
        return true;
    }
    do {
        if (!parchis_read_number(r->word, 1, PARCHIS_TRACK, &square) ||
            parchis_item_at[square] == 0)
            return th_fail(e, "'%s' is no square where an item lies at the start", r->word);
        if (s->items >> (parchis_item_at[square] - 1) & 1)
            return th_fail(e, "the item on square %d is named twice", square);
        s->items |= 1U << (parchis_item_at[square] - 1);
    } while (next_word(r));
    return true;
}

static bool read_traps(struct reader *r, struct parchis *s, struct th_error *e) {
    int n = 0, square;
    if (!next_word(r)) return th_fail(e, "'traps' takes squares, as in 'traps 12 12 40', or none");
    if (strcmp(r->word, "none") == 0) return true;
    do {
        if (!parchis_read_number(r->word, 1, PARCHIS_TRACK, &square))
            return th_fail(e, "'%s' is no square for a trap; the track has 1 to 68", r->word);
        if (n == PARCHIS_TRAPS) return th_fail(e, "there are at most %d traps", PARCHIS_TRAPS);
        int i = n++;
        for (; i > 0 && s->traps[i - 1] > square; i--) s->traps[i] = s->traps[i - 1];
        s->traps[i] = (uint8_t)square;
    } while (next_word(r));
    return true;
}

static bool read_bounces(struct reader *r, struct parchis *s, struct th_error *e) {
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        int bounces;
        if (!next_word(r) || !parchis_read_number(r->word, 0, PARCHIS_BOUNCES + 1, &bounces))
            return th_fail(e,
                           "'bounces' takes four numbers from 0 to %d, of yellow, blue, red and "
                           "green",
                           PARCHIS_BOUNCES + 1);
        s->bounces[c] = (uint8_t)bounces;
    }
    return true;
}

static bool read_forced(struct reader *r, struct parchis *s, struct th_error *e) {
    int number = 0, colour = 0;
    if (!next_word(r) || !parchis_read_number(r->word, 10, 20, &number) || number % 10 != 0)
        return th_fail(e, "'forced' takes the die 10 or 20");
    if (!parchis_in_course(s)) {
        if (!next_word(r)) return th_fail(e, "'forced %d' takes the colour that earned it", number);
        if ((colour = parchis_read_colour(r->word, e)) < 0) return false;
    } else if (next_word(r)) {
        return th_fail(e, "in the course 'forced %d' is for both colours and names none", number);
    }
    s->forced = number == 10 ? PARCHIS_TEN : PARCHIS_TWENTY;
    s->forced_colour = (uint8_t)colour;
    return true;
}

static bool read_last(struct reader *r, struct parchis *s, struct th_error *e) {
    if (!next_word(r)) return th_fail(e, "'last' takes the die of the ply before");
    if (strcmp(r->word, "none") == 0) return true;
    s->last_die = (uint8_t)parchis_read_die("die", r->word, PARCHIS_ONE, e);
    return s->last_die != PARCHIS_NO_DIE;
}

static bool read_run(struct reader *r, struct parchis *s, struct th_error *e) {
    (void)r, (void)e;
    s->flags |= PARCHIS_RUN;
    return true;
}

static bool read_banana_lost(struct reader *r, struct parchis *s, struct th_error *e) {
    (void)r, (void)e;
    s->flags |= PARCHIS_BANANA_LOST;
    return true;
}

/* The parts by their first word; the colours come first, and have one reader. */
static const char *const part_names[] = {"yellow", "blue",    "red",         "green", "turn",
                                         "dice",   "special", "items",       "traps", "bounces",
                                         "forced", "run",     "banana-lost", "last"};
enum { PARTS = sizeof part_names / sizeof *part_names };
static bool (*const part_readers[PARTS - PARCHIS_COLOURS])(struct reader *, struct parchis *,
                                                           struct th_error *) = {
    read_turn,    read_pools,  read_hands, read_items,       read_traps,
    read_bounces, read_forced, read_run,   read_banana_lost, read_last};

static bool read_parts(const char *text, struct parchis *s, struct th_error *e) {
    struct reader r = {.rest = text};
    unsigned seen = 0;
    for (;; r.rest++) {
        if (!next_word(&r))
            return th_fail(e, "the position has an empty part; write, for instance, "
                              "'yellow 4 13 17; turn 1 yellow; items all'");
        const int part = parchis_read_name("part of a position", r.word, part_names, PARTS, e);
        if (part < 0) return false;
        if (seen >> part & 1) return th_fail(e, "the part '%s' stands twice", part_names[part]);
        seen |= 1U << part;
        if (!(part < PARCHIS_COLOURS ? read_pieces(&r, s, part, e)
                                     : part_readers[part - PARCHIS_COLOURS](&r, s, e)))
            return false;
        if (next_word(&r))
            return th_fail(e, "'%s' is too much in the part '%s'", r.word, part_names[part]);
        if (r.rest[strspn(r.rest, ";" BLANKS)] == 0) return true; /* a last ';' does no harm */
    }
}

static bool read_json(struct parchis *s, const char *text, struct th_error *e) {
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) return th_fail(e, "the position is no JSON object: %s", error.text);
    const bool read = parchis_from_json(s, json, e);
    json_decref(json);
    return read;
}

bool parchis_parse_position(struct th_state *state, const char *text, struct th_error *e) {
    struct parchis *s = (struct parchis *)(void *)state;
    if (text[strspn(text, BLANKS)] == '{') return read_json(s, text, e);
    struct parchis read = {.course = s->course, .turn = 1};
    for (int i = 0; i < parchis_pools(s); i++) read.pool[i] = PARCHIS_FULL_POOL;
    if (!read_parts(text, &read, e)) return false;
    parchis_settle(&read);
    if (!parchis_valid(&read, e)) return false;
    *s = read;
    return true;
}
