/* A plan: which games a contest plays. Who plays whom, in which seats, with which luck and from
 * which openings follows from the plan and its seed alone.
 *
 * What is played is a list of fixtures. A round plays a block of each of them, and a block plays
 * the fixture's line-ups with every rotation of the starter; all its games share their luck, their
 * opening, and game for game the bots' generators. So a block is one observation, and a fixture
 * with two line-ups that differ in one bot compares the two under the same luck. */
#ifndef CONTEST_PLAN_H
#define CONTEST_PLAN_H

#include "core/match.h"
#include "core/openings.h"
#include "tahur/arena.h"
#include "tahur/game.h"

enum { LINE_UPS_MAX = 2, BLOCK_GAMES_MAX = LINE_UPS_MAX * TH_SEATS_MAX };

/* Bots by their number, as many as the game has seats. */
struct line_up {
    int bot[TH_SEATS_MAX];
};

struct fixture {
    struct line_up line_up[LINE_UPS_MAX];
};

/* What the pointers point to belongs to the caller and outlives the plan. */
struct plan {
    const struct th_game *game;
    const struct th_options *game_options;
    int seats;
    const struct th_arena_player *bot;
    int bots;
    const struct fixture *fixture;
    int fixtures, line_ups; /* so many line-ups in every fixture */
    /* Whether the order of the seats changes from round to round, so that in games of three and
     * four all orders come equally often; otherwise it is the line-up's. Where there are openings,
     * the orders come in a random order, too, so that no opening always has the same. */
    bool all_orders;
    uint64_t games;    /* at most */
    uint64_t from, to; /* plays only blocks from..to-1 of these games; to = 0: all */
    struct th_seed seed;
    int threads;
    uint32_t max_turns, random_plies; /* as in th_arena */
    /* Where games begin, one a round, as plan_opening says; none: the game's own start. */
    struct th_state *const *opening;
    int openings;
    uint64_t disqualify;     /* a bot is out after so many faults (fault_log.h); 0: never */
    bool fault_aborts;       /* a game that ends with a fault fails the series, and is not kept */
    enum th_luck luck;       /* whether results are adjusted for luck (luck_choice.h) */
    const atomic_bool *stop; /* set to end early; NULL: never */
};

struct fault; /* external/bots.h */

/* A block that has been played; or the games of it that the plan still had room for. */
struct series_block {
    uint64_t round;
    int fixture, games;
    const struct match_result *result; /* line-up by line-up, each in every rotation */
    struct fault *const *fault; /* by game: details of its fault, or NULL; NULL: of no game */
};

/* Whether two are copies of one bot, whatever their names. */
static inline bool plan_same_bot(const struct th_arena_player *a, const struct th_arena_player *b) {
    return a->kind == b->kind && th_options_equal(&a->options, &b->options);
}

static inline int plan_block_games(const struct plan *p) {
    return p->line_ups * p->seats;
}

/* The number of blocks that the games of the plan make, the last one possibly not full. */
uint64_t plan_blocks(const struct plan *p);
/* How many games are to be played: all, or those of the part from..to-1. */
uint64_t plan_own_games(const struct plan *p);

/* The block of this number, with these results. */
struct series_block plan_block_at(const struct plan *p, uint64_t block,
                                  const struct match_result *result);
/* The place in its line-up of the bot in this seat, in this game of a block. */
int plan_place(const struct plan *p, const struct series_block *b, int game, int seat);
/* And the number of that bot. */
int plan_bot(const struct plan *p, const struct series_block *b, int game, int seat);

/* The opening of a round, 0 where there are none. Each comes once in as many rounds as there are
 * openings, in a new random order each time. */
int plan_opening(const struct plan *p, uint64_t round);
/* The position that a round starts from; NULL: the game's own start. */
const struct th_state *plan_start(const struct plan *p, uint64_t round);

/* What the games of a block are played by, without a tape; `start` is the game's own beginning. And
 * which match a game of it is. Together with the bots' answers, they determine its result. */
struct match_rules plan_rules(const struct plan *p, const struct series_block *b,
                              const struct th_state *start);
struct match_number plan_match(const struct plan *p, const struct series_block *b, int game);

/* ---- line-ups of leagues, comparisons and grades ---- */

struct line_ups {
    struct line_up *list;
    int count;
};

/* Adds every line-up of the `first` bots and, in the other seats, a combination of the bots of the
 * pool: each at most once where there are enough of them, otherwise as evenly as the seats allow
 * (at most ⌈seats left / bots⌉ times). Fails where there is no memory, or too many of them. */
bool line_ups_add(struct line_ups *l, int seats, const int first[], int firsts, const int pool[],
                  int bots, struct th_error *e);
void line_ups_drop(struct line_ups *l);

/* Of bots 0 to `bots` − 1, at least two: */
enum league_format { ROUND_ROBIN, GAUNTLET, FREE_FOR_ALL };
extern const char *const league_formats[]; /* their names, ended by NULL */
/* every pair by itself, the first with every combination of others, or every combination. */
bool line_ups_of_league(struct line_ups *l, enum league_format format, int seats, int bots,
                        struct th_error *e);

#endif
