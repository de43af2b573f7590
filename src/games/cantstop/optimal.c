/* turn-optimal: solves its turn exactly, over runners, dice and stops, for what a turn is worth
 * that ends somewhere.
 *
 * For one among several that is the chance of being the first, by how long all players still need
 * (outlook.h): a player that is behind takes risks, one that is ahead does not. For one alone it is
 * the number of turns. A turn is solved once, when it is first asked about, and remembered; the
 * solution is a function of where all seats stand when the turn begins, so that an answer does not
 * depend on what was asked before. */
#include "board.h"
#include "outlook.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct optimal {
    struct cantstop_turn turn;
    double bust; /* what it costs */
    bool solved;
    struct cantstop at; /* the position the solution belongs to */
};

/* The tables of the real board, by move rule, made once for all. */
static struct cantstop_race *races[2];

static void make_races(void) {
    struct th_error e;
    for (int forced = 0; forced < 2; forced++) races[forced] = cantstop_race_new(6, 3, forced, &e);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)game, (void)o;
    pthread_once(&once, make_races);
    struct optimal *b = calloc(1, sizeof *b);
    if (races[0] != NULL && races[1] != NULL && b != NULL &&
        cantstop_turn_make(&b->turn, races[0], races[0]->height, e))
        return b;
    free(b);
    th_fail(e, "out of memory");
    return NULL;
}

static void drop(void *self) {
    struct optimal *b = self;
    cantstop_turn_drop(&b->turn);
    free(b);
}

static void begin(void *self, const struct th_state *view, int seat) {
    (void)view, (void)seat;
    ((struct optimal *)self)->solved = false;
}

/* What it keeps is found again by the whole state that it was solved for. */
static bool remembers(const void *self) {
    (void)self;
    return false;
}

static double cost_of(struct outlook_race *race, double turns) {
    double chance[TH_SEATS_MAX] = {0};
    cantstop_outlook_after(race, turns, 1, chance);
    return -chance[0];
}

/* What the end of the turn costs: the turns still needed, or, among several, the chance of winning
 * with its sign turned round. */
static void solve(struct optimal *b, const struct cantstop *s) {
    const struct outlook *o = cantstop_outlook(s->forced);
    const uint8_t *progress = s->permanent[s->seat];
    int room[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) room[c] = cantstop_height[c] - progress[c];
    b->turn.race = races[s->forced];
    cantstop_turn_lay_out(&b->turn, room);
    cantstop_outlook_fill(&o->turns, progress, &b->turn);
    double bust = cantstop_outlook_turns(&o->turns, progress);
    if (s->players > 1) {
        struct outlook_race race;
        cantstop_outlook_race(&race, s);
        for (int i = 0; i < b->turn.places; i++) b->turn.stop[i] = cost_of(&race, b->turn.stop[i]);
        bust = cost_of(&race, bust);
    }
    cantstop_turn_solve(&b->turn, bust);
    b->bust = bust;
    b->at = *s;
    b->solved = true;
}

static bool is_solved(const struct optimal *b, const struct cantstop *s) {
    return b->solved && b->at.seat == s->seat && b->at.players == s->players &&
           b->at.forced == s->forced &&
           memcmp(b->at.permanent, s->permanent, sizeof s->permanent) == 0;
}

static int place_of(const struct optimal *b, const struct cantstop *s) {
    int steps[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) steps[c] = cantstop_temporary(s, c);
    return cantstop_turn_place(&b->turn, steps);
}

/* What an action costs, as it thinks: alone in turns, else the chance of winning, sign turned. */
static void note_thought(const struct th_ask *ask, const struct cantstop *s, int place,
                         double cost) {
    if (ask->thoughts == NULL) return;
    ask->thoughts->reach = "exact within the turn";
    struct th_thought *t = &ask->thoughts->of[place];
    if (s->players > 1) {
        t->value = -cost;
        t->error = 0;
    } else {
        ask->thoughts->own = "turns";
        t->own = cost;
    }
}

static int choose(void *self, const struct th_ask *ask) {
    struct optimal *b = self;
    const struct cantstop *s = (const struct cantstop *)(const void *)ask->view;
    if (!is_solved(b, s)) solve(b, s);
    if (s->phase == CANTSTOP_DECIDE) {
        const int place = place_of(b, s);
        if (ask->thoughts != NULL) {
            int steps[CANTSTOP_COLUMNS];
            for (int c = 0; c < CANTSTOP_COLUMNS; c++) steps[c] = cantstop_temporary(s, c);
            note_thought(ask, s, 0, b->turn.stop[place]);
            note_thought(ask, s, 1, cantstop_turn_roll(&b->turn, steps, b->bust));
        }
        return b->turn.stop[place] <= b->turn.best[place] ? 0 : 1; /* stop is listed first */
    }
    int best = 0;
    double least = 0;
    for (int i = 0; i < ask->n; i++) {
        struct cantstop after = *s;
        cantstop_make_move(&after, ask->legal[i]);
        const double cost = b->turn.best[place_of(b, &after)];
        note_thought(ask, s, i, cost);
        if (i == 0 || cost < least) best = i, least = cost;
    }
    return best;
}

const struct th_bot_kind cantstop_turn_optimal = {
    .name = "turn-optimal",
    .summary =
        "solves each turn exactly, for the best chance of being first; alone, for the fewest "
        "turns",
    .value_kind = TH_VALUE_CHANCE,
    .slow = true,
    .takes_any_options = true,
    .make = make,
    .begin = begin,
    .remembers = remembers,
    .choose = choose,
    .drop = drop,
};
