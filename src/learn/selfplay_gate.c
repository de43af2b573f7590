/* The gate of self-play (Silver et al., "Mastering the game of Go without human knowledge", 2017):
 * the games are played by the last network that was accepted. The one that learns replaces it when
 * it wins enough of the games between the two. */
#include "selfplay.h"
#include "train.h"

/* Random decisions at the start of these games where there is no chance. */
enum { OPENING_PLIES = 4 };
/* A game that does not end after this number of turns has no winner. */
enum { TURNS_MAX = 5000 };

struct gate_player {
    const struct selfplay *training;
    const struct network *network;
};

static int choose(void *self, const struct th_ask *ask) {
    const struct gate_player *player = self;
    return selfplay_choose(player->training, player->network, ask);
}

bool selfplay_gate_due(const struct selfplay *p) {
    return p->settings.accept > 0 && p->games % (uint64_t)p->settings.accept_every == 0;
}

void selfplay_gate(struct selfplay *p, const struct th_state *start) {
    static const struct th_bot_kind kind = {.name = "selfplay", .choose = choose};
    struct gate_player learned = {p, &p->online}, accepted = {p, &p->actor};
    struct opponent others;
    for (int k = 0; k < p->seats - 1; k++)
        others.copy[k] = (struct bot){.kind = &kind, .self = &accepted};
    const struct match_rules rules = {.game = p->game,
                                      .start = start,
                                      .seed = th_seed_of(th_mix2(p->settings.seed, p->games)),
                                      .max_turns = TURNS_MAX,
                                      .random_plies =
                                          p->game->outcomes == NULL ? OPENING_PLIES : 0};
    const struct evaluation found =
        evaluate_bot((struct bot){.kind = &kind, .self = &learned}, &rules, &others, 1,
                     (uint64_t)p->settings.accept_games, p->state, p->view);
    if (found.games == 0 || found.share < p->settings.accept) return;
    network_copy(&p->actor, &p->online);
    p->tally.accepted++;
}
