/* What positions are worth to each seat, for results without luck: within a turn it is solved as
 * turn-optimal does, and between turns all seats are in a race. A bot that needs more turns than
 * turn-optimal, alone, also needs more in the race: that is its pace. */
#include "core/bot.h"
#include "solved.h"

#include <string.h>

/* ---- paces ---- */

enum { PACE_GAMES = 200, PACE_TURNS = 40 /* of a game at most */ };

/* The place of its answer, by the chances that it states; the last one for any rest. */
static int draw_answer(const struct bot *bot, const struct cantstop *s, const th_action legal[],
                       int n, struct th_rng *rng) {
    const struct th_ask ask = {.game = &cantstop_game,
                               .view = (const struct th_state *)(const void *)s,
                               .legal = legal,
                               .n = n};
    double probability[CANTSTOP_LEGAL_MAX], left = (double)(th_rng_next(rng) >> 11) * 0x1p-53;
    int place = 0;
    if (!bot->kind->chances(bot->self, &ask, probability)) return 0;
    while (place + 1 < n && (left -= probability[place]) >= 0) place++;
    return place;
}

static uint32_t turns_alone(const struct bot *bot, int forced, struct th_rng *rng) {
    struct cantstop s;
    struct th_state *state = (struct th_state *)(void *)&s;
    cantstop_start(&s, 1, forced);
    while (s.phase != CANTSTOP_OVER && s.turns < PACE_TURNS) {
        th_action legal[CANTSTOP_LEGAL_MAX];
        if (s.phase == CANTSTOP_ROLL) {
            cantstop_game.apply(state, cantstop_game.pick(state, th_rng_next(rng)));
            continue;
        }
        const int n = cantstop_game.legal(state, legal);
        cantstop_game.apply(state, legal[n > 1 ? draw_answer(bot, &s, legal, n, rng) : 0]);
    }
    return s.turns;
}

/* Turns of the bot over those of turn-optimal, which the outlook knows; at least 1. */
static double measure_pace(const struct bot *bot, int forced) {
    static const uint8_t none[CANTSTOP_COLUMNS];
    struct th_rng rng = th_rng_seeded(1);
    double turns = 0;
    for (int i = 0; i < PACE_GAMES; i++) turns += turns_alone(bot, forced, &rng);
    const double pace =
        turns / PACE_GAMES / cantstop_outlook_turns(&cantstop_outlook(forced)->turns, none);
    return pace > 1 ? pace : 1;
}

/* Slow bots would take too long; turn-optimal, the only one that states its chances, needs no
 * measuring. */
static double pace_of(struct cantstop_values *m, const struct bot *bot, int forced) {
    if (bot->kind->chances == NULL || bot->kind->slow) return 1;
    for (int i = 0; i < VALUES_BOTS; i++)
        if (m->met[i].bot == bot->self) return m->met[i].pace;
    const int i = m->meetings++ % VALUES_BOTS;
    m->met[i].bot = bot->self;
    return m->met[i].pace = measure_pace(bot, forced);
}

void cantstop_meet(const struct th_state *state, const struct bot *bots, void *memory) {
    const struct cantstop *s = (const struct cantstop *)(const void *)state;
    struct cantstop_values *m = memory;
    for (int i = 0; i < TH_SEATS_MAX; i++) {
        const double pace =
            bots != NULL && i < s->players && s->players > 1 ? pace_of(m, &bots[i], s->forced) : 1;
        if (m->solved.pace[i] != pace) m->solved.solved = m->moved = m->raced = false;
        m->solved.pace[i] = pace;
    }
}

/* ---- between turns ---- */

/* The race as the turn ends of the seat that is in turn in s. */
static struct outlook_race *race_of(struct cantstop_values *m, const struct cantstop *s) {
    bool same = m->raced && m->at.seat == s->seat && m->at.players == s->players &&
                m->at.forced == s->forced;
    for (int i = 0; same && i < s->players; i++)
        same = i == s->seat ||
               memcmp(m->at.permanent[i], s->permanent[i], sizeof s->permanent[i]) == 0;
    if (!same) cantstop_outlook_race_at(&m->race, s, m->solved.pace);
    m->at = *s;
    m->raced = true;
    return &m->race;
}

/* Adds the chances of all seats, in their order from the one that is in turn in s, if its turn ends
 * with what it has for good. */
static void end_turn(struct cantstop_values *m, const struct cantstop *s, double out[]) {
    if (!cantstop_uses_outlook(s, BETWEEN_USUAL)) {
        double chance[TH_SEATS_MAX];
        cantstop_network_chances(s, (s->seat + 1) % s->players, chance);
        for (int i = 0; i < s->players; i++) out[i] += chance[(s->seat + i) % s->players];
        return;
    }
    struct outlook_race *race = race_of(m, s);
    cantstop_outlook_after(
        race, cantstop_outlook_turns(&race->outlook->turns, s->permanent[s->seat]), 1, out);
}

/* As when the turn before has just ended. */
static void value_start(struct cantstop_values *m, const struct cantstop *s, double out[]) {
    struct cantstop ended = *s;
    double chance[TH_SEATS_MAX] = {0};
    ended.seat = (uint8_t)((s->seat + s->players - 1) % s->players);
    end_turn(m, &ended, chance);
    for (int i = 0; i < s->players; i++) out[(ended.seat + i) % s->players] = chance[i];
}

/* ---- within a turn ---- */

static const struct cantstop_solved *solved_in(struct cantstop_values *m,
                                               const struct cantstop *s) {
    struct cantstop_solved *b = &m->solved;
    b->turn.block = m->block;
    b->turn.block_of = m->block_of;
    b->turn.stop = m->stop;
    b->turn.best = m->best;
    if (cantstop_is_solved(b, s)) return b;
    cantstop_solve_turn(b, s);
    memset(m->bust, 0, sizeof m->bust);
    end_turn(m, s, m->bust);
    m->moved = false;
    return b;
}

/* The same moves come with many rolls. */
static double best_move(struct cantstop_values *m, const struct cantstop_solved *b,
                        const struct cantstop *s) {
    th_action legal[CANTSTOP_LEGAL_MAX];
    const int n = cantstop_moves(s, s->forced, legal);
    double best = -1;
    if (!m->moved || memcmp(m->from, s->place, sizeof m->from) != 0) {
        memset(m->known, 0, sizeof m->known);
        memcpy(m->from, s->place, sizeof m->from);
        m->moved = true;
    }
    for (int i = 0; i < n; i++) {
        if (!m->known[legal[i]]) {
            struct cantstop after = *s;
            cantstop_make_move(&after, legal[i]);
            m->chance[legal[i]] = -b->turn.best[cantstop_solved_place(b, &after)];
            m->known[legal[i]] = true;
        }
        if (m->chance[legal[i]] > best) best = m->chance[legal[i]];
    }
    return best;
}

/* Where rolling is better than stopping, it is what the solution has. */
static double roll_again(const struct cantstop_solved *b, const struct cantstop *s) {
    const int place = cantstop_solved_place(b, s);
    int steps[CANTSTOP_COLUMNS];
    if (b->turn.best[place] < b->turn.stop[place]) return -b->turn.best[place];
    cantstop_solved_steps(s, steps);
    return -cantstop_turn_roll(&b->turn, steps, b->bust);
}

/* What the seat in turn wins or loses, the others lose or win in proportion to their chances after
 * a bust. */
static void value_within(struct cantstop_values *m, const struct cantstop *s, double out[]) {
    const struct cantstop_solved *b = solved_in(m, s);
    const double own = s->phase == CANTSTOP_MOVE     ? best_move(m, b, s)
                       : s->phase == CANTSTOP_DECIDE ? -b->turn.best[cantstop_solved_place(b, s)]
                                                     : roll_again(b, s);
    const double rest = 1 - m->bust[0] > 0 ? (1 - own) / (1 - m->bust[0]) : 0;
    out[s->seat] = own;
    for (int i = 1; i < s->players; i++) out[(s->seat + i) % s->players] = rest * m->bust[i];
}

void cantstop_value(const struct th_state *state, double out[], void *memory) {
    const struct cantstop *s = (const struct cantstop *)(const void *)state;
    const bool race = !s->closed && s->blocking == CANTSTOP_SHARED && s->more == 0;
    if (s->players == 1 || s->phase == CANTSTOP_OVER || !race || !cantstop_has_races())
        cantstop_estimate(state, out);
    else if (s->phase == CANTSTOP_ROLL && s->active == 0)
        value_start(memory, s, out);
    else
        value_within(memory, s, out);
}
