/* States as JSON objects, in the form of tests/oracles/parchis/FORMAT.md.
 *
 * The two rule sets have forms of their own. The course has one pool a player, "forced" by player
 * and "flags"; of these "eat" and "goal" say no more than "forced" does. Reading is strict: every
 * field must be there, no other, and whatever follows from others must agree with them. */
#include "core/json.h"
#include "notation.h"
#include <string.h>

/* ---- numbers of the format ---- */

enum { FIRST_CORRIDOR = 101, GOAL = FIRST_CORRIDOR + PARCHIS_STEPS - 1 };

int parchis_square(int piece, int place) {
    if (place <= PARCHIS_TRACK) return place;
    return FIRST_CORRIDOR - 1 + place - parchis_corridor(parchis_colour(piece), 0);
}

/* The place of a square of the format; -1 if it is none. */
static int place_of(int piece, json_int_t square) {
    if (square >= PARCHIS_HOME && square <= PARCHIS_TRACK) return (int)square;
    if (square < FIRST_CORRIDOR || square > GOAL) return -1;
    return parchis_corridor(parchis_colour(piece), (int)square - FIRST_CORRIDOR + 1);
}

/* The die between `first` and `last` with this number; PARCHIS_NO_DIE if there is none. */
static int die_of(const json_t *number, int first, int last) {
    for (int die = first; die <= last && json_is_integer(number); die++)
        if (parchis_number[die] == json_integer_value(number)) return die;
    return PARCHIS_NO_DIE;
}

/* ---- writing ---- */

static void write_pieces(struct th_writer *w, const struct parchis *s) {
    th_write_list(w, "pieces");
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        if (p % PARCHIS_EACH == 0) w->begin_list(w);
        w->begin_list(w);
        w->integer(w, parchis_square(p, s->place[p]));
        w->integer(w, parchis_condition_of(s, p));
        w->integer(w, parchis_turns_left(s, p));
        w->end_list(w);
        if (p % PARCHIS_EACH == PARCHIS_EACH - 1) w->end_list(w);
    }
    w->end_list(w);
}

static void write_dice(struct th_writer *w, const struct parchis *s) {
    th_write_list(w, "dice");
    for (int i = 0; i < parchis_pools(s); i++) {
        w->begin_list(w);
        for (int die = PARCHIS_ONE; die <= PARCHIS_SIX; die++)
            if (s->pool[i] >> (die - 1) & 1) w->integer(w, parchis_number[die]);
        w->end_list(w);
    }
    w->end_list(w);
}

static void write_special(struct th_writer *w, const struct parchis *s) {
    th_write_list(w, "special");
    for (int player = 0; player < 2; player++) {
        w->begin_list(w);
        for (int i = 0; i < PARCHIS_HAND && s->hand[player][i] != PARCHIS_NO_DIE; i++)
            w->integer(w, parchis_number[s->hand[player][i]]);
        w->end_list(w);
    }
    w->end_list(w);
}

static void write_pair(struct th_writer *w, int first, int second) {
    w->begin_list(w);
    w->integer(w, first);
    w->integer(w, second);
    w->end_list(w);
}

static void write_forced(struct th_writer *w, const struct parchis *s) {
    const int number = s->forced != 0 ? parchis_number[s->forced] : 0;
    const bool first = parchis_player(s) == 0;
    w->key(w, "forced");
    if (parchis_in_course(s))
        write_pair(w, first ? number : 0, first ? 0 : number);
    else if (s->forced != 0)
        write_pair(w, number, s->forced_colour);
    else
        w->null(w);
}

static void write_items(struct th_writer *w, const struct parchis *s) {
    th_write_list(w, "items");
    for (int i = 0; i < PARCHIS_ITEMS; i++)
        if (s->items >> i & 1)
            write_pair(w, parchis_items[i].square, parchis_number[parchis_items[i].die]);
    w->end_list(w);
}

static void write_flags(struct th_writer *w, const struct parchis *s) {
    const int run = (s->flags & PARCHIS_RUN) != 0;
    if (!parchis_in_course(s)) {
        th_write_integer(w, "run6", run);
        return;
    }
    w->key(w, "flags");
    w->begin_object(w);
    th_write_integer(w, "eat", s->forced == PARCHIS_TWENTY);
    th_write_integer(w, "goal", s->forced == PARCHIS_TEN);
    th_write_integer(w, "rem6", run);
    th_write_integer(w, "ban", (s->flags & PARCHIS_BANANA_LOST) != 0);
    w->end_object(w);
}

void parchis_fields(const struct th_state *state, struct th_writer *w) {
    const struct parchis *s = (const struct parchis *)(const void *)state;
    w->begin_object(w);
    th_write_integer(w, "turn", (int)s->turn);
    th_write_integer(w, "player", parchis_player(s));
    th_write_integer(w, "color", s->colour);
    write_pieces(w, s);
    write_dice(w, s);
    write_special(w, s);
    write_forced(w, s);
    write_items(w, s);
    th_write_list(w, "traps");
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) w->integer(w, s->traps[i]);
    w->end_list(w);
    th_write_list(w, "bounces");
    for (int c = 0; c < PARCHIS_COLOURS; c++) w->integer(w, s->bounces[c]);
    w->end_list(w);
    th_write_integer(w, "last_die", parchis_number[s->last_die]);
    th_write_integer(w, "winner", s->winner == PARCHIS_NOBODY ? -1 : s->winner);
    th_write_integer(w, "win_color", parchis_winning_colour(s));
    write_flags(w, s);
    w->end_object(w);
}

/* ---- reading ---- */

static bool whole(const json_t *json, json_int_t min, json_int_t max, int *value) {
    if (!json_is_integer(json) || json_integer_value(json) < min || json_integer_value(json) > max)
        return false;
    *value = (int)json_integer_value(json);
    return true;
}

static bool field(const json_t *json, const char *name, json_int_t min, json_int_t max, int *value,
                  struct th_error *e) {
    if (whole(json_object_get(json, name), min, max, value)) return true;
    return th_fail(e, "\"%s\" must be a whole number from %lld to %lld", name, (long long)min,
                   (long long)max);
}

static bool read_pieces(struct parchis *s, const json_t *json, struct th_error *e) {
    const json_t *colours = json_object_get(json, "pieces");
    bool ok = json_array_size(colours) == PARCHIS_COLOURS;
    for (size_t c = 0; c < PARCHIS_COLOURS && ok; c++)
        ok = json_array_size(json_array_get(colours, c)) == PARCHIS_EACH;
    if (!ok) return th_fail(e, "\"pieces\" must be four lists of three pieces");
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const char *name = parchis_colour_names[parchis_colour(p)];
        const json_t *piece = json_array_get(json_array_get(colours, (size_t)parchis_colour(p)),
                                             (size_t)(p % PARCHIS_EACH));
        int square, condition, left;
        if (json_array_size(piece) != 3 || !whole(json_array_get(piece, 0), 0, GOAL, &square) ||
            place_of(p, square) < 0)
            return th_fail(e,
                           "\"pieces\": %s %d must be [square, state, turns left], its square 0 "
                           "to 68 or 101 to 108",
                           name, p % PARCHIS_EACH);
        if (!whole(json_array_get(piece, 1), 0, PARCHIS_CONDITIONS - 1, &condition))
            return th_fail(e, "\"pieces\": the state of %s %d must be 0 to 5", name,
                           p % PARCHIS_EACH);
        if (!whole(json_array_get(piece, 2), 0, PARCHIS_TURNS_LEFT_MAX, &left))
            return th_fail(e, "\"pieces\": the turns left of %s %d must be 0 to %d", name,
                           p % PARCHIS_EACH, PARCHIS_TURNS_LEFT_MAX);
        s->place[p] = (uint8_t)place_of(p, square);
        s->condition[p] = (uint8_t)(condition | left << 3);
    }
    return true;
}

static bool read_dice(struct parchis *s, const json_t *json, struct th_error *e) {
    const json_t *pools = json_object_get(json, "dice");
    if (json_array_size(pools) != (size_t)parchis_pools(s))
        return th_fail(e, "\"dice\" must be %d lists, one a %s", parchis_pools(s),
                       parchis_in_course(s) ? "player" : "colour");
    for (int i = 0; i < parchis_pools(s); i++) {
        const json_t *pool = json_array_get(pools, (size_t)i);
        int before = PARCHIS_NO_DIE;
        if (json_array_size(pool) == 0)
            return th_fail(e, "\"dice\": list %d must hold a die or more", i);
        for (size_t k = 0; k < json_array_size(pool); k++) {
            const int die = die_of(json_array_get(pool, k), before + 1, PARCHIS_SIX);
            if (die == PARCHIS_NO_DIE)
                return th_fail(e, "\"dice\": list %d must hold some of 1, 2, 4, 5, 6 ascending", i);
            s->pool[i] |= (uint8_t)(1U << (die - 1));
            before = die;
        }
    }
    return true;
}

static bool read_special(struct parchis *s, const json_t *json, struct th_error *e) {
    const json_t *hands = json_object_get(json, "special");
    if (json_array_size(hands) != 2)
        return th_fail(e, "\"special\" must be two lists, one a player");
    for (int player = 0; player < 2; player++) {
        const json_t *hand = json_array_get(hands, (size_t)player);
        if (!json_is_array(hand) || json_array_size(hand) > PARCHIS_HAND)
            return th_fail(e, "\"special\": list %d must hold at most two dice", player);
        for (size_t i = 0; i < json_array_size(hand); i++) {
            const int die = die_of(json_array_get(hand, i), PARCHIS_STAR_DIE, PARCHIS_DICE - 1);
            if (die == PARCHIS_NO_DIE)
                return th_fail(e, "\"special\": list %d must hold dice from 101 to 110", player);
            s->hand[player][i] = (uint8_t)die;
        }
    }
    return true;
}

static bool read_items(struct parchis *s, const json_t *json, struct th_error *e) {
    const json_t *items = json_object_get(json, "items");
    if (!json_is_array(items)) return th_fail(e, "\"items\" must be a list of [square, die]");
    int before = 0;
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i);
        int square;
        if (json_array_size(item) != 2 ||
            !whole(json_array_get(item, 0), before + 1, PARCHIS_TRACK, &square))
            return th_fail(e, "\"items\" must be a list of [square, die] by ascending squares");
        const int index = parchis_item_at[square] - 1;
        if (index < 0 || die_of(json_array_get(item, 1), parchis_items[index].die,
                                parchis_items[index].die) == PARCHIS_NO_DIE)
            return th_fail(e, "\"items\": no such item ever lies on square %d", square);
        s->items |= 1U << index;
        before = square;
    }
    return true;
}

static bool read_traps(struct parchis *s, const json_t *json, struct th_error *e) {
    const json_t *traps = json_object_get(json, "traps");
    if (!json_is_array(traps) || json_array_size(traps) > PARCHIS_TRAPS)
        return th_fail(e, "\"traps\" must be a list of at most %d squares", PARCHIS_TRAPS);
    int before = 1;
    for (size_t i = 0; i < json_array_size(traps); i++) {
        if (!whole(json_array_get(traps, i), before, PARCHIS_TRACK, &before))
            return th_fail(e, "\"traps\" must be ascending squares from 1 to 68");
        s->traps[i] = (uint8_t)before;
    }
    return true;
}

static bool read_bounces(struct parchis *s, const json_t *json, struct th_error *e) {
    const json_t *bounces = json_object_get(json, "bounces");
    for (int c = 0, n; c < PARCHIS_COLOURS; c++) {
        if (json_array_size(bounces) != PARCHIS_COLOURS ||
            !whole(json_array_get(bounces, (size_t)c), 0, PARCHIS_BOUNCES + 1, &n))
            return th_fail(e, "\"bounces\" must be four numbers from 0 to %d", PARCHIS_BOUNCES + 1);
        s->bounces[c] = (uint8_t)n;
    }
    return true;
}

static bool read_forced(struct parchis *s, const json_t *json, struct th_error *e) {
    const json_t *forced = json_object_get(json, "forced");
    if (!parchis_in_course(s) && json_is_null(forced)) return true;
    const json_t *first = json_array_get(forced, 0), *second = json_array_get(forced, 1);
    int colour = 0, none;
    bool ok = json_array_size(forced) == 2;
    if (parchis_in_course(s)) {
        const json_t *own = parchis_player(s) == 0 ? first : second;
        if (!ok || !whole(own == first ? second : first, 0, 0, &none))
            return th_fail(e, "\"forced\" must be two dice, 0 for the player who is not in turn");
        if (whole(own, 0, 0, &none)) return true;
        first = own;
    } else {
        ok = ok && whole(second, 0, PARCHIS_COLOURS - 1, &colour);
    }
    const int die = die_of(first, PARCHIS_TEN, PARCHIS_TWENTY);
    if (!ok || die == PARCHIS_NO_DIE)
        return th_fail(e, parchis_in_course(s)
                              ? "\"forced\" must hold 0, 10 or 20 for the player in turn"
                              : "\"forced\" must be null or a list of 10 or 20 and a colour");
    s->forced = (uint8_t)die;
    s->forced_colour = (uint8_t)colour;
    return true;
}

static bool read_marks(struct parchis *s, const json_t *json, struct th_error *e) {
    static const char *const names[] = {"eat", "goal", "rem6", "ban"};
    const json_t *flags = json_object_get(json, "flags");
    int run, eat, goal, banana = 0;
    if (!parchis_in_course(s)) {
        if (!field(json, "run6", 0, 1, &run, e)) return false;
    } else {
        if (!fields_are(flags, "\"flags\"", names, 4, e) || !field(flags, "eat", 0, 1, &eat, e) ||
            !field(flags, "goal", 0, 1, &goal, e) || !field(flags, "rem6", 0, 1, &run, e) ||
            !field(flags, "ban", 0, 1, &banana, e))
            return false;
        if (eat != (s->forced == PARCHIS_TWENTY) || goal != (s->forced == PARCHIS_TEN))
            return th_fail(e, "\"%s\" does not agree with \"forced\"",
                           eat != (s->forced == PARCHIS_TWENTY) ? "eat" : "goal");
    }
    s->flags = (uint8_t)((run ? PARCHIS_RUN : 0) | (banana ? PARCHIS_BANANA_LOST : 0));
    return true;
}

static bool read_turn(struct parchis *s, const json_t *json, struct th_error *e) {
    int turn = 0, player = 0, colour = 0;
    const json_t *last = json_object_get(json, "last_die");
    if (!field(json, "turn", 1, PARCHIS_TURN_MAX, &turn, e) ||
        !field(json, "color", 0, parchis_pools(s) - 1, &colour, e) ||
        !field(json, "player", 0, 1, &player, e))
        return false;
    if (player != (colour & 1))
        return th_fail(e, "\"player\" is %d, but \"color\" %d belongs to player %d", player, colour,
                       colour & 1);
    s->turn = (uint32_t)turn, s->colour = (uint8_t)colour;
    s->last_die = (uint8_t)die_of(last, PARCHIS_ONE, PARCHIS_DICE - 1);
    if (s->last_die == PARCHIS_NO_DIE && !whole(last, -1, -1, &turn))
        return th_fail(e, "\"last_die\" must be a die, or -1 at the start");
    return true;
}

/* What the state says about its end, against what it is. */
static bool agrees_on_end(const struct parchis *s, const json_t *json, struct th_error *e) {
    int winner = -1, colour = -1;
    if (!field(json, "winner", -1, 1, &winner, e) ||
        !field(json, "win_color", -1, PARCHIS_COLOURS - 1, &colour, e))
        return false;
    const int right = s->winner == PARCHIS_NOBODY ? -1 : s->winner;
    if (winner != right)
        return th_fail(e, "\"winner\" is %d, but by pieces and bounces it must be %d", winner,
                       right);
    if (colour != parchis_winning_colour(s))
        return th_fail(e, "\"win_color\" is %d, but by pieces and bounces it must be %d", colour,
                       parchis_winning_colour(s));
    return true;
}

bool parchis_from_json(struct parchis *s, const json_t *json, struct th_error *e) {
    const char *const names[] = {"turn",      "player",
                                 "color",     "pieces",
                                 "dice",      "special",
                                 "forced",    "items",
                                 "traps",     "bounces",
                                 "last_die",  "winner",
                                 "win_color", parchis_in_course(s) ? "flags" : "run6"};
    struct parchis read = {.course = s->course};
    if (json_object_get(json, parchis_in_course(s) ? "run6" : "flags") != NULL)
        return th_fail(e, "this is a state of %s: write parchis:%s",
                       parchis_in_course(s) ? "rules=text" : "rules=course",
                       parchis_in_course(s) ? "rules=text" : "rules=course");
    if (!fields_are(json, "the state", names, sizeof names / sizeof *names, e) ||
        !read_turn(&read, json, e) || !read_pieces(&read, json, e) || !read_dice(&read, json, e) ||
        !read_special(&read, json, e) || !read_items(&read, json, e) ||
        !read_traps(&read, json, e) || !read_bounces(&read, json, e) ||
        !read_forced(&read, json, e) || !read_marks(&read, json, e))
        return false;
    parchis_settle(&read);
    if (!parchis_valid(&read, e) || !agrees_on_end(&read, json, e)) return false;
    *s = read;
    return true;
}
