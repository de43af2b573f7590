/* The numbers of the evaluation (evaluate.c), in 64ths of a square of the better colour.
 * Tuned by self-play: build/bench/tune parchis:rules=course prints their values. */
#ifndef PARCHIS_WEIGHTS_H
#define PARCHIS_WEIGHTS_H

/* X(NAME, name, value, help) */
#define PARCHIS_WEIGHT_LIST(X)                                                                     \
    X(PROGRESS, "progress", 64, "a square forward")                                                \
    X(RACE, "race", 64, "the same, more the nearer the colour is to winning")                      \
    X(SECOND, "second", 20, "worth of the weaker colour, in 64ths of the better one")              \
    X(GOAL, "goal", 640, "a piece in the goal")                                                    \
    X(CORRIDOR, "corridor", 240, "a piece in its corridor")                                        \
    X(HOME, "home", -320, "a piece at home")                                                       \
    X(SAFE, "safe", 120, "a piece on a safe square")                                               \
    X(BARRIER, "barrier", 80, "a piece of a barrier")                                              \
    X(EXPOSED_NOW, "exposed-now", -32,                                                             \
      "a square lost if an eatable piece is eaten by the side to move, with a die it has")         \
    X(EXPOSED_SOON, "exposed-soon", -12, "the same by the side that moves next")                   \
    X(EXPOSED_LATER, "exposed-later", -4, "the same with a die that is spent for now")             \
    X(STAR_NEAR, "star-near", -8, "the same by a star within reach")                               \
    X(TEMPO, "tempo", 240, "to move")                                                              \
    X(OWED_20, "owed-20", 800, "a 20 to be played")                                                \
    X(OWED_10, "owed-10", 480, "a 10 to be played")                                                \
    X(POOL, "pool", 8, "a point of the dice left in the pool")                                     \
    X(POOL_SIX, "pool-six", 240, "a 6 in the pool")                                                \
    X(POOL_FIVE, "pool-five", 80, "a 5 in the pool with a piece at home")                          \
    X(STAR_DIE, "star-die", 600, "a star in the hand")                                             \
    X(BOO, "boo", 480, "a boo in the hand")                                                        \
    X(BULLET, "bullet", 1600, "a bullet in the hand")                                              \
    X(RED_SHELL, "red-shell", 1000, "a red shell in the hand")                                     \
    X(BLUE_SHELL, "blue-shell", 1400, "a blue shell in the hand")                                  \
    X(MUSHROOM, "mushroom", 520, "a mushroom in the hand")                                         \
    X(MEGA_MUSHROOM, "mega-mushroom", 480, "a mega mushroom in the hand")                          \
    X(LIGHTNING, "lightning", 800, "a lightning in the hand")                                      \
    X(HORN, "horn", 600, "a horn in the hand")                                                     \
    X(BANANA, "banana", 240, "a banana in the hand")                                               \
    X(STAR_TURNS, "star-turns", 120, "a turn as a star")                                           \
    X(GHOST_TURNS, "ghost-turns", 24, "a turn as a ghost")                                         \
    X(MEGA_TURNS, "mega-turns", 80, "a turn as a mega")                                            \
    X(MINI_TURNS, "mini-turns", -48, "a turn as a mini")                                           \
    X(BANANED, "bananed", -120, "a bananed piece")                                                 \
    X(ITEM_AHEAD, "item-ahead", 24, "an item within a die's reach of a piece")                     \
    X(TRAP_AHEAD, "trap-ahead", -24, "a trap within a die's reach of a piece")                     \
    X(BOUNCES, "bounces", -160, "bounces, the square of their share of 30 in 16ths")

enum parchis_weight {
#define X(NAME, name, value, help) WEIGHT_##NAME,
    PARCHIS_WEIGHT_LIST(X)
#undef X
        PARCHIS_WEIGHTS
};

#endif
