/* A bot in a seat: the one function that asks it, the payoffs of a forfeited game, and the check of
 * a bot from outside. */
#ifndef CORE_BOT_H
#define CORE_BOT_H

#include "clock.h"
#include "error.h"
#include "tahur/bot.h"

/* An instance of a bot: its kind and the result of `make`. */
struct bot {
    const struct th_bot_kind *kind;
    void *self;
    struct pace *pace; /* receives its response times; NULL: not measured */
};

/* An option for bots that play worse on request, as levels of play need it. */
#define BOT_ERROR_OPTION                                                                           \
    { "error", TH_DECIMAL, 0, TH_MILLION, "0", NULL, "probability of a random action instead" }

/* The answer of a bot with this option: `place`, or with the probability `error`, in millionths,
 * the place of a random action. With 0 it draws nothing, so that the bot without the option plays
 * as if there were none. */
static inline int bot_err(const struct th_ask *ask, int64_t error, int place) {
    if (error == 0 || (int64_t)th_rng_below(ask->rng, (uint32_t)TH_MILLION) >= error) return place;
    return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
}

/* The probabilities of that answer. */
static inline bool bot_err_chances(const struct th_ask *ask, int64_t error, int place,
                                   double probability[]) {
    const double wrong = (double)error / (double)TH_MILLION;
    for (int i = 0; i < ask->n; i++) probability[i] = wrong / ask->n + (i == place ? 1 - wrong : 0);
    return true;
}

/* The view of a seat: `room`, which is filled in, or the state itself with perfect information. */
static inline const struct th_state *seat_view(const struct th_game *game, const struct th_state *s,
                                               int seat, struct th_state *room) {
    if (game->view == NULL) return s;
    game->view(s, seat, room);
    return room;
}

/* Asks the bot in a seat, even if it has only one legal action. Returns the index in legal[0..n-1]
 * of its action, or a negative number: a fault, or TH_SHORTAGE. `thoughts` and `stop` may be NULL;
 * an answer after `stop` is set is not timed. */
static inline __attribute__((always_inline)) int
bot_ask_always(const struct bot *bot, const struct th_game *game, const struct th_state *view,
               int seat, const th_action legal[], int n, struct th_rng *rng,
               struct th_thoughts *thoughts, const th_flag *stop) {
    const struct th_ask ask = {game, view, seat, legal, n, rng, thoughts, stop};
    const int64_t begun = bot->pace != NULL ? pace_clock() : 0;
    const int place = bot->kind->choose(bot->self, &ask);
    if (bot->pace != NULL && !th_is_set(stop)) pace_add(bot->pace, pace_clock() - begun);
    return place >= 0 && place < n ? place : (int)fault_of_answer(place);
}

/* The same, but a seat with one legal action is not asked: the result is 0. */
static inline __attribute__((always_inline)) int
bot_ask(const struct bot *bot, const struct th_game *game, const struct th_state *view, int seat,
        const th_action legal[], int n, struct th_rng *rng, struct th_thoughts *thoughts,
        const th_flag *stop) {
    return n > 1 ? bot_ask_always(bot, game, view, seat, legal, n, rng, thoughts, stop) : 0;
}

/* Whether the table of a bot from outside is complete and its name and options can be used in
 * specs; `e` says of "its bot" what is wrong. */
bool bot_kind_check(const struct th_bot_kind *kind, struct th_error *e);

/* The payoffs of a game that a seat forfeits, by a fault, by resigning or on time: 0 for that seat,
 * equal shares for the others. */
static inline void forfeit_payoffs(int seats, int loser, double payoff[]) {
    for (int i = 0; i < seats; i++) payoff[i] = i == loser ? 0.0 : 1.0 / (seats - 1);
}

#endif
