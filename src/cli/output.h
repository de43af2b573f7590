/* What is printed for people, in the user's locale: UTF-8, or ASCII where the locale has no UTF-8.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

/* From now on standard output and standard error are ASCII if LC_ALL, LC_CTYPE or LANG, the first
 * of them that is set, names a locale without UTF-8. With none of them set they are UTF-8. */
void output_begin(void);
/* Standard output is for programs (JSON, a protocol) and stays UTF-8. */
void output_for_programs(void);

#endif
