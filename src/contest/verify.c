/* Whether what is read from the file of a run is what a run writes. A file may be damaged, or
 * written by another program; what passes here can be counted without further checks. Settings go
 * to terminals, pages and tables, and decide how much memory and time a report takes. That bots,
 * options and openings exist in the game is checked where they are read (contest_from_settings). */
#include "contest.h"

#include "core/clock.h"
#include "core/json.h"
#include "core/text.h"
#include "run_file_own.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- games and blocks ---- */

/* Shares are written with 17 digits: thirds do not sum to exactly 1. */
static const double SHARE_ERROR = 1e-9;

/* More than the longest list that a run writes: the counters of all seats. */
enum { LIST_BYTES = TH_SEATS_MAX * TH_COUNTERS_MAX * 12 + 100 };

/* By column of f->load_games, as run_file.c prepares it: the types that it may have. */
static bool has_types(sqlite3_stmt *s) {
    enum { NUMBER, ENDING, PAYOFF, TURNS, DECISIONS, VARIED, FAULT, FAULT_SEAT, COUNTERS, DIGEST };
    static const int integers[] = {NUMBER, TURNS, DECISIONS, VARIED, DIGEST};
    static const int texts[] = {ENDING, PAYOFF, COUNTERS, DIGEST + 1};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (sqlite3_column_type(s, integers[i]) != SQLITE_INTEGER) return false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (sqlite3_column_type(s, texts[i]) != SQLITE_TEXT ||
            sqlite3_column_bytes(s, texts[i]) > LIST_BYTES)
            return false;
    const int fault = sqlite3_column_type(s, FAULT), seat = sqlite3_column_type(s, FAULT_SEAT);
    return fault == seat && (fault == SQLITE_INTEGER || fault == SQLITE_NULL) &&
           sqlite3_column_type(s, DIGEST + 2) == SQLITE_BLOB;
}

static bool is_within(sqlite3_stmt *s, int column, int64_t least, int64_t most) {
    const int64_t n = sqlite3_column_int64(s, column);
    return n >= least && n <= most;
}

bool run_check_row(sqlite3_stmt *s, int seats) {
    if (!has_types(s) || !is_within(s, 0, 0, INT64_MAX) || !is_within(s, 3, 0, UINT32_MAX) ||
        !is_within(s, 4, 0, UINT32_MAX) || !is_within(s, 5, 0, 1))
        return false;
    if (sqlite3_column_type(s, 6) == SQLITE_NULL) return true;
    return is_within(s, 6, TH_FAULT_MEMORY, TH_FAULT_ILLEGAL) && is_within(s, 7, 0, seats - 1);
}

bool run_check_result(const struct match_result *r, int seats) {
    double sum = 0, forfeit[TH_SEATS_MAX];
    if ((r->end == MATCH_FAULT) != (r->fault != TH_NO_FAULT)) return false;
    forfeit_payoffs(seats, r->fault_seat, forfeit);
    for (int i = 0; i < seats; i++) {
        const double p = r->payoff[i];
        if (!(p >= 0 && p <= 1)) return false;
        if (r->end == MATCH_FAULT && fabs(p - forfeit[i]) > SHARE_ERROR) return false;
        sum += p;
    }
    const bool shared = r->end == MATCH_WON || (r->end == MATCH_FAULT && seats > 1) ||
                        (r->end == MATCH_FORFEIT && sum > 0);
    return fabs(sum - (shared ? 1 : 0)) <= SHARE_ERROR;
}

/* How many games the whole run has: those of all its line-ups. */
uint64_t run_games_asked(const json_t *settings) {
    const uint64_t all = settings_number(settings, "all_games");
    return all > 0 ? all : settings_number(settings, "games");
}

bool run_check_block(const struct run_file *f, int64_t number, int64_t games) {
    const uint64_t asked = run_games_asked(f->settings), size = (uint64_t)f->block_games;
    if (size == 0 || number < 0 || (uint64_t)number > asked / size) return false;
    const uint64_t first = (uint64_t)number * size, left = first < asked ? asked - first : 0;
    return games > 0 && (uint64_t)games == (left < size ? left : size);
}

/* ---- settings ---- */

enum {
    SETTINGS_MAX = 100,  /* a command writes some twenty */
    NAME_MAX_BYTES = 40, /* of a setting's name */
    DEPTH_MAX = 3,       /* a list of objects of texts */
    OTHER_BYTES = 4096,  /* of a text that has no limit of its own */
    BOTS_MAX = 4096,     /* in one run */
    OPENINGS_MAX = 1000000,
    TURNS_MAX = 10000000, /* as the flags --max-turns and --random-plies allow */
    PLIES_MAX = 1000000
};

static bool damaged(const struct run_file *f, const char *name, const char *why,
                    struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    if (json_memory_lacked()) return th_fail(e, "there is no memory to read %s", f->path);
    return th_fail(e, "%s is damaged: its setting '%s' %s", f->path, text_clip(name, clipped), why);
}

/* Clean text, as text_clean leaves it, of less than so many bytes, at most TH_POSITION_BYTES. */
static bool check_text(const json_t *value, size_t bytes) {
    char clean[TH_POSITION_BYTES];
    const char *text = json_string_value(value);
    if (text == NULL || json_string_length(value) >= bytes) return false;
    strcpy(clean, text);
    text_clean(clean);
    return strcmp(clean, text) == 0;
}

static bool check_name(const char *name) {
    const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return length > 0 && length <= NAME_MAX_BYTES && name[length] == 0;
}

/* A value of any kind: its texts are clean and not too long, its lists not too deep. */
static bool check_value(const json_t *value, size_t bytes, int depth) {
    const char *key;
    json_t *item;
    size_t i;
    if (json_is_string(value)) return check_text(value, bytes);
    if ((json_is_array(value) || json_is_object(value)) && depth == DEPTH_MAX) return false;
    json_array_foreach((json_t *)value, i, item) {
        if (!check_value(item, bytes, depth + 1)) return false;
    }
    json_object_foreach((json_t *)value, key, item) {
        if (!check_name(key) || !check_value(item, bytes, depth + 1)) return false;
    }
    return true;
}

static bool check_texts(const struct run_file *f, struct th_error *e) {
    static const struct {
        const char *name;
        size_t bytes;
    } texts[] = {{"command", 16}, {"version", 64}, {"rules_version", 64}, {"game", TH_SPEC_BYTES},
                 {"format", 32},  {"method", 32},  {"luck", 16}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const json_t *value = json_object_get(f->settings, texts[i].name);
        if (value != NULL && !check_text(value, texts[i].bytes))
            return damaged(f, texts[i].name, "is no text, too long or not clean", e);
    }
    return true;
}

static bool check_numbers(const struct run_file *f, struct th_error *e) {
    static const struct {
        const char *name;
        json_int_t least, most;
    } numbers[] = {{"games", 0, INT64_MAX / TH_SEATS_MAX},
                   {"all_games", 0, INT64_MAX},
                   {"block_games", 0, BLOCK_GAMES_MAX},
                   {"seats", 0, TH_SEATS_MAX},
                   {"max_turns", 0, TURNS_MAX},
                   {"others", 0, BOTS_MAX},
                   {"disqualify", 1, INT64_C(1000000000)},
                   {"random_plies", 0, PLIES_MAX},
                   {"seeds", 1, 1000}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const json_t *value = json_object_get(f->settings, numbers[i].name);
        const json_int_t n = json_integer_value(value);
        if (value != NULL &&
            (!json_is_integer(value) || n < numbers[i].least || n > numbers[i].most))
            return damaged(f, numbers[i].name, "makes no sense", e);
    }
    const json_t *given = json_object_get(f->settings, "seed");
    struct th_seed seed;
    return given == NULL || seed_from_json(given, &seed) || damaged(f, "seed", "makes no sense", e);
}

static bool check_pair(const json_t *settings, const char *name) {
    const json_t *pair = json_object_get(settings, name);
    if (pair == NULL) return true;
    return json_array_size(pair) == 2 && json_is_number(json_array_get(pair, 0)) &&
           json_is_number(json_array_get(pair, 1));
}

/* Bots are identified by their names: no two are the same. A training's bots have a spec each, and
 * may be copies. */
static bool check_bots(const struct run_file *f, const char *name, bool distinct,
                       struct th_error *e) {
    const json_t *list = json_object_get(f->settings, name);
    json_t *names = json_object(), *bot;
    size_t i;
    bool ok = names != NULL && json_array_size(list) <= BOTS_MAX;
    json_array_foreach((json_t *)list, i, bot) {
        static const char *const texts[] = {"name", "spec", "text", "file"};
        for (size_t k = 0; ok && k < sizeof texts / sizeof *texts; k++) {
            const json_t *text = json_object_get(bot, texts[k]);
            ok = text == NULL || check_text(text, TH_SPEC_BYTES);
        }
        const char *own = json_string_value(json_object_get(bot, "name"));
        if (!ok || !distinct || own == NULL) continue;
        ok = json_object_get(names, own) == NULL;
        json_object_set_new(names, own, json_true());
    }
    json_decref(names);
    return ok ||
           damaged(f, name, "has too many bots, two of a name, or a name that is not clean", e);
}

static bool check_lists(const struct run_file *f, struct th_error *e) {
    static const char *const lists[] = {"bots", "openings"};
    const json_t *s = f->settings, *openings = json_object_get(s, "openings"), *position;
    size_t i;
    for (int k = 0; k < 2; k++) {
        const json_t *list = json_object_get(s, lists[k]);
        if (list != NULL && !json_is_array(list)) return damaged(f, lists[k], "is no list", e);
    }
    if (json_array_size(openings) > OPENINGS_MAX) return damaged(f, "openings", "is too long", e);
    json_array_foreach((json_t *)openings, i, position) {
        if (!check_text(position, TH_POSITION_BYTES))
            return damaged(f, "openings", "has one that is too long or not clean", e);
    }
    if (!check_bots(f, "bots", true, e) || !check_bots(f, "opponents", false, e) ||
        !check_bots(f, "judges", false, e))
        return false;
    return (check_pair(s, "elo") && check_pair(s, "errors")) ||
           th_fail(e, "%s is damaged: its settings 'elo' and 'errors' are two numbers each",
                   f->path);
}

static bool check_counters(const struct run_file *f, struct th_error *e) {
    const json_t *list = json_object_get(f->settings, "counters");
    const size_t n = json_array_size(list);
    bool ok = list == NULL || (json_is_array(list) && n <= TH_COUNTERS_MAX);
    for (size_t i = 0; ok && i < n; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        ok = name != NULL && check_name(name);
        for (size_t k = 0; ok && k < i; k++)
            ok = strcmp(name, json_string_value(json_array_get(list, k))) != 0;
    }
    return ok || damaged(f, "counters", "is no list of different names", e);
}

bool run_check_settings(const struct run_file *f, struct th_error *e) {
    const char *name;
    json_t *value;
    if (json_object_size(f->settings) > SETTINGS_MAX)
        return th_fail(e, "%s is damaged: it has more than %d settings", f->path, SETTINGS_MAX);
    json_object_foreach(f->settings, name, value) {
        const bool position = strcmp(name, "openings") == 0;
        if (!check_name(name)) return damaged(f, name, "has a name that no setting has", e);
        if (!check_value(value, position ? TH_POSITION_BYTES : OTHER_BYTES, 0))
            return damaged(f, name, "has a text that is too long or not clean", e);
    }
    if (!check_texts(f, e) || !check_numbers(f, e) || !check_lists(f, e) || !check_counters(f, e))
        return false;
    if ((json_object_get(f->settings, "block_games") == NULL) !=
        (json_object_get(f->settings, "seats") == NULL))
        return th_fail(e, "%s is damaged: its settings 'block_games' and 'seats' belong together",
                       f->path);
    return true;
}

/* ---- verify ---- */

bool verifier_make(struct verifier *v, const struct plan *plan, struct th_error *e) {
    *v = (struct verifier){.plan = plan};
    struct th_state **const state[] = {&v->start, &v->state, &v->view};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        if ((*state[i] = th_state_new(plan->game, plan->game_options, e)) == NULL) return false;
    return fault_log_make(&v->faults, plan->bots == 1 ? plan->seats : plan->bots, e);
}

void verifier_drop(struct verifier *v) {
    free(v->start);
    free(v->state);
    free(v->view);
    free(v->tape.data);
    fault_log_drop(&v->faults);
}

/* ---- the bot that plays what was saved ---- */

/* The tape of the match has as many bytes as the saved one had when this was decided: what follows
 * there is the answer; at its end, the fault that ended the game. If the two have differed before,
 * any answer will do: the game is refused in the end. */
static int choose_saved(void *self, const struct th_ask *ask) {
    const struct verifier *v = self;
    const struct run_game *g = v->game;
    struct bytes_reader reader = bytes_reader_of(g->tape, g->tape_size);
    if (v->tape.size >= g->tape_size)
        return g->result.end == MATCH_FAULT ? (int)g->result.fault : TH_FAULT_ILLEGAL;
    reader.at += v->tape.size;
    const th_action action = read_varint(&reader);
    return reader.failed ? TH_FAULT_ILLEGAL : th_place_of(action, ask->legal, ask->n);
}

static const struct th_bot_kind saved_kind = {.name = "saved", .choose = choose_saved};

/* ---- comparing ---- */

static bool same_seats(const struct plan *plan, const struct series_block *b, int game,
                       const int sits[]) {
    for (int seat = 0; seat < plan->seats; seat++)
        if (sits[seat] != plan_bot(plan, b, game, seat)) return false;
    return true;
}

static bool same_moves(const struct verifier *v) {
    const struct run_game *g = v->game;
    return v->tape.size == g->tape_size &&
           (g->tape_size == 0 || memcmp(v->tape.data, g->tape, g->tape_size) == 0);
}

/* Whether a bot drew from its generator cannot be known, but that chance had a part can. */
static bool same_result(const struct match_result *a, const struct match_result *saved, int seats) {
    if (a->end != saved->end || a->turns != saved->turns || a->plies != saved->plies ||
        a->digest != saved->digest || (a->varied && !saved->varied))
        return false;
    if (a->end == MATCH_FAULT && (a->fault != saved->fault || a->fault_seat != saved->fault_seat))
        return false;
    for (int i = 0; i < seats; i++)
        if (a->payoff[i] != saved->payoff[i]) return false;
    return memcmp(a->counters, saved->counters, sizeof a->counters) == 0;
}

static bool refuse(uint64_t number, const char *why, struct th_error *e) {
    return th_fail(e, "game %" PRIu64 " is refused: %s", number, why);
}

/* Games of a bot that was at fault too often are forfeited, and have no moves. `forfeited` is set
 * if this is one. */
static bool verify_forfeit(const struct verifier *v, const struct series_block *b, int game,
                           bool *forfeited, struct th_error *e) {
    const struct run_game *g = v->game;
    struct match_result r;
    *forfeited = g->result.end == MATCH_FORFEIT;
    const bool is_out = !v->ahead && fault_log_forfeits(&v->faults, v->plan, b, game, &r);
    if (*forfeited != is_out)
        return refuse(g->number,
                      is_out ? "a bot in it was at fault too often to play it"
                             : "no bot in it was at fault often enough to forfeit it",
                      e);
    return !*forfeited || (g->tape_size == 0 && same_result(&r, &g->result, v->plan->seats)) ||
           refuse(g->number, "it is forfeited, and its result is another", e);
}

/* Games come in their order; who is out is decided after each block. */
static bool count_faults(struct verifier *v, struct series_block b, uint64_t block, int game,
                         struct th_error *e) {
    struct match_result results[BLOCK_GAMES_MAX];
    if (v->ahead) return true;
    results[game] = v->game->result;
    b.result = results;
    v->block = block;
    return fault_log_add(&v->faults, v->plan, &b, game, v->game->number, NULL) ||
           th_fail(e, "out of memory");
}

bool verify_game(void *verifier, const struct run_game *g, struct th_error *e) {
    struct verifier *v = verifier;
    const struct plan *plan = v->plan;
    const uint64_t size = (uint64_t)plan_block_games(plan), block = g->number / size;
    const int game = (int)(g->number % size);
    bool forfeited;
    if (g->number >= plan->games) return refuse(g->number, "the run has no such game", e);
    const struct series_block b = plan_block_at(plan, block, NULL);
    if (!same_seats(plan, &b, game, g->sits))
        return refuse(g->number, "other bots sit there than the run puts there", e);
    if (v->games > 0 && block != v->block) fault_log_close_block(&v->faults, plan);
    v->game = g;
    if (!verify_forfeit(v, &b, game, &forfeited, e) || !count_faults(v, b, block, game, e))
        return false;
    v->games += forfeited;
    if (forfeited) return true;

    struct match_rules rules = plan_rules(plan, &b, v->start);
    struct match_result result;
    struct bot bots[TH_SEATS_MAX];
    for (int i = 0; i < plan->seats; i++) bots[i] = (struct bot){.kind = &saved_kind, .self = v};
    v->tape.size = 0;
    rules.tape = &v->tape;
    match_play(&rules, bots, plan_match(plan, &b, game), v->state, v->view, &result);
    if (v->tape.failed) return th_fail(e, "out of memory");
    if (result.end == MATCH_ABORTED) return false;
    if (!same_moves(v))
        return refuse(g->number, "its moves are not possible with the rules and the run's luck", e);
    if (!same_result(&result, &g->result, plan->seats))
        return refuse(g->number, "its moves do not lead to its result", e);
    v->games++;
    return true;
}

/* ---- a whole run ---- */

bool contest_verify(const struct contest *c, struct run_file *f, const char *path,
                    struct contest_verified *out, struct th_error *e) {
    const double begun = clock_seconds();
    struct verifier v = {0};
    struct th_error why = {""};
    const bool ok = contest_check_plan(f, &c->plan, &why) && verifier_make(&v, &c->plan, &why) &&
                    run_file_visit(f, 0, RUN_LAST_GAME, verify_game, &v, &why) &&
                    (v.ahead = true) && run_file_visit_ahead(f, verify_game, &v, &why);
    out->games += v.games;
    out->seconds += clock_seconds() - begun;
    out->stopped = !ok && why.text[0] == 0;
    verifier_drop(&v);
    if (ok || out->stopped) return ok;
    return run_file_failed(f) ? th_fail(e, "%s", why.text) : th_fail(e, "%s: %s", path, why.text);
}
