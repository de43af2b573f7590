#include "page.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void html_character(FILE *out, char c) {
    switch (c) {
    case '&':
        fputs("&amp;", out);
        break;
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    default:
        fputc(c, out);
    }
}

void html_text(FILE *out, const char *text) {
    for (; *text != 0; text++) html_character(out, *text);
}

static void html_format(FILE *out, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    const int size = vsnprintf(NULL, 0, format, list) + 1;
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text != NULL) {
        vsnprintf(text, (size_t)size, format, again);
        html_text(out, text);
    }
    va_end(again);
    free(text);
}

static const char style[] =
    ":root{color-scheme:light dark;--page:#fff}\n"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2430;background:var(--page);overflow-wrap:anywhere}\n"
    "h1{font-size:1.6rem;margin-bottom:.4rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}\n"
    ".lead{font-size:1.15rem;margin:.4rem 0 1rem;max-width:52rem}\n"
    ".note{border-left:3px solid #d9480f;padding-left:.7rem}.small{font-size:.875rem;opacity:.8}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;font-size:.9rem}\n"
    "dt{opacity:.7}dd{margin:0}code{font-size:.95em}summary{cursor:pointer}\n"
    /* What is too wide scrolls in its own box, whose edge has a shadow while there is more. */
    ".box{overflow-x:auto;background:"
    "linear-gradient(to left,var(--page) 50%,transparent) right/3rem 100% no-repeat local,"
    "linear-gradient(to left,#8888,transparent) right/.9rem 100% no-repeat scroll}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "td,th{padding:.25rem .8rem .25rem 0;text-align:left;border-bottom:1px solid #8884}\n"
    ".figures{font-size:.9rem;overflow-wrap:normal}\n"
    ".figures td,.figures th{padding:.25rem .42rem;text-align:right;white-space:nowrap}\n"
    ".figures thead th{white-space:normal;vertical-align:bottom}\n"
    ".figures th:first-child{text-align:left;padding-left:0;position:sticky;left:0;"
    "background:var(--page)}\n"
    ".figures tr>th[scope=row]{font-weight:600}\n"
    ".figures .name{white-space:normal;overflow-wrap:anywhere;min-width:7rem}\n"
    ".figures .text{text-align:left;white-space:normal}\n"
    "td.up,td.down,td.slight,td.serious,td.grave{background:rgb(var(--t)/.25)}\n"
    ".charts{display:grid;gap:0 2rem;"
    "grid-template-columns:repeat(auto-fill,minmax(min(100%,27rem),1fr))}\n"
    ".charts>*{min-width:0}.charts>.full{grid-column:1/-1}section h2{margin-top:1rem}\n"
    "figure{margin:1.2rem 0;max-width:46rem}figcaption{font-weight:600}\n"
    "figure.wide{max-width:none;grid-column:1/-1}.box>svg{min-width:44rem}\n"
    "svg{width:100%;height:auto}\n"
    ".faults pre{white-space:pre-wrap;font-size:.8rem;margin:.2rem 0 .8rem}\n"
    ".grid{stroke:#8884}.tick,.title{fill:currentColor;font-size:14px}.tick{opacity:.85}\n"
    ".line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}\n"
    ".band{fill:var(--c);opacity:.18}.steps{fill:var(--c);fill-opacity:.07;stroke:var(--c);"
    "stroke-width:2;stroke-linejoin:round}\n"
    ".steps:hover{fill-opacity:.4}.bar{stroke:var(--c);stroke-width:2}\n"
    ".dot{fill:var(--c);opacity:.35}.point{fill:var(--c)}.open{fill:var(--page);stroke:var(--c);"
    "stroke-width:2}.hidden{fill:var(--c);opacity:0}\n"
    ".dot:hover,.hidden:hover{opacity:1}\n"
    ".column{fill:var(--c)}.column:hover{opacity:.6}.ground{stroke:currentColor;opacity:.6}\n"
    ".sign{fill:rgb(var(--t));stroke:var(--c,currentColor);stroke-width:1.2;"
    "stroke-linejoin:round}.sign.plain{fill:var(--c,currentColor)}.sign:hover{stroke-width:4}\n"
    ".mark{stroke:currentColor;stroke-dasharray:5 4;opacity:.6}\n"
    ".legend{font-size:.875rem;margin:.2rem 0}\n"
    ".legend span{color:var(--c);font-weight:600;margin-right:1rem;display:inline-block}\n"
    ".legend span::before{content:'\\25CF\\00A0'}\n"
    ".legend b{font-weight:400;margin-right:1rem;white-space:nowrap}\n"
    ".key{width:1em;height:1em;vertical-align:-.1em}\n"
    ".up{--t:43 158 82}.down{--t:132 94 194}.slight{--t:240 200 40}.serious{--t:245 140 20}"
    ".grave{--t:224 40 40}\n"
    ".c0{--c:#1f77b4}.c1{--c:#d9480f}.c2{--c:#2b8a3e}.c3{--c:#9c36b5}.c4{--c:#b08800}"
    ".c5{--c:#0b7285}.c6{--c:#c2255c}.c7{--c:#5c677d}.c8{--c:#6741d9}.c9{--c:#74591e}"
    ".c10{--c:#087f5b}.c11{--c:#495057}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#14181f}body{color:#e6e9ee}"
    ".c0{--c:#74b9f0}.c1{--c:#ff9b66}.c2{--c:#7bd88f}.c3{--c:#d9a3ec}.c4{--c:#e6c65c}"
    ".c5{--c:#6fd0e0}.c6{--c:#ff8fb1}.c7{--c:#b6bfcc}.c8{--c:#b7a1ff}.c9{--c:#d0b37a}"
    ".c10{--c:#63e6be}.c11{--c:#ced4da}}\n"
    "@media(max-width:40rem){.figures{font-size:.85rem}.figures td,.figures th{padding:.25rem "
    ".3rem;line-height:1.35}.figures .name{min-width:6rem}}\n";

void page_style(FILE *out) {
    fputs(style, out);
}

void page_begin(FILE *out, const char *title) {
    fprintf(out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    html_text(out, title);
    fprintf(out, "</title>\n<style>\n%s</style></head><body>\n<h1>", style);
    html_text(out, title);
    fprintf(out, "</h1>\n");
}

void page_end(FILE *out) {
    fprintf(out, "</body></html>\n");
}

void page_heading(FILE *out, const char *text) {
    fprintf(out, "<h2>");
    html_text(out, text);
    fprintf(out, "</h2>\n");
}

void page_paragraph(FILE *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(out, "<p>");
    html_format(out, format, list);
    fprintf(out, "</p>\n");
    va_end(list);
}

void page_lead(FILE *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(out, "<p class=\"lead\">");
    html_format(out, format, list);
    fprintf(out, "</p>\n");
    va_end(list);
}

void page_charts_begin(FILE *out) {
    fprintf(out, "<div class=\"charts\">\n");
}
void page_charts_end(FILE *out) {
    fprintf(out, "</div>\n");
}

void page_box_begin(FILE *out, const char *what) {
    fprintf(out, "<div class=\"box\" role=\"group\" aria-label=\"%s\" tabindex=\"0\">", what);
}

void page_box_end(FILE *out) {
    fprintf(out, "</div>\n");
}

/* ---- tables of figures ---- */

const char *page_tone_class(enum tone tone) {
    static const char *const names[TONES] = {"plain", "up", "down", "slight", "serious", "grave"};
    return names[tone];
}

/* `align` NULL: all but the first are numbers. */
static void begin_table(FILE *out, const char *const head[], int columns, const char *align) {
    page_box_begin(out, "table");
    fprintf(out, "<table class=\"figures\"><thead><tr>");
    for (int i = 0; i < columns; i++) {
        const bool text = align != NULL && align[i] == 'l';
        fprintf(out, text ? "<th class=\"text\" scope=\"col\">" : "<th scope=\"col\">");
        html_text(out, head[i]);
        fprintf(out, "</th>");
    }
    fprintf(out, "</tr></thead><tbody>");
}

void page_table_begin(FILE *out, const char *const head[], int columns) {
    begin_table(out, head, columns, NULL);
}

void page_mixed_table_begin(FILE *out, const char *const head[], const char *align) {
    begin_table(out, head, (int)strlen(align), align);
}

void page_table_end(FILE *out) {
    fprintf(out, "\n</tbody></table>");
    page_box_end(out);
}

/* A name or a position, which may be broken where a part of it ends. */
static void html_name(FILE *out, const char *name) {
    for (; *name != 0; name++) {
        html_character(out, *name);
        if (strchr(",:/=", *name) != NULL && name[1] != 0) fputs("<wbr>", out);
    }
}

void page_row(FILE *out, const char *name) {
    enum { LONG = 12 }; /* a shorter name stays in one line */
    fprintf(out, strlen(name) > LONG ? "\n<tr><th scope=\"row\" class=\"name\">"
                                     : "\n<tr><th scope=\"row\">");
    html_name(out, name);
    fprintf(out, "</th>");
}

void page_row_end(FILE *out) {
    fprintf(out, "</tr>");
}

void page_cell(FILE *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(out, "<td>");
    html_format(out, format, list);
    fprintf(out, "</td>");
    va_end(list);
}

void page_text_cell(FILE *out, enum tone tone, const char *text) {
    fprintf(out, "<td class=\"text %s\">", page_tone_class(tone));
    html_name(out, text);
    fprintf(out, "</td>");
}

void page_tone_cell(FILE *out, enum tone tone, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(out, "<td class=\"%s\">", page_tone_class(tone));
    html_format(out, format, list);
    fprintf(out, "</td>");
    va_end(list);
}

void page_share_cell(FILE *out, double share) {
    fprintf(out, "<td style=\"background:rgba(%s,%.2f)\">%.1f</td>",
            share >= 0.5 ? "31,119,180" : "217,72,15", fabs(share - 0.5), 100 * share);
}

/* ---- JSON ---- */

double page_number(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

double page_number_at(const json_t *object, const char *name, size_t i) {
    const json_t *value = json_array_get(json_object_get(object, name), i);
    return json_is_number(value) ? json_number_value(value) : NAN;
}
