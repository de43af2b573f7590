#include "judging_flags.h"

#include "interrupt.h"

const char *const judging_controls[] = {"auto", "on", "off", NULL};
const char *const judging_ways[] = {"auto", "search", "rollouts", "exact", NULL};

bool judging_open(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct arguments *a, struct judging_names names, const th_flag *stop,
                  struct th_error *e) {
    const struct th_options *f = &a->flags;
    struct judging_wish wish = {.by = (enum judging_by)th_options_number(f, "by"),
                                .bot = th_options_text(f, names.bot),
                                .games = th_options_number(f, names.games),
                                .counted = th_options_given(f, names.games) ||
                                           th_options_given(f, "until"),
                                .control = (enum rollouts_control)th_options_number(f, "control"),
                                .seed = (uint64_t)th_options_number(f, "seed"),
                                .threads = thread_count(f),
                                .stop = stop};
    *j = (struct judging){.judge = NULL};
    if (th_options_given(f, "until")) wish.until = arguments_decimal(a, "until");
    if (wish.counted && (wish.by == JUDGING_SEARCH || wish.by == JUDGING_EXACT) &&
        th_game_seats(game, options, e) > 1)
        return th_fail(e, "--%s and --until are for rollouts, not for --by %s", names.games,
                       judging_ways[wish.by]);
    return judging_make(j, game, options, &wish, e);
}
