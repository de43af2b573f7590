/* Charts, as SVG for a page and as text for the terminal. Colours are
 * those of the page's style (page.c), in light and dark, and nearly the same on the terminal: the
 * i-th series, or row, has the i-th.
 * Values that are NaN or infinite leave gaps. */
#ifndef REPORT_CHART_H
#define REPORT_CHART_H

#include <stdbool.h>
#include <stdio.h>

enum { CHART_SERIES_MAX = 12, CHART_MARKS_MAX = 2 };

/* The meaning of a point, a row or a cell to the reader, in charts and in tables. Where two are in
 * one place, the later one is drawn on top. */
enum tone {
    TONE_PLAIN,
    TONE_UP, /* luck, good or bad */
    TONE_DOWN,
    TONE_SLIGHT, /* mistakes */
    TONE_SERIOUS,
    TONE_GRAVE,
    TONES
};

struct chart_series {
    const char *name;
    int points;
    const double *x, *y;      /* ascending x */
    const double *low, *high; /* the band; NULL: none */
};

/* A point with a meaning, drawn on top of the lines. */
struct chart_note {
    double x, y;
    int series; /* that it belongs to; -1: none */
    enum tone tone;
    const char *text; /* its tooltip */
};

/* Lines with their bands; or points with error bars over names; or histograms; or bars. */
struct chart {
    const char *title, *x_title, *y_title; /* y_title may be NULL */
    bool wide;                             /* on a page: as wide as the page, not beside others */
    double y_low, y_high;       /* of the axis, beyond which all is cut; equal: as the data want */
    int percent;                /* 1: y is a share, shown in per cent */
    int x_percent;              /* the same of x */
    const char *const *x_names; /* of x = 0, 1, … instead of numbers, so many; bands are bars */
    int x_name_count;
    double step; /* > 0: the series are histograms, x where bars begin and step how wide they are */
    double bars; /* > 0: the series are bars from 0, up or down, so wide and around their x */
    struct chart_mark {
        double y;
        const char *text;
    } mark[CHART_MARKS_MAX]; /* dashed lines across, within the axis */
    int mark_count;
    int series_count;
    struct chart_series series[CHART_SERIES_MAX];
    const struct chart_note *note; /* so many */
    int note_count;
    const char *tone_name[TONES]; /* what they mean, for the legend; NULL: not in it */
};

/* Writes one <figure> with the chart and its legend. */
void chart_write(FILE *out, const struct chart *c);

/* Writes it for a terminal: `rows` lines of plot, at least 3, with the title above it, the axis and
 * the legend below it, no line longer than `columns`. Without colours, series are
 * distinguished by their signs; without UTF-8, all is ASCII. */
void chart_text(FILE *out, const struct chart *c, int columns, int rows, bool colour, bool utf8);

/* Values with their intervals, one below the other, each with its name. */
struct chart_row {
    const char *name;
    double value, low, high;
};
struct chart_rows {
    const char *title, *x_title;
    int percent;
    double mark; /* a dashed line down; NaN: none */
    int rows;
    const struct chart_row *row;
    /* The same rows by another measure, each drawn below the first; NULL: there is none. And what
     * the two are. */
    const struct chart_row *second;
    const char *first_name, *second_name;
};
void chart_rows_write(FILE *out, const struct chart_rows *c);

#endif
