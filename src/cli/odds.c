/* Exact odds of Can't Stop: of the 1296 ways four dice can fall, how many give a legal move. */
#include "commands.h"
#include "describe.h"
#include "games/cantstop/board.h"
#include "games/cantstop/notation.h"
#include "table.h"
#include <stdlib.h>

static const struct th_option flags[] = {
    {"active", TH_TEXT, 0, 0, NULL, NULL, "columns with a runner in this turn, as in 6,7,8"},
    {"done", TH_TEXT, 0, 0, NULL, NULL, "columns the player has completed"},
    {"top", TH_TEXT, 0, 0, NULL, NULL,
     "those of --active whose runner has reached the top: it stays there and cannot move"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static json_t *columns_json(unsigned set) {
    json_t *list = json_array();
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        if (set >> c & 1) json_array_append_new(list, json_integer(c + CANTSTOP_FIRST_COLUMN));
    return list;
}

/* ---- the 165 triples ---- */

static int by_successes(const void *a, const void *b) {
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    const int difference = cantstop_tables.successes[y] - cantstop_tables.successes[x];
    if (difference != 0) return difference;
    /* Equal odds in lexicographic order: the set with the lowest differing column first. */
    const unsigned differ = x ^ y;
    return x & (differ & (0U - differ)) ? -1 : 1;
}

static void print_triples(bool json) {
    unsigned triples[CANTSTOP_SETS];
    int n = 0;
    for (unsigned set = 0; set < CANTSTOP_SETS; set++)
        if (cantstop_count(set) == CANTSTOP_RUNNERS) triples[n++] = set;
    qsort(triples, (size_t)n, sizeof *triples, by_successes);
    json_t *list = json_array();
    struct table t = table_start("rlrrr");
    if (!json) {
        const char *const head[] = {"", "active", "rolls of 1296", "goes on", "busts"};
        for (int i = 0; i < 5; i++) table_add(&t, "%s", head[i]);
    }
    for (int i = 0; i < n; i++) {
        const int successes = cantstop_tables.successes[triples[i]];
        if (json) {
            json_array_append_new(list, json_pack("{s:o, s:i}", "columns", columns_json(triples[i]),
                                                  "legal", successes));
            continue;
        }
        char columns[64];
        table_add(&t, "%d", i + 1);
        table_add(&t, "%s", cantstop_columns_text(triples[i], columns, sizeof columns));
        table_add(&t, "%d", successes);
        table_add(&t, "%.2f %%", 100.0 * successes / CANTSTOP_ALL);
        table_add(&t, "%.2f %%", 100.0 - 100.0 * successes / CANTSTOP_ALL);
    }
    if (json) {
        print_json(json_pack("{s:i, s:o}", "denominator", CANTSTOP_ALL, "triples", list));
    } else {
        table_end(&t, 0, stdout);
        json_decref(list);
    }
}

/* ---- one position ---- */

struct position {
    unsigned active, done, top;
};

static bool read_set(const struct arguments *a, const char *name, unsigned *set,
                     struct th_error *e) {
    char what[16];
    snprintf(what, sizeof what, "--%s", name);
    *set = 0;
    if (!th_options_given(&a->flags, name)) return true;
    return cantstop_parse_columns(th_options_text(&a->flags, name), what, set, e);
}

static bool read_position(const struct arguments *a, struct position *p, struct th_error *e) {
    char columns[64];
    if (!read_set(a, "active", &p->active, e) || !read_set(a, "done", &p->done, e) ||
        !read_set(a, "top", &p->top, e))
        return false;
    if (cantstop_count(p->active) > CANTSTOP_RUNNERS)
        return th_fail(e, "--active takes at most three columns, there are three runners");
    if (cantstop_count(p->done) >= CANTSTOP_TO_WIN)
        return th_fail(e, "--done takes at most two columns: whoever has three has won");
    if (p->active & p->done)
        return th_fail(e, "a completed column cannot be active: --active and --done share %s",
                       cantstop_columns_text(p->active & p->done, columns, sizeof columns));
    if (p->top & ~p->active)
        return th_fail(e, "--top takes columns out of --active, but %s is not there",
                       cantstop_columns_text(p->top & ~p->active, columns, sizeof columns));
    return true;
}

static int common_divisor(int a, int b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

static void print_position(const struct position *p, bool json) {
    unsigned can = (CANTSTOP_SETS - 1) & ~p->done & ~p->top;
    if (cantstop_count(p->active) == CANTSTOP_RUNNERS) can &= p->active;
    const int legal = cantstop_tables.successes[can], bust = CANTSTOP_ALL - legal;
    const int divisor = common_divisor(bust, CANTSTOP_ALL);
    if (json) {
        print_json(json_pack("{s:o, s:o, s:o, s:o, s:i, s:i, s:i, s:f}", "active",
                             columns_json(p->active), "done", columns_json(p->done), "top",
                             columns_json(p->top), "steppable", columns_json(can), "legal", legal,
                             "bust", bust, "denominator", CANTSTOP_ALL, "p_bust",
                             (double)bust / CANTSTOP_ALL));
        return;
    }
    char columns[64];
    printf("a step is possible in: %s\n", cantstop_columns_text(can, columns, sizeof columns));
    printf("goes on: %d of %d rolls, %.2f %%\n", legal, CANTSTOP_ALL, 100.0 * legal / CANTSTOP_ALL);
    printf("busts:   %d of %d rolls = %d/%d, %.2f %%\n", bust, CANTSTOP_ALL, bust / divisor,
           CANTSTOP_ALL / divisor, 100.0 * bust / CANTSTOP_ALL);
}

static int run(const struct arguments *a, struct th_error *e) {
    cantstop_prepare();
    const bool json = th_options_number(&a->flags, "json") != 0;
    struct position position;
    if (!read_position(a, &position, e)) return STATUS_USAGE;
    if (th_options_given(&a->flags, "active") || th_options_given(&a->flags, "done"))
        print_position(&position, json);
    else
        print_triples(json);
    return STATUS_OK;
}

const struct command odds_command = {
    .name = "odds",
    .positional = "",
    .summary = "exact odds of Can't Stop: how many of the 1296 rolls give a legal move",
    .details = "Without options: the 165 triples of active columns, best to worst.\n"
               "With them: the odds of the next roll in that position.",
    .flags = flags,
    .examples = "  tahur odds\n"
                "  tahur odds --active 6,7,8 --done 2,12 --top 6",
    .run = run,
};
