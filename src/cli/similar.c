/* Which submissions of a class look copied from each other. */
#include "classroom/sources.h"
#include "command.h"
#include "core/text.h"
#include "terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"template", TH_TEXT, 0, 0, NULL, NULL,
     "a file or folder that all were given; what is in it does not count"},
    {"threshold", TH_DECIMAL, 0, TH_MILLION, "0.4", NULL,
     "smallest share of a submission's code that must be in the other one"},
    {"common", TH_INTEGER, 0, 1000000, "10", NULL,
     "code that more submissions than this have does not count; 0: all counts"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

/* ---- for people ---- */

static int percent(double share) {
    return (int)(100 * share + 0.5);
}

static void print_passages(const struct similar_pair *p, const struct source_list *a,
                           const struct source_list *b) {
    struct table t = table_start("llr");
    for (int i = 0; i < p->passages; i++) {
        const struct passage *x = &p->passage[i];
        table_add(&t, "%s %d-%d", a->file[x->file_a].name, x->first_a, x->last_a);
        table_add(&t, "%s %d-%d", b->file[x->file_b].name, x->first_b, x->last_b);
        table_add(&t, "%d tokens", x->tokens);
    }
    table_end(&t, 2, stdout);
}

static void print_left_out(const struct source_lists *all) {
    for (int i = 0; i < all->count; i++) {
        const struct source_list *l = &all->list[i];
        if (l->count == 0)
            print_folded(stdout, "%s has no source files\n", l->name);
        else if (l->left_out > 0)
            print_folded(stdout, "%s has %d file%s that cannot be compared: binary or too large\n",
                         l->name, l->left_out, l->left_out == 1 ? "" : "s");
    }
}

static void print_found(const struct similarity *found, const struct source_lists *all,
                        const char *threshold) {
    for (size_t i = 0; i < found->pairs; i++) {
        const struct similar_pair *p = &found->pair[i];
        const struct source_list *a = &all->list[p->a], *b = &all->list[p->b];
        printf("%s and %s: %d %% of the first in the second, %d %% of the second in the first\n",
               a->name, b->name, percent(p->share_a), percent(p->share_b));
        print_passages(p, a, b);
        printf("\n");
    }
    print_left_out(all);
    printf("%d submissions, %zu pair%s with a share of at least %s\n", all->count, found->pairs,
           found->pairs == 1 ? "" : "s", threshold);
}

/* ---- the command ---- */

static bool compare_all(const struct source_lists *all, const struct source_list *template,
                        const struct similarity_options *o, struct similarity *found,
                        struct th_error *e) {
    struct sources *submission = calloc((size_t)all->count + 1, sizeof *submission);
    if (submission == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < all->count; i++) {
        const struct source_list *l = &all->list[i];
        submission[i] = (struct sources){l->name, l->file, l->count};
    }
    const bool ok =
        similarity_find(submission, all->count, template->file, template->count, o, found, e);
    free(submission);
    return ok;
}

static bool read_all(const struct arguments *a, struct source_lists *all,
                     struct source_list *template, struct th_error *e) {
    const char *path = th_options_text(&a->flags, "template");
    if (!source_lists_read(a->positional[0], all, e)) return false;
    if (all->count == 0)
        return th_fail(e, "%s contains no submissions: folders, or source files", a->positional[0]);
    if (path == NULL) return true;
    if (!source_list_read(path, template, e)) return false;
    return template->count > 0 || th_fail(e, "%s contains no source files", path);
}

static int run(const struct arguments *a, struct th_error *e) {
    const struct similarity_options options = {
        .threshold = arguments_decimal(a, "threshold"),
        .common = (int)th_options_number(&a->flags, "common"),
    };
    struct source_lists all = {0};
    struct source_list template = {0};
    struct similarity found = {0};
    int status = STATUS_USAGE;
    if (read_all(a, &all, &template, e)) {
        status = compare_all(&all, &template, &options, &found, e) ? STATUS_OK : STATUS_FAILED;
        char threshold[32];
        text_from_millionths(th_options_number(&a->flags, "threshold"), threshold,
                             sizeof threshold);
        if (status == STATUS_OK && th_options_number(&a->flags, "json") != 0)
            print_json(
                similarity_json(&found, &all, &options, th_options_text(&a->flags, "template")));
        else if (status == STATUS_OK)
            print_found(&found, &all, threshold);
    }
    similarity_drop(&found);
    source_list_drop(&template);
    source_lists_drop(&all);
    return status;
}

const struct command similar_command = {
    .name = "similar",
    .positional = "FOLDER",
    .summary = "which programs in a folder look copied from each other",
    .details =
        "Every sub-folder and every source file of FOLDER is a submission. Programs in Python, C,\n"
        "C++, JavaScript, Java and Rust are compared by their keywords and operators: other "
        "names,\n"
        "comments, layout or order of functions do not hide a copy. For each pair above the\n"
        "threshold the lines that both have in common are listed.\n\n"
        "A high share is a reason to read both programs, not a proof.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur similar submissions\n"
                "  tahur similar submissions --template kit --threshold 0.6\n"
                "  tahur similar submissions --json | jq '.pairs[].share'",
    .run = run,
};
