/* What the pages of a class are written with: frame, words, numbers, tables. */
#include "class_page_own.h"

#include "core/sha256.h"
#include "core/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the frame ---- */

static const char style[] =
    "caption,.away{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\n"
    ".box{position:relative}a{color:#0b62a8}nav{margin:.4rem 0 1rem}nav a{margin-right:1.2rem}\n"
    ".nm{display:inline-block;max-width:15rem;overflow:hidden;text-overflow:ellipsis;"
    "white-space:nowrap;vertical-align:bottom}h1 .nm{max-width:100%}.no{display:inline-block;"
    "min-width:1.8em;text-align:right;opacity:.75;font-weight:400;margin-right:.4em}\n"
    ".figures .text{overflow-wrap:anywhere;min-width:5rem}a.small{opacity:1}\n"
    "h3{font-size:1rem;margin:1.4rem 0 .4rem}\n"
    "pre{font:13px/1.25 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;margin:.3rem 0}\n"
    ".log{white-space:pre-wrap;overflow-wrap:anywhere;max-height:30rem;overflow:auto;"
    "border-left:3px solid #8886;padding-left:.6rem}\n"
    ".cross{max-height:85vh;overflow:auto}.cross table{border-collapse:separate;border-spacing:0;"
    "font-size:.75rem}.cross td,.cross th{padding:.1rem .3rem!important;min-width:1.6rem}\n"
    ".cross thead th{position:sticky;top:0;background:var(--page);z-index:1;text-align:right}\n"
    ".cross thead th:first-child{z-index:2}.cross td:hover{outline:2px solid currentColor}\n"
    ".cross .self{background:#8883}\n"
    ".s0{background:rgb(217 72 15/.5)}.s1{background:rgb(217 72 15/.4)}"
    ".s2{background:rgb(217 72 15/.3)}.s3{background:rgb(217 72 15/.2)}"
    ".s4{background:rgb(217 72 15/.1)}.s6{background:rgb(31 119 180/.1)}"
    ".s7{background:rgb(31 119 180/.2)}.s8{background:rgb(31 119 180/.3)}"
    ".s9{background:rgb(31 119 180/.4)}.s10{background:rgb(31 119 180/.5)}\n"
    ".steer{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.4rem 0}"
    ".steer[hidden]{display:none}.steer button{font:inherit;padding:.2rem .7rem}"
    ".steer input{flex:1 1 12rem;min-width:8rem}.steer output{flex:1 1 100%}\n"
    ".view{display:flex;flex-wrap:wrap;gap:0 2rem}.view>.box{max-width:100%}"
    ".view>details{flex:1 1 18rem;min-width:0}\n"
    ".moves{font-size:.85rem;max-height:24rem;overflow:auto;padding-left:3.4rem;margin:.3rem 0}"
    ".live .moves span{cursor:pointer}.moves .now{background:rgb(240 200 40/.45)}\n"
    ".sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));"
    "gap:0 1.5rem}.sides>*{min-width:0}.sides pre{white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".b1{font-weight:700}.b2{opacity:.75}.b31{color:#b3261e}.b32{color:#1d6b31}.b33{color:#7a5600}"
    ".b34{color:#1a56a8}.b35{color:#84299a}.b36{color:#0a6472}.b41{background:#b3261e;color:#fff}"
    ".b42{background:#3fae5a;color:#000}.b43{background:#e8c535;color:#000}"
    ".b44{background:#1f57ad;color:#fff}.b7{background:#3a424e;color:#fff}pre b{font-weight:400}"
    "pre .b1{font-weight:700}\n"
    "@media(max-width:40rem){.nm{max-width:9rem}}\n"
    "@media(prefers-color-scheme:dark){a{color:#7cc0f5}.b31{color:#ff8a80}.b32{color:#7bd88f}"
    ".b33{color:#e6c65c}.b34{color:#7fb4ff}.b35{color:#dba3ea}.b36{color:#6fd0e0}"
    ".b7{background:#d5dae2;color:#000}}\n";

/* The hash by which the page allows its own script: RFC 4648 without line breaks. */
static void write_hash(FILE *out, const char *script) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t hash[SHA256_BYTES + 1] = {0};
    struct sha256 s;
    sha256_begin(&s);
    sha256_add(&s, script, strlen(script));
    sha256_end(&s, hash);
    for (int i = 0; i < SHA256_BYTES; i += 3) {
        const unsigned three = (unsigned)hash[i] << 16 | (unsigned)hash[i + 1] << 8 |
                               (i + 2 < SHA256_BYTES ? hash[i + 2] : 0u);
        for (int k = 0; k < 4; k++)
            fputc(i + k <= SHA256_BYTES ? digit[three >> (18 - 6 * k) & 63] : '=', out);
    }
}

/* A page of a class shows texts of strangers: should one ever get through, nothing of it runs. */
void page_open(const struct class_page *p, const char *title, const char *script) {
    fprintf(p->out,
            "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'unsafe-inline'; script-src ",
            p->language);
    if (script != NULL) {
        fprintf(p->out, "'sha256-");
        write_hash(p->out, script);
        fprintf(p->out, "'");
    } else {
        fprintf(p->out, "'none'");
    }
    fprintf(p->out, "; base-uri 'none'; form-action 'none'\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                    "<title>");
    html_text(p->out, title);
    fprintf(p->out, "</title>\n<style>\n");
    page_style(p->out);
    fprintf(p->out, "%s</style></head><body><main>\n", style);
}

void page_close(const struct class_page *p, const char *script) {
    fprintf(p->out, "</main>\n");
    if (script != NULL) fprintf(p->out, "<script>%s</script>\n", script);
    page_end(p->out);
}

void page_section(const struct class_page *p, enum class_word word) {
    page_heading(p->out, p->word[word]);
}

/* ---- words ---- */

void page_word(const struct class_page *p, enum class_word word) {
    html_text(p->out, p->word[word]);
}

const char *page_spell_list(const struct class_page *p, enum class_word word,
                            const char *const argument[], char *out, size_t size) {
    struct text t = text_in(out, size);
    for (const char *at = p->word[word]; *at != 0; at++) {
        if (at[0] == '{' && at[1] >= '0' && at[1] <= '9' && at[2] == '}') {
            text_add(&t, "%s", argument[at[1] - '0']);
            at += 2;
        } else {
            text_add(&t, "%c", *at);
        }
    }
    return out;
}

void page_say_list(const struct class_page *p, enum class_word word, const char *const argument[]) {
    for (const char *at = p->word[word]; *at != 0; at++) {
        const char one[] = {*at, 0};
        if (at[0] == '{' && at[1] >= '0' && at[1] <= '9' && at[2] == '}') {
            page_name(p, argument[at[1] - '0']);
            at += 2;
        } else {
            html_text(p->out, one);
        }
    }
}

const char *page_term(const struct class_page *p, const char *text) {
    static const struct {
        const char *text;
        enum class_word word;
    } terms[] = {
        {"sound", W_SOUND},
        {"unsound", W_IS_UNSOUND},
        {"unbuilt", W_UNBUILT},
        {"refused", W_REFUSED},
        {"pending", W_PENDING},
        {"beaten", W_BEATEN},
        {"not beaten", W_NOT_BEATEN},
        {"not sure", W_NOT_SURE},
        {"won", W_RESULT_WON},
        {"lost", W_RESULT_LOST},
        {"shared", W_RESULT_SHARED},
        {"fault", W_RESULT_FAULT},
        {"illegal", W_ILLEGAL},
        {"timeout", W_TIMEOUT},
        {"crash", W_CRASH},
        {"protocol", W_PROTOCOL},
        {"memory", W_MEMORY},
        {"small", W_SMALL},
        {"bad", W_BAD},
        {"blunder", W_BLUNDER},
        {"unfinished", W_RESULT_UNFINISHED},
    };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        if (strcmp(terms[i].text, text) == 0) return p->word[terms[i].word];
    return text;
}

/* One line, cleaned of what controls or reorders text. */
static void clean(FILE *out, const char *text, size_t bytes) {
    char *copy = strndup(text, bytes);
    if (copy == NULL) return;
    for (char *at = copy; *at != 0; at++)
        if (*at == '\t') *at = ' ';
    text_clean(copy);
    html_text(out, copy);
    free(copy);
}

void page_attribute(const struct class_page *p, const char *text) {
    clean(p->out, text, strlen(text));
}

void page_name(const struct class_page *p, const char *text) {
    fprintf(p->out, "<bdi>");
    clean(p->out, text, strlen(text));
    fprintf(p->out, "</bdi>");
}

void page_lines(const struct class_page *p, const char *text) {
    for (;;) {
        const size_t n = strcspn(text, "\n");
        clean(p->out, text, n);
        if (text[n] == 0) return;
        fputc('\n', p->out);
        text += n + 1;
    }
}

void page_sentence(const struct class_page *p, const char *text) {
    fprintf(p->out, "<span lang=\"en\">");
    clean(p->out, text, strlen(text));
    fprintf(p->out, "</span>");
}

/* ---- numbers ---- */

/* A number of printf in the signs of the language. */
static const char *localize(const struct class_page *p, const char *number,
                            char out[NUMBER_BYTES]) {
    struct text t = text_in(out, NUMBER_BYTES);
    for (; *number != 0; number++) {
        if (*number == '.')
            text_add(&t, "%s", p->word[W_DECIMAL]);
        else if (*number == ',')
            text_add(&t, "%s", p->word[W_THOUSANDS]);
        else
            text_add(&t, "%c", *number);
    }
    return out;
}

const char *figure_decimal(const struct class_page *p, double x, int decimals,
                           char out[NUMBER_BYTES]) {
    char number[32];
    if (isnan(x)) return "–";
    snprintf(number, sizeof number, "%.*f", decimals, x);
    return localize(p, number, out);
}

const char *figure_signed(const struct class_page *p, double x, char out[NUMBER_BYTES]) {
    char number[32];
    if (isnan(x)) return "–";
    snprintf(number, sizeof number, "%+.0f", fabs(x) < 0.5 ? 0.0 : x);
    return localize(p, number, out);
}

const char *figure_whole(const struct class_page *p, double x, char out[NUMBER_BYTES]) {
    char number[27];
    if (isnan(x)) return "–";
    return localize(p, text_thousands((int64_t)x, number), out);
}

const char *figure_percent(const struct class_page *p, double share, int decimals,
                           char out[NUMBER_BYTES]) {
    char number[32];
    if (isnan(share)) return "–";
    snprintf(number, sizeof number, "%.*f\u00a0%%", decimals, 100 * share);
    return localize(p, number, out);
}

const char *figure_seconds(const struct class_page *p, double x, char out[NUMBER_BYTES]) {
    char number[16];
    if (isnan(x)) return "–";
    return localize(p, text_seconds(x, number), out);
}

const char *figure_points(const struct class_page *p, double x, char out[NUMBER_BYTES]) {
    return figure_decimal(p, x, fabs(x - round(x)) < 0.05 ? 0 : 1, out);
}

/* ---- tables ---- */

void page_grid_begin(const struct class_page *p, enum class_word caption, const char *const head[],
                     const char *align) {
    fprintf(p->out, "<div class=\"box\" role=\"group\" tabindex=\"0\" aria-label=\"");
    page_word(p, caption);
    fprintf(p->out, "\"><table class=\"figures\"><caption>");
    page_word(p, caption);
    fprintf(p->out, "</caption><thead><tr>");
    for (int i = 0; align[i] != 0; i++) {
        fprintf(p->out,
                align[i] == 'l' ? "<th class=\"text\" scope=\"col\">" : "<th scope=\"col\">");
        page_name(p, head[i]);
        fprintf(p->out, "</th>");
    }
    fprintf(p->out, "</tr></thead><tbody>\n");
}

void page_grid_end(const struct class_page *p) {
    fprintf(p->out, "</tbody></table></div>\n");
}

void page_number_cell(const struct class_page *p, const char *text) {
    fprintf(p->out, "<td>");
    html_text(p->out, text);
    fprintf(p->out, "</td>");
}

void page_words_cell(const struct class_page *p, const char *text) {
    fprintf(p->out, "<td class=\"text\">");
    page_name(p, text);
    fprintf(p->out, "</td>");
}

const char *page_shade(double share) {
    static const char *const names[] = {"s0", "s1", "s2", "s3", "s4", "s5",
                                        "s6", "s7", "s8", "s9", "s10"};
    return share >= 0 && share <= 1 ? names[(int)lround(10 * share)] : "";
}

void page_fact(const struct class_page *p, enum class_word what, const char *text) {
    if (text == NULL || *text == 0) return;
    fprintf(p->out, "<dt>");
    page_word(p, what);
    fprintf(p->out, "</dt><dd>");
    page_name(p, text);
    fprintf(p->out, "</dd>\n");
}

/* ---- the JSON ---- */

const char *member_text(const json_t *object, const char *member) {
    const char *text = json_string_value(json_object_get(object, member));
    return text != NULL ? text : "";
}

const char *item_text(const json_t *list, size_t i) {
    const char *text = json_string_value(json_array_get(list, i));
    return text != NULL ? text : "";
}

const json_t *page_find_submission(const struct class_page *p, const char *wanted) {
    const json_t *list = json_object_get(p->class, "submissions");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(member_text(json_array_get(list, i), "name"), wanted) == 0)
            return json_array_get(list, i);
    return NULL;
}

void page_short_name(const struct class_page *p, const char *text) {
    enum { LONG = 24 };
    fprintf(p->out, "<bdi class=\"nm\"");
    if (strlen(text) > LONG) {
        fprintf(p->out, " title=\"");
        page_attribute(p, text);
        fprintf(p->out, "\"");
    }
    fprintf(p->out, ">");
    page_attribute(p, text);
    fprintf(p->out, "</bdi>");
}

void page_link(const struct class_page *p, const json_t *submission) {
    fprintf(p->out, "<a href=\"%s", p->up);
    html_text(p->out, member_text(submission, "page"));
    fprintf(p->out, "\">");
    page_short_name(p, member_text(submission, "name"));
    fprintf(p->out, "</a>");
}

void page_link_row(const struct class_page *p, const json_t *submission) {
    fprintf(p->out, "<tr><th scope=\"row\">");
    page_link(p, submission);
    fprintf(p->out, "</th>");
}
