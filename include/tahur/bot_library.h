/* A bot in a shared library, which lib:file=FILE loads. docs/write-a-library-bot.md.
 *
 * The library needs these headers and nothing else, and is not linked with tahur: a bot calls the
 * game through the table `ask->game`, the rest is inline. It ends with
 *
 *     TH_BOT_LIBRARY(my_bot)
 *
 * where my_bot is its struct th_bot_kind. `name`, `summary`, `make` and `choose` are required. If a
 * bot cannot be made, `make` writes the reason into e->text and returns NULL. */
#ifndef TAHUR_BOT_LIBRARY_H
#define TAHUR_BOT_LIBRARY_H

#include "tahur/bot.h"
#include "tahur/public.h"

/* Incremented whenever a struct or a constant that a library uses changes its layout or meaning;
 * tests/cli/library_tests.py checks that. */
#define TH_BOT_LIBRARY_ABI 9

/* Sizes that both sides must agree on, to detect different compilers and flags. */
#define TH_BOT_LIBRARY_SIZES                                                                       \
    {                                                                                              \
        (uint32_t)sizeof(struct th_game), (uint32_t)sizeof(struct th_bot_kind),                    \
            (uint32_t)sizeof(struct th_ask), (uint32_t)sizeof(struct th_thoughts),                 \
            (uint32_t)sizeof(struct th_options), (uint32_t)sizeof(struct th_option)                \
    }

struct th_bot_library {
    uint32_t abi; /* first in every version, and checked before all else */
    uint32_t size[6];
    const struct th_bot_kind *kind; /* valid as long as the program runs */
};

TH_BEGIN_C

/* The one function that the library exports. */
TH_PUBLIC const struct th_bot_library *tahur_bot_library(void);

TH_END_C

#define TH_BOT_LIBRARY(bot)                                                                        \
    const struct th_bot_library *tahur_bot_library(void) {                                         \
        static const struct th_bot_library library = {TH_BOT_LIBRARY_ABI, TH_BOT_LIBRARY_SIZES,    \
                                                      &(bot)};                                     \
        return &library;                                                                           \
    }

#endif
