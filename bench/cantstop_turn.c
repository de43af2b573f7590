/* What a decision of turn-optimal costs: games of it alone against the dice of a fixed seed, and
 * nothing else. Prints the decisions, the seconds for each and a digest of the answers.
 *
 *     build/bench/cantstop_turn [PLAYERS [FORCED [GAMES [BOT]]]]
 *     valgrind --tool=callgrind build/bench/cantstop_turn 2 1 4
 *
 * Instructions a decision: those of N games less those of 0 games, over the decisions. */
#include "core/bot.h"
#include "core/clock.h"
#include "games/cantstop/board.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <stdlib.h>

static void give_up(const char *why) {
    fprintf(stderr, "cantstop_turn: %s\n", why);
    exit(1);
}

struct figures {
    uint64_t digest;
    long decisions, turns;
};

/* Decisions with a choice, as the arena asks for them. */
static void play_game(void *bots[], const struct th_bot_kind *kind, int players, int forced,
                      struct th_rng *rng, struct figures *f) {
    struct cantstop s;
    struct th_state *state = (struct th_state *)(void *)&s;
    cantstop_start(&s, players, forced);
    for (int i = 0; i < players; i++) kind->begin(bots[i], state, i);
    while (s.phase != CANTSTOP_OVER) {
        th_action legal[CANTSTOP_LEGAL_MAX];
        if (s.phase == CANTSTOP_ROLL) {
            cantstop_rolled(&s, cantstop_tables.roll_by_rank[th_rng_below(rng, CANTSTOP_ALL)]);
            continue;
        }
        const int n = cantstop_game.legal(state, legal);
        const struct th_ask ask = {.game = &cantstop_game,
                                   .view = state,
                                   .seat = s.seat,
                                   .legal = legal,
                                   .n = n,
                                   .rng = rng};
        int place = 0;
        if (n > 1) {
            place = kind->choose(bots[s.seat], &ask);
            f->decisions++;
        }
        f->digest = th_mix2(f->digest, (uint64_t)legal[place]);
        cantstop_game.apply(state, legal[place]);
    }
    f->turns += s.turns;
}

int main(int argc, char **argv) {
    const int players = argc > 1 ? atoi(argv[1]) : 2, forced = argc > 2 ? atoi(argv[2]) : 0;
    const int games = argc > 3 ? atoi(argv[3]) : 100;
    struct th_spec spec;
    struct th_error e;
    const struct th_bot_kind *kind =
        th_bot_find(&cantstop_game, argc > 4 ? argv[4] : "turn-optimal", &spec, &e);
    if (players < 1 || players > TH_SEATS_MAX) give_up("from 1 to 4 players");
    if (kind == NULL) give_up(e.text);
    void *bots[TH_SEATS_MAX];
    struct th_rng rng = th_rng_seeded(1);
    struct figures f = {0};
    cantstop_prepare();
    for (int i = 0; i < players; i++) {
        bots[i] = kind->make(&cantstop_game, &spec.options, &e);
        if (bots[i] == NULL) give_up(e.text);
    }
    const double begun = clock_cpu_seconds();
    for (int i = 0; i < games; i++) play_game(bots, kind, players, forced, &rng, &f);
    const double seconds = clock_cpu_seconds() - begun;
    printf(
        "%d players, forced=%d: %ld decisions in %ld turns, %.1f us a decision, digest %016llx\n",
        players, forced, f.decisions, f.turns,
        f.decisions > 0 ? 1e6 * seconds / (double)f.decisions : 0, (unsigned long long)f.digest);
    for (int i = 0; i < players; i++) kind->drop(bots[i]);
    return 0;
}
