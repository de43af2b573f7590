/* turn-optimal: solves its turn exactly, over runners, dice and stops, for what a turn is worth
 * that ends somewhere.
 *
 * For one among several that is the chance of being the first, by how long all players still need
 * (outlook.h), corrected with closed columns (network.h): a player that is behind takes risks, one
 * that is ahead does not. For one alone it is the number of turns. What is needed of a turn is
 * solved once, when it is first asked about, and remembered; the solution is a function of where
 * all seats stand when the turn begins, so that an answer does not depend on what was asked before.
 */
#include "board.h"
#include "core/bot.h"
#include "solved.h"

#include <stdlib.h>

struct optimal {
    struct cantstop_solved solved;
    int64_t error;
};

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)game;
    struct optimal *b = calloc(1, sizeof *b);
    if (b == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    b->error = th_options_number(o, "error");
    if (cantstop_solved_make(&b->solved, e)) {
        b->solved.between = (enum cantstop_between)th_options_number(o, "value");
        return b;
    }
    free(b);
    return NULL;
}

/* The outlook behind value=race knows only races to three columns. */
static bool accepts(const void *self, const struct th_options *game_options, struct th_error *e) {
    const struct optimal *b = self;
    if (b->solved.between != BETWEEN_RACE || !th_options_given(game_options, "columns") ||
        th_options_number(game_options, "columns") == CANTSTOP_TO_WIN)
        return true;
    return th_fail(e, "turn-optimal:value=race plays to three columns; leave out value or columns");
}

static void drop(void *self) {
    struct optimal *b = self;
    cantstop_solved_drop(&b->solved);
    free(b);
}

static void begin(void *self, const struct th_state *view, int seat) {
    (void)view, (void)seat;
    cantstop_solved_forget(&((struct optimal *)self)->solved);
}

/* What it keeps is found again by the whole state that it was solved for. */
static bool remembers(const void *self) {
    (void)self;
    return false;
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

static int best_of(struct cantstop_solved *b, const struct th_ask *ask) {
    const struct cantstop *s = (const struct cantstop *)(const void *)ask->view;
    if (ask->n == 1 && ask->thoughts == NULL) return 0;
    cantstop_begin_turn(b, s);
    if (s->phase == CANTSTOP_DECIDE) {
        cantstop_solve_for(b, s->active);
        const int place = cantstop_solved_place(b, s);
        if (ask->thoughts != NULL) {
            int steps[CANTSTOP_COLUMNS];
            cantstop_solved_steps(s, steps);
            if (ask->n > 1) note_thought(ask, s, 0, b->turn.stop[place]);
            note_thought(ask, s, ask->n - 1, cantstop_turn_roll(&b->turn, steps, b->bust));
        }
        if (ask->n == 1) return 0;
        return b->turn.stop[place] <= b->turn.best[place] ? 0 : 1; /* stop is listed first */
    }
    int best = 0;
    double least = 0;
    for (int i = 0; i < ask->n; i++) {
        struct cantstop after = *s;
        cantstop_make_move(&after, ask->legal[i]);
        cantstop_solve_for(b, after.active);
        const double cost = b->turn.best[cantstop_solved_place(b, &after)];
        note_thought(ask, s, i, cost);
        if (i == 0 || cost < least) best = i, least = cost;
    }
    return best;
}

static int choose(void *self, const struct th_ask *ask) {
    struct optimal *b = self;
    return bot_err(ask, b->error, best_of(&b->solved, ask));
}

static bool chances(void *self, const struct th_ask *ask, double probability[]) {
    struct optimal *b = self;
    return bot_err_chances(ask, b->error, best_of(&b->solved, ask), probability);
}

static const char *const values[] = {"usual", "network", "race", NULL}; /* enum cantstop_between */

static const struct th_option options[] = {
    {"value", TH_CHOICE, 0, 0, "usual", values,
     "what the end of a turn is worth: race, by how many turns each seat still needs, for three "
     "columns; network, the same corrected by one that sees all seats and the rules; usual, the "
     "network with closed columns, else the race; for four and five columns always a network"},
    BOT_ERROR_OPTION,
    {0},
};

const struct th_bot_kind cantstop_turn_optimal = {
    .name = "turn-optimal",
    .summary =
        "solves each turn exactly, for the best chance of being first; alone, for the fewest "
        "turns",
    .options = options,
    .value_kind = TH_VALUE_CHANCE,
    .slow = true,
    .takes_any_options = true,
    .make = make,
    .accepts = accepts,
    .begin = begin,
    .remembers = remembers,
    .choose = choose,
    .chances = chances,
    .drop = drop,
};
