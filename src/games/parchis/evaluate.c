/* The evaluation: a sum of named features of both players, with weights as data.
 *
 * Winning needs one colour only, so each colour is summed up for itself, and a player is worth its
 * better colour and a share of the other. What belongs to the player (hand, pool, tempo) is added.
 */
#include "board.h"

#include "way.h"

/* The weights. A square forward is worth about 30 at the start
 * and 350 at the end of the race. Set by hand at first (bench/parchis-first-weights.txt), then
 * tuned by self-play: three rounds of build/bench/tune parchis:rules=course method=fit games=5000,
 * and the mean of two runs of method=spsa games=1500 in both rule sets in turns, eleven rounds
 * each. By the way a piece that has arrived is worth less than one in the corridor: that one still
 * earns a 10.
 */
/* X(NAME, name, value, help) */
#define PARCHIS_WEIGHT_LIST(X)                                                                     \
    X(PROGRESS, "progress", -17, "a square forward")                                               \
    X(RACE, "race", 182, "the same, more the nearer the colour is to winning")                     \
    X(SECOND, "second", 44, "worth of the weaker colour, in 64ths of the better one")              \
    X(GOAL, "goal", -647, "a piece in the goal")                                                   \
    X(CORRIDOR, "corridor", 780, "a piece in its corridor")                                        \
    X(HOME, "home", -2580, "a piece at home")                                                      \
    X(SAFE, "safe", 499, "a piece on a safe square")                                               \
    X(BARRIER, "barrier", -1156, "a piece of a barrier")                                           \
    X(EXPOSED_NOW, "exposed-now", -3673,                                                           \
      "a square lost if an eatable piece is eaten by the side to move, with a die it has")         \
    X(EXPOSED_SOON, "exposed-soon", -556, "the same by the side that moves next")                  \
    X(EXPOSED_LATER, "exposed-later", -337, "the same with a die that is spent for now")           \
    X(STAR_NEAR, "star-near", -1678, "the same by a star within reach")                            \
    X(TEMPO, "tempo", 1802, "to move")                                                             \
    X(OWED_20, "owed-20", 5518, "a 20 to be played")                                               \
    X(OWED_10, "owed-10", 2916, "a 10 to be played")                                               \
    X(POOL, "pool", -112, "a point of the dice left in the pool")                                  \
    X(POOL_SIX, "pool-six", 5108, "a 6 in the pool")                                               \
    X(POOL_FIVE, "pool-five", 923, "a 5 in the pool with a piece at home")                         \
    X(STAR_DIE, "star-die", 2052, "a star in the hand")                                            \
    X(BOO, "boo", 5368, "a boo in the hand")                                                       \
    X(BULLET, "bullet", 4272, "a bullet in the hand")                                              \
    X(RED_SHELL, "red-shell", 3364, "a red shell in the hand")                                     \
    X(BLUE_SHELL, "blue-shell", 4228, "a blue shell in the hand")                                  \
    X(MUSHROOM, "mushroom", 740, "a mushroom in the hand")                                         \
    X(MEGA_MUSHROOM, "mega-mushroom", 2520, "a mega mushroom in the hand")                         \
    X(LIGHTNING, "lightning", 3107, "a lightning in the hand")                                     \
    X(HORN, "horn", 4034, "a horn in the hand")                                                    \
    X(BANANA, "banana", -98, "a banana in the hand")                                               \
    X(STAR_TURNS, "star-turns", 701, "a turn as a star")                                           \
    X(GHOST_TURNS, "ghost-turns", 134, "a turn as a ghost")                                        \
    X(MEGA_TURNS, "mega-turns", 323, "a turn as a mega")                                           \
    X(MINI_TURNS, "mini-turns", -144, "a turn as a mini")                                          \
    X(BANANED, "bananed", -178, "a bananed piece")                                                 \
    X(ITEM_AHEAD, "item-ahead", 150, "an item within a die's reach of a piece")                    \
    X(TRAP_AHEAD, "trap-ahead", -1344, "a trap within a die's reach of a piece")                   \
    X(BOUNCES, "bounces", -18606, "bounces, the square of their share of 30 in 16ths")

enum parchis_weight {
#define X(NAME, name, value, help) WEIGHT_##NAME,
    PARCHIS_WEIGHT_LIST(X)
#undef X
        PARCHIS_WEIGHTS
};

const struct th_weight parchis_weights[] = {
#define X(NAME, name, value, help) {name, value, help},
    PARCHIS_WEIGHT_LIST(X)
#undef X
        {NULL, 0, NULL},
};

enum { WHOLE = 3 * 74, SHARE = 64, REACH = 7 };

/* A piece that may eat: where it stands, how far it goes before it turns into its corridor. */
struct hunter {
    int place, room;
    bool star;
};

/* What one look at the position finds out for all features. */
struct scene {
    const struct parchis *s;
    const int *weight;
    int mover;
    uint64_t items; /* set of items, twice in a row, so that it can be cut out round the board */
    struct {
        unsigned now; /* distances that the dice in its pool go; bit d */
        int hunters;
        struct hunter hunter[2 * PARCHIS_EACH];
    } player[2];
};

/* How many items lie on the squares up to this one; a second round of the board is counted on. */
#define ONE_ROUND(q)                                                                               \
    (((q) >= 1) + ((q) >= 2) + ((q) >= 5) + ((q) >= 6) + ((q) >= 14) + ((q) >= 15) + ((q) >= 18) + \
     ((q) >= 19) + ((q) >= 22) + ((q) >= 23) + ((q) >= 31) + ((q) >= 32) + ((q) >= 35) +           \
     ((q) >= 36) + ((q) >= 39) + ((q) >= 40) + ((q) >= 48) + ((q) >= 49) + ((q) >= 52) +           \
     ((q) >= 53) + ((q) >= 56) + ((q) >= 57) + ((q) >= 65) + ((q) >= 66))
#define UP_TO(q) (ONE_ROUND(q) + ONE_ROUND((q)-PARCHIS_TRACK))
#define FOUR(q)  UP_TO(q), UP_TO(q + 1), UP_TO(q + 2), UP_TO(q + 3)
static const uint8_t items_up_to[PARCHIS_TRACK + 8] = {
    FOUR(0),  FOUR(4),  FOUR(8),  FOUR(12), FOUR(16), FOUR(20), FOUR(24),
    FOUR(28), FOUR(32), FOUR(36), FOUR(40), FOUR(44), FOUR(48), FOUR(52),
    FOUR(56), FOUR(60), FOUR(64), FOUR(68), FOUR(72)};

/* Distances of a pool, the 6 as 6 and as 7: pieces may be at home or not. */
static unsigned distances(unsigned pool) {
    return (pool & 3) << 1 | (pool & 12) << 2 | (pool & 16) << 2 | (pool & 16) << 3;
}

static unsigned pool_of(const struct parchis *s, int player) {
    if (parchis_in_course(s)) return s->pool[player];
    /* The colour of the player that is next in turn. */
    const int ahead = (player - s->colour) & 1;
    return s->pool[(s->colour + ahead) % PARCHIS_COLOURS];
}

static void look_around(struct scene *v, const struct parchis *s, const int weight[]) {
    v->s = s;
    v->weight = weight;
    v->mover = parchis_player(s);
    v->items = s->items | (uint64_t)s->items << PARCHIS_ITEMS;
    for (int player = 0; player < 2; player++) {
        v->player[player].now = distances(pool_of(s, player));
        v->player[player].hunters = 0;
    }
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const int place = s->place[p], condition = parchis_condition_of(s, p);
        if (!parchis_on_track(place)) continue;
        if (condition != PARCHIS_NORMAL && condition != PARCHIS_STAR) continue;
        const int colour = parchis_colour(p), player = colour & 1;
        v->player[player].hunter[v->player[player].hunters++] = (struct hunter){
            place, parchis_distance(colour, place) - PARCHIS_STEPS, condition == PARCHIS_STAR};
    }
}

/* Items within reach of a die. */
static int items_ahead(const struct scene *v, int square) {
    const int low = items_up_to[square], high = items_up_to[square + REACH];
    uint64_t ahead = v->items >> low & ((UINT64_C(1) << (high - low)) - 1);
    int n = 0;
    for (; ahead != 0; ahead &= ahead - 1) n++;
    return n;
}

static int traps_ahead(const struct parchis *s, int square) {
    int n = 0;
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) {
        const int d = s->traps[i] - square;
        n += (d > 0 ? d : d + PARCHIS_TRACK) <= REACH;
    }
    return n;
}

/* What a piece that can be eaten here stands to lose, by the weight of the worst danger. */
static int exposure(const struct scene *v, int player, int place, int gone) {
    static const unsigned any = 1U << 1 | 1U << 2 | 1U << 4 | 1U << 5 | 1U << 6 | 1U << 7;
    const int *w = v->weight;
    const bool safe = parchis_safe[place] != 0;
    const int soon = w[v->mover != player ? WEIGHT_EXPOSED_NOW : WEIGHT_EXPOSED_SOON];
    const unsigned now = v->player[player ^ 1].now;
    int worst = 0;
    for (int i = 0; i < v->player[player ^ 1].hunters; i++) {
        const struct hunter *h = &v->player[player ^ 1].hunter[i];
        const int d = place > h->place ? place - h->place : place - h->place + PARCHIS_TRACK;
        if (d > REACH + 2 || d > h->room) continue;
        int danger = 0;
        if (h->star)
            danger = w[WEIGHT_STAR_NEAR];
        else if (!safe && (any >> d & 1) != 0)
            danger = (now >> d & 1) != 0 ? soon : w[WEIGHT_EXPOSED_LATER];
        if (danger < worst) worst = danger;
    }
    return worst * gone / 16;
}

/* Whether another piece of its colour makes a barrier with this one, the rare cases aside. */
static bool in_barrier(const struct parchis *s, int piece) {
    const int first = piece - piece % PARCHIS_EACH;
    for (int p = first; p < first + PARCHIS_EACH; p++) {
        const int condition = parchis_condition_of(s, p);
        if (p != piece && s->place[p] == s->place[piece] && condition != PARCHIS_GHOST &&
            condition != PARCHIS_MINI)
            return true;
    }
    return false;
}

/* A piece that stands on the track: what protects and what threatens it, what lies ahead. */
static int on_track(const struct scene *v, int piece, int place, int gone) {
    const int *w = v->weight;
    const int condition = parchis_condition_of(v->s, piece);
    int value = items_ahead(v, place) * w[WEIGHT_ITEM_AHEAD];
    if (parchis_safe[place]) value += w[WEIGHT_SAFE];
    if (condition == PARCHIS_GHOST || condition == PARCHIS_STAR || condition == PARCHIS_MEGA)
        return value;
    if (v->s->traps[0] != 0) value += traps_ahead(v->s, place) * w[WEIGHT_TRAP_AHEAD];
    if (condition != PARCHIS_MINI && in_barrier(v->s, piece)) return value + w[WEIGHT_BARRIER];
    return value + exposure(v, parchis_colour(piece) & 1, place, gone);
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
    int value = 0, gone = 0; /* squares that the colour's pieces have passed, of WHOLE */
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
    return value + gone * w[WEIGHT_PROGRESS] + gone * gone * w[WEIGHT_RACE] / WHOLE +
           bounces * bounces * w[WEIGHT_BOUNCES] / 256;
}

static bool somebody_home(const struct parchis *s, int player) {
    const uint8_t *a = &s->place[PARCHIS_EACH * player], *b = a + 2 * PARCHIS_EACH;
    return a[0] == 0 || a[1] == 0 || a[2] == 0 || b[0] == 0 || b[1] == 0 || b[2] == 0;
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
    if ((pool >> (PARCHIS_FIVE - 1) & 1) != 0 && somebody_home(s, player))
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
