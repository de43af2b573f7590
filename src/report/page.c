/* Pages that need nothing but themselves. */
#include "chart.h"

void html_text(FILE *out, const char *text) {
    for (; *text != 0; text++) switch (*text) {
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
            fputc(*text, out);
        }
}

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2430;background:#fff}\n"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "td,th{padding:.25rem .8rem .25rem 0;text-align:left;border-bottom:1px solid #8884}\n"
    "figure{margin:1.5rem 0}figcaption{font-weight:600}svg{width:100%;height:auto}\n"
    ".grid{stroke:#8884}.tick,.title{fill:currentColor;font-size:12px}\n"
    ".line{fill:none;stroke:var(--c);stroke-width:2}.band{fill:var(--c);opacity:.18}\n"
    ".dot{fill:var(--c);opacity:.35}.dot:hover{opacity:1}\n"
    ".legend span{color:var(--c);font-weight:600;margin-right:1rem}\n"
    ".legend span::before{content:'\\25CF\\00A0'}\n"
    ".c0{--c:#1f77b4}.c1{--c:#d9480f}.c2{--c:#2b8a3e}.c3{--c:#9c36b5}.c4{--c:#b08800}"
    ".c5{--c:#0b7285}.c6{--c:#c2255c}.c7{--c:#5c677d}.c8{--c:#6741d9}.c9{--c:#74591e}"
    ".c10{--c:#087f5b}.c11{--c:#495057}\n"
    "@media(prefers-color-scheme:dark){body{color:#e6e9ee;background:#14181f}"
    ".c0{--c:#74b9f0}.c1{--c:#ff9b66}.c2{--c:#7bd88f}.c3{--c:#d9a3ec}.c4{--c:#e6c65c}"
    ".c5{--c:#6fd0e0}.c6{--c:#ff8fb1}.c7{--c:#b6bfcc}.c8{--c:#b7a1ff}.c9{--c:#d0b37a}"
    ".c10{--c:#63e6be}.c11{--c:#ced4da}}\n";

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
