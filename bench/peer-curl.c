/* libcurl: escapes or unescapes lines, or normalizes URLs. Usage: peer-curl escape|unescape|url
 * FILE. */
#include <curl/curl.h>

#include "lines.h"

static CURL *curl;

static void put(const char *octets, size_t n)
{
    fwrite(octets, 1, n, stdout);
    putchar('\n');
}

static void escape(char *line, size_t n)
{
    char *escaped = n > 0 ? curl_easy_escape(curl, line, (int)n) : NULL;

    put(escaped, escaped != NULL ? strlen(escaped) : 0);
    curl_free(escaped);
}

static void unescape(char *line, size_t n)
{
    int length = 0;
    char *data = n > 0 ? curl_easy_unescape(curl, line, (int)n, &length) : NULL;

    put(data, (size_t)length);
    curl_free(data);
}

static void normalize(char *line, size_t n)
{
    CURLU *url = curl_url();
    char *form = NULL;

    if (curl_url_set(url, CURLUPART_URL, line, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
        curl_url_get(url, CURLUPART_URL, &form, CURLU_NO_DEFAULT_PORT) == CURLUE_OK) {
        put(form, strlen(form));
        curl_free(form);
    } else {
        put(line, n);
    }
    curl_url_cleanup(url);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        return 2;
    }
    curl = curl_easy_init();
    int status = each_line(argv[2], strcmp(argv[1], "escape") == 0     ? escape
                                    : strcmp(argv[1], "unescape") == 0 ? unescape
                                                                       : normalize);
    curl_easy_cleanup(curl);
    return status;
}
