/* Plies of Parchís in words: what was done, and what came of it. */
#include "core/text.h"
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

const char *parchis_tell(const struct th_state *state, th_action a, int seat, char *out,
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
