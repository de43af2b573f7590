#include "run_page_own.h"

#include "core/file.h"
#include "core/text.h"
#include "page.h"
#include "tahur/state.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOTS_AT_ONCE = 12, /* more bots are listed on demand */
    LONG_NAME = 16,    /* characters; with a longer one, results have no room for a neighbour */
};

static bool is_command(const struct page_data *d, const char *command) {
    return strcmp(d->contest->command, command) == 0;
}

/* ---- the conclusion, in a sentence ---- */

static void say_name(FILE *out, const struct page_data *d, int bot) {
    fprintf(out, "<strong>");
    html_text(out, d->name[bot]);
    fprintf(out, "</strong>");
}

static void conclude_alone(FILE *out, const struct page_data *d) {
    const json_t *turns = json_object_get(json_object_get(d->results, "metrics"), "game_turns");
    const double error = 1.96 * page_number(turns, "se");
    say_name(out, d, 0);
    fprintf(out, " needed %.2f turns a game", page_number(turns, "mean"));
    if (!isnan(error)) fprintf(out, " (± %.2f, 95 %%)", error);
    fprintf(out, ".");
}

static void conclude_arena(FILE *out, const struct page_data *d) {
    char games[27];
    if (d->bots < 2) {
        conclude_alone(out, d);
        return;
    }
    const json_t *best = page_result_of(d, d->order[0]), *next = page_result_of(d, d->order[1]);
    const char *share = d->adjusted ? "adjusted_share" : "win_share";
    const char *interval = d->adjusted ? "adjusted_ci95" : "ci95";
    const bool clear = page_number_at(best, interval, 0) > page_number_at(next, interval, 1);
    say_name(out, d, d->order[0]);
    fprintf(out, " won %.2f %% of %s games", 100 * page_number(best, "win_share"),
            text_thousands((int64_t)d->games, games));
    if (d->adjusted) fprintf(out, ", or %.2f %% without luck", 100 * page_number(best, share));
    fprintf(out, " (95 %% interval %.2f to %.2f %%), ", 100 * page_number_at(best, interval, 0),
            100 * page_number_at(best, interval, 1));
    fprintf(out, clear ? "clearly more than " : "which cannot be distinguished from ");
    say_name(out, d, d->order[1]);
    fprintf(out, clear ? " with %.2f %%." : " with %.2f %% by these games.",
            100 * page_number(next, share));
}

static void conclude_league(FILE *out, const struct page_data *d) {
    const json_t *best = page_result_of(d, d->order[0]);
    const double low = page_number_at(best, "rating_ci95", 0);
    say_name(out, d, d->order[0]);
    fprintf(out, " is strongest, rated %+.0f ± %.0f Elo (95 %%), with %.1f %% probability above ",
            page_number(best, "rating"), page_number(best, "rating") - low,
            100 * page_number(best, "above_next"));
    say_name(out, d, d->order[1]);
    fprintf(out, ", the next.");
}

static void conclude_comparison(FILE *out, const struct page_data *d) {
    const char *decision = json_string_value(json_object_get(d->results, "decision"));
    const bool open = strcmp(decision, "undecided") == 0;
    char games[27], elo[24];
    if (open) fprintf(out, "It is not decided whether ");
    say_name(out, d, 0);
    fprintf(out, " is %s than ", open ? "better" : decision);
    say_name(out, d, 1);
    fprintf(out, ", after %s games: the difference is %s Elo",
            text_thousands((int64_t)page_number(d->results, "games"), games),
            page_elo(d->results, PAGE_ELO, elo));
    fprintf(out, " (95 %% interval %s", page_elo(d->results, PAGE_ELO_LOW, elo));
    fprintf(out, " to %s).", page_elo(d->results, PAGE_ELO_HIGH, elo));
    const char *equal = duel_equal_text(json_is_true(json_object_get(d->results, "same_bot")),
                                        json_is_true(json_object_get(d->results, "level")));
    if (equal != NULL) fprintf(out, " %s.", equal);
}

/* ---- the head ---- */

static double setting(const struct page_data *d, const char *name) {
    return page_number(d->settings, name);
}

/* A comparison is complete when it has decided. */
static void say_progress(FILE *out, const struct page_data *d) {
    const char *decision = json_string_value(json_object_get(d->results, "decision"));
    const double asked = setting(d, "all_games");
    char games[27], all[27];
    text_thousands((int64_t)d->games, games);
    text_thousands((int64_t)asked, all);
    if (decision != NULL && strcmp(decision, "undecided") != 0)
        fprintf(out, "%s, complete: the test has decided", games);
    else if ((double)d->games >= asked)
        fprintf(out, "%s, complete", games);
    else
        fprintf(out, "%s of %s%s, not complete", games, is_command(d, "compare") ? "at most " : "",
                all);
}

static void fact(FILE *out, const char *name, const char *text) {
    fprintf(out, "<dt>%s</dt><dd>", name);
    html_text(out, text != NULL ? text : "–");
    fprintf(out, "</dd>\n");
}

static void number_fact(FILE *out, const struct page_data *d, const char *name, const char *key,
                        double usual) {
    char text[27];
    const double value = setting(d, key);
    if (!isnan(value) && value != usual) fact(out, name, text_thousands((int64_t)value, text));
}

static void say_bots(FILE *out, const struct page_data *d) {
    const json_t *bots = json_object_get(d->settings, "bots");
    const size_t n = json_array_size(bots);
    fprintf(out, "<dt>Bots</dt><dd>");
    if (n > BOTS_AT_ONCE) fprintf(out, "<details><summary>%zu bots</summary>", n);
    for (size_t i = 0; i < n; i++) {
        const char *spec = json_string_value(json_object_get(json_array_get(bots, i), "spec"));
        const char *name = d->contest->bot[i].name;
        if (i > 0) fprintf(out, "<br>");
        html_text(out, name);
        if (spec == NULL || strcmp(spec, name) == 0) continue;
        fprintf(out, ": <code>");
        html_text(out, spec);
        fprintf(out, "</code>");
    }
    fprintf(out, "%s</dd>\n", n > BOTS_AT_ONCE ? "</details>" : "");
}

static void say_budget(FILE *out, const struct page_data *d) {
    const char *option;
    json_t *value;
    json_object_foreach(json_object_get(d->settings, "budget"), option, value) {
        fprintf(out, "<dt>Budget a move</dt><dd>");
        html_text(out, option);
        fprintf(out, " %" PRId64 "</dd>\n", (int64_t)json_integer_value(value));
    }
}

static void write_facts(FILE *out, const struct page_data *d) {
    const json_t *s = d->settings;
    const size_t openings = json_array_size(json_object_get(s, "openings"));
    fprintf(out, "<dl>\n");
    fact(out, "Game", json_string_value(json_object_get(s, "game")));
    say_bots(out, d);
    fprintf(out, "<dt>Games</dt><dd>");
    say_progress(out, d);
    char seed[TH_SEED_BYTES];
    fprintf(out, "</dd>\n<dt>Seed</dt><dd>%s</dd>\n", th_seed_write(d->contest->plan.seed, seed));
    fact(out, "Rules version", json_string_value(json_object_get(s, "rules_version")));
    fact(out, "Program", json_string_value(json_object_get(s, "version")));
    if (d->games > 0) fact(out, "Digest", json_string_value(json_object_get(d->results, "digest")));
    if (is_command(d, "league"))
        fact(out, "Format", json_string_value(json_object_get(s, "format")));
    number_fact(out, d, "Turns at most", "max_turns", NAN);
    number_fact(out, d, "Random decisions at the start", "random_plies", 0);
    number_fact(out, d, "Disqualified after faults", "disqualify", NAN);
    if (openings > 0) fprintf(out, "<dt>Openings</dt><dd>%zu</dd>\n", openings);
    say_budget(out, d);
    fprintf(out, "</dl>\n");
}

/* What limits the figures. */
static void write_remarks(FILE *out, const struct page_data *d) {
    const double different = page_number(d->results, "different_games");
    const double repeats = page_number(d->results, "repeating_line_ups");
    char number[27], copies[CONTEST_COPIES_BYTES];
    for (int i = 0; i < d->contest->plan.bots && !is_command(d, "compare"); i++) {
        if (!contest_copies_text(d->contest, i, copies)) continue;
        fprintf(out, "<p class=\"note\">");
        html_text(out, copies);
        fprintf(out, "</p>\n");
    }
    if (d->unfinished > 0)
        fprintf(out,
                "<p class=\"note\">%s games reached the limit of turns and have no winner: %s; in "
                "charts of shares no bot won them.</p>\n",
                text_thousands((int64_t)d->unfinished, number),
                is_command(d, "arena") ? "no bot won them"
                                       : "in ratings and the test all shared them");
    if (different > 0 && !(repeats > 0))
        fprintf(out,
                "<p class=\"note\">Only %.0f of these games are different, and intervals count no "
                "more: <code>--random-plies</code> varies the openings.</p>\n",
                different);
    if (repeats > 0)
        fprintf(
            out,
            "<p class=\"note\">In %.0f line-ups the same games came again, and say no more than "
            "once: only %.0f games are different. <code>--random-plies</code> or "
            "<code>--openings</code> vary the "
            "beginnings.</p>\n",
            repeats, different);
    if (json_is_true(json_object_get(d->results, "ghost_games")))
        fprintf(out, "<p class=\"note\">At least one bot never lost, or never won, against the "
                     "rest: so that "
                     "ratings are finite, every bot was given one more game, half won, half lost, "
                     "against an average player.</p>\n");
}

/* ---- the page ---- */

static bool has_long_names(const struct page_data *d) {
    for (int i = 0; i < d->bots; i++)
        if (text_width(d->name[i]) > LONG_NAME) return true;
    return false;
}

/* Results beside what was played, where there is room; a table with long names, or with luck, needs
 * all of it. */
static void write_top(FILE *out, const struct page_data *d) {
    const bool long_table = d->bots > BOTS_AT_ONCE, broad = has_long_names(d) || d->adjusted;
    page_charts_begin(out);
    fprintf(out, broad ? "<section class=\"full\">" : "<section>");
    page_results(out, d);
    if (broad) fprintf(out, "</section>\n<section>");
    if (!long_table) page_strengths(out, d);
    fprintf(out, "</section>\n<section><h2>What was played</h2>\n");
    write_facts(out, d);
    if (long_table) page_strengths(out, d);
    fprintf(out, "</section>\n");
    page_charts_end(out);
}

static void write_page(FILE *out, const struct page_data *d) {
    char title[160];
    snprintf(title, sizeof title, "%s: %s", d->contest->plan.game->title,
             is_command(d, "compare") ? "comparison" : d->contest->command);
    page_begin(out, title);
    if (d->games == 0 || d->results == NULL) {
        fprintf(out, "<p class=\"lead\">There are no games in this run yet.</p>\n");
        write_facts(out, d);
        page_end(out);
        return;
    }
    fprintf(out, "<p class=\"lead\">");
    if (is_command(d, "arena")) conclude_arena(out, d);
    if (is_command(d, "league")) conclude_league(out, d);
    if (is_command(d, "compare")) conclude_comparison(out, d);
    fprintf(out, "</p>\n");
    write_remarks(out, d);
    write_top(out, d);
    page_charts(out, d);
    if (is_command(d, "league")) page_cross_table(out, d);
    page_faults(out, d);
    page_times(out, d);
    if (th_game_metric(d->contest->plan.game, 0) != NULL) {
        fprintf(out, "<h2>How they play</h2>\n");
        page_metrics(out, d);
        page_spreads(out, d);
    }
    page_end(out);
}

bool run_page_write(const char *path, struct run_file *f, const struct contest *c,
                    const json_t *results, struct th_error *e) {
    struct page_data data;
    char *text = NULL;
    size_t size = 0;
    bool ok = page_data_make(&data, f, c, results, e);
    FILE *out = ok ? open_memstream(&text, &size) : NULL;
    if (out != NULL) {
        write_page(out, &data);
        const bool written = !ferror(out);
        if (fclose(out) != 0 || !written) free(text), text = NULL;
    }
    if (ok) ok = text != NULL ? file_replace(path, text, size, e) : th_fail(e, "out of memory");
    page_data_drop(&data);
    free(text);
    return ok;
}
