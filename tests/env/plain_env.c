#include "plain_env.h"

#include "cmocka_includes.h"
#include "making.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plain_env plain_env_make(const struct th_env_settings *settings, uint64_t number) {
    struct plain_env p = {.settings = *settings, .number = number};
    struct th_spec spec;
    struct th_error e;
    p.game = th_game_find(settings->game, &spec, &e);
    assert_non_null(p.game);
    p.options = spec.options;
    p.seats = th_game_seats(p.game, &p.options, &e);
    p.state = th_state_new(p.game, &p.options, &e);
    p.view = th_state_new(p.game, &p.options, &e);
    for (int i = 0; i < settings->opponent_count; i++)
        p.opponent[i] = make_bot(p.game, settings->opponents[i]);
    return p;
}

void plain_env_drop(struct plain_env *p) {
    for (int i = 0; i < p->settings.opponent_count; i++) drop_bot(&p->opponent[i]);
    free(p->state);
    free(p->view);
}

static const struct th_state *seen_by(struct plain_env *p, int seat) {
    if (p->game->view == NULL) return p->state;
    p->game->view(p->state, seat, p->view);
    return p->view;
}

/* Which opponent sits there in this episode. */
static const struct bot *bot_of(const struct plain_env *p, int seat) {
    const int count = p->settings.opponent_count;
    const int pool = count >= p->seats - 1 ? count : (p->seats - 2 + count) / count * count;
    const uint64_t from = (p->number + p->episode) / (uint64_t)p->seats;
    const int behind = (seat - p->learner - 1 + p->seats) % p->seats;
    return &p->opponent[(int)((from + (uint64_t)behind) % (uint64_t)pool) % count];
}

static bool is_asked(const struct plain_env *p, int seat) {
    return p->learner < 0 || p->learner == seat;
}

/* On to a decision of the caller; false: the game has ended. */
static bool go_on(struct plain_env *p) {
    const uint32_t max_turns = p->settings.max_turns != 0 ? p->settings.max_turns : 4000;
    for (;;) {
        th_action legal[TH_LEGAL_MAX];
        const int mover = p->game->mover(p->state);
        p->over = mover == TH_OVER;
        p->truncated = !p->over && p->game->turns(p->state) >= max_turns;
        if (p->over || p->truncated) break;
        if (mover == TH_CHANCE) {
            const uint64_t bits = th_rng_next(&p->luck);
            p->game->apply(p->state, th_chance_by_weight(p->game, p->state, bits));
            continue;
        }
        const int n = p->game->legal(p->state, legal);
        p->turn = mover;
        if (n == 1) {
            p->game->apply(p->state, legal[0]);
            continue;
        }
        if (is_asked(p, mover)) return true;
        const struct bot *bot = bot_of(p, mover);
        const struct th_ask ask = {p->game, seen_by(p, mover), mover, legal,
                                   n,       &p->rng,           NULL,  NULL};
        p->game->apply(p->state, legal[bot->kind->choose(bot->self, &ask)]);
    }
    memset(p->payoff, 0, sizeof p->payoff);
    if (p->over) p->game->payoff(p->state, p->payoff);
    return false;
}

/* The random decisions at the start. */
static void make_random_plies(struct plain_env *p, struct th_rng *opening) {
    for (uint32_t i = 0; i < p->settings.random_plies && p->game->mover(p->state) != TH_OVER;) {
        th_action legal[TH_LEGAL_MAX];
        if (p->game->mover(p->state) == TH_CHANCE) {
            const uint64_t bits = th_rng_next(&p->luck);
            p->game->apply(p->state, th_chance_by_weight(p->game, p->state, bits));
            continue;
        }
        const int n = p->game->legal(p->state, legal);
        p->game->apply(p->state, legal[th_rng_below(opening, (uint32_t)n)]);
        i++;
    }
}

/* A position, or "moves" with a list of actions. */
static void begin_at(struct plain_env *p, const char *opening) {
    struct th_error e;
    char text[TH_POSITION_BYTES];
    snprintf(text, sizeof text, "%s", opening);
    if (strncmp(text, "moves", 5) != 0) {
        assert_true(p->game->parse_position(p->state, text, &e));
        return;
    }
    for (char *move = strtok(text + 5, ";"); move != NULL; move = strtok(NULL, ";")) {
        th_action a;
        while (*move == ' ') move++;
        assert_true(p->game->parse_action(p->state, move, &a, &e));
        p->game->apply(p->state, a);
    }
}

static void begin(struct plain_env *p) {
    struct th_error e;
    assert_true(p->game->setup(p->state, &p->options, &e));
    struct th_rng rng = th_rng_seeded(th_mix2(th_mix2(p->seed, p->number), p->episode));
    p->luck = th_rng_seeded(th_rng_next(&rng));
    p->rng = th_rng_seeded(th_rng_next(&rng));
    struct th_rng opening = th_rng_seeded(th_rng_next(&rng));
    const uint32_t openings = (uint32_t)p->settings.opening_count;
    if (openings > 0) begin_at(p, p->settings.openings[th_rng_below(&opening, openings)]);
    make_random_plies(p, &opening);
    p->learner = p->settings.seat;
    if (p->settings.opponent_count == 0)
        p->learner = -1;
    else if (p->learner == TH_ENV_ROTATES)
        p->learner = (int)((p->number + p->episode) % (uint64_t)p->seats);
}

/* Episodes without a decision are passed over. */
static void begin_asking(struct plain_env *p) {
    for (begin(p); !go_on(p); begin(p)) p->episode++;
}

void plain_env_reset(struct plain_env *p, uint64_t seed) {
    p->seed = seed;
    p->episode = 0;
    begin_asking(p);
}

void plain_env_step(struct plain_env *p, th_action action) {
    const int acted = p->turn;
    p->game->apply(p->state, action);
    if (go_on(p)) return;
    const bool over = p->over, truncated = p->truncated;
    double payoff[TH_SEATS_MAX];
    memcpy(payoff, p->payoff, sizeof payoff);
    p->game->learning->observe(seen_by(p, acted), acted, p->final);
    p->episode++;
    begin_asking(p);
    p->over = over;
    p->truncated = truncated;
    memcpy(p->payoff, payoff, sizeof payoff);
}

void plain_env_observe(struct plain_env *p, float out[]) {
    p->game->learning->observe(seen_by(p, p->turn), p->turn, out);
}

int plain_env_legal(struct plain_env *p, th_action legal[]) {
    return p->game->legal(p->state, legal);
}
