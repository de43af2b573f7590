/* Games and states as flat functions, one for every slot of a game's tables: for other languages,
 * which would otherwise have to mirror struct th_game, and for code outside the library.
 *
 * Every function checks its arguments. A function that fails writes a sentence to `e`, which may be
 * NULL, and returns false, NULL or -1; it fails too where the game has no such slot. Lists have a
 * `room`: a list that does not fit is an error. Texts are cut to `size` bytes, with their
 * terminating zero; the TH_…_BYTES of the headers are enough for each.
 *
 * A state belongs to the game that made it. The caller owns it and frees it with th_state_free. */
#ifndef TAHUR_STATE_H
#define TAHUR_STATE_H

#include "tahur/game.h"

TH_BEGIN_C

/* The version of these functions and of th_state_start (registry.h). It is raised when one is
 * added, and when one of them or a struct here changes. */
#define TH_STATE_API 2
/* Whether the library has just the functions that a program was written for (its TH_STATE_API). */
TH_PUBLIC bool th_state_check_api(int api, struct th_error *e);

/* ---- games ---- */

/* What is always true of a game, with any options. */
struct th_game_facts {
    int min_seats, max_seats;
    int action_count, outcome_count; /* outcome_count 0: no chance */
    int max_legal;
    int longest_game;               /* in steps of seats and chance; 0: no limit */
    int chance, hidden, draws;      /* 1: chance moves; something is hidden; wins can be shared */
    double min_payoff, max_payoff;  /* of a seat; the payoffs of a game sum to 1 */
    int learning, search, analysis; /* 1: the game has the facet */
    int screen, metrics;
};

TH_PUBLIC bool th_game_facts(const struct th_game *game, struct th_game_facts *out,
                             struct th_error *e);
/* NULL if there is no game, or no such text. */
TH_PUBLIC const char *th_game_name(const struct th_game *game);
TH_PUBLIC const char *th_game_title(const struct th_game *game);
TH_PUBLIC const char *th_game_rules(const struct th_game *game);
TH_PUBLIC const char *th_game_rules_version(const struct th_game *game);
TH_PUBLIC const char *th_game_observation_layout(const struct th_game *game);

/* ---- states ---- */

TH_PUBLIC size_t th_state_size(const struct th_game *game); /* in bytes; 0 without a game */
TH_PUBLIC struct th_state *th_state_copy(const struct th_game *game, const struct th_state *s,
                                         struct th_error *e);
/* Makes `to`, a state of the same game, equal to `from`. */
TH_PUBLIC bool th_state_assign(const struct th_game *game, struct th_state *to,
                               const struct th_state *from, struct th_error *e);
TH_PUBLIC void th_state_free(struct th_state *s);

/* ---- rules ---- */

TH_PUBLIC int th_state_seats(const struct th_game *game, const struct th_state *s);
/* A seat, TH_CHANCE or TH_OVER, which is also the answer without a state. */
TH_PUBLIC int th_state_mover(const struct th_game *game, const struct th_state *s);
TH_PUBLIC uint32_t th_state_turns(const struct th_game *game, const struct th_state *s);
/* The number of legal actions; 0 where no seat is in turn. */
TH_PUBLIC int th_state_legal(const struct th_game *game, const struct th_state *s, th_action out[],
                             int room, struct th_error *e);
/* The number of outcomes; 0 where chance does not move. */
TH_PUBLIC int th_state_outcomes(const struct th_game *game, const struct th_state *s,
                                struct th_outcome out[], int room, struct th_error *e);
/* The outcome that 64 random bits choose. */
TH_PUBLIC bool th_state_pick(const struct th_game *game, const struct th_state *s, uint64_t bits,
                             th_action *out, struct th_error *e);
/* Refuses an action or outcome that is not possible, and leaves the state alone then. */
TH_PUBLIC bool th_state_apply(const struct th_game *game, struct th_state *s, th_action a,
                              struct th_error *e);
TH_PUBLIC bool th_state_has_action(const struct th_game *game, const struct th_state *s,
                                   th_action a);
TH_PUBLIC bool th_state_chance_key(const struct th_game *game, const struct th_state *s,
                                   uint64_t *out, struct th_error *e);
/* The seat whose luck a chance event is. */
TH_PUBLIC int th_state_luck_of(const struct th_game *game, const struct th_state *s,
                               struct th_error *e);
/* The shares in the win, of a state that is over. */
TH_PUBLIC bool th_state_payoff(const struct th_game *game, const struct th_state *s,
                               double out[TH_SEATS_MAX], struct th_error *e);
/* What a seat, or TH_STRANGER, may know; a copy of s where nothing is hidden. */
TH_PUBLIC bool th_state_view(const struct th_game *game, const struct th_state *s, int seat,
                             struct th_state *out, struct th_error *e);
/* Whose view s is; TH_SEES_ALL: a whole state. */
TH_PUBLIC int th_state_viewer(const struct th_game *game, const struct th_state *s);
/* A whole state that agrees with the view of the seat; the same for the same seed. */
TH_PUBLIC bool th_state_guess(const struct th_game *game, const struct th_state *view, int seat,
                              uint64_t seed, struct th_state *out, struct th_error *e);

/* ---- text ---- */

TH_PUBLIC bool th_state_action_text(const struct th_game *game, const struct th_state *s,
                                    th_action a, char *out, size_t size, struct th_error *e);
/* An action that is possible in s. */
TH_PUBLIC bool th_state_parse_action(const struct th_game *game, const struct th_state *s,
                                     const char *text, th_action *out, struct th_error *e);
TH_PUBLIC bool th_state_text(const struct th_game *game, const struct th_state *s, char *out,
                             size_t size, struct th_error *e);
/* Also reads the JSON of a position. s keeps the options that it was set up with. */
TH_PUBLIC bool th_state_parse(const struct th_game *game, struct th_state *s, const char *text,
                              struct th_error *e);
/* The fields of the state as a JSON object in one line. */
TH_PUBLIC bool th_state_json(const struct th_game *game, const struct th_state *s, char *out,
                             size_t size, struct th_error *e);
/* The same to a writer of the caller's. */
TH_PUBLIC bool th_state_fields(const struct th_game *game, const struct th_state *s,
                               struct th_writer *w, struct th_error *e);

/* ---- screen ---- */

TH_PUBLIC bool th_state_draw(const struct th_game *game, const struct th_state *s, bool colour,
                             int columns, int rows, char *out, size_t size, struct th_error *e);
/* A step that is possible in s, a whole state, as the viewer may know it. */
TH_PUBLIC bool th_state_describe(const struct th_game *game, const struct th_state *s, th_action a,
                                 int viewer, char *out, size_t size, struct th_error *e);
TH_PUBLIC bool th_state_odds(const struct th_game *game, const struct th_state *view, char *out,
                             size_t size, struct th_error *e);
TH_PUBLIC bool th_state_extra(const struct th_game *game, const struct th_state *view,
                              const th_action done[], size_t steps, char *out, size_t size,
                              struct th_error *e);

/* ---- learning ---- */

/* How many numbers an observation has. */
TH_PUBLIC int th_state_observations(const struct th_game *game, const struct th_state *s,
                                    struct th_error *e);
TH_PUBLIC bool th_state_observe(const struct th_game *game, const struct th_state *s, int seat,
                                float out[], int room, struct th_error *e);
TH_PUBLIC bool th_state_observation_name(const struct th_game *game, const struct th_state *s,
                                         int i, char *out, size_t size, struct th_error *e);
TH_PUBLIC const char *th_state_observation_meaning(const struct th_game *game,
                                                   const struct th_state *s, int i,
                                                   struct th_error *e);
TH_PUBLIC bool th_state_summarise(const struct th_game *game, const struct th_state *view, int seat,
                                  uint64_t *out, struct th_error *e);
TH_PUBLIC bool th_state_stage(const struct th_game *game, const struct th_state *view, int *out,
                              struct th_error *e);

/* ---- search and analysis ---- */

TH_PUBLIC bool th_state_playouts(const struct th_game *game, const struct th_state *s, int count,
                                 uint64_t seed, struct th_playouts *out, struct th_error *e);
/* With the weights of the game, or others: as many as the game has. */
TH_PUBLIC bool th_state_evaluate(const struct th_game *game, const struct th_state *s, int seat,
                                 const int weight[], int *out, struct th_error *e);
TH_PUBLIC bool th_state_key(const struct th_game *game, const struct th_state *s, uint64_t *out,
                            struct th_error *e);
TH_PUBLIC int th_state_urgency(const struct th_game *game, const struct th_state *s, th_action a,
                               struct th_error *e);
TH_PUBLIC bool th_state_forced(const struct th_game *game, const struct th_state *s);
/* The expected payoff of each seat, of a whole state. */
TH_PUBLIC bool th_state_estimate(const struct th_game *game, const struct th_state *s,
                                 double out[TH_SEATS_MAX], struct th_error *e);
/* The payoff of the seat in turn after each of the n legal actions. False without a sentence: the
 * game can be solved, but not from here within seconds. */
TH_PUBLIC bool th_state_solve(const struct th_game *game, const struct th_state *s, double payoff[],
                              int n, struct th_error *e);

/* ---- metrics ---- */

/* Adds what the step is worth to the counters of the seats. */
TH_PUBLIC bool th_state_count(const struct th_game *game, const struct th_state *s, th_action a,
                              uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX], struct th_error *e);
/* The name of a counter; NULL after the last. */
TH_PUBLIC const char *th_game_counter(const struct th_game *game, int i);
/* A metric; NULL after the last. */
TH_PUBLIC const struct th_metric *th_game_metric(const struct th_game *game, int i);

TH_END_C

#endif
