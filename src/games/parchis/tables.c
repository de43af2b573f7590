/* The board of Parchís as data. */
#include "board.h"

#define ITEM(square, die)                                                                          \
    { square, PARCHIS_##die }

const struct parchis_item parchis_items[PARCHIS_ITEMS] = {
    ITEM(1, MUSHROOM),   ITEM(2, BANANA),         ITEM(5, STAR_DIE),   ITEM(6, MEGA_MUSHROOM),
    ITEM(14, BULLET),    ITEM(15, BLUE_SHELL),    ITEM(18, MUSHROOM),  ITEM(19, BANANA),
    ITEM(22, STAR_DIE),  ITEM(23, MEGA_MUSHROOM), ITEM(31, BULLET),    ITEM(32, BLUE_SHELL),
    ITEM(35, MUSHROOM),  ITEM(36, BANANA),        ITEM(39, BOO),       ITEM(40, LIGHTNING),
    ITEM(48, RED_SHELL), ITEM(49, HORN),          ITEM(52, MUSHROOM),  ITEM(53, BANANA),
    ITEM(56, BOO),       ITEM(57, LIGHTNING),     ITEM(65, RED_SHELL), ITEM(66, HORN)};

const uint8_t parchis_item_at[PARCHIS_TRACK + 2] = {
    [1] = 1,   [2] = 2,   [5] = 3,   [6] = 4,   [14] = 5,  [15] = 6,  [18] = 7,  [19] = 8,
    [22] = 9,  [23] = 10, [31] = 11, [32] = 12, [35] = 13, [36] = 14, [39] = 15, [40] = 16,
    [48] = 17, [49] = 18, [52] = 19, [53] = 20, [56] = 21, [57] = 22, [65] = 23, [66] = 24};

const uint8_t parchis_exit[PARCHIS_COLOURS] = {4, 21, 38, 55};
const uint8_t parchis_entry[PARCHIS_COLOURS] = {68, 17, 34, 51};

const uint8_t parchis_safe[PARCHIS_TRACK + 1] = {
    [4] = 1,  [13] = 1, [17] = 1, [21] = 1, [30] = 1, [34] = 1,
    [38] = 1, [47] = 1, [51] = 1, [55] = 1, [64] = 1, [68] = 1};

const int16_t parchis_number[PARCHIS_DICE] = {-1,  1,   2,   4,   5,   6,   10,  20,  101,
                                              102, 103, 104, 105, 106, 107, 108, 109, 110};
