/* The files below kits/, which tools/embed-kits makes into C at build time. */
#ifndef CLASSROOM_KIT_FILES_H
#define CLASSROOM_KIT_FILES_H

extern const struct kit_file {
    const char *path; /* "python/bot.py"; NULL ends the table */
    const char *text;
} kit_files[];

#endif
