/* Names and actions in writing. */
#include "notation.h"

#include "core/text.h"
#include <string.h>

const char *const parchis_die_names[PARCHIS_DICE] = {
    "none",      "1",         "2",          "4",        "5",
    "6",         "10",        "20",         "star",     "boo",
    "bullet",    "red-shell", "blue-shell", "mushroom", "mega-mushroom",
    "lightning", "horn",      "banana"};
const char *const parchis_colour_names[PARCHIS_COLOURS] = {"yellow", "blue", "red", "green"};
const char *const parchis_condition_names[PARCHIS_CONDITIONS] = {"normal", "bananed", "mini",
                                                                 "ghost",  "star",    "mega"};

static const struct parchis *board(const struct th_state *s) {
    return (const struct parchis *)(const void *)s;
}

/* ---- words ---- */

static bool no_such(const char *what, const char *word, const char *const names[], int n,
                    struct th_error *e) {
    char wrong[TEXT_CLIP_BYTES], list[160];
    const char *near = text_nearest(word, names, n);
    text_clip(word, wrong);
    if (near != NULL)
        return th_fail(e, "there is no %s '%s'; did you mean '%s'?", what, wrong, near);
    struct text t = text_in(list, sizeof list);
    for (int i = 0; i < n; i++) text_add(&t, "%s%s", i == 0 ? "" : ", ", names[i]);
    return th_fail(e, "there is no %s '%s'; there are %s", what, wrong, list);
}

int parchis_read_name(const char *what, const char *word, const char *const names[], int n,
                      struct th_error *e) {
    for (int i = 0; i < n; i++)
        if (strcmp(word, names[i]) == 0) return i;
    no_such(what, word, names, n, e);
    return -1;
}

int parchis_read_colour(const char *word, struct th_error *e) {
    return parchis_read_name("colour", word, parchis_colour_names, PARCHIS_COLOURS, e);
}

int parchis_read_die(const char *what, const char *word, int first, struct th_error *e) {
    const int i = parchis_read_name(what, word, parchis_die_names + first, PARCHIS_DICE - first, e);
    return i < 0 ? PARCHIS_NO_DIE : first + i;
}

bool parchis_read_number(const char *word, int min, int max, int *value) {
    int64_t n;
    if (!text_integer(word, &n) || n < min || n > max) return false;
    *value = (int)n;
    return true;
}

/* ---- actions ---- */

const char *parchis_action_text(const struct th_state *s, th_action a, char *out, size_t size) {
    (void)s;
    const char *die = parchis_die_names[parchis_action_die(a)];
    const int piece = parchis_action_piece(a);
    struct text t = text_in(out, size);
    if (piece == PARCHIS_PASS)
        text_add(&t, "pass %s", die);
    else
        text_add(&t, "%s %s %d", die, parchis_colour_names[parchis_colour(piece)],
                 piece % PARCHIS_EACH);
    return out;
}

/* Says why the player in turn has no such die, if so. */
static bool die_at_hand(const struct parchis *s, int die, struct th_error *e) {
    const char *name = parchis_die_names[die];
    const uint8_t *hand = s->hand[parchis_player(s)];
    if (s->forced != 0 && die != s->forced)
        return th_fail(e, "the %s must be played now, no other die", parchis_die_names[s->forced]);
    if (s->forced == 0 && (die == PARCHIS_TEN || die == PARCHIS_TWENTY))
        return th_fail(e, "no %s has been earned to be played now", name);
    if (die >= PARCHIS_STAR_DIE && hand[0] != die && hand[1] != die)
        return th_fail(e, "player %d holds no %s", parchis_player(s), name);
    if (die > PARCHIS_SIX || (s->pool[s->colour] >> (die - 1) & 1)) return true;
    if (parchis_in_course(s))
        return th_fail(e, "player %d has no %s left in its pool", parchis_player(s), name);
    return th_fail(e, "%s has no %s left in its pool", parchis_colour_names[s->colour], name);
}

/* Says why an action is none of the legal ones. */
static bool not_legal(const struct parchis *s, int die, int piece, const th_action legal[], int n,
                      struct th_error *e) {
    const char *name = parchis_die_names[die];
    if (piece != PARCHIS_PASS && (parchis_colour(piece) & 1) != parchis_player(s))
        return th_fail(e, "%s is the other player's colour; player %d has %s",
                       parchis_colour_names[parchis_colour(piece)], parchis_player(s),
                       parchis_player(s) == 0 ? "yellow and red" : "blue and green");
    if (!die_at_hand(s, die, e)) return false;
    char list[80];
    struct text t = text_in(list, sizeof list);
    for (int i = 0; i < n; i++) {
        const int user = parchis_action_piece(legal[i]);
        if (parchis_action_die(legal[i]) == die && user != PARCHIS_PASS)
            text_add(&t, "%s%s %d", t.length > 0 ? ", " : "",
                     parchis_colour_names[parchis_colour(user)], user % PARCHIS_EACH);
    }
    if (t.length == 0)
        return th_fail(e, "no piece can use the %s here; write 'pass %s'", name, name);
    if (piece == PARCHIS_PASS)
        return th_fail(e, "the %s cannot be passed, since a piece can use it: %s", name, list);
    return th_fail(e, "%s %d%s cannot use the %s here; these can: %s",
                   parchis_colour_names[parchis_colour(piece)], piece % PARCHIS_EACH,
                   s->place[piece] == PARCHIS_HOME ? ", at home,"
                   : parchis_in_goal(s, piece)     ? ", in the goal,"
                                                   : "",
                   name, list);
}

/* "DIE COLOUR PIECE" or "pass DIE", whether legal or not. */
static bool read_action(const char *text, int *die, int *piece, struct th_error *e) {
    const char *p = text;
    char first[24], second[24], third[24] = "", wrong[TEXT_CLIP_BYTES];
    bool ok = text_word(&p, first, sizeof first) && text_word(&p, second, sizeof second);
    const bool pass = ok && strcmp(first, "pass") == 0;
    if (ok && !pass) ok = text_word(&p, third, sizeof third);
    if (!ok || p[strspn(p, " ")] != 0)
        return th_fail(e,
                       "'%s' is no action; write DIE COLOUR PIECE, as in '6 yellow 2', or "
                       "'pass 6'",
                       text_clip(text, wrong));
    if ((*die = parchis_read_die("die", pass ? second : first, PARCHIS_ONE, e)) == PARCHIS_NO_DIE)
        return false;
    *piece = PARCHIS_PASS;
    if (pass) return true;
    const int colour = parchis_read_colour(second, e);
    if (colour < 0) return false;
    if (!parchis_read_number(third, 0, PARCHIS_EACH - 1, piece))
        return th_fail(e, "the pieces of a colour are 0, 1 and 2, not '%s'", third);
    *piece += PARCHIS_EACH * colour;
    return true;
}

bool parchis_parse_action(const struct th_state *s, const char *text, th_action *a,
                          struct th_error *e) {
    const struct parchis *b = board(s);
    char wrong[TEXT_CLIP_BYTES];
    th_action legal[PARCHIS_LEGAL_MAX];
    int die = PARCHIS_NO_DIE, piece = PARCHIS_PASS;
    if (b->winner != PARCHIS_NOBODY)
        return th_fail(e, "the game is over, '%s' comes too late", text_clip(text, wrong));
    if (!read_action(text, &die, &piece, e)) return false;
    const int n = parchis_legal(b, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == parchis_action(die, piece)) {
            *a = legal[i];
            return true;
        }
    return not_legal(b, die, piece, legal, n, e);
}
