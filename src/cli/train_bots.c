#include "train_bots.h"

#include "tahur/registry.h"
#include <string.h>

int bot_list_find(const struct bot_list *l, const struct listed_bot *bot) {
    for (int i = 0; i < l->count; i++)
        if (l->bot[i].kind == bot->kind &&
            th_options_equal(&l->bot[i].spec.options, &bot->spec.options))
            return i;
    return -1;
}

/* The length of the first spec in a list. Behind a comma begins another one, unless it is an option
 * of the first: key=value, without a name and a colon before it. */
static size_t first_spec(const char *list) {
    size_t n = strcspn(list, ",");
    while (list[n] == ',') {
        const size_t word = strcspn(list + n + 1, ":=,");
        if (list[n + 1 + word] != '=' || memchr(list, ':', n) == NULL) break;
        n += 1 + strcspn(list + n + 1, ",");
    }
    return n;
}

bool bot_list_read(struct bot_list *l, const struct th_game *game, const char *list, bool once,
                   struct th_error *e) {
    for (;; list++) {
        char text[TH_SPEC_BYTES];
        struct listed_bot bot;
        const size_t n = first_spec(list);
        if (n >= sizeof text) return th_fail(e, "the name of a bot is too long");
        memcpy(text, list, n);
        text[n] = 0;
        bot.kind = th_bot_find(game, text, &bot.spec, e);
        if (bot.kind == NULL) return false;
        const bool known = bot_list_find(l, &bot) >= 0;
        if (known && once)
            return th_fail(e, "'%s' is named twice; each opponent is drawn as often as the others",
                           text);
        if (!known) {
            if (l->count == VERSUS_OPPONENTS_MAX)
                return th_fail(e, "at most %d bots can be named", VERSUS_OPPONENTS_MAX);
            l->bot[l->count++] = bot;
        }
        list += n;
        if (*list == 0) return true;
    }
}

bool bot_list_make(const struct bot_list *l, const struct th_game *game,
                   const struct th_options *options, struct bot bots[VERSUS_OPPONENTS_MAX],
                   struct th_error *e) {
    for (int i = 0; i < l->count; i++) {
        bots[i].kind = l->bot[i].kind;
        bots[i].self = th_bot_make(bots[i].kind, game, options, &l->bot[i].spec.options, e);
        if (bots[i].self == NULL) return false;
    }
    return true;
}

void bot_list_drop(struct bot bots[VERSUS_OPPONENTS_MAX]) {
    for (int i = 0; i < VERSUS_OPPONENTS_MAX; i++)
        if (bots[i].self != NULL && bots[i].kind->drop != NULL) bots[i].kind->drop(bots[i].self);
}
