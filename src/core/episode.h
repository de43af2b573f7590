/* One game as something to learn from, from decision to decision of whoever learns: chance and the
 * bots in the other seats are inside. In a header for the same reason as match_loop.h: called with
 * a game's own constant table it becomes a loop of direct calls. A game that wants that fills the
 * slot `episode_on`; the others share the copy in episode.c.
 *
 * As in a match, a seat with a single action is not asked, and a bot that gives no legal answer
 * ends the game and has lost it. */
#ifndef CORE_EPISODE_H
#define CORE_EPISODE_H

#include "match.h"
#include "shortage.h"

enum episode_end {
    EPISODE_ASKS,      /* not over: `seat` has to choose from legal[0..n-1] */
    EPISODE_OVER,      /* the game says who has won */
    EPISODE_TRUNCATED, /* not over within max_turns */
    EPISODE_FAULT,     /* the bot in `seat` gave no legal answer */
    EPISODE_SHORT,     /* it could not be asked (shortage.h): there is no result */
};

struct episode {
    struct th_state *state;
    struct th_state *view; /* room for what a bot may know */
    th_action *legal;      /* room for max_legal actions */
    int n, seat;
    uint32_t max_turns;
    const struct bot *bot[TH_SEATS_MAX]; /* by seat; NULL: the seat is the learner's */
    struct th_rng luck, rng;             /* chance's, and the bots' */
    enum th_fault fault;                 /* which one it was, behind EPISODE_FAULT */
};

/* Goes on to the next decision, or the end; says which. */
static inline __attribute__((always_inline)) enum episode_end
episode_loop(const struct th_game *game, struct episode *e) {
    for (;;) {
        const int mover = game->mover(e->state);
        if (mover == TH_OVER) return EPISODE_OVER;
        if (game->turns(e->state) >= e->max_turns) return EPISODE_TRUNCATED;
        if (mover == TH_CHANCE) {
            game->apply(e->state, th_chance_pick(game, e->state, th_rng_next(&e->luck)));
            continue;
        }
        const int n = e->n = game->legal(e->state, e->legal);
        int place = 0;
        e->seat = mover;
        if (n > 1) {
            const struct bot *bot = e->bot[mover];
            if (bot == NULL) return EPISODE_ASKS;
            if (game->view != NULL) game->view(e->state, mover, e->view);
            const struct th_ask ask = {.game = game,
                                       .view = game->view != NULL ? e->view : e->state,
                                       .seat = mover,
                                       .legal = e->legal,
                                       .n = n,
                                       .rng = &e->rng};
            place = bot->kind->choose(bot->self, &ask);
            if (place < 0 || place >= n) {
                e->fault = fault_of_answer(place);
                return (int)e->fault == TH_SHORTAGE ? EPISODE_SHORT : EPISODE_FAULT;
            }
        }
        game->apply(e->state, e->legal[place]);
    }
}

/* The copy that games share. */
enum episode_end episode_shared_loop(const struct th_game *game, struct episode *e);

/* The same, by the game's own loop where it has one. */
static inline enum episode_end episode_go_on(const struct th_game *game, struct episode *e) {
    return game->episode_on != NULL ? (enum episode_end)game->episode_on(e)
                                    : episode_shared_loop(game, e);
}

/* The bots are told that a game begins, in the state in which it does. */
void episode_begin(const struct th_game *game, struct episode *e);

/* What the end is worth to each seat, which the bots are told too: the game's payoff; after a fault
 * nothing for the bot at fault and equal parts for the others; nothing to anybody if it was cut
 * off.
 */
void episode_finish(const struct th_game *game, struct episode *e, enum episode_end end,
                    double payoff[TH_SEATS_MAX]);

#endif
