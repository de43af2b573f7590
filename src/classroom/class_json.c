/* A class as JSON, as docs/classroom.md describes it. */
#include "results.h"

#include "core/json.h"
#include "core/text.h"
#include "tahur/version.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const submission_statuses[] = {[SUBMISSION_REFUSED] = "refused",
                                           [SUBMISSION_PENDING] = "pending",
                                           [SUBMISSION_UNBUILT] = "unbuilt",
                                           [SUBMISSION_UNSOUND] = "unsound",
                                           [SUBMISSION_SOUND] = "sound"};

enum submission_status submission_status(const struct submission *s) {
    if (s->refusal[0] != 0) return SUBMISSION_REFUSED;
    if (s->program == NULL || s->program->status == PROGRAM_PENDING) return SUBMISSION_PENDING;
    return s->program->status == PROGRAM_UNBUILT   ? SUBMISSION_UNBUILT
           : s->program->status == PROGRAM_UNSOUND ? SUBMISSION_UNSOUND
                                                   : SUBMISSION_SOUND;
}

const char *submission_sentence(const struct submission *s) {
    return s->program != NULL ? s->program->sentence : s->refusal;
}

/* ---- parts ---- */

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *text_or_null(const char *text) {
    return text != NULL && *text != 0 ? json_string(text) : json_null();
}

static json_t *pair(double low, double high) {
    return json_pack("[o, o]", number(low), number(high));
}

static json_t *share_json(const struct seat_result *s) {
    return s->games > 0 ? json_real(s->won / (double)s->games) : json_null();
}

static json_t *seats_json(const struct classroom *c, const struct level_result *l) {
    json_t *list = json_array();
    for (int i = 0; i < c->seats; i++) {
        const struct seat_result *s = &l->seat[i];
        double low, high;
        th_wilson(s->won, (double)s->games, &low, &high);
        json_array_append_new(list, json_pack("{s:i, s:I, s:f, s:o, s:o, s:I}", "seat", i, "games",
                                              (json_int_t)s->games, "won", s->won, "share",
                                              share_json(s), "interval", pair(low, high), "faults",
                                              (json_int_t)s->faults));
    }
    return list;
}

static const char *verdict_of(const struct level_result *l) {
    if (!l->complete) return NULL;
    return l->exam.verdict == BETS_AT_LEAST ? "beaten"
           : l->exam.verdict == BETS_BELOW  ? "not beaten"
                                            : "not sure";
}

static json_t *level_json(const struct classroom *c, int level, const struct level_result *l) {
    const struct exam *x = &l->exam;
    const struct bets_interval interval = bets_interval(&x->scores, x->confidence);
    uint64_t others = 0;
    for (int i = 1; i < c->seats; i++) others += x->faults[i];
    return json_pack("{s:s, s:I, s:f, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:o}", "level",
                     c->level[level].text, "games", (json_int_t)l->all.games, "won", l->all.won,
                     "share", share_json(&l->all), "interval", pair(interval.low, interval.high),
                     "verdict", text_or_null(verdict_of(l)), "different_games",
                     x->repeats > 0 ? json_integer((json_int_t)x->distinct.count) : json_null(),
                     "faults", (json_int_t)x->faults[0], "opponent_faults", (json_int_t)others,
                     "unfinished", (json_int_t)x->unfinished, "seats", seats_json(c, l));
}

static json_t *standing_json(const struct class_results *r, int bot) {
    struct th_arena_standing s;
    if (!r->rated) return json_null();
    league_standing(&r->league, bot, &s);
    const double rating = rating_elo(r->ratings.strength[bot]);
    const double error = 1.96 * rating_elo(ratings_se(&r->ratings, bot));
    const double games = r->league.unit[bot].games;
    return json_pack("{s:o, s:f, s:f, s:o, s:I, s:o, s:o, s:I}", "rank",
                     r->rank[bot] > 0 ? json_integer(r->rank[bot]) : json_null(), "rating", rating,
                     "error", error, "interval", pair(rating - error, rating + error), "games",
                     (json_int_t)games, "won", number(games * s.share.mean), "share",
                     number(s.share.mean), "faults", (json_int_t)s.faults);
}

static const char *opponent_of(const struct classroom *c, int pairing, int bot) {
    const struct pairing *p = &c->pairing[pairing];
    return c->bot[p->bot[p->bot[0] == bot]].name;
}

static json_t *player_faults_json(const struct class_results *r, int bot) {
    const struct classroom *c = r->class;
    json_t *list = json_array();
    for (int i = 0; i < r->player[bot].fault_kinds; i++) {
        const struct fault_sum *f = &r->player[bot].fault[i];
        const struct shown_game game = {f->pairing, f->first.number};
        const bool noted = f->pairing >= 0;
        char id[GAME_ID_BYTES];
        json_array_append_new(
            list, json_pack("{s:s, s:I, s:s, s:s, s:o, s:o}", "kind", th_fault_name(f->kind),
                            "count", (json_int_t)f->count, "what", f->first.fault.what, "stderr",
                            f->first.fault.stderr_text, "against",
                            noted ? json_string(opponent_of(c, f->pairing, bot)) : json_null(),
                            "game", noted ? json_string(game_id(c, &game, id)) : json_null()));
    }
    return list;
}

static const char *result_of(const struct match_result *m, int seat) {
    if (m->end == MATCH_UNFINISHED) return "unfinished";
    if (m->end == MATCH_FAULT && m->fault_seat == seat) return "fault";
    return m->payoff[seat] >= 1 ? "won" : m->payoff[seat] > 0 ? "shared" : "lost";
}

static json_t *games_json(const struct class_results *r, int bot) {
    const struct classroom *c = r->class;
    json_t *list = json_array();
    for (int i = 0; i < r->player[bot].shown_games; i++) {
        const struct shown_game *g = &r->player[bot].shown[i];
        const struct pairing *p = &c->pairing[g->pairing];
        const struct match_result *m = &class_played(c, p)->result[g->number];
        char id[GAME_ID_BYTES], file[GAME_ID_BYTES + 16];
        int seat = 0;
        while (p->bot[pairing_side(c, p, g->number, seat)] != bot) seat++;
        snprintf(file, sizeof file, "games/%s.txt", game_id(c, g, id));
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:i, s:s, s:s, s:I}", "id", id, "file", file,
                            "against", opponent_of(c, g->pairing, bot), "seat", seat, "stage",
                            p->stage == STAGE_LEVEL ? "level" : "league", "result",
                            result_of(m, seat), "turns", (json_int_t)m->turns));
    }
    return list;
}

/* ---- a submission ---- */

static json_t *build_json(const struct program *p) {
    if (p == NULL || p->build == NULL || p->log == NULL) return json_null();
    return json_pack("{s:s, s:b, s:f, s:s, s:b}", "command", p->build, "ok",
                     p->status != PROGRAM_UNBUILT, "seconds", p->build_seconds, "log", p->log,
                     "cut", p->log_cut);
}

static json_t *same_json(const struct classroom *c, const struct submission *s) {
    json_t *list = json_array();
    for (int i = 0; s->program != NULL && i < c->submissions; i++)
        if (&c->submission[i] != s && c->submission[i].program == s->program)
            json_array_append_new(list, json_string(c->submission[i].name));
    return list;
}

static json_t *time_json(const struct class_bot *b) {
    const struct th_pace t = pace_summary(&b->pace);
    if (t.answers == 0) return json_null();
    return json_pack("{s:f, s:f, s:f, s:I}", "mean", t.mean, "p95", t.p95, "worst", t.worst,
                     "timed", (json_int_t)t.answers);
}

static json_t *levels_of_json(const struct class_results *r, int submission) {
    json_t *list = json_array();
    for (int i = 0; i < r->class->levels; i++) {
        const struct level_result *l = class_level_result(r, submission, i);
        if (l != NULL) json_array_append_new(list, level_json(r->class, i, l));
    }
    return list;
}

/* The file of its page: names of students are no part of paths. */
static json_t *page_json(const struct submission *s) {
    enum { DIGITS = 16 };
    char key[SHA256_TEXT];
    const char *const lines[] = {"page", s->name};
    return json_sprintf("pages/%.*s.html", DIGITS, class_key(key, lines, 2));
}

static json_t *submission_json(const struct class_results *r, int index) {
    const struct classroom *c = r->class;
    const struct submission *s = &c->submission[index];
    const struct program *p = s->program;
    char source[1024];
    snprintf(source, sizeof source, "%s", s->source);
    text_clean(source);
    json_t *out = json_pack(
        "{s:s, s:s, s:o, s:i, s:I, s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "name", s->name,
        "source", source, "hash", text_or_null(p != NULL ? p->hash : NULL), "files", s->size.files,
        "bytes", (json_int_t)s->size.bytes, "kind",
        text_or_null(p != NULL ? program_kinds[p->kind] : NULL), "status",
        submission_statuses[submission_status(s)], "sentence", submission_sentence(s), "command",
        text_or_null(p != NULL ? p->command : NULL), "same_as", same_json(c, s), "build",
        build_json(p), "check", p != NULL && p->check != NULL ? json_incref(p->check) : json_null(),
        "levels", levels_of_json(r, index), "mark", number(r->mark[index]));
    const bool plays = s->bot >= 0;
    json_object_set_new(out, "league", plays ? standing_json(r, s->bot) : json_null());
    json_object_set_new(out, "faults", plays ? player_faults_json(r, s->bot) : json_array());
    json_object_set_new(out, "time", plays ? time_json(&c->bot[s->bot]) : json_null());
    const uint64_t out_after = plays ? c->bot[s->bot].out_after : 0;
    json_object_set_new(out, "disqualified",
                        out_after > 0 ? json_integer((json_int_t)out_after) : json_null());
    json_object_set_new(out, "forfeits",
                        json_integer(plays ? (json_int_t)c->bot[s->bot].forfeits : 0));
    json_object_set_new(out, "games", plays ? games_json(r, s->bot) : json_array());
    json_object_set_new(out, "review", plays ? class_review_json(r, s->bot) : json_null());
    json_object_set_new(out, "page", page_json(s));
    return out;
}

/* ---- the league ---- */

/* Games of each pair, and what the first of the two won. */
struct meeting_sum {
    uint64_t games;
    double won;
};

static void add_meetings(const struct class_results *r, struct meeting_sum *sum) {
    const struct classroom *c = r->class;
    for (int i = 0; i < c->pairings; i++) {
        const struct pairing *p = &c->pairing[i];
        if (p->stage != STAGE_LEAGUE) continue;
        for (uint64_t k = 0; k < p->done; k++) {
            double share[TH_SEATS_MAX], won[PAIRING_SIDES] = {0};
            series_shares(&p->result[k], c->seats, share);
            for (int seat = 0; seat < c->seats; seat++)
                won[pairing_side(c, p, k, seat)] += share[seat];
            for (int side = 0; side < PAIRING_SIDES; side++) {
                struct meeting_sum *m = &sum[p->bot[side] * c->bots + p->bot[!side]];
                m->games++;
                m->won += won[side];
            }
        }
    }
}

static json_t *cross_json(const struct class_results *r) {
    const struct classroom *c = r->class;
    json_t *cross = json_array();
    struct meeting_sum *sum = calloc((size_t)c->bots * (size_t)c->bots, sizeof *sum);
    if (sum != NULL) add_meetings(r, sum);
    for (int i = 0; sum != NULL && i < c->bots; i++) {
        json_t *row = json_array();
        for (int j = 0; j < c->bots; j++) {
            const struct meeting_sum *m = &sum[r->order[i] * c->bots + r->order[j]];
            json_array_append_new(
                row, m->games == 0
                         ? json_null()
                         : json_pack("{s:I, s:f}", "games", (json_int_t)m->games, "won", m->won));
        }
        json_array_append_new(cross, row);
    }
    free(sum);
    return cross;
}

static json_t *league_json(const struct class_results *r) {
    const struct classroom *c = r->class;
    if (!r->rated) return json_null();
    json_t *names = json_array(), *level = json_array();
    for (int i = 0; i < c->bots; i++) {
        json_array_append_new(names, json_string(c->bot[r->order[i]].name));
        json_array_append_new(level, json_boolean(c->bot[r->order[i]].submission < 0));
    }
    return json_pack("{s:o, s:o, s:o, s:b}", "names", names, "level", level, "cross", cross_json(r),
                     "ghosts", r->ratings.ghosts);
}

/* ---- all ---- */

static json_t *settings_json(const struct class_results *r) {
    const struct classroom *c = r->class;
    const struct class_settings *set = &c->set;
    const struct exec_limits l = exec_bot_limits(&set->exec);
    json_t *levels = json_array();
    for (int i = 0; i < c->levels; i++)
        json_array_append_new(levels, json_string(c->level[i].text));
    json_t *limits = json_pack("{s:i, s:I, s:o, s:I, s:I, s:I, s:I, s:b}", "build_cpu",
                               set->build_cpu, "cpu", (json_int_t)l.cpu, "clock",
                               l.clock > 0 ? json_integer((json_int_t)l.clock) : json_null(),
                               "time", (json_int_t)l.time, "start_time", (json_int_t)l.start_time,
                               "memory", (json_int_t)l.child.memory, "processes",
                               (json_int_t)l.child.processes, "sandbox", set->sandbox);
    json_t *out = json_pack(
        "{s:o, s:I, s:I, s:o, s:o, s:f, s:f, s:I, s:o, s:o}", "levels", levels, "games",
        (json_int_t)set->games, "league_games", (json_int_t)set->league_games, "opponents",
        set->opponents > 0 ? json_integer(set->opponents) : json_null(), "disqualify",
        set->disqualify > 0 ? json_integer((json_int_t)set->disqualify) : json_null(), "require",
        set->require, "confidence", set->confidence, "questions", (json_int_t)set->questions,
        "marks", text_or_null(set->marks), "limits", limits);
    json_object_set_new(out, "review_games", json_integer(set->review_games));
    json_object_set_new(out, "judge", text_or_null(r->judge));
    return out;
}

static json_t *levels_json(const struct class_results *r) {
    const struct classroom *c = r->class;
    json_t *list = json_array();
    for (int i = 0; i < c->levels; i++) {
        char spec[TH_SPEC_BYTES];
        th_options_write(c->level_kind[i]->name, &c->level[i].options, false, spec, sizeof spec);
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o}", "name", c->level[i].text, "spec", spec,
                                        "league", standing_json(r, class_players(c) + i)));
    }
    return list;
}

json_t *class_json(const struct class_results *r, double seconds) {
    const struct classroom *c = r->class;
    char digest[17];
    json_t *submissions = json_array(), *ignored = json_array();
    int *order = class_order(r);
    for (int i = 0; order != NULL && i < c->submissions; i++)
        json_array_append_new(submissions, submission_json(r, order[i]));
    free(order);
    for (int i = 0; i < c->list.ignored_count; i++)
        json_array_append_new(ignored, json_string(c->list.ignored[i]));
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:i, s:o, s:b, s:s, s:I, s:f, s:I, s:o, s:o, s:o, s:o, s:o, s:o}",
        "format", "tahur class 1", "tahur", TH_VERSION, "game", c->set.game_spec.text,
        "rules_version", c->set.game->rules_version, "seats", c->seats, "seed",
        seed_json(c->set.seed), "complete", !c->stopped, "digest", text_digest(r->digest, digest),
        "games", (json_int_t)r->games, "seconds", seconds, "played", (json_int_t)c->played,
        "settings", settings_json(r), "ignored", ignored, "submissions", submissions, "levels",
        levels_json(r), "league", league_json(r), "similarity",
        r->compared ? similarity_json(&r->similar, &r->sources, &c->set.similar, c->set.template)
                    : json_null());
}
