/* Networks as bots: in memory, and the bot dqn. */
#include "player.h"

#include "core/bot.h"
#include "core/facets.h"
#include "core/text.h"
#include "core/tools.h"
#include "model.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The folder of the models that come with the program: that of the environment variable
 * TAHUR_MODELS; by default the one of player_add_models, in the source tree, or the installed one.
 */
#ifndef TAHUR_MODELS
#define TAHUR_MODELS "models"
#endif
#ifndef TAHUR_INSTALLED_MODELS
#define TAHUR_INSTALLED_MODELS TAHUR_MODELS
#endif

/* ---- a network in memory ---- */

int player_choose(const struct network *n, const struct th_ask *ask) {
    float seen[TH_OBSERVATION_MAX], values[NETWORK_WIDTH_MAX];
    ask->game->learning->observe(ask->view, ask->seat, seen);
    network_answer(n, seen, values);
    if (ask->thoughts != NULL) {
        ask->thoughts->own = "Q";
        for (int i = 0; i < ask->n; i++) ask->thoughts->of[i].own = (double)values[ask->legal[i]];
    }
    int best = 0;
    for (int i = 1; i < ask->n; i++)
        if (values[ask->legal[i]] > values[ask->legal[best]]) best = i;
    return best;
}

/* ---- dqn ---- */

struct dqn_player {
    const struct th_game *game;
    struct model model;
    int64_t error; /* in millionths */
};

static const struct th_option options[] = {
    {"model", TH_TEXT, 0, 0, NULL, NULL,
     "a file that tahur train wrote, without a comma in its name; by default the one that comes "
     "with the program, which only Kittens has"},
    BOT_ERROR_OPTION,
    {0},
};

static bool plays(const struct th_game *game) {
    return game->learning != NULL;
}

static bool needs_options(const struct th_game *game) {
    return learning_of(game)->model == NULL;
}

bool player_fits(const struct model *m, const char *kind, const struct th_game *game,
                 struct th_error *e) {
    const size_t name = strcspn(m->game, ":");
    if (!model_check_kind(m, kind, e)) return false;
    if (strlen(game->name) != name || memcmp(m->game, game->name, name) != 0)
        return model_check(m, game->name, learning_of(game)->observation_layout, e);
    return model_check(m, m->game, learning_of(game)->observation_layout, e);
}

/* "name=value". */
static const char *option_value(const struct th_options *o, int place, char out[128]) {
    const struct th_option *option = &o->table[place];
    const int64_t number = o->value[place].number;
    if (option->kind == TH_CHOICE)
        snprintf(out, 128, "%s=%s", option->name, option->choices[number]);
    else
        snprintf(out, 128, "%s=%lld", option->name, (long long)number);
    return out;
}

bool player_fits_rules(const struct model *m, const struct th_game *game,
                       const struct th_options *game_options, struct th_error *e) {
    if (game->tools == NULL || game->tools->model_options == NULL) return true;
    struct th_spec trained;
    struct th_error ignored;
    struct th_options now = *game_options;
    tools_expand(game->tools, &now);
    if (th_game_find(m->game, &trained, &ignored) != game) return true;
    for (const char *const *name = game->tools->model_options; *name != NULL; name++) {
        char then_value[128], now_value[128];
        const int place = th_options_place(&now, *name);
        if (place < 0 || trained.options.value[place].number == now.value[place].number) continue;
        return th_fail(e, "it was trained with %s, not with %s",
                       option_value(&trained.options, place, then_value),
                       option_value(&now, place, now_value));
    }
    return true;
}

static char added_models[900];

void player_add_models(const char *folder) {
    snprintf(added_models, sizeof added_models, "%s", folder);
}

static bool read_from(struct model *m, const char *folder, const char *name, struct th_error *e) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return model_read_network(m, path, e);
}

bool player_read_shipped(struct model *m, const char *prefix, const struct th_game *game,
                         struct th_error *e) {
    struct th_error ignored;
    char name[128];
    snprintf(name, sizeof name, "%s%s", prefix, learning_of(game)->model);
    const char *folder = getenv("TAHUR_MODELS");
    if (folder != NULL) return read_from(m, folder, name, e);
    if (added_models[0] != 0 && read_from(m, added_models, name, &ignored)) return true;
    if (read_from(m, TAHUR_MODELS, name, &ignored)) return true;
    return read_from(m, TAHUR_INSTALLED_MODELS, name, e);
}

static bool read_own(struct model *m, const struct th_game *game, struct th_error *e) {
    if (needs_options(game))
        return th_fail(e,
                       "no model for %s comes with the program; name a file that tahur train %s "
                       "--out FILE has written: dqn:model=FILE",
                       game->name, game->name);
    return player_read_shipped(m, "", game, e);
}

static void drop(void *self) {
    struct dqn_player *p = self;
    model_drop(&p->model);
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
        path != NULL ? model_read_network(&p->model, path, e) : read_own(&p->model, game, e);
    if (read && !player_fits(&p->model, "dqn", game, &why))
        read = th_fail(e, "%s is refused: %s", path != NULL ? path : "the model", why.text);
    if (!read) {
        drop(p);
        return NULL;
    }
    p->game = game;
    p->error = th_options_number(o, "error");
    return p;
}

static bool accepts(const void *self, const struct th_options *game_options, struct th_error *e) {
    const struct dqn_player *p = self;
    struct th_error why;
    char clipped[TEXT_CLIP_BYTES];
    const int observations = th_game_observations(p->game, game_options, e);
    if (observations == 0) return false;
    return (model_check_sizes(&p->model, observations, p->game->action_count, &why) &&
            player_fits_rules(&p->model, p->game, game_options, &why)) ||
           th_fail(e, "a model for “%s” does not fit this game: %s",
                   text_clip(p->model.game, clipped), why.text);
}

static int choose(void *self, const struct th_ask *ask) {
    const struct dqn_player *p = self;
    if (p->model.network.shape.size[0] != ask->game->learning->observations(ask->view))
        return TH_FAULT_ILLEGAL; /* the caller has not called `accepts` */
    return bot_err(ask, p->error, player_choose(&p->model.network, ask));
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
