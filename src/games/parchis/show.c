/* Plies of Parchís in words: what was done, and what came of it. */
#include "core/text.h"
#include "move.h"
#include "notation.h"

/* The pieces that the ply sent home, and the acting piece itself if a star did. */
static void tell_sent_home(struct text *t, const struct parchis *before,
                           const struct parchis *after) {
    const char *join = ", sent home ";
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        if (before->place[p] == PARCHIS_HOME || after->place[p] != PARCHIS_HOME) continue;
        text_add(t, "%s%s %d", join, parchis_colour_names[parchis_colour(p)], p % PARCHIS_EACH);
        join = " and ";
    }
}

static void tell_items(struct text *t, const struct parchis *before, const struct parchis *after) {
    const char *join = ", took ";
    for (int i = 0; i < PARCHIS_ITEMS; i++) {
        if (!((before->items & ~after->items) >> i & 1)) continue;
        text_add(t, "%s%s", join, parchis_die_names[parchis_items[i].die]);
        join = " and ";
    }
}

static int traps_on(const struct parchis *s) {
    int n = 0;
    while (n < PARCHIS_TRAPS && s->traps[n] != 0) n++;
    return n;
}

static void tell_what_came(struct text *t, const struct parchis *before,
                           const struct parchis *after) {
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (after->bounces[c] > before->bounces[c]) text_add(t, ", bounced");
    if (traps_on(after) < traps_on(before)) text_add(t, ", was stopped by a trap");
    tell_sent_home(t, before, after);
    tell_items(t, before, after);
    if (after->winner == PARCHIS_NOBODY) return;
    const int colour = parchis_winning_colour(after);
    if (colour >= 0)
        text_add(t, " and completed %s", parchis_colour_names[colour]);
    else
        text_add(t, ", once too often");
}

const char *parchis_describe(const struct th_state *state, th_action a, int seat, char *out,
                             size_t size) {
    (void)seat; /* all is open */
    const struct parchis *before = (const struct parchis *)(const void *)state;
    const int die = parchis_action_die(a), piece = parchis_action_piece(a);
    struct text t = text_in(out, size);
    struct parchis after = *before;
    char from[8], to[8];
    parchis_apply(&after, a);
    if (piece == PARCHIS_PASS) {
        text_add(&t, "passed with the %s", parchis_die_names[die]);
        return out;
    }
    text_add(&t, die >= PARCHIS_STAR_DIE ? "used %s with " : "played %s: ", parchis_die_names[die]);
    text_add(&t, "%s %d", parchis_colour_names[parchis_colour(piece)], piece % PARCHIS_EACH);
    parchis_place_text(before, piece, from, sizeof from);
    parchis_place_text(&after, piece, to, sizeof to);
    if (after.place[piece] != before->place[piece])
        text_add(&t, " from %s to %s", from, to);
    else if (die < PARCHIS_STAR_DIE)
        text_add(&t, " stayed on %s", to);
    tell_what_came(&t, before, &after);
    return out;
}

/* ---- plies as data ---- */

static void report_sent_home(struct th_writer *w, const struct parchis *before,
                             const struct parchis *after) {
    th_write_list(w, "sent");
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        if (before->place[p] == PARCHIS_HOME || after->place[p] != PARCHIS_HOME) continue;
        w->begin_object(w);
        th_write_text(w, "colour", parchis_colour_names[parchis_colour(p)]);
        th_write_integer(w, "piece", p % PARCHIS_EACH);
        w->end_object(w);
    }
    w->end_list(w);
}

static void report_items(struct th_writer *w, const struct parchis *before,
                         const struct parchis *after) {
    th_write_list(w, "took");
    for (int i = 0; i < PARCHIS_ITEMS; i++)
        if ((before->items & ~after->items) >> i & 1)
            w->text(w, parchis_die_names[parchis_items[i].die]);
    w->end_list(w);
}

static void report_what_came(struct th_writer *w, const struct parchis *before,
                             const struct parchis *after) {
    int bounces = 0;
    for (int c = 0; c < PARCHIS_COLOURS; c++) bounces += after->bounces[c] > before->bounces[c];
    th_write_integer(w, "bounced", bounces);
    th_write_integer(w, "trapped", traps_on(after) < traps_on(before));
    report_sent_home(w, before, after);
    report_items(w, before, after);
    if (after->winner == PARCHIS_NOBODY) return;
    const int colour = parchis_winning_colour(after);
    if (colour >= 0)
        th_write_text(w, "completed", parchis_colour_names[colour]);
    else
        th_write_integer(w, "too_often", 1);
}

void parchis_events(const struct th_state *state, th_action a, int seat, struct th_writer *w) {
    (void)seat; /* all is open */
    const struct parchis *before = (const struct parchis *)(const void *)state;
    const int die = parchis_action_die(a), piece = parchis_action_piece(a);
    struct parchis after = *before;
    char from[8], to[8];
    parchis_apply(&after, a);
    if (piece == PARCHIS_PASS) {
        th_write_event(w, "passed");
        th_write_text(w, "die", parchis_die_names[die]);
        w->end_object(w);
        return;
    }
    th_write_event(w, die >= PARCHIS_STAR_DIE ? "used" : "played");
    th_write_text(w, "die", parchis_die_names[die]);
    th_write_text(w, "colour", parchis_colour_names[parchis_colour(piece)]);
    th_write_integer(w, "piece", piece % PARCHIS_EACH);
    parchis_place_text(before, piece, from, sizeof from);
    parchis_place_text(&after, piece, to, sizeof to);
    th_write_text(w, "from", from);
    th_write_text(w, "to", to);
    report_what_came(w, before, &after);
    w->end_object(w);
}

/* ---- extra ---- */

/* What becomes of every piece by each legal action, with the squares it runs over: for boards that
 * show a move before it is made, and on its way.
 *
 *   {"ways":[{"move":"5 yellow 2","pieces":[{"colour":0,"piece":2,"path":[4,5,6,7,8,9],"state":0}],
 *             "takes":[101],"bounces":false,"again":false},…]}
 *
 * What becomes of them is taken from the rules themselves, by making the action; only the way of
 * the piece that moves is followed here, step by step. */

/* Places one after another, the first of them where the piece stands. */
struct trail {
    int n;
    uint8_t place[2 * PARCHIS_PLACES];
};

static int last_of(const struct trail *t) {
    return t->place[t->n - 1];
}

static void step_to(struct trail *t, int place) {
    t->place[t->n++] = (uint8_t)place;
}

/* The place before this one on a colour's route. */
static int before(int colour, int place) {
    if (place == parchis_corridor(colour, 1)) return parchis_entry[colour];
    return place == 1 ? PARCHIS_TRACK : place - 1;
}

/* So many steps, in the goal turning back. */
static void run(struct trail *t, int colour, int steps) {
    bool back = false;
    for (; steps > 0; steps--) {
        const int place = last_of(t);
        back = back || place == parchis_goal(colour);
        step_to(t, back ? before(colour, place) : parchis_next(colour, place));
    }
}

/* Ends the trail where the piece is stopped: what is met there is met the first time. Where the
 * course program looks at other squares than the piece runs over, it jumps there. */
static void cut(struct trail *t, int stop) {
    for (int i = 1; i < t->n; i++)
        if (t->place[i] == stop) {
            t->n = i + 1;
            return;
        }
    t->n = 1;
    step_to(t, stop);
}

static void follow_die(const struct parchis *s, int piece, int die, struct trail *t) {
    const int colour = parchis_colour(piece);
    struct parchis_sight sight;
    struct parchis_move m;
    parchis_look(s, &sight);
    if (!parchis_find_move(s, &sight, piece, die, &m)) return;
    if (s->place[piece] == PARCHIS_HOME) {
        step_to(t, parchis_exit[colour]);
        return;
    }
    run(t, colour, parchis_steps(s, &sight, piece, die));
    /* Whom a star burns in the course program, it burns at the end. */
    if (m.trapped || (m.burnt && !parchis_as_course(s, PARCHIS_BARRIERS_FIRST))) cut(t, m.to);
}

/* Mushroom and bullet run forward to where they end. */
static void follow_jump(const struct parchis *s, int piece, int to, struct trail *t) {
    const int colour = parchis_colour(piece), goal = parchis_goal(colour);
    if (s->place[piece] == PARCHIS_HOME) step_to(t, parchis_exit[colour]);
    while (last_of(t) != to && last_of(t) != goal) step_to(t, parchis_next(colour, last_of(t)));
    if (last_of(t) != to) t->n = 1;
}

/* The way of the piece that acts, from where it stands to where it is after the action. */
static struct trail follow(const struct parchis *s, int piece, int die,
                           const struct parchis *after) {
    struct trail t = {1, {s->place[piece]}};
    if (die < PARCHIS_STAR_DIE)
        follow_die(s, piece, die, &t);
    else if (die == PARCHIS_MUSHROOM || die == PARCHIS_BULLET)
        follow_jump(s, piece, after->place[piece], &t);
    if (last_of(&t) != after->place[piece]) step_to(&t, after->place[piece]);
    return t;
}

static json_t *piece_json(int piece, const struct trail *t, const struct parchis *after) {
    json_t *path = json_array();
    for (int i = 0; i < t->n; i++)
        json_array_append_new(path, json_integer(parchis_square(piece, t->place[i])));
    return json_pack("{s:i, s:i, s:o, s:i}", "colour", parchis_colour(piece), "piece",
                     piece % PARCHIS_EACH, "path", path, "state",
                     parchis_condition_of(after, piece));
}

static json_t *pieces_json(const struct parchis *s, th_action a, const struct parchis *after) {
    const int acting = parchis_action_piece(a);
    json_t *pieces = json_array();
    if (acting != PARCHIS_PASS) {
        const struct trail t = follow(s, acting, parchis_action_die(a), after);
        json_array_append_new(pieces, piece_json(acting, &t, after));
    }
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const bool moved = s->place[p] != after->place[p];
        if (p == acting || (!moved && parchis_condition_of(s, p) == parchis_condition_of(after, p)))
            continue;
        const struct trail t = {moved ? 2 : 1, {s->place[p], after->place[p]}};
        json_array_append_new(pieces, piece_json(p, &t, after));
    }
    return pieces;
}

/* The special dice that are taken from the board. */
static json_t *takes_json(const struct parchis *s, const struct parchis *after) {
    json_t *dice = json_array();
    for (int i = 0; i < PARCHIS_ITEMS; i++)
        if ((s->items & ~after->items) >> i & 1)
            json_array_append_new(dice, json_integer(parchis_number[parchis_items[i].die]));
    return dice;
}

static bool bounces(const struct parchis *s, const struct parchis *after) {
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (after->bounces[c] > s->bounces[c]) return true;
    return false;
}

/* Whether the player who acts is in turn again. */
static bool plays_again(const struct parchis *s, const struct parchis *after) {
    return after->winner == PARCHIS_NOBODY && parchis_player(after) == parchis_player(s);
}

/* Writes an object in one line, and drops it. */
static const char *dump(json_t *json, char *out, size_t size) {
    const size_t written = json_dumpb(json, out, size - 1, JSON_COMPACT);
    out[written < size ? written : 0] = 0;
    json_decref(json);
    return out;
}

const char *parchis_extra(const struct th_state *view, const th_action done[], size_t steps,
                          char *out, size_t size) {
    const struct parchis *s = (const struct parchis *)(const void *)view;
    th_action legal[PARCHIS_LEGAL_MAX];
    json_t *ways = json_array();
    const int n = parchis_legal(s, legal);
    (void)done, (void)steps;
    for (int i = 0; i < n; i++) {
        struct parchis after = *s;
        char move[TH_ACTION_BYTES];
        parchis_apply(&after, legal[i]);
        json_array_append_new(ways,
                              json_pack("{s:s, s:o, s:o, s:b, s:b}", "move",
                                        parchis_action_text(view, legal[i], move, sizeof move),
                                        "pieces", pieces_json(s, legal[i], &after), "takes",
                                        takes_json(s, &after), "bounces", (int)bounces(s, &after),
                                        "again", (int)plays_again(s, &after)));
    }
    return dump(json_pack("{s:o}", "ways", ways), out, size);
}
