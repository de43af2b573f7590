/* The differences between rules=text and rules=course, one named switch each. A rule set is the
 * set of switches that stand as in the course program: none for the text, all for the course. The
 * code of a rule stands once and asks its switch. The list in docs/parchis-switches.md is written
 * from this table. */
#ifndef PARCHIS_SWITCHES_H
#define PARCHIS_SWITCHES_H

#include "board.h"

/* X(NAME, name, what rules=text does, what rules=course does) */
#define PARCHIS_SWITCH_LIST(X)                                                                     \
    X(PLAYERS_TAKE_TURNS, "players-take-turns",                                                    \
      "colours take turns Y, B, R, G, each with a pool of its own",                                \
      "players take turns, each with one pool for both colours")                                   \
    X(FORCED_FOR_BOTH, "forced-for-both", "a 10 or 20 is for pieces of the colour that earned it", \
      "a 10 or 20 is for any piece of either colour")                                              \
    X(PASS_KEEPS_TURN, "pass-keeps-turn",                                                          \
      "passing always passes the turn and ends the run of a 6",                                    \
      "passing with a 6, or with a forced die in the run of a 6, keeps the turn")                  \
    X(BANANED_SIX_GOES_ON, "bananed-six-goes-on",                                                  \
      "a 6 spent on a bananed piece gives no further turn", "it does")                             \
    X(SIX_BINDS_BOTH, "six-binds-both",                                                            \
      "a barrier of the colour in turn must be broken by a 6 (rule 9)",                            \
      "a barrier of either own colour")                                                            \
    X(BARRIER_IS_TWO_ALONE, "barrier-is-two-alone",                                                \
      "two of a colour, neither ghost nor mini, are a barrier whoever else stands there",          \
      "only if nobody else stands there")                                                          \
    X(GHOSTS_CROWD, "ghosts-crowd", "ghosts do not count for rule 7 and stand on any square",      \
      "ghosts count, and may not go to a full square either")                                      \
    X(CROWD_IS_TWO, "crowd-is-two", "two or more pieces bar a third (rule 7)",                     \
      "exactly two bar a third; three or more do not bar a fourth")                                \
    X(STAR_JOINS_ANY, "star-joins-any",                                                            \
      "a star is barred by two pieces that it does not send home", "only by two stars")            \
    X(TWO_BAR_A_MEGA, "two-bar-a-mega",                                                            \
      "a mega sends home two pieces of other colours where it lands",                              \
      "two pieces bar it as any other")                                                            \
    X(MEGA_ALONE_BARS, "mega-alone-bars", "nobody but a ghost lands on either square of a mega",   \
      "nobody at all lands on the square of a mega that stands there alone; on others anybody")    \
    X(MEGA_IS_SHORT, "mega-is-short", "both squares of a mega bar the way of other colours",       \
      "only its rear square does, and only if the mega stands there alone")                        \
    X(MEGA_CROSSES, "mega-crosses", "a mega lands on barriers but does not run across them",       \
      "a mega runs across barriers")                                                               \
    X(WAY_RUNS_FORWARD, "way-runs-forward",                                                        \
      "the way is every square that the piece runs over, back again after a bounce, and the exit " \
      "square when it leaves home",                                                                \
      "the way runs forward from the origin to the destination (or the entry square, if that is "  \
      "beyond it), all around the board if it must; there is none from home, from a corridor or "  \
      "back to the origin")                                                                        \
    X(BARRIERS_FIRST, "barriers-first",                                                            \
      "barriers, stars and traps act in the order in which they are met",                          \
      "a barrier anywhere on the way forbids the move, then the first trap stops it, then any "    \
      "star before that sends the piece home")                                                     \
    X(BUG_OF_68, "bug-of-68", "stars are met on the way",                                          \
      "stars are looked for from square 68 on without square 1, and all around the board if the "  \
      "way ends on square 1")                                                                      \
    X(FORCED_DICE_VARY, "forced-dice-vary", "states change dice 1–6 only",                         \
      "states change the 10 and the 20 too")                                                       \
    X(STOPPED_BOUNCES, "stopped-bounces",                                                          \
      "a piece stopped by a trap before the goal has not bounced",                                 \
      "it has, if its whole move would")                                                           \
    X(STAR_BOUNCES_FREE, "star-bounces-free", "a star's bounce counts", "it does not")             \
    X(HOME_KEEPS_STATE, "home-keeps-state", "a piece sent home becomes normal",                    \
      "it keeps its state and turns")                                                              \
    X(TURNS_OUTLIVE_STATE, "turns-outlive-state",                                                  \
      "a piece made normal has no turns left to count",                                            \
      "the turns of the old state run on, without effect")                                         \
    X(SHRINKS_BY_MOVING, "shrinks-by-moving",                                                      \
      "a mega that becomes small stands on its front square (by the bullet: where it lands)",      \
      "only when it becomes small by the ply that moved it")                                       \
    X(FIRST_IS_EATEN, "first-is-eaten", "beside a ghost the other piece is eaten",                 \
      "only the first piece there in the order B, R, G, Y is looked at")                           \
    X(GOAL_IS_A_SQUARE, "goal-is-a-square",                                                        \
      "a mega may go to the goal whoever is there or beyond",                                      \
      "for a mega the goal is a square like others and is followed by square 1: pieces there bar " \
      "it, are sent home, and the item is taken")                                                  \
    X(MEGA_DIE_LOOKS_AT_TWO, "mega-die-looks-at-two",                                              \
      "no piece grows where another of its colour, a star or a mega stands",                       \
      "on its own square only the first two pieces in the order B, R, G, Y matter: not both of "   \
      "its colour, nor one of them with a star")                                                   \
    X(MEGA_BARS_ITSELF, "mega-bars-itself", "a mega may bounce back to its own squares",           \
      "it bars itself there")                                                                      \
    X(MEGA_NEEDS_ROOM, "mega-needs-room", "a mega uses special dice anywhere",                     \
      "only where its next square (from home: the exit square) holds no own piece, no star and "   \
      "no "                                                                                        \
      "lone mega")                                                                                 \
    X(ZERO_MOVE_LANDS, "zero-move-lands", "a move of 0 squares takes no item", "it does")          \
    X(MEGA_DIE_STAYS, "mega-die-stays", "a piece that grows into the goal is in the goal",         \
      "it stays where it is")                                                                      \
    X(JUMP_BOUNCES, "jump-bounces",                                                                \
      "mushroom and bullet end in the goal when the count reaches it",                             \
      "the goal counts as full if an own piece is there and the count was not exact or less at "   \
      "first, and the count goes on as a bounce")                                                  \
    X(MEGA_JUMPS_SHORT, "mega-jumps-short",                                                        \
      "a mega jumps to two free squares, and no square of a mega is free",                         \
      "to one, and front squares do not count")                                                    \
    X(SPECIAL_GOAL_FREE, "special-goal-free", "reaching the goal by a special die earns a 10",     \
      "it earns nothing")                                                                          \
    X(BLUE_SHELL_HITS_MEGA, "blue-shell-hits-mega", "a blue shell does not hit a mega", "it does") \
    X(HORN_IS_WASTED, "horn-is-wasted", "a horn is not spent on a target that is immune or home",  \
      "it is")                                                                                     \
    X(HORN_BY_ROUTES, "horn-by-routes", "a horn sounds two squares along the track either way",    \
      "two squares along the route of the acting piece, or along the other's to it")               \
    X(LIGHTNING_IN_GOAL, "lightning-in-goal", "lightning spares the pieces in the goal",           \
      "it reaches them")                                                                           \
    X(LIGHTNING_IS_SHORT, "lightning-is-short", "lightning lasts 5 turns",                         \
      "4 for the opponent's pieces, 3 for the partner colour")                                     \
    X(STALE_BANANA, "stale-banana", "a turn lost by a trap is lost once",                          \
      "the mark of a trap stays until the next move by a die, so that a 6 passed meanwhile does "  \
      "not keep the turn")

enum parchis_switch {
#define X(NAME, name, text, course) PARCHIS_##NAME,
    PARCHIS_SWITCH_LIST(X)
#undef X
        PARCHIS_SWITCHES
};
#define PARCHIS_TEXT   UINT64_C(0)
#define PARCHIS_COURSE ((UINT64_C(1) << PARCHIS_SWITCHES) - 1)

struct parchis_switch_row {
    const char *name, *text, *course;
};
extern const struct parchis_switch_row parchis_switches[PARCHIS_SWITCHES];

/* Whether this rule goes as in the course program. */
static inline bool parchis_as_course(const struct parchis *s, enum parchis_switch which) {
    return (s->course >> which & 1) != 0;
}

/* The form of a state: that of the course has two pools, one a player, and marks of its own. */
static inline bool parchis_in_course(const struct parchis *s) {
    return parchis_as_course(s, PARCHIS_PLAYERS_TAKE_TURNS);
}

#endif
