#include "luck_replay.h"

#include <inttypes.h>
#include <stdlib.h>

bool luck_replay_make(struct luck_replay *r, const struct plan *plan, struct th_error *e) {
    *r = (struct luck_replay){.plan = plan,
                              .meter = luck_meter_new(plan->game, plan->game_options, e),
                              .start = th_state_new(plan->game, plan->game_options, e),
                              .state = th_state_new(plan->game, plan->game_options, e),
                              .known = calloc((size_t)plan->bots, sizeof *r->known)};
    if (r->known == NULL) th_fail(e, "out of memory");
    return r->meter != NULL && r->start != NULL && r->state != NULL && r->known != NULL;
}

void luck_replay_drop(struct luck_replay *r) {
    luck_meter_drop(r->meter);
    free(r->start);
    free(r->state);
    for (int i = 0; r->known != NULL && i < r->plan->bots; i++)
        if (r->known[i].self != NULL && r->known[i].kind->drop != NULL)
            r->known[i].kind->drop(r->known[i].self);
    free(r->known);
    *r = (struct luck_replay){.plan = NULL};
}

/* The bots of a game, by seat. One in every seat may be listed once. */
static bool know_bots(struct luck_replay *r, const int sits[], struct bot by_seat[],
                      struct th_error *e) {
    const struct plan *plan = r->plan;
    for (int seat = 0; seat < plan->seats; seat++) {
        const int i = plan->bots == 1 ? 0 : sits[seat];
        const struct th_arena_player *player = &plan->bot[i];
        struct bot *bot = &r->known[i];
        struct th_error why;
        if (bot->kind == NULL && player->kind->chances != NULL &&
            (bot->self = th_bot_make(player->kind, plan->game, plan->game_options, &player->options,
                                     &why)) == NULL)
            return th_fail(e, "luck cannot be measured without the bot %s: %s", player->kind->name,
                           why.text);
        bot->kind = player->kind;
        by_seat[seat] = *bot;
    }
    return true;
}

bool luck_replay_game(struct luck_replay *r, uint64_t number, uint64_t round, const int sits[],
                      const uint8_t *tape, size_t size, struct match_result *result,
                      struct th_error *e) {
    const struct th_state *opening = plan_start(r->plan, round);
    const uint64_t before = r->meter->work;
    struct bot bots[TH_SEATS_MAX];
    if (!know_bots(r, sits, bots, e)) return false;
    luck_meter_begin(r->meter, bots, r->plan->random_plies);
    if (!luck_of_tape(r->meter, opening != NULL ? opening : r->start, tape, size, r->state,
                      result->luck))
        return th_fail(e,
                       "the run is damaged, or its bots play otherwise now: game %" PRIu64
                       " has moves that are not possible",
                       number);
    result->work = (uint32_t)(r->meter->work - before);
    result->measured = true;
    return true;
}
