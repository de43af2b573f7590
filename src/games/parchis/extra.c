/* What becomes of every piece by each legal action, with the squares it runs over: for boards that
 * show a move before it is made, and on its way.
 *
 *   {"ways":[{"move":"5 yellow 2","pieces":[{"colour":0,"piece":2,"path":[4,5,6,7,8,9],"state":0}],
 *             "takes":[101],"bounces":false},…]}
 *
 * What becomes of them is taken from the rules themselves, by making the action; only the way of
 * the piece that moves is followed here, step by step. */
#include "move.h"
#include "notation.h"

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

/* The way of the piece that acts, from where it stands to where it is behind the action. */
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
                              json_pack("{s:s, s:o, s:o, s:b}", "move",
                                        parchis_action_text(view, legal[i], move, sizeof move),
                                        "pieces", pieces_json(s, legal[i], &after), "takes",
                                        takes_json(s, &after), "bounces", (int)bounces(s, &after)));
    }
    return parchis_dump(json_pack("{s:o}", "ways", ways), out, size);
}
