/* Contests in the files of runs. */
#include "contest.h"

#include "arena/ranks.h"
#include "core/file.h"
#include "core/seed_json.h"
#include "core/shortage.h"
#include "core/text.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include "tahur/version.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- as settings ---- */

/* Bots may read files, such as models: another content is another bot. */
static json_t *file_of(const struct th_options *o) {
    for (const struct th_option *option = o->table; option != NULL && option->name != NULL;
         option++) {
        struct th_error ignored;
        size_t size;
        const bool names = option->kind == TH_TEXT && th_options_given(o, option->name);
        uint8_t *data = names ? file_read(th_options_text(o, option->name), &size, &ignored) : NULL;
        if (data == NULL) continue;
        uint64_t hash = size;
        char text[17];
        for (size_t i = 0; i < size; i++) hash = th_mix2(hash, data[i]);
        free(data);
        return json_string(text_digest(hash, text));
    }
    return NULL;
}

json_t *bot_settings(const char *name, const struct th_bot_kind *kind,
                     const struct th_options *options) {
    char spec[TH_SPEC_BYTES], clean[TH_SPEC_BYTES];
    th_options_write(kind->name, options, true, spec, sizeof spec);
    snprintf(clean, sizeof clean, "%s", name);
    text_clean(spec);
    text_clean(clean);
    json_t *bot = json_pack("{s:s, s:s}", "name", clean, "spec", spec);
    json_t *file = file_of(options);
    if (file != NULL) json_object_set_new(bot, "file", file);
    return bot;
}

static json_t *openings_settings(const struct contest *c) {
    json_t *list = json_array();
    for (int i = 0; i < c->openings.count; i++) {
        char text[8192];
        json_array_append_new(
            list, json_string(c->game->position_text(c->openings.state[i], text, sizeof text)));
    }
    return list;
}

json_t *contest_settings(const struct contest *c, const struct series *series) {
    char game[TH_SPEC_BYTES];
    json_t *bots = json_array();
    for (int i = 0; i < c->bots; i++) {
        json_t *bot = bot_settings(c->bot[i].name, c->player[i].kind, &c->player[i].options);
        json_object_set_new(bot, "text", json_string(c->bot[i].spec));
        json_array_append_new(bots, bot);
    }
    th_options_write(c->game->name, &c->game_spec.options, false, game, sizeof game);
    json_t *s = json_pack("{s:s, s:s, s:s, s:s, s:i, s:o, s:o}", "command", c->command, "version",
                          TH_VERSION, "rules_version", c->game->rules_version, "game", game,
                          "seats", c->seats, "bots", bots, "openings", openings_settings(c));
    json_object_set_new(s, "seed", seed_json(c->seed));
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {{"games", c->games},
                   {"all_games", series->games}, /* of all line-ups, in whole blocks */
                   {"block_games", (uint64_t)series_block_games(series)},
                   {"max_turns", c->max_turns},
                   {"random_plies", c->random_plies}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_object_set_new(s, numbers[i].name, json_integer((json_int_t)numbers[i].value));
    if (strcmp(c->command, "league") == 0)
        json_object_set_new(s, "format", json_string(league_formats[c->format]));
    if (strcmp(c->command, "compare") == 0) {
        json_object_set_new(s, "elo", json_pack("[f, f]", c->elo0, c->elo1));
        json_object_set_new(s, "errors", json_pack("[f, f]", c->alpha, c->beta));
        json_object_set_new(s, "others", json_integer(c->others));
    }
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
    return c->bots > 0 || th_fail(e, "the run has no bots");
}

/* Which opening a round has, and with it the order of the seats, depends on how many there are. */
static bool openings_from_settings(struct contest *c, const json_t *list, struct th_error *e) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        char *line = text != NULL ? strdup(text) : NULL;
        if (line == NULL) return th_fail(e, "the run has an opening that is no position");
        const bool ok = openings_add(&c->openings, line, c->game, &c->game_spec.options, e);
        free(line);
        if (!ok) return false;
    }
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

/* As many bots as the command has seats for, and what it tests within the range of its flags. */
static bool check_from_settings(const struct contest *c, const json_t *s, struct th_error *e) {
    const bool compare = strcmp(c->command, "compare") == 0;
    if (settings_number(s, "seats") != (uint64_t)c->seats)
        return th_fail(e, "the run is damaged: %s has %d seats, and not as many as it says",
                       c->game->name, c->seats);
    if ((strcmp(c->command, "arena") == 0 && c->bots != 1 && c->bots != c->seats) ||
        (strcmp(c->command, "league") == 0 && c->bots < 2) ||
        (compare && (c->bots < 2 || c->others != c->bots - 2)))
        return th_fail(e, "the run is damaged: %d bots do not play %s", c->bots, c->command);
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
                          .max_turns = (uint32_t)settings_number(s, "max_turns"),
                          .random_plies = (uint32_t)settings_number(s, "random_plies"),
                          .threads = 1,
                          .elo0 = json_number_value(json_array_get(elo, 0)),
                          .elo1 = json_number_value(json_array_get(elo, 1)),
                          .alpha = json_number_value(json_array_get(errors, 0)),
                          .beta = json_number_value(json_array_get(errors, 1)),
                          .others = (int)settings_number(s, "others")};
    if (c->command != NULL && strcmp(c->command, "train") == 0)
        return th_fail(e, "the run holds trainings: the same command with --save tells of them");
    if (c->command == NULL || game == NULL || rules == NULL || c->games == 0 ||
        !seed_from_json(json_object_get(s, "seed"), &c->seed))
        return th_fail(e, "the run does not say what it is");
    if (!format_from_settings(c, s, e)) return false;
    c->game = th_game_find(game, &c->game_spec, e);
    if (c->game == NULL) return false;
    if (strcmp(rules, c->game->rules_version) != 0)
        return th_fail(e, "the run was played by version %s of the rules of %s; this is version %s",
                       rules, c->game->name, c->game->rules_version);
    c->seats = th_game_seats(c->game, &c->game_spec.options, e);
    return c->seats > 0 && bots_from_settings(c, json_object_get(s, "bots"), e) &&
           openings_from_settings(c, json_object_get(s, "openings"), e) &&
           check_from_settings(c, s, e);
}

/* ---- the file of a run ---- */

static bool read_shard(struct contest *c, const char *text, struct th_error *e) {
    char part[24], clipped[TEXT_CLIP_BYTES];
    int64_t i, n;
    const char *slash = strchr(text, '/');
    const size_t length = slash != NULL ? (size_t)(slash - text) : 0;
    if (length > 0 && length < sizeof part) {
        memcpy(part, text, length);
        part[length] = 0;
        if (text_count(part, &i) && text_count(slash + 1, &n) && i >= 1 && i <= n) {
            c->shard = (uint64_t)i;
            c->shards = (uint64_t)n;
            return true;
        }
    }
    return th_fail(e, "--shard takes part I of N, as in 2/8, not “%s”", text_clip(text, clipped));
}

/* Part I of N is the I-th of N equal stretches of blocks. */
static bool set_shard(const struct contest *c, struct series *s, struct th_error *e) {
    const uint64_t size = (uint64_t)series_block_games(s), blocks = (s->games + size - 1) / size;
    s->from = blocks * (c->shard - 1) / c->shards;
    s->to = blocks * c->shard / c->shards;
    return s->from < s->to || th_fail(e,
                                      "there are no games for part %" PRIu64 " of %" PRIu64
                                      ": only %" PRIu64 " blocks in all",
                                      c->shard, c->shards, blocks);
}

static bool open_file(struct contest *c, struct series *s, const char *path, struct th_error *e) {
    json_t *settings = contest_settings(c, s);
    /* Only the first rank writes; the others tape their games for it. */
    if (rank_own() == 0) c->file = run_file_write(path, settings, e);
    json_decref(settings);
    if (rank_own() == 0 && c->file == NULL) return false;
    c->store = rank_own() == 0 ? run_file_store(c->file) : run_file_nowhere();
    s->store = &c->store;
    return true;
}

bool contest_check_plan(const struct run_file *f, const struct series *s, struct th_error *e) {
    const json_t *settings = run_file_settings(f);
    return (settings_number(settings, "block_games") == (uint64_t)series_block_games(s) &&
            run_games_asked(settings) == s->games) ||
           th_fail(e, "the run is damaged: its blocks are not those of its command");
}

bool contest_open_run(struct contest *c, struct series *s, struct th_error *e) {
    if (c->arguments == NULL) return contest_check_plan(c->store.self, s, e);
    const struct th_options *flags = &c->arguments->flags;
    const char *path = th_options_text(flags, "save");
    const char *shard = th_options_given(flags, "shard") ? th_options_text(flags, "shard") : NULL;
    if (shard != NULL && path == NULL) return th_fail(e, "--shard needs --save");
    if (shard != NULL && (!read_shard(c, shard, e) || !set_shard(c, s, e))) return false;
    if (!contest_check_records(c, e)) return false;
    return (path == NULL || open_file(c, s, path, e)) && contest_open_records(c, s, e);
}

uint64_t contest_saved_games(const struct contest *c, const struct series *s) {
    const uint64_t size = (uint64_t)series_block_games(s), all = (s->games + size - 1) / size;
    const uint64_t to = s->to > 0 ? s->to : all;
    uint64_t games = 0;
    for (uint64_t k = 0; c->file != NULL && k < run_file_blocks(c->file); k++) {
        const uint64_t block = run_file_block(c->file, k);
        if (block >= s->from && block < to) games += size;
    }
    return games;
}

int contest_failure(const struct contest *c) {
    const bool failed = run_file_failed(c->file) || c->records.failed || c->at_fault;
    return failed || shortage_happened() ? STATUS_FAILED : STATUS_USAGE;
}

bool contest_close_run(struct contest *c, struct th_error *e) {
    struct run_file *file = c->file;
    struct th_error late;
    c->file = NULL;
    const bool saved = run_file_close(file, e);
    return record_file_flush(&c->records, saved ? e : &late) && saved;
}
