/* The numbers of the evaluation (evaluate.c), in 64ths of a square of the better colour.
 * Tuned by self-play: build/bench/tune parchis:rules=course prints their values. */
#ifndef PARCHIS_WEIGHTS_H
#define PARCHIS_WEIGHTS_H

/* X(NAME, name, value, help) */
#define PARCHIS_WEIGHT_LIST(X)                                                                     \
    X(PROGRESS, "progress", -19, "a square forward")                                               \
    X(RACE, "race", 181, "the same, more the nearer the colour is to winning")                     \
    X(SECOND, "second", 49, "worth of the weaker colour, in 64ths of the better one")              \
    X(GOAL, "goal", -711, "a piece in the goal")                                                   \
    X(CORRIDOR, "corridor", 629, "a piece in its corridor")                                        \
    X(HOME, "home", -2416, "a piece at home")                                                      \
    X(SAFE, "safe", 556, "a piece on a safe square")                                               \
    X(BARRIER, "barrier", -993, "a piece of a barrier")                                            \
    X(EXPOSED_NOW, "exposed-now", -3702,                                                           \
      "a square lost if an eatable piece is eaten by the side to move, with a die it has")         \
    X(EXPOSED_SOON, "exposed-soon", -500, "the same by the side that moves next")                  \
    X(EXPOSED_LATER, "exposed-later", -376, "the same with a die that is spent for now")           \
    X(STAR_NEAR, "star-near", -1399, "the same by a star within reach")                            \
    X(TEMPO, "tempo", 1772, "to move")                                                             \
    X(OWED_20, "owed-20", 5497, "a 20 to be played")                                               \
    X(OWED_10, "owed-10", 2670, "a 10 to be played")                                               \
    X(POOL, "pool", -104, "a point of the dice left in the pool")                                  \
    X(POOL_SIX, "pool-six", 4611, "a 6 in the pool")                                               \
    X(POOL_FIVE, "pool-five", 925, "a 5 in the pool with a piece at home")                         \
    X(STAR_DIE, "star-die", 2158, "a star in the hand")                                            \
    X(BOO, "boo", 4870, "a boo in the hand")                                                       \
    X(BULLET, "bullet", 4654, "a bullet in the hand")                                              \
    X(RED_SHELL, "red-shell", 2898, "a red shell in the hand")                                     \
    X(BLUE_SHELL, "blue-shell", 4336, "a blue shell in the hand")                                  \
    X(MUSHROOM, "mushroom", 750, "a mushroom in the hand")                                         \
    X(MEGA_MUSHROOM, "mega-mushroom", 2578, "a mega mushroom in the hand")                         \
    X(LIGHTNING, "lightning", 3005, "a lightning in the hand")                                     \
    X(HORN, "horn", 3890, "a horn in the hand")                                                    \
    X(BANANA, "banana", -98, "a banana in the hand")                                               \
    X(STAR_TURNS, "star-turns", 738, "a turn as a star")                                           \
    X(GHOST_TURNS, "ghost-turns", 133, "a turn as a ghost")                                        \
    X(MEGA_TURNS, "mega-turns", 346, "a turn as a mega")                                           \
    X(MINI_TURNS, "mini-turns", -148, "a turn as a mini")                                          \
    X(BANANED, "bananed", -167, "a bananed piece")                                                 \
    X(ITEM_AHEAD, "item-ahead", 154, "an item within a die's reach of a piece")                    \
    X(TRAP_AHEAD, "trap-ahead", -1378, "a trap within a die's reach of a piece")                   \
    X(BOUNCES, "bounces", -17016, "bounces, the square of their share of 30 in 16ths")

enum parchis_weight {
#define X(NAME, name, value, help) WEIGHT_##NAME,
    PARCHIS_WEIGHT_LIST(X)
#undef X
        PARCHIS_WEIGHTS
};

#endif
