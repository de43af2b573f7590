/* The power in src/games/cantstop/outlook.c that makes up for risks taken by players who are
 * behind:
 *
 *     build/bench/cantstop_power GAME [GAMES]      as in cantstop:players=3,forced=1
 *
 * Plays games of turn-optimal against itself and prints, for every power in eighths, the mean log
 * likelihood of the winners by the estimates at the starts of turns; the largest is best. */
#include "games/cantstop/outlook.h"
#include "tahur/bot.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 300, STARTS_MAX = 1000, LEAST = 2, MOST = 10 };

struct play {
    const struct th_game *game;
    struct th_spec spec;
    const struct th_bot_kind *kind;
    void *bot[TH_SEATS_MAX];
    struct th_rng rng;
};

static void give_up(const char *why) {
    fprintf(stderr, "cantstop_power: %s\n", why);
    exit(1);
}

/* Plays a game and keeps the estimates; returns how many there are. */
static int play_game(struct play *p, struct cantstop *s, double chances[][TH_SEATS_MAX]) {
    struct th_state *state = (struct th_state *)(void *)s;
    th_action legal[CANTSTOP_LEGAL_MAX];
    struct th_error e;
    int n = 0;
    p->game->setup(state, &p->spec.options, &e);
    for (int i = 0; i < s->players; i++) p->kind->begin(p->bot[i], state, i);
    while (s->phase != CANTSTOP_OVER) {
        if (s->phase == CANTSTOP_ROLL) {
            if (s->rolls == 0 && n < STARTS_MAX) p->game->analysis->estimate(state, chances[n++]);
            p->game->apply(state, th_chance_pick(p->game, state, th_rng_next(&p->rng)));
            continue;
        }
        const int count = p->game->legal(state, legal);
        const struct th_ask ask = {p->game, state, s->seat, legal, count, &p->rng, NULL, NULL};
        p->game->apply(state, legal[count > 1 ? p->kind->choose(p->bot[s->seat], &ask) : 0]);
    }
    return n;
}

static void add_likelihoods(const double chance[], int players, int winner, int power,
                            double sum[MOST + 1]) {
    for (int other = LEAST; other <= MOST; other++) {
        double all = 0;
        for (int p = 0; p < players; p++) all += pow(chance[p], (double)other / power);
        sum[other] += log(pow(chance[winner], (double)other / power) / all + 1e-12);
    }
}

int main(int argc, char **argv) {
    static double chances[STARTS_MAX][TH_SEATS_MAX];
    struct play p = {.rng = th_rng_seeded(7)};
    struct th_error e;
    struct th_spec bot;
    if (argc < 2) give_up("usage: cantstop_power GAME [GAMES]");
    const int games = argc > 2 ? atoi(argv[2]) : GAMES;
    p.game = th_game_find(argv[1], &p.spec, &e);
    if (p.game != &cantstop_game) give_up("the game must be cantstop");
    p.kind = th_bot_find(p.game, "turn-optimal", &bot, &e);
    for (int i = 0; i < TH_SEATS_MAX; i++)
        if ((p.bot[i] = p.kind->make(p.game, &bot.options, &e)) == NULL) give_up(e.text);
    double sum[MOST + 1] = {0};
    long starts = 0;
    struct cantstop s;
    for (int i = 0; i < games; i++) {
        const int n = play_game(&p, &s, chances);
        for (int k = 0; k < n; k++)
            add_likelihoods(chances[k], s.players, s.seat,
                            cantstop_outlook_power(s.forced, s.players), sum);
        starts += n;
    }
    for (int power = LEAST; power <= MOST; power++)
        printf("%d/8  %.4f\n", power, sum[power] / (double)starts);
    for (int i = 0; i < TH_SEATS_MAX; i++) p.kind->drop(p.bot[i]);
    return 0;
}
