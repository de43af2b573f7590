/* A league as tables and as JSON. */
#include "contest_command.h"
#include "core/json.h"
#include "core/text.h"
#include "tahur/state.h"
#include "terminal.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A table wider than this is left to --json. */
enum { CROSS_BOTS_MAX = 24 };

bool league_view_make(struct league_view *v, const struct contest *c, const struct league *l,
                      const struct ratings *r, struct th_error *e) {
    *v = (struct league_view){.contest = c,
                              .league = l,
                              .ratings = r,
                              .order = malloc((size_t)r->bots * sizeof *v->order)};
    if (v->order == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < r->bots; i++) { /* equal ones stay in the user's order */
        int place = i;
        for (; place > 0 && r->strength[v->order[place - 1]] < r->strength[i]; place--)
            v->order[place] = v->order[place - 1];
        v->order[place] = i;
    }
    return true;
}

static double elo(const struct league_view *v, int bot) {
    return rating_elo(v->ratings->strength[bot]);
}

static double elo_error(const struct league_view *v, int bot) {
    return 1.96 * rating_elo(ratings_se(v->ratings, bot));
}

/* ---- for people ---- */

int rating_decimals(double error) {
    return error < 9.95 ? 1 : 0;
}

double rating_rounded(double rating, int decimals) {
    return fabs(rating) < (decimals > 0 ? 0.05 : 0.5) ? 0 : rating;
}

static void add_rating(struct table *t, const struct league_view *v, int rank) {
    const int bot = v->order[rank], decimals = rating_decimals(elo_error(v, bot));
    table_add(t, "%d", rank + 1);
    table_add(t, contest_is_out(v->contest, bot) ? "%s, disqualified" : "%s",
              v->contest->bot[bot].name);
    table_add(t, "%+.*f", decimals, rating_rounded(elo(v, bot), decimals));
    table_add(t, "%.*f", decimals, elo_error(v, bot));
    if (rank + 1 < v->ratings->bots)
        table_add(t, "%.1f %%", 100 * ratings_superiority(v->ratings, bot, v->order[rank + 1]));
    else
        table_add(t, " ");
}

static void add_share(struct table *t, double share) {
    if (isnan(share))
        table_add(t, "-");
    else
        table_add(t, "%.1f %%", fabs(share) < 0.0005 ? 0 : 100 * share);
}

void league_print_ratings(const struct league_view *v, int columns, FILE *out) {
    const bool faults = v->league->faults > 0, times = columns == 0;
    const bool adjusted = luck_is_adjusted(&v->league->luck);
    char align[TABLE_COLUMNS_MAX + 1];
    snprintf(align, sizeof align, "%s%s%s%s", times ? "rlrRRrr" : "rlrrrrr", adjusted ? "r" : "",
             times ? "rRR" : "", faults ? "r" : "");
    struct table t = table_start(align);
    const char *const head[] = {" ",          "bot",   "rating",    "± 95 %",
                                "above next", "games", "win share", "adjusted"};
    for (int i = 0; i < (adjusted ? 8 : 7); i++) table_add(&t, "%s", head[i]);
    if (times) add_pace_heads(&t);
    if (faults) table_add(&t, "faults");
    for (int i = 0; i < v->ratings->bots; i++) {
        struct th_arena_standing s;
        const int bot = v->order[i];
        char number[27];
        league_standing(v->league, bot, &s);
        add_rating(&t, v, i);
        table_add(&t, "%s", text_thousands((int64_t)v->league->unit[bot].games, number));
        add_share(&t, s.share.mean);
        if (adjusted) add_share(&t, s.adjusted.mean);
        if (times) add_pace(&t, pace_summary(&v->league->pace[bot]));
        if (faults) table_add(&t, "%s", text_thousands((int64_t)s.faults, number));
    }
    if (columns > 0)
        table_end_within(&t, 0, columns, out);
    else
        table_end(&t, 0, out);
}

static void print_cross_table(const struct league_view *v, FILE *out) {
    const int n = v->ratings->bots;
    char align[TABLE_COLUMNS_MAX + 1] = "rl";
    for (int i = 0; i < n; i++) align[i + 2] = 'r', align[i + 3] = 0;
    struct table t = table_start(align);
    table_add(&t, " ");
    table_add(&t, v->contest->plan.seats == 2 ? "score in %% against" : "ahead in %% of");
    for (int j = 0; j < n; j++) table_add(&t, "%d", j + 1);
    for (int i = 0; i < n; i++) {
        table_add(&t, "%d", i + 1);
        table_add(&t, "%s", v->contest->bot[v->order[i]].name);
        for (int j = 0; j < n; j++) {
            const double score = i == j ? NAN : league_odds(v->league, v->order[i], v->order[j]);
            if (isnan(score))
                table_add(&t, "%s", i == j ? "·" : "-");
            else
                table_add(&t, "%.1f", 100 * score);
        }
    }
    table_end(&t, 0, out);
}

static void print_metrics(const struct league_view *v, FILE *out) {
    const struct th_game *game = v->contest->plan.game;
    if (th_game_metric(game, 0) == NULL) return;
    struct table t = metrics_table(game);
    for (int i = 0; i < v->ratings->bots; i++) {
        struct th_arena_standing s;
        league_standing(v->league, v->order[i], &s);
        table_add(&t, "%s", v->contest->bot[v->order[i]].name);
        add_metrics(&t, game, &s);
    }
    table_end(&t, 0, out);
    fprintf(out, "\n");
}

static const char *line_ups_text(const struct league *l, char out[40]) {
    snprintf(out, 40, "%d line-up%s", l->plan->fixtures, l->plan->fixtures == 1 ? "" : "s");
    return out;
}

static void print_remarks(const struct league_view *v, FILE *out) {
    const struct league *l = v->league;
    const int repeats = league_repeats(l);
    char number[27], different[27], line_ups[40], luck[CONTEST_LUCK_BYTES];
    if (contest_luck_text(&l->luck.summary, luck) != NULL) print_folded(out, "Luck %s.\n", luck);
    for (int i = 0; luck_is_adjusted(&l->luck) && i < v->ratings->bots; i++)
        if (!v->ratings->bounded[i])
            print_folded(out,
                         "%s won all or nothing, within two standard errors: its rating is a rough "
                         "guess and is not part of the zero.\n",
                         v->contest->bot[i].name);
    if (v->ratings->ghosts)
        print_folded(out, "At least one bot never lost, or never won, against the rest: so that "
                          "ratings\nare finite, every bot was given one more game, half won, half "
                          "lost, against an\naverage player.\n");
    if (repeats > 0)
        print_folded(
            out,
            "In %d of %s the same games came again, and say no more than once: only %s of\n"
            "%s games are different. --random-plies or --openings vary the beginnings.\n",
            repeats, line_ups_text(l, line_ups),
            text_thousands((int64_t)l->distinct.count, different),
            text_thousands((int64_t)l->games, number));
    if (l->unfinished > 0)
        print_folded(out, "%s games reached %u turns, have no winner and count as shared.\n",
                     text_thousands((int64_t)l->unfinished, number), (unsigned)l->plan->max_turns);
    contest_print_faults(v->contest, out);
    contest_print_copies(v->contest, out);
    contest_print_unbound(v->contest, out);
}

void league_print(const struct league_view *v, FILE *out) {
    char games[27], speed[64], digest[17], line_ups[40];
    const struct league *l = v->league;
    if (l->games == 0) {
        fprintf(out, "stopped before the first games were over\n");
        return;
    }
    if (l->games < l->plan->games) {
        fprintf(out, l->plan->to > 0 ? "a part: %s" : "stopped after %s",
                text_thousands((int64_t)l->games, games));
        fprintf(out, " of %s games\n\n", text_thousands((int64_t)l->plan->games, games));
    }
    league_print_ratings(v, 0, out);
    fprintf(out, "\n");
    if (v->ratings->bots <= CROSS_BOTS_MAX) {
        print_cross_table(v, out);
        fprintf(out, "\n");
    }
    print_metrics(v, out);
    print_remarks(v, out);
    char seed[TH_SEED_BYTES];
    print_folded(out, "%s · %s games in %s · seed %s · digest %s%s\n", v->contest->game_spec.text,
                 text_thousands((int64_t)l->games, games), line_ups_text(l, line_ups),
                 th_seed_write(l->plan->seed, seed), text_digest(l->digest, digest),
                 contest_speed(l->games, v->league->seconds, speed));
}

/* ---- for programs ---- */

static json_t *bot_json(const struct league_view *v, int rank) {
    const int bot = v->order[rank], n = v->ratings->bots;
    struct th_arena_standing s;
    json_t *against = json_object();
    league_standing(v->league, bot, &s);
    for (int j = 0; j < n; j++)
        if (j != rank)
            json_object_set_new(against, v->contest->bot[v->order[j]].name,
                                number_json(league_odds(v->league, bot, v->order[j])));
    const double r = elo(v, bot), error = elo_error(v, bot);
    json_t *one = standing_json(v->contest->plan.game, v->contest->bot[bot].name, &s);
    json_object_set_new(one, "spec", json_string(v->contest->bot[bot].spec));
    json_object_set_new(one, "games", json_integer((json_int_t)v->league->unit[bot].games));
    const bool known = v->league->games > 0;
    json_object_set_new(one, "rating", known ? json_real(r) : json_null());
    json_object_set_new(one, "rating_ci95",
                        known ? json_pack("[f, f]", r - error, r + error) : json_null());
    json_object_set_new(one, "above_next",
                        known && rank + 1 < n
                            ? json_real(ratings_superiority(v->ratings, bot, v->order[rank + 1]))
                            : json_null());
    json_object_set_new(one, "score_against", against);
    add_adjusted_json(&s, one);
    add_faults_json(v->contest, bot, one);
    return one;
}

json_t *league_json(const struct league_view *v) {
    const struct league *l = v->league;
    const int repeats = league_repeats(l);
    json_t *bots = json_array(), *paces = json_array();
    char digest[17];
    for (int i = 0; i < v->ratings->bots; i++) {
        json_array_append_new(bots, bot_json(v, i));
        json_array_append_new(paces, pace_json(pace_summary(&v->league->pace[v->order[i]])));
    }
    return json_pack(
        "{s:s, s:s, s:o, s:I, s:I, s:i, s:I, s:b, s:b, s:i, s:o, s:s, s:o, s:o, s:o, s:o, s:o}",
        "game", v->contest->game_spec.text, "rules_version", v->contest->plan.game->rules_version,
        "seed", seed_json(l->plan->seed), "games", (json_int_t)l->games, "games_asked",
        (json_int_t)l->plan->games, "line_ups", l->plan->fixtures, "unfinished",
        (json_int_t)l->unfinished, "stopped", v->stopped, "ghost_games", v->ratings->ghosts,
        "repeating_line_ups", repeats, "different_games",
        repeats > 0 ? json_integer((json_int_t)l->distinct.count) : json_null(), "digest",
        text_digest(l->digest, digest), "seconds", number_json(v->league->seconds),
        "seconds_a_move", paces, "luck", luck_json(&l->luck.summary), "bots", bots, "fault_notes",
        fault_notes_json(v->contest));
}
