/* Student's t ("The probable error of a mean", 1908): how many standard errors on either side of
 * the mean of a few observations make a 95 % interval. */
#ifndef STATS_STUDENT_H
#define STATS_STUDENT_H

/* With so many degrees of freedom, one at least: observations less one. Beyond 30, by 1 / freedom
 * between the last of the table and the normal distribution's, which is right to three decimals. */
static inline double student_95(int freedom) {
    static const double table[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                   2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                   2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                   2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
    const double normal = 1.95996;
    const int rows = (int)(sizeof table / sizeof *table);
    if (freedom <= rows) return table[freedom - 1];
    return normal + (table[rows - 1] - normal) * rows / freedom;
}

#endif
