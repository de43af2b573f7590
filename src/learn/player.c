#include "player.h"

#include "arena/tally.h"
#include "core/text.h"
#include "model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where models are that come with the program: in the folder that the variable TAHUR_MODELS of the
 * environment names; without it, in the source tree, or installed. */
#ifndef TAHUR_MODELS
#define TAHUR_MODELS "models"
#endif
#ifndef TAHUR_INSTALLED_MODELS
#define TAHUR_INSTALLED_MODELS TAHUR_MODELS
#endif

static int player_choose(const struct player *p, const struct th_ask *ask) {
    float seen[TH_OBSERVATION_MAX], values[NETWORK_WIDTH_MAX];
    if (p->random > 0 && (float)(th_rng_next(ask->rng) >> 40) * 0x1p-24F < p->random)
        return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
    ask->game->observe(ask->view, ask->seat, seen);
    network_answer(p->network, seen, values);
    if (ask->thoughts != NULL) {
        ask->thoughts->own = "Q";
        for (int i = 0; i < ask->n; i++) ask->thoughts->of[i].own = (double)values[ask->legal[i]];
    }
    int best = 0;
    for (int i = 1; i < ask->n; i++)
        if (values[ask->legal[i]] > values[ask->legal[best]]) best = i;
    return best;
}

static int choose_in_memory(void *self, const struct th_ask *ask) {
    return player_choose(self, ask);
}

struct bot player_bot(struct player *p) {
    static const struct th_bot_kind in_memory = {.name = "network", .choose = choose_in_memory};
    return (struct bot){.kind = &in_memory, .self = p};
}

struct evaluation player_evaluate(struct bot player, const struct match_rules *rules,
                                  const struct bot opponents[], int count, uint64_t games,
                                  struct th_state *state, struct th_state *view) {
    struct evaluation result = {.games = games, .random_plies = rules->random_plies};
    struct tally_unit unit = {0};
    struct kinds kinds = {0};
    struct th_arena_standing standing;
    for (uint64_t g = 0; g < games; g++) {
        const struct match_number number = match_number(g, 2);
        const int seat = match_seat(0, g, 2);
        struct match_result match;
        struct bot bots[2];
        const int opponent = (int)(number.block % (uint64_t)count);
        bots[seat] = player;
        bots[1 - seat] = opponents[opponent];
        match_play(rules, bots, number, state, view, &match);
        if (match.end >= MATCH_ABORTED) {
            kinds_drop(&kinds);
            return (struct evaluation){.high = 1};
        }
        kinds_add(&kinds, &match, opponent, 0);
        const uint64_t before = unit.wins;
        unit_add(&unit, &match, seat);
        result.seat_wins[seat] += unit.wins - before;
        if (g % 2 == 1 || g + 1 == games) unit_close_block(&unit, rules->game, (int)(g % 2) + 1);
    }
    if (games == 0) return (struct evaluation){.high = 1};
    result.different = kinds_repeated(&kinds, games, 2);
    kinds_drop(&kinds);
    unit_report(&unit, rules->game, (double)(result.different > 0 ? result.different : games),
                &standing);
    result.wins = unit.wins;
    result.share = (double)unit.wins / (double)games;
    result.low = standing.low;
    result.high = standing.high;
    return result;
}

/* ---- dqn ---- */

struct dqn_player {
    const struct th_game *game;
    struct player player;
    struct model model;
};

static const struct th_option options[] = {
    {"model", TH_TEXT, 0, 0, NULL, NULL,
     "a file that tahur train wrote, without a comma in its name; by default the one that comes "
     "with the program, which only Kittens has"},
    {0},
};

static bool plays(const struct th_game *game) {
    return game->observe != NULL;
}

static bool needs_options(const struct th_game *game) {
    return game->model == NULL;
}

/* A model plays its game with all options that give as many numbers as it was trained on. */
static bool fits(const struct model *m, const struct th_game *game, struct th_error *e) {
    const size_t name = strcspn(m->game, ":");
    if (strlen(game->name) != name || memcmp(m->game, game->name, name) != 0)
        return model_check(m, game->name, game->observation_layout, e);
    return model_check(m, m->game, game->observation_layout, e);
}

static bool read_shipped(struct model *m, const struct th_game *game, struct th_error *e) {
    char path[1024];
    struct th_error ignored;
    if (game->model == NULL)
        return th_fail(e,
                       "no model for %s comes with the program; name a file that tahur train %s "
                       "--out FILE has written: dqn:model=FILE",
                       game->name, game->name);
    const char *folder = getenv("TAHUR_MODELS");
    if (folder != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, game->model);
        return model_read_network(m, path, e);
    }
    snprintf(path, sizeof path, "%s/%s", TAHUR_MODELS, game->model);
    if (model_read_network(m, path, &ignored)) return true;
    snprintf(path, sizeof path, "%s/%s", TAHUR_INSTALLED_MODELS, game->model);
    return model_read_network(m, path, e);
}

static void drop(void *self) {
    struct dqn_player *p = self;
    model_drop_network(&p->model);
    free(p);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    const char *path = th_options_text(o, "model");
    struct dqn_player *p = calloc(1, sizeof *p);
    if (p == NULL) {
        th_fail(e, "there is no memory for a bot");
        return NULL;
    }
    struct th_error why;
    bool read =
        path != NULL ? model_read_network(&p->model, path, e) : read_shipped(&p->model, game, e);
    if (read && !fits(&p->model, game, &why))
        read = th_fail(e, "%s is refused: %s", path != NULL ? path : "the model", why.text);
    if (!read) {
        drop(p);
        return NULL;
    }
    p->game = game;
    p->player.network = &p->model.network;
    return p;
}

static bool accepts(const void *self, const struct th_options *game_options, struct th_error *e) {
    const struct dqn_player *p = self;
    struct th_error why;
    char clipped[TEXT_CLIP_BYTES];
    const int observations = th_game_observations(p->game, game_options, e);
    if (observations == 0) return false;
    return model_check_sizes(&p->model, observations, p->game->action_count, &why) ||
           th_fail(e, "a model for “%s” does not fit this game: %s",
                   text_clip(p->model.game, clipped), why.text);
}

static int choose(void *self, const struct th_ask *ask) {
    const struct dqn_player *p = self;
    if (p->model.network.shape.size[0] != ask->game->observations(ask->view))
        return TH_FAULT_ILLEGAL; /* whoever asks has not looked at `accepts` */
    return player_choose(&p->player, ask);
}

const struct th_bot_kind dqn_bot = {
    .name = "dqn",
    .summary = "a network that was trained by playing, the action of highest value",
    .options = options,
    .plays = plays,
    .needs_options = needs_options,
    .make = make,
    .accepts = accepts,
    .choose = choose,
    .drop = drop,
};
