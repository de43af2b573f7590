/* The evaluation: a sum of named features of both players, with weights as data (weights.h).
 *
 * Winning needs one colour only, so each colour is summed up for itself, and a player is worth its
 * better colour and a share of the other. What belongs to the player (hand, pool, tempo) is added.
 */
#include "evaluate.h"

#include "way.h"
#include "weights.h"

const struct th_weight parchis_weights[] = {
#define X(NAME, name, value, help) {name, value, help},
    PARCHIS_WEIGHT_LIST(X)
#undef X
        {NULL, 0, NULL},
};

enum { WHOLE = 3 * 74, SHARE = 64, REACH = 7 };

/* What one look at the position finds out for all features. */
struct scene {
    const struct parchis *s;
    const int *weight;
    int mover;
    struct parchis_sight sight;
    /* By player: distances that a piece can go with the dice of the pool, and with any; bit d. */
    unsigned now[2], ever;
    uint64_t items[2], traps[2]; /* sets of squares, for what lies ahead: 0..63, 64..68 */
};

/* Distances of a pool, the 6 as 6 and as 7: whoever may be at home. */
static unsigned distances(unsigned pool) {
    static const uint8_t of_die[5] = {1U << 1, 1U << 2, 1U << 4, 1U << 5, 1U << 6 | 1U << 7};
    unsigned set = 0;
    for (int i = 0; i < 5; i++)
        if ((pool >> i & 1) != 0) set |= of_die[i];
    return set;
}

static unsigned pool_of(const struct parchis *s, int player) {
    if (parchis_as_course(s, PARCHIS_PLAYERS_TAKE_TURNS)) return s->pool[player];
    /* The colour of the player that is next in turn. */
    const int ahead = (player - s->colour) & 1;
    return s->pool[(s->colour + ahead) % PARCHIS_COLOURS];
}

static void add_square(uint64_t set[2], int square) {
    set[square >> 6] |= UINT64_C(1) << (square & 63);
}

static void look_around(struct scene *v, const struct parchis *s, const int weight[]) {
    v->s = s;
    v->weight = weight;
    v->mover = parchis_player(s);
    v->ever = distances(PARCHIS_FULL_POOL);
    memset(v->items, 0, sizeof v->items);
    memset(v->traps, 0, sizeof v->traps);
    for (int player = 0; player < 2; player++) v->now[player] = distances(pool_of(s, player));
    for (uint32_t m = s->items; m != 0; m &= m - 1)
        add_square(v->items, parchis_items[__builtin_ctz(m)].square);
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) add_square(v->traps, s->traps[i]);
    parchis_look(s, &v->sight);
}

/* How many squares of the set lie 1..REACH ahead on the track. */
static int ahead_in(const uint64_t set[2], int square) {
    if ((set[0] | set[1]) == 0) return 0;
    int n = 0;
    for (int d = 1; d <= REACH; d++) {
        const int q = square + d > PARCHIS_TRACK ? square + d - PARCHIS_TRACK : square + d;
        n += (int)(set[q >> 6] >> (q & 63) & 1);
    }
    return n;
}

/* What a piece that can be eaten here stands to lose, by the weights of the nearest danger. */
static int exposure(const struct scene *v, int piece, int place, int gone) {
    const struct parchis *s = v->s;
    const int player = parchis_colour(piece) & 1;
    const bool safe = parchis_safe[place] != 0;
    int worst = 0;
    for (int c = player ^ 1; c < PARCHIS_COLOURS; c += 2)
        for (int q = PARCHIS_EACH * c; q < PARCHIS_EACH * (c + 1); q++) {
            const int from = s->place[q];
            if (!parchis_on_track(from)) continue;
            const int d = place > from ? place - from : place - from + PARCHIS_TRACK;
            if (d > REACH + 2) continue;
            if (parchis_distance(c, from) - PARCHIS_STEPS < d) continue; /* it turns off before */
            int danger = 0;
            const int condition = parchis_condition_of(s, q);
            if (condition == PARCHIS_STAR)
                danger = v->weight[WEIGHT_STAR_NEAR];
            else if (safe || condition != PARCHIS_NORMAL || (v->ever >> d & 1) == 0)
                continue;
            else if ((v->now[c & 1] >> d & 1) == 0)
                danger = v->weight[WEIGHT_EXPOSED_LATER];
            else if (v->mover != player)
                danger = v->weight[WEIGHT_EXPOSED_NOW];
            else
                danger = v->weight[WEIGHT_EXPOSED_SOON];
            if (danger < worst) worst = danger;
        }
    return worst * gone / 16;
}

/* A piece that stands on the track: what protects and what threatens it, what lies ahead. */
static int on_track(const struct scene *v, int piece, int place, int gone) {
    const int *w = v->weight;
    const int condition = parchis_condition_of(v->s, piece);
    int value = ahead_in(v->items, place) * w[WEIGHT_ITEM_AHEAD];
    if (parchis_safe[place]) value += w[WEIGHT_SAFE];
    if (parchis_barrier(v->s, &v->sight, parchis_colour(piece), place) != 0)
        return value + w[WEIGHT_BARRIER];
    if (condition == PARCHIS_GHOST || condition == PARCHIS_STAR || condition == PARCHIS_MEGA)
        return value;
    return value + ahead_in(v->traps, place) * w[WEIGHT_TRAP_AHEAD] +
           exposure(v, piece, place, gone);
}

static int state_value(const struct scene *v, int piece) {
    const int turns = parchis_turns_left(v->s, piece);
    switch (parchis_condition_of(v->s, piece)) {
    case PARCHIS_STAR:
        return turns * v->weight[WEIGHT_STAR_TURNS];
    case PARCHIS_GHOST:
        return turns * v->weight[WEIGHT_GHOST_TURNS];
    case PARCHIS_MEGA:
        return turns * v->weight[WEIGHT_MEGA_TURNS];
    case PARCHIS_MINI:
        return turns * v->weight[WEIGHT_MINI_TURNS];
    case PARCHIS_BANANED:
        return v->weight[WEIGHT_BANANED];
    default:
        return 0;
    }
}

static int colour_value(const struct scene *v, int colour) {
    const int *w = v->weight;
    int value = 0, gone = 0; /* squares behind the colour's pieces, of WHOLE */
    for (int p = PARCHIS_EACH * colour; p < PARCHIS_EACH * (colour + 1); p++) {
        const int place = v->s->place[p];
        const int distance = parchis_distance(colour, place);
        gone += 74 - distance;
        if (distance == 0) {
            value += w[WEIGHT_GOAL];
            continue;
        }
        if (place == PARCHIS_HOME)
            value += w[WEIGHT_HOME];
        else if (place > PARCHIS_TRACK)
            value += w[WEIGHT_CORRIDOR];
        else
            value += on_track(v, p, place, 74 - distance);
        if (v->s->condition[p] != 0) value += state_value(v, p);
    }
    const int bounces = v->s->bounces[colour] * 16 / PARCHIS_BOUNCES;
    return value + gone * w[WEIGHT_PROGRESS] + gone * gone / WHOLE * w[WEIGHT_RACE] +
           bounces * bounces * w[WEIGHT_BOUNCES] / 256;
}

/* Hand, pool and what is owed. */
static int hand_value(const struct scene *v, int player) {
    static const uint8_t points[32] = {0, 1, 2, 3, 4,  5,  6,  7,  5,  6,  7,  8,  9,  10, 11, 12,
                                       6, 7, 8, 9, 10, 11, 12, 13, 11, 12, 13, 14, 15, 16, 17, 18};
    const struct parchis *s = v->s;
    const int *w = v->weight;
    const unsigned pool = pool_of(s, player);
    int value = points[pool] * w[WEIGHT_POOL];
    for (int i = 0; i < PARCHIS_HAND; i++)
        if (s->hand[player][i] != 0)
            value += w[WEIGHT_STAR_DIE + s->hand[player][i] - PARCHIS_STAR_DIE];
    if ((pool >> (PARCHIS_SIX - 1) & 1) != 0) value += w[WEIGHT_POOL_SIX];
    const piece_set own = pieces_of(player) | pieces_of(player + 2);
    if ((pool >> (PARCHIS_FIVE - 1) & 1) != 0 && (v->sight.at[PARCHIS_HOME] & own) != 0)
        value += w[WEIGHT_POOL_FIVE];
    if (v->mover != player) return value;
    if (s->forced == PARCHIS_TWENTY) value += w[WEIGHT_OWED_20];
    if (s->forced == PARCHIS_TEN) value += w[WEIGHT_OWED_10];
    return value + w[WEIGHT_TEMPO];
}

static int player_value(const struct scene *v, int player) {
    const int a = colour_value(v, player), b = colour_value(v, player + 2);
    const int better = a > b ? a : b, other = a > b ? b : a;
    return better + other * v->weight[WEIGHT_SECOND] / SHARE + hand_value(v, player);
}

int parchis_evaluate(const struct th_state *state, int seat, const int weight[]) {
    struct scene v;
    look_around(&v, (const struct parchis *)(const void *)state, weight);
    const int value = player_value(&v, 0) - player_value(&v, 1);
    return seat == 0 ? value : -value;
}

/* Eating, reaching the goal, special dice and extra turns first; then the longer step. */
int parchis_urgency(const struct th_state *state, th_action a) {
    const struct parchis *s = (const struct parchis *)(const void *)state;
    const int die = parchis_action_die(a), piece = parchis_action_piece(a);
    if (piece == PARCHIS_PASS) return 0;
    if (die >= PARCHIS_STAR_DIE) return die == PARCHIS_BANANA || die == PARCHIS_HORN ? 2 : 60;
    const int colour = parchis_colour(piece), from = s->place[piece];
    if (from == PARCHIS_HOME) return 50;
    bool bounces;
    const int to = parchis_stepped(colour, from, parchis_number[die], &bounces);
    int urgency = bounces ? 0 : parchis_number[die];
    if (to == parchis_goal(colour)) urgency += 100;
    if (die == PARCHIS_SIX) urgency += 20;
    if (!parchis_on_track(to)) return urgency;
    if (parchis_item_at[to] != 0 && (s->items >> (parchis_item_at[to] - 1) & 1) != 0) urgency += 30;
    if (parchis_safe[to]) return urgency + 5;
    for (int c = parchis_player(s) ^ 1; c < PARCHIS_COLOURS; c += 2)
        for (int p = PARCHIS_EACH * c; p < PARCHIS_EACH * (c + 1); p++)
            if (s->place[p] == to) urgency += 100;
    return urgency > 255 ? 255 : urgency;
}
