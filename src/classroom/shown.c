/* The faults of submissions, and the games that a report shows: chosen, and written as records. */
#include "results.h"

#include "core/file.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- faults ---- */

static struct fault_sum *fault_of(struct player_result *p, enum th_fault kind) {
    for (int i = 0; i < p->fault_kinds; i++)
        if (p->fault[i].kind == kind) return &p->fault[i];
    if (p->fault_kinds == FAULT_KINDS) return NULL;
    p->fault[p->fault_kinds] = (struct fault_sum){.kind = kind, .pairing = -1};
    return &p->fault[p->fault_kinds++];
}

/* Faults are counted from the results, and described by the notes in the database. */
struct noting {
    struct class_results *results;
    int pairing;
};

static void take_note(void *context, const struct class_db_fault *f) {
    const struct noting *n = context;
    const struct classroom *c = n->results->class;
    const struct pairing *p = &c->pairing[n->pairing];
    const struct pairing *played = class_played(c, p);
    if (f->side < 0 || f->side >= PAIRING_SIDES || f->number >= played->done) return;
    if (played->result[f->number].end != MATCH_FAULT) return; /* it is forfeited in this run */
    const int bot = p->bot[f->side];
    if (c->bot[bot].submission < 0) return;
    struct fault_sum *sum = fault_of(&n->results->player[bot], f->fault.fault);
    if (sum == NULL || sum->pairing >= 0) return;
    sum->pairing = n->pairing;
    sum->first = *f;
}

static bool count_faults_of(struct class_results *r, int pairing, struct th_error *e) {
    const struct classroom *c = r->class;
    const struct pairing *p = &c->pairing[pairing], *played = class_played(c, p);
    struct noting noting = {r, pairing};
    bool any = false;
    for (uint64_t i = 0; i < played->done; i++) {
        const struct match_result *m = &played->result[i];
        if (m->end != MATCH_FAULT) continue;
        const int bot = p->bot[pairing_side(c, p, i, m->fault_seat)];
        any = true;
        if (c->bot[bot].submission < 0) continue;
        struct fault_sum *sum = fault_of(&r->player[bot], m->fault);
        if (sum != NULL) sum->count++;
        r->player[bot].faults++;
    }
    return !any || class_db_visit_faults(c->db, played->id, take_note, &noting, e);
}

/* ---- choosing games ---- */

/* How much a game is worth looking at, for a submission; 0: not at all. First a fault, then a
 * defeat by a weak level, then a win against a strong one, then any other. */
static int interest(const struct classroom *c, const struct pairing *p, uint64_t number, int bot) {
    const struct match_result *m = &class_played(c, p)->result[number];
    const int level = p->stage == STAGE_LEVEL ? p->bot[1] - class_players(c) : -1;
    int seat = 0;
    while (p->bot[pairing_side(c, p, number, seat)] != bot) seat++;
    if (m->end == MATCH_FAULT && m->fault_seat == seat) return 4000;
    if (m->end == MATCH_FORFEIT) return 0; /* there is nothing to see */
    if (m->end != MATCH_WON) return 1;
    const bool won = m->payoff[seat] >= 1;
    if (level < 0) return won ? 20 : 30;
    return won ? 1000 + level : m->payoff[seat] <= 0 ? 3000 - level : 10;
}

/* The most interesting game of each kind comes first: a pairing gives one game at most. */
static void offer(struct player_result *r, int worth[SHOWN_GAMES], int value,
                  struct shown_game game) {
    int place = r->shown_games;
    while (place > 0 && value > worth[place - 1]) place--;
    if (place == SHOWN_GAMES) return;
    if (r->shown_games < SHOWN_GAMES) r->shown_games++;
    for (int i = r->shown_games - 1; i > place; i--) {
        worth[i] = worth[i - 1];
        r->shown[i] = r->shown[i - 1];
    }
    worth[place] = value;
    r->shown[place] = game;
}

static bool is_of(const struct pairing *p, int bot) {
    return p->bot[0] == bot || p->bot[1] == bot;
}

/* Among the games of a thousand of interest, one is enough: one fault, one defeat, one win. */
static void choose_games(struct class_results *r, int bot) {
    enum { KINDS = 5, KIND = 1000 };
    const struct classroom *c = r->class;
    struct shown_game best[KINDS];
    int value[KINDS] = {0}, worth[SHOWN_GAMES] = {0};
    for (int i = 0; i < c->pairings; i++) {
        const struct pairing *p = &c->pairing[i];
        if (!is_of(p, bot)) continue;
        for (uint64_t k = 0; k < class_played(c, p)->done; k++) {
            const int now = interest(c, p, k, bot), kind = now / KIND;
            if (now <= value[kind]) continue;
            value[kind] = now;
            best[kind] = (struct shown_game){i, k};
        }
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (value[kind] > 0) offer(&r->player[bot], worth, value[kind], best[kind]);
}

bool class_count_faults(struct class_results *r, struct th_error *e) {
    const struct classroom *c = r->class;
    for (int i = 0; i < c->pairings; i++)
        if (!count_faults_of(r, i, e)) return false;
    for (int bot = 0; bot < class_players(c); bot++) choose_games(r, bot);
    return true;
}

/* ---- records ---- */

/* Submissions with the same contents share their games against levels, but not the names in the
 * records: the names are part of the id. */
const char *game_id(const struct classroom *c, const struct shown_game *g,
                    char out[GAME_ID_BYTES]) {
    enum { DIGITS = 12 };
    const struct pairing *p = &c->pairing[g->pairing];
    const char *const lines[] = {p->key, c->bot[p->bot[0]].name, c->bot[p->bot[1]].name};
    char key[SHA256_TEXT];
    snprintf(out, GAME_ID_BYTES, "%.*s-%llu", DIGITS, class_key(key, lines, 3),
             (unsigned long long)g->number + 1);
    return out;
}

bool class_make_record(const struct classroom *c, const struct shown_game *g, struct record *r,
                       struct th_error *e) {
    static const enum record_end ends[] = {[MATCH_WON] = RECORD_WON,
                                           [MATCH_UNFINISHED] = RECORD_UNFINISHED,
                                           [MATCH_FAULT] = RECORD_FAULT};
    const struct pairing *p = &c->pairing[g->pairing], *played = class_played(c, p);
    const struct match_result *m = &played->result[g->number];
    char spec[TH_SPEC_BYTES];
    struct bytes tape;
    th_options_write(c->set.game->name, &c->set.game_spec.options, false, spec, sizeof spec);
    if (!class_db_load_tape(c->db, played->id, g->number, &tape, e)) return false;
    bool ok = record_begin(r, spec, NULL, e);
    if (ok && !record_add_tape(r, tape.data, tape.size)) {
        record_drop(r);
        ok = th_fail(e, "%s/class.db is damaged: the moves of a game are not possible", c->set.out);
    }
    free(tape.data);
    if (!ok) return false;
    r->has_number = true;
    r->number = g->number;
    for (int i = 0; i < r->seats; i++)
        snprintf(r->player[i], sizeof r->player[i], "%s",
                 c->bot[p->bot[pairing_side(c, p, g->number, i)]].name);
    r->fault = m->fault;
    record_finish(r, ends[m->end], m->fault_seat);
    return true;
}

static bool write_game(const struct classroom *c, const struct shown_game *g, struct th_error *e) {
    char id[GAME_ID_BYTES], path[PATH_MAX], *text = NULL;
    struct record r;
    size_t size;
    if (!class_make_record(c, g, &r, e)) return false;
    FILE *memory = open_memstream(&text, &size);
    if (memory != NULL) record_write(memory, &r);
    record_drop(&r);
    bool ok = (memory != NULL && fclose(memory) == 0) || th_fail(e, "out of memory");
    snprintf(path, sizeof path, "%s/games/%s.txt", c->set.out, game_id(c, g, id));
    ok = ok && file_replace(path, text, size, e);
    free(text);
    return ok;
}

bool class_write_games(const struct class_results *r, struct th_error *e) {
    for (int bot = 0; bot < class_players(r->class); bot++)
        for (int i = 0; i < r->player[bot].shown_games; i++)
            if (!write_game(r->class, &r->player[bot].shown[i], e)) return false;
    return true;
}
