/* Past selves as opponents: the last networks that played, one kept every `past_every` games. In a
 * game against one of them the player has one seat, which is drawn, and the older network all
 * others. It stops a network from forgetting how to beat what it has moved on from (Silver et al.,
 * "Mastering the game of Go with deep neural networks and tree search", 2016, draw opponents from a
 * pool of earlier networks for the same reason). */
#include "selfplay.h"

const struct network *selfplay_player(const struct selfplay *p) {
    return p->settings.accept > 0 ? &p->actor : &p->online;
}

int selfplay_past_count(const struct selfplay *p) {
    if (!(p->settings.past_share > 0)) return 0;
    const uint64_t kept = p->games / (uint64_t)p->settings.past_every;
    return kept < SELFPLAY_PAST ? (int)kept : SELFPLAY_PAST;
}

const struct network *selfplay_past_draw(const struct selfplay *p, struct th_rng *rng, int *own) {
    const int count = selfplay_past_count(p);
    if (count == 0) return NULL;
    if ((double)(th_rng_next(rng) >> 11) * 0x1p-53 >= p->settings.past_share) return NULL;
    *own = (int)th_rng_below(rng, (uint32_t)p->seats);
    return &p->past[th_rng_below(rng, (uint32_t)count)];
}

void selfplay_past_keep(struct selfplay *p) {
    const uint64_t every = (uint64_t)p->settings.past_every;
    if (!(p->settings.past_share > 0) || p->games % every != 0) return;
    network_copy(&p->past[(p->games / every - 1) % SELFPLAY_PAST], selfplay_player(p));
}
