/* The pages of a class: its index, and writing all of them. */
#include "class_page_own.h"

#include "core/file.h"
#include "core/text.h"
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const class_languages[] = {"en", "es", NULL};
static const char *const *const words[] = {class_words_en, class_words_es};

/* ---- the index ---- */

static void write_lead(const struct class_page *p) {
    const json_t *list = json_object_get(p->class, "submissions");
    const json_t *first = json_array_get(list, 0), *league = json_object_get(first, "league");
    char sound[NUMBER_BYTES], all[NUMBER_BYTES], rating[NUMBER_BYTES], error[NUMBER_BYTES];
    int count = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        count += strcmp(member_text(json_array_get(list, i), "status"), "sound") == 0;
    fprintf(p->out, "<p class=\"lead\">");
    page_say(p, W_LEAD_COUNT, figure_whole(p, count, sound),
             figure_whole(p, (double)json_array_size(list), all));
    if (json_is_object(league)) {
        fprintf(p->out, " ");
        page_say(p, W_LEAD_FIRST, member_text(first, "name"),
                 figure_signed(p, page_number(league, "rating"), rating),
                 figure_decimal(p, page_number(league, "error"), 0, error));
    }
    fprintf(p->out, "</p>\n");
    if (json_is_false(json_object_get(p->class, "complete"))) {
        fprintf(p->out, "<p class=\"note\">");
        page_word(p, W_INCOMPLETE);
        fprintf(p->out, "</p>\n");
    }
}

/* "easy, medium" */
static char *joined(const json_t *list) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    for (size_t i = 0; i < json_array_size(list); i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", item_text(list, i));
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

static void write_seed(const struct class_page *p) {
    const json_t *seed = json_object_get(p->class, "seed");
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)json_integer_value(seed));
    page_fact(p, W_SEED, json_is_string(seed) ? json_string_value(seed) : text);
}

static void write_setup(const struct class_page *p) {
    const json_t *settings = json_object_get(p->class, "settings");
    const json_t *limits = json_object_get(settings, "limits");
    const double disqualify = page_number(settings, "disqualify");
    char text[200], a[NUMBER_BYTES], b[NUMBER_BYTES], c[NUMBER_BYTES];
    char *levels = joined(json_object_get(settings, "levels"));
    char *ignored = joined(json_object_get(p->class, "ignored"));
    page_section(p, W_SETUP);
    fprintf(p->out, "<dl>\n");
    page_fact(p, W_GAME, member_text(p->class, "game"));
    page_fact(p, W_GAMES, figure_whole(p, page_number(p->class, "games"), a));
    page_fact(p, W_LEVELS, levels);
    page_fact(p, W_FORMULA, member_text(settings, "marks"));
    page_fact(p, W_LIMITS,
              page_spell(p, W_LIMITS_TEXT, text, figure_whole(p, page_number(limits, "cpu"), a),
                         figure_whole(p, page_number(limits, "memory"), b),
                         figure_whole(p, page_number(limits, "processes"), c)));
    if (!isnan(disqualify)) page_fact(p, W_DISQUALIFY, figure_whole(p, disqualify, a));
    write_seed(p);
    page_fact(p, W_RULES, member_text(p->class, "rules_version"));
    page_fact(p, W_PROGRAM, member_text(p->class, "tahur"));
    page_fact(p, W_DIGEST, member_text(p->class, "digest"));
    page_fact(p, W_IGNORED, ignored);
    fprintf(p->out, "</dl>\n");
    free(levels);
    free(ignored);
}

static void write_index(const struct class_page *p) {
    char title[300];
    page_spell(p, W_TITLE, title, member_text(p->class, "game"));
    page_open(p, title, cross_script);
    fprintf(p->out, "<h1>");
    page_name(p, title);
    fprintf(p->out, "</h1>\n");
    write_lead(p);
    fprintf(p->out, "<nav><a href=\"marks.csv\">marks.csv</a> <a href=\"class.json\">class.json</a>"
                    "</nav>\n");
    page_standings(p);
    page_unsound(p);
    page_cross(p);
    page_all_faults(p);
    page_all_times(p);
    page_pairs(p);
    write_setup(p);
    page_close(p, cross_script);
}

/* ---- files ---- */

/* Begins a page in memory. */
static bool start(struct class_page *p, char **text, size_t *size, struct th_error *e) {
    *text = NULL;
    p->out = open_memstream(text, size);
    return p->out != NULL || th_fail(e, "out of memory");
}

/* Ends it; writes it to the file, if all was well so far. */
static bool finish(struct class_page *p, const char *file, char **text, const size_t *size, bool ok,
                   struct th_error *e) {
    char path[PATH_MAX];
    const bool written = !ferror(p->out);
    const bool closed = fclose(p->out) == 0 && written;
    if (ok && !closed) ok = th_fail(e, "out of memory");
    if (ok && snprintf(path, sizeof path, "%s/%s", p->folder, file) >= (int)sizeof path)
        ok = th_fail(e, "the path of a page is too long");
    ok = ok && file_replace(path, *text, *size, e);
    free(*text);
    return ok;
}

static bool write_submission(struct class_page *p, const json_t *one, struct th_error *e) {
    char *text;
    size_t size;
    p->up = "../";
    if (!start(p, &text, &size, e)) return false;
    const bool ok = page_submission(p, one, e);
    return finish(p, member_text(one, "page"), &text, &size, ok, e);
}

static bool is_page(const json_t *class, const char *file) {
    const json_t *list = json_object_get(class, "submissions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *page = member_text(json_array_get(list, i), "page");
        const char *slash = strrchr(page, '/');
        if (strcmp(slash != NULL ? slash + 1 : page, file) == 0) return true;
    }
    return false;
}

/* Removes pages of submissions that are not in the class any more: files with the names that
 * class_json gives, 16 hexadecimal digits. Where that fails they stay. */
static void remove_old_pages(const char *folder, const json_t *class) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/pages", folder) >= (int)sizeof path) return;
    DIR *list = opendir(path);
    const struct dirent *entry;
    while (list != NULL && (entry = readdir(list)) != NULL)
        if (strspn(entry->d_name, "0123456789abcdef") == 16 &&
            strcmp(entry->d_name + 16, ".html") == 0 && !is_page(class, entry->d_name))
            unlinkat(dirfd(list), entry->d_name, 0);
    if (list != NULL) closedir(list);
}

bool class_pages_write(const char *folder, const json_t *class, int language, struct th_error *e) {
    const int languages = (int)(sizeof words / sizeof *words);
    if (folder == NULL || class == NULL || language < 0 || language >= languages)
        return th_fail(e, "there is no class, or no such language");
    const json_t *list = json_object_get(class, "submissions");
    struct class_page p = {.class = class,
                           .folder = folder,
                           .language = class_languages[language],
                           .word = words[language],
                           .up = ""};
    char *text, old[PATH_MAX];
    size_t size;
    if (!start(&p, &text, &size, e)) return false;
    write_index(&p);
    if (!finish(&p, "index.html", &text, &size, true, e)) return false;
    if (has_pairs(class)) {
        if (!start(&p, &text, &size, e)) return false;
        page_similar(&p);
        if (!finish(&p, "similarity.html", &text, &size, true, e)) return false;
    } else if (snprintf(old, sizeof old, "%s/similarity.html", folder) < (int)sizeof old) {
        unlink(old); /* of an earlier run */
    }
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!write_submission(&p, json_array_get(list, i), e)) return false;
    remove_old_pages(folder, class);
    return true;
}
