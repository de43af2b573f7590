/* Which states the rules can go on from.
 *
 * Much that no game reaches is fine here: three pieces on a square, four megas, a mark left over.
 * Refused is what a rule would stumble over, and what says two things at once. */
#include "notation.h"

/* The set of colours with all their pieces in the goal, bit by colour. */
static unsigned complete_colours(const struct parchis *s) {
    unsigned set = (1U << PARCHIS_COLOURS) - 1;
    for (int p = 0; p < PARCHIS_PIECES; p++)
        if (!parchis_in_goal(s, p)) set &= ~(1U << parchis_colour(p));
    return set;
}

/* The set of colours that have bounced too often. */
static unsigned bounced_colours(const struct parchis *s) {
    unsigned set = 0;
    for (int c = 0; c < PARCHIS_COLOURS; c++) set |= (s->bounces[c] > PARCHIS_BOUNCES) * (1U << c);
    return set;
}

static int first_colour(unsigned set) {
    return __builtin_ctz(set);
}

/* Who has won by pieces and bounces; the 31st bounce loses even if it reaches the goal (rule 14).
 */
static int winner_of(const struct parchis *s) {
    const unsigned complete = complete_colours(s), bounced = bounced_colours(s);
    if (bounced != 0) return 1 - (first_colour(bounced) & 1);
    return complete != 0 ? first_colour(complete) & 1 : PARCHIS_NOBODY;
}

void parchis_settle(struct parchis *s) {
    s->winner = (uint8_t)winner_of(s);
    s->flags &= (uint8_t)~PARCHIS_BOUNCED_OUT;
    if (bounced_colours(s) != 0) s->flags |= PARCHIS_BOUNCED_OUT;
    s->key = parchis_key(s);
}

/* ---- pieces ---- */

static const char *name_of(int piece) {
    return parchis_colour_names[parchis_colour(piece)];
}

/* In rules=text a state and its turns come and go together, and a mega needs its front square. */
static bool condition_fits_text(const struct parchis *s, int p, struct th_error *e) {
    const int condition = parchis_condition_of(s, p), left = parchis_turns_left(s, p);
    const int place = s->place[p], colour = parchis_colour(p), number = p % PARCHIS_EACH;
    if (condition == PARCHIS_NORMAL && left > 0)
        return th_fail(e, "%s %d is normal, but has %d turns left to count", name_of(p), number,
                       left);
    if (condition != PARCHIS_NORMAL && left == 0)
        return th_fail(e, "the state of %s %d, %s, has no turns left", name_of(p), number,
                       parchis_condition_names[condition]);
    if (condition != PARCHIS_MEGA) return true;
    if (place == PARCHIS_HOME)
        return th_fail(e, "%s %d is at home and cannot be a mega there", name_of(p), number);
    if (place == parchis_goal(colour))
        return th_fail(e, "%s %d is in the goal, where no mega stays one", name_of(p), number);
    if (place == parchis_goal(colour) - 1)
        return th_fail(e,
                       "%s %d is a mega on c7: its front square is the goal, so it is in the goal",
                       name_of(p), number);
    return true;
}

static bool piece_fits(const struct parchis *s, int p, struct th_error *e) {
    const int place = s->place[p], colour = parchis_colour(p), number = p % PARCHIS_EACH;
    if (place >= PARCHIS_PLACES)
        return th_fail(e, "%s %d stands on place %d, which the board does not have", name_of(p),
                       number, place);
    if (place > PARCHIS_TRACK && (place - PARCHIS_TRACK - 1) / PARCHIS_STEPS != colour)
        return th_fail(e, "%s %d stands in the corridor of %s", name_of(p), number,
                       parchis_colour_names[(place - PARCHIS_TRACK - 1) / PARCHIS_STEPS]);
    if (parchis_condition_of(s, p) >= PARCHIS_CONDITIONS)
        return th_fail(e, "%s %d is in state %d; there are 0 to %d", name_of(p), number,
                       parchis_condition_of(s, p), PARCHIS_CONDITIONS - 1);
    if (parchis_turns_left(s, p) > PARCHIS_TURNS_LEFT_MAX)
        return th_fail(e, "%s %d has %d turns left of its state; %d is the most", name_of(p),
                       number, parchis_turns_left(s, p), PARCHIS_TURNS_LEFT_MAX);
    return parchis_in_course(s) || condition_fits_text(s, p, e);
}

/* ---- dice ---- */

static bool pools_fit(const struct parchis *s, struct th_error *e) {
    for (int i = 0; i < PARCHIS_COLOURS; i++) {
        if (i >= parchis_pools(s) && s->pool[i] != 0)
            return th_fail(e, "in the course there are two pools, but %s has one of its own",
                           parchis_colour_names[i]);
        if (s->pool[i] > PARCHIS_FULL_POOL)
            return th_fail(e, "pool %d holds a die other than 1, 2, 4, 5 and 6", i);
        if (i < parchis_pools(s) && s->pool[i] == 0)
            return th_fail(e, "pool %d is empty; a pool is refilled when its last die is spent", i);
    }
    return true;
}

static bool hands_fit(const struct parchis *s, struct th_error *e) {
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < PARCHIS_HAND; i++) {
            const int die = s->hand[player][i];
            if (die != PARCHIS_NO_DIE && (die < PARCHIS_STAR_DIE || die >= PARCHIS_DICE))
                return th_fail(e, "player %d holds a die that is no special one", player);
            if (i > 0 && die != PARCHIS_NO_DIE && s->hand[player][i - 1] == PARCHIS_NO_DIE)
                return th_fail(e, "the hand of player %d has a gap before its last die", player);
        }
    return true;
}

/* ---- board ---- */

static bool traps_fit(const struct parchis *s, struct th_error *e) {
    int bananas = 0;
    if (s->items >> PARCHIS_ITEMS != 0)
        return th_fail(e, "there are more items than the board has: 24");
    for (int i = 0; i < PARCHIS_ITEMS; i++)
        bananas += (s->items >> i & 1) != 0 && parchis_items[i].die == PARCHIS_BANANA;
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < PARCHIS_HAND; i++) bananas += s->hand[player][i] == PARCHIS_BANANA;
    for (int i = 0; i < PARCHIS_TRAPS; i++) {
        if (s->traps[i] > PARCHIS_TRACK)
            return th_fail(e, "a trap lies on square %d; the track has squares 1 to %d",
                           s->traps[i], PARCHIS_TRACK);
        if (i > 0 && s->traps[i] != 0 && s->traps[i] < s->traps[i - 1])
            return th_fail(e, "the traps are out of order: %d stands behind %d", s->traps[i],
                           s->traps[i - 1]);
        if (i > 0 && s->traps[i] != 0 && s->traps[i - 1] == 0)
            return th_fail(e, "there is a gap before the trap on square %d", s->traps[i]);
        bananas += s->traps[i] != 0;
    }
    if (bananas > PARCHIS_TRAPS)
        return th_fail(e,
                       "there are %d traps and bananas in hands and on the board; %d is the most",
                       bananas, PARCHIS_TRAPS);
    return true;
}

/* ---- turn ---- */

static bool forced_fits(const struct parchis *s, struct th_error *e) {
    if (s->forced != 0 && s->forced != PARCHIS_TEN && s->forced != PARCHIS_TWENTY)
        return th_fail(e, "the forced die is the 10 or the 20, no other");
    if (s->forced_colour >= PARCHIS_COLOURS)
        return th_fail(e, "the forced die is for colour %d; there are 0 to 3", s->forced_colour);
    if (s->forced_colour != 0 && (s->forced == 0 || parchis_in_course(s)))
        return th_fail(e, parchis_in_course(s) ? "in the course a forced die is for both colours"
                                               : "there is a forced colour, but no forced die");
    if (s->forced != 0 && !parchis_in_course(s) && (s->forced_colour & 1) != parchis_player(s))
        return th_fail(e, "the forced die is for %s, but %s is in turn, of the other player",
                       parchis_colour_names[s->forced_colour], parchis_colour_names[s->colour]);
    return true;
}

static bool turn_fits(const struct parchis *s, struct th_error *e) {
    if (s->turn < 1 || s->turn > PARCHIS_TURN_MAX)
        return th_fail(e, "the turn is a number from 1 to %d, not %u", PARCHIS_TURN_MAX,
                       (unsigned)s->turn);
    if (s->colour >= PARCHIS_COLOURS)
        return th_fail(e, "colour %d is in turn; there are 0 to 3", s->colour);
    if (s->colour >= parchis_pools(s))
        return th_fail(e, "in the course yellow or blue is in turn, for its player, not %s",
                       parchis_colour_names[s->colour]);
    if (s->last_die >= PARCHIS_DICE) return th_fail(e, "the last die is none of the dice");
    if (s->flags & ~(PARCHIS_RUN | PARCHIS_BANANA_LOST | PARCHIS_BOUNCED_OUT))
        return th_fail(e, "the state has a flag that there is none of");
    if (!parchis_in_course(s) && (s->flags & PARCHIS_BANANA_LOST))
        return th_fail(e, "only the course remembers a turn lost by a banana");
    if (!parchis_in_course(s) && (s->flags & PARCHIS_RUN) && s->forced == 0)
        return th_fail(e, "the run of a 6 is remembered only while a 10 or 20 is owed");
    return forced_fits(s, e);
}

/* ---- end ---- */

static bool end_fits(const struct parchis *s, struct th_error *e) {
    static const char *const won[] = {"player 0 has won", "player 1 has won", "nobody has won"};
    const unsigned complete = complete_colours(s), bounced = bounced_colours(s);
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        if (s->bounces[c] > PARCHIS_BOUNCES + 1)
            return th_fail(e, "%s has %d bounces; bounce %d ends the game", parchis_colour_names[c],
                           s->bounces[c], PARCHIS_BOUNCES + 1);
    if ((complete & (complete - 1)) != 0)
        return th_fail(e, "two colours are complete in the goal; the first one ends the game");
    if ((bounced & (bounced - 1)) != 0)
        return th_fail(e, "two colours have bounced out; the first one ends the game");
    if (complete != 0 && bounced != 0 && complete != bounced)
        return th_fail(e, "%s has bounced out and %s is complete; the first one ends the game",
                       parchis_colour_names[first_colour(bounced)],
                       parchis_colour_names[first_colour(complete)]);
    if (((s->flags & PARCHIS_BOUNCED_OUT) != 0) != (bounced != 0))
        return th_fail(e, "the game %s marked as lost by bounces, but %s colour has more than %d",
                       bounced != 0 ? "is not" : "is", bounced != 0 ? "a" : "no", PARCHIS_BOUNCES);
    if (s->winner > PARCHIS_NOBODY)
        return th_fail(e, "the winner is player 0, player 1 or nobody, not %d", s->winner);
    if (s->winner != winner_of(s))
        return th_fail(e, "by pieces and bounces %s, but the state says that %s", won[winner_of(s)],
                       won[s->winner]);
    return true;
}

bool parchis_valid(const struct parchis *s, struct th_error *e) {
    for (int p = 0; p < PARCHIS_PIECES; p++)
        if (!piece_fits(s, p, e)) return false;
    return pools_fit(s, e) && hands_fit(s, e) && traps_fit(s, e) && turn_fits(s, e) &&
           end_fits(s, e);
}
