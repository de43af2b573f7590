/* The rules of a game, for players. */

#include "command.h"
#include "core/paint.h"
#include "core/player_rules.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int list_games(void) {
    struct table t = table_start("ll");
    for (int i = 0; th_game_at(i) != NULL; i++) {
        table_add(&t, "tahur rules %s", th_game_at(i)->name);
        table_add(&t, "%s: %s", th_game_at(i)->title, th_game_at(i)->summary);
    }
    table_end(&t, 0, stdout);
    return STATUS_OK;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    if (a->count == 0) return list_games();
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL || th_game_seats(game, &spec.options, e) == 0) return STATUS_USAGE;
    if (game->rules == NULL) {
        th_fail(e, "%s comes without a text of its rules", game->title);
        return STATUS_FAILED;
    }
    return rules_print(game, &spec.options, a->count > 1 ? a->positional[1] : NULL, e)
               ? STATUS_OK
               : STATUS_USAGE;
}

const struct command rules_command = {
    .name = "rules",
    .positional = "[GAME] [WORD]",
    .summary = "the rules of a game, or what they say about a word",
    .details =
        "Without a game: the list of games. Options of a game count: the rules are those that\n"
        "hold with them. With a word only what mentions it is printed. docs/rules/ has the\n"
        "same rules in every detail.",
    .min = 0,
    .max = 2,
    .examples = "  tahur rules parchis\n"
                "  tahur rules parchis:rules=course\n"
                "  tahur rules parchis bullet\n"
                "  tahur rules kittens | less",
    .run = run,
};

/* ---- rules print ---- */

enum { BLOCK_BYTES = 2048, WIDEST = 100 };

enum kind { NOTHING, HEADING, ITEM, PARAGRAPH };

/* Rules that are read line by line; blocks of lines that belong together are printed. */
struct reader {
    const char *word; /* NULL: all is wanted */
    struct th_look look;
    enum kind kind, last; /* of the block that is read; of the last one that was printed */
    struct text block;
    char text[BLOCK_BYTES], heading[128];
    bool heading_due, whole_part; /* the heading is not yet printed; all below it is wanted */
    bool any;
    struct text *parts; /* the headings, if they are collected */
};

/* ---- blocks ---- */

static bool mentions(const char *text, const char *word) {
    char plain[BLOCK_BYTES];
    size_t n = 0;
    for (; *text != 0 && n < sizeof plain - 1; text++)
        if (*text != '*') plain[n++] = *text;
    plain[n] = 0;
    const size_t length = strlen(word);
    for (const char *p = plain; *p != 0; p++)
        if (strncasecmp(p, word, length) == 0) return true;
    return false;
}

/* With its strong parts, *…*, in bold. */
static void print_block(const struct reader *r) {
    char painted[2 * BLOCK_BYTES], broken[3 * BLOCK_BYTES];
    struct text t = text_in(painted, sizeof painted), lines = text_in(broken, sizeof broken);
    const int columns = look_columns(&r->look);
    bool strong = false;
    if (r->kind == ITEM) text_add(&t, "- ");
    for (const char *p = r->text; *p != 0; p++)
        if (*p == '*')
            strong = !strong,
            text_add(&t, "%s", paint_code(&r->look, strong ? PAINT_BOLD : PAINT_NONE));
        else
            text_add(&t, "%c", *p);
    paint_fill(&lines, painted, columns < WIDEST ? columns : WIDEST, r->kind == ITEM ? 2 : 0);
    printf("%s\n", broken);
}

static void begin_part(struct reader *r) {
    snprintf(r->heading, sizeof r->heading, "%.*s", (int)sizeof r->heading - 1, r->text);
    r->heading_due = true;
    r->whole_part = r->word == NULL || mentions(r->heading, r->word);
    if (r->parts != NULL) text_add(r->parts, "%s%s", r->parts->length > 0 ? ", " : "", r->heading);
}

static void print_heading(struct reader *r) {
    printf("%s%s%s%s\n", r->any ? "\n" : "", paint_code(&r->look, PAINT_BOLD), r->heading,
           paint_code(&r->look, PAINT_NONE));
    r->heading_due = false;
    r->last = HEADING;
}

/* The block that was read is complete. */
static void end_block(struct reader *r) {
    if (r->kind == HEADING) {
        begin_part(r);
    } else if (r->kind != NOTHING && (r->whole_part || mentions(r->text, r->word))) {
        if (r->heading_due && r->heading[0] != 0) print_heading(r);
        if (r->kind == PARAGRAPH && r->any && r->last != HEADING) printf("\n");
        print_block(r);
        r->last = r->kind;
        r->any = true;
    }
    r->kind = NOTHING;
}

static void begin_block(struct reader *r, enum kind kind, const char *line, size_t bytes) {
    end_block(r);
    r->kind = kind;
    r->block = text_in(r->text, sizeof r->text);
    text_add(&r->block, "%.*s", (int)bytes, line);
}

/* ---- the text ---- */

static void read_rules(struct reader *r, const char *rules) {
    for (const char *line = rules; *line != 0;) {
        const size_t bytes = strcspn(line, "\n");
        if (bytes == 0)
            end_block(r);
        else if (strncmp(line, "## ", 3) == 0)
            begin_block(r, HEADING, line + 3, bytes - 3), end_block(r);
        else if (strncmp(line, "- ", 2) == 0)
            begin_block(r, ITEM, line + 2, bytes - 2);
        else if (r->kind == NOTHING)
            begin_block(r, PARAGRAPH, line, bytes);
        else
            text_add(&r->block, " %.*s", (int)bytes, line);
        line += bytes + (line[bytes] == '\n');
    }
    end_block(r);
}

bool rules_print(const struct th_game *game, const struct th_options *o, const char *word,
                 struct th_error *e) {
    char parts[512], clipped[TEXT_CLIP_BYTES];
    struct text t = text_in(parts, sizeof parts);
    struct reader r = {.word = word, .look = look_of_output(), .parts = &t};
    char *rules = rules_with_options(game->rules, o);
    if (rules == NULL) return th_fail(e, "there is no memory for the rules");
    r.whole_part = word == NULL;
    read_rules(&r, rules);
    free(rules);
    if (r.any) return true;
    return th_fail(e, "the rules of %s do not mention '%s'; their parts are: %s", game->title,
                   text_clip(word, clipped), parts);
}
