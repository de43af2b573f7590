/* The tables of a page about a run. */
#include "run_page_own.h"

#include "core/text.h"
#include "page.h"
#include "tahur/state.h"
#include <math.h>
#include <string.h>

enum { CROSS_BOTS_MAX = 24, COLUMNS_MAX = CROSS_BOTS_MAX + 1 };

int page_result_place(const struct page_data *d, int bot) {
    const bool league = strcmp(d->contest->command, "league") == 0;
    for (int i = 0; league && i < d->bots; i++)
        if (d->order[i] == bot) return i;
    return bot;
}

const json_t *page_result_of(const struct page_data *d, int bot) {
    return json_array_get(json_object_get(d->results, "bots"), (size_t)page_result_place(d, bot));
}

/* What is beyond measure has no number. Ends of an interval are out on their own side; if all three
 * are, they are where the decision says. */
const char *page_elo(const json_t *results, enum page_elo which, char out[24]) {
    const double low = page_number_at(results, "elo_ci95", 0);
    const double high = page_number_at(results, "elo_ci95", 1), elo = page_number(results, "elo");
    const double value = which == PAGE_ELO_LOW ? low : which == PAGE_ELO_HIGH ? high : elo;
    if (!isnan(value)) return duel_elo_text(value, out);
    const char *decision = json_string_value(json_object_get(results, "decision"));
    const bool above = isnan(low) && isnan(high) && isnan(elo)
                           ? strcmp(decision, "better") == 0
                           : which == PAGE_ELO_HIGH || (which == PAGE_ELO && isnan(high));
    return duel_elo_text(above ? INFINITY : -INFINITY, out);
}

/* ---- cells ---- */

static void count_cell(FILE *out, double count) {
    char text[27];
    page_cell(out, "%s", isnan(count) ? "–" : text_thousands((int64_t)count, text));
}

static void percent_cell(FILE *out, double share, int decimals) {
    if (isnan(share))
        page_cell(out, "–");
    else
        page_cell(out, "%.*f %%", decimals, 100 * share);
}

static void interval_cell(FILE *out, double low, double high) {
    if (isnan(low) || isnan(high))
        page_cell(out, "–");
    else
        page_cell(out, "%.2f – %.2f %%", 100 * low, 100 * high);
}

/* Three cells: the adjusted share with its interval, and the luck of a game. */
static const char *const adjusted_head[] = {"adjusted share", "95 % interval", "luck a game"};
enum { ADJUSTED_CELLS = sizeof adjusted_head / sizeof *adjusted_head };
static void adjusted_cells(FILE *out, const json_t *one, struct th_estimate luck) {
    percent_cell(out, page_number(one, "adjusted_share"), 2);
    interval_cell(out, page_number_at(one, "adjusted_ci95", 0),
                  page_number_at(one, "adjusted_ci95", 1));
    if (isnan(page_number(one, "adjusted_share")))
        page_cell(out, "–");
    else if (isnan(luck.se))
        page_cell(out, "%+.2f %%", 100 * luck.mean);
    else
        page_cell(out, "%+.2f %% ± %.2f", 100 * luck.mean, 196 * luck.se);
}

/* The head of a table of results: these columns, those about luck, and faults. Returns how many. */
static int make_head(const struct page_data *d, const char *const first[], int count, bool faults,
                     const char *head[]) {
    int n = 0;
    while (n < count) head[n] = first[n], n++;
    for (int i = 0; d->adjusted && i < ADJUSTED_CELLS; i++) head[n++] = adjusted_head[i];
    if (faults) head[n++] = "faults";
    return n;
}

/* What the columns about luck mean. */
static void explain_luck(FILE *out, const struct page_data *d) {
    const json_t *luck = json_object_get(d->results, "luck");
    const double worth = page_number(luck, "variance_ratio");
    if (!d->adjusted) return;
    fprintf(out,
            "<p class=\"small\">Luck a game is what dice and cards brought a bot beyond what was "
            "to be expected (± the 95 %% interval), and the adjusted share is the win share "
            "without it, an estimate of the same strength");
    if (worth > 1)
        fprintf(out,
                " that needs fewer games (by the first %.0f blocks, a block without luck is worth "
                "%.1f plain ones)",
                page_number(luck, "blocks"), worth);
    fprintf(out, ": see “Results without luck” in docs/contests.md.</p>\n");
}

static void estimate_cell(FILE *out, struct th_estimate x, bool percent) {
    const double scale = percent ? 100 : 1;
    const int decimals = percent ? 2 : 3;
    if (isnan(x.mean))
        page_cell(out, "–");
    else if (isnan(x.se))
        page_cell(out, "%.*f%s", decimals, scale * x.mean, percent ? " %" : "");
    else
        page_cell(out, "%.*f%s ± %.*f", decimals, scale * x.mean, percent ? " %" : "", decimals,
                  1.96 * scale * x.se);
}

/* Faults have a column only where there were some. */
bool page_any_faults(const struct page_data *d) {
    for (int i = 0; i < d->bots; i++)
        if (page_number(page_result_of(d, i), "faults") > 0) return true;
    return false;
}

/* The name of a bot, and whether it is disqualified. */
enum { SHOWN_BYTES = TH_SPEC_BYTES + 64 };
static const char *shown_name(const struct page_data *d, int bot, char out[SHOWN_BYTES]) {
    const bool is_out = page_number(page_result_of(d, bot), "disqualified_after") > 0;
    snprintf(out, SHOWN_BYTES, "%s%s", d->name[bot], is_out ? ", disqualified" : "");
    return out;
}

/* ---- an arena ---- */

static void standing_cells(FILE *out, const struct page_data *d, const json_t *one,
                           struct th_estimate luck, bool faults) {
    count_cell(out, page_number(one, "wins"));
    percent_cell(out, page_number(one, "win_share"), 2);
    interval_cell(out, page_number_at(one, "ci95", 0), page_number_at(one, "ci95", 1));
    if (d->adjusted) adjusted_cells(out, one, luck);
    if (faults) count_cell(out, page_number(one, "faults"));
    page_row_end(out);
}

static void arena_table(FILE *out, const struct page_data *d) {
    static const char *const first[] = {"bot", "wins", "win share", "95 % interval"};
    const json_t *groups = json_object_get(d->results, "by_spec");
    const bool faults = page_any_faults(d);
    const char *head[COLUMNS_MAX];
    fprintf(out, "<h2>Standings</h2>\n");
    page_table_begin(out, head, make_head(d, first, 4, faults, head));
    for (int i = 0; i < d->bots; i++) {
        char name[SHOWN_BYTES];
        page_row(out, shown_name(d, d->order[i], name));
        standing_cells(out, d, page_result_of(d, d->order[i]), page_luck(d, d->order[i]), faults);
    }
    for (size_t i = 0; i < json_array_size(groups); i++) {
        const json_t *one = json_array_get(groups, i);
        const char *spec = json_string_value(json_object_get(one, "bot"));
        const int players = (int)json_integer_value(json_object_get(one, "players"));
        char name[TH_SPEC_BYTES + 64];
        if (players < 2 || players == d->bots || spec == NULL) continue;
        snprintf(name, sizeof name, "%s, all %d", spec, players);
        page_row(out, name);
        /* Its error is not that of its players, whose luck is not independent. */
        const double luck = page_number(one, "win_share") - page_number(one, "adjusted_share");
        standing_cells(out, d, one, (struct th_estimate){luck, NAN}, faults);
    }
    page_table_end(out);
    explain_luck(out, d);
}

/* ---- a league ---- */

static void ratings_table(FILE *out, const struct page_data *d) {
    static const char *const first[] = {"bot",        "rating", "95 % interval",
                                        "above next", "games",  "win share"};
    const bool faults = page_any_faults(d);
    const char *head[COLUMNS_MAX];
    fprintf(out, "<h2>Ratings</h2>\n");
    page_table_begin(out, head, make_head(d, first, 6, faults, head));
    for (int i = 0; i < d->bots; i++) {
        const json_t *one = page_result_of(d, d->order[i]);
        char name[SHOWN_BYTES + 16], shown[SHOWN_BYTES];
        snprintf(name, sizeof name, "%d. %s", i + 1, shown_name(d, d->order[i], shown));
        page_row(out, name);
        page_cell(out, "%+.0f", page_number(one, "rating"));
        page_cell(out, "%+.0f to %+.0f", page_number_at(one, "rating_ci95", 0),
                  page_number_at(one, "rating_ci95", 1));
        percent_cell(out, page_number(one, "above_next"), 1);
        count_cell(out, page_number(one, "games"));
        percent_cell(out, page_number(one, "win_share"), d->adjusted ? 2 : 1);
        if (d->adjusted) adjusted_cells(out, one, page_luck(d, d->order[i]));
        if (faults) count_cell(out, page_number(one, "faults"));
        page_row_end(out);
    }
    page_table_end(out);
    fprintf(out,
            "<p class=\"small\">Ratings are on Elo’s scale: 400 points are odds of 10 to 1. Above "
            "next is the probability to be stronger than the bot below.</p>\n");
    explain_luck(out, d);
}

void page_cross_table(FILE *out, const struct page_data *d) {
    const int n = d->bots < CROSS_BOTS_MAX ? d->bots : CROSS_BOTS_MAX;
    char number[CROSS_BOTS_MAX][8];
    const char *head[COLUMNS_MAX] = {""};
    for (int i = 0; i < n; i++) {
        snprintf(number[i], sizeof number[i], "%d", i + 1);
        head[i + 1] = number[i];
    }
    fprintf(out, "<h2>Who beats whom</h2>\n");
    page_table_begin(out, head, n + 1);
    for (int i = 0; i < n; i++) {
        const json_t *against = json_object_get(page_result_of(d, d->order[i]), "score_against");
        char name[TH_SPEC_BYTES + 64];
        snprintf(name, sizeof name, "%d. %s", i + 1, d->name[d->order[i]]);
        page_row(out, name);
        for (int j = 0; j < n; j++) {
            const double share = page_number(against, d->name[d->order[j]]);
            if (i == j || isnan(share))
                page_cell(out, i == j ? "·" : "–");
            else
                page_share_cell(out, share);
        }
        page_row_end(out);
    }
    page_table_end(out);
    fprintf(out,
            "<p class=\"small\">In per cent: of the games that one of the two won, the share of "
            "the bot of the row. Columns are the bots by their numbers.");
    if (n < d->bots)
        fprintf(out, " These are the strongest %d of %d; <code>--json</code> has all.", n, d->bots);
    fprintf(out, "</p>\n");
}

/* ---- a comparison ---- */

static void comparison_table(FILE *out, const struct page_data *d) {
    static const char *const head[] = {"figure", "value"};
    static const char *const first[] = {"bot", "as", "games", "win share", "95 % interval"};
    const char *bot_head[COLUMNS_MAX];
    const json_t *t = d->results;
    char elo[2][24];
    fprintf(out, "<h2>The test</h2>\n");
    page_table_begin(out, head, 2);
    page_row(out, "decision");
    page_cell(out, "%s", json_string_value(json_object_get(t, "decision")));
    page_row_end(out);
    page_row(out, "difference");
    page_cell(out, "%s Elo", page_elo(t, PAGE_ELO, elo[0]));
    page_row_end(out);
    page_row(out, "95 % interval");
    page_cell(out, "%s to %s Elo", page_elo(t, PAGE_ELO_LOW, elo[0]),
              page_elo(t, PAGE_ELO_HIGH, elo[1]));
    page_row_end(out);
    page_row(out, "tested");
    page_cell(out, "%+g against %+g Elo", page_number(t, "elo1"), page_number(t, "elo0"));
    page_row_end(out);
    page_row(out, "log likelihood ratio");
    page_cell(out, "%+.2f", page_number(t, "llr"));
    page_row_end(out);
    page_row(out, "decided at");
    page_cell(out, "%+.2f or %+.2f", page_number_at(t, "llr_bounds", 0),
              page_number_at(t, "llr_bounds", 1));
    page_row_end(out);
    page_row(out, "blocks");
    count_cell(out, page_number(t, "blocks"));
    page_row_end(out);
    page_table_end(out);
    fprintf(out, "<h2>Bots</h2>\n");
    page_table_begin(out, bot_head, make_head(d, first, 5, false, bot_head));
    for (int i = 0; i < d->bots; i++) {
        const json_t *one = page_result_of(d, i);
        struct th_arena_standing s;
        char name[SHOWN_BYTES];
        page_standing(d, &d->unit[i], &s);
        page_row(out, shown_name(d, i, name));
        page_cell(out, "%s", json_string_value(json_object_get(one, "role")));
        count_cell(out, d->unit[i].games);
        percent_cell(out, i < 2 ? page_number(one, "win_share") : s.share.mean, 2);
        interval_cell(out, s.low, s.high);
        if (d->adjusted) adjusted_cells(out, one, page_luck(d, i));
        page_row_end(out);
    }
    page_table_end(out);
    explain_luck(out, d);
}

/* ---- of every run ---- */

void page_metrics(FILE *out, const struct page_data *d) {
    const struct th_game *game = d->contest->plan.game;
    const char *head[TH_METRICS_MAX + 1] = {"bot"};
    int metrics = 0;
    for (; th_game_metric(game, metrics) != NULL; metrics++)
        head[metrics + 1] = th_game_metric(game, metrics)->title;
    page_table_begin(out, head, metrics + 1);
    for (int i = 0; i < d->bots; i++) {
        struct th_arena_standing s;
        page_standing(d, &d->unit[d->order[i]], &s);
        page_row(out, d->name[d->order[i]]);
        for (int k = 0; k < metrics; k++)
            estimate_cell(out, s.metric[k], th_game_metric(game, k)->percent);
        page_row_end(out);
    }
    page_table_end(out);
    fprintf(out, "<p class=\"small\">After ± is the 95 %% interval.</p>\n<details class=\"small\">"
                 "<summary>What these figures are</summary><ul>");
    for (int k = 0; k < metrics; k++) {
        fprintf(out, "<li>");
        html_text(out, th_game_metric(game, k)->title);
        fprintf(out, ": ");
        html_text(out, th_game_metric(game, k)->help);
        fprintf(out, "</li>");
    }
    fprintf(out, "</ul></details>\n");
}

void page_order(FILE *out, const struct page_data *d) {
    static const char *const head[] = {"play order", "wins", "win share"};
    static const char *const seat[TH_SEATS_MAX] = {"first", "second", "third", "fourth"};
    struct th_arena_standing s;
    if (d->contest->plan.seats < 2) return;
    fprintf(out, "<section><h2>Wins by play order</h2>\n");
    page_table_begin(out, head, 3);
    for (int i = 0; i < d->contest->plan.seats; i++) {
        page_standing(d, &d->all[i], &s);
        page_row(out, seat[i]);
        count_cell(out, (double)s.wins);
        estimate_cell(out, s.share, true);
        page_row_end(out);
    }
    page_table_end(out);
    fprintf(out, "</section>\n");
}

void page_results(FILE *out, const struct page_data *d) {
    if (strcmp(d->contest->command, "arena") == 0) arena_table(out, d);
    if (strcmp(d->contest->command, "league") == 0) ratings_table(out, d);
    if (strcmp(d->contest->command, "compare") == 0) comparison_table(out, d);
}
