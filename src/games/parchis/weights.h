/* The numbers of the evaluation (evaluate.c); a square forward is worth about 30 at the start
 * and 350 at the end of the race. Set by hand at first (bench/parchis-first-weights.txt), then
 * tuned by self-play: three rounds of build/bench/tune parchis:rules=course method=fit games=5000,
 * and the mean of two runs of method=spsa games=1500 in both rule sets in turns, eleven rounds
 * each. By the way a piece that has arrived is worth less than one in the corridor: that one still
 * earns a 10.
 */
#ifndef PARCHIS_WEIGHTS_H
#define PARCHIS_WEIGHTS_H

/* X(NAME, name, value, help) */
#define PARCHIS_WEIGHT_LIST(X)                                                                     \
    X(PROGRESS, "progress", -17, "a square forward")                                               \
    X(RACE, "race", 182, "the same, more the nearer the colour is to winning")                     \
    X(SECOND, "second", 44, "worth of the weaker colour, in 64ths of the better one")              \
    X(GOAL, "goal", -647, "a piece in the goal")                                                   \
    X(CORRIDOR, "corridor", 780, "a piece in its corridor")                                        \
    X(HOME, "home", -2580, "a piece at home")                                                      \
    X(SAFE, "safe", 499, "a piece on a safe square")                                               \
    X(BARRIER, "barrier", -1156, "a piece of a barrier")                                           \
    X(EXPOSED_NOW, "exposed-now", -3673,                                                           \
      "a square lost if an eatable piece is eaten by the side to move, with a die it has")         \
    X(EXPOSED_SOON, "exposed-soon", -556, "the same by the side that moves next")                  \
    X(EXPOSED_LATER, "exposed-later", -337, "the same with a die that is spent for now")           \
    X(STAR_NEAR, "star-near", -1678, "the same by a star within reach")                            \
    X(TEMPO, "tempo", 1802, "to move")                                                             \
    X(OWED_20, "owed-20", 5518, "a 20 to be played")                                               \
    X(OWED_10, "owed-10", 2916, "a 10 to be played")                                               \
    X(POOL, "pool", -112, "a point of the dice left in the pool")                                  \
    X(POOL_SIX, "pool-six", 5108, "a 6 in the pool")                                               \
    X(POOL_FIVE, "pool-five", 923, "a 5 in the pool with a piece at home")                         \
    X(STAR_DIE, "star-die", 2052, "a star in the hand")                                            \
    X(BOO, "boo", 5368, "a boo in the hand")                                                       \
    X(BULLET, "bullet", 4272, "a bullet in the hand")                                              \
    X(RED_SHELL, "red-shell", 3364, "a red shell in the hand")                                     \
    X(BLUE_SHELL, "blue-shell", 4228, "a blue shell in the hand")                                  \
    X(MUSHROOM, "mushroom", 740, "a mushroom in the hand")                                         \
    X(MEGA_MUSHROOM, "mega-mushroom", 2520, "a mega mushroom in the hand")                         \
    X(LIGHTNING, "lightning", 3107, "a lightning in the hand")                                     \
    X(HORN, "horn", 4034, "a horn in the hand")                                                    \
    X(BANANA, "banana", -98, "a banana in the hand")                                               \
    X(STAR_TURNS, "star-turns", 701, "a turn as a star")                                           \
    X(GHOST_TURNS, "ghost-turns", 134, "a turn as a ghost")                                        \
    X(MEGA_TURNS, "mega-turns", 323, "a turn as a mega")                                           \
    X(MINI_TURNS, "mini-turns", -144, "a turn as a mini")                                          \
    X(BANANED, "bananed", -178, "a bananed piece")                                                 \
    X(ITEM_AHEAD, "item-ahead", 150, "an item within a die's reach of a piece")                    \
    X(TRAP_AHEAD, "trap-ahead", -1344, "a trap within a die's reach of a piece")                   \
    X(BOUNCES, "bounces", -18606, "bounces, the square of their share of 30 in 16ths")

enum parchis_weight {
#define X(NAME, name, value, help) WEIGHT_##NAME,
    PARCHIS_WEIGHT_LIST(X)
#undef X
        PARCHIS_WEIGHTS
};

#endif
