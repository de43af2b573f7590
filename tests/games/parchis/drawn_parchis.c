#include "drawn_parchis.h"

#include "core/text.h"
#include <string.h>

struct parchis place_by(uint64_t course, const char *position) {
    struct parchis s;
    struct th_error e;
    parchis_start(&s, course, false);
    if (!parchis_parse_position(state_of(&s), position, &e)) fail_msg("%s: %s", position, e.text);
    return s;
}

struct parchis place(const char *position) {
    return place_by(PARCHIS_TEXT, position);
}

/* The action with this text, legal or not; a test with a slip of the pen must not pass. */
static th_action action_of(const struct parchis *s, const char *text) {
    char one[40];
    for (th_action a = 0; a < PARCHIS_ACTIONS; a++)
        if (strcmp(parchis_action_text(state_seen(s), a, one, sizeof one), text) == 0) return a;
    fail_msg("'%s' is no action", text);
    return 0;
}

bool can(const struct parchis *s, const char *action) {
    th_action legal[PARCHIS_LEGAL_MAX];
    const th_action a = action_of(s, action);
    for (int i = parchis_legal(s, legal) - 1; i >= 0; i--)
        if (legal[i] == a) return true;
    return false;
}

void play(struct parchis *s, const char *action) {
    char position[600];
    if (!can(s, action))
        fail_msg("%s: '%s' is not legal",
                 parchis_position_text(state_seen(s), position, sizeof position), action);
    parchis_apply(s, action_of(s, action));
    assert_true(s->key == parchis_key(s));
}

const char *users(const struct parchis *s, const char *die) {
    static char out[200];
    struct text t = text_in(out, sizeof out);
    th_action legal[PARCHIS_LEGAL_MAX];
    const int n = parchis_legal(s, legal);
    for (int i = 0; i < n; i++) {
        const int piece = parchis_action_piece(legal[i]);
        if (strcmp(parchis_die_names[parchis_action_die(legal[i])], die) != 0) continue;
        if (piece == PARCHIS_PASS)
            text_add(&t, "pass");
        else
            text_add(&t, "%s%s %d", t.length > 0 ? ", " : "",
                     parchis_colour_names[parchis_colour(piece)], piece % PARCHIS_EACH);
    }
    return out;
}

const char *part_of(const struct parchis *s, const char *part) {
    static char out[200];
    char position[600];
    struct text t = text_in(out, sizeof out);
    const size_t n = strlen(part);
    const char *p = parchis_position_text(state_seen(s), position, sizeof position);
    for (; p != NULL; p = strchr(p, ';'), p = p != NULL ? p + strlen("; ") : NULL)
        if (strncmp(p, part, n) == 0 && p[n] == ' ')
            text_add(&t, "%.*s", (int)strcspn(p + n + 1, ";"), p + n + 1);
    return out;
}

const char *place_of(const struct parchis *s, const char *piece) {
    static char out[40];
    int number;
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        const char *colour = parchis_colour_names[c], *rest = piece;
        if (!text_word(&rest, out, sizeof out) || strcmp(out, colour) != 0) continue;
        if (*rest == 0 || !parchis_read_number(rest + 1, 0, PARCHIS_EACH - 1, &number)) break;
        rest = part_of(s, colour);
        for (int i = 0; i <= number; i++) text_word(&rest, out, sizeof out);
        return out;
    }
    fail_msg("'%s' is no piece", piece);
    return NULL;
}

const char *next_turn(const struct parchis *s) {
    static char out[40];
    struct text t = text_in(out, sizeof out);
    if (s->winner != PARCHIS_NOBODY)
        text_add(&t, "player %d wins", s->winner);
    else
        text_add(&t, "%s", parchis_colour_names[s->colour]);
    if (s->forced != 0)
        text_add(&t, ", %s for %s", parchis_die_names[s->forced],
                 parchis_colour_names[s->forced_colour]);
    return out;
}
