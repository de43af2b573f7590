#include "chart_own.h"
#include "page.h"

#include <math.h>

static double within(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

double frame_across(const struct frame *f, double x) {
    const double part = (within(x, f->x_low, f->x_high) - f->x_low) / (f->x_high - f->x_low);
    return f->left + (f->right - f->left) * part;
}

double frame_down(const struct frame *f, double y) {
    const double part = (f->y_high - within(y, f->y_low, f->y_high)) / (f->y_high - f->y_low);
    return f->top + (f->bottom - f->top) * part;
}

double chart_step(double low, double high, int ticks) {
    const double rough = (high - low) / ticks, power = pow(10, floor(log10(rough)));
    const double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

bool chart_tick(double low, double high, double step, int k, double *value) {
    *value = (ceil(low / step - 1e-6) + k) * step + 0.0; /* no -0 */
    return *value <= high + step / 1e6;
}

const char *chart_number(double value, double largest, int percent, char out[32]) {
    const double size = value != 0 ? fabs(largest) : 0;
    if (percent)
        snprintf(out, 32, "%.4g %%", 100 * value);
    else if (size >= 1e6 && size < 1e11)
        snprintf(out, 32, "%.5gM", value / 1e6);
    else if (size >= 1e4 && size < 1e6)
        snprintf(out, 32, "%.5gk", value / 1e3);
    else
        snprintf(out, 32, "%.4g", value);
    return out;
}

void frame_x_ticks(FILE *out, const struct frame *f, int percent, bool lines) {
    const int ticks = f->right - f->left > CHART_WIDTH ? 2 * CHART_TICKS : CHART_TICKS;
    const double step = chart_step(f->x_low, f->x_high, ticks);
    char text[32];
    double x;
    for (int k = 0; chart_tick(f->x_low, f->x_high, step, k, &x); k++) {
        const double at = frame_across(f, x);
        if (lines)
            fprintf(out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    at, at, f->top, f->bottom);
        fprintf(out,
                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", at,
                f->bottom + 18, chart_number(x, f->x_high, percent, text));
    }
}

void chart_begin(FILE *out, const char *title, bool wide, int height) {
    fprintf(out, wide ? "<figure class=\"wide\"><figcaption>" : "<figure><figcaption>");
    html_text(out, title);
    fprintf(out, "</figcaption>\n");
    if (wide) page_box_begin(out, "chart");
    fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
            wide ? CHART_WIDTH_WIDE : CHART_WIDTH, height);
    html_text(out, title);
    fprintf(out, "\">\n");
}
