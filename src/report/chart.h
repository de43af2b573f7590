/* The one chart writer: lines with their bands, as SVG that a page can hold. Colours are those of
 * the page's style (page.h), in light and dark. */
#ifndef REPORT_CHART_H
#define REPORT_CHART_H

#include <stdio.h>

enum { CHART_SERIES_MAX = 12 };

struct chart_series {
    const char *name;
    int points;
    const double *x, *y;      /* ascending x */
    const double *low, *high; /* the band; NULL: none */
};

struct chart {
    const char *title, *x_title, *y_title;
    double y_low, y_high; /* of the axis; equal: as the data want it */
    int percent;          /* 1: y is a share, shown in per cent */
    int series_count;
    struct chart_series series[CHART_SERIES_MAX];
};

/* Writes one <figure> with the chart and its legend. */
void chart_write(FILE *out, const struct chart *c);

/* Text for HTML: &, <, > and quotes are escaped. */
void html_text(FILE *out, const char *text);
/* The beginning of a self-contained page, with the style of everything that this folder writes. */
void page_begin(FILE *out, const char *title);
void page_end(FILE *out);

#endif
