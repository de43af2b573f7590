/* The numbers of the evaluation (evaluate.c), in sixteenths of a square of the better colour.
 * Tuned by self-play: build/tools/tune parchis:rules=course writes rows like these. */
#ifndef PARCHIS_WEIGHTS_H
#define PARCHIS_WEIGHTS_H

/* X(NAME, name, value, help) */
#define PARCHIS_WEIGHT_LIST(X)                                                                     \
    X(PROGRESS, "progress", 16, "a square forward")                                                \
    X(RACE, "race", 16, "the same, more the nearer the colour is to winning")                      \
    X(SECOND, "second", 20, "worth of the weaker colour, in 64ths of the better one")              \
    X(GOAL, "goal", 160, "a piece in the goal")                                                    \
    X(CORRIDOR, "corridor", 60, "a piece in its corridor")                                         \
    X(HOME, "home", -80, "a piece at home")                                                        \
    X(SAFE, "safe", 30, "a piece on a safe square")                                                \
    X(BARRIER, "barrier", 20, "a piece of a barrier")                                              \
    X(EXPOSED_NOW, "exposed-now", -8,                                                              \
      "a square lost if an eatable piece is eaten by the side to move, with a die it has")         \
    X(EXPOSED_SOON, "exposed-soon", -3, "the same by the side that moves next")                    \
    X(EXPOSED_LATER, "exposed-later", -1, "the same with a die that is spent for now")             \
    X(STAR_NEAR, "star-near", -2, "the same by a star within reach")                               \
    X(TEMPO, "tempo", 60, "to move")                                                               \
    X(OWED_20, "owed-20", 200, "a 20 to be played")                                                \
    X(OWED_10, "owed-10", 120, "a 10 to be played")                                                \
    X(POOL, "pool", 2, "a point of the dice left in the pool")                                     \
    X(POOL_SIX, "pool-six", 60, "a 6 in the pool")                                                 \
    X(POOL_FIVE, "pool-five", 20, "a 5 in the pool with a piece at home")                          \
    X(STAR_DIE, "star-die", 150, "a star in the hand")                                             \
    X(BOO, "boo", 120, "a boo in the hand")                                                        \
    X(BULLET, "bullet", 400, "a bullet in the hand")                                               \
    X(RED_SHELL, "red-shell", 250, "a red shell in the hand")                                      \
    X(BLUE_SHELL, "blue-shell", 350, "a blue shell in the hand")                                   \
    X(MUSHROOM, "mushroom", 130, "a mushroom in the hand")                                         \
    X(MEGA_MUSHROOM, "mega-mushroom", 120, "a mega mushroom in the hand")                          \
    X(LIGHTNING, "lightning", 200, "a lightning in the hand")                                      \
    X(HORN, "horn", 150, "a horn in the hand")                                                     \
    X(BANANA, "banana", 60, "a banana in the hand")                                                \
    X(STAR_TURNS, "star-turns", 30, "a turn as a star")                                            \
    X(GHOST_TURNS, "ghost-turns", 6, "a turn as a ghost")                                          \
    X(MEGA_TURNS, "mega-turns", 20, "a turn as a mega")                                            \
    X(MINI_TURNS, "mini-turns", -12, "a turn as a mini")                                           \
    X(BANANED, "bananed", -30, "a bananed piece")                                                  \
    X(ITEM_AHEAD, "item-ahead", 6, "an item within a die's reach of a piece")                      \
    X(TRAP_AHEAD, "trap-ahead", -6, "a trap within a die's reach of a piece")                      \
    X(BOUNCES, "bounces", -40, "bounces, the square of their share of 30 in 16ths")

enum parchis_weight {
#define X(NAME, name, value, help) WEIGHT_##NAME,
    PARCHIS_WEIGHT_LIST(X)
#undef X
        PARCHIS_WEIGHTS
};

#endif
