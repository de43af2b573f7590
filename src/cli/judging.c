#include "judging.h"

#include "core/text.h"
#include "interrupt.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TURNS = 4000 };

const char *const judging_controls[] = {"auto", "on", "off", NULL};
const char *const judging_ways[] = {"auto", "search", "rollouts", "exact", NULL};

/* Which bot, by which way: what the user says, else what the game recommends. */
static const char *bot_of(const struct judging *j, const struct th_game *game, const char *given) {
    if (given != NULL) return given;
    return j->rollouts || game->judge == NULL ? game->roller : game->judge;
}

/* Whether the bot tells chances of winning: it is asked once, in the first decision from here. */
static bool tells(const struct th_game *game, const struct th_options *options,
                  const struct th_arena_player *bot, struct th_error *e) {
    struct th_state *s = th_state_new(game, options, e);
    struct th_thoughts *thoughts = malloc(sizeof *thoughts);
    void *self = s != NULL && thoughts != NULL
                     ? th_bot_make(bot->kind, game, options, &bot->options, e)
                     : NULL;
    bool told = false;
    struct th_rng rng = th_rng_seeded(1);
    th_action legal[TH_LEGAL_MAX];
    int mover, n = 0;
    while (self != NULL && (mover = game->mover(s)) != TH_OVER) {
        if (mover >= 0 && (n = game->legal(s, legal)) > 1) break;
        game->apply(s, mover < 0 ? th_chance_pick(game, s, th_rng_next(&rng)) : legal[0]);
    }
    if (self != NULL && n > 1) {
        th_thoughts_clear(thoughts, n);
        const struct th_ask ask = {.game = game,
                                   .view = s,
                                   .seat = game->mover(s),
                                   .legal = legal,
                                   .n = n,
                                   .rng = &rng,
                                   .thoughts = thoughts};
        if (bot->kind->begin != NULL) bot->kind->begin(self, s, ask.seat);
        const int place = bot->kind->choose(self, &ask);
        told = place >= 0 && !isnan(thoughts->of[place].value);
    }
    if (self != NULL && bot->kind->drop != NULL) bot->kind->drop(self);
    free(thoughts);
    free(s);
    return told;
}

bool judging_open(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct arguments *a, struct judging_names names, const atomic_bool *stop,
                  struct th_error *e) {
    *j = (struct judging){.by = (enum judging_by)th_options_number(&a->flags, "by"),
                          .games = th_options_number(&a->flags, names.games)};
    const bool counted =
        th_options_given(&a->flags, names.games) || th_options_given(&a->flags, "until");
    const int seats = th_game_seats(game, options, e);
    struct th_spec spec;
    struct judge_settings set = {.by = JUDGE_BY_SEARCH};
    if (seats == 0) return false;
    if (seats == 1)
        return th_fail(e, "alone there is nothing to win: a judgement needs two seats or more");
    if (counted && (j->by == JUDGING_SEARCH || j->by == JUDGING_EXACT))
        return th_fail(e, "--%s and --until are for rollouts, not for --by %s", names.games,
                       judging_ways[j->by]);
    j->rollouts = j->by == JUDGING_ROLLOUTS || (j->by == JUDGING_AUTO && counted);
    set.rollouts.bot.kind =
        th_bot_find(game, bot_of(j, game, th_options_text(&a->flags, names.bot)), &spec, e);
    if (set.rollouts.bot.kind == NULL) return false;
    set.rollouts.bot.options = spec.options;
    if (!j->rollouts && j->by == JUDGING_AUTO &&
        (game->view != NULL || !tells(game, options, &set.rollouts.bot, e)))
        j->rollouts = true;
    set.by = j->rollouts ? JUDGE_BY_ROLLOUTS : JUDGE_BY_SEARCH;
    set.no_solver = j->by == JUDGING_SEARCH || j->by == JUDGING_ROLLOUTS || counted;
    set.rollouts.game = game;
    set.rollouts.game_options = *options;
    set.rollouts.games = j->games;
    if (th_options_given(&a->flags, "until")) set.rollouts.until = arguments_decimal(a, "until");
    set.rollouts.seed = (uint64_t)th_options_number(&a->flags, "seed");
    set.rollouts.max_turns = MAX_TURNS;
    set.rollouts.threads = thread_count(&a->flags);
    set.rollouts.control = (enum rollouts_control)th_options_number(&a->flags, "control");
    set.rollouts.stop = stop;
    snprintf(j->bot, sizeof j->bot, "%s", spec.text);
    j->judge = judge_new(&set, e);
    return j->judge != NULL;
}

void judging_close(struct judging *j) {
    if (j->judge != NULL) judge_drop(j->judge);
    j->judge = NULL;
}

const char *judging_way(const struct judging *j, char out[JUDGING_WAY_BYTES]) {
    char games[27];
    if (j->rollouts)
        snprintf(out, JUDGING_WAY_BYTES, "rollouts of %s, %s of each move", j->bot,
                 text_thousands(j->games, games));
    else
        snprintf(out, JUDGING_WAY_BYTES, "what %s thinks", j->bot);
    return out;
}
