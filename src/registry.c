/* The list of games and bots: the one file that knows them all. A new game is a line in `games`,
 * a new bot of any game a line in `general_bots`, a game's own bots are its own list. */
#include "tahur/registry.h"

#include "core/bot.h"
#include "core/text.h"
#include "core/tools.h"
#include "external/bots.h"
#include "games/cantstop/board.h"
#include "games/kittens/board.h"
#include "games/parchis/board.h"
#include "games/y/board.h"
#include "learn/player.h"
#include "learn/puct_player.h"
#include "search/bots.h"
#include "tahur/version.h"
#include <string.h>

/* A name for a good choice among a game's bots. */
struct short_name {
    const char *name, *stands_for, *summary;
};

/* easy, medium and hard are for people. level1 … level4 are measures for homework: bench/levels.py
 * measures that each wins about three of four games against the one before; docs/games-and-bots.md
 * has the figures. A change of a level changes what old marks mean. */
struct entry {
    const struct th_game *game;
    const struct th_bot_kind *const *bots;
    struct short_name short_names[8];
};

static const struct th_bot_kind *const no_bots[] = {NULL};
enum { OWN_BOTS_MAX = 1024 };

static const struct entry games[] = {
    {&cantstop_game,
     cantstop_bots,
     {{"easy", "max-rolls:n=3,moves=greedy-aggressive", "three rolls, wherever they lead highest"},
      {"medium", "max-rolls:n=4", "four rolls, and few new columns"},
      {"hard", "risk-stop", "weighs the exact risk of every roll; against people turn-optimal"},
      {"level1", "max-rolls:n=2", "for homework: two rolls, and few new columns"},
      {"level2", "max-rolls:n=3,moves=greedy-aggressive",
       "for homework: three rolls, wherever they lead highest"},
      {"level3", "max-rolls:n=3", "for homework: three rolls, and few new columns"},
      {"level4", "max-rolls:n=4", "for homework: four rolls, and few new columns"}}},
    {&y_game,
     y_bots,
     {{"easy", "flat-mc:iterations=200", "a few random games for each move"},
      {"medium", "mcts:iterations=200", "a small tree"},
      {"hard", "mcts:iterations=20000,network=0.7,rave=300",
       "a large tree and a network, some tenths of a second a move"},
      {"level1", "flat-mc:iterations=150", "for homework: 150 random games a move"},
      {"level2", "flat-mc:iterations=270", "for homework: 270 random games a move"},
      {"level3", "flat-mc:iterations=480", "for homework: 480 random games a move"},
      {"level4", "flat-mc:iterations=880", "for homework: 880 random games a move"}}},
    {&parchis_game,
     no_bots,
     {{"easy", "greedy", "the best move for the moment"},
      {"medium", "alphabeta:depth=2", "looks two plies ahead"},
      {"hard", "alphabeta:nodes=500000", "searches 500,000 nodes, some tenths of a second a move"},
      {"level1", "greedy:error=0.4",
       "for homework: the best move for the moment, two of five at random"},
      {"level2", "greedy:error=0.25",
       "for homework: the best move for the moment, every fourth at random"},
      {"level3", "greedy:error=0.12",
       "for homework: the best move for the moment, every eighth at random"},
      {"level4", "greedy", "for homework: the best move for the moment"}}},
    {&kittens_game,
     kittens_bots,
     {{"easy", "v1", "skips when bombs are likely, else attacks now and then"},
      {"medium", "mcts:iterations=500", "thinks a few hundred worlds through"},
      {"hard", "dqn", "a network that learned to beat the others"},
      {"level1", "v1", "for homework: skips when bombs are likely, else attacks now and then"},
      {"level2", "dqn:error=0.5", "for homework: a trained network, every second action at random"},
      {"level3", "dqn:error=0.18", "for homework: a trained network, every sixth action at random"},
      {"level4", "dqn", "for homework: a trained network"}}},
};
enum { GAMES = sizeof games / sizeof *games };

/* Short names of bots that contests need fast, and people strong. */
static const struct {
    const struct th_game *game;
    const char *name, *stands_for;
} for_people[] = {{&cantstop_game, "hard", "turn-optimal"}};

static const char *spec_for_people(const struct th_game *game, const char *name) {
    for (size_t i = 0; i < sizeof for_people / sizeof *for_people; i++)
        if (for_people[i].game == game && strcmp(for_people[i].name, name) == 0)
            return for_people[i].stands_for;
    return NULL;
}

static const struct th_bot_kind *const general_bots[] = {&random_bot,  &mcts_bot,      &greedy_bot,
                                                         &minimax_bot, &alphabeta_bot, &dqn_bot,
                                                         &puct_bot,    &exec_bot,      &lib_bot};
enum { GENERAL_BOTS = sizeof general_bots / sizeof *general_bots };

const struct th_game *th_game_at(int i) {
    return i >= 0 && i < GAMES ? games[i].game : NULL;
}

static const struct entry *entry_of(const struct th_game *game) {
    for (int i = 0; i < GAMES; i++)
        if (games[i].game == game) return &games[i];
    return NULL;
}

static bool plays(const struct th_bot_kind *kind, const struct th_game *game) {
    return kind->plays == NULL || kind->plays(game);
}

/* ---- bots of the caller's own ---- */

static _Thread_local const struct th_bot_kind *const *own_bots = no_bots;

/* Whether a bot of any game has this name. */
static bool is_taken(const char *name) {
    struct th_bot_entry entry;
    for (int g = 0; g < GAMES; g++)
        for (int i = 0; th_bot_at(games[g].game, i, &entry); i++)
            if (strcmp(entry.name, name) == 0) return true;
    return false;
}

static bool check_own(const struct th_bot_kind *const kinds[], int i, struct th_error *e) {
    struct th_error why;
    if (i == OWN_BOTS_MAX)
        return th_fail(e, "at most %d bots of one's own can be registered", OWN_BOTS_MAX);
    if (!bot_kind_check(kinds[i], &why))
        return th_fail(e, "bot %d cannot be registered: %s", i, why.text);
    bool taken = is_taken(kinds[i]->name);
    for (int k = 0; k < i; k++) taken = taken || strcmp(kinds[k]->name, kinds[i]->name) == 0;
    return !taken || th_fail(e, "there is already a bot called '%s'", kinds[i]->name);
}

bool th_bots_register(const struct th_bot_kind *const kinds[], struct th_error *e) {
    own_bots = no_bots;
    for (int i = 0; kinds != NULL && kinds[i] != NULL; i++)
        if (!check_own(kinds, i, e)) return false;
    if (kinds != NULL) own_bots = kinds;
    return true;
}

/* ---- finding bots ---- */

/* Short names first, then the bots of any game that play this one, then the game's own,
 * then the caller's. */
bool th_bot_at(const struct th_game *game, int i, struct th_bot_entry *entry) {
    const struct entry *g = entry_of(game);
    if (g == NULL || i < 0 || entry == NULL) return false;
    for (const struct short_name *s = g->short_names; s->name != NULL; s++)
        if (i-- == 0) {
            *entry = (struct th_bot_entry){NULL, s->name, s->summary, s->stands_for,
                                           spec_for_people(game, s->name)};
            return true;
        }
    const struct th_bot_kind *kind = NULL;
    for (int k = 0; k < GENERAL_BOTS && kind == NULL; k++)
        if (plays(general_bots[k], game) && i-- == 0) kind = general_bots[k];
    for (int k = 0; kind == NULL && g->bots[k] != NULL; k++)
        if (i-- == 0) kind = g->bots[k];
    for (int k = 0; kind == NULL && own_bots[k] != NULL; k++)
        if (plays(own_bots[k], game) && i-- == 0) kind = own_bots[k];
    if (kind == NULL) return false;
    *entry = (struct th_bot_entry){kind, kind->name, kind->summary, NULL, NULL};
    return true;
}

/* Of all bots of a game, its own and those of the caller. */
enum { NAMES_MAX = 64 + OWN_BOTS_MAX };

/* "there is no WHAT 'x'; did you mean 'y'? There are: a, b, c" */
static bool no_such(const char *what, const char *name, const char *const names[], int n,
                    struct th_error *e) {
    char list[256];
    struct text t = text_in(list, sizeof list);
    for (int i = 0; i < n; i++) text_add(&t, "%s%s", i == 0 ? "" : ", ", names[i]);
    char wrong[TEXT_CLIP_BYTES];
    const char *near = text_nearest(name, names, n);
    text_clip(name, wrong);
    if (near != NULL)
        return th_fail(e, "there is no %s '%s'; did you mean '%s'? There are: %s", what, wrong,
                       near, list);
    return th_fail(e, "there is no %s '%s'; there are: %s", what, wrong, list);
}

const struct th_game *th_game_find(const char *text, struct th_spec *spec, struct th_error *e) {
    if (!th_spec_name(text, spec, e)) return NULL;
    const char *names[GAMES];
    for (int i = 0; i < GAMES; i++) {
        names[i] = games[i].game->name;
        if (strcmp(names[i], spec->name) != 0) continue;
        if (!th_spec_options(spec, games[i].game->options, e)) return NULL;
        tools_expand(games[i].game->tools, &spec->options);
        return games[i].game;
    }
    no_such("game", spec->name, names, GAMES, e);
    return NULL;
}

const struct th_bot_kind *th_bot_find(const struct th_game *game, const char *text,
                                      struct th_spec *spec, struct th_error *e) {
    if (entry_of(game) == NULL) {
        th_fail(e, "no bots are known for this game: it is none that th_game_at gives");
        return NULL;
    }
    if (!th_spec_name(text, spec, e)) return NULL;
    const char *names[NAMES_MAX];
    struct th_bot_entry entry;
    int n = 0;
    for (; n < NAMES_MAX && th_bot_at(game, n, &entry); n++) {
        names[n] = entry.name;
        if (strcmp(entry.name, spec->name) != 0) continue;
        if (entry.kind != NULL)
            return th_spec_options(spec, entry.kind->options, e) ? entry.kind : NULL;
        if (!th_spec_options(spec, NULL, e)) return NULL;
        const struct th_bot_kind *kind = th_bot_find(game, entry.stands_for, spec, e);
        strcpy(spec->text, text);
        return kind;
    }
    char what[64];
    struct text t = text_in(what, sizeof what);
    text_add(&t, "bot for %s called", game->name);
    no_such(what, spec->name, names, n, e);
    return NULL;
}

struct th_state *th_state_start(const char *spec, const struct th_game **game, struct th_error *e) {
    struct th_spec read;
    const struct th_game *found = th_game_find(spec, &read, e);
    if (found == NULL) return NULL;
    struct th_state *s = th_state_new(found, &read.options, e);
    if (s != NULL && game != NULL) *game = found;
    return s;
}

const char *th_version(void) {
    return TH_VERSION;
}
