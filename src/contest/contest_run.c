/* Contests in the files of runs: as settings and back, opened and closed; and their seed. */
#include "contest.h"
#include "luck_choice.h"

#include "contest/ranks.h"
#include "core/error.h"
#include "core/facets.h"
#include "core/json.h"
#include "core/text.h"
#include "tahur/registry.h"
#include "tahur/version.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- as settings ---- */

static json_t *openings_settings(const struct contest *c) {
    json_t *list = json_array();
    for (int i = 0; i < c->openings.count; i++) {
        char text[8192];
        json_array_append_new(list, json_string(c->plan.game->position_text(c->openings.state[i],
                                                                            text, sizeof text)));
    }
    return list;
}

/* What the contest is, for the file of a run: the same for every command that would play the same
 * games. */
static json_t *contest_settings(const struct contest *c) {
    const struct plan *p = &c->plan;
    char game[TH_SPEC_BYTES];
    json_t *bots = json_array();
    for (int i = 0; i < p->bots; i++) {
        json_t *bot = bot_settings(c->bot[i].name, c->player[i].kind, &c->player[i].options);
        json_object_set_new(bot, "text", json_string(c->bot[i].spec));
        json_array_append_new(bots, bot);
    }
    th_options_write(p->game->name, p->game_options, false, game, sizeof game);
    json_t *s = json_pack("{s:s, s:s, s:s, s:s, s:i, s:o, s:o}", "command", c->command, "version",
                          TH_VERSION, "rules_version", p->game->rules_version, "game", game,
                          "seats", p->seats, "bots", bots, "openings", openings_settings(c));
    json_object_set_new(s, "seed", seed_json(p->seed));
    if (metrics_of(p->game)->counters != NULL)
        json_object_set_new(s, "counters", counters_settings(p->game));
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {{"games", c->games},
                   {"all_games", p->games}, /* of all line-ups, in whole blocks */
                   {"block_games", (uint64_t)plan_block_games(p)},
                   {"max_turns", p->max_turns},
                   {"random_plies", p->random_plies}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_object_set_new(s, numbers[i].name, json_integer((json_int_t)numbers[i].value));
    if (strcmp(c->command, "league") == 0)
        json_object_set_new(s, "format", json_string(league_formats[c->format]));
    if (strcmp(c->command, "compare") == 0) {
        json_object_set_new(s, "elo", json_pack("[f, f]", c->elo0, c->elo1));
        json_object_set_new(s, "errors", json_pack("[f, f]", c->alpha, c->beta));
        json_object_set_new(s, "others", json_integer(c->others));
    }
    if (p->luck != TH_LUCK_PLAIN) json_object_set_new(s, "luck", json_string(luck_modes[p->luck]));
    if (p->disqualify > 0)
        json_object_set_new(s, "disqualify", json_integer((json_int_t)p->disqualify));
    if (c->budget != NULL)
        json_object_set_new(s, "budget",
                            json_pack("{s:I}", c->budget, (json_int_t)c->budget_value));
    return s;
}

static bool bots_from_settings(struct contest *c, const json_t *list, struct th_error *e) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *bot = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(bot, "name"));
        const char *spec = json_string_value(json_object_get(bot, "spec"));
        const char *text = json_string_value(json_object_get(bot, "text"));
        if (name == NULL || text == NULL || spec == NULL)
            return th_fail(e, "the run has a bot without a name");
        if (!contest_add_named(c, name, spec, e)) return false;
        snprintf(c->bot[i].spec, sizeof c->bot[i].spec, "%s", text);
    }
    return c->plan.bots > 0 || th_fail(e, "the run has no bots");
}

/* Which opening a round has, and with it the order of the seats, depends on how many there are. */
static bool openings_from_settings(struct contest *c, const json_t *list, struct th_error *e) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        char *line = text != NULL ? strdup(text) : NULL;
        if (line == NULL) return th_fail(e, "the run has an opening that is no position");
        const bool ok = openings_add(&c->openings, line, c->plan.game, c->plan.game_options, e);
        free(line);
        if (!ok) return false;
    }
    c->plan.opening = c->openings.state;
    c->plan.openings = c->openings.count;
    return true;
}

static bool format_from_settings(struct contest *c, const json_t *s, struct th_error *e) {
    const char *format = json_string_value(json_object_get(s, "format"));
    if (strcmp(c->command, "league") != 0) return true;
    for (int i = 0; format != NULL && league_formats[i] != NULL; i++)
        if (strcmp(format, league_formats[i]) == 0) {
            c->format = (enum league_format)i;
            return true;
        }
    return th_fail(e, "the run is damaged: a league has no such format");
}

bool contest_luck_from_settings(const json_t *s, enum th_luck *luck, struct th_error *e) {
    const json_t *value = json_object_get(s, "luck");
    const char *name = json_string_value(value);
    *luck = TH_LUCK_PLAIN;
    if (value == NULL) return true;
    for (int i = 0; name != NULL && luck_modes[i] != NULL; i++)
        if (strcmp(name, luck_modes[i]) == 0) {
            *luck = (enum th_luck)i;
            return true;
        }
    return th_fail(e, "the run is damaged: its luck is none of plain, adjusted and auto");
}

/* As many bots as the command has seats for, and what it tests within the range of its flags. */
static bool check_from_settings(const struct contest *c, const json_t *s, struct th_error *e) {
    const bool compare = strcmp(c->command, "compare") == 0;
    if (settings_number(s, "seats") != (uint64_t)c->plan.seats)
        return th_fail(e, "the run is damaged: %s has %d seats, and not as many as it says",
                       c->plan.game->name, c->plan.seats);
    if ((strcmp(c->command, "arena") == 0 && c->plan.bots != 1 && c->plan.bots != c->plan.seats) ||
        (strcmp(c->command, "league") == 0 && c->plan.bots < 2) ||
        (compare && (c->plan.bots < 2 || c->others != c->plan.bots - 2)))
        return th_fail(e, "the run is damaged: %d bots do not play %s", c->plan.bots, c->command);
    if (compare && !(c->alpha > 0 && c->alpha < 0.5 && c->beta > 0 && c->beta < 0.5 &&
                     c->elo0 < c->elo1 && c->elo0 >= -1000 && c->elo1 <= 1000))
        return th_fail(e, "the run is damaged: its test cannot be one of compare");
    return true;
}

bool contest_from_settings(struct contest *c, const json_t *s, struct th_error *e) {
    const char *game = json_string_value(json_object_get(s, "game"));
    const char *rules = json_string_value(json_object_get(s, "rules_version"));
    const json_t *elo = json_object_get(s, "elo"), *errors = json_object_get(s, "errors");
    *c = (struct contest){.command = json_string_value(json_object_get(s, "command")),
                          .games = settings_number(s, "games"),
                          .plan = {.max_turns = (uint32_t)settings_number(s, "max_turns"),
                                   .random_plies = (uint32_t)settings_number(s, "random_plies"),
                                   .disqualify = settings_number(s, "disqualify"),
                                   .threads = 1},
                          .elo0 = json_number_value(json_array_get(elo, 0)),
                          .elo1 = json_number_value(json_array_get(elo, 1)),
                          .alpha = json_number_value(json_array_get(errors, 0)),
                          .beta = json_number_value(json_array_get(errors, 1)),
                          .others = (int)settings_number(s, "others")};
    if (c->command != NULL && strcmp(c->command, "train") == 0)
        return th_fail(e, "the run holds trainings: the same command with --save reports them");
    if (c->command == NULL || game == NULL || rules == NULL || c->games == 0 ||
        !seed_from_json(json_object_get(s, "seed"), &c->plan.seed))
        return th_fail(e, "the run does not say what it is");
    if (!format_from_settings(c, s, e) || !contest_luck_from_settings(s, &c->plan.luck, e))
        return false;
    const bool known = contest_set_game(c, game, e);
    const struct th_game *g = c->plan.game;
    if (g != NULL && strcmp(rules, g->rules_version) != 0)
        return th_fail(e, "the run was played by version %s of the rules of %s; this is version %s",
                       rules, g->name, g->rules_version);
    int places[TH_COUNTERS_MAX];
    return known && counters_map(s, g, places, e) &&
           bots_from_settings(c, json_object_get(s, "bots"), e) &&
           openings_from_settings(c, json_object_get(s, "openings"), e) &&
           check_from_settings(c, s, e) && contest_plan(c, e);
}

/* ---- the file of a run ---- */

/* Part I of N is the I-th of N equal stretches of blocks. */
static bool set_shard(struct contest *c, struct th_error *e) {
    const uint64_t blocks = plan_blocks(&c->plan);
    c->plan.from = blocks * (c->shard - 1) / c->shards;
    c->plan.to = blocks * c->shard / c->shards;
    return c->plan.from < c->plan.to || th_fail(e,
                                                "there are no games for part %" PRIu64
                                                " of %" PRIu64 ": only %" PRIu64 " blocks in all",
                                                c->shard, c->shards, blocks);
}

static bool open_file(struct contest *c, struct th_error *e) {
    json_t *settings = contest_settings(c);
    /* Only the first rank writes; the others tape their games for it. */
    if (rank_own() == 0) c->file = run_file_write(c->save, settings, e);
    json_decref(settings);
    if (rank_own() == 0 && c->file == NULL) return false;
    c->store = rank_own() == 0 ? run_file_store(c->file) : run_file_nowhere();
    return true;
}

bool contest_check_plan(const struct run_file *f, const struct plan *plan, struct th_error *e) {
    const json_t *settings = run_file_settings(f);
    return (settings_number(settings, "block_games") == (uint64_t)plan_block_games(plan) &&
            run_games_asked(settings) == plan->games) ||
           th_fail(e, "the run is damaged: its blocks are not those of its command");
}

bool contest_open_run(struct contest *c, struct th_error *e) {
    if (c->store.only_kept) return contest_check_plan(c->store.self, &c->plan, e);
    if (c->shards > 0 && !set_shard(c, e)) return false;
    if (!contest_check_records(c, e)) return false;
    return (c->save == NULL || open_file(c, e)) && contest_open_records(c, e);
}

uint64_t contest_saved_games(const struct contest *c) {
    const struct plan *p = &c->plan;
    const uint64_t to = p->to > 0 ? p->to : plan_blocks(p);
    uint64_t games = 0;
    for (uint64_t k = 0; c->file != NULL && k < run_file_blocks(c->file); k++) {
        const uint64_t block = run_file_block(c->file, k);
        if (block >= p->from && block < to) games += (uint64_t)plan_block_games(p);
    }
    return games;
}

bool contest_failed(const struct contest *c) {
    return run_file_failed(c->file) || c->records.failed || c->at_fault || shortage_happened();
}

bool contest_close_run(struct contest *c, struct th_error *e) {
    struct run_file *file = c->file;
    struct th_error late;
    c->file = NULL;
    const bool saved = run_file_close(file, e);
    return record_file_flush(&c->records, saved ? e : &late) && saved;
}

/* ---- what a run that goes on has of its file ---- */

static bool has_saved(const struct contest *c) {
    return c->save != NULL && access(c->save, F_OK) == 0 && run_file_is(c->save);
}

bool contest_choose_luck(struct contest *c, struct th_error *e) {
    struct th_error ignored;
    c->plan.luck = luck_is_known(c->plan.game) ? TH_LUCK_AUTO : TH_LUCK_PLAIN;
    if (rank_own() > 0 || !has_saved(c)) return true; /* the first rank says what is measured */
    struct run_file *f = run_file_read(c->save, &ignored);
    if (f == NULL) return true; /* said when it is opened to be written */
    const bool ok = contest_luck_from_settings(run_file_settings(f), &c->plan.luck, e);
    run_file_close(f, &ignored);
    return ok;
}

static bool read_saved(const char *path, struct th_seed *seed, struct th_error *e) {
    struct th_error ignored;
    struct run_file *f = run_file_read(path, e);
    if (f == NULL) return false;
    const bool found = seed_from_json(json_object_get(run_file_settings(f), "seed"), seed);
    run_file_close(f, &ignored);
    return found || th_fail(e, "%s does not say with which seed it was played", path);
}

static bool draw(const struct contest *c, struct th_seed *seed, struct th_error *e) {
    if (has_saved(c)) return read_saved(c->save, seed, e);
    return th_seed_draw(seed) || th_fail(e, "the system has no random seed; give one by --seed");
}

/* The first rank draws, and sends the seed before anything else. If it fails, the job ends. */
static void send_seed(const struct th_seed *seed) {
    struct bytes b = {0};
    bytes_u8(&b, MESSAGE_SEED);
    for (int i = 0; i < 2; i++) bytes_u64(&b, seed->word[i]);
    for (int rank = 1; rank < rank_count(); rank++) rank_send(rank, &b);
    free(b.data);
}

static bool receive_seed(struct th_seed *seed, struct th_error *e) {
    struct rank_message m;
    for (int idle = 0; !rank_receive(&m); idle++) rank_sleep(idle);
    struct bytes_reader r = bytes_reader_of(m.body.data, m.body.size);
    const bool known = read_u8(&r) == MESSAGE_SEED;
    for (int i = 0; i < 2; i++) seed->word[i] = read_u64(&r);
    free(m.body.data);
    return (known && !r.failed) || th_fail(e, "the first rank has sent no seed");
}

bool contest_draw_seed(struct contest *c, struct th_error *e) {
    if (rank_own() > 0) return receive_seed(&c->plan.seed, e);
    if (!draw(c, &c->plan.seed, e)) return false;
    send_seed(&c->plan.seed);
    return true;
}
