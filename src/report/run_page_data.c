#include "run_page_own.h"

#include "contest/duel.h"
#include "page.h"
#include "tahur/state.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which bots are drawn, in which order ---- */

static void name_bots(struct page_data *d) {
    const struct contest *c = d->contest;
    for (int i = 0; i < d->bots; i++) {
        if (c->plan.bots == 1 && d->bots > 1)
            snprintf(d->name[i], sizeof d->name[i], "%s, player %d", c->bot[0].name, i + 1);
        else
            snprintf(d->name[i], sizeof d->name[i], "%s", c->bot[i].name);
    }
}

static int bot_of_name(const struct page_data *d, const char *name) {
    for (int i = 0; i < d->bots && name != NULL; i++)
        if (strcmp(d->name[i], name) == 0) return i;
    return -1;
}

/* The results of a league are in the order of ratings; an arena is sorted by adjusted shares, or by
 * wins; in a comparison, NEW comes before OLD. */
static void find_order(struct page_data *d) {
    const json_t *list = json_object_get(d->results, "bots");
    const bool league = strcmp(d->contest->command, "league") == 0;
    const bool arena = strcmp(d->contest->command, "arena") == 0;
    const char *key = d->adjusted ? "adjusted_share" : "wins";
    for (int i = 0; i < d->bots; i++) {
        const json_t *one = json_array_get(list, (size_t)i);
        const int bot =
            league ? bot_of_name(d, json_string_value(json_object_get(one, "bot"))) : -1;
        const double won = page_number(one, key);
        int place = i;
        while (arena && place > 0 &&
               page_number(json_array_get(list, (size_t)d->order[place - 1]), key) < won) {
            d->order[place] = d->order[place - 1];
            place--;
        }
        d->order[place] = bot >= 0 ? bot : i;
    }
}

static bool any_adjusted(const json_t *results) {
    const json_t *list = json_object_get(results, "bots");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!isnan(page_number(json_array_get(list, i), "adjusted_share"))) return true;
    return false;
}

static int at_most(int n, int most) {
    return n < most ? n : most;
}

static bool make_room(struct page_data *d, struct th_error *e) {
    const size_t bots = (size_t)d->bots;
    d->shown = at_most(d->bots, PAGE_BOTS);
    d->spreads = at_most(d->bots, PAGE_SPREADS);
    d->name = calloc(bots, sizeof *d->name);
    d->order = calloc(bots, sizeof *d->order);
    d->unit = calloc(bots, sizeof *d->unit);
    d->seat = calloc(bots * TH_SEATS_MAX, sizeof *d->seat);
    d->luck = calloc(bots, sizeof *d->luck);
    d->line = calloc((size_t)d->shown, sizeof *d->line);
    d->metric = calloc((size_t)d->spreads * TH_METRICS_MAX, sizeof *d->metric);
    return (d->name != NULL && d->order != NULL && d->unit != NULL && d->seat != NULL &&
            d->luck != NULL && d->line != NULL && d->metric != NULL) ||
           th_fail(e, "out of memory");
}

void page_data_drop(struct page_data *d) {
    free(d->name);
    free(d->order);
    free(d->unit);
    free(d->seat);
    free(d->luck);
    free(d->line);
    free(d->metric);
}

/* ---- reading ---- */

/* A pass over the games, which are counted when their block is complete. */
struct reading {
    struct page_data *data;
    uint64_t block_games, blocks, done; /* of a block; in the file; counted */
    uint64_t block;                     /* in progress */
    int games;                          /* of it, so far */
    struct match_result result[BLOCK_GAMES_MAX];
    int sits[BLOCK_GAMES_MAX][TH_SEATS_MAX];
    int *of_bot, *of_seat; /* games in the block, by bot; by bot and seat */
    /* A comparison, counted as the command does. */
    struct duel *duel;
    uint64_t plain; /* blocks before luck is taken off; UINT64_MAX: it is not */
    bool decided;
};

static void add_to_spreads(struct page_data *d, const int sits[], const struct match_result *r) {
    if (r->end == MATCH_FORFEIT) return; /* it was not played */
    spread_add(&d->turns, r->turns);
    for (int place = 0; place < d->spreads; place++)
        for (int seat = 0; seat < d->contest->plan.seats; seat++) {
            if (sits[seat] != d->order[place]) continue;
            for (int i = 0; th_game_metric(d->contest->plan.game, i) != NULL; i++) {
                const struct th_metric *m = th_game_metric(d->contest->plan.game, i);
                const double below = r->counters[seat][m->denominator];
                if (below > 0)
                    spread_add(&d->metric[place * TH_METRICS_MAX + i],
                               r->counters[seat][m->numerator] / below);
            }
        }
}

static void count_games(struct reading *r) {
    struct page_data *d = r->data;
    const int seats = d->contest->plan.seats;
    for (int i = 0; i < r->games; i++) {
        const struct match_result *result = &r->result[i];
        for (int seat = 0; seat < seats; seat++) {
            const int bot = r->sits[i][seat];
            unit_add(&d->unit[bot], result, seat);
            unit_add(&d->seat[bot * TH_SEATS_MAX + seat], result, seat);
            unit_add(&d->all[seat], result, seat);
            r->of_bot[bot]++;
            r->of_seat[bot * TH_SEATS_MAX + seat]++;
        }
        d->unfinished += result->end == MATCH_UNFINISHED;
        add_to_spreads(d, r->sits[i], result);
    }
    d->games += (uint64_t)r->games;
}

static void close_units(struct reading *r) {
    struct page_data *d = r->data;
    const struct th_game *game = d->contest->plan.game;
    for (int seat = 0; seat < d->contest->plan.seats; seat++)
        unit_close_block(&d->all[seat], game, r->games);
    for (int i = 0; i < r->games; i++)
        for (int seat = 0; seat < d->contest->plan.seats; seat++) {
            const int bot = r->sits[i][seat], place = bot * TH_SEATS_MAX + seat;
            if (r->of_bot[bot] > 0) {
                ratio_add(&d->luck[bot], d->unit[bot].block_luck, r->of_bot[bot]);
                unit_close_block(&d->unit[bot], game, r->of_bot[bot]);
            }
            if (r->of_seat[place] > 0) unit_close_block(&d->seat[place], game, r->of_seat[place]);
            r->of_bot[bot] = r->of_seat[place] = 0;
        }
}

void page_standing(const struct page_data *d, const struct tally_unit *u,
                   struct th_arena_standing *out) {
    const double different =
        (double)json_integer_value(json_object_get(d->results, "different_games"));
    unit_report(u, d->contest->plan.game, different > 0 ? fmin(u->games, different) : u->games,
                out);
}

struct th_estimate page_luck(const struct page_data *d, int bot) {
    return ratio_estimate(&d->luck[bot], d->unit[bot].blocks);
}

static void add_point(struct page_line *line, double x, double y, double low, double high) {
    if (line->points > PAGE_POINTS || !isfinite(y) || !isfinite(low) || !isfinite(high)) return;
    const int k = line->points++;
    line->x[k] = x, line->y[k] = y, line->low[k] = low, line->high[k] = high;
}

static void add_points(struct reading *r) {
    struct page_data *d = r->data;
    for (int place = 0; place < d->shown; place++) {
        struct th_arena_standing s;
        const struct tally_unit *u = &d->unit[d->order[place]];
        if (u->games <= 0) continue;
        page_standing(d, u, &s);
        add_point(&d->line[place], (double)d->games, s.share.mean, s.low, s.high);
    }
    if (r->duel == NULL || r->duel->scores.count == 0) return;
    const struct duel_estimate x = duel_estimate(r->duel);
    add_point(&d->evidence, (double)r->duel->games, r->duel->llr, r->duel->llr, r->duel->llr);
    add_point(&d->elo, (double)r->duel->games, x.elo, x.low, x.high);
}

/* Whether a point is due: PAGE_POINTS of them, evenly, the last one at the end. */
static bool point_due(const struct reading *r) {
    return r->done * PAGE_POINTS / r->blocks > (r->done - 1) * PAGE_POINTS / r->blocks;
}

static void close_block(struct reading *r) {
    if (r->games == 0 || r->decided) return;
    count_games(r);
    close_units(r);
    r->done++;
    if (r->duel != NULL) {
        if (r->done >= r->plain) r->duel->luck.summary.chosen = TH_LUCK_ADJUSTED;
        const struct series_block b = plan_block_at(&r->data->contest->plan, r->block, r->result);
        r->decided = !duel_count(r->duel, &b);
    }
    if (r->decided || point_due(r)) add_points(r);
    r->games = 0;
}

static bool visit(void *context, const struct run_game *game, struct th_error *e) {
    struct reading *r = context;
    const int *sits = game->sits;
    const uint64_t block = game->number / r->block_games;
    if (block != r->block) close_block(r);
    if (r->games == BLOCK_GAMES_MAX) return th_fail(e, "the run has a block of too many games");
    for (int seat = 0; seat < r->data->contest->plan.seats; seat++)
        if (sits[seat] >= r->data->bots) return th_fail(e, "the run has a bot that does not play");
    r->block = block;
    r->result[r->games] = game->result;
    memcpy(r->sits[r->games], sits, (size_t)r->data->contest->plan.seats * sizeof *sits);
    r->games++;
    return true;
}

static bool read_games(struct reading *r, struct run_file *f, struct th_error *e) {
    const struct page_data *d = r->data;
    r->of_bot = calloc((size_t)d->bots, sizeof *r->of_bot);
    r->of_seat = calloc((size_t)d->bots * TH_SEATS_MAX, sizeof *r->of_seat);
    const bool ok = (r->of_bot != NULL && r->of_seat != NULL) || th_fail(e, "out of memory");
    const bool read = ok && run_file_visit_luck(f, &d->contest->plan, d->adjusted, visit, r, e);
    if (read) close_block(r);
    free(r->of_bot);
    free(r->of_seat);
    return read;
}

/* After how many blocks the test went on without luck, as its results say. */
static uint64_t plain_blocks(const struct page_data *d) {
    const json_t *luck = json_object_get(d->results, "luck");
    const char *asked = json_string_value(json_object_get(luck, "asked"));
    if (!d->adjusted || asked == NULL) return UINT64_MAX;
    return strcmp(asked, luck_modes[TH_LUCK_AUTO]) == 0
               ? (uint64_t)json_integer_value(json_object_get(luck, "blocks"))
               : 0;
}

static bool read_comparison(struct reading *r, struct run_file *f, struct th_error *e) {
    const struct contest *c = r->data->contest;
    struct duel duel = {.fixture = NULL};
    bool ok = duel_make(&duel, c->plan.seats, c->others, c->elo0, c->elo1, c->alpha, c->beta, e);
    if (ok) {
        duel.plan = &c->plan;
        r->duel = &duel;
        r->plain = plain_blocks(r->data);
        ok = read_games(r, f, e);
    }
    duel_drop(&duel);
    return ok;
}

bool page_data_make(struct page_data *d, struct run_file *f, const struct contest *c,
                    const json_t *results, struct th_error *e) {
    const bool arena = strcmp(c->command, "arena") == 0;
    const json_t *settings = run_file_settings(f);
    const json_int_t size = json_integer_value(json_object_get(settings, "block_games"));
    *d = (struct page_data){.contest = c,
                            .settings = settings,
                            .results = results,
                            .bots = arena ? c->plan.seats : c->plan.bots,
                            .adjusted = any_adjusted(results)};
    struct reading r = {.data = d,
                        .block_games = size > 0 ? (uint64_t)size : 1,
                        .blocks = run_file_blocks(f) > 0 ? run_file_blocks(f) : 1};
    if (!make_room(d, e)) return false;
    name_bots(d);
    find_order(d);
    return strcmp(c->command, "compare") == 0 ? read_comparison(&r, f, e) : read_games(&r, f, e);
}
