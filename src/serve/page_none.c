/* The table of files of a program without the page. */
#include "page.h"

static const unsigned char none[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<title>tahur</title>\n"
    "<h1>tahur</h1>\n"
    "<p>The service is up, but this program was built without its page. To have it, install\n"
    "Node.js and npm, run <code>tools/install-page</code>, and build with\n"
    "<code>-Dpage=enabled</code>. What programs can ask here is in <code>docs/api.md</code>; in a\n"
    "terminal <code>tahur play</code> plays.</p>\n"
    "<p lang=\"es\">El servicio funciona, pero este programa se compiló sin su página. Para\n"
    "tenerla, instale Node.js y npm, ejecute <code>tools/install-page</code> y compile con\n"
    "<code>-Dpage=enabled</code>. Lo que pueden pedir aquí otros programas está en\n"
    "<code>docs/api.md</code>; en un terminal se juega con <code>tahur play</code>.</p>\n";

const struct page_file page_files[] = {
    {"/index.html", "text/html; charset=utf-8", "\"none\"", none, sizeof none - 1, NULL, 0},
    {0},
};
