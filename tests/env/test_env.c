/* Environments against a slow and obvious one, in all games; seats, rewards, ends, mistakes,
 * splits; nothing is allocated and nothing hidden is shown. */
#include "allocations.h"
#include "env/env_own.h"
#include "games/kittens/board.h"
#include "making.h"
#include "plain_env.h"
#include "scale.h"
#include "world.h"
#include <stdio.h>
#include <string.h>

#include "cmocka_includes.h"

/* ---- against the plain one ---- */

/* A game, a few opponents (none: self-play), the seat, a limit and how many steps. */
struct row {
    const char *game;
    const char *opponent[4];
    int seat;
    uint32_t max_turns;
    long steps;
    const char *opening[3];
    uint32_t random_plies;
};

static const struct row rows[] = {
    {"kittens", {"v2"}, TH_ENV_ROTATES, 0, 1500, {0}, 0},
    {"kittens", {"v1", "v2", "random"}, TH_ENV_ROTATES, 0, 800, {0}, 0},
    {"kittens:rules=classic", {"random"}, 1, 0, 400, {0}, 0},
    {"kittens:deck=official", {0}, TH_ENV_ROTATES, 0, 800, {0}, 0},
    {"kittens", {"v3"}, TH_ENV_ROTATES, 3, 400, {0}, 0},
    {"cantstop", {"hard"}, TH_ENV_ROTATES, 0, 400, {0}, 0},
    {"cantstop", {"easy", "random"}, TH_ENV_ROTATES, 0, 400, {0}, 0},
    {"cantstop:players=3", {"easy", "medium", "hard", "random"}, 2, 0, 400, {0}, 0},
    {"cantstop:players=1", {0}, TH_ENV_ROTATES, 0, 400, {0}, 0},
    {"cantstop:players=2", {0}, TH_ENV_ROTATES, 20, 400, {0}, 0},
    {"y:size=4", {"random"}, TH_ENV_ROTATES, 0, 400, {0}, 0},
    {"y:size=9,pie=1", {0}, TH_ENV_ROTATES, 0, 400, {0}, 0},
    {"parchis", {"random"}, TH_ENV_ROTATES, 0, 400, {0}, 0},
    {"parchis:rules=course", {0}, TH_ENV_ROTATES, 60, 400, {0}, 0},
    {"kittens", {"v2"}, TH_ENV_ROTATES, 0, 400, {0}, 3},
    {"cantstop:players=3", {"easy"}, TH_ENV_ROTATES, 0, 400, {0}, 5},
    {"y:size=4", {"greedy"}, TH_ENV_ROTATES, 0, 400, {"moves a1; b2", "moves a2", "moves"}, 0},
    {"y:size=5", {0}, TH_ENV_ROTATES, 0, 400, {"moves a1;"}, 2},
};
enum { ROWS = sizeof rows / sizeof *rows };

static struct th_env_settings settings_of(const struct row *row, int games, uint64_t first) {
    struct th_env_settings s = {.game = row->game,
                                .opponents = row->opponent,
                                .games = games,
                                .first = first,
                                .seat = row->seat,
                                .max_turns = row->max_turns};
    while (s.opponent_count < 4 && row->opponent[s.opponent_count] != NULL) s.opponent_count++;
    s.openings = row->opening;
    s.random_plies = row->random_plies;
    while (s.opening_count < 3 && row->opening[s.opening_count] != NULL) s.opening_count++;
    return s;
}

static bool has_observations(const struct row *row) {
    struct th_spec spec;
    struct th_error e;
    return th_game_find(row->game, &spec, &e)->learning != NULL;
}

/* Everything that is shown of game g is what the plain one shows. */
static void compare(struct plain_env *p, const struct world *w, int g) {
    const size_t numbers = (size_t)w->shape.observation, row = (size_t)g;
    float seen[TH_OBSERVATION_MAX];
    th_action legal[TH_LEGAL_MAX];
    plain_env_observe(p, seen);
    assert_memory_equal(seen, w->to.observations + row * numbers, numbers * sizeof *seen);
    assert_int_equal(w->to.seats[g], p->turn);
    const uint8_t *mask = w->to.masks + row * (size_t)w->shape.actions;
    const int n = plain_env_legal(p, legal);
    int shown = 0;
    for (int a = 0; a < w->shape.actions; a++) shown += mask[a];
    assert_int_equal(shown, n);
    for (int i = 0; i < n; i++) {
        const int own = th_env_own_action(w->env, p->turn, (int)legal[i]);
        assert_int_equal(th_env_game_action(w->env, p->turn, own), (int)legal[i]);
        assert_int_equal(mask[own], 1);
    }
    assert_int_equal(w->to.terminals[g], p->over);
    assert_int_equal(w->to.truncations[g], p->truncated);
    if (p->over || p->truncated)
        assert_memory_equal(p->final, w->to.finals + row * numbers, numbers * sizeof *seen);
}

static void compare_rewards(const struct plain_env *p, int acted, const struct world *w, int g) {
    const float *reward = w->to.seat_rewards + (size_t)g * (size_t)w->shape.seats;
    for (int seat = 0; seat < w->shape.seats; seat++) {
        const float lost = p->seats > 1 ? -1.0F / (float)(p->seats - 1) : 0;
        assert_true(reward[seat] == (!p->over ? 0 : p->payoff[seat] == 1 ? 1 : lost));
    }
    assert_true(w->to.rewards[g] == reward[acted]);
    assert_int_equal(w->to.illegals[g], 0);
}

static void steps_are_those_of_the_plain_one(void **state) {
    (void)state;
    enum { GAMES = 5 };
    for (int r = 0; r < ROWS; r++) {
        if (!has_observations(&rows[r])) continue;
        const uint64_t first = 7;
        const struct th_env_settings settings = settings_of(&rows[r], GAMES, first);
        struct world w = world_open(&settings);
        struct plain_env plain[GAMES];
        uint64_t ended = 0, truncated = 0;
        world_reset(&w, 11);
        for (int g = 0; g < GAMES; g++) {
            plain[g] = plain_env_make(&settings, first + (uint64_t)g);
            plain_env_reset(&plain[g], 11);
            plain[g].over = plain[g].truncated = false;
            compare(&plain[g], &w, g);
        }
        const long steps = test_scale(rows[r].steps);
        for (long i = 0; i < steps; i++) {
            world_random_actions(&w, first, (uint64_t)i);
            world_step(&w);
            for (int g = 0; g < GAMES; g++) {
                const int acted = plain[g].turn;
                const int action = th_env_game_action(w.env, acted, w.actions[g]);
                plain_env_step(&plain[g], (th_action)action);
                compare(&plain[g], &w, g);
                compare_rewards(&plain[g], acted, &w, g);
                ended += plain[g].over || plain[g].truncated;
                truncated += plain[g].truncated;
            }
        }
        const struct th_env_counts counts = th_env_counts(w.env);
        assert_int_equal(counts.steps, steps * GAMES);
        assert_int_equal(counts.episodes - counts.unasked, ended);
        assert_true(counts.truncated >= truncated && counts.faults == 0);
        for (int g = 0; g < GAMES; g++) plain_env_drop(&plain[g]);
        world_close(&w);
    }
}

/* ---- seeds and splits ---- */

/* All that an environment shows in some steps, game by game. */
static void digest_games(const struct row *row, int games, uint64_t first, long steps,
                         uint64_t digest[]) {
    const struct th_env_settings settings = settings_of(row, games, first);
    struct world w = world_open(&settings);
    world_reset(&w, 3);
    for (long i = 0; i < steps; i++) {
        world_random_actions(&w, first, (uint64_t)i);
        world_step(&w);
        for (int g = 0; g < games; g++) {
            const float *seen = w.to.observations + (size_t)g * (size_t)w.shape.observation;
            const float *reward = w.to.seat_rewards + (size_t)g * (size_t)w.shape.seats;
            for (int k = 0; k < w.shape.observation; k++) {
                uint32_t bits;
                memcpy(&bits, &seen[k], sizeof bits);
                digest[g] = digest[g] * TH_GOLDEN + bits;
            }
            digest[g] = th_mix2(digest[g], (uint64_t)((int)(reward[0] * 12) + 100));
            digest[g] = th_mix2(digest[g], (uint64_t)(w.to.terminals[g] * 2 + w.to.truncations[g]));
        }
    }
    world_close(&w);
}

static void a_split_changes_nothing(void **state) {
    (void)state;
    enum { GAMES = 12 };
    static const struct row more[] = {
        /* These have a copy for each game: */
        {"cantstop", {"mcts:iterations=2,memory=16", "hard"}, TH_ENV_ROTATES, 0, 20, {0}, 0},
        {"y:size=5", {"mcts:iterations=3,memory=16"}, TH_ENV_ROTATES, 0, 20, {0}, 0},
        {"y:size=5", {"alphabeta:nodes=40,memory=1"}, TH_ENV_ROTATES, 0, 20, {0}, 0},
        /* And of these all games share one: */
        {"kittens", {"mcts:iterations=6"}, TH_ENV_ROTATES, 0, 40, {0}, 0},
        {"y:size=5", {"alphabeta:depth=2,memory=1"}, TH_ENV_ROTATES, 0, 40, {0}, 0},
        {"parchis", {"alphabeta:depth=2,memory=1"}, TH_ENV_ROTATES, 0, 20, {0}, 0},
        {"cantstop:players=2", {"turn-optimal"}, TH_ENV_ROTATES, 0, 20, {0}, 0},
    };
    enum { MORE = sizeof more / sizeof *more };
    for (int r = 0; r < ROWS + MORE; r++) {
        const struct row *row = r < ROWS ? &rows[r] : &more[r - ROWS];
        if (!has_observations(row)) continue;
        const long steps = r < ROWS ? test_scale(200) : row->steps;
        uint64_t whole[GAMES] = {0}, parts[GAMES] = {0};
        digest_games(row, GAMES, 0, steps, whole);
        digest_games(row, 5, 0, steps, parts);
        digest_games(row, GAMES - 5, 5, steps, parts + 5);
        assert_memory_equal(whole, parts, sizeof whole);
        for (int g = 1; g < GAMES; g++) assert_true(whole[g] != whole[0]);
    }
}

static void reset_begins_anew(void **state) {
    (void)state;
    const struct th_env_settings settings = settings_of(&rows[0], 8, 0);
    struct world w = world_open(&settings);
    const size_t bytes = 8 * (size_t)w.shape.observation * sizeof(float);
    float *once = test_room(1, bytes), *other = test_room(1, bytes);
    for (int round = 0; round < 3; round++) {
        world_reset(&w, round == 1 ? 6 : 5);
        for (uint64_t i = 0; i < 30; i++) {
            world_random_actions(&w, 0, i);
            world_step(&w);
        }
        if (round == 0) memcpy(once, w.to.observations, bytes);
        if (round == 1) memcpy(other, w.to.observations, bytes);
    }
    assert_memory_equal(once, w.to.observations, bytes);
    assert_true(memcmp(once, other, bytes) != 0);
    free(once);
    free(other);
    world_close(&w);
}

/* As if those before had been played; and nothing is left of what was. */
static void reset_to_an_episode_begins_there(void **state) {
    (void)state;
    enum { GAMES = 6 };
    static const struct row row = {"kittens", {"v1", "v2", "v3"}, TH_ENV_ROTATES, 0, 0, {0}, 0};
    const struct th_env_settings settings = settings_of(&row, GAMES, 0);
    struct world w = world_open(&settings);
    struct th_error e = {""};
    const size_t numbers = GAMES * (size_t)w.shape.observation;
    float *first[GAMES]; /* observation of each game's episode 3 */
    for (int g = 0; g < GAMES; g++) first[g] = NULL;
    world_reset(&w, 5);
    for (uint64_t i = 0; i < 60; i++) {
        for (int g = 0; g < GAMES; g++) {
            if (w.env->origins[g].number != 3 || first[g] != NULL) continue;
            first[g] = test_room((size_t)w.shape.observation, sizeof(float));
            memcpy(first[g], w.to.observations + (size_t)g * (size_t)w.shape.observation,
                   (size_t)w.shape.observation * sizeof(float));
        }
        world_random_actions(&w, 0, i);
        world_step(&w);
    }
    assert_true(th_env_reset_to(w.env, 5, 3, &e));
    for (int g = 0; g < GAMES; g++) {
        assert_non_null(first[g]);
        assert_int_equal(w.to.seats[g], (g + 3) % 2);
        assert_memory_equal(first[g], w.to.observations + (size_t)g * (size_t)w.shape.observation,
                            (size_t)w.shape.observation * sizeof(float));
        free(first[g]);
    }
    for (size_t i = 0; i < numbers; i++) assert_true(w.to.finals[i] == 0);
    assert_int_equal(th_env_counts(w.env).episodes, 0);
    world_close(&w);
}

/* ---- seats and opponents ---- */

static void seats_and_opponents_rotate(void **state) {
    (void)state;
    static const struct row row = {"kittens", {"v1", "v2", "v3"}, TH_ENV_ROTATES, 0, 0, {0}, 0};
    enum { GAMES = 6 };
    const struct th_env_settings settings = settings_of(&row, GAMES, 0);
    struct world w = world_open(&settings);
    world_reset(&w, 1);
    long seen[3][2] = {{0}};
    for (uint64_t i = 0; i < 400; i++) {
        for (int g = 0; g < GAMES; g++) {
            const struct env_game *game = &w.env->games[g];
            const int seat = w.to.seats[g];
            assert_int_equal(seat, ((uint64_t)g + w.env->origins[g].number) % 2);
            assert_null(game->episode.bot[seat]);
            const char *name = game->episode.bot[1 - seat]->kind->name;
            assert_int_equal(name[1] - '1', ((uint64_t)g + w.env->origins[g].number) / 2 % 3);
            seen[name[1] - '1'][seat]++;
        }
        world_random_actions(&w, 0, i);
        world_step(&w);
    }
    for (int i = 0; i < 6; i++) assert_true(seen[i / 2][i % 2] > 200);
    world_close(&w);
}

/* Observations depend only on the seat's view: changing hidden information changes nothing. */
static void nothing_hidden_is_shown(void **state) {
    (void)state;
    for (int r = 0; r < 4; r++) {
        const struct th_env_settings settings = settings_of(&rows[r], 4, 0);
        struct world w = world_open(&settings);
        const struct th_game *game = w.env->game;
        struct th_rng rng = th_rng_seeded(5);
        world_reset(&w, 2);
        for (uint64_t i = 0; i < (uint64_t)test_scale(300); i++) {
            for (int g = 0; g < 4; g++) {
                struct th_state *whole = w.env->games[g].episode.state;
                _Alignas(64) unsigned char view[1024], world[1024];
                float seen[TH_OBSERVATION_MAX];
                assert_true(game->state_size <= sizeof view);
                game->view(whole, w.to.seats[g], (struct th_state *)(void *)view);
                game->guess((struct th_state *)(void *)view, w.to.seats[g], &rng,
                            (struct th_state *)(void *)world);
                game->learning->observe((struct th_state *)(void *)world, w.to.seats[g], seen);
                assert_memory_equal(seen,
                                    w.to.observations + (size_t)g * (size_t)w.shape.observation,
                                    (size_t)w.shape.observation * sizeof *seen);
            }
            world_random_actions(&w, 0, i);
            world_step(&w);
        }
        world_close(&w);
    }
}

/* ---- mistakes ---- */

static void an_illegal_action_is_refused_and_nothing_happens(void **state) {
    (void)state;
    const struct th_env_settings settings = settings_of(&rows[0], 3, 0);
    struct world w = world_open(&settings);
    struct th_error e = {""};
    world_reset(&w, 1);
    static const int32_t wrong[] = {3, -1, 9, 1000000, INT32_MIN};
    const size_t state_bytes = w.env->game->state_size;
    unsigned char before[3][1024];
    for (int g = 0; g < 3; g++) memcpy(before[g], w.env->games[g].episode.state, state_bytes);
    for (size_t i = 0; i < 3 * sizeof wrong / sizeof *wrong; i++) {
        char sentence[100];
        w.actions[0] = w.actions[1] = w.actions[2] = 0;
        w.actions[i % 3] = wrong[i / 3];
        memset(w.to.masks, 1, 3 * (size_t)w.shape.actions); /* the caller's own are not believed */
        assert_false(th_env_step(w.env, &e));
        snprintf(sentence, sizeof sentence,
                 "action %d is not legal in game %d; legal are 0 (draw), 1 (skip), 2 (attack)",
                 (int)wrong[i / 3], (int)(i % 3));
        assert_string_equal(e.text, sentence);
        for (int g = 0; g < 3; g++)
            assert_memory_equal(before[g], w.env->games[g].episode.state, state_bytes);
    }
    assert_int_equal(th_env_counts(w.env).steps, 0);
    w.actions[2] = 0;
    world_step(&w);
    world_close(&w);
}

static void wrong_settings_are_refused_with_a_sentence(void **state) {
    (void)state;
    static const struct {
        const char *game, *opponent;
        int games, seat;
        const char *says;
    } wrong[] = {
        {"kitens", NULL, 4, TH_ENV_ROTATES, "kittens"},
        {"", NULL, 4, TH_ENV_ROTATES, "begins with no name"},
        {"kittens:deck=none", NULL, 4, TH_ENV_ROTATES, "deck"},
        {"kittens", "v9", 4, TH_ENV_ROTATES, "v9"},
        {"kittens", "v2:depth=3", 4, TH_ENV_ROTATES, "depth"},
        {"kittens", "v2", 0, TH_ENV_ROTATES, "1 to 1048576 games, not 0"},
        {"kittens", "v2", 2000000, TH_ENV_ROTATES, "not 2000000"},
        {"kittens", "v2", 4, 2, "there is no seat 2: the game has the seats 0 to 1"},
        {"kittens", "v2", 4, -2, "there is no seat -2"},
        {"kittens", NULL, 4, 1, "every seat is the caller's"},
        {"kittens", NULL, 4, 0, "seat must be TH_ENV_ROTATES (in Python None), not 0"},
        {"cantstop:players=1", "hard", 4, TH_ENV_ROTATES, "no room for opponents"},
        {"kittens", "dqn:model=nowhere.model", 4, TH_ENV_ROTATES, "nowhere.model"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct th_error e = {""};
        struct row row = {.game = wrong[i].game, .opponent = {wrong[i].opponent}};
        if (!has_observations(&rows[5]) && strstr(wrong[i].game, "cantstop") != NULL) continue;
        row.seat = wrong[i].seat;
        const struct th_env_settings settings = settings_of(&row, wrong[i].games, 0);
        assert_null(th_env_new(&settings, &e));
        if (strstr(e.text, wrong[i].says) == NULL) fail_msg("%s: %s", wrong[i].says, e.text);
    }
}

static void steps_come_behind_buffers_and_reset(void **state) {
    (void)state;
    struct th_error e = {""};
    const struct th_env_settings settings = settings_of(&rows[0], 3, 0);
    struct th_env *env = th_env_new(&settings, &e);
    assert_false(th_env_reset(env, 1, &e));
    assert_string_equal(e.text,
                        "the environment has no buffer 'observations' yet: th_env_attach names it");
    th_env_drop(env);
    struct world w = world_open(&settings);
    assert_false(th_env_step(w.env, &e));
    assert_string_equal(e.text, "the environment must be reset before it is stepped");
    world_close(&w);
}

/* ---- bots at fault ---- */

static int no_answer(void *self, const struct th_ask *ask) {
    (void)self;
    return ask->n; /* a place that is none */
}

static void a_bot_at_fault_has_lost(void **state) {
    (void)state;
    static const struct th_bot_kind mute = {.name = "mute", .choose = no_answer};
    const struct th_env_settings settings = settings_of(&rows[0], 6, 0);
    struct world w = world_open(&settings);
    const struct th_bot_kind *own = w.env->pool[0].bot[0].kind;
    w.env->pool[0].bot[0].kind = &mute;
    world_reset(&w, 1);
    float sum = 0;
    uint64_t ends = 0, told = 0;
    for (int g = 0; g < 6; g++) assert_int_equal(w.to.faults[g], g % 2); /* before a decision */
    for (uint64_t i = 0; i < 100; i++) {
        for (int g = 0; g < 6; g++) { /* it loses where it begins, without a word to the learner */
            assert_int_equal(w.to.seats[g], 0);
            w.actions[g] = world_random_action(&w, g, (uint64_t)g, i);
        }
        world_step(&w);
        for (int g = 0; g < 6; g++) {
            sum += w.to.rewards[g];
            ends += w.to.terminals[g];
            told += w.to.faults[g];
            assert_true(w.to.faults[g] == 0 || w.to.terminals[g] == 1);
        }
    }
    const struct th_env_counts counts = th_env_counts(w.env);
    assert_true(sum > 0.5F * (float)ends && counts.faults >= counts.unasked + ends / 2);
    assert_true(counts.unasked > 50);
    assert_int_equal(told, ends); /* each end: it lost then, or the next game, in which it begins */
    assert_string_equal(
        th_env_fault(w.env),
        "v2 in seat 0 of game 1, episode 0: illegal, its answer is no legal action");
    w.env->pool[0].bot[0].kind = own;
    world_reset(&w, 1);
    assert_string_equal(th_env_fault(w.env), "");
    for (int g = 0; g < 6; g++) assert_int_equal(w.to.faults[g], 0);
    world_close(&w);
}

/* The answers of bots that are other programs have names. */
static int answer;
static int given_answer(void *self, const struct th_ask *ask) {
    (void)self;
    (void)ask;
    return answer;
}

static void faults_are_named(void **state) {
    (void)state;
    static const struct th_bot_kind given = {.name = "given", .choose = given_answer};
    static const struct {
        int answer;
        const char *told;
    } faults[] = {
        {TH_FAULT_TIMEOUT, "timeout, it gave no answer in time"},
        {TH_FAULT_CRASH, "crash, it ended, or could not be started"},
        {TH_FAULT_PROTOCOL, "protocol, its answer is not one of the protocol"},
        {TH_FAULT_MEMORY, "memory, it ended at its limit of memory"},
        {TH_FAULT_ILLEGAL, "illegal, its answer is no legal action"},
        {-77, "illegal, its answer is no legal action"},
    };
    static const struct row row = {"kittens", {"random", "v2"}, TH_ENV_ROTATES, 0, 0, {0}, 0};
    const struct th_env_settings settings = settings_of(&row, 4, 0);
    struct world w = world_open(&settings);
    w.env->pool[1].bot[0].kind = &given;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        answer = faults[i].answer;
        world_reset(&w, 1);
        const char *told = th_env_fault(w.env); /* of game 3, in which v2 begins */
        assert_int_equal(strncmp(told, "v2 in seat 0 of game 3, episode 0: ", 35), 0);
        assert_string_equal(told + 35, faults[i].told);
    }
    world_close(&w);
}

static void games_that_never_ask_end_with_a_sentence(void **state) {
    (void)state;
    static const struct th_bot_kind mute = {.name = "mute", .choose = no_answer};
    static const struct row row = {"kittens", {"v2"}, 1, 0, 0, {0}, 0};
    const struct th_env_settings settings = settings_of(&row, 2, 0);
    struct th_error e = {""};
    struct world w = world_open(&settings);
    w.env->pool[0].bot[0].kind = &mute;
    assert_false(th_env_reset(w.env, 1, &e));
    assert_string_equal(e.text,
                        "game 0 was over 1000 times in a row before there was a decision to "
                        "take: an opponent gives no legal answers; the first fault was of v2 in "
                        "seat 0 of game 0, episode 0: illegal, its answer is no legal action");
    assert_false(th_env_step(w.env, &e));
    world_close(&w);
}

/* ---- bots that remember ---- */

/* A bot that only looks whether it is told of one game after the other, and never of what its seat
 * may not know. */
struct witness {
    bool in_game;
    int seat, faulty; /* every so many answers are none; 0: all are good */
    long games, asked, unfinished;
};

static void witness_begin(void *self, const struct th_state *view, int seat) {
    struct witness *w = self;
    assert_false(w->in_game);
    assert_true(seat >= 0 && seat < 2);
    assert_int_equal(kittens_game.viewer(view), seat);
    w->seat = seat;
    w->in_game = true;
}

static int witness_choose(void *self, const struct th_ask *ask) {
    struct witness *w = self;
    assert_true(w->in_game && ask->seat == w->seat);
    assert_int_equal(ask->game->viewer(ask->view), ask->seat);
    w->asked++;
    if (w->faulty > 0 && w->asked % w->faulty == 0) return TH_FAULT_ILLEGAL;
    return (int)(w->asked % ask->n);
}

static void witness_end(void *self, const double payoff[]) {
    struct witness *w = self;
    assert_true(w->in_game);
    w->unfinished += payoff[0] + payoff[1] == 0;
    w->in_game = false;
    w->games++;
}

/* However its games end. */
static void assert_witnesses_are_told(uint32_t max_turns, int faulty) {
    enum { GAMES = 5 };
    static const struct th_bot_kind kind = {
        .name = "witness", .begin = witness_begin, .choose = witness_choose, .end = witness_end};
    const struct row row = {"kittens", {"random"}, TH_ENV_ROTATES, max_turns, 0, {0}, 0};
    const struct th_env_settings settings = settings_of(&row, GAMES, 0);
    struct world w = world_open(&settings);
    struct witness witness[GAMES] = {{0}};
    struct env_bots *bots = &w.env->pool[0];
    const struct bot own = bots->bot[0];
    assert_int_equal(bots->copies, 1);
    for (int g = 0; g < GAMES; g++) {
        bots->bot[g] = (struct bot){.kind = &kind, .self = &witness[g]};
        witness[g].faulty = faulty;
    }
    bots->copies = GAMES;
    world_reset(&w, 1);
    for (uint64_t i = 0; i < 200; i++) {
        world_random_actions(&w, 0, i);
        world_step(&w);
    }
    uint64_t games = 0, unfinished = 0;
    for (int g = 0; g < GAMES; g++) {
        assert_true(witness[g].in_game && witness[g].games > 5 && witness[g].asked > 20);
        games += (uint64_t)witness[g].games;
        unfinished += (uint64_t)witness[g].unfinished;
    }
    bots->bot[0] = own;
    bots->copies = 1;
    const struct th_env_counts counts = th_env_counts(w.env);
    assert_int_equal(games, counts.episodes);
    assert_int_equal(unfinished, counts.truncated);
    assert_int_equal(counts.truncated > 0, max_turns > 0);
    assert_int_equal(counts.faults > 0, faulty > 0);
    world_close(&w);
}

static void a_bot_that_remembers_has_one_game_at_a_time(void **state) {
    (void)state;
    assert_witnesses_are_told(0, 0);
    assert_witnesses_are_told(3, 0);
    assert_witnesses_are_told(0, 4);
}

/* ---- memory, and text ---- */

static void nothing_is_allocated_in_reset_and_step(void **state) {
    (void)state;
    for (int r = 0; r < ROWS; r++) {
        if (!has_observations(&rows[r])) continue;
        const struct th_env_settings settings = settings_of(&rows[r], 4, 0);
        struct world w = world_open(&settings);
        const long before = allocations;
        world_reset(&w, 1);
        for (uint64_t i = 0; i < 150; i++) {
            world_random_actions(&w, 0, i);
            world_step(&w);
        }
        world_reset(&w, 2);
        assert_int_equal(allocations, before);
        world_close(&w);
        assert_true(allocations > 0); /* they are counted at all */
    }
}

static void games_can_be_looked_at(void **state) {
    (void)state;
    const struct th_env_settings settings = settings_of(&rows[0], 2, 0);
    struct world w = world_open(&settings);
    static char out[TH_PICTURE_BYTES];
    world_reset(&w, 1);
    assert_non_null(strstr(th_env_draw(w.env, 1, false, out, sizeof out), "deck"));
    assert_non_null(strstr(th_env_position(w.env, 1, out, sizeof out), "view 1"));
    assert_string_equal(th_env_action(w.env, 1, 1, out, sizeof out), "skip");
    assert_string_equal(th_env_action(w.env, 1, 3, out, sizeof out), "");
    assert_string_equal(th_env_action(w.env, 1, -3, out, sizeof out), "");
    assert_true(strlen(th_env_observation_name(w.env, 0, out, sizeof out)) > 0);
    assert_int_equal(th_env_abi(), TH_ENV_ABI);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_plain_one),
        cmocka_unit_test(a_split_changes_nothing),
        cmocka_unit_test(reset_begins_anew),
        cmocka_unit_test(reset_to_an_episode_begins_there),
        cmocka_unit_test(seats_and_opponents_rotate),
        cmocka_unit_test(nothing_hidden_is_shown),
        cmocka_unit_test(an_illegal_action_is_refused_and_nothing_happens),
        cmocka_unit_test(wrong_settings_are_refused_with_a_sentence),
        cmocka_unit_test(steps_come_behind_buffers_and_reset),
        cmocka_unit_test(a_bot_at_fault_has_lost),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(games_that_never_ask_end_with_a_sentence),
        cmocka_unit_test(a_bot_that_remembers_has_one_game_at_a_time),
        cmocka_unit_test(nothing_is_allocated_in_reset_and_step),
        cmocka_unit_test(games_can_be_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
