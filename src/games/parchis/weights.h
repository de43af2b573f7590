/* The numbers of the evaluation (evaluate.c), in 64ths of a square of the better colour.
 * Tuned by self-play: build/bench/tune parchis:rules=course prints their values. */
#ifndef PARCHIS_WEIGHTS_H
#define PARCHIS_WEIGHTS_H

/* X(NAME, name, value, help) */
#define PARCHIS_WEIGHT_LIST(X)                                                                     \
    X(PROGRESS, "progress", -109, "a square forward")                                              \
    X(RACE, "race", 291, "the same, more the nearer the colour is to winning")                     \
    X(SECOND, "second", 26, "worth of the weaker colour, in 64ths of the better one")              \
    X(GOAL, "goal", -1851, "a piece in the goal")                                                  \
    X(CORRIDOR, "corridor", 1055, "a piece in its corridor")                                       \
    X(HOME, "home", -2373, "a piece at home")                                                      \
    X(SAFE, "safe", 520, "a piece on a safe square")                                               \
    X(BARRIER, "barrier", -1322, "a piece of a barrier")                                           \
    X(EXPOSED_NOW, "exposed-now", -2247,                                                           \
      "a square lost if an eatable piece is eaten by the side to move, with a die it has")         \
    X(EXPOSED_SOON, "exposed-soon", -554, "the same by the side that moves next")                  \
    X(EXPOSED_LATER, "exposed-later", -396, "the same with a die that is spent for now")           \
    X(STAR_NEAR, "star-near", -1714, "the same by a star within reach")                            \
    X(TEMPO, "tempo", 842, "to move")                                                              \
    X(OWED_20, "owed-20", 5000, "a 20 to be played")                                               \
    X(OWED_10, "owed-10", 2500, "a 10 to be played")                                               \
    X(POOL, "pool", -86, "a point of the dice left in the pool")                                   \
    X(POOL_SIX, "pool-six", 2251, "a 6 in the pool")                                               \
    X(POOL_FIVE, "pool-five", 986, "a 5 in the pool with a piece at home")                         \
    X(STAR_DIE, "star-die", 1816, "a star in the hand")                                            \
    X(BOO, "boo", 2876, "a boo in the hand")                                                       \
    X(BULLET, "bullet", 3706, "a bullet in the hand")                                              \
    X(RED_SHELL, "red-shell", 2982, "a red shell in the hand")                                     \
    X(BLUE_SHELL, "blue-shell", 3513, "a blue shell in the hand")                                  \
    X(MUSHROOM, "mushroom", 821, "a mushroom in the hand")                                         \
    X(MEGA_MUSHROOM, "mega-mushroom", 2668, "a mega mushroom in the hand")                         \
    X(LIGHTNING, "lightning", 3074, "a lightning in the hand")                                     \
    X(HORN, "horn", 3669, "a horn in the hand")                                                    \
    X(BANANA, "banana", -123, "a banana in the hand")                                              \
    X(STAR_TURNS, "star-turns", 733, "a turn as a star")                                           \
    X(GHOST_TURNS, "ghost-turns", 124, "a turn as a ghost")                                        \
    X(MEGA_TURNS, "mega-turns", 325, "a turn as a mega")                                           \
    X(MINI_TURNS, "mini-turns", -173, "a turn as a mini")                                          \
    X(BANANED, "bananed", -224, "a bananed piece")                                                 \
    X(ITEM_AHEAD, "item-ahead", 145, "an item within a die's reach of a piece")                    \
    X(TRAP_AHEAD, "trap-ahead", -1774, "a trap within a die's reach of a piece")                   \
    X(BOUNCES, "bounces", -20000, "bounces, the square of their share of 30 in 16ths")

enum parchis_weight {
#define X(NAME, name, value, help) WEIGHT_##NAME,
    PARCHIS_WEIGHT_LIST(X)
#undef X
        PARCHIS_WEIGHTS
};

#endif
