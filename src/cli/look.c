#include "look.h"

#include "core/text.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool has_colour(void) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no == NULL || no[0] == 0) && terminal != NULL &&
           terminal[0] != 0 && strcmp(terminal, "dumb") != 0;
}

struct th_look look_of_output(void) {
    struct th_look look = {.colour = has_colour()};
    struct winsize size;
    int64_t columns;
    const char *said = getenv("COLUMNS");
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        look.columns = size.ws_col;
        look.rows = size.ws_row;
    } else if (said != NULL && text_integer(said, &columns) && columns > 0 && columns < 10000) {
        look.columns = (int)columns;
    }
    return look;
}

struct th_look look_of_picture(int others) {
    struct th_look look = look_of_output();
    if (look.rows > 0) look.rows = look.rows > others ? look.rows - others : 1;
    return look;
}

int look_columns(const struct th_look *look) {
    return look->columns > 0 ? look->columns : 80;
}
