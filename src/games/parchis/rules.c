/* The game of Parchís: start, list of actions, a ply and whose turn comes next. */
#include "board.h"
#include "change.h"
#include "move.h"

/* th_mix as a constant expression, for factors that are no numbers typed in. */
#define MIX_1(x)  (((x) ^ ((x) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define MIX_2(x)  (((x) ^ ((x) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define MIX_3(x)  ((x) ^ ((x) >> 31))
#define FACTOR(n) (MIX_3(MIX_2(MIX_1((n + UINT64_C(1)) * TH_GOLDEN))) | 1)
#define FOUR(n)   FACTOR(n), FACTOR(n + 1), FACTOR(n + 2), FACTOR(n + 3)

const uint64_t parchis_factor[KEY_FACTORS] = {FOUR(0),  FOUR(4),  FOUR(8),   FOUR(12),
                                              FOUR(16), FOUR(20), FOUR(24),  FOUR(28),
                                              FOUR(32), FOUR(36), FACTOR(40)};

const struct parchis_switch_row parchis_switches[PARCHIS_SWITCHES] = {
#define X(NAME, name, text, course) {name, text, course},
    PARCHIS_SWITCH_LIST(X)
#undef X
};

uint64_t parchis_key(const struct parchis *s) {
    const uint64_t *factor = parchis_factor;
    uint64_t key = 0;
    for (int p = 0; p < PARCHIS_PIECES; p++)
        key += factor[KEY_PLACE + p] * s->place[p] + factor[KEY_CONDITION + p] * s->condition[p];
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        key += factor[KEY_POOL + c] * s->pool[c] + factor[KEY_BOUNCES + c] * s->bounces[c];
    for (int i = 0; i < 2 * PARCHIS_HAND; i++) key += factor[KEY_HAND + i] * s->hand[i / 2][i % 2];
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++)
        key += parchis_trap_key(s->traps[i]);
    return key + factor[KEY_ITEMS] * s->items + factor[KEY_COLOUR] * s->colour +
           factor[KEY_FORCED] * s->forced + factor[KEY_FORCED_COLOUR] * s->forced_colour +
           factor[KEY_FLAGS] * s->flags;
}

void parchis_start(struct parchis *s, uint64_t course, bool items) {
    static const uint8_t beside[PARCHIS_EACH] = {0, 9, 13}; /* the exit square (rule 17) */
    memset(s, 0, sizeof *s);
    s->course = course;
    for (int p = 0; p < PARCHIS_PIECES; p++)
        s->place[p] = (uint8_t)(parchis_exit[parchis_colour(p)] + beside[p % PARCHIS_EACH]);
    const int pools = parchis_in_course(s) ? 2 : PARCHIS_COLOURS;
    for (int c = 0; c < pools; c++) s->pool[c] = PARCHIS_FULL_POOL;
    s->items = items ? (UINT32_C(1) << PARCHIS_ITEMS) - 1 : 0;
    s->winner = PARCHIS_NOBODY;
    s->turn = 1;
    s->key = parchis_key(s);
}

int parchis_winning_colour(const struct parchis *s) {
    if ((s->flags & PARCHIS_BOUNCED_OUT) != 0) return -1;
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        const int p = PARCHIS_EACH * c;
        if (parchis_in_goal(s, p) && parchis_in_goal(s, p + 1) && parchis_in_goal(s, p + 2))
            return c;
    }
    return -1;
}

/* ---- the list of actions ---- */

/* Rule 9: the pieces that may use a 6. */
static piece_set may_use_six(const struct parchis *s, const struct parchis_sight *sight) {
    piece_set bound = 0;
    for (int c = parchis_player(s); c < PARCHIS_COLOURS; c += 2) {
        if (c != s->colour && !parchis_as_course(s, PARCHIS_SIX_BINDS_BOTH)) continue;
        for (int i = 0; i < PARCHIS_EACH; i++) {
            const int place = s->place[PARCHIS_EACH * c + i];
            if (place != PARCHIS_HOME && place != parchis_goal(c))
                bound |= parchis_barrier(s, sight, c, place);
        }
    }
    return bound != 0 ? bound : ALL_PIECES;
}

/* Adds the actions with one die: the pieces that can use it, or the pass. */
static int list_die(const struct parchis *s, const struct parchis_sight *sight, int die,
                    piece_set may, th_action out[]) {
    struct parchis_move move;
    int n = 0;
    may &= pieces_of(parchis_player(s)) | pieces_of(parchis_player(s) + 2);
    if (die == PARCHIS_SIX) may &= may_use_six(s, sight);
    for (unsigned m = may; m != 0; m = rest_of(m)) {
        const int p = first_of(m);
        const bool legal = die >= PARCHIS_STAR_DIE ? parchis_special_legal(s, sight, p, die)
                                                   : parchis_find_move(s, sight, p, die, &move);
        if (legal) out[n++] = parchis_action(die, p);
    }
    if (n == 0) out[n++] = parchis_action(die, PARCHIS_PASS);
    return n;
}

int parchis_legal(const struct parchis *s, th_action out[PARCHIS_LEGAL_MAX]) {
    struct parchis_sight sight;
    int n = 0;
    if (s->winner != PARCHIS_NOBODY) return 0;
    parchis_look(s, &sight);
    if (s->forced != 0) {
        const bool both = parchis_as_course(s, PARCHIS_FORCED_FOR_BOTH);
        return list_die(s, &sight, s->forced, both ? ALL_PIECES : pieces_of(s->forced_colour), out);
    }
    for (int die = PARCHIS_ONE; die <= PARCHIS_SIX; die++)
        if ((s->pool[s->colour] >> (die - 1) & 1) != 0)
            n += list_die(s, &sight, die, ALL_PIECES, &out[n]);
    const uint8_t *hand = s->hand[parchis_player(s)];
    const int low = hand[0] < hand[1] ? hand[0] : hand[1];
    const int high = hand[0] < hand[1] ? hand[1] : hand[0];
    if (low != 0 && low != high) n += list_die(s, &sight, low, ALL_PIECES, &out[n]);
    if (high != 0) n += list_die(s, &sight, high, ALL_PIECES, &out[n]);
    return n;
}

/* ---- a ply ---- */

static void spend(struct parchis *s, int die) {
    if (die >= PARCHIS_STAR_DIE) {
        parchis_drop_special(s, parchis_player(s), die);
    } else if (die <= PARCHIS_SIX) {
        const unsigned left = s->pool[s->colour] & ~(1U << (die - 1));
        parchis_set_pool(s, s->colour, left != 0 ? left : PARCHIS_FULL_POOL);
    }
}

/* The last turn of a state is over; of the turns, too, nothing is left. */
static void end_state(struct parchis *s, int piece) {
    parchis_give(s, piece, PARCHIS_NORMAL, 0);
    parchis_set_condition(s, piece, PARCHIS_NORMAL, 0);
}

/* One turn less for all states of the player who acted (rule 47). */
static void count_down(struct parchis *s) {
    for (int c = parchis_player(s); c < PARCHIS_COLOURS; c += 2)
        for (int p = PARCHIS_EACH * c; p < PARCHIS_EACH * (c + 1); p++) {
            if (s->condition[p] == 0) continue;
            const int turns = parchis_turns_left(s, p);
            if (turns > 1)
                parchis_set_condition(s, p, parchis_condition_of(s, p), turns - 1);
            else
                end_state(s, p);
        }
}

/* The run of a 6 after a ply: begun by a 6, kept through forced dice, ended by all else. */
static bool runs_on(const struct parchis *s, int die, bool passed, bool wasted) {
    if (passed && !parchis_as_course(s, PARCHIS_PASS_KEEPS_TURN)) return false;
    if (die == PARCHIS_SIX) return !wasted || parchis_as_course(s, PARCHIS_BANANED_SIX_GOES_ON);
    return (die == PARCHIS_TEN || die == PARCHIS_TWENTY) && (s->flags & PARCHIS_RUN) != 0;
}

/* Moves a piece by the die, or uses it on the piece. */
static struct parchis_gain act(struct parchis *s, int die, int piece, bool *trapped, bool *wasted) {
    struct parchis_sight sight;
    parchis_look(s, &sight);
    spend(s, die);
    if (die >= PARCHIS_STAR_DIE) return parchis_use_special(s, &sight, piece, die);
    struct parchis_move m;
    parchis_find_move(s, &sight, piece, die, &m);
    *trapped = m.trapped;
    *wasted = !m.landed && parchis_condition_of(s, piece) == PARCHIS_BANANED;
    return parchis_make_move(s, &sight, piece, &m);
}

/* Whose turn is next; the 10 or 20 that was earned, the run of a 6, the mark of a trap. */
static void hand_over(struct parchis *s, struct parchis_gain gain, bool run, bool trapped,
                      bool stale) {
    const bool text = !parchis_in_course(s);
    unsigned flags = s->flags & PARCHIS_BOUNCED_OUT;
    /* The run matters for forced dice only; the course program's states show it from the 6 on. */
    if (run && (gain.forced != 0 || !text)) flags |= PARCHIS_RUN;
    if ((trapped || stale) && parchis_as_course(s, PARCHIS_STALE_BANANA))
        flags |= PARCHIS_BANANA_LOST;
    parchis_set_flags(s, flags);
    if (gain.forced == 0 || parchis_as_course(s, PARCHIS_FORCED_FOR_BOTH)) gain.colour = 0;
    parchis_set_forced(s, gain.forced, gain.colour);
    const bool over = text && s->winner != PARCHIS_NOBODY;
    if ((run || gain.forced != 0) && !trapped && !stale && !over) return;
    parchis_set_colour(s, text ? (s->colour + 1) % PARCHIS_COLOURS : s->colour ^ 1);
}

void parchis_apply(struct parchis *s, th_action a) {
    const int die = parchis_action_die(a), piece = parchis_action_piece(a);
    const bool passed = piece == PARCHIS_PASS;
    struct parchis_gain gain = {0, 0};
    bool trapped = false, wasted = false; /* the move; a 6 on a bananed piece */
    if (passed)
        spend(s, die);
    else
        gain = act(s, die, piece, &trapped, &wasted);
    const int winner = parchis_winning_colour(s);
    if (winner >= 0) s->winner = (uint8_t)(winner & 1);
    /* The course program still shows the 20 of a move that loses the game by its bounce. */
    if (s->winner != PARCHIS_NOBODY && (gain.forced == PARCHIS_TEN || !parchis_in_course(s)))
        gain.forced = 0;
    const bool stale = (s->flags & PARCHIS_BANANA_LOST) != 0 && (passed || die >= PARCHIS_STAR_DIE);
    const bool run = runs_on(s, die, passed, wasted) && !trapped;
    count_down(s);
    hand_over(s, gain, run, trapped, stale);
    s->last_die = (uint8_t)die;
    s->turn++;
}

/* ---- tables ---- */

/* The board of Parchís as data. */

#define ITEM(square, die)                                                                          \
    { square, PARCHIS_##die }

const struct parchis_item parchis_items[PARCHIS_ITEMS] = {
    ITEM(1, MUSHROOM),   ITEM(2, BANANA),         ITEM(5, STAR_DIE),   ITEM(6, MEGA_MUSHROOM),
    ITEM(14, BULLET),    ITEM(15, BLUE_SHELL),    ITEM(18, MUSHROOM),  ITEM(19, BANANA),
    ITEM(22, STAR_DIE),  ITEM(23, MEGA_MUSHROOM), ITEM(31, BULLET),    ITEM(32, BLUE_SHELL),
    ITEM(35, MUSHROOM),  ITEM(36, BANANA),        ITEM(39, BOO),       ITEM(40, LIGHTNING),
    ITEM(48, RED_SHELL), ITEM(49, HORN),          ITEM(52, MUSHROOM),  ITEM(53, BANANA),
    ITEM(56, BOO),       ITEM(57, LIGHTNING),     ITEM(65, RED_SHELL), ITEM(66, HORN)};

const uint8_t parchis_item_at[PARCHIS_TRACK + 2] = {
    [1] = 1,   [2] = 2,   [5] = 3,   [6] = 4,   [14] = 5,  [15] = 6,  [18] = 7,  [19] = 8,
    [22] = 9,  [23] = 10, [31] = 11, [32] = 12, [35] = 13, [36] = 14, [39] = 15, [40] = 16,
    [48] = 17, [49] = 18, [52] = 19, [53] = 20, [56] = 21, [57] = 22, [65] = 23, [66] = 24};

const uint8_t parchis_exit[PARCHIS_COLOURS] = {4, 21, 38, 55};
const uint8_t parchis_entry[PARCHIS_COLOURS] = {68, 17, 34, 51};

const uint8_t parchis_safe[PARCHIS_TRACK + 1] = {
    [4] = 1,  [13] = 1, [17] = 1, [21] = 1, [30] = 1, [34] = 1,
    [38] = 1, [47] = 1, [51] = 1, [55] = 1, [64] = 1, [68] = 1};

const int16_t parchis_number[PARCHIS_DICE] = {-1,  1,   2,   4,   5,   6,   10,  20,  101,
                                              102, 103, 104, 105, 106, 107, 108, 109, 110};
