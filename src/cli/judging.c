#include "judging.h"

#include "core/text.h"
#include "interrupt.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <string.h>

enum { MAX_TURNS = 4000 };

const char *const judging_controls[] = {"auto", "on", "off", NULL};
const char *const judging_ways[] = {"auto", "search", "rollouts", "exact", NULL};

/* Which bot, by which way: what the user says, else what the game recommends, if it does. */
static const char *bot_of(const struct judging *j, const struct th_game *game, const char *given) {
    if (given != NULL) return given;
    if (!j->rollouts && game->judge != NULL) return game->judge;
    return game->roller != NULL ? game->roller : "random";
}

static bool tells(const struct th_game *game, const struct th_bot_kind *kind) {
    return kind->tells == TH_TELLS_CHANCES ||
           (kind->tells == TH_TELLS_VALUES && game->value_scale > 0);
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
        (game->view != NULL || !tells(game, set.rollouts.bot.kind)))
        j->rollouts = true;
    set.by = j->rollouts ? JUDGE_BY_ROLLOUTS : JUDGE_BY_SEARCH;
    set.no_solver = j->by == JUDGING_SEARCH || j->by == JUDGING_ROLLOUTS || counted;
    set.only_solver = j->by == JUDGING_EXACT;
    j->exact = set.only_solver || (game->solve != NULL && !set.no_solver);
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
