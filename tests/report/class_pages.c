/* class_pages FOLDER LANGUAGE: the pages of the class whose JSON is in FOLDER/class.json, for tests
 * in a browser. */
#include "report/class_page.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    struct th_error e = {""};
    char path[4096];
    if (argc != 3) return 2;
    snprintf(path, sizeof path, "%s/class.json", argv[1]);
    json_t *class = json_load_file(path, 0, NULL);
    int language = 0;
    while (class_languages[language] != NULL && strcmp(class_languages[language], argv[2]) != 0)
        language++;
    if (class == NULL || class_languages[language] == NULL) return 2;
    const bool ok = class_pages_write(argv[1], class, language, &e);
    if (!ok) fprintf(stderr, "%s\n", e.text);
    json_decref(class);
    return ok ? 0 : 1;
}
