#include "judging.h"

#include "core/text.h"
#include "tahur/registry.h"
#include <stdio.h>

enum { MAX_TURNS = 4000 };

/* Which bot, by which way: what is wished for, else what the game recommends, if it does. */
static const char *bot_of(const struct judging *j, const struct th_game *game, const char *given) {
    if (given != NULL) return given;
    if (!j->rollouts && game->judge != NULL) return game->judge;
    return game->roller != NULL ? game->roller : "random";
}

static bool tells(const struct th_game *game, const struct th_bot_kind *kind) {
    return kind->tells == TH_TELLS_CHANCES ||
           (kind->tells == TH_TELLS_VALUES && game->value_scale > 0);
}

bool judging_make(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct judging_wish *wish, struct th_error *e) {
    *j = (struct judging){.by = wish->by, .games = wish->games};
    const int seats = th_game_seats(game, options, e);
    struct th_spec spec;
    struct judge_settings set = {.by = JUDGE_BY_SEARCH, .hasty = wish->hasty};
    if (seats == 0) return false;
    if (seats == 1)
        return th_fail(e, "alone there is nothing to win: a judgement needs two seats or more");
    j->rollouts = j->by == JUDGING_ROLLOUTS || (j->by == JUDGING_AUTO && wish->counted);
    set.rollouts.bot.kind = th_bot_find(game, bot_of(j, game, wish->bot), &spec, e);
    if (set.rollouts.bot.kind == NULL) return false;
    set.rollouts.bot.options = spec.options;
    if (!j->rollouts && j->by == JUDGING_AUTO &&
        (game->view != NULL || !tells(game, set.rollouts.bot.kind)))
        j->rollouts = true;
    set.by = j->rollouts ? JUDGE_BY_ROLLOUTS : JUDGE_BY_SEARCH;
    set.no_solver = j->by == JUDGING_SEARCH || j->by == JUDGING_ROLLOUTS || wish->counted;
    set.only_solver = j->by == JUDGING_EXACT;
    j->exact = set.only_solver || (game->solve != NULL && !set.no_solver);
    set.rollouts.game = game;
    set.rollouts.game_options = *options;
    set.rollouts.games = j->games;
    set.rollouts.until = j->until = wish->until;
    set.rollouts.seed = wish->seed;
    set.rollouts.max_turns = MAX_TURNS;
    set.rollouts.threads = wish->threads;
    set.rollouts.control = wish->control;
    set.rollouts.stop = wish->stop;
    snprintf(j->bot, sizeof j->bot, "%s", spec.text);
    j->judge = judge_new(&set, e);
    return j->judge != NULL;
}

void judging_close(struct judging *j) {
    if (j->judge != NULL) judge_drop(j->judge);
    j->judge = NULL;
}

const char *judging_way(const struct judging *j, char out[JUDGING_WAY_BYTES]) {
    char games[27], until[48] = "";
    const char *exactly = j->exact ? "perfect play where it can be found, else " : "";
    if (j->until > 0) snprintf(until, sizeof until, " or more, to an error of %g", j->until);
    if (j->by == JUDGING_EXACT)
        snprintf(out, JUDGING_WAY_BYTES, "perfect play");
    else if (j->rollouts)
        snprintf(out, JUDGING_WAY_BYTES, "%srollouts of %s, %s of each move%s", exactly, j->bot,
                 text_thousands(j->games, games), until);
    else
        snprintf(out, JUDGING_WAY_BYTES, "%swhat %s thinks", exactly, j->bot);
    return out;
}
