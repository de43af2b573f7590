/* A class for people: tables, and the CSV of marks. */
#include "class_command.h"

#include "contest_command.h"
#include "core/file.h"
#include "core/text.h"
#include "terminal.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- tables ---- */

/* "71 %", with a sign after it if the level is beaten. */
static void add_level_cell(struct table *t, const struct level_result *l) {
    if (l == NULL || l->all.games == 0)
        table_add(t, "-");
    else
        table_add(t, "%.0f %%%s", 100 * l->all.won / (double)l->all.games,
                  level_is_beaten(l) ? " *" : "");
}

static void add_rating(struct table *t, const struct class_results *r, int bot) {
    if (bot < 0 || !r->rated) {
        table_add(t, "-");
        table_add(t, "-");
        return;
    }
    const double error = 1.96 * rating_elo(ratings_se(&r->ratings, bot));
    table_add(t, "%+.0f", rating_rounded(rating_elo(r->ratings.strength[bot]), 0));
    table_add(t, "%.0f", error);
}

static void add_row(struct table *t, const struct class_results *r, int index) {
    const struct classroom *c = r->class;
    const struct submission *s = &c->submission[index];
    const bool ranked = s->bot >= 0 && r->rated;
    char time[16];
    if (ranked)
        table_add(t, "%d", r->rank[s->bot]);
    else
        table_add(t, "-");
    table_add(t, "%s", s->name);
    const bool out = s->bot >= 0 && c->bot[s->bot].out_after > 0;
    table_add(t, "%s", out ? "out" : submission_statuses[submission_status(s)]);
    for (int i = 0; i < c->levels; i++) add_level_cell(t, class_level_result(r, index, i));
    add_rating(t, r, s->bot);
    if (s->bot >= 0)
        table_add(t, "%" PRIu64, r->player[s->bot].faults);
    else
        table_add(t, "-");
    const struct th_pace pace =
        s->bot >= 0 ? pace_summary(&c->bot[s->bot].pace) : (struct th_pace){0};
    table_add(t, "%s", pace.answers > 0 ? text_seconds(pace.mean, time) : "-");
    if (c->formula == NULL) return;
    if (isnan(r->mark[index]))
        table_add(t, "-");
    else
        table_add(t, "%.2f", r->mark[index]);
}

static void print_table(const struct class_results *r, const int order[]) {
    const struct classroom *c = r->class;
    char align[TABLE_COLUMNS_MAX + 1];
    struct text a = text_in(align, sizeof align);
    text_add(&a, "rll");
    for (int i = 0; i < c->levels + 4 + (c->formula != NULL); i++) text_add(&a, "r");
    struct table t = table_start(align);
    const char *const head[] = {"rank", "submission", "status"};
    const char *const tail[] = {"rating", "± 95 %", "faults", "time a move", "mark"};
    for (int i = 0; i < 3; i++) table_add(&t, "%s", head[i]);
    for (int i = 0; i < c->levels; i++) table_add(&t, "%s", c->level[i].text);
    for (int i = 0; i < 4 + (c->formula != NULL); i++) table_add(&t, "%s", tail[i]);
    for (int i = 0; i < c->submissions; i++) add_row(&t, r, order[i]);
    table_end(&t, 0, stdout);
}

static void print_problems(const struct class_results *r) {
    const struct classroom *c = r->class;
    bool any = false;
    for (int i = 0; i < c->submissions; i++) {
        const struct submission *s = &c->submission[i];
        const enum submission_status status = submission_status(s);
        if (status == SUBMISSION_SOUND || status == SUBMISSION_PENDING) continue;
        if (!any) printf("\n");
        any = true;
        print_folded(stdout, "%s is %s: %s\n", s->name, submission_statuses[status],
                     submission_sentence(s));
    }
}

static void print_disqualified(const struct classroom *c) {
    for (int i = 0; i < class_players(c); i++) {
        const struct class_bot *b = &c->bot[i];
        char faults[27], games[27];
        if (b->out_after == 0) continue;
        print_folded(
            stdout, "%s is out after %s fault%s: it forfeits %s game%s, which were not played\n",
            b->name, text_thousands((int64_t)b->out_after, faults), b->out_after == 1 ? "" : "s",
            text_thousands((int64_t)b->forfeits, games), b->forfeits == 1 ? "" : "s");
    }
}

static void print_remarks(const struct class_results *r) {
    const struct classroom *c = r->class;
    for (int i = 0; i < c->submissions; i++)
        for (int j = 0; j < i; j++)
            if (c->submission[i].program != NULL &&
                c->submission[i].program == c->submission[j].program) {
                print_folded(stdout, "%s has the same contents as %s\n", c->submission[i].name,
                             c->submission[j].name);
                break;
            }
    for (int i = 0; i < c->submissions && c->formula != NULL; i++)
        if (isnan(r->mark[i]))
            print_folded(stdout, "the formula has no finite value for %s\n", c->submission[i].name);
    if (c->list.ignored_count == 0) return;
    char names[600];
    struct text t = text_in(names, sizeof names);
    for (int i = 0; i < c->list.ignored_count; i++)
        text_add(&t, "%s%s", i > 0 ? ", " : "", c->list.ignored[i]);
    print_folded(stdout, "ignored, since they are no submissions: %s\n", names);
}

/* Those with the same contents, which have no passages, have been named already. */
static void print_similar(const struct class_results *r) {
    enum { SHOWN = 10 };
    size_t pairs = 0;
    for (size_t i = 0; i < r->similar.pairs; i++) {
        const struct similar_pair *p = &r->similar.pair[i];
        if (p->passages == 0 || ++pairs > SHOWN) continue;
        print_folded(stdout,
                     "%s and %s are alike: %.0f %% of the first are in the second, %.0f %% of the "
                     "second in the first\n",
                     r->sources.list[p->a].name, r->sources.list[p->b].name, 100 * p->share_a,
                     100 * p->share_b);
    }
    if (pairs > SHOWN)
        print_folded(stdout, "and %zu more pairs are alike: class.json has all of them\n",
                     pairs - SHOWN);
    if (pairs > 0) print_folded(stdout, "alike is a reason to read both programs, not a proof\n");
}

/* A pairing plays whole rounds of all seats. */
static void print_rounded(const struct classroom *c, enum class_stage stage, const char *flag,
                          uint64_t asked) {
    for (int i = 0; i < c->pairings; i++) {
        const struct pairing *p = &c->pairing[i];
        if (p->stage != stage) continue;
        if (p->games != asked)
            print_folded(stdout,
                         "%s %" PRIu64 " is rounded up to %" PRIu64
                         ": every seat comes equally often\n",
                         flag, asked, p->games);
        return;
    }
}

void class_print(const struct class_results *r, double seconds) {
    const struct classroom *c = r->class;
    int *order = class_order(r);
    char number[2][27], digest[17], seed[TH_SEED_BYTES];
    if (order == NULL) return;
    print_table(r, order);
    free(order);
    print_problems(r);
    printf("\n");
    print_disqualified(c);
    print_remarks(r);
    print_similar(r);
    if (c->levels > 0)
        print_folded(stdout,
                     "share won against each level; *: beaten, sure to win more than %g %% of the "
                     "games\n",
                     100 * c->set.require);
    print_rounded(c, STAGE_LEVEL, "--games", c->set.games);
    print_rounded(c, STAGE_LEAGUE, "--league-games", c->set.league_games);
    if (c->stopped) print_folded(stdout, "stopped: the same command goes on\n");
    print_folded(stdout, "%s · %s games, %s of them now · seed %s · digest %s · %.1f s\n",
                 c->set.game_spec.text, text_thousands((int64_t)r->games, number[0]),
                 text_thousands((int64_t)c->played, number[1]), th_seed_write(c->set.seed, seed),
                 text_digest(r->digest, digest), seconds);
}

/* ---- CSV ---- */

static void add_number(FILE *out, double x) {
    if (isfinite(x))
        fprintf(out, ",%.10g", x);
    else
        fprintf(out, ",");
}

static void write_head(FILE *out, const struct classroom *c) {
    static const char *const seats[] = {"first", "second", "third", "fourth"};
    fprintf(out, "name,status,mark,rank,rating,rating_low,rating_high,faults,disqualified");
    for (int i = 0; i < c->levels; i++) {
        char name[TH_SPEC_BYTES + 16];
        for (int k = -2; k < c->seats; k++) {
            snprintf(name, sizeof name, "%s%s%s", c->level[i].text, k == -2 ? "" : " ",
                     k == -2   ? ""
                     : k == -1 ? "beaten"
                               : seats[k]);
            fprintf(out, ",");
            csv_add_text(out, name);
        }
    }
    fprintf(out, ",sentence,hash\n");
}

static void write_row(FILE *out, const struct class_results *r, int index) {
    const struct classroom *c = r->class;
    const struct submission *s = &c->submission[index];
    const bool ranked = s->bot >= 0 && r->rated;
    const double rating = ranked ? rating_elo(r->ratings.strength[s->bot]) : NAN;
    const double error = ranked ? 1.96 * rating_elo(ratings_se(&r->ratings, s->bot)) : NAN;
    csv_add_text(out, s->name);
    fprintf(out, ",%s", submission_statuses[submission_status(s)]);
    add_number(out, r->mark[index]);
    add_number(out, ranked ? (double)r->rank[s->bot] : NAN);
    add_number(out, rating);
    add_number(out, rating - error);
    add_number(out, rating + error);
    add_number(out, s->bot >= 0 ? (double)r->player[s->bot].faults : NAN);
    add_number(out, s->bot >= 0 ? (double)(c->bot[s->bot].out_after > 0) : NAN);
    for (int i = 0; i < c->levels; i++) {
        const struct level_result *l = class_level_result(r, index, i);
        add_number(out, l != NULL ? l->all.won / (double)l->all.games : NAN);
        add_number(out, l != NULL ? (double)level_is_beaten(l) : NAN);
        for (int k = 0; k < c->seats; k++)
            add_number(out, l != NULL ? l->seat[k].won / (double)l->seat[k].games : NAN);
    }
    fprintf(out, ",");
    csv_add_text(out, submission_sentence(s));
    fprintf(out, ",%s\n", s->program != NULL ? s->program->hash : "");
}

bool class_write_csv(const struct class_results *r, const char *path, struct th_error *e) {
    char *text = NULL;
    size_t size = 0;
    int *order = class_order(r);
    FILE *out = order != NULL ? open_memstream(&text, &size) : NULL;
    if (out != NULL) write_head(out, r->class);
    for (int i = 0; out != NULL && i < r->class->submissions; i++) write_row(out, r, order[i]);
    free(order);
    const bool ok = ((out != NULL && fclose(out) == 0) || th_fail(e, "out of memory")) &&
                    file_replace(path, text, size, e);
    free(text);
    return ok;
}
