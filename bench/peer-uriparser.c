/* uriparser: normalizes URLs, a line each; others stay. */
#include <uriparser/Uri.h>

#include "lines.h"

static void each(char *line, size_t n)
{
    static char out[1 << 18];
    UriUriA uri;
    const char *error = NULL;
    int written = 0;

    if (uriParseSingleUriExA(&uri, line, line + n, &error) != URI_SUCCESS) {
        puts(line);
        return;
    }
    if (uriNormalizeSyntaxA(&uri) == URI_SUCCESS &&
        uriToStringA(out, &uri, sizeof out, &written) == URI_SUCCESS) {
        fwrite(out, 1, (size_t)written - 1, stdout);
        putchar('\n');
    }
    uriFreeUriMembersA(&uri);
}

int main(int argc, char **argv)
{
    return argc == 2 ? each_line(argv[1], each) : 2;
}
