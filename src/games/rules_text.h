/* The rules of the games for players, from src/games/GAME/rules.md: tools/embed-rules writes them
 * as C when the program is built. The page has the same texts. */
#ifndef GAMES_RULES_TEXT_H
#define GAMES_RULES_TEXT_H

extern const char cantstop_rules_text[], kittens_rules_text[], parchis_rules_text[], y_rules_text[];

#endif
