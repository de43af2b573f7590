#include "tahur/bot.h"

#include "text.h"
#include <stdlib.h>

/* Lines of the cache are 64 bytes nearly everywhere: a state has its lines to itself, so that
 * threads at work on different states do not slow each other down. */
enum { LINE = 64 };

struct th_state *th_state_new(const struct th_game *game, const struct th_options *o,
                              struct th_error *e) {
    struct th_state *s = aligned_alloc(LINE, (game->state_size + LINE - 1) / LINE * LINE);
    if (s == NULL) {
        th_fail(e, "out of memory");
    } else if (!game->setup(s, o, e)) {
        free(s);
        s = NULL;
    }
    return s;
}

int th_game_seats(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct th_state *s = th_state_new(game, o, e);
    const int seats = s != NULL ? game->seats(s) : 0;
    free(s);
    return seats;
}

bool th_is_possible(const struct th_game *game, const struct th_state *s, th_action a) {
    const int mover = game->mover(s);
    if (mover == TH_OVER) return false;
    if (mover == TH_CHANCE) {
        struct th_outcome outcome[TH_LEGAL_MAX];
        const int n = game->outcomes(s, outcome);
        for (int i = 0; i < n; i++)
            if (outcome[i].action == a) return true;
        return false;
    }
    if (game->resignation != 0 && a == game->resignation) return true;
    th_action legal[TH_LEGAL_MAX];
    return th_place_of(a, legal, game->legal(s, legal)) >= 0;
}

bool th_read_action(const struct th_game *game, const struct th_state *s, const char *text,
                    th_action *a, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    text_clip(text, clipped);
    if (game->mover(s) == TH_OVER) return th_fail(e, "the game is over before “%s”", clipped);
    return game->parse_action(s, text, a, e) &&
           (th_is_possible(game, s, *a) || th_fail(e, "“%s” is not possible there", clipped));
}

bool th_read_start(const struct th_game *game, struct th_state *s, const char *text,
                   struct th_error *e) {
    if (!game->parse_position(s, text, e)) return false;
    const int viewer = game->viewer != NULL ? game->viewer(s) : TH_SEES_ALL;
    if (viewer == TH_STRANGER)
        return th_fail(e, "the position is what a stranger sees; a game begins with a whole one");
    if (viewer != TH_SEES_ALL)
        return th_fail(e, "the position is what seat %d knows; a game begins with a whole one",
                       viewer);
    return game->mover(s) != TH_OVER || th_fail(e, "the game is over there");
}

bool th_check_view(const struct th_game *game, const struct th_state *s, struct th_error *e) {
    const int viewer = game->viewer != NULL ? game->viewer(s) : TH_SEES_ALL;
    if (viewer == TH_SEES_ALL || viewer == game->mover(s)) return true;
    if (viewer == TH_STRANGER)
        return th_fail(e, "the position is what a stranger sees, by which nobody can decide");
    return th_fail(e, "the position is what seat %d knows, but it is not that seat's decision",
                   viewer);
}
