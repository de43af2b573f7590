/* Who plays whom in a class, with which luck, and what has been played already. */
#include "classroom.h"

#include "tahur/version.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bots ---- */

static bool add_player(struct classroom *c, int submission, struct th_error *e) {
    struct submission *s = &c->submission[submission];
    struct class_bot *b = &c->bot[c->bots];
    b->name = s->name;
    b->submission = submission;
    b->player.kind = &exec_bot;
    snprintf(b->identity, sizeof b->identity, "program %s %s", s->program->hash,
             s->program->command);
    s->bot = c->bots++;
    return program_options(s->program, &c->set.exec, &b->player.options, e);
}

/* A level may play otherwise in another version of this program. */
static void add_level(struct classroom *c, int level) {
    struct class_bot *b = &c->bot[c->bots++];
    char spec[TH_SPEC_BYTES];
    b->name = c->level[level].text;
    b->submission = -1;
    b->player.kind = c->level_kind[level];
    b->player.options = c->level[level].options;
    th_options_write(b->player.kind->name, &b->player.options, false, spec, sizeof spec);
    snprintf(b->identity, sizeof b->identity, "level %s of %s", spec, TH_VERSION);
}

static bool list_bots(struct classroom *c, struct th_error *e) {
    c->bot = calloc((size_t)(c->submissions + c->levels), sizeof *c->bot);
    if (c->bot == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < c->submissions; i++) {
        const struct program *p = c->submission[i].program;
        if (p != NULL && p->status == PROGRAM_SOUND && !add_player(c, i, e)) return false;
    }
    for (int i = 0; i < c->levels; i++) add_level(c, i);
    return true;
}

/* ---- keys and luck ---- */

/* The seed of a pairing: of the class, the stage, and the names of those whose luck it is. */
static struct th_seed seed_of(const struct classroom *c, enum class_stage stage, const char *a,
                              const char *b) {
    char seed[TH_SEED_BYTES];
    const char *const lines[] = {"tahur luck 1", th_seed_write(c->set.seed, seed),
                                 stage == STAGE_LEVEL ? "level" : "league", a, b};
    struct sha256 s;
    uint8_t hash[SHA256_BYTES];
    struct th_seed out = {{0, 0}};
    sha256_begin(&s);
    for (int i = 0; i < 5; i++) sha256_add(&s, lines[i], strlen(lines[i]) + 1);
    sha256_end(&s, hash);
    for (int i = 0; i < 16; i++) out.word[i / 8] |= (uint64_t)hash[i] << (8 * (i % 8));
    return out;
}

/* All that a game of the pairing depends on. */
static void set_key(const struct classroom *c, struct pairing *p) {
    char game[TH_SPEC_BYTES], limits[TH_SPEC_BYTES], numbers[60], seed[TH_SEED_BYTES];
    th_options_write(c->set.game->name, &c->set.game_spec.options, false, game, sizeof game);
    th_options_write("exec", &c->set.exec, false, limits, sizeof limits);
    snprintf(numbers, sizeof numbers, "%u %u", (unsigned)c->set.max_turns,
             (unsigned)c->set.random_plies);
    const char *const lines[] = {"tahur pairing 1",
                                 game,
                                 c->set.game->rules_version,
                                 limits,
                                 numbers,
                                 th_seed_write(p->seed, seed),
                                 p->stage == STAGE_LEVEL ? "level" : "league",
                                 c->bot[p->bot[0]].identity,
                                 c->bot[p->bot[1]].identity};
    class_key(p->key, lines, sizeof lines / sizeof *lines);
}

/* ---- pairings ---- */

/* In games of more than two seats a level sits in all other seats; in the league the two share the
 * seats as evenly as possible. */
bool class_set_fixtures(const struct classroom *c, struct pairing *p, struct th_error *e) {
    struct line_ups l = {0};
    const bool level = p->stage == STAGE_LEVEL;
    bool ok = level ? line_ups_add(&l, c->seats, (const int[]){0}, 1, (const int[]){1}, 1, e)
                    : line_ups_add(&l, c->seats, NULL, 0, (const int[]){0, 1}, 2, e);
    if (ok && l.count > PAIRING_FIXTURES_MAX) ok = th_fail(e, "too many line-ups");
    p->fixtures = ok ? l.count : 0;
    for (int i = 0; i < p->fixtures; i++) p->fixture[i].line_up[0] = l.list[i];
    line_ups_drop(&l);
    const uint64_t round = (uint64_t)(c->seats * (ok ? p->fixtures : 1));
    const uint64_t games = level ? c->set.games : c->set.league_games;
    p->games = (games + round - 1) / round * round;
    return ok;
}

static bool add(struct classroom *c, enum class_stage stage, int a, int b, struct th_error *e) {
    if ((c->pairings & (c->pairings - 1)) == 0) { /* room for 1, 2, 4, 8… */
        const size_t room = c->pairings > 0 ? 2 * (size_t)c->pairings : 1;
        void *larger = realloc(c->pairing, room * sizeof *c->pairing);
        if (larger == NULL) return th_fail(e, "out of memory");
        c->pairing = larger;
    }
    struct pairing *p = &c->pairing[c->pairings++];
    const struct class_bot *x = &c->bot[a], *y = &c->bot[b];
    char first[TH_SPEC_BYTES + 8], second[TH_SPEC_BYTES + 8];
    *p = (struct pairing){.stage = stage, .bot = {a, b}, .alias = -1};
    snprintf(first, sizeof first, "%s %s", x->submission < 0 ? "level" : "name", x->name);
    snprintf(second, sizeof second, "%s %s", y->submission < 0 ? "level" : "name", y->name);
    p->seed = seed_of(c, stage, stage == STAGE_LEVEL ? "any" : first, second);
    if (!class_set_fixtures(c, p, e)) return false;
    set_key(c, p);
    return true;
}

/* Against levels all have the same luck: programs with the same contents play the same games. */
static bool pair_with_levels(struct classroom *c, struct th_error *e) {
    const int players = class_players(c);
    for (int i = 0; i < players; i++)
        for (int k = 0; k < c->levels; k++) {
            if (!add(c, STAGE_LEVEL, i, players + k, e)) return false;
            struct pairing *now = &c->pairing[c->pairings - 1];
            for (int j = 0; j < i && now->alias < 0; j++)
                if (strcmp(c->pairing[j * c->levels + k].key, now->key) == 0)
                    now->alias = j * c->levels + k;
        }
    return true;
}

/* ---- the league ---- */

struct place {
    int bot;
    char hash[SHA256_TEXT];
};

static int by_hash(const void *a, const void *b) {
    return strcmp(((const struct place *)a)->hash, ((const struct place *)b)->hash);
}

/* With --opponents, players stand in a circle in the order of a hash of their names, and each meets
 * its neighbours on both sides. Who hands in again keeps its place, and one who comes or leaves
 * changes only the pairs around it. */
static bool pair_in_circle(struct classroom *c, int opponents, struct th_error *e) {
    const int players = class_players(c), reach = (opponents + 1) / 2;
    struct place *circle = calloc((size_t)players, sizeof *circle);
    bool ok = circle != NULL || th_fail(e, "out of memory");
    for (int i = 0; ok && i < players; i++) {
        const char *const lines[] = {"tahur circle 1", c->bot[i].name};
        circle[i].bot = i;
        class_key(circle[i].hash, lines, 2);
    }
    if (ok) qsort(circle, (size_t)players, sizeof *circle, by_hash);
    for (int i = 0; ok && i < players; i++)
        for (int d = 1; ok && d <= reach; d++) {
            const int a = circle[i].bot, b = circle[(i + d) % players].bot;
            ok = add(c, STAGE_LEAGUE, a < b ? a : b, a < b ? b : a, e);
        }
    free(circle);
    return ok;
}

static bool pair_in_league(struct classroom *c, struct th_error *e) {
    const int players = class_players(c), opponents = c->set.opponents;
    if (players == 0) return true;
    /* Two neighbours at the same distance on both sides would be the same one. */
    const bool circle = opponents > 0 && opponents + 2 < players;
    if (circle && !pair_in_circle(c, opponents, e)) return false;
    for (int i = 0; i < c->bots; i++)
        for (int j = i + 1; j < c->bots; j++)
            if (!(circle && j < players) && !add(c, STAGE_LEAGUE, i, j, e)) return false;
    return true;
}

/* ---- what has been played ---- */

struct plan class_plan(const struct classroom *c, const struct pairing *p,
                       struct th_arena_player player[PAIRING_SIDES]) {
    for (int i = 0; i < PAIRING_SIDES; i++) player[i] = c->bot[p->bot[i]].player;
    return (struct plan){.game = c->set.game,
                         .game_options = &c->set.game_spec.options,
                         .seats = c->seats,
                         .bot = player,
                         .bots = PAIRING_SIDES,
                         .fixture = p->fixture,
                         .fixtures = p->fixtures,
                         .line_ups = 1,
                         .all_orders = true,
                         .games = p->games,
                         .seed = p->seed,
                         .threads = 1,
                         .max_turns = c->set.max_turns,
                         .random_plies = c->set.random_plies,
                         .stop = c->set.stop};
}

static bool load(struct classroom *c, struct pairing *p, struct th_error *e) {
    struct pace pace[PAIRING_SIDES] = {{.answers = 0}};
    char label[2 * TH_SPEC_BYTES + 8];
    if (p->alias >= 0) return true;
    snprintf(label, sizeof label, "%s – %s", c->bot[p->bot[0]].name, c->bot[p->bot[1]].name);
    p->result = calloc((size_t)p->games, sizeof *p->result);
    if (p->result == NULL) return th_fail(e, "out of memory");
    if (!class_db_pairing(c->db, p->key, label, &p->id, e) ||
        !class_db_load_games(c->db, p->id, c->seats, c->seats, p->result, p->games, &p->done, pace,
                             e))
        return false;
    for (int i = 0; i < PAIRING_SIDES; i++) pace_join(&c->bot[p->bot[i]].pace, &pace[i]);
    c->found += p->done;
    class_count_pairing_faults(c, p);
    return true;
}

bool class_pair(struct classroom *c, struct th_error *e) {
    if (!list_bots(c, e) || !pair_with_levels(c, e) || !pair_in_league(c, e)) return false;
    for (int i = 0; i < c->pairings; i++)
        if (!load(c, &c->pairing[i], e)) return false;
    class_judge(c);
    return true;
}
